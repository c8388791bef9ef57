"""Pictures: the board of a battle and its counters, drawn once and named by their hash, so that they may be kept."""

from __future__ import annotations

import gzip
import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from typing import Any

import msgspec

from vedette.engine.battle import Battle
from vedette.engine.game import Game
from vedette.engine.rulebook import rulebook_of
from vedette.packs import PackError, meta
from vedette.packs.both_faces import FOOT_SYMBOL, printed, turned
from vedette.packs.chart_words import chart_words
from vedette.packs.drawing import (
    DETAILS,
    THEMES,
    Style,
    area_of,
    board_geometry,
    board_svg,
    card_svg,
    counter_svg,
    edition,
    kept_card,
)
from vedette.packs.printing import key_of

DRAWN_FROM = ("side", "top", "brigade", "division", "name", "numbers", "now", "symbol", "marks", "pale", "colour")
"""What of a counter its picture shows."""
MOST, DROPPED = 20_000, 100
"""Counters that can be asked for, and how many of them are forgotten together where there would be more: those that
were shown or asked for least lately. Each time every view that was kept is made anew, so that it is not done one by
one."""
TRIES = 3
LATELY = 4_000
"""Counters as they were shown that are kept with what was added to them."""
Rows = Mapping[str, Mapping[str, Any]]


def digest(data: bytes) -> str:
    """A short name for some bytes."""
    return hashlib.blake2b(data, digest_size=10).hexdigest()


class Faces:
    """Counters by the hash of what they show."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, tuple[Battle, dict[str, Any]]] = OrderedDict()
        """By their hash; who was shown or asked for last is at the end."""
        self.first_shown: Callable[[str, Battle, dict[str, Any]], None] = lambda name, battle, unit: None
        """Called with a counter that this server has not shown before."""
        self.forgotten = 0
        """How often counters were made new again: what was shown before that may name some that cannot be asked for."""
        self._changing = threading.Lock()
        self._editions: dict[str, str] = {}
        self._rows: dict[str, Rows] = {}
        self._lately: dict[tuple[str, bytes], dict[str, Any]] = {}
        """What was added to counters, as they were shown."""
        self._drawn = lru_cache(maxsize=4_000)(self._draw)

    def added(self, game: Game, view: dict[str, Any], n: int | None = None) -> dict[str, Any]:
        """A view with each counter's picture, by its hash, and its other face, where it has one.

        Args:
            n: the entry after which it was so; now without one.
        """
        units = view.get("units")
        if isinstance(units, list):
            battle = game.battle if n is None else game.battle_at(n)
            options = game.header["options"]
            key = f"{battle.id} {battle.hash} {sorted(options.items())}"
            rows = self._rows_of(key, battle, options)
            for _ in range(TRIES):
                before = self.forgotten
                view["units"] = [{**unit, **self._faces(key, battle, unit, rows)} for unit in units]
                if self.forgotten == before:  # else one may have been forgotten while others were told
                    break
        return view

    def _faces(self, key: str, battle: Battle, unit: dict[str, Any], rows: Rows) -> dict[str, Any]:
        """The picture of a counter and its other face: most lie as they lay when they were shown last."""
        at = key, msgspec.json.encode(unit)
        found = self._lately.get(at)
        if found is None or not all(map(self._shown, _names(found))):
            if len(self._lately) >= LATELY:
                self._lately.clear()
            found = self._lately[at] = self._looked_up(battle, unit, rows.get(unit["id"]))
        return found

    def _looked_up(self, battle: Battle, unit: dict[str, Any], row: Mapping[str, Any] | None) -> dict[str, Any]:
        found: dict[str, Any] = {"face": self._name(battle, unit)}
        pair = printed(row, unit["numbers"]).get(unit["symbol"] == FOOT_SYMBOL) if row else None
        if pair and (other := turned(unit, pair)):
            found["back"] = {"numbers": other["numbers"], "face": self._name(battle, other)}
        return found

    def _rows_of(self, key: str, battle: Battle, options: Mapping[str, Any]) -> Rows:
        """The rows of a battle's summary by unit: they have what is printed on both faces."""
        if key not in self._rows:
            summary = rulebook_of(battle).summary(battle, options)
            self._rows[key] = {row["id"]: row for row in summary["units"]}
        return self._rows[key]

    def svg(self, name: str, detail: str = "whole") -> str | None:
        """The picture of a hash that has been in a view, for one of the sizes of `DETAILS`; else for the largest."""
        return self._drawn(name, detail if detail in DETAILS else DETAILS[0]) if self._shown(name) else None

    def _shown(self, name: str) -> bool:
        """Whether a counter can be asked for. It is kept for longer then."""
        try:
            self._known.move_to_end(name)
        except KeyError:
            return False
        return True

    def _name(self, battle: Battle, unit: dict[str, Any]) -> str:
        shown = {key: unit[key] for key in DRAWN_FROM if key in unit}
        name = digest(msgspec.json.encode([battle.pack, self._edition(battle.pack), shown]))
        if not self._shown(name):
            self.know(name, battle, shown)
            self.first_shown(name, battle, shown)
        return name

    def know(self, name: str, battle: Battle, shown: dict[str, Any]) -> None:
        """From now on a counter can be asked for by its hash."""
        with self._changing:
            if len(self._known) >= MOST and name not in self._known:
                for _ in range(min(DROPPED, len(self._known))):
                    self._known.popitem(last=False)
                self.forgotten += 1
            self._known[name] = (battle, shown)
            self._known.move_to_end(name)

    def forget(self, names: Iterable[str]) -> None:
        """Counters that are new again when they are shown next."""
        with self._changing:
            for name in names:
                self._known.pop(name, None)
            self.forgotten += 1

    def _edition(self, pack: str) -> str:
        """What tells the pictures of one version of the program and the pack from those of another."""
        if pack not in self._editions:
            self._editions[pack] = _edition(pack)
        return self._editions[pack]

    def _draw(self, name: str, detail: str) -> str:
        battle, unit = self._known[name]
        try:
            look = meta(battle)
        except PackError:
            look = None  # a battle that comes from no pack is drawn in plain colours
        return counter_svg(unit, look, detail)


