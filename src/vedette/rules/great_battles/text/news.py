"""What some events did to whom: the lines of the card "since your last decision", worst first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from vedette.engine.events import Event
from vedette.rules.great_battles.setting import SIDE_INDEX
from vedette.rules.great_battles.state import State
from vedette.rules.great_battles.text.toll import FIRES, group_of
from vedette.rules.great_battles.text.words import because, count, say

Item = dict[str, Any]
WEIGHTS = {
    "leader-lost": 110, "eliminated": 100, "wagon-captured": 90, "routed": 70, "lost": 60, "crew-lost": 45,
    "pinned": 40, "depleted": 35, "must-fight": 30, "retreated": 20,
}  # fmt: skip
"""How heavy a thing weighs on the unit that it happens to."""
REASONED = ("leader-lost", "eliminated", "lost", "routed", "must-fight")
"""What is told with its reason."""
BETTER = {"rallied": "routed", "resupplied": "depleted", "unpinned": "pinned", "free": "engaged", "manned": "abandoned"}
"""What is over -> what it ends."""
BINDS = ("out-of-command", "kept-out", "caisson", "abandoned", "rounds-lost")
ACTORS = (
    *FIRES, "automatic", "melee", "assaulted", "turned", "on-top", "round-fired", "rout-check", "leader-check", "aim",
    "overshot", "charge", "demoralization-check",
)  # fmt: skip
"""Events that change nothing of the units that they name, or of which others tell."""
BRIGADE, EXIT, OVER, HELD = 95, 80, 200, 25
ARMY = ("ineffective", "effective", "demoralized")
NUMBERS = ("no", "one", "two", "three", "four", "five", "six")
MARCH = ("moved", "entered", "advanced")
NAMED = 4
"""So many moved units are named; the rest is counted."""


def news(g: State, events: Sequence[Event], seat: str) -> list[Item]:
    """The news of some events for a seat ("" for nobody's), worst first."""
    found = [*_over(g, events), *_fates(g, events, seat), *_army(g, events, seat), *_gone(g, events, seat),
             *_bound(g, events, seat)]  # fmt: skip
    found.sort(key=lambda item: -item["weight"])
    marches = _marches(g, events)
    more = _rest(g, events, seat, [id for item in (*found, *marches) for id in item["units"]])
    return [*found, *more, *_morale(events), *_combats(g, events), *marches]


def _item(text: str, tone: str, weight: float, units: Sequence[str] = (), hexes: Sequence[str] = ()) -> Item:
    return {"text": text, "tone": tone, "weight": weight, "units": list(units), "hexes": list(dict.fromkeys(hexes))}


def _over(g: State, events: Sequence[Event]) -> list[Item]:
    return [_item(say(g, e), "none", OVER) for e in events if e.kind == "outcome"]


def _fates(g: State, events: Sequence[Event], seat: str) -> list[Item]:
    """What each unit suffered or got over, one line a unit."""
    fates: dict[str, list[Event]] = {}
    for e in events:
        if e.kind in WEIGHTS or e.kind in BETTER:
            for id in e.units:
                fates.setdefault(id, []).append(e)
    found = []
    for id, suffered in fates.items():
        suffered = standing(suffered)
        weight = float(sum(WEIGHTS.get(kind, 0) for kind in {e.kind for e in suffered}))
        hexes = [g.hex_name(e.hex) for e in suffered if e.hex >= 0]
        mine = seat in ("", g.seat(id))
        tone = "bad" if weight and mine else "good" if weight or mine else "none"
        words = ", ".join(reasons_once(_said(g, suffered).values()))
        found.append(_item(f"{id} {words}", tone, weight if mine else -1 / (1 + weight), [id], hexes))
    return found


def standing(events: Sequence[Event]) -> list[Event]:
    """What is not over again: of a pin and its end only the later."""
    found: list[Event] = []
    for e in events:
        ended = {BETTER.get(e.kind), *(end for end, what in BETTER.items() if what == e.kind)}
        found = [*(old for old in found if old.kind not in ended), e]
    return found


def reasons_once(parts: Iterable[tuple[str, str]]) -> list[str]:
    """Deeds in words, each reason once and after the last deed that it is given for."""
    rows = list(parts)
    last = {why: n for n, (_, why) in enumerate(rows)}
    return [f"{deed}{why if last[why] == n else ''}" for n, (deed, why) in enumerate(rows)]


def _said(g: State, events: Sequence[Event]) -> dict[str, tuple[str, str]]:
    """Kind of event -> deed and reason: "lost 2 points", "routed", "fell back three hexes to 1532"."""
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
        many = NUMBERS[len(back)] if len(back) < len(NUMBERS) else str(len(back))
        hexes = "hex" if len(back) == 1 else "hexes"
        parts["retreated"] = f"fell back {many} {hexes} to {g.hex_name(back[-1].hex)}", ""
    return parts


def _army(g: State, events: Sequence[Event], seat: str) -> list[Item]:
    """Brigades that lost their effectiveness, or were demoralized."""
    found = []
    for e in events:
        if e.kind in ARMY:
            mine = seat in ("", e.seat)
            tone = "none" if e.kind == "effective" else "bad" if mine else "good"
            units = [id for id in g.on_map(SIDE_INDEX.get(e.seat, 0)) if g.counter(id).brigade == e.data[0]]
            found.append(_item(say(g, e), tone, BRIGADE if mine else 0, units))
    return found


def _bound(g: State, events: Sequence[Event], seat: str) -> list[Item]:
    """Who cannot do all that he could: out of command, without rounds or crew."""
    found = []
    for e in events:
        if e.kind in BINDS and e.units:
            mine = seat in ("", g.seat(e.units[0]))
            hexes = [g.hex_name(e.hex)] if e.hex >= 0 else []
            found.append(_item(say(g, e), "bad" if mine else "good", HELD if mine else 0, e.units, hexes))
    return found


def _rest(g: State, events: Sequence[Event], seat: str, told: Iterable[str]) -> Iterator[Item]:
    """What befell units of a seat that no other line names, in the words of the log."""
    named = set(told)
    for e in events:
        ids = [] if e.kind in ACTORS else [id for id in e.units if id not in named and seat in ("", g.seat(id))]
        if ids:
            yield _item(say(g, e), "none", 0, ids, [g.hex_name(e.hex)] if e.hex >= 0 else [])
            named.update(ids)


def _gone(g: State, events: Sequence[Event], seat: str) -> list[Item]:
    """Units that left the map, in one line."""
    gone = [id for e in events if e.kind == "exited" for id in e.units]
    if not gone:
        return []
    bad = seat not in ("", g.seat(gone[0]))
    return [_item(f"{', '.join(gone)} left the map", "bad" if bad else "good", EXIT if bad else 0, gone)]


def _morale(events: Sequence[Event]) -> list[Item]:
    """What army morale came to, in one line."""
    moves = [e for e in events if e.kind == "morale"]
    if not moves:
        return []
    change, now = sum(e.data[0] for e in moves), moves[-1].data[1]
    return [_item(f"Union army morale {change:+d}, now {now}" if change else f"Union army morale {now}", "none", 0)]


def _combats(g: State, events: Sequence[Event]) -> list[Item]:
    """Fires and melees: why the results above came out as they did."""
    fights = [e for e in events if e.kind in FIRES or e.kind == "melee"]
    return [_item(say(g, e), "none", 0, e.units, [g.hex_name(e.hex)] if e.hex >= 0 else []) for e in fights]


def _marches(g: State, events: Sequence[Event]) -> list[Item]:
    """Who moved where, one line a brigade."""
    ends: dict[tuple[str, str], dict[str, Event]] = {}
    for e in events:
        if e.kind in MARCH and e.units and e.hex >= 0:
            ends.setdefault((e.seat, group_of(g, e.units[0])), {})[e.units[0]] = e
    found = []
    for (_, brigade), moved in ends.items():
        words = [f"{id} to {g.hex_name(e.hex)}" for id, e in list(moved.items())[:NAMED]]
        more = len(moved) - len(words)
        text = f"{brigade} moved: {', '.join(words)}" + (f" and {more} more" if more else "")
        found.append(_item(text, "none", 0, list(moved), [g.hex_name(e.hex) for e in moved.values()]))
    return found
