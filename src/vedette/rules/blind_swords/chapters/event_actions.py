"""Chapter 10.4: the Event chits by which units fire, attack, march or rally out of turn."""

from __future__ import annotations

from collections.abc import Iterator

from vedette.engine.choice import PASS, Choice
from vedette.engine.cites import cites
from vedette.engine.events import Event
from vedette.engine.procedure import Ask, Call, Done, Procedure, Result, procedure
from vedette.hexes import hexes_of
from vedette.rules.blind_swords.chapters.close_combat import CloseCombat, attack_bar, reach_bar
from vedette.rules.blind_swords.chapters.command import entered
from vedette.rules.blind_swords.chapters.costs import POINT, Terms, around
from vedette.rules.blind_swords.chapters.fire import PlanFire
from vedette.rules.blind_swords.chapters.held_back import ASLEEP, asleep, spared, untouchable
from vedette.rules.blind_swords.chapters.movement_step import MovementStep
from vedette.rules.blind_swords.chapters.orders import REGROUP, activations
from vedette.rules.blind_swords.chapters.rally import RallyStep, rallies
from vedette.rules.blind_swords.chapters.range import able, fire_points, has_target, targets_for
from vedette.rules.blind_swords.setting import SIDES
from vedette.rules.blind_swords.state import State

# -- a fire, an assault ----------------------------------------------------------------------------------------------


FIREFIGHT = "firefight"
HexPair = tuple[int, int]


def _infantry(g: State, side: int) -> Iterator[tuple[int, str]]:
    """Each infantry unit of a side that may act, with its hex."""
    return ((g.units[id].at, id) for id in g.on_map(side) if _may_act(g, id))


def _may_act(g: State, id: str) -> bool:
    """Whether a unit is infantry that is awake and not held by Battlefield Chaos."""
    unit = g.units[id]
    if g.counter(id).arm != "infantry" or (unit.frozen and untouchable(g, id)):
        return False
    return not (g.chaos and any(i in g.chaos for i in g.in_hex(unit.at)))


def _by_hex(g: State, side: int) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for hex, id in _infantry(g, side):
        found.setdefault(hex, []).append(id)
    return found


def _infantry_of(g: State, side: int, hex: int) -> list[str]:
    return [id for id in g.in_hex(hex) if g.side(id) == side and _may_act(g, id)]


def firefight_pairs(g: State, side: int) -> tuple[HexPair, ...]:
    """Every hex of a side's infantry with every enemy hex in its range and sight."""
    return tuple(_pairs(g, side))


def _pairs(g: State, side: int) -> Iterator[HexPair]:
    for hex, ids in sorted(_by_hex(g, side).items()):
        for to in targets_for(g, ids, FIREFIGHT):
            if not spared(g, to):
                yield hex, to


def _points(g: State, side: int, hex: int, target: int) -> int:
    """What the infantry of a hex can fire at another, in sixty-fourths."""
    ids = able(g, _infantry_of(g, side, hex), target, FIREFIGHT)
    return sum(fire_points(g, id, target, FIREFIGHT, False) for id in ids)


def can_firefight(g: State, side: int) -> bool:
    """Whether there is any such pair."""
    if ASLEEP in g.setting.special:
        return any(True for _ in _pairs(g, side))
    near = around(g.setting.grid, g.masks[1 - side], g.setting.infantry_range) & g.masks[side]
    if any(_may_act(g, id) and has_target(g, id, FIREFIGHT) for hex in hexes_of(near) for id in g.stacks[hex]):
        return True
    if g.setting.profile.keep_half_sp:  # nobody needs others to fire
        return False
    return any(has_target(g, id, FIREFIGHT, ids) for ids in _by_hex(g, side).values() for id in ids)


