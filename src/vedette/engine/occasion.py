"""Occasions: what a question means to a seat that has left standing orders, as its rulebook tells it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

Window = dict[str, Any]
"""How a rulebook describes a moment that standing orders may answer, JSON-ready (docs/protocol.md, `windows`):

name, title, default (the name of a setting), `live` and `alone` (the default where a beat gives time, and of a person
who plays against the computer alone; `default` where they are missing), beat (how much of the beat it gets, 0 none),
settings: a list of {name, title, deed}. A setting without a deed asks. Else it answers by that deed, but asks when one
of the facts of `ask_if` holds, or when `only_if` names some and none of them holds. `memory`: the deed is only done for
a seat that has passed at this window before in this turn. With `names`, kinds of things ("hex", "brigade", "order"), an
order of this setting also lists facts ("hex 1834"), and asks where one of them holds; `choices` lists those that there
are, {fact, title}, but for hexes ("hex" of one's own, "place" of anybody's). A setting with `only` = "alone" depends on
what is hidden from the other seat, and is for a person who plays against the computer alone.
"""


class Clock(msgspec.Struct, frozen=True):
    """What time it is, for orders that last for a while."""

    turn: str
    activation: str = ""
    """Which activation is under way, "" between two."""


PROPOSED = "proposed"
"""The deed that gives the answer proposed at the question (`Rulebook.proposed`)."""


class Deeds(Mapping[str, Any]):
    """Answers by deed; the proposed one is worked out only when it is read."""

    def __init__(self, propose: Callable[[], Any], known: Mapping[str, Any] | None = None) -> None:
        self._known = dict(known or {})
        self._propose = propose

    def __getitem__(self, deed: str) -> Any:
        if deed == PROPOSED and deed not in self._known:
            self._known[deed] = self._propose()
        return self._known[deed]

    def __contains__(self, deed: object) -> bool:
        return deed == PROPOSED or deed in self._known

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys((*self._known, PROPOSED)))

    def __len__(self) -> int:
        return len({*self._known, PROPOSED})


class Occasion(msgspec.Struct, frozen=True):
    """A question that a standing order may answer. It rests on what everybody knows and what the asked seat knows."""

    window: str
    facts: frozenset[str] = frozenset()
    """What holds: "order attack", "hex 1834", "brigade Tyler", "equal" ..."""
    answers: Mapping[str, Any] = {}
    """By deed ("pass", "fire", "proposed" ...) the value of the answer, one of those that are offered."""
    holders: tuple[str, ...] = ()
    """Seats that, as everybody knows, could answer out of turn with something hidden: they may stop a beat."""
    gestures: frozenset[str] = frozenset()
    """Deeds that are better given as a whole: by the best plan of the decision, where there is one."""
