"""Rated pairs, the lobby and rematches where something goes wrong: asked too early, killed, deleted, offered anew."""

from __future__ import annotations

import time
from itertools import count
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from tests.table.postgres import BOTH
from tests.table.tables import DUEL, FAST, STONE_WALL, Client, Metronome, Table, come_to, serving
from tests.table.test_accounts import AT, PASSWORD, Browser, club
from tests.table.test_ratings import PACE, RATED, resign, take, two
from vedette.table import Store, keeping
from vedette.table import ratings as reckoning
from vedette.table.abandoned import DAY, Seen
from vedette.table.keeping import Kept
from vedette.table.limits import Limits
from vedette.table.lobby import LONGEST, Offers
from vedette.table.meeting import Meeting
from vedette.table.messages import Refused
from vedette.table.pairs import Pairs
from vedette.table.ratings import Rated, Ratings
from vedette.table.schema import grants, rated, rematches
from vedette.table.store import StoreError
from vedette.table.timing import NOT_TOGETHER

pytest.importorskip("argon2", reason="the extra vedette[accounts] is not installed")


def offer(browser: Browser, **more: Any) -> dict[str, Any]:
    found: dict[str, Any] = browser.client.post("/api/games", json={**RATED, "battle": DUEL, **more}).json()
    return found


def again(browser: Browser, game: str, key: str) -> httpx.Response:
    return browser.client.post(f"/api/games/{game}/rematch?key={key}")


def other_of(store: Store, game: str) -> str | None:
    found = Ratings(store).of(game)
    return found.other if found is not None else None


@pytest.fixture
def pair(store: Store) -> Any:
    """A server, two people, and the first game of their pair, not yet taken."""
    with club(store) as table:
        ann, bob = two(table)
        yield table, ann, bob, offer(ann)


Pair = tuple[Table, Browser, Browser, dict[str, Any]]


# -- the second game of a pair ---------------------------------------------------------------------------------


def test_a_pair_has_no_second_game_before_it_has_found_its_two(pair: Pair, store: Store) -> None:
    _, ann, bob, made = pair
    early = again(ann, made["game"], made["keys"]["union"])
    assert early.status_code == 409 and "not over" in early.json()["error"]
    assert take(bob, made["game"]).status_code == 201
    second = other_of(store, made["game"])
    assert second and other_of(store, second) == made["game"]


