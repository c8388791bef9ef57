"""What a combat wrote on units, in the words of odds."""

from __future__ import annotations

from tests.valley.support import field, hex_of, state
from vedette.rules.valley_campaign.assist.plans.outcomes import results
from vedette.rules.valley_campaign.chapters.deeds import change, lose_step, place, take_off
from vedette.rules.valley_campaign.state import ELIMINATED, State

UNITS = {"15 AL": "2010", "4 VA": "2011", "Jackson": "2010", "25 OH": "2110", "29 NY": "2111"}


def field_and_copy() -> tuple[State, State]:
    """The same field twice: before, and to be changed."""
    g = state(field(UNITS, phase="combat"))
    after = g.clone()
    after.events = []
    return g, after


def test_losses_markers_retreats_and_advances_in_counter_order() -> None:
    before, after = field_and_copy()
    lose_step(after, "25 OH", "JV-6.2-DL1")
    change(after, "25 OH", "JV-6.3-1", "demoralized", demoralized=1)
    place(after, "25 OH", hex_of("2210"), "JV-6.12-1")
    lose_step(after, "29 NY", "JV-6.2-DL1")
    after.advanced = ("15 AL",)
    place(after, "15 AL", hex_of("2110"), "JV-6.15-1")
    assert results(before, after) == (
        ("25 OH", ("step lost", "demoralized", "retreated")),
        ("29 NY", ("eliminated",)),
        ("15 AL", ("advances",)),
    )
    assert results(before, before) == ()


def test_a_fallen_leader_counts_and_who_is_drawn_for_him_does_not() -> None:
    before, after = field_and_copy()
    take_off(after, "Jackson", ELIMINATED, "JV-8.5-1", "leader-lost")
    place(after, "Confederate A", hex_of("2010"), "JV-8.6-1")
    assert results(before, after) == (("Jackson", ("eliminated",)),)


def test_what_is_still_to_come_is_noted() -> None:
    before, after = field_and_copy()
    after.notes = (("25 OH", "retreat 1"), ("25 OH", "retreat 1"))
    lose_step(after, "25 OH", "JV-6.2-DL1")
    assert results(before, after) == (("25 OH", ("step lost", "retreat 1")),)
