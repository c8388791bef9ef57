"""Plans for retreats: each hex in which one can end, the safest first (JV 6.12, 6.14, 7.7)."""

from __future__ import annotations

from collections.abc import Sequence

from vedette.engine.plan import RETREAT, plan
from vedette.engine.procedure import Ask
from vedette.engine.shapes import Plan
from vedette.engine.words import counted
from vedette.rules.valley_campaign.assist.gestures.fighting import way_back
from vedette.rules.valley_campaign.assist.gestures.reaching import numbers_of, room_words
from vedette.rules.valley_campaign.chapters.deeds import place
from vedette.rules.valley_campaign.chapters.retreat import FallBack, Retreat, ways_back
from vedette.rules.valley_campaign.chapters.zones import in_enemy_zone, room
from vedette.rules.valley_campaign.state import State


def retreat_planner(g: State, seat: str, at: int, units: tuple[str, ...]) -> list[Plan]:
    """Every retreat at the open question, or those that end in one hex."""
    top, ask = g.stack[-1][0], g.ask
    if not isinstance(ask, Ask) or ask.kind != "retreat":
        return []
    rows: list[tuple[str, tuple[int, ...]]] = []
    if isinstance(top, Retreat):
        rows = [(top.unit, (g.at(top.unit), *way)) for end in _ends(g, top) if (way := way_back(g, top, end))]
    elif isinstance(top, FallBack):
        rows = [(id, (g.at(id), hex)) for id, hex in ((c.unit, c.hex) for c in ask.options if c.kind == "retreat")]
    wanted = [(id, way) for id, way in rows if at in (-1, way[-1]) and (not units or id in units)]
    return _plans(g, sorted(wanted, key=lambda row: _price(g, *row)))


def _ends(g: State, frame: Retreat) -> list[int]:
    """Where a unit can be after all its hexes."""
    field = g.fork()
    here = {g.at(frame.unit)}
    for _ in range(frame.hexes):
        reached: dict[int, None] = {}
        for hex in sorted(here):
            place(field, frame.unit, hex, "JV-7.7-4", "retreated")
            reached |= dict.fromkeys(ways_back(field, frame.unit, frame.barred, frame.away_from))
        here = set(reached)
    return sorted(here)


def _price(g: State, id: str, way: Sequence[int]) -> tuple[int, int, int]:
    """What a way costs: steps in enemy zones, friends who must make room; then how close the enemy is."""
    side, grid = g.side(id), g.setting.grid
    enemies = g.hexes_of_side(1 - side)
    near = min((grid.distance(way[-1], h) for h in enemies), default=0)
    return sum(in_enemy_zone(g, h, side) for h in way[1:]), sum(not room(g, id, h) for h in way[1:]), -near


def _plans(g: State, rows: Sequence[tuple[str, tuple[int, ...]]]) -> list[Plan]:
    found = []
    alike = len({_price(g, *row) for row in rows}) == 1
    for n, (id, way) in enumerate(rows):
        zones, full, _ = _price(g, id, way)
        end = g.hex_name(way[-1])
        parts = [f"{counted(zones, 'step', 'steps')} lost in enemy zones of control"] if zones else []
        parts += ["friends make room"] if full else []
        names = [g.hex_name(h) for h in way]
        found.append(plan(
            RETREAT, f"{id} to {end}", f"retreat {id} to {end}", at=end, units=(id,),
            headline="; ".join(parts) or "no loss", best=n == 0, warning="; ".join(parts) or None,
            ghosts={id: end}, path=names, cite="JV-6.14-3" if zones else "JV-6.12-1", draws=[],
            numbers={id: list(numbers_of(g, id))}, equal=alike, room={end: room_words(g, way[-1], (id,))},
            label=f"-{zones}" if zones else "",
        ))  # fmt: skip
    return found
