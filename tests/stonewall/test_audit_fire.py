"""Fire where it is rare: at the edge of the map, with the last round, at stacks that lose their top unit."""

import msgspec
import pytest

from tests.stonewall.fire_support import bar, field, fire, hex_of, offered, result, state, units_of
from tests.stonewall.melee_support import carry_out
from vedette.rules.great_battles.chapters.fire import goals, parts
from vedette.rules.great_battles.chapters.losses import suffer
from vedette.rules.great_battles.chapters.zone_fire import RetreatFire, WithdrawalFire, watchers
from vedette.rules.great_battles.charts import FireResult


@pytest.mark.rule("SW-23.13-1")
@pytest.mark.rule("SW-23.13-2")
@pytest.mark.rule("SW-23.4")
def test_an_overshot_goes_straight_on_at_the_edge_of_the_map() -> None:
    """The line of fire is not bent where the map ends soon behind the target."""
    game = field(
        {"Alleghany": ("4717", "SE"), "84 PA": "5717", "14 IN": "5816", "8 OH": "5718"}, dice=[4, 1], overshoot=True
    )
    fire(game, "5717", "Alleghany")
    assert offered(game) == ["in 5816", "in 5817"]
    events = game.play("in 5816")
    assert result(events)[0] == "1" and units_of(events, "fired") == ["Alleghany"]
    assert ("14 IN", "artillery") in state(game).hit


@pytest.mark.rule("SW-12.31-1")
def test_the_last_round_is_split_over_several_hexes() -> None:
    """Both parts of a split fire are one round."""
    game = field({"Alleghany": "2020", "84 PA": ("2018", "S"), "1 WV Cav": ("2118", "column")}, dice=[1, 1])
    g = state(game)
    g.units["Alleghany"] = msgspec.structs.replace(g.units["Alleghany"], rounds=1)
    fire(game, "2018", "Alleghany with 2")
    assert state(game).units["Alleghany"].rounds == 0 and bar(game, "Alleghany", "2118") == ""
    fire(game, "2118", "Alleghany")
    assert state(game).units["Alleghany"].rounds == 0 and bar(game, "Alleghany", "2118") == "SW-10.34-1"


@pytest.mark.rule("SW-10.35-1")
def test_no_hex_is_offered_at_which_what_is_left_is_too_little() -> None:
    """Three of four guns fired: the last one is half a point at foot, and no part of a split fire."""
    game = field({"Alleghany": "2020", "84 PA": ("2016", "S"), "14 IN": ("2116", "S")}, dice=[1])
    fire(game, "2016", "Alleghany with 3")
    g = state(game)
    assert parts(g, "Alleghany", hex_of("2116")) == () and goals(g, 1) == ()


@pytest.mark.rule("SW-10.31-1")
def test_all_of_an_arm_fire_at_a_hex_at_once_whoever_lies_on_top_afterwards() -> None:
    """The first fire kills the top unit; nobody fires at the one under it in the same phase."""
    game = field(
        {"5 VA": "2020", "2 VA": "2120", "84 PA": ("2019", "S", 1), "14 IN": ("2019", "S")},
        dice=[6, 6],
    )
    fire(game, "2019", "5 VA")
    g = state(game)
    assert g.at("84 PA") < 0 and g.troops(hex_of("2019"), 0) == ("14 IN",)
    assert bar(game, "2 VA", "2019") == "SW-10.31-1"


@pytest.mark.rule("SW-10.72-2")
@pytest.mark.rule("SW-18.82-3")
def test_a_battery_without_crew_has_nothing_more_to_lose_to_small_arms() -> None:
    """No loss, and so no check of leaders or for rout."""
    g = state(field({"5 VA": "2020", "H 1 OH": ("2019", "S")}))
    g.units["H 1 OH"] = msgspec.structs.replace(g.units["H 1 OH"], crew=1)
    assert suffer(g, "H 1 OH", FireResult(1), "small-arms") == ("H 1 OH",)
    assert suffer(g, "H 1 OH", FireResult(1), "small-arms") == ()


@pytest.mark.rule("SW-8.52-2")
def test_what_a_unit_cannot_bear_falls_on_those_under_it() -> None:
    """On the next one under it, never on who lies above."""
    for hit, bottom, left in (("84 PA", 5, (0, 4)), ("14 IN", 1, (1, 0))):
        g = state(field({"5 VA": "2020", "84 PA": ("2019", "S", 1), "14 IN": ("2019", "S", bottom)}))
        suffer(g, hit, FireResult(2), "small-arms")
        assert (g.strength("84 PA"), g.strength("14 IN")) == left


@pytest.mark.rule("SW-18.6-1")
def test_guns_that_have_moved_do_not_fire_at_who_falls_back() -> None:
    """In their own player turn artillery moves or fires, in whatever fire."""
    game = field({"Alleghany": "2020", "5 VA": ("2119", "S"), "84 PA": ("2019", "S")})
    g = state(game)
    assert set(watchers(g, hex_of("2019"), 1)) == {"Alleghany", "5 VA"}
    g.moved = ("Alleghany", "5 VA")
    assert watchers(g, hex_of("2019"), 1) == ("5 VA",)


@pytest.mark.rule("SW-10.31-4")
@pytest.mark.parametrize("kind", ["withdrawal", "retreat"])
def test_after_a_free_fire_of_both_arms_there_is_one_check_for_rout(kind: str) -> None:
    """Small arms and guns fire at who leaves or comes; then he checks once."""
    game = field(
        {"84 PA": ("2019", "S"), "5 VA": "2020", "Hampden": ("2120", "NW")}, phase="melee", dice=[5, 6, 6, 1, 1, 1]
    )
    g = state(game)
    both = ("5 VA", "Hampden")
    proc = (
        WithdrawalFire(("84 PA",), hex_of("2019"), hex_of("2018"), target="84 PA", chosen=both)
        if kind == "withdrawal"
        else RetreatFire("84 PA", hex_of("2019"), chosen=both)
    )
    events = carry_out(game, proc)
    kinds = [e.kind for e in events if e.kind in ("withdrawal-fired", "retreat-fired", "rout-check")]
    assert kinds == [f"{kind}-fired", f"{kind}-fired", "rout-check"], g.stack


@pytest.mark.rule("SW-11.16-3")
@pytest.mark.rule("SW-7.22-2")
def test_who_retreats_before_melee_turns_his_back_to_the_fire() -> None:
    """Straight away from the enemy he shows his rear hexsides."""
    game = field({"84 PA": ("2019", "S"), "5 VA": "2020"}, phase="retreat", dice=[1, 1])
    game.play("84 PA retreats")
    game.play("retreat 84 PA to 2018")
    events = game.play("fire 5 VA")
    shot = next(e for e in events if e.kind == "withdrawal-fired")
    assert [name for name, _, _ in shot.data[6]] == ["enfilade"]
