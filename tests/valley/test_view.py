"""The view of the valley campaign: counters that describe themselves, the score, lists, marks on hexsides."""

from __future__ import annotations

import json
from typing import Any

import pytest

import vedette
from tests.valley.support import field, state
from vedette.rules.valley_campaign.state import CUP
from vedette.rules.valley_campaign.text.view import view

SCENARIOS = ("cross-keys", "port-republic", "both-battles")


def of(game: Any, seat: str = "union") -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json.dumps(view(state(game), seat)))
    return found


def unit(game: Any, id: str) -> dict[str, Any]:
    return next(row for row in of(game)["units"] if row["id"] == id)


def titles(game: Any, side: str | None) -> dict[str, list[str]]:
    lists = [section for section in of(game)["lists"] if section["side"] == side]
    return {section["title"]: [item["text"] for item in section["items"]] for section in lists}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_both_seats_see_the_same(scenario: str) -> None:
    game = vedette.battle(f"valley-campaign/{scenario}").new_game(seed=1)
    seen = [of(game, seat) for seat in ("union", "confederate", "")]
    assert [v.pop("seat") for v in seen] == ["union", "confederate", ""]
    assert seen[0] == seen[1] == seen[2]
    assert "chits" not in seen[0], "a client shows no tray"


def test_a_counter_describes_itself() -> None:
    game = field({"25 OH": {"at": "1808", "face": "reduced", "demoralized": 1}, "Milroy": "1808", "1 VA": "3010"})
    troops, leader = unit(game, "25 OH"), unit(game, "Milroy")
    assert (troops["top"], troops["symbol"], troops["pale"], troops["hex"]) == ("Mil", "cross", True, "1808")
    assert troops["numbers"] == [str(state(game).strength("25 OH")), str(state(game).counter("25 OH").movement)]
    assert troops["marks"] == ["demoralized"]
    assert troops["states"][0] == "reduced"
    assert troops["notes"][0].startswith("demoralized ")
    assert leader["symbol"] == "star"
    assert leader["numbers"][0] == f"({state(game).counter('Milroy').shift})"


@pytest.mark.parametrize("name", ["fought", "attacked", "retreated", "displaced"])
def test_marks_of_a_combat_phase(name: str) -> None:
    game = field({"25 OH": "1808", "1 VA": "1809"}, side="union", phase="combat")
    setattr(state(game), name, ("25 OH",))
    assert unit(game, "25 OH")["marks"] == [name]
    assert unit(game, "25 OH")["notes"][0].startswith(f"{name} ")
    state(game).phase = "movement"
    assert unit(game, "25 OH")["marks"] == [], "it is over with the phase"


def test_who_has_moved_and_who_still_may() -> None:
    game = field({"25 OH": "1808", "8 WV": "1812", "60 OH": {"at": "1815", "demoralized": 1}}, side="union")
    for text in ("move 25 OH", "25 OH: 1809", "done"):
        game.play(text)
    seen = of(game)
    assert (seen["player"], seen["phase"]) == ("union", "movement")
    assert (seen["movement"]["moved"], seen["movement"]["waiting"]) == (["25 OH"], ["8 WV"])
    assert unit(game, "25 OH")["marks"] == ["moved"]
    assert titles(game, "union")["Not moved yet"] == ["1812: 8 WV"]
    assert titles(game, "union")["Demoralized"] == ["1815: 60 OH"]


def test_stacks_count_combat_units() -> None:
    game = field({"25 OH": "1808", "8 WV": "1808", "Milroy": "1808", "12 OH Battery": "1808", "60 OH": "1812"})
    assert of(game)["stacks"] == {"1808": "2 of 2"}


def test_lists_of_zones_arrivals_and_lost() -> None:
    game = field(
        {"25 OH": "1808", "1 VA": "1809", "8 WV": "eliminated"}, waiting=[(2, "60 OH", "1810"), (8, "75 OH", "1015")]
    )
    mine = titles(game, "union")
    assert mine["In enemy zones"] == ["1808: 25 OH"]
    assert mine["To arrive"][0] == "turn 2, 11:00 at 1810, due now, blocked by the enemy: 60 OH"
    assert mine["To arrive"][1].startswith("turn 8, 17:00 at 1015: 75 OH")
    assert mine["Dead pile"] == ["8 WV"]
    assert of(game)["arrivals"][0] == {"turn": 2, "unit": "60 OH", "hex": "1810"}
    assert unit(game, "75 OH")["where"] == "turn 8 at 1015"


def test_the_draw_cup_is_counted_by_rating_and_not_named() -> None:
    game = field({"25 OH": "1808", "1 VA": "3010"})
    g = state(game)
    seen = of(game)
    left = [id for id, u in g.units.items() if u.at == CUP]
    assert len(left) == 52
    assert sum(seen["cup"]["union"].values()) == 26
    assert not set(left).intersection(row["id"] for row in seen["units"])


def test_burned_bridges_lie_on_their_hexsides() -> None:
    sides = [("1808", "1809", "bridge"), ("1812", "1813", "bridge")]
    game = field(
        {"25 OH": "1812", "1 VA": "3010"}, side="union", hexsides=sides, burned=[("1808", "1809")],
        repairs=[("1812", "1813", "25 OH", 5)],
    )  # fmt: skip
    seen = of(game)
    assert {tuple(row["between"]): row["state"] for row in seen["bridges"]} == {
        ("1808", "1809"): "burned",
        ("1812", "1813"): "repaired",
    }
    assert [(row["mark"], row["text"]) for row in seen["sides"]] == [("burned", ""), ("burned", "5")]
    assert titles(game, None)["Bridges"] == ["1808-1809 burned", "1812-1813 burned, 25 OH repairs it, ready in turn 5"]
    assert unit(game, "25 OH")["notes"] == ["repairs the bridge 1812-1813, ready in turn 5"]


def test_the_score_of_leaving_the_map() -> None:
    game = field({"1 VA": "3010", "25 OH": "1808"})
    g = state(game)
    for id in ("2 VA", "Poague Battery", "7 VA Cavalry"):
        g.units[id] = g.units["1 VA"].__class__(-3)
        g.exits = (*g.exits, id)
    seen = of(game)
    assert seen["score"] == "Confederates 3 of 30 exit points"
    rows = {row[0]: row[1] for row in seen["tally"]["rows"]}
    assert (rows["artillery that left"], rows["cavalry that left"]) == ("1: 2 points", "1: 0 points")
    assert titles(game, "confederate")["Left the map"] == ["2 VA: 1 point", "Poague Battery: 2 points",
                                                           "7 VA Cavalry: 0 points"]  # fmt: skip


def test_the_score_of_held_hexes() -> None:
    game = field({"1 VA": "4425", "25 OH": "1808"}, side="confederate", scenario="port-republic", turn=3)
    game.play("move 1 VA")
    game.play("1 VA: 4426")
    seen = of(game)
    assert seen["control"] == {"4426": "confederate", "4326": None}
    assert seen["score"] == "Confederates 1 of 2 hexes"
    assert seen["standing"]["winner"] == "union"


def test_a_lost_leader_stands_in_the_score() -> None:
    game = field({"1 VA": "4425", "25 OH": "1808"}, scenario="port-republic", turn=3)
    g = state(game)
    leader = g.setting.victory["leader"]
    g.fallen = (leader,)
    assert of(game)["score"].endswith(f"{leader} lost")
    assert of(game)["tally"]["rows"][-1][1].startswith("lost")
