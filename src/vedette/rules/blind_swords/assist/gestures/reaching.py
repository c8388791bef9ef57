"""Where units can go, and what comes with it: way, cost, fire drawn, room and support at the end (KT 13)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from vedette.board.paths import path
from vedette.board.paths import reach as search
from vedette.engine.events import Reason
from vedette.engine.shapes import Reached
from vedette.rules.blind_swords.assist.gestures.riding import Mover, charge_end_bar, charge_of, must_go_on, turn_at
from vedette.rules.blind_swords.chapters.activation import Activation
from vedette.rules.blind_swords.chapters.artillery import ArtilleryHex, ArtilleryPhase, phase_terms
from vedette.rules.blind_swords.chapters.charge import charge_step_bar
from vedette.rules.blind_swords.chapters.costs import POINT, Terms, cost_for, terms_for
from vedette.rules.blind_swords.chapters.deeds import place
from vedette.rules.blind_swords.chapters.movement import can_move, may_stop, step_bar
from vedette.rules.blind_swords.chapters.movement_step import MovementStep
from vedette.rules.blind_swords.chapters.opportunity import firers_at
from vedette.rules.blind_swords.chapters.orders import ATTACK, REGROUP, terms_of
from vedette.rules.blind_swords.chapters.range import OPPORTUNITY, fire_bar, fire_points
from vedette.rules.blind_swords.chapters.skirmish import screens_beside
from vedette.rules.blind_swords.chapters.stacking import end_bar, stack_words
from vedette.rules.blind_swords.chapters.unit_moves import MoveUnit
from vedette.rules.blind_swords.chapters.values import modified_cr, modified_sp
from vedette.rules.blind_swords.chapters.withdrawal import near_cavalry
from vedette.rules.blind_swords.charts import SP, sp_words
from vedette.rules.blind_swords.state import State

FINE = 64
"""How much a point outweighs a hex left under fire: of ways that cost the same the one with less fire is taken."""

Ways = dict[int, tuple[int, int]]


# -- who moves, and on what terms --------------------------------------------------------------------------------


def mover_now(g: State, unit: str) -> Mover | None:
    """The unit that is moving, or one that may be picked next, once the unit that is moving has stopped."""
    if g.at(unit) < 0:
        return None
    for frame, _ in reversed(g.stack):
        if isinstance(frame, MoveUnit):
            if unit in frame.going:
                return Mover(unit, frame.left, frame.terms, frame.fresh, charge_of(g, frame))
            if not may_stop(g, frame.unit, frame.fresh) or must_go_on(g, frame):
                return None
        terms = _terms_in(g, frame, unit)
        if terms is not None:
            return Mover(unit, terms.allowance, terms, True) if can_move(g, unit, terms) else None
    return None


def waits_bar(g: State, ids: Sequence[str]) -> Reason | None:
    """Why these wait: the move of another is open and not begun, and no gesture ends it unasked."""
    top = g.stack[-1][0] if g.stack else None
    if not isinstance(top, MoveUnit) or not top.fresh or top.left != top.terms.allowance or set(ids) & set(top.going):
        return None
    who = " + ".join(top.going)
    return Reason(f"{who} is under way and has not gone yet: its move comes first, or done without one", "KT-13.1-1")


def _terms_in(g: State, frame: object, unit: str) -> Terms | None:
    """The terms of a unit that has not acted in this step; None where it is not its step."""
    if isinstance(frame, MovementStep):
        mine = unit in g.brigade(frame.side, frame.brigade) and unit not in frame.moved
        return terms_for(g, unit, frame.terms) if mine else None
    if isinstance(frame, ArtilleryHex):
        mine = unit in frame.guns and unit not in g.acted and g.at(unit) == frame.hex
        return phase_terms(g, unit) if mine else None
    if isinstance(frame, ArtilleryPhase):
        return phase_terms(g, unit) if g.side(unit) == frame.side and unit not in g.acted else None
    return None


def mover_later(g: State, unit: str) -> Mover | None:
    """A unit on the terms that it has now or would have, with the words of what is assumed."""
    now = mover_now(g, unit)
    if now is not None or g.at(unit) < 0:
        return now
    c = g.counter(unit)
    frame = next((f for f, _ in g.stack if isinstance(f, Activation)), None)
    own = phase_terms(g, unit)
    if own is not None:
        terms, words = own, "in the artillery phase"
    elif frame is not None and frame.order and unit in g.brigade(frame.side, frame.brigade):
        if frame.order == REGROUP:
            return None
        terms, words = terms_of(c.arm, frame.order, frame.effects, g.setting.profile), f"under its order, {frame.order}"
    else:
        terms, words = terms_of(c.arm, ATTACK, (), g.setting.profile), f"if ordered to {ATTACK}"
    terms = terms_for(g, unit, terms)
    return Mover(unit, terms.allowance, terms, True, assumed=words) if can_move(g, unit, terms) else None


# -- the ways ----------------------------------------------------------------------------------------------------


def ways_of(g: State, m: Mover) -> Ways:
    """Every hex in reach: its cost in parts of half points, and the hex it is entered from; see `points`."""
    start = g.at(m.unit)
    side = g.side(m.unit)
    fire: dict[int, int] = {}

    def step(frm: int, to: int) -> int | None:
        fresh = m.fresh and frm == start
        if way_bar(g, m, frm, to, m.left, fresh) is not None:
            return None
        cost = cost_for(g, m.unit, frm, to, m.terms, fresh)
        if cost is None:
            return None
        if frm not in fire:
            fire[frm] = 1 if firers_at(g, frm, side) else 0
        return min(cost, m.left) * FINE + fire[frm]

    return search(start, m.left * FINE + FINE - 1, step, g.setting.grid.neighbours)


def way_bar(g: State, m: Mover, frm: int, to: int, left: int, fresh: bool) -> Reason | None:
    """Why a unit may not go on to a neighbouring hex, in a charge or without one."""
    bar = charge_step_bar if m.charging else step_bar
    return bar(g, m.unit, frm, to, left, m.terms, fresh)


def follow(g: State, m: Mover, way: Sequence[int]) -> int | None:
    """What a given way costs a unit in half points; None where it cannot take it."""
    spent = 0
    for i, (frm, to) in enumerate(pairwise(way)):
        fresh = m.fresh and i == 0
        if way_bar(g, m, frm, to, m.left - spent, fresh) is not None:
            return None
        spent += cost_for(g, m.unit, frm, to, m.terms, fresh) or 0
    return min(spent, m.left)


# -- fire on the way ---------------------------------------------------------------------------------------------


def fires_on(g: State, side: int, way: Sequence[int]) -> list[dict[str, Any]]:
    """Where a way draws fire and from whom; enemies that may not fire are named with the reason."""
    found = []
    for hex in way[:-1]:
        row = fire_in(g, side, hex)
        if row is not None:
            found.append(row)
    return found


def fire_in(g: State, side: int, hex: int) -> dict[str, Any] | None:
    """The fire that leaving a hex draws; None where no enemy is adjacent."""
    by = []
    total = 0
    for id in g.enemies_beside(hex, side):
        bar = fire_bar(g, id, hex, OPPORTUNITY)
        points = 0 if bar else fire_points(g, id, hex, OPPORTUNITY, False)
        total += points
        by.append(
            {
                "unit": id,
                "hex": g.hex_name(g.at(id)),
                "sp": f"{points / SP:g}",
                "allowed": bar is None,
                "why": bar.text if bar else "",
                "cite": bar.cite if bar else "KT-13.7-4",
            }
        )
    return {"hex": g.hex_name(hex), "sp": f"{total / SP:g}", "by": by} if by else None


def fire_words(fires: Sequence[dict[str, Any]]) -> str:
    """Fire on a way in words; empty where nobody may fire."""
    parts = []
    for row in fires:
        by = [b["unit"] for b in row["by"] if b["allowed"]]
        if by:
            parts.append(f"leaving {row['hex']} draws fire from {' and '.join(by)}, {row['sp']} SP")
    return "; ".join(parts)


def riders_on(g: State, id: str, way: Sequence[int]) -> list[str]:
    """The other side's cavalry that may withdraw from a unit on its way."""
    return list(dict.fromkeys(i for hex in way[1:] for i in near_cavalry(g, id, hex)))


