"""The tool that plays the commanders against each other: it goes on where it stopped, and writes its table."""

from pathlib import Path

import pytest

from tools import opponents


def told(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *arguments: str) -> list[str]:
    monkeypatch.setattr("sys.argv", ["opponents.py", *arguments])
    assert opponents.main() == 0
    return capsys.readouterr().out.splitlines()


def test_it_goes_on_where_it_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "kept.jsonl"
    told(capsys, monkeypatch, "random/random", "--games", "1", "--kept", str(kept))
    first = kept.read_text()
    lines = told(capsys, monkeypatch, "random/random", "--games", "2", "--kept", str(kept))
    assert kept.read_text().startswith(first) and len(kept.read_text().splitlines()) == 2
    head, row = lines[0].split("|"), lines[2].split("|")
    assert len(head) == len(row) and row[1:3] == [" random / random ", " 2 "]
    assert sum(int(cell) for cell in row[4:9]) == 2


def test_it_writes_the_table_between_the_marks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "page.md"
    page.write_text("before\n<!-- opponents -->\nold\n<!-- end -->\nafter\n")
    monkeypatch.setattr(opponents, "PAGE", page)
    monkeypatch.setattr(opponents, "ROOT", tmp_path)
    lines = told(capsys, monkeypatch, "random/random", "--games", "1", "--kept", str(tmp_path / "k.jsonl"), "--write")
    assert page.read_text() == "before\n<!-- opponents -->\n" + "\n".join(lines) + "\n<!-- end -->\nafter\n"


def test_the_page_of_the_opponents_has_the_marks() -> None:
    assert "<!-- opponents -->" in opponents.PAGE.read_text(encoding="utf-8")
