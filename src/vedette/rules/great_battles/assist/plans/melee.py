"""Melee plans: who attacks a hex, with what difference made up of what parts, and with what chances.

Ways are compared by the chance that the hex is taken, then by what they cost.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

import msgspec

from vedette.engine.choice import DONE
from vedette.engine.plan import ASSAULT, plan, scale
from vedette.engine.procedure import Ask
from vedette.engine.shapes import Chance, Plan
from vedette.rules.common.assist.losses import leader_words
from vedette.rules.great_battles.assist.plans.outcomes import BUDGET, SMALL, bare, harm_to, played, rows
from vedette.rules.great_battles.chapters.charge import DeclareCharges
from vedette.rules.great_battles.chapters.deeds import place
from vedette.rules.great_battles.chapters.leaders import goings
from vedette.rules.great_battles.chapters.melee import (
    Melee,
    MeleePhase,
    Reckoning,
    attackers_of,
    reckon,
    strike_bar,
    targets_of,
)
from vedette.rules.great_battles.state import State

TAKEN = "the hex is taken"
MOST = 4
"""The number of ways whose chances are worked out in full."""


class Chances(msgspec.Struct, frozen=True):
    """What a way comes to."""

    taken: float
    """No enemy is left in the hex."""
    engaged: float
    """Both sides are still there."""
    hurt: float
    """Points that the defender loses, on average."""
    lost: float
    """Points that the attacker loses, on average."""
    beaten: float
    """The attacker falls back, or is lost."""
    routed: float
    """A defender routs."""
    shaken: float
    """An attacking unit routs."""
    fallen: float
    """A leader of the attacker is lost."""
    felled: float
    """A leader of the defender is."""
    exact: bool

    @property
    def worth(self) -> float:
        """What it is worth, in points."""
        return 2 * self.taken + self.hurt + self.routed - self.lost - self.shaken - self.beaten - 2 * self.fallen


class Way(msgspec.Struct, frozen=True):
    """One way to attack a hex."""

    title: str
    hex: int
    group: tuple[str, ...]
    leaders: tuple[str, ...]
    """The leaders who go with them."""
    sum: Reckoning
    chances: Chances


# -- the ways ----------------------------------------------------------------------------------------------------


def reckoned(g: State, side: int, hex: int, group: Sequence[str], leaders: Sequence[str] = ()) -> Reckoning:
    """The difference of a melee as it will be once they are in the hex."""
    new = bare(g)
    inside = g.troops(hex, side)
    froms = (*(hex for _ in inside), *map(g.at, group))
    for id in (*group, *leaders):
        place(new, id, hex, "SW-13.0-1", "assaulted")
    return reckon(new, side, hex, (*inside, *group), froms)


def chances_of(
    g: State, side: int, hex: int, group: Sequence[str], leaders: Sequence[str] = (), budget: int = BUDGET
) -> Chances:
    """What a melee comes to; the leaders named go with them, others stay where they may."""
    going = set(leaders)

    def choose(state: State, ask: Ask) -> Any:
        if ask.kind != "lead" or not isinstance(state.stack[-1][0], Melee):
            return None
        kind = "go with" if ask.options[0].unit in going else "stay"
        return next((c for c in ask.options if c.kind == kind), ask.options[0])

    goes_on = bool(g.troops(hex, side))
    melee = Melee(side, hex, tuple(group), goes_on=goes_on)
    found = played(_in_melee(g, side), [(melee, "leaders")], choose, budget)
    theirs, ours = g.in_hex(hex, 1 - side), (*group, *g.in_hex(hex, side))
    own = tuple(i for i in g.on_map(side) if g.counter(i).leader)
    sums = dict.fromkeys(("taken", "engaged", "hurt", "lost", "beaten", "routed", "shaken", "fallen", "felled"), 0.0)
    for end, p in found.ends:
        us, them = harm_to(g, end, ours), harm_to(g, end, theirs)
        here = [any(end.troops(hex, who)) for who in (side, 1 - side)]
        told = {
            "taken": not here[1], "engaged": all(here), "hurt": them.points, "lost": us.points,
            "beaten": not here[0], "routed": them.routed, "shaken": us.routed, "fallen": harm_to(g, end, own).leader,
            "felled": them.leader,
        }  # fmt: skip
        for name, value in told.items():
            sums[name] += p * value
    return Chances(**sums, exact=found.exact)


def _in_melee(g: State, side: int) -> State:
    """The field as it would be in the side's melee phase."""
    if g.phase == "melee" and g.player == side:
        return g
    new = bare(g)
    new.phase, new.player = "melee", side
    new.fought, new.struck = (), ()
    return new


