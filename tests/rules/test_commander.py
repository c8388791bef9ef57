"""What the adjutant makes of a large map and of points: hexes that pay, aims, exits, riders, a Commander's choice."""

from collections.abc import Mapping
from typing import Any

import pytest

import vedette
from tests.rules.commanding import all_through, choice
from tests.rules.scored import FIRST, FLANK, HILL, RIDGE, SECOND, held
from tests.support import offered, referee
from vedette.engine.game import Game
from vedette.rules.blind_swords.ai.aims import FOE, GROUND, HOME, REST, travel
from vedette.rules.blind_swords.ai.brigades import promise
from vedette.rules.blind_swords.ai.scene import Scene
from vedette.rules.blind_swords.ai.stakes import stakes_of, swings

UNION, CONFEDERATE = 0, 1


def facing(battle: str, units: Mapping[str, Any], begin: str = "draw", **keys: Any) -> Game:
    """A position of one of the larger scenarios; nobody still to come."""
    return referee(units, battle=vedette.battle(battle), begin=begin, waiting=False, **keys)


def hex_of(game: Game, unit: str) -> Any:
    return {u["id"]: u["hex"] for u in game.view("")["units"]}[unit]


def paying(game: Game, side: int) -> dict[str, float]:
    """The hexes that are worth anything to a side, with what they are worth."""
    return {game.state.hex_name(h): worth for h, worth in stakes_of(game.state, side).hexes.items()}


def aim(game: Game, side: int, brigade: str) -> Any:
    return Scene(game.state, side).aims[brigade]


# -- what pays -------------------------------------------------------------------------------------------------------


def test_a_hex_is_worth_what_it_pays_till_the_end() -> None:
    early, late = (paying(facing(FIRST, {"27 VA": "3726", "7 OH-a": "1214"}, turn=t), CONFEDERATE) for t in (8, 17))
    assert set(early) == {HILL, *RIDGE} and all(late[h] < early[h] for h in RIDGE)


def test_a_bonus_still_to_come_counts_and_one_that_is_past_does_not() -> None:
    units = {"27 VA": "3726", "7 OH-a": "1214"}
    before, after = (
        swings(g.setting, g.turn, g.control) for g in (facing(FIRST, units, turn=t).state for t in (15, 16))
    )
    hill = vedette.battle(FIRST).board.grid.index(HILL)
    assert before[hill] == pytest.approx(20 + 5 * (1 + 0.9 + 0.81 + 0.729)) and after[hill] == pytest.approx(5 * 2.71)


def test_the_ridge_pays_nothing_while_the_hill_is_held() -> None:
    units = {"27 VA": HILL, "7 OH-a": "1214"}
    assert set(paying(facing(FIRST, units, turn=8, control=held(HILL, "confederate")), CONFEDERATE)) == {HILL}


def test_own_losses_weigh_by_what_they_score() -> None:
    state = facing(SECOND, {"45 VA": "2907", "23 OH": "2016"}, turn=16).state
    assert stakes_of(state, CONFEDERATE).care > 1.5 and stakes_of(state, UNION).care < 0.7
    assert stakes_of(facing(FIRST, {"27 VA": "3726", "7 OH-a": "1214"}).state, UNION).care == 1.0


def test_takes_the_hex_that_pays() -> None:
    units = {"2 VA": "2035", "33 VA": "2036", "7 OH-a": "1214"}
    game = facing(FIRST, units, "movement", active="Garnett", order="attack", turn=9, control=held(RIDGE, "union"))
    all_through(game, "move-unit", "move")
    assert {hex_of(game, "2 VA"), hex_of(game, "33 VA")} & set(RIDGE)


# -- what brigades go for --------------------------------------------------------------------------------------------


def test_a_brigade_goes_for_the_ground_that_pays() -> None:
    found = aim(facing(FIRST, {"2 VA": "2735", "33 VA": "2735", "7 OH-a": "1214"}, turn=7), CONFEDERATE, "Garnett")
    grid = vedette.battle(FIRST).board.grid
    assert found.kind == GROUND and {grid.names[h] for h in found.hexes} == set(RIDGE)


def test_where_nothing_pays_it_goes_for_a_weak_enemy() -> None:
    units = {"45 VA": "2514", "51 VA": "2514", "9 WV": {"hex": "2018", "face": "worn"}}
    found = aim(facing(SECOND, units, turn=16, control=held(HILL, "confederate")), CONFEDERATE, "Forsberg")
    assert found.kind in (FOE, GROUND)


