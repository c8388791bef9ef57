"""Overlays, pictures of the whole board by name: what units can do, the best attacks, the ground and who holds it."""

from __future__ import annotations

from collections.abc import Mapping

from vedette.engine.overlays import BAD, GOOD, NONE, WARN, Drawing, Overlay, Place, cell, line
from vedette.engine.shapes import Cell, Stroke
from vedette.engine.words import counted, hexes_are
from vedette.hexes import hexes_of
from vedette.rules.common.assist import overlays
from vedette.rules.valley_campaign.assist.gestures.reaching import mover_now, stop_words, ways_of, zone_by
from vedette.rules.valley_campaign.assist.plans.attack import fewest, odds_words, way_of
from vedette.rules.valley_campaign.assist.plans.outcomes import percent
from vedette.rules.valley_campaign.chapters.bombardment import gun_bar, hits, modifiers
from vedette.rules.valley_campaign.chapters.combat import attackers_of
from vedette.rules.valley_campaign.chapters.deeds import place
from vedette.rules.valley_campaign.chapters.leaders import CHAIN, attack_shift, chain
from vedette.rules.valley_campaign.chapters.movement import allowance, move_reach, start_bar
from vedette.rules.valley_campaign.chapters.odds import Column, odds_of
from vedette.rules.valley_campaign.chapters.sight import sees
from vedette.rules.valley_campaign.chapters.zones import LIMIT, stack_bar, stacked, zone
from vedette.rules.valley_campaign.charts import COLUMNS, FARTHEST
from vedette.rules.valley_campaign.setting import SIDES
from vedette.rules.valley_campaign.state import State

DICE = 6
RANGE_LEGEND = {GOOD: "it can go on from there", WARN: "it must stop there: enemy zone of control"}


def _range(g: State, me: int, place: Place) -> Drawing:
    """Every hex that a unit can reach, now or if it began its move where it stands, and where it must stop."""
    id = place.unit
    m = mover_now(g, id)
    if m is None and g.at(id) < 0:
        return Drawing({}, (), (f"{id} is not on the map",))
    ways = ways_of(g, m) if m else move_reach(g, id)
    at, most = (m.at, m.left) if m else (g.at(id), allowance(g, id))
    hexes = {}
    for hex, (cost, _) in ways.items():
        if hex == at:
            continue
        stop = stop_words(g, id, hex)
        why = f"{cost} MP, {max(0, most - cost)} left" + (f"; {stop}" if stop else "")
        weight = 1 - max(0, most - cost) / max(1, most) / 2
        hexes[g.hex_name(hex)] = cell(
            str(cost), weight, WARN if stop else GOOD, why, "JV-4.4-1" if stop else "JV-4.7-1"
        )
    bar = None if m else start_bar(g, id)
    words = [f"{id}: {most} movement points" + (f", if it could move ({bar.text})" if bar else "")]
    if not hexes:
        words.append("it has nowhere to go")
    return Drawing(hexes, (), tuple(words), RANGE_LEGEND)


def _bombard(g: State, me: int, place: Place) -> Drawing:
    """What a gun in a hex would reach: for each hex in range the chance of a hit, or what hides it."""
    grid = g.setting.grid
    hexes = {}
    for hex in hexes_of(grid.within(place.at, FARTHEST) & ~(1 << place.at)):
        far = grid.distance(place.at, hex)
        found = sees(g, place.at, hex)
        wall = found.why
        if wall is not None:
            hexes[g.hex_name(hex)] = cell("", 0.3, BAD, f"{g.hex_name(wall.hex)} hides it: {wall.reason}", wall.cite)
            continue
        mods = modifiers(g, hex)
        total = sum(m.amount for m in mods)
        n = sum(hits(die + total, far) for die in range(1, DICE + 1))
        words = ", ".join(f"{m.name} {m.amount:+}" for m in mods)
        why = f"range {far}{f', {words}' if words else ''}: hits on {n} of {DICE}"
        hexes[g.hex_name(hex)] = cell(f"{n}/{DICE}", n / DICE, GOOD if n else NONE, why, "JV-7.4-1")
    who = [id for id in g.in_hex(place.at) if g.counter(id).gun]
    words_ = [f"from {g.hex_name(place.at)}, {FARTHEST} hexes at most" + (f": {', '.join(who)}" if who else "")]
    return Drawing(hexes, (), tuple(words_), {GOOD: "may be hit", BAD: "hidden", NONE: "no die hits"})


