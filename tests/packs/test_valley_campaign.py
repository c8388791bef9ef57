"""The data of the Valley Campaign: every unit, hex, side, arrival and chart as the book of its rules has them."""

import shutil
from itertools import pairwise

import pytest

from vedette import packs
from vedette.cli.show import document
from vedette.packs import PackError, find
from vedette.packs.cases import cases_of
from vedette.packs.chart_words import chart_words
from vedette.packs.check import Held, broken, read_claims
from vedette.packs.forces import forces
from vedette.packs.reader import build_board, check_scenarios, read_pack

CK, PR, BOTH = "cross-keys", "port-republic", "both-battles"
FILES = ("claims/charts.json", "claims/scenarios.json")
REST = ("meta", "grid", "tables", "bytes_of")
STATED = (
    "JV-6.8-bridge", "JV-6.8-creek", "JV-6.8-slope", "JV-4.12-clear", "JV-4.12-foothill", "JV-4.12-hill",
    "JV-4.12-mountain", "JV-4.12-peak", "JV-4.12-forest", "JV-4.12-town", "JV-4.12-slope", "JV-4.12-creek",
    "JV-4.12-bridge", "JV-4.12-ford", "JV-4.12-river", "JV-4.12-road", "JV-4.12-4", "JV-4.14-1", "JV-4.14-4",
    "JV-8.6-1", "JV-8.6-5", "JV-8.6-7", "JV-2.6-4", "JV-2.6-5", "JV-8.1-1", "JV-10.2-1", "JV-10.2-2", "JV-10.2-3",
    "JV-10.3-turn8", "JV-10.3-area", "JV-10.3-bridges", "JV-10.3-stack", "JV-10.3-tyler", "JV-10.3-tyler-units",
    "JV-10.3-milroy", "JV-10.3-milroy-units", "JV-10.3-schenk", "JV-10.3-fremont", "JV-10.3-stahel", "JV-10.3-koltes",
    "JV-10.3-bohlen", "JV-10.3-bohlen-cavalry", "JV-10.3-cluseret", "JV-10.3-cluseret-ohio", "JV-10.3-bayard",
    "JV-10.3-union-batteries", "JV-10.3-carroll", "JV-10.3-carroll-units", "JV-10.3-jackson", "JV-10.3-patton",
    "JV-10.3-patton-units", "JV-10.3-patton-area", "JV-10.3-elzey", "JV-10.3-elzey-units", "JV-10.3-ewell",
    "JV-10.3-steuart", "JV-10.3-munford", "JV-10.3-taylor", "JV-10.3-trimble", "JV-10.3-trimble-units",
    "JV-10.3-csa-batteries-area", "JV-10.3-csa-batteries", "JV-10.3-tyler-arrive", "JV-10.3-carroll-arrive",
    "JV-10.6-1", "JV-10.6-2", "JV-10.6-3", "JV-10.6-6", "JV-10.7-absent", "JV-10.7-bridges", "JV-10.7-stack",
    "JV-10.7-tyler", "JV-10.7-tyler-units", "JV-10.7-carroll", "JV-10.7-carroll-units", "JV-10.7-milroy",
    "JV-10.7-schenck", "JV-10.7-fremont", "JV-10.7-stahel", "JV-10.7-koltes", "JV-10.7-bohlen",
    "JV-10.7-bohlen-cavalry", "JV-10.7-cluseret", "JV-10.7-bayard", "JV-10.7-union-batteries", "JV-10.7-t1",
    "JV-10.7-t2-infantry", "JV-10.7-t2-other", "JV-10.7-t4", "JV-10.7-t6-leaders", "JV-10.7-t6-infantry",
    "JV-10.7-t6-guns", "JV-10.7-t8",
)  # fmt: skip
"""Cases about data and set-up that the claims of the pack carry."""
COLUMNS = ("1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1")
WORST_FIRST = (
    "AL2AR*", "AL2AR", "AL1AR*", "AL1AR", "AL1", "AR", "BL1AR", "-", "BL1", "DR", "DR*", "DL1", "DL1DR", "DL1DR*",
    "DL2DR", "DL2DR*",
)  # fmt: skip


@pytest.fixture(scope="module")
def held():
    pack = read_pack(find.folder("valley-campaign"))
    return Held(pack, build_board(pack))


@pytest.fixture(scope="module")
def claims():
    folder = find.folder("valley-campaign")
    return [claim for file in FILES for claim in read_claims(file, folder.read(file))]


@pytest.mark.rule(*STATED)
def test_lists_and_charts_are_as_stated(held, claims):
    assert {claim.cite: wrong for claim in claims if (wrong := broken(claim, held))} == {}
    assert {claim.cite for claim in claims} >= {*STATED}


