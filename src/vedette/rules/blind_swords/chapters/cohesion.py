"""Chapter 15.0 to 15.2: Cohesion Tests, their Depletion and Skedaddle results, and Panic."""

from __future__ import annotations

from typing import ClassVar

from vedette.engine.choice import Choice
from vedette.engine.cites import cites
from vedette.engine.events import Event
from vedette.engine.procedure import CHANCE, Ask, Call, Done, Goto, Procedure, Result, procedure
from vedette.rules.blind_swords.chapters.morale import (
    BreakTest,
    Deplete,
    MoraleHits,
    Panic,
    Places,
    ratings_near,
    suffered,
)
from vedette.rules.blind_swords.chapters.retreat import Retreat, turn_matters
from vedette.rules.blind_swords.chapters.values import largest, modified_sp, touched
from vedette.rules.blind_swords.charts import DICE
from vedette.rules.blind_swords.setting import SIDES
from vedette.rules.blind_swords.state import State


@procedure("cohesion-test")
class CohesionTest(Procedure, frozen=True):
    """The tested side rolls two dice: coloured for Depletion, white for Skedaddle (KT 15.0)."""

    rare: ClassVar[frozenset[str]] = frozenset({"struck", "row", "near"})

    table: str
    """fire or close."""
    test: str
    """routine, tough, severe; in close combat also close fight."""
    firer: int
    """The side that fired or attacked."""
    hex: int
    lead: str
    causes: tuple[int, ...]
    """Hexes of the units that caused it, from which a retreat keeps away."""
    alone: bool = False
    """Only the Lead Unit can be touched (Opportunity Fire)."""
    held: bool = False
    """A retreat of the Lead Unit is handed back, not carried out."""
    barrage: bool = False
    """Caused by artillery in its phase."""
    attackers: tuple[str, ...] = ()
    """In close combat: the units of the Assaulting Hex."""
    all_attackers: tuple[str, ...] = ()
    """In close combat: those of the Flanking Hexes as well."""
    todo: tuple[str, ...] = ()
    """Results still to apply, left to right."""
    owed: int = 0
    """Hexes of a held retreat, or of one that all defenders make."""
    panic: int = 0
    struck: tuple[str, ...] = ()
    """Who of the hex alone can be touched, but for Panic; empty where all of it can."""
    row: tuple[str, ...] = ()
    """The Skedaddle results of the Lead Unit, which a panicked unit suffers too (SS 15.1b)."""
    near: Places = ()
    """Who stood in the hex or beside it when the test was taken, and where: who may suffer them."""

    def title(self, g: State) -> str:
        return f"{self.test} test of {self.lead}"

    @cites("KT-15.0-1")
    def roll(self, g: State) -> Result:
        """The owner of the tested unit rolls (rulings: oddity 77)."""
        return Ask(CHANCE, DICE, self.read, "dice", "KT-15.0-1", f"the {self.test} test of {self.lead}")

    @cites(
        "KT-15.0-1", "KT-15.0-2", "KT-15.1-1", "KT-15.1-2", "KT-15.1a-row", "KT-15.1a-none", "KT-15.1b-row",
        "KT-15.1b-none", "KT-15.2-1", "KT-15.2-2", "KT-15.2a-row", "KT-15.2a-none", "KT-15.2c-row", "KT-15.2c-none",
        "KT-14.0-2", "KT-14.3f-1", "KT-12.3b-2",
    )  # fmt: skip
    def read(self, g: State, roll: int) -> Result:
        """The coloured die gives the Depletion row, the white die the Skedaddle row of the test's section of its table.

        Results apply left to right, Depletion first; a dash asks for nothing.
        """
        table = g.setting.fire_tests if self.table == "fire" else g.setting.close_tests
        coloured, white = divmod(roll, 10)
        depletion = table[self.test, coloured].depletion
        skedaddle = table[self.test, white].skedaddle
        todo = (*(() if depletion == "-" else (depletion,)), *skedaddle)
        cite = "KT-15.1-1" if self.table == "fire" else "KT-15.2-1"
        data = (self.test, depletion, " ".join(skedaddle) or "-")
        g.log(Event("test", cite, g.seat(self.lead), (self.lead,), self.hex, data, roll))
        if g.setting.profile.panic_copies_lead and any(c[0] == "P" for c in skedaddle):
            near = tuple((id, g.at(id)) for _, id in ratings_near(g, self.firer, self.hex))
            return Goto(self.but(todo=todo, row=suffered(skedaddle), near=near).apply)
        return Goto(self.but(todo=todo).apply)

    @cites("KT-15.0-2")
    def apply(self, g: State) -> Result:
        """The next result, carried out in full before the one to its right."""
        if not self.todo:
            return Done(self.owed)
        code = self.todo[0]
        rest = self.but(todo=self.todo[1:])
        if code[:2] == "RA":
            return rest._defenders_retreat(g, int(code[2:]))
        if code[0] == "P":
            panic = Panic(
                self.firer, self.hex, self.lead, self.causes, int(code[1:]), 0, barrage=self.barrage, row=self.row,
                near=self.near,
            )  # fmt: skip
            return Call(panic, then=rest.next)
        if code in ("AM", "AD", "BD*") or code[:2] == "AR":
            return rest._on_attackers(g, code)
        return rest._on_lead(g, code)

    @cites(
        "KT-15.1a-D-fresh", "KT-15.1a-D-bw", "KT-15.1a-D2", "KT-15.1a-Dall", "KT-15.1b-M", "KT-15.1b-B", "KT-15.1b-R",
        "KT-15.2a-D", "KT-15.2a-D2", "KT-15.2a-Dall", "KT-15.2c-M", "KT-15.2c-B", "KT-15.0-3", "KT-15.1b-lead-only",
        "KT-15.7-cause-1", "KT-13.7-7",
    )  # fmt: skip
    def _on_lead(self, g: State, code: str) -> Result:
        """Results on the Lead Unit, which takes them first and, except for Depletion, alone.

        In Opportunity Fire Depletion affects nobody else either.
        """
        if code == "D all":
            others = tuple(i for i in touched(g, self.hex, self.struck) if i != self.lead)
            return Call(DepleteEach(self.hex, (self.lead, *(() if self.alone else others))), then=self.next)
        if code == "D2":
            return Call(DepleteTwo(self.hex, self.lead, self.alone, struck=self.struck), then=self.next)
        if code == "D":
            return Call(Deplete(self.lead), then=self.next)
        if g.at(self.lead) != self.hex:
            return Goto(self.apply)
        if code in ("M", "2M"):
            return Call(MoraleHits(self.lead, 2 if code == "2M" else 1), then=self.next)
        if code == "B":
            return Call(BreakTest(self.lead, "KT-15.7-cause-1"), then=self.next)
        return self._retreat_lead(g, int(code[1:]))

    @cites("KT-15.1b-R", "KT-15.4-opp-2")
    def _retreat_lead(self, g: State, hexes: int) -> Result:
        """The Lead Unit falls back at once, or this is added to the retreat under way."""
        if self.held:
            return Goto(self.but(owed=self.owed + hexes).apply)
        retreat = Retreat(self.lead, hexes, self.hex, self.causes, barrage=self.barrage)
        return Call(retreat, then=self.but(owed=self.owed + hexes).next)

    def next(self, g: State) -> Result:
        return Goto(self.apply)

    # -- close combat ------------------------------------------------------------------------------------

    @cites("KT-15.2a-AD-1", "KT-15.2c-AM", "KT-15.2c-AR")
    def _on_attackers(self, g: State, code: str) -> Result:
        """Results on the attacker with the largest printed strength, who is named first; BD* harms both sides."""
        if code == "BD*":
            both = both_deplete(g, self.hex, self.attackers, self.all_attackers)
            return Goto(self.but(todo=(*both, *self.todo)).apply)
        standing = tuple(i for i in self.attackers if g.units[i].at >= 0 and g.at(i) in self.causes)
        if not standing:
            return Goto(self.apply)
        return Call(
            NameVictim(SIDES[self.firer], largest(g, standing), code), then=self.but(todo=(code, *self.todo)).hit
        )

    @cites("KT-15.2a-AD-2", "KT-15.2c-AM", "KT-15.2c-AR")
    def hit(self, g: State, victim: str) -> Result:
        """Carry AD, AM or AR out on the attacker that was named."""
        code, rest = self.todo[0], self.but(todo=self.todo[1:])
        if code == "AD":
            return Call(Deplete(victim), then=rest.next)
        if code == "AM":
            return Call(MoraleHits(victim, 1), then=rest.next)
        return Call(Retreat(victim, int(code[2:]), g.at(victim), (self.hex,)), then=rest.next)

    @cites("KT-15.2c-RA", "KT-15.2c-order-1", "KT-15.2c-order-2", "KT-15.2c-order-3")
    def _defenders_retreat(self, g: State, hexes: int) -> Result:
        """Every defender falls back, the Lead Unit first.

        If there is Panic the others wait until it is known who panics; but where a panicked unit suffers the
        Lead Unit's results, all fall back first.
        """
        panic = next((int(c[1:]) for c in self.todo if c[0] == "P"), 0)
        if g.setting.profile.panic_copies_lead:
            panic = 0
        todo = tuple(c for c in self.todo if c[0] != "P") if panic else self.todo
        rest = self.but(todo=todo, owed=hexes, panic=panic)
        then = rest.panic_then if panic else rest.others
        if g.at(self.lead) != self.hex:
            return Goto(then)
        return Call(Retreat(self.lead, hexes, self.hex, self.causes), then=then)

    def panic_then(self, g: State) -> Result:
        """Who panics is found after the Lead Unit's result."""
        return Call(Panic(self.firer, self.hex, self.lead, self.causes, self.panic, self.owed), then=self.others)

    @cites("KT-15.2c-RA", "KT-15.4-4", "KT-15.2c-order-3")
    def others(self, g: State) -> Result:
        """The units stacked with the Lead Unit fall back too, one at a time, except those that have panicked already.

        Their owner says who goes first where it matters.
        """
        left = tuple(i for i in g.in_hex(self.hex) if i != self.lead and not _owes(g, i))
        if not left:
            return Goto(self.apply)
        if len(left) == 1 or g.notes is not None or not turn_matters(g, left, self.owed, self.hex, self.causes):
            return Call(self._retreat_of(left[0]), then=self.others)
        options = tuple(Choice("go first", i, self.hex) for i in left)
        return Ask(
            g.seat(self.lead), options, self.goes_first, "retreat-order", "KT-15.4-4", "who falls back first?",
            usual=options[0], about=left,
        )  # fmt: skip

    def goes_first(self, g: State, choice: Choice) -> Result:
        """The next of the others, chosen by their owner."""
        return Call(self._retreat_of(choice.unit), then=self.others)

    def _retreat_of(self, id: str) -> Retreat:
        return Retreat(id, self.owed, self.hex, self.causes)


