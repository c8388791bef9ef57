"""Overlays, pictures of the whole board by name: what units can do, the best fires and melees, the ground."""

from __future__ import annotations

from vedette.engine.overlays import BAD, GOOD, NONE, WARN, Drawing, Overlay, Place, cell, line
from vedette.engine.shapes import Cell, Stroke
from vedette.engine.words import counted, percent
from vedette.hexes import hexes_of
from vedette.rules.common.assist import overlays
from vedette.rules.great_battles.assist.gestures.reaching import decimal, field_of, go_bar, mover_now
from vedette.rules.great_battles.assist.gestures.threats import end_words, field_bar, sp, strength_at, zone_by
from vedette.rules.great_battles.assist.plans.fire import aim_words
from vedette.rules.great_battles.assist.plans.melee import groups, reckoned, with_leaders
from vedette.rules.great_battles.chapters.columns import Shot, aim, column, foot, longest_range, text, usable
from vedette.rules.great_battles.chapters.command import may_act, radius_hexes
from vedette.rules.great_battles.chapters.fire import arm_of
from vedette.rules.great_battles.chapters.leaders import commands, ratings
from vedette.rules.great_battles.chapters.losses import read, targets
from vedette.rules.great_battles.chapters.melee import attackers_of
from vedette.rules.great_battles.chapters.moves import may_stay, move_reach
from vedette.rules.great_battles.chapters.sight import LEVELS as NAMES
from vedette.rules.great_battles.chapters.sight import sees
from vedette.rules.great_battles.chapters.stacking import over, size
from vedette.rules.great_battles.chapters.terrain import allowance
from vedette.rules.great_battles.chapters.zones import zone
from vedette.rules.great_battles.charts import FireResult
from vedette.rules.great_battles.setting import SIDES
from vedette.rules.great_battles.state import State

RANGES = {GOOD: "it may stay there", WARN: "in an enemy zone of control", BAD: "it may pass, not stay"}


def _range(g: State, me: int, place: Place) -> Drawing:
    """Every hex that a unit can come to, now or if it could move from where it stands."""
    id = place.unit
    m = mover_now(g, id)
    if m is None and g.at(id) < 0:
        return Drawing({}, (), (f"{id} is not on the map",))
    field = field_of(g, m) if m else g
    most = m.left if m else allowance(g, id)
    hexes = {}
    for hex, (cost, _) in move_reach(field, id, most).items():
        if hex == field.at(id):
            continue
        held, bar = zone_by(g, hex, g.side(id)), may_stay(field, id, hex)
        tone = BAD if bar else WARN if held else GOOD
        told = [f"{decimal(cost)} MP, {decimal(max(0, most - cost))} left", end_words(g, id, hex)]
        told += [f"it may not stay: {bar.text}"] if bar else []
        weight = 1 - max(0, most - cost) / max(1, most) / 2
        why, cite = "; ".join(filter(None, told)), bar.cite if bar else "SW-11.0-2" if held else "SW-5.15-1"
        hexes[g.hex_name(hex)] = cell(decimal(cost), weight, tone, why, cite)
    stop = None if m else go_bar(g, id)
    words = [f"{id}: {decimal(most)} movement points" + (f", if it could move ({stop.text})" if stop else "")]
    if not hexes:
        words.append("it has nowhere to go")
    return Drawing(hexes, (), tuple(words), RANGES)


def _field(g: State, me: int, place: Place) -> Drawing:
    """A unit's field of fire: its strength at every hex, or what keeps it from a hex in range."""
    id = place.unit
    if g.at(id) < 0:
        return Drawing({}, (), (f"{id} is not on the map",))
    weapon = g.counter(id).weapon
    most = longest_range(g.setting, weapon)
    whole = max(1, usable(g, id))
    hexes = {}
    for hex in hexes_of(g.setting.grid.within(g.at(id), most) & ~(1 << g.at(id))):
        bar = field_bar(g, id, hex)
        if bar is None:
            n = float(strength_at(g, id, hex))
            far = g.setting.grid.distance(g.at(id), hex)
            hexes[g.hex_name(hex)] = cell(sp(g, id, hex), min(1.0, n / whole), GOOD, f"range {far}", "SW-10.26")
        elif bar.cite not in ("SW-7.21", "SW-10.24-1"):
            hexes[g.hex_name(hex)] = cell("", 0.3, BAD, bar.text, bar.cite)
    words = [f"{id}: weapon {weapon or 'none'}, {counted(most, 'hex', 'hexes')} at most"]
    clear = [h for h, row in hexes.items() if row["tone"] == GOOD]
    if not clear and hexes:
        words.append(next(iter(hexes.values()))["why"])
    theirs = [h for h in clear if g.masks[1 - g.side(id)] >> g.setting.grid.index(h) & 1]
    words.append(f"enemies in it at {', '.join(theirs)}" if theirs else "no enemy stands in it")
    return Drawing(hexes, (), tuple(words), {GOOD: "strength that comes there", BAD: "hidden, or it does not fire"})


