"""Chapter 8: the Command Decision Phase, in which the cup is filled."""

from __future__ import annotations

from collections.abc import Mapping

from vedette.engine.choice import Choice
from vedette.engine.cites import cites
from vedette.engine.events import Event
from vedette.engine.field import paired
from vedette.engine.procedure import Ask, AskEach, Done, Goto, Procedure, Result, procedure
from vedette.rules.blind_swords.setting import SIDES, Activation
from vedette.rules.blind_swords.state import ELIMINATED, EXITED, NOBODY, State


@cites("KT-8.3-3", "KT-20.1b-wild", "SS-4.4-2", "BS-2.4-2")
def cup_of(g: State) -> tuple[str, ...]:
    """The chits that go into the cup face up: both Wild chits and those of commanders.

    The Event chits go in besides.
    """
    wild = [chit for chit in g.setting.wild if wild_has_come(g, chit)]
    return tuple(sorted([*wild, *(a.chit for a in g.setting.activations.values() if in_play(g, a))]))


def wild_has_come(g: State, chit: str) -> bool:
    """Whether a Wild chit is in the cup yet; a house rule may keep it out at first."""
    rule = g.setting.rule("wild_from_turn", wild=chit)
    return rule is None or g.turn >= rule["turn"]


@cites("KT-8.3-1", "KT-8.3-2", "KT-10.7-1", "KT-10.7-2", "KT-10.6-1", "KT-20.1b-activation")
def in_play(g: State, a: Activation) -> bool:
    """Whether an activation chit or CIC chit goes into the cup.

    All CIC chits of the scenario do, and the activation chits of formations that are in the game, from the turn on
    which their first units enter.
    """
    if not entered(g, a):
        return False
    return a.cic or any(g.units[i].at not in (ELIMINATED, EXITED) for b in a.brigades for i in g.brigade(a.side, b))


@cites("KT-10.7-2")
def entered(g: State, a: Activation) -> bool:
    """Whether a chit has come into the game: from the turn on which the formation it commands does.

    A chit that comes along a track does so at the end of it.
    """
    for track in g.tracks:
        if track.chit == a.chit:
            return track.since > 0
    return a.turn <= g.turn


@cites("SS-8.2-1", "SS-8.2-2")
def others_take_out(g: State, side: int) -> int:
    """How many of a side's remaining Event chits the other side takes out this turn, unseen.

    Nobody knows which they are, so they are not named yet; the rest goes in unseen as well.
    """
    return min(g.setting.taken_out[side], len(g.unseen[side]))


@procedure("command-phase", title="command decision")
class CommandPhase(Procedure, frozen=True):
    """Key Chits, chits put in unseen, activation chits and Wild chits (KT 8)."""

    round: int = 0

    @cites("KT-8.0", "KT-10.4-1")
    def begin(self, g: State) -> Result:
        """The chits of the turn are prepared: each side takes its own Event chits."""
        g.phase = "command"
        g.log(Event("phase", "KT-8.0", data=("command",)))
        none = g.options.no_events
        g.unseen = NOBODY if none else (g.setting.pool(0), g.setting.pool(1))
        return Goto(self.fill if none else self.keep)

    @cites("KT-8.1-1", "KT-20.1c-key", "KT-20.2c-key", "KT-20.4d-key")
    def keep(self, g: State) -> Result:
        """Each side picks its Key Chits one after the other, as many as the scenario says."""
        asks: dict[str, Ask] = {}
        for side, seat in enumerate(SIDES):
            if self.round < g.setting.key_chits[side]:
                options = tuple(Choice("key", arg=chit) for chit in dict.fromkeys(g.unseen[side]))
                which, also = _which(self.round, g.setting.key_chits[side]), _also(g, side)
                asks[seat] = Ask(
                    seat, options, self.put, "key", "KT-8.1-1", f"which Key Chit goes into the cup{which}? {also}",
                    usual=options[0], alone=True, private=True, always=True,
                )  # fmt: skip
        if not asks:
            return Goto(self.fill)
        return AskEach(asks, self.put)

    @cites("KT-8.1-2")
    def put(self, g: State, answers: Mapping[str, Choice]) -> Result:
        """Put them in; only their owners know which."""
        for side, seat in enumerate(SIDES):
            if seat in answers:
                chit = answers[seat].arg
                left = list(g.unseen[side])
                left.remove(chit)
                g.unseen = paired(g.unseen, side, tuple(left))
                g.keys = paired(g.keys, side, tuple(sorted((*g.keys[side], chit))))
                if g.events is not None:
                    g.log(Event("key", "KT-8.1-1", seat, data=(chit,), only=seat))
        g.chosen = g.keys
        return Goto(self.but(round=self.round + 1).keep)

    @cites("KT-8.2-2", "KT-8.2-3", "KT-8.2-4", "KT-20.1c-random", "KT-20.1c-total", "KT-20.2c-random",
           "KT-20.4d-random")  # fmt: skip
    def fill(self, g: State) -> Result:
        """Further Event chits go in unseen, as many as the scenario says; then all the other chits.

        Which they are is settled by chance when they are drawn; the rest stays out, unseen.
        """
        for side in (0, 1):
            gone = others_take_out(g, side)
            if gone:
                g.log(Event("taken-out", "SS-8.2-2", SIDES[1 - side], data=(gone, side)))
            blind = min(g.setting.random_chits[side], len(g.unseen[side]) - gone)
            g.blind = paired(g.blind, side, blind)
        g.cup = cup_of(g)
        events = tuple(g.blind[s] + len(g.keys[s]) for s in (0, 1))
        g.log(Event("cup", "KT-8.3-1", data=(g.cup, events)))
        return Done()


COUNT = ("first", "second", "third", "fourth", "fifth")
OF = ("", "one", "two", "three", "four", "five")


def _which(round: int, all: int) -> str:
    """ ", the second of two"; nothing where one is picked."""
    return f", the {COUNT[round]} of {OF[all]}" if 1 < all < len(OF) else ""


def _also(g: State, side: int) -> str:
    """What happens to the chits that are not picked, told to the player who picks."""
    more, gone = g.setting.random_chits[side], g.setting.taken_out[side]
    what = f"{gone} of the others the other side takes out, " if gone else ""
    rest = f"{more} go" if gone else f"{more} more of these {'goes' if more == 1 else 'go'}"
    return f"when it is drawn you may play or keep it; {what}{rest} in by chance, unseen by you too"
