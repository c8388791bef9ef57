"""The strength that a battle has cost by its end, which the history check turns into men."""

from typing import Any

from tests.support import referee
from vedette.rules.blind_swords.text.figures import DEPLETED, GONE, UNITS, strength_lost


def lost(units: dict[str, str | dict[str, Any]]) -> dict[str, int]:
    """What a position has cost the Union."""
    return strength_lost(referee(units, begin="turn").state)["union"]


def test_a_fresh_unit_has_lost_nothing() -> None:
    assert set(lost({"7 OH-a": "1532"}).values()) == {0}


def test_a_worn_unit_counts_what_its_other_side_has_less() -> None:
    """7 OH-a: 6 points Fresh, 3 Battleworn."""
    assert lost({"7 OH-a": {"hex": "1532", "face": "worn"}}) == {DEPLETED: 3, GONE: 0, UNITS: 0}


def test_who_is_broken_at_the_end_counts_whole() -> None:
    found = lost({"7 OH-a": {"box": "2", "face": "worn"}, "7 OH-b": "1532"})
    assert found == {DEPLETED: 0, GONE: 6, UNITS: 1}
