"""What a rulebook states about map, charts and counters, and how a pack is held against it.

A claim is a case, what it says in our words, and the tests that a pack must pass for it: `{"do": name, ...}`. Every
function here is one such test; it answers with what is wrong, or with nothing.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import msgspec

from vedette.board import Board
from vedette.board.reading import GRADES, Road
from vedette.hexes import HexError, hexes_of

from .errors import PackError, fault, listed
from .reader import Pack
from .table import Row

Wrong = str | None


class Claim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One statement of a rulebook."""

    cite: str
    says: str
    holds: list[dict[str, Any]]


class Held(msgspec.Struct, frozen=True, eq=False):
    """What claims are held against."""

    pack: Pack
    board: Board
    scenarios: dict[str, Any] = {}
    """Those that were read already, by name."""

    def hex(self, name: str) -> int:
        """A hex by its number."""
        return self.board.grid.index(name)

    def rows(self, chart: str) -> tuple[Row, ...]:
        """The rows of a chart."""
        return self.pack.rows(f"charts/{chart}.csv")


Test = Callable[..., Wrong]
TESTS: dict[str, Test] = {}


def test(f: Test) -> Test:
    """A test that claims may name."""
    TESTS[f.__name__] = f
    return f


def read_claims(file: str, data: bytes) -> list[Claim]:
    """The claims of a file."""
    try:
        return msgspec.json.decode(data, type=list[Claim])
    except (msgspec.DecodeError, msgspec.ValidationError, RecursionError) as e:
        raise fault(file, str(e).replace("`", ""), "each claim has cite, says and holds") from None


def broken(claim: Claim, held: Held) -> list[str]:
    """What of a claim does not hold."""
    found = []
    for wanted in claim.holds:
        given = {"is_" if k == "is" else k: v for k, v in wanted.items()}
        name = str(given.pop("do", ""))
        if name not in TESTS:
            raise PackError(f"claim {claim.cite}: there is no test {name!r}; there are {listed(sorted(TESTS))}")
        try:
            wrong = TESTS[name](held, **given)
        except TypeError:
            raise PackError(f"claim {claim.cite}: {name} does not take {json.dumps(given)}; see claims.py") from None
        except HexError as e:
            wrong = str(e)
        except (ValueError, LookupError) as e:
            wrong = f"the chart has another shape: {e}"  # an owner's own card
        if wrong:
            found.append(wrong)
    return found


def _all(wrong: list[str]) -> Wrong:
    return "; ".join(wrong) or None


# --- the map


@test
def exist(held: Held, hexes: list[str]) -> Wrong:
    """Every hex lies on the board."""
    return _all([f"there is no hex {h}" for h in hexes if not held.board.grid.has(h)])


@test
def hex_count(held: Held, count: int) -> Wrong:
    """The board has so many hexes."""
    size = held.board.grid.size
    return None if size == count else f"{size} hexes instead of {count}"


@test
def chain(held: Held, hexes: list[str]) -> Wrong:
    """Each hex touches the next."""
    near = held.board.grid.near
    pairs = pairwise(hexes)
    return _all([f"{a} and {b} do not touch" for a, b in pairs if not near[held.hex(a)] >> held.hex(b) & 1])


@test
def apart(held: Held, hexes: list[str]) -> Wrong:
    """Two hexes do not touch."""
    a, b = map(held.hex, hexes)
    return f"{hexes[0]} and {hexes[1]} touch" if held.board.grid.near[a] >> b & 1 else None


@test
def distance(held: Held, hexes: list[str], is_: int) -> Wrong:
    """Two hexes are so far apart."""
    far = held.board.grid.distance(held.hex(hexes[0]), held.hex(hexes[1]))
    return None if far == is_ else f"{hexes[0]} and {hexes[1]} are {far} hexes apart, not {is_}"


@test
def between(held: Held, hexes: list[str], are: list[str]) -> Wrong:
    """The straight line between two hexes goes through these."""
    grid = held.board.grid
    line = [grid.name(h) for step in grid.line(held.hex(hexes[0]), held.hex(hexes[1])) for h in step]
    return None if line == are else f"between {hexes[0]} and {hexes[1]} lie {', '.join(line)}"


@test
def border(held: Held, hexes: list[str], edge: str) -> Wrong:
    """Hexes lie at an edge of the map."""
    rim = held.board.grid.border(edge)
    return _all([f"{h} is not at the {edge} edge" for h in hexes if not rim >> held.hex(h) & 1])


