"""The lines of the card "since your last decision": what events did to whom, worst first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vedette.engine.events import Event
from vedette.engine.shapes import News
from vedette.rules.common.text import news as card
from vedette.rules.common.text.news import OVER
from vedette.rules.valley_campaign.chapters.bridges import bridge_name
from vedette.rules.valley_campaign.setting import SIDES
from vedette.rules.valley_campaign.state import State
from vedette.rules.valley_campaign.text.figures import group_of
from vedette.rules.valley_campaign.text.words import HOLD, because, say

WEIGHTS = {
    "leader-lost": 110, "eliminated": 100, "step-lost": 60, "demoralized": 40, "retreated": 25, "displaced": 15,
    "recovers-later": 10,
}  # fmt: skip
"""How heavily each thing weighs on the unit that it happens to."""
REASONED = ("leader-lost", "eliminated", "step-lost")
"""What is told with the reason for it."""
CONTROL, EXIT, BRIDGE = 80, 70, 50
MARCH = ("moved", "entered", "advanced")
FIELD = ("bridge-burned", "bridge-repaired", "repair-begun", "repair-broken-off")
ACTORS = ("automatic", "attacked", "bombarded", "aim", "hit")
"""Events that change nothing about the units that they name, or that other lines cover."""


def news(g: State, events: Sequence[Event], seat: str) -> list[News]:
    """The news in some events for a seat ("" for none), worst first."""
    found = [
        *(card.item(say(g, e), "none", OVER) for e in events if e.kind in ("outcome", "resigned")),
        *_fates(g, events, seat),
        *_holders(g, events, seat),
        *card.gone(g, events, seat, EXIT),
        *_field(g, events, seat),
    ]
    found.sort(key=lambda item: -item["weight"])
    marches = card.marches(g, events, MARCH, lambda id: group_of(g, id))
    more = card.rest(g, events, seat, (*found, *marches), ACTORS, lambda e: say(g, e))
    return [*found, *more, *_combats(g, events), *marches]


def _fates(g: State, events: Sequence[Event], seat: str) -> Iterator[News]:
    """What each unit suffered or recovered from, one line a unit."""
    for id, suffered in card.fates(events, (*WEIGHTS, "recovered", "leader-drawn", "not-replaced")).items():
        hexes = card.hexes_of(g, *suffered)
        hexes += [g.hex_name(e.data[0]) for e in suffered if e.kind == "retreated" and e.data[0] >= 0]
        words = ", ".join(card.reasons_once(_said(g, suffered).values()))
        yield card.fate(g, seat, id, words, _weight([e.kind for e in suffered]), hexes)


def _weight(kinds: Sequence[str]) -> float:
    """How heavily all of it weighs together; what was recovered from weighs nothing."""
    marks = [kind for kind in kinds if kind in ("demoralized", "recovered")]
    gone = {"demoralized"} if marks and marks[-1] == "recovered" else set()
    return float(sum(WEIGHTS.get(kind, 0) for kind in set(kinds) - gone))


def _said(g: State, events: Sequence[Event]) -> dict[str, tuple[str, str]]:
    """Kind of event -> what it did and why: "reduced", "demoralized", "fell back two hexes to 1532"."""
    back = [e for e in events if e.kind == "retreated"]
    parts: dict[str, tuple[str, str]] = {}
    for e in events:
        deed = {
            "leader-lost": "lost",
            "step-lost": "reduced",
            "recovers-later": "still demoralized",
            "displaced": f"made room and went to {g.hex_name(e.hex)}" if e.hex >= 0 else "made room",
            "leader-drawn": f"takes over{f' from {e.data[1]}' if len(e.data) > 1 else ''}",
            "not-replaced": "nobody follows",
            "retreated": card.fell_back(g, back) if back else "",
        }.get(e.kind, e.kind)
        parts[e.kind] = deed, because(e) if e.kind in REASONED else ""
    return parts


def _holders(g: State, events: Sequence[Event], seat: str) -> list[News]:
    """Victory hexes that changed hands."""
    found = []
    for e in events:
        if e.kind == "control":
            bad = seat not in ("", SIDES[e.data[0]])
            text = f"{HOLD[e.data[0]]} {g.hex_name(e.hex)}"
            found.append(card.item(text, "bad" if bad else "good", CONTROL if bad else 0, (), [g.hex_name(e.hex)]))
    return found


def _field(g: State, events: Sequence[Event], seat: str) -> list[News]:
    """Bridges that burned or stand again, and repairs."""
    return [
        card.item(say(g, e), "none", BRIDGE if e.seat != seat else 0, e.units, bridge_name(g, e.data).split("-"))
        for e in events
        if e.kind in FIELD and len(e.data) > 1
    ]


def _combats(g: State, events: Sequence[Event]) -> list[News]:
    """Attacks, and bombardments that hit: why the results above came about; misses, gathered by target."""
    found = []
    missed: dict[str, list[str]] = {}
    for e in events:
        if e.kind == "attacked" or (e.kind == "bombarded" and e.data[0]):
            found.append(card.plainly(g, e, say(g, e)))
        elif e.kind == "bombarded":
            missed.setdefault(e.units[1], []).append(e.units[0])
    for target, guns in missed.items():
        found.append(card.item(f"{', '.join(guns)} bombarded {target}: no effect", "none", 0, [target, *guns]))
    return found
