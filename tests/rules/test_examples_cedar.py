"""The worked examples of sight and fire in *Stonewall's Sword* (tests/examples), and what comes of them."""

import pytest

from tests.rules.field import refused
from tests.rules.fighting import los, one
from tests.rules.mountain import afternoon
from tests.support import aim, example, kinds, offered, play, referee, shifts


@pytest.mark.rule("SS-12.1b-iv-1")
def test_example_of_canister():
    assert aim(example("SS-EX-canister")[1]).strength == "6"


@pytest.mark.rule("SS-12.1b-iii-1", "SS-12.1b-iii-2")
def test_example_of_extreme_range():
    game, events = example("SS-EX-extreme")
    assert (aim(events).strength, aim(events).base) == ("2.25", "2")
    play(game, "11")
    assert refused(game, "28th NY fire at 2305") == "SS-12.1b-iii-2"


@pytest.mark.rule("SS-12.1a-2")
@pytest.mark.parametrize("number, down, up", [
    (1, "clear", "clear"), (2, "obscured", "obscured"), (3, "obscured", "obscured"), (4, "blocked", "blocked"),
])  # fmt: skip
def test_examples_of_sight_along_the_hill(number, down, up):
    game, _ = example(f"SS-EX-los-{number}")
    upper = "1711" if number == 4 else "1611"
    assert (los(game, upper, "2214")["sight"], los(game, "2214", upper)["sight"]) == (down, up)
    touched = [row["hex"] for row in los(game, upper, "2214")["because"]]
    assert touched == ["1711", "1812", "1912", "2013", "2113"][number == 4 :]


@pytest.mark.rule("SS-12.1a-high-iv", "SS-12.1a-high-ii")
def test_example_of_sight_wherever_a_unit_stands_between():
    for hex in ("1711", "1812", "1912", "2013", "2113"):
        game = referee({"Knap": "1611", "Hardy": "2214", "5th CT": hex}, begin="artillery", battle=afternoon())
        assert los(game, "1611", "2214")["sight"] == "obscured"


@pytest.mark.rule("SS-12.1c-6", "SS-12.1c-7")
def test_example_of_a_stack_in_defence():
    found = aim(example("SS-EX-combine")[1])
    assert (found.strength, found.base) == ("10.5", "10-12")


@pytest.mark.rule("SS-12.3a-shift-target-corn", "SS-12.3c-3", "SS-12.3b-2")
def test_example_of_a_fire():
    game, events = example("SS-EX-fire")
    assert (aim(events).strength, aim(events).base, aim(events).final) == ("2.5", "2", "1")
    assert shifts(events) == {"SS-12.3a-shift-target-corn": -1} and game.chance.left()["dice"] == 0
    assert one(events, "fire").roll == 65 and one(events, "fire").data[:3] == ("", "5th CT", 5)
    assert "test" not in kinds(events) and game.state.setting.crt.cells[1][65][4] == "routine"


@pytest.mark.rule("SS-12.4-3", "SS-12.4-4", "SS-12.4-5")
def test_example_of_converging_fire():
    game, events = example("SS-EX-converge")
    aims = [(e.units, {c for _, _, c, on in e.data[0].shifts if on}) for e in events if e.kind == "aim"]
    assert aims == [(("10th ME", "46th PA"), set()), (("28th NY",), {"SS-12.3a-shift-converging"})]
    assert game.chance.left()["dice"] == 0 and len([e for e in events if e.kind == "fire"]) == 2


@pytest.mark.rule("SS-12.3b-1")
def test_example_of_two_dice():
    game, events = example("SS-EX-roll")
    assert one(events, "fire").roll == 24 and game.decision.kind != "dice" and offered(game)
