"""Plans: fire with every adjustment and exact chances, melee with the parts of its difference, ways back, marches."""

from __future__ import annotations

from typing import Any

import pytest

from tests.stonewall import fire_support, melee_support, move_support
from tests.stonewall.melee_support import hex_of, state
from tests.stonewall.support import opening
from vedette.engine.game import Game
from vedette.rules.great_battles.assist.gestures.marching import stays_bar
from vedette.rules.great_battles.chapters.retreats import Retreat


def plans(game: Game, seat: str, at: str = "", *units: str) -> list[dict[str, Any]]:
    """The plans of the open decision, each of which is accepted as it stands."""
    found = game.rulebook.plans(state(game), seat, at, units)
    for row in found:
        copy = game.rulebook.expand(state(game), seat, row["text"].split("; ")[0]) or [row["text"].split("; ")[0]]
        assert copy[0] in {a.text for d in game.decisions for a in d.actions}, row["text"]
    assert sum(row["best"] for row in found) <= 1 or len({row["at"] for row in found}) == 1
    return found


def chance(row: dict[str, Any], name: str) -> float:
    """A chance of a plan by its name; 0 where it is left out."""
    return next((c["probability"] for c in row["chances"] if c["name"] == name), 0.0)


@pytest.mark.rule("SW-10.0-3", "SW-10.47-1", "SW-10.43")
def test_a_fire_plan_names_every_adjustment_and_its_chances_are_those_of_the_table() -> None:
    game = fire_support.field({"5 VA": ("2021", "N"), "14 IN": ("2020", "S")}, hexes={"2020": "woods"})
    (best, *_) = plans(game, "confederate")
    assert best["at"] == "2020" and best["kind"] == "fire" and best["text"] == "5 VA fire at 2020" and best["exact"]
    names = {(s["name"].split(":")[0], s["columns"], s["applied"]) for s in best["shifts"]}
    assert ("woods", -1, True) in names and ("enfilade", 1, False) in names
    table = state(game).setting.fire
    found = fire_support.aimed(game, "14 IN", "5 VA")
    cells = table.cells[found.final]
    assert best["fires"][0]["column"] == {"base": table.names[found.base], "final": table.names[found.final]}
    assert chance(best, "loss") == pytest.approx(sum(c.losses > 0 for c in cells) / 6)
    assert chance(best, "pinned") == pytest.approx(sum(c.pin for c in cells) / 6)
    assert best["measure"]["probability"] >= chance(best, "loss")


@pytest.mark.rule("SW-12.21-1", "SW-10.31-1")
def test_a_fire_plan_has_the_chance_that_ammunition_runs_out_and_the_fewest_for_a_column() -> None:
    units = {"5 VA": ("2021", "N"), "42 VA": ("2121", "NW"), "14 IN": ("2020", "S")}
    game = fire_support.field(units)
    found = plans(game, "confederate", "2020")
    everybody = next(p for p in found if p["title"] == "all who can")
    assert set(everybody["units"]) == {"5 VA", "42 VA"}
    one = plans(game, "confederate", "2020", "5 VA")[0]
    assert one["units"] == ["5 VA"]
    assert {o["unit"] for o in one["others"]} == {"42 VA"}
    dry = chance(one, "a firer runs out of ammunition")
    assert 0 < dry <= 1 / 6
    assert chance(everybody, "a firer runs out of ammunition") > dry


def test_small_arms_are_warned_that_they_bind_themselves() -> None:
    game = fire_support.field({"5 VA": ("2021", "N"), "14 IN": ("2020", "S")})
    assert "attack nobody else" in plans(game, "confederate", "2020")[0]["warning"]
    game.play("fire at 2020")
    begun = plans(game, "confederate")
    assert begun and all(p["text"].endswith("fire at 2020") or p["text"].endswith("fire") for p in begun)


@pytest.mark.rule("SW-13.5-1", "SW-13.3-2", "SW-13.4-1")
def test_a_melee_plan_has_the_difference_with_its_parts_and_the_results_of_the_table() -> None:
    game = melee_support.field(
        {"5 VA": ("2021", "N"), "14 IN": ("2020", "S")}, hexsides=[("2021", "2020", "stone wall")]
    )
    (best,) = plans(game, "confederate")
    assert best["text"] == "5 VA melee 2020" and best["kind"] == "assault" and best["deed"] == "Melee in"
    parts = {(s["name"], s["columns"], s["cite"]) for s in best["shifts"]}
    g = state(game)
    mine, theirs = g.strength("5 VA"), g.strength("14 IN")
    assert ("5 VA", mine, "SW-13.1-1") in parts and ("14 IN", -theirs, "SW-13.1-1") in parts
    assert ("the hexside", -1, "SW-13.3-2") in parts
    assert best["column"]["final"] == g.setting.melee.name(g.setting.melee.column(mine - theirs - 1))
    taken, on, off = (
        chance(best, name) for name in ("the hex is taken", "the melee goes on", "the attacker is beaten off")
    )
    assert taken + on + off == pytest.approx(1, abs=0.35) and best["exact"]


