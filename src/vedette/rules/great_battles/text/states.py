"""What a unit is now, in the words of the interface: formation, states, marks on its counter, what applies to it."""

from __future__ import annotations

from vedette.engine.words import counted
from vedette.rules.great_battles.chapters.leaders import ratings
from vedette.rules.great_battles.chapters.melee_results import may_leave
from vedette.rules.great_battles.charts import POINT
from vedette.rules.great_battles.setting import DIRECTIONS
from vedette.rules.great_battles.state import State

FORMATIONS = {
    "infantry": ("line", "column"),
    "artillery": ("unlimbered", "limbered"),
    "cavalry": ("dismounted", "mounted"),
}
"""Arm -> its formations: to fight on foot or with its guns, and to march (SW 6.0)."""
ALLOWANCES = {
    "line": "foot", "column": "foot", "dismounted": "foot", "limbered": "limbered", "unlimbered": "limbered",
    "mounted": "mounted",
}  # fmt: skip
"""Formation -> which of the book's allowances it moves by."""
WORDS = {
    "routed": "routed: no fire, no attack, one hex a turn (SW 14.3)",
    "pinned": "pinned: no move, no offensive fire until its final command phase (SW 10.8)",
    "engaged": "engaged in a melee that goes on (SW 13.84)",
    "depleted": "out of ammunition: no fire, +1 on rout checks (SW 12.2)",
    "reserve": "in reserve: no move, no fire, half strength in defence (SW 8.7)",
    "half-crew": "half its crew is lost: it fires with half its guns (SW 18.83)",
    "no-crew": "its crew is gone: the guns do not fire (SW 18.84)",
    "abandoned": "its crew has left the guns (GB-20.22)",
    "no-rounds": "no rounds left: it does not fire (SW 12.3)",
    "column": "in column: no front, no zone of control, no attack (SW 6.11)",
    "limbered": "limbered: it moves, and does not fire (SW 6.13)",
    "charging": "has declared a charge (SW 18.2)",
    "captured": "captured: it serves the other side (SW 12.16)",
}
"""Mark -> a few more words."""


def formation_of(g: State, id: str) -> str:
    """The formation of a unit; empty for leaders and the wagon."""
    names = FORMATIONS.get(g.counter(id).arm)
    return names[g.units[id].column] if names else ""


def facing_of(g: State, id: str) -> str | None:
    """The direction of a unit's front as the map names it; None without a front (SW 7.0)."""
    facing = g.units[id].facing
    return DIRECTIONS[facing] if g.at(id) >= 0 and facing >= 0 and not g.units[id].engaged else None


def heading_of(g: State, id: str) -> int | None:
    """The same in degrees, clockwise from the top of the board."""
    facing = facing_of(g, id)
    return None if facing is None else 360 // len(DIRECTIONS) * DIRECTIONS.index(facing)


def points_words(quarters: int) -> str:
    """Quarters of a movement point in words: "1", "½", "2¾"."""
    whole, rest = divmod(quarters, POINT)
    part = {1: "¼", 2: "½", 3: "¾"}.get(rest, "")
    return f"{whole if whole or not part else ''}{part}"


def states_of(g: State, id: str) -> list[str]:
    """The states of a unit: first its formation, then what has befallen it."""
    unit, c = g.units[id], g.counter(id)
    formation = formation_of(g, id)
    found = [formation] if formation else ["replacement" if c.leader and unit.taken else "whole"]
    return found + [mark for mark in _befallen(g, id) if mark not in found]


def _befallen(g: State, id: str) -> list[str]:
    """The markers that lie on a unit, the weightiest first."""
    unit, c = g.units[id], g.counter(id)
    found = [mark for mark in ("routed", "engaged", "pinned", "reserve", "depleted") if getattr(unit, mark)]
    if c.gun and unit.abandoned:
        found.append("abandoned")
    elif c.gun and unit.crew < c.crew:
        found.append("half-crew" if unit.crew else "no-crew")
    if c.gun and not unit.rounds:
        found.append("no-rounds")
    if c.wagon and unit.taken:
        found.append("captured")
    return found


def marks_of(g: State, id: str) -> list[str]:
    """The marks of a counter: markers, then the formation if the counter does not show it."""
    found = _befallen(g, id)
    if any(unit == id for unit, _ in g.charges):
        found.append("charging")
    formation = formation_of(g, id)
    return found + ([formation] if formation in ("column", "limbered") and not g.units[id].reserve else [])


def notes_of(g: State, id: str, marks: list[str]) -> list[str]:
    """What applies to a unit now, in words."""
    unit, c = g.units[id], g.counter(id)
    found = [WORDS[mark] for mark in marks if mark in WORDS]
    formation = formation_of(g, id)
    if formation and formation not in marks:
        found.append(formation if unit.facing < 0 else f"{formation}, faces {DIRECTIONS[unit.facing]}")
    if c.leader:
        radius, rally = ratings(g, id)
        found.append(
            f"leads as far as {counted(radius, 'hex', 'hexes')}, rallies {rally}"
            + (", a replacement" if unit.taken else "")
        )
    if c.gun:
        found.append(f"{unit.rounds} round{'' if unit.rounds == 1 else 's'} left, crew {unit.crew} of {c.crew}")
    if unit.engaged and not may_leave(g, id):
        found.append("it must fight on in its own melee phase, unlimbered guns cannot leave a melee (SW 13.84)")
    elif unit.engaged and not c.leader:
        found.append("in its own melee phase it fights on, or falls back two hexes (SW 13.84)")
    if id in g.moved:
        found.append("has moved in this player turn")
    shot = [(hex, points) for who, hex, points in g.fired if who == id]
    found += [f"has fired at {g.hex_name(hex)}" for hex, _ in shot]
    if c.small_arms and c.brigade in g.ineffective:
        found.append("its brigade is ineffective: no new melee, others rout with it (SW 20.2)")
    return found


def allowance_of(g: State, id: str) -> int:
    """The movement points of a unit as it stands (SW 2.4)."""
    c = g.counter(id)
    if c.leader or c.wagon:
        return g.setting.numbers["allowance-leader" if c.leader else "allowance-wagon"]
    name = ALLOWANCES[formation_of(g, id)]
    if c.horse and name == "limbered":
        name = "mounted"
    return g.setting.numbers[f"allowance-{name}"]
