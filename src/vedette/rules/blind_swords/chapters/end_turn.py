"""Chapter 18: the End Turn Phase."""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.engine.events import Event
from vedette.engine.procedure import Call, Done, Goto, Procedure, Result, procedure
from vedette.rules.blind_swords.chapters import victory
from vedette.rules.blind_swords.chapters.chits import puller
from vedette.rules.blind_swords.chapters.common_events import CommonRolls
from vedette.rules.blind_swords.chapters.deeds import replace
from vedette.rules.blind_swords.chapters.held import held_chits
from vedette.rules.blind_swords.chapters.specials import tracks
from vedette.rules.blind_swords.chapters.specials.tracks import ChitTracks
from vedette.rules.blind_swords.state import AVAILABLE, BOX_OF, BOXES, NOBODY, State


@procedure("end-turn-phase")
class EndTurnPhase(Procedure, frozen=True):
    """Last held chits, victory points, markers, Broken Track, next turn (KT 18)."""

    def title(self, g: State) -> str:
        return "end of turn"

    @cites("KT-18.0", "KT-18.1-1", "KT-7.0-P5a")
    def begin(self, g: State) -> Result:
        """First of all both sides may play what they still hold."""
        g.phase = "end-turn"
        g.log(Event("phase", "KT-18.0", data=("end-turn",)))
        return Call(held_chits(g, "turn-end", puller(g)), then=self.common)

    def common(self, g: State) -> Result:
        """Rolls for which Event chits were given up."""
        return Call(CommonRolls(), then=self.award) if any(g.common) else Goto(self.award)

    @cites("KT-18.2", "KT-7.0-P5b")
    def award(self, g: State) -> Result:
        """The points of this turn."""
        victory.award_turn(g)
        return Goto(self.reset)

    @cites("KT-18.3-1", "KT-7.0-P5c")
    def reset(self, g: State) -> Result:
        """Markers back to Available."""
        g.activated = g.limited = ()
        return Goto(self.clear)

    @cites("KT-10.5b-chaos-9")
    def clear(self, g: State) -> Result:
        """What lasts a turn is over, Battlefield Chaos with it."""
        g.chaos = ()
        g.good_ground = ()
        g.bonuses = ()
        g.deceived = ()
        return Goto(self.broken_track)

    @cites("KT-18.4", "KT-7.0-P5d", "KT-15.9a-1", "KT-15.9a-2", "KT-15.9-3")
    def broken_track(self, g: State) -> Result:
        """Every box one lower, 1 to Available; who is in Available stays. 3 is the worst of them."""
        for id, unit in g.units.items():
            box = BOX_OF.get(unit.at, 0)
            if box:
                lower = BOXES[box - 1] if box > 1 else AVAILABLE
                g.units[id] = replace(unit, at=lower)
                g.log(Event("box", "KT-15.9a-1", g.seat(id), (id,), data=(box - 1,)))
        return Call(ChitTracks(), then=self.gather) if tracks.needed(g) else Goto(self.gather)

    def gather(self, g: State) -> Result:
        """Chits back to their owners."""
        gather_chits(g)
        return Goto(self.advance)

    @cites("KT-18.5-2", "KT-7.0-P5e", "KT-7.0-end", "KT-7.0-3")
    def advance(self, g: State) -> Result:
        """The next turn, or after the last one the end."""
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
    """All chits, held, played, lost and discarded ones, go back to their owners.

    So do those that were laid out beside a track, whatever came of it.
    """
    if g.hands[0] or g.hands[1]:
        g.log(Event("gathered", "KT-18.5-1", data=(len(g.hands[0]), len(g.hands[1]))))
    g.hands = ((), ())
    g.keys = g.chosen = g.unseen = g.spent = g.lost = g.common = NOBODY
    g.blind = (0, 0)
    g.cup = ()
    g.drawn = ()
