"""Stored games and counts: any change of behaviour shows, at the entry or the count where it begins.

Was it changed on purpose? Then `.venv/bin/python tools/playthroughs.py` writes them anew.
"""

import json

import pytest

from tools import playthroughs
from vedette.engine import Game
from vedette.engine.archive import verify

MEND = "changed on purpose? .venv/bin/python tools/playthroughs.py"
ROWS = json.loads(playthroughs.COUNTS.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", playthroughs.PLAYTHROUGHS)
def test_a_stored_game_is_played_as_it_was(name: str) -> None:
    text = (playthroughs.FOLDER / f"{name}.jsonl").read_bytes()
    verdict = verify(text)
    assert verdict.bad is None and verdict.over, MEND
    assert verdict.checked == ("chain", "entries", "digests", "rolls")
    assert Game.from_record(text).record().encode() == text


def test_a_stored_game_is_told_as_it_was() -> None:
    """The same hands play it again; its log in words shows what became of it."""
    game, log = playthroughs.played(playthroughs.TOLD)
    kept = (playthroughs.FOLDER / playthroughs.TOLD).with_suffix(".log").read_text(encoding="utf-8")
    assert "\n".join(log) + "\n" == kept, MEND
    assert game.record() == (playthroughs.FOLDER / f"{playthroughs.TOLD}.jsonl").read_text(encoding="utf-8")


def test_the_stored_games_meet_undo_fire_and_close_combat() -> None:
    whole = "".join((playthroughs.FOLDER / f"{name}.jsonl").read_text() for name in playthroughs.PLAYTHROUGHS)
    assert all(word in whole for word in ('"undo"', "fire at", "assault", "retreat", "play ", "order attack"))


@pytest.mark.parametrize("row", ROWS, ids=[row["name"] for row in ROWS])
def test_a_position_has_as_many_answers_ways_and_ends_as_ever(row: dict[str, object]) -> None:
    assert playthroughs.counted(row) == row["counts"], MEND
