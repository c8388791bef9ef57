"""What the computer's commanders do with the cavalry of Cedar Mountain, which acts beside the guns."""

import pytest

from tests.rules.fighting import man
from tests.rules.test_cavalry_counsel import best
from tests.rules.wheatfield import ready
from tests.support import offered, play
from vedette import staff
from vedette.rules.blind_swords.ai.cautious import cautious

RIDERS = "1st PA"


def careful(game):
    """The answer that the careful commander likes best."""
    desk = staff.desk(game, "union")
    return max(zip(cautious(desk.view, desk.decision, desk), offered(game), strict=True))[1]


def moving(units):
    """The cavalry about to move, its fire forgone."""
    game = ready(units, "artillery")
    play(game, next(text for text in offered(game) if text.startswith("cavalry")))
    if game.decision.kind == "fire":
        play(game, "done")
    return game


@pytest.mark.rule("SS-9.5-1", "SS-9.5-3")
def test_they_let_it_act_and_the_adjutant_does_so_after_guns_that_tell():
    far = {RIDERS: "2002", "10th ME": "2003", "5th VA": "2309"}
    assert best(ready(far, "artillery")) == "cavalry 2002"
    assert careful(ready(far, "artillery")) == "cavalry 2002"
    guns = {"Best": "2104", "5th VA": man("2106", 3, 2)}
    game = ready({**far, **guns}, "artillery")
    assert best(game) == "artillery 2104"
    play(game, "cavalry 2002")


@pytest.mark.rule("SS-9.5-3")
@pytest.mark.parametrize("commander", [best, careful])
def test_it_does_not_ride_at_the_enemy_alone(commander):
    weak = {"hex": "2108", "values": {"fresh": [1, "R", 1], "worn": [1, "R", 1]}}
    game = moving({RIDERS: "2102", "10th ME": "2003", "5th VA": weak})
    grid = game.state.setting.grid
    while game.decision.kind == "move" and (text := commander(game)) != "done":
        play(game, text)
    assert grid.distance(game.state.at(RIDERS), grid.index("2108")) > 2


@pytest.mark.rule("SS-9.5-3")
def test_with_infantry_behind_it_strikes_who_is_weak():
    game = moving({RIDERS: man("2102", 6, 6), "10th ME": "2104", "5th VA": man("2106", 1, 1, "disrupted", face="worn")})
    while game.decision.kind == "move" and (text := best(game)) != "done":
        play(game, text)
    play(game, "done")
    assert game.decision.kind == "close-combat" and best(game) == "assault 2106"
