"""The commanders by name, and the loop of every bot: a commander answers for a seat.

commanders = {"union": vedette.commander("adjutant"), "confederate": vedette.commander("cautious", seed=7)}
while game.decision:
    staff.answer(game, commanders[game.decision.seat])
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, Protocol

from vedette.engine.battle import Battle
from vedette.engine.chance import below, key_of
from vedette.engine.events import EngineError, Event
from vedette.engine.game import Game
from vedette.engine.procedure import CHANCE, Ask
from vedette.engine.run import asks
from vedette.engine.temper import PLAIN, Temper
from vedette.staff.desk import Desk, Glance, desk, glance
from vedette.staff.general import LEVELS, USUAL_LEVEL, General
from vedette.staff.general.imagined import chosen
from vedette.staff.general.value import value_of
from vedette.staff.programs import PlayerFault, Program, command_of
from vedette.staff.tempers import kept, read_tempers


class SeatError(ValueError):
    """A commander that does not exist."""


class Seat(Protocol):
    """A computer commander."""

    name: str
    blind: bool
    """Whether a glance is enough for it to `pick`."""

    def pick(self, desk: Any) -> int:
        """The place in the list of the answer that it gives."""
        ...

    def choose(self, desk: Desk) -> str:
        """The text of the answer that it gives."""
        ...


class Commander:
    """What all have in common: each lot follows from its seed, its seat and the number of the decision."""

    blind = False

    def __init__(self, seed: int = 0) -> None:
        self.key = key_of(seed)[:32]

    def lot(self, glance: Glance, n: int) -> int:
        """A number below n."""
        return below(self.key + glance.seat.encode()[:32], glance.number, n)

    def pick(self, desk: Any) -> int:
        """The place in the list of the answer that it gives."""
        raise NotImplementedError

    def choose(self, desk: Desk) -> str:
        """The text of the answer that it gives."""
        return desk.text(self.pick(desk))


class Random(Commander):
    """Every listed answer with the same chance."""

    name = "random"
    blind = True

    def pick(self, desk: Glance) -> int:
        """Any answer."""
        return self.lot(desk, desk.count)


class Cautious(Commander):
    """Holds what it has, fires where it pays and rallies the hurt; what it likes the rulebook's counsel says."""

    name = "cautious"

    def pick(self, desk: Desk) -> int:
        """The best liked answer; among equals by lot."""
        liking = desk.counsel.cautious(desk.view, desk.decision, desk)
        best = max(liking)
        equal = [i for i, value in enumerate(liking) if value == best]
        return equal[self.lot(desk, len(equal))]


class Adjutant(Commander):
    """Weighs every answer by the rulebook's counsel.

    It plans anew at each decision from what lies on the desk, so that it needs no memory and forgets nothing.
    """

    name = "adjutant"

    def __init__(self, seed: int = 0, tempers: Mapping[str, Temper] | None = None) -> None:
        super().__init__(seed)
        self.tempers = tempers
        """How it weighs in each seat, plainly where none stands; None: as is kept for the scenario and the seat."""

    def pick(self, desk: Desk) -> int:
        """The answer worth most; of those nearly as good the better ones more often."""
        return self.weigh(desk, self.temper(desk, desk.seat))

    def temper(self, desk: Desk, seat: str) -> Temper:
        """How it weighs in a seat."""
        tempers = kept(desk.battle.id) if self.tempers is None else self.tempers
        return tempers.get(seat, PLAIN)

    def weigh(self, desk: Desk, temper: Temper) -> int:
        """The answer worth most under a temper; of those nearly as good the better ones more often."""
        values, within = desk.counsel.adjutant(desk, temper)
        return chosen(values, within, lambda n: self.lot(desk, n))


SEATS: dict[str, type[Random] | type[Cautious] | type[Adjutant]] = {
    "random": Random,
    "cautious": Cautious,
    "adjutant": Adjutant,
}


FIRST, TRIAL = "adjutant-1", "adjutant:"
"""The adjutant with every term plain, and one of a temper that is tried: `adjutant:TEMPER.toml`. Neither is listed."""


def _trial(name: str) -> Mapping[str, Temper]:
    try:
        return read_tempers(Path(name.removeprefix(TRIAL)))
    except (OSError, ValueError) as error:
        raise SeatError(f"{name}: no temper can be read there: {error}") from None


