"""Chapter 14: Close Combat, from the declaration of all to the resolution of each; 14.3a, Defensive Fire."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from vedette.engine.choice import DONE, Choice
from vedette.engine.cites import cites
from vedette.engine.events import Event, Reason
from vedette.engine.procedure import CHANCE, Ask, Call, Done, Goto, Procedure, Result, procedure
from vedette.rules.blind_swords.chapters.charge_targets import charge_targets
from vedette.rules.blind_swords.chapters.close_shifts import Assault, assaulting, close_aim
from vedette.rules.blind_swords.chapters.cohesion import CohesionTest
from vedette.rules.blind_swords.chapters.costs import crossing_bar
from vedette.rules.blind_swords.chapters.fire import PlanFire, which_leads
from vedette.rules.blind_swords.chapters.held_back import attacked
from vedette.rules.blind_swords.chapters.range import CHAOS, DECEIVED, DEFENSIVE, carried, fire_bar
from vedette.rules.blind_swords.chapters.retreat import AdvanceAfterCombat
from vedette.rules.blind_swords.chapters.skirmish import NO_ATTACK, ScreensGiveWay
from vedette.rules.blind_swords.chapters.values import is_cavalry, lead_candidates, modified_cr, sharpshooter
from vedette.rules.blind_swords.chapters.windows import Window, bonus_of, steadied
from vedette.rules.blind_swords.chapters.withdrawal import CavalryWithdrawal, attacked_cavalry, attacking_hexes
from vedette.rules.blind_swords.charts import DICE
from vedette.rules.blind_swords.setting import CONFEDERATE, SIDES
from vedette.rules.blind_swords.state import State

NOWHERE = -1
"""No hex."""
GUNS = Reason("artillery never attacks in Close Combat", "KT-14.1-1")
SHARPSHOOTERS = Reason("Confederate sharpshooters never attack in Close Combat", "KT-14.1-3")
NOT_BESIDE = Reason("it is not adjacent to that hex", "KT-14.2-2")
POND = Reason("no Close Combat is made across a pond", "SS-3.2c-6")

Declared = tuple[tuple[int, tuple[str, ...]], ...]
Placed = tuple[tuple[str, int], ...]


@cites("KT-14.1-1", "KT-14.1-2", "KT-14.1-3", "KT-10.5b-chaos-3", "KT-16.4-1")
def attack_bar(g: State, id: str) -> Reason | None:
    """Why a unit may not attack: guns, skirmishers, Confederate sharpshooters, Battlefield Chaos, Deception."""
    c = g.counter(id)
    if c.arm == "artillery":
        return GUNS
    if g.units[id].skirmish:
        return NO_ATTACK
    if c.side == CONFEDERATE and sharpshooter(g, id):
        return SHARPSHOOTERS
    if id in g.chaos:
        return CHAOS
    return DECEIVED if id in g.deceived else None


@cites("KT-14.2-2", "SS-3.2c-6")
def reach_bar(g: State, hex: int, target: int) -> Reason | None:
    """Why nobody can attack from one hex into another: they are not adjacent, or a pond lies between."""
    if hex < 0 or not g.setting.grid.near[target] >> hex & 1:
        return NOT_BESIDE
    return None if crossing_bar(g.setting, hex, target) is None else POND


def sides_of(g: State, target: int) -> int:
    """The hexes from which a hex can be attacked, as a mask."""
    return sum(1 << h for h in g.setting.grid.neighbours[target] if reach_bar(g, h, target) is None)


@cites("KT-14.2-2")
def attackers_of(g: State, ids: Sequence[str], target: int, taken: set[str]) -> tuple[str, ...]:
    """Those of the units that may attack a hex: any number that stand beside it."""
    free = (i for i in ids if i not in taken)
    return tuple(i for i in free if reach_bar(g, g.at(i), target) is None and attack_bar(g, i) is None)


@cites("KT-13.10-1")
def owing(g: State, ids: Iterable[str], taken: Iterable[str], closed: Iterable[int]) -> dict[str, tuple[int, ...]]:
    """Units that have charged and are not committed yet, each with the hexes that it may still attack.

    `closed`: hexes against which no further attack can be declared.
    """
    gone, shut = set(taken), set(closed)
    found = {}
    for id in ids:
        if id in g.charging and id not in gone and g.at(id) >= 0 and attack_bar(g, id) is None:
            hexes = tuple(h for h in charge_targets(g, id, g.at(id)) if h not in shut)
            if hexes:
                found[id] = hexes
    return found


@procedure("close-combat-step", title="close combat")
class CloseCombatStep(Procedure, frozen=True):
    """All attacks are announced, then resolved one by one in any order (KT 14.2, 14.3)."""

    side: int
    brigade: str
    declared: Declared = ()
    targets: tuple[int, ...] = ()
    """Every hex that was announced in this step."""
    target: int = NOWHERE
    group: tuple[str, ...] = ()

    @cites("KT-14.2-1", "KT-14.2-3", "KT-14.2-4", "KT-7.0-P4d", "KT-13.10-1")
    def declare(self, g: State) -> Result:
        """A hex to attack, or no more; all attacks are declared before any is resolved.

        Only units that have charged must attack. A unit committed to one attack takes part in no other.
        """
        hexes: dict[int, None] = {}
        taken, owing = self._taken(), self._owing(g, -1)
        for id in g.brigade(self.side, self.brigade):
            if id in taken or g.at(id) < 0 or attack_bar(g, id) is not None:
                continue
            for n in owing.get(id, g.setting.grid.neighbours[g.at(id)]):
                open_to = g.holder(n) == 1 - self.side and n not in (h for h, _ in self.declared)
                if open_to and reach_bar(g, g.at(id), n) is None:
                    hexes[n] = None
        if not hexes and not self.declared:
            return Goto(self.order)
        options = tuple(Choice("assault", hex=h) for h in sorted(hexes))
        enough = () if owing else (DONE,)
        return Ask(
            SIDES[self.side], (*options, *enough), self.name, "close-combat", "KT-14.2-1",
            f"{self.brigade or 'cavalry'}: attack which hex?",
            optional=bool(enough), usual=DONE if enough else options[0],
        )  # fmt: skip

    def name(self, g: State, choice: Choice) -> Result:
        if choice == DONE:
            return Goto(self.order)
        return Goto(self.but(target=choice.hex, group=()).attackers)

    def attackers(self, g: State) -> Result:
        """Who attacks it: any unit of the brigade beside it."""
        found = self.able(g, self.target)
        must = any(hexes == (self.target,) for hexes in self._owing(g, self.target).values())
        options = tuple(Choice("add", i, g.at(i)) for i in found)
        if self.group and not must:
            options = (*options, DONE)
        return Ask(
            SIDES[self.side], options, self.add, "attackers", "KT-14.2-2",
            f"who attacks {g.hex_name(self.target)}?", usual=options[0],
        )  # fmt: skip

    def add(self, g: State, choice: Choice) -> Result:
        """Note the attacker, or close the list."""
        if choice.kind == "add":
            return Goto(self.but(group=(*self.group, choice.unit)).attackers)
        g.log(Event("declared", "KT-14.2-1", SIDES[self.side], self.group, self.target))
        declared = (*self.declared, (self.target, self.group))
        targets = (*self.targets, self.target)
        return Goto(self.but(declared=declared, targets=targets, target=NOWHERE, group=()).declare)

    @cites("KT-14.3-2")
    def order(self, g: State) -> Result:
        """Which of the declared combats comes next; the active player decides."""
        if not self.declared:
            g.charging = ()
            return Done()
        options = tuple(Choice("resolve", hex=h) for h, _ in self.declared)
        return Ask(
            SIDES[self.side], options, self.resolve, "combat-order", "KT-14.3-2", "which combat is resolved next?",
            usual=options[0],
        )  # fmt: skip

    @cites("KT-14.3-1", "KT-14.2-4")
    def resolve(self, g: State, choice: Choice) -> Result:
        """One combat is resolved to the end before the next begins."""
        hex = choice.hex
        group = next(units for h, units in self.declared if h == hex)
        rest = tuple(d for d in self.declared if d[0] != hex)
        others = tuple(h for h in self.targets if h != hex)
        return Call(CloseCombat(self.side, hex, group, others), then=self.but(declared=rest).order)

    @cites("KT-13.10-1")
    def able(self, g: State, target: int) -> tuple[str, ...]:
        """Who could still join an attack on a hex; not a unit that has charged other enemies."""
        found = attackers_of(g, g.brigade(self.side, self.brigade), target, self._taken() | set(self.group))
        owing = self._owing(g, target)
        return tuple(i for i in found if target in owing.get(i, (target,)))

    def _owing(self, g: State, now: int) -> dict[str, tuple[int, ...]]:
        """Units that have charged and are not committed yet, with the hexes that they may still attack."""
        if not g.charging:
            return {}
        closed = {h for h, _ in self.declared} - {now}
        return owing(g, g.brigade(self.side, self.brigade), self._taken() | set(self.group), closed)

    def _taken(self) -> set[str]:
        return {i for _, units in self.declared for i in units}


@procedure("close-combat")
class CloseCombat(Procedure, frozen=True):
    """One Close Combat: chits, Defensive Fire, Assaulting Hex, dice, test, advance (KT 14.3)."""

    scope: ClassVar[bool] = True
    close: ClassVar[bool] = True

    side: int
    target: int
    group: tuple[str, ...]
    others: tuple[int, ...] = ()
    """Hexes attacked in other declared combats of the step."""
    effects: tuple[str, ...] = ()
    stood: Placed = ()
    """The attackers, each with the hex it attacks from."""
    start: Placed = ()
    """Where every unit in the combat stood when the dice were rolled."""
    hex: int = NOWHERE
    lead: str = ""
    column: int = -1
    """Of the Combat Results Table, once it is found."""

    def title(self, g: State) -> str:
        return f"assault on {g.hex_name(self.target)}"

    @cites("KT-16.4-1")
    def announce(self, g: State) -> Result:
        """Both sides may answer the attack with a chit; a hex that has become empty is no longer attacked.

        Skirmishers do not stand to be attacked but give way first (rulings: skirmishers attacked).
        """
        stood = tuple((i, g.at(i)) for i in self.group if reach_bar(g, g.at(i), self.target) is None)
        if g.holder(self.target) != 1 - self.side or not stood:
            return Done()
        if any(g.units[i].skirmish for i in g.in_hex(self.target)):
            return Call(ScreensGiveWay(stood[0][0], self.target), then=self.announce)
        attacked(g, g.in_hex(self.target))
        group = tuple(i for i, _ in stood)
        start = self.but(group=group, stood=stood)
        return Call(Window("assault-declared", self.side, self.target, group, effects=self.effects), then=start.defend)

    @cites("KT-14.3a-1")
    def defend(self, g: State, effects: tuple[str, ...]) -> Result:
        """The defender fires first; his cavalry may withdraw instead."""
        start = self.but(effects=effects)
        threats = attacking_hexes(g, self.stood)
        if attacked_cavalry(g, self.target, threats):
            return Call(CavalryWithdrawal(threats, target=self.target), then=start.withdrawn)
        return Call(self._fire(()), then=start.form)

    @cites("KT-14.3b-1", "KT-14.3b-3")
    def withdrawn(self, g: State, gone: tuple[str, ...]) -> Result:
        """Cavalry that has withdrawn does not fire.

        Only if the hex is empty now may the attackers advance (rulings: oddity 102).
        """
        if g.holder(self.target) == 1 - self.side:
            return Call(self._fire(gone), then=self.form)
        start = (*self.stood, *((i, self.target) for i in gone))
        return Call(AdvanceAfterCombat(self.side, self.target, start))

    def _fire(self, gone: tuple[str, ...]) -> DefensiveFire:
        return DefensiveFire(1 - self.side, self.target, self.stood, self.others, gone)

    @cites("KT-14.3a-5", "KT-14.3c-1", "KT-14.3c-3", "KT-14.3c-4")
    def form(self, g: State) -> Result:
        """Attackers still in place must attack; those driven off are out of it.

        If they stand in several hexes, one is named the Assaulting Hex, only now that the fire is over.
        """
        left = tuple(i for i, hex in self.stood if g.at(i) == hex)
        if not left or g.holder(self.target) != 1 - self.side:
            return Done()
        hexes = tuple(dict.fromkeys(g.at(i) for i in left))
        start = tuple((i, g.at(i)) for i in (*left, *g.in_hex(self.target)))
        return Ask(
            SIDES[self.side], tuple(Choice("assault from", hex=h) for h in hexes),
            self.but(group=left, start=start).name_lead_of, "assaulting-hex", "KT-14.3c-3",
            "which hex is the Assaulting Hex?", usual=Choice("assault from", hex=self._best(g, hexes, left)),
        )  # fmt: skip

    def name_lead_of(self, g: State, choice: Choice) -> Result:
        return Goto(self.but(hex=choice.hex).name_lead)

    @cites("KT-12.2-4")
    def name_lead(self, g: State) -> Result:
        """The defender's Lead Unit; among equals its owner chooses."""
        return which_leads(g, lead_candidates(g, self.target), self.level)

    def level(self, g: State, choice: Choice) -> Result:
        """Find the column, if there is one."""
        lead = choice.unit
        start = self.but(lead=lead)
        found, column = close_aim(g, start._assault(), lead, steadied(self.effects))
        seat = SIDES[self.side]
        g.log(Event("assault-aim", "KT-14.3c-2", seat, self.group, self.target, (found, lead, self.hex)))
        return start._lost(g) if column < 0 else Goto(start.but(column=column).roll)

    @cites("KT-12.3-shift-left-limit", "BS-11.3d-2", "BS-11.0-4")
    def _lost(self, g: State) -> Result:
        """Shifted left of column C there is no Close Combat and no test (rulings: oddity 79)."""
        g.log(Event("assault-lost", "KT-14.3e", SIDES[self.side], self.group, self.target))
        return Done()

    @cites("KT-14.3e", "KT-12.3a-1")
    def roll(self, g: State) -> Result:
        return Ask(CHANCE, DICE, self.read, "dice", "KT-14.3e", "the dice of the assault")

    @cites("KT-14.0-2", "KT-14.0-3", "KT-14.0-4", "KT-14.3f-1", "KT-14.3f-2", "KT-14.3e", "KT-15.9-ex")
    def read(self, g: State, roll: int) -> Result:
        """Read the dice as in fire, but test every result on the Close Combat table; a dash counts as Close Fight."""
        rating = modified_cr(g, self.lead, steadied(self.effects))
        test = g.setting.crt.cells[self.column][roll][rating] or "close fight"
        cite = "KT-14.0-4" if test == "close fight" else "KT-14.3f-1"
        data = (test, self.lead, rating, g.setting.crt.columns[self.column])
        g.log(Event("assault", cite, SIDES[self.side], self.group, self.target, data, roll))
        if g.notes is not None and test == "close fight":
            g.notes += ((self.lead, "close fight"),)
        return Call(
            CohesionTest(
                table="close", test=test, firer=self.side, hex=self.target, lead=self.lead,
                causes=tuple(dict.fromkeys(g.at(i) for i in self.group)), attackers=assaulting(g, self._assault()),
                all_attackers=self.group,
            ),
            then=self.after,
        )  # fmt: skip

    def after(self, g: State, value: Any) -> Result:
        return Call(AdvanceAfterCombat(self.side, self.target, self.start))

    def _assault(self) -> Assault:
        columns, cite = bonus_of(self.effects)
        return Assault(self.target, self.hex, self.group, self.effects, columns, cite)

    def _best(self, g: State, hexes: tuple[int, ...], left: tuple[str, ...]) -> int:
        """The hex with the best column, as the usual answer."""

        def column(hex: int) -> int:
            a = Assault(self.target, hex, left, self.effects)
            return close_aim(g, a, lead_candidates(g, self.target)[0], steadied(self.effects))[1]

        return max(hexes, key=column) if len(hexes) > 1 else hexes[0]


