"""What an observation holds: the planes, columns and numbers of a battle by name, each with its meaning.

The arrays are made by these lists (observing.py, answers.py), and so is docs/observation.md (tables.py): what a number
means stands in one place.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

import msgspec

from vedette.engine import Battle, Game


class Part(NamedTuple):
    """A plane, a column or a number."""

    name: str
    meaning: str


PLANES = (
    Part("map", "1 where there is a hex"),
    Part("level", "how high it lies, of the highest"),
    Part("own units", "how many units of the seat stand there"),
    Part("enemy units", "how many of the other side"),
    Part("own strength", "their strength"),
    Part("enemy strength", "that of the other side's"),
    Part("counts", "1 where the scenario counts the hex"),
    Part("held", "1 where the seat holds such a hex, -1 where the other side does"),
    Part("asked about", "how many of the units stand there that the question is about"),
    Part("offered", "1 where an answer concerns the hex"),
)
UNITS = (
    Part("own", "1 for a unit of the seat, 0 for one of the other side"),
    Part("on the map", "1 where it stands in a hex"),
    Part("line", "the first of the two coordinates of its hex, as a plane's; -1 off the map"),
    Part("place", "the second; -1 off the map"),
    Part("off the map", "0 on the map; else the number by which the rules know where it is: -1 not arrived"),
    Part("asked about", "1 where the question is about it"),
)
NUMBERS = (
    Part("first seat", "1 for the seat that the rules ask first, the Union"),
    Part("asked", "1 where the seat is asked now"),
    Part("turn", "the turn"),
    Part("turns left", "how many follow"),
    Part("answers", "how many are offered"),
    Part("may pass", "1 where nothing need be done"),
    Part("another kind", "1 where the question is of no kind that follows"),
)
ANSWERS = (
    Part("plan", "1 for a plan of several answers, in the mode of plans"),
    Part("best plan", "1 where the rulebook calls it the best for its hex"),
    Part("warned", "1 where the plan comes with a warning"),
    Part("usual", "1 for the answer that odds take for granted"),
    Part("unit", "the row in the table of units of the unit that it names; -1 for none"),
    Part("strength", "its strength"),
    Part("line", "the first coordinate of the hex that it concerns; -1 for none"),
    Part("place", "the second"),
    Part("number", "the number that it takes, such as points; else 0"),
    Part("level", "how high the hex lies, of the highest"),
    Part("rise", "how much higher than the hex of the unit, likewise"),
    Part("enemies in it", "units of the other side in the hex"),
    Part("friends in it", "units of the seat in the hex"),
    Part("enemies beside it", "units of the other side in the hexes around"),
    Part("friends beside it", "units of the seat in the hexes around"),
    Part("from the enemy", "tenths of hexes from the hex to the nearest unit of the other side"),
    Part("nearer to the enemy", "tenths of hexes that the hex is nearer to the other side than the unit's"),
    Part("from what counts", "tenths of hexes from it to the nearest hex that counts and is not the seat's"),
    Part("nearer to what counts", "tenths of hexes that the hex is nearer to that than the unit's"),
    Part("counts", "1 where the scenario counts the hex"),
)


class Told:
    """The lists of a battle as it is played with some options; `first` is any game of it."""

    def __init__(self, battle: Battle, first: Game) -> None:
        self.battle = battle
        setting = getattr(first.state, "setting", None)
        self.board = getattr(setting, "board", battle.board)
        """The map as it lies in this scenario."""
        self.grid = self.board.grid
        units: dict[str, Any] = first.state.units  # type: ignore[attr-defined]
        self.ids: tuple[str, ...] = tuple(units)
        """The rows of the table of units."""
        self.terrains = sorted(set(self.board.terrain))
        unit = next(iter(units.values()))
        self.fields = [f.name for f in msgspec.structs.fields(type(unit)) if f.name != "at"]
        """What changes of a unit, by the rules' own names."""
        counters = getattr(setting, "counters", {})
        self.arms_of = [str(getattr(counters.get(id), "arm", "")) for id in self.ids]
        self.arms = sorted(set(self.arms_of) - {""})
        facts = first.rulebook.facts(first.state, first.rulebook.seats[0])
        self.marks, self.facts = tuple(facts.units), tuple(facts.numbers)
        self.kinds: Sequence[str] = tuple(first.rulebook.kinds)
        self.deeds: Sequence[str] = tuple(type(first.state).words)
        self.levels = max(self.board.level) or 1
        self.places = [(int(name[:-2]), int(name[-2:])) for name in self.grid.names]
        lines, places = ([place[i] for place in self.places] for i in (0, 1))
        self.corner = min(lines), min(places)
        """The line and the place at which planes begin."""
        self.shape = max(lines) - min(lines) + 1, max(places) - min(places) + 1

    @cached_property
    def planes(self) -> list[Part]:
        """The planes over the grid."""
        return [*PLANES, *(Part(f"ground: {t}", f"1 where the ground is {t}") for t in self.terrains)]

    @cached_property
    def units(self) -> list[Part]:
        """The columns of the table of units."""
        return [
            *UNITS,
            *(Part(f"arm: {arm}", f"1 for {arm}") for arm in self.arms),
            *(Part(name, f"`{name}` of the unit's state in the rules") for name in self.fields),
            *(Part(f"fact: {name}", name) for name in self.marks),
        ]

    @cached_property
    def numbers(self) -> list[Part]:
        """The numbers of the vector."""
        return [
            *NUMBERS,
            *(Part(f"kind: {kind}", f"1 where the question is of the kind `{kind}`") for kind in self.kinds),
            *(Part(f"fact: {name}", name) for name in self.facts),
        ]

    @cached_property
    def answers(self) -> list[Part]:
        """The features of an answer."""
        return [*ANSWERS, *(Part(f"deed: {deed}", f"1 for an answer of the kind `{deed}`") for deed in self.deeds)]
