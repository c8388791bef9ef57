"""What retreat before melee is about (SW 13.7): who attacks a hex, what that comes to, what is at stake, where to go.

threat(g, hex, side)        the strongest attack on a hex of a side, with its chances; none where nobody can attack it
threatened(g, side)         the hexes of a side that can be attacked
ends(g, ids)                where units can come to by falling back
stake(g, ids)               the points that the enemy scores if they are lost
"""

from __future__ import annotations

from collections.abc import Sequence

from vedette.engine.words import counted, percent
from vedette.hexes import hexes_of
from vedette.rules.common.assist.gestures import names
from vedette.rules.great_battles.assist.gestures.threats import fires_of, fires_words
from vedette.rules.great_battles.assist.plans.melee import Way, best_way
from vedette.rules.great_battles.chapters.evasion import FARTHEST, evade_bar, fits, refuses, steps, threats
from vedette.rules.great_battles.chapters.leaders import ratings
from vedette.rules.great_battles.chapters.melee import attackers_of
from vedette.rules.great_battles.state import State

FEW = 150
"""The most answers that are played for the attack on one hex: an estimate, for a note."""
NAMED = 4
"""So many hexes are named, the others counted."""


def threat(g: State, hex: int, side: int) -> Way | None:
    """The strongest attack on a hex of a side in the melee phase that follows (SW 13.6)."""
    return best_way(g, 1 - side, hex, budget=FEW)


def threatened(g: State, side: int) -> tuple[int, ...]:
    """The hexes of a side that the other one can attack."""
    near = g.setting.grid.near
    found = (h for h in hexes_of(g.masks[side]) if near[h] & g.masks[1 - side])
    return tuple(h for h in found if attackers_of(g, 1 - side, h))


def ends(g: State, ids: Sequence[str]) -> tuple[int, ...]:
    """Every hex where units can end that fall back from where they stand (SW-13.7-1), the nearest first."""
    side, at = g.side(ids[0]), g.at(ids[0])
    causes, free, units = threats(g, at, 1 - side), all(refuses(g, i) for i in ids), tuple(ids)
    first = steps(g, units, causes, free)
    second = (b for a in first for b in steps(g, units, causes, free, FARTHEST - 1, a))
    return tuple(dict.fromkeys(h for h in (*first, *second) if fits(g, units, h)))


def stake(g: State, ids: Sequence[str]) -> str:
    """What they are, and what the enemy scores if they are killed or captured to the last (SW 22.1)."""
    n = g.setting.numbers
    low = high = 0
    for id in ids:
        c, strength = g.counter(id), g.strength(id)
        if c.leader:
            low += ratings(g, id)[0] * n["points-leader"]
            high += ratings(g, id)[0] * n["points-leader-captured"]
        elif c.gun:
            low += strength * n["points-gun-destroyed"]
            high += strength * n["points-gun-captured"]
        elif c.arm == "cavalry":
            low += strength * n["points-cavalry"]
            high += strength * n["points-cavalry"]
        elif c.arm == "infantry":
            low += strength * n["points-infantry-killed"]
            high += strength * n["points-infantry-captured"]
    span = str(high) if low == high else f"{low} to {high}"
    return f"all of it lost is {span} victory points for the enemy"


def danger_words(g: State, hex: int) -> str:
    """By whom a hex may be attacked, what that would probably come to, and what is at stake there."""
    here = g.in_hex(hex)
    side = g.side(here[0])
    way = threat(g, hex, side)
    if way is None:
        return ""
    able, c = attackers_of(g, 1 - side, hex), way.chances
    points = sum(g.strength(i) for i in g.troops(hex, side))
    column = g.setting.melee.name(way.sum.column)
    leader = f", a leader {percent(c.felled)}" if c.felled > 1e-12 else ""
    return (
        f"in {g.hex_name(hex)} {names(able)} may attack; {way.title} ({way.sum.attacker} to {way.sum.defender}, column "
        f"{column}): driven off or lost {percent(c.taken)}, rout {percent(c.routed)}, engaged {percent(c.engaged)}, "
        f"beaten off {percent(c.beaten)}, "
        f"{c.hurt:.1f} of {counted(points, 'point', 'points')} lost{leader}; {stake(g, here)}"
    )


def way_words(g: State, ids: Sequence[str]) -> str:
    """Where they can go and at what price: fire as they leave, the check for rout (SW-13.7-3, SW-13.7-4)."""
    hexes = ends(g, ids)
    more = [f"{len(hexes) - NAMED} more hexes"] if len(hexes) > NAMED + 1 else []
    to = f"back to {names([*(g.hex_name(h) for h in (hexes[:NAMED] if more else hexes)), *more])}"
    if all(refuses(g, i) for i in ids):
        return f"{to}: no fire as it leaves, no check for rout"
    fire = fires_words(fires_of(g, ids, (g.at(ids[0]), hexes[0]))) if hexes else ""
    return f"{to}: {f'{fire}, then' if fire else 'then'} a check for rout"


def standing_words(g: State, side: int) -> str:
    """What it means that all stand: who is threatened, and who of them cannot fall back at all."""
    hexes = threatened(g, side)
    fixed = []
    for id in (i for h in hexes for i in g.troops(h, side)):
        if (bar := evade_bar(g, id)) is not None:
            fixed.append(f"{id} ({bar.text})")
    many = f"{len(hexes)} {'hex' if len(hexes) == 1 else 'hexes'}"
    told = f"{many} may be attacked: {names([g.hex_name(h) for h in hexes])}"
    return f"{told}; in any case there stays {names(fixed)}" if fixed else told
