"""The lobby: a seat that anybody takes, once; games to look on at; the next game of the same two."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from sqlalchemy import Connection, insert
from sqlalchemy.exc import IntegrityError

from tests.table.postgres import BOTH
from tests.table.receivers import web
from tests.table.tables import DUEL, FAST, STONE_WALL, Client, Table, seated, serving
from tests.table.test_told import Seat, hook, telling
from vedette import packs
from vedette.engine.game import Game
from vedette.table import Store
from vedette.table.lobby import LONGEST, Offers
from vedette.table.names import Names
from vedette.table.schema import hushed
from vedette.table.store import StoreError


@pytest.fixture
def club(store: Store) -> Iterator[Table]:
    with serving(store, limits=FAST, lobby=True) as running:
        yield running


def post(table: Table, path: str, **body: Any) -> httpx.Response:
    return httpx.post(table.base + path, json=body)


def listed(table: Table) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = table.get("/api/lobby").json()
    return found


def games(rows: list[dict[str, Any]]) -> list[str]:
    return [row["game"] for row in rows]


def resign(client: Client) -> None:
    client.sent("resign", {"game": client.game, "id": "r"})


@BOTH
def test_a_seat_is_offered_taken_once_and_the_game_looked_on_at(club: Table) -> None:
    battles = club.get("/api/battles").json()
    assert battles["lobby"] is True and "elsewhere" not in battles
    made = club.make(open={"seat": "confederate", "by": " Ann "})
    assert list(made["keys"]) == ["union"] and "both" not in made["url"]
    (row,) = listed(club)["open"]
    assert (row["game"], row["title"], row["seat"], row["by"]) == (made["game"], "The Stone Wall", "confederate", "Ann")
    assert made["keys"]["union"] not in club.get("/api/lobby").text
    assert post(club, f"/api/lobby/{made['game']}/watch").status_code == 404  # nobody plays yet
    with club.sit(made, "union") as union:
        assert union.state["offered"] == "confederate"
        assert post(club, f"/api/lobby/{made['game']}?by=%07").status_code == 400
        taken = post(club, f"/api/lobby/{made['game']}?by= Bob ")
        assert taken.status_code == 201 and list(taken.json()["keys"]) == ["confederate"]
        while "offered" in union.state:
            union.until("state")
        late = post(club, f"/api/lobby/{made['game']}")
        assert late.status_code == 409 and "somebody else has taken this seat" in late.json()["error"]
        found = listed(club)
        assert found["open"] == [] and games(found["watch"]) == [made["game"]]
        assert [row["taker"] for row in found["watch"]] == ["Bob"]
        made["keys"] |= taken.json()["keys"]
        made["keys"]["watch"] = post(club, f"/api/lobby/{made['game']}/watch").json()["key"]
        with club.sit(made, "confederate") as confederate, club.sit(made, "watch") as watcher:
            assert confederate.state["seats"] == ["confederate"] and confederate.asked()
            assert watcher.state["seats"] == [] and not watcher.asked()
            resign(confederate)
    found = listed(club)
    assert found["watch"] == [] and games(found["over"]) == [made["game"]]


def test_sides_by_lot_come_both_ways(club: Table) -> None:
    seats = {next(iter(club.make(battle="toy/duel", open={})["keys"])) for _ in range(30)}
    assert seats == {"union", "confederate"}


def test_what_is_offered_is_withdrawn_by_who_offers_it_and_grows_old(club: Table) -> None:
    made = club.make(open={"seat": "union"})
    at = f"{club.base}/api/lobby/{made['game']}"
    assert httpx.delete(f"{at}?key=nobody").status_code == 404
    assert httpx.delete(f"{at}?key={made['keys']['confederate']}").status_code == 204
    assert listed(club)["open"] == [] and post(club, f"/api/lobby/{made['game']}").status_code == 409
    club.make(open={"seat": "union"})
    offers = club.app.rooms.offers
    begun = offers.now()
    offers.now = lambda: begun + LONGEST - 60
    assert len(listed(club)["open"]) == 1
    offers.now = lambda: begun + LONGEST + 60
    assert listed(club)["open"] == []


def test_a_seat_that_is_offered_no_more_is_offered_again_or_its_game_deleted(club: Table) -> None:
    made = club.make(open={"seat": "confederate", "by": "Ann"})
    at = f"{club.base}/api/lobby/{made['game']}"
    whole = f"{club.base}/api/games/{made['game']}"
    key = f"?key={made['keys']['union']}"
    with club.sit(made, "union") as union:
        assert "vacant" not in union.state and httpx.put(at + key).status_code == 409
        assert httpx.delete(whole + key).status_code == 403  # somebody may take it in this moment
        assert httpx.delete(at + key).status_code == 204
        while union.state.get("vacant") != "confederate":
            union.until("state")
        assert httpx.put(f"{at}{key}&by=a%0Ab").status_code == 400
        assert httpx.put(f"{at}{key}&by=Bob").status_code == 204
        while union.state.get("offered") != "confederate":
            union.until("state")
        assert "vacant" not in union.state
    assert [row["by"] for row in listed(club)["open"]] == ["Bob"]
    taken = post(club, f"/api/lobby/{made['game']}").json()
    assert httpx.put(at + key).status_code == 409 and httpx.delete(whole + key).status_code == 403
    assert httpx.delete(f"{whole}?key={taken['keys']['confederate']}").status_code == 403
    other = club.make(open={"seat": "union"})
    key = f"?key={other['keys']['confederate']}"
    with club.sit(other, "confederate"):
        assert httpx.delete(f"{club.base}/api/lobby/{other['game']}{key}").status_code == 204
        assert httpx.delete(f"{club.base}/api/games/{other['game']}{key}").status_code == 204
    assert club.get(f"/api/games/{other['game']}{key}").status_code == 404


def test_a_seat_that_is_no_longer_listed_cannot_be_taken(club: Table) -> None:
    over, old = (club.make(open={"seat": "union"}) for _ in range(2))
    with club.sit(over, "confederate") as confederate:
        resign(confederate)
    assert post(club, f"/api/lobby/{over['game']}").status_code == 409
    offers = club.app.rooms.offers
    begun = offers.now()
    offers.now = lambda: begun + LONGEST + 60
    assert post(club, f"/api/lobby/{old['game']}").status_code == 409
    with club.sit(old, "confederate") as confederate:
        assert "offered" not in confederate.state


@pytest.mark.parametrize(
    ("making", "words"),
    [
        ({"open": {"seat": "france"}}, "no seat 'france'"),
        ({"open": {}, "seats": {"union": "random"}}, "two people"),
        ({"open": {}, "practice": True}, "without practice"),
        ({"open": {}, "hands": "open"}, "hands that are hidden"),
        ({"open": {}, "seed": 7}, "every die to come"),
        ({"open": {"by": "a\nb"}}, "letters, signs and spaces"),
        ({"open": {"by": "a" * 41}}, "<= 40"),
        ({"open": {"key": "x"}}, "unknown field"),
    ],
)
def test_what_cannot_be_offered_is_refused_and_nothing_is_made(club: Table, making: dict[str, Any], words: str) -> None:
    answer = post(club, "/api/games", battle=STONE_WALL, **making)
    assert answer.status_code == 400 and words in answer.json()["error"]
    assert club.store.count() == 0


def test_a_server_for_this_machine_alone_has_no_lobby(table: Table) -> None:
    assert "lobby" not in table.get("/api/battles").json() and table.get("/api/lobby").status_code == 404
    answer = post(table, "/api/games", battle=STONE_WALL, open={})
    assert answer.status_code == 400 and "nobody is offered a seat here" in answer.json()["error"]


def test_the_same_two_play_again_with_the_sides_changed_about(table: Table) -> None:
    options = {"no-events": True}
    made = table.make(options=options)
    again = f"/api/games/{made['game']}/rematch?key="
    assert post(table, again + made["keys"]["union"]).json()["error"] == "the battle is not over"
    with table.sit(made, "union") as union, table.sit(made, "confederate") as confederate:
        resign(union)
        first = post(table, again + made["keys"]["union"]).json()
        while confederate.state.get("rematch") != "union":
            confederate.until("state")
    second = post(table, again + made["keys"]["confederate"]).json()
    assert first["game"] == second["game"] != made["game"]
    assert list(first["keys"]) == ["confederate"] and list(second["keys"]) == ["union"]
    following = {"game": first["game"], "keys": {**first["keys"], **second["keys"]}}
    with table.sit(following, "union") as union, table.sit(following, "confederate") as confederate:
        assert union.state["seats"] == ["union"] and confederate.state["seats"] == ["confederate"]
    told = table.get(f"/api/games/{first['game']}?key={second['keys']['union']}").json()
    assert told["options"]["no-events"] is True and not told["practice"] and not told["over"]
    assert "two people" in post(table, again + made["keys"]["both"]).json()["error"]


def test_a_game_that_began_at_a_position_is_played_again_from_it(table: Table) -> None:
    units = [{"id": "7 OH-a", "hex": "1634"}, {"id": "27 VA", "hex": "1734", "values": {"fresh": [9, "R", 6]}}]
    spec = {"battle": STONE_WALL, "empty": True, "begin": "fire", "active": "Tyler", "unit": units}
    game = Game.new(packs.load(STONE_WALL), seed=4, position=spec, digests=True)
    made = seated(table.store, game)
    with table.sit(made, "union") as union:
        resign(union)
    again = post(table, f"/api/games/{made['game']}/rematch?key={made['keys']['union']}").json()
    with table.sit(again, "confederate") as confederate:
        there = {u["id"]: (u["hex"], u["numbers"][0]) for u in confederate.state["view"]["units"]}
        assert there["7 OH-a"][0] == "1634" and there["27 VA"] == ("1734", "9")


def test_hands_that_were_open_are_open_when_two_people_play_again(table: Table) -> None:
    made = table.make(open_hands=True)
    with table.sit(made, "union") as union:
        resign(union)
    again = post(table, f"/api/games/{made['game']}/rematch?key={made['keys']['union']}").json()
    told = table.get(f"/api/games/{again['game']}?key={again['keys']['confederate']}").json()
    assert told["open_hands"]


@BOTH
def test_a_game_that_is_deleted_leaves_nothing_in_the_lobby(club: Table) -> None:
    made = club.make(open={"seat": "union"})
    post(club, f"/api/lobby/{made['game']}")
    club.store.remove(made["game"])
    assert listed(club) == {"open": [], "watch": [], "over": []}


def test_who_offers_a_seat_is_told_that_it_is_taken(store: Store) -> None:
    with web() as sink, telling(store, lobby=True) as table:
        made = table.make(battle=DUEL, open={"seat": "confederate"})
        Seat(table, made, "union").put(hook(sink))
        assert httpx.post(f"{table.base}/api/lobby/{made['game']}").status_code == 201
        (told,) = sink.wait(1)
        assert told["text"].startswith("A duel (you are the Union): somebody has taken the other side.")
        assert (told["what"], told["seat"]) == ("taken", "union")


@BOTH
def test_only_another_next_game_means_that_somebody_was_faster(store: Store) -> None:
    """What else cannot be stored with the next one is a fault, and nobody is sent to a game that is not there."""
    with serving(store, limits=FAST) as table:
        made, next = table.make(battle=DUEL), table.make(battle=DUEL)
        offers = Offers(store)

        def fails(db: Connection) -> None:
            db.execute(insert(hushed), [{"game": next["game"], "seat": "union", "since": 0}] * 2)

        with pytest.raises(IntegrityError):
            offers.follow(made["game"], next["game"], "union", fails)
        assert offers.next_of(made["game"]) == ""
        assert offers.follow(made["game"], next["game"], "union")
        assert not offers.follow(made["game"], next["game"], "union", fails)


def test_that_whose_account_offers_a_seat_is_not_kept_does_not_take_the_game_from_it() -> None:
    """Nor does the other: what can be kept is."""

    class Fails:
        def __init__(self, *names: str) -> None:
            self.names, self.kept = names, [""]

        def owned(self, game: str, account: str) -> None:
            self._keep("owned")

        def claim(self, account: str, games: dict[str, tuple[str, ...]]) -> list[str]:
            self._keep("claim")
            return [*games]

        def _keep(self, name: str) -> None:
            if name in self.names:
                raise StoreError("not now", "not now")
            self.kept.append(name)

    for fails, kept, heard in ((["owned"], "claim", ["a game"]), (["claim"], "owned", [])):
        store: Any = Fails(*fails)
        assert asyncio.run(Names(store).offered(store, "ann", "a game", ["union"])) == heard
        assert store.kept == ["", kept]
