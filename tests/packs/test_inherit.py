"""Scenarios that begin with another: what is taken over, what is put in its place, and what is refused."""

import shutil

import pytest

from vedette.packs import PackError
from vedette.packs.find import Folder
from vedette.packs.inherit import read_whole
from vedette.packs.reader import Pack, check_scenarios, read_pack

BASE = """
id = "first"
title = "First"
about = "The first."
cite = "KT-1"
profile = "kernstown"
turns = { first = 1, last = 2 }
clock = ["1:00", "1:20"]
common_events = true
[chits.union]
key = 1
random = 2
[chits.confederate]
key = 2
random = 1
[[activation]]
chit = "Tyler"
side = "union"
brigades = ["Tyler"]
[[setup]]
unit = "7 OH-a"
hex = "1532"
marks = ["frozen"]
[[setup]]
unit = "7 OH-b"
hex = "1531"
[[reinforcement]]
turn = 2
unit = "27 VA"
hex = "2134"
[[special]]
do = "chit_from_turn"
chit = "A"
[[special]]
do = "chit_from_turn"
chit = "B"
"""
HEAD = 'id = "second"\ntitle = "Second"\ncite = "KT-2"\nbase = "first"\n'


@pytest.fixture
def read(tmp_path):
    """Reads a second scenario of a folder, beside the first and others."""

    def whole(text, **others):
        for name, content in {"first": BASE, "second": text, **others}.items():
            file = tmp_path / "scenarios" / f"{name}.toml"
            file.parent.mkdir(exist_ok=True)
            file.write_text(content)
        (tmp_path / "pack.toml").write_text('title = "Mine"\nrulebook = "blind_swords"\nprofile = "kernstown"\n')
        return read_whole(Folder("mine", tmp_path), "scenarios/second.toml")

    return whole


@pytest.fixture
def copied(folder, tmp_path):
    """Checks the scenarios of a copy of the pack in which something of one was replaced."""

    def check(scenario, old, new):
        shutil.copytree(folder / "scenarios", tmp_path / "scenarios")
        file = tmp_path / "scenarios" / f"{scenario}.toml"
        assert old in file.read_text()
        file.write_text(file.read_text().replace(old, new, 1))
        pack = read_pack(Folder("kernstown", folder))
        check_scenarios(Pack(Folder("copy", tmp_path), pack.meta, pack.grid, pack.tables, pack.bytes_of))

    return check


def units(whole):
    return {row["unit"]: row for row in whole.plain["setup"]}


def test_everything_is_taken_over_but_what_a_scenario_says_of_itself(read):
    whole = read(HEAD)
    assert (whole.checked.id, whole.checked.title, whole.checked.about, whole.checked.cite) == (
        "second",
        "Second",
        "",
        "KT-2",
    )
    assert whole.checked.common_events and len(whole.checked.setup) == 2 and len(whole.checked.special) == 2
    assert "base" not in whole.plain


def test_a_key_replaces_the_bases_and_a_table_only_the_keys_given(read):
    whole = read(HEAD + 'clock = ["2:00", "2:20"]\n[chits.union]\nkey = 3\nrandom = 4\n')
    assert whole.plain["clock"] == ["2:00", "2:20"]
    assert (whole.checked.chits["union"].key, whole.checked.chits["confederate"].key) == (3, 2)


def test_a_list_given_whole_replaces_the_bases(read):
    assert list(units(read(HEAD + '[[setup]]\nunit = "X"\nhex = "1000"\n'))) == ["X"]


def test_rows_are_added_behind(read):
    whole = read(HEAD + '[[add.setup]]\nunit = "X"\nhex = "1000"\n')
    assert list(units(whole)) == ["7 OH-a", "7 OH-b", "X"]
    assert whole.places["setup[2]"] == "add.setup[0]"


def test_rows_are_taken_out_by_their_values(read):
    whole = read(HEAD + '[[remove.special]]\ndo = "chit_from_turn"\nchit = "A"\n')
    assert [row["chit"] for row in whole.plain["special"]] == ["B"]
    assert read(HEAD + '[[remove.special]]\ndo = "chit_from_turn"\n').plain["special"] == []


def test_a_row_is_changed_by_its_name(read):
    found = units(read(HEAD + '[[change.setup]]\nunit = "7 OH-a"\nmarks = []\n'))
    assert found["7 OH-a"] == {"unit": "7 OH-a", "hex": "1532", "marks": []} and found["7 OH-b"]["hex"] == "1531"


