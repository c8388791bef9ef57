"""Plans of the movement phase: marches, entries, the same step for all, changes of formation; who is exposed then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from vedette.engine.plan import DEED, plan
from vedette.engine.procedure import Ask
from vedette.engine.shapes import Plan
from vedette.engine.words import percent
from vedette.rules.common.assist import marching
from vedette.rules.common.assist.gestures import names
from vedette.rules.common.assist.marching import Moves, in_better_order, march_plan, whither, who_goes
from vedette.rules.great_battles.assist.gestures.marching import Guide, free_units, led, march_order, marched, stepped
from vedette.rules.great_battles.assist.gestures.reaching import room_words, waits_bar
from vedette.rules.great_battles.assist.gestures.threats import firers_on, fires_of, fires_words, leaves_zone, zone_by
from vedette.rules.great_battles.assist.plans.outcomes import SMALL, harm_to, opened, played, rows
from vedette.rules.great_battles.chapters.edges import due, entry_hexes
from vedette.rules.great_battles.chapters.formations import ChangeFormation, change_word
from vedette.rules.great_battles.chapters.moves import change_bar, left
from vedette.rules.great_battles.chapters.zone_fire import HOLD, onlookers
from vedette.rules.great_battles.setting import DIRECTIONS, SIDE_INDEX
from vedette.rules.great_battles.state import State

FARTHEST, MANY, NEAR = 8, 12, 2
"""The most hexes of a step that are tried; the number of units above which fewer are; and how many then."""


def movement_plans(g: State, seat: str, hex: int, units: tuple[str, ...], by: int = -1) -> list[Plan]:
    """With a hex: the march to it in the order given, and in a better one. Without: each direction; deeds under fire.

    Args:
        by: where those come on that are off the map; by itself where it is nearest to the hex.
    """
    ids = units or (free_units(g, SIDE_INDEX[seat]) if seat in SIDE_INDEX else ())
    if not ids or waits_bar(g, ids) is not None:
        return []
    if hex >= 0:
        return march_plans(g, ids, hex, bool(units), by)
    return [*step_plans(g, ids), *change_plans(g, units)]


def march_plans(g: State, ids: Sequence[str], goal: int, ordered: bool, by: int = -1) -> list[Plan]:
    """A march in the order given, and in the order that the program proposes where that brings them farther."""
    ids = with_leaders(g, ids)
    guide = Guide(g, g.side(ids[0]), goal)
    given = _march(g, ids, goal, guide, by) if ordered else None
    order = march_order(g, ids, guide)
    return [
        *in_better_order(given, tuple(order) == tuple(ids), lambda: _march(g, order, goal, guide, by)),
        *_out_of_fire(g, ids if given else order, goal, guide, by),
    ]


def _out_of_fire(g: State, ids: Sequence[str], goal: int, guide: Guide, by: int) -> list[Plan]:
    """The same march by ways on which nobody fires, where the other draws fire and this gets somebody on."""
    if any(g.at(id) < 0 for id in ids):
        return []
    usual = _march(g, ids, goal, guide, by)
    if usual is None or usual["irreversible"] is None:
        return []
    found = _march(g, ids, goal, guide, by, calm=True)
    return [found] if found is not None else []


def with_leaders(g: State, ids: Sequence[str]) -> Sequence[str]:
    """Reinforcements, with the leaders of brigades that come on whole: they cannot before somebody of theirs has."""
    if any(g.at(id) >= 0 for id in ids):
        return ids
    coming = [id for id in due(g, g.side(ids[0])) if id not in ids]
    left = {g.counter(id).brigade for id in coming if not g.counter(id).leader}
    taken = {g.counter(id).brigade for id in ids if g.counter(id).brigade} - left
    return led(g, ids, [id for id in coming if g.counter(id).leader and g.counter(id).brigade in taken])


def _entries(g: State, ids: Sequence[str], goal: int) -> list[int]:
    """The hexes at which the first of these may enter, those nearest to their goal first."""
    far = g.setting.grid.distance
    return sorted(entry_hexes(g, ids[0]), key=lambda h: (far(h, goal), h))


def _march(g: State, ids: Sequence[str], goal: int, guide: Guide, by: int, calm: bool = False) -> Plan | None:
    """One column, or reinforcements that enter as one."""
    hexes = _entries(g, ids, goal) if all(g.at(id) < 0 for id in ids) else []
    at = by if by in hexes else next(iter(hexes), -1)
    moves = marched(g, ids, goal, at, guide, calm)
    if not moves.legs:
        return None
    name, who = g.hex_name(goal), " + ".join(ids)
    title, text = f"march {whither(g, moves, goal)}", f"march {who} to {name}"
    if calm:
        title, text = f"{title}, out of fire", f"{text} out of fire"
    if at >= 0:
        entry = g.hex_name(at)
        title = f"enter at {entry}" + ("" if goal == at else f", march to {name}")
        text = f"enter {who} at {entry}" + ("" if goal == at and len(ids) == 1 else f" to {name}")
    path = [g.hex_name(h) for h in moves.legs[0].way]
    more: dict[str, Any] = {"by": g.hex_name(at)} if at >= 0 else {}
    ends = {leg.unit: leg.way[-1] for leg in moves.legs}
    rows = exposed(moves.after, ends)
    more["exposed"] = [
        {"unit": row.unit, "hex": g.hex_name(row.hex), "by": list(row.by), "form": row.form or None} for row in rows
    ]
    found = _plan(g, moves, title, text, name, "SW-21.22-1" if at >= 0 else "SW-5.0-3", path=path, **more)
    warnings = [found["warning"], *exposure_words(moves.after, ends, rows)]
    return {**found, "warning": "; ".join(filter(None, warnings)) or None}


def step_plans(g: State, ids: Sequence[str]) -> list[Plan]:
    """Each direction, as far as anybody can go."""
    here = [id for id in ids if g.at(id) >= 0]

    def made(word: str, hexes: int, title: str, text: str) -> Plan | None:
        moves = stepped(g, here, word, hexes)
        return _plan(g, moves, title, text, None, "SW-5.0-3", direction=word, hexes=hexes) if moves.legs else None

    return marching.step_plans(here, DIRECTIONS if here else (), FARTHEST if len(here) <= MANY else NEAR, made)


def _plan(g: State, moves: Moves[State], title: str, text: str, at: str | None, cite: str, **more: Any) -> Plan:
    ends = {leg.unit: leg.way[-1] for leg in moves.legs}
    held = [id for id, hex in ends.items() if zone_by(g, hex, g.side(id))]
    draws = [row for leg in moves.legs for row in fires_of(g, [leg.unit], leg.way)]
    fire = any(leaves_zone(g, [leg.unit], leg.way) for leg in moves.legs)
    parts = [
        *who_goes(moves),
        *marching.alone(g, moves),
        *([f"into enemy zones of control: {names(held)}"] if held else []),
        *([fires_words(draws)] if fire else []),
    ]
    return march_plan(
        g,
        moves,
        title,
        text,
        at,
        {hex: room_words(moves.after, hex, [id]) for id, hex in ends.items()},
        headline=", ".join(parts),
        warning=fires_words(draws) or None if fire else None,
        cite=cite,
        draws=draws,
        irreversible={"why": fires_words(draws), "cite": "SW-5.14"} if fire else None,
        **more,
    )


# -- changes of formation under fire ---------------------------------------------------------------------------------


CITE = "SW-6.23-1"


def change_plans(g: State, ids: Sequence[str]) -> list[Plan]:
    """The changes of formation of these units that may draw fire, each with what all of it would come to."""
    return [one for id in ids if (one := change_plan(g, id)) is not None]


def change_plan(g: State, id: str) -> Plan | None:
    """A battery's change of formation and the fire that precedes it; None where it draws none, or cannot be made."""
    if not g.counter(id).gun or id in g.moved or change_bar(g, id, left(g, id)) is not None:
        return None
    able = onlookers(g, id)
    if not able:
        return None
    found = played(g, [opened(ChangeFormation(id))], lambda state, ask: _next(ask, able), SMALL)
    old = g.units[id]
    loss = pinned = stays = 0.0
    for end, p in found.ends:
        harm, new = harm_to(g, end, (id,)), end.units[id]
        loss += p * (harm.points > 0)
        pinned += p * harm.pinned
        stays += p * (new.at < 0 or new.column == old.column)
    word = change_word(g, id)
    chances = (("loss", loss), ("pinned", pinned), (f"it does not {word}", stays))
    told = ", ".join(f"{name} {percent(chance)}" for name, chance in chances)
    warning = f"before it can {word}, {' + '.join(able)} may fire at it: {told}"
    return plan(
        DEED, word, f"{id}: {word}", at=g.hex_name(g.at(id)), units=(id,), headline=warning, warning=warning,
        chances=rows(chances), cite=CITE, exact=found.exact,
    )  # fmt: skip


