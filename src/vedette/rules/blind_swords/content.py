"""What a pack of this family holds: the columns of its counters, chits and charts, and the keys of its scenarios."""

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
    ByOption,
    Content,
    Count,
    Flaw,
    Hex,
    Layout,
    Names,
    Part,
    Reinforcement,
    Setup,
    Side,
    Tables,
    Turn,
    Wrong,
    chart,
    matches,
    maybe,
    number,
    one_of,
    several,
    source,
    whole,
)
from vedette.engine.content import Scenario as Common
from vedette.rules.blind_swords.readings import READINGS
from vedette.rules.blind_swords.tables import EVENTS

STRENGTH = matches(r"C|[1-9]\d?", "a strength: C or a number from 1 to 99")
COHESION = whole(0, 6)
BAND = matches(r"\d{1,2}(-\d{1,2})?", "a roll or a range of rolls, such as 51-53")
BOXES = matches(r"(-|\d(-\d)?)\|(-|\d(-\d)?)\|(-|\d(-\d)?)", "three boxes severe|tough|routine, such as -|0|1-3")
DEPLETION = one_of("-", "AD", "BD*", "D", "D2", "D all")
SKEDADDLE = matches(
    r"-|((AM|AR\d|M|2M|B|R\d|RA\d|P[123])( |$))+", "codes out of AM, AR#, M, 2M, B, R#, RA#, P1, P2, P3, or -"
)
TESTED = {"die": DIE, "depletion": DEPLETION, "skedaddle": SKEDADDLE}
COST = matches(
    r"(no|all( \d{1,2})?|\+?\d{1,2}(\.5)?)(; *\d(\.5)? maneuver)?",
    "a cost in movement points, such as 1, +2, 0.5, all 6 or no",
)
ARMS = ("infantry", "cavalry", "artillery", "leader", "supply")
WINDOWS = ("before-draw", "after-order", "fired-at", "assault-declared", "turn-end", "own-test", "drawn")
HEXSIDES = (
    "slope", "steep", "cliff", "ridge", "crest", "stream", "flowing-stream", "pond", "bridge", "ford", "stone wall",
)  # fmt: skip
EDGES = Literal["north", "east", "south", "west"]
FACE = Literal["fresh", "worn"]

TABLES: dict[str, Layout] = {
    "hexsides.csv": Layout((), {"feature": one_of(*HEXSIDES)}),
    "counters.csv": Layout(
        ("fresh_sp", "weapon", "fresh_cr", "worn_sp", "worn_cr"),
        {
            **{c: maybe(STRENGTH) for c in ("fresh_sp", "worn_sp", "dismounted_sp", "dismounted_worn_sp")},
            **{c: maybe(COHESION) for c in ("fresh_cr", "worn_cr", "dismounted_cr", "dismounted_worn_cr")},
            **{c: maybe(YES) for c in ("fragile", "sharpshooter", "mounted_only")},
            "weapon": maybe(one_of("R", "S", "C", "CC", "SS", "Sr", "Mx", "P", "N", "T")),
            "dismounted_weapon": maybe(one_of("R", "S", "C", "CC", "SS")),
            "arm": one_of(*ARMS),
            "men_or_guns": maybe(whole(1, 9999)),
        },
        open=True,
    ),
    "chits.csv": chart(
        {
            "chit": TEXT,
            "side": one_of(*SIDES),
            "copies": whole(1, 9),
            "window": several(*WINDOWS),
            "effect": TEXT,
            "duration": TEXT,
            "rule": maybe(TEXT),
        },
        may=("rule",),
    ),
    "charts/crt.csv": chart({"roll": BAND}, rest=BOXES),
    "charts/fire_cohesion.csv": chart({"test": one_of("routine", "tough", "severe"), **TESTED}),
    "charts/close_cohesion.csv": chart({"test": one_of("close fight", "routine", "tough", "severe"), **TESTED}),
    "charts/break_test.csv": Layout(("die_minus_cr", "result"), {"result": TEXT, "source": source}, open=True),
    "charts/weapon_ranges.csv": chart(
        {
            "arm": one_of(*ARMS),
            "weapon": TEXT,
            **{c: maybe(whole(1, 99)) for c in ("canister", "effective", "long", "extreme")},
        }
    ),
    "charts/terrain.csv": chart(
        {
            "terrain": TEXT,
            "on_board": TEXT,
            "kind": one_of("hex", "hexside", "road"),
            **dict.fromkeys(("infantry", "cavalry", "artillery"), COST),
            "fire_shift": SHIFT,
            "close_shift": SHIFT,
            "los": TEXT,
        },
        may=("los",),
    ),
    "charts/fog_of_war.csv": chart({"die": DIE, "result": TEXT}),
    "charts/fog_of_war_second.csv": chart({"die": DIE, "game": TEXT, "result": TEXT}, may=("game",), optional=True),
    "charts/general_casualty.csv": chart({"game": TEXT, "side": one_of(*SIDES), "roll": BAND, "general": TEXT}),
    "charts/command_ratings.csv": chart(
        {
            "game": TEXT,
            "side": one_of(*SIDES),
            "chit": TEXT,
            "kind": one_of("brigade", "division", "cic"),
            "rating": matches("[1-6]|always", "a number from 1 to 6, or always"),
            "raised": maybe(DIE),
            "casualty_rating": maybe(DIE),
        }
    ),
    "charts/artillery_stacking.csv": chart({"gun_sp": whole(1, 99), "stacking_points": number(0, 99)}),
}


