"""`vedette show` of the battle: units, areas, who comes, the effectiveness sheet, how it is won."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

from vedette.cli.show import document, unit_line
from vedette.packs.reader import battles

ROOT = Path(__file__).parents[2]
BATTLE = "stonewall-1978/kernstown"
CONTRACT = {
    "battle", "rulebook", "turns", "units", "reinforcements", "options", "victory", "provenance", "overlay",
}  # fmt: skip
UNIT = {"id", "name", "side", "arm", "brigade", "division", "hex", "area", "with", "states", "values"}


def units(**settings: str) -> dict[str, dict[str, Any]]:
    """The units of the battle by id."""
    return {u["id"]: u for u in document(BATTLE, settings)["units"]}


def test_the_list_of_the_battles_and_the_handbook_count_the_units_alike() -> None:
    """Each battle that the front page of the project counts, and this one in the players' handbook too."""
    counted = {entry.id: entry.units for entry in battles()}
    front = (ROOT / "README.md").read_text(encoding="utf-8")
    told = {id: int(n) for n, id in re.findall(r", (\d+) units: `([^`]+)`", front)}
    assert BATTLE in told and told == {id: counted[id] for id in told}
    assert counted[BATTLE] == len(units()) == 50
    assert "fifteen turns of twenty minutes, fifty units" in (ROOT / "docs/players.md").read_text(encoding="utf-8")


def test_it_has_the_keys_of_the_contract_and_every_unit_once() -> None:
    found = document(BATTLE, {})
    assert found.keys() >= CONTRACT and found["rulebook"] == "great_battles"
    assert all(u.keys() >= UNIT for u in found["units"]) and len({u["id"] for u in found["units"]}) == 50
    assert Counter((u["side"], u["arm"]) for u in found["units"]) == {
        ("union", "leader"): 4, ("union", "infantry"): 13, ("union", "cavalry"): 4, ("union", "artillery"): 5,
        ("union", "supply"): 1, ("confederate", "leader"): 5, ("confederate", "infantry"): 11,
        ("confederate", "cavalry"): 1, ("confederate", "artillery"): 6,
    }  # fmt: skip
    assert (found["turns"], found["players"]["opening"]) == ({"first": 1, "last": 15}, ["confederate", "union"])
    assert (found["clock"][0], found["clock"][-1]) == ("14:00", "18:40")
    assert found["morale"] == {
        "start": 30,
        "each": 10,
    }


def test_strength_of_both_sides_and_of_each_brigade() -> None:
    found = units()
    men, guns = Counter[str](), Counter[str]()
    for u in found.values():
        if u["arm"] in ("infantry", "cavalry"):
            men[u["side"]] += u["strength"]
            men[u["brigade"]] += u["strength"]
        elif u["arm"] == "artillery":
            guns[u["side"]] += u["strength"]
    assert men == {
        "union": 68, "Kimball": 17, "Sullivan": 20, "Tyler": 23, "Brodhead": 8,
        "confederate": 34, "Garnett": 16, "Burks": 11, "Fulkerson": 4, "Ashby": 3,
    }  # fmt: skip
    assert guns == {"union": 24, "confederate": 27}
    assert {u["rounds"] for u in found.values() if u["arm"] == "artillery" and u["side"] == "union"} == {8}
    assert {u["rounds"] for u in found.values() if u["arm"] == "artillery" and u["side"] == "confederate"} == {6}


def test_where_each_brigade_is_set_up_and_how() -> None:
    found = units()
    sizes = {u["brigade"]: len(u["area"]) for u in found.values() if u["area"] and u["arm"] == "leader"}
    assert sizes == {"Kimball": 19, "Sullivan": 271, "Brodhead": 271, "Tyler": 7, "Ashby": 96}
    assert found["Tyler"]["with"] == ["7 OH", "29 OH", "7 IN", "1 WV", "110 PA", "A 1 WV", "B 1 WV"]
    reserve = {id for id, u in found.items() if "reserve" in u["states"]}
    assert reserve == set(found["Tyler"]["with"])
    assert all("unlimbered" in u["states"] for u in found.values() if u["arm"] == "artillery" and u["area"])
    assert unit_line(found["14 IN"])[2] == "2221, or one of 19 hexes" and found["14 IN"]["hex"] is None
    assert found["Sullivan"]["values"] == {"leader": [4, 1], "replacement": [3, 1]}
    assert found["Jackson"]["values"].keys() == {"leader"}


def test_who_comes_in_the_first_turn_by_the_south_edge() -> None:
    rows = document(BATTLE, {})["reinforcements"]
    assert len(rows) == 20 and {(r["turn"], r["clock"], r["side"], r["hex"]) for r in rows} == {
        (1, "14:00", "confederate", "2435 to 4335")
    }
    assert Counter(r["arm"] for r in rows) == {"leader": 4, "infantry": 11, "artillery": 5}
    assert all("limbered" in r["states"] for r in rows if r["arm"] == "artillery")
    assert unit_line(units()["5 VA"])[2] == "turn 1 at 2435 to 4335"


def test_the_effectiveness_sheet() -> None:
    rows = {r["brigade"]: (r["rating"], r["strength"], r["points"]) for r in document(BATTLE, {})["brigades"]}
    assert rows == {
        "Kimball": (9, 17, 30), "Sullivan": (12, 20, 30), "Tyler": (12, 23, 30), "Brodhead": (4, 8, 10),
        "Garnett": (13, 16, 40), "Burks": (7, 11, 20), "Fulkerson": (3, 4, 10), "Ashby": (3, 3, 20),
    }  # fmt: skip
    guns = {r["brigade"]: sum(n for _, n in r["batteries"]) for r in document(BATTLE, {})["brigades"]}
    assert guns == {
        "Kimball": 12, "Sullivan": 4, "Tyler": 8, "Brodhead": 0, "Garnett": 11, "Burks": 8, "Fulkerson": 4, "Ashby": 4,
    }  # fmt: skip


def test_how_it_is_won_and_what_2007_changes() -> None:
    mine, later = document(BATTLE, {})["victory"], document(BATTLE, {"rules": "2007"})["victory"]
    assert "Kimball 30" in mine[3] and "Hill 2912" in mine[5] and "10 times" in mine[6]
    assert mine[-1].startswith("levels: Union Decisive Victory") and "Draw" in mine[-1]
    assert [line for line in later if line not in mine] == [
        "a brigade that demoralization made ineffective scores only if its losses would have done it"
    ]
