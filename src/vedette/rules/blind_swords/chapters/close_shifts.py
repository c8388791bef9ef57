"""Chapter 14.3d: the column of a Close Combat, with every shift, used or not."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from vedette.engine.cites import cites, note
from vedette.engine.rulebook import Aim
from vedette.rules.blind_swords.chapters.charge_targets import charge_target_bar
from vedette.rules.blind_swords.chapters.fire_shifts import Shift, behind_wall, good_ground, half_or_more
from vedette.rules.blind_swords.chapters.values import is_cavalry, largest, modified_cr, modified_sp, smoothbore_muskets
from vedette.rules.blind_swords.charts import SP
from vedette.rules.blind_swords.state import State

ODDS = (
    Shift("odds 3:1", 3, "KT-14.3d-odds-3-1"),
    Shift("odds 2:1", 2, "KT-14.3d-odds-2-1"),
    Shift("odds 3:2", 1, "KT-14.3d-odds-3-2"),
    Shift("odds 2:3", -1, "KT-14.3d-odds-2-3"),
    Shift("odds 1:2", -2, "KT-14.3d-odds-1-2"),
    Shift("odds 1:3", -3, "KT-14.3d-odds-1-3"),
)
ARTILLERY = Shift("artillery defends", 4, "KT-14.3d-artillery")
CR_RIGHT = Shift("better attacker rating", 1, "KT-14.3d-CR-right")
CR_LEFT = Shift("better defender rating", -1, "KT-14.3d-CR-left")
SLOPE = Shift("up a slope", -2, "KT-14.3d-slope")
STEEP = Shift("up a steep slope", -3, "KT-14.3d-steep")
SMOOTH_ATT = Shift("smoothbores attack", 1, "KT-14.3d-smooth-att")
SMOOTH_DEF = Shift("smoothbores defend", -1, "KT-14.3d-smooth-def")
REBEL_YELL = Shift("Rebel Yell", 2, "KT-14.3d-rebel-yell")
FLANKING = Shift("flanking attack", 2, "KT-14.3d-flanking")
CHARGE = Shift("cavalry charge", 2, "KT-14.3d-charge")
CAVALRY = Shift("mounted defender", -3, "KT-14.3d-cav-def")
GOOD_GROUND = Shift("Good Ground", -2, "KT-14.3d-good-ground")
WALL = Shift("stone wall", -2, "KT-14.3d-wall")


NAMED = (
    *ODDS, ARTILLERY, CR_RIGHT, CR_LEFT, SLOPE, STEEP, SMOOTH_ATT, SMOOTH_DEF, REBEL_YELL, FLANKING, CHARGE, CAVALRY,
    GOOD_GROUND, WALL,
)  # fmt: skip
"""All of Close Combat."""


class Assault(msgspec.Struct, frozen=True):
    """One Close Combat as it will be resolved."""

    target: int
    hex: int
    """The Assaulting Hex (KT-14.3c-3)."""
    attackers: tuple[str, ...]
    """All units still attacking, of every hex."""
    effects: tuple[str, ...] = ()
    """What chits have done to it."""
    bonus: int = 0
    bonus_cite: str = ""


@cites("KT-14.3c-2", "KT-14.3c-5")
def assaulting(g: State, a: Assault) -> tuple[str, ...]:
    """The attackers in the Assaulting Hex; only their points count, all of them."""
    return tuple(i for i in a.attackers if g.at(i) == a.hex)


@cites(
    "KT-14.3d-odds-3-1", "KT-14.3d-odds-2-1", "KT-14.3d-odds-3-2", "KT-14.3d-odds-2-3", "KT-14.3d-odds-1-2",
    "KT-14.3d-odds-1-3", "KT-14.3d-odds-one", "KT-14.3c-6",
)  # fmt: skip
def odds_shifts(g: State, a: Assault) -> tuple[tuple[Shift, bool], ...]:
    """The six odds shifts, of which one at most applies: triple, double, half again, and the reverse.

    All attackers of all hexes count against all defenders. Neither side is stronger if both have no point left.
    """
    mine = sum(modified_sp(g, i) for i in a.attackers)
    theirs = sum(modified_sp(g, i) for i in g.in_hex(a.target))
    tests = (
        (0, mine >= 3 * theirs),
        (1, mine >= 2 * theirs),
        (2, 2 * mine >= 3 * theirs),
        (5, theirs >= 3 * mine),
        (4, theirs >= 2 * mine),
        (3, 2 * theirs >= 3 * mine),
    )
    best = next((i for i, fits in tests if fits and mine != theirs), None)
    return tuple((shift, i == best) for i, shift in enumerate(ODDS))


@cites("KT-14.3d-CR-right", "KT-14.3d-CR-left")
def rating_shifts(g: State, a: Assault, lead: str, steady: int) -> tuple[tuple[Shift, bool], ...]:
    """The best rating in the Assaulting Hex against the Lead Unit's, both modified."""
    best = max(modified_cr(g, i) for i in assaulting(g, a))
    there = modified_cr(g, lead, steady)
    return ((CR_RIGHT, best > there), (CR_LEFT, there > best))


@cites("KT-14.3d-slope", "KT-14.3d-steep", "KT-3.2h-4", "KT-3.2i-3", "KT-3.2h-3", "KT-3.2h-1", "KT-3.2i-1")
def slope_shifts(g: State, a: Assault) -> tuple[tuple[Shift, bool], ...]:
    """Attacking upslope, or up a steep slope; never downhill."""
    words = g.setting.board.crossing.get((a.hex, a.target), ())
    return ((SLOPE, "slope up" in words), (STEEP, "steep slope up" in words))


