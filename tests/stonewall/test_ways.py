"""Gestures and ranges: stacks, ends of ways, columns, steps, entries, fire, melee, ways back; why they are refused."""

from __future__ import annotations

import pytest

from tests.stonewall import fire_support, melee_support
from tests.stonewall.move_support import at, field, hex_of, kind, offered, play, spent, state
from vedette.engine.events import IllegalAction
from vedette.engine.game import Game

ROAD = [("pike", "2020-2021-2022-2023-2024-2025-2026-2027-2028-2029-2030")]


def reach(game: Game, unit: str) -> dict[str, dict[str, object]]:
    """The range of a unit or a stack."""
    return game.rulebook.reach(state(game), unit)


def why(game: Game, text: str, seat: str = "confederate") -> tuple[str, str]:
    """Why a text is refused: it must be, and for this reason."""
    with pytest.raises(IllegalAction) as caught:
        game.play(text, seat)
    assert caught.value.reason == game.rulebook.refusal(state(game), seat, text)[0]
    return caught.value.reason, caught.value.cite


@pytest.mark.rule("SW-5.15-1", "SW-2.4-ma-infantry")
def test_a_range_has_costs_in_points_ways_and_what_is_left() -> None:
    game = field({"5 VA": ("2020", "column")}, roads=ROAD)
    rows = reach(game, "5 VA")
    assert rows["2022"]["cost"] == 1 and rows["2022"]["path"] == ["2020", "2021", "2022"] and rows["2022"]["left"] == 4
    assert rows["2021"]["cost"] == 0.5 and rows["1920"]["cost"] == 1 and "2020" not in rows
    assert rows["2030"]["cost"] == 5 and not rows["2030"]["draws_fire"] and rows["2030"]["end"]
    assert reach(game, "14 IN") == {} and reach(game, "nobody") == {}


@pytest.mark.rule("SW-11.1", "SW-5.14")
def test_a_range_names_the_fire_on_the_way_and_from_whom() -> None:
    game = field({"5 VA": ("2020", "N"), "14 IN": ("2019", "S"), "E 4 US": ("2320", "SW")})
    row = reach(game, "5 VA")["2021"]
    assert row["draws_fire"] and row["irreversible"] == {"why": "withdrawal fire of 14 IN at 2020", "cite": "SW-5.14"}
    (fire,) = row["fires"]  # type: ignore[misc]
    assert fire["hex"] == "2020" and [(one["unit"], one["allowed"]) for one in fire["by"]] == [("14 IN", True)]
    assert fire["sp"] == fire["by"][0]["sp"] != "0"
    assert "in the field of fire of" in str(row["text"]) and "14 IN" in str(row["text"])


@pytest.mark.rule("SW-8.0-1", "SW-8.0-2")
def test_a_stack_goes_one_way_and_finds_no_room_beside_a_third() -> None:
    game = field({"5 VA": "2020", "42 VA": "2020", "2 VA": "2018"})
    rows = reach(game, "5 VA + 42 VA")
    total = state(game).strength("5 VA") + state(game).strength("42 VA")
    assert rows["2019"]["stack"] == f"{total} of 8" and rows["2019"]["end"]
    assert rows["2018"]["end"] is False and rows["2018"]["cite"] in ("SW-8.0-1", "SW-8.0-2")
    game.play("5 VA + 42 VA: 2019")
    assert (at(game, "5 VA"), at(game, "42 VA")) == ("2019", "2019")


@pytest.mark.rule("SW-5.16", "SW-7.12-1", "SW-6.22-infantry")
def test_a_far_hex_is_reached_by_the_cheapest_way_and_its_end_has_a_formation_and_a_front() -> None:
    game = field({"5 VA": ("2020", "column")}, roads=ROAD)
    game.play("5 VA: 2025-line-face SE")
    unit = state(game).units["5 VA"]
    assert at(game, "5 VA") == "2025" and not unit.column and unit.facing == 2 and spent(game, "5 VA") == 4.5
    game.play("done")
    other = field({"5 VA": "2020"}, roads=ROAD)
    other.play("5 VA: column-2022")
    assert at(other, "5 VA") == "2022" and state(other).units["5 VA"].column
    assert why(other, "5 VA: column") == ("5 VA: it is in that formation already, or has none such", "SW-6.0-3")


