"""What a scenario gives points for: the rows of its `[victory]`, read and checked once (docs/packs.md)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta

from vedette.engine.rulebook import ContentError

Side = Literal["union", "confederate"]
SIDES = get_args(Side)
Edge = Literal["north", "east", "south", "west"]
Some = Annotated[int, Meta(ge=1, le=999)]
Turn = Annotated[int, Meta(ge=0, le=999)]
Points = Annotated[int, Meta(ge=-999, le=999)]
Lead = Annotated[int, Meta(ge=-9999, le=9999)]
Hexes = Annotated[tuple[str, ...], Meta(min_length=1)]
WAYS = ("hexes_held", "points")
"""How a scenario is won: what `do` may be."""


class _Row(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of all rows: an unknown key is an error."""


class EachTurn(_Row, frozen=True, kw_only=True):
    """Points at the end of every turn for each hex of a list that a side holds then."""

    side: Side
    hexes: Hexes
    points: Points
    name: str = ""
    """Of the place, for the score."""
    from_: Turn = msgspec.field(name="from", default=1)
    to: Turn = 999
    unless_held: tuple[str, ...] = ()
    """Worth nothing in a turn at whose end the same side holds one of these."""
    occupied: bool = False
    """For each hex in which infantry of the side stands then, held or not; these need not be victory hexes."""
    cite: str = "KT-18.2"


class Bonus(_Row, frozen=True, kw_only=True):
    """Points once, at the end of a turn, by the number of hexes that a side holds then."""

    side: Side
    hexes: Hexes
    turn: Some
    by_number: Annotated[tuple[Points, ...], Meta(min_length=1)]
    """For one hex, for two ...; the last number for all that are more."""
    name: str = ""
    unless_held: tuple[str, ...] = ()
    cite: str
    cites: tuple[str, ...] = ()
    """The case of each number, where it has one."""


class AtEnd(_Row, frozen=True, kw_only=True):
    """Points once, at the end of the game, for each hex of a list that a side holds then."""

    side: Side
    hexes: Hexes
    points: Points
    name: str = ""
    cite: str


class Sudden(_Row, frozen=True, kw_only=True):
    """What ends the game at once, whatever the points: a unit of a side that moves into a hex."""

    side: Side
    hex: str
    arm: Literal["infantry", "cavalry", "artillery"]
    face: Literal["fresh", "worn"]
    level: str
    cite: str


class Casualties(_Row, frozen=True, kw_only=True):
    """Points for the enemy's strength on the Broken Track, or lost for good."""

    side: Side
    """Who earns them."""
    per: Some = 1
    divide: Some = 1
    strength: Literal["showing", "fresh"] = "showing"
    """What counts of a unit: the side that shows, or the Fresh one, Fragile or not."""
    cite: str


class Exits(_Row, frozen=True, kw_only=True):
    """Points for strength led off the map over some edges."""

    side: Side
    edges: Annotated[tuple[Edge, ...], Meta(min_length=1)]
    per: Some
    from_: Turn = msgspec.field(name="from", default=1)
    """The first turn in which leaving of one's own will earns anything."""
    forced: bool = False
    """A retreat off the map is such an exit too, in any turn, and replaces the Broken Track."""
    cite: str


class Band(_Row, frozen=True, kw_only=True):
    """A level, by the points by which the Confederates lead (negative where they trail)."""

    level: str
    winner: Side | None = None
    least: Lead = -9999
    most: Lead = 9999
    cite: str


class Held(_Row, frozen=True, kw_only=True):
    """A level, by the number of victory hexes that a side holds."""

    hexes: int
    level: str
    winner: Side | None = None
    cite: str = ""


