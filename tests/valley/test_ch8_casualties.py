"""JV 8.5 to 8.7: leaders lost, replaced and made."""

from collections.abc import Sequence
from typing import Any

import pytest

from tests.valley.support import ELSEWHERE, Place, at, carry_out, field, hex_of, state
from vedette.engine.events import Event, IllegalAction
from vedette.engine.game import Game
from vedette.rules.valley_campaign.chapters.deeds import lose_step, take_off
from vedette.rules.valley_campaign.chapters.leaders import (
    Casualties,
    CreateLeader,
    LoseLeader,
    Succession,
    creation_hexes,
    cup,
    leaders_in,
    struck,
)
from vedette.rules.valley_campaign.chapters.setup import blank
from vedette.rules.valley_campaign.charts import COLUMNS, EVEN
from vedette.rules.valley_campaign.setting import CONFEDERATE, UNION, Setting
from vedette.rules.valley_campaign.state import ELIMINATED

HERE, FOE = "2011", "2010"
UNITS: dict[str, Place] = {"31 VA": HERE, "Elzey": HERE, "25 OH": FOE, "Milroy": FOE, "Taylor": "2012", "7 LA": "2012"}
"""Elzey stands with an attacker, Taylor beside him, Milroy in the attacked hex."""


def attack(units: dict[str, Place] = UNITS, **options: Any) -> Game:
    """A Confederate combat phase."""
    return field({**ELSEWHERE, **units}, phase="combat", **options)


def kinds(events: Sequence[Event]) -> list[tuple[str, tuple[str, ...]]]:
    """What happened to whom."""
    return [(e.kind, e.units) for e in events]


def falls(game: Game, die: int, hexes: Sequence[str] = (HERE,)) -> list[Event]:
    """Carry out what the die of an attack on the foe costs; questions that answer themselves left out."""
    events = carry_out(game, Casualties(die, tuple(map(hex_of, hexes)), hex_of(FOE)))
    return [e for e in events if e.kind != "automatic"]


# -- 8.5 -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("JV-8.5-1", "JV-6.2-KIA-att", "JV-8.5-3", "JV-8.6-2", "JV-8.6-3", "JV-6.2-KIA-replace")
def test_a_leader_stacked_with_an_attacker_falls_on_a_1() -> None:
    """JV-EX-8.5a: and a subordinate follows him in the same hex."""
    game = attack(draws=["Confederate C"])
    events = falls(game, 1)
    assert kinds(events) == [("leader-lost", ("Elzey",)), ("leader-drawn", ("Confederate C",))]
    assert [e.cite for e in events] == ["JV-8.5-1", "JV-8.6-3"]
    assert at(game, "Elzey") == "eliminated"
    assert at(game, "Confederate C") == HERE
    assert at(game, "Milroy") == FOE
    assert state(game).fallen == ("Elzey",)
    assert state(game).vacant == ()


@pytest.mark.rule("JV-8.5-2", "JV-6.2-KIA-def")
def test_a_leader_in_the_attacked_hex_falls_on_a_6() -> None:
    """JV-EX-8.5b."""
    game = attack(draws=["Union A"])
    assert [e.cite for e in falls(game, 6)] == ["JV-8.5-2", "JV-8.6-3"]
    assert (at(game, "Milroy"), at(game, "Union A"), at(game, "Elzey")) == ("eliminated", FOE, HERE)


@pytest.mark.parametrize("die", [2, 3, 4, 5])
def test_no_other_die_costs_leaders(die: int) -> None:
    assert falls(attack(), die) == []


@pytest.mark.rule("JV-8.5-6")
def test_a_leader_beside_an_attacker_is_not_at_risk() -> None:
    g = state(attack())
    assert struck(g, 1, [hex_of(HERE)], hex_of(FOE), CONFEDERATE) == ("Elzey",)