@test
def lies(held: Held, hexes: list[str], way: str) -> Wrong:
    """The first hex lies north, east, south or west of each other one."""
    axis, sign = {"north": (0, 1), "south": (0, -1), "east": (1, 1), "west": (1, -1)}[way]
    rank = [held.board.grid.compass(held.hex(h))[axis] * sign for h in hexes]
    pairs = zip(hexes[1:], rank[1:], strict=True)
    return _all([f"{hexes[0]} does not lie {way} of {h}" for h, r in pairs if rank[0] <= r])


@test
def terrain(held: Held, hexes: list[str], is_: str) -> Wrong:
    """Hexes have a terrain."""
    t = held.board.terrain
    return _all([f"{h} is {t[held.hex(h)]}, not {is_}" for h in hexes if t[held.hex(h)] != is_])


@test
def terrains(held: Held, among: list[str]) -> Wrong:
    """There is no other terrain than these."""
    other = set(held.board.terrain) - set(among)
    return f"there is terrain {listed(other)}" if other else None


@test
def levels(held: Held, lowest: int, highest: int) -> Wrong:
    """Levels lie within limits."""
    low, high = min(held.board.level), max(held.board.level)
    return None if lowest <= low <= high <= highest else f"levels run from {low} to {high}"


@test
def level(held: Held, hexes: list[str], is_: int) -> Wrong:
    """Hexes lie on a level."""
    at = held.board.level
    return _all([f"{h} lies on level {at[held.hex(h)]}, not {is_}" for h in hexes if at[held.hex(h)] != is_])


@test
def same_level(held: Held, hexes: list[str]) -> Wrong:
    """Hexes lie on one level."""
    found = {h: held.board.level[held.hex(h)] for h in hexes}
    return None if len(set(found.values())) == 1 else f"levels differ: {found}"


@test
def higher(held: Held, hexes: list[str], than: str) -> Wrong:
    """Hexes lie above another."""
    level = held.board.level
    low = level[held.hex(than)]
    return _all([f"{h} (level {level[held.hex(h)]}) is not above {than}" for h in hexes if level[held.hex(h)] <= low])


@test
def highest(held: Held, hex: str, within: int) -> Wrong:
    """No hex near a hill is higher."""
    grid, level = held.board.grid, held.board.level
    h = held.hex(hex)
    over = [grid.name(n) for n in hexes_of(grid.within(h, within)) if level[n] > level[h]]
    return f"{', '.join(over)} lie above {hex}" if over else None


@test
def feature(held: Held, hexes: list[str], key: str, value: str = "", only: bool = False) -> Wrong:
    """Hexes have a feature, such as a wall; `only`: no other hex has it."""
    found = {held.board.grid.name(h) for h in _having(held, key, value)}
    name = f"{key} {value}".strip()
    wrong = [f"{h} has no {name}" for h in hexes if h not in found]
    if only:
        wrong += [f"{h} has {name} too" for h in sorted(found - set(hexes))]
    return _all(wrong)


@test
def no_feature(held: Held, hexes: list[str], key: str) -> Wrong:
    """Hexes do not have a feature."""
    found = {held.board.grid.name(h) for h in held.board.hexes_with(key)}
    return _all([f"{h} has a {key}" for h in hexes if h in found])


def _having(held: Held, key: str, value: str) -> list[int]:
    return [h for h in held.board.hexes_with(key) if not value or value in held.board.features[h][key]]


@test
def wall_points(held: Held, wall: str, at: str) -> Wrong:
    """A wall hex points at a hex, given by number or by what stands in it (house=NAME)."""
    key, _, value = at.partition("=")
    names = [held.board.grid.name(h) for h in _having(held, key, value)] if value else [at]
    ends = held.board.features[held.hex(wall)].get("wall-end", ())
    if len(names) != 1:
        return f"{at} stands in {len(names)} hexes"
    touching = chain(held, [wall, names[0]])
    return touching or (None if names[0] in ends else f"the wall of {wall} does not point at {names[0]}")


@test
def walls_end(held: Held) -> Wrong:
    """Every wall runs on in two hexes or names the first hexes beyond its ends, which touch it."""
    board, wrong = held.board, []
    for h in board.hexes_with("wall"):
        name, words = board.grid.name(h), set(board.features[h]["wall"])
        ends = board.features[h].get("wall-end", ())
        same = [n for n in board.grid.neighbours[h] if words & set(board.features[n].get("wall", ()))]
        if not ends and len(same) != 2:
            wrong.append(f"nothing says where the wall of {name} ends")
        for end in ends:
            if board.grid.index(end) not in board.grid.neighbours[h]:
                wrong.append(f"the wall of {name} ends at {end}, which does not touch it")
    return _all(wrong)


