"""What the tables of a pack of this family must hold together: no die, band, number or brigade may be wanting.

The layouts of content.py look at one cell at a time; what is here looks at whole tables, an owner's values laid over.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from vedette.engine.content import Flaw, Row, Tables, listed

POSITIVE = (
    "allowance-foot", "allowance-limbered", "allowance-mounted", "allowance-leader", "allowance-wagon", "stack-points",
    "stack-units", "wagon-stack", "reserve-points", "reserve-batteries", "rounds-union", "rounds-confederate",
    "rout-hexes",
)  # fmt: skip
"""Numbers of the text below which nobody could move, stand or fire: at least 1."""
NUMBERS = (
    *POSITIVE, "change-infantry", "change-artillery", "change-cavalry", "shift-limit", "supply-range", "rally-range",
    "depletion-confederate", "depletion-union", "morale-start", "morale-income", "morale-move", "morale-ineffective",
    "demoralization-below", "overshoot-range", "charge-range", "close-artillery", "points-infantry-killed",
    "points-infantry-captured", "points-cavalry", "points-gun-destroyed", "points-gun-captured", "points-leader",
    "points-leader-captured", "points-exit", "points-exit-cavalry", "points-hill", "captured-leader-range",
)  # fmt: skip
"""Every number that the rules ask for by its name."""
GROUNDS = ("clear", "town", "stream", "ford", "bridge")
"""Words of the ground that the rules ask for whatever the board has."""
SMALL, GUNS = ("R", "P"), ("N", "T")
"""Weapons of small arms, and of artillery."""
RATINGS = ("radius", "rally", "replacement_radius", "replacement_rally")
FOREIGN = {
    "leader": ("strength", "weapon", "morale", "crew", "horse"),
    "infantry": ("crew", "horse", *RATINGS),
    "cavalry": ("crew", "horse", *RATINGS),
    "artillery": RATINGS,
    "supply": ("morale", "crew", "horse", *RATINGS),
}
"""Columns that an arm does not have."""
MOVERS = ("line", "column", "mounted", "wheels")
DIE = range(1, 7)


def flaws(tables: Tables) -> Iterator[Flaw]:
    """Everything that cannot be, table by table."""
    yield from _numbers(tables)
    yield from _brigades(tables)
    yield from _counters(tables)
    for path in ("charts/fire.csv", "charts/melee.csv", "charts/strategic.csv"):
        yield from _dice(tables, path, DIE)
    yield from _fire(tables)
    yield from _ranges(tables)
    yield from _rout(tables)
    yield from _letters(tables)
    yield from _demoralization(tables)
    yield from _causes(tables)
    yield from _ground(tables)


# -- one row for each


def _lacking(path: str, what: str, wanted: Iterable[object], found: Iterable[object]) -> Iterator[Flaw]:
    """A row that a table needs and does not have."""
    have = {str(value) for value in found}
    if lost := [str(value) for value in wanted if str(value) not in have]:
        yield Flaw(path, f"there is no row for {what} {listed(lost)}", "write it")


def _dice(tables: Tables, path: str, wanted: Iterable[int]) -> Iterator[Flaw]:
    yield from _lacking(path, "the die", wanted, (int(row["die"]) for row in tables[path]))


def _numbers(tables: Tables) -> Iterator[Flaw]:
    """The numbers of the text: each that the rules read, and no other."""
    path = "charts/constants.csv"
    for n, row in enumerate(tables[path]):
        if row["name"] not in NUMBERS:
            yield Flaw(path, f"the rules know no number {row['name']!r}", f"write {listed(NUMBERS)}", n, "name")
        elif row["name"] in POSITIVE and not int(row["value"]):
            yield Flaw(path, f"{row['name']} cannot be 0", "write a whole number from 1 to 99", n, "value")
    yield from _lacking(path, "the number", NUMBERS, (row["name"] for row in tables[path]))


def _letters(tables: Tables) -> Iterator[Flaw]:
    path = "charts/morale_numbers.csv"
    yield from _lacking(path, "the letter", "ABCDE", (row["letter"] for row in tables[path]))


def _causes(tables: Tables) -> Iterator[Flaw]:
    """What befalls leaders: a cause without a row would spare them always."""
    path = "charts/leader_casualties.csv"
    causes = ("small-arms", "artillery", "melee-killed", "melee-captured")
    yield from _lacking(path, "the cause", causes, (row["cause"] for row in tables[path]))


def _rout(tables: Tables) -> Iterator[Flaw]:
    """The modified dice of the rout table lie one beside the other; beyond its ends the end counts."""
    path = "charts/rout.csv"
    dice = sorted(int(row["die"]) for row in tables[path])
    low, high = min(1, *dice), max(6, *dice)
    yield from _dice(tables, path, range(low, high + 1))


# -- columns and bands


def _columns(rows: Sequence[Row]) -> list[str]:
    return [name for name in rows[0] if name not in ("die", "source")]


def _fire(tables: Tables) -> Iterator[Flaw]:
    """The columns of the fire table: from less than one point to "and more", without a gap."""
    path = "charts/fire.csv"
    mend = "write columns such as <1, 1, 2, 3-5 and 6+, each beginning where the one before ends"
    ends: list[tuple[int, int]] = []
    for name in _columns(tables[path]):
        found = re.fullmatch(r"(<1)|(\d+)(?:-(\d+))?(\+)?", name)
        if not found or (found[3] and found[4]):
            yield Flaw(path, f"{name!r} is no column of strengths", mend)
            return
        low = 0 if found[1] else int(found[2])
        ends.append((low, 0 if found[1] else 99 if found[4] else int(found[3] or low)))
    ends.sort()
    if [low for low, _ in ends] != [0, *(high + 1 for _, high in ends[:-1])] or not ends or ends[-1][1] != 99:
        yield Flaw(path, "the columns have a gap, or do not go from <1 to one with a +", mend)


def _ranges(tables: Tables) -> Iterator[Flaw]:
    """The bands of a weapon: from the first hex on, without a gap; a row for every weapon that a counter has."""
    path = "charts/range.csv"
    rows = tables[path]
    for weapon in dict.fromkeys(row["weapon"] for row in rows):
        after = 1
        mine = sorted((int(row["from"]), n) for n, row in enumerate(rows) if row["weapon"] == weapon)
        for low, n in mine:
            if low != after:
                what = f"the bands of {weapon} have a gap or lie over each other"
                yield Flaw(path, what, f"begin this one at {after}, or mend the one before", n, "from")
            if int(rows[n]["to"]) < low:
                yield Flaw(path, f"a band from {low} to {rows[n]['to']}", f"write {low} or more", n, "to")
            after = int(rows[n]["to"]) + 1
    used = dict.fromkeys(row["weapon"] for row in tables["counters.csv"] if row["weapon"])
    yield from _lacking(path, "the weapon", used, (row["weapon"] for row in rows))


def _demoralization(tables: Tables) -> Iterator[Flaw]:
    """Its columns cover every army morale below the one at which brigades check; its dice lie beside each other."""
    path = "charts/demoralization.csv"
    bands: list[tuple[int, int]] = []
    mend = "write columns such as 0-9 and 10-19"
    for name in _columns(tables[path]):
        found = re.fullmatch(r"(\d+)-(\d+)", name)
        if not found:
            yield Flaw(path, f"{name!r} is no column of army morale", mend)
            return
        bands.append((int(found[1]), int(found[2])))
    bands.sort()
    yield from _dice(tables, path, DIE)
    below = next((int(r["value"]) for r in tables["charts/constants.csv"] if r["name"] == "demoralization-below"), 0)
    if [low for low, _ in bands] != [0, *(high + 1 for _, high in bands[:-1])] or not bands or bands[-1][1] < below - 1:
        yield Flaw(path, f"the columns do not cover army morale from 0 to {below - 1} without a gap", mend)


# -- units


def _brigades(tables: Tables) -> Iterator[Flaw]:
    """A brigade can lose no more than it has."""
    path = "charts/brigades.csv"
    for n, row in enumerate(tables[path]):
        if int(row["bce"]) > int(row["total"]):
            yield Flaw(path, f"{row['brigade']} has {row['total']} points", f"write 1 to {row['total']}", n, "bce")


def _counters(tables: Tables) -> Iterator[Flaw]:
    """Every brigade stands in the brigade chart, on its side; no counter has what its arm does not have."""
    path = "counters.csv"
    sides = {row["brigade"]: row["side"] for row in tables["charts/brigades.csv"]}
    for n, row in enumerate(tables[path]):
        id, arm, brigade = row["id"], row["arm"], row["brigade"]
        if not brigade and arm not in ("leader", "supply"):
            yield Flaw(path, f"{id} has no brigade", "write one of charts/brigades.csv", n, "brigade")
        elif brigade and brigade not in sides:
            yield Flaw(
                path, f"charts/brigades.csv has no brigade {brigade!r}", f"write {listed(sides)}, or give it a row", n,
                "brigade",
            )  # fmt: skip
        elif brigade and sides[brigade] != row["side"]:
            yield Flaw(path, f"the brigade {brigade} is {sides[brigade]}", "write one of its own side", n, "brigade")
        for column in FOREIGN.get(arm, ()):
            if row.get(column):
                yield Flaw(path, f"{id} is {arm} and has no {column}", "leave the cell empty", n, column)
        mine = GUNS if arm == "artillery" else SMALL
        if row["weapon"] and row["weapon"] not in mine:
            yield Flaw(path, f"{arm} has no weapon {row['weapon']}", f"write {listed(mine)}", n, "weapon")
        for one, other in (RATINGS[2:], RATINGS[:1:-1]):
            if row.get(one) and not row.get(other):
                yield Flaw(path, f"{id} has {one} and no {other}", "write both or neither", n, other)


# -- ground


def _ground(tables: Tables) -> Iterator[Flaw]:
    """Costs in quarters of a point, such as each kind of ground may have; a word of the board stands once."""
    path = "charts/terrain.csv"
    seen: dict[str, str] = {}
    for n, row in enumerate(tables[path]):
        for word in row["on_board"].split(";"):
            if word in seen:
                yield Flaw(path, f"{word} is {seen[word]} already", "take one of them out", n, "on_board")
            seen[word] = row["terrain"]
        for mover in MOVERS:
            if wanted := _wanted(row["kind"], mover, row[mover]):
                yield Flaw(path, f"{row[mover]!r} cannot be the cost of a {row['kind']}", f"write {wanted}", n, mover)
    yield from _lacking(path, "the ground", GROUNDS, seen)


def _wanted(kind: str, mover: str, cell: str) -> str:
    """What a cost must be, empty where it is so: whole quarters; entering a hex is never for nothing."""
    words: Mapping[str, tuple[str, ...]] = {"hex": ("all", "no", "road"), "hexside": ("no",), "road": ("all", "no")}
    if kind == "road" and mover == "line":
        return "" if not cell else "nothing: no road helps a line"
    if cell in words[kind]:
        return ""
    number = Fraction(cell.lstrip("+")) if re.fullmatch(r"\+?\d+(\.\d+)?", cell) else None
    if number is not None and not (number * 4) % 1 and number < 100 and (number or kind == "hexside"):
        return ""
    usual = "quarters of a point such as +0, +1 or +1.5" if kind == "hexside" else "a cost such as 0.5, 0.75 or 2"
    return f"{usual}, or {listed(words[kind])}"
