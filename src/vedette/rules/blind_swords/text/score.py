"""The score, who has earned what, who could leave the map for points, and the victory conditions, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vedette.engine.events import Event
from vedette.engine.procedure import Ask
from vedette.engine.shapes import Item, Section
from vedette.engine.words import counted
from vedette.rules.blind_swords.chapters import victory
from vedette.rules.blind_swords.chapters.costs import terms_for
from vedette.rules.blind_swords.chapters.deeds import leaving
from vedette.rules.blind_swords.chapters.movement import exit_bar
from vedette.rules.blind_swords.chapters.movement_step import MovementStep, ready_units
from vedette.rules.blind_swords.chapters.unit_moves import MoveUnit
from vedette.rules.blind_swords.chapters.victory import (
    Part,
    band_of,
    exit_counts,
    exit_points,
    exit_row,
    hexes_held,
    lead,
    strength_out,
    tally,
    total,
)
from vedette.rules.blind_swords.charts import SP
from vedette.rules.blind_swords.scoring import AtEnd, Band, Bonus, Casualties, EachTurn, Exits, Sudden
from vedette.rules.blind_swords.setting import SIDE_INDEX, SIDES, Setting
from vedette.rules.blind_swords.state import State
from vedette.rules.common.text.log import NAMES as SIDE_NAMES

WHO_LEAVES = ("move", "retreat")
"""Questions of which one answer may lead off the map."""


def score_sections(g: State, events: Sequence[Event] = ()) -> list[Section]:
    """The score with its parts, preceded by what `events` brought; nothing if no points are counted."""
    section = score_section(g)
    if section is None:
        return []
    won: list[Item] = [
        {"text": f"{NAMES[e.seat]} {e.data[0]}: {e.data[1]}{' (bonus)' if e.data[2] else ''}", "tone": "none",
         "hex": None, "units": []}
        for e in events if e.kind == "points"
    ]  # fmt: skip
    return [{**section, "items": won} if won else section]


def exit_notes(g: State, ask: Ask) -> dict[str, str]:
    """The answer that leads a unit off the map -> what that comes to."""
    if ask.kind not in WHO_LEAVES or not ask.about:
        return {}
    off = next((choice for choice in ask.options if choice.kind in ("exit", "retreat off the map")), None)
    words = exit_words(g, ask.about[0], forced=ask.kind == "retreat") if off is not None else ""
    return {g.text_of(off): words} if words else {}


def exit_words(g: State, id: str, forced: bool) -> str:
    """What a unit's leaving here and now earns its side; empty if a retreat off the map is no exit."""
    side = g.side(id)
    row, gone = exit_row(g, side), leaving(g, id, forced)
    if forced and not victory.is_exit(g, side):
        return ""
    words = f"it leaves for good with {gone.strength / SP:g} SP"
    if row is None:
        return f"{words}: no points"
    if not exit_counts(row, gone):
        early = not forced and g.turn < row.from_
        why = f"before {when(g.setting, row.from_)}" if early else f"but off the {' or '.join(row.edges)} edge"
        return f"{words}: no points {why}"
    before = strength_out(g, row)
    after = before + gone.strength
    more = exit_points(row, after) - exit_points(row, before)
    return f"{words}: {_points(more)} now, {after / SP:g} SP led off at {row.per} a point"


# -- the conditions of a scenario ------------------------------------------------------------------------------------


NAMES = dict(zip(SIDES, SIDE_NAMES, strict=True))


def score_words(g: State, parts: Sequence[Part] | None = None) -> str:
    """What the level depends on, as things stand: "Union holds 1 of 4" (victory hexes), or both totals."""
    rule = g.setting.victory
    if rule.get("do") == "hexes_held":
        held = hexes_held(g, SIDE_INDEX[rule["side"]])
        return f"{str(rule['side']).capitalize()} holds {held} of {len(g.setting.victory_hexes)}"
    found = tally(g) if parts is None else parts
    return f"Union {counted(total(found, 0), 'point', 'points')}, Confederates {total(found, 1)}"


