"""Chapters 6.1 to 6.7 and 6.11: the combat phase, and one attack from its first attacker to its last result.

attack_bar(g, id, hex)      why a unit does not attack a hex now
target_bar(g, side, hex)    why nobody of a side does
CombatPhase(side)           attacks and bombardments, one after the other
Attack(side, hex)           attackers one at a time, leaders, die, results in their order (JV-6.2-14)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from vedette.engine.choice import DONE, Choice
from vedette.engine.cites import cites
from vedette.engine.events import Event, Reason
from vedette.engine.procedure import CHANCE, DIE, Ask, Call, Done, Goto, Procedure, Result, procedure
from vedette.hexes import hexes_of
from vedette.rules.valley_campaign.chapters.advance import Advance
from vedette.rules.valley_campaign.chapters.bombardment import AWAY, Bombard, targets
from vedette.rules.valley_campaign.chapters.ground import CREEK, needs_ford
from vedette.rules.valley_campaign.chapters.ground import crossing_bar as water_bar
from vedette.rules.valley_campaign.chapters.leaders import (
    Casualties,
    CreateLeader,
    Succession,
    attacker_bar,
    creation_hexes,
    leaders_in,
    safe,
)
from vedette.rules.valley_campaign.chapters.losses import TakeSteps, bearers, demoralize
from vedette.rules.valley_campaign.chapters.odds import attack_leaders, defence_leaders, odds_of
from vedette.rules.valley_campaign.chapters.retreat import FallBack
from vedette.rules.valley_campaign.charts import Outcome
from vedette.rules.valley_campaign.setting import SIDES
from vedette.rules.valley_campaign.state import State

GO, CANCEL, NO_LEADER = Choice("go"), Choice("cancel"), Choice("no leader")
NONE = ""
"""In the frame of an attack: no leader lends his columns."""

WHOM = "whom to attack or bombard?"
IDLE = "nobody is in reach of an attack or a bombardment: the phase can end"

NOT_NOW = Reason("units attack in their own combat phase alone", "JV-6.1-1")
FOUGHT = Reason("it has attacked or bombarded in this phase", "JV-6.4-1")
SHAKEN = Reason("it is demoralized", "JV-6.3-4")
ADVANCED = Reason("it has advanced in this phase", "JV-6.15-6")
NOT_BESIDE = Reason("attacks reach adjacent hexes alone", "JV-6.4-4")
NO_ENEMY = Reason("no enemy is there", "JV-6.1-1")
FELL_BACK = Reason("who is there fell back after a combat in this phase", "JV-6.12-10")
ATTACKED = Reason("it has been attacked in this phase", "JV-6.4-2")
NOBODY = Reason("nobody can attack it now", "JV-6.1-1")


# -- who may attack whom ---------------------------------------------------------------------------------------


def attack_bar(g: State, id: str, hex: int) -> Reason | None:
    """Why a unit does not attack a hex now."""
    return unit_bar(g, id) or hex_bar(g, g.side(id), hex) or side_bar(g, id, hex)


@cites("JV-6.1-1", "JV-6.1-3", "JV-6.3-4", "JV-6.4-1", "JV-6.15-6")
def unit_bar(g: State, id: str) -> Reason | None:
    """Why a unit attacks nobody now: it is not its phase, or it has fought already.

    Nor does it attack demoralized, as a leader, or when it has advanced in this phase.
    """
    if g.phase != "combat" or g.player != g.side(id):
        return NOT_NOW
    if g.at(id) < 0:
        return AWAY
    if bar := attacker_bar(g, id):
        return bar
    if id in g.fought:
        return FOUGHT
    if g.units[id].demoralized:
        return SHAKEN
    return ADVANCED if id in g.advanced else None


@cites("JV-6.1-1", "JV-6.3-6", "JV-6.4-2", "JV-6.12-10")
def hex_bar(g: State, side: int, hex: int) -> Reason | None:
    """Why a side does not attack a hex: no enemy there, or all have been attacked already.

    Demoralized units are attacked like others. A leader with units is no target by himself.
    """
    if g.holder(hex) != 1 - side:
        return NO_ENEMY
    here = g.in_hex(hex)
    troops = [id for id in here if not g.counter(id).leader]
    if any(not safe(g, id) for id in troops or here):
        return None
    return FELL_BACK if all(id in g.retreated for id in troops or here) else ATTACKED


@cites("JV-6.1-2", "JV-6.1-5", "JV-6.1-6", "JV-6.4-4", "JV-6.5-2")
def side_bar(g: State, id: str, hex: int) -> Reason | None:
    """Why a unit does not reach a hex: it must stand beside it, with no water that bars it.

    That is a river without a bridge, for guns a creek without a ford; zones do not matter.
    """
    at = g.at(id)
    if hex not in g.setting.grid.neighbours[at]:
        return NOT_BESIDE
    if needs_ford(g.setting, g.counter(id).arm, at, hex):
        return Reason(CREEK.text, "JV-6.1-6")
    bar = water_bar(g, id, at, hex)
    return Reason(bar.text, "JV-6.1-2") if bar else None


@cites("JV-6.4-3", "JV-6.5-1", "JV-6.5-3", "JV-6.5-4")
def attackers_of(g: State, side: int, hex: int) -> tuple[str, ...]:
    """Who can attack a hex: any number of units, from all hexes around it."""
    if hex_bar(g, side, hex):
        return ()
    near = hexes_of(g.setting.grid.near[hex] & g.masks[side])
    return tuple(id for at in near for id in g.in_hex(at) if not attack_bar(g, id, hex))


def target_bar(g: State, side: int, hex: int) -> Reason | None:
    """Why nobody of a side attacks a hex now."""
    return hex_bar(g, side, hex) or (None if attackers_of(g, side, hex) else NOBODY)


def targets_of(g: State, side: int) -> tuple[int, ...]:
    """The hexes that a side can attack now."""
    near, mine = g.setting.grid.near, g.masks[side]
    return tuple(h for h in hexes_of(g.masks[1 - side]) if near[h] & mine and attackers_of(g, side, h))


# -- the phase -------------------------------------------------------------------------------------------------


@procedure("combat-phase", title="combat")
class CombatPhase(Procedure, frozen=True):
    """Attack after attack, in any order, until their owner ends the phase."""

    side: int

    def begin(self, g: State) -> Result:
        g.fought = g.attacked = g.retreated = g.displaced = g.advanced = ()
        return Goto(self.choose)

    @cites("JV-1.1-2", "JV-6.1-4", "JV-6.2-3", "JV-6.2-4", "JV-6.2-6")
    def choose(self, g: State) -> Result:
        """Whom to attack or bombard, or nobody.

        Nothing is announced beforehand; one is over before the next is chosen.
        """
        guns = [id for id in g.on_map(self.side) if g.counter(id).gun]
        shots = [Choice("bombard", id, g.at(target), target) for id in guns for target in targets(g, id)]
        options = (*(Choice("attack", hex=hex) for hex in targets_of(g, self.side)), *shots, DONE)
        return Ask(
            SIDES[self.side], options, self.take, "attack", "JV-6.1-4", IDLE if options == (DONE,) else WHOM,
            usual=DONE, optional=True, waits=True,
        )  # fmt: skip

    def take(self, g: State, choice: Choice) -> Result:
        """Carry it out, or end the phase."""
        if choice == DONE:
            return Done()
        if choice.kind == "attack":
            return Call(Attack(self.side, choice.hex), then=self.choose)
        return Call(Bombard(choice.unit, choice.arg), then=self.choose)


# -- one attack ------------------------------------------------------------------------------------------------


@procedure("attack-hex")
class Attack(Procedure, frozen=True):
    """One attack on one hex (JV 6.2)."""

    scope: ClassVar[bool] = True
    close: ClassVar[bool] = True

    side: int
    hex: int
    units: tuple[str, ...] = ()
    """The attackers."""
    lead: str = NONE
    """The leader who lends them his columns."""
    shield: str = NONE
    """The one who lends them to the defender."""
    defenders: tuple[str, ...] = ()
    """Who is attacked: units that have been attacked or fell back before in this phase are not."""
    hexes: tuple[int, ...] = ()
    """From which they attack."""
    die: int = 0
    column: int = 0

    def title(self, g: State) -> str:
        return f"attack on {g.hex_name(self.hex)}"

    @cites("JV-6.1-4", "JV-6.4-3", "JV-6.5-1", "JV-6.5-2")
    def muster(self, g: State) -> Result:
        """Who attacks: one after the other is added, as many as their owner likes."""
        rest = tuple(id for id in attackers_of(g, self.side, self.hex) if id not in self.units)
        options = (*(Choice("add", id, g.at(id)) for id in rest), *((GO,) if self.units else ()), CANCEL)
        return Ask(
            SIDES[self.side], options, self.add, "attackers", "JV-6.5-1", f"who attacks {g.hex_name(self.hex)}?",
            usual=GO if self.units else options[0], about=self.units,
        )  # fmt: skip

    def add(self, g: State, choice: Choice) -> Result:
        """One more, or on to the attack, or none at all."""
        if choice == CANCEL:
            return Done()
        if choice == GO:
            return Goto(self.begin)
        order = g.setting.counters
        units = sorted((*self.units, choice.unit), key=lambda id: order[id].order)
        return Goto(self.but(units=tuple(units)).muster)

    def begin(self, g: State) -> Result:
        """The attacker's leader: his owner is asked only where it matters which."""
        able = attack_leaders(g, self.units, self.hex)
        if len(able) > 1:
            return Goto(self.lend)
        return Goto(self.but(lead=able[0] if able else NONE).cover)

    @cites("JV-8.1-5", "JV-8.1-10")
    def lend(self, g: State) -> Result:
        able = attack_leaders(g, self.units, self.hex)
        return _which(g, self.side, able, self.led)

    def led(self, g: State, choice: Choice) -> Result:
        """On to the defender's."""
        return Goto(self.but(lead=choice.unit).cover)

    def cover(self, g: State) -> Result:
        able = defence_leaders(g, self.units, self.hex, self.lead)
        if len(able) > 1:
            return Goto(self.guard)
        return Goto(self.but(shield=able[0] if able else NONE).commit)

    @cites("JV-8.1-5", "JV-8.1-10", "JV-8.4-1")
    def guard(self, g: State) -> Result:
        """Which of several leaders in the hex, if any."""
        able = defence_leaders(g, self.units, self.hex, self.lead)
        return _which(g, 1 - self.side, able, self.guarded)

    def guarded(self, g: State, choice: Choice) -> Result:
        return Goto(self.but(shield=choice.unit).commit)

    @cites("JV-6.4-1", "JV-6.6-1")
    def commit(self, g: State) -> Result:
        """The attackers have fought in this phase; nobody in the hex is left out."""
        defenders = tuple(id for id in g.in_hex(self.hex) if not safe(g, id))
        hexes = tuple(sorted({g.at(id) for id in self.units}))
        column = odds_of(g, self.units, self.hex, self.lead, self.shield).final
        return Goto(self.but(defenders=defenders, hexes=hexes, column=column).roll)

    @cites("JV-6.2-5", "JV-2.1-3")
    def roll(self, g: State) -> Result:
        return Ask(CHANCE, DIE, self.read, "die", "JV-6.2-5", f"the attack on {g.hex_name(self.hex)}")

    @cites("JV-6.2-5", "JV-6.4-1", "JV-6.4-2", "JV-6.6-1")
    def read(self, g: State, die: int) -> Result:
        """Row by the die, column by the odds; all in the hex have been attacked."""
        odds = odds_of(g, self.units, self.hex, self.lead, self.shield)
        found = g.setting.odds[die, odds.final]
        if g.notes is not None:
            g.log(Event("aim", "JV-6.2-1", SIDES[self.side], self.units, self.hex, (odds.aim,)))
        shifts = tuple((s.name, s.columns, s.cite, s.used) for s in odds.shifts)
        data = (
            found.code, odds.base, odds.final, len(self.units), odds.attack, odds.defence, odds.ratio, shifts,
            self.hexes,
        )  # fmt: skip
        g.log(Event("attacked", found.case, SIDES[self.side], self.units, self.hex, data, die))
        g.fought = tuple(sorted({*g.fought, *self.units}))
        g.attacked = tuple(sorted({*g.attacked, *self.defenders}))
        return Goto(self.but(die=die).own_steps)

    # results, in the order of JV-6.2-14

    @cites(
        "JV-6.2-14", "JV-6.2-AL1", "JV-6.2-AL1AR", "JV-6.2-AL2AR", "JV-6.2-BL1", "JV-6.2-BL1AR", "JV-6.2-none",
        "JV-6.11-1", "JV-6.11-4",
    )  # fmt: skip
    def own_steps(self, g: State) -> Result:
        """Steps first: what the attackers lose together; a dash costs nobody anything."""
        lost = self._found(g).attacker_steps
        return Call(TakeSteps(self.side, self.units, lost), then=self.their_steps) if lost else Goto(self.their_steps)

    @cites("JV-6.2-BL1", "JV-6.2-BL1AR", "JV-6.2-DL1", "JV-6.2-DL1DR", "JV-6.2-DL2DR", "JV-6.2-13", "JV-6.11-6")
    def their_steps(self, g: State) -> Result:
        """What the defenders lose together, of those who are attacked; leaders beside others lose nothing."""
        lost = self._found(g).defender_steps
        ids = bearers(g, self.defenders)
        return Call(TakeSteps(1 - self.side, ids, lost), then=self.leaders_fall) if lost else Goto(self.leaders_fall)

    @cites("JV-6.2-14", "JV-6.2-KIA-att", "JV-6.2-KIA-def")
    def leaders_fall(self, g: State) -> Result:
        """Then the leaders whom the die costs, and who follows them."""
        return Call(Casualties(self.die, self.hexes, self.hex, self._apart(g)), then=self.leader_rises)

    @cites("JV-6.2-14", "JV-6.2-LC")
    def leader_rises(self, g: State) -> Result:
        """Then one who may rise, before any retreat."""
        hexes = creation_hexes(g, self.die, self.column, self.units)
        return Call(CreateLeader(hexes), then=self.shake) if hexes else Goto(self.shake)

    @cites("JV-6.2-star", "JV-6.3-1", "JV-6.12-10")
    def shake(self, g: State) -> Result:
        """Units that must fall back are demoralized at once if an asterisk says so, not those who only go along."""
        if self._found(g).demoralizes:
            apart = self._apart(g)
            for id in self._beaten(g):
                if id not in apart:
                    demoralize(g, id, "JV-6.3-1")
        return Call(Succession(), then=self.fall_back) if g.vacant else Goto(self.fall_back)

    @cites("JV-6.2-AR", "JV-6.2-DR", "JV-6.11-4", "JV-6.11-5", "JV-6.12-1", "JV-6.12-11")
    def fall_back(self, g: State) -> Result:
        """Then the retreats: attackers or defenders, exactly one hex.

        With attackers from several hexes nobody goes to where the combat began.
        """
        beaten = self._beaten(g)
        barred = (*self.hexes, self.hex) if len(self.hexes) > 1 else ()
        hexes = (self.hex,) if self._found(g).defender_retreats else self.hexes
        if not beaten:
            return Goto(self.follow_up)
        apart = tuple(id for id in self._apart(g) if id in beaten)
        return Call(FallBack(beaten, hexes, barred, apart=apart), then=self.follow_up)

    @cites("JV-6.12-10")
    def _apart(self, g: State) -> tuple[str, ...]:
        """Who stands in the attacked hex and is not attacked: this combat does not touch them."""
        return tuple(id for id in g.in_hex(self.hex) if safe(g, id) and id not in self.defenders)

    @cites("JV-6.12-10", "JV-6.12-14")
    def _beaten(self, g: State) -> tuple[str, ...]:
        """Who must fall back: all of the hex, or all attackers with the leaders of their hexes.

        Units that were not attacked go with those that were, if any of them is left. So do leaders of attackers; if
        none of these is left they stay with units that did not attack, and go alone where there are none.
        """
        found = self._found(g)
        if found.defender_retreats:
            return g.in_hex(self.hex) if any(g.at(id) == self.hex for id in self.defenders) else ()
        if not found.attacker_retreats:
            return ()
        units = tuple(id for id in self.units if g.at(id) >= 0)
        left = {g.at(id) for id in units}
        hexes = [h for h in self.hexes if h in left or all(g.counter(id).leader for id in g.in_hex(h))]
        return (*units, *(id for hex in hexes for id in leaders_in(g, hex, self.side)))

    def _found(self, g: State) -> Outcome:
        return g.setting.odds[self.die, self.column]

    @cites("JV-6.15-1", "JV-6.15-2", "JV-6.15-10")
    def follow_up(self, g: State) -> Result:
        """Last the advance, which a bombardment alone never brings."""
        return Call(Advance(self.units, self.hex))


@cites("JV-8.1-5", "JV-8.1-10")
def _which(g: State, side: int, able: tuple[str, ...], then: Callable[..., Any]) -> Ask:
    """A side is asked for one of several leaders, or none; the best is put first."""
    options = (*(Choice("use", id, g.at(id)) for id in able), NO_LEADER)
    return Ask(
        SIDES[side], options, then, "leader", "JV-8.1-10", "which leader lends his columns?",
        usual=options[0], about=able,
    )  # fmt: skip