def _bearing(g: State, me: int, place: Place) -> Drawing:
    """Who of both sides could fire at a hex, and with what strength."""
    hexes: dict[str, Cell] = {}
    lines, words = [], []
    for side in (me, 1 - me):
        tone = GOOD if side == me else BAD
        able = [i for i in g.on_map(side) if field_bar(g, i, place.at) is None]
        for id in able:
            here, n = g.hex_name(g.at(id)), sp(g, id, place.at)
            why = f"{id}: strength {n}"
            why += ", out of command or not paid for" if may_act(g, id, "fire") and side == g.player else ""
            hexes[here] = cell(n, 0.6, tone, why, "SW-10.26")
            lines.append(line(here, g.hex_name(place.at), tone, n))
        if able:
            total = text(sum((strength_at(g, i, place.at) for i in able[1:]), strength_at(g, able[0], place.at)))
            words.append(f"{SIDES[side].capitalize()}: {', '.join(able)}, strength {total}")
    legend = {GOOD: f"{SIDES[me].capitalize()} fire", BAD: f"{SIDES[1 - me].capitalize()} fire"}
    return Drawing(hexes, tuple(lines), tuple(words or [f"nobody bears on {g.hex_name(place.at)}"]), legend)


def _radius(g: State, me: int, place: Place) -> Drawing:
    """The hexes that each of your leaders reaches, and who of his command is out of it."""
    hexes: dict[str, Cell] = {}
    words = []
    for id in (i for i in g.on_map(me) if g.counter(i).leader):
        radius = ratings(g, id)[0]
        reached = radius_hexes(g, id, radius)
        for hex in hexes_of(reached):
            old = hexes.get(g.hex_name(hex))
            why = f"{old['why']}, {id}" if old else f"in the radius of {id}"
            hexes[g.hex_name(hex)] = cell("", 0.35, GOOD, why, "SW-17.14")
        own = [i for i in g.on_map(me) if commands(g, id, i) and g.counter(i).small_arms]
        out = [i for i in own if not reached >> g.at(i) & 1]
        words.append(f"{id}, radius {radius}" + (f"; out of it: {', '.join(out)}" if out else "; all of his in it"))
    for id in g.on_map(me):
        here = g.hex_name(g.at(id))
        if g.counter(id).leader:
            hexes[here] = cell(str(ratings(g, id)[0]), 1.0, GOOD, f"{id}, radius {ratings(g, id)[0]}", "SW-17.11")
        elif g.counter(id).small_arms and here not in hexes:
            hexes[here] = cell("!", 0.6, WARN, f"{id}: no officer of its command reaches it", "SW-17.12-1")
    legend = {GOOD: "in the radius of a leader", WARN: "out of command"}
    return Drawing(hexes, (), tuple(words or ["no leader is on the map"]), legend)


def _able(g: State, me: int, place: Place) -> Drawing:
    """Which of your units may move in this player turn, by command, army morale and their state."""
    hexes: dict[str, Cell] = {}
    for id in g.on_map(me):
        mine = g.phase == "movement" and g.player == me
        bar = go_bar(g, id) if mine else may_act(g, id)
        words = f"{id}: {bar.text if bar else 'it may move'}"
        old = hexes.get(g.hex_name(g.at(id)))
        tone = WARN if bar or (old and old["tone"] == WARN) else GOOD
        why, cite = f"{old['why']}; {words}" if old else words, bar.cite if bar else "SW-5.0-2"
        hexes[g.hex_name(g.at(id))] = cell("", 0.5, tone, why, cite)
    still = sum(row["tone"] == WARN for row in hexes.values())
    return Drawing(
        hexes, (), (f"in {counted(still, 'hex', 'hexes')} somebody may not move",), {GOOD: "may move", WARN: "may not"}
    )


