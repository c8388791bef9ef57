"""Chapters 6 and 7: formations, what changing them costs, and facing."""

from __future__ import annotations

import pytest

from tests.stonewall.move_support import at, events_of, field, hex_of, left_of, offered, play, spent, state, steps
from vedette.engine.game import Game
from vedette.rules.great_battles.chapters.formations import change_word, faces, front, turn_bar
from vedette.rules.great_battles.chapters.moves import change_bar, start_bar
from vedette.rules.great_battles.chapters.terrain import mover


def cite(game: Game, id: str, points: int = 40) -> str:
    """The case by which a change of formation is barred."""
    bar = change_bar(state(game), id, points)
    return bar.cite if bar else ""


def is_column(game: Game, id: str) -> bool:
    """Whether a unit is in column, limbered or mounted."""
    return state(game).units[id].column


@pytest.mark.rule("SW-6.0-1")
@pytest.mark.rule("SW-6.0-2")
@pytest.mark.rule("SW-6.0-3")
@pytest.mark.rule("SW-6.0-4")
@pytest.mark.rule("SW-6.14-3")
@pytest.mark.rule("SW-6.15-1")
@pytest.mark.rule("SW-6.15-3")
def test_two_formations_a_type() -> None:
    units = {
        "5 VA": "2020",
        "27 VA": ("2022", "column"),
        "Hampden": "2024",
        "Danville": ("2026", "column"),
        "7 VA Cav": "2028",
        "1 MI Cav": ("3028", "column"),
        "Jackson": "2020",
        "Union Supply Wagon": "3030",
    }
    game = field(units)
    words = {id: (mover(state(game), id), change_word(state(game), id)) for id in units}
    assert words == {
        "5 VA": ("line", "column"), "27 VA": ("column", "line"), "Hampden": ("wheels", "limber"),
        "Danville": ("wheels", "unlimber"), "7 VA Cav": ("line", "mount"), "1 MI Cav": ("mounted", "dismount"),
        "Jackson": ("mounted", ""), "Union Supply Wagon": ("wheels", ""),
    }  # fmt: skip
    assert cite(game, "Jackson") == "SW-6.0-3" == cite(game, "Union Supply Wagon")


@pytest.mark.rule("SW-6.22-1")
@pytest.mark.rule("SW-6.22-infantry")
@pytest.mark.rule("SW-6.0-6")
def test_infantry_changes_for_two_points_at_any_time() -> None:
    game = field({"5 VA": "2020"})
    play(game, "move 5 VA", "5 VA: 2021", "5 VA: column")
    assert is_column(game, "5 VA") and spent(game, "5 VA") == 3 and state(game).units["5 VA"].facing == -1
    play(game, "5 VA: 2022")
    assert "5 VA: line" not in offered(game) and cite(game, "5 VA", left_of(game, "5 VA")) == "SW-6.22-infantry"


@pytest.mark.rule("SW-6.22-artillery")
@pytest.mark.rule("SW-6.13-1")
@pytest.mark.rule("SW-6.13-6")
@pytest.mark.rule("SW-6.13-2")
@pytest.mark.rule("SW-18.6-1")
@pytest.mark.rule("SW-18.6-2")
def test_artillery_changes_for_four_and_moves_limbered_alone() -> None:
    game = field({"Hampden": "2020", "Danville": ("2030", "column")})
    play(game, "move Hampden")
    assert not steps(game, "Hampden") and start_bar(state(game), "Hampden").cite == "SW-6.13-2"
    play(game, "Hampden: limber", "Hampden: 2021", "Hampden: 2022", "Hampden: 2023", "Hampden: 2024")
    assert spent(game, "Hampden") == 8 and "Hampden" in state(game).moved
    play(game, "done", "move Danville", "Danville: unlimber", "done")
    assert spent(game, "Danville") == 4 and "Danville" not in state(game).moved, "it only unlimbered, and may fire"
    assert cite(game, "Danville", 12) == "SW-6.22-artillery"


@pytest.mark.rule("SW-6.22-2")
@pytest.mark.rule("SW-6.22-3")
@pytest.mark.rule("SW-6.22-cavalry")
@pytest.mark.rule("SW-6.14-5")
def test_cavalry_changes_last_of_all_from_what_it_had() -> None:
    game = field({"7 VA Cav": ("2020", "column")})
    play(game, "move 7 VA Cav", *(f"7 VA Cav: 20{n}" for n in range(21, 28)), "7 VA Cav: dismount")
    assert not is_column(game, "7 VA Cav") and spent(game, "7 VA Cav") == 10 and not steps(game, "7 VA Cav")
    game = field({"7 VA Cav": "2020"})
    play(game, "move 7 VA Cav", "7 VA Cav: 2021", "7 VA Cav: 2022", "7 VA Cav: 2023")
    assert "7 VA Cav: mount" not in offered(game)
    assert cite(game, "7 VA Cav", left_of(game, "7 VA Cav")) == "SW-6.22-cavalry"
    game = field({"7 VA Cav": "2020"})
    play(game, "move 7 VA Cav", "7 VA Cav: 2021", "7 VA Cav: mount")
    assert is_column(game, "7 VA Cav") and not steps(game, "7 VA Cav")


