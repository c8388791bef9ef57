"""Luck: nothing on average, whatever is played; a match without it has a smaller spread."""

import random
from typing import Any

import msgspec
import pytest

from vedette.engine import Known
from vedette.engine.procedure import CHANCE, Ask
from vedette.engine.run import asks
from vedette.lab import Sequential, match_page, plan_of, play_match, play_one
from vedette.lab.luck import Watched, corrected
from vedette.lab.match import luck_words

BATTLE = "kernstown/the-stone-wall"
EVERY = (BATTLE, "cedar-mountain/valley-vengeance", "valley-campaign/port-republic", "stonewall-1978/kernstown")


class Says:
    """A chance that gives a chosen answer."""

    def __init__(self, at: int) -> None:
        self.at = at

    def answer(self, g: Any, ask: Ask) -> Any:
        return ask.options[self.at]


@pytest.mark.parametrize("battle", [EVERY[0], *(pytest.param(id, marks=pytest.mark.slow) for id in EVERY[1:])])
def test_at_an_entry_of_chance_the_luck_of_all_answers_weighs_nothing(battle: str) -> None:
    game = Known.loader()(battle).new_game(seed=3)  # type: ignore[attr-defined]
    rng = random.Random(1)
    game.chance = None
    costly = 0
    while (open_asks := asks(game.state)) and costly < 3:
        if (ask := open_asks[0]).seat != CHANCE:
            game.answer(ask.seat, rng.choice(ask.options))
            continue
        before, lucks = game.state.key(), []
        for at in range(len(ask.options)):
            watched = Watched(Says(at), game.rulebook.ahead)
            assert watched.answer(game.state, ask) == ask.options[at]
            lucks.append(watched.luck)
        weights = ask.weights or (1,) * len(lucks)
        assert sum(x * w for x, w in zip(lucks, weights, strict=True)) == pytest.approx(0.0, abs=1e-9)
        assert game.state.key() == before, "what was only looked at changes nothing"
        costly += any(abs(x) > 1e-9 for x in lucks)
        game.answer(CHANCE, rng.choices(ask.options, ask.weights)[0])
    assert costly, "chance can cost strength"


@pytest.mark.parametrize("battle", EVERY)
def test_whoever_loses_a_unit_is_less_far_ahead(battle: str) -> None:
    game = Known.loader()(battle).new_game(seed=3)  # type: ignore[attr-defined]
    for side, sign in (("union", -1), ("confederate", 1)):
        units = {
            u["id"]: u for u in game.view("")["units"] if u["side"] == side and u["hex"] and u["arm"] == "infantry"
        }
        if not units:
            continue  # Jackson's army is still to come
        state = game.state.clone()
        lost = next(iter(units))
        state.units[lost] = msgspec.structs.replace(state.units[lost], at=-2)
        before, now = game.rulebook.ahead(game.state), game.rulebook.ahead(state)
        assert (now - before) * sign > 0, (side, lost)
        assert game.rulebook.ahead_since(state, game.state, before) == now, "what changed is all that is counted anew"


def test_counting_luck_changes_no_game() -> None:
    plan = plan_of(BATTLE, "random", "cautious", pairs=2, seed=5, luck=True)
    games = [play_one(p, 3) for p in (plan, msgspec.structs.replace(plan, luck=False))]
    assert games[0].digest == games[1].digest and games[0].luck != 0.0 == games[1].luck


def test_a_correction_takes_out_what_luck_explains_and_favours_nobody() -> None:
    rng = random.Random(4)
    means, spreads = [], []
    for _ in range(300):
        luck = [rng.gauss(0, 2) for _ in range(60)]
        scores = [0.55 + 0.1 * c + rng.gauss(0, 0.1) for c in luck]
        found = corrected(scores, luck)
        assert found is not None and found.low < found.score < found.high
        means.append(found.score)
        spreads.append(found.spread)
    assert sum(means) / 300 == pytest.approx(0.55, abs=0.003)
    assert sum(spreads) / 300 == pytest.approx(0.447, abs=0.03), "of 0.2 and 0.1 together the 0.1 is left"
    assert corrected([0.5, 1.0], [0.0, 1.0]) is None
    flat = corrected([0.5, 1.0, 0.0, 0.5], [0.0] * 4)
    assert flat is not None and (flat.score, flat.spread, flat.error) == (0.5, 1.0, 0.0)


def test_a_match_tells_its_score_without_luck() -> None:
    test = Sequential()
    match = play_match(plan_of(BATTLE, "random", "cautious", pairs=3, luck=True), test, stop=False)
    assert match.luck is not None and match.pairs == 3 and match.luck["error"] > 0
    assert match.luck["low"] <= match.luck["score"] <= match.luck["high"]
    assert luck_words(match.luck) in match_page(match, test)
    plain = play_match(plan_of(BATTLE, "random", "random", pairs=1), Sequential(), stop=False)
    assert plain.luck is None
