"""What a pack of this family holds: the columns of its counters and charts, and the keys of its scenarios."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

import msgspec

from vedette.engine.content import (
    DIE,
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
    Turns,
    Wrong,
    matches,
    maybe,
    one_of,
    source,
    whole,
)
from vedette.engine.content import Scenario as Common

ARMS = ("infantry", "cavalry", "artillery", "supply", "leader")
MOVERS = ("line", "column", "mounted", "wheels")
WEAPONS = ("R", "P", "N", "T")
MORALES = ("A", "B", "C", "D", "E")
CAUSES = ("small-arms", "artillery", "melee-killed", "melee-captured")
HEXSIDES = ("slope", "crest", "ridge", "stone wall", "stream", "ford", "bridge", "river")
DIFFERENCES = ("-4", "-3", "-2", "-1", "0", "+1", "+2", "+3", "+4", "+5", "+6", "+7")
FORMATIONS = ("line", "column", "limbered", "unlimbered", "mounted", "dismounted")
FACING = Literal["N", "NE", "SE", "S", "SW", "NW", ""]
FORMATION = Literal["line", "column", "limbered", "unlimbered", "mounted", "dismounted", ""]
FIRE = matches(r"-|PIN|\d\*?", "a result such as -, PIN, 1* or 2")
HURT = r"(-|([KCR]\d?)( [KCR]\d?)*)"
MELEE = matches(rf"{HURT} / {HURT}( Eng)?", "a result such as K R1 / - or - / - Eng")
ROUT = one_of("-", "R", "R?")
COST = matches(r"|all|no|road|\+?\d+(\.\d+)?", "a cost such as 1, 0.5, +1, all, no, road or nothing")
PARTS = matches(r"\d+(/\d+)?", "a multiplier such as 2 or 1/2")
NUMBER = matches(r"-?\d+", "a whole number")

TABLES: dict[str, Layout] = {
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
    "charts/constants.csv": Layout(
        ("name", "value", "doubt"), {"name": TEXT, "value": whole(0, 99), "doubt": matches(".*", ""), "source": source}
    ),
    "charts/brigades.csv": Layout(
        ("brigade", "side", "title", "bce", "total", "vp", "first_cost"),
        {
            "brigade": TEXT,
            "side": one_of(*SIDES),
            "title": TEXT,
            "bce": whole(1, 99),
            "total": whole(1, 99),
            "vp": whole(0, 99),
            "first_cost": maybe(whole(0, 99)),
            "source": source,
        },
    ),
    "charts/fire.csv": Layout(("die",), {"die": DIE, "source": source}, rest=FIRE),
    "charts/range.csv": Layout(
        ("weapon", "from", "to", "multiplier"),
        {
            "weapon": one_of(*WEAPONS),
            "from": whole(1, 99),
            "to": whole(1, 99),
            "multiplier": PARTS,
            "source": source,
        },
    ),
    "charts/melee.csv": Layout(
        ("die", *DIFFERENCES), {"die": DIE, **dict.fromkeys(DIFFERENCES, MELEE), "source": source}
    ),
    "charts/rout.csv": Layout(
        ("die", *MORALES), {"die": whole(0, 9), **dict.fromkeys(MORALES, ROUT), "source": source}
    ),
    "charts/morale_numbers.csv": Layout(
        ("letter", "number", "again"),
        {"letter": one_of(*MORALES), "number": whole(1, 6), "again": YES, "source": source},
    ),
    "charts/demoralization.csv": Layout(("die",), {"die": whole(0, 6), "source": source}, rest=one_of("-", "D")),
    "charts/leader_casualties.csv": Layout(
        ("cause", "roll", "result"),
        {
            "cause": one_of(*CAUSES),
            "roll": whole(2, 12),
            "result": one_of("killed", "wounded", "captured"),
            "source": source,
        },
    ),
    "charts/terrain.csv": Layout(
        ("terrain", "on_board", "kind", *MOVERS, "fire", "melee", "blocks_sight"),
        {
            "terrain": TEXT,
            "on_board": TEXT,
            "kind": one_of("hex", "hexside", "road"),
            **dict.fromkeys(MOVERS, COST),
            "fire": NUMBER,
            "melee": NUMBER,
            "blocks_sight": YES,
            "source": source,
        },
    ),
    "charts/strategic.csv": Layout(
        ("die", "result", "words"), {"die": DIE, "result": TEXT, "words": TEXT, "source": source}
    ),
    "charts/strategic_shifts.csv": Layout(
        ("level", "shift"),
        {"level": TEXT, "shift": matches(r"-?\d|automatic", "a number or automatic"), "source": source},
    ),
}  # fmt: skip

CHOICES: Mapping[str, Check] = {"rules": one_of("1978", "2007"), "deployment": one_of("historical", "free")}
SWITCHES = ("overshoot", "ramifications")
"""Options that are true or false."""


class Clock(Turns, kw_only=True, forbid_unknown_fields=True):
    """The turns with their hours, and who is first in each."""

    hours: list[str]
    first_player: Side


class Standing(Setup, kw_only=True, forbid_unknown_fields=True):
    """A unit that is set up in a hex or an area."""

    area: str = ""
    usual: Hex = ""
    """Where it stands unless its owner says otherwise."""
    facing: FACING = ""
    formation: FORMATION = ""
    reserve: bool = False
    cite: str = ""


class Coming(Reinforcement, kw_only=True, forbid_unknown_fields=True):
    """A unit that enters by a hex of an area."""

    turn: int
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
    setup: list[Standing] = []
    reinforcement: list[Coming] = []
    victory: dict[str, Any]

    def hexes(self) -> Iterator[tuple[str, list[str]]]:
        """Hexes of areas, and where units usually stand."""
        yield from ((f"areas.{name}", hexes) for name, hexes in self.areas.items())
        yield from ((f"setup[{i}].usual", [row.usual]) for i, row in enumerate(self.setup) if row.usual)

    def wrong(self, names: Names) -> Iterator[Wrong]:
        """A unit without one place, an area that there is not, a victory that cannot be read."""
        for i, row in enumerate(self.setup):
            if bool(row.hex) == bool(row.area):
                yield Wrong(f"setup[{i}].unit", f"{row.unit} has not one place", "write one of hex and area")
            if row.area and row.area not in self.areas:
                yield Wrong(f"setup[{i}].area", f"there is no area {row.area!r}", "see areas")
            elif row.area and row.usual and row.usual not in self.areas[row.area]:
                yield Wrong(f"setup[{i}].usual", f"{row.usual} lies outside {row.area}", "write a hex of the area")
        for i, come in enumerate(self.reinforcement):
            if come.area not in self.areas:
                yield Wrong(f"reinforcement[{i}].area", f"there is no area {come.area!r}", "see areas")
        yield from _options(self)
        yield from _victory(self.victory, names)


def _options(s: Scenario) -> Iterator[Wrong]:
    """Options of the rules with other values than they can have."""
    for name, option in s.options.items():
        path = f"options.{name}"
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
    for winner in SIDES:
        bands = sorted((row.low, row.high) for row in v.levels if row.winner == winner)
        if [low for low, _ in bands] != [1, *(high + 1 for _, high in bands)][: len(bands)] or not bands:
            yield Wrong("victory.levels", f"the leads of the {winner} side have a gap", "write levels from 1 on")
    if not any(row.winner is None for row in v.levels):
        yield Wrong("victory.levels", "no level says that nobody wins", "write a draw")
    for i, hill in enumerate(v.hills):
        if wrong := [hex for hex in hill.hexes if hex not in names.hexes]:
            yield Wrong(f"victory.hills[{i}].hexes", f"there is no hex {wrong[0]}", "write a hex of the map")


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
    own = {"infantry": FORMATIONS[:2], "artillery": FORMATIONS[2:4], "cavalry": FORMATIONS[4:]}.get(row["arm"], ())
    if formation and formation not in own:
        return f"{row['arm']} cannot be {formation}"
    return ""


CONTENT = Content(tables=TABLES, scenario=Scenario, lacking=lacking, mark=mark)
