"""JV 6.2 and 6.8 to 6.10: the odds of an attack and the shifts of its column."""

import pytest

import vedette
from tests.valley.combat_support import (
    NORTH,
    NORTHEAST,
    NORTHWEST,
    RING,
    SOUTH,
    SOUTHEAST,
    SOUTHWEST,
    TARGET,
    attack,
    battle,
    column,
    final,
    north,
    offered,
    south,
    used,
)
from tests.valley.support import hex_of, state
from vedette.engine.game import Game
from vedette.engine.options import options_of
from vedette.rules.valley_campaign.chapters.deeds import place
from vedette.rules.valley_campaign.chapters.odds import defence_strength, odds_of, place_of
from vedette.rules.valley_campaign.chapters.setup import set_up
from vedette.rules.valley_campaign.charts import COLUMNS
from vedette.rules.valley_campaign.setting import setting_of


def against(attack: int, defence: int, **more: object) -> Game:
    """One regiment to the south of another."""
    return battle({"A": south(SOUTH, attack), "D": north(TARGET, defence)}, **more)


def ring(*hexes: str, **more: object) -> tuple[Game, list[str]]:
    """A regiment in each of these hexes, and their names."""
    units = {f"A{n}": south(hex, 2) for n, hex in enumerate(hexes)}
    return battle({**units, "D": north(TARGET, 2)}, **more), list(units)


# -- the ratio -------------------------------------------------------------------------------------------------


@pytest.mark.rule("JV-6.2-1", "JV-6.2-2")
def test_thirteen_against_four_is_three_to_one() -> None:
    """JV-EX-6.2a: all attackers together against all defenders."""
    units = {"A": south(SOUTH, 6), "B": south(SOUTH, 5), "C": south(SOUTHEAST, 2), "E": south(SOUTHEAST, 9)}
    game = battle({**units, "D": north(TARGET, 3), "F": north(TARGET, 1)})
    found = column(game, "A", "B", "C")
    assert (found.attack, found.defence, found.ratio, COLUMNS[found.base]) == (13, 4, "3:1", "3:1")


@pytest.mark.rule("JV-6.2-7", "JV-6.2-8", "JV-6.2-11", "JV-6.2-2")
@pytest.mark.parametrize(
    ("attack", "defence", "expected"),
    [
        (4, 5, "1:2"), (2, 5, "1:3"), (1, 2, "1:2"), (1, 9, "1:3"), (5, 5, "1:1"), (9, 5, "1:1"), (10, 5, "2:1"),
        (27, 4, "6:1"), (28, 4, "7:1"), (36, 4, "7:1"), (99, 4, "7:1"), (3, 7, "1:3"), (4, 8, "1:2"),
    ],
)  # fmt: skip
def test_ratios_round_for_the_defender_and_end_at_the_tables_ends(attack: int, defence: int, expected: str) -> None:
    """JV-EX-6.2e among them."""
    assert final(against(attack, defence), "A") == expected


@pytest.mark.rule("JV-6.2-9")
@pytest.mark.parametrize(("attack", "expected"), [(36, "6:1"), (28, "4:1"), (40, "7:1"), (80, "7:1")])
def test_leftward_shifts_are_taken_from_the_true_ratio(attack: int, expected: str) -> None:
    """JV-EX-6.2c: nine to one over a bridge is six to one."""
    game = against(attack, 4, hexsides=[(SOUTH, TARGET, "bridge")])
    assert final(game, "A") == expected
    assert column(game, "A").ratio == f"{attack // 4}:1"


