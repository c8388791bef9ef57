"""That a game is over, nobody sees without a key before he does who looks on latest."""

from __future__ import annotations

import httpx
import pytest
from sqlalchemy import delete, func, select, update
from websockets.exceptions import ConnectionClosed

from tests.table.postgres import BOTH
from tests.table.tables import DUEL, FAST, Client, played, seated, serving
from tests.table.test_late import LATE, comes, late_key, looks_on, timed
from vedette.engine.procedure import CHANCE
from vedette.table import Store
from vedette.table.schema import ages, games


def test_the_end_is_shown_to_nobody_without_a_key_before_the_latest_sees_it(store: Store) -> None:
    with timed(store, lobby=True) as (table, pulse):
        made = looks_on(table, looks_on(table, table.make(battle=DUEL, seed=4)), 3_600)
        at = f"/api/games/{made['game']}"
        comes(table, made)
        table.app.rooms.offers.put(made["game"], "union", "Ann", taken=True)
        with table.sit(made, "both") as both:
            both.sent("resign", {"game": made["game"], "id": "r", "seat": "union"})
        for seconds, status in [(0, 404), (3_599, 404), (1, 200)]:
            pulse.tick(seconds)
            assert table.get(at).status_code == status
            found = table.get("/api/lobby").json()
            assert [row["game"] for row in found["over" if status == 200 else "watch"]] == [made["game"]]
            assert not found["watch" if status == 200 else "over"]
        assert table.get(f"{at}?key={made['keys']['late']}").json()["over"] is True
        assert httpx.delete(f"{table.base}{at}?key={made['keys']['late']}").status_code == 403


def test_a_player_is_told_how_long_an_end_is_withheld(store: Store) -> None:
    with timed(store) as (table, pulse):
        made = looks_on(table, table.make(battle=DUEL, seed=4))
        with table.sit(made, "late"):
            pass
        id = made["game"]
        own = f"/api/games/{id}?key={made['keys']['both']}"
        assert "withheld" not in table.get(own).json()  # it goes on
        with table.sit(made, "both") as both:
            both.sent("resign", {"game": id, "id": "r", "seat": "union"})
        assert table.get(own).json()["withheld"] == LATE
        pulse.tick(LATE + 1)
        assert "withheld" not in table.get(own).json() and table.get(f"/api/games/{id}").status_code == 200


@BOTH
def test_a_game_that_all_have_seen_the_end_of_is_not_hidden_again(store: Store) -> None:
    """Neither by a late key that is made after it, be it of a stranger's, nor by one that nobody has come by."""
    with timed(store, lobby=True) as (table, _):
        game = played(2, lambda g: not g.decisions, DUEL)
        old, made = seated(store, game), looks_on(table, table.make(battle=DUEL, seed=4), 86_400)
        with store.writing() as db:
            db.execute(update(games).where(games.c.id == old["game"]).values(over=True))
        with table.sit(made, "both") as both:
            both.sent("resign", {"game": made["game"], "id": "r", "seat": "union"})
        for one in (old, made):
            at = f"/api/games/{one['game']}"
            table.app.rooms.offers.put(one["game"], "union", "Ann", taken=True)
            for answer in (late_key(table, one, 86_400), httpx.post(f"{table.base}/api/lobby/{one['game']}/watch")):
                assert answer.status_code == 201 and "late" not in answer.json()
                assert table.get(f"{at}?key={answer.json()['key']}").json()["over"] is True
            assert table.get(at).status_code == 200
        assert {row["game"] for row in table.get("/api/lobby").json()["over"]} == {old["game"], made["game"]}


def test_nobody_makes_the_end_wait_longer_by_a_key_that_he_makes_after_it(store: Store) -> None:
    with timed(store) as (table, pulse):
        made = looks_on(table, table.make(battle=DUEL, seed=4))
        comes(table, made)
        with table.sit(made, "both") as both:
            both.sent("resign", {"game": made["game"], "id": "r", "seat": "union"})
        pulse.tick(LATE - 1)
        assert late_key(table, made, 86_400).json()["late"] == LATE
        pulse.tick(2)
        assert table.get(f"/api/games/{made['game']}").status_code == 200


@BOTH
def test_what_chance_answers_when_a_game_is_opened_has_its_age_and_what_has_none_is_young_everywhere(
    store: Store,
) -> None:
    game = played(2, lambda g: not g.decisions, DUEL)
    upto = max(e.n for e in game.entries if e.seat == CHANCE) - 1
    with serving(store, limits=FAST, lobby=True) as table:
        made = looks_on(table, seated(store, game, upto))
        comes(table, made)
        assert table.get(f"/api/games/{made['game']}?key={made['keys']['both']}").json()["entries"] > upto
        with store.reading() as db:
            noted = select(func.max(ages.c.n)).where(ages.c.game == made["game"])
            assert db.execute(noted).scalar() == len(table.app.rooms.opened(made["game"]).game.entries)
        table.app.rooms.offers.put(made["game"], "union", "Ann", taken=True)
        with store.writing() as db:  # an older program has stored the last entry long ago, with which it was over
            db.execute(delete(ages).where(ages.c.game == made["game"], ages.c.n > upto))
            db.execute(update(ages).where(ages.c.game == made["game"]).values(at=1.0))
            db.execute(update(games).where(games.c.id == made["game"]).values(over=True))
        found = table.get("/api/lobby").json()
        assert [row["game"] for row in found["watch"]] == [made["game"]] and not found["over"]
        assert table.get(f"/api/games/{made['game']}").status_code == 404  # and from now on it grows old
        assert not store.withholds(made["game"], lambda: table.app.rooms.clock() + LATE + 60)


@BOTH
def test_by_a_key_from_after_the_end_a_game_that_goes_on_again_is_seen_as_late_as_was_asked(store: Store) -> None:
    """Whoever looks at it meanwhile has to come again, and who has no key does not."""
    with serving(store, limits=FAST, lobby=True) as table:
        made = table.make(battle=DUEL, seed=4, practice=True)
        at = f"/api/games/{made['game']}"
        with table.sit(made, "both") as both:
            both.sent("resign", {"game": made["game"], "id": "r", "seat": "union"})
            answer = late_key(table, made, LATE, "both").json()
            assert "late" not in answer
            keys = {"late": answer["key"], "none": ""}
            over = [Client(table.base, made["game"], key).__enter__() for key in keys.values()]
            assert all(not one.state["decisions"] for one in over)
            told = both.undo(seat="union")
            assert told["is"] == "done" and both.state["decisions"], told
            n = both.state["n"]
            for one in over:
                with pytest.raises(ConnectionClosed):
                    one.until("nothing")
                assert not one.state["decisions"]
                one.__exit__(None, None, None)
            assert table.get(f"{at}?key={keys['late']}").json()["entries"] < n
            assert table.get(at).status_code == 404
            assert store.latest(made["game"]) == LATE
            both.sent("resign", {"game": made["game"], "id": "r2", "seat": "union"})
            assert table.get(at).status_code == 404  # nobody sees the end before he does