# -- 14.3a: Defensive Fire -------------------------------------------------------------------------------------------


@procedure("defensive-fire", title="defensive fire")
class DefensiveFire(Procedure, frozen=True):
    """The defenders, and others beside the attackers, fire before the assault (KT 14.3a)."""

    side: int
    target: int
    """The hex attacked."""
    attackers: tuple[tuple[str, int], ...]
    """Each with the hex it attacks from."""
    others: tuple[int, ...]
    """Hexes attacked in other combats of the step, whose units give no support."""
    fired: tuple[str, ...] = ()

    def unfinished(self) -> bool:
        """In odds: the assault follows, by the attackers who are left."""
        return True

    @cites("KT-14.3a-1", "KT-14.3a-3", "KT-14.3a-6")
    def choose(self, g: State) -> Result:
        """An attacking hex to fire at, or no more; hexes in any order.

        Each unit that has not fired picks its own hex.
        """
        options = tuple(Choice("fire", hex=h) for h in self._attacking(g) if self._pool(g, h))
        if not options:
            return Done()
        return Ask(
            SIDES[self.side], (*options, DONE), self.take, "defensive-fire", "KT-14.3a-1",
            f"defensive fire of {g.hex_name(self.target)}: at which hex?", usual=options[0], optional=True,
        )  # fmt: skip

    @cites("KT-14.3a-2", "KT-12.1d-2")
    def take(self, g: State, choice: Choice) -> Result:
        """Plan the fire; all but the units attacked give Supporting Fire, at half strength."""
        if choice == DONE:
            left = {id: None for at in self._attacking(g) for id in self._pool(g, at)}
            data = ("defensive fire",)
            g.log(Event("waived", "KT-14.3a-1", SIDES[self.side], tuple(left), self.target, data))
            return Done()
        hex = choice.hex
        pool = self._pool(g, hex)
        support = tuple(i for i in pool if g.at(i) != self.target)
        struck = struck_in(g, hex, self.attackers)
        return Call(PlanFire(self.side, DEFENSIVE, hex, pool, support, struck=struck), then=self.after)

    def after(self, g: State, outcome: Any) -> Result:
        """Each unit fires once."""
        return Goto(self.but(fired=(*self.fired, *outcome[0])).choose)

    def _attacking(self, g: State) -> list[int]:
        return list(dict.fromkeys(hex for id, hex in self.attackers if g.at(id) == hex))

    @cites("KT-14.3a-1", "KT-14.3a-2")
    def _pool(self, g: State, hex: int) -> tuple[str, ...]:
        """Who may fire at an attacking hex: the units attacked, and others beside it.

        The others only if no attack is declared against them.
        """
        beside = g.enemies_beside(hex, 1 - self.side)
        found = []
        for id in beside:
            at = g.at(id)
            if id in self.fired or at in self.others:
                continue
            bar = rider_bar(g, id, self.target, self.attackers)
            if bar is None and fire_bar(g, id, hex, DEFENSIVE, at != self.target) is None:
                found.append(id)
        return carried(g, found, hex, DEFENSIVE, [i for i in found if g.at(i) != self.target])