@pytest.mark.rule("JV-8.5-7")
def test_all_leaders_of_such_hexes_fall_whoever_lent_his_shift() -> None:
    game = attack({**UNITS, "Jackson": HERE}, draws=["Confederate A", "Confederate B", "Confederate D"])
    falls(game, 1, [HERE, "2012"])
    assert state(game).fallen == ("Jackson", "Elzey", "Taylor")
    assert (at(game, "Confederate A"), at(game, "Confederate B"), at(game, "Confederate D")) == (HERE, HERE, "2012")
    both = attack({**UNITS, "Koltes": FOE}, draws=["Union A", "Union B"])
    falls(both, 6)
    assert state(both).fallen == ("Milroy", "Koltes")


def test_the_hexes_are_each_counted_once() -> None:
    g = state(attack())
    assert struck(g, 1, [hex_of(HERE), hex_of(HERE)], hex_of(FOE), CONFEDERATE) == ("Elzey",)
    assert leaders_in(g, hex_of(FOE), CONFEDERATE) == ()


@pytest.mark.rule("JV-8.5-5", "JV-8.6-12")
def test_the_fallen_is_not_turned_but_gone_for_good() -> None:
    game = attack(draws=["Confederate C"])
    falls(game, 1)
    unit = state(game).units["Elzey"]
    assert (unit.at, unit.reduced) == (ELIMINATED, False)
    assert "Elzey" not in cup(state(game), CONFEDERATE)


# -- 8.6 -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("JV-8.6-1", "JV-8.6-7")
def test_each_side_has_its_own_cup_of_26_from_a_to_z() -> None:
    g = state(attack())
    for side, word in ((UNION, "Union"), (CONFEDERATE, "Confederate")):
        assert list(cup(g, side)) == [f"{word} {chr(65 + n)}" for n in range(26)]


@pytest.mark.rule("JV-8.6-2", "JV-8.6-5")
def test_the_draw_is_blind_and_equal_among_all_who_are_left() -> None:
    """Good ones and bad ones alike, each as likely as any other; both sides see who comes."""
    game = attack({**UNITS, "Confederate A": {"at": "eliminated"}})
    carry_out(game, LoseLeader("Elzey", "JV-8.5-1"))
    (decision,) = game.decisions
    ask = decision.ask
    assert (ask.seat, ask.kind, ask.weights) == ("chance", "leader-draw", None)
    assert ask.options == tuple(f"Confederate {chr(66 + n)}" for n in range(25))
    assert ask.sees is not None and ask.sees(state(game)) == ""
    assert {state(game).counter(id).shift for id in ask.options} == {1, 2, 3}


@pytest.mark.rule("JV-8.6-4", "JV-8.6-6", "JV-8.7-9")
def test_nobody_is_drawn_twice_dismissed_or_put_back() -> None:
    game = attack(draws=["Confederate D", "Confederate B"])
    carry_out(game, LoseLeader("Elzey", "JV-8.5-1"))
    decision = game.decision
    assert decision is not None and decision.kind == "attack", "play goes on at once"
    assert not [a.text for a in decision.actions if "Confederate D" in a.text]
    assert "Confederate D" not in cup(state(game), CONFEDERATE)
    game = attack(draws=["Confederate D", "Confederate B"])
    carry_out(game, CreateLeader((hex_of(HERE),)))
    game.play("draw a leader")
    assert game.decision is not None and game.decision.kind == "attack"
    assert at(game, "Confederate D") == HERE
    assert at(game, "Confederate B") == "cup"


@pytest.mark.rule("JV-8.6-11", "JV-8.6-12")
def test_a_subordinate_is_replaced_again_until_the_cup_is_empty() -> None:
    game = attack(cup=["Confederate A", "Confederate B"], draws=["Confederate B", "Confederate A"])
    carry_out(game, LoseLeader("Elzey", "JV-8.5-1"))
    carry_out(game, LoseLeader("Confederate B", "JV-8.5-1"))
    assert at(game, "Confederate A") == HERE
    events = carry_out(game, LoseLeader("Confederate A", "JV-8.5-1"))
    assert kinds(events)[1] == ("not-replaced", ("Confederate A",))
    assert state(game).vacant == ()
    assert leaders_in(state(game), hex_of(HERE), CONFEDERATE) == ()
    assert at(game, "Confederate B") == "eliminated", "never back in the cup"


