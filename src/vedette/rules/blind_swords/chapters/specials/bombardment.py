"""Guns that open the battle: before the first turn a side wears out units of the enemy (SS 22.1).

Rows `bombardment`, carried out in their order: `side` (which rolls and picks), `groups` of the enemy, a brigade or an
arm each, one die each in this order; `flips`, so many units by the die; `cites`, the case of each die.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.engine.cites import cites, note
from vedette.engine.events import Event
from vedette.engine.procedure import CHANCE, Ask, Done, Goto, Procedure, Result, procedure
from vedette.rules.blind_swords.chapters.deeds import change
from vedette.rules.blind_swords.chapters.morale import DIE
from vedette.rules.blind_swords.setting import SIDE_INDEX, SIDES
from vedette.rules.blind_swords.state import State

NAME = "bombardment"
Row = Mapping[str, Any]


def bombardment(g: State) -> Procedure | None:
    """The guns before the first turn; None where the scenario has none."""
    return Bombardment() if NAME in g.setting.special and g.turn == g.setting.first_turn else None


def fresh_units(g: State, side: int, group: Mapping[str, str]) -> tuple[str, ...]:
    """The units of a group on the map that can still be worn out: each is turned once."""
    return tuple(
        i
        for i in g.on_map(side)
        if not g.units[i].worn
        and not g.counter(i).fragile
        and (g.counter(i).brigade == group["brigade"] if group.get("brigade") else g.counter(i).arm == group["arm"])
    )


@procedure("bombardment")
class Bombardment(Procedure, frozen=True):
    """Row after row, group after group: a die, and the units that its side picks (SS 22.1)."""

    row: int = 0
    group: int = 0
    left: int = 0
    """How many units of the group are still to be picked."""
    die: int = 0

    def title(self, g: State) -> str:
        return "preliminary bombardment"

    @cites("SS-22.1-s2-1", "SS-22.1-s3-1")
    def roll(self, g: State) -> Result:
        """One die for each group, first of the one side, then of the other."""
        rows = g.setting.special[NAME]
        if self.row >= len(rows):
            return Done()
        row = rows[self.row]
        if self.group >= len(row["groups"]):
            return Goto(self.but(row=self.row + 1, group=0).roll)
        what = f"{row['side'].capitalize()} bombardment of {group_words(row, self.group)}"
        return Ask(CHANCE, DIE, self.read, "die", row["cite"], what)

    @cites("SS-22.1-s2-2", "SS-22.1-s2-3", "SS-22.1-s2-4", "SS-22.1-s3-2", "SS-22.1-s3-3", "SS-22.1-s3-4")
    def read(self, g: State, die: int) -> Result:
        """So many units as the scenario says for the die (SS-22.1-s2-2 to -4, SS-22.1-s3-2 to -4)."""
        row = self._row(g)
        count, cite = row["flips"][die - 1], self._cite(row, die)
        note(row["cite"])
        g.log(Event("bombarded", cite, row["side"], data=(group_words(row, self.group), count), roll=die))
        return Goto(self.but(left=count, die=die).pick)

    def pick(self, g: State) -> Result:
        """The side that fires picks one of them, as long as there are any."""
        row = self._row(g)
        side = SIDE_INDEX[row["side"]]
        options = fresh_units(g, 1 - side, row["groups"][self.group]) if self.left else ()
        if not options:
            return Goto(self.but(group=self.group + 1, left=0, die=0).roll)
        more = f", {self.left} in all" if self.left > 1 else ""
        return Ask(
            SIDES[side], options, self.turn, "bombard", self._cite(row, self.die),
            f"bombardment of {group_words(row, self.group)}: which unit is worn out{more}?",
            lambda g, i: f"deplete {i}", lambda g, i: g.at(i), usual=options[0],
        )  # fmt: skip

    def turn(self, g: State, id: str) -> Result:
        change(g, id, self._cite(self._row(g), self.die), "depleted", worn=True)
        return Goto(self.but(left=self.left - 1).pick)

    def _row(self, g: State) -> Row:
        return g.setting.special[NAME][self.row]

    def _cite(self, row: Row, die: int) -> str:
        return str(row["cites"][die - 1]) if row.get("cites") else str(row["cite"])


def group_words(row: Row, at: int) -> str:
    """What a group is called."""
    group = row["groups"][at]
    return str(group.get("brigade") or f"the enemy's {group['arm']}")
