"""Rated pairs: made between two accounts, counted by title and side whoever ends them, and told with their doubt."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table.postgres import BOTH
from tests.table.tables import FAST, STONE_WALL, Client, Table, serving
from tests.table.test_accounts import AT, PASSWORD, Browser, club
from vedette.table import Store
from vedette.table.glicko import START, UNSURE, Strength, played
from vedette.table.ratings import Rated, Ratings, Standing, standings

pytest.importorskip("argon2", reason="the extra vedette[accounts] is not installed")
PACE = {"kind": "live", "bank": 1800, "claim": True}
RATED = {"battle": STONE_WALL, "rated": True, "open": {"seat": "confederate", "by": "somebody else"}, "time": PACE}


def offer(browser: Browser, **more: Any) -> dict[str, Any]:
    found: dict[str, Any] = browser.client.post("/api/games", json={**RATED, **more}).json()
    return found


def take(browser: Browser, game: str) -> Any:
    return browser.client.post(f"/api/lobby/{game}")


def two(table: Table) -> tuple[Browser, Browser]:
    ann, bob = Browser(table), Browser(table)
    assert ann.make("Ann").status_code == bob.make("Bob").status_code == 201
    return ann, bob


def resign(table: Table, game: str, key: str) -> None:
    with Client(table.base, game, key) as client:
        assert client.sent("resign", {"game": game, "id": "r"})["is"] == "done"


def listed(table: Table) -> dict[str, dict[str, dict[str, Any]]]:
    """By side and name."""
    (title,) = table.get("/api/ratings").json()["titles"]
    assert (title["battle"], title["title"]) == (STONE_WALL, "The Stone Wall")
    return {seat: {row["name"]: row for row in rows} for seat, rows in title["sides"].items()}


# -- the arithmetic --------------------------------------------------------------------------------------------


def test_the_example_of_the_paper() -> None:
    """Mark Glickman, The Glicko system: 1500 ± 200 wins against 1400, loses against 1550 and 1700."""
    others = [(Strength(1400, 30), 1.0), (Strength(1550, 100), 0.0), (Strength(1700, 300), 0.0)]
    found = played(Strength(1500, 200), others)
    assert (round(found.rating), round(found.deviation, 1)) == (1464, 151.4)


def test_who_does_not_play_is_known_less_and_never_less_than_at_the_start() -> None:
    known = Strength(1700, 50)
    assert known.after(0) == known and known.after(-3) == known
    assert 50 < known.after(30).deviation < known.after(300).deviation < UNSURE
    assert known.after(3 * 365).deviation == pytest.approx(UNSURE) and known.after(9_999).deviation == UNSURE


def test_the_harder_side_has_a_rating_of_its_own_and_the_order_of_games_is_kept() -> None:
    """The side that always loses sinks, whoever leads it; the people behind it are known as before elsewhere."""
    names = {"union": "a", "confederate": "b"}, {"union": "b", "confederate": "a"}
    games = [Rated(f"g{n}", "", "x/y", names[n % 2], "confederate", 100.0 + n) for n in range(12)]
    found = standings(games)
    for who in ("a", "b"):
        low, high = found[who, "x/y", "union"], found[who, "x/y", "confederate"]
        assert low.strength.rating < START < high.strength.rating
        assert (low.lost, high.won, low.won, high.lost) == (6, 6, 0, 0)
        assert low.strength.deviation < 220
    assert standings(games) == found and standings(games[:1])["a", "x/y", "union"] != found["a", "x/y", "union"]
    assert Standing().told(0.0) == {"rating": 1500, "within": 686, "games": 0, "won": 0, "drawn": 0, "lost": 0}


# -- the pair --------------------------------------------------------------------------------------------------


@BOTH
def test_two_accounts_play_a_pair_and_each_has_a_rating_for_each_side(store: Store) -> None:
    with club(store) as table:
        assert table.get("/api/battles").json()["ratings"] is True
        ann, bob = two(table)
        made = offer(ann)
        (row,) = table.get("/api/lobby").json()["open"]
        assert (row["by"], row["rated"]) == ("Ann", True)
        taken = take(bob, made["game"])
        assert taken.status_code == 201 and list(taken.json()["keys"]) == ["confederate"]
        own, other = made["keys"]["union"], taken.json()["keys"]["confederate"]
        assert table.get(f"/api/games/{made['game']}?key={own}").json()["rated"] is True

        games = {row["game"]: row["seats"] for row in ann.post("/games", known=[]).json()["games"]}
        (second,) = games.keys() - {made["game"]}
        assert games == {made["game"]: ["union"], second: ["confederate"]}
        again = bob.client.post(f"/api/games/{made['game']}/rematch?key={other}").json()
        assert again["game"] == second and list(again["keys"]) == ["union"]
        rows = table.get("/api/lobby").json()["watch"]
        assert {row["game"] for row in rows} == {made["game"], second}
        assert [(row["by"], row["taker"]) for row in rows] == [("Bob", "Ann"), ("Ann", "Bob")]  # by their accounts

        assert table.get("/api/ratings").json() == {"titles": []}
        resign(table, made["game"], own)
        found = listed(table)
        assert (found["union"]["Ann"]["lost"], found["confederate"]["Bob"]["won"]) == (1, 1)
        assert found["union"]["Ann"]["rating"] < 1500 < found["confederate"]["Bob"]["rating"]
        resign(table, second, again["keys"]["union"])
        found = listed(table)
        assert found["union"]["Bob"]["lost"] == found["confederate"]["Ann"]["won"] == 1
        assert found["union"]["Bob"]["within"] < 686
        shown = ann.shown()
        assert shown is not None and [(row["title"], row["seat"], row["games"]) for row in shown["ratings"]] == [
            ("The Stone Wall", "confederate", 1),
            ("The Stone Wall", "union", 1),
        ]
        friendly = bob.client.post(f"/api/games/{second}/rematch?key={again['keys']['union']}").json()
        key = next(iter(friendly["keys"].values()))
        assert table.get(f"/api/games/{friendly['game']}?key={key}").json()["rated"] is False


def test_a_draw_counts_half_and_a_flag_is_a_loss(store: Store) -> None:
    with club(store) as table:
        ann, bob = two(table)
        made = offer(ann)
        key = take(bob, made["game"]).json()["keys"]["confederate"]
        with table.sit(made, "union") as union, Client(table.base, made["game"], key) as confederate:
            assert union.sent("draw", {"game": made["game"], "id": "d"})["is"] == "done"
            while not confederate.state["request"]:
                confederate.until("state")
            number = confederate.state["request"]["number"]
            confederate.sent("consent", {"game": made["game"], "id": "c", "request": number, "accept": True})
        found = listed(table)
        assert found["union"]["Ann"]["drawn"] == found["confederate"]["Bob"]["drawn"] == 1
        assert found["union"]["Ann"]["rating"] == 1500
        joined = bob.client.post(f"/api/games/{made['game']}/rematch?key={key}").json()
        second, union_key = joined["game"], joined["keys"]["union"]
        hers = {row["game"]: row["key"] for row in ann.post("/games", known=[]).json()["games"]}
        with Client(table.base, second, union_key), Client(table.base, second, hers[second]) as confederate:
            while not confederate.state["clocks"]["begun"]:
                confederate.until("state")
            table.app.rooms.opened(second).ahead += 4_000
            told = confederate.sent("claim", {"game": second, "id": "f"})
            assert told["is"] == "done"
        assert listed(table)["confederate"]["Ann"]["won"] == listed(table)["union"]["Bob"]["lost"] == 1


def test_who_may(store: Store) -> None:
    with club(store) as table:
        ann, bob = two(table)
        stranger = Browser(table)
        for browser, more, why in [
            (stranger, {}, "have entered an account"),
            (ann, {"open": None}, "is offered to whoever takes it"),
            (ann, {"time": None}, "has clocks"),
            (ann, {"time": {**PACE, "claim": False}}, "a flag may be claimed"),
            (ann, {"dice": "real"}, "the program rolls the dice"),
        ]:
            assert why in offer(browser, **more)["error"]
        assert "a seed" in offer(ann, seed=7)["error"]
        game = offer(ann)["game"]
        assert take(stranger, game).status_code == 403
        assert take(ann, game).status_code == 409
        assert take(bob, game).status_code == 201
        assert take(bob, game).status_code == 409
        assert take(bob, "none").status_code == 409


def test_what_came_of_a_game_outlives_it_and_an_account_that_is_closed_has_no_name(store: Store) -> None:
    with club(store) as table:
        ann, bob = two(table)
        made = offer(ann)
        take(bob, made["game"])
        resign(table, made["game"], made["keys"]["union"])
        file = ann.client.get(f"{AT}/export").json()
        assert [row["seat"] for row in file["ratings"]] == ["union"]
        assert {(row["game"], row["winner"]) for row in file["rated"]} >= {(made["game"], "confederate")}
        before = listed(table)["confederate"]["Bob"]
        store.remove(made["game"])
        assert ann.client.request("DELETE", AT, json={"password": PASSWORD}).status_code == 204
        found = listed(table)
        assert found == {"confederate": {"Bob": before}}
        assert "Ann" not in table.get("/api/ratings").text


def test_a_seat_that_is_withdrawn_leaves_nothing_and_one_that_is_offered_again_has_its_name(store: Store) -> None:
    with club(store) as table:
        ann, _ = two(table)
        made = offer(ann)
        at, key = f"/api/lobby/{made['game']}", {"key": made["keys"]["union"]}
        assert ann.client.delete(at, params=key).status_code == 204
        assert ann.client.put(at, params={**key, "by": "Zoe"}).status_code == 204
        assert [row["by"] for row in table.get("/api/lobby").json()["open"]] == ["Ann"]
        ann.client.delete(at, params=key)
        assert ann.client.delete(f"/api/games/{made['game']}", params=key).status_code == 204
        assert Ratings(store).of(made["game"]) is None


def test_without_accounts_nothing_is_rated(store: Store) -> None:
    with serving(store, limits=FAST, lobby=True) as table:
        assert "ratings" not in table.get("/api/battles").json()
        assert table.get("/api/ratings").status_code == 404
        assert "an account" in offer(Browser(table))["error"]