def _names(shown: Mapping[str, Any]) -> Iterator[str]:
    """The pictures of a counter."""
    yield shown["face"]
    if "back" in shown:
        yield shown["back"]["face"]


TALL_KEY = "tall key"


class Picture:
    """Bytes of one kind with their hash."""

    def __init__(self, kind: str, data: bytes) -> None:
        self.kind = kind
        self.data = data
        self.hash = digest(data)

    @cached_property
    def packed(self) -> bytes:
        """The same as it is sent to who can unpack it."""
        return gzip.compress(self.data, 9, mtime=0)


class Boards:
    """What a client loads once of a battle: its board and the key to it, where hexes lie, charts, what chits do."""

    NAMES = ("board", "key", "geometry", "charts", "chits", "card")
    FILES = {
        "board": "board.svg",
        "key": "key.svg",
        "geometry": "geometry",
        "charts": "charts",
        "chits": "chits",
        "card": "card",
    }
    DRAWN = ("board", "key", "geometry", "card")

    def __init__(self) -> None:
        self._made: dict[tuple[str, str, str], Picture] = {}

    def drawn(self, battle: Battle, name: str, asked: Mapping[str, str]) -> Picture:
        """One of NAMES as it is asked for: the board in a style, the key tall. Raises PackError."""
        if name == "board":
            return self.board(battle, style_of(asked))
        return self.get(battle, TALL_KEY if name == "key" and asked.get("tall") == "1" else name)

    def get(self, battle: Battle, name: str) -> Picture:
        """One of NAMES but the board, or the tall key. Raises PackError where the battle has none."""
        at = (battle.id, battle.hash, name)
        if at not in self._made:
            self._made[at] = _MAKERS[name](battle)
        return self._made[at]

    def board(self, battle: Battle, style: Style) -> Picture:
        """The board in one of its styles."""
        at = (battle.id, battle.hash, f"board {style}")
        if at not in self._made:
            self._made[at] = Picture("image/svg+xml", board_svg(battle, area=area_of(battle), style=style).encode())
        return self._made[at]

    def version(self, battle: Battle, name: str) -> str:
        """What names the present state of one of NAMES; of what is drawn, in whatever style, without drawing it."""
        return self._version(battle, name, _edition(battle.pack) if name in self.DRAWN else "")

    def _version(self, battle: Battle, name: str, drawn_by: str) -> str:
        if name not in self.DRAWN:
            return self.get(battle, name).hash
        if not drawn_by:
            if name != "geometry":
                raise PackError(f"{battle.id} comes from no pack")
            return self.get(battle, name).hash  # a battle that comes from no pack has no picture, but hexes
        kept = " as it came" if name == "card" and kept_card(battle) else ""
        return digest(f"{battle.id} {battle.hash} {drawn_by}{kept}".encode())

    def addresses(self, battle: Battle, edition: str = "") -> dict[str, str]:
        """Where each lies, with its hash; what a battle does not have is left out.

        Args:
            edition: the fingerprint by which the battle is found; without one it is the battle as it is now.
        """
        found, drawn_by = {}, _edition(battle.pack)
        by = f"&edition={edition}" if edition else ""
        for name in self.NAMES:
            try:
                version = self._version(battle, name, drawn_by)
            except PackError:
                continue
            found[name] = f"/api/battles/{battle.id}/{self.FILES[name]}?v={version}{by}"
        return found