def test_the_base_itself_stays_as_it_was(read):
    read(HEAD + '[[change.setup]]\nunit = "7 OH-a"\nhex = "1000"\n[[add.setup]]\nunit = "X"\nhex = "1000"\n')
    assert units(read(HEAD))["7 OH-a"]["hex"] == "1532"


def test_keys_of_a_third(read):
    third = HEAD.replace("second", "third") + '[[change.setup]]\nunit = "7 OH-a"\nhex = "1000"\n'
    whole = read(HEAD + '[take]\nthird = ["setup"]\n', third=third)
    assert units(whole)["7 OH-a"]["hex"] == "1000"


def test_keys_of_another_without_a_base(read):
    whole = read(
        BASE.split("[chits.union]")[0].replace('"first"', '"second"').replace("common_events = true", "")
        + '[take]\nfirst = ["setup", "reinforcement"]\n'
    )
    assert list(units(whole)) == ["7 OH-a", "7 OH-b"] and "take" not in whole.plain
    assert whole.checked.special == [] and whole.checked.chits == {} and not whole.checked.common_events


def test_a_fingerprint_covers_what_is_played_wherever_it_stands(read):
    plain = read(HEAD).rules()
    assert read(HEAD + '# a remark\nabout = "Something else."\nadvice = "Read it."\nminutes = 9\n').rules() == plain
    assert read(HEAD + "common_events = false\n").rules() != plain
    assert read(HEAD, first=BASE.replace('"1531"', '"1431"')).rules() != plain


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[[remove.special]]\ndo = "resupply"\n', ("line 5, column remove.special[0]", "with do = 'resupply'")),
        ("[[remove.special]]\n", ("remove.special[0]", "with nothing")),
        ('[[change.setup]]\nunit = "9 OH"\nhex = "1000"\n', ("change.setup[0]", "has no setup with unit = '9 OH'")),
        ('[[change.setup]]\nhex = "1000"\n', ("change.setup[0]", "does not say which unit")),
        ('[[change.special]]\ndo = "chit_from_turn"\nturn = 3\n', ("change.special[0]", "has 2 special")),
        ('[[change.setup]]\nunit = "7 OH-b"\nmark = []\n', ("line 7, column change.setup[0].mark", "unknown field")),
        ('[[add.setup]]\nunits = "X"\n', ("line 6, column add.setup[0].units", "unknown field")),
        ('[[add.wild]]\nchit = "X"\n', ("add.wild", "unknown field")),
        ('[[setup]]\nunit = "X"\n[[add.setup]]\nunit = "Y"\n', ("add.setup", "also given whole")),
        ('[take]\nthird = ["setup"]\n', ("take.third", "no scenario 'third' beside this one")),
        ('[take]\nfirst = ["victory"]\n', ("take.first", "first has no victory")),
        ('turn = 3\n', ("line 5, column turn", "unknown field")),
    ],
)  # fmt: skip
def test_what_cannot_be_is_one_clear_line(read, text, words):
    with pytest.raises(PackError) as error:
        read(HEAD + text)
    message = str(error.value)
    assert "\n" not in message and "second.toml" in message and all(w in message for w in words), message


def test_a_base_that_is_not_there(read):
    with pytest.raises(PackError, match="line 4, column base: there is no scenario 'zero' beside this one"):
        read(HEAD.replace('"first"', '"zero"'))


@pytest.mark.parametrize("name", ["../scenarios/first", "../scenarios/second", "/etc/first", ""])
def test_a_base_is_named_not_reached_by_a_path(read, name):
    with pytest.raises(PackError, match=f"line 4, column base: there is no scenario '{name}' beside this one"):
        read(HEAD.replace('"first"', f'"{name}"'))


def test_a_base_that_begins_with_this_one(read):
    round_and_round = HEAD.replace("second", "third").replace('"first"', '"second"')
    with pytest.raises(PackError, match="second itself begins with this scenario"):
        read(HEAD.replace('"first"', '"third"'), third=round_and_round)


def test_the_same_unit_twice_is_named_where_it_was_added(copied):
    with pytest.raises(
        PackError, match=r"jackson-is-aware.toml, line \d+, column add.reinforcement\[3\].unit: 2 VA stands"
    ):
        copied("jackson-is-aware", 'unit = "48 VA"', 'unit = "2 VA"')


def test_a_wrong_row_of_the_base_is_named_at_base(copied):
    with pytest.raises(PackError, match=r"line \d+, column base: turn 2 is not in the game"):
        copied(
            "jackson-is-aware", 'base = "first-kernstown"', 'base = "first-kernstown"\nturns = { first = 3, last = 20 }'
        )
