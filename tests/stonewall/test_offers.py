"""What is offered says what it is: where a unit enters, who fires at whom, who can still do something."""

from __future__ import annotations

import pytest

import vedette
from tests.stonewall.move_support import at, field, kind, offered, play, state
from vedette.engine.game import Game
from vedette.rules.great_battles.chapters.edges import due
from vedette.rules.great_battles.chapters.leaving import edge_cost
from vedette.rules.great_battles.state import State

BRIGADE = ["2 VA", "4 VA", "5 VA"]


def entering(ids: list[str]) -> Game:
    """A field with reinforcements that are due."""
    return field({"Ashby": "2020", "7 VA Cav": ("2020", "column")}, waiting=ids, turn=2)


@pytest.mark.rule("SW-21.22-1", "SW-21.22-2", "SW-21.22-3")
def test_a_range_of_who_enters_names_the_hex_by_which_each_way_comes_and_that_can_be_chosen() -> None:
    game = entering(["2 VA"])
    rows = game.rulebook.reach(state(game), "2 VA")
    for hex, row in rows.items():
        assert f"enters at {row['path'][0]}" in row["text"] and row["path"][-1] == hex
    doors = {row["path"][0] for row in rows.values()}
    assert len(doors) > 1, "the nearest hex of the area, not always the first"
    door = max(doors)
    mine = game.rulebook.reach(state(game), "2 VA", door)
    assert mine and {row["path"][0] for row in mine.values()} == {door}
    assert all(rows[hex]["cost"] <= row["cost"] for hex, row in mine.items())
    goal = next(hex for hex, row in mine.items() if len(row["path"]) > 2 and row["end"])
    game.play(f"2 VA: {'-'.join(mine[goal]['path'])}")
    assert at(game, "2 VA") == goal


@pytest.mark.rule("SW-21.22-1", "SW-21.22-2")
def test_a_brigade_enters_by_one_gesture_at_the_hex_that_its_plan_names() -> None:
    game = entering(BRIGADE)
    rows = game.rulebook.reach(state(game), "2 VA")
    goal = max(rows, key=lambda hex: len(rows[hex]["path"]))
    (plan,) = game.rulebook.plans(state(game), "confederate", goal, tuple(BRIGADE))
    assert plan["title"].startswith(f"enter at {plan['by']}")
    other = next(row["path"][0] for row in rows.values() if row["path"][0] != plan["by"])
    (chosen,) = game.rulebook.plans(state(game), "confederate", goal, tuple(BRIGADE), other)
    assert chosen["by"] == other and chosen["title"].startswith(f"enter at {other}")
    assert all(way[0] == other for way in chosen["ways"].values())
    game.play(chosen["text"])
    assert {at(game, id) for id in chosen["ghosts"]} == set(chosen["ghosts"].values())


@pytest.mark.rule("SW-21.22-1", "SW-17.3-2")
def test_a_leader_comes_on_with_his_brigade_where_it_comes_on_whole() -> None:
    game = vedette.battle("stonewall-1978/kernstown").new_game(seed=1)
    brigade = ("2 VA", "4 VA", "5 VA", "27 VA", "33 VA", "Alleghany", "Rockbridge")
    (part,) = game.rulebook.plans(state(game), "confederate", "2829", brigade[:3])
    assert "Garnett" not in part["text"]
    (plan,) = game.rulebook.plans(state(game), "confederate", "2829", brigade)
    assert "Garnett" in plan["ghosts"] and plan["ghosts"]["Garnett"] in {plan["ghosts"][id] for id in brigade}
    game.play(plan["text"])
    assert at(game, "Garnett") == plan["ghosts"]["Garnett"]


@pytest.mark.rule("SW-11.1", "SW-6.23-1")
def test_who_fires_and_at_whom_cannot_be_confused() -> None:
    game = field({"5 VA": ("2020", "N"), "14 IN": ("2019", "S")})
    play(game, "move 5 VA", "5 VA: 2021")
    assert kind(game) == "withdrawal-fire" and "fire 14 IN" in offered(game)
    assert game.labels("union") == {"fire 14 IN": "14 IN fires at 5 VA in 2020"}
    guns = field({"Chew": ("2020", "N"), "14 IN": ("2018", "S")})
    play(guns, "move Chew", "Chew: limber")
    assert guns.labels("union") == {"fire 14 IN": "14 IN fires at Chew in 2020"}


@pytest.mark.rule("SW-6.23-1", "SW-6.23-4")
def test_who_may_fire_at_a_battery_before_it_unlimbers_is_told_with_the_odds() -> None:
    game = field({"Chew": ("2020", "column"), "14 IN": ("2018", "S"), "5 VA": ("2025", "N")})
    warned = game.notes("confederate")["move Chew"]
    assert warned.startswith("before it can unlimber, 14 IN may fire at it: loss ") and "it does not unlimber" in warned
    assert "move 5 VA" not in game.notes("confederate")
    (plan,) = [p for p in game.rulebook.plans(state(game), "confederate", "", ("Chew",)) if p["kind"] == "deed"]
    assert plan["text"] == "Chew: unlimber" and plan["warning"] == warned and plan["exact"]
    play(game, "move Chew")
    assert game.notes("confederate") == {"Chew: unlimber": warned}
    far = field({"Chew": ("2020", "column"), "14 IN": ("2018", "N")})
    assert "move Chew" not in far.notes("confederate")


