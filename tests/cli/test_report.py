"""`vedette record report`: a record as a page, or as text."""

import random
from pathlib import Path

import pytest

import vedette
from tests.cli.conftest import Vedette
from tools.playthroughs import pick
from vedette.engine.game import Game
from vedette.table import report
from vedette.table.log import Log

PLAYED = Path(__file__).parents[1] / "playthroughs" / "last-turns.jsonl"


def test_a_record_becomes_a_page_with_a_picture_a_turn(run: Vedette, tmp_path: Path) -> None:
    page = tmp_path / "battle.html"
    assert run("record", "report", str(PLAYED), "-o", str(page)).status == 0
    text = page.read_text(encoding="utf-8")
    assert text.count("<figure>") == 2 and "Turn 11" in text and "Luck" in text
    assert "Rally into the cup" in text  # a whole record hides nothing from its owner


def test_a_record_becomes_a_log_in_three_depths(run: Vedette, tmp_path: Path) -> None:
    target = tmp_path / "battle.txt"
    assert run("record", "report", str(PLAYED), "-o", str(target)).status == 0
    lines = target.read_text(encoding="utf-8").splitlines()
    assert "Burks, Defend (3, rolled 2)" in lines
    assert "  Burks 3: rolled 2, full activation (KT-10.7-4)" in lines
    assert any(line.startswith("      not used: ") for line in lines)


def test_another_ending_is_refused(run: Vedette, tmp_path: Path) -> None:
    said = run("record", "report", str(PLAYED), "-o", str(tmp_path / "battle.pdf"))
    assert said.status == 2 and "ends in none of .html, .txt, .md, .bbcode" in said.err


@pytest.mark.parametrize(("name", "heading"), [("a.md", "## Turn 11\n\n"), ("a.bbcode", "[b]Turn 11[/b]\n\n")])
def test_a_record_becomes_a_text_for_a_forum_with_ones_own_words(
    run: Vedette, tmp_path: Path, name: str, heading: str
) -> None:
    captions = tmp_path / "words.toml"
    captions.write_text('begin = "So far."\n11 = """\nIt rained,\nall day.\n"""\n', encoding="utf-8")
    target = tmp_path / name
    said = run("record", "report", str(PLAYED), "-o", str(target), "--captions", str(captions))
    text = target.read_text(encoding="utf-8")
    assert said.status == 0 and f"{heading}It rained," in text and "So far.\n" in text and "Luck" in text


@pytest.mark.parametrize(
    ("words", "name", "reason"),
    [
        ("3 = 4", "a.md", "Expected `str`, got `int`"),
        ("3 = ", "a.md", "Invalid value"),
        ('99 = "x"', "a.md", "captions are for the turns 10 to 11, begin and end; there is no '99'"),
        ('begin = "x"', "a.html", "captions stand in a text for a forum; name it .md or .bbcode"),
    ],
)
def test_captions_that_cannot_be_told_are_refused(
    run: Vedette, tmp_path: Path, words: str, name: str, reason: str
) -> None:
    captions, target = tmp_path / "words.toml", tmp_path / name
    captions.write_text(words, encoding="utf-8")
    said = run("record", "report", str(PLAYED), "-o", str(target), "--captions", str(captions))
    assert said.status == 2 and reason in said.err and not target.exists()


@pytest.mark.parametrize("seat", ["union", "confederate"])
@pytest.mark.parametrize(
    ("battle", "answers"), [("kernstown/the-stone-wall", 140), ("valley-campaign/port-republic", 60)]
)
def test_a_record_of_one_seat_in_mid_game_is_told_as_that_seat_knows_it(
    run: Vedette, tmp_path: Path, battle: str, answers: int, seat: str
) -> None:
    """The page of the sealed record is that of the whole game for this reader; what is secret is nowhere in it."""
    game = Game.new(vedette.battle(battle), key=b"\x05" * 32)
    rng = random.Random(5)
    for _ in range(answers):
        game.play(pick(game, rng))
    game.undo(consent=True)
    for _ in range(20):
        game.play(pick(game, rng))
    file = tmp_path / "mine.jsonl"
    file.write_text(game.record(seat), encoding="utf-8")
    for made, name in ((report.text, "a.txt"), (report.page, "a.html")):
        said = run("record", "report", str(file), "-o", str(tmp_path / name))
        assert said.status == 0 and f"unfinished, told as {seat} knows it" in said.out and "left out" not in said.out
        text = (tmp_path / name).read_text(encoding="utf-8")
        assert "The battle is not over." in text
        assert text == made(game, Log(game, (seat,), consents=True), seat)


def test_a_record_of_one_seat_that_begins_with_a_sealed_position_is_refused(run: Vedette, tmp_path: Path) -> None:
    game = Game.from_record(PLAYED.read_text(encoding="utf-8"))
    game.undo(to=40, consent=True)
    file = tmp_path / "mine.jsonl"
    file.write_text(game.record("union"), encoding="utf-8")
    said = run("record", "report", str(file), "-o", str(tmp_path / "a.html"))
    assert said.status == 2 and not (tmp_path / "a.html").exists() and "mine.jsonl" in said.err
    assert "position that is sealed until the battle is over" in said.err
