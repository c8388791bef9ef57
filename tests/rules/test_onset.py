"""Breckinridge Attacks (KT 20.4e, 20.4f): the attack that opens the battle, and guns that do not see it coming."""

import pytest

import vedette
from tests.rules.chits import asked, fates, in_cup, marker
from tests.rules.field import refused
from tests.support import kinds, offered, play, referee, texts

ATTACK = vedette.battle("kernstown/breckinridge-attacks")
NOON = vedette.battle("kernstown/second-kernstown")
WHAT_IF = vedette.battle("kernstown/what-if-second-kernstown")
THREE = ("Forsberg", "Patton", "Smith")
MEN = {"45 VA": "2511", "22 VA (Patton)": "2814", "36 VA (Smith)": "3514"}
OTHERS = {"9 WV": "1022", "2/33 VA": "3421"}
QUIET = {"no-events": True}


def opening(battle=ATTACK, **keys):
    """The first Artillery Phase, nobody with guns, and what comes after it."""
    keys = {"cup": ["Breckinridge", "Duval"], "set": QUIET, **keys}
    return referee({**MEN, **OTHERS}, battle=battle, begin="artillery", waiting=False, **keys)


def acts(game, brigade):
    """One of them has its turn; the last one is not asked for."""
    play(game, *([f"activate {brigade}"] if asked(game)[1] == "activate" else []), "order regroup")


def rating(game, unit):
    """The Cohesion Rating of a unit as it counts now."""
    return int(next(u["now"][2] for u in game.view("")["units"] if u["id"] == unit))


@pytest.mark.rule("KT-20.4e-1", "KT-20.4e-2")
def test_his_three_brigades_act_before_the_first_draw_and_without_a_roll():
    game = opening()
    assert asked(game) == ("confederate", "activate")
    assert offered(game) == [f"activate {brigade}" for brigade in THREE]
    play(game, "activate Patton")
    assert asked(game) == ("confederate", "order") and len(offered(game)) == 4  # any Order: rulings, oddity 96
    play(game, "order regroup")
    assert offered(game) == ["activate Forsberg", "activate Smith"]


@pytest.mark.rule("KT-20.4e-3", "KT-20.4e-4")
def test_all_his_units_are_steadier_until_the_last_of_them_is_done():
    before = {unit: rating(opening(battle=NOON), unit) for unit in (*MEN, "2/33 VA")}
    game = opening()
    for brigade in THREE:
        assert {unit: rating(game, unit) for unit in MEN} == {unit: min(6, before[unit] + 1) for unit in MEN}
        assert rating(game, "2/33 VA") == before["2/33 VA"]
        acts(game, brigade)
    assert {unit: rating(game, unit) for unit in MEN} == {unit: before[unit] for unit in MEN}


@pytest.mark.rule("KT-20.4e-5")
def test_afterwards_his_chit_finds_nobody_this_turn():
    game = opening()
    for brigade in THREE:
        acts(game, brigade)
    play(game, "Breckinridge")
    assert {marker(game, brigade) for brigade in THREE} == {"activated"}
    assert fates(game)[0] == ("Breckinridge", "used") and "Breckinridge" not in in_cup(game)


@pytest.mark.rule("KT-20.4e-5")
def test_early_may_still_send_one_of_them():
    game = opening(cup=["Early", "Duval"])
    for brigade in THREE:
        acts(game, brigade)
    play(game, "Early", "play Early")
    assert {"activate Forsberg", "activate Patton", "activate Smith"} <= set(offered(game))


@pytest.mark.rule("KT-20.4e-1")
def test_there_is_no_such_attack_in_later_turns():
    assert asked(opening(turn=2)) == ("chance", "draw")


@pytest.mark.rule("KT-20.5a", "KT-20.6a")
@pytest.mark.parametrize("battle", [NOON, WHAT_IF])
def test_nor_in_the_battles_from_noon_on(battle):
    game = opening(battle=battle)
    assert asked(game) == ("chance", "draw") and "silent" not in kinds(game.start_events)


# -- guns ---------------------------------------------------------------------------------------------------

GUNS = {"Upshur-a": "2423", "45 VA": "2421", "2/33 VA": "2425", "Chapman": "3616"}


def guns(turn=1, battle=ATTACK):
    """A Union battery with men of two divisions in its range."""
    return referee(GUNS, battle=battle, begin="artillery", turn=turn, waiting=False, set=QUIET, cup=["Duval"])


@pytest.mark.rule("KT-20.4f-1")
def test_union_guns_do_not_fire_at_his_men_in_the_first_artillery_phase():
    game = guns()
    play(game, "artillery 2423")
    assert offered(game) == ["fire at 2425", "fire at 3616", "done"]
    assert refused(game, "Upshur-a fire at 2421") == "KT-20.4f-1"


def test_the_view_of_who_can_fire_says_why_they_do_not():
    game = guns()
    words = game.rulebook.board(game.state, "union", "fire-at", at="2421")["words"]
    assert "Upshur-a: it does not see Breckinridge's men in this Artillery Phase" in words


@pytest.mark.rule("KT-20.4f-2")
def test_nor_do_they_move():
    game = guns()
    play(game, "artillery 2423")
    assert refused(game, "move Upshur-a") == "KT-20.4f-2"
    assert refused(game, "Upshur-a: 2323") == "KT-20.4f-2"


def test_the_other_sides_guns_may_do_both():
    game = guns()
    play(game, "artillery 2423", "done", "artillery 3616")
    assert "move Chapman" in offered(game)


@pytest.mark.parametrize("keys", [{"turn": 2}, {"battle": NOON}, {"battle": WHAT_IF}])
def test_it_is_for_that_phase_of_that_battle_only(keys):
    game = guns(**keys)
    play(game, "artillery 2423")
    assert {"fire at 2421", "fire at 2425"} <= set(offered(game))


def test_each_of_them_says_so_on_its_card_and_no_longer():
    game = guns()
    said = {u["id"]: u["notes"] for u in game.view("")["units"] if u["notes"]}
    assert said == {"Upshur-a": ["neither moves nor fires at Breckinridge's men in this Artillery Phase"]}
    play(game, "union: pass", "confederate: pass")
    while game.state.phase == "artillery":
        play(game, "pass")
    assert not any(u["notes"] for u in game.view("")["units"])


def test_it_is_said_as_the_phase_begins():
    events = [e for e in guns().start_events if e.kind == "silent"]
    assert texts(guns(), events) == [
        "the artillery of the Union does not see Breckinridge's men: in this phase it neither moves nor fires at them"
    ]
