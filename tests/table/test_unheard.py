"""Whom somebody hears no more he hears in none of their games; what was reported is listed for who runs the server."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from typing import Any

import pytest
from sqlalchemy import select

from tests.table.postgres import BOTH, Cluster
from tests.table.tables import DUEL, FAST, Client, Table, serving
from tests.table.test_accounts import AT, PASSWORD, Browser, club
from tests.table.test_pairs import offer
from tests.table.test_ratings import take
from tests.table.test_talk import ask, frames_about, heard, say
from vedette.cli.program import run
from vedette.table import Store, people, unheard
from vedette.table.channels import NUDGE, Channels
from vedette.table.schema import accounts, outbox

SEATS = ("union", "confederate")


@contextmanager
def acquainted(store: Store) -> Iterator[tuple[Table, Browser, Browser, list[dict[str, Any]]]]:
    """Two who have accounts, and three games of theirs; in the last one the sides are the other way about."""
    with club(store) as table:
        ann, bob = Browser(table), Browser(table)
        ann.make()
        bob.make("Bob")
        games = [table.make(battle=DUEL) for _ in range(3)]
        for n, made in enumerate(games):
            for who, seat in ((ann, SEATS[n == 2]), (bob, SEATS[n != 2])):
                who.client.put(f"{AT}/games", json={"keys": {made["game"]: made["keys"][seat]}})
        yield table, ann, bob, games


@BOTH
def test_who_is_hushed_is_heard_in_no_game_of_the_two_where_both_have_accounts(store: Store) -> None:
    with acquainted(store) as (table, ann, bob, games), ExitStack() as open:
        sit = lambda n, seat: open.enter_context(table.sit(games[n], seat))  # noqa: E731
        first, his, second, his_second = sit(0, "union"), sit(0, "confederate"), sit(1, "union"), sit(1, "confederate")
        say(his_second, "before")
        assert heard(second, 1) == [(1, "confederate", "before")]
        say(his, "in the first")
        ask(first, "hush", on=True)
        say(his_second, "in the second")
        say(second, "well?")
        assert (3, "union", "well?") in heard(second, 3) and not frames_about(second, "in the second")
        third, his_third = sit(2, "confederate"), sit(2, "union")  # opened since
        say(his_third, "in the third")
        say(third, "well?")
        assert heard(third, 2) == [(2, "confederate", "well?")]
        shown = ann.shown()
        assert shown is not None and shown["unheard"] == 1
        assert ann.client.get(f"{AT}/export").json()["unheard"] == 1
        assert (bob.shown() or {})["unheard"] == 0 and not frames_about(his, '"hushed":true')

        assert ask(third, "hush", on=False)["hushed"] is False
        assert (1, "union", "in the third") in heard(third, 1)
        say(his_second, "once more")
        assert (4, "confederate", "once more") in heard(second, 4)
        with table.sit(games[1], "union") as again:
            assert (2, "confederate", "in the second") in heard(again, 4)
        ask(second, "hush", on=True)
        assert (ann.shown() or {})["unheard"] == 1
        assert ann.client.delete(f"{AT}/unheard").status_code == 204
        assert (ann.shown() or {})["unheard"] == 0
        say(his_second, "at last")
        assert (5, "confederate", "at last") in heard(second, 5)
        assert ask(first, "hush", on=True)["hushed"] is True
        assert bob.client.request("DELETE", AT, json={"password": PASSWORD}).status_code == 204
        assert (ann.shown() or {})["unheard"] == 0


def test_reported_lines_are_listed_for_who_runs_the_server(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    with acquainted(store) as (table, _, _, games):
        with table.sit(games[0], "union") as union, table.sit(games[0], "confederate") as confederate:
            for text in ("one", "two", "three", "four"):
                say(union, text)
            say(confederate, "a foul word")
            assert heard(union, 5)
            ask(union, "report", number=5)
        told = ["reports", "--database", store.url]
        assert run([*told, "--json"]) == 0
        (row,) = json.loads(capsys.readouterr().out)["reports"]
        assert (row["game"], row["by"], row["line"]["text"]) == (games[0]["game"], "Bob", "a foul word")
        assert [line["text"] for line in row["before"]] == ["two", "three", "four"]
        assert run([*told, "--done"]) == 0
        shown = capsys.readouterr().out
        assert "line 5 of confederate (Bob)\n" in shown and "confederate: a foul word\n" in shown
        assert shown.endswith("1 line reported, put away\n")
        assert run(told) == 0 and capsys.readouterr().out == "0 lines reported\n"


@contextmanager
def at_servers(store: Store, many: int) -> Iterator[tuple[list[Table], list[dict[str, Any]], Browser]]:
    """The same at one server or at two of one database."""
    with acquainted(store) as (table, ann, _, games), ExitStack() as open:
        tables = [table]
        if many > 1:
            other = open.enter_context(closing(Store(store.url)))
            tables.append(open.enter_context(serving(other, limits=FAST)))
        yield tables, games, ann


@pytest.mark.parametrize(("store", "many"), [("sqlite", 1), ("postgres", 1), ("postgres", 2)], indirect=["store"])
def test_other_games_of_the_two_that_are_open_show_it_at_once(store: Store, many: int) -> None:
    """Without anybody saying or doing anything there, at whatever server; what was said meanwhile comes afterwards."""
    with at_servers(store, many) as (tables, games, ann), ExitStack() as open:
        first = open.enter_context(tables[0].sit(games[0], "union"))
        mine = open.enter_context(tables[-1].sit(games[1], "union"))
        his = open.enter_context(tables[-1].sit(games[1], "confederate"))
        his.ask("sitting", game=games[1]["game"], note="", back="on Monday")
        while "manners" not in mine.state:
            mine.until("state")
        for hear_again in ("here", "in the account"):
            ask(first, "hush", on=True)
            assert mine.until("chat") == {"is": "chat", "lines": mine_told(mine), "hushed": True}
            assert "manners" not in mine.state
            say(his, f"unheard, then heard {hear_again}")
            if hear_again == "here":
                ask(first, "hush", on=False)
            else:
                assert ann.client.delete(f"{AT}/unheard").status_code == 204
                assert first.until("chat")["hushed"] is False
            chat = mine.until("chat")
            assert not chat["hushed"] and chat["lines"][-1]["text"] == f"unheard, then heard {hear_again}"
            assert mine.state["manners"]["back"] == {"confederate": "on Monday"}


def mine_told(client: Client) -> list[dict[str, Any]]:
    """The lines that came last, which are told once more with what has become of the other side."""
    (chat,) = [json.loads(frame)["chat"] for frame in client.frames[-1:]]
    lines: list[dict[str, Any]] = chat["lines"]
    return lines


@BOTH
def test_who_is_heard_no_more_in_another_game_nudges_nobody(store: Store) -> None:
    """Whatever the room of this one knows: it asks before a letter is put down."""
    with acquainted(store) as (table, _, _, games), ExitStack() as open:
        game = games[1]["game"]
        Channels(store).put(game, "union", "webhook", "https://example.org/", "UTC", confirmed=True)
        his = open.enter_context(table.sit(games[1], "confederate"))
        with store.writing() as db:
            unheard.put(db, games[0]["game"], SEATS, "union", "2026-11-30")
        assert his.ask("nudge", game=game)["seat"] == "union"
        with store.reading() as db:
            assert not db.execute(select(outbox.c.what).where(outbox.c.game == game, outbox.c.what == NUDGE)).all()


def test_a_game_that_becomes_an_accounts_while_it_is_open_is_heard_as_its_others(store: Store) -> None:
    with acquainted(store) as (table, ann, bob, games), ExitStack() as open:
        ask(open.enter_context(table.sit(games[0], "union")), "hush", on=True)
        made = table.make(battle=DUEL)
        mine, his = (open.enter_context(table.sit(made, seat)) for seat in SEATS)
        for who, seat in ((ann, "union"), (bob, "confederate")):
            who.client.put(f"{AT}/games", json={"keys": {made["game"]: made["keys"][seat]}})
        assert mine.until("chat")["hushed"] is True
        say(his, "nobody hears it")
        assert ann.client.delete(f"{AT}/games/{made['game']}").status_code == 204
        chat = mine.until("chat")
        assert not chat["hushed"] and chat["lines"][-1]["text"] == "nobody hears it"


@pytest.mark.parametrize(
    "second_says", ["the same", "hear him again", "hear everybody", "hear everybody, for the first time"]
)
def test_something_is_said_in_two_games_of_the_two_in_one_moment(postgres: Cluster, second_says: str) -> None:
    """The second waits for the first, and finds that it stands already, or takes all of it back."""
    with closing(Store(postgres.database())) as store, acquainted(store) as (_, ann, _, games):

        def put(n: int, meanwhile: Callable[[], Any] = lambda: None) -> None:
            with store.writing() as db:
                unheard.put(db, games[n]["game"], SEATS, SEATS[n == 2], "2026-11-30")
                meanwhile()

        def lift() -> None:
            with store.writing() as db:
                if second_says == "hear him again":
                    unheard.lift(db, games[1]["game"], SEATS, "union")
                else:
                    unheard.hear_all(
                        db, db.execute(select(accounts.c.id).where(accounts.c.name == "Ann Lee")).scalar_one()
                    )

        if "first" not in second_says:
            put(2)
        with ThreadPoolExecutor(1) as other:
            second: list[Future[None]] = []

            def begin() -> None:
                second.append(other.submit(put, 1) if second_says == "the same" else other.submit(lift))
                time.sleep(0.5)
                assert not second[0].done()

            put(0, begin)
            second[0].result(60)
        assert (ann.shown() or {})["unheard"] == (second_says == "the same")


@pytest.mark.parametrize(("by", "most"), [("himself", 3), ("the lobby", 3), ("the second of a pair", 4)])
def test_of_games_that_are_too_many_the_oldest_is_heard_as_any_other(
    store: Store, monkeypatch: pytest.MonkeyPatch, by: str, most: int
) -> None:
    """It is the account's no longer: whom it hears no more is heard there again, at once."""
    with acquainted(store) as (table, ann, bob, games), ExitStack() as open:
        ask(open.enter_context(table.sit(games[1], "union")), "hush", on=True)
        mine, his = (open.enter_context(table.sit(games[0], seat)) for seat in SEATS)
        say(his, "nobody hears it")
        monkeypatch.setattr(people, "CLAIMS", most)
        if by == "himself":
            made = table.make(battle=DUEL)
            ann.client.put(f"{AT}/games", json={"keys": {made["game"]: made["keys"]["union"]}})
        else:
            assert take(bob, offer(ann)["game"]).status_code == 201
        chat = mine.until("chat")
        while chat["hushed"]:
            chat = mine.until("chat")
        assert chat["lines"][-1]["text"] == "nobody hears it"