def _guns(g: State, me: int, place: Place) -> Drawing:
    """Which guns bear on a hex: in range and sight, with the chance of each."""
    grid, target = g.setting.grid, place.at
    total = sum(m.amount for m in modifiers(g, target))
    hexes: dict[str, Cell] = {}
    lines, words = [], []
    for side in (me, 1 - me):
        tone = GOOD if side == me else BAD
        named = []
        for id in g.on_map(side):
            at = g.at(id)
            far = grid.distance(at, target)
            if not g.counter(id).gun or not 0 < far <= FARTHEST or not sees(g, at, target):
                continue
            n = sum(hits(die + total, far) for die in range(1, DICE + 1))
            bar = gun_bar(g, id) if g.phase == "combat" else None
            why = f"{id}: range {far}, hits on {n} of {DICE}" + (f"; {bar.text}" if bar else "")
            old = hexes.get(g.hex_name(at))
            both = f"{old['why']}; {why}" if old else why
            hexes[g.hex_name(at)] = cell(f"{n}/{DICE}", n / DICE, tone, both, "JV-7.2-1")
            lines.append(line(g.hex_name(at), g.hex_name(target), tone, f"{n}/{DICE}"))
            named.append(id)
        if named:
            words.append(f"{SIDES[side].capitalize()}: {', '.join(named)} can bombard {g.hex_name(target)}")
    legend = {GOOD: f"{SIDES[me].capitalize()} guns", BAD: f"{SIDES[1 - me].capitalize()} guns"}
    return Drawing(hexes, tuple(lines), tuple(words or [f"no gun bears on {g.hex_name(target)}"]), legend)


def _chains(g: State, me: int, place: Place) -> Drawing:
    """Every leader on both sides, and the units of his command that a chain links to him."""
    hexes, lines, words = {}, [], []
    for side in (me, 1 - me):
        tone = GOOD if side == me else BAD
        for id in g.on_map(side):
            c = g.counter(id)
            if not c.leader:
                continue
            here, linked = g.at(id), chain(g, id)
            own = [i for i in g.on_map(side) if g.counter(i).command == c.command and c.command and i != id]
            loose = [i for i in own if i not in linked]
            shaken = "; demoralized: he lends nothing" if g.units[id].demoralized else ""
            why = f"{id}, {counted(c.shift, 'column', 'columns')}; linked: {', '.join(linked) or 'nobody'}{shaken}"
            hexes[g.hex_name(here)] = cell(f"+{c.shift}", 1.0, WARN if shaken else tone, why, "JV-8.3-1")
            lines += _links(g, here, linked, tone)
            for unit in loose:
                if side == me:
                    hexes.setdefault(
                        g.hex_name(g.at(unit)), cell("", 0.3, NONE, f"{unit}: not linked to {id}", "JV-8.3-1")
                    )
            if side == me:
                words.append(why + (f"; not linked: {', '.join(loose)}" if loose else ""))
    legend = {
        GOOD: f"{SIDES[me].capitalize()} leaders",
        BAD: f"{SIDES[1 - me].capitalize()} leaders",
        NONE: "of a command, not linked",
    }
    return Drawing(hexes, tuple(lines), tuple(words), legend)


def _links(g: State, here: int, linked: tuple[str, ...], tone: str) -> list[Stroke]:
    """Lines from the leader outward, to each hex from one nearer to him in the chain."""
    near, found = g.setting.grid.near, []
    todo = {g.at(id) for id in linked} - {here}
    edge = [here]
    while edge and todo:
        frm = edge.pop(0)
        for to in sorted(hex for hex in todo if near[frm] >> hex & 1):
            found.append(line(g.hex_name(frm), g.hex_name(to), tone))
            todo.discard(to)
            edge.append(to)
    return found


# -- the best fire or attack on every enemy hex ----------------------------------------------------------------------


LEGEND = {
    GOOD: "emptied at even chances or better",
    WARN: "less than that",
    BAD: "hardly any chance",
    NONE: "(in brackets) only with units that could still come",
}


def _chances(g: State, me: int, place: Place) -> Drawing:
    """The best odds on each enemy hex, with their shifts, and the chains that bring leaders to bear."""
    now = field_of(g, me)
    reach = reaches(g, me)
    hexes: dict[str, Cell] = {}
    lines: list[Stroke] = []
    for hex in hexes_of(g.masks[1 - me]):
        found = _now(now, me, hex, lines)
        later = _later(now, me, hex, reach)
        if found is None and later is None:
            continue
        if found is None:
            assert later is not None
            column, group = later
            words = f"with {' + '.join(group)}, who could come: {odds_words(column)}"
            hexes[g.hex_name(hex)] = cell(f"({COLUMNS[column.final]})", 0.3, NONE, words, "JV-6.2-1")
            continue
        if later is not None and later[0].final > found[0]:
            found[1]["why"] += f"; with {' + '.join(later[1])}, who could come: {COLUMNS[later[0].final]}"
        hexes[g.hex_name(hex)] = found[1]
    told = ["the best column on each hex, as your units stand"]
    if reach:
        told.append("in brackets, or named last: with those of your units that could still come")
    return Drawing(hexes, tuple(lines), tuple(told if hexes else ["nobody can be attacked"]), LEGEND)


def field_of(g: State, side: int) -> State:
    """The field as if it were the side's combat phase."""
    new = g.fork()
    if g.phase != "combat" or g.player != side:
        new.phase, new.player = "combat", side
        new.fought = new.attacked = new.retreated = new.displaced = new.advanced = ()
    return new


