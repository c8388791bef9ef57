"""Where a case begins and ends: beside each that it holds for stands one that it no longer holds for.

What `tools/break_rules.py` found that the tests of the chapters let pass.
"""

from __future__ import annotations

import pytest

from tests.stonewall.fire_support import field as firing
from tests.stonewall.fire_support import fire
from tests.stonewall.melee_support import at, carry_out, field, hex_of, state
from tests.stonewall.support import judged
from tests.stonewall.test_rout import FOE, check, flee, routed, still
from vedette.rules.great_battles.chapters.army_morale import pay_bar
from vedette.rules.great_battles.chapters.columns import ground_shifts
from vedette.rules.great_battles.chapters.fire import stance_bar
from vedette.rules.great_battles.chapters.formations import reform
from vedette.rules.great_battles.chapters.losses import SMALL_ARMS, suffer
from vedette.rules.great_battles.chapters.melee import melee_bar
from vedette.rules.great_battles.chapters.rout import CheckRout, Rout, after_melee, steady
from vedette.rules.great_battles.chapters.sequence import Interphase, shaken
from vedette.rules.great_battles.chapters.sight import judge
from vedette.rules.great_battles.chapters.victory import outcome_now, points
from vedette.rules.great_battles.charts import FireResult

# -- chapter 10: fire --------------------------------------------------------------------------------------------


@pytest.mark.rule("SW-10.0-4", "SW-10.7")
@pytest.mark.parametrize(
    ("die", "left", "pinned"), [(3, 3, False), (4, 3, True), (5, 2, False), (6, 2, False)], ids=["-", "PIN", "1*", "1"]
)
def test_a_cell_pins_or_costs_points_or_does_nothing(die: int, left: int, pinned: bool) -> None:
    """Five points of small arms, column 3-5: a star does not count for small arms."""
    game = firing({"5 VA": "2020", "84 PA": ("2018", "S")}, dice=[die, 3, 1] if die == 6 else [die, 1])
    fire(game, "2018", "5 VA")
    game.settle()
    unit = state(game).units["84 PA"]
    assert (unit.strength, unit.pinned) == (left, pinned)


@pytest.mark.rule("SW-8.52-2", "SW-10.72-2", "SW-10.72-3")
def test_what_a_crew_cannot_bear_falls_on_nobody() -> None:
    g = state(still({"H 1 OH": ("2019", "S"), "67 OH": ("2019", "S")}))
    before = g.strength("67 OH")
    hurt = suffer(g, "H 1 OH", FireResult(5), SMALL_ARMS)
    assert hurt == ("H 1 OH",) and (g.units["H 1 OH"].crew, g.strength("67 OH")) == (0, before)


@pytest.mark.rule("SW-10.4", "SW-10.42-1", "SW-10.42-2", "SW-10.43", "SW-10.44")
def test_what_the_ground_gives_counts() -> None:
    sides = [("2020", "2019", "ridge"), ("2021", "2020", "stone wall"), ("2120", "2020", "crest")]
    g = state(still({}, hexes={"2019": "woods", "2020": "woods"}, hexsides=sides))
    found = [ground_shifts(g, [hex_of(frm)], hex_of(to)) for frm, to in (("2020", "2019"), ("2021", "2020"))]
    assert [[(name, by, on) for name, by, _, on in rows] for rows in found] == [
        [("ridge", -1, True), ("woods", -1, True)], [("stone wall", -1, True), ("woods", -1, True)],
    ]  # fmt: skip
    crest = ground_shifts(g, [hex_of("2020")], hex_of("2120"))
    assert [row[3] for row in crest] == [True] * len(crest)


# -- chapter 14: rout --------------------------------------------------------------------------------------------


@pytest.mark.rule("SW-14.0-2", "SW-14.3-3", "SW-14.3-4")
def test_who_routs_falls_back_three_hexes_and_stays_routed() -> None:
    """He neither fires nor attacks; his neighbour, who did not rout, does both."""
    game = field({**FOE, "67 OH": ("2019", "S"), "84 PA": ("2119", "S")}, side="union", phase="interphase", dice=[6])
    check(game, "67 OH")
    flee(game)
    g = state(game)
    assert (
        g.setting.grid.distance(g.at("67 OH"), hex_of("2019")) == 3
        and routed(game, "67 OH")
        and not routed(game, "84 PA")
    )
    assert [bar and bar.cite for bar in (stance_bar(g, "67 OH"), stance_bar(g, "84 PA"))] == ["SW-14.3-3", None]
    g.phase = "melee"
    bar = melee_bar(g, "67 OH", hex_of("2020"))
    assert bar is not None and bar.cite == "SW-14.3-4"