def score_section(g: State, parts: Sequence[Part] | None = None) -> Section | None:
    """The score as a titled table with what each side still needs; None if points do not decide."""
    if g.setting.victory.get("do") != "points":
        return None
    found = tally(g) if parts is None else parts
    rows: dict[str, list[str]] = {}
    for part in found:
        row = rows.setdefault(part.what, [part.what, "", ""])
        row[part.side + 1] = f"{part.points} ({part.detail})" if part.detail else str(part.points)
    rows["all"] = ["all together", str(total(found, 0)), str(total(found, 1))]
    return {
        "title": "Score",
        "head": ["from", *NAMES.values()],
        "rows": list(rows.values()),
        "note": needs_words(g, lead(found)),
    }


def needs(levels: Sequence[Band], ahead: int) -> list[tuple[str, int, str]]:
    """For each side that can still do better: the points it lacks, and the level that they would bring."""
    at = band_of(levels, ahead)
    found = []
    if at:
        found.append(("union", ahead - levels[at - 1].most, levels[at - 1].level))
    if at + 1 < len(levels):
        found.append(("confederate", levels[at + 1].least - ahead, levels[at + 1].level))
    return found


def needs_words(g: State, ahead: int) -> str:
    """The level now, and what each side needs for the next one."""
    levels = g.setting.scoring.levels
    level, now = levels[band_of(levels, ahead)].level, lead_words(ahead, ahead).capitalize()
    if g.over:
        sudden = g.setting.scoring.sudden
        return f"{now}; won at once: {sudden.level}." if g.decisive and sudden else f"{now}: {level}."
    more = [f"{NAMES[side]}: {count} more for {name}" for side, count, name in needs(levels, ahead)]
    return ". ".join([f"{now}: now {level}", *more]) + "."


def lead_words(least: int, most: int) -> str:
    """A span of the difference in words: "Union ahead by 41 to 99", "equal"."""
    if least == most == 0:
        return "equal"
    if most <= 0 and least < 0:
        return f"Union ahead by {_span(-most, -least)}"
    if least >= 0:
        return f"Confederates ahead by {_span(least, most)}"
    return f"Union ahead by {-least} to Confederates ahead by {most}"


def _span(few: int, many: int) -> str:
    return str(few) if few == many else f"{few} or more" if many >= 9999 else f"{few} to {many}"


def conditions(setting: Setting) -> list[str]:
    """The victory conditions of a scenario, line by line."""
    rule, rows = setting.victory, setting.scoring
    if not rule:
        return []
    hexes = ", ".join(rule["hexes"])
    held = f", held by the {NAMES[rule['initial']]} at the start" if rule.get("initial") else ""
    if rule["do"] == "hexes_held":
        levels = [
            f"{counted(row['hexes'], 'hex', 'hexes')} held by the {NAMES[rule['side']]}: {row['level']}"
            for row in rule["levels"]
        ]
        return [f"victory hexes: {hexes}{held}", *levels]
    alone = setting.profile.control_by == "infantry"
    who, last = ("infantry that", "the last infantry") if alone else ("who", "the last")
    nobody = held or f"; at the start a hex is held by {who} stands in it, else by nobody"
    start = [f"{NAMES[side]}: {counted(count, 'point', 'points')} at the start" for side, count in rows.start.items()]
    return [
        f"victory hexes: {hexes}{nobody}; a hex is held by {last} to stand in it",
        *start,
        *(turn_text(setting, row) for row in rows.each_turn),
        *(bonus_text(setting, row) for row in rows.bonus),
        *(end_text(row) for row in rows.at_end),
        *(_loss_text(row) for row in rows.casualties),
        *exit_texts(setting, rows.exits),
        *(_band_text(band) for band in rows.levels),
        *([sudden_text(rows.sudden)] if rows.sudden is not None else []),
    ]


