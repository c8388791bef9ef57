"""House rules as data: what a club plays otherwise, by switches that there are; everything else is refused by name."""

from __future__ import annotations

import json

import pytest

from vedette import packs
from vedette.engine.archive import verify
from vedette.engine.game import Game
from vedette.engine.shelf import Shelf
from vedette.packs import PackError, editions
from vedette.packs.house import house_of, housed
from vedette.rules.blind_swords.chapters.command import cup_of
from vedette.table import report

WALL, HILL = "kernstown/the-stone-wall", "kernstown/second-kernstown"


@pytest.fixture
def club(home):
    """Writes house rules; the battle by them."""

    def played(text, battle=WALL):
        file = home / "house" / "club.toml"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return housed(packs.load(battle), house_of("club"))

    return played


def filled(battle, turn):
    """The chits that go face up into the cup in a turn."""
    state = battle.new_game(seed=1).state
    state.turn = turn
    return cup_of(state)


def test_fortunes_of_war_is_not_in_the_cup_before_its_turn(club, battle):
    later = club('title = "Our club"\nno_fortunes_before = 2\n')
    assert "Fortunes of War" in filled(battle, 1)
    assert "Fortunes of War" not in filled(later, 1) and "Fog of War" in filled(later, 1)
    assert "Fortunes of War" in filled(later, 2)


def test_options_have_another_value_where_nobody_says_otherwise(club):
    mine = club('title = "Our club"\n[options]\nrebuild-option = true\n')
    assert mine.new_game(seed=1).header["options"]["rebuild-option"] is True
    assert mine.new_game(seed=1, options={"rebuild-option": False}).header["options"]["rebuild-option"] is False


def test_fewer_chits_go_into_the_cup(club, battle):
    random = battle.scenario["chits"]["union"]["random"]
    mine = club(f'title = "Our club"\n[chits.union]\nrandom = {random - 1}\n')
    assert mine.new_game(seed=1).state.setting.scenario["chits"]["union"]["random"] == random - 1
    assert mine.scenario["chits"]["union"]["key"] == battle.scenario["chits"]["union"]["key"]


def test_who_holds_the_hexes_at_the_start_may_be_turned(club):
    held = {side: club(f'title = "Our club"\n[readings]\nhexes-held-at-the-start = "{side}"\n') for side in
            ("union", "confederate")}  # fmt: skip
    views = {side: set(b.new_game(seed=1).state.control) for side, b in held.items()}
    assert views["union"] != views["confederate"]


def test_title_record_and_report_say_so_and_the_record_is_proved(club, battle):
    mine = club('title = "Our club"\nno_fortunes_before = 2\n')
    game = mine.new_game(seed=1)
    words = "House rules, Our club: no Fortunes of War before turn 2"
    assert mine.title == "The Stone Wall (Our club)" and mine.hash != battle.hash
    assert json.loads(game.record().splitlines()[0])["house"] == [words] and f"{words}." in report.about(game)
    assert editions.battle_from(editions.edition_of(mine)).house == (words,)
    shelf = Shelf(packs.load, lambda id, hash: mine if hash == mine.hash else None)
    again = Game.from_record(game.record(), shelf)
    assert again.battle.house == (words,)
    editions.keep(mine)
    assert verify(game.record()).ok
    assert not verify(game.record().replace("before turn 2", "before turn 3")).ok


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('title = "A"\norder_delay = 1\n', "the program has no switch 'order_delay'; there are title"),
        ('title = "A"\nno_fortune_before = 1\n', "no switch 'no_fortune_before'; did you mean no_fortunes_before"),
        ('title = "A"\n[readings]\nretreat = "no"\n', "readings: the program has no switch 'retreat'; there are hexes"),
        ('title = "A"\n[readings]\nhexes-held-at-the-start = "us"\n', "start: write union or confederate"),
        ('title = "A"\n[options]\nfast = true\n', "options: the battle has no option 'fast'; it has"),
        (
            'title = "A"\n[options]\nno-events = "yes"\n',
            "options.no-events: it has no value 'yes'; write true",
        ),
        ('title = "A"\n[chits.union]\nrandom = 99\n', "chits.union.random: 99 is more than the book allows"),
        ('title = "A"\n', "change nothing in kernstown/the-stone-wall"),
        ("no_fortunes_before = 1\n", "there is no title; write title"),
        ("title = \n", "mend the TOML there"),
        ("title = " + "[" * 6000, "mend the TOML there"),
        ('title = ""\nno_fortunes_before = 2\n', "column title: that is no title; write one line of 1 to 80 letters"),
        ('title = "A\\u001b[31m"\nno_fortunes_before = 2\n', "that is no title"),
        (f'title = "{"A" * 81}"\nno_fortunes_before = 2\n', "that is no title"),
        (
            'title = "A"\nno_fortunes_before = -3\n',
            "column no_fortunes_before: that cannot stand here; write a whole number from 0 to 99",
        ),
        (
            'title = "A"\nno_fortunes_before = 100\n',
            "no_fortunes_before: that cannot stand here; write a whole number from 0 to 99",
        ),
        ('title = "A"\n[chits.union]\n', "chits.union: nothing stands there; write key or random"),
    ],
)
def test_what_the_program_cannot_do_is_refused_by_name(club, home, text, words):
    """Without a word of where the folder lies: whoever asks may sit at another machine."""
    with pytest.raises(PackError) as error:
        club(text)
    assert words in str(error.value) and str(home) not in str(error.value)
    with pytest.raises(PackError, match=r"there are no house rules 'other'; there are club$"):
        house_of("other")


def test_a_file_whose_name_cannot_be_said_is_not_offered(home):
    folder = home / "house"
    (folder / "dir.toml").mkdir(parents=True)
    (folder / "Big.toml").write_text('title = "A"\nno_fortunes_before = 2\n')
    with pytest.raises(PackError, match="there are none"):
        house_of("other")
    with pytest.raises(PackError, match="'Big': a name has small letters, digits and hyphens; rename the file"):
        house_of("Big")
    with pytest.raises(PackError, match=r"dir\.toml: is a folder, a pipe or a device and no file"):
        house_of("dir")
