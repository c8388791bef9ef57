"""The state of a game, and the questions about who stands where."""

from __future__ import annotations

from typing import Self

import msgspec

from vedette.engine.cites import cites
from vedette.engine.field import FieldState, keeps
from vedette.rules.valley_campaign.setting import SIDES, Arrival, Counter, Pair, Setting

WAITING = -1
"""Not arrived yet."""
ELIMINATED = -2
EXITED = FieldState.exited
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


class Unit(msgspec.Struct, frozen=True, array_like=True, gc=False):
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


@keeps(indexes=("zones",))
class State(FieldState, eq=False, kw_only=True):
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
    """Those of them whom nobody has followed yet, and the hex where each fell (JV-8.6-2; leaders.py)."""
    over: bool = False
    # an index: kept by the deeds that place units, rebuilt on load, never saved
    zones: dict[int, int] = {}
    """Hexes in the zone of control of a side, as bits; made when first asked for (zones.py)."""

    # -- engine ------------------------------------------------------------------------------------------

    def clone(self) -> Self:
        """See `engine.State.clone`."""
        new = FieldState.clone(self)
        new.zones = self.zones.copy()
        return new

    def reindex(self) -> None:
        """Build the indexes anew."""
        FieldState.reindex(self)
        self.zones = {}

    # -- questions ---------------------------------------------------------------------------------------

    def counter(self, id: str) -> Counter:
        """The printed counter of a unit."""
        return self.setting.counters[id]

    @cites("JV-1.1-1")
    def seat(self, id: str) -> str:
        """The seat that owns a unit: each has one."""
        return SIDES[self.setting.counters[id].side]

    def strength(self, id: str) -> int:
        """Combat strength of the side that shows (JV-2.6-1)."""
        return self.setting.counters[id].strength[self.units[id].reduced]

    @cites("JV-2.6-2", "JV-2.6-3")
    def steps(self, id: str) -> int:
        """Steps that a unit has left, of one or two, of a leader always one."""
        return self.setting.counters[id].steps - self.units[id].reduced