def when(setting: Setting, turn: int) -> str:
    """A turn with its hour: "turn 7 (3:20)"."""
    hour = setting.hour(turn)
    return f"turn {turn} ({hour})" if hour else f"turn {turn}"


def _points(count: int) -> str:
    return counted(count, "point", "points")


def _place(name: str, hexes: Sequence[str]) -> str:
    return f"{name} ({', '.join(hexes)})"


def _void(row: EachTurn | Bonus) -> str:
    return f", unless they hold {', '.join(row.unless_held)}" if row.unless_held else ""


def turn_text(setting: Setting, row: EachTurn) -> str:
    begin = f" from {when(setting, row.from_)} on" if row.from_ > setting.first_turn else ""
    each = "each hex of " if len(row.hexes) > 1 else ""
    place = _place(row.name, row.hexes)
    if row.occupied:
        where = f"in which their infantry stands then{begin}: {place}"
        return f"{NAMES[row.side]}: {_points(row.points)} at each turn's end for every hex {where}"
    return f"{NAMES[row.side]}: {_points(row.points)} at each turn's end{begin} for holding {each}{place}{_void(row)}"


def bonus_text(setting: Setting, row: Bonus) -> str:
    place = _place(row.name, row.hexes)
    if len(row.by_number) == 1:
        won = f"{_points(row.by_number[0])} for holding {place}"
    else:
        numbers = ", ".join(map(str, row.by_number))
        hexes = ", ".join(map(str, range(1, len(row.by_number) + 1)))
        won = f"{numbers} points for holding {hexes} or more hexes of {place}"
    return f"{NAMES[row.side]}: once, at the end of {when(setting, row.turn)}, {won}{_void(row)}"


def end_text(row: AtEnd) -> str:
    each = "each hex of " if len(row.hexes) > 1 else ""
    place = _place(row.name, row.hexes)
    return f"{NAMES[row.side]}: once, at the end of the game, {_points(row.points)} for holding {each}{place}"


def sudden_text(row: Sudden) -> str:
    face = "Fresh" if row.face == "fresh" else "Battleworn"
    who = f"{face} {row.arm} of the {NAMES[row.side]}"
    return f"at once, whatever the points, when {who} moves into {row.hex}: {row.level}"


def _loss_text(row: Casualties) -> str:
    side = "by its Fresh side" if row.strength == "fresh" else "by the side that shows"
    half = f", the sum divided by {row.divide}" if row.divide > 1 else ""
    per = "each enemy strength point" if row.per == 1 else f"{row.per} enemy strength points"
    return f"{NAMES[row.side]}: 1 point for {per} on the Broken Track or eliminated at the end, {side}{half}"


def exit_texts(setting: Setting, rows: Sequence[Exits]) -> Iterator[str]:
    for row in rows:
        begin = f", of their own will from {when(setting, row.from_)} on" if row.from_ > setting.first_turn else ""
        forced = "; a retreat off the map counts always, instead of the Broken Track" if row.forced else ""
        edges = " or ".join(row.edges)
        yield f"{NAMES[row.side]}: 1 point for {row.per} strength points led off the {edges} edge{begin}{forced}"


def _band_text(band: Band) -> str:
    return f"{lead_words(band.least, band.most)}: {band.level}"


def leavers(g: State, step: MovementStep) -> dict[str, str]:
    """The units in a Movement Step that could leave the map next -> what that would earn, in words."""
    top = g.stack[-1][0]
    moving = top if isinstance(top, MoveUnit) else None
    left = {id: terms_for(g, id, step.terms).allowance for id in ready_units(g, step)}
    fresh = dict.fromkeys(left, True)
    if moving is not None:
        left[moving.unit], fresh[moving.unit] = moving.left, moving.fresh
    ids = [id for id in left if exit_bar(g, id, left[id], fresh[id]) is None]
    return {id: exit_words(g, id, forced=False) for id in ids}
