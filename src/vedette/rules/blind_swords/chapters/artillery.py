"""Chapter 9: the Artillery Phase; SS 9.5, cavalry of no brigade, which acts in the Artillery Steps of its side."""

from __future__ import annotations

from typing import Any, ClassVar

from vedette.engine.choice import DONE, PASS, Choice
from vedette.engine.cites import cites
from vedette.engine.events import Event, Reason
from vedette.engine.procedure import Ask, Call, Done, Goto, Procedure, Result, procedure
from vedette.rules.blind_swords.chapters.close_combat import CloseCombatStep, attack_bar, reach_bar
from vedette.rules.blind_swords.chapters.costs import POINT, Terms
from vedette.rules.blind_swords.chapters.fire import FireStep, PlanFire
from vedette.rules.blind_swords.chapters.held_back import announce_silence
from vedette.rules.blind_swords.chapters.movement import can_move
from vedette.rules.blind_swords.chapters.movement_step import Unstack
from vedette.rules.blind_swords.chapters.orders import ALL_HITS
from vedette.rules.blind_swords.chapters.rally import Rebuild, near_bar, recover
from vedette.rules.blind_swords.chapters.range import able, has_target, targets_for
from vedette.rules.blind_swords.chapters.reinforcements import EnterArtillery
from vedette.rules.blind_swords.chapters.unit_moves import Movers, MoveUnit
from vedette.rules.blind_swords.chapters.values import is_cavalry
from vedette.rules.blind_swords.setting import CONFEDERATE, SIDES, UNION
from vedette.rules.blind_swords.state import State


@cites("KT-9.0-2", "KT-9.0-3", "KT-13.2-1", "KT-4.1-8")
def artillery_terms(g: State, id: str) -> Terms:
    """Six points; an option gives one battery more."""
    points = g.setting.profile.artillery_allowance
    rule = g.setting.rule("artillery_allowance", unit=id)
    if rule is not None:
        points = rule["points"]
    return Terms(points * POINT, True, False, "KT-13.6-4")


def phase_terms(g: State, id: str) -> Terms | None:
    """The terms on which a unit moves in the Artillery Phase; None if it takes no part in it."""
    if g.counter(id).arm == "artillery":
        return artillery_terms(g, id)
    return cavalry_terms(g) if rides_alone(g, id) else None


def is_gun(g: State, id: str) -> bool:
    """Whether a unit is artillery."""
    return g.counter(id).arm == "artillery"


def ready_in(g: State, side: int, hex: int) -> list[str]:
    """Artillery of a side in a hex that has not activated yet, and cavalry that acts with it."""
    here = (i for i in g.in_hex(hex) if g.side(i) == side and i not in g.acted)
    return [i for i in here if is_gun(g, i) or rides_alone(g, i)]


def guns_in(g: State, side: int, hex: int) -> list[str]:
    """Artillery of a side in a hex that has not activated yet."""
    return [i for i in ready_in(g, side, hex) if is_gun(g, i)]


def can_act(g: State, id: str) -> bool:
    """Whether a battery, or cavalry that acts as one, can do anything now."""
    if not is_gun(g, id):
        return can_ride(g, id)
    return can_move(g, id, artillery_terms(g, id)) or has_target(g, id, "artillery")


@cites("KT-9.1-2")
def acts_of(g: State, ids: list[str]) -> tuple[Choice, ...]:
    """Everything that these batteries can do now, in any order, and cavalry that acts with them."""
    guns = [i for i in ids if is_gun(g, i)]
    targets = targets_for(g, guns, "artillery")
    moves = (i for i in guns if can_move(g, i, artillery_terms(g, i)))
    rides = (i for i in ids if i not in guns and can_ride(g, i))
    return (
        *[Choice("fire", hex=h) for h in targets],
        *[Choice("move", i, g.at(i)) for i in moves],
        *[Choice("ride", i, g.at(i)) for i in rides],
    )