@pytest.mark.rule("JV-6.2-10")
def test_columns_left_of_the_first_are_the_first_and_the_net_shift_counts_once() -> None:
    """Oddity 44: under 1:3 it starts from 1:3; right and left are added before the ends are looked at."""
    assert final(against(1, 9, hexsides=[(SOUTH, TARGET, "creek")]), "A") == "1:3"
    units = {"A": south(SOUTH, 1), "B": south(NORTH, 1), "D": north(TARGET, 9)}
    game = battle(units, hexes={TARGET: "forest"})
    assert used(game, "A", "B") == {"forest": -1, "enfilade": 1}
    assert final(game, "A", "B") == "1:3"
    game = battle({**units, "Jackson": SOUTH}, hexes={TARGET: "forest"})
    assert final(game, "A", "B") == COLUMNS[state(game).counter("Jackson").shift]
    game = battle({"A": south(SOUTH, 63), "B": south(NORTH, 1), "D": north(TARGET, 9)}, hexes={TARGET: "forest"})
    assert final(game, "A", "B") == "7:1", "to the right of 7:1 and back again"


@pytest.mark.rule("JV-6.7-1")
def test_a_strength_counts_whole_as_it_shows() -> None:
    game = battle({"A": south(SOUTH, 8, face="reduced"), "D": north(TARGET, 4)})
    assert column(game, "A").attack == 4


@pytest.mark.rule("JV-7.9-2", "JV-7.9-4")
def test_guns_help_nobody_and_the_strongest_stands_for_all() -> None:
    """Oddity 66."""
    guns = {"G": north(TARGET, 2, arm="artillery"), "H": north(TARGET, 5, arm="artillery")}
    alone = state(battle({"A": south(SOUTH), **guns}))
    assert defence_strength(alone, hex_of(TARGET)) == 5
    with_foot = state(battle({"A": south(SOUTH), **guns, "D": north(TARGET, 3), "E": north(TARGET, 1)}))
    assert defence_strength(with_foot, hex_of(TARGET)) == 4
    led = state(battle({"A": south(SOUTH), **guns, "Milroy": TARGET}))
    assert defence_strength(led, hex_of(TARGET)) == 5


@pytest.mark.rule("JV-6.2-1")
def test_guns_that_attack_add_their_strength() -> None:
    """Oddity 67."""
    game = battle({"A": south(SOUTH, 4), "G": south(SOUTH, 2, arm="artillery"), "D": north(TARGET, 3)})
    assert column(game, "A", "G").attack == 6


# -- ground ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("JV-6.8-1", "JV-6.8-7", "JV-6.8-2")
def test_the_ground_of_the_defender_shifts_to_the_left_by_its_chart() -> None:
    for words in ("forest", "town", "forest 3", "clear 3"):
        game = against(8, 4, hexes={TARGET: words, SOUTH: "forest 4"})
        rows = state(game).setting.grounds
        expected = {word: rows[word].shift for word in words.split() if word in rows and rows[word].shift}
        assert used(game, "A") == expected, "that of the attacker's hex helps nobody"
    assert used(against(8, 4, hexes={TARGET: "forest"}), "A") == {"forest": -1}
    assert used(against(8, 4, hexes={TARGET: "building"}), "A") == {}


@pytest.mark.rule("JV-6.8-1")
def test_the_town_of_the_map_shifts_once() -> None:
    """Its hexes are town by their terrain and by the name of the place."""
    g = state(battle({"A": south("3028"), "D": north("3029")}))
    g.setting = g.setting.with_board(vedette.battle("valley-campaign/port-republic").board)
    assert g.setting.board.terrain[hex_of("3029")] == "town" and "town" in g.setting.board.features[hex_of("3029")]
    assert [(s.name, s.columns) for s in odds_of(g, ["A"], hex_of("3029")).shifts] == [("town", -1)]


@pytest.mark.rule("JV-6.8-bridge", "JV-6.8-creek", "JV-6.8-slope")
@pytest.mark.parametrize(
    ("feature", "name", "columns"),
    [("bridge", "bridge", -3), ("creek", "creek", -2), ("ford", "creek", -2), ("slope", "slope up", -1)],
)
def test_a_hexside_that_all_cross_shifts(feature: str, name: str, columns: int) -> None:
    """JV-EX-6.8a: 4:1 over a bridge is 1:1; a ford lies in a creek (oddity 30)."""
    game = against(16, 4, hexsides=[(TARGET, SOUTH, feature)])
    assert used(game, "A") == {name: columns}
    assert final(game, "A") == COLUMNS[COLUMNS.index("4:1") + columns]


