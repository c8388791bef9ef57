"""The picture of a battle on the start page: a piece of its plain board, without numbers and without counters."""

from __future__ import annotations

import hashlib
import io
import os
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from vedette.engine.battle import Battle
from vedette.hexes import hexes_of

from ..errors import PackError
from ..reader import meta
from .board import Style, area_of, board_svg
from .drawn import FOLDER
from .edition import edition
from .frame import WIDTH, Frame, number
from .lettering import one_size
from .map import png

WIDE, HIGH = 252, 262
"""The picture on the page; it is drawn twice as large, for fine screens."""
HEXES = 6.0
"""How many hexes wide it is where the pack does not say."""
FINE = 2
QUALITIES = (74, 66, 58, 50)
MOST = 40_000
"""Bytes; the first of the qualities that keeps within them is taken."""
PLAIN = Style(levels=False, signs=False, numbers=False, furniture=False)
FAINT = "<style>.grid{stroke-opacity:.13}</style>"
ENDING = ".webp"


class Piece(NamedTuple):
    """A piece of a board, in the units of its picture."""

    left: float
    top: float
    wide: float
    high: float


def piece_of(battle: Battle) -> Piece:
    """The piece that the pack names for a battle; else the middle of its area of play."""
    frame, area = Frame(battle.board.grid), area_of(battle)
    card = meta(battle).card_of(battle.id.rpartition("/")[2])
    wide = min((card.hexes if card else HEXES) * WIDTH, frame.width, frame.height * WIDE / HIGH)
    high = wide * HIGH / WIDE
    if card and battle.board.grid.has(card.middle):
        x, y = frame.centres[battle.board.grid.index(card.middle)]
    else:
        left, top, w, h = frame.box(hexes_of(area)) if area is not None else (0.0, 0.0, frame.width, frame.height)
        x, y = left + w / 2, top + h / 2
    return Piece(_within(x - wide / 2, wide, frame.width), _within(y - high / 2, high, frame.height), wide, high)


def _within(start: float, length: float, whole: float) -> float:
    """Where a piece begins that is not to reach beyond the whole."""
    return max(0.0, min(start, whole - length))


def card_svg(battle: Battle) -> str:
    """The piece as a picture of its own size."""
    piece, svg = piece_of(battle), one_size(board_svg(battle, area=area_of(battle), style=PLAIN))
    head, body = svg[: svg.index(">") + 1], svg[svg.index(">") + 1 :]
    start = head[: head.index("viewBox=")]
    size = f'viewBox="{" ".join(map(number, piece))}" width="{WIDE}" height="{HIGH}" aria-hidden="true"'
    return f"{start}{size}>{body[: -len('</svg>')]}{FAINT}</svg>"


def card_name(battle: Battle) -> str:
    """What tells this picture from every other, by what a list of battles knows of each without drawing it."""
    drawn_from = f"{battle.id} {battle.hash} {edition(battle.pack)}"
    return "card-" + hashlib.blake2b(drawn_from.encode(), digest_size=10).hexdigest()


def kept_card(battle: Battle) -> bytes | None:
    """The picture that came with the program, None where there is none."""
    try:
        return (files(__package__) / FOLDER / f"{card_name(battle)}{ENDING}").read_bytes()
    except OSError:
        return None


def keep_card(battle: Battle, folder: Path) -> Path:
    """Draws the picture into a folder, where it is not there yet; its file. Pillow, which packs it, is needed for this
    alone: what is drawn while somebody plays is sent as it is drawn."""
    file = folder / f"{card_name(battle)}{ENDING}"
    if not file.is_file():
        try:
            from PIL import Image
        except ImportError:
            raise PackError("the pictures of the battles cannot be packed; install the package pillow") from None
        picture = Image.open(io.BytesIO(png(card_svg(battle), width=WIDE * FINE))).convert("RGB")
        packed = b""
        for quality in QUALITIES:
            if not packed or len(packed) > MOST:
                picture.save(data := io.BytesIO(), "WEBP", quality=quality, method=6)
                packed = data.getvalue()
        part = file.with_suffix(f".{os.getpid()}")
        part.write_bytes(packed)
        part.replace(file)
    return file
