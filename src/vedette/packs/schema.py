"""What the columns of a pack's tables may hold: one check a column, told in the words of a person."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import msgspec

from .errors import PackError, fault, listed
from .table import Row, Table

KINDS = ("rule", "example", "history", "owner", "reconstructed", "published")
"""The first word of every source."""

Check = Callable[[str], str | None]
"""Tells what a cell must be, or None where it is."""


def matches(pattern: str, what: str) -> Check:
    """A cell of a certain form."""
    compiled = re.compile(pattern)
    return lambda cell: None if compiled.fullmatch(cell) else what


def whole(low: int, high: int) -> Check:
    """A whole number within limits."""

    def check(cell: str) -> str | None:
        good = cell.isascii() and cell.isdecimal() and low <= int(cell) <= high
        return None if good else f"a whole number from {low} to {high}"

    return check


def one_of(*words: str) -> Check:
    """One of a few words."""
    return lambda cell: None if cell in words else listed(words)


def several(*words: str) -> Check:
    """Words out of a few, parted by semicolons."""
    return lambda cell: None if set(cell.split(";")) <= set(words) else f"{listed(words)}, parted by semicolons"


def maybe(check: Check) -> Check:
    """The same, or nothing."""
    return lambda cell: check(cell) if cell else None


def source(cell: str) -> str | None:
    """Where a row comes from: the first word is the weakest thing that it rests on."""
    word = cell.split(" ")[0].rstrip(":")
    return None if word in KINDS else f"a source that begins with {listed(KINDS)}"


TEXT: Check = lambda cell: None if cell else "a text"  # noqa: E731
HEX = matches(r"\d{4}", "a hex number of four digits")
CHAIN = matches(r"\d{4}(-\d{4})+", "hex numbers joined by hyphens")
STRENGTH = matches(r"C|[1-9]\d?", "a strength: C or a number from 1 to 99")
COHESION = whole(0, 6)
DIE = whole(1, 6)
YES = one_of("yes", "no")
BAND = matches(r"\d+(-\d+)?", "a roll or a range of rolls, such as 51-53")
BOXES = matches(r"(-|\d(-\d)?)\|(-|\d(-\d)?)\|(-|\d(-\d)?)", "three boxes severe|tough|routine, such as -|0|1-3")
DEPLETION = one_of("-", "AD", "BD*", "D", "D2", "D all")
SKEDADDLE = matches(
    r"-|((AM|AR\d|M|2M|B|R\d|RA\d|P[123])( |$))+", "codes out of AM, AR#, M, 2M, B, R#, RA#, P1, P2, P3, or -"
)
COST = matches(
    r"(no|all( \d+)?|\+?\d{1,2}(\.5)?)(; *\d(\.5)? maneuver)?",
    "a cost in movement points, such as 1, +2, 0.5, all 6 or no",
)
SHIFT = matches(r"-?\d", "a number of columns, left of nothing negative")
ARMS = ("infantry", "cavalry", "artillery", "leader", "supply")
SIDES = ("union", "confederate")
WINDOWS = ("before-draw", "after-order", "fired-at", "assault-declared", "turn-end", "own-test", "drawn")
HEXSIDES = (
    "slope", "steep", "cliff", "ridge", "crest", "stream", "flowing-stream", "pond", "bridge", "ford", "stone wall",
)  # fmt: skip


class Layout(msgspec.Struct, frozen=True):
    """The columns of one file: those it must have, and the checks of those it may have."""

    must: tuple[str, ...]
    checks: Mapping[str, Check]
    rest: Check | None = None
    """The check of every further column; without it a further column is an error."""
    open: bool = False
    """Whether further columns are free."""


LAYOUTS: dict[str, Layout] = {
    "board.csv": Layout(
        ("hex", "terrain", "level", "source"),
        {"hex": HEX, "terrain": TEXT, "level": whole(1, 99), "features": maybe(TEXT), "source": source},
    ),
    "hexsides.csv": Layout(
        ("a", "b", "feature", "source"), {"a": HEX, "b": HEX, "feature": one_of(*HEXSIDES), "source": source}
    ),
    "roads.csv": Layout(
        ("road", "kind", "hexes", "source"), {"road": TEXT, "kind": TEXT, "hexes": CHAIN, "source": source}
    ),
    "corrections.csv": Layout(
        ("hex", "field", "value", "source"),
        {"hex": matches(r"\d{4}(-\d{4})*", "a hex or hexes"), "field": TEXT, "value": TEXT, "source": source},
    ),
    "counters.csv": Layout(
        ("id", "name", "side", "arm", "source"),
        {
            **dict.fromkeys(("id", "name"), TEXT),
            **{c: maybe(STRENGTH) for c in ("fresh_sp", "worn_sp", "dismounted_sp", "dismounted_worn_sp")},
            **{c: maybe(COHESION) for c in ("fresh_cr", "worn_cr", "dismounted_cr", "dismounted_worn_cr")},
            **{c: maybe(YES) for c in ("fragile", "sharpshooter", "mounted_only")},
            "weapon": maybe(one_of("R", "S", "C", "CC", "SS", "Sr", "Mx", "P", "N", "T")),
            "dismounted_weapon": maybe(one_of("R", "S", "C", "CC", "SS")),
            "side": one_of(*SIDES),
            "arm": one_of(*ARMS),
            "men_or_guns": maybe(whole(1, 9999)),
            "source": source,
        },
        open=True,
    ),
    "chits.csv": Layout(
        ("chit", "side", "copies", "window", "effect", "duration", "source"),
        {
            "chit": TEXT,
            "side": one_of(*SIDES),
            "copies": whole(1, 9),
            "window": several(*WINDOWS),
            "effect": TEXT,
            "duration": TEXT,
            "rule": maybe(TEXT),
            "source": source,
        },
    ),
    "sources.csv": Layout(("key", "what", "address"), {"key": TEXT, "what": TEXT}, open=True),
    "charts/crt.csv": Layout(("roll",), {"roll": BAND, "source": source}, rest=BOXES),
    "charts/fire_cohesion.csv": Layout(
        ("test", "die", "depletion", "skedaddle"),
        {
            "test": one_of("routine", "tough", "severe"),
            "die": DIE,
            "depletion": DEPLETION,
            "skedaddle": SKEDADDLE,
            "source": source,
        },
    ),
    "charts/close_cohesion.csv": Layout(
        ("test", "die", "depletion", "skedaddle"),
        {
            "test": one_of("close fight", "routine", "tough", "severe"),
            "die": DIE,
            "depletion": DEPLETION,
            "skedaddle": SKEDADDLE,
            "source": source,
        },
    ),
    "charts/break_test.csv": Layout(("die_minus_cr", "result"), {"result": TEXT, "source": source}, open=True),
    "charts/weapon_ranges.csv": Layout(
        ("arm", "weapon", "canister", "effective", "long", "extreme"),
        {
            "arm": one_of(*ARMS),
            "weapon": TEXT,
            **{c: maybe(whole(1, 99)) for c in ("canister", "effective", "long", "extreme")},
            "source": source,
        },
    ),
    "charts/terrain.csv": Layout(
        ("terrain", "on_board", "kind", "infantry", "cavalry", "artillery", "fire_shift", "close_shift"),
        {
            "terrain": TEXT,
            "on_board": TEXT,
            "kind": one_of("hex", "hexside", "road"),
            **dict.fromkeys(("infantry", "cavalry", "artillery"), COST),
            "fire_shift": SHIFT,
            "close_shift": SHIFT,
            "los": TEXT,
            "source": source,
        },
    ),
    "charts/fog_of_war.csv": Layout(("die", "result"), {"die": DIE, "result": TEXT, "source": source}),
    "charts/fog_of_war_second.csv": Layout(
        ("die", "result"), {"die": DIE, "game": TEXT, "result": TEXT, "source": source}
    ),
    "charts/general_casualty.csv": Layout(
        ("game", "side", "roll", "general"),
        {"game": TEXT, "side": one_of(*SIDES), "roll": BAND, "general": TEXT, "source": source},
    ),
    "charts/command_ratings.csv": Layout(
        ("game", "side", "chit", "kind", "rating", "raised", "casualty_rating"),
        {
            "game": TEXT,
            "side": one_of(*SIDES),
            "chit": TEXT,
            "kind": one_of("brigade", "division", "cic"),
            "rating": matches("[1-6]|always", "a number from 1 to 6, or always"),
            "raised": maybe(DIE),
            "casualty_rating": maybe(DIE),
            "source": source,
        },
    ),
    "charts/artillery_stacking.csv": Layout(
        ("gun_sp", "stacking_points"),
        {"gun_sp": whole(1, 99), "stacking_points": matches(r"\d+(\.\d+)?", "a number"), "source": source},
    ),
}


def check_columns(path: str, table: Table) -> None:
    """The columns that a file must and may have."""
    layout = LAYOUTS.get(path)
    if layout is None:
        return
    for column in layout.must:
        if column not in table.columns:
            raise fault(table.file, f"there is no column {column}", "add it to the first line and to every row", line=1)
    if layout.rest is None and not layout.open:
        for column in table.columns:
            if column not in layout.checks and column not in layout.must:
                known = listed(layout.checks)
                raise fault(table.file, f"unknown column {column}", f"use {known}", line=1, column=column)


def check_row(path: str, row: Row) -> None:
    """Every cell of a row holds what its column may hold."""
    layout = LAYOUTS.get(path)
    if layout is None:
        return
    for column, cell in row.values.items():
        check = layout.checks.get(column, layout.rest)
        wanted = check(cell) if check else None
        if wanted:
            raise _cell_error(row, column, cell, wanted)


def _cell_error(row: Row, column: str, cell: str, wanted: str) -> PackError:
    return row.wrong(column, f"{cell!r} is not allowed here" if cell else "the cell is empty", f"write {wanted}")
