"""Chapters 5 to 8, 12.1 and 19 where they meet fire, melee and retreat: what ground, formation and stack do there."""

from __future__ import annotations

import pytest

from tests.stonewall.fire_support import field as fire_field
from tests.stonewall.melee_support import carry_out
from tests.stonewall.melee_support import field as melee_field
from tests.stonewall.move_support import at, field, hex_of, offered, play, state
from vedette.engine.choice import Choice
from vedette.engine.game import Game
from vedette.engine.run import answer, start
from vedette.packs.reader import load
from vedette.rules.great_battles import rulebook
from vedette.rules.great_battles.chapters.army_morale import raise_morale, spend_morale
from vedette.rules.great_battles.chapters.columns import Shot, column, enfiladed
from vedette.rules.great_battles.chapters.fire import Volley, shooter_bar, stance_bar, target_bar
from vedette.rules.great_battles.chapters.losses import lose, suffer, targets
from vedette.rules.great_battles.chapters.melee import melee_bar, reckon
from vedette.rules.great_battles.chapters.moves import start_bar
from vedette.rules.great_battles.chapters.retreats import Retreat, hemmed_in
from vedette.rules.great_battles.chapters.rout import steady
from vedette.rules.great_battles.chapters.sight import sees
from vedette.rules.great_battles.chapters.stacking import fault
from vedette.rules.great_battles.chapters.supply import Depletion
from vedette.rules.great_battles.chapters.terrain import cost
from vedette.rules.great_battles.chapters.zone_fire import onlookers
from vedette.rules.great_battles.charts import FireResult

WAGON = "Union Supply Wagon"


def shifts(game: Game, firer: str, target: str) -> dict[str, int]:
    """The shifts of a fire of one unit at another, by name."""
    g = state(game)
    found = column(g, [Shot(firer, g.strength(firer))], g.at(target), target)
    return {name: by for name, by, _, _ in found.shifts}


def clear_sight(game: Game, a: str, b: str) -> bool:
    """Whether the ground lets one hex see another."""
    return bool(sees(state(game), hex_of(a), hex_of(b)))


def stance(game: Game, id: str) -> bool:
    """Whether a unit is in a state to fire."""
    return stance_bar(state(game), id) is None


# -- ground ------------------------------------------------------------------------------------------------


@pytest.mark.rule("SW-5.26-4")
@pytest.mark.rule("SW-5.26-5")
@pytest.mark.rule("SW-5.31-3")
@pytest.mark.rule("SW-5.31-4")
@pytest.mark.rule("GB-21.21-3")
@pytest.mark.rule("GB-21.51-1")
def test_ridges_matter_everywhere_walls_in_combat_slopes_to_feet_alone() -> None:
    rows = (("ridge", -1, True, 1, 2), ("stone wall", -1, False, 1, 1), ("slope", 0, False, 0, 1))
    for feature, shift, blocks, melee, points in rows:
        units = {"5 VA": "2020", "14 IN": ("2017", "S"), "67 OH": ("2019", "S")}
        for rules in ("1978", "2007"):
            game = field(units, rules=rules, hexsides=[("2019", "2020", feature)])
            assert sum(shifts(game, "5 VA", "67 OH").values()) == shift, feature
            g = state(game)
            froms = (hex_of("2020"),)
            assert cost(g.setting, "line", hex_of("2019"), hex_of("2020")) == 4 * points, feature
            assert len(reckon(g, 1, hex_of("2019"), ("5 VA",), froms).defence) == 1 + melee, feature
            far = field({"5 VA": "2021", "14 IN": ("2017", "S")}, rules=rules, hexsides=[("2019", "2020", feature)])
            assert clear_sight(far, "2021", "2017") is not blocks, feature


