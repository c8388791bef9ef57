"""Chapters 8.0 to 8.6 and 17.3: who may stand together, and when that is asked."""

from __future__ import annotations

import pytest

from tests.stonewall.move_support import at, barred, events_of, field, hex_of, offered, play, spent, state, steps
from vedette.engine.game import Game
from vedette.rules.great_battles.chapters.movement import make_room
from vedette.rules.great_battles.chapters.moves import company_bar, end_bar
from vedette.rules.great_battles.chapters.stacking import fault, over, size, stack_bar


def cite(game: Game, *ids: str) -> str:
    """What is wrong with these in one hex."""
    bar = fault(state(game), ids)
    return bar.cite if bar else ""


@pytest.mark.rule("SW-8.0-1")
@pytest.mark.rule("SW-8.0-2")
@pytest.mark.rule("SW-8.2-1")
@pytest.mark.rule("SW-8.2-2")
@pytest.mark.rule("SW-8.21")
@pytest.mark.rule("SW-8.23-1")
@pytest.mark.rule("SW-8.3-3")
def test_two_units_and_eight_points() -> None:
    units = {
        "5 VA": "2020",
        "2 VA": "2022",
        "27 VA": ("2024", 1),
        "21 VA": ("2026", 1),
        "Garnett": "2020",
        "Jackson": "2020",
        "Hampden": "2028",
    }
    game = field(units, hexes={"2020": "woods"})
    assert cite(game, "5 VA", "2 VA", "Garnett", "Jackson") == "", "five and three, and leaders"
    assert cite(game, "5 VA", "Hampden") == "SW-8.0-1" and cite(game, "2 VA", "27 VA", "21 VA") == "SW-8.0-2"
    g = state(game)
    assert stack_bar(g, "Hampden", hex_of("2020")).cite == "SW-8.0-1" and stack_bar(g, "2 VA", hex_of("2020")) is None
    assert size(state(field({"5 VA": ("2020", 2)})), "5 VA") == 2 and size(g, "Jackson") == 0


@pytest.mark.rule("SW-8.22-1")
def test_the_wagon_counts_for_four() -> None:
    game = field({"14 IN": ("3030", 4), "8 OH": ("3032", 5), "Union Supply Wagon": ("3030", 0)}, side="union")
    assert size(state(game), "Union Supply Wagon") == 4 and cite(game, "14 IN", "Union Supply Wagon") == ""
    assert cite(game, "8 OH", "Union Supply Wagon") == "SW-8.0-1"


@pytest.mark.rule("SW-8.1-1")
@pytest.mark.rule("SW-8.1-2")
def test_a_column_stands_alone_but_passes() -> None:
    game = field({"5 VA": ("2020", "column"), "27 VA": "2021", "Garnett": "2021"})
    assert cite(game, "5 VA", "27 VA") == "SW-8.1-1" and cite(game, "5 VA", "Garnett") == ""
    play(game, "move 5 VA", "5 VA: 2021")
    assert "done" not in offered(game) and end_bar(state(game), "5 VA").cite == "SW-8.1-1"
    play(game, "5 VA: 2022", "done")
    assert at(game, "5 VA") == "2022" and spent(game, "5 VA") == 2


@pytest.mark.rule("SW-8.24-1")
@pytest.mark.rule("SW-8.24-2")
def test_riders_stand_with_riders() -> None:
    units = {"7 VA Cav": ("2020", "column"), "Chew": ("2022", "column"), "Hampden": ("2024", "column"), "27 VA": "2026"}
    game = field(units)
    assert cite(game, "7 VA Cav", "Chew") == "" and cite(game, "Hampden", "27 VA") == ""
    for other in ("Hampden", "27 VA"):
        assert cite(game, "7 VA Cav", other) == "SW-8.24-1" == cite(game, "Chew", other)


