"""Chapter 21: a game begun."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.engine.battle import Battle
from vedette.engine.cites import cites
from vedette.engine.rulebook import ContentError
from vedette.engine.run import start
from vedette.rules.great_battles.chapters.placing import FREE, MOBILE, check_proposal
from vedette.rules.great_battles.chapters.sequence import BattleOfTurns
from vedette.rules.great_battles.setting import SIDES, Setting, setting_of
from vedette.rules.great_battles.state import UNPLACED, WAITING, State, Unit


def blank(setting: Setting) -> State:
    """A state with nobody on the map."""
    g = State(setting=setting, units={}, turn=setting.first_turn)
    g.stack = []
    g.morale = setting.numbers["morale-start"]
    g.reindex()
    return g


@cites(
    "SW-2.31-2", "SW-12.37", "SW-12.38", "SW-18.8", "SW-12.11-1", "SW-2.31-3", "SW-2.31-4", "SW-2.32-1",
    "SW-2.4-gun-crews",
)  # fmt: skip
def fresh(setting: Setting, id: str, at: int, formation: str = "") -> Unit:
    """A unit at full strength (SW 2.31), its crew whole, with its side's rounds (SW 12.37, 12.38)."""
    c = setting.counters[id]
    rounds = setting.numbers[f"rounds-{SIDES[c.side]}"] if c.gun else 0
    return Unit(at, c.strength, crew=c.crew, rounds=rounds, column=formation in MOBILE)


@cites("SW-21.14", "SW-19.2-1", "GB-25.1")
def set_up(setting: Setting) -> State:
    """The units of the scenario, and the army morale of its beginning."""
    g = blank(setting)
    rows = setting.scenario
    units: dict[str, Unit] = {}
    for key, where in (("setup", UNPLACED), ("reinforcement", WAITING)):
        for row in rows.get(key, ()):
            if row["unit"] not in setting.counters:
                what, mend = f"{row['unit']!r} is no unit of counters.csv", "name one that is"
                raise ContentError(f"{setting.file}: {what}; {mend}")
            units[row["unit"]] = fresh(setting, row["unit"], where, row.get("formation", ""))
    g.units = {id: units[id] for id in sorted(units, key=lambda id: setting.counters[id].order)}
    g.reindex()
    return g


def begin(battle: Battle, options: Mapping[str, Any]) -> State:
    """The scenario's set-up, waiting for its first decision."""
    g = set_up(setting_of(battle, options))
    g.events = []
    start(g, BattleOfTurns())
    if options.get("deployment") != FREE:
        check_proposal(g)
    return g
