"""What a seat may know: all of it, since nothing is hidden in this book. Built up from nothing (design 8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vedette.engine.run import asks
from vedette.engine.shapes import Item, Section
from vedette.engine.words import counted
from vedette.hexes import hexes_of
from vedette.rules.common.text.sections import by_hex, item, owned
from vedette.rules.common.text.summary import step_row, view_head
from vedette.rules.great_battles.chapters import victory
from vedette.rules.great_battles.chapters.command import may_act
from vedette.rules.great_battles.chapters.effectiveness import depletion, lost, rating
from vedette.rules.great_battles.chapters.formations import change_word, front
from vedette.rules.great_battles.chapters.leaders import ratings
from vedette.rules.great_battles.chapters.leaving import edge_cost, exit_bar
from vedette.rules.great_battles.chapters.movement import GO, can_act, free_acts, task
from vedette.rules.great_battles.chapters.moves import change_bar, left
from vedette.rules.great_battles.chapters.stacking import size
from vedette.rules.great_battles.setting import SIDES, UNION, Brigade
from vedette.rules.great_battles.state import CAPTURED, DESTROYED, ELIMINATED, PLACES, UNPLACED, VACANT, WAITING, State
from vedette.rules.great_battles.text.books import titles
from vedette.rules.great_battles.text.score import exit_words, score_section, score_words
from vedette.rules.great_battles.text.states import (
    allowance_of,
    facing_of,
    formation_of,
    heading_of,
    marks_of,
    notes_of,
    points_words,
    states_of,
)

SYMBOLS = {"infantry": "cross", "artillery": "dot", "leader": "star", "supply": "bar"}
MOVEMENT = "movement"
STEPS = {
    "command": "initial command",
    "movement": "movement",
    "defensive-fire": "defensive fire",
    "offensive-fire": "offensive fire",
    "retreat": "retreat",
    "melee": "melee",
    "final": "final command",
}
"""The phases of a player turn."""
WAGON = "Wagon"
"""What fits on a counter."""


def symbol_of(g: State, id: str) -> str:
    """The shape of a counter's symbol; cavalry on horseback or on foot."""
    arm = g.counter(id).arm
    if arm == "cavalry":
        return "horse" if g.units[id].column else "horse-off"
    return SYMBOLS[arm]


def numbers_of(g: State, id: str) -> tuple[list[str], list[str]]:
    """The numbers of a counter as printed and as they are: strength, weapon, morale; of a leader his ratings."""
    c, unit = g.counter(id), g.units[id]
    if c.leader:
        now = [str(n) for n in ratings(g, id)]
        return now, now
    rest = [word for word in (c.weapon, c.morale) if word]
    return [str(c.strength), *rest], [str(unit.strength), *rest]


def counter_view(g: State, id: str) -> dict[str, Any]:
    """A counter that describes itself, so that a client draws any family (design 1)."""
    c, unit = g.counter(id), g.units[id]
    on_map = unit.at >= 0
    marks = marks_of(g, id) if on_map else []
    printed, now = numbers_of(g, id)
    name = c.brigade or c.arm
    return {
        "id": id,
        "name": WAGON if c.wagon else c.name,
        "side": g.seat(id),
        "top": name[:1].upper() + name[1:],
        "brigade": c.brigade or None,
        "division": None,
        "arm": c.arm,
        "symbol": symbol_of(g, id),
        "numbers": printed,
        "now": now,
        "pale": c.leader and unit.taken,
        "marks": marks,
        "states": states_of(g, id),
        "notes": notes_of(g, id, marks) if on_map else [],
        "facing": facing_of(g, id),
        "heading": heading_of(g, id),
        "front": _front(g, id),
        "layer": unit.layer if on_map and not c.leader else None,
        "formation": formation_of(g, id) or None,
        "movement": allowance_of(g, id),
        "crew": unit.crew if c.gun else None,
        "rounds": unit.rounds if c.gun else None,
        "hex": g.hex_name(unit.at) if on_map else None,
        "place": None if on_map else PLACES[unit.at],
        "where": None if on_map else _where(g, id),
    }


