"""What a pack of this family holds: the columns of its counters and charts, and the keys of its scenarios."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec

from vedette.engine.content import (
    DIE,
    HEX,
    SHIFT,
    SIDES,
    TEXT,
    YES,
    Check,
    Content,
    Count,
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
from vedette.rules.valley_campaign.charts import COLUMNS

ARMS = ("infantry", "cavalry", "artillery", "leader")
STEPS = whole(1, 2)
STRENGTH = whole(1, 99)
POINTS = matches(r"\+?\d{1,2}|no", "movement points, such as 1, +1 or no")
WORDS = matches(r"(?!.*\d{3}).+", "words, with numbers below 100")
CODE = r"(AL[12](AR)?|AR|BL1(AR)?|DR|DL1|DL[12]DR|-)\*?"
RESULT = matches(rf"{CODE}( \(LC\))?( \(KIA\))?", "a result such as AL1AR*, BL1, DR or -, with (LC) or (KIA)")
HEXSIDES = ("slope", "creek", "ford", "bridge", "river")
FACE = Literal["full", "reduced"]

TABLES: dict[str, Layout] = {
    "hexsides.csv": Layout((), {"feature": one_of(*HEXSIDES), "high": maybe(HEX)}),
    "counters.csv": Layout(
        ("steps", "full", "reduced", "movement", "shift"),
        {
            "arm": one_of(*ARMS),
            "steps": STEPS,
            **{c: maybe(STRENGTH) for c in ("full", "reduced")},
            "movement": whole(1, 99),
            "shift": maybe(whole(0, 9)),
        },
        open=True,
    ),
    "charts/crt.csv": chart({"die": DIE, **dict.fromkeys(COLUMNS, RESULT)}),
    "charts/bombardment_hits.csv": chart(
        {
            "die": DIE,
            "name": TEXT,
            "retreat": whole(0, 9),
            "demoralized": one_of("0", "1"),
            "steps": whole(0, 2),
            "leader": one_of("0", "1"),
        }
    ),
    "charts/terrain.csv": chart(
        {
            "terrain": TEXT,
            "on_board": TEXT,
            "kind": one_of("hex", "feature", "hexside", "road"),
            "level": maybe(whole(1, 9)),
            **dict.fromkeys(ARMS, POINTS),
            "combat_shift": SHIFT,
            "blocks_sight": YES,
            "bombardment": SHIFT,
        }
    ),
    "charts/movement.csv": chart({"unit": TEXT, "item": TEXT, "value": WORDS}, optional=True),
    "charts/subordinates.csv": chart(
        {
            "id": TEXT,
            "side": one_of(*SIDES),
            "shift": whole(0, 9),
            "steps": one_of("1"),
            "movement": whole(1, 99),
        },
        empty=True,
    ),
}


CHOICES: Mapping[str, Check] = {
    "turns": whole(1, 99),
    "opening": one_of("union", "confederate", "union-then-confederate", "confederate-then-union"),
    "entry": one_of("column", "normal"),
    "unnamed-leaders": whole(0, 20),
}
"""The options of a scenario that the rules read, each with what its values may be."""
SWITCHES = ("leader-zones", "leader-losses", "attackers-recover")
"""Those that are true or false."""


class Clock(Turns, kw_only=True, forbid_unknown_fields=True):
    """The turns with their hours, and whose player turns they are made of."""

    hours: list[str]
    first_player: Side
    opening: list[Side]
    """The player turns of the first turn, in order."""
    dawn: str = ""
    dusk: str = ""


class Level(Part, forbid_unknown_fields=True):
    """How a battle may end; a draw has no winner."""

    level: str
    cite: str
    winner: Side | None = None


class Victory(Part, kw_only=True, forbid_unknown_fields=True):
    """What the side that must win has to reach: points off an edge, hexes in which it was the last, or both."""

    do: Literal["exit", "occupied", "both"]
    side: Side
    edge: Literal["north", "east", "south", "west"] | None = None
    ground: list[str] = []
    points: Annotated[int, msgspec.Meta(ge=1, le=999)] | None = None
    each: Count = 1
    infantry: Count | None = None
    cavalry: Count | None = None
    artillery: Count | None = None
    leader: str
    not_counted: list[Literal["infantry", "cavalry", "artillery", "leader"]] = []
    hexes: list[Hex] = []
    cite: str = ""
    levels: list[Level]


NEEDS = {"exit": ("edge", "ground", "points"), "occupied": ("hexes",), "both": ("edge", "ground", "points", "hexes")}
"""The keys that each kind of victory is told by."""
ENDS: Mapping[Side | None, str] = {
    "union": "the Union wins",
    "confederate": "the Confederates win",
    None: "nobody wins",
}


class Burned(Part, forbid_unknown_fields=True):
    """A bridge that is burned when the game begins."""

    hex: Hex
    to: Hex
    cite: str = ""


class SetupRow(Setup, kw_only=True, forbid_unknown_fields=True):
    """A unit that is set up in its hex, in an area, or with one of several units."""

    area: str = ""
    with_: list[str] = msgspec.field(name="with", default_factory=list)
    face: FACE = "full"
    usual: Hex = ""
    """Where it stands unless its owner says otherwise."""
    cite: str = ""


class ReinforcementRow(Reinforcement, kw_only=True, forbid_unknown_fields=True):
    """A unit that enters at its hex."""

    turn: Turn
    hex: Hex
    kind: Literal["arrival"] = "arrival"
    face: FACE = "full"
    cite: str = ""


class Scenario(Common, kw_only=True, forbid_unknown_fields=True):
    """All keys that a scenario may have."""

    turns: Clock
    areas: dict[str, list[Hex]] = {}
    burned: list[Burned] = []
    setup: list[SetupRow] = []
    reinforcement: list[ReinforcementRow] = []
    victory: dict[str, Any]

    def hexes(self) -> Iterator[tuple[str, list[str]]]:
        """Hexes of areas, of burned bridges, and where units usually stand."""
        yield from ((f"areas.{name}", hexes) for name, hexes in self.areas.items())
        yield from ((f"burned[{i}].hex", [row.hex, row.to]) for i, row in enumerate(self.burned))
        yield from ((f"setup[{i}].usual", [row.usual]) for i, row in enumerate(self.setup) if row.usual)

    def wrong(self, names: Names) -> Iterator[Wrong]:
        """A unit without one place, an area that there is not, company that is not there; then turns and victory."""
        there = {row.unit for row in self.setup}
        for i, row in enumerate(self.setup):
            if sum(map(bool, (row.hex, row.area, row.with_))) != 1:
                what = f"{row.unit} has not one place"
                yield Wrong(f"setup[{i}].unit", what, "write one of hex, area and with")
            if row.area and row.area not in self.areas:
                yield Wrong(f"setup[{i}].area", f"there is no area {row.area!r}", "see areas")
            for other in row.with_:
                if other not in there:
                    yield Wrong(f"setup[{i}].with", f"{other!r} is not set up here", "write a unit of the set-up")
        yield from _company(self)
        yield from _clock(self)
        yield from _victory(self.victory, names)


def _company(s: Scenario) -> Iterator[Wrong]:
    """Units that go with each other and with nobody who has a place of his own."""
    found = {row.unit for row in s.setup if not row.with_}
    while more := {row.unit for row in s.setup if found & set(row.with_)} - found:
        found |= more
    for i, row in enumerate(s.setup):
        if row.unit not in found:
            what = f"{row.unit} goes with units that have no place themselves"
            yield Wrong(f"setup[{i}].with", what, "give one of them a hex or an area")


def _clock(s: Scenario) -> Iterator[Wrong]:
    """Player turns that cannot open a battle, and options of the rules with other values than they can have."""
    if not s.turns.opening or len(set(s.turns.opening)) < len(s.turns.opening):
        yield Wrong("turns.opening", f"{len(s.turns.opening)} player turns", "write each side that has one, once")
    for name, option in s.options.items():
        path = f"options.{name}"
        if name in SWITCHES and option.type != "bool":
            yield Wrong(f"{path}.type", "it is a choice", 'write "bool": the rules read it so')
        if name in CHOICES and option.type != "choice":
            yield Wrong(f"{path}.type", "it is true or false", 'write "choice": the rules read it so')
        for value in option.values if name in CHOICES else ():
            if name == "turns" and value.isdecimal() and not s.turns.first <= int(value) <= s.turns.last:
                yield Wrong(f"{path}.values", f"turn {value} is not in the game", "write a turn of it")
            if wanted := CHOICES[name](value):
                yield Wrong(f"{path}.values", f"{value!r} is no value of it", f"write {wanted}")


def _victory(given: Mapping[str, Any], names: Names) -> Iterator[Wrong]:
    """Keys that a victory cannot have or lacks, a leader whom there is not, an end that has no level."""
    try:
        v = msgspec.convert(given, Victory)
    except msgspec.ValidationError as error:
        what, _, place = str(error).replace("`", "").partition(" - at $")
        yield Wrong(f"victory{place}", what[0].lower() + what[1:], "write what is expected")
        return
    for key in NEEDS["both"]:
        if bool(getattr(v, key)) != (key in NEEDS[v.do]):
            what = f"a victory by {v.do!r} {'has no' if getattr(v, key) else 'needs'} {key}"
            yield Wrong(f"victory.{key}", what, f"write {listed(NEEDS[v.do])} alone" if getattr(v, key) else "write it")
    if v.leader not in names.units:
        yield Wrong("victory.leader", f"there is no unit {v.leader!r}", "write an id of counters.csv")
    for winner, words in ENDS.items():
        if winner not in {row.winner for row in v.levels}:
            yield Wrong("victory.levels", f"no level says that {words}", "write one for each end")


def lacking(row: Mapping[str, str]) -> Sequence[str]:
    """The values that a counter has not: a leader needs his columns, others a strength for each step."""
    if row["arm"] == "leader":
        wanted = ["shift"]
    else:
        wanted = ["full"] if row["steps"] == "1" else ["full", "reduced"]
    return [key for key in wanted if not row.get(key)]


def mark(row: Mapping[str, str], placed: Mapping[str, Any]) -> str:
    """What is wrong with the side on which a unit is set up."""
    if placed.get("face") == "reduced" and row["steps"] == "1":
        return "it is set up reduced and has one step"
    return ""


CONTENT = Content(tables=TABLES, scenario=Scenario, lacking=lacking, mark=mark)