@pytest.mark.rule("GB-21.51-2")
@pytest.mark.rule("GB-21.53")
@pytest.mark.rule("SW-9.0-5")
def test_slopes_and_the_foot_of_a_crest_are_ground() -> None:
    from vedette.rules.great_battles.chapters.sight import judge

    for feature in ("slope", "crest"):
        game = field({"5 VA": "2022"}, hexsides=[("2019", "2020", feature)])
        s = state(game).setting
        a, b = hex_of("2022"), hex_of("2020")
        assert (s.board.level[a], s.board.level[b]) == (1, 1)
        assert judge(s, a, b, 1, 2, 2)[0] and judge(s, a, b, 3, 2, 2)[2] == "SW-10.65-1", "a hilltop between closes it"


# -- formations --------------------------------------------------------------------------------------------


@pytest.mark.rule("SW-6.0-5")
@pytest.mark.rule("SW-6.12-1")
@pytest.mark.rule("SW-6.14-1")
def test_infantry_is_in_line_and_mounted_cavalry_in_column() -> None:
    from vedette.rules.great_battles.chapters.setup import fresh
    from vedette.rules.great_battles.chapters.terrain import mover

    game = field({"5 VA": "2020", "7 VA Cav": ("2022", "column")})
    g = state(game)
    assert {c.arm for c in g.setting.counters.values()} == {"infantry", "cavalry", "artillery", "supply", "leader"}
    assert not fresh(g.setting, "5 VA", 0).column and mover(g, "5 VA") == "line" and mover(g, "7 VA Cav") == "mounted"


@pytest.mark.rule("SW-6.11-2")
@pytest.mark.rule("SW-6.14-2")
@pytest.mark.rule("SW-6.13-1")
@pytest.mark.rule("SW-8.51")
@pytest.mark.rule("SW-8.7-4")
@pytest.mark.rule("SW-6.15-2")
def test_who_fires() -> None:
    game = field({
        "5 VA": ("2020", "column"), "7 VA Cav": ("2022", "column"), "Hampden": ("2024", "column"), "2 VA": "2026",
        "4 VA": "2026", "33 VA": ("2028", "reserve"), WAGON: "3030",
    })  # fmt: skip
    ids = ("5 VA", "7 VA Cav", "Hampden", "2 VA", "4 VA", "33 VA", WAGON)
    assert [stance(game, id) for id in ids] == [False, False, False, True, False, False, True]
    g = state(game)
    g.phase = "defensive-fire"
    assert shooter_bar(g, WAGON) is None, "as line infantry, to all sides"


@pytest.mark.rule("SW-6.11-5")
@pytest.mark.rule("SW-6.14-4")
@pytest.mark.rule("SW-7.0-2")
@pytest.mark.rule("SW-7.22-2")
@pytest.mark.rule("SW-7.22-3")
@pytest.mark.rule("SW-7.23")
@pytest.mark.rule("SW-7.22-1")
def test_shifts_for_column_horse_and_enfilade() -> None:
    units = {
        "14 IN": ("2020", "S"),
        "5 VA": ("2021", "S"),
        "2 VA": ("2019", "column"),
        "7 VA Cav": ("2120", "column"),
        "27 VA": ("2022", "NE"),
    }
    game = field(units)
    assert shifts(game, "14 IN", "5 VA") == {"enfilade": 1} and shifts(game, "14 IN", "2 VA") == {"column": 1}
    assert list(shifts(game, "14 IN", "7 VA Cav").values()) == [2]
    g = state(game)
    assert not enfiladed(g, "2 VA", hex_of("2020")) and not enfiladed(g, "27 VA", hex_of("2121"))
    front, rear = ("2021", "2121"), ("2023", "1922", "1921")
    facing_north_east = [enfiladed(g, "27 VA", hex_of(h)) for h in (*front, *rear)]
    assert facing_north_east == [False, False, True, True, True] or facing_north_east[2:] == [True, True, True]
    joint = next(h for h in ("2120", "1920") if enfiladed(g, "5 VA", hex_of(h)))
    assert joint, "along a corner of front and rear"
    assert all(target_bar(g, 0, hex_of(h), "small-arms", 1) is None for h in ("2021", "2019", "2022")), "from any side"


