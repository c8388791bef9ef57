"""The Surprise Attack of one scenario (KT 20.5): a general earns it, and his brigades make it once, when it suits them.

A row `surprise_attack` of the scenario: `side`, `chit` (the general), `brigades`, `needs` (the highest roll that earns
it), `order`, `allowance`, `cr_bonus`, `barred` (Event chits), `title` and `cite`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.engine.cites import cites
from vedette.engine.procedure import Ask, Call, Done, Procedure, Result, procedure
from vedette.rules.blind_swords.chapters.activation import can_act
from vedette.rules.blind_swords.chapters.automatic import AutomaticActivations
from vedette.rules.blind_swords.setting import SIDE_INDEX
from vedette.rules.blind_swords.state import State

NAME = "surprise_attack"
PASS = ""
UNEARNED, USED = 0, -1
Row = Mapping[str, Any]


@cites("KT-20.5-surprise-c", "KT-20.5-surprise-g-1", "KT-20.5-surprise-h")
def is_open(g: State, row: Row) -> bool:
    """Whether a roll could still earn it: not earned, not used (KT-20.5-surprise-h), the general himself in command.

    KT-20.5-surprise-g-1; who has failed may try again on later turns (KT-20.5-surprise-c).
    """
    return g.surprise == UNEARNED and row["chit"] not in g.casualties and g.turn < g.setting.last_turn


@cites("KT-20.5-surprise-b-1", "KT-20.5-surprise-b-2")
def grant(g: State, row: Row) -> None:
    """It may be made on any future turn, with no further roll."""
    g.surprise = g.turn + 1


@cites("KT-20.5-surprise-g-2")
def back_in_command(g: State, general: str) -> None:
    """A general who returns from his wound may lead it from the following turn on."""
    if g.surprise > 0 and g.setting.rule(NAME, chit=general) is not None:
        g.surprise = max(g.surprise, g.turn + 1)


@cites("KT-20.5-surprise-b-2", "KT-20.5-surprise-g-1", "KT-20.5-surprise-h")
def ready(g: State) -> Row | None:
    """The rule, where the attack may be announced now: earned, its turn come, the general not replaced.

    KT-20.5-surprise-b-2, KT-20.5-surprise-g-1; once in the game (KT-20.5-surprise-h).
    """
    if not 0 < g.surprise <= g.turn:
        return None
    row = g.setting.rule(NAME)
    if row is None or row["chit"] in g.casualties:
        return None
    side = SIDE_INDEX[row["side"]]
    return row if any(can_act(g, side, b) for b in row["brigades"]) else None


def terms_words(row: Row) -> str:
    """What it would do, in a breath."""
    names = row["brigades"]
    listed = f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]
    return (
        f"{listed} act in any sequence without a roll, ordered to {row['order']}, {row['allowance']} MP a unit, "
        f"cohesion +{row['cr_bonus']}; nobody plays {', '.join(row['barred'])}; once in the game"
    )


@procedure("surprise-attack")
class SurpriseAttack(Procedure, frozen=True):
    """Announced at any time at which a chit would be pulled, or kept for later."""

    @cites("KT-20.5-surprise-d-1", "KT-20.5-surprise-g-3")
    def choose(self, g: State) -> Result:
        """Now, later, or never, which costs nothing."""
        row = ready(g)
        if row is None:
            return Done(False)
        units = [i for b in row["brigades"] for i in g.brigade(SIDE_INDEX[row["side"]], b) if g.at(i) >= 0]
        return Ask(
            row["side"], (row["title"], PASS), self.take, "surprise", "KT-20.5-surprise-d-1",
            f"make the {row['title']} now?",
            lambda g, title: f"announce {title}" if title else "pass", optional=True, usual=PASS,
            about=tuple(units),
        )  # fmt: skip

    @cites("KT-20.5-surprise-d-2", "KT-20.5-surprise-e-1", "KT-20.5-surprise-e-2", "KT-20.5-surprise-h")
    def take(self, g: State, title: str) -> Result:
        """All brigades act (KT-20.5-surprise-d-2), with the movement and without the chits that the rule names.

        KT-20.5-surprise-e-1, KT-20.5-surprise-e-2; never again (KT-20.5-surprise-h).
        """
        row = ready(g)
        if title == PASS or row is None:
            return Done(False)
        g.surprise = USED
        attack = AutomaticActivations(
            SIDE_INDEX[row["side"]], tuple(row["brigades"]), "KT-20.5-surprise-d-2", row["order"],
            row["allowance"], row["cr_bonus"], tuple(row["barred"]), title,
        )  # fmt: skip
        return Call(attack, then=self.over)

    def over(self, g: State) -> Result:
        return Done(True)
