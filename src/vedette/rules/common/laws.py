"""Laws that the states of several families keep."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from vedette.engine.field import FieldState


def kept_indexes(g: FieldState, new: FieldState) -> Iterator[str]:
    """The kept indexes are what they would be if made anew, as on `new`."""
    if (new.stacks, new.masks, new.armies) != (g.stacks, g.masks, g.armies):
        yield "the kept indexes are not those made anew"


def same(what: str, noted: Collection[str], found: Collection[str]) -> Iterator[str]:
    """Exactly those found are noted, each once."""
    if sorted(noted) != sorted(found):
        odd = sorted(set(noted) ^ set(found)) or sorted({id for id in noted if list(noted).count(id) > 1})
        yield f"{what} are not those that are noted: {', '.join(odd)}"


def once(lists: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Nobody is noted twice in one of the lists."""
    for name, ids in lists.items():
        if len(set(ids)) != len(ids):
            yield f"noted twice as {name}: {', '.join(ids)}"


def turn_there_is(g: Any) -> Iterator[str]:
    """The turn is one of the scenario's."""
    if not g.setting.first_turn <= g.turn <= g.setting.last_turn:
        yield f"there is no turn {g.turn}"
