"""Two computers play, and somebody watches: with a key that answers nothing and sees what all may know."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.table.tables import STONE_WALL, Table
from vedette.table.sockets import WATCHES

LED = {"union": "random", "confederate": "random"}


@pytest.mark.slow
def test_it_is_played_to_its_end_while_it_is_watched(table: Table) -> None:
    made = table.make(seed=3, seats=LED, watched=True)
    assert set(made["keys"]) == {"watch"}
    with table.sit(made, "watch") as watcher:
        assert watcher.state["seats"] == [] and watcher.state["seat"] == "" and not watcher.state["hotseat"]
        while watcher.state["outcome"] is None:
            assert not watcher.asked()
            watcher.until("state")
    told = table.get(f"/api/games/{made['game']}?key={made['keys']['watch']}").json()
    assert told["over"] and told["computers"] == LED


def test_its_watcher_answers_nothing_and_sees_no_hand(table: Table) -> None:
    made = table.make(seed=3, seats=LED, watched=True)
    with table.sit(made, "watch") as watcher:
        n = watcher.state["n"]
        for message in ("plans", "hint"):
            assert "reason" in watcher.ask(message, seat="union")
        act: dict[str, Any] = {"game": made["game"], "decision": n, "text": "pass", "id": "w1", "seat": "union"}
        watcher.send(act=act)
        assert watcher.until("refused")["reason"] == WATCHES
        while '"sealed"' not in table.record(made, "watch"):  # until somebody has taken a chit into his hand
            assert watcher.state["outcome"] is None
            watcher.until("state")


def test_whatever_is_said_for_a_seat_its_watcher_is_refused(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    """With a seat or without one, and nothing goes wrong inside: the game is not read anew for it."""
    made = table.make(seed=3, seats=LED, watched=True)
    at: dict[str, Any] = {"game": made["game"]}
    said: list[tuple[str, dict[str, Any]]] = [
        ("undo", at), ("redo", at), ("resign", at), ("consent", {**at, "request": 1, "accept": True}),
        ("dice", {**at, "decision": 1, "text": "1"}), ("act", {**at, "decision": 1, "text": "pass"}),
        ("order", {"window": "x"}), ("orders", {"parts": []}), ("hold", {}), ("ends", {}), ("hint", {}), ("plans", {}),
        ("odds", {"texts": ["pass"]}), ("why", {"text": "pass"}), ("board", {"name": "x"}),
    ]  # fmt: skip
    with table.sit(made, "watch") as watcher:
        for name, body in said:
            assert watcher.ask(name, **body).get("reason") == WATCHES, name
        watcher.send(look={"seat": "union", "on": True})
        assert watcher.until("refused")["reason"] == WATCHES
        assert watcher.ask("moment", n=0)["is"] == "moment" and watcher.ask("news")["is"] == "news"
    assert not caplog.records


def test_nobody_watches_a_game_of_people(table: Table) -> None:
    for wrong in ({"seats": {"union": "random"}}, {"seats": LED, "dice": "real"}):
        answer = httpx.post(table.base + "/api/games", json={"battle": STONE_WALL, "watched": True, **wrong})
        assert answer.status_code == 400 and "watched" in answer.json()["error"]
