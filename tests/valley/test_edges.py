"""Where a case begins and ends: beside each that it holds for stands one that it no longer holds for.

What `tools/break_rules.py` found that the tests of the chapters let pass.
"""

from __future__ import annotations

import pytest

from tests.support import kinds, offered, play
from tests.valley.combat_support import NORTH, SOUTH, SOUTHEAST, SOUTHWEST, TARGET, battle, north, result, south, walls
from tests.valley.support import at, field, hex_of, state
from tests.valley.test_ch5_reinforcements import BLOCKED, coming, entries
from tests.valley.test_ch9_bridges import bank
from vedette.rules.valley_campaign.chapters.bombardment import gun_bar, shake, target_bar
from vedette.rules.valley_campaign.chapters.bridges import burn_bar
from vedette.rules.valley_campaign.chapters.combat import hex_bar, unit_bar
from vedette.rules.valley_campaign.chapters.deeds import take_off
from vedette.rules.valley_campaign.chapters.leaders import creation_hexes, reaches
from vedette.rules.valley_campaign.chapters.losses import demoralize
from vedette.rules.valley_campaign.chapters.movement import leave_cost, points_bar, start_bar
from vedette.rules.valley_campaign.chapters.odds import defence_strength
from vedette.rules.valley_campaign.chapters.reinforcements import entries as entries_of
from vedette.rules.valley_campaign.chapters.retreat import way_bar
from vedette.rules.valley_campaign.chapters.sight import sees
from vedette.rules.valley_campaign.chapters.zones import in_enemy_zone
from vedette.rules.valley_campaign.charts import COLUMNS
from vedette.rules.valley_campaign.state import ELIMINATED, State

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


# -- chapters 4, 6, 8: movement, odds, new leaders ---------------------------------------------------------------------


