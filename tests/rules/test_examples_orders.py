"""The worked examples of chapters 10 and 17 (tests/examples), and what the book says comes of them."""

import pytest

from tests.rules.chits import asked, cup, divided, fates, in_cup, marker
from tests.support import at, example, kinds, offered, play, referee, states


@pytest.mark.rule("KT-10.9-ex")
def test_example_10_9():
    game, events = example("KT-EX-10.9")
    assert game.view("")["chits"]["puller"] == "union"
    assert fates(game) == [
        ("Command Confusion", "played"), ("Fortunes of War", "used"), ("Fulkerson", "lost"), ("Jackson", "used"),
    ]  # fmt: skip
    assert (marker(game, "Fulkerson"), in_cup(game)) == ("lost", ["Tyler"])
    assert "confusion" in kinds(events) and "Burks, regroup" in game.decision.stack
    assert (asked(game), set(offered(game))) == (("confederate", "rally"), {"recover 21 VA", "rebuild 1 VA", "done"})


@pytest.mark.rule("KT-10.5a-5", "KT-10.5a-3")
def test_example_10_9_a_division_has_more_brigades_and_its_chit_goes_back():
    units = {"7 OH-a": "1531", "27 VA": "2034", "23 VA": "2134", "21 VA": "2139"}
    game = cup(units, "Fortunes of War", "Ramseur", "Early", "Tyler", battle=divided(), turn=6, activated=["Burks"])
    play(game, "Fortunes of War", "Ramseur", "activate Fulkerson")
    assert in_cup(game) == ["Early", "Ramseur", "Tyler"]
    play(game, "Early", "play Early", "activate Burks", "order attack")
    assert game.decision.stack[-2:] == ["Burks, attack", "movement"]


@pytest.mark.rule("KT-17.2-ex")
def test_example_17_2_under_defend():
    game, events = example("KT-EX-17.2-a")
    assert [e.units for e in events if e.kind == "aim"] == [("27 VA",)]
    assert states(game, "7 IN-a") == {"worn", "shaken", "1533"}
    assert states(game, "7 IN-b") == {"fresh", "shaken", "1734"}
    assert [e.data[0] for e in events if e.kind == "rebuild"] == []


@pytest.mark.rule("KT-17.2-ex")
def test_example_17_2_under_regroup():
    game, events = example("KT-EX-17.2-b")
    assert [e.data[0] for e in events if e.kind == "rebuild"] == [2]
    assert asked(game) == ("union", "re-entry")
    grid = game.state.setting.grid
    places = [grid.index(a.hex) for a in game.decision.actions]
    friends, enemy = [grid.index(h) for h in ("1734", "1634")], grid.index("1834")
    assert all(grid.distance(h, enemy) >= 3 and min(grid.distance(h, f) for f in friends) <= 3 for h in places)
    play(game, "110 PA-a: 1533")
    assert states(game, "110 PA-a") == {"worn", "1533"}
    assert {at(game, "7 IN-a"), at(game, "7 IN-b")} == {"1734", "1634"}


@pytest.mark.rule("KT-17.2-ex")
def test_example_17_2_only_the_broken_may_rally_under_regroup():
    indiana = {"7 IN-a": {"hex": "1734", "face": "worn", "marks": ["disrupted"]},
               "7 IN-b": {"hex": "1634", "marks": ["shaken"]}}  # fmt: skip
    game = referee(
        {**indiana, "110 PA-a": {"box": "available"}, "27 VA": "1834"}, begin="rally", active="Tyler", order="regroup"
    )
    assert offered(game) == ["rebuild 110 PA-a", "done"]
