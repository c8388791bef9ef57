"""Laws that the states of several families keep."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from vedette.engine.field import FieldState


def kept_indexes(g: FieldState, new: FieldState) -> Iterator[str]:
    """The kept indexes are what they would be if made anew, as they are on `new`."""
    if (new.stacks, new.masks, new.armies) != (g.stacks, g.masks, g.armies):
        yield "the kept indexes are not those made anew"


def same(what: str, noted: Collection[str], found: Collection[str]) -> Iterator[str]:
    """Those who are noted are those who are found, each once."""
    if sorted(noted) != sorted(found):
        odd = sorted(set(noted) ^ set(found)) or sorted({id for id in noted if list(noted).count(id) > 1})
        yield f"{what} are not those that are noted: {', '.join(odd)}"


def turn_there_is(g: Any) -> Iterator[str]:
    """The turn is one of the scenario's."""
    if not g.setting.first_turn <= g.turn <= g.setting.last_turn:
        yield f"there is no turn {g.turn}"