@test
def road(held: Held, hexes: list[str], name: str = "", kind: str = "") -> Wrong:
    """A road goes through hexes."""
    on = {h for r in _roads(held, name, kind) for h in r.hexes}
    return _all([f"no {name or kind or 'road'} goes through {h}" for h in hexes if held.hex(h) not in on])


@test
def joined(held: Held, hexes: list[str]) -> Wrong:
    """A road leads from each hex into the next."""
    joins = held.board.road
    return _all([f"no road joins {a} and {b}" for a, b in pairwise(hexes) if (held.hex(a), held.hex(b)) not in joins])


@test
def road_ends(held: Held, name: str, kind: str, at: list[str]) -> Wrong:
    """A road runs from one hex to another."""
    ends = [{held.board.grid.name(h) for h in (r.hexes[0], r.hexes[-1])} for r in _roads(held, name, kind)]
    return None if ends == [set(at)] else f"{name}: no {kind} from {listed(at)}"


def _roads(held: Held, name: str, kind: str) -> list[Road]:
    return [r for r in held.board.roads if (not name or r.name == name) and (not kind or r.kind == kind)]


@test
def road_kinds(held: Held, are: list[str]) -> Wrong:
    """There are these kinds of road and no other."""
    found = {r.kind for r in held.board.roads}
    return None if found == set(are) else f"kinds of road: {listed(found)}"


@test
def hexsides(held: Held, feature: str) -> Wrong:
    """There are hexsides of a kind."""
    some = any(feature in found for found in held.board.hexsides.values())
    return None if some else f"no hexside is a {feature}"


@test
def hexside(held: Held, hexes: list[str], is_: str) -> Wrong:
    """Between two hexes lies a feature; of a slope the first hex is the higher."""
    a, b = map(held.hex, hexes)
    found = held.board.hexsides.get((a, b), frozenset())
    if is_ not in GRADES:
        found |= held.board.hexsides.get((b, a), frozenset())
    return None if is_ in found else f"{hexes[0]}-{hexes[1]} is no {is_}"


@test
def no_hexside(held: Held, hexes: list[str], among: list[str]) -> Wrong:
    """None of these lies between a hex and the next."""
    wrong = []
    for a, b in pairwise(hexes):
        pair = held.hex(a), held.hex(b)
        found = {f for p in (pair, pair[::-1]) for f in held.board.hexsides.get(p, ())}
        wrong += [f"{a}-{b} is a {f}" for f in sorted(found & set(among))]
    return _all(wrong)


# --- charts, counters and chits


@test
def cell(held: Held, chart: str, row: dict[str, str], column: str, is_: str) -> Wrong:
    """A cell reads so."""
    found = [r for r in held.rows(chart) if all(r.get(c) == v for c, v in row.items())]
    if len(found) != 1:
        return f"{chart} has {len(found)} rows {' '.join(row.values())}"
    value = found[0].get(column)
    return None if value == is_ else f"{chart}, {' '.join(row.values())}, {column}: {value or 'nothing'}, not {is_}"


@test
def marked(held: Held, chart: str, row: dict[str, str], mark: str, columns: list[str]) -> Wrong:
    """In a row a mark stands in these columns and in no others."""
    found = [r for r in held.rows(chart) if all(r.get(c) == v for c, v in row.items())]
    mine = [c for r in found for c, cell in r.values.items() if c != "source" and mark in cell.split()]
    return (
        None if mine == columns else f"{chart}, {' '.join(row.values())}: {mark} stands in {', '.join(mine) or 'none'}"
    )


@test
def every(held: Held, where: dict[str, str], values: dict[str, str], chart: str = "", count: int = 0) -> Wrong:
    """Every row of a chart, or every counter, of which this is so has these values; `count`: there are so many."""
    rows = held.rows(chart) if chart else held.pack.rows("counters.csv")
    mine = [r for r in rows if all(r.get(c) == v for c, v in where.items())]
    wrong = [
        f"{next(iter(r.values.values()))}: {c} is {r.get(c) or 'nothing'}, not {v}"
        for r in mine
        for c, v in values.items()
        if r.get(c) != v
    ]
    if count and len(mine) != count:
        wrong.append(f"{len(mine)} instead of {count} have {', '.join(where.values())}")
    return _all(wrong)


