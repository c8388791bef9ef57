"""The cards: the end of a turn with score, losses and brigades, and the summary of a game."""

from __future__ import annotations

from collections.abc import Sequence

from vedette.engine.events import Event
from vedette.engine.shapes import Item, Section
from vedette.rules.common.text import sections
from vedette.rules.common.text.sections import item
from vedette.rules.great_battles.chapters import victory
from vedette.rules.great_battles.chapters.effectiveness import lost, rating
from vedette.rules.great_battles.setting import SIDES
from vedette.rules.great_battles.state import State
from vedette.rules.great_battles.text.figures import FATES, fires, melees, points_lost
from vedette.rules.great_battles.text.score import level_words, score_section, score_words
from vedette.rules.great_battles.text.view import brigade_words
from vedette.rules.great_battles.text.words import because, say

LEADERS = ("leader-lost", "leader-placed", "leader-removed")


def turn_end(g: State, events: Sequence[Event], seat: str) -> list[Section]:
    """The sections of a turn that is over: `g` as it stands at its end, `events` those of the turn."""
    g = before_income(g, events)
    return [
        {**score_section(g), "items": [item(level_words(g))]},
        sections.section("Army morale", _morale(g, events), "unchanged"),
        *sections.if_any("Brigades", _brigades(g, events, seat)),
        sections.section("Losses", _losses(g, events, seat), "none"),
        *sections.if_any("Leaders", [item(say(g, e), units=e.units) for e in events if e.kind in LEADERS]),
        *sections.if_any("Left the map", sections.by_side(g, sections.left(events), seat, good=True)),
        *sections.if_any("Routed", _marked(g, seat, "routed")),
        *sections.if_any("Out of ammunition", _marked(g, seat, "depleted")),
    ]


def before_income(g: State, events: Sequence[Event]) -> State:
    """The field as the turn left it: if the next has begun, without its income of army morale."""
    turns = [int(e.data[0]) for e in events if e.kind == "turn"]
    if not turns or g.turn <= turns[-1] or g.over:
        return g
    new = g.clone()
    new.morale = max(0, g.morale - g.setting.numbers["morale-income"])
    return new


def _morale(g: State, events: Sequence[Event]) -> list[Item]:
    """What raised and lowered army morale, added up by reason, and where it stands."""
    found: dict[str, int] = {}
    for e in events:
        if e.kind == "morale":
            why = because(e).lstrip(", ") or "otherwise"
            found[why] = found.get(why, 0) + e.data[0]
    least = g.setting.numbers["demoralization-below"]
    rows = [item(f"{why}: {n:+d}") for why, n in found.items()]
    return [*rows, item(f"now {g.morale}", "warn" if g.morale < least else "none")] if rows else []


def _brigades(g: State, events: Sequence[Event], seat: str) -> list[Item]:
    """The sheets of brigades that lost men or their effectiveness in the turn."""
    hurt = {g.counter(id).brigade for e in events if e.kind == "lost" for id in e.units}
    hurt |= {str(e.data[0]) for e in events if e.kind in ("ineffective", "demoralized") and e.data}
    rows = [row for row in g.setting.brigades.values() if row.name in hurt]
    return [item(brigade_words(g, row), sections.tone(seat, SIDES[row.side])) for row in rows]


def _losses(g: State, events: Sequence[Event], seat: str) -> list[Item]:
    points: dict[str, int] = {}
    for e in events:
        if e.kind == "lost":
            points[e.units[0]] = points.get(e.units[0], 0) + e.data[0]
    fates = sections.worst(events, FATES)
    return sections.by_side(
        g, fates, seat, lambda ids: ", ".join(f"{id} {_fate(fates[id], points.get(id, 0))}" for id in ids)
    )


def _fate(kind: str, points: int) -> str:
    """ "-2, routed"."""
    if kind == "lost":
        return f"-{points}"
    return f"-{points}, {FATES[kind]}" if points else FATES[kind]


def _marked(g: State, seat: str, mark: str) -> list[Item]:
    return sections.by_side(g, (id for side in (0, 1) for id in g.on_map(side) if getattr(g.units[id], mark)), seat)


# -- a game as a whole -----------------------------------------------------------------------------------------------


TURNING = ("ineffective", "demoralized", "leader-lost", "eliminated", "wagon-captured", "wagon-destroyed")


def chronicle(g: State, events: Sequence[Event]) -> list[Section]:
    """The sections of the summary; `events` are those of the game that count."""
    end, here = victory.outcome(g), victory.outcome_now(g)
    return [
        sections.result(score_words(g), end.level if end else None, here.level),
        score_section(g),
        _all_brigades(g),
        sections.table("Points lost", points_lost(g, events)),
        sections.table("Fires", fires(g, events)),
        sections.table("Melees", melees(events)),
        sections.exits(events, g.setting.first_turn),
        sections.section(
            "Turning points", sections.dated(events, g.setting.first_turn, lambda e: _turning(g, e)), "none"
        ),
    ]


def _all_brigades(g: State) -> Section:
    """Brigade by brigade: points lost against the rating, whether it is effective, what it scores."""
    rows = [
        [
            SIDES[row.side].capitalize(), row.name, f"{lost(g, row.name)} of {row.total}", str(rating(g, row.name)),
            "no" if row.name in g.ineffective else "yes", str(row.points),
        ]
        for row in g.setting.brigades.values()
    ]  # fmt: skip
    return {"title": "Brigades", "head": ["Side", "Brigade", "lost", "rating", "effective", "VP"], "rows": rows}


def _turning(g: State, e: Event) -> Item | None:
    """Brigades that broke, units and leaders lost, the wagon."""
    return item(say(g, e), hex=g.hex_name(e.hex) if e.hex >= 0 else None, units=e.units) if e.kind in TURNING else None