@pytest.mark.rule("SW-14.4-4", "SW-14.4-5")
def test_a_leader_is_not_routed_with_those_he_goes_with() -> None:
    game = still({"67 OH": ("2019", "S"), "Kimball": "2019"}, dice=[6])
    check(game, "67 OH")
    flee(game)
    assert (at(game, "Kimball"), routed(game, "67 OH"), routed(game, "Kimball")) == ("2016", True, False)
    carry_out(game, Rout("Kimball", "SW-14.3-1"))
    assert (at(game, "Kimball"), routed(game, "Kimball")) == ("2016", False)


@pytest.mark.rule("SW-14.4-4", "SW-14.31")
def test_a_leader_never_checks() -> None:
    game = still({"84 PA": ("2019", "S"), "Kimball": "2019"}, dice=[1, 6])
    events = check(game, "Kimball", "84 PA")
    assert [e.units for e in events if e.kind == "rout-check"] == [("84 PA",)]
    assert not routed(game, "Kimball")


BATTERY, CREW_GONE = ("2019", "S"), ("2019", "S", "abandoned")


@pytest.mark.rule("SW-14.6", "SW-18.7", "SW-14.3-2", "SW-14.31", "SW-14.4-4", "SW-14.3-7", "SW-12.19-2")
@pytest.mark.parametrize(
    ("unit", "place", "old", "new"),
    [("67 OH", ("2019", "S"), False, False), ("67 OH", ("2019", "S", "routed"), True, True),
     ("Union Supply Wagon", ("2019",), True, True), ("Kimball", ("2019",), True, True),
     ("H 1 OH", BATTERY, True, False), ("H 1 OH", ("2019", "column"), False, False), ("H 1 OH", CREW_GONE, True, True)],
)  # fmt: skip
def test_who_never_checks_for_rout(unit: str, place: tuple[str, ...], old: bool, new: bool) -> None:
    """The routed, wagon, leaders, guns that are left; by the rules of 1978 unlimbered guns, whose crew runs in 2007."""
    found = [steady(state(still({unit: place}, rules=rules)), unit) for rules in ("1978", "2007")]
    assert found == [old, new]


@pytest.mark.rule("SW-14.3-1", "SW-10.84-1", "SW-14.0-2")
@pytest.mark.parametrize("mark", ["pinned", "reserve", "engaged"])
def test_a_rout_ends_what_held_the_unit_where_it_was(mark: str) -> None:
    game = still({"67 OH": ("2019", "S", mark)})
    assert getattr(state(game).units["67 OH"], mark)
    carry_out(game, Rout("67 OH", "SW-14.3-1"))
    assert routed(game, "67 OH") and not getattr(state(game).units["67 OH"], mark)


@pytest.mark.rule("SW-14.72", "SW-14.1-1")
@pytest.mark.parametrize(
    ("before", "after", "routs"),
    [("clear", "town", True), ("town", "town", False), ("town", "clear", False), ("clear", "clear", False)],
)
def test_only_who_is_driven_from_the_open_into_a_town_routs_in_any_case(before: str, after: str, routs: bool) -> None:
    g = state(still({"14 IN": ("2018", "S")}, hexes={"2019": before, "2018": after}))
    found = after_melee(g, "14 IN", hex_of("2019"), (hex_of("2019"), hex_of("2018")))
    assert isinstance(found, Rout if routs else CheckRout) and found.cite == ("SW-14.72" if routs else "SW-14.1-1")


# -- chapters 6, 10, 19: formations, sight, army morale -----------------------------------------------------------


@pytest.mark.rule("SW-6.11-6", "SW-6.13-6", "SW-6.14-5", "SW-6.13-7")
def test_a_column_has_no_front_a_line_looks_at_the_enemy_a_reserve_nowhere() -> None:
    game = still({"67 OH": ("2019", "S"), "8 OH": ("2017", "column"), "14 IN": ("2119", "reserve", "column")})
    g = state(game)
    for id in ("67 OH", "8 OH", "14 IN"):
        reform(g, id, "SW-6.11-6")
    units = [g.units[id] for id in ("67 OH", "8 OH", "14 IN")]
    assert [(u.column, u.facing) for u in units] == [(True, -1), (False, 3), (False, -1)]