def _no_way_back(g: State, id: str, way: Sequence[int], fires: Sequence[dict[str, Any]]) -> dict[str, str] | None:
    """Why the move can no longer be taken back freely: the other side answers on the way."""
    side = g.side(id)
    words = fire_words(fires)
    if words:
        return {"why": words, "cite": "KT-13.7-4"}
    screens = [i for hex in way[1:] for i in screens_beside(g, hex, side)]
    if screens:
        return {"why": f"skirmishers give way: {' and '.join(dict.fromkeys(screens))}", "cite": "KT-16.2-1"}
    riders = riders_on(g, id, way)
    if riders:
        return {"why": f"cavalry may withdraw: {' and '.join(riders)}", "cite": "KT-13.8-1"}
    return None


# -- support and room at the end ---------------------------------------------------------------------------------


def support_changes(g: State, after: State, units: Sequence[str]) -> list[dict[str, Any]]:
    """Modified cohesion before and after, of the units that move and of friends whose own is changed by it."""
    side = g.side(units[0])
    near = g.setting.grid.near
    hexes = 0
    for id in units:
        for hex in (g.at(id), after.at(id)):
            hexes |= near[hex] | 1 << hex
    found = []
    for id in after.on_map(side):
        if not hexes >> after.at(id) & 1 and id not in units:
            continue
        before, now = modified_cr(g, id), modified_cr(after, id)
        if before != now or id in units:
            why = "loses support" if now < before else "gains support" if now > before else ""
            found.append({"unit": id, "before": before, "after": now, "moved": id in units, "why": why})
    return found


