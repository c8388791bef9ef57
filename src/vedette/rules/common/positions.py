"""What position files have in common in all books: their own ground, hexes, units, the moment at which they begin.

Everything here raises PositionError where the file is wrong, naming the key or unit, what is wrong, and the mend.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Protocol, Self, TypeVar

from msgspec import Struct

from vedette.board import Board, BoardError
from vedette.engine.battle import Battle
from vedette.engine.content import SIDES
from vedette.engine.field import FieldState
from vedette.engine.keys import HexKeys, HexsideKeys, check_tables
from vedette.engine.procedure import Procedure
from vedette.engine.rulebook import PositionError
from vedette.hexes import HexError

Spec = Mapping[str, Any]
"""A position as written."""
Frames = list[tuple[Procedure, str]]
"""What lies on the stack where a position begins."""


class Setting(Protocol):
    """What a position changes about a game's setting."""

    @property
    def counters(self) -> Mapping[str, Any]:
        """The printed counters."""
        ...

    def with_board(self, board: Board) -> Self:
        """The setting on another board."""
        ...

    def with_counters(self, counters: dict[str, Any]) -> Self:
        """The setting with other counters."""
        ...


class Game(Protocol):
    """A state whose turn a position sets."""

    setting: Any
    turn: int


S = TypeVar("S", bound=Setting)
C = TypeVar("C")


# -- ground -----------------------------------------------------------------------------------------------------


def on_own_ground(
    battle: Battle,
    setting: S,
    spec: Spec,
    wrong_level: Callable[[Any], str | None] = lambda level: None,
    features: Sequence[str] = (),
    further: Sequence[str] = (),
) -> S:
    """The setting on a board changed as the file says.

    Args:
        wrong_level: what is wrong with a level, if anything.
        features: what may lie on a hexside; anything, if this is empty.
        further: what may lie on a hexside besides what this map has there.
    """
    hexes = {str(row["id"]): {k: v for k, v in row.items() if k != "id"} for row in spec.get("hex", ())}
    sides = [(str(row["between"][0]), str(row["between"][1]), row["feature"]) for row in spec.get("hexside", ())]
    terrain = words_of(battle, "hex")
    for id, row in hexes.items():
        if row.get("terrain", "clear") not in terrain:
            raise PositionError(f"hex {id!r}: terrain {row['terrain']!r} is none of {', '.join(terrain)}")
        if "level" in row and (wrong := wrong_level(row["level"])):
            raise PositionError(f"hex {id!r}: {wrong}")
    for a, b, feature in sides:
        if features and feature not in features:
            raise PositionError(f"hexside {a} {b}: feature {feature!r} is none of {', '.join(features)}")
    if not hexes and not sides:
        return setting
    try:
        return setting.with_board(battle.board.changed(hexes, sides, further))
    except (BoardError, HexError) as error:
        raise PositionError(str(error)) from None


def words_of(battle: Battle, kind: str) -> list[str]:
    """The words that the terrain chart has for one kind of ground; one word for what differs up and down."""
    rows = [row["on_board"].split(";") for row in battle.charts["terrain"] if row["kind"] == kind]
    return list(dict.fromkeys(w.removesuffix(" up").removesuffix(" down") for words in rows for w in words))


def hex_at(g: FieldState, name: object, where: str) -> int:
    """A hex by its printed number."""
    if not g.setting.grid.has(str(name)):
        raise PositionError(f"{where}: there is no hex {name!r} on this map")
    return g.setting.grid.index(str(name))


def side_of(word: str, where: str) -> int:
    """A side by its word."""
    if word not in SIDES:
        raise PositionError(f"{where} {word!r} is neither union nor confederate")
    return SIDES.index(word)


# -- counters and units -----------------------------------------------------------------------------------------


def with_own(setting: S, spec: Spec, counter_of: Callable[[Any, Mapping[str, Any], int, S], Any]) -> S:
    """The setting with the counters that a position changes or adds.

    Args:
        counter_of: makes the counter of a row, from the pack's counter or None, its place in the list, the setting.
    """
    counters = dict(setting.counters)
    for row in spec.get("unit", ()):
        counters[row["id"]] = counter_of(counters.get(row["id"]), row, len(counters), setting)
    return setting if counters == setting.counters else setting.with_counters(counters)


