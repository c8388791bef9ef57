"""Gestures of the movement phase, and the cases by which its texts are refused."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support import kinds, offered
from tests.valley.support import at, field, state
from vedette.engine.events import IllegalAction
from vedette.engine.game import Game

FAR: dict[str, Any] = {"33 VA": "3001", "8 NY": "1001"}


def refused(game: Game, text: str) -> str:
    """The case by which a text is refused; the game stays as it was."""
    before = state(game).digest()
    with pytest.raises(IllegalAction) as found:
        game.play(text)
    assert state(game).digest() == before
    return found.value.cite


def test_a_way_is_walked_hex_by_hex() -> None:
    game = field({**FAR, "1 VA": "2010"})
    game.play("1 VA: 2010-2011-2012")
    assert at(game, "1 VA") == "2012" and "1 VA: 2013" in offered(game)
    game.play("1 VA: 2013-2014-2015-2016")
    assert at(game, "1 VA") == "2016" and "move 1 VA" not in offered(game)


def test_the_next_unit_may_be_sent_while_another_moves() -> None:
    game = field({**FAR, "1 VA": "2010", "2 VA": "2010", "Jackson": "2010"})
    game.play("1 VA + 2 VA: 2011-2012")
    game.play("jackson: 2011")
    assert [at(game, id) for id in ("1 VA", "2 VA", "Jackson")] == ["2012", "2012", "2011"]


def test_ways_onto_the_map_off_it_and_to_a_bridge() -> None:
    game = field({**FAR, "1 VA": "6009"}, waiting=[(2, "2 VA", "6111")])
    assert "exited" in kinds(game.play("1 VA: 6109-exit"))
    game.play("2 VA: 6111-6112")
    assert at(game, "2 VA") == "6112"
    bridge = field({**FAR, "1 VA": "2010"}, hexsides=[("2010", "2011", "river"), ("2010", "2011", "bridge")])
    assert "bridge-burned" in kinds(bridge.play("1 VA: burn 2010-2011"))


@pytest.mark.parametrize(("text", "cite"), [
    ("1 VA: 2009", "JV-4.11-1"), ("1 VA: 2109", "JV-4.1-2"), ("1 VA: 2110", "JV-4.10-1"),
    ("1 VA: 2011", "JV-4.15-5"), ("1 VA: exit", "JV-4.17-1"), ("move 27 VA", "JV-6.3-3"),
    ("1 VA: 9999", "JV-4.8-7"), ("move 99 VA", "JV-2.8-2"),
    ("1 VA: burn 2010-2011", "JV-9.1-1"), ("1 VA: 1911-1912", "JV-4.8-7"),
])  # fmt: skip
def test_a_refusal_names_its_case(text: str, cite: str) -> None:
    units = {**FAR, "1 VA": "2010", "29 OH": "2009", "2 VA": "2110", "4 VA": "2110",
             "27 VA": {"at": "4001", "demoralized": 1}}  # fmt: skip
    game = field(units, hexsides=[("2010", "2011", "river")])
    assert refused(game, text) == cite


@pytest.mark.rule("JV-4.8-5", "JV-4.9-2")
def test_who_is_under_way_stuck_or_done_is_not_picked() -> None:
    game = field({**FAR, "1 VA": "2010", "2 VA": {"at": "4010", "movement": 1}, "29 OH": "4011"})
    assert refused(game, "move 2 VA") == "JV-4.9-2"
    game.play("1 VA: 2011")
    assert refused(game, "move 33 VA") == "JV-4.8-5"
    game.play("done")
    assert refused(game, "1 VA: 2012") == "JV-4.8-5"


def test_a_way_that_is_barred_further_on_is_refused_as_a_whole() -> None:
    game = field({**FAR, "1 VA": "2010", "29 OH": "2014"})
    assert refused(game, "1 VA: 2011-2012-2013-2113") != "" and at(game, "1 VA") == "2010"
