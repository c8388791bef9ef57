"""What a family of rules says of the packs that it can play: columns of tables, keys of scenarios, needs of a counter.

A pack knows tables, hexes and names; what a cell or a key of a family may hold is said here by its rulebook, in its
attribute `content`. A rulebook without one takes whatever a pack holds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec

SOURCES = ("rule", "example", "history", "owner", "reconstructed", "published")
"""The first word of every source."""
SIDES = ("union", "confederate")

Check = Callable[[str], str | None]
"""Tells what a cell must be, or None where it is."""

# -- cells


def listed(words: object) -> str:
    """Words in order, for the end of a mend: a, b or c."""
    names = sorted(str(w) for w in words) if isinstance(words, set | frozenset) else [str(w) for w in words]  # type: ignore[attr-defined]
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " or " + names[-1] if names else "none"


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


def number(low: int, high: int) -> Check:
    """A number within limits, with or without decimals."""

    def check(cell: str) -> str | None:
        good = re.fullmatch(r"\d{1,9}(\.\d{1,4})?", cell, re.ASCII) and low <= float(cell) <= high
        return None if good else f"a number from {low} to {high}"

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
    return None if word in SOURCES else f"a source that begins with {listed(SOURCES)}"


TEXT: Check = lambda cell: None if cell else "a text"  # noqa: E731
HEX = matches(r"\d{4}", "a hex number of four digits")
DIE = whole(1, 6)
YES = one_of("yes", "no")
SHIFT = matches(r"-?\d", "a number of columns, left of nothing negative")


class Layout(msgspec.Struct, frozen=True):
    """The columns of one file: those it must have, and the checks of those it may have."""

    must: tuple[str, ...]
    checks: Mapping[str, Check]
    rest: Check | None = None
    """The check of every further column; without it a further column is an error."""
    open: bool = False
    """Whether further columns are free."""
    optional: bool = False
    """Whether a pack may do without the chart: the rules do without it too."""
    empty: bool = False
    """Whether the chart may have no row."""


def chart(columns: Mapping[str, Check], may: Collection[str] = (), **more: Any) -> Layout:
    """A chart whose rows say where they come from: its columns with what they hold; those of `may` may be missing."""
    return Layout(tuple(c for c in columns if c not in may), {**columns, "source": source}, **more)


Row = Mapping[str, str]
Tables = Mapping[str, Sequence[Row]]
"""The rows of a pack's tables by path, an owner's values laid over."""


class Flaw(msgspec.Struct, frozen=True):
    """Something wrong in the tables although each cell alone is allowed: the file, what it is, and how to mend it."""

    path: str
    what: str
    mend: str
    row: int | None = None
    """The row of it in the table, from 0 on; none where it is the table as a whole."""
    column: str | None = None


# -- scenarios

Side = Literal["union", "confederate"]
Hex = str
Count = Annotated[int, msgspec.Meta(ge=0, le=99)]
Turn = Annotated[int, msgspec.Meta(ge=0, le=99)]
Place = Annotated[int, msgspec.Meta(ge=0, le=99)]
"""A place in a list."""
Minutes = Annotated[int, msgspec.Meta(ge=0, le=6000)]


class Part(msgspec.Struct):
    """Base of all parts of a scenario, of those of a family with `forbid_unknown_fields`."""


class Turns(Part):
    first: Turn
    last: Turn
    hours: list[str] = []
    """The time of day of each turn, where the scenario has no `clock`."""


class ByOption(Part, kw_only=True):
    """A row that an option of the game brings in or takes out: its name, or name=value of a choice."""

    option: str = ""
    unless: str = ""


class Setup(ByOption, kw_only=True):
    """A unit that is there from the start."""

    unit: str
    hex: Hex | None = None


class Reinforcement(ByOption, kw_only=True):
    """A unit that comes later."""

    unit: str
    turn: Turn = 0
    hex: Hex | None = None
    kind: str = "arrival"
    """arrival, entry by an area, release of one that is there, called by a special rule, or chit for no unit at all."""


class Option(Part):
    type: Literal["bool", "choice"]
    default: bool | str
    title: str
    values: list[str] = []
    cite: str = ""


class Wrong(msgspec.Struct, frozen=True):
    """Something wrong in a scenario: the key, what it is, and how to mend it."""

    path: str
    what: str
    mend: str


class Names(msgspec.Struct, frozen=True):
    """What a scenario may name: units with their sides, hexes, chits by side, brigades by side."""

    units: Mapping[str, str]
    hexes: Collection[str]
    chits: Mapping[str, Collection[str]] = {}
    brigades: Mapping[str, Collection[str]] = {}
    arms: Mapping[str, str] = {}
    """The arm of each unit."""


class Scenario(Part, kw_only=True):
    """The keys that every scenario may have; a family adds its own."""

    id: str
    title: str
    about: str = ""
    battle: str = ""
    """The battle of which it is a part or the whole."""
    date: str = ""
    order: Place = 99
    """Its place in the list, the easiest to begin with first."""
    minutes: Minutes = 0
    """How long a game lasts, roughly."""
    advice: str = ""
    cite: str
    profile: str
    game: str = ""
    turns: Turns
    clock: list[str] = []
    setup: Sequence[Any] = []
    reinforcement: Sequence[Any] = []
    special: list[dict[str, Any]] = []
    victory: dict[str, Any] = {}
    options: dict[str, Option] = {}

    def hexes(self) -> Iterator[tuple[str, list[str]]]:
        """Hexes that the family's own keys name, by the place where they do."""
        return iter(())

    def wrong(self, names: Names) -> Iterator[Wrong]:
        """What is wrong with the family's own keys."""
        return iter(())


class Anything(Scenario, kw_only=True):
    """A scenario of rules that say nothing of their scenarios."""

    setup: list[Setup] = []
    reinforcement: list[Reinforcement] = []


# -- a family


def _nothing(row: Mapping[str, str]) -> Sequence[str]:
    return ()


def _sound(tables: Tables) -> Iterator[Flaw]:
    return iter(())


def _unmarked(row: Mapping[str, str], placed: Mapping[str, Any]) -> str:
    return ""


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """A place that a book leaves open, which a club may read otherwise than the program."""

    title: str
    values: Mapping[str, Mapping[str, Any]]
    """The words for each reading, and what its rulebook then plays by."""
    books: Sequence[str]
    """The books, by profile, that leave the place open."""


class Content(msgspec.Struct, frozen=True, kw_only=True):
    """What the packs of a family hold."""

    tables: Mapping[str, Layout] = {}
    """By path: columns beyond those that every pack has, and further files."""
    scenario: type[Scenario] = Anything
    events: Sequence[str] = ()
    """What an Event chit may play."""
    readings: Mapping[str, Reading] = {}
    """What house rules may turn; a row `reading_turned` of the scenario says so."""
    lacking: Callable[[Mapping[str, str]], Sequence[str]] = _nothing
    """The columns that a counter leaves empty and needs."""
    mark: Callable[[Mapping[str, str], Mapping[str, Any]], str] = _unmarked
    """What is wrong with how a counter is placed by a row of a scenario; empty where nothing."""
    flaws: Callable[[Tables], Iterator[Flaw]] = _sound
    """What is wrong with the tables when they are read together."""
