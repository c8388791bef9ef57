"""Chapter 13.10: the Charge Move of cavalry, and the Close Combat that must follow it."""

from __future__ import annotations

from functools import lru_cache

from vedette.board.paths import reach as search
from vedette.engine.cites import cites
from vedette.engine.events import Reason
from vedette.hexes import Grid, hexes_of
from vedette.rules.blind_swords.chapters.charge_targets import (
    charge_targets,
    graded,
    ground_bar,
    open_ground,
    open_terrain,
)
from vedette.rules.blind_swords.chapters.close_combat import attack_bar
from vedette.rules.blind_swords.chapters.costs import POINT, Terms, cost_for
from vedette.rules.blind_swords.chapters.movement import step_bar
from vedette.rules.blind_swords.chapters.stacking import end_bar, room_bar
from vedette.rules.blind_swords.chapters.values import is_cavalry
from vedette.rules.blind_swords.state import State

ON_FOOT = Reason("only mounted cavalry charges", "KT-13.10-0")
UNKNOWN = Reason("this book has no charges; cavalry attacks as infantry does", "SS-9.5-3")
ORDER = Reason("no Close Combat follows under these terms", "KT-13.10-1")
BEGUN = Reason("a charge is the whole of a move", "KT-13.10b")
HURT = Reason("a unit that is Shaken or Disrupted does not charge", "KT-13.10a")
CROWDED = Reason("a charge may overstack no hex on its way", "KT-13.10d")
GRADED = Reason("a charge crosses no slope", "KT-13.10g-1")
NOBODY = Reason("it reaches nobody whom it could charge", "KT-13.10e")


@cites("KT-13.10-0", "KT-13.10a", "KT-13.10b", "KT-13.10e", "KT-13.10-1")
def charge_bar(g: State, id: str, left: int, terms: Terms, fresh: bool) -> Reason | None:
    """Why a unit may not charge.

    It must be mounted and unhurt, not have moved, and begin in the open; a Close Combat must be able to follow, and
    the charge must be able to end beside an enemy it may strike.
    """
    if not g.setting.profile.charge_terrain:
        return UNKNOWN
    if not is_cavalry(g, id):
        return ON_FOOT
    if not terms.charge:
        return ORDER
    if not fresh:
        return BEGUN
    if g.units[id].hits:
        return HURT
    bar = attack_bar(g, id)
    if bar is not None:
        return bar
    if not open_terrain(g, g.at(id)):
        return ground_bar(g.setting.profile.charge_terrain, "begins in", "KT-13.10b")
    return None if can_end(g, id, left, terms) else NOBODY


@cites("KT-13.10c", "KT-13.10d", "KT-13.10g-1")
def charge_step_bar(g: State, id: str, frm: int, to: int, left: int, terms: Terms, fresh: bool) -> Reason | None:
    """Why a charge may not enter a hex: ground that is not open or is angled, a full hex, a slope."""
    if not open_ground(g, to):
        return ground_bar(g.setting.profile.charge_terrain, "goes over ground that is not angled, through", "KT-13.10c")
    if graded(g, frm, to):
        return GRADED
    return step_bar(g, id, frm, to, left, terms, fresh) or (CROWDED if room_bar(g, id, to) is not None else None)


def charge_ends(g: State, id: str, hex: int) -> bool:
    """Whether a charge may end in a hex: beside an enemy it may strike, where the unit may stay."""
    return bool(charge_targets(g, id, hex)) and end_bar(g, id, hex) is None


def can_end(g: State, id: str, left: int, terms: Terms) -> bool:
    """Whether a charge that begins now can end as it must; ways are searched only if there is a hex to end in."""
    at = g.at(id)
    if not g.enemy_within(at, g.side(id), left // POINT + 1):
        return False
    near = beside(g.setting.grid, g.masks[1 - g.side(id)]) & g.setting.grid.within(at, max(left, 1)) & ~(1 << at)
    ends = [hex for hex in hexes_of(near) if open_ground(g, hex) and charge_ends(g, id, hex)]
    return bool(ends) and not charge_ways(g, id, left, terms, True).keys().isdisjoint(ends)


@lru_cache(maxsize=64)
def beside(grid: Grid, hexes: int) -> int:
    """The hexes beside some others, as bits."""
    found = 0
    for hex in hexes_of(hexes):
        found |= grid.near[hex]
    return found


def charge_ways(g: State, id: str, left: int, terms: Terms, fresh: bool, frm: int = -1) -> dict[int, tuple[int, int]]:
    """Every hex that a charge can come to, with its cost in half points and the hex it is entered from."""
    start = g.at(id) if frm < 0 else frm

    def step(a: int, b: int) -> int | None:
        if not open_ground(g, b):  # the cheapest question first: most hexes fall by it
            return None
        first = fresh and a == start
        if charge_step_bar(g, id, a, b, left, terms, first) is not None:
            return None
        cost = cost_for(g, id, a, b, terms, first)
        return None if cost is None else min(cost, left)

    return search(start, left, step, g.setting.grid.neighbours)


def charge_steps(g: State, id: str, left: int, terms: Terms, fresh: bool) -> tuple[int, ...]:
    """The next hexes of a charge: those from which it can still end as it must."""
    at = g.at(id)
    found = []
    for to in g.setting.grid.neighbours[at]:
        if charge_step_bar(g, id, at, to, left, terms, fresh) is not None:
            continue
        rest = left - (cost_for(g, id, at, to, terms, fresh) or 0)
        ways = charge_ways(g, id, rest, terms, False, to) if rest > 0 else {to: (0, to)}
        if any(charge_ends(g, id, hex) for hex in ways):
            found.append(to)
    return tuple(found)
