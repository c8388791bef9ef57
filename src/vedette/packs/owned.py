"""What of a battle is an owner's: counted in one place for title, list, invitation, record and report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from vedette.engine.battle import Battle

from .laying import Laid

PRINTED = ("rule", "owner")
"""With what the source of a counter begins whose values stand in the book, or on the owner's own sheet."""
GROUND = ("board.csv", "hexsides.csv", "roads.csv")


class Owned(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How much of a battle its owner has typed in: things of each kind, and all cells of them."""

    counters: int = 0
    charts: int = 0
    cells: int = 0
    chits: int = 0
    hexes: int = 0
    scenario: int = 0
    """1 where the scenario itself is his."""

    def words(self) -> str:
        """All of it in words, such as "owner's values: 14 counters, 3 charts"; "" where there is nothing."""
        kinds = (("counter", self.counters), ("chart", self.charts), ("chit", self.chits))
        parts = [f"{n} {name}{'' if n == 1 else 's'}" for name, n in kinds if n]
        parts += [f"{self.hexes} of the ground"] * bool(self.hexes) + ["the scenario"] * self.scenario
        return f"owner's values: {', '.join(parts)}" if parts else ""


def owners(battle: Battle) -> Owned:
    """What of a battle its owner has laid over the pack."""
    return msgspec.convert(dict(battle.owned), Owned)


def made_up(battle: Battle) -> list[str]:
    """The counters whose values the program has made up, for want of the sheet."""
    return [id for id, row in battle.counters.items() if not row.get("source", "").startswith(PRINTED)]


def owned_words(counted: Mapping[str, int]) -> str:
    """The same in words, of the counts that a record or an edition has."""
    known = {key: n for key, n in counted.items() if key in Owned.__struct_fields__}
    return msgspec.convert(known, Owned).words()


def owned_of(laid: Iterable[Laid], scenario: str = "") -> dict[str, int]:
    """The same of the cells that were laid, and of a scenario that is his."""
    found: dict[str, set[tuple[str, str]]] = {}
    cells = set()
    for cell in laid:
        cells.add((cell.table, cell.row, cell.column))
        for kind, thing in _things(cell):
            found.setdefault(kind, set()).add(thing)
    counted = {kind: len(things) for kind, things in found.items()}
    if cells:
        counted["cells"] = len(cells)
    return counted | ({"scenario": 1} if scenario else {})


def _things(cell: Laid) -> Iterator[tuple[str, tuple[str, str]]]:
    """What a cell is of: a counter, a chart, a chit, a piece of the ground."""
    if cell.table == "counters.csv":
        yield "counters", ("", cell.row)
    elif cell.table == "chits.csv":
        yield "chits", ("", cell.row)
    elif cell.table in GROUND:
        yield "hexes", (cell.table, cell.row)
    else:
        yield "charts", ("", cell.table)