def struck_in(g: State, hex: int, attackers: tuple[tuple[str, int], ...]) -> tuple[str, ...]:
    """Whom fire at an attacking hex can affect, Panic apart; empty where that is the whole hex."""
    return () if g.setting.profile.defensive_fire_strikes == "hex" else announced_in(g, hex, attackers)


@cites("BS-11.3a-2")
def announced_in(g: State, hex: int, attackers: tuple[tuple[str, int], ...]) -> tuple[str, ...]:
    """The units declared to attack out of the hex; others stacked with them are not affected."""
    return tuple(id for id, frm in attackers if frm == hex and g.at(id) == hex)


RIDERS = Reason("mounted cavalry that cavalry attacks gives no Defensive Fire", "KT-14.3-special-2")


@cites("KT-14.3-special-2", "BS-11.3a-cc-3")
def rider_bar(g: State, id: str, target: int, attackers: tuple[tuple[str, int], ...]) -> Reason | None:
    """Why a unit attacked gives no Defensive Fire: it is mounted, and so is one of its attackers."""
    if g.at(id) != target or not is_cavalry(g, id) or g.setting.profile.cavalry_defends == "withdraw-or-fire":
        return None
    return RIDERS if any(is_cavalry(g, i) for i, hex in attackers if g.at(i) == hex) else None
