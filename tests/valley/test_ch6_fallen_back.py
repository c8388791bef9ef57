"""JV 6.12, its note: who has fallen back after a combat is not attacked again in any way in the same phase.

He may stand where others are attacked. Then he neither helps them nor suffers with them; he only goes with them.
"""

from typing import Any

import pytest

from tests.valley.combat_support import (
    NORTH,
    NORTHEAST,
    NORTHWEST,
    SOUTH,
    TARGET,
    attack,
    battle,
    cell,
    kind,
    kinds,
    north,
    offered,
    result,
    south,
    strength_for,
    used,
    walls,
    whole,
)
from tests.valley.support import at, carry_out, field
from vedette.rules.valley_campaign.chapters.bombardment import Bombard

SAFE: dict[str, Any] = {"retreated": ("E", "Milroy"), "attacked": ("E", "Milroy")}
"""E and Milroy fell back into 2010 after a combat of this phase."""
MILROY: dict[str, Any] = {"at": TARGET, "shift": 0}
"""A leader whose shift is none, so that the results stay those asked for."""
ONE_WAY = walls(TARGET, gates=[(TARGET, NORTH), (TARGET, SOUTH)])
"""Rivers round the target but to the attacker and to the north."""


def guest(**more: Any) -> dict[str, Any]:
    """A regiment beside D that adds nothing."""
    return {"at": TARGET, "side": "union", "strength": (4, 2), **more}


def test_what_is_looked_at_happens_to_whoever_is_attacked() -> None:
    """Without having fallen back they would suffer all that the tests below spare them."""
    units = {"E": guest(strength=(0, 0), demoralized=1, steps=1), "Milroy": MILROY}
    game, _ = result("DR", units, star=True)
    assert at(game, "E") == "eliminated" and whole(game, "Milroy")[1] == 1


@pytest.mark.rule("JV-6.12-10")
def test_no_marker_nor_what_a_second_one_costs() -> None:
    game, events = result("DR", {"E": guest(demoralized=1, steps=1), "Milroy": MILROY}, star=True, **SAFE)
    assert [who for what, who in kinds(events) if what == "demoralized"] == [("D",)]
    assert (at(game, "E"), whole(game, "E"), whole(game, "Milroy")) == (TARGET, (False, 1), (False, 0))


@pytest.mark.rule("JV-6.12-10", "JV-8.4-1")
def test_he_lends_no_leader() -> None:
    units = {"A": south(SOUTH, 12), "D": north(TARGET), "Milroy": {"at": TARGET, "shift": 2}}
    assert used(battle(units), "A") == {"Milroy": -2}
    assert used(battle(units, **SAFE), "A") == {}


@pytest.mark.rule("JV-6.12-10", "JV-8.5-2")
def test_nor_is_he_lost_by_a_6() -> None:
    units = {"A": south(SOUTH, 12), "D": north(TARGET), "Milroy": MILROY, "Schenck": MILROY}
    game = battle(units, dice=[6], draws=["Union A"], **SAFE)
    events = attack(game, "A")
    assert [who for what, who in kinds(events) if what == "leader-lost"] == [("Schenck",)]


@pytest.mark.rule("JV-6.12-10", "JV-8.5-4")
def test_nor_cut_down_with_another_who_is_bombarded() -> None:
    units = {"Poague Battery": "2012", "D": north(TARGET), "Milroy": TARGET, "Schenck": TARGET}
    game = field(units, phase="combat", turn=3, dice=[6, 6], draws=["Union A"], retreated=("Milroy",))
    carry_out(game, Bombard("Poague Battery", "D"))
    assert (at(game, "Milroy"), at(game, "Schenck"), at(game, "Union A")) == (TARGET, "eliminated", TARGET)


@pytest.mark.rule("JV-6.12-10", "JV-6.12-14")
def test_he_goes_with_the_others() -> None:
    game, _ = result("DR", {"E": guest(), "Milroy": MILROY}, **SAFE)
    assert {text.split(" to ")[0] for text in offered(game)} == {"retreat D", "retreat E", "retreat Milroy"}
    for text in (f"retreat E to {NORTH}", f"retreat D to {NORTHEAST}", f"retreat Milroy to {NORTHWEST}"):
        game.play(text)
    assert (at(game, "E"), at(game, "D"), at(game, "Milroy")) == (NORTH, NORTHEAST, NORTHWEST)


@pytest.mark.rule("JV-6.12-10")
def test_with_nobody_left_of_the_others_he_stays() -> None:
    game, _ = result("DL1DR", {"D": {"steps": 1}, "E": guest(), "Milroy": MILROY}, **SAFE)
    assert (at(game, "D"), at(game, "E"), at(game, "Milroy")) == ("eliminated", TARGET, TARGET)
    assert kind(game) == "attack", "nobody goes, and nobody advances"


@pytest.mark.rule("JV-6.12-10", "JV-6.14-3")
def test_he_does_not_go_where_it_would_cost_him_a_step_or_his_life() -> None:
    """D falls back into the one hex there is, in a zone; who was not attacked stays, reading of 6.12."""
    units = {"D": north(TARGET), "E": guest(), "Milroy": MILROY, "X": south("2008")}
    game, _ = result("DR", units, hexsides=ONE_WAY, **SAFE)
    assert (at(game, "D"), whole(game, "D")[0]) == (NORTH, True)
    assert (at(game, "E"), whole(game, "E")[0], at(game, "Milroy")) == (TARGET, False, TARGET)
    shut = walls(TARGET, gates=[(TARGET, SOUTH)])
    game, _ = result("DR", {"E": guest(), "Milroy": MILROY}, hexsides=shut, **SAFE)
    assert (at(game, "D"), at(game, "E"), at(game, "Milroy")) == ("eliminated", TARGET, TARGET)


@pytest.mark.rule("JV-6.12-10", "JV-6.13-10")
def test_nor_where_a_friend_must_make_room_for_him() -> None:
    """The hex behind is full: for D somebody goes, for E nobody."""
    full = {id: {"at": NORTH, "side": "union", "strength": (4, 2)} for id in ("F1", "F2")}
    game, _ = result("DR", {"E": guest(), **full}, hexsides=ONE_WAY, **SAFE)
    assert offered(game) == [f"retreat D to {NORTH}", "D is eliminated"]
    game.play(f"retreat D to {NORTH}")
    game.play(offered(game)[0])
    assert (at(game, "D"), at(game, "E")) == (NORTH, TARGET)


@pytest.mark.rule("JV-6.12-10")
def test_whom_an_attack_has_left_standing_is_not_touched_by_a_second_one_on_his_hex() -> None:
    """E was attacked and stood; D made room into his hex. The same: D alone is attacked."""
    die, place = cell("DR", True)
    units = {"A": south(SOUTH, strength_for(place)), "D": north(TARGET), "E": guest(demoralized=1)}
    game = battle(units, dice=[die], attacked=("E",))
    attack(game, "A")
    assert whole(game, "E") == (False, 1) and whole(game, "D") == (False, 1)
