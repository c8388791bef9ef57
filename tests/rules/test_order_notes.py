"""What each Order would let a brigade do as it stands now, as the one who gives it is told."""

from __future__ import annotations

from tests.rules.field import flat
from tests.support import play, referee

FIELD = {
    "7 OH-a": "1733", "7 OH-b": {"hex": "1432", "marks": ["shaken"]}, "29 OH-a": {"hex": "1128", "face": "worn"},
    "27 VA": "1834",
}  # fmt: skip


def test_each_order_says_how_many_can_do_what() -> None:
    game = referee(FIELD, begin="orders", active="Tyler", hexes=flat())
    assert game.notes("union") == {
        "order attack": "4 MP: 1 can fire, 2 can reach the enemy",
        "order defend": "2 MP: 1 can fire, 3 can move, 1 can recover",
        "order maneuver": "6 MP: 3 can move",
        "order regroup": "1 can recover all, 1 can rebuild",
    }
    assert game.notes("confederate") == {}


def test_who_may_not_attack_is_not_counted() -> None:
    game = referee(
        {**FIELD, "7 OH-a": {"hex": "1733", "marks": ["skirmish"]}}, begin="orders", active="Tyler", hexes=flat()
    )
    assert game.notes("union")["order attack"] == "4 MP: 1 can fire, 1 can reach the enemy"


def test_the_counts_are_those_of_the_steps_that_follow() -> None:
    game = referee(FIELD, begin="orders", active="Tyler", hexes=flat())
    play(game, "order regroup")
    assert [a.text for a in game.decision.actions if game.decision] == ["recover 7 OH-b", "rebuild 29 OH-a", "done"]
    assert game.notes("union") == {}


def test_chits_in_a_hand_change_no_count() -> None:
    plain = referee(FIELD, begin="orders", active="Tyler", hexes=flat())
    held = referee(FIELD, begin="orders", active="Tyler", hexes=flat(), held={"confederate": ["Command Confusion"]})
    assert held.notes("union") == plain.notes("union")
