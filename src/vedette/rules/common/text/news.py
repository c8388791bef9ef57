"""The card "since your last decision": what events did to whom, in a few words, worst first."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence

from vedette.engine.events import Event
from vedette.engine.field import FieldState
from vedette.engine.shapes import News

NUMBERS = ("no", "one", "two", "three", "four", "five", "six")
OVER = 200
"""How heavily the end of the battle weighs."""
NAMED = 4
"""How many moved units are named; the rest are counted."""


def item(text: str, tone: str, weight: float, units: Iterable[str] = (), hexes: Iterable[str] = ()) -> News:
    """One line of the card."""
    return {"text": text, "tone": tone, "weight": weight, "units": list(units), "hexes": list(dict.fromkeys(hexes))}


def hexes_of(g: FieldState, *events: Event) -> list[str]:
    """Where events happened."""
    return [g.hex_name(e.hex) for e in events if e.hex >= 0]


def plainly(g: FieldState, e: Event, text: str) -> News:
    """An event in words that weigh nothing: it explains why other lines came about."""
    return item(text, "none", 0, e.units, hexes_of(g, e))


def fates(events: Iterable[Event], kinds: Container[str]) -> dict[str, list[Event]]:
    """Each unit with the events of certain kinds that befell it."""
    found: dict[str, list[Event]] = {}
    for e in events:
        if e.kind in kinds:
            for id in e.units:
                found.setdefault(id, []).append(e)
    return found


def fate(g: FieldState, seat: str, id: str, words: str, weight: float, hexes: Iterable[str]) -> News:
    """What befell a unit, as `seat` sees it: what weighs is bad for the unit's own side, what does not is good."""
    mine = seat in ("", g.seat(id))
    tone = "bad" if weight and mine else "good" if weight or mine else "none"
    return item(f"{id} {words}", tone, weight if mine else -1 / (1 + weight), [id], hexes)


def fell_back(g: FieldState, back: Sequence[Event]) -> str:
    """ "fell back two hexes to 1532"."""
    many = NUMBERS[len(back)] if len(back) < len(NUMBERS) else str(len(back))
    return f"fell back {many} {'hex' if len(back) == 1 else 'hexes'} to {g.hex_name(back[-1].hex)}"


def reasons_once(parts: Iterable[tuple[str, str]]) -> list[str]:
    """What befell a unit, each reason given once, after the last thing that it explains."""
    rows = list(parts)
    last = {why: n for n, (_, why) in enumerate(rows)}
    return [f"{deed}{why if last[why] == n else ''}" for n, (deed, why) in enumerate(rows)]


def gone(g: FieldState, events: Iterable[Event], seat: str, weight: float) -> list[News]:
    """The units that left the map, in one line."""
    left = [id for e in events if e.kind == "exited" for id in e.units]
    if not left:
        return []
    bad = seat not in ("", g.seat(left[0]))
    return [item(f"{', '.join(left)} left the map", "bad" if bad else "good", weight if bad else 0, left)]


def marches(g: FieldState, events: Iterable[Event], kinds: Container[str], group: Callable[[str], str]) -> list[News]:
    """Who moved where, one line a brigade (`group` names the brigade of a unit)."""
    ends: dict[tuple[str, str], dict[str, Event]] = {}
    for e in events:
        if e.kind in kinds and e.units and e.hex >= 0:
            ends.setdefault((e.seat, group(e.units[0])), {})[e.units[0]] = e
    found = []
    for (_, brigade), moved in ends.items():
        words = [f"{id} to {g.hex_name(e.hex)}" for id, e in list(moved.items())[:NAMED]]
        more = len(moved) - len(words)
        text = f"{brigade} moved: {', '.join(words)}" + (f" and {more} more" if more else "")
        found.append(item(text, "none", 0, list(moved), hexes_of(g, *moved.values())))
    return found


def rest(
    g: FieldState,
    events: Iterable[Event],
    seat: str,
    told: Iterable[News],
    idle: Container[str],
    say: Callable[[Event], str],
) -> Iterator[News]:
    """What befell a seat's units that no other line names, in the words of the log.

    `idle` are the kinds of event that change nothing about the units that they name, or that other lines cover.
    """
    named = {id for row in told for id in row["units"]}
    for e in events:
        ids = [] if e.kind in idle else [id for id in e.units if id not in named and seat in ("", g.seat(id))]
        if ids:
            yield item(say(e), "none", 0, ids, hexes_of(g, e))
            named.update(ids)
