"""Chapter 17: Rally, by Recovery and by Rebuilding."""

from __future__ import annotations

from typing import ClassVar

from vedette.engine.choice import DONE, Choice, HexChoices
from vedette.engine.cites import cites
from vedette.engine.events import Event, Reason
from vedette.engine.procedure import CHANCE, Ask, Call, Done, Goto, Procedure, Result, procedure
from vedette.hexes import hexes_of
from vedette.rules.blind_swords.chapters.costs import ground_bar, may_stand
from vedette.rules.blind_swords.chapters.deeds import change, place
from vedette.rules.blind_swords.chapters.orders import hits_recovered, may_rebuild
from vedette.rules.blind_swords.chapters.stacking import end_bar, stack_total
from vedette.rules.blind_swords.chapters.values import modified_cr
from vedette.rules.blind_swords.charts import DIE, SP
from vedette.rules.blind_swords.setting import SIDES
from vedette.rules.blind_swords.state import AVAILABLE, State

NO_ENEMY = 99

UNHARMED = Reason("it has no Morale Hits", "KT-17.0-2")
TOO_NEAR = Reason("it is not three hexes from every enemy", "KT-17.1-6")
NOT_ACTIVE = Reason("it is not of the active brigade", "KT-17.1-1")
NOT_BESIDE = Reason("artillery rallies only stacked with or beside the active brigade", "KT-17.1-2")
RIDERS = Reason("cavalry rallies only stacked with or beside the active brigade", "SS-16.1-art")
NO_RALLY = Reason("the Order does not allow a rally", "KT-17.1-5")
ORDER = Reason("the Order does not allow it", "KT-17.2b-6")
FRESH = Reason("it is on its Fresh side", "KT-17.0-2")
FRAGILE = Reason("Fragile units are not rebuilt", "KT-17.2b-4")
GUNS = Reason("artillery is rebuilt only in the Artillery Phase", "KT-17.1-4")
BROKEN_ONCE = Reason("it has been broken: by the option it stays Battleworn", "KT-17-option")
NO_HEX = Reason("there is no hex where it could enter", "KT-17.2b-12")
IN_BOX = Reason("it is still in a Broken Box", "KT-15.9b-1")
GONE = Reason("it is not on the map", "KT-17.2b-4")


@cites("KT-17.1-6", "KT-17.2-ex")
def near_bar(g: State, id: str) -> Reason | None:
    """It must be three hexes from every enemy, its own hex counted and the enemy's not."""
    if g.enemy_within(g.at(id), g.side(id), g.setting.profile.rally_distance - 1):
        return TOO_NEAR
    return None


@cites("KT-17.1-1")
def belongs_bar(g: State, id: str, side: int, brigade: str) -> Reason | None:
    """Infantry and cavalry must be of the active brigade, artillery beside it, as must cavalry of no brigade.

    So several brigades may have the same battery or cavalry unit rally in one turn (SS-16.1-multi).
    """
    c = g.counter(id)
    if c.side == side and c.arm == "artillery":
        return beside_bar(g, id, side, brigade)
    if c.side == side and independent(g, id):
        return riders_bar(g, id, side, brigade)
    return None if c.brigade == brigade and c.side == side else NOT_ACTIVE


def independent(g: State, id: str) -> bool:
    """Whether a unit is cavalry of no brigade."""
    return g.setting.profile.cavalry_independent and g.setting.counters[id].arm == "cavalry"


@cites("KT-17.1-2")
def beside_bar(g: State, id: str, side: int, brigade: str) -> Reason | None:
    """Artillery must be stacked with or beside a unit of the active brigade."""
    return None if _stands_by(g, g.at(id), side, brigade) else NOT_BESIDE


@cites("SS-5.0-3", "SS-16.1-art", "SS-16.1-multi")
def riders_bar(g: State, id: str, side: int, brigade: str) -> Reason | None:
    """So must cavalry of no brigade, by one brigade after the other.

    In the Available box it stands beside nobody and may rally with each of them (rulings: SS 16.1).
    """
    return None if g.at(id) == AVAILABLE or _stands_by(g, g.at(id), side, brigade) else RIDERS


def _stands_by(g: State, at: int, side: int, brigade: str) -> bool:
    """Whether a unit of a brigade stands in a hex or beside it."""
    hexes = (g.at(other) for other in g.brigade(side, brigade))
    return at >= 0 and any(hex >= 0 and (hex == at or g.setting.grid.near[at] >> hex & 1) for hex in hexes)


@cites("KT-17.1-8", "KT-17.0-2")
def recover_bar(g: State, id: str, side: int, brigade: str, order: str) -> Reason | None:
    """Why a unit may not recover: it must have hits, and all conditions must hold."""
    if g.at(id) < 0:
        return GONE
    if not hits_recovered(order):
        return NO_RALLY
    if not g.units[id].hits:
        return UNHARMED
    return belongs_bar(g, id, side, brigade) or near_bar(g, id)