@cites("KT-15.2a-BD-1", "KT-15.2a-BD-2", "KT-15.2a-BD-3")
def both_deplete(g: State, hex: int, front: tuple[str, ...], attackers: tuple[str, ...]) -> tuple[str, ...]:
    """What BD* comes to: it harms both sides, but if one is three times as strong only the other.

    All attackers count, or only those of the Assaulting Hex, which is the front.
    """
    there = sum(modified_sp(g, i) for i in g.in_hex(hex))
    counted = attackers if g.setting.profile.triple_counts == "all" else front_alone(front)
    here = sum(modified_sp(g, i) for i in counted)
    if here >= 3 * there:
        return ("D",)
    return ("AD",) if there >= 3 * here else ("D", "AD")


@cites("SS-15.2a-BD-2", "SS-15.2a-BD-3")
def front_alone(front: tuple[str, ...]) -> tuple[str, ...]:
    """Only the Assaulting Hex is counted."""
    return front


def _owes(g: State, id: str) -> bool:
    """In odds: whether a retreat of the unit has been noted already."""
    return g.notes is not None and any(unit == id and word.startswith("retreat") for unit, word in g.notes)


@procedure("deplete-two")
class DepleteTwo(Procedure, frozen=True):
    """The Lead Unit and the next largest printed strength in the hex are depleted (KT 15.1a)."""

    rare: ClassVar[frozenset[str]] = frozenset({"struck"})

    hex: int
    lead: str
    alone: bool
    tied: tuple[str, ...] = ()
    struck: tuple[str, ...] = ()

    @cites("KT-15.1a-D2", "KT-15.2a-D2", "KT-15.0-3")
    def first(self, g: State) -> Result:
        """The Lead Unit first, then the next largest; if it is alone in its hex this counts as D."""
        others = [] if self.alone else [i for i in touched(g, self.hex, self.struck) if i != self.lead]
        if not others:
            return Call(Deplete(self.lead))
        return Call(Deplete(self.lead), then=self.but(tied=largest(g, others)).second)

    def second(self, g: State) -> Result:
        """Its owner chooses among those with the same strength."""
        options = tuple(Choice("deplete", i, g.at(i)) for i in self.tied)
        return Ask(
            g.seat(self.tied[0]), options, self.hit, "deplete", "KT-15.1a-D2", "which unit is depleted as well?",
            usual=options[0],
        )  # fmt: skip

    def hit(self, g: State, choice: Choice) -> Result:
        return Call(Deplete(choice.unit))


