"""What binds or helps units from now on, for the card of news: Fog of War, chits, limited activations, marks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from vedette.engine.events import Event
from vedette.engine.shapes import News
from vedette.rules.blind_swords.chapters.activation import Activation
from vedette.rules.blind_swords.setting import SIDE_INDEX, SIDES
from vedette.rules.blind_swords.state import AVAILABLE, BOX_OF, State
from vedette.rules.common.text.news import hexes_of, item

BOUND, LOST = 45, 65
ACTORS = (
    "automatic", "aim", "fire", "fire-lost", "assault-aim", "assault", "assault-lost", "declared", "test", "break-test",
    "no-opportunity", "control", "sudden", "rebuild",
)  # fmt: skip
"""Events that change nothing about the units that they name, or that other lines cover."""


class Effect(NamedTuple):
    """What an event does to units from now on."""

    text: str
    units: Sequence[str]
    seat: str
    """Whose units they are."""
    weight: int = BOUND
    good: bool = False


def effects(g: State, events: Sequence[Event], seat: str) -> list[News]:
    """A line for each event that binds or helps a side's units."""
    found = []
    for i, e in enumerate(events):
        made = TABLE.get(e.kind)
        effect = made(g, e, events[:i]) if made else None
        if effect is not None:
            mine = seat in ("", effect.seat)
            tone = "good" if mine == effect.good else "bad"
            weight = effect.weight if mine and not effect.good else 0
            found.append(item(effect.text, tone, weight, effect.units, hexes_of(g, e)))
    return found


def boxes(g: State, events: Sequence[Event], seat: str) -> list[News]:
    """Who has moved along the Broken Track, one line a side."""
    rows: dict[str, list[str]] = {}
    for id in dict.fromkeys(id for e in events if e.kind == "box" for id in e.units):
        if g.at(id) == AVAILABLE:
            rows.setdefault(g.seat(id), []).append(f"{id} is Available")
        elif g.at(id) in BOX_OF:
            rows.setdefault(g.seat(id), []).append(f"{id} in Box {BOX_OF[g.at(id)]}")
    units = [id for e in events if e.kind == "box" for id in e.units]
    return [
        item(
            f"Broken Track: {', '.join(words)}",
            "good" if seat in ("", side) else "none",
            0,
            [id for id in dict.fromkeys(units) if g.seat(id) == side],
        )
        for side, words in rows.items()
    ]


def brigade_of(g: State, seat: str, name: str) -> list[str]:
    """The units of a brigade on the map."""
    return [id for id in g.brigade(SIDE_INDEX[seat], name) if g.at(id) >= 0] if seat in SIDE_INDEX else []


def _other(seat: str) -> str:
    return SIDES[1 - SIDE_INDEX[seat]]


Before = Sequence[Event]


def _chaos(g: State, e: Event, before: Before) -> Effect | None:
    """Those still under it, even if they have left the hex since (KT-10.5b-chaos-8)."""
    still = [id for id in e.units if id in g.chaos]
    words = "neither move nor open combat this turn, no Unit Support, half their fire in defence"
    return Effect(f"Battlefield Chaos on {', '.join(still)}: {words}", still, _other(e.seat)) if still else None


def _fatigue(g: State, e: Event, before: Before) -> Effect | None:
    owner = _other(e.seat)
    return Effect(f"Fatigue: {e.data[0]} moves half as far", brigade_of(g, owner, e.data[0]), owner)


def _confusion(g: State, e: Event, before: Before) -> Effect | None:
    owner = _other(e.seat)
    if not e.data[0]:
        return None
    frames = [f.brigade for f, _ in g.stack if isinstance(f, Activation) and SIDES[f.side] == owner]
    ordered = [str(o.data[0]) for o in before if o.kind == "ordered" and o.seat == owner]
    brigade = next(reversed([*frames, *ordered]), "")
    whose = f" of {brigade}" if brigade else ""
    return Effect(f"Command Confusion: the Order{whose} becomes {e.data[0]}", brigade_of(g, owner, brigade), owner)


def _conflicting(g: State, e: Event, before: Before) -> Effect | None:
    owner = _other(e.seat)
    return Effect(f"Conflicting Orders: {e.data[0]} counts as activated", brigade_of(g, owner, e.data[0]), owner, LOST)


def _limited(g: State, e: Event, before: Before) -> Effect | None:
    return Effect(f"{e.data[0]} could only fire", brigade_of(g, e.seat, e.data[0]), e.seat, LOST)


def _negated(g: State, e: Event, before: Before) -> Effect | None:
    text = f"{e.data[0]} lost its activation to Fortunes of War"
    return Effect(text, brigade_of(g, e.seat, e.data[0]), e.seat, LOST)


def _lost(g: State, e: Event, before: Before) -> Effect | None:
    return Effect(f"{e.data[0]} was lost to Fortunes of War", (), e.seat, LOST)


def _inactive(g: State, e: Event, before: Before) -> Effect | None:
    """A commander who is not active (KT-10.6a-Crook-2)."""
    return None if e.data[2] else Effect(f"{e.data[0]} was not active, his chit is discarded", (), e.seat, LOST)


def _silent(g: State, e: Event, before: Before) -> Effect | None:
    guns = [id for id in g.on_map(SIDE_INDEX[e.seat]) if g.counter(id).arm == "artillery"]
    words = f"does not see {e.data[0]}'s men in this Artillery Phase"
    return Effect(f"{e.seat.capitalize()} artillery {words}", guns, e.seat) if g.phase == "artillery" else None


def _ground(g: State, e: Event, before: Before) -> Effect | None:
    there = list(g.in_hex(e.hex)) if e.hex in g.good_ground else []
    return Effect(f"Good Ground at {g.hex_name(e.hex)}", there, e.seat, 0, True)


TABLE: dict[str, Callable[[State, Event, Before], Effect | None]] = {
    "chaos": _chaos,
    "fatigue": _fatigue,
    "confusion": _confusion,
    "conflicting-orders": _conflicting,
    "limited": _limited,
    "negated-brigade": _negated,
    "lost": _lost,
    "cic": _inactive,
    "silent": _silent,
    "good-ground": _ground,
}
"""Kind of event -> what it does to whom."""
