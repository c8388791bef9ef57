"""Where a case begins and ends: beside each that it holds for stands one that it no longer holds for.

What `tools/break_rules.py` found that the tests of the chapters let pass.
"""

import pytest

from tests.rules.field import flat
from tests.rules.fighting import fire, man
from tests.rules.riders import riders
from tests.support import play, shifts

# -- chapter 12: fire ----------------------------------------------------------------------------------------------


def dismounted(sp, weapon, **more):
    """Cavalry on foot in 1633 with this strength and weapon."""
    values = {"dismounted": [sp, weapon, 3], "dismounted-worn": [1, weapon, 3]}
    return {"hex": "1633", "marks": ["dismounted"], "values": values, **more}


@pytest.mark.rule("KT-12.3-shift-carbine")
@pytest.mark.parametrize(
    "carbines, others, found",
    [((1,), (5,), 1), ((1,), (3, 1), 0), ((5,), (1, 1), 0), ((1, 1), (5,), 1), ((), (3,), 0)],
)
def test_carbines_are_counted_by_units_and_not_by_points(carbines, others, found):
    ids = ["14 PA", "8 OH", "2 WV"]
    rows = [(sp, "C") for sp in carbines] + [(sp, "R") for sp in others]
    units = {id: dismounted(sp, weapon, brigade="Schoonmaker") for id, (sp, weapon) in zip(ids, rows, strict=False)}
    game = riders({**units, "27 VA": "1634"}, "fire", "Schoonmaker")
    events = play(game, f"{' + '.join(units)} fire at 1634")
    assert shifts(events).get("KT-12.3-shift-carbine", 0) == found


@pytest.mark.rule("KT-12.1e-7", "BS-9.1e-6", "SS-12.1c-5")
@pytest.mark.parametrize("first, second", [("1633", "1634"), ("1634", "1633")])
def test_of_two_hexes_that_fire_one_is_enough_to_be_obscured(first, second):
    """1734 lies on the way from 1634, not on that from 1633: a unit there hinders the fire of both."""
    units = {"7 OH-a": man(first, 6), "7 IN-a": man(second, 6), "27 VA": "1834", "4 VA": "1734"}
    high = flat({"1633": {"level": 7}, "1634": {"level": 7}})
    found = shifts(fire(units, "7 OH-a + 7 IN-a fire at 1834", hexes=high)[1])
    alone = next(id for id, at in (("7 OH-a", first), ("7 IN-a", second)) if at == "1633")
    assert found == {"KT-12.3-shift-obscured-units": -1}
    assert shifts(fire(units, f"{alone} fire at 1834", hexes=high)[1]) == {}
