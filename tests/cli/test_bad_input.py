"""Wrong input of every kind: one line that names file, place and mend, and never a fault of the program."""

from pathlib import Path

import pytest

import vedette
from tests.cli.conftest import BATTLE, Vedette, Write, fire
from tests.support import referee

NEW = '[[unit]]\nid = "9 XX"\nhex = "1733"\nside = "union"\narm = "infantry"\nbrigade = "Tyler"\n'


@pytest.mark.parametrize(
    "more, words",
    [
        (NEW + "values = {}", "unit '9 XX': key 'values' is empty: give it fresh, worn or both"),
        (NEW + 'values = {fresh = ["²", "R", 4]}', "unit '9 XX': strength '²' is neither a number nor C"),
        ('[[unit]]\nid = "29 OH-a"\nhex = "1733"\nbox = 1', "unit '29 OH-a' has both hex and box: keep one of them"),
        ('[[unit]]\nid = "29 OH-a"\nhex = ["1733"]', "key 'hex': expected a text or whole number, got a list"),
        ('[[unit]]\nid = "29 OH-a"\nbox = 1\nmarks = ["good-ground"]', "mark 'good-ground' is for units on the map"),
        ('[[unit]]\nid = "29 OH-a"\nbox = "exited"\nexit = 3', "key 'exit': expected a table, got a whole number"),
        (
            '[[unit]]\nid = "29 OH-a"\nhex = "1733"\nmarks = ["shaken", "disrupted"]',
            "marked shaken and disrupted: keep",
        ),
        (
            NEW.replace("infantry", "cavalry") + 'values = {dismounted = [2, "R", 5]}',
            "key 'values' needs fresh or worn too",
        ),
        ('[[hex]]\nid = "1733"\n[[hex]]\nid = 1733', "[[hex]] number 2 is given twice"),
        ('[[hex]]\nid = "1733"\nlevel = -1', "hex 1733: level -1 is none of a map; write one from 0 to 99"),
    ],
)
def test_wrong_values_of_a_position(run: Vedette, position: Write, more: str, words: str) -> None:
    file = position(fire(more))
    said = run("try", file)
    assert (said.status, said.out, said.err.count("\n")) == (2, "", 1)
    assert said.err.startswith(f"vedette: {file}") and words in said.err


@pytest.mark.parametrize(
    "battle, more, words",
    [
        ("second", "surprise = 17", "surprise: 17 is no turn: write 1 to 16, 0 where it is not earned, -1 made"),
        ("second", "points = {union = 10000}", "points.union: 10000 is more than any battle gives: write 9999 or less"),
        ("second", "surprise = -2", "surprise: -2 is no turn"),
        ("second", 'held = {confederate = ["Crook"]}', "held.confederate: 'Crook' commands the other side"),
        ("second", 'held = {union = ["Crook", "Crook"]}', "held.union: there is one chit 'Crook' only"),
        ("second", 'held = {union = ["Crook"]}\ncup = ["Crook"]', "cup: 'Crook' is held: take it out of one of them"),
        ("second", 'common = {union = ["Rally", "Fatigue"]}', "common.union: a side gives up one chit a turn"),
        ("first", 'common = {union = ["Rally"]}', "common: this scenario has no Common Events: take the key out"),
        ("second", 'activated = ["union/"]', "there is no brigade 'union/' in this battle"),
        ("second", 'cup = ["Rally ("]', "cup: there is no chit 'Rally (' in this battle"),
    ],
)
def test_chits_that_cannot_lie_so(run: Vedette, tmp_path: Path, battle: str, more: str, words: str) -> None:
    file = tmp_path / "x.toml"
    file.write_text(f'battle = "kernstown/{battle}-kernstown"\n{more}\n')
    said = run("try", str(file))
    assert (said.status, said.out, said.err.count("\n")) == (2, "", 1)
    assert words in said.err


@pytest.mark.parametrize("command", ["try", "odds"])
def test_an_endless_action_is_not_echoed(run: Vedette, position: Write, command: str) -> None:
    said = run(command, position(fire(f'actions = ["{"x" * 200_000}"]')))
    told = [line for line in (said.out + said.err).splitlines() if "xxx" in line]
    assert said.status in (1, 2) and told and all(len(line) < 2_500 for line in told)


def test_new_cavalry_has_the_dismounted_counter_that_it_is_given(run: Vedette, position: Write) -> None:
    unit = NEW.replace("infantry", "cavalry") + 'values = {fresh = [3, "R", 5], dismounted = [2, "R", 4]}\n'
    said = run("try", position(fire(unit + 'marks = ["dismounted"]')), "--json")
    assert said.status == 0
    assert next(u for u in said.json["units"] if u["id"] == "9 XX")["values"]["dismounted"] == [2, "R", 4]


@pytest.mark.parametrize(
    "more, words",
    [
        ('[[unit]]\nid = "46th PA"\nhex = "3612"', "unit '46th PA': the ground of 3612 is closed to all"),
        ('[[hex]]\nid = "1514"\nterrain = "pond"', "hex '1514': terrain 'pond' is none of clear, woods"),
        ("tracks = {Jackson = 2}", "tracks: 'Jackson' has no track in this game; none is in play"),
    ],
)
def test_ground_and_tracks_that_are_not_there(run: Vedette, tmp_path: Path, more: str, words: str) -> None:
    file = tmp_path / "x.toml"
    file.write_text(f'battle = "cedar-mountain/slaughter-mountain"\n{more}\n')
    said = run("try", str(file))
    assert (said.status, said.out, said.err.count("\n")) == (2, "", 1)
    assert words in said.err


def test_what_is_said_twice_counts_once() -> None:
    def at(times: int) -> bytes:
        keys = {
            key: [name] * times for key, name in (("activated", "Hayes"), ("casualties", "Duval"), ("raised", "Crook"))
        }
        return referee({}, battle=vedette.battle("kernstown/second-kernstown"), begin="draw", **keys).state.key()

    assert at(1) == at(2)


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
        (
            "charts/fog_of_war.csv",
            "die,result\n2,Wayward Move\n",
            "charts/fog_of_war.csv, die 2: result 'Wayward Move': write",
        ),
        (
            "charts/fog_of_war_second.csv",
            "die,game,result\n2,kernstown-1,Panic\n",
            "die 2: result 'Panic': write one of",
        ),
        ("charts/general_casualty.csv", "game,side,roll,general\nkernstown-1,union,11,Grant\n", "no general 'Grant'"),
        ("counters.csv", "id,arm\n27 VA,leader\n", "counters.csv, 27 VA: arm 'leader' is set up as a unit"),
        ("charts/terrain.csv", "terrain,infantry\nlane,no\n", "charts/terrain.csv, lane, infantry: 'no' on a road"),
        (
            "charts/break_test.csv",
            "die_minus_cr,result\n1,Broken Box 9\n",
            "charts/break_test.csv, 1: 'Broken Box 9' is no result: begin with",
        ),
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


def test_a_file_without_an_end_is_not_read_to_its_end(run: Vedette) -> None:
    """A device, or a file that was taken for another."""
    for command in (("try",), ("odds",), ("record", "verify")):
        said = run(*command, "/dev/zero")
        assert said.status == 2 and "has more than 268,435,456 bytes" in said.err
