"""What `vedette show` lists: units, reinforcements, brigades, how the battle is won."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.engine.battle import Battle
from vedette.rules.common.text.summary import arrival, battle_head, options_of
from vedette.rules.common.text.winning import joined, prize
from vedette.rules.great_battles.chapters import setup
from vedette.rules.great_battles.chapters.leaders import commands
from vedette.rules.great_battles.chapters.setup import rows_of
from vedette.rules.great_battles.setting import CONFEDERATE, SIDES, Setting, setting_of
from vedette.rules.great_battles.state import PLACES, UNPLACED, WAITING, State
from vedette.rules.great_battles.text.states import facing_of, states_of

BOOK = "Stonewall"
"""The title under which the cases of the book are listed."""


def unit_rows(g: State) -> list[dict[str, Any]]:
    """Every unit in the game as `show` and `try` list it."""
    return [_row(g, id) for id in g.units]


def _row(g: State, id: str) -> dict[str, Any]:
    c, unit = g.counter(id), g.units[id]
    row: dict[str, Any] = {
        "id": id,
        "name": c.name,
        "side": SIDES[c.side],
        "arm": c.arm,
        "brigade": c.brigade or None,
        "division": None,
        "hex": g.hex_name(unit.at) if unit.at >= 0 else None,
        "area": None,
        "with": None,
        "facing": facing_of(g, id),
        "strength": unit.strength if not c.leader else None,
        "states": states_of(g, id),
        "values": values_of(g.setting, id),
    }
    if unit.strength < c.strength:
        row["values"]["strength"] = [f"{unit.strength} of {c.strength}"]
    if c.gun:
        row |= {"crew": unit.crew, "rounds": unit.rounds}
    if unit.at == UNPLACED:
        _set_up(g, id, row)
    elif unit.at == WAITING and (due := _due(g, id)):
        row["arrives"] = {"turn": due["turn"], "hex": _span(_entry(g, due)), "area": _entry(g, due)}
    if unit.at < 0:
        row.setdefault("place", PLACES[unit.at])
    return row


def _set_up(g: State, id: str, row: dict[str, Any]) -> None:
    """Where a unit may be set up, where it is proposed to stand, with whom, and how."""
    listed, c = rows_of(g)[id], g.counter(id)
    area = list(g.setting.scenario["areas"][listed["area"]]) if listed.get("area") else None
    usual = str(listed.get("usual") or listed.get("hex", ""))
    row["area"], row["usual"] = area, usual or None
    row["facing"] = listed.get("facing") or None
    row["place"] = f"{usual}, or one of {len(area)} hexes" if area else usual
    if c.leader:
        row["with"] = [i for i in rows_of(g) if commands(g, id, i) and not g.counter(i).wagon]
        row["place"] += ", with a unit of his command"
    if listed.get("reserve"):
        row["states"] = [*row["states"], "reserve"]


def _due(g: State, id: str) -> Mapping[str, Any] | None:
    """The row of a reinforcement."""
    return next((row for row in g.setting.scenario["reinforcement"] if row["unit"] == id), None)


def _entry(g: State, due: Mapping[str, Any]) -> list[str]:
    """The hexes by which a reinforcement enters."""
    return list(g.setting.scenario["areas"][due["area"]])


def _span(hexes: list[str]) -> str:
    return f"{hexes[0]} to {hexes[-1]}" if len(hexes) > 1 else "".join(hexes)


def values_of(setting: Setting, id: str) -> dict[str, list[Any]]:
    """What is printed on a counter: strength, weapon and morale; for a leader, his ratings and his replacement's."""
    c = setting.counters[id]
    if c.leader:
        return {"leader": list(c.ratings), **({"replacement": list(c.replacement)} if c.replacement else {})}
    found: dict[str, list[Any]] = {"strength": [c.strength], "weapon": [c.weapon]}
    return found | ({"morale": [c.morale]} if c.morale else {}) | ({"crew": [c.crew]} if c.crew else {})


def reinforcement_rows(g: State) -> list[dict[str, Any]]:
    """Who comes when and where, one row a unit, in the order of the list (SW 21.22)."""
    return [
        arrival(
            due["turn"],
            g.setting.hour(due["turn"]),
            due["unit"],
            g.counter(due["unit"]),
            _span(_entry(g, due)),
            area=_entry(g, due),
            states=states_of(g, due["unit"]),
        )
        for due in g.setting.scenario["reinforcement"]
    ]


