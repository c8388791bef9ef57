"""Reading packs: overlays, errors that say where and how to mend, and a pack of one's own."""

import pickle
import shutil
import time

import pytest

from vedette import packs
from vedette.engine.content import DIE, Content, Layout
from vedette.packs import PackError, find
from vedette.packs.ground.__main__ import main as ground
from vedette.packs.reader import check_scenarios, read_pack
from vedette.packs.schema import COMMON, layouts

CRT = "charts/crt.csv"


def cell(battle, chart, row, column):
    return next(r for r in battle.charts[chart] if r["roll"] == row)[column]


def refused(call, *words):
    with pytest.raises(PackError) as e:
        call()
    text = str(e.value)
    assert "\n" not in text and all(w in text for w in words), text


def load():
    return packs.load("kernstown/the-stone-wall")


def test_a_battle_is_read_whole(battle):
    assert (battle.id, battle.title, battle.pack) == ("kernstown/the-stone-wall", "The Stone Wall", "kernstown")
    assert (battle.rulebook, battle.profile, battle.overlay) == ("blind_swords", "kernstown", None)
    assert battle.board.grid.size == 1287 and battle.counters["27 VA"]["fresh_sp"] == "3"
    assert battle.provenance["reconstructed"] > 1000 and battle.provenance["rule"] > 10


def test_a_second_load_is_the_same_object(battle):
    begin = time.perf_counter()
    assert load() is battle
    assert time.perf_counter() - begin < 0.5


def test_the_board_alone_needs_no_scenario():
    bare = packs.load("kernstown", board_only=True)
    assert bare.board is packs.load("kernstown", board_only=True).board and not bare.counters
    assert repr(bare.board) == repr(load().board)


def test_battles_are_listed_with_the_one_to_begin_with_first():
    ids = [b.id for b in packs.battles()]
    assert ids[0] == "kernstown/the-stone-wall"
    assert ids[-6:-4] == ["cedar-mountain/valley-vengeance", "cedar-mountain/slaughter-mountain"]
    assert ids[-4:-1] == [f"valley-campaign/{name}" for name in ("port-republic", "cross-keys", "both-battles")]
    assert ids[-1] == "stonewall-1978/kernstown"


def test_a_misspelt_battle_is_answered_with_the_near_one():
    refused(lambda: packs.load("kernstown/the-stonewall"), "did you mean kernstown/the-stone-wall")
    refused(lambda: packs.load("kernstown"), "there is no battle")


def test_an_owner_changes_one_cell(battle, overlay):
    overlay(CRT, "roll,3\n51-53,0|1-2|3-4\n")
    mine = load()
    assert cell(mine, "crt", "51-53", "3") == "0|1-2|3-4" and cell(mine, "crt", "51-53", "4") == "-|0-1|2-3"
    assert mine.provenance["owner"] == 1 and mine.overlay.endswith("kernstown")
    assert mine.hash != battle.hash and cell(battle, "crt", "51-53", "3") == "-|0|1-3"


def test_a_colour_is_no_part_of_the_fingerprint(home, folder):
    mine = home / "packs" / "mine"
    shutil.copytree(folder, mine)
    before = packs.load("mine/the-stone-wall").hash
    file = mine / "pack.toml"
    file.write_text(file.read_text().replace("#2b5892", "#2b5893"))
    packs.reader._pack.cache_clear()
    packs.reader._battle.cache_clear()
    assert packs.load("mine/the-stone-wall").hash == before


def test_an_empty_cell_keeps_its_value(battle, overlay):
    overlay(CRT, "roll,3,4,source\n51-53,,-|0|1-4,my own sheet\n")
    row = next(r for r in load().charts["crt"] if r["roll"] == "51-53")
    assert row["3"] == "-|0|1-3" and row["4"] == "-|0|1-4" and row["source"] == "owner: my own sheet"


def test_keys_of_two_columns(overlay):
    overlay("charts/weapon_ranges.csv", "arm,weapon,extreme\nartillery,R,20\n")
    found = {(r["arm"], r["weapon"]): r["extreme"] for r in load().charts["weapon_ranges"]}
    assert found["artillery", "R"] == "20" and found["infantry", "R"] == "3"