def groups(g: State, side: int, hex: int, pool: Sequence[str], begun: Sequence[str] = ()) -> list[tuple[str, ...]]:
    """Who may attack together: two units and eight points at most (SW-13.6-1)."""
    found: list[tuple[str, ...]] = [tuple(begun)] if begun else []
    rest = [i for i in pool if i not in begun]
    found += [(*begun, i) for i in rest if strike_bar(g, i, hex, tuple(begun)) is None]
    if not begun:
        pairs = combinations(rest, 2)
        found += [(a, b) for a, b in pairs if strike_bar(g, b, hex, (a,)) is None]
    return found


def with_leaders(g: State, side: int, group: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Leaders in a group's hexes who must come along, and those who may stay."""
    must: list[str] = []
    may: list[str] = []
    for hex in dict.fromkeys(map(g.at, group)):
        others = [i for i in g.troops(hex, side) if i not in group]
        (may if others else must).extend(i for i in g.leaders(hex, side) if goings(g, i, others)[0])
    return tuple(must), tuple(may)


def ways(g: State, side: int, hex: int, units: Sequence[str] = (), begun: Sequence[str] = ()) -> list[Way]:
    """Every way that is worth showing, the best first."""
    pool = [i for i in attackers_of(g, side, hex) if not units or i in units or i in begun]
    drafts = []
    for group in groups(g, side, hex, pool, begun):
        must, may = with_leaders(g, side, group)
        for leaders in dict.fromkeys((must, (*must, *may[:1]))):
            drafts.append((reckoned(g, side, hex, group, leaders), group, leaders))
    drafts.sort(key=lambda d: (-d[0].difference, len(d[1]) + len(d[2]), d[1]))
    made = [
        Way(title_of(group, leaders), hex, group, leaders, found, chances_of(g, side, hex, group, leaders))
        for found, group, leaders in drafts[:MOST]
    ]  # fmt: skip
    return sorted(made, key=lambda w: (-round(w.chances.worth, 6), len(w.group)))


def title_of(group: Sequence[str], leaders: Sequence[str]) -> str:
    """ "5 VA + 42 VA with Jackson"."""
    who = " + ".join(group) or "those who are engaged"
    return f"{who} with {' and '.join(leaders)}" if leaders else who


def best_way(g: State, side: int, hex: int, units: Sequence[str] = (), budget: int = SMALL) -> Way | None:
    """The strongest attack, for an overview."""
    pool = [i for i in attackers_of(g, side, hex) if not units or i in units]
    drafts = []
    for group in groups(g, side, hex, pool):
        leaders = with_leaders(g, side, group)[0]
        drafts.append((reckoned(g, side, hex, group, leaders), group, leaders))
    if not drafts:
        return None
    found, group, leaders = max(drafts, key=lambda d: (d[0].difference, -len(d[1])))
    chances = chances_of(g, side, hex, group, leaders, budget)
    return Way(title_of(group, leaders), hex, group, leaders, found, chances)


# -- what is said of them ----------------------------------------------------------------------------------------


def melee_planner(g: State, seat: str, at: int, units: tuple[str, ...]) -> list[Plan]:
    """The plans of a hex, or the best one of every hex that can be attacked."""
    top, ask = g.stack[-1][0], g.ask
    if isinstance(top, Melee):
        if not isinstance(ask, Ask) or ask.kind != "attackers" or at not in (-1, top.hex):
            return []
        found = ways(g, top.side, top.hex, units, top.units)
        return [shown(g, top.side, way, n == 0, top) for n, way in enumerate(found)]
    if not isinstance(top, MeleePhase) or not isinstance(ask, Ask) or ask.kind != "melee":
        return []
    if at >= 0:
        return [shown(g, top.side, way, n == 0) for n, way in enumerate(ways(g, top.side, at, units))]
    best = [way for hex in targets_of(g, top.side) if (way := best_way(g, top.side, hex, units))]
    best.sort(key=lambda w: (-round(w.chances.worth, 6), w.hex))
    return [shown(g, top.side, way, n == 0) for n, way in enumerate(best)]


def charge_planner(g: State, seat: str, at: int, units: tuple[str, ...]) -> list[Plan]:
    """Every charge that can be declared, with what its melee would come to as things stand."""
    top, ask = g.stack[-1][0], g.ask
    if not isinstance(top, DeclareCharges) or not isinstance(ask, Ask):
        return []
    plans: list[Plan] = []
    for id, hex in ((c.unit, c.hex) for c in ask.options if c != DONE):
        if at in (-1, hex) and (not units or id in units):
            new = bare(g)
            new.charges = tuple(sorted({*g.charges, (id, hex)}))
            leaders = with_leaders(g, top.side, (id,))[0]
            found = reckoned(new, top.side, hex, (id,), leaders)
            way = Way(f"{id} charges", hex, (id,), leaders, found, chances_of(new, top.side, hex, (id,), leaders))
            row = shown(new, top.side, way, False)
            plans.append({
                **row, "text": f"{id} charges {g.hex_name(hex)}", "deed": "Charge", "cite": "SW-18.2-1",
                "warning": "it routs when its melee is over (SW 18.24)",
            })  # fmt: skip
    return plans


def shown(g: State, side: int, way: Way, best: bool, begun: Melee | None = None) -> Plan:
    """A way as a plan."""
    c = way.chances
    return plan(
        ASSAULT,
        way.title,
        "; ".join(texts(g, side, way, begun)),
        at=g.hex_name(way.hex),
        units=(*way.group, *way.leaders),
        others=list(others(g, side, way)),
        headline="; ".join((sum_words(g, way), lost_words(c))),
        shifts=lines(way.sum),
        chances=chance_rows(c),
        best=best,
        warning=None,
        cite="SW-13.5-1",
        deed="Melee in",
        column={"base": g.setting.melee.name(way.sum.column), "final": g.setting.melee.name(way.sum.column)},
        scale=scale(g.setting.melee.names, way.sum.column, way.sum.column, sum=True),
        strength=f"{way.sum.attacker}:{way.sum.defender}",
        measure={"name": TAKEN, "probability": c.taken},
        expected={"defender": round(c.hurt, 4), "attacker": round(c.lost, 4)},
        exact=c.exact,
    )


def texts(g: State, side: int, way: Way, begun: Melee | None) -> Iterator[str]:
    """The gestures of a way: the melee, and which leaders go with them where that is asked."""
    if begun is not None:
        yield from (f"add {id}" for id in way.group if id not in begun.units)
        yield "melee"
    else:
        yield f"{' + '.join(way.group)} melee {g.hex_name(way.hex)}"
    for leader in with_leaders(g, side, way.group)[1]:
        mate = next(i for i in way.group if g.at(i) == g.at(leader))
        yield f"{leader} goes with {mate}" if leader in way.leaders else f"{leader} stays"


def sum_words(g: State, way: Way) -> str:
    """ "5 VA 4, a leader 1 against 14 IN 5, the hexside 1: -1"."""
    mine = ", ".join(f"{words} {n}" for words, n, _ in way.sum.attack)
    theirs = ", ".join(f"{words} {n:+d}" if n < 0 else f"{words} {n}" for words, n, _ in way.sum.defence) or "nobody"
    return f"{mine} against {theirs}: {g.setting.melee.name(way.sum.column)}"


def lost_words(c: Chances) -> str:
    """ "points lost 0.33, by them 0.50; by them a leader 17 %"."""
    return "; ".join((f"points lost {c.lost:.2f}, by them {c.hurt:.2f}", *leader_words(c.fallen, c.felled)))


def lines(found: Reckoning) -> list[dict[str, Any]]:
    """Every part of the difference with its case, the defender's negative."""
    rows_ = [{"name": words, "columns": n, "cite": cite, "applied": True} for words, n, cite in found.attack]
    rows_ += [{"name": words, "columns": -n, "cite": cite, "applied": True} for words, n, cite in found.defence]
    return rows_


def chance_rows(c: Chances) -> list[Chance]:
    """The chances by name."""
    return rows((
        (TAKEN, c.taken), ("the melee goes on", c.engaged), ("the attacker is beaten off", c.beaten),
        ("a defender routs", c.routed), ("an attacker routs", c.shaken), ("the attacker loses a leader", c.fallen),
        ("the defender loses a leader", c.felled),
    ))  # fmt: skip


def others(g: State, side: int, way: Way) -> Iterator[dict[str, str]]:
    """Units next to the hex that take no part, and why."""
    for at in g.setting.grid.neighbours[way.hex]:
        for id in g.troops(at, side):
            if id not in way.group:
                bar = strike_bar(g, id, way.hex, way.group)
                yield {"unit": id, "why": bar.text if bar else "left out of this way", "cite": bar.cite if bar else ""}
