"""Chapter 9: what the ground does to movement. All costs are quarters of a movement point (charts.POINT).

allowance(g, id)                what a unit has in a movement phase
crossing_bar(g, id, a, b)       why the ground keeps a unit from stepping over a hexside into a hex
step_cost(g, id, a, b)          what the step costs it, or None where it is barred
cost(s, mover, a, b)            the same for a kind of mover: line, column, mounted, wheels
Steps(s, mover, whole, one)     all that such a mover can step, laid out once a board
crossed_from(s, hex)            the hexes beside one over hexsides that are not impassable
"""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.engine.events import Reason
from vedette.hexes import mask_of
from vedette.rules.great_battles.charts import POINT
from vedette.rules.great_battles.setting import Setting
from vedette.rules.great_battles.state import State

WHOLE = 10**4
"""The cost of a step that takes the whole allowance."""
HEIGHTS = ("slope up", "slope down", "ridge", "crest up", "crest down")
"""Hexsides that are a change of height (SW-5.26-1, GB-21.14-2)."""

RIVER = Reason("a river cannot be crossed", "SW-5.21-3")
RIVER_2007 = Reason("a river is crossed at fords and bridges alone", "GB-21.41-1")
RIVER_BRIDGE = Reason("infantry crosses a bridge in column", "GB-21.41-2")
WALL = Reason("artillery and wagons cannot cross a stone wall", "SW-5.31-2")
TOWN = Reason("artillery and wagons enter a town along a pike or road alone", "SW-5.32-3")


@cites("SW-6.0-2", "SW-6.0-4", "SW-6.14-3", "SW-6.15-1", "SW-5.32-5", "GB-21.34", "SW-6.0-5", "SW-6.12-1", "SW-6.14-1")
def mover(g: State, id: str) -> str:
    """The kind of mover that a unit is: line, column, mounted or wheels; the wagon moves as a limbered battery."""
    c = g.counter(id)
    if c.leader:
        return "mounted"
    if c.gun or c.wagon:
        return "wheels"
    if not g.units[id].column:
        return "line"
    return "mounted" if c.arm == "cavalry" else "column"


@cites(
    "SW-2.4-ma-2", "SW-2.4-ma-infantry", "SW-2.4-ma-artillery", "SW-2.4-ma-mounted", "SW-12.11-2", "SW-17.1-2",
    "GB-21.11", "GB-21.12", "GB-21.13", "SW-24.0-3",
)  # fmt: skip
def allowance(g: State, id: str) -> int:
    """Quarters of a point that a unit has in a movement phase: those of its formation; the wagon's 5.

    Unlimbered artillery has the points of limbered artillery, to pay for limbering (SW-6.22).
    """
    c, n = g.counter(id), g.setting.numbers
    if c.leader:
        return n["allowance-leader"] * POINT
    if c.wagon:
        return n["allowance-wagon"] * POINT
    if c.gun:
        return n["allowance-mounted" if c.horse else "allowance-limbered"] * POINT
    mounted = c.arm == "cavalry" and g.units[id].column
    return n["allowance-mounted" if mounted else "allowance-foot"] * POINT


@cites("SW-5.22-2", "SW-6.12-2", "SW-5.23-2", "SW-5.24-4", "SW-5.25-2", "SW-6.11-1")
def thoroughfare(s: Setting, kind: str, a: int, b: int) -> str:
    """The pike, road or trail that helps a mover from a hex to the next: one that joins the two.

    None helps line infantry and dismounted cavalry.
    """
    return "" if kind == "line" else s.board.road.get((a, b), "")


@cites("SW-5.32-2", "SW-5.32-3", "SW-5.32-4", "GB-21.31-2", "GB-21.32", "GB-21.33")
def _in_town(s: Setting, kind: str, by: str, b: int) -> int | str | None:
    """What a town hex costs off its pike and road; None where the usual costs hold."""
    if s.board.terrain[b] != "town" or by in ("pike", "road"):
        return None
    return s.grounds["town"].costs[kind]


@cites(
    "SW-5.21-1", "SW-5.22-3", "SW-5.23-1", "SW-5.24-2", "SW-5.25-1", "SW-5.32-1", "GB-21.14-1", "GB-21.31-1",
    "SW-2.4-ma-1",
)  # fmt: skip
def hex_cost(s: Setting, kind: str, by: str, b: int) -> int | None:
    """What entering a hex costs: the rate of the thoroughfare in place of all other terrain there."""
    town = _in_town(s, kind, by, b)
    row = s.grounds[by if by and town is None else s.board.terrain[b]].costs[kind]
    if row == "all":
        return WHOLE
    return row if isinstance(row, int) else None


