"""Wrong input of every kind: one line that names file, place and mend, and never a fault of the program."""

from pathlib import Path

import pytest

from tests.cli.conftest import BATTLE, Vedette, Write, fire

NEW = '[[unit]]\nid = "9 XX"\nhex = "1733"\nside = "union"\narm = "infantry"\nbrigade = "Tyler"\n'


@pytest.mark.parametrize(
    "more, words",
    [
        (NEW + "values = {}", "unit '9 XX': key 'values' is empty: give it fresh, worn or both"),
        (NEW + 'values = {fresh = ["²", "R", 4]}', "unit '9 XX': strength '²' is neither a number nor C"),
        ('[[unit]]\nid = "29 OH-a"\nhex = "1733"\nbox = 1', "unit '29 OH-a' has both hex and box: keep one of them"),
        ('[[unit]]\nid = "29 OH-a"\nhex = ["1733"]', "key 'hex': expected a text or whole number, got a list"),
        ('[[unit]]\nid = "29 OH-a"\nbox = 1\nmarks = ["good-ground"]', "mark 'good-ground' is for units on the map"),
        ('[[hex]]\nid = "1733"\n[[hex]]\nid = 1733', "[[hex]] number 2 is given twice"),
        ('[[hex]]\nid = "1733"\nlevel = -1', "hex 1733: level -1 is none of a map; write one from 0 to 99"),
    ],
)
def test_wrong_values_of_a_position(run: Vedette, position: Write, more: str, words: str) -> None:
    file = position(fire(more))
    said = run("try", file)
    assert (said.status, said.out, said.err.count("\n")) == (2, "", 1)
    assert said.err.startswith(f"vedette: {file}") and words in said.err


def test_a_position_of_no_battle_names_its_file_and_line(run: Vedette, tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    file.write_text('turn = 2\nbattle = "kernstown/the-wall"\n')
    said = run("try", str(file))
    assert said.status == 2
    assert said.err.startswith(f"vedette: {file}, line 2: there is no battle 'kernstown/the-wall'; did you mean")


@pytest.mark.parametrize("text", ["a = " + "[" * 5000, "a = " + "[" * 5000 + "]" * 5000])
def test_a_file_that_nests_too_deep(run: Vedette, tmp_path: Path, text: str) -> None:
    file = tmp_path / "deep.toml"
    file.write_text(text)
    said = run("try", str(file))
    assert (said.status, said.err.count("\n")) == (2, 1)
    assert said.err.startswith(f"vedette: {file}") and "too deep" in said.err


@pytest.mark.parametrize(
    "path, text, words",
    [
        ("board.csv", "hex,terrain\n1834,swamp\n", "line 2, column terrain: charts/terrain.csv has no terrain 'swamp'"),
        ("charts/terrain.csv", "terrain,artillery\nlane,?\n", "line 2, column artillery: '?' is not allowed here"),
        ("counters.csv", "id,arm\n27 VA,leader\n", "counters.csv, 27 VA: arm 'leader' is set up as a unit"),
    ],
)
def test_an_overlay_that_cannot_be_played(
    run: Vedette, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, text: str, words: str
) -> None:
    monkeypatch.setenv("VEDETTE_HOME", str(tmp_path))
    file = tmp_path / "packs" / "kernstown" / path
    file.parent.mkdir(parents=True)
    file.write_text(text)
    said = run("map", BATTLE, "-o", str(tmp_path / "map.svg"))
    assert (said.status, said.out, said.err.count("\n")) == (2, "", 1)
    assert words in said.err


def test_no_address_is_not_every_address(run: Vedette, tmp_path: Path) -> None:
    said = run("serve", "--host", "", "--port", "0", "--database", f"sqlite:///{tmp_path / 'x.sqlite'}")
    assert said.status == 2 and "address '' is empty; give one such as 127.0.0.1" in said.err
