"""Fire plans: for a hex, who can fire at it, in which groups, with which chances; the best way first.

Ways are compared by the chance that a step is lost or the hex is emptied; among equals the fewest fires win. A fire
that its shifts take left of column C comes to nothing: a way with one is never the best.
"""

from __future__ import annotations

from typing import Any

import msgspec

from vedette.engine.plan import DEFENCE, FIRE, plan
from vedette.engine.rulebook import Aim
from vedette.engine.shapes import Chance, Plan
from vedette.engine.words import percent
from vedette.rules.blind_swords.assist.plans.groupings import MIXED, Groups, groupings, volleys_of
from vedette.rules.blind_swords.assist.plans.outcomes import fire_odds
from vedette.rules.blind_swords.assist.plans.volleys import Chances, Shot, Volleys
from vedette.rules.blind_swords.chapters.fire_shifts import NONE, FirePlan, beyond, marked, usual_hexside
from vedette.rules.blind_swords.chapters.range import DEFENSIVE, enough
from vedette.rules.blind_swords.state import State

Bars = tuple[tuple[str, str, str], ...]
"""(unit, why it cannot, case)."""

MEASURE = "step lost or hex emptied"
ALONE = "alone"


class Scene(msgspec.Struct, frozen=True):
    """Who may fire at what, and how the answer is given."""

    kind: str
    target: int
    pool: tuple[str, ...]
    support: tuple[str, ...] = ()
    mover: str = ""
    held: bool = False
    before: str = ""
    """What must be answered first, as the beginning of the gesture."""
    short: bool = False
    """The fire follows by itself from what is answered first, since only one unit can fire."""
    single: bool = False
    """One fire is all there is, or fires that are announced together."""
    others: Bars = ()
    """The units that cannot fire."""
    struck: tuple[str, ...] = ()
    """The only units of the hex that can be struck; empty where all can."""


class Way(msgspec.Struct, frozen=True):
    """One distribution of the fire, with what it comes to."""

    title: str
    volleys: tuple[Groups, ...]
    shots: tuple[Shot, ...]
    aims: tuple[tuple[Aim, int], ...]
    alone: tuple[Chances, ...]
    """The chances of each fire as if it were the first."""
    chances: Chances
    primaries: tuple[int, ...] = ()
    """The hexside that the target's owner is taken to call primary, of each volley that converges (SS-12.4-3)."""

    @property
    def lost(self) -> tuple[Shot, ...]:
        """The fires that come to nothing."""
        return tuple(s for s, (_, column) in zip(self.shots, self.aims, strict=True) if column < 0)


def ways(g: State, scene: Scene, thorough: bool = True) -> list[Way]:
    """Every way that is worth showing, the best first. The state is one without hands."""
    field = Volleys(g, (scene.target,))
    found: dict[frozenset[frozenset[str]], Draft] = {}
    for title, parts in groupings(g, scene.pool, scene.kind, scene.target, thorough):
        groups = tuple(x for x in parts if enough(g, x, scene.target, scene.kind, scene.support))
        if not groups:
            continue
        draft = _draft(field, scene, title, groups)
        _keep(found, draft)
        lost = {s.plan.firers for s in draft.shots if field.column(s)[1] < 0}
        if lost and len(lost) < len(groups):
            _keep(found, _draft(field, scene, title, tuple(x for x in groups if x not in lost)))
    if scene.single:
        _one_announcement(field, scene, found)
    ranked = sorted(found.values(), key=lambda d: d.rank(field), reverse=True)
    return [_way(field, d) for n, d in enumerate(ranked) if n == 0 or d.title != MIXED]


class Draft(msgspec.Struct, frozen=True):
    """A distribution before all of its chances are known."""

    title: str
    volleys: tuple[Groups, ...]
    shots: tuple[Shot, ...]
    primaries: tuple[int, ...] = ()

    def rank(self, field: Volleys) -> tuple[float, ...]:
        columns = [field.column(s)[1] for s in self.shots]
        return (min(columns) >= 0, round(field.worth(self.shots), 9), -len(self.shots), sum(columns))


def _one_announcement(field: Volleys, scene: Scene, found: dict[frozenset[frozenset[str]], Draft]) -> None:
    """What can be announced at once, of every way."""
    for key, draft in list(found.items()):
        if len(draft.volleys) > 1:
            del found[key]
            for volley in draft.volleys:
                _keep(found, _draft(field, scene, draft.title, volley))


def _keep(found: dict[frozenset[frozenset[str]], Draft], draft: Draft) -> None:
    found.setdefault(frozenset(frozenset(s.plan.firers) for s in draft.shots), draft)


def _draft(field: Volleys, scene: Scene, title: str, groups: Groups) -> Draft:
    """The strongest fire first, those that flank or converge announced together."""
    g = field.g
    strongest = sorted(groups, key=lambda x: -field.column(_shot(scene, _fire(scene, x)))[1])
    volleys = tuple(volleys_of(g, scene.target, tuple(strongest)))
    shots: list[Shot] = []
    primaries = []
    for volley in volleys:
        fires = tuple(_fire(scene, group) for group in volley)
        primary = usual_hexside(g, fires, scene.mover, scene.struck) if len(fires) > 1 else NONE
        primaries += [primary] if primary != NONE else []
        shots += [_shot(scene, fire) for fire in marked(g, fires, primary)]
    return Draft(title if len(scene.pool) > 1 else ALONE, volleys, tuple(shots), tuple(primaries))


def _way(field: Volleys, draft: Draft) -> Way:
    aims = tuple(field.column(s)[:2] for s in draft.shots)
    alone = tuple(field.chances((s,)) for s in draft.shots)
    return Way(draft.title, draft.volleys, draft.shots, aims, alone, field.chances(draft.shots), draft.primaries)