def test_every_claim_names_a_case_of_the_book(claims):
    known = cases_of("JV")
    assert [claim.cite for claim in claims if claim.cite not in known] == []


def copied(tmp_path, held, scenario, old, new):
    """The pack with something of one scenario replaced."""
    shutil.copytree(held.pack.folder.base / "scenarios", tmp_path / "scenarios")
    file = tmp_path / "scenarios" / f"{scenario}.toml"
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))
    return packs.reader.Pack(find.Folder("copy", tmp_path), *(getattr(held.pack, f) for f in REST))


@pytest.mark.parametrize(
    ("scenario", "old", "new", "case"),
    [
        (CK, 'unit = "25 OH"\nhex = "1808"', 'unit = "25 OH"\nhex = "1809"', "JV-10.3-milroy-units"),
        (CK, 'face = "reduced"\nhex = "1708"', 'hex = "1708"', "JV-10.3-milroy-units"),
        (CK, '"2 WV", "1 OH', '"1 OH', "JV-10.3-milroy"),
        (CK, 'unit = "5 VA"\narea = "rear"', 'unit = "5 VA"\nhex = "3128"', "JV-10.3-jackson"),
        (CK, '"3224", "3320"', '"3224"', "JV-10.3-area"),
        (CK, 'to = "2729"', 'to = "2829"', "JV-10.3-bridges"),
        (CK, 'unit = "29 OH"\nhex = "6111"\nunless', 'unit = "29 OH"\nhex = "6110"\nunless', "JV-10.3-tyler-arrive"),
        (CK, 'turn = 3\nunit = "5 OH"', 'turn = 4\nunit = "5 OH"', "JV-10.3-carroll-arrive"),
        (CK, '"19:00", "20:00"', '"19:00", "21:00"', "JV-10.2-3"),
        (CK, 'opening = ["union"]', 'opening = ["union", "confederate"]', "JV-10.2-4"),
        (CK, "points = 30", "points = 20", "JV-10.4-1"),
        (CK, 'not_counted = ["leader", "cavalry"]', 'not_counted = ["leader"]', "JV-10.4-3"),
        (PR, 'turn = 6\nunit = "Jackson"', 'turn = 1\nunit = "Jackson"', "JV-10.7-t6-leaders"),
        (PR, 'face = "reduced"\nhex = "4020"', 'hex = "4020"', "JV-10.7-stahel"),
        (PR, 'opening = ["union", "confederate"]', 'opening = ["union"]', "JV-10.6-7"),
        (PR, '["4426", "4326"]', '["4426"]', "JV-10.8-1"),
        (BOTH, '"areas", "burned"', '"areas"', "JV-10-combined-1"),
        (BOTH, "points = 30", "points = 28", "JV-10-combined-1"),
    ],
)
def test_a_wrong_scenario_breaks_the_claim(tmp_path, held, claims, scenario, old, new, case):
    moved = copied(tmp_path, held, scenario, old, new)
    assert any(broken(claim, Held(moved, held.board)) for claim in claims if claim.cite == case)


@pytest.mark.parametrize(
    ("scenario", "old", "new", "words"),
    [
        (CK, 'face = "reduced"', 'face = "worn"', "setup[2].face: invalid enum value 'worn'"),
        (CK, 'hex = "3333"', 'hex = "3399"', "setup[1].hex: there is no hex '3399' on the board"),
        (CK, 'usual = "1808"', 'usual = "9908"', "setup[3].usual: there is no hex '9908' on the board"),
        (CK, '"2923", "3020"', '"2923", "0000"', "areas.rear: there is no hex '0000' on the board"),
        (CK, 'to = "2729"', 'to = "0000"', "burned[0].hex: there is no hex '0000' on the board"),
        (CK, 'hex = "3333"', 'hex = "3333"\narea = "rear"', 'setup[1].unit: 1 OH, "H" Battery has not one place'),
        (CK, 'area = "rear"', 'area = "front"', "there is no area 'front'; see areas"),
        (CK, '"12 OH Battery", "WV', '"13 OH Battery", "WV', "setup[3].with: '13 OH Battery' is not set up here"),
        (CK, 'option = "second-army=noon"', 'option = "second-army=dawn"', "has no value 'dawn'; write turn-8 or noon"),
        (CK, 'option = "second-army=noon"', 'option = "third-army=noon"', "there is no option 'third-army'"),
        (CK, 'unless = "second-army=noon"\n', "", "7 OH stands already at reinforcement[0].unit"),
        (CK, '"10:00", ', "", "turns.hours: 10 times for 11 turns; one for each turn"),
        (CK, 'opening = ["union"]', "", "missing required field `opening`"),
        (CK, "[victory]", 'wild = ["Fog of War"]\n[victory]', "unknown field `wild`"),
        (PR, 'unit = "8 NY"\nface', 'unit = "9 NY"\nface', "there is no unit '9 NY'"),
        (PR, 'unit = "25 OH"\nhex = "3423"', 'unit = "25 OH"', "missing required field `hex`"),
        (BOTH, "last = 21", "last = 20", "21 times for 20 turns"),
    ],
)
def test_a_broken_scenario_is_one_clear_line(tmp_path, held, scenario, old, new, words):
    moved = copied(tmp_path, held, scenario, old, new)
    if scenario == CK:
        (tmp_path / "scenarios" / f"{BOTH}.toml").unlink()  # it takes its lists from the other
    with pytest.raises(PackError) as error:
        check_scenarios(moved)
    message = str(error.value)
    assert "\n" not in message and f"{scenario}.toml" in message and words.replace("`", "") in message.replace("`", "")


