"""Chapter 13: where a unit may move, and where it may stop; 13.9: mounting and dismounting."""

from __future__ import annotations

from collections.abc import Callable

from vedette.engine.cites import cites
from vedette.engine.events import Reason
from vedette.rules.blind_swords.chapters.costs import POINT, Terms, Walk, ground_bar, may_stand, terms_for
from vedette.rules.blind_swords.chapters.deeds import change, replace
from vedette.rules.blind_swords.chapters.held_back import frozen_bar, silent_row, stand_bar
from vedette.rules.blind_swords.chapters.stacking import end_bar
from vedette.rules.blind_swords.state import State

LEAVE_COST = 2 * POINT

OUT_OF_PLAY = Reason("outside the area of play", "KT-20.1a-3")
ENEMY = Reason("an enemy stands there", "KT-14.0-1")
NO_POINTS = Reason("not enough movement points", "KT-13.3-3")
STEEP = Reason("guns go up a steep slope only as their whole move", "KT-9.5a-1")
GUNS = Reason("artillery may not move within two hexes of an enemy", "KT-13.6-4")
GUNS_AWAY = Reason("engaged artillery may only move away from the enemy", "KT-13.6-5")
GUNS_BESIDE = Reason("artillery may not move beside an enemy", "SS-9.4b-1")
SKIRMISHERS = Reason("units in Skirmish Order may not engage", "KT-16.1-3")
CHAOS = Reason("Battlefield Chaos: it may not move", "KT-10.5b-chaos-2")


@cites("KT-13.6-3", "KT-13.6-4", "KT-13.6-5", "KT-9.5b-1", "KT-9.5b-2", "KT-9.5b-3", "KT-9.5b-4")
def artillery_bar(g: State, id: str, frm: int, to: int) -> Reason | None:
    """Guns keep more than two hexes away from enemies.

    If they are that near already they may stay or only go further away, even from beside one enemy to two hexes
    from him or another (rulings: 9.5b). Where the book lets them leave as they like (SS 13.6), they only may not
    move beside an enemy.
    """
    side = g.side(id)
    limit = g.setting.profile.artillery_engages_at
    before = _nearest(g, frm, side, limit)
    after = _nearest(g, to, side, limit)
    if before <= limit and not g.setting.profile.engaged_artillery_stays_away:
        return GUNS_BESIDE if after == 1 else None
    if before <= limit:
        return None if after > before else GUNS_AWAY
    return GUNS if after <= limit else None


def _nearest(g: State, hex: int, side: int, limit: int) -> int:
    """Distance to the nearest enemy, or limit + 1 beyond it."""
    for d in range(1, limit + 1):
        if g.enemy_within(hex, side, d):
            return d
    return limit + 1


@cites("KT-13.6-1", "KT-13.6-2", "KT-13.6-6", "KT-11.4-2", "KT-16.1-3", "SS-13.6-6")
def engage_bar(g: State, id: str, to: int, terms: Terms) -> Reason | None:
    """Whether the unit may not move beside an enemy, skirmishers included.

    Being allowed to does not mean that it may attack him.
    """
    if not g.enemies_near(to, g.side(id)):
        return None
    if g.units[id].skirmish:
        return SKIRMISHERS
    if not terms.engage:
        return Reason("it may not move beside an enemy", terms.cite)
    return None


@cites("KT-13.1-4", "KT-13.3-3", "KT-13.3-4")
def points_bar(cost: int, left: int, fresh: bool) -> Reason | None:
    """Whether a unit has too few points for a step; it may always make its first."""
    return NO_POINTS if cost > left and not fresh else None


def step_bar(g: State, id: str, frm: int, to: int, left: int, terms: Terms, fresh: bool) -> Reason | None:
    """Why a unit may not go on to a neighbouring hex, stacking apart."""
    return walk_bar(Walk(g, id, terms), frm, to, left, fresh)