def support_words(changes: Sequence[dict[str, Any]]) -> str:
    """Changes of cohesion in words; empty where there are none."""
    changed = [c for c in changes if c["before"] != c["after"]]
    return ", ".join(f"{c['unit']} {c['why']}, cohesion {c['before']} to {c['after']}" for c in changed)


def numbers_at(g: State, id: str) -> list[str]:
    """A unit's strength, weapon and cohesion as they count where it stands."""
    return [sp_words(modified_sp(g, id)), g.counter(id).weapon, str(modified_cr(g, id))]


def room_words(g: State, hex: int) -> str | None:
    """The stacking points of a hex against the limit, "9 of 10", where several stand there."""
    return stack_words(g, hex) if len(g.in_hex(hex)) > 1 else None


# -- the answer --------------------------------------------------------------------------------------------------


def reach(g: State, names: str, later: bool = False) -> dict[str, Reached]:
    """Hexes that a unit can reach ("A + B": a stack, along one way), each with all that goes with it.

    Empty where it may not move now; `later`: on the terms that it would have.
    """
    ids = tuple(dict.fromkeys(name.strip() for name in names.split(" + ")))
    top = g.stack[-1][0] if g.stack else None
    if isinstance(top, MoveUnit) and set(ids) < set(top.going):  # who has set out with others goes with them
        ids = top.going
    if not all(id in g.units for id in ids) or len({g.at(id) for id in ids}) > 1:
        return {}
    if not later and waits_bar(g, ids) is not None:
        return {}
    movers = [mover_later(g, id) if later else mover_now(g, id) for id in ids]
    found = [m for m in movers if m is not None]
    if len(found) < len(ids):
        return {}
    ways = ways_of(g, found[0])
    rows = {}
    for hex in ways:
        if hex != g.at(ids[0]):
            row = _row(g, found, path(ways, hex))
            if row is not None:
                rows[g.hex_name(hex)] = row
    return rows


def _row(g: State, movers: Sequence[Mover], way: tuple[int, ...]) -> Reached | None:
    """One hex of a range; None where a unit of the stack cannot follow."""
    ids = [m.unit for m in movers]
    side = g.side(ids[0])
    after = g.fork()
    end: Reason | None = None
    cost, left = 0, movers[0].left
    for m in movers:
        spent = follow(after, m, way)
        if spent is None:
            return None
        cost, left = max(cost, spent), min(left, m.left - spent)
        end = end or end_bar(after, m.unit, way[-1]) or charge_end_bar(after, m, way[-1])
        place(after, m.unit, way[-1], "KT-13.1-3")
    fires = fires_on(g, side, way)
    support = support_changes(g, after, ids)
    room = room_words(after, way[-1])
    final = _no_way_back(g, ids[0], way, fires)
    turn = turn_at(after, movers, left)
    return {
        "cost": cost / POINT,
        "path": [g.hex_name(p) for p in way],
        "end": end is None,
        "draws_fire": bool(fire_words(fires)),
        "left": left / POINT,
        "why": end.text if end else "",
        "cite": end.cite if end else "",
        "fires": fires,
        "irreversible": final,
        "support": support,
        "numbers": {id: numbers_at(after, id) for id in ids},
        "stack": room,
        "turn": turn,
        "text": _told(cost, left, end, final, support, room, turn),
    }


Rows = list[dict[str, Any]]


def _told(
    cost: int,
    left: int,
    end: Reason | None,
    final: dict[str, str] | None,
    support: Rows,
    room: str | None,
    turn: str | None,
) -> str:
    parts = [f"{cost / POINT:g} MP, {left / POINT:g} left"]
    if end is not None:
        parts.append(f"may not stop there: {end.text}")
    if final is not None:
        parts.append(f"{final['why']} (no free undo after it)")
    if support_words(support):
        parts.append(support_words(support))
    if room and end is None:
        parts.append(f"stack {room}")
    if turn:
        parts.append(f"may {turn} there")
    return "; ".join(parts)
