"""Chapter 13.0: the Movement Step of an activated brigade, and the overstacked arrivals of 13.11."""

from __future__ import annotations

from collections.abc import Sequence

from vedette.engine.choice import DONE, Choice
from vedette.engine.cites import cites
from vedette.engine.events import Event
from vedette.engine.procedure import Ask, Call, Done, Goto, Procedure, Result, procedure
from vedette.rules.blind_swords.chapters.costs import Terms, ground_bar, terms_for
from vedette.rules.blind_swords.chapters.deeds import place
from vedette.rules.blind_swords.chapters.movement import can_move
from vedette.rules.blind_swords.chapters.opportunity import OpportunityFire
from vedette.rules.blind_swords.chapters.skirmish import ScreensGiveWay, screens_beside
from vedette.rules.blind_swords.chapters.stacking import end_bar, mixed, stack_total, stacking_value
from vedette.rules.blind_swords.chapters.unit_moves import Movers, MoveUnit
from vedette.rules.blind_swords.chapters.values import printed_sp
from vedette.rules.blind_swords.chapters.withdrawal import approached
from vedette.rules.blind_swords.charts import SP
from vedette.rules.blind_swords.setting import SIDES
from vedette.rules.blind_swords.state import State

BOTH = -1
"""In place of a side: whose units stand there."""


EVERYBODY = "*"
"""In place of a brigade: all units of a side, or of both."""


def overstacked(g: State, side: int, brigade: str) -> list[int]:
    """Hexes with units of the brigade that are over the limit, or hold riders beside others (rulings: oddity 95)."""
    limit = g.setting.profile.stacking_limit * SP
    if brigade == EVERYBODY:
        hexes = {h: None for h in sorted(g.stacks) if side in (g.holder(h), BOTH)}
    else:
        hexes = dict.fromkeys([g.units[i].at for i in g.brigade(side, brigade)])
    full = [h for h in hexes if len(g.stacks.get(h, ())) > 1]
    return [h for h in full if stack_total(g, h) > limit or mixed(g, h)]


@cites("SS-6.1-1")
def phase_over(g: State) -> Procedure | None:
    """What clears overfull hexes at the end of a phase; None if there are none, or the book does not ask for it."""
    if g.setting.profile.overstacking == "reinforcements" or not overstacked(g, BOTH, EVERYBODY):
        return None
    return Unstack(BOTH, EVERYBODY)


@procedure("movement-step", title="movement")
class MovementStep(Movers, frozen=True):
    """The units of the brigade move, one after the other, in any order (KT-13.1-1)."""

    side: int
    brigade: str
    terms: Terms
    moved: tuple[str, ...] = ()

    @cites("KT-13.0-2", "KT-13.1-1", "KT-13.11-4", "KT-13.11-5", "KT-7.0-P4c", "KT-11.3-note")
    def choose(self, g: State) -> Result:
        """A unit of the active brigade, arrivals too, each once, or done.

        The step goes on while arrivals stand overstacked and one of them can move.
        """
        ready = ready_units(g, self)
        full = overstacked(g, self.side, self.brigade)
        crowded = [i for i in ready if g.units[i].at in full] if full else []
        if not ready:
            if not self.moved:
                g.log(Event("passed-over", "KT-13.1-1", SIDES[self.side], data=(self.brigade, "nobody can move")))
            return Goto(self.end)
        moves = [Choice("move", id, g.units[id].at) for id in crowded or ready]
        options = tuple(moves) if crowded else (*moves, DONE)
        return Ask(
            SIDES[self.side], options, self.move, "move-unit", "KT-13.1-1", f"{self.brigade}: which unit moves?",
            optional=not crowded, usual=DONE if not crowded else options[0],
            about=tuple(crowded or ready),
        )  # fmt: skip

    def move(self, g: State, choice: Choice) -> Result:
        if choice == DONE:
            return Goto(self.end)
        id = choice.unit
        terms = terms_for(g, id, self.terms)
        rest = self.but(moved=(*self.moved, id))
        then = rest.choose if g.setting.profile.opportunity_one_by_one else rest.together
        return Call(MoveUnit(id, terms.allowance, terms), then=then)

    def together(self, g: State, along: tuple[str, ...] | None) -> Result:
        """Units that went along have moved too."""
        return Goto(self.but(moved=(*self.moved, *(i for i in along or () if i not in self.moved))).choose)

    def end(self, g: State) -> Result:
        """No hex may be left overstacked."""
        return Call(Unstack(self.side, self.brigade))

    def _movers(self, g: State) -> list[str]:
        return ready_units(g, self)


def ready_units(g: State, step: MovementStep) -> list[str]:
    """The units of a step that have not moved and can."""
    mine = g.brigade(step.side, step.brigade)
    gone = {*step.moved, *(i for frame, _ in g.stack if isinstance(frame, MoveUnit) for i in frame.set_out)}
    return [i for i in mine if i not in gone and can_move(g, i, step.terms)]


