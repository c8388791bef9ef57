"""Who may make games on a server, and what becomes of those that nobody opens any more."""

from __future__ import annotations

import json

import httpx
import pytest

from tests.table.postgres import BOTH
from tests.table.tables import DUEL, FAST, serving
from tests.table.test_accounts import Browser
from vedette.cli.program import run
from vedette.table import Store
from vedette.table.abandoned import DAY, Seen
from vedette.table.passwords import Passwords


def test_where_only_accounts_make_games_anybody_still_plays_them(store: Store) -> None:
    pytest.importorskip("argon2", reason="the extra vedette[accounts] is not installed")
    light = Passwords(light=True)
    with serving(store, limits=FAST, lobby=True, passwords=light, known_makers=True) as table:
        assert table.get("/api/battles").json()["makers"] == "accounts"
        wish = {"battle": DUEL, "open": {"seat": "confederate"}}
        refused = httpx.post(table.base + "/api/games", json=wish)
        assert refused.status_code == 403 and "enter your account" in refused.json()["error"]
        assert table.get("/api/lobby").json()["open"] == [] and store.count() == 0
        ann = Browser(table)
        ann.make()
        made = ann.client.post("/api/games", json=wish)
        assert made.status_code == 201
        game, key = made.json()["game"], made.json()["keys"]["union"]
        taken = httpx.post(f"{table.base}/api/lobby/{game}")
        assert taken.status_code == 201 and list(taken.json()["keys"]) == ["confederate"]
        branch = f"/api/games/{game}/branch?key={key}"
        assert httpx.post(table.base + branch, json={"n": 1}).status_code == 403
        ann.post("/leave")
        assert ann.client.post("/api/games", json=wish).status_code == 403


def test_who_makes_games_is_asked_for_an_account_only_where_there_are_some(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["serve", "--makers", "accounts", "--port", "0"]) == 2
    assert "--makers accounts needs --accounts" in capsys.readouterr().err


@BOTH
def test_a_game_that_nobody_opens_is_named_and_then_deleted(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    with serving(store, limits=FAST) as table:
        old, young, over = (table.make(battle=DUEL) for _ in range(3))
        for made in (old, young, over):
            assert table.get(f"/api/games/{made['game']}?key={made['keys']['union']}").status_code == 200
        with table.sit(over, "union") as union:
            union.sent("resign", {"game": over["game"], "id": "r"})
        seen = Seen(store)
        begun = seen.now()
        seen.now = lambda: begun - 40 * DAY
        seen.note(old["game"])
        seen.note(over["game"])
        seen.now = lambda: begun - 3 * DAY
        seen.note(young["game"])

    def forgotten(*more: str) -> dict[str, list[object]]:
        assert run(["forget-games", "30", "--database", store.url, "--json", *more]) == 0
        found: dict[str, list[object]] = json.loads(capsys.readouterr().out)
        return found

    found = forgotten()
    assert [(row["game"], row["days"]) for row in found["abandoned"]] == [(old["game"], 40)]  # type: ignore[index]
    assert found["deleted"] == [] and store.count() == 3
    assert forgotten("--delete")["deleted"] == [old["game"]]
    assert store.game(old["game"]) is None and store.count() == 2
    assert forgotten("--delete") == {"abandoned": [], "deleted": []}


def test_a_game_of_an_older_program_counts_from_today(store: Store) -> None:
    with serving(store, limits=FAST) as table:
        game = table.make(battle=DUEL)["game"]
    seen = Seen(store)
    with store.writing() as db:
        db.exec_driver_sql("delete from seen")
    assert seen.abandoned(7) == []
    begun = seen.now()
    seen.now = lambda: begun + 8 * DAY
    assert [one.game for one in seen.abandoned(7)] == [game]


def test_to_open_a_game_is_to_be_seen_in_it_once_a_day(store: Store) -> None:
    with serving(store, limits=FAST) as table:
        made = table.make(battle=DUEL)
        at = f"/api/games/{made['game']}?key={made['keys']['union']}"
        assert table.get(at).status_code == 200
        seen = table.app.rooms.seen
        begun = seen.now()
        assert seen.abandoned(0)[0].days == 0
        seen.now = lambda: begun + 50 * DAY
        assert seen.abandoned(30)[0].game == made["game"]
        assert table.get(at).status_code == 200  # its room has been open all the while
        assert seen.abandoned(30) == []
