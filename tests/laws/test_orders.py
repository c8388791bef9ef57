"""Standing orders: what they answer is offered, and what they go by is known to the seat that they answer for."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from tests.laws.worlds import SEATS, WORLDS, seeds, sparse, walk
from vedette.engine.occasion import Occasion
from vedette.engine.procedure import CHANCE
from vedette.staff.orders import Order, Ordered, Orders

Count = Callable[[int], int]


def told(occasion: Occasion | None) -> Any:
    """An occasion to be compared."""
    return occasion and (occasion.window, sorted(occasion.facts), occasion.answers, occasion.holders)


@pytest.mark.parametrize("world", WORLDS)
def test_every_occasion_is_of_a_window_and_answers_by_what_is_offered(world: str, count: Count) -> None:
    seen: Counter[str] = Counter()
    for seed in seeds(world, count(20)):
        for game in walk(world, seed):
            windows = {row["name"] for row in game.rulebook.windows(game.battle)}
            for decision in game.decisions:
                found = game.rulebook.occasion(game.state, decision.ask)
                if found is None:
                    continue
                seen[found.window] += 1
                assert found.window in windows and found.gestures <= set(found.answers)
                assert all(value in decision.ask.options for value in found.answers.values())
    assert seen


@pytest.mark.parametrize("world", WORLDS)
def test_orders_go_by_what_their_seat_knows(world: str, count: Count) -> None:
    """In every game that it could be in the occasion, the clock and what is gone are the same."""
    compared = 0
    for seed in seeds(world, count(10)):
        for game in sparse(world, seed, each=40):
            for decision in game.decisions:
                if decision.seat == CHANCE:
                    continue
                other = game.imagine(decision.seat, seed + 1)
                asked = other.decision_of(decision.seat)
                assert asked is not None
                mine = game.rulebook.occasion(game.state, decision.ask)
                assert told(other.rulebook.occasion(other.state, asked.ask)) == told(mine)
                assert other.rulebook.clock(other.state) == game.rulebook.clock(game.state)
                compared += mine is not None
    assert compared


@pytest.mark.parametrize("world", WORLDS)
def test_who_may_stop_a_beat_is_known_to_all(world: str, count: Count) -> None:
    """Whoever looks on sees the same holders, whatever they hold."""
    for seed in seeds(world, count(10)):
        for game in sparse(world, seed, each=40):
            for decision in game.decisions:
                found = game.rulebook.occasion(game.state, decision.ask) if decision.seat != CHANCE else None
                for seat in SEATS if found is not None and found.holders else ():
                    other = game.imagine(seat, seed)
                    theirs = other.decision_of(decision.seat)
                    assert theirs is not None
                    again = other.rulebook.occasion(other.state, theirs.ask)
                    assert again is not None and again.holders == found.holders and again.window == found.window
                    assert again.facts == found.facts


@pytest.mark.parametrize("world", WORLDS)
def test_every_setting_of_every_window_can_be_ordered(world: str) -> None:
    game = next(walk(world, 1))
    book = game.rulebook
    orders = Orders(book.windows(game.battle))
    for row in orders.windows.values():
        names = [setting["name"] for setting in row["settings"]]
        assert {row["default"], row.get("live", row["default"]), row.get("alone", row["default"])} <= set(names)
        assert len(set(names)) == len(names)
        for setting in row["settings"]:
            facts = tuple(choice["fact"] for choice in setting.get("choices", ()))
            mine = Ordered()
            order = Order(row["name"], setting["name"], facts)
            orders.mode = setting.get("only", "")
            orders.give(mine, order, book.clock(game.state), lambda fact: book.named(game.state, "union", fact))
            words = orders.words(order, lambda fact: book.named(game.state, "union", fact))
            assert words.startswith(row["title"]) and setting["title"] in words
