"""Fire plans: for a hex who fires at it, in which fires, on which column, with which chances; the best way first.

A hex is fired at once by small arms and once by artillery in a phase (SW-10.33), so a way is one fire of each at most.
Ways are compared by what they cost the enemy, and by who of the firers may run out of ammunition.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from vedette.engine.plan import FIRE, plan
from vedette.engine.procedure import Procedure
from vedette.engine.rulebook import Aim
from vedette.engine.shapes import Chance, Plan
from vedette.engine.words import percent
from vedette.rules.great_battles.assist.plans.outcomes import BUDGET, SMALL, Played, harm_to, opened, played, rows
from vedette.rules.great_battles.chapters.columns import Shot, aim, column, unfired
from vedette.rules.great_battles.chapters.fire import FirePhase, Volley, arm_of, fire_bar, firers, goals
from vedette.rules.great_battles.chapters.formations import faces
from vedette.rules.great_battles.chapters.losses import ARTILLERY, SMALL_ARMS, targets
from vedette.rules.great_battles.chapters.overshoot import Overshoot, may_overshoot
from vedette.rules.great_battles.state import State

Shots = tuple[Shot, ...]
MEASURE = "loss, pin or rout"
ALL, FEWEST, BOTH = "all who can", "the fewest for the same column", "small arms, then artillery"
NAMES = {SMALL_ARMS: "small arms", ARTILLERY: "artillery"}
NEAR = 6
"""Within this range those who do not fire are named with the reason."""


class Chances(msgspec.Struct, frozen=True):
    """What a way to fire comes to."""

    any: float
    """Something happens to the enemy: a loss, a pin, a rout."""
    loss: float
    pinned: float
    routed: float
    emptied: float
    leader: float
    dry: float
    """A unit that fires runs out of ammunition."""
    points: float
    """Points that the enemy loses, on average."""
    exact: bool

    @property
    def worth(self) -> float:
        """What it is worth, in points."""
        return self.points + self.routed + self.pinned / 2 - self.dry


class Way(msgspec.Struct, frozen=True):
    """One way to fire at a hex."""

    title: str
    hex: int
    fires: tuple[Shots, ...]
    chances: Chances


# -- chances -----------------------------------------------------------------------------------------------------


def ends_of(g: State, side: int, hex: int, fires: Sequence[Shots], budget: int = BUDGET) -> Played:
    """Every outcome of fires one after the other, and then of the checks for rout (SW-10.31-4)."""
    return played(g, [(FirePhase(side), "checks"), *(opened(_fire(g, side, hex, s)) for s in reversed(fires))],
                  budget=budget)  # fmt: skip


def _fire(g: State, side: int, hex: int, shots: Shots) -> Procedure:
    """One of the fires as the phase would carry it out."""
    arm = arm_of(g, shots[0].unit)
    if arm == ARTILLERY and may_overshoot(g, shots, hex):
        return Overshoot(side, hex, shots)
    return Volley(side, hex, arm, shots)


def chances_of(g: State, side: int, hex: int, fires: Sequence[Shots], budget: int = BUDGET) -> Chances:
    """What these fires come to."""
    found = ends_of(g, side, hex, fires, budget)
    theirs = g.in_hex(hex, 1 - side)
    firing = [s.unit for shots in fires for s in shots]
    sums = dict.fromkeys(("any", "loss", "pinned", "routed", "emptied", "leader", "dry", "points"), 0.0)
    for end, p in found.ends:
        harm = harm_to(g, end, theirs)
        dry = any(end.units[i].depleted and not g.units[i].depleted for i in firing)
        told = {
            "any": harm.points > 0 or harm.pinned or harm.routed, "loss": harm.points > 0, "pinned": harm.pinned,
            "routed": harm.routed, "emptied": not any(end.at(i) == hex for i in theirs), "leader": harm.leader,
            "dry": dry, "points": harm.points,
        }  # fmt: skip
        for name, value in told.items():
            sums[name] += p * value
    return Chances(**sums, exact=found.exact)


# -- the ways ----------------------------------------------------------------------------------------------------


def whole(g: State, ids: Sequence[str]) -> Shots:
    """All the points that these have left to fire."""
    return tuple(Shot(id, unfired(g, id)) for id in ids)


def met(g: State, side: int, hex: int, shots: Shots) -> tuple[str, ...]:
    """Whom a fire strikes."""
    near = min(g.setting.grid.distance(g.at(s.unit), hex) for s in shots)
    return targets(g, hex, 1 - side, arm_of(g, shots[0].unit), near)


def fewest(g: State, side: int, hex: int, shots: Shots) -> Shots:
    """The fewest that reach the same column at the fire's first target, the weakest left out first."""
    goal = met(g, side, hex, shots)[0]
    wanted = column(g, shots, hex, goal).final
    kept = shots
    for shot in sorted(shots, key=lambda s: (s.points, s.unit)):
        rest = tuple(s for s in kept if s != shot)
        if rest and met(g, side, hex, rest)[:1] == (goal,) and column(g, rest, hex, goal).final >= wanted:
            kept = rest
    return kept


