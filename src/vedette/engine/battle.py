"""What is printed and never changes in a game: board, counters, charts, chits, scenario."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from vedette.board import Board


class Battle(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """A scenario with all its content, as `vedette.packs.load` reads it; shared by all its games."""

    id: str
    """`pack/scenario`, such as "kernstown/the-stone-wall"."""
    title: str
    pack: str
    rulebook: str
    """The family of rules, a name of the entry-point group `vedette.rulebooks`."""
    profile: str
    """The book of that family."""
    board: Board
    counters: Mapping[str, Mapping[str, str]]
    charts: Mapping[str, tuple[Mapping[str, str], ...]]
    chits: tuple[Mapping[str, str], ...]
    scenario: Mapping[str, Any]
    provenance: Mapping[str, int]
    overlay: str | None
    hash: str
    owned: Mapping[str, int] = {}
    """What of it its owner has laid over the pack, counted by kind: counters, charts, cells, chits, hexes."""
    house: tuple[str, ...] = ()
    """The house rules by which it is played, in words."""
    printing: str = ""
    """The edition of its pack and the errata by which it is played, in words; "" where the pack has neither."""
    shifts: Mapping[str, int] = {}
    """The columns of shifts that this copy of the battle has changed, by their case; the lab asks what if."""

    rules: int = 0
    """The version of the rules by which its games were begun: an earlier one that its family reads; 0 for today's.

    What came later is left out of them. Only those in the family's `kept` are played exactly as they were.
    """

    def by_rules(self, version: int) -> Battle:
        """The same battle for games that an earlier version of its rules has begun; 0 for today's."""
        return self if version == self.rules else _by_rules(self, version)

    def columns(self, cite: str, printed: int) -> int:
        """The columns of a shift of a case."""
        return self.shifts.get(cite, printed)


@lru_cache(maxsize=16)
def _by_rules(battle: Battle, version: int) -> Battle:
    """One for all games, since a setting is compiled once for each."""
    return msgspec.structs.replace(battle, rules=version)
