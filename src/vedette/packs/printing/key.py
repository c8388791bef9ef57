"""The key of a battle's map on one sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.engine.battle import Battle
from vedette.engine.rulebook import rulebook_of

from ..drawing import key_svg
from . import paper
from .typeset import pdf
from .words import made_of


def key_of(battle: Battle, settings: Mapping[str, Any], *, tall: bool = False) -> str:
    """The key as SVG, with how the battle is won by these options; tall, its halves stand one under the other."""
    return key_svg(battle, won_by(battle, settings), made_of(battle), tall=tall)


def won_by(battle: Battle, settings: Mapping[str, Any]) -> list[str]:
    """How the battle is won, in lines; none where its rulebook does not say it so."""
    told = rulebook_of(battle).summary(battle, settings).get("victory")
    return [line for line in told if isinstance(line, str)] if isinstance(told, list | tuple) else []


def key_pdf(battle: Battle, settings: Mapping[str, Any], *, sheet: str) -> bytes:
    """The key on one sheet, as large as it fits."""
    data = {"page": paper.PAPERS[sheet][::-1], "margin": paper.MARGIN}
    return pdf("key.typ", data, {"key": key_of(battle, settings)})