@pytest.mark.rule("SW-13.4-1", "SW-13.6-1")
def test_a_leader_adds_a_point_to_the_way_that_takes_him_along() -> None:
    units = {"5 VA": ("2021", "N"), "42 VA": ("2021", "N"), "Jackson": "2021", "14 IN": ("2020", "S")}
    game = melee_support.field(units)
    found = plans(game, "confederate", "2020", "5 VA")
    led = next(p for p in found if p["units"] == ["5 VA", "Jackson"])
    alone = next(p for p in found if p["units"] == ["5 VA"])
    assert led["text"] == "5 VA melee 2020; Jackson goes with 5 VA" and alone["text"].endswith("Jackson stays")
    assert int(led["strength"].split(":")[0]) == int(alone["strength"].split(":")[0]) + 1
    game.play(led["text"])
    assert state(game).at("Jackson") == hex_of("2020") or not state(game).on_map(1)


@pytest.mark.rule("SW-18.2-1", "SW-18.23-4")
def test_a_charge_is_planned_at_double_strength() -> None:
    units = {"7 VA Cav": ("2021", "column"), "14 IN": ("2020", "S")}
    game = melee_support.field(units, phase="charge", then=("melee",))
    (row,) = plans(game, "confederate")
    assert row["text"] == "7 VA Cav charges 2020" and row["deed"] == "Charge" and "routs" in row["warning"]
    assert row["strength"].startswith(f"{2 * state(game).strength('7 VA Cav')}:")


@pytest.mark.rule("SW-11.2-1")
def test_a_way_back_shows_the_fire_that_it_runs_into() -> None:
    units = {"5 VA": ("2020", "N"), "14 IN": ("2019", "S"), "5 OH": ("2023", "N"), "2 VA": ("2040", "N")}
    game = melee_support.field({k: v for k, v in units.items() if k != "2 VA"})
    melee_support.carry_out(game, Retreat("5 VA", 3, (hex_of("2019"),), "SW-15.0"))
    found = plans(game, "confederate")
    assert found[0]["best"] and found == sorted(found, key=lambda p: sum(len(r["by"]) for r in p["draws"]))
    struck = [p for p in found if p["draws"]]
    for row in struck:
        assert row["draws"][0]["by"][0]["unit"] == "5 OH" and row["warning"].startswith("fire of 5 OH")


@pytest.mark.rule("SW-11.1")
def test_who_may_fire_at_a_unit_that_leaves_is_told_what_it_comes_to() -> None:
    game = move_support.field({"5 VA": ("2020", "N"), "14 IN": ("2019", "S")})
    game.play("5 VA: 2021")
    (row,) = plans(game, "union")
    assert row["kind"] == "defence" and row["text"] == "fire 14 IN" and row["measure"]["probability"] > 0
    assert plans(game, "confederate") == []


@pytest.mark.rule("SW-6.13-2")
def test_marches_and_steps_are_planned_with_who_stays_and_why() -> None:
    units = {"5 VA": ("2022", "column"), "42 VA": ("2020", "column"), "Chew": ("2030", "N")}
    game = move_support.field(units, roads=[("pike", "2020-2021-2022-2023-2024-2025-2026-2027-2028")])
    found = plans(game, "confederate", "2026", "5 VA", "42 VA", "Chew")
    assert found[0]["kind"] == "march" and found[0]["ghosts"] == {"5 VA": "2026", "42 VA": "2025"}
    (stays,) = (o for o in found[0]["others"] if o["unit"] == "Chew")
    assert stays["cite"] == "SW-6.13-2"
    steps = game.rulebook.plans(state(game), "confederate", "", ("5 VA", "42 VA"))
    assert {p["direction"] for p in steps} >= {"N", "S"} and steps[0]["hexes"] == 1
    assert plans(game, "confederate", "2026", "42 VA", "5 VA")[0]["text"].startswith("march ")


ROAD = [("pike", "2020-2021-2022-2023-2024-2025-2026-2027-2028")]