@pytest.mark.parametrize(
    ("path", "old", "new", "words"),
    [
        ("counters.csv", ",Mil,infantry,", ",Mil,militia,", "infantry, cavalry, artillery or leader"),
        ("counters.csv", ",Mil,infantry,2,2,1", ",Mil,infantry,3,2,1", "counters.csv, line 6, column steps"),
        ("charts/crt.csv", "1,AL2AR*", "1,AL3AR*", "crt.csv, line 2, column 1:3: 'AL3AR* (LC) (KIA)' is not allowed"),
        ("charts/crt.csv", "7:1,source", "8:1,source", "there is no column 7:1"),
        ("charts/terrain.csv", "forest,forest,hex,,+1", "forest,forest,hex,,many", "column infantry"),
        ("charts/terrain.csv", "forest,forest", "forest,wood", "charts/terrain.csv has no terrain 'forest'"),
        ("charts/bombardment_hits.csv", "6,Cut Down,0", "6,Cut Down,far", "column retreat"),
        ("charts/subordinates.csv", "Union A,union,1", "Union A,union,x", "column shift"),
        ("hexsides.csv", ",slope,", ",steep,", "slope, creek, ford, bridge or river"),
    ],
)
def test_a_broken_table_is_one_clear_line(tmp_path, path, old, new, words):
    target = tmp_path / "copy"
    shutil.copytree(find.folder("valley-campaign").base, target)
    file = target / path
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))
    with pytest.raises(PackError) as error:
        read_pack(find.Folder("copy", target))
    assert "\n" not in str(error.value) and words in str(error.value)


def test_counters_lack_nothing_and_what_is_lacking_is_told(tmp_path):
    target = tmp_path / "copy"
    shutil.copytree(find.folder("valley-campaign").base, target)
    file = target / "counters.csv"
    file.write_text(
        file.read_text()
        .replace(",Mil,infantry,2,2,1,6,", ",Mil,infantry,2,2,,6,", 1)
        .replace(",Tyl,leader,1,,,9,2,", ",Tyl,leader,1,,,9,,")
    )
    scenario = target / "scenarios" / "port-republic.toml"
    scenario.write_text(scenario.read_text().replace('unit = "29 NY"', 'unit = "29 NY"\nface = "reduced"'))
    pack = read_pack(find.Folder("copy", target))
    assert forces(pack, {PR: pack.scenario(f"scenarios/{PR}.toml").plain}) == [
        "counters.csv, 25 OH: there is no reduced",
        "counters.csv, Tyler: there is no shift",
        "scenarios/port-republic.toml, 29 NY: it is set up reduced and has one step",
    ]


@pytest.mark.parametrize("scenario", [CK, PR, BOTH])
def test_every_unit_of_a_scenario_is_a_counter_of_its_side(scenario):
    battle = packs.load(f"valley-campaign/{scenario}")
    rows = [*battle.scenario["setup"], *battle.scenario["reinforcement"]]
    assert {row["unit"] for row in rows} <= battle.counters.keys()
    for row in battle.scenario["setup"]:
        sides = {battle.counters[u]["side"] for u in (row["unit"], *row.get("with", ()))}
        assert len(sides) == 1, row["unit"]
    known = cases_of("JV")
    assert all(row["cite"] in known for row in rows)