class Area(Part, forbid_unknown_fields=True):
    perimeter: list[str]
    inside: Hex
    cite: str
    closed: bool = False
    """What lies beyond is closed ground, not the end of the map: nobody is forced off over it."""


class Chits(Part, forbid_unknown_fields=True):
    key: Count
    random: Count
    excluded: list[str] = []
    exclude_by_opponent: Count = 0
    """How many the opponent takes out in each turn, unseen."""
    cite: str = ""


class Activation(ByOption, kw_only=True, forbid_unknown_fields=True):
    chit: str
    side: Side
    brigades: list[str]
    from_: Turn = msgspec.field(name="from", default=1)


class SetupRow(Setup, kw_only=True, forbid_unknown_fields=True):
    area: list[Hex] = []
    with_: list[str] = msgspec.field(name="with", default_factory=list)
    face: FACE = "fresh"
    marks: list[str] = []


class ReinforcementRow(Reinforcement, kw_only=True, forbid_unknown_fields=True):
    kind: Literal["arrival", "called", "release", "chit"] = "arrival"
    """A turn has who arrives or is released; none has who is called by a special rule."""
    face: FACE = "fresh"
    marks: list[str] = []


class Scenario(Common, kw_only=True, forbid_unknown_fields=True):
    """All keys that a scenario may have; `special` and `victory` are read where they are played."""

    clock: list[str]
    area: Area | None = None
    edges: dict[Side, list[EDGES]] = {}
    wild: list[str] = []
    chits: dict[Side, Chits] = {}
    common_events: bool = False
    activation: list[Activation] = []
    setup: list[SetupRow] = []
    reinforcement: list[ReinforcementRow] = []

    def hexes(self) -> Iterator[tuple[str, list[str]]]:
        """Hexes of the area and of units that are set up in one."""
        if self.area:
            yield from (("area.perimeter", chain.split("-")) for chain in self.area.perimeter)
            yield "area.inside", [self.area.inside]
        for i, row in enumerate(self.setup):
            yield f"setup[{i}].area", row.area

    def wrong(self, names: Names) -> Iterator[Wrong]:
        """Chits and brigades that there are not, turns that lie beyond the end."""
        for side, chits in self.chits.items():
            for chit in chits.excluded:
                if chit not in names.chits[side]:
                    what = f"the {side} side has no chit {chit!r}"
                    yield Wrong(f"chits.{side}.excluded", what, "write one of chits.csv")
        for i, a in enumerate(self.activation):
            for brigade in a.brigades:
                if brigade not in names.brigades[a.side]:
                    yield Wrong(f"activation[{i}].brigades", f"no {a.side} brigade {brigade!r}", "see counters.csv")
            if a.from_ > self.turns.last:
                yield Wrong(f"activation[{i}].from", f"turn {a.from_} is past the end", "write a turn")