@pytest.mark.rule("JV-6.8-2")
def test_shifts_add_up() -> None:
    """JV-EX-6.8b: up a slope and over a creek, three to the left."""
    game = against(16, 4, hexsides=[(TARGET, SOUTH, "slope"), (TARGET, SOUTH, "creek")], hexes={TARGET: "forest"})
    assert used(game, "A") == {"slope up": -1, "creek": -2, "forest": -1}
    assert final(game, "A") == "1:2"


@pytest.mark.rule("JV-6.8-3")
def test_a_hexside_shifts_only_where_all_cross_one() -> None:
    """JV-EX-6.8f: one over a creek, one up a slope: nothing; both over the creek, one up as well: the creek."""
    units = {"A": south(SOUTH), "B": south(SOUTHEAST), "D": north(TARGET)}
    creek, slope = (TARGET, SOUTH, "creek"), (TARGET, SOUTHEAST, "slope")
    game = battle(units, hexsides=[creek, slope])
    assert used(game, "A", "B") == {}
    unused = [s for s in column(game, "A", "B").shifts if not s.used]
    assert [(s.name, s.columns, s.cite) for s in unused] == [("creek", -2, "JV-6.8-3"), ("slope up", -1, "JV-6.8-3")]
    assert used(game, "A") == {"creek": -2}
    game = battle(units, hexsides=[creek, slope, (TARGET, SOUTHEAST, "ford")])
    assert used(game, "A", "B") == {"creek": -2}


@pytest.mark.rule("JV-6.8-4", "JV-6.8-5", "JV-6.8-7")
def test_only_the_way_up_counts_road_or_not() -> None:
    """JV-EX-6.8c."""
    assert used(against(8, 4, hexsides=[(SOUTH, TARGET, "slope")]), "A") == {}, "downhill"
    assert used(against(8, 4, hexsides=[(TARGET, SOUTH, "slope")], roads=[(SOUTH, TARGET)]), "A") == {"slope up": -1}


@pytest.mark.rule("JV-6.8-6")
def test_the_defender_of_4020() -> None:
    """JV-EX-6.8c, 6.8d on the map itself: up from 4021 along the road; from 3920 there is no slope."""
    b = vedette.battle("valley-campaign/cross-keys")
    s = setting_of(b, options_of(b, {}))
    g = set_up(s)
    for id, hex in (("25 OH", "4020"), ("31 VA", "4021"), ("7 LA", "3920")):
        place(g, id, s.grid.index(hex), "JV-2.2-1")
    words = {x.name for x in odds_of(g, ["31 VA"], s.grid.index("4020")).shifts if x.used}
    assert "slope up" in words
    both = odds_of(g, ["31 VA", "7 LA"], s.grid.index("4020")).shifts
    assert [x.used for x in both if x.name == "slope up"] == [False]


# -- enfilade --------------------------------------------------------------------------------------------------


@pytest.mark.rule("JV-6.9-opposite", "JV-6.9-1", "JV-6.9-3")
@pytest.mark.parametrize("pair", [(NORTH, SOUTH), (NORTHEAST, SOUTHWEST), (SOUTHEAST, NORTHWEST)])
def test_two_from_opposite_hexes_enfilade(pair: tuple[str, str]) -> None:
    """JV-EX-6.9a; together with the ground."""
    game, units = ring(*pair, hexes={TARGET: "forest"})
    assert used(game, *units) == {"enfilade": 1, "forest": -1}
    assert [s.cite for s in column(game, *units).shifts if s.name == "enfilade"] == ["JV-6.9-opposite"]
    assert final(game, *units) == "2:1"


@pytest.mark.rule("JV-6.9-opposite")
def test_two_from_other_hexes_do_not() -> None:
    for pair in ((NORTH, NORTHEAST), (NORTH, SOUTHEAST), (NORTH, NORTH), (NORTHWEST, SOUTHWEST)):
        game, units = ring(*pair)
        assert used(game, *units) == {}


