"""What the record of a game at the table proves, while it goes on and when it is over."""

from __future__ import annotations

import json

import pytest

from tests.engine import toy
from tests.engine.test_records import rechained
from tests.table.tables import DUEL, Table
from vedette.engine.archive import verify

SECRET = "the seed is secret until the battle is over"


@pytest.mark.parametrize("practice", [False, True])
def test_a_game_is_proved_whole_once_it_is_over_and_keeps_its_kind(table: Table, practice: bool) -> None:
    """Somebody who relabels it later must have other dice."""
    made = table.make(battle=DUEL, options={"turns": 5}, practice=practice)
    with table.sit(made, "both") as both:
        first = both.asked()[0]["seat"]
        both.look(first)
        both.act(both.texts(first)[0], seat=first)
        running = verify(table.record(made), toy.load)
        assert running.ok and running.proved == ("chain", "legality") and running.unproved["dice"] == SECRET
        while both.state["outcome"] is None:
            seat = both.state["decisions"][0]["seat"]
            both.look(seat)
            texts = both.texts(seat)
            both.act(next((t for t in texts if "fire" in t), texts[0]), seat=seat)
    text = table.record(made)
    assert (
        verify(text, toy.load).proved == ("chain", "legality", "dice", "ended") and not verify(text, toy.load).unproved
    )
    rows = [json.loads(line) for line in text.splitlines()]
    rows[0]["practice"] = not practice
    relabelled = verify(rechained(rows), toy.load)
    assert not relabelled.ok if practice else list(relabelled.unproved) == ["practice"]