@pytest.mark.rule("SW-17.12-3")
def test_out_of_command_a_unit_defends() -> None:
    game = field({"5 VA": "2020", "14 IN": ("2021", "N")}, uncommanded=["5 VA", "14 IN"])
    g = state(game)
    assert shooter_bar(g, "5 VA").cite == "SW-17.12-1" and shooter_bar(g, "14 IN") is None
    assert reckon(g, 1, hex_of("2021"), ("5 VA",), (hex_of("2020"),)).defence


@pytest.mark.rule("SW-6.13-3")
@pytest.mark.rule("SW-6.13-5")
@pytest.mark.rule("SW-6.11-4")
@pytest.mark.rule("SW-8.22-2")
@pytest.mark.rule("SW-6.14-2")
def test_what_formations_bring_into_melee() -> None:
    game = field({
        "H 1 OH": ("2020", "S"), "84 PA": ("2020", "S"), "L 1 OH": ("2030", "column"), "62 OH": ("2032", "column"),
        WAGON: "2034", "5 VA": ("2021", "N"), "7 VA Cav": ("2035", "column"),
    })  # fmt: skip
    g = state(game)
    found = {h: [n for _, n, _ in reckon(g, 1, hex_of(h), ("5 VA",), (hex_of("2021"),)).defence]
             for h in ("2020", "2030", "2032", "2034")}  # fmt: skip
    assert sorted(found["2020"]) == [1, 3] and found["2030"] == [1] and found["2032"] == [5] and found["2034"] == [1]
    horse = reckon(g, 1, hex_of("2034"), ("7 VA Cav",), (hex_of("2035"),))
    assert [n for _, n, _ in horse.attack] == [3]


@pytest.mark.rule("SW-6.14-6")
@pytest.mark.rule("SW-7.32-1")
def test_charges_and_facing_in_melee() -> None:
    units = {"7 VA Cav": ("2021", "column"), "14 IN": ("2020", "N"), "5 VA": ("1921", "NE")}
    game = field(units, charges=(("7 VA Cav", hex_of("2020")),))
    g = state(game)
    g.charges = (("7 VA Cav", hex_of("2020")),)
    g.phase = "melee"
    assert [n for _, n, _ in reckon(g, 1, hex_of("2020"), ("7 VA Cav",), (hex_of("2021"),)).attack] == [6]
    rear, front = hex_of("2021"), hex_of("2019")
    assert (
        reckon(g, 1, hex_of("2020"), ("5 VA",), (rear,)).defence
        == reckon(g, 1, hex_of("2020"), ("5 VA",), (front,)).defence
    )
    assert melee_bar(g, "5 VA", hex_of("2020")) is None, "the facing of who is attacked is no matter"


# -- stacks under fire -------------------------------------------------------------------------------------


@pytest.mark.rule("SW-8.52-1")
@pytest.mark.rule("SW-8.53-1")
@pytest.mark.rule("SW-8.52-2")
@pytest.mark.rule("SW-8.53-2")
def test_whom_fire_strikes_in_a_stack() -> None:
    game = field({"27 VA": ("2020", 1), "5 VA": ("2020", 3), "14 IN": ("2030", "N")})
    g, hex = state(game), hex_of("2020")
    both = ("27 VA", "5 VA")
    assert targets(g, hex, 1, "small-arms", 3) == ("27 VA",) == targets(g, hex, 1, "artillery", 2)
    assert targets(g, hex, 1, "artillery", 3) == both
    assert suffer(g, "27 VA", FireResult(2), "small-arms") == both and g.at("27 VA") < 0 and g.strength("5 VA") == 2
    game = field({"27 VA": ("2020", 1), "5 VA": ("2020", 3)})
    g = state(game)
    assert suffer(g, "27 VA", FireResult(2), "artillery", alone=True) == ("27 VA",) and g.strength("5 VA") == 3