@cites("KT-17.1-4", "KT-9.4-5", "KT-17.2b-4", "KT-17.2b-12", "KT-15.9b-1", "KT-17-option", "KT-17.0-2")
def rebuild_bar(g: State, id: str, side: int, brigade: str, order: str) -> Reason | None:
    """Why a unit may not try to rebuild.

    In some books guns may not; nor Fragile units, Fresh ones, those in a Broken Box or without a hex to enter; nor,
    by option, units that have been broken before.
    """
    c, unit = g.counter(id), g.units[id]
    guns = c.arm == "artillery"
    if guns and g.setting.profile.artillery_rebuilds == "artillery-step":
        return GUNS
    if not may_rebuild(order):
        return ORDER
    if guns and unit.at < 0:
        return GONE
    bar = rebuilding_guns_bar(g, id, side, brigade) if guns else belongs_bar(g, id, side, brigade)
    if bar is not None:
        return IN_BOX if bar is RIDERS and unit.at < 0 else bar
    if c.fragile:
        return FRAGILE
    if unit.at == AVAILABLE:
        return None if entry_hexes(g, id, brigade) else NO_HEX
    if unit.at < 0:
        return IN_BOX
    if not unit.worn:
        return FRESH
    if g.options.rebuild_option and unit.broken_before:
        return BROKEN_ONCE
    return near_bar(g, id)


@cites("SS-16.2-reb-art", "SS-16.1-multi")
def rebuilding_guns_bar(g: State, id: str, side: int, brigade: str) -> Reason | None:
    """Where guns are rebuilt in a Rally Step they must be beside the active brigade, as for a Recovery.

    With each brigade that they are beside they may try again.
    """
    return belongs_bar(g, id, side, brigade)


@cites("KT-17.2b-9", "KT-17.2b-10", "KT-17.2b-11")
def entry_hexes(g: State, id: str, active: str = "") -> tuple[int, ...]:
    """Where a unit may come back from Available.

    Within three hexes of another unit of the active brigade, which is mostly its own. If none is on the map, of its
    division; if that gives no hex, of any friend.
    """
    me = g.counter(id)
    leader = next((g.counter(i) for i in g.brigade(me.side, active)), me) if active else me
    friends = [g.counter(i) for i in g.on_map(me.side) if i != id]
    brigade = [c.id for c in friends if c.brigade == leader.brigade]
    if brigade:
        return _free_near(g, id, brigade)
    division = [c.id for c in friends if leader.division and c.division == leader.division]
    return _free_near(g, id, division) or _free_near(g, id, [c.id for c in friends])


def _free_near(g: State, id: str, friends: list[str]) -> tuple[int, ...]:
    """Hexes within three of one of these units where a unit may be placed, on ground that is open to it."""
    mask = 0
    arm = g.counter(id).arm
    for other in friends:
        mask |= g.setting.grid.within(g.at(other), 3)
    hexes = hexes_of(mask & g.setting.area & ~g.masks[1 - g.side(id)])
    fit = (h for h in hexes if far_enough(g, id, h) and end_bar(g, id, h) is None)
    return tuple(h for h in fit if may_stand(g.setting, arm, h))


@cites("KT-17.2b-8")
def far_enough(g: State, id: str, hex: int) -> bool:
    """Whether a hex lies three hexes or more from every enemy."""
    return not g.enemy_within(hex, g.side(id), g.setting.profile.rally_distance - 1)


def rallies(g: State, side: int, brigade: str, order: str, done: tuple[str, ...] = ()) -> list[Choice]:
    """Who could do what in the Rally of a brigade under an Order; units that are done are left out."""
    options: list[Choice] = []
    for id, unit in g.units.items():
        if id in done or g.side(id) != side or (unit.at < 0 and unit.at != AVAILABLE):
            continue
        if recover_bar(g, id, side, brigade, order) is None:
            options.append(Choice("recover", id, unit.at))
        if rebuild_bar(g, id, side, brigade, order) is None:
            options.append(Choice("rebuild", id, max(-1, unit.at)))
    return options


@procedure("rally-step", title="rally")
class RallyStep(Procedure, frozen=True):
    """Units of the active brigade recover or rebuild, each once (KT 17.2)."""

    side: int
    brigade: str
    order: str
    done: tuple[str, ...] = ()

    @cites("KT-17.2-1", "KT-17.1-3")
    def choose(self, g: State) -> Result:
        """A unit and what it does, or done; Recovery or Rebuilding, not both.

        Guns may recover in the step of every brigade that they are beside.
        """
        options = rallies(g, self.side, self.brigade, self.order, self.done)
        if not options:
            if not self.done:
                g.log(Event("passed-over", "KT-17.2-1", SIDES[self.side], data=(self.brigade, "nobody can rally")))
            return Done()
        return Ask(
            SIDES[self.side], (*options, DONE), self.rally, "rally", "KT-17.2-1", f"{self.brigade}: who rallies?",
            optional=True, usual=options[0],
        )  # fmt: skip

    def rally(self, g: State, choice: Choice) -> Result:
        if choice == DONE:
            return Done()
        id = choice.unit
        rest = self.but(done=(*self.done, id))
        if choice.kind == "recover":
            recover(g, id, hits_recovered(self.order))
            return Goto(rest.choose)
        beside = "" if g.counter(id).brigade == self.brigade else self.brigade
        return Call(Rebuild(id, beside), then=rest.choose)