@pytest.mark.rule("JV-6.9-three", "JV-6.9-1")
@pytest.mark.parametrize("three", [(NORTH, SOUTHEAST, SOUTHWEST), (NORTHEAST, SOUTH, NORTHWEST)])
def test_three_from_every_other_hex_enfilade(three: tuple[str, ...]) -> None:
    """JV-EX-6.9b; who stands in a hex between does not spoil it (oddity 52)."""
    game, units = ring(*three)
    assert used(game, *units) == {"enfilade": 1}
    assert [s.cite for s in column(game, *units).shifts] == ["JV-6.9-three"]
    others = {f"B{n}": south(hex) for n, hex in enumerate(RING) if hex not in three}
    crowded = battle({**{u: south(h, 2) for u, h in zip(units, three, strict=True)}, **others, "D": north(TARGET)})
    assert used(crowded, *units) == {"enfilade": 1}
    game, units = ring(NORTH, NORTHEAST, SOUTHEAST)
    assert used(game, *units) == {}


@pytest.mark.rule("JV-6.9-four", "JV-6.9-1")
def test_more_than_three_units_enfilade_from_wherever() -> None:
    game, units = ring(NORTH, NORTH, NORTHEAST, NORTHEAST)
    assert used(game, *units) == {"enfilade": 1}
    assert used(game, *units[:3]) == {}


@pytest.mark.rule("JV-6.9-2")
def test_bystanders_do_not_count() -> None:
    """JV-EX-6.9c: nor do leaders."""
    game, units = ring(NORTH, SOUTH, NORTH, SOUTHEAST)
    assert used(game, units[0]) == {}
    assert used(game, units[0], units[2], units[3]) == {}


@pytest.mark.rule("JV-6.9-4")
def test_enfilade_counts_once() -> None:
    """All three of its forms at once."""
    game, units = ring(*RING)
    assert [(s.name, s.columns) for s in column(game, *units).shifts] == [("enfilade", 1)]
    assert final(game, *units) == "7:1" and column(game, *units).base == COLUMNS.index("6:1")


# -- the hour --------------------------------------------------------------------------------------------------


@pytest.mark.rule("JV-6.10-dawn", "JV-6.10-1", "JV-6.10-2")
def test_at_dawn_one_to_the_left() -> None:
    """JV-EX-6.10: 3:1 up a slope at five is 1:1; the other scenario's first turn is no dawn."""
    words = {"hexsides": [(TARGET, SOUTH, "slope")], "turn": 1}
    game = against(12, 4, scenario="port-republic", **words)
    assert used(game, "A") == {"slope up": -1, "dawn": -1}
    assert final(game, "A") == "1:1"
    assert "dawn" not in used(against(12, 4, scenario="port-republic", turn=2), "A")
    g = state(against(12, 4))
    g.turn = 1
    assert [s.name for s in odds_of(g, ["A"], hex_of(TARGET)).shifts] == []


@pytest.mark.rule("JV-6.10-dusk", "JV-6.10-1", "JV-6.10-2")
def test_at_dusk_one_to_the_left() -> None:
    """The last turn of the other scenario is no dusk."""
    game = against(12, 4, turn=11, hexes={TARGET: "forest"})
    assert used(game, "A") == {"forest": -1, "dusk": -1}
    assert used(against(12, 4, turn=10), "A") == {}
    assert used(against(12, 4, scenario="port-republic", turn=10), "A") == {}


# -- leaders ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("JV-8.1-5", "JV-8.4-3")
def test_one_leader_a_side_shifts() -> None:
    units = {"A": south(SOUTH, 4), "Jackson": SOUTH, "Elzey": SOUTH, "D": north(TARGET, 4), "Milroy": TARGET}
    game = battle(units)
    shift = {id: state(game).counter(id).shift for id in ("Jackson", "Elzey", "Milroy")}
    assert used(game, "A") == {"Jackson": shift["Jackson"], "Milroy": -shift["Milroy"]}
    assert column(game, "A", lead="", shield="").final == COLUMNS.index("1:1")
    assert column(game, "A", lead="Elzey").final == COLUMNS.index("1:1") + shift["Elzey"] - shift["Milroy"]


