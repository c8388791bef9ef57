"""What the careful commander likes, position by position."""

from typing import Any

from tests.rules.chits import all_chits
from tests.support import referee
from vedette import staff
from vedette.engine.game import Game


def choice(game: Game) -> str:
    """What the cautious commander answers for the seat that is asked."""
    assert game.decision is not None
    return staff.seat("cautious", seed=1).choose(staff.desk(game, game.decision.seat))


def facing(begin: str, units: dict[str, Any], **keys: Any) -> Game:
    return referee(units, begin=begin, turn=6, **keys)


def test_fires_whenever_it_can() -> None:
    game = facing("fire", {"7 OH-a": "1733", "27 VA": "1834"}, active="Tyler")
    assert choice(game) == "fire at 1834"


def test_prefers_the_target_without_a_wall() -> None:
    game = facing("fire", {"7 OH-a": "1733", "27 VA": "1834", "23 VA": "1732"}, active="Tyler")
    assert choice(game) == "fire at 1732"


def test_does_not_walk_into_a_wall() -> None:
    units = {"7 OH-a": "1733", "27 VA": "1834", "23 VA": "1835"}
    assert choice(facing("close-combat", units, active="Tyler")) == "done"


def test_attacks_at_two_to_one_in_the_open() -> None:
    units = {"7 OH-a": "1733", "29 OH-a": "1632", "4 VA": {"hex": "1732", "face": "worn"}}
    assert choice(facing("close-combat", units, active="Tyler")) == "assault 1732"


def test_holds_the_victory_hex_it_stands_in() -> None:
    game = facing("movement", {"27 VA": "1834", "7 OH-a": "1531"}, active="Garnett")
    assert choice(game) == "done"


def test_moves_towards_an_open_victory_hex() -> None:
    game = facing("movement", {"2 VA": "2135", "7 OH-a": "1531"}, active="Garnett")
    before = game.view("")["units"]
    for _ in range(8):
        if game.decision is None or game.decision.kind not in ("move-unit", "move"):
            break
        game.play(choice(game))
    at = {u["id"]: u["hex"] for u in game.view("")["units"]}
    assert {u["id"]: u["hex"] for u in before}["2 VA"] == "2135" and at["2 VA"] in ("1933", "1834", "1835", "1836")


def test_rallies_the_hurt_before_it_rebuilds() -> None:
    units = {"2 VA": {"hex": "2135", "marks": ["shaken"]}, "33 VA": {"hex": "2136", "face": "worn"}, "7 OH-a": "1531"}
    assert choice(facing("rally", units, active="Garnett", order="regroup")) == "recover 2 VA"


def test_falls_back_to_the_next_victory_hex() -> None:
    game = facing("fire", {"7 OH-a": "1733", "27 VA": "1834"}, active="Tyler", dice=["66", "13"])
    game.play("7 OH-a fire at 1834")
    assert choice(game) in ("retreat 27 VA to 1835", "retreat 27 VA to 1933")


def last_moment(units: dict[str, Any], chit: str) -> Game:
    """The end of a turn in which the Union holds a chit; every chit of the book is in play."""
    return facing("end-turn", units, held={"union": [chit]}, battle=all_chits())


def test_plays_a_firefight_only_where_its_fire_is_the_better_one() -> None:
    walled = {"7 OH-a": "1733", "27 VA": "1834"}
    assert choice(last_moment(walled, "Firefight")) == "pass"
    assert choice(last_moment({"7 OH-a": "1733", "27 VA": "1732"}, "Firefight")) == "play Firefight"


def test_fires_its_firefight_at_the_weaker_of_two() -> None:
    game = last_moment({"7 OH-a": "1733", "27 VA": "1732", "37 VA": "1632"}, "Firefight")
    game.play("play Firefight")
    assert choice(game) == "fire from 1733 at 1732"


def test_makes_a_reserve_move_only_with_somebody_to_move() -> None:
    chit = "Brigade Reserve Move"
    held = {"held": {"confederate": [chit]}, "battle": all_chits()}
    assert choice(facing("end-turn", {"27 VA": "1834", "7 OH-a": "1231"}, **held)) == "pass"
    game = facing("end-turn", {"27 VA": "1834", "37 VA": "2139", "7 OH-a": "1231"}, **held)
    assert choice(game) == f"play {chit}"
    game.play(f"play {chit}")
    assert choice(game) == "activate Fulkerson"