def pools(g: State, side: int, hex: int, units: Sequence[str] = ()) -> dict[str, Shots]:
    """Who can fire at a hex, by arm."""
    able = [i for i in firers(g, side, hex) if not units or i in units]
    found = {arm: whole(g, [i for i in able if arm_of(g, i) == arm]) for arm in (SMALL_ARMS, ARTILLERY)}
    return {arm: shots for arm, shots in found.items() if shots and met(g, side, hex, shots)}


def ways(g: State, side: int, hex: int, units: Sequence[str] = (), begun: Shots = ()) -> list[Way]:
    """Every way that is worth showing, the best first."""
    named: list[tuple[str, tuple[Shots, ...]]] = []
    if begun:
        arm = arm_of(g, begun[0].unit)
        more = [i for i in firers(g, side, hex, begun) if not units or i in units]
        named = [("as it is", (begun,)), (ALL, ((*begun, *whole(g, more)),))]
        found: dict[str, Shots] = {arm: begun}
    else:
        found = pools(g, side, hex, units)
        if len(found) == 2:
            named.append((BOTH, tuple(found.values())))
        named += [(NAMES[arm] if len(found) > 1 else ALL, (shots,)) for arm, shots in found.items()]
        named += [(FEWEST, (fewest(g, side, hex, shots),)) for shots in found.values()]
    seen: dict[tuple[Shots, ...], str] = {}
    for title, fires in named:
        seen.setdefault(fires, title)
    made = [Way(title, hex, fires, chances_of(g, side, hex, fires)) for fires, title in seen.items()]
    return sorted(made, key=lambda w: (-round(w.chances.worth, 6), sum(map(len, w.fires))))


def best_way(g: State, side: int, hex: int, units: Sequence[str] = ()) -> Way | None:
    """All that can fire at a hex, for an overview."""
    found = tuple(pools(g, side, hex, units).values())
    return Way(ALL if len(found) == 1 else BOTH, hex, found, chances_of(g, side, hex, found, SMALL)) if found else None


# -- what is said of them ----------------------------------------------------------------------------------------


def fire_planner(g: State, seat: str, at: int, units: tuple[str, ...]) -> list[Plan]:
    """The plans of a hex, or the best one of every hex that can be fired at."""
    top = g.stack[-1][0]
    assert isinstance(top, FirePhase)
    if top.hex >= 0:
        if at not in (-1, top.hex):
            return []
        found = ways(g, top.side, top.hex, units, top.shots)
        return [shown(g, top.side, way, n == 0, top.shots) for n, way in enumerate(found)]
    if at >= 0:
        return [shown(g, top.side, way, n == 0) for n, way in enumerate(ways(g, top.side, at, units))]
    best = [way for hex in goals(g, top.side) if (way := best_way(g, top.side, hex, units))]
    best.sort(key=lambda w: (-round(w.chances.worth, 6), w.hex))
    return [shown(g, top.side, way, n == 0) for n, way in enumerate(best)]


def shown(g: State, side: int, way: Way, best: bool, begun: Shots = ()) -> Plan:
    """A way as a plan."""
    c = way.chances
    aims = [(shots, *aim_of(g, side, way.hex, shots)) for shots in way.fires]
    return plan(
        FIRE,
        way.title,
        text_of(g, way, begun),
        at=g.hex_name(way.hex),
        units=[s.unit for shots in way.fires for s in shots],
        others=list(others(g, side, way)),
        headline=f"{'; '.join(fire_words(g, side, way.hex, *row) for row in aims)}: {chance_words(c)}",
        shifts=[row for shots, goal, found in aims for row in shift_rows(g, way.hex, shots, goal, found)],
        chances=chance_rows(c),
        best=best,
        warning=warning_of(g, way),
        cite="SW-10.0-3",
        fires=[_fire_row(g, side, way, *row) for row in aims],
        measure={"name": MEASURE, "probability": c.any},
        expected={"defender": round(c.points, 4)},
        exact=c.exact,
    )


def aim_of(g: State, side: int, hex: int, shots: Shots) -> tuple[str, Aim]:
    """The first whom a fire strikes, and its column there."""
    goal = met(g, side, hex, shots)[0]
    return goal, aim(g, column(g, shots, hex, goal))


def text_of(g: State, way: Way, begun: Shots = ()) -> str:
    hex = g.hex_name(way.hex)
    if begun:
        taken = {s.unit for s in begun}
        return "; ".join([*(f"add {_named(g, s)}" for s in way.fires[0] if s.unit not in taken), "fire"])
    return "; ".join(f"{' + '.join(_named(g, s) for s in shots)} fire at {hex}" for shots in way.fires)


