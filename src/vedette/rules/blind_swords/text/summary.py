"""What `vedette show` lists: units, reinforcements, chits, how the battle is won."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.engine.battle import Battle
from vedette.rules.blind_swords.chapters import setup
from vedette.rules.blind_swords.charts import sp_words
from vedette.rules.blind_swords.setting import SIDES, Counter, Setting
from vedette.rules.blind_swords.state import AVAILABLE, BOXES, PLACES, WAITING, State
from vedette.rules.blind_swords.text.books import books
from vedette.rules.blind_swords.text.score import conditions
from vedette.rules.blind_swords.text.view import states_of
from vedette.rules.blind_swords.text.winning import in_short, prizes
from vedette.rules.common.text.summary import arrival, battle_head, options_of


def unit_rows(g: State) -> list[dict[str, Any]]:
    """Every unit in the game as `show` and `try` list it."""
    arrivals = {a.unit: a for a in g.setting.arrivals()}
    rows = []
    for id, unit in g.units.items():
        c = g.counter(id)
        row: dict[str, Any] = {
            "id": id,
            "name": c.name,
            "side": SIDES[c.side],
            "arm": g.setting.counters[id].arm,
            "brigade": c.brigade or None,
            "division": c.division or None,
            "hex": g.hex_name(unit.at) if unit.at >= 0 else None,
            "area": None,
            "with": None,
            "states": states_of(g, id),
            "values": values_of(g.setting, id),
        }
        if unit.at == WAITING and id in arrivals:
            row["hex"] = None
            row["arrives"] = {"turn": arrivals[id].turn, "hex": g.hex_name(arrivals[id].hex)}
        elif unit.at < 0:
            row["place"] = PLACES[unit.at]
        rows.append(row)
    return rows


def values_of(setting: Setting, id: str) -> dict[str, list[Any]]:
    """The printed values of both faces: strength, weapon, rating."""
    c = setting.counters[id]
    faces = _faces(c, "fresh", "worn")
    if c.foot is not None:
        faces |= _faces(c.foot, "dismounted", "dismounted-worn")
    return {face: [int(v[0]) if v[0].isdigit() else v[0], *v[1:]] for face, v in faces.items()}


def _faces(c: Counter, fresh: str, worn: str) -> dict[str, list[Any]]:
    """Both faces of a counter; a fragile one has only one."""
    sides = {} if c.fragile else {fresh: [sp_words(c.sp[0]), c.weapon, c.cr[0]]}
    return {**sides, worn: [sp_words(c.sp[1]), c.weapon, c.cr[1]]}


def _scheduled(setting: Setting, kind: str) -> list[dict[str, Any]]:
    """Who arrives, is released or is called, when and where: one row a unit."""
    found = []
    for row in setting.scenario.get("reinforcement", ()):
        if row.get("kind", "arrival") != kind:
            continue
        c = setting.counters[row["unit"]]
        clock = setting.hour(row["turn"]) if row.get("turn") else ""
        found.append(arrival(row.get("turn"), clock, c.id, c, row["hex"]))
    return found


def summary(battle: Battle, options: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON of `vedette show`, apart from what the packs know."""
    g = setup.begin(battle, options)
    setting = g.setting
    return {
        **battle_head(battle, setting.profile.name, setting, setting.hours),
        "units": unit_rows(g),
        "reinforcements": _scheduled(setting, "arrival"),
        "released": _scheduled(setting, "release"),
        "called": _scheduled(setting, "called"),
        "boxes": [PLACES[at] for at in (*sorted(BOXES.values()), AVAILABLE)],
        "chits": {
            s: {"pool": list(setting.pool(i)), "key": setting.key_chits[i], "random": setting.random_chits[i]}
            for i, s in enumerate(SIDES)
        },
        "activation": [
            {"chit": a.chit, "side": SIDES[a.side], "rating": a.rating, "from": a.turn, "brigades": list(a.brigades)}
            for a in setting.activations.values()
        ],
        "options": options_of(battle),
        "book": setting.profile.title,
        "books": books(battle),
        "won": in_short(setting),
        "prizes": prizes(setting),
        "victory": conditions(setting),
    }
