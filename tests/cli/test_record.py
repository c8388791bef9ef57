"""`vedette record`: show and verify."""

from pathlib import Path

import pytest

import vedette
from tests.cli.conftest import BATTLE, Vedette


@pytest.fixture(scope="module")
def text() -> str:
    """The record of a few decisions."""
    game = vedette.battle(BATTLE).new_game(seed=3)
    for _ in range(30):
        decision = game.decision
        assert decision is not None
        game.play(decision.usual or decision.actions[0])
    found: str = game.record()
    return found


@pytest.fixture
def file(tmp_path: Path, text: str) -> Path:
    """The same as a file."""
    found = tmp_path / "game.jsonl"
    found.write_text(text, encoding="utf-8")
    return found


def test_good_record(run: Vedette, file: Path, text: str) -> None:
    said = run("record", "verify", str(file), "--json")
    assert said.status == 0 and said.json["ok"] and said.json["bad"] is None
    assert said.json["entries"] == len(text.splitlines()) - 1 and said.json["rolls"] > 0


def test_cut_record_is_good_up_to_the_cut(run: Vedette, file: Path, text: str) -> None:
    file.write_text(text[: len(text) // 2])
    said = run("record", "verify", str(file), "--json")
    line = text[: len(text) // 2].count("\n") + 1
    assert said.status == 1 and said.json["bad"]["line"] == line and said.json["entries"] == line - 2
    shown = run("record", "show", str(file))
    assert shown.status == 1 and f"line {line}: is cut off" in shown.out and "Traceback" not in shown.err


def test_changed_byte_is_named_by_its_line(run: Vedette, file: Path, text: str) -> None:
    lines = text.splitlines(keepends=True)
    lines[7] = lines[7].replace('"decision":', '"decision": ')
    file.write_text("".join(lines))
    said = run("record", "verify", str(file), "--json")
    assert said.status == 1 and said.json["bad"]["line"] == 8
    assert f"{file}, line 8: was changed" in run("record", "verify", str(file)).out


def test_no_record_at_all(run: Vedette, file: Path) -> None:
    file.write_text("hello\n")
    said = run("record", "show", str(file))
    assert (said.status, said.out) == (2, "") and "line 1: is cut off or is no JSON" in said.err
    assert run("record", "verify", str(file)).status == 1


def test_show_tells_entries_and_events(run: Vedette, file: Path) -> None:
    out = run("record", "show", str(file)).out
    assert "Turn 1, 3:40  (KT-7.0-1)" in out and "    1  union: key " in out
    entries = run("record", "show", str(file), "--json").json["entries"]
    numbers = [e["n"] for row in entries for e in row["events"]]
    assert numbers == list(range(1, len(numbers) + 1))


def test_undo_is_told(run: Vedette, file: Path) -> None:
    game = vedette.battle(BATTLE).new_game(seed=3)
    game.play("union: key Rally")
    game.undo("union")
    game.play("union: key Firefight")
    file.write_text(game.record())
    assert run("record", "verify", str(file)).status == 0
    assert "union: takes back all after entry 0" in run("record", "show", str(file)).out


def test_record_of_one_seat_shows_what_is_open(run: Vedette, file: Path) -> None:
    game = vedette.battle(BATTLE).new_game(seed=3)
    game.play("confederate: key Rally")
    file.write_text(game.record(for_seat="union"))
    said = run("record", "show", str(file))
    assert said.status == 0 and "confederate: (sealed)" in said.out and "Rally" not in said.out


def test_map_of_a_record(run: Vedette, file: Path, tmp_path: Path) -> None:
    assert run("map", BATTLE, "-o", str(tmp_path / "m.svg"), "--record", str(file)).status == 0
    assert "27 VA" in (tmp_path / "m.svg").read_text()
