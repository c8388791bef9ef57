"""Lists beside the map: who is to come, in enemy zones, demoralized, not moved; bridges, draw cups, the dead pile."""

from __future__ import annotations

from itertools import groupby

from vedette.engine.shapes import Item, Section
from vedette.engine.words import counted
from vedette.rules.common.text.sections import by_hex, item, owned
from vedette.rules.valley_campaign.chapters.zones import in_enemy_zone
from vedette.rules.valley_campaign.setting import SIDES
from vedette.rules.valley_campaign.state import CUP, ELIMINATED, EXITED, UNPLACED, State
from vedette.rules.valley_campaign.text.score import points_of


def lists(g: State) -> list[Section]:
    """Every list that has something to say: title and items, with the side whose it is."""
    sections = []
    for side, seat in enumerate(SIDES):
        sections += [
            owned("To be set up", seat, _off(g, side, UNPLACED)),
            owned("Not moved yet", seat, _not_moved(g, side)),
            owned("Demoralized", seat, _demoralized(g, side)),
            owned("In enemy zones", seat, _in_zones(g, side)),
            owned("To arrive", seat, arrivals(g, side)),
            owned("Left the map", seat, _exits(g, side)),
            owned("Dead pile", seat, _off(g, side, ELIMINATED)),
            owned("Draw cup", seat, _cup(g, side), len(_in_cup(g, side))),
        ]
    sections.append(owned("Bridges", None, _bridges(g)))
    return [row for row in sections if row["items"]]


def not_moved(g: State, side: int) -> list[str]:
    """The units of a side that may still make their move in its movement phase."""
    if g.phase != "movement" or g.player != side or g.over:
        return []
    return [id for id in g.on_map(side) if id not in g.moved and not g.units[id].demoralized]


def _not_moved(g: State, side: int) -> list[Item]:
    return by_hex(g, not_moved(g, side))


def _demoralized(g: State, side: int) -> list[Item]:
    return by_hex(g, (id for id in g.on_map(side) if g.units[id].demoralized))


def _in_zones(g: State, side: int) -> list[Item]:
    return by_hex(g, (id for id in g.on_map(side) if in_enemy_zone(g, g.at(id), side)))


def arrivals(g: State, side: int) -> list[Item]:
    """Who comes when and where, a line a turn and entry hex; who is overdue first."""
    mine = [a for a in g.waiting if g.side(a.unit) == side]
    rows = []
    for (turn, hex), group in groupby(sorted(mine, key=lambda a: (a.turn, a.hex)), key=lambda a: (a.turn, a.hex)):
        units = tuple(a.unit for a in group)
        name, hour = g.hex_name(hex), g.setting.hour(turn)
        when = f"turn {turn}" + (f", {hour}" if hour else "")
        blocked = g.holder(hex) == 1 - side or in_enemy_zone(g, hex, side)
        late = ", due now" if turn <= g.turn else ""
        words = f"{when} at {name}{late}{', blocked by the enemy' if blocked else ''}: {', '.join(units)}"
        rows.append(item(words, "warn" if blocked else "none", name, units))
    return rows


def _exits(g: State, side: int) -> list[Item]:
    rows = []
    for id in g.exits:
        if g.side(id) == side:
            rows.append(item(f"{id}: {counted(points_of(g, id), 'point', 'points')}", units=(id,)))
    return rows


def _off(g: State, side: int, place: int) -> list[Item]:
    return [item(id, units=(id,)) for id in g.armies[side] if g.at(id) == place and place != EXITED]


def _in_cup(g: State, side: int) -> list[int]:
    return [g.counter(id).shift for id in g.armies[side] if g.at(id) == CUP]


def _cup(g: State, side: int) -> list[Item]:
    """The leaders left in the draw cup, counted by the columns that they are worth."""
    left = _in_cup(g, side)
    if not left:
        return []
    parts = [f"{left.count(n)} of {counted(n, 'column', 'columns')}" for n in sorted(set(left), reverse=True)]
    return [item(f"{counted(len(left), 'leader', 'leaders')}: {', '.join(parts)}")]


def _bridges(g: State) -> list[Item]:
    """Burned bridges, and who is at work on one."""
    work = {r.bridge: r for r in g.repairs}
    rows = []
    for a, b in g.burned:
        repair = work.get((a, b))
        name = f"{g.hex_name(a)}-{g.hex_name(b)}"
        more = f", {repair.unit} repairs it, ready in turn {repair.ready}" if repair else ""
        rows.append(item(f"{name} burned{more}", "none", g.hex_name(a), (repair.unit,) if repair else ()))
    return rows