@procedure("firefight", title="Firefight")
class Firefight(Procedure, frozen=True):
    """The infantry of one hex fires at one enemy hex; whatever is left there may fire back once."""

    side: int
    hex: int = -1
    target: int = -1

    def choose(self, g: State) -> Result:
        """From which hex, at which hex."""
        options = tuple(Choice("firefight", hex=target, arg=hex) for hex, target in firefight_pairs(g, self.side))
        return Ask(
            SIDES[self.side], options, self.fire, "firefight", "KT-10.4a-1", "Firefight: who fires at whom?",
            usual=max(options, key=lambda choice: _points(g, self.side, choice.arg, choice.hex)),
        )  # fmt: skip

    def fire(self, g: State, choice: Choice) -> Result:
        hex, target = choice.arg, choice.hex
        g.log(Event("firefight", "KT-10.4a-1", SIDES[self.side], hex=target))
        pool = able(g, _infantry_of(g, self.side, hex), target, FIREFIGHT)
        return Call(PlanFire(self.side, FIREFIGHT, target, pool), then=self.but(hex=hex, target=target).answer)

    def answer(self, g: State) -> Result:
        """Units still in the hex fired at may fire back."""
        pool = self._pool(g)
        if not pool:
            return Done()
        back = Choice("fire back", arg=self.hex)
        return Ask(
            SIDES[1 - self.side], (back, PASS), self.fire_back, "firefight-answer", "KT-10.4a-1",
            "Firefight: fire back?", optional=True, usual=back,
        )  # fmt: skip

    def fire_back(self, g: State, choice: Choice) -> Result:
        """The fire back is not answered in turn."""
        if choice == PASS:
            return Done()
        return Call(PlanFire(1 - self.side, FIREFIGHT, self.hex, self._pool(g)), then=self.over)

    def over(self, g: State) -> Result:
        """The procedure that was interrupted goes on unchanged."""
        return Done()

    def _pool(self, g: State) -> tuple[str, ...]:
        if g.holder(self.target) != 1 - self.side or g.holder(self.hex) != self.side:
            return ()
        return able(g, list(g.in_hex(self.target)), self.hex, FIREFIGHT)


def yell_pairs(g: State, side: int) -> tuple[HexPair, ...]:
    """Every hex of a side's infantry that may attack, with every enemy hex beside it."""
    grid = g.setting.grid
    if not around(grid, g.masks[1 - side], 1) & g.masks[side]:
        return ()
    ready = {hex for hex, id in _infantry(g, side) if g.enemies_near(hex, side) and attack_bar(g, id) is None}
    pairs = ((hex, n) for hex in sorted(ready) for n in grid.neighbours[hex] if g.holder(n) == 1 - side)
    return tuple((hex, n) for hex, n in pairs if reach_bar(g, hex, n) is None and not spared(g, n))


@procedure("sudden-assault", title="Rebel Yell")
class SuddenAssault(Procedure, frozen=True):
    """The infantry of one hex makes one Close Combat at once, with the shift of the Rebel Yell."""

    side: int

    def choose(self, g: State) -> Result:
        """From which hex, against which hex."""
        options = tuple(Choice("sudden assault", hex=target, arg=hex) for hex, target in yell_pairs(g, self.side))
        return Ask(
            SIDES[self.side], options, self.attack, "rebel-yell", "KT-14.3d-rebel-yell", "who attacks whom?",
            usual=options[0],
        )  # fmt: skip

    def attack(self, g: State, choice: Choice) -> Result:
        """It is carried out like any other, with Defensive Fire, retreats and an advance."""
        hex, target = choice.arg, choice.hex
        group = tuple(i for i in _infantry_of(g, self.side, hex) if attack_bar(g, i) is None)
        g.log(Event("declared", "KT-14.3d-rebel-yell", SIDES[self.side], group, target))
        return Call(CloseCombat(self.side, target, group, (), ("rebel-yell",)), then=self.over)

    def over(self, g: State) -> Result:
        """The procedure that was interrupted goes on unchanged."""
        return Done()


# -- the Brigade Reserve Move ----------------------------------------------------------------------------------------


CHIT = "Brigade Reserve Move"
RESERVE_POINTS = 4


