"""Chapter 10.6 and 10.7: which brigades can be activated; 11: the four Orders and what each allows."""

from __future__ import annotations

from collections.abc import Iterable

from vedette.engine.choice import Choice
from vedette.engine.cites import cites
from vedette.rules.blind_swords.chapters.costs import POINT, Terms
from vedette.rules.blind_swords.chapters.held_back import asleep
from vedette.rules.blind_swords.chapters.reinforcements import has_arrivals
from vedette.rules.blind_swords.profile import Profile
from vedette.rules.blind_swords.setting import SIDES
from vedette.rules.blind_swords.state import AVAILABLE, State

# -- 10.6, 10.7: which brigades can be activated ---------------------------------------------------------------------


def marker(side: int, brigade: str) -> str:
    """How the state names a brigade's marker."""
    return f"{SIDES[side]}/{brigade}"


@cites("KT-10.7-9", "KT-10.7-10")
def can_act(g: State, side: int, brigade: str) -> bool:
    """Whether a brigade has units on the map or in Available, or arrivals that could enter."""
    if asleep(g, side, brigade):
        return False
    if any(g.units[i].at >= 0 or g.units[i].at == AVAILABLE for i in g.brigade(side, brigade)):
        return True
    return has_arrivals(g, side, brigade)


@cites("KT-10.7-5")
def eligible(g: State, side: int, brigades: tuple[str, ...]) -> tuple[str, ...]:
    """Brigades not yet activated this turn that can act."""
    return tuple(b for b in brigades if marker(side, b) not in g.activated and can_act(g, side, b))


def activations(brigades: Iterable[str]) -> tuple[Choice, ...]:
    """The answers that name one of these brigades, which then acts."""
    return tuple([Choice("activate", arg=brigade) for brigade in brigades])


@cites("KT-10.7-5", "KT-4.3-1", "KT-4.3-2")
def turn_marker(g: State, side: int, brigade: str, limited: bool) -> None:
    """Turn a brigade's marker to Activated."""
    name = marker(side, brigade)
    g.activated = tuple(sorted((*g.activated, name)))
    if limited:
        g.limited = tuple(sorted((*g.limited, name)))


@cites("KT-10.6-4", "KT-10.6-5", "KT-10.6-9")
def cic_brigades(g: State, side: int) -> tuple[str, ...]:
    """Every brigade of the side that can act, even one already activated by its own chit, which then acts twice."""
    brigades = dict.fromkeys(b for (owner, b) in g.setting.brigade_units if owner == side and b)
    return tuple(b for b in brigades if can_act(g, side, b))


# -- 11: the Orders --------------------------------------------------------------------------------------------------

ATTACK, DEFEND, MANEUVER, REGROUP = "attack", "defend", "maneuver", "regroup"
ORDERS = (ATTACK, DEFEND, MANEUVER, REGROUP)
ALL_HITS = 9


@cites("KT-11.2-1", "KT-11.3-1", "KT-11.4-1", "SS-13.2-1")
def allowance(order: str, arm: str, profile: Profile) -> int:
    """Movement points of infantry and cavalry: Attack 4 and 6, Defend 2 and 3, Maneuver 6 and 9.

    Cavalry that obeys no Order has its own.
    """
    cavalry = arm == "cavalry"
    if cavalry and profile.cavalry_allowance:
        return profile.cavalry_allowance
    if order == ATTACK:
        return 6 if cavalry else 4
    if order == DEFEND:
        return 3 if cavalry else 2
    return 9 if cavalry else 6


@cites("KT-11.2-3", "KT-11.3-4", "KT-11.4-3", "KT-11.5-3")
def may_fire(order: str) -> bool:
    """Fire Combat: under Attack and Defend, not under Maneuver and Regroup."""
    return order in (ATTACK, DEFEND)


@cites("KT-11.2-3", "KT-11.3-4", "KT-11.4-3", "KT-11.5-3")
def may_assault(order: str) -> bool:
    """Close Combat: under Attack alone."""
    return order == ATTACK