@pytest.mark.rule("SW-10.65-1", "SW-10.66-1", "SW-10.66-2", "SW-10.66-3", "SW-10.66-4", "SW-10.66-5")
@pytest.mark.parametrize(
    ("ends", "level", "near", "far", "blocks", "case"),
    [
        ((2, 2), 1, 1, 1, False, "10.66-2"), ((2, 2), 2, 1, 1, True, "10.65-1"), ((2, 2), 3, 1, 1, True, "10.65-1"),
        ((1, 3), 4, 1, 1, True, "10.66-1"), ((1, 3), 3, 1, 1, True, "10.66-3"), ((1, 3), 2, 1, 1, True, "10.65-3"),
        ((1, 3), 1, 1, 2, True, "10.66-4"), ((1, 3), 1, 2, 2, True, "10.66-4"), ((1, 3), 1, 3, 2, False, "10.66-4"),
        ((3, 1), 1, 2, 1, True, "10.66-5"), ((3, 1), 1, 2, 2, True, "10.66-5"), ((3, 1), 1, 2, 3, False, "10.66-5"),
        ((1, 3), 0, 1, 1, False, "10.66-2"),
    ],
)  # fmt: skip
def test_what_blocks_between_two_levels(
    ends: tuple[int, int], level: int, near: int, far: int, blocks: bool, case: str
) -> None:
    s = state(still({}, levels=dict(zip(("2025", "2029"), ends, strict=True)))).setting
    found = judge(s, hex_of("2025"), hex_of("2029"), level, near, far)
    assert (found[0], found[2]) == (blocks, f"SW-{case}")
    if ends == (2, 2) and blocks:
        assert found[1] == ("as high as both ends" if level == 2 else "higher than both ends")


@pytest.mark.rule("SW-19.1-4", "SW-19.31-1")
def test_only_union_brigades_are_paid_for_once_and_while_there_is_enough() -> None:
    g = state(still({"67 OH": ("2019", "S"), "Kimball": "2019"}, paid=(), morale=5))
    confederate = next(b for b, row in g.setting.brigades.items() if row.side == 1)
    bar = pay_bar(g, confederate)
    assert bar is not None and pay_bar(g, "Kimball") is None
    g.morale = 4
    poor = pay_bar(g, "Kimball")
    g.morale, g.paid = 50, ("Kimball",)
    paid = pay_bar(g, "Kimball")
    assert poor is not None and paid is not None and len({bar.text, poor.text, paid.text}) == 3


# -- chapter 22: victory ---------------------------------------------------------------------------------------------


@pytest.mark.rule("SW-22.0-1", "SW-22.0-4", "SW-22.4-1", "SW-22.4-2", "SW-22.4-3", "GB-29.1-1", "GB-29.4-2")
@pytest.mark.parametrize(
    ("morale", "winner", "lead"),
    [(26, "union", 1), (24, "confederate", -1), (0, "confederate", -25), (56, "union", 31)],
)
def test_the_points_of_the_one_are_taken_from_those_of_the_other(morale: int, winner: str, lead: int) -> None:
    """The 5 VA is worth 25 on the hill."""
    g = judged({"5 VA": "2910"}, morale=morale)
    assert points(g) == (morale, 25)
    found = outcome_now(g)
    assert (found.winner, found.points) == (winner, lead)
    assert ("Substantial" in found.level, "Marginal" in found.level) == (lead == 31, lead != 31)


@pytest.mark.rule("SW-19.4", "SW-19.41", "SW-19.43", "SW-19.44-1", "GB-25.91", "GB-25.92")
def test_every_union_brigade_checks_one_after_the_other_and_none_is_left_out() -> None:
    """A one is the worst of the table: each that has men on the map rolls, and sinks by its second die."""
    units = {"67 OH": ("2019", "S"), "29 OH": ("2119", "S"), "5 VA": ("2030", "N")}
    game = still(units, dice=[1, 2, 1, 3])
    state(game).morale = 1
    brigades = shaken(state(game))
    events = carry_out(game, Interphase())
    assert set(brigades) == {state(game).counter(id).brigade for id in ("67 OH", "29 OH")}
    assert [e.data[0] for e in events if e.kind == "demoralization-check"] == list(brigades)
    assert [e.data for e in events if e.kind == "demoralized"] == list(zip(brigades, (2, 3), strict=True))
