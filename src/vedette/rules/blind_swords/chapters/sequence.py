"""Chapter 7: the sequence of play; 18: the End Turn Phase.

SS 22.1: a row `first_chit` of the scenario (`side`, `turn`, `cite`) lets a side name the Division chit that is drawn
first, which then needs no command roll.
"""

from __future__ import annotations

from vedette.engine.choice import PASS, Choice
from vedette.engine.cites import cites
from vedette.engine.events import Event
from vedette.engine.procedure import Ask, Call, Done, Goto, Procedure, Result, procedure
from vedette.rules.blind_swords.chapters import tracks, victory
from vedette.rules.blind_swords.chapters.activation import ChooseBrigade, onset
from vedette.rules.blind_swords.chapters.artillery import ArtilleryPhase
from vedette.rules.blind_swords.chapters.chits import ChitDrawPhase, give_back, puller
from vedette.rules.blind_swords.chapters.command import CommandPhase
from vedette.rules.blind_swords.chapters.common_events import CommonRolls
from vedette.rules.blind_swords.chapters.deeds import replace
from vedette.rules.blind_swords.chapters.held_back import thaw
from vedette.rules.blind_swords.chapters.orders import eligible
from vedette.rules.blind_swords.chapters.tracks import ChitTracks
from vedette.rules.blind_swords.chapters.windows import held_chits
from vedette.rules.blind_swords.setting import SIDE_INDEX, SIDES
from vedette.rules.blind_swords.state import AVAILABLE, BOX_OF, BOXES, NOBODY, State


@procedure("battle")
class BattleOfTurns(Procedure, frozen=True):
    """Turn after turn until the last one is over (KT 7.0)."""

    def title(self, g: State) -> str:
        return f"Turn {g.turn}"

    @cites("KT-7.0-1", "KT-7.0-P1", "KT-3.1-4")
    def command(self, g: State) -> Result:
        """Phase 1, each phase before the next."""
        g.log(Event("turn", "KT-7.0-1", data=(g.turn,)))
        thaw(g)
        return Call(CommandPhase(), then=self.artillery)

    @cites("KT-7.0-1")
    def artillery(self, g: State) -> Result:
        """Phase 2."""
        return Call(ArtilleryPhase(), then=self.chits)

    @cites("KT-7.0-1")
    def chits(self, g: State) -> Result:
        """Phases 3 and 4."""
        g.phase = "chits"
        g.log(Event("phase", "KT-7.0-P3a", data=("chits",)))
        first = onset(g) or first_chit(g)
        return Goto(self.draw) if first is None else Call(first, then=self.draw)

    def draw(self, g: State) -> Result:
        """Draw after draw until the cup is empty."""
        return Call(ChitDrawPhase(), then=self.end)

    @cites("KT-7.0-1", "KT-7.0-P4g")
    def end(self, g: State) -> Result:
        """Phase 5."""
        return Call(EndTurnPhase(), then=self.next)

    @cites("KT-7.0-end")
    def next(self, g: State, on: bool) -> Result:
        """The next turn, or the end."""
        return Goto(self.command) if on else Done()


# -- SS 22.1: the chit that is drawn first -----------------------------------------------------------------------


def first_chit(g: State) -> Procedure | None:
    """The procedure before the first draw of a turn; None if no row grants it."""
    row = g.setting.rule("first_chit", turn=g.turn)
    return None if row is None else FirstChit(SIDE_INDEX[row["side"]])


def nameable(g: State, side: int) -> tuple[str, ...]:
    """The Division chits of a side in the cup that would activate a brigade."""
    mine = [a for a in g.setting.activations.values() if a.side == side and not a.cic and a.chit in g.cup]
    return tuple(a.chit for a in mine if eligible(g, side, a.brigades))