@pytest.mark.rule("SW-5.15-1", "SW-5.12-1", "SW-6.13-2", "SW-5.11-1", "SW-7.12-1")
def test_moves_are_refused_with_their_case() -> None:
    game = field({"5 VA": "2020", "Chew": ("2030", "N"), "14 IN": ("2024", "S")})
    assert why(game, "5 VA: 2010") == ("5 VA: it does not come so far with 5 MP", "SW-5.15-1")
    assert why(game, "5 VA: 2021-2022-2023-2024")[1] == "SW-5.12-1"
    assert why(game, "5 VA: 2024")[1] == "SW-5.12-1"
    assert why(game, "Chew: 2029") == ("Chew: unlimbered artillery does not move", "SW-6.13-2")
    assert why(game, "Chew: face N") == ("Chew: it faces so already", "SW-7.12-1")
    assert why(game, "14 IN: 2025") == ("14 IN: it belongs to the other side", "SW-5.11-1")
    assert why(game, "5 VA: 9999")[0] == "there is no hex 9999 on this map"
    assert why(game, "6 VA: 2021")[0] == "there is no unit '6 va' in this game"
    assert why(game, "5 VA: 2020") == ("5 VA: it stands in 2020 already", "SW-5.16")
    assert why(game, "5 VA fire at 2024")[1] == "SW-4.0-C-1"
    assert why(game, "5 VA melee 2024")[1] == "SW-4.0-F-1"
    assert why(game, "nonsense")[0].startswith("not offered here (which unit moves?)")


@pytest.mark.rule("SW-19.1-4", "SW-17.12-1", "SW-5.17-1")
def test_command_and_army_morale_are_named() -> None:
    game = field({"14 IN": ("2020", "N"), "5 OH": ("2025", "N")}, side="union", paid=(), uncommanded=["5 OH"])
    assert why(game, "14 IN: 2021", "union")[1] == "SW-19.1-4"
    assert why(game, "5 OH: 2026", "union")[1] == "SW-5.17-1"
    assert game.rulebook.refusal(state(game), "union", "move 5 OH")[1] == "SW-5.17-1"


@pytest.mark.rule("SW-5.0-3")
def test_a_column_closes_up_behind_its_head_and_a_step_takes_all_along() -> None:
    ids = {"5 VA": ("2022", "column"), "42 VA": ("2021", "column"), "2 VA": ("2020", "column")}
    game = field(ids, roads=ROAD)
    game.play("march 5 VA + 42 VA + 2 VA to 2028")
    assert [at(game, id) for id in ids] == ["2028", "2027", "2026"]
    other = field(ids, roads=ROAD)
    other.play("step 5 VA + 42 VA + 2 VA S 2")
    assert [at(other, id) for id in ids] == ["2024", "2023", "2022"]
    assert why(other, "march 5 VA to 2030")[1] == "SW-5.15-2"
    assert why(other, "step 42 VA E 1")[0].startswith("E is no way on this map")


@pytest.mark.rule("SW-11.14-1", "SW-11.1")
def test_who_goes_along_leaves_an_enemy_zone_together() -> None:
    units = {"5 VA": ("2020", "N"), "42 VA": ("2020", "N"), "14 IN": ("2019", "S")}
    g = field(units)
    both = g.rulebook.expand(state(g), "confederate", "5 VA + 42 VA: 2021-2022")
    assert both and both[:3] == ["move 5 VA", "5 VA: 2021", "42 VA leaves too"]
    assert g.rulebook.expand(state(g), "confederate", "5 VA: 2021") == ["move 5 VA", "5 VA: 2021", "42 VA stays"]
    g.play("5 VA + 42 VA: 2021-2022")
    assert kind(g) == "withdrawal-fire" and g.left
    left = list(g.left)
    g.play("hold fire", "union")
    assert (at(g, "5 VA"), at(g, "42 VA")) == ("2021", "2021")
    for text in left:
        g.play(text)
    assert (at(g, "5 VA"), at(g, "42 VA")) == ("2022", "2022")


@pytest.mark.rule("SW-21.22-1", "SW-21.22-2", "SW-21.22-4")
def test_reinforcements_enter_by_one_text_in_a_formation_and_march_on() -> None:
    game = field({"Ashby": "2020", "7 VA Cav": ("2020", "column")}, waiting=["2 VA", "4 VA"], turn=2)
    entry = next(t for t in offered(game) if t.startswith("enter 2 VA at")).rpartition(" ")[2]
    assert "2 VA in line" in (game.rulebook.expand(state(game), "confederate", f"enter 2 VA at {entry} in line") or [])
    row = reach(game, "2 VA")
    goal = next(hex for hex, one in row.items() if one["end"] and hex != entry and len(one["path"]) > 2)  # type: ignore[arg-type]
    path = row[goal]["path"]
    game.play(f"2 VA: {'-'.join(path)}")  # type: ignore[arg-type]
    assert at(game, "2 VA") == goal
    assert why(game, "enter 4 VA at 2020") == ("4 VA: it does not enter there", "SW-21.22-2")
    assert why(game, "enter 2 VA at 2020")[0] == "2 VA: it is on the map"


