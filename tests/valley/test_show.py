"""`vedette show` of the three games, and what it says of who is placed, who comes, and how it is won."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from vedette.cli.show import document, unit_line

CK, PR, BOTH = (f"valley-campaign/{name}" for name in ("cross-keys", "port-republic", "both-battles"))
CONTRACT = {
    "battle", "rulebook", "turns", "units", "reinforcements", "options", "victory", "provenance", "overlay",
}  # fmt: skip
UNIT = {"id", "name", "side", "arm", "brigade", "division", "hex", "area", "with", "states", "values"}


def units(battle: str, **settings: str) -> dict[str, dict[str, Any]]:
    """The units of a battle by id."""
    return {u["id"]: u for u in document(battle, settings)["units"]}


@pytest.mark.parametrize(("battle", "here", "come"), [(CK, 110, 5), (PR, 14, 98), (BOTH, 110, 5)])
def test_it_has_the_keys_of_the_contract_and_every_unit_once(battle: str, here: int, come: int) -> None:
    found = document(battle, {})
    assert found.keys() >= CONTRACT and found["rulebook"] == "valley_campaign"
    assert all(u.keys() >= UNIT for u in found["units"]) and len({u["id"] for u in found["units"]}) == here + come
    assert len(found["reinforcements"]) == come == sum("arrives" in u for u in found["units"])
    where = Counter((u["hex"] is not None) + (u["area"] is not None) + (u["with"] is not None) for u in found["units"])
    assert where == {1: here, 0: come}


def test_who_is_placed_by_his_owner_has_his_hexes_or_his_company() -> None:
    found = units(CK)
    area, company = found["Jackson"]["area"], found["Ewell"]["with"]
    assert len(area) == 21 and area[0] == "2920" and "3320" in area and found["Jackson"]["hex"] is None
    assert company == ["2 VA Cavalry"] and found["Tyler"]["with"] == ['1 OH, "H" Battery', '1 OH, "L" Battery']
    assert sum(u["area"] is not None for u in found.values()) == 19
    assert [id for id, u in found.items() if u["with"]] == [
        "Tyler", "Milroy", "Carroll", "Patton", "Elzey", "Ewell", "Steuart", "Trimble",
    ]  # fmt: skip
    assert units(PR)["Carroll"]["with"][-1] == "66 OH" and not any(u["area"] for u in units(PR).values())
    assert unit_line(found["Ewell"])[2] == "with 2 VA Cavalry" and unit_line(found["Jackson"])[2] == "in 21 hexes"
    assert unit_line(found["Elzey"])[2] == "with one of 7 units"


def test_states_and_values_are_those_of_both_sides_of_a_counter() -> None:
    found = units(CK)
    assert (found["25 OH"]["states"], found["82 OH"]["states"]) == (["fresh"], ["reduced"])
    assert "one-step" in found["Jackson"]["states"] and "one-step" in found["29 NY"]["states"]
    assert found["25 OH"]["values"].keys() == {"full", "reduced"} and found["29 NY"]["values"].keys() == {"full"}
    ((columns, movement),) = found["Jackson"]["values"].values()
    assert 0 <= columns <= 3 and movement > 0
    reduced = {id for id, u in units(PR).items() if "reduced" in u["states"]}
    assert {"8 NY", "39 NY", "27 PA", "4 VA"} <= reduced and not {"8 NY", "39 NY", "27 PA", "4 VA"} & {
        id for id, u in found.items() if "reduced" in u["states"]
    }


def test_reinforcements_by_turn_and_hour_and_by_the_option_at_noon() -> None:
    rows = document(CK, {})["reinforcements"]
    assert {(r["turn"], r["clock"], r["hex"], r["side"]) for r in rows} == {(8, "17:00", "6111", "union")}
    noon = document(CK, {"second-army": "noon"})["reinforcements"]
    assert {(r["turn"], r["clock"]) for r in noon} == {(3, "12:00")} and [r["id"] for r in noon] == [
        r["id"] for r in rows
    ]
    coming = document(PR, {})["reinforcements"]
    assert Counter((r["side"], r["turn"]) for r in coming) == {
        ("confederate", 1): 6, ("confederate", 2): 16, ("confederate", 4): 3, ("confederate", 6): 16,
        ("confederate", 8): 7, ("union", 8): 50,
    }  # fmt: skip


def test_turns_players_bridges_and_victory() -> None:
    one, two, both = (document(battle, {}) for battle in (CK, PR, BOTH))
    assert [f["turns"]["last"] for f in (one, two, both)] == [11, 10, 21]
    assert document(CK, {"turns": "10"})["clock"][-1] == "19:00"
    assert (one["players"]["opening"], two["players"]["opening"]) == (["union"], ["union", "confederate"])
    assert (len(one["burned"]), two["burned"]) == (2, []) and one["cup"]["union"] >= 26
    assert one["victory"][0].startswith("Confederates: 30 points of units off the east edge by clear or road hexes")
    assert "4426, 4326" in two["victory"][0] and "one goal of the two is a draw" in both["victory"]
    assert all(any("Jackson" in line for line in f["victory"]) for f in (one, two, both))
