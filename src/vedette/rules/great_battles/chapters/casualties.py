"""Chapters 10.7 and 8.5: what a result of the fire table does to whom.

targets(g, hex, side, arm, distance)        whom a fire is aimed at: the top unit, or all under artillery from afar
struck(g, id, result, arm)                  what of a unit a result strikes, in a word
suffer(g, id, result, arm)                  one result carried out; which units have lost anything
"""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.engine.events import Event
from vedette.rules.great_battles.chapters.crews import lose_crew
from vedette.rules.great_battles.chapters.losses import DESTROYED, KILLED, lose
from vedette.rules.great_battles.chapters.pins import pin
from vedette.rules.great_battles.chapters.strengths import foot
from vedette.rules.great_battles.charts import FireResult
from vedette.rules.great_battles.state import State

SMALL_ARMS, ARTILLERY = "small-arms", "artillery"


@cites("SW-8.52-1", "SW-8.53-1", "SW-10.32-2", "SW-12.13-4", "SW-2.4-combat-unit-2")
def targets(g: State, hex: int, side: int, arm: str, distance: int) -> tuple[str, ...]:
    """Whom a fire strikes: the top unit (SW-8.52); artillery from three hexes on everybody (SW-8.53).

    An open wagon, and leaders by themselves, are no target (SW-12.13-4, SW-2.4).
    """
    here = tuple(id for id in g.troops(hex, side) if g.strength(id))
    far = arm == ARTILLERY and distance > g.setting.numbers["close-artillery"]
    return here if far else here[:1]


@cites("SW-10.73", "SW-10.0-4", "SW-10.7", "GB-21.72-3")
def read(result: FireResult, arm: str, on_foot: bool) -> FireResult:
    """A result as it strikes: starred, from artillery at foot, it is a pin."""
    return FireResult(pin=True) if result.starred and arm == ARTILLERY and on_foot else result


def struck(g: State, id: str, result: FireResult, arm: str) -> str:
    """What of a unit a result strikes (SW 10.7): "pin" for it and all in its hex, "gun", "crew", "guard", "point"; else

    nothing.
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
    """Carry a result out; who has lost points, guns or crew by it.

    Small arms hit the crew of a battery, artillery its guns (SW-10.72). What the top unit cannot bear falls on the next
    one, but for crews (SW-8.52-2) and where each has a die of his own.
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
