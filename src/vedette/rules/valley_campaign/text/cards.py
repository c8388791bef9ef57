"""The cards: the end of a turn with score, losses and arrivals, and the summary of a game."""

from __future__ import annotations

from collections.abc import Sequence

from vedette.engine.events import Event
from vedette.engine.shapes import Item, Section
from vedette.engine.words import counted
from vedette.rules.common.text import sections
from vedette.rules.common.text.sections import item
from vedette.rules.valley_campaign.chapters import victory
from vedette.rules.valley_campaign.setting import SIDES
from vedette.rules.valley_campaign.state import State
from vedette.rules.valley_campaign.text.figures import LOSSES, attacks, bombardments, group_of
from vedette.rules.valley_campaign.text.score import level_words, points_of, score_section, score_words
from vedette.rules.valley_campaign.text.view import arrivals
from vedette.rules.valley_campaign.text.words import say

RANK = ("retreated", "demoralized", "step-lost", "leader-lost", "eliminated")
"""What can befall a unit, the lightest first."""
LEADERS = ("leader-lost", "leader-drawn", "not-replaced")


def turn_end(g: State, events: Sequence[Event], seat: str) -> list[Section]:
    """The sections of a turn that is over: `g` as it stands at its end, `events` those of the turn."""
    return [
        {**score_section(g), "items": [item(level_words(g)), *_taken(g, events, seat)]},
        sections.section("Losses", _losses(g, events, seat), "none"),
        *sections.if_any("Leaders", [item(say(g, e), units=e.units) for e in events if e.kind in LEADERS]),
        *sections.if_any("Left the map", _left(g, events, seat)),
        *sections.if_any(
            "Bridges", [item(say(g, e)) for e in events if e.kind in ("bridge-burned", "bridge-repaired")]
        ),
        sections.section("Demoralized", _demoralized(g, seat), "nobody"),
        sections.section("Arrivals", _next_arrivals(g), "nobody more"),
    ]


def _taken(g: State, events: Sequence[Event], seat: str) -> list[Item]:
    """Victory hexes that changed hands in the turn."""
    return [
        item(say(g, e), sections.tone(seat, SIDES[1 - e.data[0]]), g.hex_name(e.hex))
        for e in events
        if e.kind == "control"
    ]


def _losses(g: State, events: Sequence[Event], seat: str) -> list[Item]:
    fates = sections.worst(events, RANK)
    return sections.by_side(g, fates, seat, lambda ids: ", ".join(f"{id} {LOSSES[fates[id]]}" for id in ids))


def _left(g: State, events: Sequence[Event], seat: str) -> list[Item]:
    """Units that left the map, and what they score."""

    def words(ids: Sequence[str]) -> str:
        return f"{', '.join(ids)}, {counted(sum(points_of(g, id) for id in ids), 'point', 'points')}"

    return sections.by_side(g, sections.left(events), seat, words, good=True)


def _demoralized(g: State, seat: str) -> list[Item]:
    return sections.by_side(g, (id for side in (0, 1) for id in g.on_map(side) if g.units[id].demoralized), seat)


def _next_arrivals(g: State) -> list[Item]:
    """Who comes next turn, or in the next turn that brings anybody; who is overdue; whether their hexes are free."""
    following = min((a.turn for a in g.waiting if a.turn > g.turn), default=g.turn)
    due = {a.unit for a in g.waiting if a.turn <= max(g.turn, following)}
    rows: list[Item] = []
    for side, name in enumerate(SIDES):
        for row in arrivals(g, side):
            if due.intersection(row["units"]):
                rows.append({**row, "text": f"{name.capitalize()}, {row['text']}"})
    return rows


# -- a game as a whole -----------------------------------------------------------------------------------------------


TURNING = ("control", "eliminated", "leader-lost", "leader-drawn", "bridge-burned", "bridge-repaired")
KINDS = {
    "step-lost": "steps lost", "eliminated": "eliminated", "leader-lost": "eliminated", "demoralized": "demoralized",
    "retreated": "hexes back",
}  # fmt: skip
"""Kind of event -> the column of the losses by brigade."""


def chronicle(g: State, events: Sequence[Event]) -> list[Section]:
    """The sections of the summary; `events` are those of the game that count."""
    end, here = victory.outcome(g), victory.outcome_now(g)
    return [
        sections.result(score_words(g), end.level if end else None, here.level),
        score_section(g),
        sections.by_group(g, events, KINDS, lambda id: group_of(g, id)),
        sections.table("Attacks", attacks(events)),
        sections.table("Bombardments", bombardments(events)),
        sections.exits(events, g.setting.first_turn),
        sections.section(
            "Turning points", sections.dated(events, g.setting.first_turn, lambda e: _turning(g, e)), "none"
        ),
    ]


def _turning(g: State, e: Event) -> Item | None:
    """Victory hexes that changed hands, units and leaders lost, bridges."""
    return item(say(g, e), hex=g.hex_name(e.hex) if e.hex >= 0 else None, units=e.units) if e.kind in TURNING else None