@cites("KT-14.3d-artillery")
def artillery_shift(g: State, a: Assault) -> tuple[Shift, bool]:
    """Half or more of the defending points are guns."""
    return ARTILLERY, _half_or_more(g, g.in_hex(a.target), lambda i: g.counter(i).arm == "artillery")


def _half_or_more(g: State, units: Sequence[str], belongs: Callable[[str], bool]) -> bool:
    """Whether those who belong have half or more of the points of a side."""
    return half_or_more(units, lambda i: modified_sp(g, i), belongs)


@cites("KT-14.3d-smooth-att", "KT-14.3d-smooth-def")
def smoothbore_shifts(g: State, a: Assault) -> tuple[tuple[Shift, bool], ...]:
    """Half or more of a side's points are smoothbore muskets."""
    return (
        (SMOOTH_ATT, _half_or_more(g, assaulting(g, a), lambda i: smoothbore_muskets(g, i))),
        (SMOOTH_DEF, _half_or_more(g, g.in_hex(a.target), lambda i: smoothbore_muskets(g, i))),
    )


@cites("KT-14.3d-flanking")
def flanking(g: State, a: Assault) -> bool:
    """A Flanking Hex two or more hexes from the Assaulting Hex, or two Flanking Hexes."""
    others = {g.at(i) for i in a.attackers} - {a.hex}
    return len(others) >= 2 or any(g.setting.grid.distance(a.hex, h) >= 2 for h in others)


@cites("KT-14.3d-wall", "KT-14.3d-wall-exception-1", "KT-14.3d-wall-exception-2")
def wall_shift(g: State, a: Assault) -> bool:
    """A wall protects the defender, unless the attack comes along it or round its end."""
    return behind_wall(g, a.target, {a.hex})


@cites("KT-14.3d-rebel-yell")
def rebel_yell(a: Assault) -> bool:
    """The attack was opened by the Rebel Yell chit."""
    return "rebel-yell" in a.effects


@cites("KT-14.3d-good-ground")
def ground_shift(g: State, a: Assault) -> bool:
    """The defender has a Good Ground chit."""
    return good_ground(g, a.target)


@cites("KT-14.3d-cav-def")
def mounted(g: State, lead: str) -> bool:
    """The unit that leads the defending hex is mounted, whoever attacks."""
    return is_cavalry(g, lead)


@cites("KT-14.3d-charge", "KT-13.10-2")
def charging(g: State, a: Assault) -> bool:
    """A unit that has charged leads the Assaulting Hex against infantry or guns.

    It leads if its printed strength is the largest there (rulings: oddity 85).
    """
    if not g.charging:
        return False
    leading = [i for i in largest(g, assaulting(g, a)) if i in g.charging]
    return any(charge_target_bar(g, i, a.hex, a.target) is None for i in leading)


Used = tuple[Shift, bool]
"""A shift, and whether it applies."""

BY_COMBAT: Mapping[str, Callable[[State, Assault, str, int], tuple[Used, ...]]] = {
    "odds": lambda g, a, lead, steady: odds_shifts(g, a),
    "artillery": lambda g, a, lead, steady: (artillery_shift(g, a),),
    "ratings": rating_shifts,
    "slopes": lambda g, a, lead, steady: slope_shifts(g, a),
    "smoothbores": lambda g, a, lead, steady: smoothbore_shifts(g, a),
    "rebel-yell": lambda g, a, lead, steady: ((REBEL_YELL, rebel_yell(a)),),
    "flanking": lambda g, a, lead, steady: ((FLANKING, flanking(g, a)),),
    "mounted": lambda g, a, lead, steady: ((CAVALRY, mounted(g, lead)),),
    "charge": lambda g, a, lead, steady: ((CHARGE, charging(g, a)),),
    "good-ground": lambda g, a, lead, steady: ((GOOD_GROUND, ground_shift(g, a)),),
    "wall": lambda g, a, lead, steady: ((WALL, wall_shift(g, a)),),
}
"""The shifts of Close Combat by the words of `Profile.close_shifts`."""


def close_shifts(g: State, a: Assault, lead: str, steady: int) -> tuple[Used, ...]:
    """Every shift of the battle's own book in its order (KT 14.3d, SS 14.2d), and whether it applies."""
    return tuple(used for name in g.setting.profile.close_shifts for used in BY_COMBAT[name](g, a, lead, steady))


@cites("KT-14.0-1")
def close_aim(g: State, a: Assault, lead: str, steady: int) -> tuple[Aim, int]:
    """The column of the Assaulting Hex's points after all shifts, and its index.

    As in fire; but the index is -1 if it goes left of C, and then no Close Combat occurs (rulings: oddity 79).
    """
    crt = g.setting.crt
    points = sum(modified_sp(g, i) for i in assaulting(g, a))
    base = crt.column(points)
    battle = g.setting.battle
    rows = [(s.name, battle.columns(s.cite, s.columns), s.cite, on) for s, on in close_shifts(g, a, lead, steady)]
    if a.bonus:
        rows.append(("event", a.bonus, a.bonus_cite, True))
    for _, _, cite, on in rows:
        if on:
            note(cite)
    final = min(base + sum(n for _, n, _, on in rows if on), len(crt.columns) - 1)
    if final < 0 and not g.setting.profile.assault_left_of_c_lost:
        final = weakest_column()
    name = crt.columns[final] if final >= 0 else "none"
    return Aim(crt.columns[base], name, tuple(rows), f"{points / SP:g}"), max(final, -1)


@cites("SS-14.2d-1")
def weakest_column() -> int:
    """An attack shifted left of column C is resolved on column C."""
    return 0