def recover(g: State, id: str, hits: int) -> None:
    """Take Morale Hits off."""
    left = max(0, g.units[id].hits - hits)
    change(g, id, "KT-17.2a-regroup" if not left else "KT-17.2a-defend", "recovered", (left,), hits=left)


@procedure("rebuild")
class Rebuild(Procedure, frozen=True):
    """One die against the Battleworn rating (KT 17.2b)."""

    rare: ClassVar[frozenset[str]] = frozenset({"brigade"})

    unit: str
    brigade: str = ""
    """The active one where it is not the unit's own; empty in the Artillery Phase."""

    def title(self, g: State) -> str:
        return f"{self.unit} rebuilds"

    def roll(self, g: State) -> Result:
        return Ask(CHANCE, DIE, self.read, "die", "KT-17.2b-1", f"the rebuilding of {self.unit}")

    @cites("KT-17.2b-1", "KT-17.2b-2", "KT-17.2b-3", "KT-15.5a-iii", "KT-15.9b-2")
    def read(self, g: State, die: int) -> Result:
        """At most the Battleworn rating: Fresh again, or back on the map Battleworn; otherwise nothing.

        From Available it counts as supported, and it comes back at once.
        """
        rating = modified_cr(g, self.unit)
        won = die <= rating
        cite = "KT-17.2b-2" if won else "KT-17.2b-3"
        g.log(Event("rebuild", cite, g.seat(self.unit), (self.unit,), max(-1, g.at(self.unit)), (rating, won), die))
        if not won:
            return Done()
        if g.at(self.unit) == AVAILABLE:
            return Goto(self.enter)
        change(g, self.unit, "KT-17.2b-2", "rebuilt", worn=False)
        return Goto(self.make_room)

    def enter(self, g: State) -> Result:
        """The hex where it comes back."""
        hexes = entry_hexes(g, self.unit, self.brigade)
        return Ask(
            g.seat(self.unit), HexChoices("arrive", self.unit, hexes), self.put, "re-entry",
            "KT-15.9b-2", f"{self.unit} comes back: where?",
            usual=Choice("arrive", self.unit, self._beside(g, hexes)),
        )  # fmt: skip

    def _beside(self, g: State, hexes: tuple[int, ...]) -> int:
        """Of these hexes the one nearest to its brigade, else to its side."""
        side, far = g.side(self.unit), g.setting.grid.distance
        company = [g.at(i) for i in g.brigade(side, self.brigade) if g.at(i) >= 0]
        company = company or [g.at(i) for i in g.on_map(side)]
        return min(hexes, key=lambda hex: min((far(hex, at) for at in company), default=0))

    def put(self, g: State, choice: Choice) -> Result:
        place(g, self.unit, choice.hex, "KT-17.2b-2", "returned")
        return Done()

    @cites("KT-17.2b-7")
    def make_room(self, g: State) -> Result:
        """If it has grown too large for its hex it goes to one further from the nearest enemy, until it fits."""
        at = g.at(self.unit)
        if stack_total(g, at) <= g.setting.profile.stacking_limit * SP:
            return Done()
        options = tuple(Choice("make room", self.unit, h) for h in self._rearward(g, at))
        if not options:
            return Done()
        return Ask(
            g.seat(self.unit), options, self.shift, "displace", "KT-17.2b-7", f"{self.unit} makes room: where to?",
            usual=options[0],
        )  # fmt: skip

    def shift(self, g: State, choice: Choice) -> Result:
        place(g, self.unit, choice.hex, "KT-17.2b-7", "shifted")
        return Goto(self.make_room)

    @cites("KT-17.2b-7")
    def _rearward(self, g: State, at: int) -> tuple[int, ...]:
        """Hexes further from the nearest enemy; those with room if there are any."""
        side = g.side(self.unit)
        here = nearest_enemy(g, at, side)
        arm = g.counter(self.unit).arm
        steps = [h for h in g.setting.grid.neighbours[at] if g.setting.area >> h & 1 and g.holder(h) != 1 - side]
        steps = [h for h in steps if ground_bar(g.setting, arm, at, h) is None]
        back = [h for h in steps if nearest_enemy(g, h, side) > here or here == NO_ENEMY]
        fit = [h for h in back if end_bar(g, self.unit, h) is None]
        return tuple(fit or back)


def nearest_enemy(g: State, hex: int, side: int) -> int:
    """Hexes to the nearest enemy; NO_ENEMY where there is none."""
    distance = g.setting.grid.distance
    return min((distance(hex, g.at(i)) for i in g.on_map(1 - side)), default=NO_ENEMY)
