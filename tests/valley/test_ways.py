"""Gestures of many units, and the ranges that go with them: stacks, columns, reinforcements, steps."""

from __future__ import annotations

from typing import Any

import pytest

import vedette
from tests.support import offered
from tests.valley.support import at, field, state
from vedette.engine.events import EngineError, IllegalAction
from vedette.engine.game import Game
from vedette.engine.ways import take_back_unit, ways
from vedette.rules.valley_campaign.chapters.combat import IDLE

ROAD = "1010-1011-1012-1013-1014-1015-1016-1017-1018-1019-1020"
FAR: dict[str, Any] = {"8 NY": "5030", "33 VA": "3001"}
GUN = {"arm": "artillery", "side": "confederate"}


def places(game: Game, *ids: str) -> list[str]:
    """Where units stand."""
    return [at(game, id) for id in ids]


def test_a_stack_goes_one_way_that_all_of_it_can_go() -> None:
    units = {**FAR, "1 VA": "1010", "Jackson": "1010", "a gun": {"at": "1010", **GUN}}
    game = field(units, hexsides=[("1010", "1011", "creek")])
    alone = game.rulebook.reach(state(game), "1 VA")
    both = game.rulebook.reach(state(game), "1 VA + a gun")
    assert alone["1011"]["path"] == ["1010", "1011"] and "1010" not in alone
    assert both["1011"]["path"] != ["1010", "1011"]  # guns find no ford there
    game.play(f"1 VA + a gun + Jackson: {'-'.join(both['1011']['path'][1:])}")
    assert places(game, "1 VA", "a gun", "Jackson") == ["1011"] * 3


@pytest.mark.rule("JV-4.10-1")
def test_a_stack_of_two_finds_no_room_beside_a_third() -> None:
    game = field({**FAR, "1 VA": "1010", "2 VA": "1010", "4 VA": "1012"})
    assert "1012" in game.rulebook.reach(state(game), "1 VA")
    rows = game.rulebook.reach(state(game), "1 VA + 2 VA")
    assert "1012" not in rows and rows["1013"]["stack"] == "2 of 2"
    assert rows["1012" if "1012" in rows else "1011"]["stack"] == "2 of 2"


@pytest.mark.rule("JV-4.4-1", "JV-4.5-4")
def test_a_range_says_where_it_must_stop_and_what_leaving_a_zone_costs() -> None:
    game = field({"1 VA": "1010", "2 VA": "1014", "8 NY": "1016", "25 OH": "1009"})
    rows = game.rulebook.reach(state(game), "2 VA")
    assert rows["1015"]["stops"] and rows["1015"]["text"].endswith("must stop there: zone of control of 8 NY")
    assert not rows["1013"]["stops"]
    assert "3 of them for leaving" in game.rulebook.reach(state(game), "1 VA")["1011"]["text"]


@pytest.mark.rule("JV-4.10-2", "JV-4.10-3")
def test_a_column_closes_up_behind_its_head_in_the_order_given() -> None:
    ids = ("1 VA", "2 VA", "4 VA", "5 VA", "27 VA")
    units = {**FAR, **dict(zip(ids, ("1014", "1013", "1012", "1011", "1010"), strict=True))}
    game = field(units, roads=[ROAD])
    (plan,) = game.rulebook.plans(state(game), "confederate", "1020", ids)
    assert plan["headline"] == "5 move, 4 not all the way"
    game.play("march 1 VA + 2 VA + 4 VA + 5 VA + 27 VA to 1020")
    assert places(game, *ids) == ["1020", "1019", "1018", "1017", "1016"]
    assert game.decision is not None and game.decision.kind == "move-unit" and "move 1 VA" not in offered(game)


def test_the_proposed_order_clears_the_road_and_a_worse_one_says_who_blocks_whom() -> None:
    units = {**FAR, "1 VA": "1011", "2 VA": "1011", "4 VA": "1010", "Jackson": "1011"}
    walls = {f"{line:02d}{place:02d}": "5" for line in (9, 11) for place in range(8, 22)}
    game = field(units, roads=[ROAD], hexes=walls)
    bad, good = game.rulebook.plans(state(game), "confederate", "1016", ("4 VA", "1 VA", "2 VA", "Jackson"))
    assert good["best"] and not bad["best"] and "4 VA" in bad["warning"]
    assert good["text"] == "march 2 VA + Jackson + 1 VA + 4 VA to 1016"
    assert "blocked in 1011 by 2 VA and 1 VA; 2 VA and 1 VA could move first" in str(bad["others"])
    game.play(good["text"])
    assert {id: at(game, id) for id in good["ghosts"]} == good["ghosts"]
    assert good["room"]["1016"] == "2 of 2"


