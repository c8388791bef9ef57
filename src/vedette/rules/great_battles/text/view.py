"""What a seat may know: all of it, since nothing is hidden in this book. Built up from nothing (design 8)."""

from __future__ import annotations

from typing import Any

from vedette.engine.run import asks
from vedette.hexes import hexes_of
from vedette.rules.great_battles.chapters import victory
from vedette.rules.great_battles.chapters.edges import edge_cost, exit_bar
from vedette.rules.great_battles.chapters.effectiveness import lost, rating
from vedette.rules.great_battles.chapters.formations import change_word, front
from vedette.rules.great_battles.chapters.leaders import ratings
from vedette.rules.great_battles.chapters.movement import FACE, GO, can_act, free_acts, task
from vedette.rules.great_battles.chapters.moves import change_bar, left
from vedette.rules.great_battles.chapters.stacking import size
from vedette.rules.great_battles.setting import SIDES
from vedette.rules.great_battles.state import PLACES, WAITING, State
from vedette.rules.great_battles.text.books import titles
from vedette.rules.great_battles.text.lists import lists
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
    here = victory.standing(g)
    return {
        "battle": g.setting.battle.id,
        "seat": seat,
        "book": titles(g.setting.profile)[0],
        "under": titles(g.setting.profile)[1],
        "turn": g.turn,
        "turns": {"first": g.setting.first_turn, "last": g.setting.last_turn},
        "clock": g.setting.hour(g.turn),
        "phase": g.phase or "set-up",
        "player": SIDES[g.player] if g.player >= 0 and not g.over else None,
        "over": g.over,
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
    return found + [word for word in free_acts(g, id) if isinstance(word, str) and not word.startswith(FACE)]


def _entering(g: State) -> list[dict[str, Any]]:
    """Reinforcements that may enter now, each where that costs least, and all the hexes where it may."""
    best: dict[str, tuple[int, int]] = {}
    hexes: dict[str, list[str]] = {}
    offered = (value for ask in asks(g) if ask.kind == "move-unit" for value in ask.options)
    for id, hex in (value for value in offered if isinstance(value, tuple)):
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
