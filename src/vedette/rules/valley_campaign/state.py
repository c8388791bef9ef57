"""The state of a game, and the questions about who stands where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Self

import msgspec

from vedette.engine.cites import cites
from vedette.engine.state import State as EngineState
from vedette.hexes import hexes_of
from vedette.rules.valley_campaign.setting import SIDES, Arrival, Counter, Pair, Setting

WAITING = -1
"""Not arrived yet."""
ELIMINATED = -2
EXITED = -3
CUP = -4
"""A subordinate leader who has not been drawn (JV-8.6-1)."""
UNPLACED = -5
"""To be set up by its owner."""
PLACES = {
    WAITING: "not arrived",
    ELIMINATED: "eliminated",
    EXITED: "left the map",
    CUP: "in the draw cup",
    UNPLACED: "to be set up",
}


class Unit(msgspec.Struct, frozen=True, array_like=True):
    """What changes of a unit in play."""

    at: int
    """Its hex, or one of the places off the map."""
    reduced: bool = False
    """On its reduced side (JV-2.6-6)."""
    demoralized: int = 0
    """How many of its own recovery phases take the marker off; 0 without one (JV-6.3-2)."""


class Repair(msgspec.Struct, frozen=True, array_like=True):
    """A burned bridge that is being repaired (JV 9.4)."""

    bridge: Pair
    unit: str
    ready: int
    """The game turn from whose beginning on it stands again."""


class State(EngineState, eq=False, kw_only=True):
    """A game. All but the indexes is saved, and all of it is known to both sides."""

    setting: Setting
    units: dict[str, Unit]
    turn: int = 1
    phase: str = ""
    """set-up, movement, combat, recovery."""
    player: int = -1
    """Whose player turn it is (JV 3.2)."""
    # movement
    moved: tuple[str, ...] = ()
    """Units that have made their move in this phase (JV-4.8-5)."""
    waiting: tuple[Arrival, ...] = ()
    """Reinforcements to come, in the order of the scenario."""
    columns: tuple[tuple[int, int], ...] = ()
    """How many units have entered in this phase by each listed hex (JV-5.3-2)."""
    substitutes: tuple[tuple[int, int], ...] = ()
    """The hex by which a listed hex's units enter instead in this phase (JV-5.3-9)."""
    # combat
    fought: tuple[str, ...] = ()
    """Units that have attacked or bombarded in this phase (JV-6.4-1, JV-7.1-8)."""
    attacked: tuple[str, ...] = ()
    """Units that have been attacked in this phase (JV-6.4-2)."""
    retreated: tuple[str, ...] = ()
    """Units that fell back after a combat in this phase: nobody attacks them again (JV-6.12-10)."""
    displaced: tuple[str, ...] = ()
    """Artillery that was displaced in this phase before it had fired (JV-6.13-12)."""
    advanced: tuple[str, ...] = ()
    """Units that advanced after a combat in this phase (JV-6.15-6)."""
    # the field
    burned: tuple[Pair, ...] = ()
    """Bridges that are burned (JV-9.3-1), as stored in `setting.bridges`."""
    repairs: tuple[Repair, ...] = ()
    exits: tuple[str, ...] = ()
    """Units that have left the map, in order (JV 10.4)."""
    holders: tuple[int, ...] = ()
    """Side that was last in each hex that victory asks for; -1 for nobody (JV 10.8)."""
    fallen: tuple[str, ...] = ()
    """Leaders who were eliminated, in order (JV 8.5)."""
    vacant: tuple[tuple[str, int], ...] = ()
    """Those of them whom nobody has followed yet, and the hex where each fell (JV-8.6-2; casualties.py)."""
    over: bool = False
    # indexes: kept by the deeds that place units, rebuilt on load, never saved
    stacks: dict[int, tuple[str, ...]] = {}
    masks: tuple[int, int] = (0, 0)
    """Hexes occupied by each side, as bits."""
    zones: dict[int, int] = {}
    """Hexes in the zone of control of a side, as bits; made when first asked for (zones.py)."""
    armies: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    """All units of each side, in counter order; the same all game long."""

    # -- engine ------------------------------------------------------------------------------------------

    def clone(self) -> Self:
        """See `engine.State.clone`."""
        new = EngineState.clone(self)
        new.units = self.units.copy()
        new.stacks = self.stacks.copy()
        new.zones = self.zones.copy()
        return new

    def key(self) -> tuple[Any, ...]:
        """All that makes two states the same; indexes, events and the open question follow from it."""
        return (
            tuple(self.stack), self.sealed, self.notes, tuple(self.units.values()),
            *(getattr(self, name) for name in SAVED),
        )  # fmt: skip

    def saved(self) -> dict[str, Any]:
        """Plain data, enough to go on from."""
        data = EngineState.saved(self)
        data["units"] = {id: msgspec.to_builtins(u) for id, u in self.units.items()}
        for name in SAVED:
            data[name] = msgspec.to_builtins(getattr(self, name))
        return data

    def restore(self, data: Mapping[str, Any]) -> None:
        """Take over what `saved` gave."""
        EngineState.restore(self, dict(data))
        order = self.setting.counters
        found = {id: msgspec.convert(row, Unit) for id, row in data["units"].items()}
        self.units = {id: found[id] for id in sorted(found, key=lambda id: order[id].order)}
        for name, kind in SAVED.items():
            setattr(self, name, msgspec.convert(data[name], kind))
        self.reindex()

    def reindex(self) -> None:
        """Build the indexes anew: stacks in counter order, occupied hexes as bits."""
        stacks: dict[int, list[str]] = {}
        masks = [0, 0]
        counters = self.setting.counters
        for id, unit in self.units.items():
            if unit.at >= 0:
                stacks.setdefault(unit.at, []).append(id)
                masks[counters[id].side] |= 1 << unit.at
        self.stacks = {h: tuple(sorted(ids, key=lambda i: counters[i].order)) for h, ids in stacks.items()}
        self.masks = (masks[0], masks[1])
        self.zones = {}
        first, second = (tuple(i for i in self.units if counters[i].side == side) for side in (0, 1))
        self.armies = (first, second)

    # -- questions ---------------------------------------------------------------------------------------

    def hex_name(self, hex: int) -> str:
        """The printed number of a hex."""
        return self.setting.grid.names[hex]

    def counter(self, id: str) -> Counter:
        """The printed counter of a unit."""
        return self.setting.counters[id]

    def side(self, id: str) -> int:
        """The side of a unit: 0 Union, 1 Confederate."""
        return self.setting.counters[id].side

    @cites("JV-1.1-1")
    def seat(self, id: str) -> str:
        """The seat that owns a unit: each has one (JV-1.1-1)."""
        return SIDES[self.setting.counters[id].side]

    def at(self, id: str) -> int:
        """The hex of a unit; negative off the map."""
        return self.units[id].at

    def in_hex(self, hex: int) -> tuple[str, ...]:
        """The units in a hex, in counter order."""
        return self.stacks.get(hex, ())

    def holder(self, hex: int) -> int:
        """The side whose units stand in a hex; -1 where nobody does."""
        here = self.stacks.get(hex)
        return -1 if here is None else self.setting.counters[here[0]].side

    def strength(self, id: str) -> int:
        """Combat strength of the side that shows (JV-2.6-1)."""
        return self.setting.counters[id].strength[self.units[id].reduced]

    @cites("JV-2.6-2", "JV-2.6-3")
    def steps(self, id: str) -> int:
        """Steps that a unit has left, of one or two (JV-2.6-2), of a leader always one (JV-2.6-3)."""
        return self.setting.counters[id].steps - self.units[id].reduced

    def on_map(self, side: int) -> Iterator[str]:
        """Units of a side on the map, in counter order."""
        units = self.units
        return (id for id in self.armies[side] if units[id].at >= 0)

    def hexes_of_side(self, side: int) -> list[int]:
        """The hexes where a side stands, in ascending order."""
        return list(hexes_of(self.masks[side]))


SAVED: dict[str, Any] = {
    "turn": int,
    "phase": str,
    "player": int,
    "moved": tuple[str, ...],
    "waiting": tuple[Arrival, ...],
    "columns": tuple[tuple[int, int], ...],
    "substitutes": tuple[tuple[int, int], ...],
    "fought": tuple[str, ...],
    "attacked": tuple[str, ...],
    "retreated": tuple[str, ...],
    "displaced": tuple[str, ...],
    "advanced": tuple[str, ...],
    "burned": tuple[Pair, ...],
    "repairs": tuple[Repair, ...],
    "exits": tuple[str, ...],
    "holders": tuple[int, ...],
    "fallen": tuple[str, ...],
    "vacant": tuple[tuple[str, int], ...],
    "over": bool,
}


def paired(pair: tuple[Any, Any], side: int, value: Any) -> Any:
    """A pair with one side's part replaced."""
    return (value, pair[1]) if side == 0 else (pair[0], value)
