"""The state of a game, and the questions about who stands where."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Self

import msgspec

from vedette.engine.cites import cites
from vedette.engine.field import FieldState, keeps
from vedette.rules.great_battles.setting import SIDES, Counter, Setting

WAITING = -1
"""Not arrived yet."""
ELIMINATED = -2
EXITED = FieldState.exited
CAPTURED = -4
"""Taken whole: a surrounded unit, guns without crew, a leader."""
UNPLACED = -5
"""To be set up by its owner."""
VACANT = -6
"""A leader lost whose successor is to be placed (SW-17.53)."""
DESTROYED = -7
"""The wagon that its captor destroyed (SW-12.16)."""
PLACES = {
    WAITING: "not arrived",
    ELIMINATED: "eliminated",
    EXITED: "left the map",
    CAPTURED: "captured",
    UNPLACED: "to be set up",
    VACANT: "successor to be placed",
    DESTROYED: "destroyed",
}


class Unit(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What changes of a unit in play."""

    at: int
    """Its hex, or one of the places off the map."""
    strength: int = 0
    """Points left; guns of a battery, guard of the wagon."""
    layer: int = 0
    """Place in the stack of its side: 0 on top. Leaders lie below all others and have none."""
    facing: int = -1
    """Direction 0 to 5 of its front; -1 without one: column, limbered, mounted, reserve, wagon, leaders (SW 7.0)."""
    column: bool = False
    """Infantry in column, artillery limbered, cavalry mounted (SW 6.0)."""
    reserve: bool = False
    routed: bool = False
    pinned: bool = False
    engaged: bool = False
    depleted: bool = False
    """Out of small-arms ammunition (SW 12.2)."""
    crew: int = 0
    """Steps of the gun crew left (SW 18.8)."""
    rounds: int = 0
    """Artillery ammunition (SW 12.3)."""
    abandoned: bool = False
    """Guns that their crew has left (GB-20.22)."""
    taken: bool = False
    """The wagon in the enemy's hands (SW-12.16); a leader's counter turned to his replacement (SW-17.51)."""


