"""Where a case begins and ends: beside each that it holds for stands one that it no longer holds for.

What `tools/break_rules.py` found that the tests of the chapters let pass.
"""

from __future__ import annotations

import pytest

from tests.support import kinds, offered, play
from tests.valley.combat_support import NORTH, TARGET, result
from tests.valley.support import at, hex_of, state
from tests.valley.test_ch5_reinforcements import BLOCKED, coming, entries
from vedette.rules.valley_campaign.zones import in_enemy_zone

ALL = 6
"""Points of a regiment."""

# -- chapter 4: zones --------------------------------------------------------------------------------------------


@pytest.mark.rule("JV-4.5-1", "JV-6.12-8")
@pytest.mark.parametrize("ground", ["clear", "forest"])
def test_who_could_not_pay_for_leaving_a_zone_falls_back_all_the_same(ground: str) -> None:
    """One point: by movement half of it and the hex would be too much; and his next phase begins with all of it."""
    game, _ = result("DR", {"D": {"movement": 1}}, hexes={NORTH: ground})
    assert in_enemy_zone(state(game), hex_of(TARGET), 0) and f"retreat D to {NORTH}" in offered(game)
    play(game, f"retreat D to {NORTH}", "no advance", "done", "move D")
    assert "D: 2008" in offered(game)


# -- chapter 5: reinforcements -------------------------------------------------------------------------------------


@pytest.mark.rule("JV-5.2-6")
def test_who_has_entered_attacks_in_the_same_player_turn() -> None:
    game = coming("1 VA", units={"29 OH": "6114"}, dice=[6])
    game.play("enter 1 VA at 6111")
    assert game.decision is not None and game.decision.stack[-1].endswith(f"{ALL - 1} MP left")
    play(game, "1 VA: 6112", "1 VA: 6113")
    assert state(game).waiting == () and state(game).columns == ((hex_of("6111"), 1),)
    if game.decision is not None and game.decision.kind == "move":
        game.play("done")
    events = play(game, "done", "attack 6114", "add 1 VA", "attack")
    assert kinds(events) == ["phase", "attacked"] and events[-1].units == ("1 VA",)


@pytest.mark.rule("JV-5.3-6", "JV-5.2-3")
def test_who_waits_before_a_blocked_hex_enters_there_in_a_later_turn() -> None:
    """He has the choice at once; and when the enemy has gone the hex of his own is open to him."""
    game = coming("1 VA", units=BLOCKED)
    assert entries(game) == ["enter 1 VA at 6110"] and "done" in offered(game)
    play(game, "done")
    assert at(game, "1 VA") == "waiting"
    while state(game).phase != "movement":
        play(game, "done")
    play(game, "move 29 OH", "29 OH: 6113", "29 OH: 6114")
    while state(game).turn == 2 or state(game).player != 1 or state(game).phase != "movement":
        play(game, "done")
    assert state(game).turn == 3 and entries(game) == ["enter 1 VA at 6111"]