def test_who_is_hopelessly_outnumbered_keeps_off() -> None:
    strong = dict.fromkeys(("3/5 AL", "6/12 AL", "32/43 NC", "45/53 NC", "4/30 NC"), HILL)
    units = {**{id: f"24{22 + n}" for n, id in enumerate(strong)}, "36 VA (Smith)": HILL, "5 WV": "2016"}
    assert aim(facing(SECOND, units, turn=12), UNION, "Hayes").kind == REST


def test_a_wrecked_brigade_rallies_out_of_the_way_first() -> None:
    hurt = {"face": "worn", "marks": ["shaken"]}
    units = {"13 WV": {"hex": "2018", **hurt}, "36 OH": {"hex": "2017", **hurt}, "9 WV": "1924", "3/5 AL": "2521"}
    state = facing(SECOND, units, turn=8, control=held(HILL, "confederate"))
    assert aim(state, UNION, "Hayes").kind == REST and aim(state, UNION, "Johnson").kind != REST


def test_who_is_not_needed_stands_by_the_ground() -> None:
    units = {"3/5 AL": HILL, "6/12 AL": "2424", "14 VA": {"hex": "3013", "marks": ["mounted"]}, "5 WV": "1116"}
    found = aim(facing(SECOND, units, turn=12), CONFEDERATE, "McCausland")
    assert found.kind == GROUND and [vedette.battle(SECOND).board.grid.names[h] for h in found.hexes] == [HILL]


def test_a_far_brigade_marches() -> None:
    units = {"3/5 AL": "4018", "6/12 AL": "4017", "61 AL": "4019", "23 OH": HILL}
    game = facing(SECOND, units, "orders", active="Battle", turn=5)
    assert choice(game) == "order maneuver"
    game.play("order maneuver")
    before = travel(game.state.setting, "infantry", (game.state.setting.grid.index(HILL),))
    start = before[game.state.at("3/5 AL")]
    all_through(game, "move-unit", "move")
    assert before[game.state.at("3/5 AL")] <= start - 8


def test_roads_shorten_the_way() -> None:
    setting = facing(SECOND, {"23 OH": HILL}).state.setting
    hill = setting.grid.index(HILL)
    far = travel(setting, "infantry", (hill,))
    assert far[hill] == 0 and min(far[h] for h in setting.grid.neighbours[hill]) >= 1
    assert any(far[h] < 2 * setting.grid.distance(h, hill) for h in setting.in_play)


# -- leaving ---------------------------------------------------------------------------------------------------------


def leaving(turn: int, **keys: Any) -> Game:
    units = {"9 WV": "1016", "14 WV": "1017", "3/5 AL": "3019", "45 VA": "2423"}
    return facing(SECOND, units, "movement", active="Johnson", side="union", order="maneuver", turn=turn, **keys)


def test_nobody_leaves_the_map_before_it_pays() -> None:
    game = leaving(5)
    assert "exit" not in " ".join(all_through(game, "move-unit", "move"))


def test_who_can_do_no_more_leaves_in_the_last_turn() -> None:
    game = leaving(16)
    given = all_through(game, "move-unit", "move")
    assert {"9 WV: exit", "14 WV: exit"} <= set(given)


def test_who_holds_the_hill_stays() -> None:
    game = facing(
        SECOND, {"9 WV": HILL, "3/5 AL": "2523"}, "movement", active="Johnson", side="union", order="defend", turn=16
    )
    all_through(game, "move-unit", "move")
    assert hex_of(game, "9 WV") == HILL


def test_a_brigade_makes_for_the_edge_when_its_time_has_come() -> None:
    units = {"9 WV": "1416", "14 WV": "1417", "3/5 AL": "3522", "45 VA": HILL, "51 VA": HILL}
    assert aim(facing(SECOND, units, turn=15), UNION, "Johnson").kind == HOME
    assert aim(facing(SECOND, units, turn=6), UNION, "Johnson").kind != HOME


# -- riders, guns, commanders ----------------------------------------------------------------------------------------


def test_riders_keep_away_from_infantry() -> None:
    units = {"14 PA": {"hex": "2017", "marks": ["mounted"]}, "3/5 AL": "2019", "6/12 AL": "2020", "23 OH": HILL}
    game = facing(SECOND, units, "movement", active="Schoonmaker", order="maneuver", turn=5)
    all_through(game, "move-unit", "move", "opportunity-fire", "fire-plan")
    grid = vedette.battle(SECOND).board.grid
    assert grid.distance(grid.index(hex_of(game, "14 PA")), grid.index("2019")) >= 3


