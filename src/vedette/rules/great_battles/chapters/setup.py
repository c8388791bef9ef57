"""Chapters 3.2 and 21: units that their owner sets up, and a game begun.

rows_of(g), left(g, side)           the set-up list, and who of a side is still to be placed
place_bar(g, id, hex), places       why a unit cannot stand in a hex, and where it can
form_bar(g, id)                     why its formation is not free
set_down, as_proposed               one unit, or all that are left of a side
check_proposal(g)                   whether all could be set up as proposed
SetUp                               the set-up, decision by decision
set_up(setting), begin              the scenario's units, and its first decision
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.engine.battle import Battle
from vedette.engine.choice import DONE, Choice, HexChoices
from vedette.engine.cites import cites
from vedette.engine.events import Reason
from vedette.engine.procedure import Ask, Done, Goto, Procedure, Result, by_name, procedure
from vedette.engine.rulebook import ContentError
from vedette.engine.run import start
from vedette.rules.great_battles.chapters.deeds import change, place, replace
from vedette.rules.great_battles.chapters.formations import FORMLESS, align, change_word, faces, turn
from vedette.rules.great_battles.chapters.leaders import commands
from vedette.rules.great_battles.chapters.stacking import fault
from vedette.rules.great_battles.setting import DIRECTIONS, SIDE_INDEX, SIDES, Setting, setting_of
from vedette.rules.great_battles.state import UNPLACED, WAITING, State, Unit

MOBILE = ("column", "limbered", "mounted")
"""Formations that move (SW 6.0)."""
REST = Choice("rest as proposed")
"""In place of a hex: this unit and all of its side that are left, as proposed."""
FREE = "free"
"""The value of the option `deployment` by which the players set up; else everybody stands as the scenario proposes."""

AREA = "it stands in the hexes that are named for it"
UNLIMBERED = Reason("artillery deploys unlimbered", "SW-21.0-4")
RESERVE = Reason("infantry in column is never in reserve", "SW-8.74")
ENEMY = Reason("an enemy stands there", "SW-5.12-1")
ALONE = Reason("a leader stands with a unit of his command", "SW-17.3-1")


# -- the list --------------------------------------------------------------------------------------------


def rows_of(g: State) -> Mapping[str, Mapping[str, Any]]:
    """The rows of the set-up list by unit."""
    kept = g.setting.kept
    if "set-up" not in kept:
        kept["set-up"] = {row["unit"]: row for row in g.setting.scenario["setup"]}
    rows: Mapping[str, Mapping[str, Any]] = kept["set-up"]
    return rows


def row_cite(g: State, id: str) -> str:
    """The case of a unit's place in the list."""
    row = rows_of(g).get(id, {})
    return str(row.get("cite") or g.setting.scenario.get("cite", ""))


def left(g: State, side: int) -> list[str]:
    """The units of a side that are not set up: leaders last, since they stand with others."""
    found = [id for id in g.armies[side] if g.at(id) == UNPLACED]
    return sorted(found, key=lambda id: g.counter(id).leader)


@cites("SW-3.2-1", "SW-3.2-2", "SW-21.0-2", "GB-28.1-2")
def next_unit(g: State) -> str | None:
    """Who is set up next: the Union's units, then the Confederates'."""
    return next((id for side in (0, 1) for id in left(g, side) if placeable(g, id)), None)


# -- questions -------------------------------------------------------------------------------------------


@cites(
    "SW-21.11-1", "SW-21.11-2", "SW-21.12-1", "SW-21.12-2", "SW-21.13-1", "SW-21.13-2", "SW-21.21-1", "SW-21.21-2",
    "GB-28.2-2",
)  # fmt: skip
def place_bar(g: State, id: str, hex: int) -> Reason | None:
    """Why a unit cannot be set up in a hex: outside its area, no room, a leader without troops."""
    row, side = rows_of(g)[id], g.side(id)
    if hex not in named(g, id):
        return Reason(AREA, row_cite(g, id))
    if g.masks[1 - side] >> hex & 1:
        return ENEMY
    here = [i for i in g.troops(hex, side) if i != id]
    if g.counter(id).leader:
        return None if any(commands(g, id, i) for i in here) else ALONE
    if not here:
        return None
    new = g.clone()
    new.units[id] = replace(new.units[id], reserve=bool(row.get("reserve")))
    return fault(new, [*here, id])


def places(g: State, id: str) -> tuple[int, ...]:
    """Where a unit may be set up."""
    return tuple(h for h in sorted(named(g, id)) if place_bar(g, id, h) is None)


def placeable(g: State, id: str) -> bool:
    """Whether a unit may be set up anywhere as things stand."""
    return any(place_bar(g, id, h) is None for h in named(g, id))


def named(g: State, id: str) -> tuple[int, ...]:
    """The hexes that the list has for a unit."""
    row = rows_of(g)[id]
    return g.setting.areas[row["area"]] if "area" in row else (g.setting.grid.index(row["hex"]),)


def proposal(g: State, id: str) -> int:
    """Where it is set up unless its owner says otherwise: the scenario's own proposal, else the first free hex."""
    wanted = rows_of(g)[id].get("usual")
    hex = g.setting.grid.index(wanted) if wanted else -1
    return hex if hex >= 0 and place_bar(g, id, hex) is None else places(g, id)[0]


@cites("SW-21.0-4", "GB-28.2-1")
def form_bar(g: State, id: str) -> Reason | None:
    """Why its owner does not choose the formation of a unit: artillery is set up unlimbered, or it is in reserve."""
    c = g.counter(id)
    if c.gun:
        return UNLIMBERED
    if not change_word(g, id):
        return FORMLESS
    return RESERVE if c.arm == "infantry" and rows_of(g)[id].get("reserve") else None


