"""What a combat wrote on units, for odds: words by unit."""

from __future__ import annotations

from vedette.rules.great_battles.chapters.formations import WORDS
from vedette.rules.great_battles.state import CAPTURED, DESTROYED, ELIMINATED, EXITED, VACANT, State, Unit

GONE = {ELIMINATED: "eliminated", CAPTURED: "captured", EXITED: "left the map", DESTROYED: "destroyed"}
MARKED = {"pinned": ("pinned", "no longer pinned"), "engaged": ("engaged", "no longer engaged"),
          "depleted": ("out of ammunition", "resupplied"), "reserve": ("in reserve", "leaves reserve"),
          "routed": ("routed", "rallied"), "abandoned": ("crew flees", "crew back")}  # fmt: skip
"""A mark, and what is said where it comes and where it goes."""
SAID_BY_PLACE = {"pinned", "engaged", "reserve"}
"""Marks that go with everybody who falls back: that one falls back says it."""


def results(before: State, after: State) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """(unit, words) for each unit that is not as it was, in counter order.

    Words: eliminated, captured, left the map, destroyed, loses N, loses N crew, loses N rounds, routed, pinned,
    engaged, out of ammunition, crew flees, retreated, advances (into the hex of a melee), the formation come to; of
    leaders killed or captured that they are to be replaced; of marks that are gone that they are; of the last unit
    hurt of a brigade that it is ineffective. The order of a stack, fronts, and the round that a battery fires in a fire
    phase are no results; that it fires at who falls back in a melee depends on the die.
    """
    found: dict[str, list[str]] = {}
    for id, unit in after.units.items():
        old = before.units.get(id)
        if old is not None and old != unit:
            words = _words(before, after, id, old, unit)
            if words:
                found[id] = words
    for brigade in after.ineffective:
        hurt = [id for id in found if after.counter(id).brigade == brigade]
        if brigade not in before.ineffective and hurt:
            found[hurt[-1]].append("brigade ineffective")
    return tuple((id, tuple(words)) for id, words in found.items())


def _words(before: State, after: State, id: str, old: Unit, unit: Unit) -> list[str]:
    """How a unit differs from what it was."""
    leader = after.counter(id).leader
    if unit.at < 0:
        return [*_gone(before, after, id, unit), *_lost(before, after, id, old, unit)]
    words = _lost(before, after, id, old, unit)
    moved = old.at >= 0 and unit.at != old.at
    back = moved and _fell_back(before, after, id, unit)
    words += _marks(old, unit, back)
    if unit.taken != old.taken:
        words.append("replaced" if leader else "captured")
    if unit.column != old.column and (pair := WORDS.get(after.counter(id).arm)):
        words.append(f"made to {pair[old.column]}" if pair[old.column] else "other formation")
    if moved:
        words.append("retreated" if back else "advances")
    return words


def _gone(before: State, after: State, id: str, unit: Unit) -> list[str]:
    """Off the map: how. Of a leader lost it is said that a successor comes, since others are gone for good (17.5)."""
    if unit.at != VACANT:
        return [GONE[unit.at]] if unit.at in GONE else ["off the map"]
    key = f"{after.seat(id)} leaders captured"
    captured = dict(after.toll).get(key, 0) > dict(before.toll).get(key, 0)
    return [f"{'captured' if captured else 'killed'}, to be replaced"]


def _lost(before: State, after: State, id: str, old: Unit, unit: Unit) -> list[str]:
    """Points, steps of a crew, and rounds beyond the one that is fired."""
    fired = (id in after.shots and id not in before.shots) or _shots(after, id) > _shots(before, id)
    gone = unit.at < 0
    lost = (
        ("loses {}", old.strength - unit.strength),
        ("loses {} crew", 0 if gone else old.crew - unit.crew),
        ("loses {} rounds", 0 if gone else old.rounds - unit.rounds - fired),
    )
    words = [text.format(n) for text, n in lost if n > 0]
    words = [word.removesuffix("s") if word.endswith(" 1 rounds") else word for word in words]
    return [*words, "fires a round"] if fired and "fire" not in before.phase and not gone else words


def _shots(g: State, id: str) -> int:
    return sum(who == id for who, *_ in g.fired)


def _marks(old: Unit, unit: Unit, back: bool) -> list[str]:
    """Marks that have come, and those that have gone and are not said by what else is."""
    words = []
    for name, (come, gone) in MARKED.items():
        was, now = getattr(old, name), getattr(unit, name)
        implied = name in SAID_BY_PLACE and (back or unit.routed > old.routed)
        if was != now and (now or not implied):
            words.append(come if now else gone)
    return words


def _fell_back(before: State, after: State, id: str, unit: Unit) -> bool:
    """Whether a unit that stands elsewhere has fallen back; else it has gone into the hex of its melee."""
    if after.retired[: len(before.retired)] == before.retired and id in dict(after.retired[len(before.retired) :]):
        return True
    melee = set(after.fought) - set(before.fought)
    return unit.at not in melee or after.side(id) != after.player