@cites("KT-20.1a-2", "KT-20.1a-3")
def walk_bar(walk: Walk, frm: int, to: int, left: int, fresh: bool) -> Reason | None:
    """Why a unit on its way may not go on: the area of play, an enemy there, points, engagement."""
    g = walk.g
    if walk.closed >> to & 1:
        return ENEMY if walk.enemy >> to & 1 else OUT_OF_PLAY
    cost = walk.cost(frm, to, fresh)
    if cost is None:
        return ground_bar(g.setting, walk.arm, frm, to) or STEEP
    if cost > left and (short := points_bar(cost, left, fresh)):
        return short
    if not walk.watched >> to & 1:
        return None
    return artillery_bar(g, walk.id, frm, to) if walk.arm == "artillery" else engage_bar(g, walk.id, to, walk.terms)


def move_bar(g: State, id: str, frm: int, to: int, left: int, terms: Terms, fresh: bool) -> Reason | None:
    """Why a unit may not enter a hex: as `step_bar`; it may enter a full hex only if it can go on."""
    return entry_bar(Walk(g, id, terms), frm, to, left, fresh)


@cites("KT-6.1-3", "KT-13.1-2")
def entry_bar(walk: Walk, frm: int, to: int, left: int, fresh: bool) -> Reason | None:
    """Why a unit on its way may not enter a hex: as `walk_bar`; it may enter a full hex only if it can go on."""
    bar = walk_bar(walk, frm, to, left, fresh)
    if bar is not None:
        return bar
    full = end_bar(walk.g, walk.id, to) if to in walk.g.stacks else None
    if full is None:
        return None
    cost = walk.cost(frm, to, fresh) or 0
    return None if _goes_on(walk, to, left - cost) else full


def _goes_on(walk: Walk, hex: int, left: int) -> bool:
    """Whether a unit in a hex where it may not end can still reach one where it may."""

    def step(frm: int, to: int, left: int) -> int | None:
        barred = walk_bar(walk, frm, to, left, False) is not None
        return None if barred else walk.cost(frm, to, False)

    return finds_end(walk.g, hex, left, step, lambda to: end_bar(walk.g, walk.id, to) is None)


def finds_end(
    g: State, hex: int, left: int, step: Callable[[int, int, int], int | None], ends: Callable[[int], bool]
) -> bool:
    """Whether a unit in a hex can, with the points it has left, reach one where it may end its move.

    `step(a, b, left)` says what it costs to go from a to b, or None where that is barred.
    """
    best, todo = {hex: left}, [hex]
    while todo:
        frm = todo.pop()
        for to in g.setting.grid.neighbours[frm] if best[frm] > 0 else ():
            cost = step(frm, to, best[frm])
            if cost is None or best[frm] - cost <= best.get(to, -1):
                continue
            if ends(to):
                return True
            best[to] = best[frm] - cost
            todo.append(to)
    return False


@cites("KT-13.1-4", "KT-13.3-3", "KT-13.3-4")
def exits_of(g: State, id: str, left: int, terms: Terms, fresh: bool) -> tuple[int, ...]:
    """The hexes that a unit may enter next.

    A free hex that is not entered easily is too dear or closed ground, but for a first step and for skirmishers.
    """
    walk, frm = Walk(g, id, terms), g.at(id)
    easy = walk.easily(frm, left, fresh)
    closed = walk.closed if fresh or walk.skirmish else walk.closed | walk.free
    return tuple(
        [
            to
            for to in g.setting.grid.neighbours[frm]
            if easy >> to & 1 or not (closed >> to & 1 or entry_bar(walk, frm, to, left, fresh))
        ]
    )


@cites("KT-13.12-1", "KT-20.1a-3")
def exit_bar(g: State, id: str, left: int, fresh: bool) -> Reason | None:
    """Why a unit may not leave the map: it may from an edge hex, for a point, if the scenario has no smaller area."""
    if g.setting.bounded or not g.setting.edge >> g.at(id) & 1:
        return OUT_OF_PLAY
    return None if fresh or left >= POINT else NO_POINTS


@cites("KT-16.0-2", "KT-16.0-3", "KT-16.1-5")
def may_form(g: State, id: str, left: int, fresh: bool) -> bool:
    """Whether a unit may leave Skirmish Order: at the start of its move, for two points. None enters it in play."""
    return g.units[id].skirmish and fresh and left >= LEAVE_COST


