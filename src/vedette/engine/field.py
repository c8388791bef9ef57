"""The state of a game whose units stand in hexes: what is saved of it, and the questions about who stands where.

A family extends `FieldState` by its fields and says with `@keeps` which of them are not saved:

    @keeps(indexes=("zones",), rare=("exits",))
    class State(FieldState, eq=False, kw_only=True):
        setting: Setting
        units: dict[str, Unit]
        turn: int = 1
        exits: tuple[str, ...] = ()
        zones: dict[int, int] = {}

Every other field is saved, loaded by its annotation, and compared, without a word. The indexes stand last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar, NamedTuple, Protocol, Self, TypeVar, get_args

import msgspec
from msgspec.structs import astuple, fields

from vedette.engine.content import SIDES
from vedette.engine.state import State
from vedette.hexes import Grid, hexes_of


class Printed(Protocol):
    """What every family prints on a counter."""

    @property
    def name(self) -> str:
        """What it is called."""
        ...

    @property
    def order(self) -> int:
        """Its place in the counter list."""
        ...

    @property
    def side(self) -> int:
        """0 Union, 1 Confederate."""
        ...


class Printing(Protocol):
    """What every family's setting has: the board's grid and the counters by id."""

    @property
    def grid(self) -> Grid:
        """The hexes of the board."""
        ...

    @property
    def counters(self) -> Mapping[str, Printed]:
        """The printed counters."""
        ...


class Kept(NamedTuple):
    """What is saved of a class of states: the type of its units, and of each field."""

    unit: Any
    always: dict[str, Any]
    rare: dict[str, Any]
    """Saved only where there is something to save."""


class FieldState(State, eq=False, kw_only=True):
    """Base of the state of a family with counters on a map. See `keeps`."""

    setting: Printing
    units: dict[str, Any]
    """What changes of each unit, in counter order; `at` is its hex, or a negative number for a place off the map."""
    # indexes: kept by the deeds that place units, rebuilt on load, never saved
    stacks: dict[int, tuple[str, ...]] = {}
    """The units of each occupied hex, in the order of `rank`."""
    masks: tuple[int, int] = (0, 0)
    """Hexes occupied by each side, as bits."""
    armies: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    """All units of each side by their counter, in counter order; the same all game long."""

    follows: ClassVar[tuple[str, ...]] = ()
    """Fields of a unit that follow from who else comes and goes in its hex, and not from what is done with it."""
    exited: ClassVar[int] = -3
    """The place of who has left the map over its edge."""
    kept: ClassVar[Kept]
    own: ClassVar[slice]
    """Where the family's saved fields stand among all fields."""

    # -- engine ------------------------------------------------------------------------------------------

    def clone(self) -> Self:
        """See `engine.State.clone`; a family copies its own indexes that change in place."""
        new = State.clone(self)
        new.units = self.units.copy()
        new.stacks = self.stacks.copy()
        return new

    def fork(self) -> Self:
        """A copy on which deeds write no events."""
        new = self.clone()
        new.events = None
        return new

    def key(self) -> tuple[Any, ...]:
        """All that makes two states the same; indexes, events and the open question follow from it."""
        own = astuple(self)[self.own]
        return (tuple(self.stack), self.sealed, self.notes, self.resigned, tuple(self.units.values()), own)

    def give_up(self, seat: str, *, agreed: bool = False) -> None:
        """See `engine.State.give_up`; the battle is over."""
        self.over = True
        State.give_up(self, seat, agreed=agreed)

    def saved(self) -> dict[str, Any]:
        """Plain data, enough to go on from."""
        plain = msgspec.to_builtins
        data = State.saved(self)
        data["units"] = {id: plain(u) for id, u in self.units.items()}
        for name in self.kept.always:
            data[name] = plain(getattr(self, name))
        for name in self.kept.rare:
            if value := getattr(self, name):
                data[name] = plain(value)
        return data

    def restore(self, data: Mapping[str, Any]) -> None:
        """Take over what `saved` gave."""
        State.restore(self, data)
        order = self.setting.counters
        found = {id: msgspec.convert(row, self.kept.unit) for id, row in data["units"].items()}
        self.units = {id: found[id] for id in sorted(found, key=lambda id: order[id].order)}
        for name, kind in (*self.kept.always.items(), *self.kept.rare.items()):
            if name in data:  # what is rare, or came later than a saved game, begins as in a new one
                setattr(self, name, msgspec.convert(data[name], kind))
        self.reindex()

    def reindex(self) -> None:
        """Build the indexes anew."""
        stacks: dict[int, list[str]] = {}
        masks = [0, 0]
        for id, unit in self.units.items():
            if unit.at >= 0:
                stacks.setdefault(unit.at, []).append(id)
                masks[self.side(id)] |= 1 << unit.at
        self.stacks = {hex: tuple(sorted(ids, key=self.rank)) for hex, ids in stacks.items()}
        self.masks = (masks[0], masks[1])
        counters = self.setting.counters
        first, second = (tuple(id for id in self.units if counters[id].side == side) for side in (0, 1))
        self.armies = (first, second)

    def rank(self, id: str) -> Any:
        """What the units of a hex are ordered by: the counter list."""
        return self.setting.counters[id].order

    # -- questions ---------------------------------------------------------------------------------------

    def hex_name(self, hex: int) -> str:
        """The printed number of a hex."""
        return self.setting.grid.names[hex]

    def side(self, id: str) -> int:
        """The side of a unit: 0 Union, 1 Confederate."""
        return self.setting.counters[id].side

    def seat(self, id: str) -> str:
        """The seat that owns a unit."""
        return SIDES[self.setting.counters[id].side]

    def at(self, id: str) -> int:
        """The hex of a unit; negative off the map."""
        at: int = self.units[id].at
        return at

    def in_hex(self, hex: int) -> tuple[str, ...]:
        """The units in a hex, in their order there."""
        return self.stacks.get(hex, ())

    def holder(self, hex: int) -> int:
        """The side whose units stand in a hex; -1 where nobody does."""
        here = self.stacks.get(hex)
        return -1 if here is None else self.setting.counters[here[0]].side

    def on_map(self, side: int) -> Iterator[str]:
        """Units of a side on the map, in counter order."""
        units = self.units
        return (id for id in self.armies[side] if units[id].at >= 0)

    def hexes_of_side(self, side: int) -> list[int]:
        """The hexes where a side stands, in ascending order."""
        return list(hexes_of(self.masks[side]))


S = TypeVar("S", bound=FieldState)


def keeps(*, indexes: tuple[str, ...] = (), rare: tuple[str, ...] = ()) -> Callable[[type[S]], type[S]]:
    """Say of a class of states which fields are not saved, and which only where there is something to save.

    `indexes` follow from the rest, or never change in a game; `rare` can be added without a change of old digests.
    """

    def told(cls: type[S]) -> type[S]:
        unsaved = {*(field.name for field in fields(FieldState)), *indexes}
        types = {field.name: field.type for field in fields(cls)}
        own = [name for name in types if name not in unsaved]
        first = cls.__struct_fields__.index(own[0])
        cls.own = slice(first, first + len(own))
        if list(cls.__struct_fields__[cls.own]) != own:
            raise TypeError(f"{cls.__module__}: fields that are not saved stand before or after all others")
        cls.kept = Kept(
            get_args(types["units"])[1],
            {name: types[name] for name in own if name not in rare},
            {name: types[name] for name in own if name in rare},
        )
        return cls

    return told


def paired(pair: tuple[Any, Any], side: int, value: Any) -> Any:
    """A pair with one side's part replaced."""
    return (value, pair[1]) if side == 0 else (pair[0], value)
