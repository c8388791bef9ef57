"""Views of what units can do: how far one comes and where it must stop, guns, leaders and their chains."""

from __future__ import annotations

from vedette.engine.overlays import BAD, GOOD, NONE, WARN, Drawing, Overlay, Place, cell, line
from vedette.engine.shapes import Cell, Stroke
from vedette.engine.words import counted
from vedette.hexes import hexes_of
from vedette.rules.valley_campaign.assist.gestures.reaching import mover_now, stop_words, ways_of
from vedette.rules.valley_campaign.chapters.bombardment import gun_bar, hits, modifiers
from vedette.rules.valley_campaign.chapters.leaders import chain
from vedette.rules.valley_campaign.chapters.movement import allowance, move_reach, start_bar
from vedette.rules.valley_campaign.chapters.sight import sees
from vedette.rules.valley_campaign.charts import FARTHEST
from vedette.rules.valley_campaign.setting import SIDES
from vedette.rules.valley_campaign.state import State

DICE = 6
RANGE_LEGEND = {GOOD: "it can go on from there", WARN: "it must stop there: enemy zone of control"}


def _range(g: State, me: int, place: Place) -> Drawing:
    """Every hex that a unit can come to, now or if it began its move where it stands, and where it must stop."""
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
    """What a gun in a hex would reach: of each hex in range the chance of a hit, or what hides it."""
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
    """Whose guns bear on a hex: range and sight, with the chance of each."""
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
    """Every leader of both sides, and the units of his command that a chain links to him."""
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
    """Lines from the leader outward, each hex from one that is nearer to him in the chain."""
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


RANGE = Overlay("range", "How far a unit comes, and where it must stop", "r", _range, ("unit",))
BOMBARD = Overlay("bombard", "What a gun in a hex would reach", "f", _bombard, ("hex",))
GUNS = Overlay("guns", "Which guns bear on a hex", "m", _guns, ("hex",))
CHAINS = Overlay("chains", "Leaders and their chains", "j", _chains)