@cites("KT-13.0-3", "KT-3.2f-6")
def reserve_terms() -> Terms:
    """Four points, March Column on roads, no engagement."""
    return Terms(RESERVE_POINTS * POINT, False, True, "KT-10.4a-1")


def reserve_brigades(g: State, side: int) -> tuple[str, ...]:
    """Every brigade that may make the move."""
    return tuple(marching(g, side))


def marching(g: State, side: int) -> Iterator[str]:
    """Brigades with units on the map, none of them beside an enemy or in Battlefield Chaos."""
    units, chaos, beside = g.units, g.chaos, around(g.setting.grid, g.masks[1 - side], 1)
    for (owner, brigade), ids in g.brigades.items():
        if owner != side or not brigade:
            continue
        here = [i for i in ids if units[i].at >= 0]
        if not here or any(beside >> units[i].at & 1 or i in chaos for i in here):
            continue
        if not barred_on(g, side, brigade) and not asleep(g, side, brigade):
            yield brigade


@cites("KT-20.2i-1", "KT-20.3d-2")
def barred_on(g: State, side: int, brigade: str) -> bool:
    """Whether the scenario bars the chit for a brigade, whatever its rating."""
    if "chit_barred_on" not in g.setting.special:
        return False
    return g.setting.rule("chit_barred_on", chit=CHIT, side=SIDES[side], brigade=brigade) is not None


@procedure("reserve-move", title="Brigade Reserve Move")
class ReserveMove(Procedure, frozen=True):
    """One brigade moves at once; its marker keeps its side."""

    side: int

    def choose(self, g: State) -> Result:
        options = activations(reserve_brigades(g, self.side))
        return Ask(
            SIDES[self.side], options, self.move, "reserve-move", "KT-10.4a-1", "Brigade Reserve Move: which brigade?",
            usual=options[0],
        )  # fmt: skip

    def move(self, g: State, choice: Choice) -> Result:
        g.log(Event("reserve-move", "KT-10.4a-1", SIDES[self.side], data=(choice.arg,)))
        return Call(MovementStep(self.side, choice.arg, reserve_terms()), then=self.over)

    def over(self, g: State) -> Result:
        """The procedure that was interrupted goes on unchanged."""
        return Done()


# -- a brigade rallies -----------------------------------------------------------------------------------------------


def commander_up(g: State, side: int) -> bool:
    """Whether the commander in chief of a side is in the game and has not been replaced."""
    chiefs = (a for a in g.setting.activations.values() if a.cic and a.side == side)
    return any(entered(g, a) and a.chit not in g.casualties for a in chiefs)


@cites("KT-17.1-7")
def rally_brigades(g: State, side: int) -> tuple[str, ...]:
    """Brigades with a unit that could rally as under Regroup, by the text of the chit alone.

    A brigade that sleeps is left out: no event is played on it.
    """
    return tuple(
        brigade
        for owner, brigade in g.brigades
        if owner == side and brigade and not asleep(g, side, brigade) and rallies(g, side, brigade, REGROUP)
    )


@procedure("brigade-rally", title="brigade rally")
class BrigadeRally(Procedure, frozen=True):
    """One brigade rallies at once; its marker keeps its side."""

    side: int

    def choose(self, g: State) -> Result:
        options = activations(rally_brigades(g, self.side))
        return Ask(
            SIDES[self.side], options, self.rally, "brigade-rally", "KT-10.4a-1", "which brigade rallies at once?",
            usual=options[0],
        )  # fmt: skip

    def rally(self, g: State, choice: Choice) -> Result:
        """As under Regroup: for each of its units all hits off, or an attempt to rebuild."""
        g.log(Event("brigade-rally", "KT-17.1-7", SIDES[self.side], data=(choice.arg,)))
        return Call(RallyStep(self.side, choice.arg, REGROUP), then=self.over)

    def over(self, g: State) -> Result:
        """The procedure that was interrupted goes on unchanged."""
        return Done()