@pytest.mark.rule("SW-8.8")
def test_markers_count_for_nothing() -> None:
    game = field({"5 VA": ("2020", "pinned", "depleted"), "2 VA": ("2020", "pinned", "routed")})
    assert fault(state(game), ["5 VA", "2 VA"]) is None


@pytest.mark.rule("SW-6.23-2")
@pytest.mark.rule("SW-6.23-5")
@pytest.mark.rule("SW-6.23-1")
def test_small_arms_fire_at_guns_that_limber_wherever_they_lie() -> None:
    units = {
        "5 VA": ("2020", 3),
        "Hampden": "2020",
        "14 IN": ("2019", "S"),
        "8 OH": ("2018", "N"),
        WAGON: "2120",
        "H 1 OH": "2121",
    }
    game = field(units, dice=[1])
    assert onlookers(state(game), "Hampden") == ("14 IN",), "in sight and facing it; no guard, no guns"
    play(game, "move Hampden", "Hampden: limber")
    assert "fire 14 IN" in offered(game)
    events = play(game, "fire 14 IN")
    shot = next(e for e in events if e.kind == "withdrawal-fired")
    assert shot.data[5] == "Hampden" and shot.cite == "SW-6.23-1"


# -- the wagon ---------------------------------------------------------------------------------------------


@pytest.mark.rule("SW-12.12-1")
@pytest.mark.rule("SW-12.12-2")
@pytest.mark.rule("SW-12.13-1")
@pytest.mark.rule("SW-12.13-3")
@pytest.mark.rule("SW-12.13-4")
@pytest.mark.rule("SW-12.19-2")
def test_the_guard_stays_with_the_wagon_and_the_wagon_on_the_map() -> None:
    from vedette.rules.great_battles.chapters.zones import zone_of

    game = field({WAGON: ("3030", 0), "14 IN": ("3030", "S", 4), "5 VA": "3032"}, side="union")
    play(game, "done", "14 IN gives a guard")
    g = state(game)
    assert g.strength(WAGON) == 1 and zone_of(g, WAGON) == 0 and steady(g, WAGON)
    g.phase, g.player = "offensive-fire", 0
    assert shooter_bar(g, WAGON).cite == "SW-12.13-1"
    assert targets(g, hex_of("3030"), 0, "small-arms", 1) == (WAGON,)
    assert lose(g, WAGON, 1, "killed", "SW-12.13-3") == 1 and at(game, WAGON) == "3030"
    assert WAGON not in targets(g, hex_of("3030"), 0, "artillery", 5) and start_bar(g, WAGON).cite == "SW-5.11-1"


# -- retreats and army morale ------------------------------------------------------------------------------


@pytest.mark.rule("SW-5.11-3")
@pytest.mark.rule("SW-19.36-2")
def test_a_retreat_costs_no_points_of_either_kind() -> None:
    game = field({"14 IN": ("2020", "S"), "5 VA": "2025"}, side="union", paid=(), morale=7)
    carry_out(game, Retreat("14 IN", 1, (hex_of("2025"),), "SW-15.4-1"))
    play(game, next(t for t in offered(game) if t.startswith("retreat 14 IN"))) if "done" not in offered(game) else None
    assert at(game, "14 IN") != "2020" and state(game).morale == 7 and state(game).spent == ()


@pytest.mark.rule("SW-16.0-2")
@pytest.mark.rule("GB-27.1-2")
def test_the_edge_of_the_map_is_a_wall_for_who_is_forced_back() -> None:
    corner = field({"5 VA": "5901"})
    g = state(corner)
    free = [g.hex_name(h) for h in g.setting.grid.neighbours[hex_of("5901")]]
    foes = dict(zip(("14 IN", "8 OH", "67 OH"), free, strict=False))
    shut = state(field({"5 VA": "5901", **foes}))
    assert hemmed_in(shut, "5 VA") and len(free) < 4


