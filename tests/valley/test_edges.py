"""Where a case begins and ends: beside each that it holds for stands one that it no longer holds for.

What `tools/break_rules.py` found that the tests of the chapters let pass.
"""

from __future__ import annotations

import pytest

from tests.support import kinds, offered, play
from tests.valley.combat_support import NORTH, SOUTH, TARGET, battle, north, result, south, walls
from tests.valley.support import at, field, hex_of, state
from tests.valley.test_ch5_reinforcements import BLOCKED, coming, entries
from vedette.rules.valley_campaign.bombardment import gun_bar, target_bar
from vedette.rules.valley_campaign.combat import hex_bar, unit_bar
from vedette.rules.valley_campaign.displacement import way_bar
from vedette.rules.valley_campaign.leaders import reaches
from vedette.rules.valley_campaign.losses import demoralize
from vedette.rules.valley_campaign.reinforcements import entries as entries_of
from vedette.rules.valley_campaign.state import State
from vedette.rules.valley_campaign.zones import in_enemy_zone

ALL = 6
"""Points of a regiment."""

# -- chapter 4: zones --------------------------------------------------------------------------------------------


@pytest.mark.rule("JV-4.5-1", "JV-6.12-8")
@pytest.mark.parametrize("ground", ["clear", "forest"])
def test_who_could_not_pay_for_leaving_a_zone_falls_back_all_the_same(ground: str) -> None:
    """One point: by movement half of it and the hex would be too much; and his next phase begins with all of it."""
    game, _ = result("DR", {"D": {"movement": 1}}, hexes={NORTH: ground})
    assert in_enemy_zone(state(game), hex_of(TARGET), 0) and f"retreat D to {NORTH}" in offered(game)
    play(game, f"retreat D to {NORTH}", "no advance", "done", "move D")
    assert "D: 2008" in offered(game)


# -- chapter 5: reinforcements -------------------------------------------------------------------------------------


@pytest.mark.rule("JV-5.2-6")
def test_who_has_entered_attacks_in_the_same_player_turn() -> None:
    game = coming("1 VA", units={"29 OH": "6114"}, dice=[6])
    game.play("enter 1 VA at 6111")
    assert game.decision is not None and game.decision.stack[-1].endswith(f"{ALL - 1} MP left")
    play(game, "1 VA: 6112", "1 VA: 6113")
    assert state(game).waiting == () and state(game).columns == ((hex_of("6111"), 1),)
    if game.decision is not None and game.decision.kind == "move":
        game.play("done")
    events = play(game, "done", "attack 6114", "add 1 VA", "attack")
    assert kinds(events) == ["phase", "attacked"] and events[-1].units == ("1 VA",)


@pytest.mark.rule("JV-5.3-6", "JV-5.2-3")
def test_who_waits_before_a_blocked_hex_enters_there_in_a_later_turn() -> None:
    """He has the choice at once; and when the enemy has gone the hex of his own is open to him."""
    game = coming("1 VA", units=BLOCKED)
    assert entries(game) == ["enter 1 VA at 6110"] and "done" in offered(game)
    play(game, "done")
    assert at(game, "1 VA") == "waiting"
    while state(game).phase != "movement":
        play(game, "done")
    play(game, "move 29 OH", "29 OH: 6113", "29 OH: 6114")
    while state(game).turn == 2 or state(game).player != 1 or state(game).phase != "movement":
        play(game, "done")
    assert state(game).turn == 3 and entries(game) == ["enter 1 VA at 6111"]


@pytest.mark.rule("JV-5.2-1", "JV-5.2-2", "JV-5.2-3", "JV-5.3-6", "JV-5.3-17")
def test_of_those_who_wait_only_who_is_due_of_ones_own_side_and_has_room_may_enter() -> None:
    rows = [(1, "1 VA", "6111"), (2, "2 VA", "6111"), (3, "4 VA", "6111"), (2, "29 OH", "1018"), (2, "5 VA", "3001")]
    game = field({"33 VA": "3001", "27 VA": "3001", "8 NY": "1001"}, waiting=rows)
    g = state(game)
    assert [(id, g.hex_name(hex)) for id, hex in entries_of(g, 1)] == [("1 VA", "6111"), ("2 VA", "6111")]
    assert [id for id, _ in entries_of(g, 0)] == ["29 OH"]


# -- chapters 6 and 7: why not -------------------------------------------------------------------------------------


def fight() -> State:
    """A regiment and two guns south of an enemy; another of them in range of the guns."""
    guns = {"Gun": south("2012", arm="artillery"), "Other": south(SOUTH, arm="artillery")}
    units = {"A": south(SOUTH), "D": north(TARGET), "Far": north("2007"), **guns}
    return state(battle(units))


@pytest.mark.rule("JV-6.1-1", "JV-6.1-3", "JV-6.3-4", "JV-6.4-1", "JV-6.15-6")
def test_why_a_unit_attacks_nobody() -> None:
    g = fight()
    assert unit_bar(g, "A") is None and unit_bar(g, "D") is not None, "it is the Confederates' phase"
    for field_, cite in (("fought", "JV-6.4-1"), ("advanced", "JV-6.15-6")):
        setattr(g, field_, ("A",))
        bar = unit_bar(g, "A")
        assert bar is not None and bar.cite == cite and unit_bar(g, "Gun") is None
        setattr(g, field_, ())
    for field_ in ("moved", "retreated", "attacked", "displaced"):
        setattr(g, field_, ("A",))
        assert unit_bar(g, "A") is None, f"who has {field_} may attack"
    demoralize(g, "A", "JV-6.3-1")
    bar = unit_bar(g, "A")
    assert bar is not None and bar.cite == "JV-6.3-4"
    g.phase = "movement"
    bar = unit_bar(g, "Other")
    assert bar is not None and bar.cite == "JV-6.1-1"