@procedure("artillery-phase", title="artillery phase")
class ArtilleryPhase(Procedure, frozen=True):
    """The sides take turns: the guns of a hex fire or move; then each side may rally one battery (KT 9.0)."""

    side: int = 0
    passes: int = 0

    @cites("KT-9.0-1", "KT-7.0-P2a", "KT-13.11-1")
    def begin(self, g: State) -> Result:
        """Arriving guns are placed, then the Union begins."""
        g.phase = "artillery"
        g.acted = g.busy = ()
        g.log(Event("phase", "KT-9.0-1", data=("artillery",)))
        announce_silence(g)
        return Call(EnterArtillery(), then=self.but(side=UNION).step)

    @cites("KT-9.1-1", "KT-9.3-2", "KT-9.3-3", "KT-9.3-4", "KT-13.0-1")
    def step(self, g: State) -> Result:
        """A hex with guns, or pass; a side that has none must pass. Two passes in a row end the phase."""
        if self.passes >= 2:
            return Call(Unstack(UNION, ""), then=self.make_room)
        hexes = [h for h in self._hexes(g) if any(can_act(g, i) for i in ready_in(g, self.side, h))]
        if not hexes:
            return Goto(self._passed(g).step)
        options = tuple(Choice("artillery" if guns_in(g, self.side, h) else "cavalry", hex=h) for h in hexes)
        who = "guns" if all(o.kind == "artillery" for o in options) else "guns or cavalry"
        return Ask(
            SIDES[self.side], (*options, PASS), self.chosen, "artillery", "KT-9.1-1", f"which {who} act?",
            optional=True, usual=PASS,
        )  # fmt: skip

    @cites("KT-9.2", "KT-9.3-1", "KT-7.0-P2b", "KT-7.0-P2c", "BS-6.3-4")
    def chosen(self, g: State, choice: Choice) -> Result:
        """Activate it; then it is the other side's turn, even if that side has passed before."""
        if choice == PASS:
            return Goto(self._passed(g).step)
        hex = choice.hex
        ready, rest = tuple(ready_in(g, self.side, hex)), self.but(side=1 - self.side, passes=0)
        alone = len(ready) == 1 and not is_gun(g, ready[0])
        return Call(CavalryTurn(ready[0]) if alone else ArtilleryHex(self.side, hex, ready), then=rest.step)

    def _passed(self, g: State) -> ArtilleryPhase:
        """The other side's step after a pass; by SS 9.3 two passes end the phase only if the Union's is the first."""
        counts = self.passes or self.side == UNION or g.setting.profile.artillery_phase_ends == "two-passes"
        return self.but(side=1 - self.side, passes=self.passes + 1 if counts else idle_again())

    def make_room(self, g: State) -> Result:
        """Guns that arrived in a full hex and have not moved away shift, as infantry does after its step."""
        return Call(Unstack(CONFEDERATE, ""), then=self.rally)

    @cites("KT-9.4-1", "KT-7.0-P2d")
    def rally(self, g: State) -> Result:
        """Then each side may rally one battery, Union first, if the book has that step."""
        return Call(ArtilleryRally(side=UNION)) if g.setting.profile.artillery_rally_step else Done()

    def _hexes(self, g: State) -> list[int]:
        mine = (i for i in g.on_map(self.side) if i not in g.acted)
        return sorted({g.at(i) for i in mine if is_gun(g, i) or rides_alone(g, i)})


@cites("SS-9.3-3")
def idle_again() -> int:
    """Passes that count where the Confederates pass before the Union: none (SS-9.3-3; rulings: oddity 29)."""
    return 0


