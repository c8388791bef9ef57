"""What a balance report counts in a game: steps lost and how, attacks, bombardments, leaders, retreats, exits.

And what programs that learn may know of it, and who is ahead.
"""

from __future__ import annotations

from collections.abc import Sequence

from vedette.engine.events import Event
from vedette.engine.rulebook import Facts
from vedette.rules.common.ai import Lead
from vedette.rules.common.text.sections import Table, by_cause, by_kind, by_turn
from vedette.rules.valley_campaign.chapters.victory import outcome_now
from vedette.rules.valley_campaign.setting import SIDES
from vedette.rules.valley_campaign.state import CUP, UNPLACED, WAITING, State
from vedette.rules.valley_campaign.text.score import points_of

BY_ATTACK, BY_BOMBARDMENT, ELSE = "by attack", "by bombardment", "otherwise"
CAUSES = {"attacked": BY_ATTACK, "bombarded": BY_BOMBARDMENT}
LOSSES = {"step-lost": "reduced", "eliminated": "eliminated", "leader-lost": "lost", "demoralized": "demoralized",
          "retreated": "fell back"}  # fmt: skip
"""Kind of event -> what happened to the unit, in a word or two."""


def figures(g: State, events: Sequence[Event]) -> dict[str, Table]:
    """The tables of one whole game from all its events."""
    found = {
        "steps lost": _steps(g, events),
        "steps lost by brigade": _steps(g, events, by_brigade=True),
        "units lost": _units(g, events),
        "attacks": attacks(events),
        "bombardments": bombardments(events),
        "leaders": _leaders(g, events),
        "retreats": _retreats(events),
    }
    if "points" in g.setting.victory:
        found["exit points"] = _exits(g, events)
    if "hexes" in g.setting.victory:
        found["hexes held"] = _held(g, events)
    return found


def _steps(g: State, events: Sequence[Event], by_brigade: bool = False) -> Table:
    """Side, or brigade, or who belongs to none -> steps lost, by cause; who is eliminated loses all that was left."""
    none = dict.fromkeys((*CAUSES.values(), ELSE), 0)
    found: Table = {} if by_brigade else {seat: dict(none) for seat in SIDES}
    reduced = _first_reduced(g)
    for cause, e in by_cause(events, lambda e: CAUSES.get(e.kind), ELSE):
        if e.kind not in ("step-lost", "eliminated") or g.counter(e.units[0]).leader:
            continue
        id = e.units[0]
        row = found.setdefault(group_of(g, id) if by_brigade else e.seat, dict(none))
        row[cause] += 1 if e.kind == "step-lost" else g.counter(id).steps - (id in reduced)
        reduced.add(id)
    return found


def _first_reduced(g: State) -> set[str]:
    """The units that begin the scenario reduced."""
    rows = [row for name in ("setup", "reinforcement") for row in g.setting.scenario.get(name, ())]
    return {row["unit"] for row in rows if row.get("face") == "reduced"}


def _units(g: State, events: Sequence[Event]) -> Table:
    """Side -> units reduced, eliminated, demoralized; leaders have a table of their own."""
    columns = {"step-lost": "reduced", "eliminated": "eliminated", "demoralized": "demoralized"}
    troops = [e for e in events if e.units and e.kind in columns and not g.counter(e.units[0]).leader]
    return by_kind(troops, columns)


def attacks(events: Sequence[Event]) -> Table:
    """Attacking side -> how many attacks, and whom they hurt."""
    found: Table = {seat: dict.fromkeys(("made", "told on the defender", "told on the attacker"), 0) for seat in SIDES}
    for e in events:
        if e.kind == "attacked" and e.seat in found:
            code = str(e.data[0])
            found[e.seat]["made"] += 1
            found[e.seat]["told on the defender"] += code.startswith(("D", "B"))
            found[e.seat]["told on the attacker"] += code.startswith(("A", "B"))
    return found


def bombardments(events: Sequence[Event]) -> Table:
    """Bombarding side -> how many bombardments, and how many hit."""
    found: Table = {seat: {"made": 0, "hits": 0} for seat in SIDES}
    for e in events:
        if e.kind == "bombarded" and e.seat in found:
            found[e.seat]["made"] += 1
            found[e.seat]["hits"] += bool(e.data[0])
    return found


def _leaders(g: State, events: Sequence[Event]) -> Table:
    """Side -> leaders lost by whatever rule, and subordinates who took over or rose from the ranks."""
    found = by_kind(events, {"leader-lost": "lost", "leader-drawn": "drawn", "not-replaced": "not replaced"})
    for e in events:
        if e.kind == "eliminated" and g.counter(e.units[0]).leader:
            found[e.seat]["lost"] += 1
    return found


def _retreats(events: Sequence[Event]) -> Table:
    """Side -> hexes that its units fell back, units displaced, advances after combat."""
    return by_kind(events, {"retreated": "hexes back", "displaced": "displaced", "advanced": "advances"})


def _exits(g: State, events: Sequence[Event]) -> Table:
    """Turn -> exit points of each side so far."""
    found: Table = {}
    total = dict.fromkeys(SIDES, 0)
    for _, turn, e in by_turn(events, g.setting.first_turn):
        if e.kind == "exited":
            total[e.seat] += sum(points_of(g, id) for id in e.units)
        if e.kind in ("turn", "exited"):
            found[str(turn)] = dict(total)
    return found


def _held(g: State, events: Sequence[Event]) -> Table:
    """Turn -> victory hexes in which each side was last."""
    wanted = g.setting.victory["hexes"]
    rows = [row for row in g.setting.scenario.get("setup", ()) if row.get("hex") in wanted]
    holder = {g.setting.grid.index(row["hex"]): g.side(row["unit"]) for row in rows}
    found: Table = {}
    for _, turn, e in by_turn(events, g.setting.first_turn):
        if e.kind == "control":
            holder[e.hex] = e.data[0]
        if e.kind in ("turn", "control"):
            found[str(turn)] = {seat: sum(h == i for h in holder.values()) for i, seat in enumerate(SIDES)}
    return found


def group_of(g: State, id: str) -> str:
    """What a unit is counted under: its brigade, else its arm."""
    c = g.counter(id)
    name = c.brigade or c.arm
    return name[:1].upper() + name[1:]


# -- for programs that learn ------------------------------------------------------------------------------------------

LEAD = Lead[State](State.strength, (WAITING, UNPLACED, CUP))
"""Who is ahead, in strength points."""


def facts(g: State, seat: str) -> Facts:
    """Score, bridges, what each unit has done in this phase, and whose the hexes are that victory asks for."""
    numbers = {
        "points": float(outcome_now(g).points),
        "units that left the map": float(len(g.exits)),
        "bridges burned": float(len(g.burned)),
        "leaders fallen": float(len(g.fallen)),
    }
    units = {
        "strength": {id: float(g.strength(id)) for id in g.units},
        "moved in this phase": dict.fromkeys(g.moved, 1.0),
        "attacked in this phase": dict.fromkeys(g.fought, 1.0),
        "was attacked in this phase": dict.fromkeys(g.attacked, 1.0),
        "fell back in this phase": dict.fromkeys(g.retreated, 1.0),
    }
    grid = g.setting.grid
    asked = [grid.index(hex) for hex in g.setting.victory.get("hexes", ())]
    return Facts(numbers, units, dict(zip(asked, g.holders, strict=True)))
