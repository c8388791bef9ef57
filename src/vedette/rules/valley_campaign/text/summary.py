"""What `vedette show` lists: units, reinforcements, how the battle is won."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.engine.battle import Battle
from vedette.engine.words import counted
from vedette.rules.common.text.log import NAMES
from vedette.rules.common.text.summary import arrival, battle_head, options_of
from vedette.rules.common.text.winning import DECIDES, named, prize
from vedette.rules.valley_campaign.chapters import setup
from vedette.rules.valley_campaign.chapters.movement import open_ground
from vedette.rules.valley_campaign.chapters.setup import rows_of
from vedette.rules.valley_campaign.setting import SIDE_INDEX, SIDES, Setting, setting_of
from vedette.rules.valley_campaign.state import CUP, PLACES, UNPLACED, WAITING, State
from vedette.rules.valley_campaign.text.view import BOOK, states_of


def unit_rows(g: State) -> list[dict[str, Any]]:
    """Every unit in the game as `show` and `try` list it; subordinate leaders only once drawn (JV 8.6)."""
    return [_row(g, id) for id, unit in g.units.items() if unit.at != CUP]


def _row(g: State, id: str) -> dict[str, Any]:
    c, unit = g.counter(id), g.units[id]
    row: dict[str, Any] = {
        "id": id,
        "name": c.name,
        "side": SIDES[c.side],
        "arm": c.arm,
        "brigade": c.brigade or None,
        "division": c.division or None,
        "command": c.command or None,
        "hex": g.hex_name(unit.at) if unit.at >= 0 else None,
        "area": None,
        "with": None,
        "states": states_of(g, id),
        "values": values_of(g.setting, id),
    }
    due = next((a for a in g.waiting if a.unit == id), None)
    if unit.at == UNPLACED:
        place = rows_of(g).get(id, {})
        row["area"] = list(g.setting.scenario["areas"][place["area"]]) if place.get("area") else None
        row["with"] = list(place["with"]) if place.get("with") else None
    elif unit.at == WAITING and due:
        row["arrives"] = {"turn": due.turn, "hex": g.hex_name(due.hex)}
    if unit.at < 0:
        row["place"] = _place(row) or PLACES[unit.at]
    return row


def _place(row: Mapping[str, Any]) -> str:
    """Where a unit may be set up, in a few words."""
    if row["area"]:
        return "in " + counted(len(row["area"]), "hex", "hexes")
    company = row["with"] or ()
    if len(company) > 2:
        return f"with one of {len(company)} units"
    return f"with {' or '.join(company)}" if company else ""


def values_of(setting: Setting, id: str) -> dict[str, list[int]]:
    """What is printed on each side of a counter: strength and movement; for a leader, columns and movement."""
    c = setting.counters[id]
    if c.leader:
        return {"leader": [c.shift, c.movement]}
    full, reduced = ([strength, c.movement] for strength in c.strength)
    return {"full": full, "reduced": reduced} if c.steps == 2 else {"full": full}


def reinforcement_rows(g: State) -> list[dict[str, Any]]:
    """Who comes when and where, one row a unit, in the order of the list."""
    return [
        arrival(
            a.turn, g.setting.hour(a.turn), a.unit, g.counter(a.unit), g.hex_name(a.hex), states=states_of(g, a.unit)
        )
        for a in g.waiting
    ]


def victory_texts(setting: Setting) -> list[str]:
    """How the battle is won, line by line (JV 10.4, 10.8)."""
    v = setting.victory
    who = NAMES[SIDE_INDEX[v["side"]]]
    goals = []
    if "points" in v:
        each = v.get("each", 1)
        worth = [f"{each} each", *(f"{arm} {v[arm]}" for arm in ("infantry", "cavalry", "artillery") if arm in v)]
        if v.get("not_counted"):
            worth.append(f"{' and '.join(v['not_counted'])} nothing")
        goals.append(
            f"{v['points']} points of units off the {v['edge']} edge by {' or '.join(v['ground'])} hexes, "
            + ", ".join(worth)
        )
    if "hexes" in v:
        goals.append(f"theirs was the last unit in each of {', '.join(v['hexes'])}")
    lines = [f"{who}: {goal}" for goal in goals]
    lines.append(f"judged at the end of turn {setting.last_turn}, {setting.hour(setting.last_turn)}")
    if len(goals) > 1:
        lines.append("one goal of the two is a draw")
    lines.append(f"without {v['leader']} a victory of the {who} is a draw")
    return [*lines, "levels: " + ", ".join(row["level"] for row in v["levels"])]


def in_short(setting: Setting) -> str:
    """How the battle is won, in a sentence or two (JV 10.4, 10.8)."""
    v = setting.victory
    who, other = NAMES[SIDE_INDEX[v["side"]]], NAMES[1 - SIDE_INDEX[v["side"]]]
    goals = []
    if "points" in v:
        goals.append(f"get {v['points']} points of units off the {v['edge']} edge")
    if "hexes" in v:
        goals.append(f"are the last to stand in each hex{named(setting.board, v['hexes'])}")
    end = f"by the end of turn {setting.last_turn} ({setting.hour(setting.last_turn)})"
    one = "; one of the two is a draw" if len(goals) > 1 else ""
    wins = "wins" if SIDE_INDEX[v["side"]] else "win"
    return (
        f"The {who} win if they {' and '.join(goals)} {end}{one}; else the {other} {wins}. Without {v['leader']} their "
        "victory is a draw."
    )


def prizes(g: State) -> list[dict[str, Any]]:
    """The ground that counts: the hexes to have been in last, and the edge to leave by."""
    v, grid = g.setting.victory, g.setting.grid
    found = []
    if "hexes" in v:
        found.append(prize(DECIDES, f"the {NAMES[SIDE_INDEX[v['side']]]} must be the last in each", v["hexes"]))
    if "points" in v:
        far = g.setting.board.edge_distance[v["edge"]]
        hexes = [grid.name(h) for h in range(grid.size) if not far[h] and open_ground(g, h, v["ground"])]
        each = counted(v.get("each", 1), "point", "points")
        text = f"{NAMES[SIDE_INDEX[v['side']]]}: {each} for a unit that leaves the map here, of {v['points']}"
        found.append(prize(str(v.get("each", 1)), text, hexes, v["side"], exit=True))
    return found


def summary(battle: Battle, options: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON of `vedette show`, apart from what the packs know: the set-up before anyone has placed a unit."""
    g = setup.set_up(setting_of(battle, options))
    s = g.setting
    turns = s.scenario["turns"]
    return {
        **battle_head(battle, battle.profile, s, map(s.hour, range(s.first_turn, s.last_turn + 1))),
        "players": {"first": turns["first_player"], "opening": [SIDES[side] for side in s.opening]},
        "units": unit_rows(g),
        "reinforcements": reinforcement_rows(g),
        "burned": [[g.hex_name(a), g.hex_name(b)] for a, b in g.burned],
        "cup": {side: sum(g.at(id) == CUP for id in g.armies[i]) for i, side in enumerate(SIDES)},
        "options": options_of(battle),
        "book": BOOK,
        "books": [],
        "won": in_short(s),
        "prizes": prizes(g),
        "victory": victory_texts(s),
    }