@pytest.mark.rule("SW-8.3-1")
@pytest.mark.rule("SW-8.0-4")
@pytest.mark.rule("SW-8.0-3")
def test_limits_hold_at_the_end_of_a_move_not_on_the_way() -> None:
    game = field({"5 VA": "2020", "Hampden": "2021", "27 VA": ("2020", 1)})
    play(game, "move 5 VA", "5 VA: 2021")
    assert "done" not in offered(game)
    assert barred(game, "5 VA", "2020", 0) == "SW-5.15-1"
    play(game, "5 VA: 2022", "5 VA: 2023", "done")
    full = field(
        {"5 VA": "2020", "Hampden": "2021"}, hexes={"2021": "woods", "2022": "woods", "2122": "woods", "1922": "woods"}
    )
    assert barred(full, "5 VA", "2021", 8) == "SW-8.3-1", "no points to go on"


@pytest.mark.rule("SW-8.3-1")
def test_whom_fire_leaves_in_a_full_hex_makes_room() -> None:
    game = field({"5 VA": "2020", "Hampden": "2020"})
    g = state(game)
    assert over(g, hex_of("2020"), 1) is not None
    events = play(game, "done")
    assert events_of(events, "made-room") == [("made-room", "SW-8.3-1")] and not over(state(game), hex_of("2020"), 1)
    ring = ("2019", "2120", "2121", "2021", "1921", "1920")
    foes = dict(zip(("14 IN", "8 OH", "67 OH", "84 PA", "5 OH", "62 OH"), ring, strict=True))
    shut = field({"5 VA": "2020", "Hampden": "2020", **foes})
    assert not make_room(state(shut), "Hampden")


@pytest.mark.rule("SW-8.6-1")
def test_the_order_of_a_stack_changes_for_nothing_in_the_own_movement_phase() -> None:
    game = field({"5 VA": "2020", "27 VA": "2020"}, uncommanded=["27 VA"])
    assert state(game).troops(hex_of("2020"), 1) == ("5 VA", "27 VA")
    events = play(game, "move 27 VA", "27 VA: on top")
    assert state(game).troops(hex_of("2020"), 1) == ("27 VA", "5 VA") and spent(game, "27 VA") == 0
    assert events_of(events, "on-top") == [("on-top", "SW-8.6-1")] and "27 VA: on top" not in offered(game)


@pytest.mark.rule("SW-17.3-1")
@pytest.mark.rule("SW-17.3-2")
@pytest.mark.rule("SW-17.3-3")
@pytest.mark.rule("SW-17.3-4")
@pytest.mark.rule("SW-8.23-2")
def test_whom_a_leader_stands_with() -> None:
    units = {
        "Kimball": "3030",
        "14 IN": ("3031", "S"),
        "5 OH": ("3032", "S"),
        "Union Supply Wagon": "3033",
        "Sullivan": "3032",
    }
    g = state(field(units, side="union"))
    found = [company_bar(g, "Kimball", hex_of(h)) for h in ("3030", "3031", "3032", "3033")]
    assert [b.cite if b else "" for b in found] == ["SW-17.3-2", "", "SW-17.3-4", ""]
    bare = state(field({**units, "Union Supply Wagon": ("3033", 0)}, side="union"))
    assert company_bar(bare, "Kimball", hex_of("3033")).cite == "SW-17.3-3"


@pytest.mark.rule("SW-17.3-2")
def test_the_phase_does_not_end_before_a_leader_is_with_his_men() -> None:
    game = field({"Burks": "2020", "42 VA": "2020"})
    play(game, "move 42 VA", "42 VA: 2021", "42 VA: 2022", "done")
    assert "done" not in offered(game)
    play(game, "move Burks", "Burks: 2021")
    assert "done" not in offered(game)
    play(game, "Burks: 2022", "done")
    assert "done" in offered(game)
    far = field({"Burks": "2020", "42 VA": "4020"})
    assert barred(far, "Burks", "2021") == "SW-8.3-1" and not steps(far, "Burks")


@pytest.mark.rule("SW-11.14-1")
@pytest.mark.rule("SW-5.0-3")
def test_a_stack_leaves_an_enemy_zone_together() -> None:
    game = field({"5 VA": "2021", "27 VA": "2021", "14 IN": ("2020", "S")})
    play(game, "move 5 VA", "5 VA: 2022")
    assert offered(game) == ["27 VA stays", "27 VA leaves too"]
    play(game, "27 VA leaves too")
    play(game, *(["hold fire"] if "hold fire" in offered(game) else []))
    assert (at(game, "5 VA"), at(game, "27 VA"), spent(game, "27 VA")) == ("2022", "2022", 1)