@pytest.mark.rule(
    "JV-7.1-1",
    "JV-7.1-4",
    "JV-7.1-8",
    "JV-7.1-9",
    "JV-7.1-10",
    "JV-7.1-11",
    "JV-7.4-7",
    "JV-7.9-1",
    "JV-6.3-5",
    "JV-6.13-12",
)
def test_why_a_gun_bombards_nobody() -> None:
    g = fight()
    g.moved = ("Gun",)
    assert gun_bar(g, "Gun") is None
    bars = {"A": gun_bar(g, "A")}
    for field_ in ("fought", "displaced"):
        setattr(g, field_, ("Gun",))
        bars[field_] = gun_bar(g, "Gun")
        assert gun_bar(g, "Other") is None
        setattr(g, field_, ())
    for phase, player in (("movement", 1), ("combat", 0)):
        g.phase, g.player = phase, player
        bars[phase] = gun_bar(g, "Gun")
    g.phase, g.player = "combat", 1
    demoralize(g, "Gun", "JV-6.3-1")
    bars["shaken"] = gun_bar(g, "Gun")
    assert {name: bar.cite for name, bar in bars.items() if bar is not None} == {
        "A": "JV-7.1-1", "fought": "JV-7.1-8", "displaced": "JV-6.13-12", "movement": "JV-7.9-1", "combat": "JV-7.9-1",
        "shaken": "JV-6.3-5",
    }  # fmt: skip


@pytest.mark.rule("JV-7.1-5", "JV-7.1-7", "JV-7.2-1", "JV-7.2-2", "JV-6.12-10", "JV-6.1-1", "JV-6.4-2", "JV-6.3-6")
def test_why_a_unit_is_no_target() -> None:
    g = fight()
    assert target_bar(g, "Gun", "D") is None and hex_bar(g, 1, hex_of(TARGET)) is None
    far, friend = target_bar(g, "Gun", "Far"), target_bar(g, "Gun", "A")
    assert far is not None and far.cite == "JV-7.2-1" and friend is not None and friend.cite == "JV-7.1-1"
    assert target_bar(g, "Other", "Far") is None, "four hexes off"
    for field_, shot, attack in (("retreated", "JV-6.12-10", "JV-6.12-10"), ("attacked", "JV-7.1-5", "JV-6.4-2")):
        setattr(g, field_, ("D",))
        barred = target_bar(g, "Gun", "D"), hex_bar(g, 1, hex_of(TARGET))
        assert [bar.cite for bar in barred if bar is not None] == [shot, attack]
        setattr(g, field_, ())
    demoralize(g, "D", "JV-6.3-1")
    assert hex_bar(g, 1, hex_of(TARGET)) is None
    empty, own = hex_bar(g, 1, hex_of(NORTH)), hex_bar(g, 1, hex_of(SOUTH))
    assert [bar.cite for bar in (empty, own) if bar is not None] == ["JV-6.1-1", "JV-6.1-1"]


@pytest.mark.rule("JV-6.12-2", "JV-6.12-5", "JV-6.12-8", "JV-6.12-11", "JV-6.13-3", "JV-6.13-7", "JV-7.7-4", "JV-4.5-1")
def test_why_one_does_not_fall_back_into_a_hex() -> None:
    wet = walls(NORTH, gates=[(NORTH, "2008"), (NORTH, "2109"), (NORTH, "1909")])
    units = {"A": south(SOUTH), "D": north(TARGET, movement=1), "L": north(TARGET, arm="leader")}
    g = state(battle(units, hexsides=[side for side in wet if set(side[:2]) == {NORTH, TARGET}]))
    ways = {hex: way_bar(g, "D", hex_of(hex)) for hex in (SOUTH, NORTH, "2109")}
    assert {hex: bar and bar.cite for hex, bar in ways.items()} == {
        SOUTH: "JV-6.12-2",
        NORTH: "JV-6.12-5",
        "2109": None,
    }
    stood = (hex_of("2109"),)
    bars = [way_bar(g, id, hex_of(hex), stood) for id, hex in (("D", "2109"), ("L", "2109"), ("D", "1909"))]
    assert [bar and bar.cite for bar in bars] == ["JV-6.12-11", None, None]
    gun = hex_of("2013")
    bars = [way_bar(g, "D", hex_of(hex), (), gun) for hex in ("2109", "1909", "2110", "1910")]
    assert [bar and bar.cite for bar in bars] == [None, None, "JV-7.7-4", "JV-7.7-4"], "not even as far as before"


@pytest.mark.rule("JV-8.1-3", "JV-8.1-7", "JV-8.2-1")
def test_one_of_several_attackers_is_enough_for_a_leader_to_reach_them() -> None:
    """He leads the 1 VA next to him alone; the other, of another command, stands beside the attack far away."""
    own = {"command": "W"}
    units = {"L": south("2014", arm="leader", **own), "1": south("2013", **own), "2": south("2012", **own),
             "3": south("2011", **own), "4": south("1910")}  # fmt: skip
    g = state(battle({**units, "D": north(TARGET)}))
    found = [reaches(g, "L", ids) for ids in (["3", "4"], ["3"], ["4"], ["1"])]
    assert found[0] == found[1] != "" and found[2] == "" and found[3] not in ("", found[0])