# -- the best fire or attack on every enemy hex ----------------------------------------------------------------------


LEGEND = {GOOD: "even chances or better", WARN: "from a quarter", BAD: "less"}


def _fire(g: State, me: int, place: Place) -> Drawing:
    """On each enemy hex the chance that the fire of all who bear on it hits or pins, by arm."""
    hexes: dict[str, Cell] = {}
    lines: list[Stroke] = []
    for hex in hexes_of(g.masks[1 - me]):
        able = [i for i in g.on_map(me) if field_bar(g, i, hex) is None]
        missed, words = 1.0, []
        for arm in dict.fromkeys(arm_of(g, i) for i in able):
            shots = tuple(Shot(i, usable(g, i)) for i in able if arm_of(g, i) == arm)
            near = min(g.setting.grid.distance(g.at(s.unit), hex) for s in shots)
            goals = targets(g, hex, 1 - me, arm, near)
            if not goals:
                continue
            found = column(g, shots, hex, goals[0])
            cells = g.setting.fire.cells[found.final]
            hit = sum(_strikes(read(one, arm, foot(g, goals[0]))) for one in cells) / len(cells)
            missed *= 1 - hit
            who = " + ".join(s.unit for s in shots)
            words.append(f"{who} at {goals[0]}: {aim_words(aim(g, found))}, {percent(hit)}")
            lines += [line(g.hex_name(g.at(s.unit)), g.hex_name(hex)) for s in shots]
        if words:
            chance = 1 - missed
            tone = GOOD if chance >= 0.5 else WARN if chance >= 0.25 else BAD
            hexes[g.hex_name(hex)] = cell(percent(chance), max(0.15, chance), tone, "; ".join(words), "SW-10.0-3")
    told = "chance of a loss or a pin by all who bear on a hex, as they stand" if hexes else "nobody bears on an enemy"
    return Drawing(hexes, tuple(lines), (told,), LEGEND)


def _strikes(result: FireResult) -> bool:
    return result.pin or result.losses > 0


def _melee(g: State, me: int, place: Place) -> Drawing:
    """On each enemy hex the best difference with those who could attack it as they stand."""
    field = g.fork()
    if g.phase != "melee" or g.player != me:
        field.phase, field.player = "melee", me
        field.fought = field.struck = field.offensive = field.evaded = ()
        field.commanded = tuple(field.units)
        field.paid = tuple(g.setting.brigades)
    hexes = {}
    for hex in hexes_of(g.masks[1 - me]):
        sums = []
        for group in groups(field, me, hex, attackers_of(field, me, hex)):
            leaders = with_leaders(field, me, group)[0]
            sums.append((reckoned(field, me, hex, group, leaders), group))
        if not sums:
            continue
        best, group = max(sums, key=lambda row: (row[0].difference, -len(row[1])))
        name = g.setting.melee.name(best.column)
        tone = GOOD if best.difference > 2 else WARN if best.difference > -1 else BAD
        why = f"{' + '.join(group)}: {best.attacker} against {best.defender}"
        hexes[g.hex_name(hex)] = cell(name, 0.6, tone, why, "SW-13.5-1")
    told = "the best difference on each hex, as units stand" if hexes else "nobody stands where he could attack"
    return Drawing(hexes, (), (told,), {GOOD: "three or more ahead", WARN: "about even", BAD: "behind"})


# -- the ground and who holds it --------------------------------------------------------------------------------------


def _levels(g: State, me: int, place: Place) -> Drawing:
    """The level of every hex, with the ridges and crests on its hexsides."""
    board, grid = g.setting.board, g.setting.grid

    def told(hex: int) -> tuple[str, str, str]:
        level = board.level[hex]
        words = {w.split()[0] for to in grid.neighbours[hex] for w in board.crossing.get((hex, to), ())}
        edge = [name for name in ("ridge", "crest") if name in words]
        why = f"{NAMES.get(level, f'level {level}')}, {board.terrain[hex]}" + "".join(f", beside a {e}" for e in edge)
        return str(level) + ("*" if edge else ""), WARN if edge else NONE, why

    legend = {WARN: "beside a ridge or a crest", NONE: "the darker the higher"}
    words = "levels {} to {}: ground, ridge, hilltop"
    return overlays.levels(g, dict(enumerate(board.level)), told, "SW-10.62-1", words, legend)


