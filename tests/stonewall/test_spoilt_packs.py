"""Packs of this family that are spoilt: one line that names the file, the place, what is there and the mend."""

import json
import shutil
from pathlib import Path

import httpx
import pytest

import vedette
from tests.table.tables import serving
from vedette import packs
from vedette.cli.program import run
from vedette.engine.game import Game
from vedette.engine.rulebook import ContentError
from vedette.packs import PackError
from vedette.packs.check import opened
from vedette.packs.reader import battle_of, build_board, check_scenarios, read_pack
from vedette.table import Store

FOLDER = Path(packs.__file__).parent.parent / "battles" / "stonewall-1978"
BATTLE = "stonewall-1978/kernstown"
SCENARIO = "scenarios/kernstown.toml"
GONE = None


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """A home folder that holds nothing of whoever runs the tests."""
    monkeypatch.setenv("VEDETTE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def copy(tmp_path):
    target = tmp_path / "spoilt"
    shutil.copytree(FOLDER, target)
    return target


def spoil(copy, path, old, new):
    """A file of the copy with one text in the place of another, or gone."""
    file = copy / path
    text = file.read_text()
    assert old in text, f"{path} has no {old!r}"
    file.unlink() if new is GONE else file.write_text(text.replace(old, new, 1))


def begun(folder):
    """What a check of the pack does before it looks at claims and ground: all is read, and each battle is begun."""
    pack = read_pack(opened(folder))
    board = build_board(pack)
    return [Game.new(battle_of(pack, board, id), seed=1) for id in check_scenarios(pack)]


def fault_of(call):
    with pytest.raises((PackError, ContentError)) as error:
        call()
    text = str(error.value)
    assert "\n" not in text and "; " in text, text
    return text


def column_out(copy, path, name):
    """A table without one of its columns; no cell of these tables is quoted but the last."""
    lines = [line.split(",") for line in (copy / path).read_text().splitlines()]
    n = lines[0].index(name)
    (copy / path).write_text("".join(",".join(cells[:n] + cells[n + 1 :]) + "\n" for cells in lines))


def rows_out(copy, path):
    (copy / path).write_text((copy / path).read_text().splitlines()[0] + "\n")


CHARTS = sorted(file.name for file in (FOLDER / "charts").glob("*.csv"))


@pytest.mark.parametrize("name", CHARTS)
def test_a_chart_that_is_not_there_or_has_no_row_is_named(copy, name):
    rows_out(copy, f"charts/{name}")
    assert f"charts/{name}, line 1: there is no row; write" in fault_of(lambda: begun(copy))
    (copy / "charts" / name).unlink()
    assert f"charts/{name}: there is no such file; a pack of these rules needs it" in fault_of(lambda: begun(copy))


@pytest.mark.parametrize("name", CHARTS)
def test_every_chart_says_where_its_rows_come_from(copy, name):
    text = (copy / "charts" / name).read_text()
    (copy / "charts" / name).write_text(text.replace("source", "whence", 1))
    assert f"charts/{name}, line 1: there is no column source; add it" in fault_of(lambda: begun(copy))


@pytest.mark.parametrize(
    ("path", "name"),
    [("charts/constants.csv", "value"), ("charts/brigades.csv", "bce"), ("charts/melee.csv", "+3"),
     ("board.csv", "level"), ("charts/rout.csv", "C"), ("counters.csv", "weapon"), ("counters.csv", "brigade"),
     ("hexsides.csv", "feature")],
)  # fmt: skip
def test_a_column_that_is_not_there_is_named(copy, path, name):
    column_out(copy, path, name)
    assert f"{path}, line 1: there is no column {name}; add it" in fault_of(lambda: begun(copy))


FIRE_1 = "1,-,-,-,-,-,-,PIN,1*,"
TABLES = [
    ("charts/constants.csv", "stack-points,8,", "stack-point,8,", "line 10, column name: the rules know no number"),
    ("charts/constants.csv", "rout-hexes,3,,rule SW 14.3\n", "", "there is no row for the number rout-hexes; write it"),
    ("charts/constants.csv", "stack-points,8,", "stack-points,0,", "line 10, column value: stack-points cannot be 0"),
    ("charts/constants.csv", "stack-points,8,", "stack-points,-8,", "'-8' is not allowed here; write a whole number"),
    ("charts/constants.csv", "stack-points,8,", "stack-units,8,", "line 11, column name: stack-units stands already"),
    ("charts/brigades.csv", "Tyler,union", "Tiler,union", "counters.csv, line 20, column brigade: charts/brigades.csv"),
    ("charts/brigades.csv", "Tyler,union", "Tyler,confederate", "column brigade: the brigade Tyler is confederate; wr"),
    ("charts/brigades.csv", "Tyler,union,3rd Brigade,12,", "Tyler,union,3rd Brigade,24,", "column bce: Tyler has 23"),
    ("charts/fire.csv", FIRE_1, "7,-,-,-,-,-,-,PIN,1*,", "line 2, column die: '7' is not allowed here; write a whole"),
    ("charts/fire.csv", FIRE_1, "1,-,-,-,-,-,-,PIN,0,", "column 15+: '0' is not allowed here; write a result such as"),
    ("charts/fire.csv", FIRE_1, "1,-,-,-,-,-,-,PIN,-1,", "column 15+: '-1' is not allowed here"),
    ("charts/fire.csv", "die,<1,1,2,3-5", "die,<1,1,2,4-5", "the columns have a gap, or do not go from <1 to one with"),
    ("charts/fire.csv", ",15+,", ",15-20,", "the columns have a gap, or do not go from <1 to one with a +; write"),
    ("charts/fire.csv", "die,<1,", "die,few,", "'few' is no column of strengths; write columns such as <1, 1, 2"),
    ("charts/melee.csv", ",+6,+7,", ",+6,+8,", "there is no column +7; add it"),
    ("charts/melee.csv", "1,C1 R2 / -", "1,C1 R2 / X", "line 2, column -4: 'C1 R2 / X' is not allowed here; write a"),
    ("charts/range.csv", "R,2,2,1,", "R,2,3,1,", "column from: the bands of R have a gap or lie over each other; begi"),
    ("charts/range.csv", "R,3,3,1/2,", "R,3,2,1/2,", "column to: a band from 3 to 2; write 3 or more"),
    ("charts/range.csv", "R,1,1,1,", "R,1,1,1/0,", "column multiplier: '1/0' is not allowed here; write a multiplier"),
    ("charts/range.csv", "R,1,1,1,", "X,1,1,1,", "column weapon: 'X' is not allowed here; write R, P, N or T"),
    ("charts/rout.csv", "die,A,B", "die,B,A", None),
    ("charts/rout.csv", "6,R?,", "66,R?,", "column die: '66' is not allowed here"),
    ("charts/rout.csv", "5,-,R?,", "5,-,maybe,", "line 7, column B: 'maybe' is not allowed here; write -, R or R?"),
    ("charts/morale_numbers.csv", "A,6,yes", "A,7,yes", "column number: '7' is not allowed here"),
    ("charts/morale_numbers.csv", "A,6,yes", "B,6,yes", "column letter: B stands already in line 2"),
    ("charts/demoralization.csv", "10-19,0-9", "10-19,0-8", "do not cover army morale from 0 to 29 without a gap; wri"),
    ("charts/demoralization.csv", "20-29,", "low,", "'low' is no column of army morale; write columns such as 0-9"),
    ("charts/demoralization.csv", "0,D,D,D", "0,D,E,D", "column 10-19: 'E' is not allowed here; write - or D"),
    ("charts/leader_casualties.csv", "artillery,2,killed", "artillery,2,bored", "column result: 'bored' is not allowe"),
    ("charts/leader_casualties.csv", "artillery,2,killed", "artillery,13,killed", "column roll: '13' is not allowed h"),
    ("charts/strategic_shifts.csv", "\nDraw,", "\nDrawn,", "strategic_shifts.csv: there is no row for the level 'Draw"),
    ("charts/terrain.csv", "clear,clear,hex,1,", "clear,clear,hex,0,", "column line: '0' cannot be the cost of a hex;"),
    ("charts/terrain.csv", "clear,clear,hex,1,", "clear,clear,hex,,", "column line: '' cannot be the cost of a hex; w"),
    ("charts/terrain.csv", "clear,clear,hex,1,", "clear,clear,hex,0.3,", "column line: '0.3' cannot be the cost of a"),
    ("charts/terrain.csv", "clear,clear,hex,1,", "clear,clear,hex,-1,", "column line: '-1' is not allowed here; write"),
    ("charts/terrain.csv", "ridge,ridge,hexside,+1,", "ridge,ridge,hexside,all,", "cannot be the cost of a hexside; w"),
    ("charts/terrain.csv", "road,road,road,,0.75", "road,road,road,,", "column column: '' cannot be the cost of a roa"),
    ("charts/terrain.csv", "pike,pike,road,,", "pike,pike,road,1,", "'1' cannot be the cost of a road; write nothing:"),
    ("charts/terrain.csv", "\nslope up,slope up,", "\nslope up,slope down,", "slope down is slope up already"),
    ("charts/terrain.csv", "\nridge,ridge,", "\nridge,rige,", "ridge is on the board and has no row; write one"),
    ("charts/terrain.csv", "\nford,ford,", "\nford,fjord,", "there is no row for the ground ford; write it"),
    ("counters.csv", "14 IN,14 IN,union,Kimball,infantry,5", "8 OH,14 IN,union,Kimball,infantry,5", "8 OH stands alre"),
    ("counters.csv", "14 IN,union,Kimball,infantry,5", "14 IN,union,Kimball,infantry,-5", "column strength: '-5' is n"),
    ("counters.csv", "14 IN,union,Kimball,infantry,5", "14 IN,union,Kimball,infantry,", "14 IN: there is no strength;"),
    ("counters.csv", "14 IN,union,Kimball,infantry,5,R", "14 IN,union,Kimball,infantry,5,T", "infantry has no weapon"),
    ("counters.csv", "14 IN,union,Kimball,infantry,5,R,B", "14 IN,union,Kimball,infantry,5,R,F", "column morale: 'F'"),
    ("counters.csv", "14 IN,union,Kimball,infantry,5,R,B,", "14 IN,union,Kimball,infantry,5,R,B,2", "is infantry and"),
    ("counters.csv", "14 IN,union,Kimball,inf", "14 IN,union,,inf", "column brigade: 14 IN has no brigade; write one"),
    ("counters.csv", "14 IN,union,Kimball,inf", "14 IN,union,Garnett,inf", "the brigade Garnett is confederate; write"),
    ("counters.csv", "14 IN,union,Kimball,infantry", "14 IN,union,Kimball,marines", "column arm: 'marines' is not all"),
    ("counters.csv", "leader,,,,,,5,2,3,1", "leader,,,,,,5,2,3,", "Kimball has replacement_radius and no replacement_"),
    ("counters.csv", "leader,,,,,,5,2,3,1", "leader,,,,,,5,2,,1", "Kimball has replacement_rally and no replacement_r"),
    ("counters.csv", "leader,,,,,,5,2,", "leader,3,,,,,5,2,", "column strength: Kimball is leader and has no strength"),
    ("board.csv", "0101,clear,1", "0101,clear,4", "line 2, column level: '4' is not allowed here; write a whole numbe"),
    ("board.csv", "0101,clear,1", "0101,swamp,1", "line 2, column terrain: charts/terrain.csv has no terrain 'swamp';"),
    ("board.csv", "0101,clear,1", "9901,clear,1", "line 2, column hex: the grid has no hex 9901"),
    ("hexsides.csv", "0109,0110,stream", "0109,0210,stream", "line 2, column b: 0109 and 0210 do not touch; the"),
    ("hexsides.csv", "0109,0110,stream", "0109,0110,strem", "line 2, column feature: 'strem' is not allowed here; wri"),
    ("roads.csv", "Valley Turnpike,pike,", "Valley Turnpike,turnpike,", "turnpike is on the board and has no row; wri"),
    ("roads.csv", "Valley Turnpike,pike,", "Valley Turnpike,motorway,", "the kind 'motorway' is none of"),
    ("grid.json", '"even"', '"left"', "grid.json: Invalid enum value 'left'"),
    ("grid.json", '"origin_hex"', '"origin_hexe"', "grid.json: Object contains unknown field origin_hexe"),
    ("pack.toml", 'rulebook = "great_battles"', 'rulebook = "chess"', "no rulebook is called 'chess'; installed are"),
    ("pack.toml", "[sides.union]", "[sides.blue]", "pack.toml, column sides: 'blue' is not allowed here; write union"),
    ("pack.toml", '"#2b5892"', '"blue"', "column sides.union.colour: 'blue' is not allowed here; write a colour such"),
    ("pack.toml", 'shape = "rounded"', 'shape = "oval"', "column sides.union.shape: 'oval' is not allowed here; write"),
    ("pack.toml", 'worn = "#8eaed6"\n', "", "column sides.union.worn: it is missing; write a colour such as #2b5892"),
    ("pack.toml", 'Kimball = "#e8e4d8"', 'Kimball = "#e8e4"', "column brigades.union.Kimball: '#e8e4' is not allowed"),
    ("pack.toml", 'adds = ["hexsides.csv"', 'adds = ["hexside.csv"', "overlay.adds: the pack has no table hexside.csv"),
    ("pack.toml", '"hexsides.csv" = ["a", "b", "feature"]', '"hexsides.csv" = []', "the key of hexsides.csv is empty;"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "old", "new", "said"), TABLES)
def test_a_spoilt_table_is_one_line_with_its_mend(copy, path, old, new, said):
    spoil(copy, path, old, new)
    if said is None:
        assert begun(copy)
    else:
        assert said in fault_of(lambda: begun(copy))


H1 = 'unit = "H 1 OH"\narea = "kimball"\nusual = "2219"\nfacing = "S"\nformation = "unlimbered"'
DRAW = '    { level = "Draw", from = 0, to = 0, cite = "SW-22.0-4" },\n'
SCENARIOS = [
    ('"14:00"', '"25:99"', "column turns.hours: turn 1 is at '25:99'; write an hour such as 14:20"),
    ("last = 15", "last = 16", "column turns.hours: 15 times for 16 turns; one for each turn"),
    ('first_player = "confederate"', 'first_player = "rebels"', "column turns.first_player: invalid enum value 'rebel"),
    ("[options.rules]", "[options.rulez]", "column options.rulez: neither the rules nor a row know the option 'rulez'"),
    ('values = ["1978", "2007"]', 'values = ["1978", "2008"]', "options.rules.values: '2008' is no value of it; write"),
    ('type = "bool"\ndefault = false', 'type = "choice"\ndefault = "a"\nvalues = ["a"]', "overshoot.type: it is a cho"),
    ('id = "kernstown"', 'id = "kernstown"\nclock = ["14:00"]', "column clock: these rules read turns.hours; take it"),
    ('id = "kernstown"', 'id = "kernstown"\nspecial = [{do = "fly"}]', "special: these rules have no special rules; t"),
    ('"2018", "2019"', '"2019", "2019"', "column areas.kimball: 2019 stands twice in kimball; write each hex once"),
    ('"2018", "2019"', '"9918", "2019"', "column areas.kimball: there is no hex '9918' on the board; write a hex of"),
    ('entry = [\n    "2435"', 'entry = [\n    "2419", "2435"', "units enter there, and 2419 lies off the edge of the"),
    ('unit = "H 1 OH"', 'unit = "H 9 OH"', "line 97, column setup[0].unit: there is no unit 'H 9 OH'; write an id of"),
    ('unit = "H 1 OH"', 'unit = "L 1 OH"', "L 1 OH stands already at setup[0].unit; once"),
    (H1, H1.replace("kimball", "kimbal"), "column setup[0].area: there is no area 'kimbal'; see areas"),
    (H1, H1.replace('area = "kimball"\n', ""), "column setup[0].unit: H 1 OH has not one place; write one of hex and"),
    (H1, H1.replace("2219", "2001"), "column setup[0].usual: 2001 lies outside kimball; write a hex of the area"),
    (H1, H1.replace('area = "kimball"', 'hex = "2218"'), "column setup[0].usual: 2219 lies outside 2218; write"),
    (H1, H1.replace('"S"', '"W"'), "line 100, column setup[0].facing: invalid enum value 'W'"),
    (H1, H1.replace("unlimbered", "square"), "column setup[0].formation: invalid enum value 'square'"),
    (H1, H1.replace("unlimbered", "column"), "setup[0].formation: artillery cannot be column; write limbered or unlim"),
    (H1, H1 + '\noption = "weather"', "column setup[0].option: there is no option 'weather'; see options"),
    ('unit = "Kimball"\n', 'unit = "Kimball"\nfacing = "N"\n', "setup[6].facing: Kimball is leader and has no facing;"),
    ('unit = "Kimball"\n', 'unit = "Kimball"\nformation = "line"\n', "setup[6].formation: leader cannot be line; take"),
    ('usual = "2907"\nformation = "line"', 'usual = "2907"\nformation = "column"', "infantry in column is never in re"),
    ('usual = "2320"', 'usual = "2219"', "H 1 OH finds no place in 2219, as the others stand; name another hex"),
    ('usual = "2219"\ncite', 'usual = "2018"\ncite', "Kimball finds no place in 2018, as the others stand; name anoth"),
    ('unit = "Jackson"\nturn = 1', 'unit = "Jackson"\nturn = 16', "reinforcement[0].turn: turn 16 is not in the game;"),
    ('area = "entry"', 'area = "entry"\nhex = "2435"', "reinforcement[0].hex: Jackson enters by a hex of its area; ta"),
    ('kind = "entry"', 'kind = "arrival"', "column reinforcement[0].kind: invalid enum value 'arrival'"),
    ('formation = "limbered"', 'formation = "unlimbered"', "Alleghany enters limbered; write \"limbered\""),
    ('area = "entry"\nformation = "limbered"', 'area = "entry"', "Alleghany enters limbered; write \"limbered\""),
    ('exit_edge = "north"', 'exit_edge = "up"', "column victory.exit_edge: invalid enum value 'up'"),
    ('exit_leader = "Jackson"', 'exit_leader = "Lee"', "column victory.exit_leader: there is no unit 'Lee'; write an"),
    ('exit_leader = "Jackson"', 'exit_leader = "2 VA"', "victory.exit_leader: 2 VA is no leader of the Confederates;"),
    ('exit_leader = "Jackson"', 'exit_leader = "Kimball"', "victory.exit_leader: Kimball is no leader of the Confeder"),
    ('hexes = ["2910"]', "hexes = []", "column victory.hills[2].hexes: Hill 2910 has no hexes; write those that score"),
    ('hexes = ["2910"]', 'hexes = ["2999"]', "column victory.hills[2].hexes: there is no hex 2999; write a hex of the"),
    ('hexes = ["2910"]', 'hexes = ["2411"]', "victory.hills[2].hexes: 2411 is on Hill 2411 already; write each hex on"),
    ("from = 31, to = 60", "from = 32, to = 60", "victory.levels: the leads of the union side have a gap; write level"),
    ("from = 61, to = 9999", "from = 61, to = 70", "victory.levels: the leads of the union side end at 70; write 9999"),
    ("from = 0, to = 0", "from = 1, to = 0", "victory.levels: no level says that nobody wins; write one draw, from 0"),
    (DRAW, "", "victory.levels: no level says that nobody wins; write one draw, from 0 to 0"),
    ('level = "Union Marginal Victory"', 'level = "Nearly"', "strategic_shifts.csv: there is no row for the level 'Ne"),
    ("[victory]", "[victory]\nzzz = 1", "column victory: object contains unknown field zzz"),
    ("[victory]", "[vctory]", "column vctory: object contains unknown field `vctory`; take it out or write a key"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "said"), SCENARIOS)
def test_a_spoilt_scenario_is_one_line_with_its_mend(copy, old, new, said):
    spoil(copy, SCENARIO, old, new)
    assert said in fault_of(lambda: begun(copy))


def test_pack_check_says_it_on_one_line_and_without_a_traceback(copy, capsys):
    spoil(copy, "charts/range.csv", "R,1,1,1,", "R,1,1,1/0,")
    assert run(["pack", "check", str(copy)]) == 2
    said = capsys.readouterr()
    assert "charts/range.csv, line 2, column multiplier: '1/0' is not allowed here" in said.err
    assert not said.out and len(said.err.splitlines()) == 1


def test_pack_check_names_a_brigade_without_a_colour(copy, capsys):
    spoil(copy, "pack.toml", 'Kimball = "#e8e4d8"\n', "")
    assert run(["pack", "check", str(copy)]) == 1
    wanted = "BROKEN counters.csv, 14 IN: pack.toml has no colour for the brigade Kimball"
    assert wanted in capsys.readouterr().out


# -- an owner's values over the pack


def laid(home, path, text):
    file = home / "packs" / "stonewall-1978" / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return str(file)


@pytest.mark.parametrize(
    ("path", "text", "said"),
    [
        ("charts/fire.csv", "die,15+\n1,0\n", "line 2, column 15+: '0' is not allowed here; write a result such as"),
        ("charts/fire.csv", "die,16+\n1,1\n", "line 1, column 16+: the pack's charts/fire.csv has no column 16+; use"),
        ("charts/fire.csv", "die,15+\n7,1\n", "line 2, column die: the pack's charts/fire.csv has no row 7; write a r"),
        ("charts/terrain.csv", "terrain,line\nclear,0\n", "line 2, column line: '0' cannot be the cost of a hex; writ"),
        ("charts/range.csv", "weapon,from,to\nR,2,4\n", "column from: the bands of R have a gap or lie over each othe"),
        ("charts/constants.csv", "name,value\nstack-units,0\n", "line 2, column value: stack-units cannot be 0; write"),
        ("charts/brigades.csv", "brigade,bce\nTyler,40\n", "line 2, column bce: Tyler has 23 points; write 1 to 23"),
        ("counters.csv", "id,weapon\n14 IN,N\n", "line 2, column weapon: infantry has no weapon N; write R or P"),
        ("counters.csv", "id,brigade\n14 IN,Burks\n", "line 2, column brigade: the brigade Burks is confederate; writ"),
        ("counters.csv", "id,strength\n99 OH,4\n", "line 2, column id: the pack's counters.csv has no row 99 OH; writ"),
        ("hexsides.csv", "a,b,feature,source\n2019,3019,slope,mine\n", "line 2, column b: 2019 and 3019 do not touch;"),
    ],
)  # fmt: skip
def test_what_an_owner_lays_over_names_his_own_file(home, path, text, said):
    file = laid(home, path, text)
    found = fault_of(lambda: vedette.battle(BATTLE).new_game(seed=1))
    assert found.startswith(file) or said.startswith("column from"), found
    assert said in found


def test_an_owner_may_lay_other_bands_of_range_over_the_pack(home):
    text = "weapon,from,to,multiplier,source\nN,6,9,,removed\nN,3,6,1,mine\nN,7,9,1/2,mine\n"
    laid(home, "charts/range.csv", text)
    game = vedette.battle(BATTLE).new_game(seed=1)
    assert [band[:2] for band in game.state.setting.ranges["N"]] == [(1, 1), (2, 2), (3, 6), (7, 9), (10, 12)]


# -- rows that an option brings in or takes out


def test_a_row_that_waits_for_an_option_is_there_with_it_alone(copy):
    row = '[[reinforcement]]\nunit = "Danville"\n'
    spoil(copy, SCENARIO, row, row + 'option = "overshoot"\n')
    pack = read_pack(opened(copy))
    battle = battle_of(pack, build_board(pack), "kernstown")
    assert "Danville" in battle.new_game(seed=1, options={"overshoot": True}).state.units
    assert "Danville" not in battle.new_game(seed=1).state.units


def test_columns_of_the_charts_may_stand_in_any_order(copy):
    lines = [line.split(",", 13) for line in (copy / "charts/melee.csv").read_text().splitlines()]
    text = "".join(",".join([cells[0], *cells[12:0:-1], cells[13]]) + "\n" for cells in lines)
    (copy / "charts/melee.csv").write_text(text)
    (game,) = begun(copy)
    assert game.state.setting.melee == vedette.battle(BATTLE).new_game(seed=1).state.setting.melee


# -- at the table


def test_a_spoilt_overlay_keeps_nobody_from_other_battles(home, tmp_path):
    file = laid(home, "charts/fire.csv", "die,15+\n1,0\n")
    store = Store(f"sqlite:///{tmp_path / 'games.sqlite'}")
    with serving(store) as table:
        found = table.get("/api/battles", timeout=60).json()
        assert BATTLE not in [b["id"] for b in found["battles"]] and len(found["battles"]) > 5
        (broken,) = found["broken"]
        told = f"{Path(file).relative_to(home)}, line 2, column 15+: '0' is not allowed"
        assert broken["id"] == BATTLE and broken["error"].startswith(told)  # and not where the folder lies
        refused = httpx.post(table.base + "/api/games", json={"battle": BATTLE}, timeout=60)
        assert refused.status_code == 400 and refused.json()["error"] == broken["error"]
    store.close()


def test_a_spoilt_pack_of_ones_own_keeps_nobody_from_other_battles(home, tmp_path, capsys):
    (home / "packs" / "mine").mkdir(parents=True)
    (home / "packs" / "mine" / "pack.toml").write_text("title = 3\n")
    store = Store(f"sqlite:///{tmp_path / 'games.sqlite'}")
    with serving(store) as table:
        found = table.get("/api/battles", timeout=60).json()
    store.close()
    (broken,) = found["broken"]
    assert len(found["battles"]) > 10 and broken["id"] == "mine"
    assert broken["error"].startswith("packs/mine/pack.toml: Expected str, got int")
    assert run(["battles", "--json"]) == 0
    told = capsys.readouterr()
    (mine,) = json.loads(told.out)["broken"]
    assert mine == {"id": "mine", "error": f"{home}/{broken['error']}"} and BATTLE in told.out
    assert told.err.startswith("mine cannot be played before a file is mended: ")
    assert vedette.battle(BATTLE).pack == "stonewall-1978"
