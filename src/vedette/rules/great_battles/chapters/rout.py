"""Chapter 14: the check for rout, rout, how it spreads (SW 20.21), and crews that leave their guns (GB 20.22).

modifiers(g, id, led, where)        what is added to the die, with the cases
CheckRout(units, cite, causes)      units check one after the other
Rout(unit, cite, causes)            one unit routs and falls back three hexes
after_melee(g, id, hex, trail)      what follows on a retreat out of a melee
CrewFlees(gun)                      in 2007 a crew that fails its check runs three hexes; its guns stand abandoned
come_back(g, side)                  crews rally in their final command phase and are back where a way is free
"""

from __future__ import annotations

from itertools import pairwise

from vedette.engine.choice import Choice
from vedette.engine.cites import cites
from vedette.engine.events import Event
from vedette.engine.procedure import CHANCE, DIE, Ask, Call, Done, Goto, Procedure, Result, procedure
from vedette.hexes import hexes_of, mask_of
from vedette.rules.great_battles.chapters.army_morale import lower_morale
from vedette.rules.great_battles.chapters.deeds import change
from vedette.rules.great_battles.chapters.effectiveness import carried_away
from vedette.rules.great_battles.chapters.losses import CAPTURED_WORD, lose
from vedette.rules.great_battles.chapters.retreats import Retreat, nearest_enemies, next_hexes
from vedette.rules.great_battles.chapters.terrain import cost
from vedette.rules.great_battles.state import State

# -- rout (14) -------------------------------------------------------------------------------------------

Hexes = tuple[int, ...]
Modifier = tuple[str, int, str]
ROUTS, HOLDS, AGAIN = "R", "-", "R?"


@cites("SW-14.6", "SW-18.7", "SW-14.3-2", "SW-14.31", "SW-14.4-4", "SW-14.3-7", "SW-12.19-2", "SW-11.2-4")
def steady(g: State, id: str) -> bool:
    """Whether a unit never checks: unlimbered guns, wagon, leaders, whoever is routed.

    In 2007 the crews of unlimbered guns check too (GB-20.22).
    """
    c, u = g.counter(id), g.units[id]
    if u.at < 0 or u.routed or c.wagon or c.leader or u.abandoned:
        return True
    return c.gun and not u.column and not g.setting.profile.crews_flee


def letter(g: State, id: str) -> str:
    """The morale letter of a unit; of a battery without one that of most units of its brigade."""
    c = g.counter(id)
    if c.morale:
        return c.morale
    found = [o.morale for o in g.setting.counters.values() if o.brigade == c.brigade and o.morale]
    return max(sorted(set(found)), key=found.count, default="C")


@cites("SW-14.23", "SW-14.24", "SW-14.25", "SW-14.71", "SW-17.2-2", "GB-21.62")
def modifiers(g: State, id: str, led: bool, where: int = -1) -> tuple[Modifier, ...]:
    """What is added to the die of a unit that checks: more than half lost, a leader, no ammunition, a town.

    Args:
        where: the hex in which it suffered what it checks for, if it has left that since.
    """
    c, u = g.counter(id), g.units[id]
    found: list[Modifier] = []
    if 2 * u.strength < c.strength:
        found.append(("more than half lost", 1, "SW-14.23"))
    if u.depleted and not c.gun:
        found.append(("out of ammunition", 1, "SW-14.25"))
    if led:
        found.append(("a leader", -1, "SW-17.2-2"))
    if g.setting.board.terrain[where if where >= 0 else u.at] == "town":
        found.append(("town", -1, "SW-14.71"))
    return tuple(found)


def modified(die: int, found: tuple[Modifier, ...]) -> int:
    """A die with its modifiers; a 1 stays a 1 in a town (SW-14.71)."""
    others = die + sum(by for name, by, _ in found if name != "town")
    return others - 1 if others > 1 and any(name == "town" for name, _, _ in found) else others


@cites("SW-14.22", "SW-2.4-morale")
def by_table(g: State, id: str, die: int) -> str:
    rows = g.setting.rout[letter(g, id)]
    return rows[min(max(die - g.setting.rout_lowest, 0), len(rows) - 1)]


@cites("GB-24.1-1", "GB-24.1-2")
def by_number(g: State, id: str, die: int) -> str:
    """2007: above the number of its letter a unit routs; at the number, if it has a star, it rolls again."""
    number, again = g.setting.morale_numbers[letter(g, id)]
    return ROUTS if die > number else AGAIN if again and die == number else HOLDS


