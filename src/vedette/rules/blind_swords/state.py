"""The state of a Blind Swords game, and the questions about who stands where."""

from __future__ import annotations

import msgspec

from vedette.engine.field import FieldState, keeps
from vedette.rules.blind_swords.setting import Counter, Options, Setting

WAITING = -1
"""Not arrived yet."""
ELIMINATED = -2
EXITED = FieldState.exited
AVAILABLE = -10
BOXES = {1: -11, 2: -12, 3: -13}
BOX_OF = {-10: 0, -11: 1, -12: 2, -13: 3}
PLACES = {
    WAITING: "not arrived",
    ELIMINATED: "eliminated",
    EXITED: "left the map",
    AVAILABLE: "Available",
    -11: "Broken Box 1",
    -12: "Broken Box 2",
    -13: "Broken Box 3",
}


def place_words(at: int) -> str:
    """A place off the map, and of one on the Broken Track when its unit may come back (KT-18.4)."""
    if at not in BOX_OF:
        return PLACES[at]
    box = BOX_OF[at]
    return f"{PLACES[at]}, " + (f"Available in {box} turn{'s' if box > 1 else ''}" if box else "may come back")


class Unit(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What changes of a unit in play."""

    at: int
    """Its hex, or one of the places off the map."""
    worn: bool = False
    """On its Battleworn side (KT-4.1-9)."""
    hits: int = 0
    """Morale Hits: 1 Shaken, 2 Disrupted (KT 15.6)."""
    skirmish: bool = False
    low_ammo: bool = False
    resupplied: bool = False
    """Was rid of Low Ammo at the supply hex and may not be marked again (KT-13.13-3)."""
    broken_before: bool = False
    """Has been on the Broken Track (KT-17-option)."""
    frozen: bool = False
    dismounted: bool = False
    """Cavalry that fights on foot: its second counter lies on the map (KT-13.9-5)."""


class Exit(msgspec.Struct, frozen=True, array_like=True):
    """A unit that has left the map, as it was when it did (KT-13.12-2)."""

    unit: str
    strength: int
    """Of the side that showed, in sixty-fourths, whatever its Morale Hits."""
    edges: tuple[str, ...]
    """Of the map, by the hex that it left from; a corner has two."""
    turn: int
    forced: bool = False
    """By a retreat, not of its own will."""


class Held(msgspec.Struct, frozen=True, array_like=True):
    """A chit in somebody's hand and the number of the draw that brought it."""

    chit: str
    draw: int


class Drawn(msgspec.Struct, frozen=True, array_like=True):
    """A chit that left the cup this turn, as everybody saw it."""

    side: int
    """Whose Event chit; -1 for others."""
    chit: str
    """Its name; empty for the back of an Event chit."""
    fate: str
    """held, played, lost, used, returned, placed (on the map), given up."""


class Track(msgspec.Struct, frozen=True, array_like=True):
    """A chit that comes along a track (chapters/tracks.py)."""

    chit: str
    box: int = 0
    """In which it lies, from 0 on."""
    since: int = 0
    """The turn at whose end it reached the last box, and so came into the game; 0 before."""


class Automatic(msgspec.Struct, frozen=True, array_like=True):
    """What holds while brigades act one after the other without a chit (chapters/activation.py)."""

    side: int
    brigades: tuple[str, ...]
    cr_bonus: int
    """Added to the Cohesion Ratings of these brigades."""
    barred: tuple[str, ...]
    """Event chits that nobody may play meanwhile."""


Pair = tuple[tuple[str, ...], tuple[str, ...]]
NOBODY: Pair = ((), ())


@keeps(indexes=("options", "brigades"), rare=("tracks", "released", "decisive"))
class State(FieldState, eq=False, kw_only=True):
    """A game of a Blind Swords book. All but the options and the indexes is saved."""

    setting: Setting
    units: dict[str, Unit]
    turn: int = 1
    phase: str = ""
    # chits: what both sides know
    cup: tuple[str, ...] = ()
    """Brigade, Division, CIC and Wild chits in the cup, sorted."""
    blind: tuple[int, int] = (0, 0)
    """Event chits put into the cup unseen, by side (KT-8.2-2)."""
    drawn: tuple[Drawn, ...] = ()
    draws: int = 0
    activated: tuple[str, ...] = ()
    """Brigades whose marker is turned, as "side/brigade" (KT-4.3-1)."""
    limited: tuple[str, ...] = ()
    """Those of them that had a Limited Activation, or none (for the brigade list)."""
    casualties: tuple[str, ...] = ()
    """Generals whose Casualty chit is in play (KT-10.5b-casualty-ii-3)."""
    raised: tuple[str, ...] = ()
    """Chits whose higher Command Rating is in force for good (KT-20.2i-3)."""
    spent: Pair = NOBODY
    """Event chits played this turn, which all have seen."""
    # chits: what one side alone knows
    chosen: Pair = NOBODY
    """Key Chits that a side put in this turn."""
    keys: Pair = NOBODY
    """Those of them that are still in the cup (KT-8.1-2)."""
    hands: tuple[tuple[Held, ...], tuple[Held, ...]] = ((), ())
    lost: Pair = NOBODY
    """Event chits lost to Fortunes of War; their owner has seen them."""
    common: Pair = NOBODY
    """Event chits laid out as Common Events, back up; their owner has seen them (KT-10.4b-2)."""
    # chits: what nobody knows
    unseen: Pair = NOBODY
    """Names nobody has seen this turn: those blind in the cup and those set aside (KT-8.2-4)."""
    # the field
    surprise: int = 0
    """From which turn on a Surprise Attack may be announced; 0 not earned, -1 made (KT-20.5-surprise-b-2)."""
    control: tuple[int, ...] = ()
    """Side that controls each victory hex (KT-20.1f-2)."""
    chaos: tuple[str, ...] = ()
    """Units under Battlefield Chaos (KT-10.5b-chaos-8)."""
    good_ground: tuple[int, ...] = ()
    bonuses: tuple[str, ...] = ()
    """Advantages of the second Fog of War table not yet used."""
    deceived: tuple[str, ...] = ()
    charging: tuple[str, ...] = ()
    """Cavalry of the active brigade that has ended a Charge Move and must attack (KT-13.10-1)."""
    automatic: Automatic | None = None
    """Set while brigades act without a chit (KT-20.4e-3)."""
    acted: tuple[str, ...] = ()
    """Artillery that has activated in this phase (KT-9.1-6)."""
    busy: tuple[str, ...] = ()
    """Artillery that moved, fired, retreated or lost a step in this phase (KT-9.4-2)."""
    waiting: tuple[tuple[int, str, int, bool], ...] = ()
    """Reinforcements to come: (turn, unit, hex, already put off once)."""
    given: tuple[int, int] = (0, 0)
    """Victory points that each side had when the game, or the position, began."""
    earned: tuple[int, ...] = ()
    """Victory points that each row of the scenario has brought as turns ended (`Scoring.by_turn`)."""
    exits: tuple[Exit, ...] = ()
    """Units that have left the map, in order."""
    tracks: tuple[Track, ...] = ()
    """The chits that come along a track, in the order of the scenario (SS 20.1, SS 20.2)."""
    released: bool = False
    """An enemy has released those who sleep; from the next Phase on they are free (SS 22.2)."""
    decisive: str = ""
    """The unit by whose move the game was won at once (SS 19.1)."""
    over: bool = False
    # never saved
    options: Options
    brigades: dict[tuple[int, str], tuple[str, ...]] = {}
    """The units of each brigade that are in the game, in counter order; the same all game long."""

    # -- engine ------------------------------------------------------------------------------------------

    def reindex(self) -> None:
        """Build the indexes anew."""
        FieldState.reindex(self)
        counters = self.setting.counters
        brigades: dict[tuple[int, str], list[str]] = {}
        for id in self.units:
            brigades.setdefault((counters[id].side, counters[id].brigade), []).append(id)
        self.brigades = {key: tuple(ids) for key, ids in brigades.items()}

    # -- questions ---------------------------------------------------------------------------------------

    def cite(self, id: str) -> str:
        """The case id of the book by which this game is played (concordance.py)."""
        renames = self.setting.renames
        return id if renames is None else renames(id)

    def counter(self, id: str) -> Counter:
        """The counter of a unit that lies on the map: of dismounted cavalry the one on foot (KT-13.9-5)."""
        printed = self.setting.counters[id]
        return printed.foot if printed.foot is not None and self.units[id].dismounted else printed

    def enemies_near(self, hex: int, side: int) -> bool:
        """Whether an enemy of that side stands beside a hex."""
        return bool(self.setting.grid.near[hex] & self.masks[1 - side])

    def enemies_beside(self, hex: int, side: int) -> list[str]:
        """Enemy units of that side adjacent to a hex, in counter order of each hex."""
        found: list[str] = []
        enemy = self.setting.grid.near[hex] & self.masks[1 - side]
        if enemy:
            for n in self.setting.grid.neighbours[hex]:
                if enemy >> n & 1:
                    found += self.stacks[n]
        return found

    def enemy_within(self, hex: int, side: int, distance: int) -> bool:
        """Whether an enemy of that side stands at that distance or nearer."""
        return bool(self.setting.grid.within(hex, distance) & self.masks[1 - side])

    def brigade(self, side: int, name: str) -> tuple[str, ...]:
        """The units of a brigade that are in the game, on the map or off, in counter order."""
        return self.brigades.get((side, name), ())
