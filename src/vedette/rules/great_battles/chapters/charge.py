"""Chapter 18.2: cavalry charges, declared when the offensive fire is over (SW-18.25-1).

charge_bar(g, id, hex)      why a unit does not charge a hex
DeclareCharges(side)        charge after charge
"""

from __future__ import annotations

from vedette.engine.choice import DONE, Choice
from vedette.engine.cites import cites
from vedette.engine.events import Event, Reason
from vedette.engine.procedure import Ask, Done, Goto, Procedure, Result, procedure
from vedette.hexes import hexes_of
from vedette.rules.great_battles.chapters.melee import strike_bar
from vedette.rules.great_battles.setting import SIDES
from vedette.rules.great_battles.state import State

SHELTER = ("woods", "town")
"""Terrain whose hexes are not charged (SW-18.22-1)."""
CREST = ("crest", "hilltop")
"""Words of a crest hex."""
FOOT = Reason("mounted cavalry alone charges", "SW-18.2-1")
DECLARED = Reason("it has declared a charge", "SW-18.23-3")
SHELTERED = Reason("units in woods or a town are not charged", "SW-18.22-1")
TOO_FAR = Reason("it began its move more than four hexes away", "SW-18.23-2")
BROKEN = Reason("its way leads through woods, or over a river, ridge or crest", "SW-18.22-2")


@cites("SW-18.2-1", "SW-18.21", "SW-18.22-1", "SW-18.22-2", "SW-18.22-3", "SW-18.23-1", "SW-18.23-2", "SW-18.5-2")
def charge_bar(g: State, id: str, hex: int) -> Reason | None:
    """Why a unit does not charge a hex: what keeps it from a melee there, or what the rules say of charges alone."""
    if g.counter(id).arm != "cavalry" or not g.units[id].column:
        return FOOT
    if any(i == id for i, _ in g.charges):
        return DECLARED
    if bar := strike_bar(g, id, hex):
        return bar
    if g.setting.board.terrain[hex] in SHELTER:
        return SHELTERED
    start = dict(g.starts).get(id, g.at(id))
    reach = g.setting.numbers["charge-range"]
    if g.setting.grid.distance(start, hex) > reach:
        return TOO_FAR
    return None if clear_way(g, start, g.at(id), hex, reach) else BROKEN


@cites("SW-18.22-2", "SW-18.22-3")
def clear_way(g: State, start: int, at: int, hex: int, reach: int) -> bool:
    """Whether a way of so many hexes leads over open ground from where it began to its target, through where it stands.

    Woods, rivers, ridges and crests break it, stone walls do not.
    """
    if not _open(g, at, hex) or _rough(g, at):
        return False
    found, edge = {start}, [start]
    for _ in range(reach - 1):
        if at in found:
            break
        new = [
            b for a in edge for b in g.setting.grid.neighbours[a]
            if b not in found and _open(g, a, b) and not _rough(g, b)
        ]  # fmt: skip
        edge = list(dict.fromkeys(new))
        found.update(edge)
    return at in found


@cites("SW-18.22-2")
def _rough(g: State, hex: int) -> bool:
    """Whether a hex is woods or a crest hex, through which no charge goes."""
    board = g.setting.board
    return board.terrain[hex] == "woods" or any(word in board.features[hex] for word in CREST)


def _open(g: State, a: int, b: int) -> bool:
    words = g.setting.board.crossing.get((a, b), ())
    return not any(word.split()[0] in ("river", "ridge", "crest") for word in words)


@procedure("gb-charges", title="charges")
class DeclareCharges(Procedure, frozen=True):
    """Charges of mounted cavalry are declared before anybody can fall back (SW-18.25-1)."""

    side: int

    @cites("SW-18.2-1", "SW-18.23-3")
    def choose(self, g: State) -> Result:
        near, theirs = g.setting.grid.near, g.masks[1 - self.side]
        able = [i for i in g.on_map(self.side) if g.counter(i).arm == "cavalry" and g.units[i].column]
        pairs = [(i, h) for i in able for h in hexes_of(near[g.at(i)] & theirs) if not charge_bar(g, i, h)]
        options = (*(Choice("charge", id, hex) for id, hex in pairs), DONE)
        return Ask(
            SIDES[self.side], options, self.declare, "charge", "SW-18.2-1", "does cavalry charge?",
            usual=DONE, optional=True,
        )  # fmt: skip

    @cites("SW-18.25-1", "SW-18.23-3")
    def declare(self, g: State, choice: Choice) -> Result:
        if choice == DONE:
            return Done()
        id, hex = choice.unit, choice.hex
        g.charges = tuple(sorted({*g.charges, (id, hex)}))
        g.log(Event("charge", "SW-18.23-3", SIDES[self.side], (id,), hex))
        return Goto(self.choose)
