"""Packs of this family that cannot be played: one line with file, place and mend, before a game begins."""

import msgspec
import pytest

import vedette
from vedette.engine.content import Names
from vedette.engine.options import options_of
from vedette.engine.rulebook import ContentError, PositionError
from vedette.rules.valley_campaign import rulebook
from vedette.rules.valley_campaign.chapters.setup import set_up
from vedette.rules.valley_campaign.chapters.victory import exit_points
from vedette.rules.valley_campaign.content import Scenario
from vedette.rules.valley_campaign.setting import Setting
from vedette.rules.valley_campaign.text.score import points_of

OUT = object()


@pytest.fixture(scope="module")
def battle():
    return vedette.battle("valley-campaign/cross-keys")


def changed(plain, path, value):
    """A copy of a table in which one key is another or gone."""
    key, *rest = path
    new = dict(plain) if isinstance(plain, dict) else list(plain)
    if rest:
        new[key] = changed(plain[key], rest, value)
    elif value is OUT:
        del new[key]
    else:
        new[key] = value
    return new


def wrongs(battle, path, value):
    names = Names(units={id: row["side"] for id, row in battle.counters.items()}, hexes=set(battle.board.grid.names))
    plain = changed(dict(battle.scenario), path.split("."), value)
    return [f"{w.path}: {w.what}; {w.mend}" for w in msgspec.convert(plain, Scenario).wrong(names)]


LEVELS = [{"level": "Union Victory", "winner": "union", "cite": "x"}, {"level": "Draw", "cite": "x"}]


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("victory.zzz", 1, "victory: object contains unknown field zzz"),
        ("victory.levels", OUT, "victory: object missing required field levels"),
        ("victory.levels", ["2026"], "victory.levels[0]: expected object, got str"),
        ("victory.levels", [{"level": {}, "cite": "x"}], "victory.levels[0].level: expected str, got object"),
        ("victory.levels", [{"level": "Draw"}], "victory.levels[0]: object missing required field cite"),
        ("victory.levels", LEVELS, "victory.levels: no level says that the Confederates win"),
        ("victory.levels", LEVELS[:1], "victory.levels: no level says that nobody wins"),
        ("victory.edge", "up", "victory.edge: invalid enum value 'up'"),
        ("victory.edge", OUT, "victory.edge: a victory by 'exit' needs edge; write it"),
        ("victory.points", OUT, "victory.points: a victory by 'exit' needs points; write it"),
        ("victory.points", -1, "victory.points: expected int >= 1"),
        ("victory.ground", ["clear", []], "victory.ground[1]: expected str, got array"),
        ("victory.not_counted", ["horse"], "victory.not_counted[0]: invalid enum value 'horse'"),
        ("victory.hexes", ["4426"], "victory.hexes: a victory by 'exit' has no hexes; write edge"),
        ("victory.hexes", "4426", "victory.hexes: expected array, got str"),
        ("victory.leader", "Lee", "victory.leader: there is no unit 'Lee'; write an id of counters.csv"),
        ("victory.leader", OUT, "victory: object missing required field leader"),
        ("turns.opening", [], "turns.opening: 0 player turns; write each side that has one, once"),
        ("turns.opening", ["union", "union"], "turns.opening: 2 player turns; write each side that has one, once"),
        ("options.turns.values", ["11", "99"], "options.turns.values: turn 99 is not in the game"),
        ("options.turns.values", ["11", "x"], "options.turns.values: 'x' is no value of it"),
        ("options.unnamed-leaders.values", ["0", "many"], "options.unnamed-leaders.values: 'many' is no value of it"),
        ("options.leader-zones.type", "choice", "options.leader-zones.type: it is a choice"),
        ("options.turns.type", "bool", "options.turns.type: it is true or false"),
    ],
)  # fmt: skip
def test_a_scenario_that_could_not_be_played_is_refused_when_it_is_read(battle, path, value, said):
    found = wrongs(battle, path, value)
    assert any(line.startswith(said) for line in found), found


def test_units_that_only_go_with_each_other_have_no_place(battle):
    rows = [{"unit": '1 OH, "H" Battery', "with": ["Tyler"]}, {"unit": "Tyler", "with": ['1 OH, "H" Battery']}]
    assert wrongs(battle, "setup", rows)[0].startswith('setup[0].with: 1 OH, "H" Battery goes with units that have no')
    rows[0] = {"unit": rows[0]["unit"], "hex": "3333"}
    assert wrongs(battle, "setup", rows) == []


def test_the_scenarios_of_the_pack_are_right():
    for id in ("cross-keys", "port-republic", "both-battles"):
        assert wrongs(vedette.battle(f"valley-campaign/{id}"), "date", "") == []


@pytest.mark.parametrize(("word", "dark"), [("dawn", {None, "dusk"}), ("dusk", {None})])
def test_a_battle_may_have_neither_dawn_nor_dusk(battle, word, dark):
    plain = changed(dict(battle.scenario), ["turns", word], OUT)
    made = msgspec.structs.replace(battle, scenario=plain)
    s = Setting(made, options_of(made, {}))
    assert {s.darkness(turn) for turn in range(12)} == dark


def test_a_victory_by_points_may_leave_out_what_units_are_worth(battle):
    plain = dict(battle.scenario)
    for key in ("each", "artillery", "not_counted"):
        plain = changed(plain, ["victory", key], OUT)
    found = rulebook.summary(msgspec.structs.replace(battle, scenario=plain), {})["victory"]
    assert found[0] == "Confederates: 30 points of units off the east edge by clear or road hexes, 1 each"


def terrain(battle, word, **cells):
    rows = [dict(r) | cells if r["terrain"] == word else r for r in battle.charts["terrain"]]
    return msgspec.structs.replace(battle, charts={**battle.charts, "terrain": rows})


