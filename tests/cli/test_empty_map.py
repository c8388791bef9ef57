"""What docs/positions.md says of the empty map, and of weapons as they are printed."""

from pathlib import Path

import pytest

from tests.cli.conftest import Vedette

EMPTY = {
    "kernstown/first-kernstown": '[[unit]]\nid = "27 VA"\nhex = "1834"\n',
    "cedar-mountain/slaughter-mountain": '[[unit]]\nid = "13th VA"\nhex = "2211"\n',
    "valley-campaign/cross-keys": '[[unit]]\nid = "4 VA"\nhex = "0728"\n',
    "stonewall-1978/kernstown": '[[unit]]\nid = "5 VA"\nhex = "4815"\n',
}


@pytest.mark.parametrize("battle", EMPTY)
def test_nobody_comes_on_the_empty_map_whatever_the_file_says(run: Vedette, tmp_path: Path, battle: str) -> None:
    file = tmp_path / "p.toml"
    for waiting in ("", "waiting = true\n", "waiting = false\n"):
        file.write_text(f'battle = "{battle}"\nempty = true\n{waiting}{EMPTY[battle]}')
        assert len(run("try", str(file), "--json").json["units"]) == 1


MOUNTAIN = """battle = "cedar-mountain/slaughter-mountain"
empty = true
turn = 3
begin = "draw"
cup = ["Ewell"]
chits = ["Ewell"]
dice = ["1"]
[[unit]]
id = "13th VA"
hex = "2211"
[[unit]]
id = "5th LA"
hex = "3411"
"""


@pytest.mark.parametrize(("marks", "asked"), [("", "which brigade?"), ('marks = ["frozen"]\n', "Early: which Order?")])
def test_who_is_frozen_on_the_empty_map_is_so_by_his_mark_alone(
    run: Vedette, tmp_path: Path, marks: str, asked: str
) -> None:
    """Forno, whom the scenario freezes, can be activated beside Early unless the file freezes him too."""
    file = tmp_path / "p.toml"
    file.write_text(MOUNTAIN + marks)
    assert asked in run("try", str(file), "--json").json["decision"]["prompt"]


@pytest.mark.rule("SS-4.1-wt-4")
@pytest.mark.parametrize("weapon", ["S", "s", "Sm", "SM", "sm"])
def test_a_smoothbore_is_one_however_it_is_written(run: Vedette, tmp_path: Path, weapon: str) -> None:
    """It has no Long range: at two hexes its 4 SP are Extreme, a quarter; those of rifles would be 2."""
    file = tmp_path / "p.toml"
    file.write_text(SMOOTH.replace("SM", weapon))
    said = run("odds", str(file), "--json")
    assert said.status == 0, said.err
    assert said.json["column"]["base"] == "1"
    shown = {u["id"]: u["values"] for u in run("try", str(file), "--json").json["units"]}
    assert shown["45th GA"]["fresh"][1] == "S" and shown["5th CT"]["fresh"][1] == "R"


SMOOTH = """battle = "cedar-mountain/slaughter-mountain"
empty = true
turn = 3
begin = "fire"
active = "Thomas"
actions = ["45th GA fire at 1911"]
[[unit]]
id = "45th GA"
hex = "1913"
values = {fresh = [4, "SM", 5], worn = [2, "SM", 4]}
[[unit]]
id = "5th CT"
hex = "1911"
values = {fresh = [9, "Rf", 5]}
""" + "".join(f'[[hex]]\nid = "{id}"\nterrain = "clear"\nlevel = 4\n' for id in ("1911", "1912", "1913"))