@pytest.mark.rule("SW-21.22-3", "SW-8.3-1", "SW-8.1-1")
def test_a_column_that_enters_leaves_off_the_map_whoever_finds_no_room() -> None:
    ids = ["2 VA", "4 VA", "5 VA", "27 VA", "33 VA", "21 VA", "42 VA", "48 VA", "1 VA Bn", "23 VA", "37 VA"]
    game = field({"Ashby": "2020", "7 VA Cav": ("2020", "column")}, waiting=ids, turn=2)
    entry = next(t for t in offered(game) if t.startswith("enter 2 VA at")).rpartition(" ")[2]
    (plan,) = game.rulebook.plans(state(game), "confederate", entry, tuple(ids))
    out = {row["unit"]: row["cite"] for row in plan["others"] if row["unit"] not in plan["ghosts"]}
    assert out and set(out.values()) == {"SW-8.1-1"} and f"{len(out)} stay" in plan["headline"]
    game.play(plan["text"])
    assert [id for id in ids if state(game).at(id) < 0] == list(out)
    assert {id: at(game, id) for id in plan["ghosts"]} == plan["ghosts"]


@pytest.mark.rule("SW-21.22-4")
def test_guns_with_two_words_for_a_name_enter_in_a_column() -> None:
    game = field({"Ashby": "2020", "7 VA Cav": ("2020", "column")}, waiting=["21 VA", "West Augusta"], turn=2)
    (plan,) = game.rulebook.plans(state(game), "confederate", "3132", ("21 VA", "West Augusta"))
    game.play(plan["text"])
    assert {id: at(game, id) for id in ("21 VA", "West Augusta")} == plan["ghosts"]


@pytest.mark.rule("SW-10.31-1", "SW-10.34-2", "SW-10.51-1", "SW-10.24-1")
def test_fire_is_one_text_also_with_a_part_of_the_strength() -> None:
    units = {"5 VA": ("2021", "N"), "42 VA": ("2121", "N"), "2 VA": ("2022", "S"), "14 IN": ("2020", "S")}
    game = fire_support.field({**units, "5 OH": ("1921", "S")}, phase="offensive-fire", dice=[1, 1])
    assert why(game, "2 VA fire at 2020") == ("2 VA: it fires through its frontal hexsides alone", "SW-7.21")
    assert why(game, "2 VA fire at 2001")[0].startswith("2 VA: no enemy stands there")
    game.play("5 VA with 2 + 42 VA fire at 2020")
    assert [(id, n) for id, _, n in state(game).fired][:1] == [("5 VA", 2)]
    assert {id for id, _, _ in state(game).fired} == {"5 VA", "42 VA"}
    assert why(game, "fire at 2020")[1] == "SW-10.33-1"
    assert why(game, "42 VA fire at 1921")[1] in ("SW-10.34-1", "SW-7.21")


@pytest.mark.rule("SW-13.6-6", "SW-13.2-1", "SW-13.6-1", "SW-7.31")
def test_melee_is_one_text_and_assault_is_another_word_for_it() -> None:
    units = {"5 VA": ("2021", "N"), "42 VA": ("2121", "NW"), "2 VA": ("2030", "N"), "14 IN": ("2020", "S")}
    game = melee_support.field(units, dice=[3] * 12)
    parts = game.rulebook.expand(state(game), "confederate", "5 VA + 42 VA assault 2020")
    assert parts == ["melee 2020", "add 5 VA", "add 42 VA", "melee"]
    assert why(game, "2 VA melee 2020") == ("2 VA: it does not stand beside it", "SW-13.2-1")
    assert why(game, "melee 2019") == ("no enemy is there", "SW-13.0-1")
    game.play("5 VA melee 2020")
    assert hex_of("2020") in state(game).fought


@pytest.mark.rule("SW-15.4-1")
def test_the_end_of_a_whole_way_back_is_one_text() -> None:
    from vedette.rules.great_battles.chapters.retreats import Retreat

    game = melee_support.field({"5 VA": ("2020", "N"), "14 IN": ("2019", "S"), "2 VA": ("2030", "N")})
    melee_support.carry_out(game, Retreat("5 VA", 3, (hex_of("2019"),), "SW-15.0"))
    assert kind(game) == "retreat"
    plans = game.rulebook.plans(state(game), "confederate")
    ends = [p["at"] for p in plans]
    assert ends and plans[0]["best"] and len(plans[0]["path"]) == 4
    assert game.rulebook.refusal(state(game), "confederate", "retreat 5 VA to 2019")[1] == "SW-15.4-2"
    play(game, f"retreat 5 VA to {ends[-1]}")
    assert at(game, "5 VA") == ends[-1]


@pytest.mark.rule("SW-17.3-2")
def test_nobody_else_goes_while_a_leader_stands_where_he_cannot_stop() -> None:
    game = field({"Garnett": "2020", "5 VA": "2020", "2 VA": "2030"})
    play(game, "move Garnett", "Garnett: 2021")
    assert (
        reach(game, "5 VA") == {}
        and not reach(game, "Garnett")["2022"]["end"]
        and reach(game, "Garnett")["2020"]["end"]
    )
    reason, cite = why(game, "5 VA: 2019")
    assert reason.startswith("5 VA: Garnett is under way and cannot stop where it is") and cite == "SW-17.3-2"
    assert all(p["units"][0] == "Garnett" for p in game.rulebook.plans(state(game), "confederate"))