def _next(ask: Ask, able: Sequence[str]) -> Any:
    """At the question who fires: the next one, and after that nobody."""
    return next((c for c in ask.options if c.unit in able), HOLD) if ask.kind == "withdrawal-fire" else None


# -- who stands under fire where he ends -----------------------------------------------------------------------------


NAMED = 4
"""As many enemies are named; the others are counted."""
TOWARD = 8
"""Hexes within which an enemy may be upon guns in a turn."""
BARE = {
    "infantry": ("in column", "no front, no zone, no melee"),
    "artillery": ("limbered", "no front, no zone, no fire"),
}
"""Arm -> its formation without a front, and what it lacks in that (SW 6.11, 6.13)."""


class Exposed(msgspec.Struct, frozen=True):
    """A unit at the end of its march, on which enemies bear."""

    unit: str
    hex: int
    by: tuple[str, ...]
    """Enemies who could fire at it there as things stand."""
    form: str
    """ "in column" or "limbered" for a unit without a front; empty for everybody else."""


def exposed(after: State, ends: Mapping[str, int]) -> list[Exposed]:
    """The units of a march on whose last hex enemies bear (SW-10.0-1), on the field as it leaves it."""
    known: dict[int, tuple[str, ...]] = {}
    found = []
    for id, hex in ends.items():
        c = after.counter(id)
        if c.leader:
            continue
        if hex not in known:
            known[hex] = tuple(firers_on(after, hex, c.side))
        bare = after.units[id].column and not after.units[id].reserve and c.arm in BARE
        if known[hex]:
            found.append(Exposed(id, hex, known[hex], BARE[c.arm][0] if bare else ""))
    return found


