"""What is left undone by passing, in words: told before somebody ends a phase, never asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from vedette.engine.procedure import Ask
from vedette.engine.run import asks
from vedette.rules.common.assist.gestures import names
from vedette.rules.great_battles.assist.plans.melee import reckoned
from vedette.rules.great_battles.chapters.melee_results import bound
from vedette.rules.great_battles.chapters.movement import GO, REFORM, RISE, task
from vedette.rules.great_battles.setting import SIDE_INDEX
from vedette.rules.great_battles.state import State
from vedette.rules.great_battles.text.labels import labels

Words = Callable[[State, Ask], str]
BEFORE = ("move-unit", "charge", "fire")
"""Questions of a player turn that come before its melee phase."""
NAMED = 4
"""So many are named, the others counted."""


def undone(g: State, seat: str) -> str:
    """What the seat would leave undone by passing at its open decision; empty where nothing."""
    ask = next((a for a in asks(g) if a.seat == seat and a.optional), None)
    words = TABLE.get(ask.kind) if ask is not None else None
    told = words(g, ask) if words is not None and ask is not None else ""
    return "; ".join(filter(None, (told, *_bound(g, ask)))) if ask is not None else told


def _bound(g: State, ask: Ask) -> list[str]:
    """Before his own melee phase: who of the seat must fight on there, and how that stands (SW 13.84)."""
    side = SIDE_INDEX[ask.seat]
    if ask.kind not in BEFORE or g.player != side:
        return []
    found = []
    for hex, ids in bound(g, side).items():
        sum_ = reckoned(g, side, hex, ())
        stands = f"{sum_.attacker} to {sum_.defender}, column {g.setting.melee.name(sum_.column)}"
        found.append(f"{names(ids)} must fight on in {g.hex_name(hex)} in this melee phase: {stands}")
    return found


def passing(g: State, seat: str) -> str:
    """The answer that passes, where nothing else can do anything; nowhere in this book."""
    return ""


def counted(ids: Sequence[str], what: str, many: str, verb: str) -> str:
    """ "5 units could still move: 5 OH, 13 IN, 62 OH, 39 IL and 1 more"; empty for nobody."""
    if not ids:
        return ""
    more = f" and {len(ids) - NAMED} more" if len(ids) > NAMED else ""
    return f"{len(ids)} {what if len(ids) == 1 else many} {verb}: {', '.join(ids[:NAMED])}{more}"


def _moves(g: State, ask: Ask) -> str:
    """Who could still move, change formation, leave reserve or enter; of who may only turn nothing is said."""
    tasks = {value: task(g, value) for value in ask.options if isinstance(value, str) and value}
    coming = list(dict.fromkeys(value[0] for value in ask.options if isinstance(value, tuple)))
    parts = [
        counted([id for id in tasks if tasks[id] == what], "unit", "units", f"could still {what}")
        for what in (GO, REFORM, RISE)
    ]
    parts.append(counted(coming, "reinforcement", "reinforcements", "could still enter"))
    return "; ".join(part for part in parts if part)


def _texts(g: State, ask: Ask) -> list[str]:
    """The answers as they are shown."""
    shown = labels(g, ask.seat)
    return [shown.get(text, text) for text in (ask.text(g, value) for value in ask.options)]


def _hexes(verb: str) -> Words:
    """So many hexes that could still be fired at or attacked."""

    def words(g: State, ask: Ask) -> str:
        hexes = [g.hex_name(value) for value in ask.options if isinstance(value, int) and value >= 0]
        return counted(hexes, "hex", "hexes", verb)

    return words


def _texts_of(what: str, many: str, verb: str) -> Words:
    """Whoever is named first in each answer but the one that passes."""

    def words(g: State, ask: Ask) -> str:
        texts = [text for text in _texts(g, ask) if text != "done"]
        return counted(list(dict.fromkeys(text.removeprefix("pay for ") for text in texts)), what, many, verb)

    return words


TABLE: dict[str, Words] = {
    "pay": _texts_of("brigade", "brigades", "not paid for"),
    "move-unit": _moves,
    "fire": _hexes("could still be fired at"),
    "melee": _hexes("could still be attacked"),
    "rally": _texts_of("rally", "rallies", "left"),
    "transfer": _texts_of("transfer", "transfers", "left"),
}
"""The kind of decision -> what is said of it."""
