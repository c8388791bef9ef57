"""What a balance report counts in a game: activations, losses, strength lost in the end, victory hexes by turn.

And what programs that learn may know of it, and who is ahead.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from vedette.engine.events import Event
from vedette.engine.rulebook import Facts
from vedette.rules.blind_swords.chapters.values import modified_sp
from vedette.rules.blind_swords.chapters.victory import first_holders, outcome_now
from vedette.rules.blind_swords.charts import SP
from vedette.rules.blind_swords.setting import SIDE_INDEX, SIDES
from vedette.rules.blind_swords.state import BOX_OF, ELIMINATED, WAITING, State
from vedette.rules.common.ai import Lead
from vedette.rules.common.text.sections import Table, by_kind

LOSSES = {"depleted": "depleted", "broken": "broken", "eliminated": "eliminated"}
"""A unit that retreats off the map is broken by it, which is an event of its own."""
BY_FIRE, BY_HAND, ELSE = "by fire", "in close combat", "otherwise"
CAUSES = {"KT-15.1-1": BY_FIRE, "KT-15.2-1": BY_HAND}
"""Case of the table on which a test was rolled -> what it was rolled for."""
DEPLETED, GONE = "points depleted", "points broken or eliminated"
UNITS = "units broken or eliminated"
POINT = 64
"""Strength is counted in sixty-fourths of a point."""


def figures(g: State, events: Sequence[Event]) -> dict[str, Table]:
    """The tables of one whole game, from all its events."""
    return {
        "activations": activations(g, events),
        "orders": _orders(events),
        "losses": by_kind(events, LOSSES),
        "steps lost": _steps(g, events),
        "toll at the end": strength_lost(g),
        "strength lost by brigade": _by_brigade(g),
        "combats": _combats(events),
        "hexes held": _held(g, events),
        **_points(events),
    }


def brigade_name(g: State, seat: str, brigade: str) -> str:
    """A brigade by its name, with its side if both sides have one of that name."""
    both = all((side, brigade) in g.brigades for side in (0, 1))
    return f"{brigade} ({seat.capitalize()})" if both else brigade


def activations(g: State, events: Sequence[Event]) -> Table:
    """Brigade -> how often it was fully active, could only fire, or was lost to Fortunes of War."""
    found: Table = {}
    for event, kind in activated(events):
        row = found.setdefault(brigade_name(g, event.seat, event.data[0]), {"full": 0, "limited": 0, "lost": 0})
        row[kind] += 1
    return found


def activated(events: Sequence[Event]) -> Iterator[tuple[Event, str]]:
    """The activations among events: full, limited, or lost to Fortunes of War."""
    for event in events:
        if event.kind == "activated":
            yield event, "full" if event.data[1] else "limited"
        elif event.kind == "negated-brigade":
            yield event, "lost"


def _orders(events: Sequence[Event]) -> Table:
    """Side -> how often each Order was given."""
    found: Table = {seat: {} for seat in SIDES}
    for event in events:
        if event.kind == "ordered" and event.seat in found:
            row = found[event.seat]
            row[event.data[1]] = row.get(event.data[1], 0) + 1
    return found


def _steps(g: State, events: Sequence[Event]) -> Table:
    """Side -> steps lost, by cause; a unit that breaks loses all that it had left."""
    found: Table = {seat: {BY_FIRE: 0, BY_HAND: 0, ELSE: 0} for seat in SIDES}
    worn: set[str] = set()
    cause = ELSE
    for event in events:
        if event.kind == "test":
            cause = CAUSES.get(event.cite, ELSE)
        elif event.kind in ("drawn", "phase", "fog", "fatigue", "rebuild", "activated"):
            cause = ELSE
        elif event.kind == "depleted":
            found[event.seat][cause] += 1
            worn.update(event.units)
        elif event.kind == "rebuilt":
            worn.difference_update(event.units)
        elif event.kind in ("broken", "eliminated"):
            id = event.units[0]
            found[event.seat][cause] += 1 if id in worn or g.counter(id).fragile else 2
            worn.add(id)
    return found


def _combats(events: Sequence[Event]) -> Table:
    """Side -> fires that forced no test, fires that forced one, and assaults."""
    idle, telling = "fires in vain", "fires that told"
    found: Table = {seat: {idle: 0, telling: 0, "assaults": 0} for seat in SIDES}
    for event in events:
        if event.kind == "fire":
            found[event.seat][telling if event.data[0] else idle] += 1
        elif event.kind == "assault":
            found[event.seat]["assaults"] += 1
    return found


def _held(g: State, events: Sequence[Event]) -> Table:
    """Turn -> victory hexes that each side holds at its end."""
    holder = {hex: SIDES[side] if side >= 0 else "" for hex, side in first_holders(g.setting).items()}
    found: Table = {}
    turn = g.setting.first_turn
    for event in events:
        if event.kind == "control":
            holder[event.hex] = SIDES[event.data[0]]
        elif event.kind == "turn":
            turn = event.data[0]
        if event.kind in ("turn", "control"):
            found[str(turn)] = {seat: sum(h == seat for h in holder.values()) for seat in SIDES}
    return found


def _points(events: Sequence[Event]) -> dict[str, Table]:
    """Turn -> points of each side at its end; no table where points are not counted."""
    scores = [event for event in events if event.kind == "score"]
    found = {str(event.data[0]): dict(zip(SIDES, event.data[1:3], strict=True)) for event in scores}
    return {"points": found} if found else {}


def _by_brigade(g: State) -> Table:
    """Brigade -> points lost to depletion, points broken or eliminated; who belongs to none is not counted."""
    found: dict[str, dict[str, int]] = {}
    for id, unit in g.units.items():
        counter = g.setting.counters[id]
        if not counter.brigade:
            continue
        name = brigade_name(g, g.seat(id), counter.brigade)
        row = found.setdefault(name, {DEPLETED: 0, GONE: 0})
        if unit.at == ELIMINATED or unit.at in BOX_OF:
            row[GONE] += counter.sp[0]
        elif unit.worn:
            row[DEPLETED] += counter.sp[0] - counter.sp[1]
    return {name: {column: n // POINT for column, n in row.items()} for name, row in found.items()}


def strength_lost(g: State) -> Table:
    """Side -> points lost to depletion by units still in play, points of units on the Broken Track or eliminated.

    A unit counts with its Fresh strength. One that has come back from the Broken Track counts only by the side that
    shows, and one that left the map in another way counts as it left.
    """
    found: Table = {seat: {DEPLETED: 0, GONE: 0, UNITS: 0} for seat in SIDES}
    for id, unit in g.units.items():
        counter, row = g.setting.counters[id], found[g.seat(id)]
        if unit.at == ELIMINATED or unit.at in BOX_OF:
            row[GONE] += counter.sp[0]
            row[UNITS] += 1
        elif unit.worn:
            row[DEPLETED] += counter.sp[0] - counter.sp[1]
    for row in found.values():
        row[DEPLETED] //= POINT
        row[GONE] //= POINT
    return found


# -- for programs that learn ------------------------------------------------------------------------------------------

LEAD = Lead[State](lambda g, id: modified_sp(g, id) / SP, (WAITING,))
"""Who is ahead, in strength points."""


def facts(g: State, seat: str) -> Facts:
    """The cup by backs, the own hand by name, the other's by backs; who has acted, and the hexes that count."""
    side = SIDE_INDEX[seat]
    here = outcome_now(g)
    numbers = {"points": float(here.points if here else 0), "surprise attack allowed": float(g.surprise > 0)}
    for whose, i in (("own", side), ("enemy", 1 - side)):
        numbers[f"{whose} backs in the cup"] = float(g.blind[i] + len(g.keys[i]))
        numbers[f"{whose} chits in the hand"] = float(len(g.hands[i]))
        numbers[f"{whose} chits played this turn"] = float(len(g.spent[i]))
    for name in sorted({*g.setting.pool(0), *g.setting.pool(1)}):
        numbers[f"in the own hand: {name}"] = float(sum(held.chit == name for held in g.hands[side]))
        numbers[f"own, in the cup: {name}"] = float(g.keys[side].count(name))
    return Facts(numbers, _units(g), dict(zip(g.setting.victory_hexes, g.control, strict=True)))


def _units(g: State) -> dict[str, dict[str, float]]:
    counters, units = g.setting.counters, g.units
    brigades = {id: f"{SIDES[counters[id].side]}/{counters[id].brigade}" for id in units}
    activated, drawable = set(g.activated), set(g.cup)
    return {
        "strength": {id: counters[id].sp[unit.worn] / SP for id, unit in units.items()},
        "cohesion rating": {id: float(counters[id].cr[unit.worn]) for id, unit in units.items()},
        "activated this turn": _those(id for id in units if brigades[id] in activated),
        "its chit is in the cup": _those(
            id for id in units if counters[id].brigade in drawable or counters[id].division in drawable
        ),
        "under Battlefield Chaos": _those(g.chaos),
        "charging": _those(g.charging),
        "acted in the Artillery Phase": _those(g.acted),
    }


def _those(ids: Iterable[str]) -> dict[str, float]:
    return dict.fromkeys(ids, 1.0)