@pytest.mark.rule("JV-8.6-3")
def test_with_nobody_left_he_joins_the_nearest_friend() -> None:
    """Oddity 80: a lone leader is lost, and his successor comes to life where friends are."""
    units: dict[str, Place] = {"Elzey": "1010", "31 VA": "1013", "7 LA": "1016", "25 OH": "1009"}
    game = attack(units, draws=["Confederate C"])
    carry_out(game, LoseLeader("Elzey", "JV-8.5-2"))
    assert at(game, "Confederate C") == "1013"


@pytest.mark.rule("JV-8.6-3")
def test_of_friends_equally_near_his_owner_picks_one() -> None:
    units: dict[str, Place] = {"Elzey": "1010", "31 VA": "1013", "7 LA": "1007", "25 OH": "1009"}
    game = attack(units, draws=["Confederate C"])
    carry_out(game, LoseLeader("Elzey", "JV-8.5-2"))
    decision = game.decision
    assert decision is not None and decision.seat == "confederate"
    assert sorted(a.text for a in decision.actions) == ["Confederate C: 1007", "Confederate C: 1013"]
    game.play("Confederate C: 1013")
    assert at(game, "Confederate C") == "1013"


@pytest.mark.rule("JV-8.6-2")
def test_any_elimination_of_a_leader_calls_for_a_successor() -> None:
    """A step lost, a unit that cannot retreat: whatever the cause (oddity 81)."""
    for cause in ("step", "eliminated"):
        game = attack(draws=["Confederate C"])
        if cause == "step":
            lose_step(state(game), "Elzey", "JV-6.14-4")
        else:
            take_off(state(game), "Elzey", ELIMINATED, "JV-6.12-12", "eliminated")
        carry_out(game, Succession())
        assert (at(game, "Elzey"), at(game, "Confederate C")) == ("eliminated", HERE)


def test_units_that_are_no_leaders_have_no_successor() -> None:
    game = attack()
    lose_step(state(game), "31 VA", "JV-6.2-AL1")
    assert state(game).vacant == ()
    assert carry_out(game, Succession()) == []


def test_without_a_friend_on_the_map_nobody_follows() -> None:
    game = field({"Elzey": HERE, "25 OH": FOE}, phase="combat")
    events = carry_out(game, LoseLeader("Elzey", "JV-8.5-2"))
    assert events[-1].kind == "not-replaced"
    assert len(cup(state(game), CONFEDERATE)) == 26


def test_a_vacancy_outlives_a_save() -> None:
    """Between the loss and the draw the game can be saved: the frames and the field say who is missing."""
    game = attack()
    carry_out(game, LoseLeader("Elzey", "JV-8.5-1"))
    g = state(game)
    data = g.saved()
    new = g.clone()
    new.vacant = ()
    assert new != g
    new.restore(data)
    assert list(new.vacant) == [("Elzey", hex_of(HERE))]
    assert new == g


# -- 8.7 -------------------------------------------------------------------------------------------------------


FAILED: dict[str, Place] = {"31 VA": HERE, "12 GA": "2109", "Lusk Battery": "1910", "25 OH": FOE}
"""An attack from three hexes, one of them a gun's."""


def rises(die: int, column: int, attackers: Sequence[str], units: dict[str, Place] = FAILED, **more: Any) -> list[str]:
    """Where an attack makes a leader."""
    g = state(attack(units, **more))
    return [g.hex_name(h) for h in creation_hexes(g, die, column, attackers)]


@pytest.mark.rule("JV-8.7-1", "JV-6.2-LC")
def test_a_1_at_one_to_one_or_less_makes_a_leader() -> None:
    for column, name in enumerate(COLUMNS):
        assert rises(1, column, ["31 VA"]) == ([HERE] if name in ("1:3", "1:2", "1:1") else []), name
    assert [rises(die, EVEN, ["31 VA"]) for die in (2, 3, 4, 5, 6)] == [[]] * 5


