"""Whom somebody hears no more he hears in none of their games; what was reported is listed for who runs the server."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest

from tests.table.postgres import BOTH
from tests.table.tables import DUEL, Table
from tests.table.test_accounts import AT, PASSWORD, Browser, club
from tests.table.test_talk import ask, frames_about, heard, say
from vedette.cli.program import run
from vedette.table import Store

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
