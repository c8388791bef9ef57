"""The few questions people ask of a fire or an attack, added up from the rows of its odds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

GONE = ("eliminated", "killed", "captured", "destroyed", "exited", "left the map", "box ", "retreat", "displaced")
"""How the words begin, in any family, that say a unit is no longer in its hex."""
LOSS = ("eliminated", "killed", "captured", "destroyed", "box ", "depleted", "step lost", "loses ")
"""Those that say it has lost strength, or is lost itself."""
Row = Mapping[str, Sequence[str]]


class Party(NamedTuple):
    """Who fights whom where."""

    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    hex: str
    close: bool
    """Whether the attackers come into the hex, or could after it."""
    own: tuple[str, ...] = ()
    """The leaders of who attacks."""
    theirs: tuple[str, ...] = ()
    """Those of who defends."""


class Total(NamedTuple):
    """A question, and the weight of the rows where the answer is yes."""

    name: str
    weight: int
    probability: float


def party(before: Any, events: Iterable[tuple[str, tuple[str, ...], int]], close: bool) -> Party | None:
    """Of the (seat, units, hex) of the combat asked about; None where nobody stands in hexes."""
    rows = [row for row in events if row[1] and row[2] >= 0]
    if not rows or not hasattr(before, "in_hex"):
        return None
    seat, _, hex = rows[0]
    attackers = tuple(dict.fromkeys(id for s, units, h in rows if (s, h) == (seat, hex) for id in units))
    leader = {id for id in before.in_hex(hex) if getattr(before.counter(id), "leader", False)}
    there = [id for id in before.in_hex(hex) if before.seat(id) != seat]
    troops = [id for id in there if id not in leader] or there
    if not troops:
        return None
    leaders = [id for id in before.units if getattr(before.counter(id), "leader", False)]
    own = tuple(id for id in leaders if before.seat(id) == seat)
    theirs = tuple(id for id in leaders if before.seat(id) != seat)
    return Party(attackers, tuple(troops), before.hex_name(hex), close, own, theirs)


def totals(who: Party, rows: Sequence[tuple[Row, int]], total: int) -> tuple[Total, ...]:
    """Each question with its chance; all but the first and "no effect" only where they are possible.

    A hex is taken where every defender is gone from it and an attacker is left to go in; a unit that retreats is gone.
    """

    def some(row: Row, ids: Iterable[str], words: tuple[str, ...]) -> bool:
        return any(word.startswith(words) for id in ids for word in row.get(id, ()))

    def gone(row: Row, ids: Sequence[str]) -> bool:
        return all(some(row, (id,), GONE) for id in ids)

    def emptied(row: Row) -> bool:
        return gone(row, who.defenders)

    def driven_off(row: Row) -> bool:
        return bool(who.attackers) and gone(row, who.attackers)

    first: tuple[str, Callable[[Row], bool]] = (f"{who.hex} emptied", emptied)
    if who.close:
        first = (f"{who.hex} taken", lambda row: emptied(row) and not driven_off(row))
    asked: list[tuple[str, Callable[[Row], bool]]] = [
        first,
        ("a defender loses strength", lambda row: some(row, who.defenders, LOSS)),
        ("an attacker loses strength", lambda row: some(row, who.attackers, LOSS)),
        ("the defender loses a leader", lambda row: some(row, who.theirs, LOSS)),
        ("the attacker loses a leader", lambda row: some(row, who.own, LOSS)),
        ("all attackers driven off", driven_off),
        ("both sides engaged", lambda row: some(row, who.defenders, ("engaged",))),
        ("no effect", lambda row: not row),
    ]
    found = []
    for name, holds in asked:
        yes = sum(weight for row, weight in rows if holds(row))
        if yes or name in (first[0], "no effect"):
            found.append(Total(name, yes, yes / total))
    return tuple(found)
