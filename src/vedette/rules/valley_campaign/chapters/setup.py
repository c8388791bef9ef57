"""Chapter 10: a scenario set up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.engine.battle import Battle
from vedette.engine.cites import cites
from vedette.engine.rulebook import ContentError
from vedette.engine.run import start
from vedette.rules.valley_campaign.chapters.sequence import BattleOfTurns
from vedette.rules.valley_campaign.setting import Arrival, Pair, Setting, setting_of
from vedette.rules.valley_campaign.state import CUP, UNPLACED, WAITING, State, Unit


def blank(setting: Setting) -> State:
    """A state with nobody on the map and all subordinate leaders in their cups (JV-8.6-1)."""
    g = State(setting=setting, units={}, turn=setting.first_turn)
    g.stack = []
    g.holders = (-1,) * len(setting.victory.get("hexes", ()))
    g.units = {c.id: Unit(CUP) for c in setting.counters.values() if c.spare}
    g.reindex()
    return g


@cites("JV-2.8-2", "JV-2.6-5")
def set_up(setting: Setting) -> State:
    """The scenario's units as its lists have them: at full strength unless marked reduced."""
    g = blank(setting)
    rows = setting.scenario
    for row in (*rows["setup"], *rows.get("reinforcement", ())):
        if row["unit"] not in setting.counters:
            what, mend = f"{row['unit']!r} is no unit of counters.csv", "name one that is"
            raise ContentError(f"{_file(setting)}: {what}; {mend}")
        if row.get("face") == "reduced" and setting.counters[row["unit"]].steps == 1:
            what, mend = f"{row['unit']} is set up reduced and has one step", "take face out, or give it two steps"
            raise ContentError(f"{_file(setting)}: {what}; {mend}")
    listed = {row["unit"]: Unit(_start(setting, row), row.get("face") == "reduced") for row in rows["setup"]}
    coming = {row["unit"]: Unit(WAITING, row.get("face") == "reduced") for row in rows.get("reinforcement", ())}
    units = {**g.units, **listed, **coming}
    g.units = {id: units[id] for id in sorted(units, key=lambda id: setting.counters[id].order)}
    g.waiting = tuple(
        Arrival(row["turn"], row["unit"], setting.grid.index(row["hex"])) for row in rows.get("reinforcement", ())
    )
    g.burned = tuple(sorted(_bridge(setting, row) for row in rows.get("burned", ())))
    g.reindex()
    _first_holders(g)
    return g


def _start(setting: Setting, row: Mapping[str, Any]) -> int:
    return setting.grid.index(row["hex"]) if "hex" in row else UNPLACED


@cites("JV-10.3-bridges")
def _bridge(setting: Setting, row: Mapping[str, Any]) -> Pair:
    """The bridge that a marker of the set-up has burned."""
    a, b = setting.grid.index(row["hex"]), setting.grid.index(row["to"])
    for pair in ((a, b), (b, a)):
        if pair in setting.bridges:
            return pair
    raise ContentError(f"{_file(setting)}, burned: no bridge joins {row['hex']} and {row['to']}; name one of the map")


def _file(setting: Setting) -> str:
    """The file of the scenario."""
    return f"{setting.battle.pack}/scenarios/{setting.battle.id.rpartition('/')[2]}.toml"


def _first_holders(g: State) -> None:
    """Who stands in a hex that victory asks for has it."""
    hexes = g.setting.victory.get("hexes", ())
    g.holders = tuple(g.holder(g.setting.grid.index(name)) for name in hexes)


def begin(battle: Battle, options: Mapping[str, Any]) -> State:
    """The scenario's set-up, waiting for its first decision."""
    g = set_up(setting_of(battle, options))
    start(g, BattleOfTurns())
    return g
