"""What a seat may know: everything, since nothing is hidden in this book. Built up from nothing (design 8)."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from vedette.engine.shapes import Item, Section
from vedette.engine.words import counted
from vedette.rules.common.text.sections import by_hex, item, owned
from vedette.rules.common.text.summary import step_row, view_head
from vedette.rules.valley_campaign.chapters import victory
from vedette.rules.valley_campaign.chapters.bridges import bridge_name
from vedette.rules.valley_campaign.chapters.movement import allowance, burns_of, can_move, exit_bar
from vedette.rules.valley_campaign.chapters.reinforcements import entries, entry_cost
from vedette.rules.valley_campaign.chapters.zones import LIMIT, in_enemy_zone, stacked
from vedette.rules.valley_campaign.setting import SIDES
from vedette.rules.valley_campaign.state import CUP, ELIMINATED, EXITED, PLACES, UNPLACED, WAITING, State
from vedette.rules.valley_campaign.text.score import exit_words, points_of, score_section, score_words

BOOK = "Shenandoah Valley Campaign"
"""The title under which the cases of the book are listed."""
SYMBOLS = {"infantry": "cross", "cavalry": "horse", "artillery": "dot", "leader": "star"}
COMBAT, MOVEMENT = "combat", "movement"


def states_of(g: State, id: str) -> list[str]:
    """The states of a unit in the words of the interface (design 5), the side that shows first."""
    unit = g.units[id]
    found = ["reduced" if unit.reduced else "fresh"]
    if g.counter(id).steps == 1:
        found.append("one-step")
    if unit.demoralized:
        found.append("demoralized")
    return found


def marks_of(g: State, id: str) -> list[str]:
    """The marks of a counter: what it may no longer do in this phase, and the marker that lies on it."""
    found = ["demoralized"] if g.units[id].demoralized else []
    if g.phase == MOVEMENT:
        return found + (["moved"] if id in g.moved else [])
    if g.phase == COMBAT:
        lists = {"fought": g.fought, "attacked": g.attacked, "retreated": g.retreated, "displaced": g.displaced}
        found += [mark for mark, ids in lists.items() if id in ids]
    return found


STEPS = {"movement": "movement", "combat": "combat", "recovery": "recovery"}
"""The phases of a player turn."""
NOTES = {
    "moved": "moved in this phase",
    "fought": "fought in this phase: neither attacks nor bombards again",
    "attacked": "attacked in this phase: nobody attacks it again",
    "retreated": "retreated in this phase: nobody attacks it again",
    "displaced": "displaced in this phase",
}
"""Marks in a few more words."""


def notes_of(g: State, id: str, marks: list[str]) -> list[str]:
    """What applies to a unit now, in words."""
    found = [NOTES[mark] for mark in marks if mark in NOTES and mark != "displaced"]
    unit, c = g.units[id], g.counter(id)
    if "displaced" in marks:
        found.append(NOTES["displaced"] + (" before it fired: it does not bombard" if c.gun else ""))
    if unit.demoralized:
        phases = "next own recovery" if unit.demoralized == 1 else "own recovery after next"
        found.append(f"demoralized until its {phases}: neither moves nor attacks")
    found += [
        f"repairs the bridge {bridge_name(g, r.bridge)}, ready in turn {r.ready}" for r in g.repairs if r.unit == id
    ]
    return found


def counter_view(g: State, id: str) -> dict[str, Any]:
    """A counter that describes itself, so that a client draws any family (design 1)."""
    c, unit = g.counter(id), g.units[id]
    on_map = unit.at >= 0
    marks = marks_of(g, id) if on_map else []
    first = f"({c.shift})" if c.leader else str(g.strength(id))
    numbers = [first, str(c.movement)]
    name = c.brigade or c.arm
    return {
        "id": id,
        "name": c.name,
        "side": SIDES[c.side],
        "top": c.command or name[:1].upper() + name[1:],
        "brigade": c.brigade or None,
        "division": c.division or None,
        "command": c.command or None,
        "arm": c.arm,
        "symbol": SYMBOLS[c.arm],
        "numbers": numbers,
        "now": numbers,
        "pale": unit.reduced,
        "marks": marks,
        "states": states_of(g, id),
        "notes": notes_of(g, id, marks) if on_map else [],
        "facing": None,
        "steps": g.steps(id),
        "hex": g.hex_name(unit.at) if on_map else None,
        "place": None if on_map else PLACES[unit.at],
        "where": None if on_map else where_words(g, id),
    }


def where_words(g: State, id: str) -> str:
    """What has become of a unit off the map."""
    due = next((a for a in g.waiting if a.unit == id), None) if g.at(id) == WAITING else None
    return f"turn {due.turn} at {g.hex_name(due.hex)}" if due else PLACES[g.at(id)]


def view(g: State, seat: str) -> dict[str, Any]:
    """The view of a seat; all seats have the same one."""
    here = victory.outcome_now(g)
    return {
        **view_head(g, seat, BOOK, ""),
        **step_row(STEPS, g.phase),
        "points": here.points,
        "score": score_words(g),
        "tally": score_section(g),
        "standing": {"level": here.level, "winner": here.winner},
        "control": _control(g),
        "seats": list(SIDES),
        "units": [counter_view(g, id) for id, unit in g.units.items() if unit.at != CUP],
        "stacks": _stacks(g),
        "movement": _movement(g),
        "arrivals": [{"turn": a.turn, "unit": a.unit, "hex": g.hex_name(a.hex)} for a in g.waiting],
        "bridges": _bridges(g),
        "sides": _sides(g),
        "cup": {side: _cup(g, i) for i, side in enumerate(SIDES)},
        "fallen": list(g.fallen),
        "exits": list(g.exits),
        "lists": lists(g),
    }


def _control(g: State) -> dict[str, str | None]:
    """The hexes that victory depends on, with the side that was last in each."""
    hexes = g.setting.victory.get("hexes", ())
    return {hex: SIDES[side] if side >= 0 else None for hex, side in zip(hexes, g.holders, strict=True)}


def _stacks(g: State) -> dict[str, str]:
    """Hexes where several units stand: combat units against the limit, "2 of 2"."""
    return {
        g.hex_name(hex): f"{len(stacked(g, hex))} of {LIMIT}" for hex, ids in sorted(g.stacks.items()) if len(ids) > 1
    }


def _movement(g: State) -> dict[str, Any] | None:
    """Who has moved in the current movement phase, and who still may; None in any other phase."""
    if g.phase != MOVEMENT or g.over or g.player < 0:
        return None
    mine = list(g.on_map(g.player))
    ready = [id for id in mine if can_move(g, id)]
    out = [id for id in ready if exit_bar(g, id, allowance(g, id), True) is None]
    return {
        "side": SIDES[g.player],
        "title": f"{SIDES[g.player].capitalize()}, turn {g.turn}",
        "moved": [id for id in mine if id in g.moved],
        "waiting": ready,
        "leaving": {id: exit_words(g, id) for id in out},
        "deeds": {id: words for id in ready if (words := _burns(g, id))},
        "entering": _entering(g),
    }


def _burns(g: State, id: str) -> list[str]:
    """The bridges that a unit could burn from where it stands, as the ends of gestures."""
    return [f"burn {bridge_name(g, bridge)}" for bridge in burns_of(g, id, allowance(g, id))]


def _entering(g: State) -> list[dict[str, Any]]:
    """Reinforcements that may enter now, by entry hex: who comes at what cost, in a good order."""
    rows: list[dict[str, Any]] = []
    by_hex: dict[int, list[str]] = {}
    for id, hex in entries(g, g.player):
        by_hex.setdefault(hex, []).append(id)
    for hex, ids in by_hex.items():
        first = entry_cost(g, ids[0], hex)
        order = sorted(ids, key=lambda id: g.counter(id).movement)
        costs = {id: f"{first + n} of {g.counter(id).movement} MP" for n, id in enumerate(order)}
        rows.append({"hex": g.hex_name(hex), "units": order, "costs": costs})
    return rows


def _bridges(g: State) -> list[dict[str, Any]]:
    """Every bridge: standing, burned, or under repair, by whom and until when."""
    repairs = {r.bridge: r for r in g.repairs}
    rows = []
    for pair in g.setting.bridges:
        work = repairs.get(pair)
        state = "repaired" if work else "burned" if pair in g.burned else "standing"
        rows.append({
            "between": [g.hex_name(pair[0]), g.hex_name(pair[1])], "state": state,
            "unit": work.unit if work else None, "ready": work.ready if work else None,
        })  # fmt: skip
    return rows


def _sides(g: State) -> list[dict[str, Any]]:
    """What changes on hexsides, for a client to mark there: burned bridges."""
    return [
        {
            "between": row["between"],
            "mark": "burned",
            "text": str(row["ready"]) if row["ready"] is not None else "",
            "words": "the bridge is burned" + (f", ready in turn {row['ready']}" if row["ready"] is not None else ""),
        }
        for row in _bridges(g)
        if row["state"] != "standing"
    ]


def _cup(g: State, side: int) -> dict[str, int]:
    """The leaders left in a side's draw cup, counted by the columns that they are worth."""
    found: dict[str, int] = {}
    for id in g.armies[side]:
        if g.at(id) == CUP:
            rating = str(g.counter(id).shift)
            found[rating] = found.get(rating, 0) + 1
    return dict(sorted(found.items()))