def without(battle, chart, **cells):
    rows = [r for r in battle.charts[chart] if not all(r[k] == v for k, v in cells.items())]
    return msgspec.structs.replace(battle, charts={**battle.charts, chart: rows})


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        (lambda b: without(b, "terrain"), "charts/terrain.csv: the map has level 1 in hex 0101, the chart no row"),
        (lambda b: terrain(b, "foothill", level="3"), "charts/terrain.csv: the map has level 2 in hex"),
        (lambda b: without(b, "terrain", terrain="ford"), "charts/terrain.csv: the map has ford, the chart no row"),
        (lambda b: without(b, "terrain", terrain="building"), "charts/terrain.csv: the map has building, the chart no"),
        (lambda b: terrain(b, "forest", infantry="no"), "charts/terrain.csv, forest, column infantry: 'no' cannot be"),
        (lambda b: terrain(b, "river", leader="2"), "charts/terrain.csv, river, column leader: '2' cannot be"),
        (lambda b: terrain(b, "creek", artillery="1"), "charts/terrain.csv, creek, column artillery: '1' cannot be"),
    ],
)  # fmt: skip
def test_a_chart_that_does_not_fit_the_map_is_refused_before_a_game_begins(battle, broken, said):
    made = broken(battle)
    with pytest.raises(ContentError) as error:
        Setting(made, options_of(made, {}))
    assert str(error.value).startswith(said)


@pytest.mark.parametrize(
    ("id", "cells", "said"),
    [
        ("Jackson", {"arm": "infantry"}, "counters.csv, Jackson: there is no full; write it"),
        ("2 VA", {"arm": "leader"}, "counters.csv, 2 VA: there is no shift; write it"),
        ("2 VA", {"steps": "2", "full": "", "reduced": ""}, "counters.csv, 2 VA: there is no full and no reduced"),
    ],
)  # fmt: skip
def test_a_counter_without_its_values_is_refused_before_a_game_begins(battle, id, cells, said):
    made = msgspec.structs.replace(battle, counters={**battle.counters, id: {**battle.counters[id], **cells}})
    with pytest.raises(ContentError) as error:
        Setting(made, options_of(made, {}))
    assert str(error.value).startswith(said)


def test_unnamed_leaders_need_a_leader_whom_they_are_like(battle):
    made = without(battle, "subordinates", side="union")
    assert Setting(made, options_of(made, {})).counters
    with pytest.raises(ContentError, match=r"charts/subordinates.csv: it has no leader of the union side"):
        Setting(made, options_of(made, {"unnamed-leaders": "2"}))


def test_a_scenario_may_have_nobody_at_the_start(battle):
    made = msgspec.structs.replace(battle, scenario={k: v for k, v in battle.scenario.items() if k != "setup"})
    g = set_up(Setting(made, options_of(made, {})))
    assert g.stacks == {} and g.waiting


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ({"setup": [{"unit": "Tyler", "hex": "3333", "face": "reduced"}]}, "Tyler is set up reduced and has one step"),
        ({"burned": [{"hex": "0101", "to": "0102"}]}, "burned: no bridge joins 0101 and 0102; name one of the map"),
    ],
)
def test_a_set_up_that_cannot_be_names_the_file_of_its_scenario(battle, rows, said):
    made = msgspec.structs.replace(battle, scenario={**battle.scenario, **rows})
    with pytest.raises(ContentError) as error:
        set_up(Setting(made, options_of(made, {})))
    assert str(error.value).startswith("valley-campaign/scenarios/cross-keys.toml") and said in str(error.value)


def test_a_position_names_a_level_of_the_chart(battle):
    spec = {"empty": True, "hex": [{"id": "1010", "level": 9}]}
    with pytest.raises(PositionError, match=r"hex '1010': level 9 is none of 1, 2, 3, 4, 5"):
        rulebook.position(battle, spec)


def test_a_unit_to_be_set_up_beside_those_who_are_not_in_the_position_finds_no_place(battle):
    spec = {"empty": True, "begin": "movement", "unit": [{"id": "Elzey", "box": "unplaced"}]}
    with pytest.raises(PositionError, match=r"unit 'Elzey' finds no place where it may be set up"):
        rulebook.position(battle, spec)


def test_a_unit_to_be_set_up_finds_the_one_of_its_company_who_is_there(battle):
    last = next(row["with"][-1] for row in battle.scenario["setup"] if row["unit"] == "Elzey")
    units = [{"id": "Elzey", "box": "unplaced"}, {"id": last, "hex": "2010"}]
    g = rulebook.position(battle, {"empty": True, "begin": "movement", "unit": units})
    assert g.hex_name(g.at("Elzey")) == "2010"


@pytest.mark.parametrize(("counted", "points"), [([], 4), (["leader", "cavalry"], 3), (["infantry"], 3)])
def test_leaders_who_count_are_worth_what_each_unit_is(battle, counted, points):
    made = msgspec.structs.replace(battle, scenario=changed(dict(battle.scenario), ["victory", "not_counted"], counted))
    units = [{"id": id, "box": "exited"} for id in ("Ewell", "Rice Battery", "2 VA")]
    g = rulebook.position(made, {"empty": True, "begin": "movement", "unit": units})
    assert exit_points(g) == points == sum(points_of(g, unit["id"]) for unit in units)


def test_who_left_the_map_counts_nothing_where_points_do_not_win():
    port = vedette.battle("valley-campaign/port-republic")
    g = rulebook.position(port, {"begin": "movement", "turn": 3, "unit": [{"id": "Ewell", "box": "exited"}]})
    assert rulebook.view(g, "union") and exit_points(g) == 0
