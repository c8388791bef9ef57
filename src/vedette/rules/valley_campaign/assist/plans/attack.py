"""Attack plans for an enemy hex: who attacks, on which column, with what chances, and what had better come first.

Ways are compared by the chance that the hex is emptied, then by their cost and by how few units take part.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from vedette.engine.odds import explored
from vedette.engine.plan import ASSAULT, plan, scale
from vedette.engine.procedure import Ask
from vedette.engine.shapes import Chance, Plan
from vedette.rules.common.assist.gestures import names
from vedette.rules.common.assist.losses import leader_words
from vedette.rules.valley_campaign.assist.plans.outcomes import (
    Chances,
    Deed,
    attacks,
    bombards,
    chances_of,
    played,
    results,
)
from vedette.rules.valley_campaign.chapters.bombardment import chances as shot_chances
from vedette.rules.valley_campaign.chapters.bombardment import target_bar, targets
from vedette.rules.valley_campaign.chapters.combat import GO, Attack, attack_bar, attackers_of, targets_of
from vedette.rules.valley_campaign.chapters.deeds import take_off
from vedette.rules.valley_campaign.chapters.leaders import CHAIN, attack_shift
from vedette.rules.valley_campaign.chapters.odds import Column, attack_leaders, odds_of
from vedette.rules.valley_campaign.charts import COLUMNS
from vedette.rules.valley_campaign.state import EXITED, State

EMPTIED = "the hex is emptied"
ALL, FEWEST = "all who can attack", "the fewest for the same column"
GUNS = 2
"""The most guns that bombard before an attack in a plan."""
Shot = tuple[str, str]
"""A gun and its target."""


class Way(msgspec.Struct, frozen=True):
    """One way to attack a hex."""

    title: str
    hex: int
    group: tuple[str, ...]
    shots: tuple[Shot, ...]
    """The bombardments before it."""
    column: Column | None
    """None for bombardments alone."""
    chances: Chances

    @property
    def rank(self) -> tuple[float, float, float, int]:
        """What ways are ranked by; the lowest is the best."""
        c = self.chances
        worth = c.emptied + (c.hurt_steps - c.lost_steps) / 8
        return (-round(worth, 9), round(c.lost_steps, 9), round(c.beaten, 9), len(self.group) + len(self.shots))


# -- the ways ----------------------------------------------------------------------------------------------------


def fewest(g: State, group: Sequence[str], hex: int) -> tuple[str, ...]:
    """As few of a group as still reach the same column; guns are left out first, then the weak."""
    wanted = odds_of(g, group, hex).final
    kept = list(group)
    for id in sorted(group, key=lambda i: (not g.counter(i).gun, g.strength(i), g.counter(i).order)):
        rest = [i for i in kept if i != id]
        if rest and odds_of(g, rest, hex).final >= wanted:
            kept = rest
    return tuple(kept)


def shots_at(g: State, side: int, hex: int, units: Sequence[str]) -> tuple[Shot, ...]:
    """The guns with the best chances against the strongest unit in a hex, as many as a plan takes."""
    found = []
    for gun in g.on_map(side):
        if not g.counter(gun).gun or (units and gun not in units):
            continue
        here = [t for t in targets(g, gun) if g.at(t) == hex and not g.counter(t).leader]
        if here:
            target = max(here, key=lambda t: (g.counter(t).combat_unit, g.strength(t)))
            hits = shot_chances(g, gun, target).hits
            if hits:
                found.append((-hits, g.counter(gun).order, gun, target))
    return tuple((gun, target) for _, _, gun, target in sorted(found)[:GUNS])


def ways(g: State, side: int, hex: int, units: Sequence[str] = (), begun: Sequence[str] = ()) -> list[Way]:
    """Every way worth showing, the best first."""
    pool = tuple(i for i in attackers_of(g, side, hex) if not units or i in units or i in begun)
    troops = tuple(i for i in pool if not g.counter(i).gun)
    shots = () if begun else shots_at(g, side, hex, units)
    named: list[tuple[str, tuple[str, ...], tuple[Shot, ...]]] = []
    if pool:
        least = tuple(i for i in pool if i in begun or i in fewest(g, pool, hex))
        named += [(FEWEST, least, ()), (ALL, pool, ())]
    if troops and len(troops) < len(pool):
        named.append(("without guns", troops, ()))
    if shots:
        fired = tuple(i for i in (fewest(g, troops, hex) if troops else ()) if i not in dict(shots))
        named.append(("guns first" if fired else "bombardment alone", fired, shots))
    hexes = list(dict.fromkeys(g.at(i) for i in pool))
    if len(hexes) > 1 and not begun:
        named += [(f"only from {g.hex_name(h)}", tuple(i for i in pool if g.at(i) == h), ()) for h in hexes]
    seen: dict[tuple[tuple[str, ...], tuple[Shot, ...]], str] = {}
    for title, group, fire in named:
        seen.setdefault((group, fire), ALL if group == pool and not fire else title)
    return sorted((way_of(g, side, title, hex, *key) for key, title in seen.items()), key=lambda w: w.rank)


def way_of(g: State, side: int, title: str, hex: int, group: tuple[str, ...], shots: tuple[Shot, ...]) -> Way:
    """A way to attack a hex with its chances."""
    deeds: list[Deed] = [bombards(*shot) for shot in shots]
    if group:
        deeds.append(attacks(side, hex, group))
    column = odds_of(g, group, hex) if group else None
    found = chances_of(g, side, hex, group, played(g, deeds))
    return Way(title, hex, group, shots, column, found)


def best_way(g: State, side: int, hex: int, units: Sequence[str] = ()) -> Way | None:
    """The best attack without a bombardment before it, for an overview."""
    pool = tuple(i for i in attackers_of(g, side, hex) if not units or i in units)
    if pool:
        return way_of(g, side, FEWEST, hex, fewest(g, pool, hex), ())
    shots = shots_at(g, side, hex, units)
    return way_of(g, side, "bombardment alone", hex, (), shots) if shots else None


# -- what is said of them ----------------------------------------------------------------------------------------


def attack_planner(g: State, seat: str, at: int, units: tuple[str, ...]) -> list[Plan]:
    """The plans for a hex, or the best one for every hex that can be attacked or bombarded."""
    ask = g.ask
    assert isinstance(ask, Ask)
    top = g.stack[-1][0]
    side = g.player
    if isinstance(top, Attack):
        if ask.kind != "attackers" or at not in (-1, top.hex):
            return []
        found = ways(g, side, top.hex, units, top.units)
        return [shown(g, side, way, n == 0, units, top) for n, way in enumerate(found)]
    if ask.kind != "attack":
        return []
    if at >= 0:
        return [shown(g, side, way, n == 0, units, in_full=True) for n, way in enumerate(ways(g, side, at, units))]
    spots = {c.hex for c in ask.options if c.kind in ("attack", "bombard")}
    best = [way for hex in sorted(spots) if (way := best_way(g, side, hex, units)) is not None]
    best.sort(key=lambda w: (w.rank, w.hex))
    return [shown(g, side, way, n == 0, units) for n, way in enumerate(best)]


def shown(
    g: State, side: int, way: Way, best: bool, units: Sequence[str], begun: Attack | None = None, in_full: bool = False
) -> Plan:
    """A way as a plan."""
    hex, column = g.hex_name(way.hex), way.column
    guns = tuple(gun for gun, _ in way.shots)
    counted = in_full and best and way.group and not way.shots
    return plan(
        ASSAULT,
        way.title,
        "; ".join(texts(g, way, begun)),
        at=hex,
        units=(*guns, *way.group),
        others=list(others(g, side, way)),
        headline=headline(g, way),
        shifts=[
            {"name": s.name, "columns": s.columns, "cite": s.cite, "applied": s.used} for s in column.shifts
        ] if column else [],
        chances=rows(way.chances),
        odds=explored(results, g, Attack(side, way.hex, way.group), {}) if counted else None,
        best=best,
        warning="; ".join(warnings(g, side, way)) or None,
        cite="JV-6.1-1" if way.group else "JV-7.1-1",
        deed="Attack" if way.group else "Bombard",
        column={"base": column.ratio, "final": COLUMNS[column.final]} if column else None,
        scale=scale(COLUMNS, column.base, column.final) if column else None,
        strength=f"{column.attack}:{column.defence}" if column else None,
        measure={"name": EMPTIED, "probability": way.chances.emptied},
        expected={"defender": round(way.chances.hurt_steps, 4), "attacker": round(way.chances.lost_steps, 4)},
        exact=True,
    )  # fmt: skip


def texts(g: State, way: Way, begun: Attack | None) -> Iterator[str]:
    """The gestures of a way: bombardments, the attack, and which leader lends his columns if that is asked."""
    if begun is not None:
        yield from (f"add {id}" for id in way.group if id not in begun.units)
        yield g.text_of(GO)
    else:
        yield from (f"{gun} bombard {target}" for gun, target in way.shots)
        if way.group:
            yield f"{' + '.join(way.group)} attack {g.hex_name(way.hex)}"
    able = attack_leaders(g, way.group, way.hex) if way.group else ()
    if len(able) > 1:
        yield f"use {able[0]}"


def headline(g: State, way: Way) -> str:
    """ "2 VA + 4 VA, 7:2 = 3:1, slope up -1, Jackson +2, column 4:1; steps lost 0.33, by them 0.67"."""
    shots = [f"{gun} bombards {target}, hits on {shot_chances(g, gun, target).hits} of 6" for gun, target in way.shots]
    if way.column is not None:
        shots.append(f"{' + '.join(way.group)}, {odds_words(way.column)}")
    c = way.chances
    told = f"steps lost {c.lost_steps:.2f}, by them {c.hurt_steps:.2f}"
    return "; ".join((", then ".join(shots), told, *leader_words(c.fallen, c.felled)))


def odds_words(column: Column) -> str:
    """ "7:2 = 3:1, slope up -1, column 2:1"."""
    used = "".join(f", {s.name} {s.columns:+d}" for s in column.shifts if s.used)
    strength = f"{column.attack}:{column.defence}"
    ratio = f"{strength} = {column.ratio}" if strength != column.ratio else strength
    return f"{ratio if column.defence else 'leaders alone'}{used}, column {COLUMNS[column.final]}"


def rows(c: Chances) -> list[Chance]:
    """The chances by name."""
    named = (
        (EMPTIED, c.emptied),
        ("defender loses a step", c.hurt),
        ("attacker loses a step", c.lost),
        ("attacker falls back", c.beaten),
        ("attacker loses a leader", c.fallen),
        ("defender loses a leader", c.felled),
    )
    return [{"name": name, "probability": p} for name, p in named if p or name == EMPTIED]


def others(g: State, side: int, way: Way) -> Iterator[dict[str, str]]:
    """Units near the hex that take no part, and why."""
    near = g.setting.grid.within(way.hex, 2)
    taking = {*way.group, *(gun for gun, _ in way.shots)}
    for id in g.on_map(side):
        if id in taking or g.counter(id).leader or not near >> g.at(id) & 1:
            continue
        bar = attack_bar(g, id, way.hex)
        gun = g.counter(id).gun and any(target_bar(g, id, t) is None for t in g.in_hex(way.hex))
        if bar is None or (gun and id not in g.fought):
            yield {"unit": id, "why": "left out of this way", "cite": ""}
        else:
            yield {"unit": id, "why": bar.text, "cite": bar.cite}


# -- what comes after --------------------------------------------------------------------------------------------


def warnings(g: State, side: int, way: Way) -> Iterator[str]:
    """Attacks that had better come first, since a leader's chain reaches them only by units of this one (JV-8.3-5)."""
    if not way.group:
        return
    without = g.fork()
    for id in way.group:
        take_off(without, id, EXITED, "JV-8.3-5", "exited")
    for hex in targets_of(g, side):
        rest = tuple(i for i in attackers_of(g, side, hex) if i not in way.group) if hex != way.hex else ()
        if not rest:
            continue
        left = {shift.leader for shift in attack_shift(without, rest, hex)}
        for shift in attack_shift(g, rest, hex):
            if shift.way == CHAIN and shift.leader not in left:
                yield (
                    f"{names(list(rest))} could attack {g.hex_name(hex)} with {shift.leader}, whose chain leads over "
                    f"these units: begin there, at its far end (JV 8.3)"
                )