def test_a_commander_acts_with_the_brigade_beside_the_enemy() -> None:
    units = {
        "2/33 VA": "2523", "10/37 VA": "2524", "21/50 VA": "2522", "9 WV": {"hex": "2423", "face": "worn"},
        "3/5 AL": "4018", "2/3 NC": "4014", "45 VA": "3007",
    }  # fmt: skip
    game = facing(SECOND, units, turn=5, cup=["Early"])
    for _ in range(6):
        if game.decision is None or game.decision.kind == "activate":
            break
        game.play(choice(game) if game.decision.seat != "chance" else "Early")
    assert game.decision is not None and len(offered(game)) == 4 and choice(game) == "activate Terry"


def test_a_commander_waits_while_nobody_is_near_the_enemy() -> None:
    game = facing(SECOND, {"45 VA": "3007", "3/5 AL": "4018", "9 WV": "1022"}, turn=5, cup=["Early"])
    game.play("Early", "chance")
    assert choice(game) == "hold Early"


def test_a_limited_activation_goes_to_who_has_least_to_lose() -> None:
    units = {"12 WV": "2424", "18 CT": "2425", "170 OH": "1030", "34 MA": "1031", "3/5 AL": "2525"}
    for die, brigade in (("1", "Ely"), ("6", "Wells")):
        game = facing(SECOND, units, turn=5, cup=["Thoburn"], dice=[die])
        game.play("Thoburn", "chance")
        assert choice(game) == f"activate {brigade}"


def test_a_frozen_brigade_promises_nothing() -> None:
    units = {"42 VA": {"hex": "4022", "marks": ["frozen"]}, "1 VA": "4023", "7 OH-a": "4019"}
    scene = Scene(facing(FIRST, units, turn=5).state, CONFEDERATE)
    both = promise(scene, "Burks")
    alone = Scene(facing(FIRST, {"1 VA": "4023", "7 OH-a": "4019"}, turn=5).state, CONFEDERATE)
    assert both == promise(alone, "Burks") > 0


def test_a_battery_far_off_comes_up() -> None:
    units = {"Carpenter": "4033", "23 OH": HILL, "45 VA": "2525"}
    game = facing(SECOND, units, "artillery", turn=3)
    all_through(game, "artillery", "artillery-act", "move")
    grid = vedette.battle(SECOND).board.grid
    assert grid.distance(grid.index(hex_of(game, "Carpenter")), grid.index(HILL)) < grid.distance(
        grid.index("4033"), grid.index(HILL)
    )


def test_a_battery_gives_up_a_weak_fire_for_a_better_place() -> None:
    guns = dict.fromkeys(("Carpenter", "Cooper", "Hardwicke"), "4033")
    units = {**guns, "36 OH": "2425", "45 VA": "3230", "51 VA": "3229"}
    game = facing(SECOND, units, "artillery", turn=4)
    given = all_through(game, "artillery", "artillery-act")
    assert given[-1].startswith("move")


def test_a_battery_is_taken_away_from_infantry_that_would_overrun_it() -> None:
    near = {"Weir": "1923", "3/5 AL": "2126", "6/12 AL": "2125", "32/43 NC": "2124", "23 OH": "1720"}
    game = facing(SECOND, near, "artillery", turn=5)
    all_through(game, "artillery", "artillery-act", "move")
    grid = vedette.battle(SECOND).board.grid
    assert min(grid.distance(grid.index(hex_of(game, "Weir")), grid.index(h)) for h in ("2126", "2125", "2124")) > 3


def test_a_battery_without_ammunition_fetches_it_while_there_is_time() -> None:
    units = {"Clark": {"hex": "1416", "marks": ["low-ammo"]}, "27 VA": "1822", "7 OH-a": "1517"}
    for turn, goes in ((12, True), (17, False)):
        game = facing(FIRST, units, "artillery", turn=turn)
        all_through(game, "artillery", "artillery-act", "move")
        assert (hex_of(game, "Clark") == "1014") == goes


def test_every_scenario_counts_what_it_scores() -> None:
    for name in (FIRST, FLANK, SECOND):
        state = vedette.battle(name).new_game(seed=1, keep=False).state
        for side in (UNION, CONFEDERATE):
            scene = Scene(state, side)
            on_map = {state.counter(i).brigade for i in state.on_map(side) if state.counter(i).arm != "artillery"}
            assert scene.goals and set(scene.aims) == on_map


@pytest.mark.parametrize("battle", [FIRST, FLANK, SECOND])
def test_what_is_hidden_does_not_move_it(battle: str) -> None:
    game = vedette.battle(battle).new_game(seed=4, keep=False)
    for n in range(60):
        assert game.decision is not None
        seat, text = game.decision.seat, choice(game)
        if n % 12 == 11:
            assert choice(game.imagine(seat, seed=n)) == text
        game.play(text, seat)