def _zones(g: State, me: int, place: Place) -> Drawing:
    """The zones of control of both sides, and where they overlap."""
    words = "{} of your units stand in enemy zones, and draw fire when they leave (SW 11.1)"
    held = zone(g, 0), zone(g, 1)
    return overlays.zones(g, me, held, lambda hex, side: zone_by(g, hex, side), "SW-11.0-2", words.format)


def _stacks(g: State, me: int, place: Place) -> Drawing:
    """Points in every hex against the limit; where more stand than may stay."""
    limit = g.setting.numbers["stack-points"]
    hexes = {}
    wrong = 0
    for hex in sorted(g.stacks):
        for side in (me, 1 - me):
            troops = g.troops(hex, side)
            if not troops:
                continue
            n = sum(size(g, id) for id in troops)
            bar = over(g, hex, side)
            wrong += bar is not None
            tone = WARN if bar and side == me else BAD if bar else NONE
            why = ", ".join(troops) + (f": {bar.text}" if bar else "")
            hexes[g.hex_name(hex)] = cell(f"{n}", min(1.0, n / limit), tone, why, bar.cite if bar else "SW-8.0-1")
    over_limit = counted(wrong, "stack is", "stacks are") + " over the limit"
    words = over_limit if wrong else f"{limit} points and two units at most stay in a hex"
    legend = {WARN: "your own, too many", BAD: "the enemy's, too many", NONE: "as it may be"}
    return Drawing(hexes, (), (words,), legend)


def _hills(g: State, me: int, place: Place) -> Drawing:
    """The hills that score, and who holds each as things stand."""
    hexes, words = {}, []
    for name, names in _rows(g):
        here = [g.setting.grid.index(h) for h in names]
        for hex in here:
            side = g.holder(hex)
            tone = NONE if side < 0 else GOOD if side == me else BAD
            who = "nobody" if side < 0 else SIDES[side].capitalize()
            ids = ", ".join(g.in_hex(hex)) or "empty"
            hexes[g.hex_name(hex)] = cell("hill", 0.8, tone, f"{name}: {who}, {ids}", "SW-22.1-1")
        held = [sum(g.holder(h) == side for h in here) for side in (me, 1 - me)]
        words.append(f"{name}: yours {held[0]}, the enemy's {held[1]} of {counted(len(here), 'hex', 'hexes')}")
    edge = g.setting.victory.get("exit_edge")
    if edge:
        words.append(f"units leave by the {edge} edge")
    legend = {GOOD: "you stand there", BAD: "the enemy stands there", NONE: "nobody stands there"}
    return Drawing(hexes, (), tuple(words or ["no hill scores"]), legend)


def _rows(g: State) -> list[tuple[str, tuple[str, ...]]]:
    """The hills of the scenario: name and hexes."""
    return [(str(row["name"]), tuple(row["hexes"])) for row in g.setting.victory.get("hills", ())]


# -- all of them -------------------------------------------------------------------------------------------------------


BOARDS: dict[str, Overlay] = {
    overlay.name: overlay
    for overlay in (
        Overlay("chances", "Chances of fire on every enemy hex", "c", _fire),
        Overlay("melees", "Best melee on every enemy hex", "e", _melee),
        Overlay("zones", "Zones of control", "h", _zones),
        Overlay("range", "How far a unit comes", "r", _range, ("unit",)),
        Overlay("field", "Field of fire of a unit", "f", _field, ("unit",)),
        Overlay("bearing", "Who can fire at a hex", "m", _bearing, ("hex",)),
        Overlay("radius", "Command: radius of your leaders", "k", _radius),
        Overlay("able", "Who may move, and who may not", "u", _able),
        Overlay("sight", "Sight between two hexes", "s", overlays.sight_by(sees), ("hex", "to")),
        Overlay("seen", "What is seen from a hex", "v", overlays.seen_by(sees, "SW-10.6-1"), ("hex",)),
        Overlay("hills", "Hills that score", "j", _hills),
        Overlay("stacks", "Stacks against the limit", "w", _stacks),
        Overlay("levels", "Levels, ridges and crests", "l", _levels),
    )
}
"""By their names, in the order in which they are offered."""
