"""The history check: it goes on where it was, keeps each commander's games apart, and writes only its own table."""

from pathlib import Path

import pytest

from tools import history

BATTLE = "kernstown/first-kernstown"


def told(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *arguments: str) -> list[str]:
    monkeypatch.setattr("sys.argv", ["history.py", BATTLE, *arguments])
    assert history.main() == 0
    return capsys.readouterr().out.splitlines()


def test_it_goes_on_where_it_was_also_after_a_line_that_was_cut_off(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "kept.jsonl"
    more = ("--commander", "random", "--kept", str(kept))
    told(capsys, monkeypatch, "--games", "1", *more)
    first = kept.read_text()
    kept.write_text(first + '{"commander": "random", "battle')
    assert told(capsys, monkeypatch, "--games", "2", "--minutes", "0", *more)[2:] == []
    lines = told(capsys, monkeypatch, "--games", "2", *more)
    assert kept.read_text().startswith(first) and len(kept.read_text().splitlines()) == 2
    assert lines[2].startswith(f"| {BATTLE} | union | 2 |")
    with pytest.raises(SystemExit, match="holds games of random, not of adjutant"):
        told(capsys, monkeypatch, "--games", "0", "--kept", str(kept))


def test_a_file_that_another_run_may_be_writing_is_only_read(tmp_path: Path) -> None:
    line = history.measured("adjutant").read_text(encoding="utf-8").splitlines(keepends=True)[0]
    files = [tmp_path / "own.jsonl", tmp_path / "shared.jsonl"]
    for file in files:
        file.write_text(line + line[:40], encoding="utf-8")
    assert sum(map(len, history.read(files).values())) == 1
    assert [file.read_text(encoding="utf-8") for file in files] == [line, line + line[:40]]


def test_games_of_the_adjutant_lie_where_they_always_did_and_others_beside_them() -> None:
    assert history.measured("adjutant").name == "history.jsonl"
    assert history.measured("general:1").name == "history-general-1.jsonl"
    assert history.read([history.measured("adjutant")])[BATTLE][1].level


def test_each_table_has_its_place_on_the_page() -> None:
    page = "# Check\n\n<!-- history -->\nold\n<!-- end -->\n"
    once = history.written(page, "general:1", "| one |")
    assert once.startswith(page) and once.count("<!-- history general:1 -->\n| one |\n<!-- end -->") == 1
    again = history.written(history.written(once, "general:1", "| two |"), "adjutant", "| new |")
    assert "| one |" not in again and "old" not in again and again.count("<!-- end -->") == 2