@procedure("artillery-hex")
class ArtilleryHex(Movers, frozen=True):
    """Each battery of one hex fires or moves (KT 9.1)."""

    side: int
    hex: int
    guns_move: ClassVar[bool] = True

    guns: tuple[str, ...]
    """Cavalry that acts with them is among these."""

    def title(self, g: State) -> str:
        return f"artillery {g.hex_name(self.hex)}"

    def choose(self, g: State) -> Result:
        options = acts_of(g, self._left(g))
        if not options:
            return Goto(self.end)
        return Ask(
            SIDES[self.side], (*options, DONE), self.act, "artillery-act", "KT-9.1-3",
            f"artillery {g.hex_name(self.hex)}: fire or move?", optional=True, usual=options[0],
        )  # fmt: skip

    @cites("KT-9.1-4", "KT-9.1-5")
    def act(self, g: State, choice: Choice) -> Result:
        """Carry one act out; batteries of the hex may fire together."""
        id = choice.unit
        if choice == DONE:
            return Goto(self.end)
        if choice.kind == "ride":
            return Call(CavalryTurn(id), then=self.choose)
        if choice.kind == "move":
            mark(g, (id,), True)
            terms = artillery_terms(g, id)
            then = self.choose if g.setting.profile.opportunity_one_by_one else self.together
            return Call(MoveUnit(id, terms.allowance, terms), then=then)
        pool = able(g, self._ready(g), choice.hex, "artillery")
        return Call(PlanFire(self.side, "artillery", choice.hex, pool), then=self.fired)

    def together(self, g: State, along: tuple[str, ...] | None) -> Result:
        """Batteries that went along have moved too."""
        mark(g, along or (), True)
        return Goto(self.choose)

    def fired(self, g: State, outcome: Any) -> Result:
        """Batteries that fired are finished."""
        mark(g, outcome[0], True)
        return Goto(self.choose)

    @cites("KT-9.1-7")
    def end(self, g: State) -> Result:
        """All guns of the hex have activated, whether they acted or not."""
        mark(g, self.guns, False)
        return Done()

    @cites("KT-9.1-3")
    def _left(self, g: State) -> list[str]:
        """Batteries that have neither fired nor moved; none does both."""
        return [i for i in self.guns if i not in g.acted and g.at(i) == self.hex]

    def _ready(self, g: State) -> list[str]:
        """The batteries among them."""
        return [i for i in self._left(g) if is_gun(g, i)]

    def _movers(self, g: State) -> list[str]:
        return [i for i in self._ready(g) if can_move(g, i, artillery_terms(g, i))]


@cites("KT-9.1-6")
def mark(g: State, ids: tuple[str, ...], busy: bool) -> None:
    """Batteries have activated; those that acted may not rally in this phase."""
    g.acted = tuple(sorted({*g.acted, *ids}))
    if busy:
        g.busy = tuple(sorted({*g.busy, *ids}))


BUSY = Reason("it moved, fired, retreated or lost a step in this phase", "KT-9.4-2")
ALONE = Reason("no friendly infantry is stacked with it or beside it", "KT-9.4-3")


@cites("KT-9.4-2", "KT-9.4-3")
def gun_rally_bar(g: State, id: str) -> Reason | None:
    """Why a battery may not rally: it was busy, stands without infantry, or too near the enemy."""
    if id in g.busy:
        return BUSY
    at = g.at(id)
    hexes = (at, *g.setting.grid.neighbours[at])
    side = g.side(id)
    if not any(g.counter(i).arm == "infantry" for h in hexes if g.holder(h) == side for i in g.in_hex(h)):
        return ALONE
    return near_bar(g, id)


