"""The chances of fire and of melee on every enemy hex, as units stand, in any phase."""

from __future__ import annotations

from vedette.engine.overlays import BAD, GOOD, WARN, Drawing, Overlay, Place, cell, line
from vedette.engine.shapes import Cell, Stroke
from vedette.hexes import hexes_of
from vedette.rules.great_battles.assist.gestures.fields import field_bar
from vedette.rules.great_battles.assist.gestures.reaching import fork
from vedette.rules.great_battles.assist.plans.chances import percent
from vedette.rules.great_battles.assist.plans.fire import aim_words
from vedette.rules.great_battles.assist.plans.melee import groups, reckoned, with_leaders
from vedette.rules.great_battles.chapters.columns import Shot, aim, column, foot, usable
from vedette.rules.great_battles.chapters.fire import arm_of
from vedette.rules.great_battles.chapters.losses import read, targets
from vedette.rules.great_battles.chapters.melee import attackers_of
from vedette.rules.great_battles.charts import FireResult
from vedette.rules.great_battles.state import State

LEGEND = {GOOD: "even chances or better", WARN: "from a quarter", BAD: "less"}


def _fire(g: State, me: int, place: Place) -> Drawing:
    """On each enemy hex the chance that the fire of all who bear on it hits or pins, arm by arm."""
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
    field = fork(g)
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


CHANCES = Overlay("chances", "Chances of fire on every enemy hex", "c", _fire)
MELEES = Overlay("melees", "Best melee on every enemy hex", "e", _melee)
