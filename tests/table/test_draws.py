"""A draw that one seat offers and the other agrees to: recorded, proved, told to both; one that is refused."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from tests.table.tables import STONE_WALL, Client, Table
from vedette.engine.archive import verify
from vedette.table.requests import BACK, DRAW, Request, loaded, stands

FAMILIES = (STONE_WALL, "valley-campaign/cross-keys", "stonewall-1978/kernstown")


def offer(client: Client, **more: Any) -> dict[str, Any]:
    return client.sent("draw", {"game": client.game, "id": f"d{next(client.ids)}-{client.name}", **more})


def respond(client: Client, accept: bool) -> dict[str, Any]:
    number = client.state["request"]["number"]
    body = {"game": client.game, "id": f"c{next(client.ids)}-{client.name}", "request": number, "accept": accept}
    return client.sent("consent", body)


def asked(client: Client) -> dict[str, Any]:
    """What the other seat asks of this one."""
    while not (client.state["request"] or {}).get("answer"):
        client.until("state")
    found: dict[str, Any] = client.state["request"]
    return found


@pytest.mark.parametrize("battle", [FAMILIES[0], *(pytest.param(one, marks=pytest.mark.slow) for one in FAMILIES[1:])])
def test_both_agree_and_the_record_proves_it(table: Table, battle: str) -> None:
    made = table.make(battle=battle)
    with table.sit(made, "union") as union, table.sit(made, "confederate") as confederate:
        n = confederate.state["n"]
        assert offer(confederate)["asked"] is True
        request = asked(union)
        assert request["kind"] == "draw" and request["text"] == "Confederate asks to call the battle a draw"
        assert respond(union, True)["n"] == n + 1
        confederate.up_to(n + 1)
        for client in (union, confederate):
            out = client.state["outcome"]
            assert (out["winner"], out["level"], out["agreed"]) == (None, "Agreed draw", True) and "resigned" not in out
            assert client.state["decisions"] == [] and client.state["request"] is None
            assert "Both sides agree to a draw" in [line["text"] for line in client.lines]
        assert offer(union)["reason"] == "the battle is over"
    summary = table.get(f"/api/games/{made['game']}?key={made['keys']['union']}").json()
    assert summary["over"] and summary["outcome"]["agreed"] and summary["outcome"]["winner"] is None
    record = table.record(made)
    found = verify(record)
    assert found.ok and "ended" in found.proved
    assert not verify(record.replace(',"consent":true', "")).ok


def test_one_that_is_refused_is_put_again_only_once_the_game_has_gone_on(table: Table) -> None:
    made = table.make()
    with table.sit(made, "union") as union, table.sit(made, "confederate") as confederate:
        offer(union)
        asked(confederate)
        respond(confederate, False)
        assert offer(union)["reason"] == "it was refused; play on"
        assert union.state["outcome"] is None
        n = union.act(union.texts()[0])["n"]
        union.up_to(n)
        assert offer(union)["asked"] is True


def test_one_that_is_offered_stands_until_the_other_side_plays_on(table: Table) -> None:
    """What the side that offers it does, and what is rolled and passed meanwhile, does not end it before it is read."""
    made = table.make()
    with table.sit(made, "union") as union, table.sit(made, "confederate") as confederate:
        n = union.state["n"]
        offer(union)
        asked(confederate)
        confederate.up_to(union.act(union.texts()[0])["n"])
        assert asked(confederate)["status"] == "open"
        confederate.up_to(confederate.act(confederate.texts()[0])["n"])
        assert confederate.state["request"]["status"] == "lapsed"
    wish = Request(1, "union", n, n, kind=DRAW)
    since = [
        SimpleNamespace(seat=seat, do=do) for seat, do in (("chance", "4"), ("confederate", "pass"), ("union", "done"))
    ]
    game: Any = SimpleNamespace(entries=[*[None] * n, *since])
    assert stands(wish, game)
    assert loaded(msgspec.json.encode(wish).decode(), game) == msgspec.structs.replace(wish, n=n + 3)
    assert not stands(msgspec.structs.replace(wish, kind=BACK), game)
    game.entries.append(SimpleNamespace(seat="confederate", do="done"))
    assert not stands(wish, game)


def test_nobody_agrees_to_his_own_and_a_computer_to_none(table: Table) -> None:
    made = table.make()
    with table.sit(made, "union") as union:
        offer(union)
        while union.state["request"] is None:
            union.until("state")
        assert respond(union, True)["reason"] == "nobody agrees to a request of his own"
    alone = table.make(seats={"confederate": "random"})
    with table.sit(alone, "union") as union:
        assert offer(union)["reason"] == "the computer agrees to no draw; resign, or play on"
