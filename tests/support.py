"""Positions in a few words: units by name on real hexes, dice in plain sight, actions by their text.

    game = referee({"7 OH-a": "1733", "27 VA": "1834"}, begin="fire", active="Tyler", dice=["65", "11"])
    events = game.play("7 OH-a fire at 1834")
    assert texts(game, events)[-1] == "..." ; assert "KT-12.3-shift-wall" in shifts(events)

A unit's place may be a hex, or a dict of the keys of `[[unit]]` (docs/positions.md): {"hex": "1834", "face": "worn",
"marks": ["shaken"], "values": {"fresh": [5, "R", 5]}}.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from weakref import WeakSet

import vedette
from tests.books import by_book
from vedette.engine.chance import Listed
from vedette.engine.events import Event
from vedette.engine.game import Game
from vedette.engine.occasion import Occasion

BATTLE = "kernstown/the-stone-wall"
EXAMPLES = Path(__file__).parent / "examples"


SEEN: WeakSet[Any] = WeakSet()
"""Settings of positions laid so far."""


def _forget() -> None:
    """Empty what settings remember of steps and sights, so that each test meets the rules by which they are judged."""
    for setting in SEEN:
        setting.bars.clear()
        setting.sights.clear()


def referee(
    units: Mapping[str, str | Mapping[str, Any]],
    *,
    dice: Sequence[str] | None = None,
    chits: Sequence[str] | None = None,
    hexes: Mapping[str, Mapping[str, Any]] | None = None,
    hexsides: Sequence[tuple[str, str, str]] = (),
    battle: Any = None,
    **keys: Any,
) -> Game:
    """A game at a position: from the bare map, with these units. `keys` are those of a position file."""
    spec: dict[str, Any] = {"battle": BATTLE, "empty": True, **keys}
    spec["unit"] = [{"id": id, **({"hex": place} if isinstance(place, str) else place)} for id, place in units.items()]
    if hexes:
        spec["hex"] = [{"id": id, **row} for id, row in hexes.items()]
    if hexsides:
        spec["hexside"] = [{"between": [a, b], "feature": f} for a, b, f in hexsides]
    chance = Listed(None if dice is None else list(dice), None if chits is None else list(chits))
    whole, spec = by_book(battle or vedette.battle(BATTLE), spec)
    _forget()
    game = Game.new(whole, position=spec, chance=chance)
    SEEN.add(game.state.setting)  # type: ignore[attr-defined]
    return game


def example(id: str) -> tuple[Game, list[Event]]:
    """A worked example of a rulebook, a position file of tests/examples: the game after its actions, and all events."""
    spec = tomllib.loads((EXAMPLES / f"{id}.toml").read_text(encoding="utf-8"))
    chance = Listed(spec.get("dice"), spec.get("chits"))
    whole, spec = by_book(vedette.battle(spec["battle"]), spec)
    game = Game.new(whole, position=spec, chance=chance)
    return game, [*game.start_events, *play(game, *spec.get("actions", ()))]


def offered(game: Game, seat: str | None = None) -> list[str]:
    """The texts of all actions that a seat (default: the first one asked) is offered."""
    decision = game.decision if seat is None else game.decision_of(seat)
    return [a.text for a in decision.actions] if decision else []


def play(game: Game, *actions: str) -> list[Event]:
    """Play actions one after the other; the events of all. A bare `done` is that of whoever is asked."""
    return [e for a in actions for e in game.play(a, asked(game) if a == "done" else None)]


def asked(game: Game) -> str | None:
    """The seat that is asked first: a `done` without a seat never answers for one that has not answered last."""
    return game.decision.seat if game.decision else None


def ordered(game: Game, found: Occasion) -> dict[str, str]:
    """What a standing order would answer, by its deeds."""
    return {deed: game.state.text_of(found.answers[deed]) for deed in found.answers}


def texts(game: Game, events: Sequence[Event], seat: str = "") -> list[str]:
    """Events in words."""
    return [game.say(e, seat) for e in events]


def kinds(events: Sequence[Event]) -> list[str]:
    """The kinds of events, in order."""
    return [e.kind for e in events]


def aim(events: Sequence[Event]) -> Any:
    """The column of the last fire or assault among events (`vedette.engine.Aim`)."""
    return next(e.data[0] for e in reversed(events) if e.kind in ("aim", "assault-aim"))


def shifts(events: Sequence[Event]) -> dict[str, int]:
    """The shifts that were applied in the last fire or assault: case -> columns."""
    return {cite: columns for _, columns, cite, on in aim(events).shifts if on}


def states(game: Game, unit: str) -> set[str]:
    """The states of a unit in the words of the interface, and its hex or place."""
    row = next(u for u in game.view("")["units"] if u["id"] == unit)
    return {*row["states"], row["hex"] or row["place"]}


def at(game: Game, unit: str) -> str | None:
    """The hex of a unit; None off the map."""
    found: str | None = next(u["hex"] for u in game.view("")["units"] if u["id"] == unit)
    return found


def chance_of(seen: Sequence[float], wanted: Sequence[float] | None = None) -> float:
    """How likely it is that what was counted lies so far off what is expected (default: each as often), or farther."""
    from scipy.stats import chisquare  # half a second of each process that reads the tests, were it above

    return float(chisquare(seen, wanted).pvalue)