@procedure("unstack", title="making room")
class Unstack(Procedure, frozen=True):
    """Units of an overstacked arrival that have not moved away shift to adjacent hexes, the largest first.

    At the end of a phase this applies to any overfull hex (SS 6.3, BS 3.1d).
    """

    side: int
    brigade: str
    """Empty for the artillery of the side."""
    unit: str = ""
    to: int = -1

    @cites("KT-13.11-6", "KT-6.1-4")
    def choose(self, g: State) -> Result:
        """Where the largest unit of the first overstacked hex goes, until no hex is over its limit."""
        for hex in overstacked(g, self.side, self.brigade):
            options = tuple(Choice("make room", id, to) for id, to in self._shifts(g, hex))
            if options:
                return Ask(
                    SIDES[g.holder(hex)], options, self.shift, "unstack", self._cite(g),
                    "too many in one hex: who makes room, and where to?",
                    usual=options[0],
                )  # fmt: skip
        return Done()

    def _cite(self, g: State) -> str:
        if self.brigade != EVERYBODY:
            return "KT-13.11-6"
        return "BS-3.1d-1" if g.setting.profile.overstacking == "agreed" else "SS-6.3-1"

    def _shifts(self, g: State, hex: int) -> Shifts:
        """Which unit may go where, nearest hexes first; through full hexes if there is no room beside it."""
        mine = [i for i in g.in_hex(hex) if self.brigade in (EVERYBODY, g.counter(i).brigade)]
        if self.brigade == EVERYBODY and g.setting.profile.overstacking == "agreed":
            return rearward(g, hex, shifts(g, mine, hex, False))
        return largest_first(g, mine, hex)

    def shift(self, g: State, choice: Choice) -> Result:
        """Like any move out of a hex beside enemies it draws fire."""
        unit = choice.unit
        shift = self.but(unit=unit, to=choice.hex)
        if g.enemies_near(g.at(unit), g.side(unit)):
            return Call(OpportunityFire(unit), then=shift.after_fire)
        return Goto(shift.arrive)

    def after_fire(self, g: State, retreat: int) -> Result:
        """A unit that fell back has made room by that."""
        if g.at(self.unit) < 0 or retreat:
            return Goto(self.choose)
        return Goto(self.arrive)

    @cites("KT-9.4-2")
    def arrive(self, g: State) -> Result:
        """Put it there; for a battery that counts as a move, so that it does not rally in this phase."""
        place(g, self.unit, self.to, self._cite(g), "shifted")
        if not self.brigade:
            g.busy = tuple(sorted({*g.busy, self.unit}))
        if screens_beside(g, self.to, g.side(self.unit)):
            return Call(ScreensGiveWay(self.unit), then=self.approach)
        return Goto(self.approach)

    @cites("KT-13.8-1")
    def approach(self, g: State) -> Result:
        """Cavalry may withdraw from it."""
        riders = approached(g, self.unit)
        return Call(riders, then=self.choose) if riders is not None else Goto(self.choose)


Shifts = tuple[tuple[str, int], ...]


@cites("SS-6.3-2")
def largest_first(g: State, ids: Sequence[str], hex: int) -> Shifts:
    """The largest units that find a hex go first."""
    return shifts(g, ids, hex, True)


@cites("BS-3.1d-1")
def rearward(g: State, hex: int, found: Shifts) -> Shifts:
    """Only moves towards the own side, if there are any: owner and opponent agree on those."""
    far, edges = g.setting.board.edge_distance, g.setting.own_edges[g.holder(hex)]
    back = tuple((id, to) for id, to in found if any(far[word][to] < far[word][hex] for word in edges))
    return back or found


def shifts(g: State, ids: Sequence[str], hex: int, largest: bool) -> Shifts:
    """Units with hexes where they could make room, in the nearest ring that has any; the largest units, or all."""
    sizes = {id: printed_sp(g, id) if g.setting.profile.large_units else stacking_value(g, id) for id in ids}
    groups = sorted(set(sizes.values()), reverse=True) if largest else [0]
    rings: dict[str, set[int]] = {id: {hex} for id in ids}
    seen: dict[str, set[int]] = {id: {hex} for id in ids}
    while any(rings.values()):
        for id in ids:
            rings[id] = {n for h in rings[id] for n in g.setting.grid.neighbours[h] if _open(g, id, h, n)} - seen[id]
            seen[id] |= rings[id]
        for size in groups:
            group = [id for id in ids if not largest or sizes[id] == size]
            options = tuple((i, to) for i in group for to in _ordered(g, hex, rings[i]) if end_bar(g, i, to) is None)
            if options:
                return options
    return ()


def _ordered(g: State, hex: int, ring: set[int]) -> list[int]:
    """Adjacent hexes in their order round the hex, those further away by number."""
    near = [n for n in g.setting.grid.neighbours[hex] if n in ring]
    return near or sorted(ring)


def _open(g: State, id: str, frm: int, to: int) -> bool:
    """Whether a unit could step there at all: in play, no enemy, no ground that is closed to it."""
    if not g.setting.area >> to & 1 or g.holder(to) == 1 - g.side(id):
        return False
    return ground_bar(g.setting, g.counter(id).arm, frm, to) is None
