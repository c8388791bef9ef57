"""What the two seats say to each other: heard by them alone, kept beside the game, hushed and reported."""

from __future__ import annotations

import json
import logging
from typing import Any

import httpx
import pytest

from tests.table.postgres import BOTH
from tests.table.tables import DUEL, Client, Table, serving
from vedette.table import Store, StoreError, unheard
from vedette.table.talk import MOST_A_MINUTE


def say(client: Client, text: str, **more: Any) -> dict[str, Any]:
    client.send(say={"game": client.game, "id": f"s{next(client.ids)}-{client.name}", "text": text, **more})
    return client.until("said", "refused")


def ask(client: Client, name: str, **body: Any) -> dict[str, Any]:
    client.send(**{name: {"game": client.game, "id": f"h{next(client.ids)}", **body}})
    return client.until("said", "refused")


def heard(client: Client, number: int) -> list[tuple[int, str, str]]:
    """All lines that have come, once one of this number has."""
    while True:
        chats = [json.loads(frame).get("chat", {"lines": []}) for frame in client.frames]
        lines = [(line["number"], line["seat"], line["text"]) for chat in chats for line in chat["lines"]]
        if number in [line[0] for line in lines]:
            return lines
        client.receive()


def frames_about(client: Client, words: str) -> list[str]:
    return [frame for frame in client.frames if words in frame]


def test_the_seats_hear_each_other_and_nobody_else_does(table: Table) -> None:
    made = table.make(seed=3)
    key = made["keys"]["union"]
    made["keys"]["watch"] = httpx.post(f"{table.base}/api/games/{made['game']}/watch?key={key}").json()["key"]
    with (
        table.sit(made, "union") as union,
        table.sit(made, "confederate") as confederate,
        table.sit(made, "watch") as watcher,
    ):
        assert say(union, "  good luck to you  ", entry=0)["number"] == 1
        line = confederate.until("chat")["lines"][0]
        assert (line["seat"], line["text"], line["entry"]) == ("union", "good luck to you", 0)
        assert line["when"].endswith("+00:00")
        say(confederate, "and to you")
        both = [(1, "union", "good luck to you"), (2, "confederate", "and to you")]
        assert heard(union, 2) == both and heard(confederate, 2) == both
        assert "answers nor asks" in say(watcher, "play Rally!")["reason"]
        n = union.act(union.texts()[0])["n"]
        watcher.up_to(n)
        assert not frames_about(watcher, "luck") and not frames_about(watcher, '"chat"')
        for what in ("", "/record", "/log", "/report", "/chronicle"):
            assert "luck" not in table.get(f"/api/games/{made['game']}{what}?key={key}").text


@BOTH
def test_it_is_kept_and_said_once_however_often_it_is_sent(store: Store) -> None:
    with serving(store) as table:
        made = table.make()
        with table.sit(made, "union") as union:
            line = {"game": made["game"], "id": "twice", "text": "hello"}
            for _ in range(2):
                union.send(say=line)
                assert union.until("said")["number"] == 1
    with serving(store) as table, table.sit(made, "confederate") as confederate:
        assert heard(confederate, 1) == [(1, "union", "hello")]
        table.store.remove(made["game"])


def test_who_is_hushed_is_heard_no_more_until_he_is_again(table: Table) -> None:
    made = table.make()
    with table.sit(made, "union") as union, table.sit(made, "confederate") as confederate:
        say(union, "one")
        assert heard(confederate, 1) == [(1, "union", "one")]
        assert ask(confederate, "hush", on=True)["hushed"] is True
        say(union, "two")
        assert ask(confederate, "hush", on=True)["hushed"] is True  # from another tab, or pressed twice
        assert say(confederate, "three")["number"] == 3
        assert (3, "confederate", "three") in heard(confederate, 3)
        assert not frames_about(confederate, '"two"')
        assert ask(confederate, "hush", on=False)["hushed"] is False
        assert (2, "union", "two") in heard(confederate, 2)


