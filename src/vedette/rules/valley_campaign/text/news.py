"""What some events did to whom: the lines of the card "since your last decision", worst first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from vedette.engine.events import Event
from vedette.rules.valley_campaign.setting import SIDES
from vedette.rules.valley_campaign.state import State
from vedette.rules.valley_campaign.text.toll import group_of
from vedette.rules.valley_campaign.text.words import HOLD, because, hexside, say

Item = dict[str, Any]
WEIGHTS = {
    "leader-lost": 110, "eliminated": 100, "step-lost": 60, "demoralized": 40, "retreated": 25, "displaced": 15,
    "recovers-later": 10,
}  # fmt: skip
"""How heavy a thing weighs on the unit that it happens to."""
CONTROL, EXIT, BRIDGE, OVER = 80, 70, 50, 200
NUMBERS = ("no", "one", "two", "three", "four", "five", "six")
MARCH = ("moved", "entered", "advanced")
FIELD = ("bridge-burned", "bridge-repaired", "repair-begun", "repair-broken-off")
ACTORS = ("automatic", "attacked", "bombarded", "aim", "hit")
"""Events that change nothing of the units that they name, or of which others tell."""
NAMED = 4
"""So many moved units are named; the rest is counted."""


def news(g: State, events: Sequence[Event], seat: str) -> list[Item]:
    """The news of some events for a seat ("" for nobody's), worst first."""
    found = [*_over(g, events), *_fates(g, events, seat), *_holders(g, events, seat), *_gone(g, events, seat),
             *_field(g, events, seat)]  # fmt: skip
    found.sort(key=lambda item: -item["weight"])
    marches = _marches(g, events)
    more = _rest(g, events, seat, [id for item in (*found, *marches) for id in item["units"]])
    return [*found, *more, *_combats(g, events), *marches]


def _item(text: str, tone: str, weight: float, units: Sequence[str] = (), hexes: Sequence[str] = ()) -> Item:
    return {"text": text, "tone": tone, "weight": weight, "units": list(units), "hexes": list(dict.fromkeys(hexes))}


def _rest(g: State, events: Sequence[Event], seat: str, told: Iterable[str]) -> Iterator[Item]:
    """What befell units of a seat that no other line names, in the words of the log."""
    named = set(told)
    for e in events:
        ids = [] if e.kind in ACTORS else [id for id in e.units if id not in named and seat in ("", g.seat(id))]
        if ids:
            yield _item(say(g, e), "none", 0, ids, [g.hex_name(e.hex)] if e.hex >= 0 else [])
            named.update(ids)


def _over(g: State, events: Sequence[Event]) -> list[Item]:
    return [_item(say(g, e), "none", OVER) for e in events if e.kind == "outcome"]


def _fates(g: State, events: Sequence[Event], seat: str) -> list[Item]:
    """What each unit suffered or got over, one line a unit."""
    fates: dict[str, list[Event]] = {}
    for e in events:
        if e.kind in WEIGHTS or e.kind in ("recovered", "leader-drawn", "not-replaced"):
            for id in e.units:
                fates.setdefault(id, []).append(e)
    found = []
    for id, suffered in fates.items():
        weight = _weight([e.kind for e in suffered])
        hexes = [g.hex_name(e.hex) for e in suffered if e.hex >= 0]
        hexes += [g.hex_name(e.data[0]) for e in suffered if e.kind == "retreated" and e.data[0] >= 0]
        mine = seat in ("", g.seat(id))
        tone = "bad" if weight and mine else "good" if weight or mine else "none"
        words = ", ".join(_said(g, suffered).values())
        found.append(_item(f"{id} {words}", tone, weight if mine else -1 / (1 + weight), [id], hexes))
    return found


def _weight(kinds: Sequence[str]) -> float:
    """How heavy all of it weighs together; what was recovered from does not."""
    marks = [kind for kind in kinds if kind in ("demoralized", "recovered")]
    gone = {"demoralized"} if marks and marks[-1] == "recovered" else set()
    return float(sum(WEIGHTS.get(kind, 0) for kind in set(kinds) - gone))


def _said(g: State, events: Sequence[Event]) -> dict[str, str]:
    """ "reduced, demoralized, fell back two hexes to 1532"."""
    back = [e for e in events if e.kind == "retreated"]
    parts: dict[str, str] = {}
    for e in events:
        why = because(e)
        words = {
            "leader-lost": f"lost{why}",
            "eliminated": f"eliminated{why}",
            "step-lost": f"reduced{why}",
            "recovers-later": "still demoralized",
            "recovered": "recovered",
            "displaced": f"made room and went to {g.hex_name(e.hex)}" if e.hex >= 0 else "made room",
            "leader-drawn": f"takes over{f' from {e.data[1]}' if len(e.data) > 1 else ''}",
            "not-replaced": "nobody follows",
        }.get(e.kind, e.kind)
        if why and words.endswith(why):  # each reason once, after the last deed
            parts = {kind: told.removesuffix(why) for kind, told in parts.items()}
        parts[e.kind] = words
    if back:
        many = NUMBERS[len(back)] if len(back) < len(NUMBERS) else str(len(back))
        parts["retreated"] = f"fell back {many} {'hex' if len(back) == 1 else 'hexes'} to {g.hex_name(back[-1].hex)}"
    return parts


def _holders(g: State, events: Sequence[Event], seat: str) -> list[Item]:
    """Hexes of victory that changed hands."""
    found = []
    for e in events:
        if e.kind == "control":
            bad = seat not in ("", SIDES[e.data[0]])
            text = f"{HOLD[e.data[0]]} {g.hex_name(e.hex)}"
            found.append(_item(text, "bad" if bad else "good", CONTROL if bad else 0, (), [g.hex_name(e.hex)]))
    return found


def _gone(g: State, events: Sequence[Event], seat: str) -> list[Item]:
    """Units that left the map, in one line."""
    gone = [id for e in events if e.kind == "exited" for id in e.units]
    if not gone:
        return []
    bad = seat not in ("", g.seat(gone[0]))
    return [_item(f"{', '.join(gone)} left the map", "bad" if bad else "good", EXIT if bad else 0, gone)]


def _field(g: State, events: Sequence[Event], seat: str) -> list[Item]:
    """Bridges that burned or stand again, and works on them."""
    return [
        _item(say(g, e), "none", BRIDGE if e.seat != seat else 0, e.units, hexside(g, e.data).split("-"))
        for e in events
        if e.kind in FIELD and len(e.data) > 1
    ]


def _combats(g: State, events: Sequence[Event]) -> list[Item]:
    """Attacks and bombardments that hit: why the results above came out as they did; misses counted by target."""
    found = []
    missed: dict[str, list[str]] = {}
    for e in events:
        if e.kind == "attacked" or (e.kind == "bombarded" and e.data[0]):
            found.append(_item(say(g, e), "none", 0, e.units, [g.hex_name(e.hex)] if e.hex >= 0 else []))
        elif e.kind == "bombarded":
            missed.setdefault(e.units[1], []).append(e.units[0])
    for target, guns in missed.items():
        found.append(_item(f"{', '.join(guns)} bombarded {target}: no effect", "none", 0, [target, *guns]))
    return found


def _marches(g: State, events: Sequence[Event]) -> list[Item]:
    """Who moved where, one line a brigade."""
    ends: dict[tuple[str, str], dict[str, Event]] = {}
    for e in events:
        if e.kind in MARCH and e.units and e.hex >= 0:
            ends.setdefault((e.seat, group_of(g, e.units[0])), {})[e.units[0]] = e
    found = []
    for (_, brigade), moved in ends.items():
        words = [f"{id} to {g.hex_name(e.hex)}" for id, e in list(moved.items())[:NAMED]]
        more = len(moved) - len(words)
        text = f"{brigade} moved: {', '.join(words)}" + (f" and {more} more" if more else "")
        found.append(_item(text, "none", 0, list(moved), [g.hex_name(e.hex) for e in moved.values()]))
    return found
