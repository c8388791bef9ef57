"""The tool that plays the adjutant in the scenarios of points: it goes on where it stopped and compares like seeds."""

from pathlib import Path

import pytest

from tools import commanders
from tools.commanders import Game

BATTLE = "kernstown/first-kernstown"


def told(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *arguments: str) -> list[str]:
    monkeypatch.setattr("sys.argv", ["commanders.py", *arguments])
    assert commanders.main() == 0
    return capsys.readouterr().out.splitlines()


def test_it_goes_on_where_it_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "kept.jsonl"
    more = ("--pairs", "random/random", "--kept", str(kept))
    told(capsys, monkeypatch, BATTLE, "--games", "1", *more)
    first = kept.read_text()
    lines = told(capsys, monkeypatch, BATTLE, "--games", "2", *more)
    assert kept.read_text().startswith(first) and len(kept.read_text().splitlines()) == 2
    head, row = lines[0].split("|"), lines[2].split("|")
    assert len(head) == len(row) and row[2:4] == [" random / random ", " 2 "]


def test_a_seat_is_compared_with_random_of_the_same_seed() -> None:
    random = {1: Game("union", "a", -50, 1.0), 2: Game("union", "a", -40, 1.0), 3: Game("union", "a", 0, 1.0)}
    games = {1: Game("confederate", "b", 10, 1.0), 2: Game("confederate", "b", 30, 1.0)}
    assert commanders.gained("random/adjutant", games, random) == "+65 ± 8"
    assert commanders.gained("adjutant/random", games, random) == "-65 ± 8"
    assert commanders.gained("adjutant/adjutant", games, random) == ""


def test_it_writes_the_table_between_the_marks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "page.md"
    page.write_text("before\n<!-- commanders -->\nold\n<!-- end -->\nafter\n")
    monkeypatch.setattr(commanders, "PAGE", page)
    monkeypatch.setattr(commanders, "ROOT", tmp_path)
    lines = told(capsys, monkeypatch, "--games", "0", "--kept", str(tmp_path / "none.jsonl"), "--write")
    assert page.read_text() == "before\n<!-- commanders -->\n" + "\n".join(lines) + "\n<!-- end -->\nafter\n"


def test_the_page_of_the_opponents_has_the_marks() -> None:
    assert "<!-- commanders -->" in commanders.PAGE.read_text(encoding="utf-8")