def _front(g: State, id: str) -> list[str]:
    """The hexes before the front of a unit (SW 7.0)."""
    return [g.hex_name(hex) for hex in hexes_of(front(g, id))] if g.at(id) >= 0 else []


def _where(g: State, id: str) -> str:
    """What has become of a unit that is off the map."""
    if g.at(id) == WAITING:
        due = next((r for r in g.setting.scenario["reinforcement"] if r["unit"] == id), None)
        return f"arrives in turn {due['turn']}" if due else PLACES[WAITING]
    return PLACES[g.at(id)]


def view(g: State, seat: str) -> dict[str, Any]:
    """The view of a seat; every seat has the same."""
    union, confederate = victory.points(g)
    here = victory.outcome_now(g)
    return {
        **view_head(g, seat, *titles(g.setting.profile)),
        **step_row(STEPS, g.phase),
        "points": union - confederate,
        "score": score_words(g),
        "tally": score_section(g),
        "standing": {"level": here.level, "winner": here.winner},
        "control": _control(g),
        "places": {hex: hill["name"] for hill in g.setting.victory.get("hills", ()) for hex in hill["hexes"]},
        "seats": list(SIDES),
        "units": [counter_view(g, id) for id in g.units],
        "stacks": _stacks(g),
        "movement": _movement(g),
        "arrivals": [],
        "morale": g.morale,
        "paid": list(g.paid),
        "brigade_sheets": _sheets(g),
        "exits": list(g.exits),
        "lists": lists(g),
    }


def _control(g: State) -> dict[str, str]:
    """The hexes of the hills that score in which anybody stands, by whose they are."""
    hexes = [hex for hill in g.setting.victory.get("hills", ()) for hex in hill["hexes"]]
    holders = {hex: g.holder(g.setting.grid.index(hex)) for hex in hexes}
    return {hex: SIDES[side] for hex, side in holders.items() if side >= 0}


def _stacks(g: State) -> dict[str, str]:
    """Where several units stand together: points against the limit, "5 of 8"; where both sides fight, both sums."""
    limit = g.setting.numbers["stack-points"]
    found = {}
    for hex, ids in sorted(g.stacks.items()):
        if len(ids) < 2:
            continue
        sums = [points_in(g, hex, side) for side in (0, 1) if any(g.side(id) == side for id in ids)]
        deep = g.setting.numbers["reserve-points"] if any(g.units[id].reserve for id in ids) else limit
        found[g.hex_name(hex)] = " : ".join(map(str, sums)) if len(sums) > 1 else f"{sums[0]} of {deep}"
    return found


def points_in(g: State, hex: int, side: int) -> int:
    """Stacking points of a side in a hex (SW 8.2)."""
    return sum(size(g, id) for id in g.troops(hex, side))


def _movement(g: State) -> dict[str, Any] | None:
    """Who has moved in the movement phase that is under way, and who still may; None in any other."""
    if g.phase != MOVEMENT or g.over or g.player < 0:
        return None
    mine = list(g.on_map(g.player))
    ready = [id for id in mine if can_act(g, id)]
    tasks = {id: task(g, id) for id in ready}
    out = [id for id in ready if tasks[id] == GO and exit_bar(g, id, left(g, id)) is None]
    return {
        "side": SIDES[g.player],
        "title": f"{SIDES[g.player].capitalize()}, turn {g.turn}",
        "moved": [id for id in mine if id in g.moved],
        "waiting": ready,
        "turning": [id for id in ready if not tasks[id]],
        "leaving": {id: exit_words(g, id) for id in out},
        "deeds": {id: words for id in ready if (words := _deeds(g, id))},
        "idle": {id: bar.text for id in ready if not _deeds(g, id) and (bar := change_bar(g, id, left(g, id)))},
        "entering": _entering(g),
    }