@procedure("artillery-rally", title="artillery rally")
class ArtilleryRally(Procedure, frozen=True):
    """Each side may rally one battery (KT 9.4)."""

    side: int

    @cites("KT-9.4-1", "KT-9.4-4", "KT-17.2b-5")
    def choose(self, g: State) -> Result:
        """One battery a side: all hits off (rulings: oddity 18), or one attempt to rebuild."""
        if self.side > 1:
            return Done()
        options: list[Choice] = []
        for id in g.on_map(self.side):
            if g.counter(id).arm != "artillery" or gun_rally_bar(g, id) is not None:
                continue
            unit = g.units[id]
            if unit.hits:
                options.append(Choice("recover", id, unit.at))
            if unit.worn and not g.counter(id).fragile:
                options.append(Choice("rebuild", id, unit.at))
        if not options:
            return Goto(self.but(side=self.side + 1).choose)
        return Ask(
            SIDES[self.side], (*options, DONE), self.rally, "artillery-rally", "KT-9.4-1", "which battery rallies?",
            optional=True, usual=options[0],
        )  # fmt: skip

    @cites("KT-9.4-4")
    def rally(self, g: State, choice: Choice) -> Result:
        """A Recovery takes all hits off."""
        rest = self.but(side=self.side + 1)
        if choice.kind == "rebuild":
            return Call(Rebuild(choice.unit), then=rest.choose)
        if choice.kind == "recover":
            recover(g, choice.unit, ALL_HITS)
        return Goto(rest.choose)


# -- SS 9.5: cavalry of no brigade -----------------------------------------------------------------------------------


def rides_alone(g: State, id: str) -> bool:
    """Whether a unit is cavalry that acts in the Artillery Phase and at no other time."""
    return g.setting.profile.cavalry_acts_as_artillery and is_cavalry(g, id)


@cites("SS-9.5-2", "SS-9.5-4", "SS-9.5-5")
def cavalry_terms(g: State) -> Terms:
    """Its own points and March Column; no Order keeps it from moving beside enemies.

    Since Close Combat can follow, it may charge where the book has charges.
    """
    profile = g.setting.profile
    return Terms(profile.cavalry_allowance * POINT, True, profile.cavalry_always_marches, "SS-9.5-4", charge=True)


def can_ride(g: State, id: str) -> bool:
    """Whether such cavalry can do anything now: fire, move, or attack an enemy beside it."""
    return can_move(g, id, cavalry_terms(g)) or has_target(g, id, "step") or _can_attack(g, id)


def _can_attack(g: State, id: str) -> bool:
    if attack_bar(g, id) is not None:
        return False
    at, enemy = g.at(id), 1 - g.side(id)
    return any(g.holder(n) == enemy and reach_bar(g, at, n) is None for n in g.setting.grid.neighbours[at])


@procedure("cavalry-fire")
class CavalryFire(FireStep, frozen=True):
    """The fire of cavalry that acts by itself."""

    unit: str = ""

    def _who(self) -> str:
        return self.unit

    def _ready(self, g: State) -> list[str]:
        return [self.unit] if g.at(self.unit) >= 0 and self.unit not in self.fired else []


@procedure("cavalry-turn")
class CavalryTurn(Procedure, frozen=True):
    """A cavalry unit may fire, then move, then attack, as infantry does (SS 9.5)."""

    unit: str

    def title(self, g: State) -> str:
        return f"{self.unit} acts"

    @cites("SS-9.5-1", "SS-9.5-3")
    def fire(self, g: State) -> Result:
        """Fire comes first. It acts once in the phase, in an Artillery Step of its side."""
        g.acted = tuple(sorted({*g.acted, self.unit}))
        if not has_target(g, self.unit, "step"):
            return Goto(self.move)
        return Call(CavalryFire(g.side(self.unit), "", unit=self.unit), then=self.move)

    @cites("SS-9.5-3")
    def move(self, g: State) -> Result:
        terms = cavalry_terms(g)
        if not can_move(g, self.unit, terms):
            return Goto(self.attack)
        return Call(MoveUnit(self.unit, terms.allowance, terms), then=self.attack)

    @cites("SS-9.5-3", "SS-9.5-4")
    def attack(self, g: State) -> Result:
        """Last it may attack an enemy beside it, as it is under no Order."""
        if g.at(self.unit) < 0:
            return Done()
        return Call(CloseCombatStep(g.side(self.unit), ""))
