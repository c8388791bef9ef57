"""The lines of the card "since your last decision": what events did to whom, worst first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from vedette.engine.events import Event
from vedette.engine.shapes import News
from vedette.rules.blind_swords.charts import SP
from vedette.rules.blind_swords.setting import SIDES
from vedette.rules.blind_swords.state import State
from vedette.rules.blind_swords.text.effects import ACTORS, boxes, effects
from vedette.rules.blind_swords.text.words import say
from vedette.rules.common.text import news as card

WEIGHTS = {
    "eliminated": 100, "broken": 90, "off-map": 80, "depleted": 60, "disrupted": 40, "no-retreat": 35, "panics": 30,
    "wayward": 28, "retreated": 25, "friendly-fire": 22, "shaken": 20, "low-ammo": 15, "deceived": 15, "delayed": 12,
}  # fmt: skip
"""How heavily each thing weighs on the unit that it happens to."""
CONTROL = 70
HIT = 62
AWAKE = 50
GONE = 28
MARCH = ("moved", "shifted", "withdrew", "rode-off", "advanced", "arrived", "returned")


def news(g: State, events: Sequence[Event], seat: str) -> list[News]:
    """The news in some events for a seat ("" for none), worst first; nothing that the seat may not know."""
    told = [e for e in events if not e.only or e.only == seat]
    found = [
        *(card.item(say(g, e, seat), "none", card.OVER) for e in told if e.kind == "resigned"),
        *_fates(g, told, seat),
        *_holders(g, told, seat),
        *effects(g, told, seat),
        *_awake(told, seat),
        *_generals(told, seat),
        *_gone(told),
    ]
    found.sort(key=lambda item: -item["weight"])
    found += boxes(g, told, seat)
    marches = card.marches(g, told, MARCH, lambda id: g.counter(id).brigade or f"the {g.counter(id).arm}")
    more = card.rest(g, told, seat, (*found, *marches), ACTORS, lambda e: say(g, e, seat))
    return [*found, *more, *_combats(g, told), *_chits(events, seat), *marches, *_misses(g, told)]


def _fates(g: State, events: Sequence[Event], seat: str) -> Iterator[News]:
    """What each unit suffered or recovered from, one line a unit."""
    kinds = (*WEIGHTS, "morale", "recovered", "rebuilt", "activated-by-retreat")
    for id, suffered in card.fates(events, kinds).items():
        words, weight = _words(g, suffered)
        hexes = card.hexes_of(g, *suffered)
        hexes += [g.hex_name(e.data[0]) for e in suffered if e.kind in ("retreated", "wayward") and e.data[0] >= 0]
        yield card.fate(g, seat, id, words, weight, hexes)


def _words(g: State, events: Sequence[Event]) -> tuple[str, float]:
    """ "depleted, fell back two hexes to 1532, shaken", and how heavily it weighs."""
    parts: dict[str, str] = {}
    back = [e for e in events if e.kind == "retreated"]
    weight = 0.0
    for e in events:
        name = e.kind
        if e.kind == "morale":
            name = ("steady again", "shaken", "disrupted")[e.data[0]]
            parts.pop("shaken", None)
        weight += WEIGHTS.get(name, 0)
        parts[name] = _said(g, e, name, back)
    parts.pop("no-retreat" if "broken" in parts or "eliminated" in parts else "", None)
    return ", ".join(parts.values()), weight


def _said(g: State, e: Event, name: str, back: Sequence[Event]) -> str:
    if name == "retreated":
        return card.fell_back(g, back)
    said = {
        "broken": "broken" + (f" (Broken Box {e.data[0]})" if e.kind == "broken" else ""),
        "off-map": "retreated off the map", "no-retreat": "had nowhere to retreat", "panics": "panicked",
        "low-ammo": "low on ammunition", "delayed": "could not arrive", "rebuilt": "fresh again",
        "recovered": "recovered", "activated-by-retreat": "activated by its retreat",
        "wayward": f"strayed to {g.hex_name(e.hex)}" if e.hex >= 0 else "strayed",
        "friendly-fire": "under fire of its own side",
    }  # fmt: skip
    return said.get(name, name)


def _holders(g: State, events: Sequence[Event], seat: str) -> list[News]:
    """Victory hexes that changed hands; the next event says who came in."""
    found = []
    for i, e in enumerate(events):
        if e.kind != "control":
            continue
        comer = next((n.units[0] for n in events[i + 1 : i + 2] if n.units and n.hex == e.hex), "")
        side = SIDES[e.data[0]]
        who = (g.counter(comer).brigade or comer) if comer else side.capitalize()
        bad = seat not in ("", side)
        text = f"{who} now holds {g.hex_name(e.hex)}"
        found.append(card.item(text, "bad" if bad else "good", CONTROL if bad else 0, [comer] if comer else [],
                           [g.hex_name(e.hex)]))  # fmt: skip
    return found


def _awake(events: Sequence[Event], seat: str) -> list[News]:
    """Commanders who have their higher rating from now on, and frozen units that may move again."""
    found = []
    for e in events:
        if e.kind == "raised":
            text = f"{e.data[0]} has a Command Rating of {e.data[1]} from now on: {e.data[2]}"
        elif e.kind in ("freed", "released"):
            what = "may move from now on" if e.kind == "freed" else "released"
            text = f"{', '.join(e.units)} {what}: {e.data[0]}"
        else:
            continue
        mine = seat in ("", e.seat)
        found.append(card.item(text, "good" if mine else "bad", 0 if mine else AWAKE, e.units))
    return found


COMING: dict[str, Callable[[Event], str]] = {
    "track-end": lambda e: f"{e.data[0]} has come",
    "called": lambda e: f"{e.data[0]} comes next turn at {e.data[1]}",
    "entry": lambda e: f"{e.data[0]} comes in turn {e.data[1]}",
    "chit-back": lambda e: f"{e.data[0]}'s chit is back in the cup",
    "sudden": lambda e: f"{', '.join(e.units)} has won the battle at once",
}
"""Who is on the way: good news for his own side."""


def _generals(events: Sequence[Event], seat: str) -> list[News]:
    """Generals who were hit or came back, rolls for something, an attack that was announced."""
    found = []
    for e in events:
        mine = seat in ("", e.seat)
        if e.kind == "casualty":
            found.append(card.item(f"{e.data[0]} is hit", "bad" if mine else "good", HIT if mine else 0))
        elif e.kind == "recovered-general":
            found.append(card.item(f"{e.data[0]} is back", "good" if mine else "bad", 0 if mine else HIT))
        elif e.kind == "common-roll":
            won = "succeeds" if e.data[1] else "fails"
            bad = e.data[1] != mine
            found.append(card.item(f"{e.data[0]}: the roll {won}", "bad" if bad else "good", HIT if bad else 0))
        elif e.kind in COMING:
            found.append(card.item(COMING[e.kind](e), "good" if mine else "bad", 0 if mine else HIT))
        elif e.kind == "onset":
            text = f"{e.data[3] or 'They act without a roll'}: {', '.join(e.data[0])}"
            found.append(card.item(text, "none" if mine else "bad", 0 if mine else CONTROL))
    return found


def _gone(events: Sequence[Event]) -> list[News]:
    """Units that left the map of their own free will; those driven off are among the fates."""
    driven = {id for e in events if e.kind == "off-map" for id in e.units}
    return [
        card.item(f"{', '.join(e.units)} left the map with {e.data[0] / SP:g} SP", "none", GONE, e.units)
        for e in events
        if e.kind == "exited" and not driven.intersection(e.units)
    ]


def _combats(g: State, events: Sequence[Event]) -> list[News]:
    """Fires and assaults that forced a test: why the results above came about."""
    found = []
    for e in events:
        if e.kind in ("fire", "assault") and e.data[0]:
            test, lead, rating, column = e.data
            what = "fired at" if e.kind == "fire" else "assaulted"
            hex = g.hex_name(e.hex)
            why = f"column {column}, rolled {e.roll}, {test} test of {lead} (CR {rating})"
            found.append(card.item(f"{', '.join(e.units)} {what} {hex}: {why}", "none", 0, e.units, [hex]))
    return found


def _chits(events: Sequence[Event], seat: str) -> list[News]:
    """Chits played openly, and that a side holds some."""
    found = []
    for e in events:
        if e.kind == "played":
            tone = "none" if e.seat == seat else "bad"
            found.append(card.item(f"{e.seat.capitalize()} played {e.data[0]}", tone, 0))
        elif e.kind == "discarded":
            found.append(card.item(f"{e.seat.capitalize()} discarded {e.data[0]}", "none", 0))
        elif e.kind == "named-chit":
            tone = "none" if e.seat == seat else "bad"
            found.append(card.item(f"{e.seat.capitalize()} named {e.data[0]} as the first chit", tone, 0))
        elif e.kind == "held" and e.seat != seat:
            found.append(card.item(f"{e.seat.capitalize()} holds a chit", "none", 0))
        elif e.kind == "common" and e.seat != seat:
            found.append(card.item(f"{e.seat.capitalize()} gives an Event chit up", "none", 0))
    return found


def _misses(g: State, events: Sequence[Event]) -> list[News]:
    """Fires that did nothing, gathered by target."""
    missed: dict[str, list[Event]] = {}
    for e in events:
        if e.kind == "fire-lost" or (e.kind == "fire" and not e.data[0]):
            missed.setdefault(g.hex_name(e.hex), []).append(e)
    found = []
    for hex, fires in missed.items():
        who = list(dict.fromkeys(id for e in fires for id in e.units))
        count = "no effect" if len(fires) == 1 else f"{len(fires)} times without effect"
        found.append(card.item(f"{', '.join(who)} fired at {hex}: {count}", "none", 0, who, [hex]))
    return found
