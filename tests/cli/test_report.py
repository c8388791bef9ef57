"""`vedette record report`: a record as a page, or as text."""

from pathlib import Path

from tests.cli.conftest import Vedette
from vedette.engine.game import Game

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
    assert said.status == 2 and "ends in neither .html nor .txt" in said.err


def test_a_record_of_one_seat_that_is_sealed_still_is_refused_with_its_line(run: Vedette, tmp_path: Path) -> None:
    game = Game.from_record(PLAYED.read_text(encoding="utf-8"))
    game.undo(to=40, consent=True)
    file = tmp_path / "mine.jsonl"
    file.write_text(game.record("union"), encoding="utf-8")
    said = run("record", "report", str(file), "-o", str(tmp_path / "a.html"))
    assert said.status == 2 and not (tmp_path / "a.html").exists() and "mine.jsonl" in said.err
