"""Chapters 10.7, 10.8 and 18.8: points, crews and guns lost, pins, and what a result of the fire table does to whom.

lose(g, id, n, how, cite)                   points of a unit are lost; it is taken off with the last one (19.33, 20.1)
lose_crew(g, id, n, cite)                   steps of a gun crew are
pin(g, hex, side, cite)                     a stack is pinned
targets(g, hex, side, arm, distance)        whom a fire is aimed at: the top unit, or all under artillery from afar
struck(g, id, result, arm)                  what of a unit a result strikes, in a word
suffer(g, id, result, arm)                  one result carried out; which units have lost anything
"""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.engine.events import Event
from vedette.rules.great_battles.chapters.army_morale import lower_morale
from vedette.rules.great_battles.chapters.columns import foot
from vedette.rules.great_battles.chapters.deeds import change, take_off
from vedette.rules.great_battles.chapters.effectiveness import judge
from vedette.rules.great_battles.chapters.leaders import dismiss
from vedette.rules.great_battles.charts import FireResult
from vedette.rules.great_battles.setting import SIDES
from vedette.rules.great_battles.state import CAPTURED, ELIMINATED, State, tallied

# -- points lost, and what that does to the books (10.7, 19.33, 20.1) ------------------------------------

KILLED, CAPTURED_WORD, DESTROYED = "killed", "captured", "destroyed"


@cites(
    "SW-10.1-4", "SW-10.71-1", "SW-10.71-2", "SW-10.74-2", "SW-12.34", "SW-13.83-2", "SW-10.74-1", "SW-19.33-3",
    "SW-12.13-3", "SW-22.1-9", "SW-BCE-3", "SW-2.4-combat-strength-3", "SW-2.4-combat-unit-4",
)  # fmt: skip
def lose(g: State, id: str, n: int, how: str, cite: str) -> int:
    """A unit loses points, killed, captured or (guns) destroyed; hands back how many it had to lose.

    With its last point it is taken off; the wagon stays without its guard. A gun captured takes two rounds with it.
    Guns are counted by themselves, crews are not; no guard or crew scores.
    """
    c, unit = g.counter(id), g.units[id]
    n = min(n, unit.strength)
    if n <= 0:
        return 0
    change(g, id, cite, "lost", (n, how), strength=unit.strength - n)
    if c.wagon:
        return n
    if c.gun and how == CAPTURED_WORD and unit.rounds:
        change(g, id, "SW-12.34", "rounds-lost", (min(2 * n, unit.rounds),), rounds=max(unit.rounds - 2 * n, 0))
    side = SIDES[g.side(id)]
    what = "guns" if c.gun else c.arm
    g.toll = tallied(g.toll, f"{side} {what} {how}", n)
    if c.small_arms:
        lower_morale(g, id, n, "SW-19.33-1")
        g.losses = tallied(g.losses, c.brigade, n)
    if unit.strength == n:
        take_off(g, id, CAPTURED if how == CAPTURED_WORD else ELIMINATED, cite, "eliminated", (how,))
        g.fled = tuple(row for row in g.fled if row[0] != id)
        dismiss(g, g.side(id))
    judge(g, c.brigade)
    return n


# -- gun crews (18.8) ------------------------------------------------------------------------------------


@cites("SW-18.8", "SW-18.81-1", "SW-18.82-1", "SW-18.82-2", "SW-18.82-3", "SW-10.72-2", "SW-18.85-1", "GB-20.22-4")
def lose_crew(g: State, id: str, n: int, cite: str) -> int:
    """A crew loses steps, two at most in all; the guns stay, in 2007 they are captured with the last one."""
    n = min(n, g.units[id].crew)
    if n <= 0:
        return 0
    change(g, id, cite, "crew-lost", (n,), crew=g.units[id].crew - n)
    if not g.units[id].crew and g.setting.profile.crews_flee:
        lose(g, id, g.strength(id), CAPTURED_WORD, "GB-20.22-4")
    return n


# -- pins (10.8) -----------------------------------------------------------------------------------------


