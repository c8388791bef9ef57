"""Resigning at the table: for a seat of one's own only, stored like any entry, shown to both."""

from __future__ import annotations

from typing import Any

from tests.table.tables import STONE_WALL, Client, Table, serving
from vedette.engine.archive import verify
from vedette.table import Store


def resign(client: Client, **more: Any) -> dict[str, Any]:
    return client.sent("resign", {"game": client.game, "id": f"g{next(client.ids)}-{client.name}", **more})


def test_a_seat_gives_up_and_both_see_how_it_ended(table: Table) -> None:
    made = table.make(battle=STONE_WALL)
    with table.sit(made, "union") as union, table.sit(made, "confederate") as confederate:
        n = union.state["n"]
        refused = resign(union, seat="confederate")
        assert refused["is"] == "refused" and "not that of confederate" in refused["reason"]
        stale = resign(union, n=n + 3)
        assert stale["is"] == "refused" and "has gone on" in stale["reason"]
        assert union.state["n"] == n and union.state["outcome"] is None
        done = resign(union, n=n)
        assert done["is"] == "done" and done["n"] == n + 1
        confederate.up_to(n + 1)
        for client in (union, confederate):
            out = client.state["outcome"]
            assert (out["winner"], out["level"], out["resigned"]) == ("confederate", "Major CSA Victory", "union")
            assert client.state["decisions"] == []
            assert "The Union resigns: Major CSA Victory" in [line["text"] for line in client.lines]
        again = resign(confederate)
        assert again["is"] == "refused" and again["reason"] == "the battle is over"
    found = verify(table.record(made))
    assert found.ok and "dice" in found.proved and "ended" in found.proved


def test_it_is_stored_and_a_server_that_was_started_again_knows_it(tmp_path: Any) -> None:
    store = Store(f"sqlite:///{tmp_path}/games.sqlite")
    with serving(store) as table:
        made = table.make(battle=STONE_WALL)
        with table.sit(made, "confederate") as client:
            assert resign(client)["is"] == "done"
    with serving(store) as table, table.sit(made, "union") as client:
        out = client.state["outcome"]
        assert (out["winner"], out["resigned"]) == ("union", "confederate")
        summary = table.get(f"/api/games/{made['game']}?key={made['keys']['union']}").json()
        assert summary["over"] and summary["outcome"]["resigned"] == "confederate"


def test_at_one_screen_it_is_said_for_which_side(table: Table) -> None:
    made = table.make(battle=STONE_WALL)
    with table.sit(made, "both") as client:
        refused = resign(client)
        assert refused["is"] == "refused" and "union or confederate" in refused["reason"]
        assert resign(client, seat="union")["is"] == "done"


def test_a_repeated_message_gives_up_once(table: Table) -> None:
    made = table.make(battle=STONE_WALL)
    with table.sit(made, "union") as client:
        body = {"game": client.game, "id": "once", "seat": "union"}
        first, second = client.sent("resign", body), client.sent("resign", body)
        assert first["is"] == second["is"] == "done" and first["n"] == second["n"]


def test_while_the_computer_thinks_one_may_resign(table: Table) -> None:
    made = table.make(battle=STONE_WALL, seats={"union": "human", "confederate": "random"})
    with table.sit(made, "union") as client:
        assert resign(client)["is"] == "done"
        assert client.state["outcome"]["winner"] == "confederate"