@keeps(indexes=("sets",))
class State(FieldState, eq=False, kw_only=True):
    """A game. All but the indexes is saved, and all of it is known to both sides.

    `stacks` has of each hex the units of either side from top to bottom, its leaders after them, the Union first;
    `armies` the units by their counter, a captured wagon too.
    """

    follows: ClassVar[tuple[str, ...]] = ("layer",)

    setting: Setting
    units: dict[str, Unit]
    turn: int = 1
    phase: str = ""
    """set-up, command, movement, defensive-fire, offensive-fire, retreat, melee, final, interphase (SW 4.0)."""
    player: int = -1
    """The phasing player."""
    # command and army morale
    morale: int = 0
    """Union army morale points (SW 19.1)."""
    paid: tuple[str, ...] = ()
    """Brigades that were paid for in this player turn (SW-19.31)."""
    opened: tuple[str, ...] = ()
    """Brigades whose dear first move has been paid (SW-19.35)."""
    commanded: tuple[str, ...] = ()
    """Units within the radius of their officer in the initial command phase of this player turn (SW-17.12)."""
    # this player turn
    moved: tuple[str, ...] = ()
    """Units whose move is over in this player turn; batteries among them do not fire (SW 18.6)."""
    spent: tuple[tuple[str, int], ...] = ()
    """Quarters of a point that units have spent in this movement phase."""
    starts: tuple[tuple[str, int], ...] = ()
    """Where the phasing side's cavalry began the movement phase (SW-18.23)."""
    charges: tuple[tuple[str, int], ...] = ()
    """Charges declared: cavalry, and the hex that it charges (SW 18.2)."""
    evaded: tuple[str, ...] = ()
    """Units that retreated before melee in this player turn (SW 13.7)."""
    advanced: tuple[str, ...] = ()
    """Units that advanced into a vacated hex (SW 13.7)."""
    # this phase
    fired: tuple[tuple[str, int, int], ...] = ()
    """Shots of this fire phase: who, at which hex, with how many points of base strength (SW 10.34)."""
    offensive: tuple[tuple[str, int], ...] = ()
    """Who fired at which hex in the offensive fire phase of this player turn (SW-13.2)."""
    hit: tuple[tuple[str, str], ...] = ()
    """Units fired upon in this phase, and by which arm: small-arms or artillery (SW 10.33)."""
    fought: tuple[int, ...] = ()
    """Hexes in which a melee was fought in this phase."""
    struck: tuple[str, ...] = ()
    """Units that were in a melee of this player turn: they attack nobody else (SW-13.0-3)."""
    retired: tuple[tuple[str, int], ...] = ()
    """Units that have fallen back in this melee phase, and where each stood when it began (SW-13.2-1)."""
    chargers: tuple[str, ...] = ()
    """Cavalry engaged since its charge: it routs when the melee is over (SW-18.26)."""
    fled: tuple[tuple[str, int], ...] = ()
    """Crews that have left their guns: the battery, and the hex to which they ran (GB-20.22)."""
    dried: tuple[str, ...] = ()
    """Units that have run out of ammunition in this phase (SW-8.6-2)."""
    shaken: tuple[tuple[tuple[str, ...], tuple[int, ...], bool], ...] = ()
    """Who checks for rout when both fires are over: units, hexes of the causes, each for its own sake (SW 10.31)."""
    # this game turn
    shots: tuple[str, ...] = ()
    """Batteries that have fired in this game turn (SW-12.36)."""
    together: tuple[tuple[str, str], ...] = ()
    """Batteries that have stood side by side since the game turn began (SW-12.36)."""
    # the armies
    losses: tuple[tuple[str, int], ...] = ()
    """Strength points of each brigade eliminated or captured (SW 20.1)."""
    demoralized: tuple[tuple[str, int], ...] = ()
    """Points by which demoralization has lowered a brigade's rating (SW 19.43)."""
    ineffective: tuple[str, ...] = ()
    """Brigades that have lost their effectiveness, as things stand (SW 20.2)."""
    scored: tuple[str, ...] = ()
    """Those whose loss of effectiveness counts for the enemy (SW 22.1)."""
    toll: tuple[tuple[str, int], ...] = ()
    """What each side has lost for good: "union infantry killed" -> points (SW 22.1); see losses.py."""
    guards: tuple[tuple[str, int], ...] = ()
    """Points that each brigade has given to a wagon as its guard: gone from it and lost to nobody (SW-12.14)."""
    vacant: tuple[str, ...] = ()
    """Leaders lost whose successor comes in the next final command phase, whosoever it is (SW-17.53)."""
    exits: tuple[str, ...] = ()
    """Units that have left the map, in order (SW 16.0)."""
    campaign: str = ""
    """Who has won the campaign, where that was rolled for (SW 22.52)."""
    over: bool = False
    # an index: kept by the deeds that place units, rebuilt on load, never saved
    sets: dict[tuple[str, ...], int] = {}
    """Sets of hexes, as bits, that follow from who stands where and how; made when first asked for.

    Zones of control (zones.py), reserves (stacking.py), where leaders may stay (moves.py). Every deed empties it.
    """

    # -- engine ------------------------------------------------------------------------------------------

    def clone(self) -> Self:
        """See `engine.State.clone`."""
        new = FieldState.clone(self)
        new.sets = self.sets.copy()
        return new

    def reindex(self) -> None:
        """Build the indexes anew."""
        FieldState.reindex(self)
        self.sets = {}

    def rank(self, id: str) -> tuple[int, bool, int, int]:
        """What the units of a hex are ordered by: side, leaders last, layer, counter list."""
        c = self.setting.counters[id]
        return self.side(id), c.leader, self.units[id].layer, c.order

    # -- questions ---------------------------------------------------------------------------------------

    def counter(self, id: str) -> Counter:
        """The printed counter of a unit."""
        return self.setting.counters[id]

    def side(self, id: str) -> int:
        """The side of a unit: 0 Union, 1 Confederate; a captured wagon serves its captor (SW-12.16)."""
        c = self.setting.counters[id]
        return 1 - c.side if c.wagon and self.units[id].taken else c.side

    def seat(self, id: str) -> str:
        """The seat that owns a unit."""
        return SIDES[self.side(id)]

    def in_hex(self, hex: int, side: int = -1) -> tuple[str, ...]:
        """The units in a hex, from top to bottom with leaders last; of one side where it is given."""
        here = self.stacks.get(hex, ())
        if side < 0 or not here:
            return here
        if self.masks[1 - side] >> hex & 1:  # both stand there, or the enemy alone
            return tuple(id for id in here if self.side(id) == side)
        return here

    @cites("SW-2.4-combat-unit-3", "SW-2.31-1")
    def troops(self, hex: int, side: int) -> tuple[str, ...]:
        """The units of a side in a hex that stack, from top to bottom: all but leaders."""
        counters, here = self.setting.counters, self.in_hex(hex, side)
        if here and counters[here[-1]].leader:
            return tuple(id for id in here if not counters[id].leader)
        return here

    def leaders(self, hex: int, side: int) -> tuple[str, ...]:
        """The leaders of a side in a hex."""
        counters, here = self.setting.counters, self.in_hex(hex, side)
        if here and counters[here[-1]].leader:
            return tuple(id for id in here if counters[id].leader)
        return ()

    def holder(self, hex: int) -> int:
        """The side that stands in a hex; -1 where nobody does; where both fight, the phasing side's enemy."""
        if not self.stacks.get(hex):
            return -1
        both = self.masks[0] & self.masks[1] & (1 << hex)
        return 1 - self.player if both else 0 if self.masks[0] >> hex & 1 else 1

    def strength(self, id: str) -> int:
        return self.units[id].strength

    def on_map(self, side: int) -> Iterator[str]:
        """Units of a side on the map, in counter order."""
        units = self.units
        if any(id in units and units[id].taken for id in self.setting.wagons):
            return (id for id, unit in units.items() if unit.at >= 0 and self.side(id) == side)
        return (id for id in self.armies[side] if units[id].at >= 0)


def tallied(rows: tuple[tuple[str, int], ...], key: str, by: int) -> tuple[tuple[str, int], ...]:
    """Rows of (key, number), sorted, with one number changed."""
    found = dict(rows)
    found[key] = found.get(key, 0) + by
    return tuple(sorted(found.items()))
