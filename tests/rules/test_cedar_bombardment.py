"""Valley Vengeance: the guns before the first turn (SS 22.1)."""

import pytest

from tests.rules.chits import asked
from tests.rules.mountain import evening
from tests.support import kinds, offered, play, texts
from vedette.engine.chance import Listed
from vedette.engine.game import Game

GROUPS = {"Garnett": 4, "Taliaferro": 5, "Early": 6, "artillery": 7}
"""The groups of the Confederates, and how many units each has."""


def opening(*dice):
    """The evening from its beginning, with these dice."""
    return Game.new(evening(), chance=Listed(list(dice), None))


def worn(game):
    """The units on their Battleworn side."""
    return {u["id"] for u in game.view("")["units"] if "worn" in u["states"]}


def brigade_of(game, unit):
    """The brigade of a unit, or its arm where it has none."""
    row = next(u for u in game.view("")["units"] if u["id"] == unit)
    return row["brigade"] or row["arm"]


def picked(game, most=9):
    """The first unit offered, until no unit is asked for; the groups and sides in turn."""
    found = []
    while game.decision is not None and game.decision.kind == "bombard" and len(found) < most:
        found.append((game.decision.seat, game.decision.actions[0].text.removeprefix("deplete ")))
        play(game, offered(game)[0])
    return found


@pytest.mark.rule("SS-22.1-s2-1", "SS-22.1-s3-1")
def test_first_the_union_rolls_for_four_groups_then_the_confederates_for_one():
    game = Game.new(evening(), chance=Listed(None, None))
    asks = []
    while game.decision.kind in ("die", "bombard"):
        if game.decision.kind == "die":
            asks.append(game.decision.prompt)
        play(game, "2" if game.decision.kind == "die" else offered(game)[0])
    whom = [*("Garnett", "Taliaferro", "Early"), "the enemy's artillery"]
    assert asks == [*(f"Union bombardment of {w}" for w in whom), "Confederate bombardment of the enemy's artillery"]
    assert game.view("")["turn"] == 7 and game.decision.kind == "key"


@pytest.mark.rule("SS-22.1-s2-2", "SS-22.1-s2-3", "SS-22.1-s2-4")
@pytest.mark.parametrize("die, count", [("1", 0), ("2", 1), ("3", 1), ("4", 1), ("5", 1), ("6", 2)])
def test_the_die_says_how_many_the_union_picks(die, count):
    game = opening(die, die, die, die, "1")
    found = picked(game)
    mine = [unit for seat, unit in found if seat == "union"]
    assert [brigade_of(game, u) for u in mine] == [group for group in GROUPS for _ in range(count)]
    first = next(e for e in game.start_events if e.kind == "bombarded")
    assert first.cite == f"SS-22.1-s2-{2 + count}" and worn(game) == {unit for _, unit in found}


@pytest.mark.rule("SS-22.1-s3-1", "SS-22.1-s3-2", "SS-22.1-s3-3", "SS-22.1-s3-4")
@pytest.mark.parametrize("die, count", [("1", 1), ("2", 1), ("3", 2), ("4", 2), ("5", 3), ("6", 3)])
def test_the_confederates_wear_out_batteries(die, count):
    game = opening("1", "1", "1", "1", die)
    assert asked(game) == ("confederate", "bombard") and len(offered(game)) == 7
    event = next(e for e in game.start_events if e.roll == int(die) and e.seat == "confederate")
    assert event.cite == f"SS-22.1-s3-{1 + count}"
    found = picked(game)
    assert len(found) == count and {brigade_of(game, u) for _, u in found} == {"artillery"}
    assert worn(game) == {unit for _, unit in found}


@pytest.mark.rule("SS-22.1-s2-4")
def test_each_unit_is_worn_out_once_and_picked_by_who_fires():
    game = opening("6", "1", "1", "1", "1")
    assert asked(game) == ("union", "bombard") and len(offered(game)) == GROUPS["Garnett"]
    events = play(game, "deplete 21st VA")
    assert texts(game, events)[0] == "21st VA is depleted" and "deplete 21st VA" not in offered(game)
    events = play(game, "deplete 48th VA")
    assert worn(game) == {"21st VA", "48th VA"} and kinds(events).count("bombarded") == 4


def test_the_log_tells_it_and_a_saved_game_goes_on():
    game = opening("6", "1", "1", "1", "1")
    assert game.say(next(e for e in game.start_events if e.kind == "bombarded"), "") == (
        "The Union bombard Garnett: rolled 6, 2 units of it worn out"
    )
    again = game.rulebook.load(game.battle, {}, game.state.saved())
    assert again == game.state and again.ask is not None
    assert [h["kind"] for h in game.rulebook.guide(evening(), {})].count("bombard") == 1
