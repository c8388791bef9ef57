"""The score in words and with its parts: victory points of both sides, army morale, hills, exits."""

from __future__ import annotations

from vedette.engine.shapes import Section
from vedette.engine.words import counted
from vedette.rules.common.text.log import NAMES
from vedette.rules.great_battles.chapters import victory
from vedette.rules.great_battles.chapters.columns import usable
from vedette.rules.great_battles.state import State


def score_words(g: State) -> str:
    """Both totals and army morale."""
    union, confederate = victory.points(g)
    return f"Union {union}, Confederates {confederate}; army morale {g.morale}"


def level_words(g: State) -> str:
    """The score, and the level as things stand."""
    return f"{score_words(g)}; now {victory.outcome_now(g).level}"


def exit_words(g: State, id: str) -> str:
    """What a unit's leaving the map comes to."""
    c = g.counter(id)
    each = g.setting.numbers["points-exit-cavalry" if c.arm == "cavalry" else "points-exit"]
    if c.leader or c.wagon or victory.spent(g, id):
        return "it leaves for good, without points"
    alone = "" if victory.led_off(g, id) else " once its officer has left as well"
    return f"it leaves for good: {counted(each * usable(g, id), 'point', 'points')}{alone}"


WHAT = {"guns": "gun", "leaders": "point of radius"}
"""What a line of the score counts, by its first word; any other line counts points of strength."""


def _scored(one: victory.Item) -> str:
    """ "9 points for 3 of strength", "1 point": the score, and what it is for."""
    told = count(one.points, "point")
    if one.n in (1, one.points):
        return told
    first = one.what.split()[0]
    return f"{told} for {count(one.n, WHAT[first])}" if first in WHAT else f"{told} for {one.n} of strength"


def count(n: int, what: str) -> str:
    """ "1 point", "3 points", "8 points of radius"."""
    head, *rest = what.split(" ")
    return " ".join((f"{n} {head}{'' if n == 1 else 's'}", *rest))


def parts(g: State) -> list[list[str]]:
    """What makes up each side's points, one row for each source: what it is, the Union's points, the Confederates'."""
    found: dict[str, list[victory.Item]] = {}
    for one in victory.items(g):
        found.setdefault(one.what, []).append(one)
    rows = []
    for what, ones in found.items():
        points = ["", ""]
        for one in ones:
            points[one.side] = _scored(one)
        rows.append([what, *points])
    return rows


def score_section(g: State) -> Section:
    """The parts of the score as a titled table."""
    union, confederate = victory.points(g)
    rows = parts(g)
    rows.append(["total", str(union), str(confederate)])
    found = victory.outcome_now(g)
    lead = abs(union - confederate)
    ahead = "" if not lead else f" ({NAMES[union < confederate]} by {lead})"
    return {
        "title": "Score",
        "head": ["what", *NAMES],
        "rows": rows,
        "note": f"If the game ended now: {found.level}{ahead}.",
    }
