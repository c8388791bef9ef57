"""What a position of a Blind Swords book could not say: who is still to come, corners, tracks, advantages, release."""

from __future__ import annotations

from typing import Any

import pytest

import vedette
from vedette.engine.rulebook import PositionError
from vedette.rules.blind_swords.state import WAITING, State

WALL, MOUNTAIN = "kernstown/the-stone-wall", "cedar-mountain/slaughter-mountain"
FOG, BAD_DAY = {"fog-second-table": True}, {"stonewalls-bad-day": True}


def read(battle: str, **keys: Any) -> State:
    """The state of a position before a draw."""
    found = vedette.battle(battle)
    from vedette.rules.blind_swords import rulebook

    state = rulebook.position(found, {"battle": battle, "begin": "draw", **keys})
    assert isinstance(state, State)
    return state


def test_a_reinforcement_comes_when_and_where_the_file_says() -> None:
    row = {"id": "7 OH-a", "arrives": {"turn": 5, "hex": "1733", "late": True}}
    g = read(WALL, turn=3, unit=[row])
    assert g.at("7 OH-a") == WAITING and [(w[0], g.hex_name(w[2]), w[3]) for w in g.waiting if w[1] == "7 OH-a"] == [
        (5, "1733", True)
    ]


def test_a_chit_lies_in_the_last_box_since_a_turn() -> None:
    g = read(MOUNTAIN, turn=9, tracks={"Jackson": [4, 6]}, set=BAD_DAY)
    assert [(t.box, t.since) for t in g.tracks if t.chit == "Jackson"] == [(3, 6)]
    usual = read(MOUNTAIN, turn=9, tracks={"Jackson": 4}, set=BAD_DAY)
    assert [(t.box, t.since) for t in usual.tracks if t.chit == "Jackson"] == [(3, 8)]


def test_chits_lie_in_the_cup_unseen() -> None:
    g = read(WALL, turn=3, cup=["Tyler"], blind={"confederate": 2})
    assert g.cup == ("Tyler",) and g.blind == (0, 2) and g.keys == ((), ())


def test_advantages_that_are_left_and_a_corner() -> None:
    gone = {"id": "7 OH-a", "box": "exited", "exit": {"edge": ["east", "south"], "turn": 2}}
    g = read(WALL, turn=3, set=FOG, bonuses=["Union Tactical Bonus"], unit=[gone])
    assert g.bonuses == ("Union Tactical Bonus",) and g.exits[0].edges == ("east", "south")


@pytest.mark.parametrize(
    ("battle", "keys", "words"),
    [
        (WALL, {"unit": [{"id": "7 OH-a", "hex": "1733", "arrives": {"turn": 5, "hex": "1733"}}]}, "keep one of them"),
        (WALL, {"unit": [{"id": "7 OH-a", "arrives": {"turn": 5, "hex": "9999"}}]}, "arrives: there is no hex '9999'"),
        (WALL, {"bonuses": ["Union Tactical Bonus"]}, "without the option fog-second-table there are none"),
        (WALL, {"bonuses": ["Luck"], "set": FOG}, "bonuses: 'Luck' is none of"),
        (WALL, {"released": True}, "released: nobody sleeps in this battle"),
        (WALL, {"cup": ["Tyler"], "blind": {"union": 99}}, "blind.union: 99: write a number from 0 to"),
        (WALL, {"blind": {"union": 1}}, "blind: it stands beside cup"),
        (MOUNTAIN, {"tracks": {"Jackson": [2, 1]}, "set": BAD_DAY}, "of a chit in the last box"),
        (WALL, {"unit": [{"id": "7 OH-a", "box": "exited", "exit": {"edge": ["up"]}}]}, "exit.edge 'up' is none of"),
    ],
)
def test_what_cannot_be_is_refused_with_its_mend(battle: str, keys: dict[str, Any], words: str) -> None:
    with pytest.raises(PositionError) as error:
        read(battle, **keys)
    assert words in str(error.value)
