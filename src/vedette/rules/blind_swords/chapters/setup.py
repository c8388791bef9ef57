"""Chapter 20: a scenario set up, and its options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from vedette.engine.battle import Battle
from vedette.engine.cites import cites, note
from vedette.engine.options import options_of as chosen
from vedette.engine.rulebook import ContentError
from vedette.engine.run import start
from vedette.rules.blind_swords.chapters import victory
from vedette.rules.blind_swords.chapters.sequence import BattleOfTurns
from vedette.rules.blind_swords.chapters.specials.alarms import raised_from_start
from vedette.rules.blind_swords.chapters.specials.bombardment import bombardment
from vedette.rules.blind_swords.chapters.specials.tracks import first_boxes
from vedette.rules.blind_swords.charts import ChartError
from vedette.rules.blind_swords.setting import Options, Setting, setting_for
from vedette.rules.blind_swords.state import WAITING, State, Unit

ARMS = ("infantry", "cavalry", "artillery")
"""Who can stand on the map."""
MARKS = ("shaken", "skirmish", "frozen", "mounted", "dismounted")
"""What a unit may bear as a scenario begins."""
FIELDS = {
    "fog-second-table": "fog_second_table",
    "rebuild-option": "rebuild_option",
    "no-events": "no_events",
    "artillery-stacking": "artillery_stacking",
}


@cites("SS-20.0-1")
def options_of(battle: Battle, given: Mapping[str, Any]) -> dict[str, Any]:
    """Every option of the battle with its value; some scenarios alone have optional rules.

    Raises:
        OptionError: an option that the battle does not have, or a value of the wrong kind.
    """
    return chosen(battle, given)


def options_struct(options: Mapping[str, Any]) -> Options:
    """The options as the rules read them."""
    return Options(**{FIELDS[k]: v for k, v in options.items() if k in FIELDS})


def blank(setting: Setting, options: Mapping[str, Any]) -> State:
    """A state with nobody on the map."""
    g = State(setting=setting, options=options_struct(options), units={}, turn=setting.first_turn)
    note(f"book:{setting.profile.prefix}")
    g.stack = []
    g.stacks = {}
    g.control = tuple(victory.first_holders(setting).values())
    victory.start(g)
    g.raised = raised_from_start(setting.special)
    g.tracks = first_boxes(setting.special)
    return g


def _unit(row: Mapping[str, Any], at: int) -> Unit:
    """A unit as a row of the scenario describes it, there or still to come."""
    marks = row.get("marks", ())
    for mark in marks:
        if mark not in MARKS:
            raise ContentError(f"the scenario's {row['unit']}: mark {mark!r} is not known; write {' or '.join(MARKS)}")
    unit = Unit(
        at,
        worn=row.get("face") == "worn",
        hits=int("shaken" in marks),
        skirmish="skirmish" in marks,
        frozen="frozen" in marks,
    )
    return _on_foot(unit) if "dismounted" in marks else unit


@cites("KT-20.4-vaughn")
def _on_foot(unit: Unit) -> Unit:
    """Cavalry that begins dismounted; who has no horses in this battle is infantry by his counter."""
    return msgspec.structs.replace(unit, dismounted=True)


def set_up(g: State, rows: Any) -> None:
    """Put units of the scenario where it says, without events."""
    grid = g.setting.grid
    found = {}
    for row in rows:
        found[row["unit"]] = _unit(row, grid.index(row["hex"]))
    for row in g.setting.scenario.get("reinforcement", ()):
        if row.get("kind", "arrival") in ("arrival", "called"):
            found[row["unit"]] = _unit(row, WAITING)
    order = g.setting.counters
    for id in found:
        if order[id].arm not in ARMS:
            raise ChartError(
                f"counters.csv, {id}: arm {order[id].arm!r} is set up as a unit; write {' or '.join(ARMS)}"
            )
    g.units = {id: found[id] for id in sorted(found, key=lambda i: order[i].order)}
    g.waiting = tuple((a.turn, a.unit, a.hex, False) for a in g.setting.arrivals())
    g.reindex()


@cites("KT-20.1f-3", "KT-20.1-setup-USA-Tyler", "KT-20.1-setup-CSA-Artillery", "KT-20.1-setup-CSA-Garnett")
def begin(battle: Battle, options: Mapping[str, Any]) -> State:
    """The scenario's set-up, waiting for its first decision."""
    g = blank(setting_for(battle, options), options)
    set_up(g, g.setting.scenario.get("setup", ()))
    g.events = []
    guns = bombardment(g)
    if guns is not None:
        g.stack.append((BattleOfTurns(), "command"))
    start(g, guns or BattleOfTurns())
    return g
