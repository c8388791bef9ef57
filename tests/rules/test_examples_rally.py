"""The worked examples of rallying in *Stonewall's Sword* and in the series rules (tests/examples)."""

import pytest

from tests.rules.chits import asked
from tests.rules.field import refused
from tests.rules.mountain import afternoon
from tests.support import at, example, offered, play, referee, states


def check_defend(id, front, second, enemy):
    """The example under Defend: who falls back under whose fire, and who takes its place."""
    game, events = example(id)
    (was, end), (friend, place) = front, second
    assert [e.units for e in events if e.kind == "aim"][-1] == (enemy,)
    assert states(game, was) == {"worn", "shaken", end}
    assert states(game, friend) == {"fresh", "shaken", place}
    assert game.chance.left()["dice"] == 0


def under_regroup(id, broken, friends, enemy):
    """The example under Regroup: who comes back where; the two at the front do not."""
    game, events = example(id)
    assert [(e.units, e.data[1]) for e in events if e.kind == "rebuild"] == [((broken,), True)]
    assert asked(game)[1] == "re-entry"
    grid = game.state.setting.grid
    near, foe = [grid.index(at(game, i)) for i in friends], grid.index(at(game, enemy))
    places = [grid.index(a.hex) for a in game.decision.actions]
    assert all(grid.distance(h, foe) >= 3 and min(grid.distance(h, f) for f in near) <= 3 for h in places)
    play(game, f"{broken}: {grid.name(places[0])}")
    assert states(game, broken) == {"worn", grid.name(places[0])}
    return game


@pytest.mark.rule("SS-16.1-dist", "SS-16.2-rec-def")
def test_example_under_defend():
    check_defend("SS-EX-rally-defend", ("14th GA", "2011"), ("35th GA", "2009"), "46th PA")


@pytest.mark.rule("SS-16.2-reb-1", "SS-16.2-reb-2", "SS-16.2-reb-3", "SS-16.2-ret-1", "SS-16.2-ret-2")
def test_example_under_regroup():
    game = under_regroup("SS-EX-rally-regroup", "49th GA", ["14th GA", "35th GA"], "46th PA")
    assert (at(game, "14th GA"), at(game, "35th GA"), at(game, "45th GA")) == ("2009", "2010", None)


@pytest.mark.rule("SS-16.1-dist", "SS-16.2-reb-3")
def test_example_only_the_available_one_may_try():
    front = {"14th GA": {"hex": "2009", "face": "worn", "marks": ["disrupted"]}, "46th PA": "2008"}
    rest = {"35th GA": {"hex": "2010", "marks": ["shaken"]}, "49th GA": {"box": "available"}, "45th GA": {"box": "2"}}
    game = referee({**front, **rest}, battle=afternoon(), begin="rally", active="Thomas", order="regroup")
    assert offered(game) == ["rebuild 49th GA", "done"]
    assert [refused(game, f"{what} GA") for what in ("recover 14th", "recover 35th", "rebuild 45th")] == [
        "SS-16.1-dist", "SS-16.1-dist", "SS-15.9c-1",
    ]  # fmt: skip


@pytest.mark.rule("BS-13.1-dist", "BS-13.2a-def")
def test_series_example_under_defend():
    check_defend("BS-EX-rally-defend", ("7 IN-a", "1533"), ("7 IN-b", "1734"), "27 VA")


@pytest.mark.rule("BS-13.2b-1", "BS-13.2b-2", "BS-13.2b-7", "BS-13.2b-8")
def test_series_example_under_regroup():
    game = under_regroup("BS-EX-rally-regroup", "110 PA-a", ["7 IN-a", "7 IN-b"], "27 VA")
    assert {at(game, "7 IN-a"), at(game, "7 IN-b")} == {"1734", "1634"}