@pytest.mark.rule("SW-6.21")
@pytest.mark.rule("SW-10.81-3")
@pytest.mark.rule("SW-5.17-2")
@pytest.mark.rule("GB-23.1")
@pytest.mark.rule("GB-23.2")
@pytest.mark.rule("GB-20.22-2")
def test_who_may_not_move_does_not_change_either() -> None:
    units = {
        "5 VA": ("2020", "pinned"),
        "27 VA": ("2022", "engaged"),
        "2 VA": ("2024", "routed"),
        "4 VA": ("2026", "reserve"),
        "33 VA": "2028",
        "7 VA Cav": "2030",
        "Hampden": ("2032", "abandoned"),
        "14 IN": ("3030", "S"),
    }
    game = field(units, uncommanded=["33 VA", "7 VA Cav"])
    assert [cite(game, id) for id in units] == [
        "SW-10.81-3", "SW-13.84-2", "SW-14.3-5", "SW-8.7-3", "SW-5.17-1", "SW-5.17-1", "GB-20.22-2", "SW-6.22-1",
    ]  # fmt: skip
    game = field({"7 VA Cav": ("2030", "column")}, uncommanded=["7 VA Cav"])
    assert cite(game, "7 VA Cav") == "", "it may always dismount"
    game = field({"14 IN": ("2030", "S")}, side="union", paid=())
    assert cite(game, "14 IN") == "SW-19.1-4"


@pytest.mark.rule("SW-6.13-7")
def test_limbered_artillery_is_in_no_column() -> None:
    from vedette.rules.great_battles.chapters.stacking import fault

    game = field({"Hampden": ("2020", "column"), "5 VA": ("2020", 3)})
    assert fault(state(game), ["Hampden", "5 VA"]) is None
    play(game, "move Hampden", "Hampden: unlimber")
    assert state(game).units["Hampden"].facing == state(game).units["5 VA"].facing


# -- facing ------------------------------------------------------------------------------------------------


@pytest.mark.rule("SW-7.0-1")
@pytest.mark.rule("SW-7.0-3")
@pytest.mark.rule("SW-7.0-4")
def test_three_hexsides_are_the_front() -> None:
    units = {
        "5 VA": ("2020", "S"),
        "27 VA": ("2022", "column"),
        "Hampden": ("2024", "column"),
        "Danville": "2026",
        "7 VA Cav": "2028",
        "Jackson": "2020",
        "Union Supply Wagon": "3030",
    }
    g = state(field(units))
    assert [faces(g, id) for id in units] == [True, False, False, True, True, False, False]
    assert front(g, "5 VA") == sum(1 << hex_of(h) for h in ("2121", "2021", "1921")) and not front(g, "27 VA")


@pytest.mark.rule("SW-7.12-1")
@pytest.mark.rule("SW-7.12-2")
@pytest.mark.rule("SW-7.13-1")
@pytest.mark.rule("SW-10.81-2")
@pytest.mark.rule("SW-8.4")
def test_turning_is_free_and_open_to_all_who_face_and_a_stack_turns_together() -> None:
    game = field({"5 VA": ("2020", "pinned"), "27 VA": ("2020", "pinned")}, uncommanded=["5 VA"])
    events = play(game, "move 5 VA", "5 VA: face S", "done", "move 5 VA", "5 VA: face SE")
    assert [state(game).units[i].facing for i in ("5 VA", "27 VA")] == [2, 2] and spent(game, "5 VA") == 0
    assert events_of(events, "turned")[0] == ("turned", "SW-7.12-1")
    play(game, "done")
    assert "move 5 VA" in offered(game), "it may turn again"
    g = state(game)
    g.phase = "melee"
    assert turn_bar(g, "5 VA", 0).cite == "SW-7.13-1"


@pytest.mark.rule("SW-8.4")
def test_who_joins_a_stack_faces_as_it_does() -> None:
    game = field({"5 VA": ("2020", 3), "27 VA": ("2021", "NW")})
    play(game, "move 5 VA", "5 VA: 2021", "done")
    assert at(game, "5 VA") == "2021" and state(game).units["5 VA"].facing == 5


# -- fire at guns that limber ------------------------------------------------------------------------------


@pytest.mark.rule("SW-6.23-1")
@pytest.mark.rule("SW-6.23-3")
@pytest.mark.rule("SW-6.23-4")
def test_a_crew_that_is_hit_does_not_limber(monkeypatch: pytest.MonkeyPatch) -> None:
    from vedette.engine.procedure import Done
    from vedette.rules.great_battles.chapters import zone_fire
    from vedette.rules.great_battles.chapters.deeds import change

    first = next(n for n in vars(zone_fire.FireAtChange) if not n.startswith("_"))
    del first

    def hit(self: object, g: object) -> Done:
        change(g, "Hampden", "SW-18.82", "crew-lost", crew=1)  # type: ignore[arg-type]
        return Done()

    from vedette.engine.procedure import STEPS

    plan = STEPS[zone_fire.FireAtChange]
    monkeypatch.setitem(plan.steps, plan.first, (hit, False))
    game = field({"Hampden": "2020"})
    events = play(game, "move Hampden", "Hampden: limber")
    assert not is_column(game, "Hampden") and events_of(events, "kept-formation") == [("kept-formation", "SW-6.23-4")]
    assert spent(game, "Hampden") == 4


@pytest.mark.rule("SW-8.24-1")
@pytest.mark.rule("SW-8.1-1")
def test_nobody_takes_a_formation_in_which_he_can_neither_stay_nor_go_on() -> None:
    game = field({"7 VA Cav": "2020", "27 VA": "2020", "5 VA": "2022", "2 VA": "2022", "Hampden": "2022"})
    assert cite(game, "7 VA Cav") == "SW-8.24-1" and cite(game, "27 VA", 20) == "", "a column can go on"
    assert cite(game, "27 VA", 8) == "SW-8.1-1", "not without points"