def _general(name: str, seed: int) -> General:
    """The general, by itself of the usual level."""
    level = name.removeprefix(General.name).removeprefix(":")
    return General(Adjutant(seed), name, int(level) if level else USUAL_LEVEL)


GENERALS = (General.name, *(f"{General.name}:{level}" for level in LEVELS))
"""The general, and each of its levels: how much work it may put into a plan."""

GROUP = "vedette.commanders"
"""The entry points by which an installed package brings commanders: name -> what makes one from a seed."""


@lru_cache(maxsize=1)
def installed() -> dict[str, EntryPoint]:
    """The commanders that other packages bring, by name; those of the program come before them."""
    return {point.name: point for point in entry_points(group=GROUP) if point.name not in (*SEATS, *GENERALS)}


def names() -> tuple[str, ...]:
    """Every commander that can be named, programs aside."""
    return (*SEATS, *GENERALS, *installed())


class Guest:
    """A commander of another package: what it does wrong loses its game, and nothing else."""

    def __init__(self, name: str, commander: Seat) -> None:
        self.name = name
        self.blind = bool(getattr(commander, "blind", False))
        self._commander = commander

    def pick(self, desk: Any) -> int:
        """The place in the list of the answer that it gives."""
        try:
            at = self._commander.pick(desk)
        except Exception as error:
            raise PlayerFault(f"{type(error).__name__}: {error}") from error
        if type(at) is not int or not 0 <= at < desk.count:
            raise PlayerFault(f"picked {at!r} of {desk.count} answers")
        return at

    def choose(self, desk: Desk) -> str:
        """The text of the answer that it gives."""
        return desk.text(self.pick(desk))


def seat(name: str, battle: object = None, seed: int = 0) -> Seat:
    """A commander by name: one of the program, of an installed package, or `pipe:COMMAND`, a program of its own.

    Args:
        name: one that is listed, `adjutant-1`, `adjutant:TEMPER.toml`, or a program's command.
        battle: of the game, for commanders that prepare themselves; these do not.
        seed: makes its lots repeatable.

    Raises:
        SeatError: there is none of that name.
    """
    if name in SEATS:
        return SEATS[name](seed)
    if name in GENERALS:
        return _general(name, seed)
    if name == FIRST or name.startswith(TRIAL):
        found = Adjutant(seed, {} if name == FIRST else _trial(name))
        found.name = name
        return found
    try:
        command = command_of(name)
    except ValueError as error:
        raise SeatError(str(error)) from None
    if command is not None:
        return Program(name, *command, seed=seed)
    if name not in installed():
        raise SeatError(f"there is no commander {name!r}; there are {', '.join(names())}, and pipe:COMMAND")
    try:
        return Guest(name, installed()[name].load()(seed))
    except Exception as error:
        raise SeatError(f"the commander {name!r} cannot be made: {type(error).__name__}: {error}") from None


def told(who: Iterable[str], battle: Battle, options: Mapping[str, Any] | None = None) -> str:
    """One line where a general among some commanders knows no value of a battle, or plans nothing; else nothing."""
    if not any(name in GENERALS for name in who):
        return ""
    game = Game.new(battle, seed=0, options=options, keep=False)
    return value_of(battle, game.rulebook, game.state)[1]


def pick(game: Game, commander: Seat, ask: Ask) -> int:
    """The place in the list of the answer that a commander gives to an open question of its seat."""
    return commander.pick(glance(ask, game.state.number) if commander.blind else desk(game, ask.seat))


def answer(game: Game, commander: Seat, seat: str | None = None) -> list[Event]:
    """Let a commander answer for a seat, by default the one that is asked first; what that caused.

    It sees what the seat may know, and nothing else.

    Raises:
        EngineError: the seat is not asked anything now.
    """
    ask = next((a for a in asks(game.state) if seat in (None, a.seat) and a.seat != CHANCE), None)
    decision = game.decision_of(ask.seat) if ask is not None else None
    if ask is None or decision is None:
        raise EngineError(f"{seat or 'nobody'} is not asked anything now" if seat else "nobody is asked anything now")
    before = len(game.entries)
    events = game.play(decision.actions[pick(game, commander, ask)])
    if isinstance(commander, General) and len(game.entries) > before:
        game.entries[before].planned = commander.planned
    return events
