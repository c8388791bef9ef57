"""One game of a simulation, played to its end by computer commanders."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from vedette import staff
from vedette.engine import Battle, Event, Game
from vedette.engine.rulebook import rulebook_of
from vedette.engine.run import asks
from vedette.lab.changes import Changes, battle_of
from vedette.lab.laws import Watch
from vedette.lab.luck import Watched
from vedette.lab.tally import Tally

MOST = 200
"""Decisions for each unit and turn after which a game counts as endless (design 11, law 7)."""


class Plan(msgspec.Struct, frozen=True):
    """What all games of a simulation share; game i is played with seed + i, of pairs both with that of the pair."""

    battle: str
    games: int
    seed: int
    seats: dict[str, str]
    """Seat -> the name of its commander."""
    options: dict[str, Any] = {}
    records: str | None = None
    """Folder for the record of every game."""
    laws: bool = False
    figures: bool = False
    """Whether what a report counts is counted."""
    swapped: bool = False
    """Whether games are pairs: with one seed, and in the second of them with the commanders on the other sides."""

    luck: bool = False
    """Whether the luck of the first seat is counted (lab/luck.py), which takes several times as long."""

    changes: Changes | None = None
    """What is changed in the battle (lab/changes.py)."""

    def load(self) -> Battle:
        """The battle, with what is changed in it."""
        return battle_of(self.battle, self.changes)

    def seed_of(self, game: int) -> int:
        """The seed of a game."""
        return self.seed + (game // 2 if self.swapped else game)

    def seats_of(self, game: int) -> dict[str, str]:
        """Who commands in a game."""
        if not (self.swapped and game % 2):
            return self.seats
        return dict(zip(self.seats, reversed(self.seats.values()), strict=True))


class Played(msgspec.Struct, frozen=True):
    """What came of one game."""

    game: int
    seed: int
    level: str = ""
    winner: str | None = None
    points: int = 0
    """The number that the level depends on, as the rulebook counts it."""
    digest: str = ""
    decisions: int = 0
    handoffs: tuple[int, ...] = ()
    """How often the seat that acts changed in each turn, with default orders (lab/tally.py)."""
    questions: int = 0
    """Those that default orders leave open."""
    optional: int = 0
    """Those of them that could be passed."""
    figures: dict[str, dict[str, dict[str, int]]] = {}
    luck: float = 0.0
    """Strength points that chance gave the first seat beyond what was to be expected, where that is counted."""
    ahead: float = 0.0
    """How much more strength the first seat has left at the end (`Rulebook.ahead`)."""
    fault: str = ""
    """What a commander did wrong, in one line; it has lost the game by it."""
    error: str = ""
    record: str | None = None


def play_one(plan: Plan, game: int) -> Played:
    """Play one game of a plan; a failure is part of the answer, its record written."""
    battle = plan.load()
    seed = plan.seed_of(game)
    whole = plan.records is not None or plan.figures
    tally = Tally(battle, rulebook_of(battle))
    played = _Played(battle, plan, game, tally, whole)
    try:
        played.to_the_end()
    except Exception as error:
        # A fault of the rules must not end the other games: it is reported with the seed that shows it again.
        record = played.file() if whole else _replayed(battle, plan, game)
        return Played(game, seed, error=f"{type(error).__name__}: {error}", record=record, decisions=tally.decisions)
    finally:
        played.close()
    end = played.game
    outcome = end.outcome
    return Played(
        game=game,
        seed=seed,
        level=outcome.level if outcome else "",
        winner=outcome.winner if outcome else None,
        points=outcome.points if outcome else 0,
        digest=end.state.digest(),
        decisions=tally.decisions,
        handoffs=tuple(tally.handoffs.values()),
        questions=tally.questions.total(),
        optional=tally.optional.total(),
        figures=end.rulebook.figures(end.state, played.events) if plan.figures else {},
        fault=played.fault,
        ahead=round(end.rulebook.ahead(end.state), 6),
        luck=played.watched.luck if played.watched else 0.0,
        record=played.file() if plan.records else None,
    )


def _replayed(battle: Battle, plan: Plan, game: int) -> str | None:
    """Play a game that failed once more, this time with its record, up to where it fails."""
    played = _Played(battle, plan, game, Tally(battle, rulebook_of(battle)), whole=True)
    try:
        played.to_the_end()
    except Exception:
        return played.file()
    finally:
        played.close()
    return None


class _Played:
    """A game under way."""

    def __init__(self, battle: Battle, plan: Plan, game: int, tally: Tally, whole: bool) -> None:
        self.plan = plan
        self.seed = seed = plan.seed_of(game)
        self.name = f"{plan.battle.replace('/', '-')}-{seed}" + ("-swapped" if plan.swapped and game % 2 else "")
        """The file of its record, without its ending."""
        seats = plan.seats_of(game)
        self.tally = tally
        self.whole = whole
        """Whether events and record are kept."""
        self.game = Game.new(battle, seed=seed, options=plan.options, seats=seats, keep=False, digests=whole)
        self.commanders: Mapping[str, staff.Seat] = {
            name: staff.seat(commander, battle, seed) for name, commander in seats.items()
        }
        self.watched = None
        if plan.luck and self.game.chance is not None:
            self.watched = self.game.chance = Watched(self.game.chance, self.game.rulebook.ahead)
        self.events: list[Event] = list(self.game.start_events)
        self.watch = Watch(self.game, seed) if plan.laws else None
        self.fault = ""
        self.most = MOST * len(self.game.rulebook.units(self.game.state)) * turns_of(battle)

    def to_the_end(self) -> None:
        """Let the commanders answer until nobody is asked."""
        game = self.game
        while open_asks := asks(game.state):
            ask = open_asks[0]
            if self.tally.decisions >= self.most:
                raise RuntimeError(f"the game does not end: {self.most} decisions were given")
            if self.watch is not None:
                self.watch.look(ask)
            commander = self.commanders[ask.seat]
            try:
                at = staff.pick(game, commander, ask)
            except staff.PlayerFault as fault:
                self.fault = " ".join(f"{ask.seat}, {commander.name}: {fault}".split())
                game.resign(ask.seat)
                return
            self.tally.note(game.state, ask, ask.options[at])
            if self.whole:
                decision = game.decision_of(ask.seat)
                assert decision is not None
                self.events += game.play(decision.actions[at])
            else:
                game.answer(ask.seat, ask.options[at])
        if self.watch is not None:
            self.watch.end()

    def close(self) -> None:
        """Commanders that are programs are told that the game is over."""
        for commander in self.commanders.values():
            if isinstance(commander, staff.Program):
                commander.close()

    def file(self) -> str:
        """Write the record; its file."""
        folder = Path(self.plan.records or ".")
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / f"{self.name}.jsonl"
        file.write_text(self.game.record(), encoding="utf-8", newline="\n")
        return str(file)


def turns_of(battle: Battle) -> int:
    """How many turns a battle has."""
    turns = battle.scenario.get("turns", {})
    return int(turns.get("last", 1)) - int(turns.get("first", 1)) + 1
