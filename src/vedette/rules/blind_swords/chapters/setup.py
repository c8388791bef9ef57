"""Chapter 20: a scenario is set up; SS 22.1: guns that wear out units of the enemy before the first turn.

Rows `bombardment`, carried out in their order: `side` (which rolls and picks), `groups` of the enemy, a brigade or an
arm each, one die each in this order; `flips`, so many units by the die; `cites`, the case of each die.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from vedette.engine.battle import Battle
from vedette.engine.choice import Choice
from vedette.engine.cites import cites, note
from vedette.engine.events import Event
from vedette.engine.options import options_of as chosen
from vedette.engine.procedure import CHANCE, Ask, Done, Goto, Procedure, Result, procedure
from vedette.engine.rulebook import ContentError
from vedette.engine.run import start
from vedette.rules.blind_swords.chapters import victory
from vedette.rules.blind_swords.chapters.deeds import change
from vedette.rules.blind_swords.chapters.held_back import raised_from_start
from vedette.rules.blind_swords.chapters.sequence import BattleOfTurns
from vedette.rules.blind_swords.chapters.tracks import first_boxes
from vedette.rules.blind_swords.charts import DIE
from vedette.rules.blind_swords.setting import SIDE_INDEX, SIDES, Options, Setting, setting_for
from vedette.rules.blind_swords.state import WAITING, State, Unit
from vedette.rules.common.setting import ChartError

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
    """A unit as a row of the scenario describes it, on the map or still to come."""
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
    """Cavalry that begins dismounted; a unit without horses in this battle is infantry by its counter."""
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


# -- SS 22.1: guns that open the battle ------------------------------------------------------------------------------


BOMBARDMENT = "bombardment"
Row = Mapping[str, Any]


def bombardment(g: State) -> Procedure | None:
    """The guns before the first turn; None where the scenario has none."""
    return Bombardment() if BOMBARDMENT in g.setting.special and g.turn == g.setting.first_turn else None


def fresh_units(g: State, side: int, group: Mapping[str, str]) -> tuple[str, ...]:
    """The units of a group on the map that can still be worn out; each is turned once."""
    return tuple(
        i
        for i in g.on_map(side)
        if not g.units[i].worn
        and not g.counter(i).fragile
        and (g.counter(i).brigade == group["brigade"] if group.get("brigade") else g.counter(i).arm == group["arm"])
    )


@procedure("bombardment", title="preliminary bombardment")
class Bombardment(Procedure, frozen=True):
    """Row after row, group after group: a die, and the units that its side picks (SS 22.1)."""

    row: int = 0
    group: int = 0
    left: int = 0
    """How many units of the group are still to be picked."""
    die: int = 0

    @cites("SS-22.1-s2-1", "SS-22.1-s3-1")
    def roll(self, g: State) -> Result:
        """One die for each group, first of one side, then of the other."""
        rows = g.setting.special[BOMBARDMENT]
        if self.row >= len(rows):
            return Done()
        row = rows[self.row]
        if self.group >= len(row["groups"]):
            return Goto(self.but(row=self.row + 1, group=0).roll)
        what = f"{row['side'].capitalize()} bombardment of {group_words(row, self.group)}"
        return Ask(CHANCE, DIE, self.read, "die", row["cite"], what)

    @cites("SS-22.1-s2-2", "SS-22.1-s2-3", "SS-22.1-s2-4", "SS-22.1-s3-2", "SS-22.1-s3-3", "SS-22.1-s3-4")
    def read(self, g: State, die: int) -> Result:
        """The scenario says how many units for each face of the die."""
        row = self._row(g)
        count, cite = row["flips"][die - 1], self._cite(row, die)
        note(row["cite"])
        g.log(Event("bombarded", cite, row["side"], data=(group_words(row, self.group), count), roll=die))
        return Goto(self.but(left=count, die=die).pick)

    def pick(self, g: State) -> Result:
        """The firing side picks one of them, while there are any."""
        row = self._row(g)
        side = SIDE_INDEX[row["side"]]
        fresh = fresh_units(g, 1 - side, row["groups"][self.group]) if self.left else ()
        options = tuple(Choice("deplete", id, g.at(id)) for id in fresh)
        if not options:
            return Goto(self.but(group=self.group + 1, left=0, die=0).roll)
        more = f", {self.left} in all" if self.left > 1 else ""
        return Ask(
            SIDES[side], options, self.turn, "bombard", self._cite(row, self.die),
            f"bombardment of {group_words(row, self.group)}: which unit is worn out{more}?",
            usual=options[0],
        )  # fmt: skip

    def turn(self, g: State, choice: Choice) -> Result:
        change(g, choice.unit, self._cite(self._row(g), self.die), "depleted", worn=True)
        return Goto(self.but(left=self.left - 1).pick)

    def _row(self, g: State) -> Row:
        return g.setting.special[BOMBARDMENT][self.row]

    def _cite(self, row: Row, die: int) -> str:
        return str(row["cites"][die - 1]) if row.get("cites") else str(row["cite"])


def group_words(row: Row, at: int) -> str:
    """The name of a group."""
    group = row["groups"][at]
    return str(group.get("brigade") or f"the enemy's {group['arm']}")
