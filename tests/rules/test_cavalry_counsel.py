"""What the adjutant does with cavalry."""

from tests.rules.riders import on_foot, riders
from tests.support import offered, play
from vedette.rules.blind_swords.ai import JUDGES
from vedette.rules.blind_swords.ai.cavalry import turn_worth
from vedette.rules.blind_swords.ai.scene import Scene
from vedette.rules.blind_swords.chapters.costs import terms_for


def best(game):
    """The answer that is worth most to who is asked."""
    ask = game.state.ask
    values = JUDGES[ask.kind](Scene.of(game.state, ask.seat), ask)
    return max(zip(values, offered(game), strict=True))[1]


def test_it_charges_where_the_odds_are_good_and_comes_home():
    weak = {"hex": "1637", "face": "worn", "marks": ["disrupted"]}
    game = riders({"14 PA": "1633", "27 VA": weak}, "movement", "Schoonmaker")
    play(game, best(game))
    assert best(game) == "14 PA: charge"
    play(game, "14 PA: charge")
    for _ in range(6):
        if game.decision.kind == "move":
            play(game, best(game))
    assert game.state.charging == ("14 PA",)


def test_it_does_not_charge_a_strong_regiment():
    game = riders({"8 OH": "1633", "5 VA": "1637", "21 VA": "1637"}, "movement", "Schoonmaker")
    play(game, "move 8 OH")
    assert best(game) != "8 OH: charge"


def test_it_withdraws_before_infantry_that_would_strike_it():
    game = riders({"14 VA": {"hex": "1637", "face": "worn"}, "7 OH-a": "1636"}, "close-combat", "Tyler")
    play(game, "7 OH-a assault 1637; done")
    assert best(game).startswith("withdraw 14 VA to ")


def turning(units):
    """What mounting or dismounting is worth to 14 PA where it stands."""
    game = riders(units, "movement", "Schoonmaker")
    frame = game.state.stack[-1][0]
    terms = terms_for(game.state, "14 PA", frame.terms)
    return turn_worth(Scene.of(game.state, "union"), "14 PA", terms.allowance, terms)


def test_far_from_the_enemy_it_mounts_and_near_him_it_does_not():
    assert turning({"14 PA": on_foot("1633"), "8 OH": "1732", "27 VA": "1640"}) > 0
    assert turning({"14 PA": on_foot("1633"), "8 OH": "1732", "27 VA": "1635"}) == 0


def test_far_from_the_enemy_it_stays_mounted():
    assert turning({"14 PA": "1633", "8 OH": "1732", "27 VA": "1640"}) == 0