def test_two_combat_units_at_most_are_usual_in_a_hex_of_the_free_area():
    battle = packs.load(f"valley-campaign/{CK}")
    at = {row["unit"]: row.get("usual") or row["hex"] for row in battle.scenario["setup"]}
    rear = set(battle.scenario["areas"]["rear"])
    for hex in rear:
        inside = [u for u, h in at.items() if h == hex and battle.counters[u]["arm"] in ("infantry", "cavalry")]
        assert len(inside) <= 2, hex
    for row in battle.scenario["setup"]:
        if "area" in row:
            assert row["usual"] in rear
        if "with" in row:
            assert row["usual"] in {at[u] for u in row["with"]}, row["unit"]


def test_the_odds_table_gets_better_with_every_column_and_every_die():
    rows = packs.load(f"valley-campaign/{CK}").charts["crt"]
    rank = [[WORST_FIRST.index(row[c].split()[0]) for c in COLUMNS] for row in rows]
    assert all(a <= b for row in rank for a, b in pairwise(row))
    assert all(a <= b for column in zip(*rank, strict=True) for a, b in pairwise(column))
    assert {n for row in rank for n in row} == set(range(len(WORST_FIRST)))


def test_both_cups_have_the_same_leaders_drawn_blind():
    rows = packs.load(f"valley-campaign/{CK}").charts["subordinates"]
    shifts = {s: sorted(r["shift"] for r in rows if r["side"] == s) for s in ("union", "confederate")}
    assert shifts["union"] == shifts["confederate"] == sorted("1" * 18 + "2" * 7 + "3")


def test_each_chart_has_words():
    battle = packs.load(f"valley-campaign/{CK}")
    assert set(chart_words("valley-campaign")) == set(battle.charts)
    assert all(row["explained"] for row in chart_words("valley-campaign").values())


def test_every_source_names_cases_that_there_are(held):
    known = cases_of("JV")
    for path, table in held.pack.tables.items():
        for row in table.rows:
            for word in row.get("source").replace(";", " ").replace(":", " ").replace(",", " ").split():
                if word.strip("()").startswith("JV-"):
                    assert word.strip("()") in known, (path, word)


def stated(claims, scenario, coming):
    """Every unit that the claims name for a scenario, but those that an option brings: unit -> turn, place, face."""
    found = {}
    for claim in claims:
        for row in claim.holds:
            mine = (row["do"], row.get("scenario"), bool(row.get("turn"))) == ("listed", scenario, coming)
            if mine and "option" not in row:
                turn, face = row.get("turn", 0), row.get("face", "full")
                found |= {unit: (turn, place, face) for unit, place in row["units"].items()}
    return found


def placed(unit):
    """Where a unit of `vedette show` is set up, in the words of the claims."""
    if unit["hex"]:
        return unit["hex"]
    if unit["area"]:
        areas = packs.load(f"valley-campaign/{CK}").scenario["areas"]
        return next(f"area {name}" for name, hexes in areas.items() if hexes == unit["area"])
    return f"with {' | '.join(unit['with'])}" if unit["with"] else ""


@pytest.mark.parametrize(
    ("scenario", "turns", "clock", "standing", "coming"),
    [(CK, 11, ("10:00", "20:00"), 110, 5), (PR, 10, ("05:00", "14:00"), 14, 98)],
)
def test_show_has_every_unit_place_side_and_turn(claims, scenario, turns, clock, standing, coming):
    found = document(f"valley-campaign/{scenario}", {})
    here, come = stated(claims, scenario, False), stated(claims, scenario, True)
    units = {u["id"]: u for u in found["units"]}
    face = {id: "reduced" if "reduced" in u["states"] else "full" for id, u in units.items()}
    assert {id: (0, placed(u), face[id]) for id, u in units.items() if placed(u)} == here
    assert {r["id"]: (r["turn"], r["hex"], face[r["id"]]) for r in found["reinforcements"]} == come
    assert (len(here), len(come), len(units)) == (standing, coming, standing + coming)
    assert (found["turns"], found["clock"][0], found["clock"][-1]) == ({"first": 1, "last": turns}, *clock)


def test_show_has_everybody_at_cross_keys_for_both_days_and_shields_at_noon_by_option():
    first, both = (document(f"valley-campaign/{name}", {}) for name in (CK, BOTH))
    assert (both["units"], both["reinforcements"]) == (first["units"], first["reinforcements"])
    assert both["turns"] == {"first": 1, "last": 21} and both["clock"][11] == "05:00"
    noon = document(f"valley-campaign/{CK}", {"second-army": "noon"})["reinforcements"]
    assert {r["id"]: r["turn"] for r in noon} == {r["id"]: 3 for r in first["reinforcements"]} and len(noon) == 5
    assert document(f"valley-campaign/{CK}", {"turns": "10"})["turns"]["last"] == 10