class Scoring(_Row, frozen=True, kw_only=True):
    """All rows of a scenario that counts points; empty lists where it does not."""

    start: dict[str, Points] = {}
    """By side."""
    each_turn: tuple[EachTurn, ...] = ()
    bonus: tuple[Bonus, ...] = ()
    at_end: tuple[AtEnd, ...] = ()
    casualties: tuple[Casualties, ...] = ()
    exits: tuple[Exits, ...] = ()
    levels: tuple[Band, ...] = ()
    """Best for the Union first."""
    sudden: Sudden | None = None

    @property
    def by_turn(self) -> tuple[EachTurn | Bonus, ...]:
        """The rows that give points as turns end, in the order in which a state keeps what they gave."""
        return (*self.each_turn, *self.bonus)


LISTS = tuple(name for name in Scoring.__struct_fields__)


class _Head(_Row, frozen=True, kw_only=True):
    """What a `[victory]` says besides its lists."""

    do: str
    hexes: tuple[str, ...]
    side: Side | None = None
    """Whose hexes are counted."""
    initial: Side | None = None
    control: str = ""
    cite: str = ""


def read(victory: Mapping[str, Any], where: str) -> Scoring:
    """The rows of a scenario's `[victory]`.

    Raises:
        ContentError: a key that a row cannot have, a hex that is not among the victory hexes, bands with a gap.
    """
    if not victory:
        return Scoring()
    if victory.get("do") not in WAYS:
        raise ContentError(f"{where}, victory: do = {victory.get('do')!r} is no way to win: write {' or '.join(WAYS)}")
    head = _converted({k: v for k, v in victory.items() if k not in LISTS}, _Head, where)
    given = {name: victory[name] for name in LISTS if name in victory}
    if head.do == "hexes_held":
        _check_held(head, given.pop("levels", ()), where)
    found: Scoring = _converted(given, Scoring, where)
    if wrong := [side for side in found.start if side not in SIDES]:
        raise ContentError(f"{where}, victory: start has a side {wrong[0]!r}: write {' or '.join(SIDES)}")
    _check_hexes(found, victory, where)
    if victory.get("do") == "points":
        _check_levels(found.levels, where)
    return found


def _converted(given: Any, form: Any, where: str) -> Any:
    """The plain rows in their checked form."""
    try:
        return msgspec.convert(given, form)
    except msgspec.ValidationError as error:
        raise ContentError(f"{where}, victory: {str(error).replace('$.', '')}: mend it there") from None


def _check_held(head: _Head, levels: Any, where: str) -> None:
    """A side's hexes are counted, and each number of them has one level."""
    if head.side is None:
        raise ContentError(f"{where}, victory: no side: write side = the one whose hexes are counted")
    given = sorted(row.hexes for row in _converted({"levels": levels}, _Levels, where).levels)
    most = len(head.hexes)
    if given != list(range(most + 1)):
        raise ContentError(f"{where}, victory: levels for {given} hexes: write one for each number, 0 to {most}")


class _Levels(_Row, frozen=True, kw_only=True):
    """The levels where hexes are counted."""

    levels: tuple[Held, ...]


def _check_hexes(scoring: Scoring, victory: Mapping[str, Any], where: str) -> None:
    known = {str(hex) for hex in victory.get("hexes", ())}
    rows = [row for row in scoring.by_turn if not (isinstance(row, EachTurn) and row.occupied)]
    wanted = [hex for row in rows for hex in (*row.hexes, *row.unless_held)]
    for hex in (*wanted, *(hex for row in scoring.at_end for hex in row.hexes)):
        if hex not in known:
            raise ContentError(f"{where}, victory: {hex} is not among victory.hexes: add it there")


def _check_levels(levels: tuple[Band, ...], where: str) -> None:
    """The bands follow each other without a gap, so that a game always has a level."""
    if not levels:
        raise ContentError(f"{where}, victory: no levels: add [[victory.levels]], best for the Union first")
    if levels[0].least > -9999 or levels[-1].most < 9999:
        raise ContentError(f"{where}, victory: the first level has no least and the last no most: take them out")
    for a, b in pairwise(levels):
        if b.least != a.most + 1:
            raise ContentError(f"{where}, victory: {b.level} begins at {b.least}, not at {a.most + 1}: close the gap")