def _again(g: State) -> str:
    """The case of the second die of the best units: their star in 2007, the table in 1978."""
    return "GB-24.1-2" if g.setting.profile.morale_numbers else "SW-14.22"


@procedure("gb-check-rout")
class CheckRout(Procedure, frozen=True):
    """Units check for rout, each by itself (SW-14.5-1)."""

    units: tuple[str, ...]
    """Who has still to check, from the top of the stack down."""
    cite: str
    causes: Hexes = ()
    """Hexes of the enemies who caused it; the nearest ones where none."""
    alone: bool = False
    """Whoever lies below is not drawn in (SW-14.5-3): each of the hex checks for its own sake."""
    trail: Hexes = ()
    """Hexes of the retreat before."""
    melee: int = -1
    """Hex of the melee that caused it (SW-20.21-B-2)."""
    led: tuple[str, ...] = ()
    """Who has a leader with him (SW-14.5-4), or had one when he received the result (SW-17.2-2)."""
    where: int = -1
    """Hex in which they suffered what they check for, if they have left it since (SW-14.71)."""
    more: int = 0
    """Hexes of a retreat under way, to which a rout adds its own (SW-14.3-1)."""
    begun: bool = False

    def title(self, g: State) -> str:
        return f"{self.units[0]} checks for rout" if self.units else "checks for rout"

    @cites("SW-14.0-1", "SW-14.1-1", "SW-14.5-1", "SW-14.5-4", "SW-14.5-6")
    def begin(self, g: State) -> Result:
        """A unit that stands there with a leader keeps his help, whatever he does later."""
        if self.begun:
            return Goto(self.next)
        near = (i for id in self.units if g.at(id) >= 0 for i in g.troops(g.at(id), g.side(id)))
        led = tuple(dict.fromkeys((*self.led, *(i for i in near if g.leaders(g.at(i), g.side(i))))))
        return Goto(self.but(led=led, begun=True).next)

    def next(self, g: State) -> Result:
        """The next one that has not routed yet."""
        left = self.units
        while left and steady(g, left[0]):
            left = left[1:]
        return Goto(self.but(units=left).roll) if left else Done()

    @cites("SW-14.22")
    def roll(self, g: State) -> Result:
        return Ask(CHANCE, DIE, self.read, "die", "SW-14.22", f"the rout check of {self.units[0]}")

    @cites("SW-14.22", "SW-14.23", "SW-14.24", "SW-14.25", "SW-14.71", "SW-17.2-2")
    def read(self, g: State, die: int) -> Result:
        """The die with its modifiers on the table, or by the numbers of 2007."""
        id = self.units[0]
        numbers = g.setting.profile.morale_numbers
        found = modifiers(g, id, id in self.led, self.where)
        total = modified(die, found)
        result = by_number(g, id, total) if numbers else by_table(g, id, total)
        cite = "SW-14.22" if not numbers else "GB-24.1-2" if result == AGAIN else "GB-24.1-1"
        g.log(Event("rout-check", cite, g.seat(id), (id,), g.at(id), (result, total, letter(g, id), found), die))
        if result == AGAIN:
            return Goto(self.once_more)
        return Goto(self.rout if result == ROUTS else self.hold)

    def once_more(self, g: State) -> Result:
        """The best units roll a second die."""
        return Ask(CHANCE, DIE, self.read_again, "die", _again(g), f"the second die of {self.units[0]}")

    @cites("SW-14.22", "GB-24.1-2")
    def read_again(self, g: State, die: int) -> Result:
        """On a six they rout."""
        id, result = self.units[0], ROUTS if die == DIE[-1] else HOLDS
        g.log(Event("rout-check", _again(g), g.seat(id), (id,), g.at(id), (result, die, letter(g, id), ()), die))
        return Goto(self.rout if die == DIE[-1] else self.hold)

    @cites("SW-14.5-2")
    def hold(self, g: State) -> Result:
        """It stands; whoever lies below need not check."""
        return Goto(self.but(units=self.units[1:]).next)

    @cites("SW-14.5-3")
    def rout(self, g: State) -> Result:
        """It routs; afterwards the unit below checks."""
        id = self.units[0]
        at, layer = g.at(id), g.units[id].layer
        below = [i for i in g.troops(at, g.side(id)) if g.units[i].layer > layer and i not in self.units]
        more = () if self.alone else tuple(below)
        after = self.but(units=(*self.units[1:], *more))
        if g.counter(id).gun and not g.units[id].column:
            return Call(CrewFlees(id, self.causes), then=after.next)
        back = Rout(id, self.cite, self.causes, self.trail, self.melee, more=self.more)
        return Call(back, then=after.next)