def test_who_is_hushed_is_not_heard_in_the_rematch_either(table: Table) -> None:
    made = table.make(battle=DUEL)
    with table.sit(made, "union") as union:
        ask(union, "hush", on=True)
        union.send(resign={"game": union.game, "id": "over"})
        union.until("done")
    at = f"{table.base}/api/games/{made['game']}/rematch"
    keys: dict[str, str] = {}
    for seat in ("union", "confederate"):
        keys |= httpx.post(at, params={"key": made["keys"][seat]}, timeout=60).json()["keys"]
    game = httpx.post(at, params={"key": made["keys"]["union"]}, timeout=60).json()["game"]
    with Client(table.base, game, keys["union"]) as loud, Client(table.base, game, keys["confederate"]) as quiet:
        say(loud, "me again")
        say(quiet, "who is there?")
        assert heard(quiet, 2) == [(2, "confederate", "who is there?")]
        assert ask(quiet, "hush", on=False)["hushed"] is False
        assert (1, "union", "me again") in heard(quiet, 1)


def test_a_rematch_that_is_there_is_there_with_whom_one_hears_no_more(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where that cannot be stored there is no rematch either, and it is asked for once more."""
    made = table.make(battle=DUEL)
    with table.sit(made, "union") as union:
        ask(union, "hush", on=True)
        union.send(resign={"game": union.game, "id": "over"})
        union.until("done")

    def full(*_: Any, **__: Any) -> None:
        raise StoreError("there is no room")

    at = f"{table.base}/api/games/{made['game']}/rematch"
    with monkeypatch.context() as for_now:
        for_now.setattr(unheard, "carry", full)
        assert httpx.post(at, params={"key": made["keys"]["union"]}, timeout=60).status_code == 503
    assert table.app.rooms.offers.next_of(made["game"]) == ""
    again = httpx.post(at, params={"key": made["keys"]["union"]}, timeout=60).json()
    with Client(table.base, again["game"], again["keys"]["confederate"]) as quiet:
        assert quiet.until("chat")["hushed"] is True


def test_a_line_is_reported_once_to_who_runs_the_server(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    made = table.make()
    with table.sit(made, "union") as union, table.sit(made, "confederate") as confederate:
        say(union, "a foul word")
        assert "has said no line" in ask(union, "report", number=1)["reason"]
        assert "has said no line" in ask(confederate, "report", number=2)["reason"]
        with caplog.at_level(logging.WARNING, "vedette.table"):
            for _ in range(2):
                assert ask(confederate, "report", number=1)["reported"] is True
        told = [record.getMessage() for record in caplog.records]
        assert told == [f"game {made['game']}: confederate reports line 1 of union: 'a foul word'"]


@pytest.mark.parametrize(
    ("making", "key", "body", "words"),
    [
        ({}, "both", {"text": "x"}, "both of you sit at this screen"),
        ({"seats": {"confederate": "random"}}, "union", {"text": "x"}, "nobody to talk to"),
        ({"practice": True}, "both", {"text": "x"}, "nobody to talk to"),
        ({}, "union", {"text": " "}, "one of them at least"),
        ({}, "union", {"text": "a\nb"}, "one of them at least"),
        ({}, "union", {"text": "x" * 501}, "length <= 500"),
        ({}, "union", {"text": "x", "entry": 9}, "there is no entry 9"),
        ({}, "union", {"text": "x", "game": "other"}, "not of game"),
    ],
)
def test_what_cannot_be_said_is_refused(
    table: Table, making: dict[str, Any], key: str, body: dict[str, Any], words: str
) -> None:
    with table.sit(table.make(**making), key) as client:
        refused = say(client, **body)
        assert refused["is"] == "refused" and words in refused["reason"]


def test_nobody_floods_the_other(table: Table) -> None:
    with table.sit(table.make(), "union") as union:
        for n in range(MOST_A_MINUTE):
            assert say(union, f"line {n}")["number"] == n + 1
        assert "wait a little" in say(union, "one more")["reason"]
