"""What a pack of this family holds: the columns of its counters and charts, and the keys of its scenarios."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

import msgspec

from vedette.engine.content import (
    DIE,
    SHIFT,
    SIDES,
    TEXT,
    YES,
    Check,
    Content,
    Hex,
    Layout,
    Names,
    Part,
    Reinforcement,
    Setup,
    Side,
    Turn,
    Turns,
    Wrong,
    chart,
    listed,
    matches,
    maybe,
    one_of,
    whole,
)
from vedette.engine.content import Scenario as Common
from vedette.rules.great_battles.content_tables import flaws

ARMS = ("infantry", "cavalry", "artillery", "supply", "leader")
MOVERS = ("line", "column", "mounted", "wheels")
WEAPONS = ("R", "P", "N", "T")
MORALES = ("A", "B", "C", "D", "E")
CAUSES = ("small-arms", "artillery", "melee-killed", "melee-captured")
HEXSIDES = ("slope", "crest", "ridge", "stone wall", "stream", "ford", "bridge", "river")
DIFFERENCES = ("-4", "-3", "-2", "-1", "0", "+1", "+2", "+3", "+4", "+5", "+6", "+7")
FORMATIONS = ("line", "column", "limbered", "unlimbered", "mounted", "dismounted")
FORMED = {"infantry": FORMATIONS[:2], "artillery": FORMATIONS[2:4], "cavalry": FORMATIONS[4:]}
"""The formations of each arm that has some."""
MOST = 9999
"""No lead is larger."""
FACING = Literal["N", "NE", "SE", "S", "SW", "NW", ""]
FORMATION = Literal["line", "column", "limbered", "unlimbered", "mounted", "dismounted", ""]
FIRE = matches(r"-|PIN|[1-9]\*?", "a result such as -, PIN, 1* or 2")
POINTS = matches(r"-?\d", "a number of points for the defender")
HURT = r"(-|([KCR]\d?)( [KCR]\d?)*)"
MELEE = matches(rf"{HURT} / {HURT}( Eng)?", "a result such as K R1 / - or - / - Eng")
ROUT = one_of("-", "R", "R?")
COST = matches(r"|all|no|road|\+?\d{1,2}(\.\d{1,2})?", "a cost such as 1, 0.5, +1, all, no, road or nothing")
PARTS = matches(r"[1-9](/[1-9])?", "a multiplier such as 2 or 1/2")

TABLES: dict[str, Layout] = {
    "board.csv": Layout((), {"level": whole(1, 3)}),
    "hexsides.csv": Layout((), {"feature": one_of(*HEXSIDES)}, open=True),
    "counters.csv": Layout(
        ("brigade", "strength", "weapon", "morale", "crew", "horse", "radius", "rally"),
        {
            "arm": one_of(*ARMS),
            "strength": maybe(whole(1, 99)),
            "weapon": maybe(one_of(*WEAPONS)),
            "morale": maybe(one_of(*MORALES)),
            "crew": maybe(whole(1, 2)),
            "horse": maybe(YES),
            **{c: maybe(whole(0, 99)) for c in ("radius", "rally", "replacement_radius", "replacement_rally")},
        },
        open=True,
    ),
    "charts/constants.csv": chart({"name": TEXT, "value": whole(0, 99), "doubt": matches(".*", "")}),
    "charts/brigades.csv": chart(
        {
            "brigade": TEXT,
            "side": one_of(*SIDES),
            "title": TEXT,
            "bce": whole(1, 99),
            "total": whole(1, 99),
            "vp": whole(0, 99),
            "first_cost": maybe(whole(0, 99)),
        }
    ),
    "charts/fire.csv": chart({"die": DIE}, rest=FIRE),
    "charts/range.csv": chart(
        {
            "weapon": one_of(*WEAPONS),
            "from": whole(1, 99),
            "to": whole(1, 99),
            "multiplier": PARTS,
        }
    ),
    "charts/melee.csv": chart({"die": DIE, **dict.fromkeys(DIFFERENCES, MELEE)}),
    "charts/rout.csv": chart({"die": whole(0, 9), **dict.fromkeys(MORALES, ROUT)}),
    "charts/morale_numbers.csv": chart({"letter": one_of(*MORALES), "number": whole(1, 6), "again": YES}),
    "charts/demoralization.csv": chart({"die": whole(0, 6)}, rest=one_of("-", "D")),
    "charts/leader_casualties.csv": chart(
        {
            "cause": one_of(*CAUSES),
            "roll": whole(2, 12),
            "result": one_of("killed", "wounded", "captured"),
        }
    ),
    "charts/terrain.csv": chart(
        {
            "terrain": TEXT,
            "on_board": TEXT,
            "kind": one_of("hex", "hexside", "road"),
            **dict.fromkeys(MOVERS, COST),
            "fire": SHIFT,
            "melee": POINTS,
            "blocks_sight": YES,
        }
    ),
    "charts/strategic.csv": chart({"die": DIE, "result": TEXT, "words": TEXT}),
    "charts/strategic_shifts.csv": chart({"level": TEXT, "shift": matches(r"-?\d|automatic", "a number or automatic")}),
}

CHOICES: Mapping[str, Check] = {"rules": one_of("1978", "2007"), "deployment": one_of("historical", "free")}
SWITCHES = ("overshoot", "ramifications")
"""Options that are true or false."""


class Clock(Turns, kw_only=True, forbid_unknown_fields=True):
    """The turns with their hours, and who is first in each."""

    hours: list[str]
    first_player: Side


class SetupRow(Setup, kw_only=True, forbid_unknown_fields=True):
    """A unit that is set up in a hex or an area."""

    area: str = ""
    usual: Hex = ""
    """Where it stands unless its owner says otherwise."""
    facing: FACING = ""
    formation: FORMATION = ""
    reserve: bool = False
    cite: str = ""


class ReinforcementRow(Reinforcement, kw_only=True, forbid_unknown_fields=True):
    """A unit that enters by a hex of an area."""

    turn: Turn
    area: str
    kind: Literal["entry"] = "entry"
    formation: FORMATION = ""
    cite: str = ""


class Hill(Part, forbid_unknown_fields=True):
    """Ground that scores."""

    name: str
    hexes: list[Hex]
    cite: str


class Level(Part, forbid_unknown_fields=True, rename={"low": "from", "high": "to"}):
    """How a battle may end: by how much the winner leads."""

    level: str
    cite: str
    low: int
    high: int
    winner: Side | None = None


class Victory(Part, kw_only=True, forbid_unknown_fields=True):
    """What scores beyond losses, and the levels."""

    hills: list[Hill]
    exit_edge: Literal["north", "east", "south", "west"]
    exit_leader: str
    exit_cavalry_leader: str
    levels: list[Level]
    cite: str = ""


class Scenario(Common, kw_only=True, forbid_unknown_fields=True):
    """All keys that a scenario may have."""

    turns: Clock
    areas: dict[str, list[Hex]] = {}
    setup: list[SetupRow] = []
    reinforcement: list[ReinforcementRow] = []
    victory: dict[str, Any]

    def hexes(self) -> Iterator[tuple[str, list[str]]]:
        """Hexes of areas, and where units usually stand."""
        yield from ((f"areas.{name}", hexes) for name, hexes in self.areas.items())
        yield from ((f"setup[{i}].usual", [row.usual]) for i, row in enumerate(self.setup) if row.usual)

    def wrong(self, names: Names) -> Iterator[Wrong]:
        """A unit without one place, an area that there is not, a victory that cannot be read."""
        if self.clock:
            yield Wrong("clock", "these rules read turns.hours", "take it out")
        if self.special:
            yield Wrong("special", "these rules have no special rules", "take it out")
        for n, hour in enumerate(self.turns.hours):
            if not re.fullmatch(r"([01]\d|2[0-3]):[0-5]\d", hour):
                yield Wrong("turns.hours", f"turn {self.turns.first + n} is at {hour!r}", "write an hour such as 14:20")
        for name, hexes in self.areas.items():
            if len(set(hexes)) < len(hexes) or not hexes:
                twice = next((hex for hex in hexes if hexes.count(hex) > 1), "")
                what = f"{twice} stands twice in {name}" if twice else f"the area {name} has no hexes"
                yield Wrong(f"areas.{name}", what, "write each hex once")
        for i, row in enumerate(self.setup):
            yield from _placed(self, f"setup[{i}]", row, names)
        for i, come in enumerate(self.reinforcement):
            if come.area not in self.areas:
                yield Wrong(f"reinforcement[{i}].area", f"there is no area {come.area!r}", "see areas")
            if come.hex:
                yield Wrong(f"reinforcement[{i}].hex", f"{come.unit} enters by a hex of its area", "take it out")
            yield from _formed(f"reinforcement[{i}]", come.unit, come.formation, names)
            if names.arms.get(come.unit) == "artillery" and come.formation != "limbered":
                yield Wrong(f"reinforcement[{i}].formation", f"{come.unit} enters limbered", 'write "limbered"')
        yield from _options(self)
        yield from _victory(self.victory, names)


def _placed(s: Scenario, path: str, row: SetupRow, names: Names) -> Iterator[Wrong]:
    """A row of the set-up: one place, a formation and a front that its arm has."""
    if bool(row.hex) == bool(row.area):
        yield Wrong(f"{path}.unit", f"{row.unit} has not one place", "write one of hex and area")
    elif row.area and row.area not in s.areas:
        yield Wrong(f"{path}.area", f"there is no area {row.area!r}", "see areas")
    elif row.usual and row.usual not in (s.areas[row.area] if row.area else [row.hex]):
        yield Wrong(f"{path}.usual", f"{row.usual} lies outside {row.area or row.hex}", "write a hex of the area")
    arm = names.arms.get(row.unit, "")
    if arm in ("leader", "supply"):
        for key, given in (("facing", row.facing), ("reserve", row.reserve)):
            if given:
                yield Wrong(f"{path}.{key}", f"{row.unit} is {arm} and has no {key}", "take it out")
    if row.reserve and row.formation == "column":
        yield Wrong(f"{path}.reserve", "infantry in column is never in reserve", 'take it out, or write "line"')
    yield from _formed(path, row.unit, row.formation, names)


def _formed(path: str, unit: str, formation: str, names: Names) -> Iterator[Wrong]:
    """The formation of a unit is one that its arm has."""
    arm = names.arms.get(unit, "")
    if arm and formation and formation not in FORMED.get(arm, ()):
        mend = f"write {listed(FORMED[arm])}" if arm in FORMED else "take it out"
        yield Wrong(f"{path}.formation", f"{arm} cannot be {formation}", mend)


def _options(s: Scenario) -> Iterator[Wrong]:
    """Options that nothing reads, and options of the rules with other values than they can have."""
    waited = {row.option.partition("=")[0] for row in (*s.setup, *s.reinforcement)}
    waited |= {row.unless.partition("=")[0] for row in (*s.setup, *s.reinforcement)}
    for name, option in s.options.items():
        path = f"options.{name}"
        if name not in {*CHOICES, *SWITCHES, *waited}:
            what = f"neither the rules nor a row know the option {name!r}"
            yield Wrong(path, what, f"write {listed((*CHOICES, *SWITCHES))}, or take it out")
        if name in CHOICES and option.type != "choice":
            yield Wrong(f"{path}.type", "it is true or false", 'write "choice": the rules read it so')
        if name in SWITCHES and option.type != "bool":
            yield Wrong(f"{path}.type", "it is a choice", 'write "bool": the rules read it so')
        for value in option.values if name in CHOICES else ():
            if wanted := CHOICES[name](value):
                yield Wrong(f"{path}.values", f"{value!r} is no value of it", f"write {wanted}")


def _victory(given: Mapping[str, Any], names: Names) -> Iterator[Wrong]:
    """Keys that a victory lacks, a leader or a hex whom there is not."""
    try:
        v = msgspec.convert(given, Victory)
    except msgspec.ValidationError as error:
        what, _, place = str(error).replace("`", "").partition(" - at $")
        yield Wrong(f"victory{place}", what[0].lower() + what[1:], "write what is expected")
        return
    for key, id in (("exit_leader", v.exit_leader), ("exit_cavalry_leader", v.exit_cavalry_leader)):
        if id not in names.units:
            yield Wrong(f"victory.{key}", f"there is no unit {id!r}", "write an id of counters.csv")
        elif names.arms.get(id, "leader") != "leader" or names.units[id] != "confederate":
            yield Wrong(f"victory.{key}", f"{id} is no leader of the Confederates", "write the id of one")
    for winner in SIDES:
        bands = sorted((row.low, row.high) for row in v.levels if row.winner == winner)
        if [low for low, _ in bands] != [1, *(high + 1 for _, high in bands)][: len(bands)] or not bands:
            yield Wrong("victory.levels", f"the leads of the {winner} side have a gap", "write levels from 1 on")
        elif bands[-1][1] < MOST:
            what = f"the leads of the {winner} side end at {bands[-1][1]}"
            yield Wrong("victory.levels", what, f"write {MOST} as the end of the last level")
    if [(row.low, row.high) for row in v.levels if row.winner is None] != [(0, 0)]:
        yield Wrong("victory.levels", "no level says that nobody wins", "write one draw, from 0 to 0")
    yield from _hills(v.hills, names)


def _hills(hills: Sequence[Hill], names: Names) -> Iterator[Wrong]:
    """Hexes that there are not, or that two hills score."""
    scored: dict[str, str] = {}
    for i, hill in enumerate(hills):
        path = f"victory.hills[{i}].hexes"
        if not hill.hexes:
            yield Wrong(path, f"{hill.name} has no hexes", "write those that score")
        for hex in hill.hexes:
            if hex not in names.hexes:
                yield Wrong(path, f"there is no hex {hex}", "write a hex of the map")
            if hex in scored:
                yield Wrong(path, f"{hex} is on {scored[hex]} already", "write each hex once")
            scored[hex] = hill.name


def lacking(row: Mapping[str, str]) -> Sequence[str]:
    """The values that a counter has not: a leader needs his ratings, a battery its crew, all but leaders strength."""
    wanted = {
        "leader": ["radius", "rally"],
        "artillery": ["strength", "weapon", "crew"],
        "supply": ["strength", "weapon"],
    }.get(row["arm"], ["strength", "weapon", "morale"])
    return [key for key in wanted if not row.get(key)]


def mark(row: Mapping[str, str], placed: Mapping[str, Any]) -> str:
    """What is wrong with how a unit is set up: a formation that its arm does not have."""
    formation = placed.get("formation") or ""
    if formation and formation not in FORMED.get(row["arm"], ()):
        return f"{row['arm']} cannot be {formation}"
    return ""


CONTENT = Content(tables=TABLES, scenario=Scenario, lacking=lacking, mark=mark, flaws=flaws)
