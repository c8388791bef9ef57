"""The hints of a first game, in every family: each says something, and what a finger reads of it names no key."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import vedette

WEB = Path(__file__).resolve().parents[2] / "web" / "src" / "lib" / "touch.ts"
FIRST = (
    "kernstown/the-stone-wall",
    "cedar-mountain/valley-vengeance",
    "valley-campaign/port-republic",
    "stonewall-1978/kernstown",
)
NAMED = re.compile(r"\b(?:Enter|Esc|Escape|Shift|Tab|Ctrl|Alt|Space|[B-HJ-Z])\b(?!['’.-])")
"""A key, as texts name it: by its word, or by its letter (of which A and I are words as well)."""


def left_out() -> re.Pattern[str]:
    """The page's own pattern of clauses that a finger does not read."""
    found = re.search(r"^const KEY = /(.+)/;$", WEB.read_text(encoding="utf-8"), re.MULTILINE)
    assert found is not None
    return re.compile(found[1])


@pytest.mark.parametrize("battle", FIRST)
def test_every_hint_says_something_and_a_finger_is_told_of_no_key(battle: str) -> None:
    loaded = vedette.battle(battle)
    hints = loaded.new_game(seed=1).rulebook.guide(loaded, {})
    assert len({hint["kind"] for hint in hints}) == len(hints) > 5
    key = left_out()
    for hint in hints:
        assert hint["title"].strip() and hint["text"].endswith("."), hint
        clauses = re.findall(r"[^.;]+[.;]?", hint["text"])
        kept = "".join(clause for clause in clauses if not key.match(clause))
        assert kept.strip(), hint
        assert NAMED.findall(kept) == [], hint
        assert "{" not in kept and "  " not in kept, hint