def test_an_owner_adds_and_removes_hexsides(battle, overlay):
    first, second = next(iter(battle.board.hexsides))
    a, b = battle.board.grid.name(first), battle.board.grid.name(second)
    feature = next(iter(battle.board.hexsides[first, second]))
    overlay("hexsides.csv", f"a,b,feature,source\n{a},{b},{feature},removed\n1834,1835,stream,mine\n")
    board = load().board
    at = board.grid.index
    assert (first, second) not in board.hexsides and "stream" in board.hexsides[at("1834"), at("1835")]


def test_an_overlaid_level_must_fit_its_slopes(overlay):
    overlay("board.csv", "hex,level\n1022,9\n")
    refused(load, "1022")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("roll,Q\n51-53,-|0|1\n", ("line 1", "column Q", "use roll")),
        ("roll,3\n51-52,-|0|1\n", ("line 2", "no row 51-52")),
        ("roll,3\n51-53,none\n", ("line 2", "column 3", "'none'", "three boxes")),
        ("roll,3\n51-53\n", ("line 2", "1 cells")),
        ('roll,3\n51-53,"-|0|1\n', ("close the quotation mark",)),
        ("3\n-|0|1\n", ("no column roll",)),
        ("roll,3\n51-53,-|0|1\n51-53,-|0|2\n", ("line 3", "stands already in line 2")),
        ("", ("line 1", "empty")),
    ],
)
def test_a_broken_overlay_says_where_and_what_to_do(overlay, text, words):
    file = overlay(CRT, text)
    refused(load, str(file), *words)


def test_a_table_that_the_pack_has_not(overlay):
    overlay("charts/weather.csv", "die,result\n1,rain\n")
    refused(load, "no table charts/weather.csv", "charts/crt.csv")


def test_bytes_that_are_no_text(overlay):
    overlay(CRT, "").write_bytes(b"roll,3\n51-53,\xff\n")
    refused(load, "line 2", "no UTF-8")


@pytest.fixture
def copy(folder, tmp_path):
    """A copy of the pack to break."""
    target = tmp_path / "copy"
    shutil.copytree(folder, target)

    def spoil(path, old, new):
        file = target / path
        text = file.read_text()
        assert old in text
        file.write_text(text.replace(old, new, 1))
        return target

    return spoil


@pytest.mark.parametrize(
    ("path", "old", "new", "words"),
    [
        ("board.csv", "1000,clear,4", "1000,clear,high", ("board.csv, line 2, column level", "'high'")),
        ("board.csv", "1000,clear", "0999,clear", ("line 2", "no hex 0999")),
        ("hexsides.csv", "1023,1022", "1023,1020", ("do not touch", "neighbours of 1023")),
        ("counters.csv", "27 VA,27 VA,confederate", "27 VA,27 VA,rebel", ("counters.csv", "column side", "union")),
        ("counters.csv", "27 VA,27 VA", "2 VA,27 VA", ("stands already in line",)),
        ("chits.csv", "after-order", "afterwards", ("chits.csv, line 2, column window",)),
        ("charts/fire_cohesion.csv", "tough,5,D2", "tough,5,D9", ("fire_cohesion.csv", "column depletion")),
        ("scenarios/the-stone-wall.toml", '"27 VA"', '"28 VA"', ("line ", "setup[11].unit", "no unit '28 VA'")),
        ("scenarios/the-stone-wall.toml", 'hex = "1834"', 'hex = "1899"', ("setup[11].hex", "no hex '1899'")),
        ("scenarios/the-stone-wall.toml", "turns =", "turn =", ("unknown field", "turn")),
        (
            "scenarios/the-stone-wall.toml",
            "key = 1",
            'key = "one"',
            ("chits", "a text in quotes cannot stand here; write a whole number"),
        ),
        ("scenarios/the-stone-wall.toml", '"3:40", ', "", ("clock", "10 times for 11 turns")),
        ("pack.toml", "title =", "titel =", ("pack.toml", "titel")),
        ("grid.json", '"odd"', '"left"', ("grid.json",)),
        ("claims/map.json", '"chain"', '"chains"', ("no test 'chains'",)),
    ],
)
def test_a_broken_row_is_one_clear_line(copy, path, old, new, words):
    refused(lambda: packs.check(copy(path, old, new)), *words)