def test_a_step_is_the_same_for_all_the_foremost_first() -> None:
    game = field({**FAR, "1 VA": "1010", "2 VA": "1010", "4 VA": "1011", "5 VA": "1011"})
    south = next(
        p
        for p in game.rulebook.plans(state(game), "confederate", "", ("1 VA", "2 VA", "4 VA", "5 VA"))
        if p["ghosts"]["1 VA"] == "1012"
    )
    game.play(south["text"])
    assert places(game, "1 VA", "2 VA", "4 VA", "5 VA") == ["1012", "1012", "1013", "1013"]
    with pytest.raises(IllegalAction, match="no way on this map"):
        game.play("step 33 VA E 1")


WAITING = [(2, "1 VA", "6110"), (2, "2 VA", "6110"), (2, "4 VA", "6110")]


@pytest.mark.rule("JV-5.3-2", "JV-5.3-17")
def test_reinforcements_enter_as_a_column_and_march_on() -> None:
    road = "6110-6010-5910-5810-5710-5610-5510"
    game = field({**FAR}, waiting=WAITING, roads=[road])
    assert game.rulebook.reach(state(game), "1 VA")["6010"]["path"] == ["6110", "6010"]
    (plan,) = game.rulebook.plans(state(game), "confederate", "5510", ("1 VA", "2 VA", "4 VA"))
    assert plan["text"] == "enter 1 VA + 2 VA + 4 VA at 6110 to 5510" and plan["best"]
    game.play(plan["text"])
    assert places(game, "1 VA", "2 VA", "4 VA") == ["5610", "5710", "5810"]


def test_reinforcements_stay_where_they_enter_until_it_is_full() -> None:
    game = field({**FAR}, waiting=WAITING)
    game.play("enter 2 VA + 1 VA + 4 VA at 6110")
    assert places(game, "2 VA", "1 VA", "4 VA") == ["6110", "6110", "waiting"]
    with pytest.raises(IllegalAction) as found:
        game.play("enter 4 VA at 6110: 6010")
    assert found.value.cite == "JV-5.3-17"
    later = field({**FAR}, waiting=WAITING)
    later.play("enter 1 VA at 6110: 6010")
    later.play("2 VA: 6110-6010-5910")
    assert places(later, "1 VA", "2 VA") == ["6010", "5910"]


@pytest.mark.parametrize(("text", "cite"), [
    ("march 2 VA to 1020", "JV-4.10-1"), ("1 VA + 2 VA: 1011", "JV-4.10-1"), ("step 2 VA S", "JV-4.10-1"),
    ("march 3 VA to 1020", "JV-2.8-2"), ("1 VA: 1012", "JV-4.8-7"), ("2 VA: 1010", "JV-4.8-7"),
])  # fmt: skip
def test_what_nobody_can_do_is_refused_with_its_case(text: str, cite: str) -> None:
    game = field({**FAR, "1 VA": "1010", "2 VA": "1010", "4 VA": "1011", "5 VA": "1011"},
                 hexsides=[("1010", n, "river") for n in ("1009", "1109", "1110", "0910", "0909")])  # fmt: skip
    with pytest.raises(IllegalAction) as found:
        game.play(text)
    assert found.value.cite == cite


ROUND = {"25 OH": "1010", "1 VA": "1009", "2 VA": "1011", "4 VA": "1110", "39 NY": "3030"}


@pytest.mark.rule("JV-6.1-1", "JV-6.4-4", "JV-6.4-1", "JV-8.1-2")
def test_an_attack_is_one_text_and_each_who_cannot_says_why() -> None:
    game = field({**ROUND, "33 VA": "1013", "Jackson": "1009"}, phase="combat", dice=[6])
    for text, cite in (("33 VA attack 1010", "JV-6.4-4"), ("1 VA attack 3001", "JV-6.1-1"),
                       ("Jackson attack 1010", "JV-8.1-2")):  # fmt: skip
        with pytest.raises(IllegalAction) as found:
            game.play(text)
        assert found.value.cite == cite
    game.play("2 VA + 1 VA attack 1010")
    assert sorted(state(game).fought) == ["1 VA", "2 VA"] and state(game).attacked == ("25 OH",)
    while game.decision is not None and game.decision.seat != "confederate":
        game.play(game.decision.actions[0].text)
    game.play("no advance")
    with pytest.raises(IllegalAction) as later:
        game.play("1 VA attack 3030")
    assert later.value.cite == "JV-6.4-1"


def test_a_retreat_from_a_gun_is_given_by_its_end() -> None:
    gun = {"at": "1010", **GUN}
    game = field({"25 OH": "1012", "a gun": gun, "33 VA": "3001"}, phase="combat", dice=[6, 3])
    game.play("a gun bombard 25 OH")
    with pytest.raises(IllegalAction) as found:
        game.play("retreat 25 OH to 1011")
    assert found.value.cite == "JV-7.7-4"
    game.play("retreat 25 OH to 1015")
    assert at(game, "25 OH") == "1015"