def _fire(scene: Scene, group: tuple[str, ...]) -> FirePlan:
    return FirePlan(scene.kind, scene.target, group, tuple(i for i in group if i in scene.support))


def _shot(scene: Scene, fire: FirePlan) -> Shot:
    return Shot(fire, scene.mover, scene.held, scene.struck)


def fire_plans(g: State, scene: Scene, only_best: bool = False) -> list[Plan]:
    """The ways as plans; with `only_best` the one that is proposed."""
    found = ways(g, scene, thorough=not only_best) if scene.pool else []
    best = next((w for w in found if not w.lost), None)
    if only_best:
        found = [best or found[0]] if found else []
    return [shown(g, scene, w, w is best, not only_best) for w in found]


def shown(g: State, scene: Scene, way: Way, best: bool, in_full: bool = False) -> Plan:
    """A way as a plan; in full the proposed one, where it is one fire, has the odds of the rules played through."""
    firing = [i for s in way.shots for i in s.plan.firers]
    idle = [(i, "left out of this plan", "") for i in scene.pool if i not in firing]
    others = (*idle, *scene.others)
    return plan(
        DEFENCE if scene.kind == DEFENSIVE else FIRE,
        way.title,
        text_of(g, scene, way),
        at=g.hex_name(scene.target),
        units=firing,
        others=[{"unit": i, "why": why, "cite": cite} for i, why, cite in others],
        headline=f"{'; '.join(fire_words(s, a) for s, (a, _) in zip(way.shots, way.aims, strict=True))}: "
        + chance_words(way.chances, len(way.shots)),
        shifts=[row for s, (a, _) in zip(way.shots, way.aims, strict=True) for row in shift_rows(s, a)],
        chances=chance_rows(way.chances, bool(scene.mover)),
        odds=_odds(g, scene, way.shots[0]) if in_full and best and len(way.shots) == 1 else None,
        best=best,
        warning=warning_of(way),
        cite="KT-12.1e-1",
        fires=[fire_row(g, s, a, c) for s, (a, _), c in zip(way.shots, way.aims, way.alone, strict=True)],
        assumed=assumed(g, way),
        measure={"name": MEASURE, "probability": way.chances.worth},
        exact=way.chances.exact,
    )


def assumed(g: State, way: Way) -> list[dict[str, str]]:
    """What the chances take for granted: the hexside that the owner of the target calls primary."""
    hexes = (g.hex_name(beyond(g, way.shots[0].plan.target, side)) for side in way.primaries)
    return [{"kind": "primary-hexside", "answer": f"primary hexside {hex}", "cite": "SS-12.4-3"} for hex in hexes]


def _odds(g: State, scene: Scene, shot: Shot) -> dict[str, Any]:
    return fire_odds(g, g.side(shot.plan.firers[0]), shot.plan, scene.mover, scene.held, scene.struck)


def text_of(g: State, scene: Scene, way: Way) -> str:
    hex = g.hex_name(scene.target)
    parts = [scene.before] if scene.before else []
    if not scene.short:
        parts += [f"{', '.join(' + '.join(group) for group in volley)} fire at {hex}" for volley in way.volleys]
    return "; ".join(parts)


def fire_words(shot: Shot, aim: Aim) -> str:
    """ "7 OH-a + 7 OH-b, 12 SP, 10-12, stone wall -2, flanking fire +1 = 8-9"."""
    return f"{' + '.join(shot.plan.firers)}, {aim_words(aim)}"


def aim_words(aim: Aim) -> str:
    """ "12 SP, 10-12, stone wall -2, flanking fire +1 = 8-9"."""
    used = "".join(f", {name} {columns:+d}" for name, columns, _, on in aim.shifts if on)
    final = "left of C" if aim.final == "none" else aim.final
    end = f" = {final}" if final != aim.base else ""
    return f"{aim.strength} SP, {aim.base}{used}{end}"


def chance_words(chances: Chances, fires: int) -> str:
    """ "test 50 %, step 20 %, retreat 20 %, emptied 20 %"."""
    test = "test" if fires == 1 else "at least one test"
    rows = ((test, chances.test), ("step", chances.step), ("retreat", chances.back), ("emptied", chances.emptied))
    return ", ".join(f"{name} {percent(p)}" for name, p in rows)


def chance_rows(chances: Chances, alone: bool = False) -> list[Chance]:
    """The chances by name."""
    rows = (
        ("at least one test", chances.test),
        ("step lost", chances.step),
        ("retreat", chances.back),
        ("driven off" if alone else "hex emptied", chances.emptied),
    )
    return [{"name": name, "probability": p} for name, p in rows if not (alone and name == "driven off")]


def shift_rows(shot: Shot, aim: Aim) -> list[dict[str, Any]]:
    """Every shift of a fire, used or not, with the fire it belongs to."""
    fire = " + ".join(shot.plan.firers)
    return [{"name": n, "columns": c, "cite": cite, "applied": on, "fire": fire} for n, c, cite, on in aim.shifts]


def fire_row(g: State, shot: Shot, aim: Aim, alone: Chances) -> dict[str, Any]:
    """One fire of a plan, and what it would come to if it were the first."""
    return {
        "units": list(shot.plan.firers),
        "at": g.hex_name(shot.plan.target),
        "headline": fire_words(shot, aim),
        "strength": aim.strength,
        "column": {"base": aim.base, "final": aim.final},
        "flank": shot.plan.flank,
        "chances": chance_rows(alone, bool(shot.mover)),
    }


def warning_of(way: Way) -> str | None:
    """What is wrong with a way, if anything."""
    if not way.lost:
        return None
    return "; ".join(f"{' + '.join(s.plan.firers)}: shifted left of column C, the fire is lost" for s in way.lost)
