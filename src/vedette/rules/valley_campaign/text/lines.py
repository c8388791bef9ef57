"""What a line of the log holds besides its words: depth, chapter, place, whom it hurts, details.

A chapter begins with a turn or with a phase of a player turn.
"""

from __future__ import annotations

from typing import Any

from vedette.engine.events import Event
from vedette.rules.common.text.log import (
    Cells,
    Detail,
    Details,
    Kinds,
    cell,
    cells,
    detail,
    left_hex,
    reconstructed,
    row,
    the_end,
)
from vedette.rules.valley_campaign.charts import COLUMNS
from vedette.rules.valley_campaign.state import State
from vedette.rules.valley_campaign.text.combat_words import attack_rows

KINDS = Kinds(
    top=("turn", "phase", "outcome", "resigned"),
    headings=("attacked", "bombarded"),
    fires=("attacked", "bombarded"),
    moves=("moved", "entered", "retreated", "displaced", "advanced"),
    good=("recovered", "leader-drawn", "bridge-repaired"),
    bad=(
        "step-lost", "eliminated", "retreated", "displaced", "demoralized", "recovers-later", "leader-lost",
        "not-replaced",
    ),
)  # fmt: skip


def extra(g: State, event: Event) -> dict[str, Any]:
    """The keys of a line besides its words and places."""
    found = KINDS.line(event, event.kind in KINDS.top, _heading(event))
    shown = {"detail": detail(DETAILS, g, event), "cells": cells(CELLS, g, event)}
    return found | {"from": _origin(g, event), **shown}


def _heading(event: Event) -> str | None:
    """The name of the chapter that an event opens."""
    if event.kind == "turn":
        return f"Turn {event.data[0]} begins"
    if event.kind == "phase":
        return f"{event.seat.capitalize()} {event.data[0]}"
    return the_end(event, "outcome")


def _origin(g: State, event: Event) -> list[str]:
    """Where an event came from: the hex a move left, the hexes of those who attack or bombard."""
    if event.kind == "bombarded":
        at = g.at(event.units[0])
        return [g.hex_name(at)] if at >= 0 else []
    if event.kind == "attacked":
        return [g.hex_name(hex) for hex in event.data[8]]
    return left_hex(g, event) if event.kind in KINDS.moves else []


# -- the third depth ------------------------------------------------------------------------------------------


def _points(g: State, e: Event) -> list[Detail]:
    """What one step of a move cost."""
    return [row(f"{e.data[1]} MP", "JV-4.8-8")] if len(e.data) > 1 else []


def _bombarded(g: State, e: Event) -> list[Detail]:
    """The die with all its modifiers, against the range."""
    hit, modified, distance, modifiers = e.data
    rows = [row(f"die {e.roll}", "JV-7.1-2")]
    rows += [row(f"{name} {amount:+d}", cite) for name, amount, cite in modifiers]
    verdict = "a hit" if hit else "no hit"
    return [
        *rows,
        row(f"{modified} {'is above' if hit else 'is not above'} the range of {distance}: {verdict}", e.cite),
    ]


def _hit(g: State, e: Event) -> list[Detail]:
    """The row of the table of hits."""
    return [
        row(f"die {e.roll}: {e.data[0]}", e.cite),
        *reconstructed(g.setting.battle.charts.get("bombardment_hits", ()), "die", str(e.roll), "row"),
    ]


def _attacked(g: State, e: Event) -> list[Detail]:
    rows = [row(text, cite, used) for text, cite, used in attack_rows(g, e)]
    return [*rows, *reconstructed(g.setting.battle.charts.get("crt", ()), "die", str(e.roll), "row of the odds table")]


CELLS: Cells = {
    "attacked": lambda g, e: cell(g, "crt", "die", str(e.roll), COLUMNS[e.data[2]]),
    "hit": lambda g, e: cell(g, "bombardment_hits", "die", str(e.roll), "name"),
}
DETAILS: Details = {
    "moved": _points,
    "attacked": _attacked,
    "bombarded": _bombarded,
    "hit": _hit,
}
