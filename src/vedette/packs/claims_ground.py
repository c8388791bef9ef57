"""What a rulebook states about the make of a map: what lies together, what parts it, what lies on its hexsides."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain

from vedette.board import Board
from vedette.hexes import hexes_of

from .claims import Held, Wrong, test
from .errors import listed

Pair = tuple[int, int]


def spread(board: Board, start: int, step: Callable[[int, int], bool]) -> set[int]:
    """The hexes that can be come to from one by some steps, itself among them."""
    seen, now = {start}, [start]
    while now:
        here = now.pop()
        found = [n for n in board.grid.neighbours[here] if n not in seen and step(here, n)]
        seen.update(found)
        now += found
    return seen


def on_sides(board: Board, feature: str) -> set[Pair]:
    """The hexsides that have a feature, the lower hex first."""
    return {(min(pair), max(pair)) for pair, found in board.hexsides.items() if feature in found}


def _named(held: Held, pairs: Iterable[Pair]) -> str:
    return listed(sorted(f"{held.board.grid.name(a)}-{held.board.grid.name(b)}" for a, b in pairs))


@test
def parted(held: Held, hexes: list[str], others: list[str], by: str, line: int = 0) -> Wrong:
    """Some hexes hang together, and no way leads from them to others but over hexsides of a kind.

    `line`: on the ground of the lines of hexes from that number on.
    """
    closed = on_sides(held.board, by)
    names = held.board.grid.names

    def open_(a: int, b: int) -> bool:
        return (min(a, b), max(a, b)) not in closed and int(names[b][:2]) >= line

    near = spread(held.board, held.hex(hexes[0]), open_)
    lost = [h for h in hexes if held.hex(h) not in near]
    over = [h for h in others if held.hex(h) in near]
    if lost:
        return f"{hexes[0]} and {listed(lost)} do not lie on one side of the {by}"
    return f"no {by} parts {hexes[0]} from {listed(over)}" if over else None


@test
def banks(held: Held, by: str, count: int, joined_by: str = "") -> Wrong:
    """Hexsides of a kind, but for those with a feature that joins, part the map into so many pieces; each parts two."""
    closed = on_sides(held.board, by) - on_sides(held.board, joined_by)
    left, pieces = set(range(held.board.grid.size)), 0
    idle: set[Pair] = set()
    while left:
        piece = spread(held.board, min(left), lambda a, b: (min(a, b), max(a, b)) not in closed)
        idle |= {pair for pair in closed if piece.issuperset(pair)}
        left -= piece
        pieces += 1
    if pieces != count:
        return f"the {by} parts the map into {pieces}, not {count}"
    same = f"on both sides of {_named(held, idle)} lies the same bank"
    return same if idle and not joined_by else None


@test
def over(held: Held, feature: str, water: str) -> Wrong:
    """A feature such as a bridge lies wherever a road goes over a water, and nowhere else."""
    roads = {(min(pair), max(pair)) for pair in held.board.road}
    found, wanted = on_sides(held.board, feature), on_sides(held.board, water) & roads
    if found - wanted:
        return f"no road goes over a {water} at {_named(held, found - wanted)}"
    return f"there is no {feature} at {_named(held, wanted - found)}" if wanted - found else None


@test
def beside(held: Held, hexes: list[str], feature: str) -> Wrong:
    """Each hex has a hexside with a feature."""
    touched = set(chain.from_iterable(on_sides(held.board, feature)))
    lacking = [h for h in hexes if held.hex(h) not in touched]
    return f"no {feature} lies on a hexside of {listed(lacking)}" if lacking else None


@test
def apart_kinds(held: Held, features: list[str]) -> Wrong:
    """No hexside has two of these."""
    seen: set[Pair] = set()
    both: set[Pair] = set()
    for feature in features:
        here = on_sides(held.board, feature)
        both |= seen & here
        seen |= here
    return f"{listed(features)} lie both on {_named(held, both)}" if both else None


@test
def terrain_level(held: Held, terrain: str, is_: int) -> Wrong:
    """There is a terrain, and all of it lies on one level."""
    found = {held.board.level[h] for h, t in enumerate(held.board.terrain) if t == terrain}
    return None if found == {is_} else f"{terrain} lies on levels {sorted(found)}"


@test
def one_piece(held: Held, terrain: str, least: int) -> Wrong:
    """All hexes of a terrain hang together, and there are so many at least."""
    mine = {h for h, t in enumerate(held.board.terrain) if t == terrain}
    if len(mine) < least:
        return f"{len(mine)} hexes are {terrain}"
    piece = spread(held.board, min(mine), lambda a, b: b in mine)
    return None if piece == mine else f"{terrain} lies in more than one piece"


@test
def slope_into(held: Held, terrain: str, level: int) -> Wrong:
    """Somewhere a slope leads up into a terrain on a level."""
    board = held.board
    tops = {a for (a, _), found in board.hexsides.items() if "slope" in found}
    some = any(board.terrain[h] == terrain and board.level[h] == level for h in tops)
    return None if some else f"no slope leads into {terrain} on level {level}"


@test
def slopes_everywhere(held: Held) -> Wrong:
    """Neighbours are a level apart at most, and where they are there is a slope."""
    board = held.board
    steps = {(a, b): board.level[a] - board.level[b] for a in range(board.grid.size) for b in board.grid.neighbours[a]}
    high = {(min(p), max(p)) for p, step in steps.items() if step > 1}
    wanted = {(min(p), max(p)) for p, step in steps.items() if step == 1}
    if high:
        return f"levels differ by more than one at {_named(held, high)}"
    odd = wanted ^ on_sides(board, "slope")
    return f"slope and levels do not agree at {_named(held, odd)}" if odd else None


@test
def way_out(held: Held, edge: str, among: list[str]) -> Wrong:
    """At an edge some hex has a road or one of these terrains."""
    board, roads = held.board, set(chain.from_iterable(held.board.road))
    found = any(h in roads or board.terrain[h] in among for h in hexes_of(board.grid.border(edge)))
    return None if found else f"no hex of the {edge} edge has a road or is {listed(among)}"


@test
def metres(held: Held, least: float, most: float) -> Wrong:
    """A hex is so many metres across."""
    x, y = held.board.grid.spec.place_step
    across = (x * x + y * y) ** 0.5
    return None if least <= across <= most else f"a hex is {across:.0f} metres across"


@test
def rim(held: Held, hexes: list[str], feature: str) -> Wrong:
    """All about these hexes the ground falls over hexsides of a kind, and among them there is none."""
    board, mine = held.board, {held.hex(h) for h in hexes}
    wanted = {(h, n) for h in mine for n in board.grid.neighbours[h] if n not in mine}
    found = {pair for pair, features in board.hexsides.items() if feature in features and pair[0] in mine}
    odd = wanted ^ found
    return f"the {feature} is not that of {listed(hexes)} at {_named(held, odd)}" if odd else None


@test
def sides_level(held: Held, feature: str, least: int, high_only: bool = False) -> Wrong:
    """Both hexes of every hexside of a kind, or the high one alone, lie at least on a level."""
    pairs = [pair for pair, features in held.board.hexsides.items() if feature in features]
    low = {h for pair in pairs for h in pair[: 1 if high_only else 2] if held.board.level[h] < least}
    return f"beside a {feature} lie lower: {listed(sorted(map(held.board.grid.name, low)))}" if low else None


@test
def foot(held: Held, feature: str, is_: int, unless: str) -> Wrong:
    """The low hex of every hexside of a kind lies on a level, unless another kind raises it."""
    raised = set(chain.from_iterable(on_sides(held.board, unless)))
    low = {pair[1] for pair, features in held.board.hexsides.items() if feature in features} - raised
    wrong = sorted(held.board.grid.name(h) for h in low if held.board.level[h] != is_)
    return f"at the foot of a {feature} and not on level {is_}: {listed(wrong)}" if wrong else None


@test
def only_level(held: Held, hexes: list[str], level: int) -> Wrong:
    """These hexes, and no others, lie on a level."""
    found = {held.board.grid.name(h) for h, at in enumerate(held.board.level) if at == level}
    return f"on level {level} lie {listed(sorted(found))}" if found != set(hexes) else None


@test
def terrain_count(held: Held, terrain: str, count: int) -> Wrong:
    """So many hexes are of a terrain."""
    found = held.board.terrain.count(terrain)
    return None if found == count else f"{found} hexes are {terrain}, not {count}"


@test
def crossed(held: Held, water: str, by: dict[str, list[str]]) -> Wrong:
    """Where a road of these kinds goes over a water lies what is named before them, and nowhere else."""
    wet = on_sides(held.board, water)
    for feature, kinds in by.items():
        wanted = {(min(p), max(p)) for p, kind in held.board.road.items() if kind in kinds} & wet
        if wanted != (found := on_sides(held.board, feature)):
            return f"{feature} and roads do not agree at {_named(held, wanted ^ found)}"
    return None