@procedure("deplete-each")
class DepleteEach(Procedure, frozen=True):
    """Every unit of the hex is depleted (KT 15.1a)."""

    hex: int
    ids: tuple[str, ...]

    @cites("KT-15.1a-Dall", "KT-15.2a-Dall", "KT-15.0-3")
    def each(self, g: State) -> Result:
        """The next of them, the Lead Unit first, until all have been depleted."""
        if not self.ids:
            return Done()
        return Call(Deplete(self.ids[0]), then=self.but(ids=self.ids[1:]).each)


SUFFERS = {"AD": "deplete", "AM": "shake"}
"""What befalls the attacker, by the code of the table; AR repels him."""


@procedure("name-victim")
class NameVictim(Procedure, frozen=True):
    """The attacker with the largest printed strength; his owner chooses among equals (KT 15.2)."""

    seat: str
    tied: tuple[str, ...]
    code: str

    @cites("KT-15.2a-AD-1")
    def choose(self, g: State) -> Result:
        """One, or the owner's choice."""
        options = tuple(Choice(SUFFERS.get(self.code, "repel"), i, g.at(i)) for i in self.tied)
        return Ask(
            self.seat, options, self.chosen, "deplete", "KT-15.2a-AD-1", f"which attacker takes {self.code}?",
            usual=options[0],
        )  # fmt: skip

    def chosen(self, g: State, choice: Choice) -> Result:
        return Done(choice.unit)