def brigade_rows(setting: Setting) -> list[dict[str, Any]]:
    """The effectiveness sheet: what each brigade may lose of its strength, and what it is worth (SW 20.3)."""
    batteries = {
        b: [[c.id, c.strength] for c in setting.counters.values() if c.gun and c.brigade == b] for b in setting.brigades
    }
    return [
        {
            "brigade": b.name, "title": b.title, "side": SIDES[b.side], "rating": b.rating, "strength": b.total,
            "points": b.points, "batteries": batteries[b.name],
        }
        for b in setting.brigades.values()
    ]  # fmt: skip


def victory_texts(setting: Setting) -> list[str]:
    """How the battle is won, line by line (SW 22)."""
    n, v = setting.numbers, setting.victory
    hills = ", ".join(hill["name"] for hill in v.get("hills", ()))
    values = ", ".join(f"{b.name} {b.points}" for b in setting.brigades.values())
    lines = [
        f"both: infantry {n['points-infantry-killed']} a point killed, {n['points-infantry-captured']} captured; "
        f"cavalry {n['points-cavalry']} a point",
        f"both: {n['points-gun-destroyed']} a gun destroyed by artillery, {n['points-gun-captured']} captured; crews "
        "and the wagon's guard nothing",
        f"both: {n['points-leader']} for each hex of a lost leader's radius, {n['points-leader-captured']} if captured",
        f"both: for each ineffective brigade of the enemy: {values}",
        f"Union: 1 for each point of army morale left, of {n['morale-start']} and {n['morale-income']} more each turn",
        f"Confederates: {n['points-hill']} times the strength of unrouted units on {hills}",
        f"Confederates: {n['points-exit']} times the strength of troops off the {v['exit_edge']} edge, cavalry "
        f"{n['points-exit-cavalry']} times, with their officer or {v['exit_leader']}; the cavalry and its guns with "
        f"{v['exit_cavalry_leader']} himself; of ineffective brigades nothing",
        f"judged at the end of turn {setting.last_turn}, {setting.hour(setting.last_turn)}",
    ]
    if not setting.profile.demoralized_scores:
        lines.append("a brigade that demoralization made ineffective scores only if its losses would have done it")
    return [*lines, "levels: " + ", ".join(row["level"] for row in v["levels"])]


def in_short(setting: Setting) -> str:
    """How the battle is won, in a sentence or two (SW 22)."""
    v = setting.victory
    end = f"as turn {setting.last_turn} ({setting.hour(setting.last_turn)}) ends"
    hills = joined([hill["name"] for hill in v.get("hills", ())])
    return (
        f"Whoever has more points {end} wins. Both sides score for losses and for brigades of the enemy that have lost "
        f"their effectiveness; the Confederates for troops on {hills} and for those led off the {v['exit_edge']} edge; "
        "the Union for each point of army morale that is left."
    )


def prizes(setting: Setting) -> list[dict[str, Any]]:
    """The ground that counts, all of it for the Confederates: hills, and the edge to leave by (SW 22.2)."""
    n, v, grid = setting.numbers, setting.victory, setting.grid
    each = n["points-hill"]
    found = [
        prize(
            f"×{each}", f"Confederates: {each} times the strength on {hill['name']}", hill["hexes"], SIDES[CONFEDERATE]
        )
        for hill in v.get("hills", ())
    ]
    if v.get("exit_edge"):
        off = n["points-exit"]
        text = f"Confederates: {off} times the strength of troops that leave the map here"
        far = setting.board.edge_distance[v["exit_edge"]]
        hexes = [grid.name(hex) for hex in range(grid.size) if not far[hex]]
        found.append(prize(f"×{off}", text, hexes, SIDES[CONFEDERATE], exit=True))
    return found


def summary(battle: Battle, options: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON of `vedette show`, apart from what the packs know: the set-up before anyone has placed a unit."""
    g = setup.set_up(setting_of(battle, options))
    s = g.setting
    return {
        **battle_head(battle, battle.profile, s, map(s.hour, range(s.first_turn, s.last_turn + 1))),
        "players": {"first": SIDES[s.players[0]], "opening": [SIDES[side] for side in s.players]},
        "units": unit_rows(g),
        "reinforcements": reinforcement_rows(g),
        "brigades": brigade_rows(s),
        "morale": {"start": g.morale, "each": s.numbers["morale-income"]},
        "options": options_of(battle),
        "book": BOOK,
        "books": [],
        "won": in_short(s),
        "prizes": prizes(s),
        "victory": victory_texts(s),
    }