def check_new(row: Mapping[str, Any], needed: Sequence[str], arms: Collection[str] = ()) -> None:
    """A unit that is not in the pack has all that it needs, and an arm that the book knows."""
    missing = [key for key in needed if key not in row]
    if missing:
        raise PositionError(
            f"unit {row['id']!r} is not in this battle: give it {', '.join(missing)}, or correct its id"
        )
    if arms and row["arm"] not in arms:
        raise PositionError(f"unit {row['id']!r}: arm {row['arm']!r} is none of {', '.join(arms)}")


def check_known(row: Mapping[str, Any], arm: str, side: int) -> None:
    """A unit of the pack keeps its arm and its side."""
    where = f"unit {row['id']!r}"
    if "arm" in row and row["arm"] != arm:
        raise PositionError(f"{where} is {arm}: take arm out, or give the unit another id")
    if "side" in row and side_of(row["side"], f"{where}: side") != side:
        raise PositionError(f"{where} is of the other side: take side out, or give the unit another id")


def check_file(
    spec: Spec,
    keys: type[Struct],
    unit_keys: type[Struct],
    check_unit: Callable[[Mapping[str, Any]], object],
    **more: type[Struct],
) -> None:
    """The file has no key that is unknown or holds the wrong kind of thing, and no impossible unit.

    Args:
        keys: those above all tables.
        check_unit: checks a table [[unit]] whose keys are right.
        more: the keys of further tables in this book.
    """
    check_tables(spec, keys, {"unit": unit_keys, "hex": HexKeys, "hexside": HexsideKeys, **more})
    for row in spec.get("unit", ()):
        check_unit(row)


def one_place(row: Mapping[str, Any], keys: Sequence[str]) -> list[str]:
    """The key that says where a unit is; an error if there are several."""
    places = [key for key in keys if key in row]
    if len(places) > 1:
        raise PositionError(f"unit {row['id']!r} has both {' and '.join(places)}: keep one of them")
    return places


def check_marks(row: Mapping[str, Any], known: Sequence[str]) -> None:
    """The marks of a unit are known ones."""
    for mark in row.get("marks", ()):
        if mark not in known:
            raise PositionError(f"unit {row['id']!r}: mark {mark!r} is not known; known are {', '.join(known)}")


def apart(g: FieldState) -> None:
    """No hex holds units of both sides."""
    if both := g.masks[0] & g.masks[1]:
        hex = both.bit_length() - 1
        raise PositionError(f"hex {g.hex_name(hex)}: units of both sides stand there, {', '.join(g.in_hex(hex))}")


def in_counter_order(g: FieldState) -> None:
    """Units stand in the state in the order of the counter list."""
    g.units = {id: g.units[id] for id in sorted(g.units, key=lambda id: g.setting.counters[id].order)}
    g.reindex()


def rest_as_proposed(place: Callable[[int], None], left: Callable[[int], Sequence[str]]) -> None:
    """Units that their owner would set up stand where the scenario proposes.

    Args:
        place: sets up a side as proposed.
        left: those units of the side that found no place.
    """
    for side in range(len(SIDES)):
        place(side)
        if ids := left(side):
            raise PositionError(f"unit {ids[0]!r} finds no place where it may be set up: give it a hex")


# -- when -------------------------------------------------------------------------------------------------------


def set_turn(g: Game, spec: Spec) -> None:
    """The turn that the file names, else the first."""
    first, last = g.setting.first_turn, g.setting.last_turn
    turn = spec.get("turn", first)
    if not first <= turn <= last:
        raise PositionError(f"turn {turn!r}: this battle has turns {first} to {last}")
    g.turn = turn


def begun(spec: Spec, begins: Mapping[str, C], usual: str = "turn") -> C:
    """What the moment that a position names stands for."""
    name = str(spec.get("begin", usual))
    if name not in begins:
        raise PositionError(f"begin {name!r} is none of {', '.join(begins)}")
    return begins[name]


def nobody_active(active: str, begin: str) -> None:
    """No side is named where none is active."""
    if active:
        raise PositionError(f"active: at begin = {begin!r} nobody is yet: take the key out")