@procedure("first-chit")
class FirstChit(Procedure, frozen=True):
    """One side may name the chit that is drawn first (SS 22.1)."""

    side: int
    chit: str = ""

    def title(self, g: State) -> str:
        return self.chit or "the first chit"

    @cites("SS-22.1-s4-1")
    def choose(self, g: State) -> Result:
        """Any of its Division chits in the cup, or leave it to chance."""
        options = tuple(Choice("name", arg=chit) for chit in nameable(g, self.side))
        if not options:
            return Done()
        return Ask(
            SIDES[self.side], (*options, PASS), self.named, "first-chit", "SS-22.1-s4-1",
            "which of your Division chits is drawn first? It needs no command roll", optional=True, usual=options[0],
        )  # fmt: skip

    @cites("SS-22.1-s4-2")
    def named(self, g: State, choice: Choice) -> Result:
        """It leaves the cup, and its brigade has a Full Activation without a command roll."""
        if choice == PASS:
            return Done()
        chit = choice.arg
        cup = list(g.cup)
        cup.remove(chit)
        g.cup = tuple(cup)
        g.draws += 1
        g.log(Event("named-chit", "SS-22.1-s4-2", SIDES[self.side], data=(chit,)))
        return Call(ChooseBrigade(self.side, chit, True), then=self.but(chit=chit).put_back)

    def put_back(self, g: State) -> Result:
        """From now on it is a chit like any other."""
        give_back(g, self.chit)
        return Done()


# -- 18: the End Turn Phase ------------------------------------------------------------------------------------------


@procedure("end-turn-phase", title="end of turn")
class EndTurnPhase(Procedure, frozen=True):
    """Last held chits, victory points, markers, Broken Track, next turn (KT 18)."""

    @cites("KT-18.0", "KT-18.1-1", "KT-7.0-P5a")
    def begin(self, g: State) -> Result:
        """First both sides may play what they still hold."""
        g.phase = "end-turn"
        g.log(Event("phase", "KT-18.0", data=("end-turn",)))
        return Call(held_chits(g, "turn-end", puller(g)), then=self.common)

    def common(self, g: State) -> Result:
        """Rolls for which Event chits were given up."""
        return Call(CommonRolls(), then=self.award) if any(g.common) else Goto(self.award)

    @cites("KT-18.2", "KT-7.0-P5b")
    def award(self, g: State) -> Result:
        victory.award_turn(g)
        return Goto(self.reset)

    @cites("KT-18.3-1", "KT-7.0-P5c")
    def reset(self, g: State) -> Result:
        """Activation markers are turned back to Available."""
        g.activated = g.limited = ()
        return Goto(self.clear)

    @cites("KT-10.5b-chaos-9")
    def clear(self, g: State) -> Result:
        """Whatever lasts a turn is over, Battlefield Chaos included."""
        g.chaos = ()
        g.good_ground = ()
        g.bonuses = ()
        g.deceived = ()
        return Goto(self.broken_track)

    @cites("KT-18.4", "KT-7.0-P5d", "KT-15.9a-1", "KT-15.9a-2", "KT-15.9-3")
    def broken_track(self, g: State) -> Result:
        """Every box moves one down, from 1 to Available; units in Available stay."""
        for id, unit in g.units.items():
            box = BOX_OF.get(unit.at, 0)
            if box:
                lower = BOXES[box - 1] if box > 1 else AVAILABLE
                g.units[id] = replace(unit, at=lower)
                g.log(Event("box", "KT-15.9a-1", g.seat(id), (id,), data=(box - 1,)))
        return Call(ChitTracks(), then=self.gather) if tracks.needed(g) else Goto(self.gather)

    def gather(self, g: State) -> Result:
        gather_chits(g)
        return Goto(self.advance)

    @cites("KT-18.5-2", "KT-7.0-P5e", "KT-7.0-end", "KT-7.0-3")
    def advance(self, g: State) -> Result:
        """The next turn, or the end of the battle."""
        if g.turn < g.setting.last_turn:
            g.turn += 1
            return Done(True)
        g.over = True
        result = victory.outcome(g)
        cite = result.cite if result else "KT-7.0-end"
        g.log(Event("over", cite, data=(result.level if result else "",)))
        return Done(False)


@cites("KT-18.5-1", "KT-10.8-2", "KT-7.0-P5e", "SS-20.1b-4", "SS-20.2b-3")
def gather_chits(g: State) -> None:
    """All chits go back to their owners, whether held, played, lost or discarded.

    So do those laid out beside a track, whatever came of it.
    """
    if g.hands[0] or g.hands[1]:
        g.log(Event("gathered", "KT-18.5-1", data=(len(g.hands[0]), len(g.hands[1]))))
    g.hands = ((), ())
    g.keys = g.chosen = g.unseen = g.spent = g.lost = g.common = NOBODY
    g.blind = (0, 0)
    g.cup = ()
    g.drawn = ()
