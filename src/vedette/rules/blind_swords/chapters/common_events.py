"""Chapter 10.4b: Common Events, and what they can earn: the Surprise Attack and a commander who learns (KT 20.5).

An Event chit just drawn is laid out for what comes of it at the end of the turn; for what, a special rule of the
scenario says, with a row for the side. In *Kernstown* that is a roll, for which the first Event chit of the turn is
given up (`KINDS`). In *Stonewall's Sword* it is a track beside which any number of them may be laid (`TRACK`); they
make the roll of that track better (SS 20.1, SS 20.2).

A row `surprise_attack`: `side`, `chit` (the general who earns it), `brigades` (which make it once, when it suits them),
`needs` (the highest roll that earns it), `order`, `allowance`, `cr_bonus`, `barred` (Event chits), `title`, `cite`.
A row `commander_learns`: `side`, `chit`, `needs` (the highest roll that does it), `title`, `cite`. The higher rating
stands in the chart of Command Ratings.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from vedette.engine.choice import PASS, Choice
from vedette.engine.cites import cites
from vedette.engine.events import Event
from vedette.engine.field import paired
from vedette.engine.procedure import CHANCE, Ask, Call, Done, Goto, Procedure, Result, procedure
from vedette.rules.blind_swords.chapters.activation import AutomaticActivations
from vedette.rules.blind_swords.chapters.command import entered
from vedette.rules.blind_swords.chapters.orders import can_act
from vedette.rules.blind_swords.chapters.windows import is_commander
from vedette.rules.blind_swords.charts import DIE
from vedette.rules.blind_swords.setting import SIDE_INDEX, SIDES
from vedette.rules.blind_swords.state import Drawn, State

# -- KT 20.5: the Surprise Attack ------------------------------------------------------------------------------------


SURPRISE = "surprise_attack"
UNEARNED, USED = 0, -1
Row = Mapping[str, Any]


@cites("KT-20.5-surprise-c", "KT-20.5-surprise-g-1", "KT-20.5-surprise-h")
def can_earn(g: State, row: Row) -> bool:
    """Whether a roll could still earn it: it is neither earned nor used, and the general himself is in command.

    A side that has failed may try again on later turns.
    """
    return g.surprise == UNEARNED and row["chit"] not in g.casualties and g.turn < g.setting.last_turn


@cites("KT-20.5-surprise-b-1", "KT-20.5-surprise-b-2")
def earn(g: State, row: Row) -> None:
    """It may be made on any later turn, with no further roll."""
    g.surprise = g.turn + 1


@cites("KT-20.5-surprise-g-2")
def back_in_command(g: State, general: str) -> None:
    """A general who returns from his wound may lead it from the following turn on."""
    if g.surprise > 0 and g.setting.rule(SURPRISE, chit=general) is not None:
        g.surprise = max(g.surprise, g.turn + 1)


@cites("KT-20.5-surprise-b-2", "KT-20.5-surprise-g-1", "KT-20.5-surprise-h")
def surprise_ready(g: State) -> Row | None:
    """The rule, if the attack may be announced now: it is earned, its turn has come, the general is not replaced.

    It is made once in the game.
    """
    if not 0 < g.surprise <= g.turn:
        return None
    row = g.setting.rule(SURPRISE)
    if row is None or row["chit"] in g.casualties:
        return None
    side = SIDE_INDEX[row["side"]]
    return row if any(can_act(g, side, b) for b in row["brigades"]) else None


def terms_words(row: Row) -> str:
    """What it would do, in brief."""
    names = row["brigades"]
    listed = f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]
    return (
        f"{listed} act in any sequence without a roll, ordered to {row['order']}, {row['allowance']} MP a unit, "
        f"cohesion +{row['cr_bonus']}; nobody plays {', '.join(row['barred'])}; once in the game"
    )


@procedure("surprise-attack")
class SurpriseAttack(Procedure, frozen=True):
    """Announced at any time when a chit would be drawn, or kept for later."""

    @cites("KT-20.5-surprise-d-1", "KT-20.5-surprise-g-3")
    def choose(self, g: State) -> Result:
        """Now, later, or never; waiting costs nothing."""
        row = surprise_ready(g)
        if row is None:
            return Done(False)
        units = [i for b in row["brigades"] for i in g.brigade(SIDE_INDEX[row["side"]], b) if g.at(i) >= 0]
        return Ask(
            row["side"], (Choice("surprise", arg=row["title"]), PASS), self.take, "surprise", "KT-20.5-surprise-d-1",
            f"make the {row['title']} now?", optional=True, usual=PASS, about=tuple(units),
        )  # fmt: skip

    @cites("KT-20.5-surprise-d-2", "KT-20.5-surprise-e-1", "KT-20.5-surprise-e-2", "KT-20.5-surprise-h")
    def take(self, g: State, choice: Choice) -> Result:
        """All its brigades act, with the movement and without the chits that the rule names; never again."""
        row = surprise_ready(g)
        if choice == PASS or row is None:
            return Done(False)
        g.surprise = USED
        attack = AutomaticActivations(
            SIDE_INDEX[row["side"]], tuple(row["brigades"]), "KT-20.5-surprise-d-2", row["order"],
            row["allowance"], row["cr_bonus"], tuple(row["barred"]), row["title"],
        )  # fmt: skip
        return Call(attack, then=self.over)

    def over(self, g: State) -> Result:
        return Done(True)


# -- KT 20.5: a commander who learns ---------------------------------------------------------------------------------


LEARNS = "commander_learns"


@cites("KT-20.5-crook-0", "KT-20.5-crook-c-1", "KT-20.5-crook-c-2", "KT-20.5-crook-e-2")
def can_learn(g: State, row: Row) -> bool:
    """Whether a roll could still teach him: he has not learned yet and is himself in command.

    A side that has failed may try again, even after he was wounded.
    """
    return row["chit"] not in (*g.raised, *g.casualties) and g.turn < g.setting.last_turn


@cites("KT-20.5-crook-0", "KT-20.5-crook-b", "KT-20.5-crook-d")
def learn(g: State, row: Row) -> None:
    """His higher rating counts from now on."""
    g.raised = tuple(sorted((*g.raised, row["chit"])))


# -- 10.4b: Common Events --------------------------------------------------------------------------------------------


TRACK = "chit_track"
"""The special rule with a track."""


class Kind(msgspec.Struct, frozen=True):
    """What a roll can be for: whether it is open, what success grants, by which case it is closed meanwhile."""

    is_open: Callable[[State, Row], bool]
    grant: Callable[[State, Row], None]
    closed: str


KINDS: dict[str, Kind] = {
    SURPRISE: Kind(can_earn, earn, "KT-20.5-surprise-g-1"),
    LEARNS: Kind(can_learn, learn, "KT-20.5-crook-e-1"),
}


@cites("KT-10.4b-1", "KT-20.1d", "KT-20.2d", "KT-20.4h", "KT-20.6-no-S5-rules")
def purpose(g: State, side: int) -> tuple[Row, Kind] | None:
    """What a side could roll for this turn; None if the scenario has no Common Events or nothing is left to win.

    Only one scenario has them; in the others every chit has its Unique Event.
    """
    if not g.setting.scenario.get("common_events"):
        return None
    for name, kind in KINDS.items():
        row = g.setting.rule(name, side=SIDES[side])
        if row is not None and kind.is_open(g, row):
            return row, kind
    return None


@cites("SS-10.4b-1", "SS-20.1a-1", "SS-20.2a-1")
def track_of(g: State, side: int) -> Row | None:
    """The track beside which a side may lay Event chits until the chit on it has come.

    Only an option brings one into play.
    """
    row = g.setting.rule(TRACK, side=SIDES[side])
    return row if row is not None and not entered(g, g.setting.activations[row["chit"]]) else None


@cites("KT-10.4b-2", "KT-20.5-surprise-a-1", "KT-20.5-surprise-a-2", "KT-20.5-surprise-a-3", "KT-20.5-crook-a-1",
       "KT-20.5-crook-a-2")  # fmt: skip
def may_give_up(g: State, side: int) -> Row | None:
    """The rule for which the Event chit just drawn may be given up: it must be its side's first in this turn.

    A first chit that was used otherwise, or lost to Fortunes of War, still counts as the first. Beside a track any
    number may be laid.
    """
    track = track_of(g, side)
    if track is not None:
        return track
    found = purpose(g, side)
    if found is None:
        return None
    return None if any(is_event(g, d, side) for d in g.drawn[:-1]) else found[0]


def is_event(g: State, drawn: Drawn, side: int) -> bool:
    """Whether a chit that left the cup was an Event chit of a side."""
    return drawn.side == side and not is_commander(g, drawn.chit)


def chance_words(row: Row) -> str:
    """Such as "the Surprise Attack on 1 or 2"."""
    needs = int(row["needs"])
    return f"{row['title']} on {' or '.join(map(str, range(1, needs + 1))) if needs < 3 else f'1 to {needs}'}"


def aim_words(row: Row) -> str:
    """What a chit may be given up for, as the question puts it."""
    if row["do"] == TRACK:
        return f"give it up as {row['common']}, laid out on the track “{row['title']}”"
    return f"give it up for a roll, {chance_words(row)}"


@cites("KT-10.4b-2", "SS-10.4b-3", "SS-20.1a-3", "SS-20.2a-3")
def give_up(g: State, side: int) -> None:
    """The chit just drawn is laid out as a Common Event, face down: only its owner knows it.

    Beside a track it joins those already there; none of them is in play before the turn ends.
    """
    chit = g.hands[side][-1].chit
    g.hands = paired(g.hands, side, g.hands[side][:-1])
    g.common = paired(g.common, side, tuple(sorted((*g.common[side], chit))))
    g.drawn = (*g.drawn[:-1], Drawn(side, "", "given up"))
    seat = SIDES[side]
    g.log(Event("common", "KT-10.4b-2", seat, data=(chit,), only=seat))


@procedure("common-rolls", title="Common Events")
class CommonRolls(Procedure, frozen=True):
    """At the end of the turn each side that gave up its first Event chit rolls for what it gave it up for."""

    sides: tuple[int, ...] = (0, 1)

    @cites("KT-20.5-surprise-a-1", "KT-20.5-surprise-b-1", "KT-20.5-crook-b")
    def roll(self, g: State) -> Result:
        """One die for each side."""
        if not self.sides:
            return Done()
        side = self.sides[0]
        if not g.common[side] or g.setting.rule(TRACK, side=SIDES[side]) is not None:
            return Goto(self.next)
        found = purpose(g, side)
        if found is None:
            return Goto(self.vain)
        return Ask(CHANCE, DIE, self.read, "die", found[0]["cite"], chance_words(found[0]))

    def read(self, g: State, die: int) -> Result:
        """Success is a roll of at most what the rule needs."""
        found = purpose(g, self.sides[0])
        assert found is not None
        row, kind = found
        won = die <= int(row["needs"])
        data = (row["title"], won, chance_words(row))
        g.log(Event("common-roll", row["cite"], SIDES[self.sides[0]], data=data, roll=die))
        if won:
            kind.grant(g, row)
        return Goto(self.next)

    @cites("KT-20.5-surprise-g-1", "KT-20.5-crook-e-1")
    def vain(self, g: State) -> Result:
        """Nothing is left to roll for: the general has been hit since."""
        seat = SIDES[self.sides[0]]
        cite = next(kind.closed for name, kind in KINDS.items() if g.setting.rule(name, side=seat) is not None)
        g.log(Event("common-vain", cite, seat))
        return Goto(self.next)

    def next(self, g: State) -> Result:
        return Goto(self.but(sides=self.sides[1:]).roll)