def exposure_words(after: State, ends: Mapping[str, int], rows: list[Exposed]) -> list[str]:
    """Warnings: who would stand without a front under whose fire, and batteries with nobody before them."""
    groups: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for row in rows:
        if row.form:
            groups.setdefault((after.counter(row.unit).arm, row.by), []).append(row.unit)
    told = []
    for (arm, by), ids in groups.items():
        form, lacks = BARE[arm]
        more = f" and {len(by) - NAMED} more" if len(by) > NAMED else ""
        who = f"{', '.join(by[:NAMED])}{more}" if more else names(by)
        told.append(f"{names(ids)} {form} ({lacks}) in the field of fire of {who}")
    return [*told, *(words for id in ends if (words := foremost_words(after, id, ends)))]


def foremost_words(after: State, id: str, ends: Mapping[str, int]) -> str:
    """What is said of a battery that would be nearer to the enemy than all foot and horse near it; else nothing."""
    c, hex = after.counter(id), ends[id]
    if not c.gun:
        return ""
    far, side = after.setting.grid.distance, c.side
    foes = [(far(hex, after.at(i)), i) for i in after.on_map(1 - side) if after.counter(i).small_arms]
    if not foes:
        return ""
    away, foe = min(foes)
    at = after.at(foe)
    before = [i for i in after.on_map(side) if after.counter(i).small_arms and far(after.at(i), at) <= away]
    if away > TOWARD or before:
        return ""
    return f"{id} would be the foremost toward {foe} in {after.hex_name(at)}, {away} hexes away, with no foot before it"
