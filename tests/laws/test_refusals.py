"""Answers that make no sense are refused for what is wrong with them, whatever stands beside them."""

import random
import re
from collections.abc import Callable

import pytest

from tests.laws import nonsense, reasons
from tests.laws.worlds import CLASH, LATER, LINES, sparse
from vedette.engine import Game, IllegalAction
from vedette.engine.chance import Listed

Count = Callable[[int], int]
OPENING = ("fire", "fire-plan", "artillery-act", "close-combat", "attackers", "attack", "defensive-fire", "firers",
           "melee", "withdrawal-fire", "retreat-fire", "charge")  # fmt: skip
"""Kinds of questions whose answers lead to dice."""
WORLDS = ("stone-wall", CLASH, LINES)


def refused(game: Game, text: str, chance: Listed) -> tuple[type[IllegalAction], str, str] | None:
    """How a text is refused by a copy of a game; None where it is not."""
    twin = game.clone()
    twin.chance = chance
    try:
        twin.play(text)
    except IllegalAction as error:
        return type(error), error.reason, error.cite
    return None


@pytest.mark.parametrize("world", WORLDS)
def test_a_list_of_dice_or_chits_changes_no_refusal(world: str, count: Count) -> None:
    """An empty list stands for every list that is too short: the fault of the answer is told first."""
    for seed in range(count(3)):
        rng = random.Random(seed)
        for game in sparse(world, seed, each=4):
            kind = game.decision.kind if game.decision else ""
            for text in nonsense.texts(game, rng, 40) if kind in OPENING else ():
                why = refused(game, text, Listed())
                assert why is None or refused(game, text, Listed([], [])) == why, (text, why)


@pytest.mark.parametrize("world", ["stone-wall", CLASH, LINES, LATER])
def test_the_reason_of_a_refusal_is_the_one_that_holds(world: str, count: Count) -> None:
    """Checked with bare facts; where a mark is the reason, the refusal is another without the mark."""
    met: set[str] = set()
    for seed in range(count(20)):
        rng = random.Random(seed)
        for game in sparse(world, seed, each=6):
            decision = game.decision
            for text in nonsense.texts(game, rng, 25) if decision and decision.seat != "chance" else ():
                why = told(game, text)
                if why is not None and decision is not None:
                    met |= held(game, decision.seat, *why)
    assert len(met) > 12, met


def told(game: Game, text: str) -> tuple[str, str, str] | None:
    """The answer that is refused, of a gesture the single one, with reason and case; None where nothing is."""
    twin = game.clone()
    twin.chance = Listed()
    try:
        twin.play(text)
    except IllegalAction as error:
        return error.action, error.reason, error.cite
    return None


def held(game: Game, seat: str, text: str, reason: str, cite: str) -> set[str]:
    """The claim that a reason makes, once it has been seen to be true and to matter; none where it cannot be read."""
    name = game.rulebook.name
    if reason.startswith("not offered here "):  # it gives no reason but that
        decision = game.decision_of(seat)
        assert decision is not None and all(a.text != text for a in decision.actions)
        return set()
    said = reasons.read(game, seat, text, reason)
    if not said.id and not said.hexes:
        return set()
    claims = [words for words in reasons.CLAIMS[name] if re.search(words, reason)]
    if "nowhere to go: " in reason:  # what keeps it from most of the hexes around
        return set()
    if not said.id:  # of a hex alone it says what keeps most units from it
        claims = [words for words in claims if words in reasons.OF_HEXES]
    for words in claims:
        assert reasons.CLAIMS[name][words](said), f"{text!r} by {seat}: {reason} ({cite})"
    for words, undo in reasons.UNDONE[name].items():
        if said.id and re.search(words, reason):
            twin = game.clone()
            undo(said._replace(game=twin))
            assert told(twin, text) != (text, reason, cite), f"{text!r} by {seat}: not for {reason} ({cite})"
    assert claims or not said.id or any(re.search(words, reason) for words in reasons.UNREAD), (
        f"{text!r}: unheard of: {reason}"
    )
    return set(claims)
