"""What a rated game does not allow once it is under way: other values, units that are set, a computer's help."""

from __future__ import annotations

from pathlib import Path

import httpx
import msgspec
import pytest

from tests.table.tables import FAST, STONE_WALL, Table, played, seated, serving
from tests.table.test_accounts import club
from tests.table.test_changed_values import home, respond, wished
from tests.table.test_clocks import LIVE
from tests.table.test_editions import type_a_value
from tests.table.test_orders import game as holding
from tests.table.test_orders import ordered
from tests.table.test_overrule import off_the_map
from tests.table.test_overrule import wished as wished_set
from tests.table.test_pairs import offer
from tests.table.test_ratings import two
from vedette.staff.orders import COMPUTER, Order, Ordered
from vedette.table import Store
from vedette.table.clocks import Time
from vedette.table.ratings import BY_ITSELF, GOES_ON, OWNED, UNAIDED
from vedette.table.requests import VALUES, Request

__all__ = ["home"]
RATED = {"time": msgspec.convert(LIVE, Time), "rated": True}


def test_it_keeps_its_values_whatever_both_agree_to(store: Store, home: Path) -> None:
    game = played(2, lambda g: len(g.entries) > 6)
    made, n = seated(store, game, setup=RATED), len(game.entries)
    open = Request(1, "union", n, n, kind=VALUES)
    store.keep_request(made["game"], msgspec.json.encode(open).decode(), before=None)
    with serving(store, limits=FAST) as table:
        at, key = f"{table.base}/api/games/{made['game']}/values", {"key": made["keys"]["union"]}
        with table.sit(made, "union") as union, table.sit(made, "confederate") as confederate:
            type_a_value(home, STONE_WALL)
            assert respond(confederate, True)["reason"] == BY_ITSELF
            assert wished(union)["reason"] == BY_ITSELF
            assert httpx.get(at, params=key).json()["others"] == []
            brought = httpx.post(at, params=key, content=b"whatever it is")
            assert (brought.status_code, brought.json()["error"]) == (400, BY_ITSELF)
            assert wished_set(union, off_the_map(union))["reason"] == BY_ITSELF
            assert union.state["n"] == n


def test_no_computer_answers_leads_or_advises(table: Table) -> None:
    made = seated(table.store, holding(), setup=RATED)
    told = table.get(f"/api/games/{made['game']}?key={made['keys']['union']}").json()
    settings = [setting["name"] for window in told["windows"] for setting in window["settings"]]
    assert told["formations"] == {} and "pass" in settings and "computer" not in settings
    with table.sit(made, "union") as union:
        assert union.ask("hint", seat="union")["reason"] == UNAIDED
        assert ordered(union, "order", window="before-draw", setting="computer")["reason"] == UNAIDED
        assert ordered(union, "orders", parts=["Tyler"])["reason"] == UNAIDED
        assert ordered(union, "orders", parts=[], suspended=False)["is"] == "ordered"
        assert ordered(union, "order", window="turn-end", setting="pass")["is"] == "ordered"


def test_what_a_computer_was_given_before_that_was_refused_it_answers_no_more(table: Table) -> None:
    made = seated(table.store, holding(), setup={**RATED, "orders": True})
    given = Ordered(
        {"before-draw": Order("before-draw", COMPUTER), "turn-end": Order("turn-end", "pass")}, parts=("Tyler",)
    )
    table.store.keep_orders(made["game"], "union", msgspec.json.encode(given).decode())
    with table.sit(made, "union") as union:
        told = union.state["orders"]["union"]
        assert told["parts"] == []
        assert "computer" not in [one["setting"] for one in told["orders"]]


def test_no_practice_game_with_its_hints_begins_at_a_moment_of_it_before_it_is_over(table: Table) -> None:
    made = seated(table.store, holding(), setup=RATED)
    at = f"{table.base}/api/games/{made['game']}/branch?key={made['keys']['union']}"
    answer = httpx.post(at, json={"n": 0})
    assert (answer.status_code, answer.json()["error"]) == (400, GOES_ON)
    with table.sit(made, "union") as union:
        assert union.sent("resign", {"game": union.game, "id": "r"})["is"] == "done"
    assert httpx.post(at, json={"n": 0}).status_code == 201


def test_what_came_of_it_is_put_down_whether_or_not_somebody_is_told(table: Table) -> None:
    made = seated(table.store, holding(), setup={**RATED, "free_undo": True})
    with table.sit(made, "union") as union:
        room = table.app.rooms.opened(made["game"])
        assert union.state["outcome"] is None and room is not None and not room.manners.two
        assert room._post(0, None) is not None


def test_a_pair_is_offered_by_values_that_both_can_know(store: Store, home: Path) -> None:
    pytest.importorskip("argon2", reason="the extra vedette[accounts] is not installed")
    with club(store) as table:
        ann, _ = two(table)
        assert "game" in offer(ann, battle=STONE_WALL)
        type_a_value(home, STONE_WALL)
        assert offer(ann, battle=STONE_WALL)["error"] == OWNED