def test_a_broken_claim_is_named(copy):
    report = packs.check(copy("charts/terrain.csv", "+0,+1,+1,-2,-2", "+0,+1,+1,-1,-2"))
    assert [line.split(":")[0] for line in report.broken] == ["KT-12.3-shift-wall"]


def test_a_board_that_left_its_drawing_is_named(copy):
    report = packs.check(copy("board.csv", "1000,clear,4", "1000,clear,5"))
    assert any(line.startswith("board.csv: not what the drawing") for line in report.broken)


def test_ground_is_checked_and_laid_by_command(copy, capsys):
    folder = copy("board.csv", "1000,clear,4", "1000,clear,5")
    assert ground(["check", str(folder)]) == 1 and "board.csv" in capsys.readouterr().out
    assert ground(["lay", str(folder)]) == 0
    assert ground(["check", str(folder)]) == 0


def test_a_new_pack_holds_and_loads(home):
    folder = home / "packs" / "mine"
    packs.new(folder)
    report = packs.check(folder)
    assert report.ok and report.scenarios == ("first",)
    assert packs.load("mine/first").board.grid.size == 48
    refused(lambda: packs.new(folder), "something is there already")


def test_a_folder_without_a_pack(tmp_path):
    refused(lambda: packs.check(tmp_path), "there is no pack.toml")
    refused(lambda: packs.check(tmp_path / "nowhere"), "no such folder")


def test_rulebooks_are_found_by_name():
    class Toy:
        name = "toy-of-the-packs"

    packs.register("toy-of-the-packs", Toy)
    assert packs.rulebook("toy-of-the-packs") is Toy
    refused(lambda: packs.rulebook("no-such-book"), "no rulebook is called 'no-such-book'")


def test_rules_that_say_nothing_of_their_packs_take_any_table_and_any_key(copy):
    class Silent:
        name = "silent"
        content = None

    packs.register("silent", Silent)
    folder = copy("pack.toml", 'rulebook = "blind_swords"', 'rulebook = "silent"')
    for path, old, new in (
        ("counters.csv", "27 VA,27 VA,confederate,,Garnett,infantry", "27 VA,27 VA,confederate,,Garnett,elephants"),
        ("charts/crt.csv", "-|0|1-3", "a result"),
        ("scenarios/the-stone-wall.toml", "common_events =", "omens ="),
    ):
        file = folder / path
        assert old in file.read_text()
        file.write_text(file.read_text().replace(old, new, 1))
    pack = read_pack(find.Folder("copy", folder))
    assert pack.content == Content() and len(check_scenarios(pack)) == 6 and pack.rows("chits.csv") == ()
    (folder / "hexsides.csv").write_text("a,b,source\n")
    refused(lambda: read_pack(find.Folder("copy", folder)), "hexsides.csv, line 1", "no column feature")


def test_a_family_adds_columns_to_those_of_every_pack_and_files_of_its_own():
    own = {"counters.csv": Layout(("horns",), {"horns": DIE}), "omens.csv": Layout(("omen",), {})}
    found = layouts(Content(tables=own))
    assert found["counters.csv"].must == ("id", "name", "side", "arm", "source", "horns") and found["counters.csv"].open
    assert found["omens.csv"] is own["omens.csv"] and found["board.csv"] is COMMON["board.csv"]


def test_a_board_survives_pickling(battle):
    assert pickle.loads(pickle.dumps(battle.board)).level == battle.board.level


@pytest.mark.parametrize("path", ["scenarios/the-stone-wall.toml", "pack.toml", "charts/crt.TOML", "claims/map.json"])
def test_what_is_no_table_cannot_be_laid_over_a_pack(overlay, path):
    file = overlay(path, 'title = "Mine"\n')
    with pytest.raises(PackError) as error:
        packs.load("kernstown/the-stone-wall")
    assert str(error.value).startswith(f"{file}: this cannot be laid over a pack; an owner's values are tables, .csv")


@pytest.mark.parametrize("path", ["notes.txt", ".csv.swp", "charts/.DS_Store"])
def test_an_owner_may_keep_notes_beside_his_tables(overlay, path):
    overlay(path, "mine\n")
    assert packs.load("kernstown/the-stone-wall").overlay is None