@pytest.mark.rule("JV-4.7-1", "JV-4.9-1", "JV-4.9-2", "JV-4.5-3", "JV-4.5-4")
@pytest.mark.parametrize(
    ("frm", "cost", "left", "start", "case"),
    [("2010", 3, 3, False, ""), ("2010", 4, 3, False, "JV-4.7-1"), ("2010", 4, 3, True, ""), ("2011", 2, 4, True, ""),
     ("2011", 3, 4, True, "JV-4.9-2"), ("2011", 2, 5, True, ""), ("2011", 3, 5, True, "JV-4.9-2"),
     ("2011", 4, 4, False, "")],
)  # fmt: skip
def test_what_a_step_may_cost(frm: str, cost: int, left: int, start: bool, case: str) -> None:
    """Out of 2011, beside an enemy, a move begins with half of its points, rounded up, but only begins."""
    g = state(field({"1 VA": frm, "2 VA": "3010", "29 OH": "2012"}))
    bar = points_bar(g, "1 VA", hex_of(frm), cost, left, start)
    assert (bar.cite if bar else "") == case
    assert leave_cost(g, "1 VA", hex_of(frm), left, start) == ((left + 1) // 2 if frm == "2011" and start else 0)


@pytest.mark.rule("JV-4.8-5", "JV-4.8-9", "JV-6.3-3", "JV-8.8-1")
def test_why_a_unit_begins_no_move() -> None:
    g = state(field({"1 VA": "2010", "2 VA": "2012", "29 OH": "3020", "Jackson": "2014"}))
    assert start_bar(g, "1 VA") is None and start_bar(g, "Jackson") is None
    enemy = start_bar(g, "29 OH")
    assert enemy is not None and enemy.cite == "JV-4.8-9" and start_bar(g, "2 VA") is None
    g.moved = ("2 VA",)
    demoralize(g, "1 VA", "JV-6.3-1")
    found = [start_bar(g, id) for id in ("2 VA", "1 VA")]
    assert [bar and bar.cite for bar in found] == ["JV-4.8-5", "JV-6.3-3"]
    take_off(g, "Jackson", ELIMINATED, "JV-8.6-1", "eliminated")
    assert start_bar(g, "Jackson") is not None


@pytest.mark.rule("JV-6.6-1", "JV-7.9-2", "JV-7.9-4", "JV-6.3-10", "JV-6.12-10")
def test_who_counts_in_defence() -> None:
    """Guns beside others add nothing, among themselves the strongest counts; nor does who was attacked before."""
    guns = {"G1": north(NORTH, 2, arm="artillery"), "G2": north(NORTH, 3, arm="artillery")}
    with_them = {"D": north(TARGET, 4), "E": north(TARGET, 5), "G3": north(TARGET, 9, arm="artillery")}
    g = state(battle({**guns, **with_them, "A": south(SOUTH)}))
    assert (defence_strength(g, hex_of(TARGET)), defence_strength(g, hex_of(NORTH))) == (9, 3)
    demoralize(g, "E", "JV-6.3-1")
    assert defence_strength(g, hex_of(TARGET)) == 9
    g.attacked = g.retreated = ("E",)
    assert defence_strength(g, hex_of(TARGET)) == 4
    assert defence_strength(g, hex_of("2109")) == 0


@pytest.mark.rule("JV-8.7-1", "JV-8.7-2", "JV-8.7-4", "JV-8.7-11", "JV-8.7-12", "JV-6.2-LC")
def test_where_an_attack_makes_a_leader() -> None:
    """On a 1 at 1:1 or worse, with survivors who are no guns, and where no subordinate stands."""
    units = {"A": south(SOUTH), "B": south(SOUTHEAST), "G": south(SOUTHWEST, arm="artillery"), "D": north(TARGET)}
    g = state(battle({**units, "Confederate C": SOUTHEAST}))
    even = 2
    assert COLUMNS[even] == "1:1"
    assert creation_hexes(g, 1, even, ("A", "B", "G")) == (hex_of(SOUTH),)
    assert creation_hexes(g, 1, 0, ("A",)) == (hex_of(SOUTH),)
    for die, column, who in ((2, even, ("A",)), (1, even + 1, ("A",)), (1, even, ("B",)), (1, even, ("G",))):
        assert creation_hexes(g, die, column, who) == ()
    g = state(battle({**units, "A": {**south(SOUTH), "at": "eliminated"}}))
    assert creation_hexes(g, 1, even, ("A", "B")) == (hex_of(SOUTHEAST),)
    g = state(battle(units, cup=()))
    assert creation_hexes(g, 1, even, ("A",)) == ()


@pytest.mark.rule("JV-9.1-1", "JV-9.1-6", "JV-9.2-1", "JV-9.2-2", "JV-9.2-7")
def test_half_of_the_allowance_is_enough_to_burn_a_bridge() -> None:
    g = state(bank({"1 VA": "2011", "29 OH": "1020"}))
    bridge = (hex_of("2010"), hex_of("2011"))
    half = (g.counter("1 VA").movement + 1) // 2
    found = [burn_bar(g, "1 VA", bridge, left) for left in (half, half - 1)]
    assert found[0] is None and found[1] is not None and found[1].cite == "JV-9.2-7"
    watched = burn_bar(g, "1 VA", bridge, half, True)
    assert watched is not None and burn_bar(g, "29 OH", bridge, half) is not None
    g.burned = (bridge,)
    assert burn_bar(g, "1 VA", bridge, half) is not None


@pytest.mark.rule("JV-7.7-3", "JV-7.7-8")
def test_fire_demoralizes_and_costs_who_is_demoralized_already_a_step() -> None:
    g = fight()
    found = []
    for _ in range(2):
        g.events = []
        shake(g, "D")
        found.append(([(e.kind, e.cite) for e in g.events], g.units["D"].reduced, g.units["D"].demoralized > 0))
    assert found[0] == ([("demoralized", "JV-7.7-8")], False, True)
    assert found[1] == ([("step-lost", "JV-6.3-7"), ("demoralized", "JV-7.7-3")], True, True)


@pytest.mark.rule("JV-4.12-1", "JV-4.12-clear")
def test_open_ground_hides_nothing_by_its_own_case() -> None:
    g = state(field({"1 VA": "2010", "29 OH": "2014"}))
    found = sees(g, hex_of("2010"), hex_of("2014"))
    assert found and {(t.cite, t.blocks) for t in found.touched} == {("JV-4.12-clear", False)}