@cites(
    "SW-10.8-1", "SW-10.87-1", "SW-10.87-2", "SW-10.85", "SW-10.84-2", "SW-10.89-1", "SW-10.89-2", "SW-10.86",
    "GB-21.72-2",
)  # fmt: skip
def pin(g: State, hex: int, side: int, cite: str) -> None:
    """All units of a stack are pinned, leaders too, without loss and only once.

    A unit that comes later is not.
    """
    for id in g.in_hex(hex, side):
        if not g.units[id].pinned:
            change(g, id, cite, "pinned", pinned=True)


# -- what a result does to whom (10.7, 8.5) --------------------------------------------------------------

SMALL_ARMS, ARTILLERY = "small-arms", "artillery"


@cites("SW-8.52-1", "SW-8.53-1", "SW-10.32-2", "SW-12.13-4", "SW-2.4-combat-unit-2")
def targets(g: State, hex: int, side: int, arm: str, distance: int) -> tuple[str, ...]:
    """Whom a fire strikes: the top unit; artillery from three hexes on everybody.

    An open wagon, and leaders by themselves, are no target.
    """
    here = tuple(id for id in g.troops(hex, side) if g.strength(id))
    far = arm == ARTILLERY and distance > g.setting.numbers["close-artillery"]
    return here if far else here[:1]


@cites("SW-10.73", "SW-10.0-4", "SW-10.7", "GB-21.72-3")
def read(result: FireResult, arm: str, on_foot: bool) -> FireResult:
    """A result as it strikes: with a star, from artillery at a unit on foot, it is a pin."""
    return FireResult(pin=True) if result.starred and arm == ARTILLERY and on_foot else result


def struck(g: State, id: str, result: FireResult, arm: str) -> str:
    """What a result strikes in a unit (SW 10.7): "gun", "crew", "guard", "point" or nothing.

    "pin" is for it and all in its hex.
    """
    found = read(result, arm, foot(g, id))
    if found.pin:
        return "pin"
    c = g.counter(id)
    what = ("gun" if arm == ARTILLERY else "crew") if c.gun else "guard" if c.wagon else "point"
    return what if found.losses else ""


@cites(
    "SW-8.53-2", "SW-10.72-1", "SW-10.72-2", "SW-10.72-3", "SW-18.81-1", "SW-18.81-2", "SW-10.71-1", "SW-3.1-18.8",
    "SW-24.0-10",
)  # fmt: skip
def suffer(g: State, id: str, result: FireResult, arm: str, alone: bool = False) -> tuple[str, ...]:
    """Carry a result out; hands back who has lost points, guns or crew by it.

    Small arms hit the crew of a battery, artillery its guns. What the top unit cannot bear falls on the next one, but
    for crews and where each has a die of its own.
    """
    at, side, layer = g.at(id), g.side(id), g.units[id].layer
    found = read(result, arm, foot(g, id))
    if found.pin:
        pin(g, at, side, "SW-10.73" if result.starred else "SW-10.8-1")
        return ()
    hurt: list[str] = []
    left = found.losses
    if left and g.counter(id).gun:
        if arm == ARTILLERY:
            left -= lose(g, id, left, DESTROYED, "SW-10.72-1")
            hurt.append(id)
        else:
            hurt += [id] if lose_crew(g, id, left, "SW-10.72-2") else []
            left = 0
    elif left:
        left -= lose(g, id, left, KILLED, "SW-10.71-1")
        hurt.append(id)
    if alone:
        return tuple(hurt)
    under = layer if g.at(id) < 0 else layer + 1
    return (*hurt, *_below(g, at, side, left, arm, under))


@cites("SW-8.52-2")
def _below(g: State, hex: int, side: int, left: int, arm: str, under: int) -> tuple[str, ...]:
    """What a unit could not bear falls on the next one under it, never on one above."""
    after = next((i for i in g.troops(hex, side) if g.units[i].layer >= under and g.strength(i)), None)
    if not left or after is None:
        return ()
    g.log(Event("passed-on", "SW-8.52-2", g.seat(after), (after,), hex, (left,)))
    return suffer(g, after, FireResult(left), arm)
