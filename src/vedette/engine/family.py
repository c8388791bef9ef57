"""What most families of rules do alike: the base class of a rulebook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Generic

from vedette.engine.battle import Battle
from vedette.engine.cites import carriers
from vedette.engine.content import Content
from vedette.engine.counsel import Proposer
from vedette.engine.events import Event
from vedette.engine.options import options_of
from vedette.engine.procedure import Phase, Procedure
from vedette.engine.reckoning import Reckoning, Turned
from vedette.engine.rulebook import Badge, Facts, PositionError, S
from vedette.engine.run import renew


class Family(Generic[S]):
    """A rulebook without its rules. A family says the rest of `vedette.engine.rulebook.Rulebook`, and `blank`."""

    name: str
    badge: Badge = Badge()
    version: int
    seats: tuple[str, ...]
    earlier: tuple[int, ...] = ()
    kept: tuple[int, ...] = ()
    content: Content | None = None
    asides: str = ""
    dones: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    closes: ClassVar[Mapping[str, tuple[Phase, ...]]] = {}
    kinds: Sequence[str] = ()
    reactions: Sequence[str] = ()
    hides: bool = False
    calm: tuple[type[Procedure], ...] = ()
    settable: Mapping[str, Sequence[str]] = {}
    counsel: Proposer[S]

    def blank(self, battle: Battle, options: Mapping[str, Any]) -> S:
        """An empty state of a battle, into which a saved one is read."""
        raise NotImplementedError

    def options(self, battle: Battle, given: Mapping[str, Any]) -> dict[str, Any]:
        """Every option of the battle with its value: the one given, else the default."""
        return options_of(battle, given)

    def books(self, battle: Battle) -> list[dict[str, Any]]:
        """None: the battle is played by its own book."""
        return []

    def shifts(self, battle: Battle) -> dict[str, str]:
        """None: nothing shifts a column, or no shift has a case of its own."""
        return {}

    def terms(self, battle: Battle, options: Mapping[str, Any]) -> list[dict[str, Any]]:
        """None: no words of the book are explained."""
        return []

    def load(self, battle: Battle, options: Mapping[str, Any], data: Mapping[str, Any]) -> S:
        """A saved state made whole."""
        g = self.blank(battle, options)
        g.restore(data)
        renew(g)
        return g

    def carriers(self) -> dict[str, tuple[str, ...]]:
        """The functions of the family's package that cite cases."""
        return carriers(type(self).__module__.rpartition(".")[0])

    def halts(self, g: S, seat: str, text: str) -> list[str]:
        """None: no gesture leads several hexes."""
        return []

    def imagine(self, g: S, seat: str, rng: Random) -> S:
        """This very state: nothing is hidden."""
        return g.clone()

    def begun_flaws(self, g: S) -> list[tuple[str, str]]:
        return []

    def overrule(self, g: S, row: Mapping[str, Any]) -> None:
        """Nothing: no unit is set in a running game."""
        raise PositionError("in games of this book no unit can be set")

    def unit_row(self, g: S, id: str) -> dict[str, Any]:
        """Its id alone."""
        return {"id": id}

    def written(self, g: S) -> dict[str, Any]:
        """Nothing: there are no position files."""
        raise PositionError("games of this book cannot be written down as positions")

    def proposed(self, g: S, seat: str) -> Any:
        """What the counsel proposes."""
        return self.counsel.proposed(g, seat)

    def ending(self, g: S, seat: str) -> Any:
        """What the counsel says ends it."""
        return self.counsel.ending(g, seat)

    def reckoning(self, g: S, events: Sequence[Event]) -> Reckoning:
        """Nothing: neither losses nor throws are counted."""
        return Reckoning()

    def ahead(self, g: S) -> float:
        """Nobody: no strength is counted."""
        return 0.0

    def ahead_since(self, g: S, before: S, ahead: float) -> float:
        """What `ahead` says of the state itself."""
        return self.ahead(g)

    def turned(self, g: S, events: Sequence[Event], fight: slice, at: int) -> Turned:
        """Nothing: no combat is told in a sentence."""
        return Turned("")

    def facts(self, g: S, seat: str) -> Facts:
        """None: programs that learn see the units alone."""
        return Facts({}, {}, {})

    def passing(self, g: S, seat: str) -> str:
        """None: every question is worth a thought."""
        return ""

    def idle(self, g: S, seat: str) -> frozenset[str]:
        """None: every answer does something."""
        return frozenset()

    def notes(self, g: S, seat: str) -> dict[str, str]:
        return {}

    def labels(self, g: S, seat: str) -> dict[str, str]:
        """None: every text says what it means."""
        return {}

    def levels(self, battle: Battle) -> list[str]:
        """Every victory level, in the order of the scenario."""
        return [row["level"] for row in battle.scenario["victory"]["levels"]]