# -- lists beside the map --------------------------------------------------------------------------------------------


def lists(g: State) -> list[Section]:
    """Every list that has something in it: title and items, with the side that it belongs to."""
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
            owned("Draw cup", seat, _cup_row(g, side), len(_in_cup(g, side))),
        ]
    sections.append(owned("Bridges", None, _burned(g)))
    return [row for row in sections if row["items"]]


def not_moved(g: State, side: int) -> list[str]:
    """The units of a side that may still move in its movement phase."""
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
    """Who comes when and where, one line for each turn and entry hex; whoever is overdue comes first."""
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


def _cup_row(g: State, side: int) -> list[Item]:
    """The leaders left in the draw cup, counted by the columns that they are worth."""
    left = _in_cup(g, side)
    if not left:
        return []
    parts = [f"{left.count(n)} of {counted(n, 'column', 'columns')}" for n in sorted(set(left), reverse=True)]
    return [item(f"{counted(len(left), 'leader', 'leaders')}: {', '.join(parts)}")]


def _burned(g: State) -> list[Item]:
    """Burned bridges, and who is repairing them."""
    work = {r.bridge: r for r in g.repairs}
    rows = []
    for bridge in g.burned:
        repair = work.get(bridge)
        more = f", {repair.unit} repairs it, ready in turn {repair.ready}" if repair else ""
        units = (repair.unit,) if repair else ()
        rows.append(item(f"{bridge_name(g, bridge)} burned{more}", "none", g.hex_name(bridge[0]), units))
    return rows