def reaches(g: State, side: int) -> dict[str, set[int]]:
    """Where the units of a side that may still move could end; none outside its movement phase."""
    if g.phase != "movement" or g.player != side:
        return {}
    return {id: set(move_reach(g, id)) for id in g.on_map(side) if start_bar(g, id) is None}


def _now(g: State, me: int, hex: int, lines: list[Stroke]) -> tuple[int, Cell] | None:
    """The best attack by units that stand beside a hex."""
    pool = attackers_of(g, me, hex)
    if not pool:
        return None
    way = way_of(g, me, "", hex, fewest(g, pool, hex), ())
    column = way.column
    assert column is not None
    emptied = way.chances.emptied
    tone = GOOD if emptied >= 0.5 else WARN if emptied >= 0.2 else BAD
    words = f"{' + '.join(way.group)}: {odds_words(column)}, emptied {percent(emptied)}"
    lines += chain_lines(g, way.group, hex)
    return column.final, cell(COLUMNS[column.final], max(0.15, emptied), tone, words, "JV-6.2-1")


def chain_lines(g: State, group: tuple[str, ...], hex: int) -> list[Stroke]:
    """A line from the leader whose shift comes by a chain to the unit that it reaches."""
    for shift in attack_shift(g, group, hex)[:1]:
        if shift.way == CHAIN:
            linked = chain(g, shift.leader)
            unit = next(id for id in group if id in linked)
            here = g.hex_name(g.at(shift.leader))
            return [line(here, g.hex_name(g.at(unit)), GOOD, f"{shift.leader} {shift.columns:+d}")]
    return []


def _later(g: State, me: int, hex: int, reach: Mapping[str, set[int]]) -> tuple[Column, tuple[str, ...]] | None:
    """The column with all that could still come up to a hex, the strongest first, as many as find room."""
    beside = set(g.setting.grid.neighbours[hex])
    coming = [id for id, hexes in reach.items() if hexes & beside and not g.counter(id).leader]
    if not coming:
        return None
    after = g.fork()
    for id in sorted(coming, key=lambda i: (-g.strength(i), g.counter(i).order)):
        if after.at(id) in beside:
            continue
        free = [h for h in sorted(reach[id] & beside) if stack_bar(after, id, h) is None]
        if free:
            place(after, id, free[0], "JV-4.8-7")
    pool = attackers_of(after, me, hex)
    if not any(id in pool for id in coming):
        return None
    group = fewest(after, pool, hex)
    return odds_of(after, group, hex), group


# -- the ground and who holds it --------------------------------------------------------------------------------------


def _levels(g: State, me: int, place: Place) -> Drawing:
    """The level of every hex."""
    board = g.setting.board

    def told(hex: int) -> tuple[str, str, str]:
        return str(board.level[hex]), NONE, f"level {board.level[hex]}, {board.terrain[hex]}"

    return overlays.levels(g, dict(enumerate(board.level)), told, "JV-4.13-1", "levels {} to {}; the darker the higher")


def _zones(g: State, me: int, place: Place) -> Drawing:
    """The zones of control of both sides, and where they overlap."""
    words = "{} of your units stand in enemy zones of control"
    held = zone(g, 0), zone(g, 1)
    return overlays.zones(g, me, held, lambda hex, side: zone_by(g, hex, side), "JV-4.1-1", words.format)


def _stacks(g: State, me: int, place: Place) -> Drawing:
    """Where the limit of combat units is reached, so that no other can pass."""
    hexes = {}
    for hex, ids in sorted(g.stacks.items()):
        n = len(stacked(g, hex))
        full = n >= LIMIT
        tone = (WARN if full else NONE) if g.holder(hex) == me else BAD if full else NONE
        hexes[g.hex_name(hex)] = cell(f"{n} of {LIMIT}", n / LIMIT, tone, ", ".join(ids), "JV-4.10-1")
    most = sum(row["tone"] == WARN for row in hexes.values())
    legend = {WARN: "your own, full: no other combat unit passes", BAD: "the enemy's, full", NONE: "room left"}
    return Drawing(hexes, (), (f"{hexes_are(most)} full of your units",), legend)


# -- all of them -------------------------------------------------------------------------------------------------------


BOARDS: dict[str, Overlay] = {
    overlay.name: overlay
    for overlay in (
        Overlay("chances", "Best odds on every enemy hex", "c", _chances),
        Overlay("zones", "Zones of control", "h", _zones),
        Overlay("range", "How far a unit comes, and where it must stop", "r", _range, ("unit",)),
        Overlay("chains", "Leaders and their chains", "j", _chains),
        Overlay("bombard", "What a gun in a hex would reach", "f", _bombard, ("hex",)),
        Overlay("guns", "Which guns bear on a hex", "m", _guns, ("hex",)),
        Overlay("sight", "Sight between two hexes", "s", overlays.sight_by(sees), ("hex", "to")),
        Overlay("seen", "What is seen from a hex", "v", overlays.seen_by(sees, "JV-7.3-1"), ("hex",)),
        Overlay("stacks", "Full stacks", "w", _stacks),
        Overlay("levels", "Heights", "l", _levels),
    )
}
"""By their names, in the order in which they are offered."""
