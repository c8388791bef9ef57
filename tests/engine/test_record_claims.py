"""A record whose chain is right and whose words are not: every claim of header and entries is held against the game."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from vedette.engine import record
from vedette.engine.archive import verify

PLAYED = Path(__file__).parents[1] / "playthroughs" / "last-turns.jsonl"
ROWS = [json.loads(line) for line in PLAYED.read_text(encoding="utf-8").splitlines()]
UNDO = {"n": 3, "seat": "nobody", "undo": 0, "digest": "", "consent": True}


def forged(change: Callable[[list[dict[str, Any]]], Any], upto: int | None = None) -> str:
    rows = [{k: v for k, v in row.items() if k != "chain"} for row in ROWS[:upto]]
    rows[0]["rules"], rows[0]["dice"] = dict(rows[0]["rules"]), dict(rows[0]["dice"])
    change(rows)
    lines, chain = [], ""
    for row in rows:
        line, chain = record.chained(row, chain)
        lines.append(line)
    return "\n".join(lines) + "\n"


def test_the_rows_themselves_are_good() -> None:
    assert verify(forged(lambda rows: None)).ok


@pytest.mark.parametrize(
    "change, upto, line, words",
    [
        (lambda rows: rows[0]["rules"].update(rulebook="x"), None, 1, "names the rules x, kernstown"),
        (lambda rows: rows[0]["rules"].update(profile="x"), None, 1, "names the rules blind_swords, x"),
        (lambda rows: rows[0]["dice"].update(kind="x"), None, 1, "is no header of a record"),
        (lambda rows: rows.append(UNDO), 3, 4, "is of 'nobody', who is no seat of this battle"),
        (lambda rows: rows[-1].update(seed="zz"), None, len(ROWS), "opens a seed that is no number in hex"),
        (lambda rows: rows[-1].update(seed="00"), None, len(ROWS), "the seed is not the one committed to"),
        (lambda rows: rows[-1].update(seed="00" * 99), None, len(ROWS), "the seed is not the one committed to"),
    ],
)
def test_a_false_claim_is_named(change: Any, upto: int | None, line: int, words: str) -> None:
    bad = verify(forged(change, upto)).bad
    assert bad is not None and bad["line"] == line and words in bad["reason"]
