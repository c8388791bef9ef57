"""The stop after the last move of an activation: all can be taken back until its player says that it ends."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support import referee
from tests.table.tables import FAST, Client, Table, seated, serving
from vedette.engine.game import Game
from vedette.table import Store

UNITS = {"7 OH-a": "1532", "7 OH-b": "1431", "27 VA": "2034"}
MARCH = "march 7 OH-a + 7 OH-b to 1632"


def moving(**more: Any) -> Game:
    game = referee(UNITS, begin="movement", active="Tyler", turn=6, cup=["Garnett"], waiting=False, **more)
    return Game.new(game.battle, seed=3, position=game.header["position"], digests=True)


def places(client: Client) -> dict[str, str]:
    return {unit["id"]: unit["hex"] for unit in client.state["view"]["units"] if unit["id"] in UNITS}


def test_a_group_move_that_ends_an_activation_stops_before_the_draw(table: Table) -> None:
    made = seated(table.store, moving())
    with table.sit(made, "union") as union, table.sit(made, "confederate") as other:
        assert union.ask("ends", text=MARCH)["ends"] == {MARCH: "it draws a chit"}
        assert union.act(MARCH, stop=True)["left"] == []
        (asked,) = union.asked()
        assert (asked["kind"], asked["proposed"], places(union)["7 OH-a"]) == ("stop", "end", "1632")
        assert "Tyler" in asked["prompt"] and "it draws a chit" in asked["prompt"]
        assert union.ask("ends")["ends"] == {"end": "it draws a chit"}
        assert union.state["undo"]["union"] is None
        other.up_to(union.state["n"])
        assert other.state["decisions"] == [{"seat": "union", "kind": "waiting"}]
        assert "may still take back" in other.act("pass", seat="confederate")["reason"]
        assert "answer end, or take it back" in union.act("done")["reason"]
        waiting = table.get(f"/api/games/{made['game']}?key={made['keys']['union']}").json()["waiting"]
        n = union.state["n"]
        assert waiting == ["union"] and not any(line["kind"] == "drawn" for line in union.lines)
        union.act("end")
        union.up_to(n + 1)
        assert any(line["kind"] == "drawn" for line in union.lines)


def test_what_was_stopped_is_taken_back_played_again_and_stops_again(table: Table) -> None:
    with table.sit(seated(table.store, moving()), "union") as client:
        before = places(client)
        client.act(MARCH, stop=True)
        after = places(client)
        assert client.undo(to=0)["is"] == "done" and places(client) == before
        client.sent("redo", {"game": client.game, "id": "again", "stop": True})
        assert places(client) == after and client.asked()[0]["kind"] == "stop"
        assert client.undo()["is"] == "done" and client.asked()[0]["kind"] == "move"


@pytest.mark.parametrize("text", ["done", "7 OH-a: 1533-1633", "7 OH-a: 1533; done; 7 OH-b: 1432; done"])
def test_who_says_that_he_is_done_or_has_more_to_move_is_not_stopped(table: Table, text: str) -> None:
    """The third is the last move of all: only this one stops."""
    with table.sit(seated(table.store, moving()), "union") as client:
        client.act(text, stop=True)
        kinds = [decision["kind"] for decision in client.asked()]
        assert ("stop" in kinds) == (text.count("done") == 2)


def test_without_a_wish_for_it_and_where_all_can_be_taken_back_nothing_stops(table: Table) -> None:
    for stop, setup in ((False, {}), (True, {"free_undo": True})):
        with table.sit(seated(table.store, moving(), setup=setup), "union") as client:
            client.act(MARCH, stop=stop)
            assert any(line["kind"] == "drawn" for line in client.lines)


def test_computers_wait_and_a_restart_goes_on_with_the_draw_that_would_have_come(store: Store) -> None:
    drawn = []
    for stop in (True, False):
        made = seated(store, moving(), confederate="cautious")
        with serving(store, limits=FAST) as table, table.sit(made, "union") as client:
            client.act(MARCH, stop=stop)
            if stop:
                n = client.state["n"]
                assert client.ask("ends")["ends"] and client.state["n"] == n
        with serving(store, limits=FAST) as table, table.sit(made, "union") as client:
            while not client.asked():
                client.until("state")
            drawn.append([line["text"] for line in client.lines if line["kind"] == "drawn"])
    assert drawn[0] == drawn[1] != []


def test_who_holds_a_chit_and_passes_by_his_orders_is_stopped_all_the_same(table: Table) -> None:
    game = moving(held={"union": ["Rally"]})
    made = seated(table.store, game, setup={"orders": True}, confederate="cautious")
    with table.sit(made, "union") as union:
        assert union.ask("ends", text=MARCH)["ends"] == {MARCH: "your orders answer what comes next"}
        union.act(MARCH, stop=True)
        assert [one["kind"] for one in union.asked()] == ["stop"]
        union.act("end")
        while not any(line["kind"] == "drawn" for line in union.lines):
            union.until("state")
