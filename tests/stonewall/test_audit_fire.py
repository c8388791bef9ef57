"""Fire where it is rare: at the edge of the map, with the last round, at stacks that lose their top unit."""

import pytest

from tests.stonewall.fire_support import bar, field, fire, hex_of, offered, result, shifts, state, units_of

pytestmark: list[pytest.MarkDecorator] = []


@pytest.mark.rule("SW-23.13-1")
@pytest.mark.rule("SW-23.13-2")
@pytest.mark.rule("SW-23.4")
def test_an_overshot_goes_straight_on_at_the_edge_of_the_map() -> None:
    """The line of fire is not bent where the map ends soon behind the target."""
    game = field(
        {"Alleghany": ("4717", "SE"), "84 PA": "5717", "14 IN": "5816", "8 OH": "5718"}, dice=[4, 1], overshoot=True
    )
    fire(game, "5717", "Alleghany")
    assert offered(game) == ["in 5816", "in 5817"]
    events = game.play("in 5816")
    assert result(events)[0] == "1" and units_of(events, "fired") == ["Alleghany"]
    assert ("14 IN", "artillery") in state(game).hit
