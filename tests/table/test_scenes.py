"""What the start page is told: a battle as it begins, a game as it stands, and games that are deleted."""

from __future__ import annotations

import json

import httpx
import pytest

from tests.table.tables import DUEL, Table, come_to, played, seated
from vedette import packs

BATTLES = [row.id for row in packs.battles()]


@pytest.mark.parametrize("battle", BATTLES)
def test_a_battle_as_it_begins_has_a_counter_for_each_side(table: Table, battle: str) -> None:
    scene = table.get(f"/api/battles/{battle}/scene", timeout=60).json()
    hexes = table.get(f"/api/battles/{battle}/geometry", timeout=60).json()["hexes"]
    assert scene["units"] and {unit["hex"] for unit in scene["units"]} <= set(hexes)
    assert set(scene["sides"]) == {"union", "confederate"}
    for face in {*scene["sides"].values(), scene["units"][0]["face"]}:
        assert table.get(f"/api/faces/{face}.svg").text.startswith("<svg")


def test_a_game_as_it_stands_says_what_is_asked_of_this_key_alone(table: Table) -> None:
    made = table.make(seed=1)
    at = f"/api/games/{made['game']}/scene?key="
    mine, theirs = (table.get(at + made["keys"][seat]).json() for seat in ("union", "confederate"))
    assert mine["asked"]["seat"] == "union" and theirs["asked"]["seat"] == "confederate"
    assert (mine["turn"], mine["turns"], mine["clock"]) == (1, {"first": 1, "last": 11}, "3:40")
    assert mine["units"] == theirs["units"]
    with table.sit(made, "union") as union:
        union.act("key Rally")
    found = table.get(at + made["keys"]["union"]).json()
    assert found["asked"] is None and "Rally" not in json.dumps(found)
    both = table.get(at + made["keys"]["both"]).json()
    assert both["asked"]["seat"] == "confederate" and "Firefight" not in json.dumps(both)
    assert table.get(at + "wrong").status_code == 404


def test_the_scene_shows_no_more_units_than_the_view_of_the_key(table: Table) -> None:
    made = table.make(seed=3)
    with table.sit(made, "union") as union:
        seen = {(u["id"], u["hex"], u["face"]) for u in union.state["view"]["units"] if u["hex"]}
    scene = table.get(f"/api/games/{made['game']}/scene?key={made['keys']['union']}").json()
    assert {(u["id"], u["hex"], u["face"]) for u in scene["units"]} == seen


def deleted(table: Table, made: dict, seat: str) -> httpx.Response:
    return httpx.delete(f"{table.base}/api/games/{made['game']}?key={made['keys'][seat]}")


def test_a_game_that_is_over_is_deleted_with_all_that_is_kept_of_it(table: Table) -> None:
    made = seated(table.store, played(1, lambda game: not game.decisions, DUEL))
    other = table.make(battle=DUEL, seed=1)
    early = deleted(table, other, "both")
    assert early.status_code == 409 and "not over" in early.json()["error"]
    refused = deleted(table, made, "union")
    assert refused.status_code == 403 and "another player" in refused.json()["error"]
    with table.sit(made, "both") as client:
        assert client.state["outcome"] is not None
        assert deleted(table, made, "both").status_code == 409  # somebody looks at it
    answer = come_to(lambda: gone if (gone := deleted(table, made, "both")).status_code != 409 else None)
    assert answer.status_code == 204  # the socket was just being closed
    assert table.get(f"/api/games/{made['game']}?key={made['keys']['both']}").status_code == 404
    assert table.store.game(made["game"]) is None
    at = f"{table.base}/api/games/{other['game']}?key={other['keys']['both']}"
    foreign = {"origin": "http://elsewhere.example", "sec-fetch-site": "cross-site"}
    assert httpx.delete(at, headers=foreign).status_code == 403
    assert httpx.get(at).status_code == 200