def _edition(pack: str) -> str:
    """What tells the pictures of one version of the program and the pack from those of another; empty for no pack."""
    try:
        return edition(pack)
    except PackError:
        return ""


def style_of(asked: Mapping[str, str]) -> Style:
    """The style that an address asks for; what it does not know it leaves plain."""
    theme = asked.get("theme", "")
    shown = asked.get("levels") != "0", asked.get("signs") != "0"
    return Style(theme if theme in THEMES else "light", asked.get("turned") == "1", *shown)


def _geometry(battle: Battle) -> Picture:
    return Picture("application/json", msgspec.json.encode(board_geometry(battle.board, area_of(battle))))


def _key(battle: Battle) -> Picture:
    return Picture("image/svg+xml", key_of(battle, rulebook_of(battle).options(battle, {})).encode())


def _tall_key(battle: Battle) -> Picture:
    settings = rulebook_of(battle).options(battle, {})
    return Picture("image/svg+xml", key_of(battle, settings, tall=True).encode())


def _charts(battle: Battle) -> Picture:
    charts = {name: [dict(row) for row in rows] for name, rows in battle.charts.items()}
    columns = {name: list(rows[0]) if rows else [] for name, rows in charts.items()}
    book = {"charts": charts, "columns": columns, "words": chart_words(battle.pack)}
    return Picture("application/json", msgspec.json.encode(book))


def _chits(battle: Battle) -> Picture:
    if not battle.chits:
        raise PackError(f"{battle.id} has no chits")
    return Picture("application/json", msgspec.json.encode({"chits": [dict(row) for row in battle.chits]}))


def _card(battle: Battle) -> Picture:
    """As it came with the program, packed; else drawn now."""
    kept = kept_card(battle)
    return Picture("image/webp", kept) if kept else Picture("image/svg+xml", card_svg(battle).encode())


_MAKERS: dict[str, Callable[[Battle], Picture]] = {
    "key": _key,
    TALL_KEY: _tall_key,
    "geometry": _geometry,
    "charts": _charts,
    "chits": _chits,
    "card": _card,
}
