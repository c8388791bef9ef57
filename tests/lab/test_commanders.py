"""Commanders: they see their desk alone, keep no memory, and the cautious one is worth something."""

from collections.abc import Callable, Iterator

import pytest

import vedette
from vedette import staff
from vedette.engine import Game
from vedette.engine.state import State
from vedette.lab import Plan, simulate

BATTLE = "kernstown/the-stone-wall"


def middle(seed: int, answers: int) -> Game:
    """A game after some random answers."""
    game = vedette.battle(BATTLE).new_game(seed=seed, keep=False)
    commander = staff.seat("random", seed=seed)
    for _ in range(answers):
        decision = game.decision
        assert decision is not None
        game.play(decision.actions[commander.pick(staff.glance(decision.ask, decision.number))])
    return game


def asked(game: Game) -> str:
    assert game.decision is not None
    return game.decision.seat


@pytest.mark.parametrize("name", staff.SEATS)
def test_a_choice_is_a_listed_text_and_the_same_when_asked_again(name: str) -> None:
    game = middle(3, 120)
    chosen = [staff.seat(name, game.battle, 7).choose(staff.desk(game, asked(game))) for _ in range(2)]
    assert game.decision is not None and chosen[0] in [a.text for a in game.decision.actions]
    assert chosen[0] == chosen[1]


@pytest.mark.parametrize("name", staff.SEATS)
def test_what_a_seat_cannot_know_does_not_move_it(name: str) -> None:
    for answers in range(20, 220, 40):
        game = middle(5, answers)
        seat = asked(game)
        other = game.imagine(seat, seed=99)
        assert other.view(seat) == game.view(seat)
        commander = staff.seat(name, game.battle, 1)
        assert commander.choose(staff.desk(game, seat)) == commander.choose(staff.desk(other, seat))


def test_no_way_from_the_desk_to_the_true_state() -> None:
    game = middle(3, 60)
    desk = staff.desk(game, asked(game))
    found = list(reached(desk))
    assert all(thing is not game and thing is not game.state for thing in found)
    assert any(isinstance(thing, State) for thing in found)


def reached(start: object) -> Iterator[object]:
    """Every object of ours that can be reached by attributes."""
    todo, seen = [start], set()
    while todo:
        thing = todo.pop()
        if id(thing) in seen:
            continue
        seen.add(id(thing))
        yield thing
        inside = getattr(thing, "__dict__", {})
        todo += [v for v in inside.values() if type(v).__module__.startswith("vedette")]


def test_desk_only_for_who_is_asked() -> None:
    game = middle(3, 60)
    other = "union" if asked(game) == "confederate" else "confederate"
    with pytest.raises(LookupError, match="is not asked anything now"):
        staff.desk(game, other)


def test_unknown_commander() -> None:
    with pytest.raises(staff.SeatError, match="there are random, cautious"):
        staff.seat("lee")


def test_cautious_beats_random_with_either_side(count: Callable[[int], int]) -> None:
    games = count(40)

    def points(union: str, confederate: str) -> float:
        seats = {"union": union, "confederate": confederate}
        result, played = simulate(Plan(battle=BATTLE, games=games, seed=1, seats=seats))
        assert result.errors == []
        held = {level: n for n, level in enumerate(reversed(result.levels))}
        return sum(held[p.level] for p in played) / games

    fair = points("random", "random")
    assert points("cautious", "random") > fair
    assert points("random", "cautious") < fair