def test_a_phase_with_nobody_left_to_attack_waits_since_moves_may_be_taken_back() -> None:
    game = field({**FAR, "1 VA": "1010"})
    game.play("1 VA: 1011")
    game.play("done")
    game.play("33 VA: 3002")
    game.play("done")
    decision = game.decision
    assert decision is not None and decision.kind == "attack" and not decision.ask.always
    assert decision.prompt == IDLE and decision.proposed is not None and decision.proposed.text == "done"
    game.undo("confederate")
    assert "33 VA: 3003" in offered(game)


def test_a_leader_goes_with_the_head_of_his_column_and_holds_nobody_up() -> None:
    units = {**FAR, "Jackson": "1013", "1 VA": "1010", "2 VA": "1010", "4 VA": "1009"}
    game = field(units, roads=[ROAD])
    (plan,) = game.rulebook.plans(state(game), "confederate", "1019", ("1 VA", "Jackson", "2 VA", "4 VA"))[-1:]
    assert plan["ghosts"] == {"1 VA": "1016", "2 VA": "1016", "Jackson": "1016", "4 VA": "1015"}


@pytest.mark.rule("JV-4.10-2")
def test_one_move_is_taken_back_alone_and_what_it_made_room_for_is_named() -> None:
    game = field({**FAR, "1 VA": "1010", "2 VA": "1010", "4 VA": "1009", "5 VA": "1110"})
    game.play("1 VA: 1011-1012")
    game.play("4 VA: 1010")
    game.play("5 VA: 1111-1112")
    game.play("done")
    take_back_unit(game, "confederate", "1 VA")
    assert places(game, "1 VA", "4 VA", "5 VA") == ["1010", "1009", "1112"]
    assert "4 VA: 1010" in game.left


@pytest.fixture
def long(monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game that keeps the states of its last answers only, and has given more."""
    monkeypatch.setattr(Game, "KEPT", 7)
    game = field({**FAR, "1 VA": "1010", "2 VA": "1012", "4 VA": "1014", "Jackson": "3003"})
    for text in ("Jackson: 3004", "done", "1 VA: 1011", "done", "2 VA: 1013", "done"):
        game.play(text)
    return game


@pytest.mark.parametrize("tried", ["played", "odds", "taken back", "refused"])
def test_what_is_only_tried_shortens_no_way_back(long: Game, tried: str) -> None:
    """A copy shares the answers of its game; where it forgets old states, the game itself still has them."""
    before = ways(long, "confederate")
    assert [way.unit for way in before if way.unit] == ["2 VA", "1 VA"]
    if tried == "played":
        long.clone().play("4 VA: 1015-1016-1017-1018")
    elif tried == "odds":
        with pytest.raises(EngineError, match="no odds to give"):
            long.odds("move 4 VA", "4 VA: 1015", "4 VA: 1016")
    elif tried == "taken back":
        take_back_unit(long.clone(), "confederate", "1 VA")
    else:
        with pytest.raises(IllegalAction):
            long.play("move 4 VA; 4 VA: 1015; 4 VA: 1016; 4 VA: 5050")
    assert ways(long, "confederate") == before
    assert take_back_unit(long, "confederate", "1 VA") == ["move 1 VA", "1 VA: 1011", "done"]
    assert places(long, "1 VA", "2 VA") == ["1010", "1013"]


def test_what_was_set_up_in_one_is_no_part_of_a_move() -> None:
    """One answer placed all, at the question of where Tyler goes; then Tyler moved."""
    game = vedette.battle("valley-campaign/port-republic").new_game(seed=3)
    for text in ("rest as proposed", "Tyler: 4421", "done", '1 OH, "H" Battery: 4522'):
        game.play(text, "union")
    assert take_back_unit(game, "union", "Tyler") == ["move Tyler", "Tyler: 4421", "done"]
    assert places(game, "Tyler", '1 OH, "H" Battery') == ["4422", "4522"]


def test_a_unit_goes_to_a_far_hex_by_naming_it_alone() -> None:
    """By the cheapest steps, as its range shows it; a stack as well, and one that comes on."""
    game = field({**FAR, "1 VA": "1010", "Jackson": "1010", "a gun": {"at": "1010", **GUN}})
    game.clone().play("1 VA: 1014")
    game.play("1 VA + Jackson: 1012")
    assert places(game, "1 VA", "Jackson") == ["1012", "1012"]
    game = vedette.battle("valley-campaign/cross-keys").new_game(seed=1)
    while game.decision is not None and not any(a.text.startswith("enter 7 OH") for a in game.decision.actions):
        texts = offered(game)
        game.play("rest as proposed" if "rest as proposed" in texts else "done", game.decision.seat)
    rows = game.rulebook.reach(game.state, "7 OH")
    for hex in sorted(rows)[::5]:
        trial = game.clone()
        trial.play(f"7 OH: {hex}")
        assert at(trial, "7 OH") == hex