@procedure("gb-rout")
class Rout(Procedure, frozen=True):
    """One unit routs (SW 14.3)."""

    unit: str
    cite: str
    causes: Hexes = ()
    trail: Hexes = ()
    melee: int = -1
    drawn: bool = False
    """It is carried away by another's rout: withdrawal fire (SW-20.23), and nobody else follows."""
    others: tuple[str, ...] = ()
    """Who is carried away with it."""
    more: int = 0
    """Hexes of the retreat in which it routed that were still to go (SW-14.3-1)."""

    def title(self, g: State) -> str:
        return f"{self.unit} routs"

    @cites("SW-2.4-rout", "SW-14.0-2", "SW-14.3-1", "SW-14.3-2", "SW-19.33-1", "SW-10.84-1", "GB-25.3")
    def begin(self, g: State) -> Result:
        """It is marked, loses its pin, costs army morale and goes three hexes.

        Those come on top of what was left of a retreat. A routed unit does not rout again.
        """
        id, u = self.unit, g.units[self.unit]
        c = g.counter(id)
        if u.at < 0 or u.routed or c.wagon or c.leader or (c.gun and not u.column):
            return Done()
        others = () if self.drawn else carried_away(g, id, self.melee)
        change(g, id, self.cite, "routed", routed=True, pinned=False, reserve=False, engaged=False)
        lower_morale(g, id, u.strength, "SW-19.33-1")
        far = g.setting.numbers["rout-hexes"] + self.more
        back = Retreat(id, far, self.causes, self.cite, self.trail, drawn=self.drawn)
        return Call(back, then=self.but(others=others).spread)

    @cites("SW-20.21-B-1", "SW-20.23", "GB-26.4-2")
    def spread(self, g: State) -> Result:
        """In an ineffective brigade all in command rout with it."""
        if not self.others:
            return Done()
        cite = "GB-26.4-2" if g.setting.profile.contagion_spares_all else "SW-20.21-B-1"
        after = self.but(others=self.others[1:])
        return Call(Rout(self.others[0], cite, self.causes, melee=self.melee, drawn=True), then=after.spread)


@cites("SW-13.82-1", "SW-13.84-C-1", "SW-14.1-1", "SW-14.72", "SW-17.2-2", "SW-18.24-1")
def after_melee(g: State, id: str, hex: int, trail: Hexes, led: tuple[str, ...] = ()) -> Procedure:
    """What follows on a retreat out of a melee: cavalry that has charged routs in any case.

    So does who was driven from the open into a town; anybody else checks.

    Args:
        led: who was with a leader when the result came.
    """
    terrain = g.setting.board.terrain
    if id in g.chargers:
        g.chargers = tuple(i for i in g.chargers if i != id)
        return Rout(id, "SW-18.24-1", (hex,), trail, hex)
    if any(terrain[a] != "town" and terrain[b] == "town" for a, b in pairwise(trail)):
        return Rout(id, "SW-14.72", (hex,), trail, hex)
    return CheckRout((id,), "SW-14.1-1", (hex,), alone=True, trail=trail, melee=hex, led=led, where=hex)


# -- crews that leave their guns (GB 20.22) --------------------------------------------------------------


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
        ways = next_hexes(g, self.unit, self.hexes, self.causes, self.trail)
        options = tuple(Choice("flee", self.unit, hex) for hex in ways)
        return Ask(
            g.seat(self.unit), options, self.go, "retreat", "GB-20.22-1", f"the crew of {self.unit} runs: where to?",
            usual=options[0], about=(self.unit,),
        )  # fmt: skip

    def go(self, g: State, choice: Choice) -> Result:
        _note(g, self.unit, choice.hex)
        return Goto(self.but(hexes=self.hexes - 1, trail=(*self.trail, choice.hex)).step)


def _note(g: State, id: str, hex: int) -> None:
    g.fled = tuple(sorted({**dict(g.fled), id: hex}.items()))


@cites("GB-20.22-4")
def lose_guns(g: State, id: str) -> None:
    """Guns whose crew is lost count as captured."""
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
