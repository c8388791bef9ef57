"""The levels of the scenarios that count points: bands of the difference, and who wins a finished game."""

import pytest

import vedette
from tests.rules.scored import AWARE, FIRST, FLANK, HILL, RIDGE, SECOND, WHAT_IF, closing, gone, held, lost
from vedette.engine.rulebook import rulebook_of
from vedette.rules.blind_swords.chapters.victory import tally, total

FIRSTS = pytest.mark.parametrize("battle", [FIRST, AWARE])
SECONDS = pytest.mark.parametrize("battle", [FLANK, SECOND, WHAT_IF])
LAST = {FIRST: 18, AWARE: 18, FLANK: 9, SECOND: 16, WHAT_IF: 16}


FIRST_BANDS = [
    ("KT-20.2-level-1", "Decisive USA Victory", "union", (-60, -16)),
    ("KT-20.2-level-2", "Major USA Victory", "union", (-15, 0, 14)),
    ("KT-20.2-level-3", "Minor USA Victory", "union", (15, 28)),
    ("KT-20.2-level-4", "Minor CSA Victory", "confederate", (29, 39)),
    ("KT-20.2-level-5", "Major CSA Victory", "confederate", (40, 50)),
    ("KT-20.2-level-6", "Decisive CSA Victory", "confederate", (51, 90)),
]
SECOND_BANDS = [
    ("KT-20.4i-level-1", "Decisive USA Victory", "union", (-150, -100)),
    ("KT-20.4i-level-2", "Major USA Victory", "union", (-99, -41)),
    ("KT-20.4i-level-3", "Minor USA Victory", "union", (-40, -1)),
    ("KT-20.4i-level-0", "Draw", None, (0,)),
    ("KT-20.4i-level-3", "Minor CSA Victory", "confederate", (1, 40)),
    ("KT-20.4i-level-2", "Major CSA Victory", "confederate", (41, 99)),
    ("KT-20.4i-level-1", "Decisive CSA Victory", "confederate", (100, 150)),
]


def ended(battle, ahead):
    """The outcome where the Confederates lead by so much after the last turn, two points of it by the hill."""
    points = {"confederate": ahead - 2, "union": 0} if ahead >= 2 else {"confederate": 0, "union": 2 - ahead}
    return closing(battle, LAST[battle], held(HILL, "confederate"), points=points).outcome


def levels(battle, table):
    """What the outcome is for each difference of a table, and what it should be."""
    found = [ended(battle, ahead) for _, _, _, leads in table for ahead in leads]
    wanted = [(level, winner, ahead, case) for case, level, winner, leads in table for ahead in leads]
    return [(o.level, o.winner, o.points, o.cite) for o in found], wanted


@pytest.mark.rule(
    "KT-20.2-level-1", "KT-20.2-level-2", "KT-20.2-level-3", "KT-20.2-level-4", "KT-20.2-level-5", "KT-20.2-level-6"
)
@FIRSTS
def test_the_levels_of_first_kernstown(battle):
    """Rulings, 21."""
    found, wanted = levels(battle, FIRST_BANDS)
    assert found == wanted


@pytest.mark.rule("KT-20.4i-level-0", "KT-20.4i-level-1", "KT-20.4i-level-2", "KT-20.4i-level-3")
@SECONDS
def test_the_levels_of_second_kernstown(battle):
    found, wanted = levels(battle, SECOND_BANDS)
    assert found == wanted


@pytest.mark.rule("KT-20.2-vp-net", "KT-20.4i-0")
@pytest.mark.parametrize("battle, union, confederate", [(FIRST, 3 + 4 + 1, 2 + 6), (FLANK, 3 + 9 + 1, 3)])
def test_the_points_of_both_sides_enter_the_difference(battle, union, confederate):
    """Hexes, losses and exits of both (rulings, 23)."""
    mine, theirs = {FIRST: ("7 OH-a", "27 VA"), FLANK: ("13 WV", "45 VA")}[battle]
    off = {FIRST: ("7 OH-b", "4 VA"), FLANK: ("5 WV", "51 VA")}[battle]
    ridge = held(RIDGE[:6], "confederate") if battle == FIRST else {}
    units = {mine: lost("1", 6, 2), theirs: lost("1", 9, 4), off[0]: gone(13, "north", 8)}
    game = closing(battle, LAST[battle], {HILL: "union", **ridge}, units)
    state = game.state
    assert (total(tally(state), 0), total(tally(state), 1)) == (union, confederate)
    assert game.outcome.points == confederate - union


def test_a_game_that_is_not_over_has_a_standing_and_no_outcome():
    game = closing(FLANK, 8, held(HILL, "union"))
    assert game.outcome is None
    assert game.view("")["standing"] == {"level": "Minor USA Victory", "winner": "union"}


@pytest.mark.parametrize("battle", [FIRST, AWARE, FLANK, SECOND, WHAT_IF])
def test_the_levels_of_a_simulation_are_all_levels_best_for_the_union_first(battle):
    loaded = vedette.battle(battle)
    table = FIRST_BANDS if battle in (FIRST, AWARE) else SECOND_BANDS
    assert rulebook_of(loaded).levels(loaded) == [level for _, level, _, _ in table]
