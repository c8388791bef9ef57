"""What a line of the log holds besides its words: depth, the chapter it opens, place, whom it hurts, details.

A chapter begins with a turn, a phase, a drawn chit or an event of its own (see `common.text.log` on depths).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from vedette.engine.events import Event
from vedette.engine.procedure import STEPS
from vedette.rules.blind_swords.setting import SIDE_INDEX, SIDES
from vedette.rules.blind_swords.state import State
from vedette.rules.common.text.log import (
    Cell,
    Cells,
    Detail,
    Details,
    Kinds,
    cell,
    cells,
    detail,
    hexes_of_units,
    left_hex,
    reconstructed,
    resigning,
    row,
)

PHASES = {
    "command": "Command Decision Phase",
    "artillery": "Artillery Phase",
    "chits": "Chit Draw Phase",
    "end-turn": "End Turn Phase",
}
KINDS = Kinds(
    top=("turn", "phase", "over", "resigned"),
    headings=(
        "drawn", "drawn-event", "activated", "limited", "ordered", "command", "cic", "negated", "negated-brigade",
        "played", "onset", "named-chit",
    ),
    fires=("aim", "fire", "fire-lost", "assault-aim", "assault", "assault-lost", "declared"),
    fights=("aim", "fire", "fire-lost", "assault-aim", "assault", "assault-lost"),
    moves=("moved", "advanced", "retreated", "shifted", "withdrew", "rode-off", "wayward"),
    good=(
        "freed", "raised", "recovered", "recovered-general", "rebuilt", "returned", "arrived", "supplied", "resupplied",
        "track-end", "sudden",
    ),
    bad=(
        "depleted", "morale", "broken", "eliminated", "off-map", "no-retreat", "retreated", "panics", "low-ammo",
        "lost", "negated", "negated-brigade", "deceived", "friendly-fire", "delayed", "limited", "casualty",
        "common-vain",
    ),
)  # fmt: skip
BUSY = ("activation", "fire", "close-combat-step", "fog-of-war", "artillery-phase")
"""Procedures during which a played chit belongs to what is going on, and opens no chapter."""
AT_ONCE = "KT-10.3a-2"
"""The case of an Event chit that is played as it is drawn, which therefore names the chapter of its draw."""


def extra(g: State, event: Event, seat: str) -> dict[str, Any]:
    """The keys of a line besides its words and places; the same keys for every reader."""
    hidden = bool(event.only) and seat not in ("", event.only)
    found = KINDS.line(event, opens(g, event), *_heading(g, event, hidden))
    if hidden:
        return found
    shown = {"detail": detail(DETAILS, g, event), "cells": cells(CELLS, g, event)}
    return found | {"from": _origin(g, event), **shown}


def opens(g: State, event: Event) -> bool:
    """Whether an event opens a chapter: a turn, the artillery, the end of a turn, a drawn chit, an event of its own."""
    if event.kind == "phase":
        return event.data[0] not in ("command", "chits")
    if event.kind == "played":
        busy = any(STEPS[type(frame)].name in BUSY for frame, _ in g.stack)
        return event.cite == "KT-10.4a-4" and g.phase == "chits" and not busy
    return event.kind in ("turn", "drawn", "drawn-event", "onset", "named-chit", "over", "resigned")


def _heading(g: State, event: Event, hidden: bool) -> tuple[str | None, str | None]:
    """What the chapter is called from here on, and what follows in brackets: "Tyler, Attack (4, rolled 3)"."""
    who = {"union": "Union", "confederate": "Confederate"}.get(event.seat, "")
    if event.kind == "drawn-event":
        return f"{who} Event chit", None
    if event.kind == "phase":
        return PHASES[event.data[0]] if opens(g, event) else None, None
    if event.kind in ("command", "cic"):
        return None, f"{event.data[1]}, rolled {event.roll}"
    if event.kind == "played" and not (opens(g, event) or event.cite == AT_ONCE):
        return None, None  # it changes what goes on and does not name it
    made = HEADED.get(event.kind)
    return (made(event) if made and not hidden else None), None


HEADED: Mapping[str, Callable[[Event], str]] = {
    "turn": lambda e: f"Turn {e.data[0]} begins",
    "drawn": lambda e: str(e.data[0]),
    "named-chit": lambda e: str(e.data[0]),
    "activated": lambda e: str(e.data[0]),
    "limited": lambda e: f"{e.data[0]}, fire only",
    "onset": lambda e: e.data[3] or ", ".join(e.data[0]),
    "ordered": lambda e: f"{e.data[0]}, {str(e.data[1]).capitalize()}",
    "negated": lambda e: f"{e.data[0]}, lost",
    "negated-brigade": lambda e: f"{e.data[0]}, lost to Fortunes of War",
    "played": lambda e: f"{e.data[0]}, {SIDES[SIDE_INDEX[e.seat]].capitalize()}",
    "over": lambda e: f"The end: {e.data[0]}",
    "resigned": lambda e: f"The end: {resigning(e)}",
}


def _origin(g: State, event: Event) -> list[str]:
    """Where an event came from: the hex that a move left, the hexes of those who fire or assault."""
    if event.kind in KINDS.fires:
        return hexes_of_units(g, event)
    return left_hex(g, event) if event.kind in KINDS.moves else []


# -- the third depth ------------------------------------------------------------------------------------------


def _aim(g: State, e: Event) -> list[Detail]:
    found = e.data[0]
    rows = [row(f"{found.strength} SP: column {found.base}", "KT-12.3-1")]
    if e.kind == "aim":
        rows += [row(why) for why in e.data[3]]
    rows += [row(f"{name} {columns:+d}", cite, on) for name, columns, cite, on in found.shifts]
    rows.append(row(f"column {found.final}"))
    return rows


def _fire(g: State, e: Event) -> list[Detail]:
    test, lead, rating, column = e.data
    cells = g.setting.crt.cells[g.setting.crt.columns.index(column)]
    chance = sum(1 for cell in cells.values() if cell[rating])
    rows = [
        row(f"dice {e.roll // 10} and {e.roll % 10}, coloured first", "KT-12.3a-1"),
        row(f"{lead} leads with Cohesion Rating {rating}: {test or 'no'} test"),
        row(f"on column {column} {chance} of {len(cells)} rolls test a rating of {rating}"),
    ]
    charts = g.setting.battle.charts
    return rows + reconstructed(charts.get("crt", ()), "roll", str(e.roll), "row of the Combat Results Table")


def _tested_on(e: Event) -> tuple[str, str]:
    """The chart of a Cohesion Test, and after what it is rolled."""
    return ("close_cohesion", "close combat") if e.cite.startswith("KT-15.2") else ("fire_cohesion", "fire")


def _test(g: State, e: Event) -> list[Detail]:
    kind, depletion, skedaddle = e.data
    chart, table = _tested_on(e)
    coloured, white = divmod(e.roll, 10)
    rows = [
        row(f"coloured die {coloured}, {depletion}: {code_words(depletion)}", e.cite),
        row(f"white die {white}, {skedaddle}: {', '.join(code_words(c) for c in skedaddle.split())}"),
    ]
    for die in dict.fromkeys((coloured, white)):
        what = f"row {die} of the {kind} test after {table}"
        rows += reconstructed(g.setting.battle.charts.get(chart, ()), "die", str(die), what, test=kind)
    return rows


CODES = {
    "-": "nothing", "D": "depleted", "D2": "depleted, and the next largest too", "D all": "every unit depleted",
    "AD": "the largest attacker depleted", "BD*": "both depleted, unless one is three times as strong", "M": "a hit",
    "2M": "two hits", "B": "a break test", "AM": "a hit on the largest attacker",
}  # fmt: skip
COUNTED = {"RA": "every unit retreats {n}", "AR": "the largest attacker retreats {n}", "R": "retreats {n}",
           "P": "panic, {n}"}  # fmt: skip


def code_words(code: str) -> str:
    """A result of a Cohesion Test in words: "R2" as "retreats 2"."""
    if code in CODES:
        return CODES[code]
    return next((text.format(n=code[len(k) :]) for k, text in COUNTED.items() if code.startswith(k)), code)


def _command(g: State, e: Event) -> list[Detail]:
    _, rating, full = e.data
    return [row(f"die {e.roll} against a Command Rating of {rating}: {'at most' if full else 'above'} it", e.cite)]


def _break(g: State, e: Event) -> list[Detail]:
    rating, box = e.data
    over = e.roll - rating
    words = f"{over} above the rating: Broken Box {box}" if box else "at most the rating: one hit more"
    return [row(f"die {e.roll} against a rating of {rating}, {words}", "KT-15.7-2")]


def _nobody_fires(g: State, e: Event) -> list[Detail]:
    return [row(f"{id}: {why}", cite) for id, why, cite in e.data]


def _test_cells(g: State, e: Event) -> list[Cell]:
    """The coloured die is read for depletion, the white one for skedaddle."""
    chart, _ = _tested_on(e)
    read = zip(("depletion", "skedaddle"), divmod(e.roll, 10), strict=True)
    return [found for column, die in read for found in cell(g, chart, "die", str(die), column, test=e.data[0])]


def _break_cell(g: State, e: Event) -> list[Cell]:
    """What the die is above the rating by, as far as the chart tells it apart."""
    over = e.roll - e.data[0]
    return cell(g, "break_test", "die_minus_cr", "<=0" if over <= 0 else "3+" if over >= 3 else str(over), "result")


CELLS: Cells = {
    "fire": lambda g, e: cell(g, "crt", "roll", str(e.roll), e.data[3]),
    "assault": lambda g, e: cell(g, "crt", "roll", str(e.roll), e.data[3]),
    "test": _test_cells,
    "break-test": _break_cell,
    "fog": lambda g, e: cell(g, "fog_of_war", "die", str(e.roll), "result"),
}
DETAILS: Details = {
    "aim": _aim,
    "assault-aim": _aim,
    "fire": _fire,
    "assault": _fire,
    "test": _test,
    "command": _command,
    "cic": _command,
    "break-test": _break,
    "no-opportunity": _nobody_fires,
}
