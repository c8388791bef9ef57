"""The card "since your last decision": it names every own unit that something has happened to, or that is bound now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import asdict

from vedette.engine import Event, Game
from vedette.engine.entries import Entry, live, repeat
from vedette.engine.procedure import CHANCE
from vedette.engine.run import asks
from vedette.engine.state import State
from vedette.lab.laws.telling import Scene, law

UNTOLD = frozenset({"layer", "facing", "resupplied", "broken_before"})
"""Fields of a unit that are no news: order and front in a hex, and what other words imply."""
LONG = 200
"""Entries since the last decision beyond which a card is not looked at."""


@law("news", share=3, most=2000)
def news(scene: Scene) -> Iterator[str]:
    """Of every seat that is asked now: its card since its last answer."""
    for ask in asks(scene.game.state):
        if ask.seat != CHANCE:
            yield from (f"{ask.seat}: {words}" for words in missing(scene.game, ask.seat))


def missing(game: Game, seat: str) -> Iterator[str]:
    """The units that do not stand on the card of a seat, and why they should."""
    since = _since(game, seat)
    if since is None:
        return
    before, later = since
    events = _events(before.clone(), later)
    named = set(_named(game, events, seat))
    for id, why in touched(game, before, seat).items():
        if id not in named:
            yield f"{id} is not on the card: {', '.join(why)}"


def _since(game: Game, seat: str) -> tuple[State, list[Entry]] | None:
    """How things stood after the last answer of a seat, and the entries since; None where there is nothing of it."""
    entries = live(game.entries)
    at = next((i for i in range(len(entries) - 1, -1, -1) if entries[i].seat == seat), None)
    later = entries[at + 1 :] if at is not None else []
    if not later or later[0].before is None or len(later) > LONG:
        return None
    return later[0].before, later


def _events(g: State, entries: Sequence[Entry]) -> list[Event]:
    """What those entries caused."""
    g.events = []
    for entry in entries:
        repeat(g, entry)
    return g.events


def _named(game: Game, events: Sequence[Event], seat: str) -> Iterator[str]:
    for item in game.rulebook.news(game.state, events, seat):
        yield from item["units"]


def touched(game: Game, before: State, seat: str) -> dict[str, list[str]]:
    """The units of a seat that are not as they were, each with what differs."""
    old_units: Mapping[str, Any] = before.units  # type: ignore[attr-defined]
    units: Mapping[str, Any] = game.state.units  # type: ignore[attr-defined]
    found: dict[str, list[str]] = {}
    for id, unit in units.items():
        old = old_units.get(id)
        if old is not None and old is not unit and game.state.seat(id) == seat:  # type: ignore[attr-defined]
            was = asdict(old)
            fields = [k for k, v in asdict(unit).items() if v != was[k] and k not in UNTOLD]
            if fields:
                found[id] = fields
    for id, words in bound(game, before, seat).items():
        found.setdefault(id, []).extend(words)
    return found


def bound(game: Game, before: State, seat: str) -> dict[str, list[str]]:
    """The units of a seat under a mark that was not there before, or of a brigade of which a roll left little."""
    old, now = game.rulebook.view(before, seat), game.view(seat)
    marks = {row["id"]: set(row["states"]) for row in old["units"]}
    found = {
        row["id"]: sorted(set(row["states"]) - marks.get(row["id"], set()))
        for row in now["units"]
        if row["side"] == seat and row["hex"] and set(row["states"]) - marks.get(row["id"], set())
    }
    poor = _poor(now) - _poor(old)
    for row in now["units"]:
        if row["side"] == seat and row["hex"] and (row["side"], row.get("brigade")) in poor:
            found.setdefault(row["id"], []).append("its brigade")
    return found


def _poor(view: Mapping[str, Any]) -> set[tuple[str, str]]:
    """Brigades that can do less than others: their activation limited or lost, or no longer effective."""
    rows = view.get("brigades", ())
    found = {(row["side"], row["brigade"]) for row in rows if row["state"] in ("limited", "lost", "limited or lost")}
    sheets = view.get("brigade_sheets", ())
    return found | {(row["side"], row["brigade"]) for row in sheets if not row["effective"]}