@pytest.mark.rule("JV-8.1-10")
def test_the_owner_is_asked_only_where_it_matters_which() -> None:
    units = {"A": south(SOUTH, 4), "Jackson": SOUTH, "Elzey": SOUTH, "D": north(TARGET, 4)}
    game = battle(units, dice=[3])
    attack(game, "A")
    assert offered(game) == ["use Jackson", "use Elzey", "no leader"]
    assert game.decision is not None and game.decision.usual is not None
    assert game.decision.usual.text == "use Jackson"
    (event,) = [e for e in game.play("use Elzey") if e.kind == "attacked"]
    assert event.data[2] == COLUMNS.index("1:1") + state(game).counter("Elzey").shift
    certain = battle({**units, "A": south(SOUTH, 40)}, dice=[3])
    assert [e.kind for e in attack(certain, "A")].count("attacked") == 1, "7:1 with either"


@pytest.mark.rule("JV-8.1-10", "JV-8.4-1")
def test_the_defender_chooses_his_own() -> None:
    units = {"A": south(SOUTH, 12), "D": north(TARGET, 4), "Milroy": TARGET, "Tyler": {"at": TARGET, "shift": 2}}
    units["Milroy"] = {"at": TARGET, "shift": 1}
    game = battle(units, dice=[3])
    attack(game, "A")
    assert game.decision is not None and game.decision.seat == "union"
    assert offered(game) == ["use Tyler", "use Milroy", "no leader"]
    (event,) = [e for e in game.play("no leader") if e.kind == "attacked"]
    assert event.data[2] == COLUMNS.index("3:1")


@pytest.mark.rule("JV-8.8-2")
def test_a_lone_leader_is_attacked_on_the_last_column() -> None:
    """JV-EX-8.8."""
    game = battle({"A": south(SOUTH, 2, face="reduced"), "Milroy": TARGET}, hexes={TARGET: "3"}, turn=11)
    found = column(game, "A")
    assert (COLUMNS[found.final], found.shifts) == ("7:1", ())


def test_places_are_columns_and_go_on_beyond() -> None:
    assert [COLUMNS[place_of(n * 4, 4)] for n in range(1, 8)] == list(COLUMNS[2:])
    assert place_of(36, 4) == len(COLUMNS) + 1


# -- odds of the engine ----------------------------------------------------------------------------------------


def test_the_chances_of_an_attack_are_exact() -> None:
    units = {"A": south(SOUTH, 12), "B": south(SOUTHEAST, 6), "D": north(TARGET, 6)}
    game = battle({**units, "Milroy": {"at": TARGET, "shift": 1}})
    found = game.odds(f"attack {TARGET}", "add A", "add B", "attack")
    assert found.exact and found.aim is not None
    assert (found.aim.base, found.aim.final, found.aim.strength) == ("3:1", COLUMNS[3], "18:6")
    assert [(name, columns) for name, columns, _, _ in found.aim.shifts] == [("Milroy", -1)]
    assert sum(r.weight for r in found.results) == found.total_weight == 6
    table = state(game).setting.odds
    lost = sum(1 for die in range(1, 7) if table[die, 3].defender_steps)
    assert sum(r.weight for r in found.results if "step lost" in r.units.get("D", [])) == lost
    assert any("eliminated" in r.units.get("Milroy", []) for r in found.results), "the six"


@pytest.mark.parametrize("leaders, entry", [(("Jackson",), False), (("Jackson", "Elzey"), True)])
def test_which_leader_is_named_behind_the_attack_is_left_over_by_nobody(leaders: tuple[str, ...], entry: bool) -> None:
    """Where only one is there the question does not come, and what would have answered it is passed over."""
    units = {"A": south(SOUTH, 4), "D": north(TARGET, 4), **dict.fromkeys(leaders, SOUTH)}
    game = battle(units, dice=[3])
    game.play(f"A attack {TARGET}; use Jackson")
    assert game.left == [] and ("use Jackson" in [e.do for e in game.entries]) == entry
