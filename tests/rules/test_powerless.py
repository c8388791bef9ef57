"""An assault that can hardly win is one too: it draws the fire of its hex, which then supports nobody (14.3a)."""

import pytest

from tests.rules.fighting import assault, man, ready
from tests.support import aim, kinds, play, shifts

SPENT = man("1833", 2, 4, "disrupted")
"""Two points and two Morale Hits: nothing is left."""
UNITS = {"7 OH-a": man("1733", 5), "27 VA": man("1734", 5), "21 VA": man("1834", 6)}
BOTH = ("7 OH-a assault 1734", "7 OH-b assault 1834")


def step(weak, *actions):
    game = ready({**UNITS, "7 OH-b": weak}, "close-combat")
    return game, play(game, *actions)


@pytest.mark.rule("KT-14.1-1", "BS-11.1-1", "SS-14.1-1")
def test_a_unit_without_a_point_may_announce_an_assault():
    """14.1 names who may not: guns, skirmishers, sharpshooters; nobody for his strength."""
    _, events = step(SPENT, *BOTH)
    assert [e.units for e in events if e.kind == "declared"] == [("7 OH-a",), ("7 OH-b",)]


@pytest.mark.rule("KT-14.3a-2", "BS-11.3a-3", "SS-14.2a-2")
@pytest.mark.parametrize("weak", [SPENT, man("1833", 1)], ids=["no point", "left of C"])
def test_the_hex_that_it_attacks_supports_nobody_but_fires_at_it_with_all_it_has(weak):
    game, _ = step(weak, *BOTH, "resolve 1734")
    assert aim(play(game, "fire at 1733")).strength == "5", "27 VA alone, without the half of 21 VA"
    game, _ = step(weak, *BOTH, "resolve 1834")
    assert aim(play(game, "fire at 1833")).strength == "6"


@pytest.mark.rule("KT-14.0-1", "BS-11.0-1", "SS-14.0-1")
def test_without_a_point_it_is_fought_from_column_c_and_tested():
    game, events = assault({"7 OH-b": SPENT, "Chew": man("1834", 4)}, "7 OH-b assault 1834")
    assert aim(events).base == "C" and game.decision.kind == "dice" and 4 in shifts(events).values()
    assert "assault-lost" not in kinds(events)