@pytest.mark.rule("SW-5.0-1", "SW-5.15-2", "SW-6.13-2", "SW-8.7-3")
def test_what_is_said_to_be_left_undone_is_what_can_be_done() -> None:
    """Counted is who can go, change formation or leave reserve; not who is shut in, nor who may only turn."""
    lines = {"5 VA": ("2020", "N"), "42 VA": ("2030", "column"), "Chew": ("2034", "N"), "21 VA": ("3020", "N")}
    game = field(lines, bystanders=False)
    told = game.undone("confederate")
    assert told == "3 units could still move: 5 VA, 21 VA, 42 VA; 1 unit could still change formation: Chew", told
    play(game, "5 VA: 2021", "done")
    rest = game.undone("confederate")
    assert rest.startswith("2 units could still move: 21 VA, 42 VA;")
    view = game.view("confederate")["movement"]
    assert "5 VA" in view["waiting"] and view["turning"] == ["5 VA"]
    for id in ("42 VA", "21 VA"):
        assert id in view["waiting"] and id not in view["turning"]


@pytest.mark.rule("SW-19.31-1", "SW-4.0-A-1")
def test_a_side_that_pays_for_nobody_is_not_said_to_have_had_one_answer() -> None:
    game = vedette.battle("stonewall-1978/kernstown").new_game(seed=1)
    assert game.decision.kind == "move-unit"
    assert "pay" not in {e.data[0] for e in game.start_events if e.kind == "automatic"}


def why(game: Game, text: str, seat: str = "confederate") -> tuple[str, str]:
    """Why a text is not offered."""
    reason: tuple[str, str] = game.rulebook.refusal(state(game), seat, text)
    return reason


@pytest.mark.rule("SW-17.3-2", "SW-5.0-3", "SW-4.0-B-1")
def test_refusals_in_the_movement_phase_say_why_and_do_not_list_what_else_there_is() -> None:
    game = field({"Garnett": "2020", "5 VA": "2020", "Chew": ("2030", "N"), "14 IN": ("2035", "S")})
    assert why(game, "fire 5 VA") == (
        "nobody leaves or enters its zone now, nor changes formation before it",
        "SW-11.1",
    )
    assert why(game, "add 5 VA")[1] == "SW-10.31-1" and why(game, "fire")[1] == "SW-10.31-1"
    assert why(game, "5 VA charges 2035")[1] == "SW-18.25-1"
    assert why(game, "Garnett rallies 5 VA")[1] == "SW-14.4-3"
    assert why(game, "5 VA retreats")[1] == "SW-4.0-E-1"
    assert why(game, "14 IN: reserve", "union")[1] == "SW-4.0-B-1"
    play(game, "move Garnett", "Garnett: 2021")
    assert why(game, "done") == (
        "Garnett cannot stop where it is: a leader ends his move with a unit that can fight",
        "SW-17.3-2",
    )
    assert why(game, "move Garnett") == ("it is under way already", "SW-5.0-3")
    for text in ("march Chew + 5 VA to 2025", "5 VA: reserve", "step 5 VA N 1"):
        assert "Garnett is under way and cannot stop where it is" in why(game, text)[0], text
    none = game.rulebook.refusal(state(game), "union", "anything")
    assert none == ("union is not asked anything now: confederate is (Garnett moves: where to?)", "SW-5.16")


@pytest.mark.rule("SW-11.1", "SW-6.23-1")
def test_who_does_not_fire_at_who_passes_is_told_why() -> None:
    units = {"5 VA": ("2020", "N"), "14 IN": ("2019", "S"), "5 OH": ("2119", "N"), "13 IN": ("2030", "S")}
    game = field(units)
    play(game, "move 5 VA", "5 VA: 2021")
    assert why(game, "fire 13 IN", "union") == ("13 IN: the hex is not in its zone of control", "SW-11.1")
    assert why(game, "fire 5 VA", "union")[0].endswith("it belongs to the other side")
    guns = field({"Chew": ("2020", "N"), "14 IN": ("2018", "S"), "E 4 US": ("2017", "S"), "5 OH": ("2018", "pinned")})
    play(guns, "move Chew", "Chew: limber")
    assert why(guns, "fire E 4 US", "union")[1] == "SW-6.23-1"
    assert why(guns, "fire 5 OH", "union")[1] == "SW-10.82-1"


@pytest.mark.rule("SW-21.22-1", "SW-21.22-2")
def test_a_march_onto_the_map_asks_of_each_unit_alone_where_it_may_enter(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of twenty units once asked for the hexes of all the others: two seconds for a plan."""
    asked: list[str] = []

    def counted(g: State, id: str, hex: int) -> int | None:
        asked.append(id)
        return edge_cost(g, id, hex)

    game = vedette.battle("stonewall-1978/kernstown").new_game(seed=1)
    ids = due(state(game), 1)
    monkeypatch.setattr("vedette.rules.great_battles.chapters.edges.edge_cost", counted)
    assert game.rulebook.plans(state(game), "confederate", "2829", ids)
    assert len(ids) == 20 and len(asked) < 12 * len(ids)


@pytest.mark.rule("SW-19.1-4", "SW-5.17-1", "SW-5.15-2")
def test_who_is_offered_and_goes_nowhere_says_why_and_what_he_does_instead() -> None:
    """A brigade that is not paid for, foot out of command, who has moved: each may still turn and restack."""
    stack = {"84 PA": ("2020", "N"), "14 IN": ("2020", "N")}
    game = field(stack, side="union", paid=())
    told = game.notes("union")
    why = "its brigade was not paid for from the army's morale"
    assert told["move 14 IN"] == f"does not go: {why}; it only turns, goes into reserve or goes on top of its stack"
    assert told["move 84 PA"] == f"does not go: {why}; it only turns or goes into reserve"
    assert "done" not in told
    free = field(stack, side="union")
    assert "move 14 IN" not in free.notes("union")
    play(free, "move 14 IN", "14 IN: 2019", "done")
    assert free.notes("union")["move 14 IN"] == "does not go: it has moved; it only turns or goes into reserve"