def test_a_server_that_is_killed_in_the_middle_of_a_pair_costs_nothing(
    pair: Pair, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The taker has his key; the second game counts as soon as somebody asks for it, whatever it still lacked."""
    table, ann, bob, made = pair

    def killed(*_: Any) -> None:
        raise StoreError("killed", "killed")

    async def not_shown(*_: Any) -> None:
        raise StoreError("not now", "not now")

    with monkeypatch.context() as patch:
        patch.setattr(Pairs, "follow", killed)
        patch.setattr(Meeting, "_shown", not_shown)
        taken = take(bob, made["game"])
    assert taken.status_code == 201
    key = taken.json()["keys"]["confederate"]
    assert [row["game"] for row in bob.post("/games", known=[]).json()["games"]] == [made["game"]]
    assert other_of(store, made["game"]) == ""
    with monkeypatch.context() as patch:  # later still: it is listed already
        patch.setattr(Ratings, "follow", killed)
        assert again(bob, made["game"], key).status_code == 503
    joined = again(bob, made["game"], key).json()
    assert other_of(store, made["game"]) == joined["game"] and other_of(store, joined["game"]) == made["game"]
    assert {row["game"] for row in table.get("/api/lobby").json()["watch"]} == {made["game"], joined["game"]}
    assert len(ann.post("/games", known=[]).json()["games"]) == 2
    Ratings(store).follow(Rated(joined["game"], made["game"], DUEL, {}))  # another server, in the same moment


def test_who_takes_a_seat_plays_with_its_key_or_not_at_all(
    pair: Pair, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, _, bob, made = pair

    def fails(*_: Any) -> None:
        raise StoreError("no more", "no more")

    with monkeypatch.context() as patch:
        patch.setattr(Ratings, "join", fails)
        assert take(bob, made["game"]).status_code == 503
    with store.reading() as db:
        keys = select(grants.c.seats).where(grants.c.game == made["game"])
        assert list(db.execute(keys).scalars()) == ["union"]
    assert take(bob, made["game"]).status_code == 201


@BOTH
def test_a_second_game_that_is_deleted_while_the_first_is_played_is_made_anew(store: Store) -> None:
    with club(store) as table:
        ann, bob = two(table)
        made = offer(ann)
        take(bob, made["game"])
        gone = other_of(store, made["game"])
        assert gone
        store.remove(gone)
        assert other_of(store, made["game"]) == ""
        joined = again(ann, made["game"], made["keys"]["union"])
        assert joined.status_code == 201
        second = joined.json()["game"]
        assert second != gone and other_of(store, made["game"]) == second
        assert Offers(store).asked_again(made["game"]) == ""  # nobody has asked for more than the pair
        store.remove(made["game"])  # what is deleted before it is over takes nothing from the other
        assert other_of(store, second) == made["game"]
        resign(table, second, joined.json()["keys"]["confederate"])
        store.remove(second)
        assert [row.game for row in Ratings(store).results()] == [second]


def test_a_rematch_that_is_deleted_is_asked_for_once_more(table: Table) -> None:
    made = table.make(battle=DUEL)
    key, game = made["keys"]["union"], made["game"]
    resign(table, game, key)
    at = f"{table.base}/api/games/{game}/rematch?key={key}"
    for orphaned in (False, True):
        next = httpx.post(at).json()["game"]
        table.store.remove(next)
        if orphaned:  # as an older program has left it
            Offers(table.store).follow(game, next, "union")
            with table.store.reading() as db:
                assert db.execute(select(rematches.c.next).where(rematches.c.game == game)).scalar() == next
    assert httpx.post(at).status_code == 201


def test_the_second_game_of_a_pair_is_not_forgotten_while_the_first_is_played(pair: Pair, store: Store) -> None:
    _, _, bob, made = pair
    take(bob, made["game"])
    second, seen = other_of(store, made["game"]), Seen(store)
    now = seen.now()
    for game in (made["game"], second):
        seen.now = lambda: now - 40 * DAY
        seen.note(str(game))
    seen.now = lambda: now
    assert {one.game for one in seen.abandoned(30)} == {made["game"], second}
    seen.note(made["game"])
    assert seen.abandoned(30) == []


def left(table: Table, game: str) -> bool:
    """Whether nobody looks at a game any more: a socket that was closed counts until the server has heard of it."""
    room = table.app.rooms.opened(game)
    return room is None or not room.watchers


def test_who_never_comes_to_a_game_of_a_pair_loses_it_after_a_week(pair: Pair, store: Store) -> None:
    """Ann has won the first one, and stays away from the second."""
    table, ann, bob, _ = pair
    made = offer(ann, battle=STONE_WALL)
    pulse = table.app.rooms.pulse = Metronome()
    table.app.rooms.wall = lambda: 1_800_000_000.0
    first, key = made["game"], made["keys"]["union"]
    theirs = take(bob, first).json()["keys"]["confederate"]
    second = again(bob, first, theirs).json()
    game, mine = second["game"], second["keys"]["union"]

    ids = count()

    def claimed(key: str) -> str:
        with Client(table.base, game, key) as client:
            told = client.sent("claim", {"game": game, "id": f"f{next(ids)}"})
        come_to(lambda: left(table, game))  # else who comes next would find him there
        return str(told.get("reason", told["is"]))

    assert claimed(mine) == "the Confederate has 7 days left to open the game"
    pulse.time += 3 * DAY
    with Client(table.base, first, key) as a, Client(table.base, first, theirs) as b:
        while not (a.state["clocks"]["begun"] and b.state["clocks"]["begun"]):
            a.until("state")
            b.send(see={"after": 0})
            b.until("state")
        pulse.time += 5 * DAY
        assert claimed(mine) == "the other game of your pair goes on; finish that first"
        with Client(table.base, game, mine) as client:
            assert client.state["clocks"]["waits"] == {}
    resign(table, first, theirs)
    assert claimed(mine) == "the Confederate has 7 days left to open the game"
    pulse.time += 6 * DAY
    with Client(table.base, game, mine) as client:
        assert client.state["clocks"]["waits"] == {"union": DAY}  # since the other game is over
    together = "you may claim the game in 7 days, unless both of you have it open at once before"
    assert claimed(again(ann, first, key).json()["keys"]["confederate"]) == together  # he has been there
    pulse.time += 6 * DAY
    # She was there since, which is put down once her socket has ended.
    come_to(lambda: claimed(mine) == together)
    pulse.time += 8 * DAY
    assert claimed(mine) == "done"
    with Client(table.base, game, again(ann, first, key).json()["keys"]["confederate"]) as late:
        assert late.state["outcome"]["by_time"] and late.state["outcome"]["did_not_meet"]
    assert [(row.game, row.winner) for row in Ratings(store).results()] == [
        (first, "union"),
        (game, "union"),
    ]


def test_only_a_rated_game_is_lost_by_who_never_comes(table: Table) -> None:
    made = table.make(battle=DUEL, time=PACE)
    pulse = table.app.rooms.pulse = Metronome()
    with table.sit(made, "union") as union:
        pulse.time += 30 * DAY
        assert union.sent("claim", {"game": union.game, "id": "f"})["reason"] == NOT_TOGETHER
        assert "waits" not in union.state["clocks"]


# -- seats that are offered ------------------------------------------------------------------------------------


def test_no_computer_plays_on_a_seat_that_is_offered(pair: Pair) -> None:
    _, ann, _, _ = pair
    more = {"battle": STONE_WALL, "orders": True}
    mine, theirs = {"union": ["defensive-fire"]}, {"confederate": ["defensive-fire"]}
    assert "no computer" in offer(ann, **more, answered=mine)["error"]
    assert "no computer" in offer(ann, **more, parts={"union": ["Tyler"]})["error"]
    assert "game" not in offer(ann, **more, answered=theirs)
    friendly = {**more, "rated": False, "time": None}
    assert "who takes the seat" in offer(ann, **friendly, answered=theirs)["error"]
    assert "game" in offer(ann, **friendly, answered=mine)


def test_an_offer_that_is_too_old_is_put_again_and_two_presses_make_one(store: Store) -> None:
    with serving(store, limits=FAST, lobby=True) as table:
        made = table.make(battle=DUEL, open={"seat": "confederate"})
        at = f"{table.base}/api/lobby/{made['game']}?key={made['keys']['union']}"
        offers = table.app.rooms.offers
        begun = offers.now()
        assert httpx.put(at).status_code == 409
        offers.now = lambda: begun + LONGEST + 60
        assert httpx.put(at).status_code == 204
        assert [row["game"] for row in table.get("/api/lobby").json()["open"]] == [made["game"]]
        with pytest.raises(Refused, match="offered already"):
            offers.put(made["game"], "confederate", "")
        table.app.rooms.opened(made["game"]).vacant = "confederate"  # as at the second press
        assert httpx.put(at).status_code == 409


def test_a_seat_whose_offerer_has_closed_his_account_is_not_taken(pair: Pair, store: Store) -> None:
    table, ann, bob, made = pair
    assert ann.client.request("DELETE", AT, json={"password": PASSWORD}).status_code == 204
    assert table.get("/api/lobby").json()["open"] == []
    assert take(bob, made["game"]).status_code == 409
    anew = httpx.put(f"{table.base}/api/lobby/{made['game']}?key={made['keys']['union']}")
    assert anew.status_code == 409 and "closed his account" in anew.json()["error"]
    Offers(store).put(made["game"], "confederate", "Ann")  # as an older program has left it
    refused = take(bob, made["game"])
    assert refused.status_code == 409 and "closed his account" in refused.json()["error"]


# -- what came of it -------------------------------------------------------------------------------------------


def test_a_result_that_an_older_server_has_not_stored_is_put_down_when_the_game_is_opened(
    pair: Pair, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, ann, bob, _ = pair
    made = offer(ann, battle=STONE_WALL)
    take(bob, made["game"])
    with monkeypatch.context() as patch:
        patch.setattr(Kept, "_settling", lambda room: None)
        resign(table, made["game"], made["keys"]["union"])
    assert Ratings(store).results() == []
    come_to(lambda: left(table, made["game"]))
    assert table.app.rooms.put_away(made["game"])
    assert table.get(f"/api/games/{made['game']}?key={made['keys']['union']}").status_code == 200
    assert [(row.game, row.winner) for row in Ratings(store).results()] == [(made["game"], "confederate")]


@BOTH
def test_results_are_ordered_by_the_clock_of_the_table_and_not_of_the_machine(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    with club(store) as table:
        ann, bob = two(table)
        made = offer(ann)
        take(bob, made["game"])
        assert table.app.rooms.put_away(made["game"])
        wrong = time.time() + 10 * DAY
        table.app.rooms.wall = lambda: wrong if not store.is_shared else time.time()
        if store.is_shared:
            monkeypatch.setattr(keeping.time, "time", lambda: wrong)
        resign(table, made["game"], made["keys"]["union"])
        monkeypatch.undo()
        (row,) = Ratings(store).results()
        assert abs((row.ended or 0.0) - (store.time() if store.is_shared else wrong)) < 300


def test_how_people_stand_is_reckoned_when_a_game_has_ended_and_not_for_each_who_asks(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    reckoned: list[int] = []
    whole = reckoning.standings
    monkeypatch.setattr(reckoning, "standings", lambda games: reckoned.append(len(games)) or whole(games))

    def end(game: str, winner: str | None, when: float | None) -> None:
        with store.writing() as db:
            db.execute(rated.update().where(rated.c.game == game).values(winner=winner, ended=when))

    here, there = Ratings(store), Ratings(store)
    for n, game in enumerate(("g1", "g2")):
        here.begin(game, DUEL, "union", "a")
        with store.writing() as db:
            db.execute(rated.update().where(rated.c.game == game).values(players='{"union":"a","confederate":"b"}'))
        end(game, "union", 100.0 + n)
    for one in (here, there):
        first = one.standings()
        assert one.standings() == first and one.of_account("a")[0]["won"] == 2
    assert reckoned == [2, 2]
    end("g1", None, None)  # taken back, at another server
    assert there.of_account("a")[0]["won"] == 1
    end("g1", "confederate", 100.5)  # and over again, before the last one
    assert (there.of_account("a")[0]["won"], there.of_account("a")[0]["lost"]) == (1, 1)
    assert reckoned == [2, 2, 1, 2]
    assert [row["game"] for row in here.games_of("b")] == ["g1", "g2"] and here.games_of("c") == []


def test_who_asks_too_often_how_people_stand_waits(store: Store) -> None:
    with club(store, limits=Limits(games=2)) as table:
        assert [table.get("/api/ratings").status_code for _ in range(3)] == [200, 200, 429]


def test_a_game_that_ended_before_anybody_took_its_other_side_leaves_nothing(pair: Pair, store: Store) -> None:
    table, _, _, made = pair
    resign(table, made["game"], made["keys"]["union"])
    assert len(Ratings(store).results()) == 1 and Ratings(store).standings() == {}
    store.remove(made["game"])
    assert Ratings(store).of(made["game"]) is None