def _named(g: State, shot: Shot) -> str:
    return shot.unit if shot.points == unfired(g, shot.unit) else f"{shot.unit} with {shot.points}"


def fire_words(g: State, side: int, hex: int, shots: Shots, goal: str, found: Aim) -> str:
    """ "5 VA + 42 VA at 14 IN: strength 6, 6-8, woods -1 = 3-5"."""
    who = " + ".join(_named(g, s) for s in shots)
    return f"{who} at {goal}{also_words(g, side, hex, shots)}: {aim_words(found)}"


def also_words(g: State, side: int, hex: int, shots: Shots) -> str:
    """Whom a fire strikes besides the first: " and 2 VA, a die each"."""
    also = met(g, side, hex, shots)[1:]
    return f" and {', '.join(also)}, a die each" if also else ""


def aim_words(found: Aim) -> str:
    """ "strength 6, 6-8, woods -1 = 3-5"."""
    used = "".join(f", {name} {by:+d}" for name, by, _, on in found.shifts if on)
    return f"strength {found.strength}, {found.base}{used}" + (f" = {found.final}" if used else "")


def chance_words(c: Chances) -> str:
    """ "loss 50 %, pin 17 %, rout 20 %, 0.67 points"."""
    named = (
        ("loss", c.loss),
        ("pin", c.pinned),
        ("rout", c.routed),
        ("leader lost", c.leader),
        ("ammunition out", c.dry),
    )
    told = ", ".join(f"{name} {percent(p)}" for name, p in named if p or name == "loss")
    return f"{told}, {c.points:.2f} points"


def chance_rows(c: Chances) -> list[Chance]:
    """The chances by name."""
    return rows((
        ("loss", c.loss), ("pinned", c.pinned), ("routed", c.routed), ("hex emptied", c.emptied),
        ("leader lost", c.leader), ("a firer runs out of ammunition", c.dry),
    ))  # fmt: skip


def shift_rows(g: State, hex: int, shots: Shots, goal: str, found: Aim) -> list[dict[str, Any]]:
    """Every adjustment of a fire, used or not, with the fire it belongs to."""
    fire = " + ".join(s.unit for s in shots)
    every = (*found.shifts, *unused(g, hex, goal, found))
    return [{"name": n, "columns": by, "cite": cite, "applied": on, "fire": fire} for n, by, cite, on in every]


def unused(g: State, hex: int, goal: str, found: Aim) -> Iterator[tuple[str, int, str, bool]]:
    """What would help but does not: hexsides that no fire crosses, a flank that nobody has."""
    names = {name for name, *_ in found.shifts}
    around = g.setting.grid.neighbours[hex]
    words = {w for a in around for w in g.setting.board.crossing.get((a, hex), ())}
    for word, name, cite in (("ridge", "ridge", "SW-10.42-1"), ("crest up", "crest", "SW-10.42-2"),
                             ("stone wall", "stone wall", "SW-10.44")):  # fmt: skip
        if word in words and name not in names and not (name == "crest" and "ridge" in names):
            yield f"{name}: no fire comes over it", g.setting.grounds[word].fire, cite, False
    if "enfilade" not in names and faces(g, goal):
        yield "enfilade: the fire comes from its front", 1, "SW-7.22-2", False


def _fire_row(g: State, side: int, way: Way, shots: Shots, goal: str, found: Aim) -> dict[str, Any]:
    """One fire of a way, and what it would come to if it were the first."""
    alone = way.chances if len(way.fires) == 1 else chances_of(g, side, way.hex, (shots,), SMALL)
    return {
        "units": [s.unit for s in shots],
        "at": g.hex_name(way.hex),
        "headline": fire_words(g, side, way.hex, shots, goal, found),
        "note": f"at {goal}{also_words(g, side, way.hex, shots)}",
        "strength": found.strength,
        "column": {"base": found.base, "final": found.final},
        "chances": chance_rows(alone),
    }


def warning_of(g: State, way: Way) -> str | None:
    """What a way binds its firers to, and rounds that run low."""
    parts = []
    if g.phase == "offensive-fire" and any(not g.counter(s.unit).gun for shots in way.fires for s in shots):
        parts.append("small arms that fire here can attack nobody else in melee (SW 13.2)")
    low = [s.unit for shots in way.fires for s in shots if g.counter(s.unit).gun and g.units[s.unit].rounds == 1]
    parts += [f"the last round of {', '.join(low)}"] if low else []
    return "; ".join(parts) or None


def others(g: State, side: int, way: Way) -> Iterator[dict[str, str]]:
    """Units near the hex that take no part, and why."""
    taking = {s.unit for shots in way.fires for s in shots}
    for id in g.on_map(side):
        if id in taking or g.counter(id).leader or g.setting.grid.distance(g.at(id), way.hex) > NEAR:
            continue
        bar = fire_bar(g, id, way.hex)
        yield {"unit": id, "why": bar.text if bar else "left out of this way", "cite": bar.cite if bar else ""}
