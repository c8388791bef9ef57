"""Which step asks for fire, and the scenes from which its fire plans are made."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from vedette.engine.events import Reason
from vedette.engine.plan import Planner
from vedette.engine.procedure import Ask, Procedure
from vedette.engine.shapes import Plan
from vedette.rules.blind_swords.assist.plans.fire import Bars, Scene, fire_plans
from vedette.rules.blind_swords.assist.plans.outcomes import hands_down
from vedette.rules.blind_swords.chapters.artillery import (
    ArtilleryHex,
    ArtilleryPhase,
    CavalryFire,
    guns_in,
    rides_alone,
)
from vedette.rules.blind_swords.chapters.event_actions import FIREFIGHT, Firefight, firefight_pairs
from vedette.rules.blind_swords.chapters.fire import FireStep, LimitedFireStep, PlanFire
from vedette.rules.blind_swords.chapters.opportunity import OpportunityFire, StackFire
from vedette.rules.blind_swords.chapters.range import OPPORTUNITY, able, carried, fire_bar, targets_for, weak_bar
from vedette.rules.blind_swords.setting import SIDE_INDEX
from vedette.rules.blind_swords.state import State

FIRED = Reason("it has fired already", "KT-12.1-2")
GUNS = Reason("artillery fires in the Artillery Phase", "KT-12.0-2")
ACTED = Reason("it has activated already in this phase", "KT-9.1-6")
AWAY = Reason("it is not on the map", "KT-12.1-4")
APART = Reason("in a Limited Activation only units beside an enemy fire", "SS-10.7-5")


def scenes(g: State, seat: str, at: int = -1, units: tuple[str, ...] = ()) -> list[Scene]:
    """Every fire that the open decision of a seat could open, or those at one hex, or by these units alone."""
    frame = g.stack[-1][0]
    side = SIDE_INDEX[seat]
    if isinstance(frame, FireStep):
        found = _step(g, frame)
    elif isinstance(frame, ArtilleryHex):
        found = _guns(g, frame._ready(g), "")
    elif isinstance(frame, ArtilleryPhase):
        found = _phase(g, side)
    elif isinstance(frame, OpportunityFire):
        found = [_opportunity(g, frame)]
    elif isinstance(frame, PlanFire):
        found = _planned(g, frame)
    elif isinstance(frame, Firefight):
        found = _firefight(g, frame)
    else:
        found = []
    found = [s for s in found if at in (-1, s.target)]
    return [_only(g, s, units) for s in found] if units else found


def fire_planner(g: State, seat: str, at: int, units: tuple[str, ...]) -> list[Plan]:
    """The plans of a hex, or the best one of every hex, the best of all first."""
    g = hands_down(g)
    found = scenes(g, seat, at, units)
    if at >= 0:
        return [p for s in found for p in fire_plans(g, s)]
    rows = [p for s in found for p in fire_plans(g, s, only_best=True)]
    rows.sort(key=lambda p: (-p["best"], -round(p["measure"]["probability"], 9), p["at"]))
    for n, row in enumerate(rows):
        row["best"] = row["best"] and n == 0
    return rows


def _only(g: State, scene: Scene, units: tuple[str, ...]) -> Scene:
    rest = tuple((i, "not chosen", "") for i in scene.pool if i not in units)
    pool = tuple(i for i in scene.pool if i in units)
    return replace(scene, pool=pool, others=(*rest, *scene.others), short=scene.short and bool(pool))


def _targets(g: State, ids: Iterable[str], kind: str) -> list[int]:
    return targets_for(g, list(ids), kind)


def _others(g: State, ids: Iterable[str], pool: tuple[str, ...], target: int, kind: str) -> Bars:
    """Why those outside the pool cannot fire."""
    out = []
    for id in ids:
        if id not in pool:
            bar = AWAY if g.at(id) < 0 else fire_bar(g, id, target, kind) or weak_bar(g, id, target, kind)
            if bar is not None:
                out.append((id, bar.text, bar.cite))
    return tuple(out)


def _named(ids: Iterable[str], reason: Reason) -> Bars:
    return tuple((i, reason.text, reason.cite) for i in ids)


def _step(g: State, frame: FireStep) -> list[Scene]:
    members = (frame.unit,) if isinstance(frame, CavalryFire) else g.brigade(frame.side, frame.brigade)
    brigade = [i for i in members if g.at(i) >= 0]
    guns = [i for i in brigade if g.counter(i).arm == "artillery"]
    fired = [i for i in brigade if i in frame.fired]
    ready = [i for i in frame._ready(g) if i not in guns]
    apart = [i for i in brigade if i not in guns and i not in fired and i not in ready]
    out = []
    for target in _targets(g, ready, "step"):
        pool = able(g, ready, target, "step")
        others = (*_others(g, ready, pool, target, "step"), *_named(fired, FIRED), *_named(guns, GUNS))
        others += _named(apart, APART)
        out.append(Scene("step", target, pool, others=others))
    return out


def _guns(g: State, ready: list[str], before: str) -> list[Scene]:
    out = []
    for target in _targets(g, ready, "artillery"):
        pool = able(g, ready, target, "artillery")
        out.append(Scene("artillery", target, pool, before=before, others=_others(g, ready, pool, target, "artillery")))
    return out


def _phase(g: State, side: int) -> list[Scene]:
    """The guns of every hex that has not acted; those of other hexes are others."""
    guns = [i for i in g.on_map(side) if g.counter(i).arm == "artillery"]
    acted = _named([i for i in guns if i in g.acted], ACTED)
    out = []
    for hex in sorted({g.at(i) for i in guns if i not in g.acted}):
        here = guns_in(g, side, hex)
        rest = [i for i in guns if i not in g.acted and i not in here]
        for scene in _guns(g, here, f"artillery {g.hex_name(hex)}"):
            out.append(_with(scene, (*_others(g, rest, (), scene.target, "artillery"), *acted)))
    return [*out, *_riders(g, side)]


def _riders(g: State, side: int) -> list[Scene]:
    """The fires that could be opened by cavalry that acts in this phase and stands apart from guns."""
    out = []
    for id in g.on_map(side):
        hex = g.at(id)
        if rides_alone(g, id) and id not in g.acted and not guns_in(g, side, hex):
            for target in _targets(g, [id], "step"):
                out.append(Scene("step", target, able(g, [id], target, "step"), before=f"cavalry {g.hex_name(hex)}"))
    return out


def _with(scene: Scene, others: Bars) -> Scene:
    return replace(scene, others=(*scene.others, *others))


def _opportunity(g: State, frame: OpportunityFire) -> Scene:
    at = g.at(frame.unit)
    beside = g.enemies_beside(at, g.side(frame.unit))
    ready = [i for i in beside if i not in frame.fired and fire_bar(g, i, at, OPPORTUNITY) is None]
    pool = carried(g, ready, at, OPPORTUNITY)
    rest = [i for i in beside if i not in frame.fired]
    others = (*_others(g, rest, pool, at, OPPORTUNITY), *_named([i for i in beside if i in frame.fired], FIRED))
    if isinstance(frame, StackFire):
        return Scene(OPPORTUNITY, at, pool, others=others, struck=frame.along)
    return Scene(OPPORTUNITY, at, pool, mover=frame.unit, held=frame.retreating > 0, others=others)


def _planned(g: State, frame: PlanFire) -> list[Scene]:
    """A fire whose target is named already; where units are named too the plan is under way, and none is made."""
    if frame.group or frame.groups:
        return []
    single = frame.kind == FIREFIGHT
    return [
        Scene(
            frame.kind, frame.target, frame.pool, frame.support, frame.mover, frame.held, single=single,
            struck=frame.struck,
        )
    ]  # fmt: skip


def _firefight(g: State, frame: Firefight) -> list[Scene]:
    ask = g.ask
    assert isinstance(ask, Ask)
    if ask.kind == "firefight-answer":
        ids = list(g.in_hex(frame.target))
        pool = able(g, ids, frame.hex, FIREFIGHT)
        return [Scene(FIREFIGHT, frame.hex, pool, single=True, others=_others(g, ids, pool, frame.hex, FIREFIGHT))]
    out = []
    for hex, target in firefight_pairs(g, frame.side):
        ids = [i for i in g.in_hex(hex) if g.counter(i).arm == "infantry"]
        pool = able(g, ids, target, FIREFIGHT)
        before = f"fire from {g.hex_name(hex)} at {g.hex_name(target)}"
        others = _others(g, ids, pool, target, FIREFIGHT)
        out.append(Scene(FIREFIGHT, target, pool, before=before, short=len(pool) == 1, single=True, others=others))
    return out


FIRING: tuple[type[Procedure], ...] = (
    FireStep, LimitedFireStep, CavalryFire, ArtilleryPhase, ArtilleryHex, OpportunityFire, StackFire, PlanFire,
    Firefight,
)  # fmt: skip
"""The steps that open fires."""
FIRES: dict[type[Procedure], Planner] = dict.fromkeys(FIRING, fire_planner)
"""The functions that make their plans."""
