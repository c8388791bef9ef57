"""Plans of ways back, with the fire that each draws (SW 11.2, 13.7, 15.0), and of fire at who passes (SW 11.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vedette.engine.plan import DEFENCE, RETREAT, plan
from vedette.engine.procedure import Ask
from vedette.engine.shapes import Plan
from vedette.engine.words import percent
from vedette.rules.great_battles.assist.gestures.backward import ends_of
from vedette.rules.great_battles.assist.gestures.reaching import numbers_of, room_words
from vedette.rules.great_battles.assist.gestures.threats import fires_of, leaves_zone, sp, strength_at
from vedette.rules.great_battles.assist.plans.outcomes import harm_to, played, rows
from vedette.rules.great_battles.chapters.columns import text
from vedette.rules.great_battles.chapters.evasion import Evade
from vedette.rules.great_battles.chapters.retreats import Retreat
from vedette.rules.great_battles.chapters.zone_fire import (
    HOLD,
    FireAtChange,
    RetreatFire,
    WithdrawalFire,
    exposed,
    firers_at,
)
from vedette.rules.great_battles.state import State

Rows = list[dict[str, Any]]


def target_of(g: State) -> tuple[str, int]:
    """The target of the fire that is being asked about, and where it stands."""
    frame = g.stack[-1][0]
    if isinstance(frame, FireAtChange):
        return frame.gun, g.at(frame.gun)
    if isinstance(frame, WithdrawalFire):
        return frame.target or exposed(g, frame.movers, frame.frm), frame.frm
    if isinstance(frame, RetreatFire):
        return frame.unit, g.at(frame.unit)
    return "", -1


def retreat_planner(g: State, seat: str, at: int, units: tuple[str, ...]) -> list[Plan]:
    """Every way back at the open question, or those that end in one hex, the safest first."""
    top, ask = g.stack[-1][0], g.ask
    if not isinstance(ask, Ask) or ask.kind != "retreat":
        return []
    found: list[tuple[tuple[int, ...], Rows]] = []
    if isinstance(top, Retreat):
        ids: tuple[str, ...] = (top.unit,)
        but = (*top.causes, *top.spent)
        found = [((g.at(top.unit), *way), _shots(g, top.unit, way, but)) for way in ends_of(g, top).values()]
    elif isinstance(top, Evade):
        ids = top.units
        ways = [(g.at(ids[0]), c.hex) for c in ask.options if c.kind == "retreat"]
        found = [(way, [] if top.free or not leaves_zone(g, ids, way) else fires_of(g, ids, way)) for way in ways]
    else:
        return []
    wanted = [(way, draws) for way, draws in found if at in (-1, way[-1]) and (not units or set(units) & set(ids))]
    wanted.sort(key=lambda row: _price(g, ids[0], *row))
    return [_way_plan(g, ids, way, draws, n == 0) for n, (way, draws) in enumerate(wanted)]


def _shots(g: State, id: str, way: Sequence[int], but: tuple[int, ...]) -> Rows:
    """Retreat fire on each hex of a way: who may fire, each stack once (SW 11.2)."""
    spent = but
    found = []
    for hex in way:
        by = firers_at(g, id, hex, spent)
        spent = (*spent, *map(g.at, by))
        if by:
            total = sum((strength_at(g, i, hex) for i in by[1:]), strength_at(g, by[0], hex))
            rows_ = [
                {"unit": i, "hex": g.hex_name(g.at(i)), "sp": sp(g, i, hex), "allowed": True,
                 "why": "it may fire as they come", "cite": "SW-11.2-1"}
                for i in by
            ]  # fmt: skip
            found.append({"hex": g.hex_name(hex), "sp": text(total), "by": rows_})
    return found


def _price(g: State, id: str, way: Sequence[int], draws: Rows) -> tuple[int, int, int]:
    """What a way costs: firers on it, friends who are run into, then how near the enemy is."""
    grid, side = g.setting.grid, g.side(id)
    near = min((grid.distance(way[-1], h) for h in g.hexes_of_side(1 - side)), default=0)
    return sum(len(row["by"]) for row in draws), sum(bool(g.troops(h, side)) for h in way[1:]), -near


def _way_plan(g: State, ids: tuple[str, ...], way: Sequence[int], draws: Rows, best: bool) -> Plan:
    end, name = g.hex_name(way[-1]), " + ".join(ids)
    friends = [i for h in way[1:] for i in g.troops(h, g.side(ids[0])) if i not in ids]
    parts = [f"fire of {', '.join(one['unit'] for one in row['by'])} at {row['hex']}" for row in draws]
    parts += [f"{', '.join(friends)} would check for rout"] if friends else []
    return plan(
        RETREAT, f"{name} to {end}", f"retreat {name} to {end}", at=end, units=ids,
        headline="; ".join(parts) or "no fire", best=best, warning="; ".join(parts) or None,
        ghosts=dict.fromkeys(ids, end), path=[g.hex_name(h) for h in way], cite="SW-15.2" if draws else "SW-15.4-1",
        draws=draws, numbers={id: numbers_of(g, id) for id in ids}, equal=False,
        room={end: room_words(g, way[-1], ids)},
    )  # fmt: skip


# -- fire at who passes ------------------------------------------------------------------------------------------


def _fires(asked: Ask, kind: str, able: Sequence[str]) -> Any:
    """At the question who fires: the next of these, and after them nobody."""
    if asked.kind != kind:
        return None
    return next((c for c in asked.options if c.unit in able), HOLD)


def passing_planner(g: State, seat: str, at: int, units: tuple[str, ...]) -> list[Plan]:
    """Fire at who leaves or enters a zone, or changes formation: with all who can, with what it comes to."""
    top, ask = g.stack[-1][0], g.ask
    if not isinstance(ask, Ask) or not isinstance(top, WithdrawalFire | FireAtChange | RetreatFire):
        return []
    offered = [c.unit for c in ask.options if c != HOLD]
    able = [id for id in offered if not units or id in units]
    if not able:
        return []
    movers = [id for id in ask.about if id in g.units]
    hex = top.frm if isinstance(top, WithdrawalFire) else g.at(movers[0])
    if at not in (-1, hex):
        return []
    found = played(g, [g.stack[-1]], lambda state, asked: _fires(asked, ask.kind, able))
    theirs = g.in_hex(hex, g.side(movers[0]))
    sums = dict.fromkeys(("any", "loss", "pinned", "routed"), 0.0)
    for end, p in found.ends:
        harm = harm_to(g, end, theirs)
        told = (("any", harm.points > 0 or harm.pinned or harm.routed), ("loss", harm.points > 0),
                ("pinned", harm.pinned), ("routed", harm.routed))  # fmt: skip
        for name, value in told:
            sums[name] += p * value
    chances = rows((("loss", sums["loss"]), ("pinned", sums["pinned"]), ("routed", sums["routed"])))
    headline = f"{' + '.join(able)}: loss {percent(sums['loss'])}, pin {percent(sums['pinned'])}"
    done = len(able) == len(offered)
    gesture = "; ".join([*(f"fire {id}" for id in able), *([] if done else ["hold fire"])])
    target, stands = target_of(g)
    verb = "fires" if len(able) == 1 else "fire"
    say = f"{' + '.join(able)} {verb} at {target} in {g.hex_name(stands)}"
    return [plan(
        DEFENCE, "all who can" if done else "these", gesture,
        at=g.hex_name(hex), units=able, headline=headline, chances=chances, best=True, cite=ask.cite,
        fires=[{"units": able, "at": g.hex_name(hex), "headline": headline, "chances": chances}],
        measure={"name": "loss, pin or rout", "probability": sums["any"]}, exact=found.exact, say=say,
    )]  # fmt: skip
