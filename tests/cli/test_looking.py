"""battles, show, map, los: what can be looked at without playing."""

import struct
from pathlib import Path

import pytest

from tests.cli.conftest import BATTLE, Vedette, Write, fire


def test_battles_lists_options_with_their_values(run: Vedette) -> None:
    (row,) = (b for b in run("battles", "--json").json["battles"] if b["battle"] == BATTLE)
    assert row["turns"] == {"first": 1, "last": 11}
    assert row["options"]["fog-second-table"]["default"] is False
    assert "--set fog-second-table=true|false" in run("battles").out


def test_show_has_the_keys_of_the_contract(run: Vedette) -> None:
    shown = run("show", BATTLE, "--json").json
    keys = {"battle", "rulebook", "turns", "units", "reinforcements", "options", "victory", "provenance", "overlay"}
    assert keys <= shown.keys() and shown["overlay"] is None and shown["turns"] == {"first": 1, "last": 11}
    (unit,) = (u for u in shown["units"] if u["id"] == "27 VA")
    unit_keys = {"id", "name", "side", "arm", "brigade", "division", "hex", "area", "with", "states", "values"}
    assert unit_keys <= unit.keys()
    assert (unit["hex"], unit["brigade"], unit["states"]) == ("1834", "Garnett", ["fresh"])


def test_show_names_reinforcements_with_turn_and_hex(run: Vedette) -> None:
    rows = {r["id"]: (r["turn"], r["hex"]) for r in run("show", BATTLE, "--json").json["reinforcements"]}
    assert rows["23 VA"] == (2, "2134") and rows["2 VA"] == (4, "2135")


def test_show_names_an_overlay(run: Vedette, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "packs" / "kernstown"
    folder.mkdir(parents=True)
    (folder / "counters.csv").write_text("id,fresh_sp,source\n27 VA,4,owner\n")
    monkeypatch.setenv("VEDETTE_HOME", str(tmp_path))
    shown = run("show", BATTLE, "--json").json
    (unit,) = (u for u in shown["units"] if u["id"] == "27 VA")
    assert shown["overlay"] == str(folder) and unit["values"]["fresh"][0] == 4


def test_words_for_a_person(run: Vedette) -> None:
    assert "27 VA        Garnett    1834" in run("show", BATTLE).out
    assert run("los", BATTLE, "1532", "1834").out.startswith("1532 to 1834: clear, 3 hexes\n")


def test_sight_says_what_each_hex_does(run: Vedette) -> None:
    sight = run("los", BATTLE, "1532", "1834", "--json").json
    assert (sight["from"], sight["to"], sight["sight"], sight["range"]) == ("1532", "1834", "clear", 3)
    assert [row["hex"] for row in sight["because"]] == ["1633", "1733"]
    assert {"hex", "level", "effect", "reason", "cite"} == sight["because"][0].keys()


def test_sight_with_a_position_counts_its_units_and_its_ground(run: Vedette, position: Write) -> None:
    file = position(fire('[[hex]]\nid = "1633"\nlevel = 20'))
    assert run("los", BATTLE, "1532", "1834", "--json").json["sight"] == "clear"
    found = run("los", BATTLE, "1532", "1834", "--position", file, "--json").json
    assert found["sight"] == "blocked" and found["because"][0]["effect"] == "blocks"
    assert "7 OH-a" in found["because"][1]["reason"]


@pytest.mark.parametrize(
    "arguments, words",
    [
        (("show", "kernstown/no-such"), "there is no battle 'kernstown/no-such'; "),
        (("show", BATTLE, "--set", "x=1"), "has no option 'x'; it has rules, fog-second-table"),
        (("show", BATTLE, "--set", "x"), "'x' is not NAME=VALUE"),
        (("los", BATTLE, "1532", "9999"), "9999: there is no such hex"),
        (("map", BATTLE, "-o", "x.gif"), "x.gif: ends in neither .svg, .png nor .pdf"),
        (("map", BATTLE), "Missing option '-o'"),
        (("fly",), "No such command 'fly'"),
        (("record", "verify", "no.jsonl"), "no.jsonl: there is no such file"),
        (("pack", "check", "no/such"), "no/such: there is no such folder"),
    ],
)
def test_bad_input_is_one_line(run: Vedette, arguments: tuple[str, ...], words: str) -> None:
    said = run(*arguments)
    assert (said.status, said.out, said.err.count("\n")) == (2, "", 1)
    assert said.err.startswith("vedette: ") and words in said.err


def test_map_is_svg_or_png(run: Vedette, tmp_path: Path) -> None:
    svg, png = tmp_path / "map.svg", tmp_path / "map.png"
    assert run("map", BATTLE, "-o", str(svg)).status == run("map", BATTLE, "-o", str(png)).status == 0
    assert svg.read_text().startswith("<svg") and "27 VA" in svg.read_text()
    assert struct.unpack(">II", png.read_bytes()[16:24]) > (800, 800)


def test_pack_new_and_check(run: Vedette, tmp_path: Path) -> None:
    folder = str(tmp_path / "mine")
    assert run("pack", "new", folder).status == 0
    assert run("pack", "check", folder, "--json").json["ok"]
    board = tmp_path / "mine" / "board.csv"
    board.write_text(board.read_text().replace("0203,clear,1", "0203,clear,high"))
    said = run("pack", "check", folder)
    assert said.status == 2 and "board.csv, line" in said.err and said.err.count("\n") == 1


def test_a_new_pack_can_be_played_as_it_is(run: Vedette, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VEDETTE_HOME", str(tmp_path))
    run("pack", "new", str(tmp_path / "packs" / "mine"))
    assert "victory hexes: 0504" in run("show", "mine/first").out
    said = run("sim", "mine/first", "--games", "1", "--jobs", "1", "--laws", "--json")
    assert said.status == 0 and said.json["errors"] == []


def test_pack_check_begins_every_scenario(run: Vedette, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    run("pack", "new", str(folder))
    scenario = folder / "scenarios" / "first.toml"
    scenario.write_text(scenario.read_text().replace("hexes_held", "luck"))
    said = run("pack", "check", str(folder))
    assert (said.status, said.err.count("\n")) == (2, 1)
    assert "first, victory: do = 'luck' is no way to win: write hexes_held or points" in said.err


def test_broken_claim_is_status_one(run: Vedette, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    run("pack", "new", str(folder))
    claims = folder / "claims" / "map.json"
    claims.write_text(claims.read_text().replace('"highest": 3', '"highest": 1'))
    said = run("pack", "check", str(folder))
    assert said.status == 1 and "BROKEN" in said.out


def test_a_missing_command_does_not_break_the_others(run: Vedette) -> None:
    said = run("--help")
    assert said.status == 0 and "  try " in said.out
    assert run().out == said.out
