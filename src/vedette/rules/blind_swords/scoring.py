"""What a scenario gives points for: the rows of its `[victory]`, read and checked once (docs/packs.md)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any, Literal, get_args

import msgspec

from vedette.engine.rulebook import ContentError

Side = Literal["union", "confederate"]
SIDES = get_args(Side)
Edge = Literal["north", "east", "south", "west"]


class _Row(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of all rows: an unknown key is an error."""


class EachTurn(_Row, frozen=True, kw_only=True):
    """Points at the end of every turn for each hex of a list that a side holds then."""

    side: Side
    hexes: tuple[str, ...]
    points: int
    name: str = ""
    """Of the place, for the score."""
    from_: int = msgspec.field(name="from", default=1)
    to: int = 999
    unless_held: tuple[str, ...] = ()
    """Worth nothing in a turn at whose end the same side holds one of these."""
    cite: str = "KT-18.2"


class Bonus(_Row, frozen=True, kw_only=True):
    """Points once, at the end of a turn, by the number of hexes that a side holds then."""

    side: Side
    hexes: tuple[str, ...]
    turn: int
    by_number: tuple[int, ...]
    """For one hex, for two ...; the last number for all that are more."""
    name: str = ""
    unless_held: tuple[str, ...] = ()
    cite: str
    cites: tuple[str, ...] = ()
    """The case of each number, where it has one."""


class Casualties(_Row, frozen=True, kw_only=True):
    """Points for the enemy's strength on the Broken Track, or lost for good."""

    side: Side
    """Who earns them."""
    per: int = 1
    divide: int = 1
    strength: Literal["showing", "fresh"] = "showing"
    """What counts of a unit: the side that shows, or the Fresh one, Fragile or not."""
    cite: str


class Exits(_Row, frozen=True, kw_only=True):
    """Points for strength led off the map over some edges."""

    side: Side
    edges: tuple[Edge, ...]
    per: int
    from_: int = msgspec.field(name="from", default=1)
    """The first turn in which leaving of one's own will earns anything."""
    forced: bool = False
    """A retreat off the map is such an exit too, in any turn, and replaces the Broken Track."""
    cite: str


class Band(_Row, frozen=True, kw_only=True):
    """A level, by the points by which the Confederates lead (negative where they trail)."""

    level: str
    winner: Side | None = None
    least: int = -9999
    most: int = 9999
    cite: str


class Scoring(_Row, frozen=True, kw_only=True):
    """All rows of a scenario that counts points; empty lists where it does not."""

    start: dict[str, int] = {}
    """By side."""
    each_turn: tuple[EachTurn, ...] = ()
    bonus: tuple[Bonus, ...] = ()
    casualties: tuple[Casualties, ...] = ()
    exits: tuple[Exits, ...] = ()
    levels: tuple[Band, ...] = ()
    """Best for the Union first."""

    @property
    def by_turn(self) -> tuple[EachTurn | Bonus, ...]:
        """The rows that give points as turns end, in the order in which a state keeps what they gave."""
        return (*self.each_turn, *self.bonus)


LISTS = tuple(name for name in Scoring.__struct_fields__)


def read(victory: Mapping[str, Any], where: str) -> Scoring:
    """The rows of a scenario's `[victory]`.

    Raises:
        ContentError: a key that a row cannot have, a hex that is not among the victory hexes, bands with a gap.
    """
    given = {name: victory[name] for name in LISTS if name in victory}
    if victory.get("do") != "points":
        given.pop("levels", None)  # those of another procedure
    try:
        found = msgspec.convert(given, Scoring)
    except msgspec.ValidationError as error:
        raise ContentError(f"{where}, victory: {str(error).replace('$.', '')}: mend it there") from None
    if wrong := [side for side in found.start if side not in SIDES]:
        raise ContentError(f"{where}, victory: start has a side {wrong[0]!r}: write {' or '.join(SIDES)}")
    _check_hexes(found, victory, where)
    if victory.get("do") == "points":
        _check_levels(found.levels, where)
    return found


def _check_hexes(scoring: Scoring, victory: Mapping[str, Any], where: str) -> None:
    known = {str(hex) for hex in victory.get("hexes", ())}
    for row in scoring.by_turn:
        for hex in (*row.hexes, *row.unless_held):
            if hex not in known:
                raise ContentError(f"{where}, victory: {hex} is not among victory.hexes: add it there")


def _check_levels(levels: tuple[Band, ...], where: str) -> None:
    """The bands follow each other without a gap, so that a game always has a level."""
    if not levels:
        raise ContentError(f"{where}, victory: no levels: add [[victory.levels]], best for the Union first")
    for a, b in pairwise(levels):
        if b.least != a.most + 1:
            raise ContentError(f"{where}, victory: {b.level} begins at {b.least}, not at {a.most + 1}: close the gap")