@pytest.mark.rule("SW-19.1-3")
@pytest.mark.rule("SW-19.1-5")
@pytest.mark.rule("SW-19.33-3")
def test_army_morale_never_falls_below_zero_and_guns_cost_none() -> None:
    g = state(field({"H 1 OH": "2020", WAGON: "2022", "14 IN": "2024"}, side="union", morale=30))
    raise_morale(g, 10, "SW-19.2-2")
    assert g.morale == 40, "the x10 marker goes from 3 to 4"
    lose(g, "H 1 OH", 2, "destroyed", "SW-10.72-1")
    lose(g, WAGON, 1, "killed", "SW-12.13-3")
    assert g.morale == 40
    lose(g, "14 IN", 2, "killed", "SW-10.71-1")
    assert g.morale == 38
    spend_morale(g, 99, "SW-19.34")
    assert g.morale == 0


# -- the phases of combat ----------------------------------------------------------------------------------


@pytest.mark.rule("SW-5.11-2")
def test_melee_is_entered_without_points() -> None:
    game = melee_field({"5 VA": "2020", "14 IN": ("2019", "N")}, phase="melee", dice=[1], spent=(("5 VA", 20),))
    events = play(game, "melee 2019", "add 5 VA", "melee")
    assert any(e.kind == "assaulted" and e.hex == hex_of("2019") for e in events) and state(game).spent == (
        ("5 VA", 20),
    )


@pytest.mark.rule("SW-7.13-2")
def test_after_a_melee_the_front_is_set_anew() -> None:
    for die in range(1, 7):
        game = melee_field({"5 VA": "2020", "14 IN": ("2019", "S", 1)}, phase="melee", dice=[die, *[1] * 9])
        play(game, "melee 2019", "add 5 VA", "melee")
        if "5 VA: face S" in offered(game):
            break
    play(game, "5 VA: face S")
    assert state(game).units["5 VA"].facing == 3 and state(game).phase == "melee"


@pytest.mark.rule("SW-6.11-7")
@pytest.mark.rule("SW-6.11-8")
def test_a_column_that_is_fired_at_loses_first_and_then_forms_line() -> None:
    game = field({"5 VA": ("2021", "column"), "14 IN": ("2020", "S")})
    shot = Volley(0, hex_of("2021"), "small-arms", (Shot("14 IN", 5),), "withdrawal-fired", "SW-11.1", only="5 VA")
    g = state(game)
    g.events = events = []
    start(g, shot)
    die = next(d for d in (6, 5, 4, 3, 2, 1) if g.setting.fire.cells[shot.column(g, "5 VA").final][d - 1].losses)
    answer(g, "chance", die)
    assert offered(game)[0].startswith("5 VA: face")
    answer(g, "confederate", Choice("face", "5 VA", arg=3))
    kinds = [e.kind for e in events if e.kind in ("lost", "formed")]
    assert kinds == ["lost", "formed"] and not g.units["5 VA"].column and g.units["5 VA"].facing == 3


@pytest.mark.rule("SW-8.6-2")
def test_a_dry_unit_may_be_put_below() -> None:
    units = {"5 VA": ("2020", 3, "depleted"), "27 VA": "2020", "14 IN": ("2018", "S"), "2 VA": ("2119", "NW")}
    game = fire_field(units)
    state(game).dried = ("5 VA",)
    play(game, "done")
    play(game, "27 VA: on top")
    assert state(game).troops(hex_of("2020"), 1) == ("27 VA", "5 VA")


@pytest.mark.rule("SW-12.0-1")
@pytest.mark.rule("SW-12.19-1")
def test_a_guard_never_runs_dry() -> None:
    game = field({WAGON: "3030"}, side="union", dice=[1])
    assert not carry_out(game, Depletion((WAGON,))) and not state(game).units[WAGON].depleted


@pytest.mark.rule("GB-25.2")
def test_ten_points_come_in_with_every_turn() -> None:
    for rules in ("1978", "2007"):
        g = rulebook.begin(load("stonewall-1978/kernstown"), {"rules": rules, "deployment": "historical"})
        assert (g.turn, g.morale) == (1, 40)
