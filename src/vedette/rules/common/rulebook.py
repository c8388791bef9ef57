"""The base of a rulebook in whose games nothing is hidden: *Shenandoah Valley Campaign*, *Stonewall*."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, TypeVar

from vedette.engine.battle import Battle
from vedette.engine.content import SIDES
from vedette.engine.family import Family
from vedette.engine.field import FieldState
from vedette.engine.occasion import Window
from vedette.engine.overlays import Overlay, listed
from vedette.engine.shapes import BoardKind, BoardView
from vedette.rules.common.assist.overlays import drawn
from vedette.rules.common.text import words
from vedette.rules.common.text.asked import clock, no_fact

S = TypeVar("S", bound=FieldState)


class OpenFamily(Family[S]):
    """A family whose seats both see everything: it gives tables where others have functions."""

    seats = SIDES
    overlays: ClassVar[Mapping[str, Overlay]]
    """By name, in the order in which they are offered."""
    orders: ClassVar[list[Window]]
    """The moments that standing orders may answer."""
    hints: ClassVar[Mapping[str, tuple[str, str, str]]]
    """Kind of question -> title, words and case of the hint for who plays for the first time."""

    glossary: ClassVar[tuple[words.Term, ...]]
    """The words of the book and what they mean."""

    clock = staticmethod(clock)
    named = staticmethod(no_fact)

    def boards(self) -> list[BoardKind]:
        return listed(self.overlays)

    def board(self, g: S, seat: str, name: str, at: str = "", to: str = "", unit: str = "") -> BoardView:
        return drawn(self.overlays, g, seat, name, at, to, unit)

    def guide(self, battle: Battle, options: Mapping[str, Any]) -> list[dict[str, str]]:
        rows = self.hints.items()
        return [{"kind": kind, "title": title, "text": text, "cite": cite} for kind, (title, text, cite) in rows]

    def terms(self, battle: Battle, options: Mapping[str, Any]) -> list[dict[str, Any]]:
        return words.listed(self.glossary)

    def windows(self, battle: Battle) -> list[Window]:
        return self.orders
