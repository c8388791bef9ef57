"""Stored games that were edited, cut off or made by other rules: the first bad line is named, and nothing breaks."""

from __future__ import annotations

import json
import random
from functools import cache

import pytest

import vedette
from tests.engine.test_records import rechained
from vedette.engine import RecordError
from vedette.engine.archive import verify
from vedette.engine.game import Game

BATTLE = "stonewall-1978/kernstown"
OUT = object()


@cache
def played() -> str:
    game, luck = vedette.battle(BATTLE).new_game(seed=3), random.Random(1)
    for _ in range(40):
        decision = game.decisions[0]
        game.play(luck.choice(decision.actions).text, decision.seat)
    return game.record()


def refused(text: str) -> str:
    """What is said of a record; verification says the same."""
    with pytest.raises(RecordError) as error:
        Game.from_record(text)
    assert not verify(text).ok
    assert "\n" not in str(error.value)
    return str(error.value)


def test_any_changed_byte_is_named_by_its_line():
    text, luck = played(), random.Random(2)
    for _ in range(8):
        at = luck.randrange(len(text) - 1)
        changed = text[:at] + chr(luck.randrange(33, 127)) + text[at + 1 :]
        if changed != text:
            assert refused(changed).startswith(("line ", "a "))


def test_a_record_that_is_cut_off_within_a_line_names_it_and_is_played_up_to_there():
    text = played()
    cut = text[: text.index("\n", len(text) // 2) + 30]
    assert f"line {cut.count(chr(10)) + 1}: is cut off" in refused(cut)
    game = Game.from_record(cut, upto_bad=True)
    assert game.decisions and len(game.entries) == cut.count("\n") - 1


@pytest.mark.parametrize(
    ("line", "key", "value"),
    [
        (0, "vedette", 2), (0, "battle", "stonewall-1978/nowhere"), (0, "pack_hash", "0" * 32),
        (0, "options", {"rules": "1999"}),
        (0, "options", {"weather": "rain"}), (0, "options", []), (0, "rules", OUT), (0, "rules", {}), (0, "battle", 7),
        (5, "do", "dance"), (5, "do", ""), (5, "do", 7), (5, "do", OUT), (5, "seat", "nobody"), (5, "seat", "union"),
        (5, "n", 7), (5, "n", None), (5, "digest", "0" * 16), (5, "decision", 10**30),
    ],
)  # fmt: skip
def test_an_edited_record_whose_chain_fits_is_refused_at_its_line(line, key, value):
    rows = [json.loads(text) for text in played().splitlines()]
    rows[line] = {k: v for k, v in rows[line].items() if k != key} if value is OUT else {**rows[line], key: value}
    assert refused(rechained(rows)).startswith(f"line {line + 1}: ")


@pytest.mark.parametrize("version", [0, 4, "1"])
def test_a_record_of_other_rules_says_which(version):
    rows = [json.loads(text) for text in played().splitlines()]
    rows[0]["rules"] = {**rows[0]["rules"], "version": version}
    assert "rules" in refused(rechained(rows)) or "version" in refused(rechained(rows))


def test_entries_that_are_lost_doubled_or_in_another_order_are_refused():
    rows = [json.loads(text) for text in played().splitlines()]
    for spoilt in (rows[:9] + rows[10:], rows[:9] + rows[8:], [*rows[:5], rows[6], rows[5], *rows[7:]], rows[1:]):
        assert refused(rechained(spoilt)).startswith("line ")