def test_a_march_says_who_ends_without_a_front_and_which_enemies_bear_on_him() -> None:
    units = {"5 VA": ("2022", "column"), "42 VA": ("2021", "N"), "E 4 US": ("2031", "N")}
    game = move_support.field(units, roads=ROAD)
    row = plans(game, "confederate", "2026", "5 VA", "42 VA")[0]
    known = {one["unit"]: one for one in row["exposed"]}
    assert known["5 VA"] == {"unit": "5 VA", "hex": "2026", "by": ["E 4 US"], "form": "in column"}
    assert "5 VA in column (no front, no zone, no melee) in the field of fire of E 4 US" in row["warning"]
    assert "42 VA" not in row["warning"]
    line = move_support.field({"42 VA": ("2023", "N"), "E 4 US": ("2031", "N")}, roads=ROAD)
    row = plans(line, "confederate", "2026", "42 VA")[0]
    assert row["exposed"] == [{"unit": "42 VA", "hex": "2026", "by": ["E 4 US"], "form": None}]
    assert row["warning"] is None, "it marches in line, with a front"
    calm = move_support.field({k: v for k, v in units.items() if k != "E 4 US"}, roads=ROAD)
    row = plans(calm, "confederate", "2026", "5 VA", "42 VA")[0]
    assert row["exposed"] == [] and row["warning"] is None


def test_a_march_warns_of_a_battery_that_it_leaves_foremost_toward_the_enemy() -> None:
    units = {"Hampden": ("2023", "column"), "5 VA": ("2022", "column"), "14 IN": ("2031", "N")}
    game = move_support.field(units, roads=ROAD)
    first = plans(game, "confederate", "2027", "Hampden", "5 VA")[0]
    assert (
        "Hampden would be the foremost toward 14 IN in 2031, 4 hexes away, with no foot before it" in first["warning"]
    )
    behind = move_support.field({**units, "Hampden": ("2022", "column"), "5 VA": ("2023", "column")}, roads=ROAD)
    after = plans(behind, "confederate", "2027", "5 VA", "Hampden")[0]
    assert "foremost" not in (after["warning"] or "")


def test_nobody_is_planned_for_where_nobody_is_asked() -> None:
    game = move_support.field({"5 VA": ("2020", "N"), "14 IN": ("2019", "S")})
    assert game.rulebook.plans(state(game), "union") == []
    with pytest.raises(Exception, match="no hex 9999"):
        game.rulebook.plans(state(game), "confederate", "9999")


@pytest.mark.rule("SW-21.22-1")
def test_leaders_come_on_behind_the_first_of_their_brigades_and_whoever_stays_says_why() -> None:
    game = opening()
    coming = [id for row in game.view("confederate")["movement"]["entering"] for id in row["units"]]
    best = next(row for row in plans(game, "confederate", "2329", *coming) if row["best"])
    assert {"Jackson", "Garnett", "Burks", "Fulkerson"} <= set(best["units"])
    assert "21 VA + Burks" in best["text"] and "23 VA + Fulkerson" in best["text"]
    stay = {row["unit"]: (row["why"], row["cite"]) for row in best["others"] if row["unit"] not in best["units"]}
    assert stay and all("it does not enter" not in why for why, _ in stay.values())
    early = stays_bar(state(game), "Burks", hex_of("2435"))
    assert (early.text, early.cite) == ("it has no points to go on to a hex where it may stand", "SW-8.3-1")


LED = {"5 VA": ("2021", "N"), "Garnett": "2021", "14 IN": ("2020", "S"), "Kimball": "2020"}


def test_a_melee_tells_the_chance_that_either_side_loses_a_leader() -> None:
    game = melee_support.field(LED)
    (best, *_) = plans(game, "confederate", "2020")
    assert best["headline"].endswith("points lost 0.33, by them 0.33; a leader lost 8 %; by them a leader 8 %")
    totals = {t.name: t.probability for t in game.odds(*best["text"].split("; ")).totals}
    for mine, words in (("the attacker loses a leader", "attacker"), ("the defender loses a leader", "defender")):
        assert chance(best, mine) == pytest.approx(1 / 12) == totals[f"the {words} loses a leader"]


def test_a_fire_tells_the_chance_that_a_leader_is_lost() -> None:
    game = fire_support.field({id: at for id, at in LED.items() if id != "Garnett"})
    (best, *_) = plans(game, "confederate", "2020")
    lost = chance(best, "leader lost")
    assert lost and f"leader lost {round(100 * lost)} %" in best["headline"]
    totals = {t.name: t.probability for t in game.odds(best["text"]).totals}
    assert totals["the defender loses a leader"] == pytest.approx(lost)
