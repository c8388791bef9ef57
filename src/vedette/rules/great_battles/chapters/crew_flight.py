"""The rules of 2007 for crews that leave their guns (GB 20.22).

CrewFlees(gun)          a crew that failed its check runs three hexes; its guns stand abandoned
come_back(g, side)      crews rally in their final command phase and are back at their guns, where a way is free
"""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.engine.procedure import Ask, Done, Goto, Procedure, Result, procedure
from vedette.hexes import hexes_of, mask_of
from vedette.rules.great_battles.chapters.deeds import change
from vedette.rules.great_battles.chapters.losses import CAPTURED_WORD, lose
from vedette.rules.great_battles.chapters.routes import nearest_enemies, next_hexes
from vedette.rules.great_battles.chapters.terrain import cost
from vedette.rules.great_battles.state import State


@procedure("gb-crew-flees")
class CrewFlees(Procedure, frozen=True):
    """A gun crew runs (GB-20.22-1)."""

    unit: str
    """The battery."""
    causes: tuple[int, ...] = ()
    hexes: int = -1
    trail: tuple[int, ...] = ()

    def title(self, g: State) -> str:
        return f"the crew of {self.unit} runs"

    @cites("GB-20.22-1", "GB-20.22-2", "GB-20.22-3")
    def begin(self, g: State) -> Result:
        """The guns stand abandoned."""
        change(g, self.unit, "GB-20.22-1", "abandoned", abandoned=True)
        _note(g, self.unit, g.at(self.unit))
        causes = self.causes or nearest_enemies(g, self.unit)
        far = g.setting.numbers["rout-hexes"]
        return Goto(self.but(causes=causes, hexes=far, trail=(g.at(self.unit),)).step)

    @cites("GB-20.22-4")
    def step(self, g: State) -> Result:
        """Hex by hex; a crew that can go nowhere at all is lost, and its guns with it."""
        if self.hexes and next_hexes(g, self.unit, self.hexes, self.causes, self.trail):
            return Goto(self.choose)
        if len(self.trail) == 1:
            lose_guns(g, self.unit)
        return Done()

    @cites("GB-20.22-1")
    def choose(self, g: State) -> Result:
        """Its owner says where."""
        options = next_hexes(g, self.unit, self.hexes, self.causes, self.trail)
        return Ask(
            g.seat(self.unit), options, self.go, "retreat", "GB-20.22-1", f"the crew of {self.unit} runs: where to?",
            lambda g, hex: f"retreat the crew of {self.unit} to {g.hex_name(hex)}", lambda g, hex: hex,
            usual=options[0], about=(self.unit,),
        )  # fmt: skip

    def go(self, g: State, hex: int) -> Result:
        _note(g, self.unit, hex)
        return Goto(self.but(hexes=self.hexes - 1, trail=(*self.trail, hex)).step)


def _note(g: State, id: str, hex: int) -> None:
    g.fled = tuple(sorted({**dict(g.fled), id: hex}.items()))


@cites("GB-20.22-4")
def lose_guns(g: State, id: str) -> None:
    """Guns whose crew is no more count as captured."""
    lose(g, id, g.strength(id), CAPTURED_WORD, "GB-20.22-4")


@cites("GB-20.22-2", "GB-20.22-4", "SW-14.4-2")
def come_back(g: State, side: int) -> None:
    """Crews rally by themselves as limbered guns do, and are back if a way is free.

    A crew that enemies have come upon is lost.
    """
    for id, hex in g.fled:
        if g.side(id) != side:
            continue
        if g.masks[1 - side] >> hex & 1:
            lose_guns(g, id)
        elif not g.masks[1 - side] >> g.at(id) & 1 and _reached(g, side, hex) >> g.at(id) & 1:
            change(g, id, "GB-20.22-2", "manned", abandoned=False)
            g.fled = tuple(row for row in g.fled if row[0] != id)


def _reached(g: State, side: int, hex: int) -> int:
    """The hexes that men on foot reach from a hex without meeting enemies, as bits."""
    found = edge = 1 << hex
    for _ in range(g.setting.numbers["allowance-foot"]):
        edge = mask_of(
            b for a in hexes_of(edge) for b in g.setting.grid.neighbours[a]
            if not (found | g.masks[1 - side]) >> b & 1 and cost(g.setting, "line", a, b) is not None
        )  # fmt: skip
        found |= edge
    return found
