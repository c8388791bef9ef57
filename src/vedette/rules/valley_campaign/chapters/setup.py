"""Chapters 2.8 and 10: units that their owner sets up, and a scenario begun.

SetUp                               unit by unit, in any order
place_bar(g, id, hex), places       why a unit cannot be set up in a hex, and where it can
proposal(g, id), as_proposed        where it stands unless its owner says otherwise; all that are left
set_up(setting), begin              the scenario's units, and its first decision
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.engine.battle import Battle
from vedette.engine.choice import Choice, HexChoices
from vedette.engine.cites import cites
from vedette.engine.events import Reason
from vedette.engine.procedure import Ask, Done, Goto, Procedure, Result, by_name, procedure
from vedette.engine.rulebook import ContentError
from vedette.engine.run import start
from vedette.rules.valley_campaign.chapters.deeds import place
from vedette.rules.valley_campaign.chapters.zones import stack_bar
from vedette.rules.valley_campaign.setting import Arrival, Pair, Setting, setting_of
from vedette.rules.valley_campaign.state import CUP, UNPLACED, WAITING, State, Unit

# -- set-up by its owner (2.8, 10.3, 10.7) ---------------------------------------------------------------

REST = Choice("rest as proposed")
"""In place of a hex: this unit and all of its side that are left, as proposed."""


@procedure("set-up", title="set-up")
class SetUp(Procedure, frozen=True):
    """Unit by unit, in any order that their owner likes; those of an area first, then those who go with others."""

    unit: str = ""
    """The unit that its owner has picked; empty: the next of the list."""

    @cites("JV-2.8-1", "JV-10.3-1", "JV-10.7-1", "JV-10.3-area-2")
    def choose(self, g: State) -> Result:
        """Where the next unit stands, or another before it, or all that are left as proposed."""
        id = self._unit(g)
        if id is None:
            return Done()
        return Ask(
            g.seat(id), self._options(g, id), self.put, "set-up", row_cite(g, id), f"where is {id} set up?",
            usual=Choice("place", id, proposal(g, id)), about=(id,),
        )  # fmt: skip

    def put(self, g: State, choice: Choice) -> Result:
        """Put it there, or turn to another unit."""
        if choice.kind == "turn to":
            return Goto(self.but(unit=choice.unit).choose)
        id = self._unit(g)
        assert id is not None
        if choice == REST:
            as_proposed(g, g.side(id))
        else:
            set_down(g, id, choice.hex)
        return Goto(self.but(unit="").choose)

    def _options(self, g: State, id: str) -> HexChoices:
        """All the rest at once, its hexes, other units before it; who must stand with one unit has no choice."""
        hexes, waiting = places(g, id), left(g, g.side(id))
        if len(waiting) == 1 or (len(hexes) == 1 and "with" in rows_of(g)[id]):
            return HexChoices("place", id, hexes)
        others = [i for i in waiting if i != id and places(g, i)] if not self.unit else []
        return HexChoices("place", id, hexes, first=(REST,), last=tuple(Choice("turn to", i) for i in others))

    def _unit(self, g: State) -> str | None:
        return self.unit or next_unit(g)


def set_down(g: State, id: str, hex: int) -> None:
    place(g, id, hex, row_cite(g, id), "set-up")


def as_proposed(g: State, side: int) -> None:
    """Set up all that are left of a side where the scenario proposes."""
    while id := next((i for i in left(g, side) if places(g, i)), None):
        set_down(g, id, proposal(g, id))


def rows_of(g: State) -> Mapping[str, Mapping[str, Any]]:
    """The rows of the set-up list by unit."""
    return {row["unit"]: row for row in g.setting.scenario["setup"]}


def row_cite(g: State, id: str) -> str:
    """The case of a unit's place in the list."""
    row = rows_of(g).get(id, {})
    return str(row.get("cite") or g.setting.scenario.get("cite", ""))


def left(g: State, side: int) -> list[str]:
    """The units of a side that are not set up: first those of an area, then those who go with another unit."""
    rows = rows_of(g)
    found = [id for id in g.armies[side] if g.at(id) == UNPLACED]
    return sorted(found, key=lambda id: "with" in rows[id])


def next_unit(g: State) -> str | None:
    """Who is set up next; the Union begins."""
    return next((id for side in (0, 1) for id in left(g, side) if places(g, id)), None)


@cites("JV-10.3-area", "JV-10.3-area-2")
def place_bar(g: State, id: str, hex: int) -> Reason | None:
    """Why a unit cannot be set up in a hex: outside its area, away from its company, no room there."""
    row, cite = rows_of(g)[id], row_cite(g, id)
    if "with" in row and all(other not in g.units or g.at(other) != hex for other in row["with"]):
        return Reason(f"it stands with {' or '.join(row['with'])}", cite)
    if "area" in row and hex not in g.setting.areas[row["area"]]:
        return Reason("it stands in the hexes that are named for it", cite)
    return stack_bar(g, id, hex)


def places(g: State, id: str) -> tuple[int, ...]:
    """Where a unit may be set up: in its area, or with one of the units named, within the stacking limit."""
    row = rows_of(g)[id]
    hexes = {g.at(i) for i in row["with"] if i in g.units} if "with" in row else set(g.setting.areas[row["area"]])
    return tuple(h for h in sorted(hexes) if h >= 0 and place_bar(g, id, h) is None)


def proposal(g: State, id: str) -> int:
    """Where it is set up unless its owner says otherwise: the scenario's own proposal, else the first free hex."""
    free = places(g, id)
    wanted = rows_of(g)[id].get("usual")
    hex = g.setting.grid.index(wanted) if wanted else -1
    return hex if hex in free else free[0]


# -- a scenario set up (10) ------------------------------------------------------------------------------


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
            raise ContentError(f"{setting.file}: {what}; {mend}")
        if row.get("face") == "reduced" and setting.counters[row["unit"]].steps == 1:
            what, mend = f"{row['unit']} is set up reduced and has one step", "take face out, or give it two steps"
            raise ContentError(f"{setting.file}: {what}; {mend}")
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
    raise ContentError(f"{setting.file}, burned: no bridge joins {row['hex']} and {row['to']}; name one of the map")


def _first_holders(g: State) -> None:
    """Who stands in a hex that victory asks for has it."""
    hexes = g.setting.victory.get("hexes", ())
    g.holders = tuple(g.holder(g.setting.grid.index(name)) for name in hexes)


def begin(battle: Battle, options: Mapping[str, Any]) -> State:
    """The scenario's set-up, waiting for its first decision."""
    g = set_up(setting_of(battle, options))
    start(g, by_name("valley-battle"))
    return g
