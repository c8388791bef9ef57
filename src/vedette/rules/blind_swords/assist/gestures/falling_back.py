"""Plans of retreats by whole ways, each end with the fire on the way (KT 15.4), and of who panics."""

from __future__ import annotations

from typing import Any

from vedette.engine.plan import RETREAT, plan
from vedette.engine.shapes import Plan
from vedette.rules.blind_swords.ai.falling_back import WayBack, cohesion_at, ways_back
from vedette.rules.blind_swords.assist.gestures.reaching import fire_words, fires_on, numbers_at, room_words
from vedette.rules.blind_swords.chapters.deeds import place
from vedette.rules.blind_swords.chapters.morale import Panic, candidates, weakest
from vedette.rules.blind_swords.chapters.retreat import OFF, Retreat
from vedette.rules.blind_swords.chapters.skirmish import ScreensGiveWay, giving_way, withdrawals
from vedette.rules.blind_swords.chapters.values import modified_cr
from vedette.rules.blind_swords.state import State


def retreat_plans(g: State, seat: str, hex: int, units: tuple[str, ...]) -> list[Plan]:
    """A plan for each end of a retreat, the one to propose first; with a hex the one that ends there."""
    frame = g.stack[-1][0]
    assert isinstance(frame, Retreat)
    found = ways_back(g, frame)
    equal = len({w.worth for w in found}) == 1
    return [_way_plan(g, frame, w, i == 0, equal) for i, w in enumerate(found) if hex < 0 or w.hexes[-1] == hex]


def _way_plan(g: State, frame: Retreat, way: WayBack, best: bool, equal: bool) -> Plan:
    unit, goal = frame.unit, way.hexes[-1]
    on_map = [h for h in way.hexes if h != OFF]
    names = [g.hex_name(h) for h in on_map]
    passed = tuple(h for h in way.hexes if h not in (frame.origin, frame.endured))
    fires = [row for row in fires_on(g, g.side(unit), passed) if any(b["allowed"] for b in row["by"])]
    words = [f"{len(way.hexes) - 1} hexes" if len(way.hexes) > 2 else "one hex"]
    words.append(fire_words(fires) or "no fire on the way")
    more: dict[str, Any] = {"draws": fires, "equal": equal}
    if goal == OFF:
        steps = [*(f"retreat {unit} to {n}" for n in names[1:]), f"retreat {unit} off the map"]
        words.append("off the map: Broken Box 1")
        title, text, ghosts = f"{unit} falls back off the map", "; ".join(steps), {}
    else:
        after = g.fork()
        place(after, unit, goal, "KT-15.4-1")
        more |= {"numbers": {unit: numbers_at(after, unit)}, "ways": {unit: names}}
        before, now = modified_cr(g, unit), way.cohesion
        words += [f"cohesion {before} to {now}"] if before != now else [f"cohesion {now}"]
        room = room_words(after, goal)
        words += [f"stack {room}"] if room else []
        title, text, ghosts = f"{unit} falls back to {names[-1]}", f"retreat {unit} to {names[-1]}", {unit: names[-1]}
    return plan(
        RETREAT,
        title,
        text,
        at=names[-1],
        units=(unit,),
        headline="; ".join(words),
        best=best,
        warning=fire_words(fires) or None,
        ghosts=ghosts,
        path=names,
        cite="KT-15.4-1",
        **more,
    )


def withdrawal_plans(g: State, seat: str, hex: int, units: tuple[str, ...]) -> list[Plan]:
    """The hexes to which skirmishers may give way."""
    frame = g.stack[-1][0]
    assert isinstance(frame, ScreensGiveWay)
    unit = giving_way(g, frame)[0]
    goals = withdrawals(g, unit, g.at(frame.mover))
    return [
        plan(
            RETREAT,
            f"{unit} gives way to {g.hex_name(goal)}",
            f"retreat {unit} to {g.hex_name(goal)}",
            at=g.hex_name(goal),
            units=(unit,),
            headline=f"cohesion {cohesion_at(g, unit, goal)}",
            best=goal == goals[0],
            ghosts={unit: g.hex_name(goal)},
            path=[g.hex_name(g.at(unit)), g.hex_name(goal)],
            cite="KT-16.2-1",
        )
        for goal in goals
        if hex in (-1, goal)
    ]


def panic_plans(g: State, seat: str, hex: int, units: tuple[str, ...]) -> list[Plan]:
    """Whom the panic may seize, with the cohesion that makes it so; then those who are too steady."""
    frame = g.stack[-1][0]
    assert isinstance(frame, Panic)
    legal = weakest(g, frame)
    steady = [(i, cr) for cr, i in candidates(g, frame) if i not in legal and i not in frame.chosen]
    others = [
        {"unit": i, "why": _steady_words(g, cr) if i != frame.lead else "it leads the hex", "cite": "KT-15.1b-P1-5"}
        for i, cr in steady
    ]
    return [
        plan(
            RETREAT,
            f"{id} panics",
            f"panic {id}",
            at=g.hex_name(g.at(id)),
            units=(id,),
            others=others,
            headline=f"cohesion {modified_cr(g, id)} of {id}: {g.setting.profile.panic_cr} or less panics",
            best=id == legal[0],
            cite="KT-15.1b-P1-5",
            label=str(modified_cr(g, id)),
        )
        for id in legal
        if hex in (-1, g.at(id))
    ]


def _steady_words(g: State, cr: int) -> str:
    limit = g.setting.profile.panic_cr
    return f"cohesion {cr}" + (f", over {limit}" if cr > limit else ", not the lowest")
