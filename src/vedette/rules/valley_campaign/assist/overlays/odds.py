"""The best odds on every enemy hex: as units stand, and with those that could still come, in any phase."""

from __future__ import annotations

from collections.abc import Mapping

from vedette.engine.overlays import BAD, GOOD, NONE, WARN, Drawing, Overlay, Place, cell, line
from vedette.engine.shapes import Cell, Stroke
from vedette.hexes import hexes_of
from vedette.rules.valley_campaign.assist.plans.attack import fewest, odds_words, way_of
from vedette.rules.valley_campaign.assist.plans.chances import percent
from vedette.rules.valley_campaign.chapters.combat import attackers_of
from vedette.rules.valley_campaign.chapters.deeds import place
from vedette.rules.valley_campaign.chapters.leaders import CHAIN, attack_shift, chain
from vedette.rules.valley_campaign.chapters.movement import move_reach, start_bar
from vedette.rules.valley_campaign.chapters.odds import Column, odds_of
from vedette.rules.valley_campaign.chapters.zones import stack_bar
from vedette.rules.valley_campaign.charts import COLUMNS
from vedette.rules.valley_campaign.state import State

LEGEND = {
    GOOD: "emptied at even chances or better",
    WARN: "less than that",
    BAD: "hardly any chance",
    NONE: "(in brackets) only with units that could still come",
}


def _chances(g: State, me: int, place: Place) -> Drawing:
    """The best odds on each enemy hex, shifts named, with the chains that bring leaders to it."""
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
    """The field as if it were the side's combat phase; itself where it is."""
    new = g.clone()
    new.events = None
    if g.phase != "combat" or g.player != side:
        new.phase, new.player = "combat", side
        new.fought = new.attacked = new.retreated = new.displaced = new.advanced = ()
    return new


def reaches(g: State, side: int) -> dict[str, set[int]]:
    """Where the units of a side that may still move could end; nobody outside its movement phase."""
    if g.phase != "movement" or g.player != side:
        return {}
    return {id: set(move_reach(g, id)) for id in g.on_map(side) if start_bar(g, id) is None}


def _now(g: State, me: int, hex: int, lines: list[Stroke]) -> tuple[int, Cell] | None:
    """The best attack with those who stand beside a hex."""
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
    """A line from the leader whose shift comes by a chain, to the unit that it reaches."""
    for shift in attack_shift(g, group, hex)[:1]:
        if shift.way == CHAIN:
            linked = chain(g, shift.leader)
            unit = next(id for id in group if id in linked)
            here = g.hex_name(g.at(shift.leader))
            return [line(here, g.hex_name(g.at(unit)), GOOD, f"{shift.leader} {shift.columns:+d}")]
    return []


def _later(g: State, me: int, hex: int, reach: Mapping[str, set[int]]) -> tuple[Column, tuple[str, ...]] | None:
    """The column with all that could still come beside a hex, the strongest first, as many as find room there."""
    beside = set(g.setting.grid.neighbours[hex])
    coming = [id for id, hexes in reach.items() if hexes & beside and not g.counter(id).leader]
    if not coming:
        return None
    after = g.clone()
    after.events = None
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


CHANCES = Overlay("chances", "Best odds on every enemy hex", "c", _chances)
