"""Chapter 10.5: the Fog of War, with its optional second table.

The other Wild chit, Fortunes of War, is carried out by the draw itself (chits.py).
"""

from __future__ import annotations

from vedette.engine.choice import PASS, Choice
from vedette.engine.cites import cites
from vedette.engine.events import Event
from vedette.engine.procedure import CHANCE, Ask, Call, Done, Goto, Procedure, Result, procedure
from vedette.rules.blind_swords.chapters.command import entered
from vedette.rules.blind_swords.chapters.common_events import back_in_command
from vedette.rules.blind_swords.chapters.morale import MoraleHits
from vedette.rules.blind_swords.chapters.orders import activations, eligible, turn_marker
from vedette.rules.blind_swords.chapters.range import ranges_of
from vedette.rules.blind_swords.chapters.sight import BLOCKED, sight
from vedette.rules.blind_swords.chapters.uncontrolled import UncontrolledMove, WaywardMove
from vedette.rules.blind_swords.chapters.windows import BONUSES
from vedette.rules.blind_swords.charts import DICE, DIE
from vedette.rules.blind_swords.setting import CONFEDERATE, SIDES, UNION, Activation
from vedette.rules.blind_swords.state import State
from vedette.rules.blind_swords.tables import NOTHING

FOG, FORTUNES = "Fog of War", "Fortunes of War"


@cites("KT-10.5")
def affected(result: str) -> tuple[int, ...]:
    """The sides named by a result of the Fog of War Table: one, or both."""
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

        On a 6 nothing, or the second table if it is in play.
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


@procedure("battlefield-chaos", title="Battlefield Chaos")
class BattlefieldChaos(Procedure, frozen=True):
    """The opponent marks one hex of the affected side for the rest of the turn (KT 10.5b)."""

    side: int

    @cites("KT-10.5b-chaos-1")
    def choose(self, g: State) -> Result:
        """The opponent of the affected side picks one hex that it holds."""
        options = tuple(Choice("chaos", hex=h) for h in sorted({g.at(i) for i in g.on_map(self.side)}))
        if not options:
            return Done()
        return Ask(
            SIDES[1 - self.side], options, self.mark, "chaos", "KT-10.5b-chaos-1",
            f"Battlefield Chaos: which hex? {CHAOS}", usual=options[0],
        )  # fmt: skip

    @cites("KT-10.5b-chaos-8")
    def mark(self, g: State, choice: Choice) -> Result:
        """The mark stays with the units wherever they go."""
        hex = choice.hex
        units = g.in_hex(hex)
        g.chaos = tuple(sorted({*g.chaos, *units}))
        g.log(Event("chaos", "KT-10.5b-chaos-1", SIDES[1 - self.side], units, hex))
        return Done()


@procedure("general-casualty", title="general casualty")
class GeneralCasualty(Procedure, frozen=True):
    """Each affected side rolls for its generals (KT 10.5b)."""

    sides: tuple[int, ...]

    @cites("KT-10.5b-casualty-1")
    def roll(self, g: State) -> Result:
        """Their owner rolls, 1 to 6 or 11 to 66 by his table."""
        if not self.sides:
            return Done()
        seat = SIDES[self.sides[0]]
        dice, kind = (DIE, "die") if g.setting.casualty_dice == 1 else (DICE, "dice")
        return Ask(CHANCE, dice, self.read, kind, "KT-10.5b-casualty-1", f"is a {seat} general hit?")

    @cites("KT-10.5b-casualty-1")
    def read(self, g: State, roll: int) -> Result:
        """The table of the side names the general."""
        strike(g, self.sides[0], g.setting.casualty_table.get((self.sides[0], roll), ""), roll)
        return Goto(self.but(sides=self.sides[1:]).roll)


@cites("SS-10.5b-gc-ii-3")
def may_fall(g: State, a: Activation) -> bool:
    """Whether a general can be hit: his chit must be in the game; in some books a commander in chief always can."""
    return entered(g, a) or (a.cic and g.setting.profile.commander_always_hit)


@cites("KT-10.5b-casualty-i", "KT-10.5b-casualty-ii-1", "KT-10.5b-casualty-iii-1", "KT-10.5b-casualty-iii-2",
       "KT-4.4-6")  # fmt: skip
