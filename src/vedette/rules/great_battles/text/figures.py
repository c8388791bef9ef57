"""What a balance report counts in a game: points lost and how, fires, melees, routs, leaders, army morale.

And what programs that learn may know of it, and who is ahead.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vedette.engine.events import Event
from vedette.engine.rulebook import Facts
from vedette.rules.common.ai import Lead
from vedette.rules.common.text.sections import Table, by_cause, by_kind, by_turn
from vedette.rules.great_battles.chapters.victory import outcome_now
from vedette.rules.great_battles.setting import SIDES
from vedette.rules.great_battles.state import UNPLACED, WAITING, State

BY_SMALL_ARMS, BY_GUNS, BY_MELEE, ELSE = "by small arms", "by artillery", "in melee", "otherwise"
FIRES = ("fired", "withdrawal-fired", "retreat-fired")
"""Kinds of event in which somebody fires."""
CAUSES = (BY_SMALL_ARMS, BY_GUNS, BY_MELEE, ELSE)
FATES = {
    "retreated": "fell back",
    "pinned": "pinned",
    "depleted": "out of ammunition",
    "crew-lost": "lost crew",
    "lost": "lost points",
    "routed": "routed",
    "leader-lost": "lost",
    "eliminated": "gone",
}
"""Kind of event -> what happened to the unit, the lightest first."""


def figures(g: State, events: Sequence[Event]) -> dict[str, Table]:
    """The tables of one whole game from all its events."""
    return {
        "points lost": points_lost(g, events),
        "points lost by brigade": points_lost(g, events, by_brigade=True),
        "guns lost": _guns(g, events),
        "units lost": by_kind(events, {"eliminated": "eliminated", "routed": "routs", "rallied": "rallied"}),
        "fires": fires(g, events),
        "melees": melees(events),
        "states": by_kind(events, {"pinned": "pinned", "depleted": "out of ammunition", "retreated": "hexes back"}),
        "leaders": by_kind(events, {"leader-lost": "lost"}),
        "brigades": by_kind(events, {"ineffective": "ineffective", "demoralized": "demoralized"}),
        "army morale": _morale(g, events),
        "exits": by_kind(events, {"exited": "left the map"}),
    }


def points_lost(g: State, events: Sequence[Event], by_brigade: bool = False) -> Table:
    """Side, or brigade -> points of men lost, by cause."""
    found: Table = {} if by_brigade else {seat: dict.fromkeys(CAUSES, 0) for seat in SIDES}
    for cause, e in with_cause(g, events):
        if e.kind == "lost" and g.counter(e.units[0]).small_arms:
            row = group_of(g, e.units[0]) if by_brigade else e.seat
            found.setdefault(row, dict.fromkeys(CAUSES, 0))[cause] += e.data[0]
    return found


def _guns(g: State, events: Sequence[Event]) -> Table:
    """Side -> guns destroyed and captured, crew steps lost."""
    found: Table = {seat: {"destroyed": 0, "captured": 0, "crew steps": 0} for seat in SIDES}
    for e in events:
        if e.seat not in found or not e.units:
            continue
        if e.kind == "crew-lost":
            found[e.seat]["crew steps"] += e.data[0]
        elif e.kind == "lost" and g.counter(e.units[0]).gun:
            found[e.seat]["captured" if "captured" in e.data else "destroyed"] += e.data[0]
    return found


def fires(g: State, events: Sequence[Event]) -> Table:
    """Firing side -> how often it fires, by small arms and by guns."""
    found: Table = {seat: {"small arms": 0, "artillery": 0} for seat in SIDES}
    for cause, e in with_cause(g, events):
        if e.kind in FIRES and e.seat in found:
            found[e.seat]["artillery" if cause == BY_GUNS else "small arms"] += 1
    return found


def melees(events: Sequence[Event]) -> Table:
    """Attacking side -> how many melees, and whom they hurt."""
    found: Table = {seat: {"fought": 0, "hurt the defender": 0, "hurt the attacker": 0} for seat in SIDES}
    for e in events:
        if e.kind == "melee" and e.seat in found:
            attacker, _, defender = str(e.data[0]).partition(" / ")
            found[e.seat]["fought"] += 1
            found[e.seat]["hurt the defender"] += any(c in defender for c in "KCR")
            found[e.seat]["hurt the attacker"] += any(c in attacker for c in "KCR")
    return found


def _morale(g: State, events: Sequence[Event]) -> Table:
    """Turn -> Union army morale at its end."""
    found: Table = {}
    now = g.setting.numbers["morale-start"]
    for _, turn, e in by_turn(events, g.setting.first_turn):
        if e.kind == "morale":
            now = e.data[1]
        found[str(turn)] = {"union": now}
    return found


def with_cause(g: State, events: Sequence[Event]) -> Iterator[tuple[str, Event]]:
    """Every event with its cause: small arms, guns, melee, or something else."""

    def cause(event: Event) -> str | None:
        if event.kind in FIRES:
            guns = any(g.counter(id).gun for id in event.units if id in g.setting.counters)
            return BY_GUNS if guns else BY_SMALL_ARMS
        return BY_MELEE if event.kind == "melee" else None

    return by_cause(events, cause, ELSE)


def group_of(g: State, id: str) -> str:
    """What a unit is counted under: its brigade, else its name."""
    return g.counter(id).brigade or id


# -- for programs that learn ------------------------------------------------------------------------------------------

LEAD = Lead[State](State.strength, (WAITING, UNPLACED))
"""Who is ahead, in strength points."""


def facts(g: State, seat: str) -> Facts:
    """Score, army morale, what each unit has done in this player turn, and whose the hills are."""
    numbers = {"points": float(outcome_now(g).points), "army morale": float(g.morale)}
    units = {
        "moved in this player turn": dict.fromkeys(g.moved, 1.0),
        "movement points spent": {id: quarters / 4 for id, quarters in g.spent},
        "within command": dict.fromkeys(g.commanded, 1.0),
        "fired in this phase": dict.fromkeys((id for id, _, _ in g.fired), 1.0),
        "fired upon in this phase": dict.fromkeys((id for id, _ in g.hit), 1.0),
        "was in a melee of this player turn": dict.fromkeys(g.struck, 1.0),
        "charging": dict.fromkeys((id for id, _ in g.charges), 1.0),
    }
    grid = g.setting.grid
    hills = [grid.index(hex) for hill in g.setting.victory.get("hills", ()) for hex in hill["hexes"]]
    return Facts(numbers, units, {hex: g.holder(hex) for hex in hills})