FIGHTING = ("infantry", "cavalry", "artillery")
FACES = {"worn": ("worn_sp", "worn_cr"), "fresh": ("fresh_sp", "fresh_cr")}
FOOT = ("dismounted_weapon", "dismounted_worn_sp", "dismounted_worn_cr")


def lacking(row: Mapping[str, str]) -> Sequence[str]:
    """The values of its sides that a counter has not."""
    if row["arm"] not in FIGHTING or "worn_sp" not in row:
        return ()
    faces = ("worn",) if row.get("fragile") == "yes" else ("worn", "fresh")
    wanted = [key for face in faces for key in FACES[face]] + ["weapon"]
    if row["arm"] == "cavalry" and row.get("mounted_only") != "yes":
        wanted += FOOT
    return [key for key in wanted if not row.get(key)]


def mark(row: Mapping[str, str], placed: Mapping[str, Any]) -> str:
    """What is wrong with how a unit is marked."""
    rides, marks = row["arm"] == "cavalry", placed.get("marks", ())
    if rides and not {"mounted", "dismounted"} & {*marks}:
        return "it does not say whether it is mounted or dismounted"
    if "mounted" in marks and not rides:
        return "it is marked mounted and is no cavalry"
    if "dismounted" in marks and rides and row.get("mounted_only") == "yes":
        return "it is marked dismounted and has no dismounted side"
    return ""


CRT, GUNS, COUNTERS = "charts/crt.csv", "charts/artillery_stacking.csv", "counters.csv"
ON_FOOT = ("dismounted_sp", "dismounted_cr", "dismounted_worn_sp", "dismounted_worn_cr")
ROLLS = [10 * coloured + white for coloured in range(1, 7) for white in range(1, 7)]


def flaws(tables: Tables) -> Iterator[Flaw]:
    """Values on foot of which a column is lost, and charts that cannot be used."""
    if lost := _lost_on_foot(tables.get(COUNTERS, ())):
        what = f"there is no column {lost}, and cavalry has a dismounted_weapon"
        yield Flaw(COUNTERS, what, "add it to the first line and to every row")
    yield from _chart_flaws(tables)


def _lost_on_foot(rows: Sequence[Mapping[str, str]]) -> str:
    """A column that cavalry needs which can dismount; empty where none is lost."""
    dismounts = any(row.get("dismounted_weapon") for row in rows)
    return next((column for column in ON_FOOT if dismounts and column not in rows[0]), "")


def _chart_flaws(tables: Tables) -> Iterator[Flaw]:
    """A column of the CRT past all measure, a roll that it lacks or has twice, guns that take up more than they are."""
    for name in tables[CRT][0] if tables.get(CRT) else ():
        if name not in ("roll", "source") and not re.fullmatch(r"C|\d{1,2}(-\d{1,2})?|\d{1,2}\+", name):
            yield Flaw(CRT, f"column {name!r} is no strength", "write C, 1, 8-9 or 23+", column=name)
    rolls: dict[int, str] = {}
    for n, row in enumerate(tables.get(CRT, ())):
        low, _, high = row["roll"].partition("-")
        for roll in range(int(low), int(high or low) + 1):
            if roll in rolls and roll in ROLLS:
                yield Flaw(
                    CRT, f"the roll {roll} stands in {rolls[roll]} and {row['roll']}", "write it once", n, "roll"
                )
            rolls[roll] = row["roll"]
    if lost := [roll for roll in ROLLS if rolls and roll not in rolls]:
        yield Flaw(CRT, f"there is no row for the roll {lost[0]}", "write one", column="roll")
    for n, row in enumerate(tables.get(GUNS, ())):
        if float(row["stacking_points"]) > int(row["gun_sp"]):
            what = f"{row['gun_sp']} strength takes up {row['stacking_points']}"
            yield Flaw(GUNS, what, "write no more than the strength", n, "stacking_points")


CONTENT = Content(
    tables=TABLES, scenario=Scenario, events=EVENTS, readings=READINGS, lacking=lacking, mark=mark, flaws=flaws
)
