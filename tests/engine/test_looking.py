"""What a game offers to programs: plans, ranges, views, refusals, a log by seat, the ground, commanders."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import vedette
from tests.support import offered, referee
from vedette import staff
from vedette.engine import EngineError, IllegalAction
from vedette.engine.rulebook import OptionError
from vedette.hexes import HexError

STONE_WALL = "kernstown/the-stone-wall"
FAMILIES = (STONE_WALL, "valley-campaign/port-republic", "stonewall-1978/kernstown")


def test_plans_ranges_and_views_are_asked_of_the_game() -> None:
    game = referee({"7 OH-a": "1733", "7 OH-b": "1733", "27 VA": "1834"}, begin="fire", active="Tyler")
    book, g = game.rulebook, game.state
    assert game.plans("1834") == book.plans(g, "union", "1834") and game.plans("1834", ["7 OH-a"])[0]["units"] == [
        "7 OH-a"
    ]
    assert game.plans(seat="confederate") == [] != game.plans()
    assert [view["name"] for view in game.boards()] == [view["name"] for view in book.boards()]
    assert game.board("fire-at", "1834")["words"] == book.board(g, "union", "fire-at", "1834")["words"]
    moving = referee({"7 OH-a": "1532"}, begin="movement", active="Tyler")
    assert moving.reach("7 OH-a")["1533"]["path"] == ["1532", "1533"]


def test_why_a_text_is_refused_is_said_without_giving_it() -> None:
    game = referee({"7 OH-a": "1532", "27 VA": "1834"}, begin="movement", active="Tyler", order="attack", dice=["34"])
    refused = game.why("7 OH-a: 1834")
    assert refused is not None and (refused.reason, refused.cite) == ("1834 is not adjacent to 1532", "KT-13.1-3")
    assert str(refused) == "1834 is not adjacent to 1532 (KT-13.1-3)"
    assert game.why("7 OH-a: 1533") is None and game.why("done", "confederate") is not None and not game.entries


@pytest.mark.parametrize("battle", FAMILIES)
def test_the_log_of_a_seat_goes_along_with_the_entries(battle: str) -> None:
    game = vedette.battle(battle).new_game(seed=5)
    for seat in game.rulebook.seats:
        game.play(game.decision_of(seat).actions[0]) if game.decision_of(seat) else None
    for seat in ("", *game.rulebook.seats):
        log = game.log(seat)
        assert [line.n for line in log] == [0, *(e.n for e in game.entries)]


def test_what_the_enemy_put_into_the_cup_is_in_no_log_of_the_other() -> None:
    game = vedette.battle(STONE_WALL).new_game(seed=7)
    game.play("union: key Good Ground")
    game.play("confederate: key Find Ammo")
    assert [e.do for e in game.entries][:2] == ["key Good Ground", "key Find Ammo"]
    own, other, all_ = (game.log(seat) for seat in ("union", "confederate", ""))
    assert own[1].answer == "key Good Ground" and other[1].answer == "" == all_[1].answer
    assert other[2].answer == "key Find Ammo" and "Good Ground" not in str(other) and "Find Ammo" not in str(own)
    assert "Good Ground" in str(own) and "key" not in str([line.answer for line in all_])
    game.undo("union", to=0, consent=True)
    assert [line.n for line in game.log("union")] == [0]


def test_an_imagined_game_has_no_log() -> None:
    game = vedette.battle(STONE_WALL).new_game(seed=7)
    with pytest.raises(EngineError, match="there is no log"):
        game.imagine("union").log()


def test_the_ground_is_asked_by_printed_numbers() -> None:
    hexes = vedette.battle(STONE_WALL).new_game(seed=7).hexes
    assert "1834" in hexes and "9999" not in hexes and len(hexes.names) == len(set(hexes.names))
    assert set(hexes.neighbours("1834")) == {h for h in hexes.names if hexes.distance("1834", h) == 1}
    assert set(hexes.within("1834", 1)) == {"1834", *hexes.neighbours("1834")}
    assert hexes.ground("1834") == "clear, level 10, the stone wall"
    assert (hexes.terrain("1834"), hexes.level("1834")) == ("clear", 10)
    assert (hexes.between("1636", "1735"), hexes.between("1735", "1636")) == ("slope up", "slope down")
    with pytest.raises(HexError):
        hexes.neighbours("9999")


def test_the_ground_is_that_of_the_game_and_not_of_the_box() -> None:
    game = referee({"7 OH-a": "1532"}, hexes={"1834": {"terrain": "light-woods"}}, begin="movement", active="Tyler")
    assert game.hexes.terrain("1834") != "clear" == vedette.battle(STONE_WALL).new_game(seed=1).hexes.terrain("1834")


@pytest.mark.parametrize("battle", FAMILIES)
def test_a_commander_answers_for_a_seat(battle: str) -> None:
    game = vedette.battle(battle).new_game(seed=5)
    commanders = {"union": vedette.commander("random", seed=1), "confederate": vedette.commander("cautious", seed=2)}
    for _ in range(12):
        assert game.decision is not None
        vedette.answer(game, commanders[game.decision.seat])
    assert sum(e.seat != "chance" for e in game.entries) == 12


def test_a_commander_answers_for_nobody_who_is_not_asked() -> None:
    game = referee({"7 OH-a": "1532"}, begin="movement", active="Tyler")
    with pytest.raises(EngineError, match="confederate is not asked anything now"):
        staff.answer(game, staff.seat("random"), "confederate")


def test_a_record_is_read_after_a_bare_import(tmp_path: Path) -> None:
    game = vedette.battle(STONE_WALL).new_game(seed=7)
    game.play("union: key Good Ground")
    file = tmp_path / "game.jsonl"
    file.write_text(game.record(), encoding="utf-8")
    for start in ("import vedette; Game = vedette.Game", "import vedette; from vedette.engine.game import Game"):
        code = f"{start}; print(len(Game.from_record(open({str(file)!r}).read()).entries))"
        assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "1\n"


def test_a_way_leaves_the_move_open_and_a_march_ends_it() -> None:
    way, march = (referee({"7 OH-a": "1532", "7 OH-b": "1431"}, begin="movement", active="Tyler") for _ in range(2))
    way.play("7 OH-a: 1533")
    march.play("march 7 OH-a to 1533")
    assert "7 OH-a: 1633" in offered(way) and offered(march) == ["move 7 OH-b", "done"]
    with pytest.raises(IllegalAction, match="7 OH-a has moved already"):
        march.play("7 OH-a: 1633")


def test_a_march_that_ends_short_says_where_it_stops() -> None:
    """Over two full stacks there is no room to end in the hex that was meant, though the way leads through it."""
    game = referee({"7 OH-a": "1532", "7 OH-b": "1833", "27 VA": "1834"}, begin="movement", active="Tyler")
    (short,) = game.plans("1833", ["7 OH-a"])
    assert short["title"] == "march towards 1833, stops at 1732"
    (there,) = game.plans("1733", ["7 OH-a"])
    assert there["title"] == "march to 1733"


@pytest.mark.parametrize("battle", FAMILIES)
def test_what_there_is_not_is_named(battle: str) -> None:
    """A unit, a hex or a seat written wrong is no empty answer, which would say that nothing can be done."""
    game = vedette.battle(battle).new_game(seed=1)
    unit = next(iter(game.state.units))
    for call, words in (
        (lambda: game.reach("nobody"), "no unit 'nobody'"),
        (lambda: game.reach(f"{unit} + nobody"), "no unit 'nobody'"),
        (lambda: game.reach(unit, "9999"), "no hex '9999'"),
        (lambda: game.plans(units=[unit], by="9999"), "no hex '9999'"),
        (lambda: game.plans(seat="Union"), "no seat 'Union'; there are union, confederate"),
        (lambda: game.board(game.boards()[0]["name"], seat="rebels"), "no seat 'rebels'"),
        (lambda: game.log("rebels"), "no seat 'rebels'"),
    ):
        with pytest.raises(EngineError, match=words):
            call()  # type: ignore[no-untyped-call]


def test_what_a_game_cannot_begin_with_is_named() -> None:
    battle = vedette.battle(STONE_WALL)
    for how, words in (
        ({"seed": "7"}, "the seed is a whole number, not '7'"),
        ({"key": b"short"}, "the key of the dice is 32 bytes"),
        ({"seats": {"rebels": "random"}}, "no seat 'rebels'; there are union, confederate"),
    ):
        with pytest.raises(OptionError, match=words):
            battle.new_game(**how)