# -- deeds -----------------------------------------------------------------------------------------------


@cites("SW-21.13-1", "SW-19.35-1", "SW-8.74")
def set_down(g: State, id: str, hex: int) -> None:
    """Set a unit up: in reserve where the list says so, else facing as the list has it."""
    row, cite = rows_of(g).get(id, {}), row_cite(g, id)
    place(g, id, hex, cite, "set-up")
    if row.get("reserve"):
        change(g, id, "SW-21.13-1", "reserve", (True,), reserve=True)
    if faces(g, id):
        usual = row.get("facing") or ("N" if g.side(id) == SIDE_INDEX["confederate"] else "S")
        facing = DIRECTIONS.index(usual)
        change(g, id, cite, "turned", (facing,), facing=facing)
        align(g, id)


def as_proposed(g: State, side: int) -> None:
    """Set up all that are left of a side where the scenario proposes."""
    while id := next((i for i in left(g, side) if placeable(g, i)), None):
        set_down(g, id, proposal(g, id))


def check_proposal(g: State) -> None:
    """Every unit finds its place where the scenario proposes. Raises ContentError: no room, a leader without troops."""
    for id, row in rows_of(g).items():
        usual, at = row.get("usual"), g.at(id)
        if at == UNPLACED or (usual and g.hex_name(at) != usual):
            what = f"{id} finds no place in {usual or row.get('hex') or row.get('area')}"
            raise ContentError(f"{g.setting.file}, setup: {what}, as the others stand; name another hex")


# -- the procedure ---------------------------------------------------------------------------------------


@procedure("gb-set-up", title="set-up")
class SetUp(Procedure, frozen=True):
    """Unit by unit, in any order that their owner likes, leaders with their troops; or all as the armies stood."""

    unit: str = ""
    """The unit that its owner has picked; empty: the next of the list."""
    formed: bool = False
    """It has taken its other formation."""
    last: str = ""
    """The unit set down last, which can still be turned."""

    @cites("SW-3.2-1", "SW-3.2-2", "SW-21.0-2", "GB-28.1-2")
    def begin(self, g: State) -> Result:
        """All as the armies stood, without a question, or as their owners like."""
        if g.setting.options.get("deployment") == FREE:
            return Goto(self.choose)
        told, g.events = g.events, None
        for side in range(len(SIDES)):
            as_proposed(g, side)
        g.events = told
        return Done()

    @cites("SW-3.2-1", "SW-3.2-2", "SW-21.0-2", "SW-21.0-4", "GB-28.1-2", "GB-28.2-1")
    def choose(self, g: State) -> Result:
        """Where the next unit stands, how it is formed; another before it; how the last one faces; all the rest."""
        id = self.unit or next_unit(g)
        if id is None or (self.last and g.side(id) != g.side(self.last)):
            return Goto(self.turn_last) if self.last else Done()
        return Ask(
            g.seat(id), _answers(g, self, id), self.put, "set-up", row_cite(g, id),
            f"where is {id} set up?", usual=Choice("place", id, proposal(g, id)), about=(id,),
        )  # fmt: skip

    def put(self, g: State, choice: Choice) -> Result:
        """It is put there, or formed; or the one before is turned, or another comes first."""
        id = choice.unit
        if choice == REST:
            first = self.unit or next_unit(g)
            assert first is not None
            as_proposed(g, g.side(first))
            return Goto(SetUp().choose)
        if choice.kind == "place":
            set_down(g, id, choice.hex)
            return Goto(SetUp(last=id if faces(g, id) else "").choose)
        if choice.kind == "face":
            turn(g, id, choice.arg, row_cite(g, id))
            return Goto(self.but(last="").choose)
        if choice.kind == "change formation":
            column = not g.units[id].column
            change(g, id, "SW-21.0-4", "formed", (column,), column=column)
            return Goto(self.but(unit=id, formed=True).choose)
        return Goto(self.but(unit=id).choose)

    def turn_last(self, g: State) -> Result:
        """The last unit of a side stands, and may still be turned."""
        id = self.last
        return Ask(
            g.seat(id), (DONE, *_turns(g, id)), self.finish, "set-up", row_cite(g, id), f"does {id} stand well?",
            usual=DONE, about=(id,),
        )  # fmt: skip

    def finish(self, g: State, choice: Choice) -> Result:
        if choice != DONE:
            turn(g, choice.unit, choice.arg, row_cite(g, choice.unit))
        return Goto(SetUp().choose)


def _answers(g: State, frame: SetUp, id: str) -> HexChoices:
    """All the rest at once; where a unit stands, how it is formed; others before it; how the last one faces."""
    waiting = left(g, g.side(id))
    form = (Choice("change formation", id),) if not frame.formed and form_bar(g, id) is None else ()
    others = [Choice("turn to", i) for i in waiting if i != id and placeable(g, i)] if not frame.unit else []
    rest = (REST,) if len(waiting) > 1 else ()
    return HexChoices("place", id, places(g, id), first=rest, last=(*form, *others, *_turns(g, frame.last)))


def _turns(g: State, last: str) -> tuple[Choice, ...]:
    """The other ways that the unit set up last may face."""
    return tuple(Choice("face", last, arg=d) for d in range(6) if last and g.units[last].facing != d)


# -- a game begun ----------------------------------------------------------------------------------------


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
    """A unit at full strength, its crew whole, with its side's rounds."""
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
    start(g, by_name("gb-battle"))
    if options.get("deployment") != FREE:
        check_proposal(g)
    return g
