"""Units of chapter 20: names that several share, and horsemen without horses."""

import pytest

import vedette
from tests.support import at, offered, play, referee
from vedette.engine.events import EngineError, IllegalAction
from vedette.engine.rulebook import PositionError
from vedette.rules.blind_swords.assist.overlays import board

BATTLE = vedette.battle("kernstown/breckinridge-attacks")
SMITH, JOHNSON = "36 VA (Smith)", "36 VA (Johnson)"


def marching(*units):
    """A game in which Smith's brigade may move."""
    places = dict(zip(units, ("3514", "3900"), strict=False))
    game = referee(places, battle=BATTLE, begin="movement", active="Smith", order="maneuver")
    play(game, f"move {SMITH}")
    return game


def test_a_bare_name_is_refused_in_a_position():
    with pytest.raises(PositionError, match=r"'36 VA' could be 36 VA \(Smith\) or 36 VA \(Johnson\)"):
        referee({"36 VA": "3514"}, battle=BATTLE)


def test_a_bare_name_is_refused_in_a_gesture_where_both_are_there():
    game = marching(SMITH, JOHNSON)
    with pytest.raises(IllegalAction, match=r"36 VA could mean 36 VA \(Smith\) or 36 VA \(Johnson\)"):
        play(game, "march 36 VA to 3515")
    assert (at(game, SMITH), at(game, JOHNSON)) == ("3514", "3900")


def test_a_bare_name_does_where_the_answers_mean_one_only():
    game = marching(SMITH, JOHNSON)
    play(game, "36 VA: 3515")
    assert (at(game, SMITH), at(game, JOHNSON)) == ("3515", "3900")


def test_the_id_moves_its_unit():
    game = marching(SMITH, JOHNSON)
    play(game, f"{SMITH}: 3515")
    assert (at(game, SMITH), at(game, JOHNSON)) == ("3515", "3900")


def test_a_view_of_a_bare_name_says_whom_it_could_mean():
    with pytest.raises(EngineError, match="'36 VA' could be"):
        board(marching(SMITH, JOHNSON).state, "confederate", "range", unit="36 VA")


@pytest.mark.rule("KT-20.4-vaughn")
@pytest.mark.parametrize("scenario", ["breckinridge-attacks", "second-kernstown", "what-if-second-kernstown"])
def test_vaughns_brigade_is_infantry_in_this_battle(scenario):
    battle = vedette.battle(f"kernstown/{scenario}")
    found = {u["id"]: u for u in battle.new_game(seed=1).view("")["units"] if u["brigade"] == "Vaughn"}
    assert set(found) == {"1 TN", "16GA/16TN", "39/62 TN Mtd. Inf."}
    assert all(u["arm"] == "infantry" and "dismounted" in u["states"] for u in found.values())
    game = referee({}, battle=battle, empty=False, begin="movement", active="Vaughn", order="maneuver")
    play(game, "move 1 TN")
    assert not [text for text in offered(game) if "mount" in text]


def test_the_48_va_is_of_burks():
    """Ruling 39."""
    battle = vedette.battle("kernstown/jackson-is-aware")
    game = referee({}, battle=battle, empty=False, begin="turn", turn=11, set={"no-events": True})
    (row,) = (u for u in game.view("")["units"] if u["id"] == "48 VA")
    assert (row["brigade"], row["place"]) == ("Burks", "not arrived")
    assert {"turn": 11, "unit": "48 VA", "hex": "4021"} in game.view("")["arrivals"]