def _deeds(g: State, id: str) -> list[str]:
    """What a unit can do besides going and turning, as the ends of gestures."""
    found = [change_word(g, id)] if id not in g.moved and change_bar(g, id, left(g, id)) is None else []
    return found + [act.kind for act in free_acts(g, id) if act.kind != "face"]


def _entering(g: State) -> list[dict[str, Any]]:
    """Reinforcements that may enter now, each where that costs least, and all the hexes where it may."""
    best: dict[str, tuple[int, int]] = {}
    hexes: dict[str, list[str]] = {}
    offered = (choice for ask in asks(g) if ask.kind == "move-unit" for choice in ask.options)
    for id, hex in ((choice.unit, choice.hex) for choice in offered if choice.kind == "enter"):
        hexes.setdefault(id, []).append(g.hex_name(hex))
        cost = edge_cost(g, id, hex)
        if cost is not None:
            best[id] = min(best.get(id, (cost, hex)), (cost, hex))
    by_hex: dict[int, list[str]] = {}
    for id, (_, hex) in best.items():
        by_hex.setdefault(hex, []).append(id)
    return [
        {
            "hex": g.hex_name(hex),
            "units": ids,
            "costs": {id: f"{points_words(best[id][0])} of {allowance_of(g, id)} MP" for id in ids},
            "at": {id: hexes[id] for id in ids},
        }
        for hex, ids in by_hex.items()
    ]


def _sheets(g: State) -> list[dict[str, Any]]:
    """The effectiveness sheets of the brigades in numbers (SW 20.3)."""
    return [
        {
            "side": SIDES[row.side], "brigade": row.name, "title": row.title, "rating": rating(g, row.name),
            "printed": row.rating, "total": row.total, "lost": lost(g, row.name), "points": row.points,
            "effective": row.name not in g.ineffective, "scored": row.name in g.scored,
            "demoralized": dict(g.demoralized).get(row.name, 0),
        }
        for row in g.setting.brigades.values()
    ]  # fmt: skip


# -- lists beside the map --------------------------------------------------------------------------------------------


TRACK = 10
"""Points of a box of the morale track (SW 19.1)."""


def lists(g: State) -> list[Section]:
    """Every list that has something to say: title and items, with the side whose it is."""
    sections = []
    for side, seat in enumerate(SIDES):
        marks = ("routed", "pinned", "engaged", "depleted", "reserve")
        sections += [
            owned("To be set up", seat, _off(g, side, (UNPLACED,))),
            owned("To arrive", seat, _off(g, side, (WAITING,))),
            owned("Brigades", seat, _brigades(g, side), sum(b.side == side for b in g.setting.brigades.values())),
            owned("Rounds of the guns", seat, _rounds(g, side)),
            owned("Leaders", seat, _leaders(g, side)),
            owned("Out of command", seat, by_hex(g, _idle(g, side))),
            *(owned(m.capitalize(), seat, by_hex(g, _having(g, side, m))) for m in marks),
            owned("Left the map", seat, [item(id, units=(id,)) for id in g.exits if g.side(id) == side]),
            owned("Lost", seat, _lost(g, side)),
        ]
    sections.append(owned("Army morale", SIDES[UNION], _morale(g), g.morale))
    return [row for row in sections if row["items"]]


def _having(g: State, side: int, mark: str) -> list[str]:
    return [id for id in g.on_map(side) if getattr(g.units[id], mark)]


def _idle(g: State, side: int) -> list[str]:
    """Units of the side that plays that may not act for want of an officer."""
    if g.player != side or g.over or not g.commanded:
        return []
    fit = (id for id in g.on_map(side) if not g.counter(id).leader and not g.counter(id).wagon)
    return [id for id in fit if id not in g.commanded and may_act(g, id)]


