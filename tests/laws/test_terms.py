"""The words of the books that the page explains: each has a meaning and a case, and stands for one thing."""

from __future__ import annotations

from collections import Counter

import pytest

import vedette
from vedette.packs import cases

BATTLES = (
    "kernstown/the-stone-wall",
    "kernstown/second-kernstown",
    "valley-campaign/cross-keys",
    "stonewall-1978/kernstown",
)


@pytest.mark.parametrize("battle", BATTLES)
def test_every_word_of_a_book_has_a_meaning_and_a_case(battle: str) -> None:
    loaded = vedette.battle(battle)
    found = loaded.new_game(seed=1).rulebook.terms(loaded, {})
    assert found
    for row in found:
        assert cases.found(row["cite"]) is not None, row
        assert row["text"].endswith("."), row
    forms = Counter(form.lower() for row in found for form in (row["term"], *row["forms"]))
    assert [form for form, times in forms.items() if times > 1] == []
