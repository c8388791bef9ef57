"""The quick table of chances: equal to the odds of the rules played through, for one fire and for several."""

from random import Random

import pytest

from tests.rules.field import flat
from tests.rules.fighting import man
from tests.support import referee
from vedette.rules.blind_swords.assist.plans.outcomes import hands_down
from vedette.rules.blind_swords.assist.plans.volleys import Shot, Volleys
from vedette.rules.blind_swords.chapters.fire_shifts import FirePlan, marked, usual_hexside
from vedette.rules.blind_swords.chapters.values import modified_cr

FIRERS = {"7 OH-a": "1733", "7 OH-b": "1733", "7 IN-a": "1735"}
STEP = ("depleted", "box", "eliminated")


def odds_of(game, text, there):
    """Step lost, retreat, hex emptied, and either of the first and last, as the rules played through have them."""
    odds = game.odds(text)
    assert odds.exact

    def chance(holds):
        return sum(r.probability for r in odds.results if holds(r.units))

    def says(units, id, words):
        return any(w.startswith(words) for w in units.get(id, ()))

    def step(units):
        return any(says(units, i, STEP) for i in there)

    def emptied(units):
        return all(says(units, i, ("retreat", "box", "eliminated")) for i in there)

    back = chance(lambda units: any(says(units, i, "retreat") for i in there))
    return [chance(step), back, chance(emptied), chance(lambda u: step(u) or emptied(u))]


def quick(game, hex, groups):
    """The same from the table."""
    g = hands_down(game.state)
    target = g.setting.grid.index(hex)
    fires = [FirePlan("step", target, group) for group in groups]
    shots = [Shot(fire) for fire in marked(g, fires, usual_hexside(g, fires))]
    c = Volleys(g, (target,)).chances(shots)
    return [c.step, c.back, c.emptied, c.worth], c


def targets(rng, count):
    """Units of any state in one hex, with or without support beside it."""
    names = ["27 VA", "4 VA", "2 VA"][:count]
    marks = [[], ["shaken"], ["disrupted"]]
    units = {
        id: man("1734", rng.randint(1, 6), rng.randint(1, 6), *rng.choice(marks), face=rng.choice(["fresh", "worn"]))
        for id in names
    }
    return units if rng.random() < 0.5 else {**units, "33 VA": "1834"}


@pytest.mark.parametrize("seed", range(18))
def test_one_fire_is_that_of_the_odds(seed):
    rng = Random(seed)
    there = targets(rng, 1 + seed % 3)
    units = {**there, **{id: man(hex, rng.randint(1, 12), 5) for id, hex in FIRERS.items()}}
    game = referee(units, begin="fire", active="Tyler", hexes=flat())
    found, c = quick(game, "1734", (("7 OH-a", "7 OH-b"),))
    at = [i for i in there if i != "33 VA"]
    assert c.exact and found == pytest.approx(odds_of(game, "7 OH-a + 7 OH-b fire at 1734", at), abs=1e-12)


@pytest.mark.rule("KT-12.4-2", "SS-12.4-2", "BS-9.3c-3")
@pytest.mark.parametrize("seed", range(4))
def test_two_fires_at_one_unit_are_those_of_the_odds(seed):
    rng = Random(100 + seed)
    there = targets(rng, 1)
    units = {**there, **{id: man(hex, rng.randint(1, 7), 5) for id, hex in FIRERS.items()}}
    game = referee(units, begin="fire", active="Tyler", hexes=flat())
    found, c = quick(game, "1734", (("7 OH-a", "7 OH-b"), ("7 IN-a",)))
    true = odds_of(game, "7 OH-a + 7 OH-b, 7 IN-a fire at 1734", ["27 VA"])
    assert c.exact and found[2:] == pytest.approx(true[2:], abs=1e-12)
    assert found[0] <= true[0] + 1e-12 and found[1] >= true[1] - 1e-12  # the rest is what it meets as it falls back


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_two_fires_at_several_units_are_nearly_those_of_the_odds(seed):
    rng = Random(200 + seed)
    there = targets(rng, 2)
    units = {**there, **{id: man(hex, rng.randint(1, 2), 5) for id, hex in FIRERS.items()}}
    game = referee(units, begin="fire", active="Tyler", hexes=flat())
    found, _ = quick(game, "1734", (("7 OH-a", "7 OH-b"), ("7 IN-a",)))
    odds = odds_of(game, "7 OH-a + 7 OH-b, 7 IN-a fire at 1734", ["27 VA", "4 VA"])
    assert found == pytest.approx(odds, abs=0.03)


def test_a_second_fire_at_a_hex_that_may_be_empty_counts_only_where_somebody_is_left():
    units = {"27 VA": man("1734", 5, 4), "7 OH-a": man("1733", 23), "7 IN-a": man("1735", 23)}
    game = referee(units, begin="fire", active="Tyler", hexes=flat())
    one, two = (quick(game, "1734", groups)[1] for groups in ((("7 OH-a",),), (("7 OH-a",), ("7 IN-a",))))
    assert one.emptied < two.emptied < 1 and two.step < 2 * one.step


def test_the_chance_of_a_test_is_that_of_the_column():
    units = {"27 VA": man("1734", 5, 4), "33 VA": "1834", "7 OH-a": man("1733", 3)}
    game = referee(units, begin="fire", active="Tyler", hexes=flat())
    g = hands_down(game.state)
    cells = g.setting.crt.cells[g.setting.crt.columns.index("3")]
    rolls = sum(1 for row in cells.values() if row[modified_cr(g, "27 VA")])
    assert quick(game, "1734", (("7 OH-a",),))[1].test == pytest.approx(rolls / 36)