def strike(g: State, side: int, general: str, roll: int) -> None:
    """A general is named.

    If he is not in play nothing happens. Otherwise his Casualty chit replaces his own, or his own comes back, each
    time he is named.
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


# -- the second Fog of War table (optional) --------------------------------------------------------------------------


NO_EFFECT = "No effect"


@procedure("second-table", title="second table")
class SecondTable(Procedure, frozen=True):
    """Another die for the less common events (KT 10.5b, optional)."""

    side: int

    def roll(self, g: State) -> Result:
        return Ask(CHANCE, DIE, self.read, "die", "KT-10.5b-opt-0", "the second Fog of War table")

    @cites(
        "KT-10.5b-opt-1", "KT-10.5b-opt-2", "KT-10.5b-opt-3", "KT-10.5b-opt-4", "KT-10.5b-opt-5", "KT-10.5b-opt-6"
    )  # fmt: skip
    def read(self, g: State, die: int) -> Result:
        """An advantage kept for a combat of this turn, or something at once; the battle's chart says which it has."""
        result = g.setting.fog_second.get(die, NO_EFFECT)
        g.log(Event("fog", f"KT-10.5b-opt-{die}", SIDES[self.side], data=(result,), roll=die))
        if result in BONUSES:
            g.bonuses = tuple(sorted((*g.bonuses, result)))
            return Done()
        if result == "Deception":
            return Call(Deception())
        if result == "Friendly Fire":
            return Call(FriendlyFire())
        return Call(ConflictingOrders()) if result == "Conflicting Orders" else Done()


@procedure("deception")
class Deception(Procedure, frozen=True):
    """The Confederates keep one Union unit from fire and attack this turn (KT 10.5b, optional)."""

    @cites("KT-10.5b-opt-2")
    def choose(self, g: State) -> Result:
        """Which Union unit, or none."""
        options = (*(Choice("deceive", i, g.at(i)) for i in g.on_map(UNION)), PASS)
        return Ask(
            SIDES[CONFEDERATE], options, self.mark, "deception", "KT-10.5b-opt-2", "Deception: which Union unit?",
            optional=True, usual=PASS,
        )  # fmt: skip

    def mark(self, g: State, choice: Choice) -> Result:
        if choice != PASS:
            id = choice.unit
            g.deceived = tuple(sorted((*g.deceived, id)))
            g.log(Event("deceived", "KT-10.5b-opt-2", SIDES[CONFEDERATE], (id,), g.at(id)))
        return Done()


@cites("KT-10.5b-opt-3")
def friendly_pairs(g: State) -> tuple[tuple[str, str], ...]:
    """Pairs of Union infantry within range and sight of one another."""
    units = [i for i in g.on_map(UNION) if g.counter(i).arm == "infantry"]
    found = []
    for k, a in enumerate(units):
        for b in units[k + 1 :]:
            distance = g.setting.grid.distance(g.at(a), g.at(b))
            near = min(ranges_of(g, a).farthest, ranges_of(g, b).farthest)
            if distance <= near and (distance < 2 or sight(g, g.at(a), g.at(b)).effect != BLOCKED):
                found.append((a, b))
    return tuple(found)


@procedure("friendly-fire")
class FriendlyFire(Procedure, frozen=True):
    """Two Union infantry units each take a Morale Hit (KT 10.5b, optional)."""

    pair: tuple[str, ...] = ()

    def choose(self, g: State) -> Result:
        """Which two, or none."""
        options = (*(Choice("friendly fire", a, g.at(a), b) for a, b in friendly_pairs(g)), PASS)
        return Ask(
            SIDES[CONFEDERATE], options, self.take, "friendly-fire", "KT-10.5b-opt-3",
            "Friendly Fire: which two Union units?", optional=True, usual=PASS,
        )  # fmt: skip

    @cites("KT-10.5b-opt-3")
    def take(self, g: State, choice: Choice) -> Result:
        """One hit each, the first unit before the second."""
        if choice == PASS:
            return Done()
        pair = (choice.unit, choice.arg)
        g.log(Event("friendly-fire", "KT-10.5b-opt-3", SIDES[CONFEDERATE], pair, g.at(pair[0])))
        return Call(MoraleHits(pair[0], 1), then=self.but(pair=pair).second)

    def second(self, g: State) -> Result:
        return Call(MoraleHits(self.pair[1], 1))


@procedure("conflicting-orders")
class ConflictingOrders(Procedure, frozen=True):
    """The Union names a Confederate brigade that counts as activated (KT 10.5b, optional)."""

    @cites("KT-10.5b-opt-4")
    def choose(self, g: State) -> Result:
        """A brigade that could still act, or none."""
        found: dict[str, None] = {}
        for a in g.setting.activations.values():
            if a.side == CONFEDERATE and not a.cic and a.turn <= g.turn:
                found.update(dict.fromkeys(eligible(g, CONFEDERATE, a.brigades)))
        options = (*activations(found), PASS)
        return Ask(
            SIDES[UNION], options, self.take, "conflicting-orders", "KT-10.5b-opt-4",
            "Conflicting Orders: which Confederate brigade?", optional=True, usual=PASS,
        )  # fmt: skip

    def take(self, g: State, choice: Choice) -> Result:
        """Its marker is turned; its chit has no brigade left to activate."""
        if choice != PASS:
            brigade = choice.arg
            turn_marker(g, CONFEDERATE, brigade, True)
            g.log(Event("conflicting-orders", "KT-10.5b-opt-4", SIDES[UNION], data=(brigade,)))
        return Done()
