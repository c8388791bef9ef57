"""Chapter 12.1b to 12.1f: who may fire at what, and with how much."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from vedette.engine.cites import cites
from vedette.engine.events import Reason
from vedette.hexes import hexes_of, mask_of
from vedette.rules.blind_swords.chapters.held_back import silent_row, unseen_bar
from vedette.rules.blind_swords.chapters.sight import ground_sight, is_blocked
from vedette.rules.blind_swords.chapters.values import is_cavalry, modified_sp, printed_sp
from vedette.rules.blind_swords.charts import SP, WeaponRange
from vedette.rules.blind_swords.state import State

CHAOS = Reason("Battlefield Chaos: it may not initiate combat", "KT-10.5b-chaos-3")
DECEIVED = Reason("deceived: it may neither fire nor attack this turn", "KT-10.5b-opt-2")
ANGLED = Reason("artillery does not fire from Angled ground", "KT-12.1f")
SILENT = Reason("artillery does not fire out of woods", "SS-12.1d-1")
TOO_FAR = Reason("the target is beyond its range", "KT-12.1-4")
UNSEEN = Reason("the line of sight is blocked", "KT-12.1a-9")
OVER_FRIENDS = Reason("only artillery fires over friends", "KT-12.1b-2")
FRIEND_BESIDE = Reason("artillery does not fire over a friend beside the target", "KT-12.1b-4")
TOO_WEAK = Reason("it would fire with less than half a strength point", "KT-12.3-2")
UNDER_ONE = Reason("it would fire with less than one strength point", "SS-12.1b-iii-2")
CC_ONLY = Reason("swords and pistols fire only in defence, and on foot", "KT-14.3-special-1")

CANISTER, EFFECTIVE, LONG, EXTREME = "canister", "effective", "long", "extreme"

DEFENSIVE = "defensive"
OPPORTUNITY = "opportunity"


@cites("KT-4.1-WT-1", "KT-4.1-WT-smooth-1", "SS-12.1b-v-1")
def ranges_of(g: State, id: str) -> WeaponRange:
    """The range classes of a unit's weapon; smoothbore muskets have no Long range.

    A mixed battery has the ranges of rifled guns.
    """
    c = g.counter(id)
    return g.setting.ranges["artillery" if c.arm == "artillery" else "infantry", c.weapon]


@cites(
    "KT-12.1c-2", "KT-12.1c-3", "KT-12.1c-i", "KT-12.1c-ii", "KT-12.1c-iii", "KT-12.1c-iv", "KT-12.1b-3", "SS-12.1c-7"
)  # fmt: skip
def range_class(g: State, id: str, target: int, shot: bool = False) -> str:
    """The range class of a fire, "" if it is out of range; hexes are counted from firer to target.

    Each class reaches to its last hex. Canister is not fired over friends, nor where the gunners prefer shot: then
    the battery fires at Effective. At an attacker beside it a battery has canister, infantry is at Effective.
    """
    distance = g.setting.grid.distance(g.units[id].at, target)
    r = ranges_of(g, id)
    if distance <= r.canister and not shot and not _over_heads(g, id, target):
        return CANISTER
    if distance <= r.effective:
        return EFFECTIVE
    if distance <= r.long:
        return LONG
    return EXTREME if distance <= r.extreme else ""


@cites("KT-12.1b-3", "KT-12.1b-1")
def _over_heads(g: State, id: str, target: int) -> int:
    """Hexes over which canister cannot be fired: of friends, by SS 12.1 of enemies too."""
    if g.setting.profile.canister_over_enemies:
        return friends_between(g, id, target)
    return ground_sight(g.setting, g.units[id].at, target).between & (g.masks[0] | g.masks[1])


def friends_between(g: State, id: str, target: int) -> int:
    """Hexes of friends that a shot passes over, as bits."""
    return ground_sight(g.setting, g.units[id].at, target).between & g.masks[g.setting.counters[id].side]


_FACTOR = {CANISTER: (3, 2), EFFECTIVE: (1, 1), LONG: (1, 2), EXTREME: (1, 4)}


@cites(
    "KT-12.1c-i", "KT-12.1c-ii", "KT-12.1c-iii", "KT-12.1c-iv", "KT-12.1d-1", "KT-12.1d-2", "KT-12.1e-5", "KT-13.7-6",
    "KT-4.8-1", "KT-10.5b-chaos-6", "KT-9.5e-1",
)  # fmt: skip
def fire_points(g: State, id: str, target: int, kind: str, supporting: bool, shot: bool = False) -> int:
    """What a unit by itself adds to a fire, in sixty-fourths, fractions kept.

    Full at Effective, half at Long, a quarter at Extreme, half again at Canister; half in Opportunity Fire and
    Supporting Defensive Fire; half in Battlefield Chaos and with Low Ammo.
    """
    name = range_class(g, id, target, shot)
    if not name and kind == DEFENSIVE:
        name = EFFECTIVE
    if not name:
        return 0
    up, down = _FACTOR[name]
    points = modified_sp(g, id) * up // down
    if kind == OPPORTUNITY or supporting:
        points //= 2
    if id in g.chaos:
        points //= 2
    if g.units[id].low_ammo:
        points //= 2
    return points


def fire_bar(g: State, id: str, target: int, kind: str, supporting: bool = False) -> Reason | None:
    """Why a unit may not fire at a hex: chits, ground, range, sight, friends in the way, too little strength."""
    return (
        chit_bar(g, id, kind, supporting)
        or scenario_bar(g, id, target, kind)
        or ground_bar(g, id)
        or range_bar(g, id, target, kind)
        or sight_bar(g, id, target)
        or overhead_bar(g, id, target)
        or weight_bar(g, id, target, kind, supporting)
    )


@cites("KT-10.5b-chaos-3", "KT-10.5b-opt-2")
def chit_bar(g: State, id: str, kind: str, supporting: bool) -> Reason | None:
    """In Battlefield Chaos a unit gives only Defensive Fire in the hex attacked; a deceived one does not fire."""
    if id in g.chaos and (kind != DEFENSIVE or supporting):
        return CHAOS
    return DECEIVED if id in g.deceived else None


def scenario_bar(g: State, id: str, target: int, kind: str) -> Reason | None:
    """Guns that may not fire at that hex in this Artillery Phase."""
    row = silent_row(g, id) if kind != OPPORTUNITY else None
    return None if row is None else unseen_bar(g, row, target)


@cites("KT-12.1f", "KT-9.5c-1", "KT-3.2g-2", "KT-9.5c-2", "SS-12.1d-1", "SS-9.4d-1")
def ground_bar(g: State, id: str) -> Reason | None:
    """Artillery does not fire from Angled hexes, nor from closed woods, with or without a road.

    It does from Light Woods and orchards.
    """
    if g.counter(id).arm != "artillery":
        return None
    at, board, silent = g.units[id].at, g.setting.board, g.setting.profile.guns_silent_in
    if "angled" in silent and "angled" in board.features[at]:
        return ANGLED
    return SILENT if board.terrain[at] in silent else None


@cites("KT-12.1-4", "KT-14.3-special-1", "KT-4.1-WT-CC", "BS-9.1c-cc", "BS-11.3a-cc-2")
def range_bar(g: State, id: str, target: int, kind: str) -> Reason | None:
    """The target must be in range.

    Swords and pistols have no range; on foot they serve in defence, mounted they do not (rulings: oddity 101).
    """
    farthest = ranges_of(g, id).farthest
    if not farthest:
        return None if kind == DEFENSIVE and not is_cavalry(g, id) and _beside(g, id, target) else CC_ONLY
    return TOO_FAR if g.setting.grid.distance(g.units[id].at, target) > farthest else None


def _beside(g: State, id: str, target: int) -> bool:
    return bool(g.setting.grid.near[g.units[id].at] >> target & 1)


@cites("KT-12.1-4", "KT-12.1a-1", "KT-12.1a-3", "KT-12.1a-9")
def sight_bar(g: State, id: str, target: int) -> Reason | None:
    """At two hexes or more the target must be seen: a blocked line forbids fire."""
    at = g.units[id].at
    if g.setting.grid.distance(at, target) > 1 and is_blocked(g, at, target):
        return UNSEEN
    return None


@cites("KT-12.1b-1", "KT-12.1b-2", "KT-12.1b-4")
def overhead_bar(g: State, id: str, target: int) -> Reason | None:
    """Anybody may fire over enemies, over friends only artillery.

    Artillery may not if one of the friends is beside the target, but SS 12.1 allows it.
    """
    friends = friends_between(g, id, target)
    if not friends:
        return None
    if g.counter(id).arm != "artillery":
        return OVER_FRIENDS
    close = friends & g.setting.grid.near[target] and g.setting.profile.overhead_needs_gap
    return FRIEND_BESIDE if close else None


@cites("KT-12.3-2", "SS-12.1b-iii-2")
def weight_bar(g: State, id: str, target: int, kind: str, supporting: bool) -> Reason | None:
    """A unit that has less than half a point to fire with does not fire.

    Where fractions are dropped it takes a whole point, but others may add theirs (`enough`).
    """
    points = fire_points(g, id, target, kind, supporting)
    if g.setting.profile.keep_half_sp:
        return TOO_WEAK if points < SP // 2 else None
    return None if points else UNDER_ONE


def enough(
    g: State, group: Sequence[str], target: int, kind: str, support: Collection[str] = (), shot: Collection[str] = ()
) -> bool:
    """Whether units that fire together have the strength that a fire needs.

    A whole point in all, fractions added (SS-12.1b-iii-2; rulings: oddity 27), or a cadre at full effect, which
    fires in column C (rulings: oddity 7). Where halves are kept each unit has enough by itself (`weight_bar`).
    """
    if g.setting.profile.keep_half_sp:
        return True
    points = {i: fire_points(g, i, target, kind, i in support, i in shot) for i in group}
    return sum(points.values()) >= SP or any(n == SP // 2 == printed_sp(g, i) for i, n in points.items())


@cites("SS-12.1b-iii-2")
def completes(
    g: State, group: tuple[str, ...], pool: Sequence[str], target: int, kind: str, support: Collection[str] = ()
) -> bool:
    """Whether units have enough to fire, alone or with others of a pool that may join them."""
    if enough(g, group, target, kind, support):
        return True
    brigade, stand = g.counter(group[0]).brigade, {g.units[i].at for i in group}
    partners = {g.units[i].at for i in pool if g.counter(i).brigade == brigade} - stand
    for other in (None, *sorted(partners)):
        grown = group
        for i in pool:
            fits = g.units[i].at in stand or (g.units[i].at == other and g.counter(i).brigade == brigade)
            if other is not None and g.counter(i).brigade != brigade:
                fits = False
            if fits and i not in grown and combine_bar(g, grown, i, kind) is None:
                grown = (*grown, i)
        if enough(g, grown, target, kind, support):
            return True
    return False


def carried(g: State, pool: Sequence[str], target: int, kind: str, support: Collection[str] = ()) -> tuple[str, ...]:
    """Those of some units that have enough to fire, alone or together with others of them."""
    if g.setting.profile.keep_half_sp:
        return tuple(pool)
    return tuple(i for i in pool if completes(g, (i,), pool, target, kind, support))


def able(g: State, ids: Sequence[str], target: int, kind: str) -> tuple[str, ...]:
    """Those of the units that may fire at a hex."""
    return carried(g, [i for i in ids if fire_bar(g, i, target, kind) is None], target, kind)


def weak_bar(g: State, id: str, target: int, kind: str) -> Reason | None:
    """Why a unit that nothing else bars may not fire by itself: it has less than a whole point."""
    return None if enough(g, (id,), target, kind) else UNDER_ONE


def targets_for(g: State, ids: Sequence[str], kind: str) -> list[int]:
    """Every hex at which some of these units may fire now, alone or together."""
    if g.setting.profile.keep_half_sp:  # each that fires has enough by itself
        found = 0
        for id in ids:
            found |= mask_of(_open_to(g, id, kind, found))
        return list(hexes_of(found))
    free: dict[int, list[str]] = {}
    for id in ids:
        for hex in _open_to(g, id, kind):
            free.setdefault(hex, []).append(id)
    return [hex for hex in sorted(free) if any(completes(g, (i,), free[hex], hex, kind) for i in free[hex])]


def targets_of(g: State, id: str, kind: str) -> list[int]:
    """Every hex that a unit may fire at now."""
    return list(_open_to(g, id, kind))


def has_target(g: State, id: str, kind: str, mates: Sequence[str] = ()) -> bool:
    """Whether there is any such hex, for a unit that these others could join."""
    for hex in _open_to(g, id, kind):
        if enough(g, (id,), hex, kind):
            return True
        pool = [i for i in mates if fire_bar(g, i, hex, kind) is None]
        if pool and completes(g, (id,), pool, hex, kind):
            return True
    return False


@cites("KT-12.1-4")
def _open_to(g: State, id: str, kind: str, but: int = 0) -> Iterator[int]:
    """The hexes at which `fire_bar` lets a unit fire: those in range, if nothing bars it whatever the target.

    `but`: hexes that are not asked for, as bits.
    """
    setting, enemy = g.setting, g.masks[1 - g.setting.counters[id].side]
    near = setting.grid.within(g.units[id].at, ranges_of(g, id).farthest) & enemy & ~but
    if not near or chit_bar(g, id, kind, False) or ground_bar(g, id):
        return
    silent = g.phase == "artillery"
    for hex in hexes_of(near):
        if not (
            (silent and scenario_bar(g, id, hex, kind))
            or sight_bar(g, id, hex)
            or overhead_bar(g, id, hex)
            or weight_bar(g, id, hex, kind, False)
        ):
            yield hex


ONE_FIRE = Reason(
    "units combine fire only within one hex, or infantry of one brigade in two adjacent hexes", "KT-12.1e-3"
)
GUNS_ALONE = Reason("artillery combines only within its hex", "KT-12.1e-4")
CAVALRY_ALONE = Reason("mounted cavalry fires alone", "KT-12.1e-1")


@cites("KT-12.1e-2", "KT-12.1e-3", "KT-12.1e-4", "KT-12.1e-8", "KT-14.3a-4", "KT-9.1-4", "BS-9.1e-3")
def combine_bar(g: State, group: tuple[str, ...], id: str, kind: str) -> Reason | None:
    """Why a unit may not join those already in one fire.

    Infantry of one hex fires together, or of two adjacent hexes if all are of one brigade; artillery of one hex. In
    defence infantry and artillery of one hex may, and Defensive with Supporting Fire if the hexes touch. Cavalry
    fires alone.
    """
    me = g.counter(id)
    hexes = {g.units[i].at for i in (*group, id)}
    arms = {g.counter(i).arm for i in (*group, id)}
    if group and "cavalry" in arms:
        return CAVALRY_ALONE
    if len(hexes) == 1:
        return GUNS_ALONE if len(arms) > 1 and kind != DEFENSIVE else None
    if len(hexes) > 2 or not g.setting.grid.near[min(hexes)] >> max(hexes) & 1:
        return ONE_FIRE
    if "artillery" in arms:
        return GUNS_ALONE
    if any(g.counter(i).brigade != me.brigade for i in group):
        return ONE_FIRE
    return None
