"""Chapter 10.5: the Wild chits. Fortunes of War is carried out by the draw itself; here is the Fog of War."""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.engine.events import Event
from vedette.engine.procedure import CHANCE, Ask, Call, Done, Goto, Procedure, Result, procedure
from vedette.rules.blind_swords.chapters.command import entered
from vedette.rules.blind_swords.chapters.fog_second import SecondTable
from vedette.rules.blind_swords.chapters.morale import DIE
from vedette.rules.blind_swords.chapters.surprise import back_in_command
from vedette.rules.blind_swords.chapters.uncontrolled import UncontrolledMove
from vedette.rules.blind_swords.chapters.wayward import WaywardMove
from vedette.rules.blind_swords.setting import CONFEDERATE, SIDES, UNION, Activation
from vedette.rules.blind_swords.state import State
from vedette.rules.blind_swords.tables import NOTHING

FOG, FORTUNES = "Fog of War", "Fortunes of War"
DICE = tuple(10 * a + b for a in range(1, 7) for b in range(1, 7))


@cites("KT-10.5")
def affected(result: str) -> tuple[int, ...]:
    """The sides that a result of the Fog of War Table names: either, or both."""
    words = result.split()
    return tuple(s for s, word in ((UNION, "Union"), (CONFEDERATE, "Confederate")) if word in words)


@procedure("fog-of-war")
class FogOfWar(Procedure, frozen=True):
    """The player who does not draw rolls on the Fog of War Table (KT 10.5b)."""

    side: int
    """Who rolls."""

    def title(self, g: State) -> str:
        return FOG

    def roll(self, g: State) -> Result:
        return Ask(CHANCE, DIE, self.read, "die", "KT-10.5b-1", f"the Fog of War, rolled by the {SIDES[self.side]}")

    @cites("KT-10.5b-1", "KT-10.5b-opt-0")
    def read(self, g: State, die: int) -> Result:
        """Chaos, a wayward or an uncontrolled move, casualties.

        On 6 nothing, or the second table if it is played with.
        """
        result = g.setting.fog[die]
        g.log(Event("fog", "KT-10.5b-1", SIDES[self.side], data=(result,), roll=die))
        sides = affected(result)
        if "Chaos" in result:
            return Call(BattlefieldChaos(sides[0]))
        if "Wayward" in result:
            return Call(WaywardMove(sides[0]))
        if "Advance" in result or "Withdrawal" in result:
            return Call(UncontrolledMove(sides[0], forward="Advance" in result))
        if "Casualty" in result:
            return Call(GeneralCasualty(sides))
        if g.options.fog_second_table:
            return Call(SecondTable(self.side))
        return Done()


CHAOS = "Its units may neither move nor open combat this turn, have no Unit Support, and defend with half their fire."
"""What the mark does, in short (KT-10.5b-chaos-2, KT-10.5b-chaos-3, KT-10.5b-chaos-5, KT-10.5b-chaos-6)."""


@procedure("battlefield-chaos")
class BattlefieldChaos(Procedure, frozen=True):
    """The opponent marks one hex of the affected side for the rest of the turn (KT 10.5b)."""

    side: int

    def title(self, g: State) -> str:
        return "Battlefield Chaos"

    @cites("KT-10.5b-chaos-1")
    def choose(self, g: State) -> Result:
        """The opponent of the affected side picks one hex that it holds."""
        hexes = tuple(sorted({g.at(i) for i in g.on_map(self.side)}))
        if not hexes:
            return Done()
        return Ask(
            SIDES[1 - self.side], hexes, self.mark, "chaos", "KT-10.5b-chaos-1",
            f"Battlefield Chaos: which hex? {CHAOS}",
            lambda g, h: f"chaos {g.hex_name(h)}", lambda g, h: h, usual=hexes[0],
        )  # fmt: skip

    @cites("KT-10.5b-chaos-8")
    def mark(self, g: State, hex: int) -> Result:
        """The mark stays with the units wherever they go."""
        units = g.in_hex(hex)
        g.chaos = tuple(sorted({*g.chaos, *units}))
        g.log(Event("chaos", "KT-10.5b-chaos-1", SIDES[1 - self.side], units, hex))
        return Done()


@procedure("general-casualty")
class GeneralCasualty(Procedure, frozen=True):
    """Each affected side rolls for its generals (KT 10.5b)."""

    sides: tuple[int, ...]

    def title(self, g: State) -> str:
        return "general casualty"

    @cites("KT-10.5b-casualty-1")
    def roll(self, g: State) -> Result:
        """The owner rolls, by his table 1 to 6 or 11 to 66."""
        if not self.sides:
            return Done()
        seat = SIDES[self.sides[0]]
        dice, kind = (DIE, "die") if g.setting.casualty_dice == 1 else (DICE, "dice")
        return Ask(CHANCE, dice, self.read, kind, "KT-10.5b-casualty-1", f"is a {seat} general hit?")

    @cites("KT-10.5b-casualty-1")
    def read(self, g: State, roll: int) -> Result:
        """Find the general on the table of the side."""
        strike(g, self.sides[0], g.setting.casualty_table.get((self.sides[0], roll), ""), roll)
        return Goto(self.but(sides=self.sides[1:]).roll)


@cites("SS-10.5b-gc-ii-3")
def may_fall(g: State, a: Activation) -> bool:
    """Whether a general can be hit: with his chit in the game, as a commander in chief in some books always is."""
    return entered(g, a) or (a.cic and g.setting.profile.commander_always_hit)


@cites("KT-10.5b-casualty-i", "KT-10.5b-casualty-ii-1", "KT-10.5b-casualty-iii-1", "KT-10.5b-casualty-iii-2",
       "KT-4.4-6")  # fmt: skip
def strike(g: State, side: int, general: str, roll: int) -> None:
    """A general is rolled.

    Not in play: nothing. In play: his Casualty chit from now on, or his own back again, as often as it happens.
    """
    a = g.setting.activations.get(general)
    if a is None or a.side != side or not may_fall(g, a):
        name = "" if general == NOTHING else general
        g.log(Event("no-casualty", "KT-10.5b-casualty-i", SIDES[side], data=(name,), roll=roll))
    elif general in g.casualties:
        g.casualties = tuple(c for c in g.casualties if c != general)
        back_in_command(g, general)
        g.log(Event("recovered-general", "KT-10.5b-casualty-iii-1", SIDES[side], data=(general,), roll=roll))
    else:
        g.casualties = tuple(sorted((*g.casualties, general)))
        g.log(Event("casualty", "KT-10.5b-casualty-ii-1", SIDES[side], data=(general,), roll=roll))