@cites("KT-11.2-2", "KT-11.3-3", "KT-11.4-2", "BS-8.4-3")
def may_engage(order: str) -> bool:
    """Moving beside enemies: under Attack and Defend, not under Maneuver.

    A unit that stands beside one already may begin there whatever the Order.
    """
    return order in (ATTACK, DEFEND)


@cites("KT-11.2-5", "KT-11.3-2", "KT-11.4-5")
def may_march(order: str) -> bool:
    """March Column: under Maneuver alone."""
    return order == MANEUVER


@cites("KT-11.2-4", "KT-11.3-5", "KT-11.4-4", "KT-11.5-1", "KT-17.1-5", "KT-17.2a-defend", "KT-17.2a-regroup",
       "KT-17.2a-other")  # fmt: skip
def hits_recovered(order: str) -> int:
    """Morale Hits that a Recovery takes off: one under Defend, all under Regroup; 0 where the brigade may not rally."""
    if order == REGROUP:
        return ALL_HITS
    return 1 if order == DEFEND else 0


@cites("KT-17.2b-6", "KT-11.5-1")
def may_rebuild(order: str) -> bool:
    """Rebuilding: only under Regroup."""
    return order == REGROUP


FIXED = "allowance "


def fixed_allowance(points: int) -> str:
    """The effect on an activation that gives each unit so many movement points, whatever its Order."""
    return f"{FIXED}{points}"


QUICKER = {"double": (2, 1), "half-again": (3, 2)}
"""What a Quick March makes of an allowance: multiplied by the first and divided by the second."""


@cites("KT-13.2-2", "KT-13.2-3", "KT-4.1-8", "KT-20.5-surprise-e-1")
def terms_of(arm: str, order: str, effects: tuple[str, ...], profile: Profile) -> Terms:
    """The terms of movement under an Order, as changed by events.

    Quick March raises the allowance as its book says, Fatigue halves it; a special rule may set it.
    """
    return Terms(
        _points(arm, order, effects, profile) * POINT,
        may_engage(order),
        may_march(order),
        "KT-11.4-2",
        _points("cavalry", order, effects, profile) * POINT,
        may_assault(order),
    )


@cites("KT-4.8-1")
def _points(arm: str, order: str, effects: tuple[str, ...], profile: Profile) -> int:
    """The whole points left after all multiplying and dividing."""
    points = next((int(e[len(FIXED) :]) for e in effects if e.startswith(FIXED)), allowance(order, arm, profile))
    by, parts = QUICKER[profile.quick_march] if "quick-march" in effects else (1, 1)
    return points * by // (parts * (2 if "fatigue" in effects else 1))


@cites("KT-11.2-1", "KT-11.3-1", "KT-11.4-1")
def arms_of(g: State, side: int, brigade: str) -> str:
    """What a brigade consists of, which decides its allowance: infantry, mounted cavalry, or both."""
    arms = {g.counter(i).arm for i in g.brigade(side, brigade)}
    if "cavalry" not in arms:
        return "infantry"
    return "cavalry" if arms == {"cavalry"} else "mixed"


BRIEF = {
    "infantry": "Attack: 4 MP, fire and assault. Defend: 2 MP, fire, one hit off. Maneuver: 6 MP, half on roads, "
    "no combat. Regroup: all hits off, or rebuild.",
    "cavalry": "Attack: 6 MP, fire and assault. Defend: 3 MP, fire, one hit off. Maneuver: 9 MP, half on roads, "
    "no combat. Regroup: all hits off, or rebuild.",
    "mixed": "Attack: 4 MP, mounted 6, fire and assault. Defend: 2 MP, mounted 3, fire, one hit off. "
    "Maneuver: 6 MP, mounted 9, half on roads, no combat. Regroup: all hits off, or rebuild.",
}
"""The Orders in a breath, for the one who gives one."""
