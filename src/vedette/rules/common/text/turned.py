"""A moment of a battle in a sentence: what a combat changed, the weightiest first, and what combat it was."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from vedette.engine.content import SIDES
from vedette.engine.events import Event
from vedette.engine.field import FieldState
from vedette.engine.reckoning import Turned
from vedette.rules.common.text.log import NAMES, side_name

MOST = 3
"""So many things are told of a combat."""


class Fight(NamedTuple):
    """A combat in words."""

    name: str
    """What came of what: "the assault on 1433"."""
    within: str
    """Where it befell somebody: "in the assault on 1433"."""
    attackers: tuple[str, ...] = ()
    """Those who came on, of a combat that can be repelled."""


class Fate(NamedTuple):
    """What befell units, in the past: `one` of a single one, `many` of several."""

    one: str
    many: str


class Teller(NamedTuple):
    """How a family tells its combats."""

    fights: Mapping[str, Callable[[Any, Sequence[Event], int], Fight]]
    """By kind of event: from all events and the place of this one."""
    fates: Mapping[str, Fate]
    """What befalls units by kind of event, the weightiest first: of a unit only the first is told."""
    kind: Callable[[Any, Event], str] = lambda g, e: e.kind
    """Under which name an event is looked up among the fates."""
    others: Callable[[Any, Event], tuple[str, str]] = lambda g, e: ("", "")
    """What is told of an event besides: a hex that changes hands, a general hit; and to whose cost it is."""

    def tell(self, g: FieldState, events: Sequence[Event], fight: slice, at: int) -> Turned:
        """The combat to which one of its events belongs, and all that came of it until the next one begins."""
        first, found = self._fight(g, events, fight, at)
        last = next((i for i in range(at + 1, fight.stop) if events[i].kind in self.fights), fight.stop)
        told = [e for e in events[first:last] if not e.only]
        others = [self.others(g, e) for e in told]
        clauses = [*(one for one in others if one[0]), *self._units(g, told)]
        if not clauses or found is None:
            return Turned(f"nothing came of {found.name}" if found else "")
        words = [text for text, _ in clauses[:MOST]]
        hurt = clauses[0][1] if len({seat for _, seat in clauses}) == 1 else ""
        if self._repelled(g, told, found):
            return Turned(f"{found.name} was repelled and {joined(words)}", hurt)
        return Turned(f"{joined(words)} {found.within}", hurt)

    def _fight(self, g: FieldState, events: Sequence[Event], fight: slice, at: int) -> tuple[int, Fight | None]:
        """The last combat that had begun, and where; None where none of this family's kinds is among them."""
        for i in range(at, fight.start - 1, -1):
            made = self.fights.get(events[i].kind)
            if made is not None and not events[i].only:
                return i, made(g, events, i)
        return at, None

    def _units(self, g: FieldState, told: Iterable[Event]) -> list[tuple[str, str]]:
        """What befell units, of each the worst; those of one side and fate in one clause."""
        order = list(self.fates)
        worst: dict[str, str] = {}
        for e in told:
            kind = self.kind(g, e)
            for id in e.units if kind in self.fates else ():
                worst[id] = min(worst.get(id, kind), kind, key=order.index)
        groups: dict[tuple[str, str], list[str]] = {}
        for id, kind in sorted(worst.items(), key=lambda row: order.index(row[1])):
            groups.setdefault((kind, g.seat(id)), []).append(id)
        return [(_befell(self.fates[kind], seat, ids), seat) for (kind, seat), ids in groups.items()]

    def _repelled(self, g: FieldState, told: Iterable[Event], found: Fight) -> bool:
        """Whether those who came on are the only ones who have suffered."""
        hurt = {id for e in told if self.kind(g, e) in self.fates for id in e.units}
        return bool(hurt) and hurt <= set(found.attackers)


def _befell(fate: Fate, seat: str, ids: Sequence[str]) -> str:
    """ "7 IN-b of the Union broke"."""
    return f"{joined(ids)} of the {side_name(seat)} {fate.one if len(ids) == 1 else fate.many}"


def was(what: str) -> Fate:
    """ "was depleted", "were depleted"."""
    return Fate(f"was {what}", f"were {what}")


def did(what: str) -> Fate:
    """ "broke", of one and of several."""
    return Fate(what, what)


def took(g: FieldState, hex: int, side: int) -> tuple[str, str]:
    """ "the Confederates took the victory hex 1433", at the cost of the others."""
    return f"the {NAMES[side]} took the victory hex {g.hex_name(hex)}", SIDES[1 - side]


def charging(events: Sequence[Event], i: int, kind: str, begins: Container[str]) -> bool:
    """Whether any who fight at an event have charged since what has begun before it.

    Args:
        kind: the kind of event by which they charge.
        begins: kinds of event before which no charge is looked for.
    """
    for e in reversed(events[:i]):
        if e.kind in begins:
            return False
        if e.kind == kind and not set(e.units).isdisjoint(events[i].units):
            return True
    return False


def joined(words: Sequence[str]) -> str:
    """ "A, B and C"."""
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)
