"""The lines of the card "since your last decision": what events did to whom, worst first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vedette.engine.events import Event
from vedette.engine.shapes import News
from vedette.rules.common.text import news as card
from vedette.rules.common.text.news import OVER
from vedette.rules.great_battles.setting import SIDE_INDEX
from vedette.rules.great_battles.state import State
from vedette.rules.great_battles.text.figures import FIRES, group_of
from vedette.rules.great_battles.text.words import because, count, say

WEIGHTS = {
    "leader-lost": 110, "eliminated": 100, "wagon-captured": 90, "routed": 70, "lost": 60, "crew-lost": 45,
    "pinned": 40, "depleted": 35, "must-fight": 30, "retreated": 20,
}  # fmt: skip
"""How heavily each thing weighs on the unit that it happens to."""
REASONED = ("leader-lost", "eliminated", "lost", "routed", "must-fight")
"""What is told with the reason for it."""
BETTER = {"rallied": "routed", "resupplied": "depleted", "unpinned": "pinned", "free": "engaged", "manned": "abandoned"}
"""An event that ends a state -> the state that it ends."""
BINDS = ("out-of-command", "kept-out", "caisson", "abandoned", "rounds-lost")
ACTORS = (
    *FIRES, "automatic", "melee", "assaulted", "turned", "on-top", "round-fired", "rout-check", "leader-check", "aim",
    "overshot", "charge", "demoralization-check",
)  # fmt: skip
"""Events that change nothing about the units that they name, or that other lines cover."""
BRIGADE, EXIT, HELD = 95, 80, 25
ARMY = ("ineffective", "effective", "demoralized")
MARCH = ("moved", "entered", "advanced")


def news(g: State, events: Sequence[Event], seat: str) -> list[News]:
    """The news in some events for a seat ("" for none), worst first."""
    found = [
        *(card.item(say(g, e), "none", OVER) for e in events if e.kind in ("outcome", "resigned")),
        *_fates(g, events, seat),
        *_army(g, events, seat),
        *card.gone(g, events, seat, EXIT),
        *_bound(g, events, seat),
    ]
    found.sort(key=lambda item: -item["weight"])
    marches = card.marches(g, events, MARCH, lambda id: group_of(g, id))
    more = card.rest(g, events, seat, (*found, *marches), ACTORS, lambda e: say(g, e))
    combats = [card.plainly(g, e, say(g, e)) for e in events if e.kind in FIRES or e.kind == "melee"]
    return [*found, *more, *_morale(events), *combats, *marches]


def _fates(g: State, events: Sequence[Event], seat: str) -> Iterator[News]:
    """What each unit suffered or recovered from, one line a unit."""
    for id, suffered in card.fates(events, {*WEIGHTS, *BETTER}).items():
        lasting = _lasting(suffered)
        weight = float(sum(WEIGHTS.get(kind, 0) for kind in {e.kind for e in lasting}))
        words = ", ".join(card.reasons_once(_said(g, lasting).values()))
        yield card.fate(g, seat, id, words, weight, card.hexes_of(g, *lasting))


def _lasting(events: Sequence[Event]) -> list[Event]:
    """What has not been undone since: of a pin and its end, only the later."""
    found: list[Event] = []
    for e in events:
        ended = {BETTER.get(e.kind), *(end for end, what in BETTER.items() if what == e.kind)}
        found = [*(old for old in found if old.kind not in ended), e]
    return found


def _said(g: State, events: Sequence[Event]) -> dict[str, tuple[str, str]]:
    """Kind of event -> what it did and why: "lost 2 points", "routed", "fell back three hexes to 1532"."""
    parts: dict[str, tuple[str, str]] = {}
    points = sum(e.data[0] for e in events if e.kind == "lost")
    steps = sum(e.data[0] for e in events if e.kind == "crew-lost")
    back = [e for e in events if e.kind == "retreated"]
    for e in events:
        what = "gun" if g.counter(e.units[0]).gun else "point"
        deed = {
            "leader-lost": str(e.data[0]) if e.data else "lost",
            "eliminated": "captured" if "captured" in e.data else "eliminated",
            "wagon-captured": "captured",
            "lost": f"lost {count(points, what)}",
            "crew-lost": f"lost {count(steps, 'step')} of its crew",
            "depleted": "out of ammunition",
            "unpinned": "no longer pinned",
            "free": "no longer engaged",
            "manned": "manned again",
            "must-fight": f"had to fight on in {g.hex_name(e.hex)}",
        }.get(e.kind, e.kind)
        parts[e.kind] = deed, because(e) if e.kind in REASONED else ""
    if back:
        parts["retreated"] = card.fell_back(g, back), ""
    return parts


def _army(g: State, events: Sequence[Event], seat: str) -> list[News]:
    """Brigades that lost or regained their effectiveness, or were demoralized."""
    found = []
    for e in events:
        if e.kind in ARMY:
            mine = seat in ("", e.seat)
            tone = "none" if e.kind == "effective" else "bad" if mine else "good"
            units = [id for id in g.on_map(SIDE_INDEX.get(e.seat, 0)) if g.counter(id).brigade == e.data[0]]
            found.append(card.item(say(g, e), tone, BRIGADE if mine else 0, units))
    return found


def _bound(g: State, events: Sequence[Event], seat: str) -> list[News]:
    """Who is held back: out of command, without rounds or crew."""
    found = []
    for e in events:
        if e.kind in BINDS and e.units:
            mine = seat in ("", g.seat(e.units[0]))
            found.append(
                card.item(say(g, e), "bad" if mine else "good", HELD if mine else 0, e.units, card.hexes_of(g, e))
            )
    return found


def _morale(events: Sequence[Event]) -> list[News]:
    """What became of army morale, in one line."""
    moves = [e for e in events if e.kind == "morale"]
    if not moves:
        return []
    change, now = sum(e.data[0] for e in moves), moves[-1].data[1]
    return [card.item(f"Union army morale {change:+d}, now {now}" if change else f"Union army morale {now}", "none", 0)]