@test
def columns(held: Held, chart: str, first: str, last: str, among: list[str]) -> Wrong:
    """A chart begins and ends with these columns, and has others."""
    table = held.pack.tables[f"charts/{chart}.csv"].columns
    found = [c for c in table[1:] if c != "source"]
    if (found[0], found[-1]) != (first, last):
        return f"{chart} runs from {found[0]} to {found[-1]}"
    return _all([f"{chart} has no column {c}" for c in among if c not in found])


@test
def columns_apart(held: Held, chart: str, a: str, b: str, is_: int) -> Wrong:
    """So many columns lie from one to another."""
    order = held.pack.tables[f"charts/{chart}.csv"].columns
    apart = order.index(b) - order.index(a)
    return None if apart == is_ else f"{chart}: {b} lies {apart} columns right of {a}, not {is_}"


@test
def codes(held: Held, chart: str, column: str, among: list[str]) -> Wrong:
    """A column holds no other codes; # stands for a number."""
    found = {code for r in held.rows(chart) for code in _codes(r[column], among)}
    other = {c for c in found if c not in among and c.rstrip("0123456789") + "#" not in among}
    return f"{chart}, {column}: {listed(other)}" if other else None


def _codes(value: str, among: list[str]) -> list[str]:
    return [value] if value in among else value.split()


@test
def rows(held: Held, chart: str, column: str, are: list[str]) -> Wrong:
    """A column holds exactly these words."""
    found = {r[column] for r in held.rows(chart)}
    return None if found == set(are) else f"{chart}, {column}: {listed(found)}"


@test
def dice(held: Held, chart: str, column: str = "roll", by: list[str] | None = None, two: bool = True) -> Wrong:
    """Every roll of one die, or of two read as 11 to 66, stands in exactly one row (of each group)."""
    faces = range(1, 7)
    all_rolls = [10 * a + b for a in faces for b in faces] if two else list(faces)
    groups: dict[tuple[str, ...], list[int]] = {}
    for r in held.rows(chart):
        low, _, high = r[column].partition("-")
        hit = [x for x in all_rolls if int(low) <= x <= int(high or low)]
        groups.setdefault(tuple(r[c] for c in by or ()), []).extend(hit)
    wrong = [
        f"{chart} {' '.join(g)}: rolls missing or doubled" for g, hit in groups.items() if sorted(hit) != all_rolls
    ]
    return _all(wrong)


@test
def counter(held: Held, unit: str, values: dict[str, str]) -> Wrong:
    """A counter shows these values."""
    found = [r for r in held.pack.rows("counters.csv") if r["id"] == unit]
    if not found:
        return f"there is no counter {unit}"
    wrong = [
        f"{unit}: {c} is {found[0].get(c) or 'nothing'}, not {v}" for c, v in values.items() if found[0].get(c) != v
    ]
    return _all(wrong)


@test
def counters(held: Held, units: list[str], column: str, least: float, most: float) -> Wrong:
    """The values of several counters sum up within limits (a cadre counts half)."""
    values = {r["id"]: r[column] for r in held.pack.rows("counters.csv")}
    total = sum(0.5 if values[u] == "C" else float(values[u]) for u in units)
    return None if least <= total <= most else f"{', '.join(units)}: {column} sum to {total:g}"


@test
def chits(held: Held, side: str, count: int, without: list[str] | None = None) -> Wrong:
    """A side has so many event chits when some are left out."""
    mine = {r["chit"]: int(r["copies"]) for r in held.pack.rows("chits.csv") if r["side"] == side}
    unknown = [f"the {side} side has no chit {c}" for c in without or () if c not in mine]
    left = sum(n for c, n in mine.items() if c not in (without or ()))
    return _all(unknown) or (None if left == count else f"{side}: {left} event chits, not {count}")


@test
def chit(held: Held, side: str, name: str, window: str = "", says: list[str] | None = None) -> Wrong:
    """A side has a chit, playable in a window, whose text says something."""
    found = [r for r in held.pack.rows("chits.csv") if (r["side"], r["chit"]) == (side, name)]
    if not found:
        return f"the {side} side has no chit {name}"
    if window and window not in found[0]["window"].split(";"):
        return f"{name} of the {side} side cannot be played at {window}"
    return _all([f"{name} of the {side} side does not say {w!r}" for w in says or () if w not in found[0]["effect"]])


@test
def no_chit(held: Held, side: str, name: str) -> Wrong:
    """A side has no such chit."""
    found = any((r["side"], r["chit"]) == (side, name) for r in held.pack.rows("chits.csv"))
    return f"the {side} side has a chit {name}" if found else None
