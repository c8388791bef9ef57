"""JV 8.6 in a retreat: who takes over is not driven out of the same hex, and no combat drains a cup of leaders."""

from typing import Any

import pytest

from tests.valley.combat_support import (
    NORTH,
    NORTHEAST,
    SOUTH,
    TARGET,
    attack,
    battle,
    kinds,
    north,
    offered,
    result,
    south,
    walls,
)
from tests.valley.support import at, state
from vedette.engine.game import Game
from vedette.rules.valley_campaign.chapters.leaders import cup
from vedette.rules.valley_campaign.setting import UNION

HELD: dict[str, Any] = {"X": south("2008")}
"""With him the hex to the north is in a zone."""
TWO: dict[str, Any] = {"Milroy": {"at": TARGET, "shift": 0}, "Schenck": {"at": TARGET, "shift": 0}}
ONE_WAY = walls(TARGET, gates=[(TARGET, NORTH), (TARGET, SOUTH)])


def driven(units: dict[str, Any], first: tuple[str, ...] = (), **more: Any) -> tuple[Game, list[Any]]:
    """D and whoever stands with him fall back; these answers first, then the first that there is."""
    keys = {"hexsides": ONE_WAY, "draws": [f"Union {c}" for c in "ABCDEFGH"], **more}
    game, events = result("DR", {**TWO, **HELD, **units}, **keys)
    for text in first:
        events += game.play(text)
    while game.decision and game.decision.kind == "retreat":
        events += game.play(offered(game)[0])
    return game, events


def lost(events: list[Any]) -> list[str]:
    """Leaders who were eliminated."""
    return [who[0] for what, who in kinds(events) if what == "eliminated" and who != ("D",)]


@pytest.mark.rule("JV-8.6-2", "JV-8.6-3", "JV-6.14-4")
def test_two_leaders_driven_into_a_zone_cost_two_successors_and_no_more() -> None:
    """The troops die on the way; each leader dies in the zone; who follow them come with the next friends."""
    away = [f"retreat {id} to {NORTH}" for id in ("Milroy", "D")]
    for first in (away[1:], away):
        game, events = driven({"D": {"steps": 1}}, tuple(first))
        assert sorted(lost(events)) == ["Milroy", "Schenck"]
        assert len(cup(state(game), UNION)) == 24
        assert at(game, "Union A") == at(game, "Union B") == "0504", "the next friends"
        assert offered(game) == ["advance A", "no advance"], "the hex has been left"
        assert [what for what, _ in kinds(events)][-2:] == ["leader-drawn"] * 2, "when all have gone"


@pytest.mark.rule("JV-8.6-2", "JV-8.6-3")
def test_he_takes_over_where_his_leader_fell_if_friends_have_come_there() -> None:
    """Whoever goes first: the men live to reach the hex in the zone, and their new leaders stand with them."""
    for first in (f"retreat D to {NORTH}", f"retreat Milroy to {NORTH}"):
        game, events = driven({}, (first,))
        assert sorted(lost(events)) == ["Milroy", "Schenck"]
        assert [at(game, id) for id in ("D", "Union A", "Union B")] == [NORTH] * 3


@pytest.mark.rule("JV-8.6-2", "JV-6.12-12")
def test_nor_where_nobody_can_go_at_all() -> None:
    """Whoever is given up first: not one successor stands up beside men who are still to be lost."""
    shut = walls(TARGET, gates=[(TARGET, SOUTH)])
    for first in ("D is eliminated", "Milroy is eliminated"):
        game, events = driven({}, (first,), hexsides=shut)
        assert sorted(lost(events)) == ["Milroy", "Schenck"] and at(game, "D") == "eliminated"
        assert len(cup(state(game), UNION)) == 24


@pytest.mark.rule("JV-8.5-2", "JV-6.12-14", "JV-6.2-KIA-replace")
def test_who_took_over_before_the_retreat_goes_with_the_others() -> None:
    """A 6 costs Milroy; his successor falls back with D, into a zone that costs his life, and is followed once."""
    units = {"A": south(SOUTH, 12), "D": north(TARGET), "Milroy": TWO["Milroy"], **HELD}
    game = battle(units, dice=[6], hexsides=ONE_WAY, draws=["Union A", "Union B", "Union C"])
    events = attack(game, "A")
    while game.decision and game.decision.kind in ("retreat", "lose-step"):
        events += game.play(offered(game)[0])
    drawn = [who[0] for what, who in kinds(events) if what == "leader-drawn"]
    assert drawn == ["Union A", "Union B"] and "Union A" in lost(events)


@pytest.mark.rule("JV-6.12-10", "JV-8.6-2")
def test_he_comes_also_when_the_rest_were_not_attacked_and_stay() -> None:
    """Milroy dies in the zone; E, who fell back hither before, stays, and so the hex of his staff is that of E."""
    units = {"E": {"at": TARGET, "side": "union", "strength": (4, 2)}, "Schenck": "6001", "D": {"steps": 1}}
    game, _ = driven(units, (f"retreat D to {NORTH}",), retreated=("E",), attacked=("E",))
    assert (at(game, "Milroy"), at(game, "E"), at(game, "Union A")) == ("eliminated", TARGET, TARGET)
    assert state(game).vacant == ()


@pytest.mark.rule("JV-6.12-14", "JV-8.6-3")
def test_a_leader_whose_attackers_have_all_died_stays_with_a_friend_who_did_not_attack() -> None:
    """BL1AR costs A; B attacked from elsewhere and goes; C, beside Elzey, took no part. Alone he goes by himself."""
    units = {"A": {"steps": 1}, "B": south(NORTHEAST, 0, steps=1), "Elzey": {"at": SOUTH, "shift": 0}}
    for friend in ({"C": south(SOUTH, 0)}, {}):
        game, events = result("AL1AR", {**units, **friend}, more=["B"])
        events += game.play("A loses a step")
        while game.decision and game.decision.kind == "retreat":
            events += game.play(offered(game)[0])
        assert at(game, "A") == "eliminated" and at(game, "B") != NORTHEAST
        assert (at(game, "Elzey") == SOUTH) == bool(friend)


@pytest.mark.rule("JV-6.12-14", "JV-8.5-1", "JV-8.6-3")
def test_so_does_who_takes_over_there() -> None:
    """A 1 costs A and B, of several, and Elzey; his successor stands with C, whom nothing drives back."""
    units = {"A": south(SOUTH, 4, steps=1), "Elzey": {"at": SOUTH, "shift": 0}, "C": south(SOUTH, 0)}
    units |= {"B": south(NORTHEAST, 2), "D": north(TARGET)}
    game = battle(units, dice=[1], draws=["Confederate A", "Confederate B"])
    attack(game, "A", "B")
    for text in ("A loses a step", "B loses a step", "no leader"):
        if text in offered(game):
            game.play(text)
    while game.decision and game.decision.kind == "retreat":
        assert not any("Confederate A" in text for text in offered(game))
        game.play(offered(game)[0])
    assert (at(game, "Confederate A"), at(game, "C")) == (SOUTH, SOUTH)
    assert state(game).units["Confederate A"].demoralized == 0 and state(game).units["B"].demoralized == 2