@pytest.mark.rule("JV-8.7-2", "JV-8.7-12")
def test_with_a_survivor_who_is_no_gun() -> None:
    assert sorted(rises(1, EVEN, ["31 VA", "12 GA", "Lusk Battery"])) == [HERE, "2109"]
    assert rises(1, EVEN, ["Lusk Battery"]) == []
    assert rises(1, EVEN, ["31 VA", "12 GA"], {**FAILED, "31 VA": "eliminated"}) == ["2109"]
    assert rises(1, EVEN, ["31 VA"], {**FAILED, "31 VA": "eliminated"}) == []


@pytest.mark.rule("JV-8.7-4", "JV-8.7-5")
def test_not_where_a_successor_was_just_placed() -> None:
    """JV-EX-8.7b: with another survivor there, or not at all."""
    game = attack({**FAILED, "Elzey": HERE}, draws=["Confederate C"])
    falls(game, 1)
    g = state(game)
    assert at(game, "Confederate C") == HERE
    assert creation_hexes(g, 1, EVEN, ["31 VA"]) == ()
    assert creation_hexes(g, 1, EVEN, ["31 VA", "12 GA"]) == (hex_of("2109"),)


@pytest.mark.rule("JV-8.7-11")
def test_with_the_cup_empty_nobody_rises() -> None:
    assert rises(1, EVEN, ["31 VA"], cup=["Union A"]) == []
    assert rises(1, EVEN, ["31 VA"], cup=["Confederate Z"]) == [HERE]


@pytest.mark.rule("JV-8.7-3", "JV-8.7-2")
def test_the_draw_is_offered_and_assumed() -> None:
    game = attack(FAILED, draws=["Confederate C"])
    carry_out(game, CreateLeader((hex_of(HERE),)))
    decision = game.decision
    assert decision is not None and (decision.seat, decision.kind) == ("confederate", "leader")
    assert [a.text for a in decision.actions] == ["draw a leader", "no leader"]
    assert decision.usual.text == "draw a leader"
    (drawn,) = [e for e in game.play("draw a leader") if e.kind == "leader-drawn"]
    assert (drawn.units, drawn.cite, at(game, "Confederate C")) == (("Confederate C",), "JV-8.7-2", HERE)


@pytest.mark.rule("JV-8.7-3")
def test_his_owner_may_do_without() -> None:
    game = attack(FAILED)
    carry_out(game, CreateLeader((hex_of(HERE),)))
    game.play("no leader")
    assert len(cup(state(game), CONFEDERATE)) == 26
    assert game.decision is not None and game.decision.kind == "attack"


@pytest.mark.rule("JV-8.7-7", "JV-8.7-13")
def test_of_several_survivors_the_owner_picks_one_and_one_leader_comes() -> None:
    game = attack(FAILED, draws=["Confederate C", "Confederate A"])
    carry_out(game, CreateLeader((hex_of(HERE), hex_of("2109"))))
    game.play("draw a leader")
    assert game.decision is not None
    assert [a.text for a in game.decision.actions] == [f"Confederate C: {HERE}", "Confederate C: 2109"]
    with pytest.raises(IllegalAction) as error:
        game.play("Confederate C: 2120")
    assert error.value.cite == "JV-8.7-7", "which is no move in another phase"
    game.play("Confederate C: 2109")
    assert at(game, "Confederate C") == "2109"
    assert len(cup(state(game), CONFEDERATE)) == 25


# -- options ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("JV-8.6-8")
def test_unnamed_leaders_join_both_cups_alike() -> None:
    battle = state(attack()).setting.battle
    g = blank(Setting(battle, {"unnamed-leaders": "2"}))
    for side, word in ((UNION, "Union"), (CONFEDERATE, "Confederate")):
        assert cup(g, side)[26:] == (f"{word} unnamed 1", f"{word} unnamed 2")
        assert [g.counter(id).shift for id in cup(g, side)[26:]] == [1, 1]
    assert len(cup(blank(Setting(battle, {"unnamed-leaders": "0"})), UNION)) == 26
