"""What a pack of this family holds: the columns of its counters and charts, and the keys of its scenarios."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

import msgspec

from vedette.engine.content import (
    DIE,
    HEX,
    SHIFT,
    SIDES,
    TEXT,
    YES,
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
from vedette.rules.valley_campaign.charts import COLUMNS

ARMS = ("infantry", "cavalry", "artillery", "leader")
STEPS = whole(1, 2)
STRENGTH = whole(1, 99)
POINTS = matches(r"\+?\d{1,2}|no", "movement points, such as 1, +1 or no")
CODE = r"(AL[12](AR)?|AR|BL1(AR)?|DR|DL1|DL[12]DR|-)\*?"
RESULT = matches(rf"{CODE}( \(LC\))?( \(KIA\))?", "a result such as AL1AR*, BL1, DR or -, with (LC) or (KIA)")
HEXSIDES = ("slope", "creek", "ford", "bridge", "river")
FACE = Literal["full", "reduced"]

TABLES: dict[str, Layout] = {
    "hexsides.csv": Layout((), {"feature": one_of(*HEXSIDES), "high": maybe(HEX)}),
    "counters.csv": Layout(
        ("steps", "movement"),
        {
            "arm": one_of(*ARMS),
            "steps": STEPS,
            **{c: maybe(STRENGTH) for c in ("full", "reduced")},
            "movement": whole(1, 99),
            "shift": maybe(whole(0, 9)),
        },
        open=True,
    ),
    "charts/crt.csv": Layout(
        ("die", *COLUMNS), {"die": DIE, **dict.fromkeys(COLUMNS, RESULT), "source": source}
    ),
    "charts/bombardment_hits.csv": Layout(
        ("die", "name", "retreat", "demoralized", "steps", "leader"),
        {
            "die": DIE,
            "name": TEXT,
            "retreat": whole(0, 9),
            "demoralized": one_of("0", "1"),
            "steps": whole(0, 2),
            "leader": one_of("0", "1"),
            "source": source,
        },
    ),
    "charts/terrain.csv": Layout(
        (
            "terrain", "on_board", "kind", "level", *ARMS, "combat_shift", "blocks_sight", "bombardment",
        ),
        {
            "terrain": TEXT,
            "on_board": TEXT,
            "kind": one_of("hex", "feature", "hexside", "road"),
            "level": maybe(whole(1, 9)),
            **dict.fromkeys(ARMS, POINTS),
            "combat_shift": SHIFT,
            "blocks_sight": YES,
            "bombardment": SHIFT,
            "source": source,
        },
    ),
    "charts/movement.csv": Layout(
        ("unit", "item", "value"), {"unit": TEXT, "item": TEXT, "value": TEXT, "source": source}
    ),
    "charts/subordinates.csv": Layout(
        ("id", "side", "shift", "steps", "movement"),
        {
            "id": TEXT,
            "side": one_of(*SIDES),
            "shift": whole(0, 9),
            "steps": one_of("1"),
            "movement": whole(1, 99),
            "source": source,
        },
    ),
}  # fmt: skip


class Clock(Turns, kw_only=True, forbid_unknown_fields=True):
    """The turns with their hours, and whose player turns they are made of."""

    hours: list[str]
    first_player: Side
    opening: list[Side]
    """The player turns of the first turn, in order."""
    dawn: str = ""
    dusk: str = ""


class Burned(Part, forbid_unknown_fields=True):
    """A bridge that is burned when the game begins."""

    hex: Hex
    to: Hex
    cite: str = ""


class Standing(Setup, kw_only=True, forbid_unknown_fields=True):
    """A unit that is set up in its hex, in an area, or with one of several units."""

    area: str = ""
    with_: list[str] = msgspec.field(name="with", default_factory=list)
    face: FACE = "full"
    usual: Hex = ""
    """Where it stands unless its owner says otherwise."""
    cite: str = ""


class Coming(Reinforcement, kw_only=True, forbid_unknown_fields=True):
    """A unit that enters at its hex."""

    turn: int
    hex: Hex
    kind: Literal["arrival"] = "arrival"
    face: FACE = "full"
    cite: str = ""


class Scenario(Common, kw_only=True, forbid_unknown_fields=True):
    """All keys that a scenario may have; `victory` is read where it is played."""

    turns: Clock
    areas: dict[str, list[Hex]] = {}
    burned: list[Burned] = []
    setup: list[Standing] = []
    reinforcement: list[Coming] = []

    def hexes(self) -> Iterator[tuple[str, list[str]]]:
        """Hexes of areas, of burned bridges, and where units usually stand."""
        yield from ((f"areas.{name}", hexes) for name, hexes in self.areas.items())
        yield from ((f"burned[{i}].hex", [row.hex, row.to]) for i, row in enumerate(self.burned))
        yield from ((f"setup[{i}].usual", [row.usual]) for i, row in enumerate(self.setup) if row.usual)

    def wrong(self, names: Names) -> Iterator[Wrong]:
        """A unit without one place, an area that there is not, company that is not there."""
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