def _off(g: State, side: int, places: Sequence[int]) -> list[Item]:
    """Units off the map, a line a brigade."""
    rows = []
    found = [id for id in g.armies[side] if g.at(id) in places]
    for brigade in dict.fromkeys(g.counter(id).brigade for id in found):
        units = tuple(id for id in found if g.counter(id).brigade == brigade)
        rows.append(item(", ".join(units), units=units))
    return rows


def _lost(g: State, side: int) -> list[Item]:
    places = (ELIMINATED, CAPTURED, DESTROYED, VACANT)
    return [item(f"{id}: {PLACES[g.at(id)]}", units=(id,)) for id in g.armies[side] if g.at(id) in places]


def boxes(n: int, of: int, rating: int) -> str:
    """A row of boxes, checked as far as n; a bar behind those that a brigade may lose and still be effective."""
    rating = max(0, min(rating, of))
    marks = ["☒" if i < n else "☐" for i in range(of)]
    return "".join(marks[:rating]) + "|" + "".join(marks[rating:])


def brigade_words(g: State, row: Brigade) -> str:
    """A line of the effectiveness sheet: boxes, losses against the rating and why that is low, points (SW 20.3)."""
    now, gone = rating(g, row.name), lost(g, row.name)
    lowered = []
    if demoralized := dict(g.demoralized).get(row.name, 0):
        lowered.append(f"{demoralized} demoralization")
    if dry := depletion(g, row.name):
        lowered.append(f"{dry} no ammunition")
    printed = f" (printed {row.rating}, less {' and '.join(lowered)})" if lowered else ""
    state = "has lost its effectiveness" if row.name in g.ineffective else f"effective up to {now} lost"
    return f"{row.name} {boxes(gone, row.total, now)} {gone} of {row.total} lost, {state}{printed}, {row.points} VP"


def _brigades(g: State, side: int) -> list[Item]:
    rows = []
    for row in g.setting.brigades.values():
        if row.side == side:
            units = [id for id in g.armies[side] if g.counter(id).brigade == row.name and g.at(id) >= 0]
            rows.append(item(brigade_words(g, row), "bad" if row.name in g.ineffective else "none", None, units))
    return rows


def _rounds(g: State, side: int) -> list[Item]:
    """The ammunition track of the batteries (SW 12.3), with their crews (SW 18.8)."""
    rows = []
    for id in g.armies[side]:
        c, unit = g.counter(id), g.units[id]
        if not c.gun or unit.at in (ELIMINATED, CAPTURED):
            continue
        crew = "" if unit.crew == c.crew else ", half crew" if unit.crew else ", no crew"
        words = f"{id} {'●' * unit.rounds or '–'} {unit.rounds}{crew}"
        rows.append(item(words, "none" if unit.rounds else "warn", None, (id,)))
    return rows


def _leaders(g: State, side: int) -> list[Item]:
    rows = []
    for id in g.on_map(side):
        if g.counter(id).leader:
            radius, rally = ratings(g, id)
            name = g.hex_name(g.at(id))
            more = ", replacement" if g.units[id].taken else ""
            rows.append(item(f"{id} at {name}: radius {radius}, rally {rally}{more}", "none", name, (id,)))
    fallen = [id for id in g.vacant if g.side(id) == side]
    return rows + [item(f"{id}: a successor comes in the final command phase", units=(id,)) for id in fallen]


def _morale(g: State) -> list[Item]:
    """The morale track: boxes of ten, and what remains (SW 19.1)."""
    least = g.setting.numbers["demoralization-below"]
    tens, ones = divmod(g.morale, TRACK)
    rows = [
        item(
            f"{counted(g.morale, 'point', 'points')}: tens {tens}, ones {ones}", "warn" if g.morale < least else "none"
        )
    ]
    if g.morale < least:
        rows.append(item(f"below {least}: brigades check for demoralization at the end of the turn", "warn"))
    if g.paid:
        rows.append(item(f"paid for in this player turn: {', '.join(g.paid)}"))
    return rows