@cites("KT-13.9-1", "KT-6.1b-1")
def turn_bar(g: State, id: str, left: int, terms: Terms) -> Reason | None:
    """Why a unit may not mount or dismount at this point of its move.

    Afterwards it must be able to stay with the units it stands with, or to go on.
    """
    bar = mounting_bar(g, id, left)
    if bar is not None:
        return bar
    after = after_mounting(g, id)
    full = end_bar(after, id, g.at(id))
    return full if full is not None and not _goes_on(Walk(after, id, terms), g.at(id), left - TURN_COST) else None


@cites("KT-6.1-3", "KT-13.1-2", "KT-6.1d-3")
def may_stop(g: State, id: str, fresh: bool) -> bool:
    """Whether a unit may stop where it is, by the limit and its company.

    Before its first step it may stay in company that was forced on it, afterwards not.
    """
    return fresh or end_bar(g, id, g.at(id)) is None


@cites("KT-10.5b-chaos-2")
def start_bar(g: State, id: str) -> Reason | None:
    """Why a unit may not move at all; scenarios have rules for this too."""
    if id in g.chaos:
        return CHAOS
    if g.units[id].frozen:
        return frozen_bar(g)
    row = silent_row(g, id)
    return None if row is None else stand_bar(row)


def can_move(g: State, id: str, terms: Terms) -> bool:
    """Whether a unit has anywhere to go."""
    terms = terms_for(g, id, terms)
    if g.at(id) < 0 or start_bar(g, id) is not None or not terms.allowance:
        return False
    if may_form(g, id, terms.allowance, True):
        return True
    walk, frm = Walk(g, id, terms), g.at(id)
    if walk.easily(frm, terms.allowance, True):
        return True
    for to in g.setting.grid.neighbours[frm]:
        if entry_bar(walk, frm, to, terms.allowance, True) is None:
            return True
    return exit_bar(g, id, terms.allowance, True) is None or turn_bar(g, id, terms.allowance, terms) is None


# -- 13.9: mounting and dismounting ----------------------------------------------------------------------------------


TURN_COST = 3 * POINT

UNKNOWN = Reason("this book's cavalry only rides: it has no counters on foot", "SS-9.5-3")
NOT_CAVALRY = Reason("only cavalry mounts and dismounts", "KT-13.9-5")
NO_COUNTER = Reason("it has no dismounted counter and only rides", "KT-13.9-6")
CLOSED = Reason("the ground there is closed to who is mounted", "BS-10.9-2")
TOO_FEW = Reason("mounting or dismounting takes three movement points", "KT-13.9-3")


def verb(g: State, id: str) -> str:
    """The word for changing between mounted and on foot."""
    return "mount" if g.units[id].dismounted else "dismount"


@cites("KT-13.9-1", "KT-13.9-2", "KT-13.9-3", "KT-13.9-6")
def mounting_bar(g: State, id: str, left: int) -> Reason | None:
    """Why a unit may not mount or dismount; it takes three of the points that are left.

    It needs a counter for being on foot. No unit mounts where horses may not go. A book without charges has no
    cavalry on foot either.
    """
    if not g.setting.profile.charge_terrain:
        return UNKNOWN
    printed = g.setting.counters[id]
    if printed.arm != "cavalry":
        return NOT_CAVALRY
    if printed.foot is None:
        return NO_COUNTER
    if left < TURN_COST:
        return TOO_FEW
    return saddle_bar(g, g.at(id)) if g.units[id].dismounted else None


@cites("BS-10.9-2")
def saddle_bar(g: State, hex: int) -> Reason | None:
    """No unit mounts on ground that is closed to the mounted."""
    return None if may_stand(g.setting, "cavalry", hex) else CLOSED


def after_mounting(g: State, id: str) -> State:
    """The state in which the unit has changed."""
    new = g.fork()
    new.units[id] = replace(new.units[id], dismounted=not new.units[id].dismounted)
    return new


@cites("KT-13.9-5")
def turn_counter(g: State, id: str) -> None:
    """Put its other counter in place of the one on the map."""
    on_foot = g.units[id].dismounted
    change(g, id, "KT-13.9-5", "mounted" if on_foot else "dismounted", dismounted=not on_foot)