@cites(
    "SW-5.22-3", "SW-5.26-1", "SW-5.26-2", "SW-5.26-3", "SW-9.0-2", "SW-5.31-1", "GB-21.14-2", "GB-21.21-1", "GB-21.42",
    "SW-5.26-4", "SW-5.26-5", "SW-5.31-3", "GB-21.51-1",
)  # fmt: skip
def side_cost(s: Setting, kind: str, by: str, a: int, b: int) -> int | None:
    """What crossing a hexside costs; None where it is barred.

    Along a thoroughfare height costs nothing in 1978; in 2007 it costs as elsewhere.
    """
    words = s.board.crossing.get((a, b), ())
    level = bool(by) and s.profile.roads_climb
    total = 0
    for word in words:
        if word in ("bridge", "ford", "stream", "river") or (level and word in HEIGHTS):
            continue
        row = s.grounds[word].costs[kind]
        if not isinstance(row, int):
            return None
        total += row
    water = _water(s, kind, by, words)
    return None if water is None else total + water


@cites("SW-5.21-3", "SW-6.12-3", "GB-21.41-1", "GB-21.41-2", "GB-21.42")
def _water(s: Setting, kind: str, by: str, words: tuple[str, ...]) -> int | None:
    """What water costs: nothing over a bridge (never for line: SW-6.12-3), else the stream or, if easier, the ford.

    Rivers bar everybody, but in 2007 not at fords and bridges.
    """

    def row(word: str) -> int:
        found = s.grounds[word].costs[kind]
        return found if isinstance(found, int) else WHOLE

    river = "river" in words
    if river and not (s.profile.fords and ("ford" in words or "bridge" in words)):
        return None
    if "bridge" in words and by and s.grounds["bridge"].costs[kind] != "no":
        return row("bridge")
    if river:
        return row("ford") if "ford" in words else None
    if "stream" in words or "bridge" in words:
        return min(row("stream"), row("ford")) if "ford" in words else row("stream")
    return row("ford") if "ford" in words else 0


def cost(s: Setting, kind: str, a: int, b: int) -> int | None:
    """What a step costs a kind of mover; WHOLE where it takes the whole allowance, None where it is barred."""
    return steps_of_kind(s, kind)[a].get(b)


@cites("SW-5.0-4")
def _cost(s: Setting, kind: str, a: int, b: int) -> int | None:
    by = thoroughfare(s, kind, a, b)
    side = side_cost(s, kind, by, a, b)
    hex = hex_cost(s, kind, by, b)
    return None if side is None or hex is None else min(hex + side, WHOLE)


class Steps(dict[int, dict[int, int]]):
    """From each hex the adjacent hexes into which a mover can step, and what each step takes from its points.

    Args:
        whole: what a step takes that takes the whole allowance.
        one: every step takes all, since the mover goes one hex.
    """

    def __init__(self, s: Setting, kind: str, whole: int, one: bool) -> None:
        self.setting, self.kind, self.whole, self.one = s, kind, whole, one

    def __missing__(self, a: int) -> dict[int, int]:
        costs = ((b, _cost(self.setting, self.kind, a, b)) for b in self.setting.grid.neighbours[a])
        row = {b: self.whole if self.one or n == WHOLE else n for b, n in costs if n is not None}
        self[a] = row
        return row


def steps_of_kind(s: Setting, kind: str, whole: int = WHOLE, one: bool = False) -> Steps:
    """The steps of a kind of mover, laid out once a board; see `Steps`."""
    found: Steps | None = s.kept.get(("steps", kind, whole, one))
    if found is None:
        found = s.kept["steps", kind, whole, one] = Steps(s, kind, whole, one)
    return found


def crossed_from(s: Setting, hex: int) -> int:
    """The hexes beside one into which foot crosses in column, as bits: over no impassable hexside."""
    found: int | None = s.kept.get(("crossed", hex))
    if found is None:
        found = s.kept["crossed", hex] = mask_of(steps_of_kind(s, "column")[hex])
    return found


@cites("SW-5.32-1", "GB-21.31-1")
def step_cost(g: State, id: str, a: int, b: int) -> int | None:
    """What a step costs a unit; None where it is barred. Some take its whole allowance."""
    found = cost(g.setting, mover(g, id), a, b)
    return allowance(g, id) if found == WHOLE else found


@cites("SW-5.21-3", "SW-5.31-2", "SW-5.32-3", "GB-21.21-2", "GB-21.32", "GB-21.41-1")
def crossing_bar(g: State, id: str, a: int, b: int) -> Reason | None:
    """Why the ground keeps a unit from a step: a river, for wheels a wall, or a town off its roads."""
    s, kind = g.setting, mover(g, id)
    if cost(s, kind, a, b) is not None:
        return None
    words = s.board.crossing.get((a, b), ())
    if "river" in words and _water(s, kind, thoroughfare(s, kind, a, b), words) is None:
        if not s.profile.fords:
            return RIVER
        return RIVER_BRIDGE if "bridge" in words else RIVER_2007
    return WALL if "stone wall" in words else TOWN
