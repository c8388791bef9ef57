"""A practice game from any moment of another: what its key may know of that moment, and the other stays as it is."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

import vedette
from tests.engine import toy
from tests.table.tables import PATIENCE, STONE_WALL, Table, played, seated
from vedette.engine.archive import verify
from vedette.engine.game import Game


def branched(table: Table, made: dict[str, Any], seat: str, n: int, **seats: str) -> httpx.Response:
    at = f"{table.base}/api/games/{made['game']}/branch?key={made['keys'][seat]}"
    return httpx.post(at, json={"n": n, **({"seats": seats} if seats else {})}, timeout=PATIENCE)


def summary(table: Table, made: dict[str, Any], seat: str) -> dict[str, Any]:
    found: dict[str, Any] = table.get(f"/api/games/{made['game']}?key={made['keys'][seat]}").json()
    return found


@pytest.mark.parametrize("battle", [STONE_WALL, "valley-campaign/cross-keys", "stonewall-1978/kernstown"])
def test_a_finished_game_goes_on_from_a_moment_as_it_was(table: Table, battle: str) -> None:
    """All of it is open then: both hands and the question are those of the moment; dice are new, the record holds."""
    game = played(5, lambda g: len(g.entries) >= 60, battle)
    game.resign("union")
    made = seated(table.store, game)
    before = table.record(made)
    moment = Game.from_record(before)
    moment.undo("union", to=41, consent=True)
    found = branched(table, made, "both", 41).json()
    assert table.record(made) == before
    told = summary(table, found, "both")
    assert told["practice"] and told["branched"] == {"n": 41, "imagined": False} and not told["over"]
    with table.sit(found, "both") as both:
        assert both.state["view"] == both.state["view"] | {"turn": moment.view("")["turn"]}
        for _ in range(8):
            row = both.asked()[0]
            seat = row["seat"]
            if row["secret"] and row["count"] is None:
                both.look(seat)
            assert both.act(both.texts(seat)[0], seat=seat)["is"] == "done"
    again = Game.from_record(table.record(found), key=table.store.game(found["game"]).secret)  # type: ignore[union-attr]
    assert again.first.digest() == moment.state.digest()
    assert verify(table.record(found)).bad is None


def holding(chit: str) -> Game:
    """A toy game in which the Confederate has been dealt this chit."""
    games = (toy.TOY.new_game(seed=s, digests=True) for s in range(40))
    return next(g for g in games if g.state.hand == chit)


def test_of_a_running_game_a_seat_gets_what_it_knows(table: Table) -> None:
    """The Union's branch is the same whatever the Confederate holds, and says that it is imagined."""
    told = []
    for chit in ("Ruse", "Nothing"):
        made = seated(table.store, holding(chit))
        found = branched(table, made, "union", 0).json()
        assert summary(table, found, "union")["branched"] == {"n": 0, "imagined": True}
        stored = table.store.game(found["game"])
        assert stored is not None
        told.append(Game.from_record(stored.record, toy.load, key=stored.secret).first.digest())
    assert told[0] == told[1]


def test_who_leads_what_may_be_chosen(table: Table) -> None:
    made = seated(table.store, played(5, lambda g: len(g.entries) >= 30))
    alone = branched(table, made, "union", 20).json()
    assert set(alone["keys"]) == {"union"} and summary(table, alone, "union")["computers"] == {
        "confederate": "adjutant"
    }
    both = branched(table, made, "union", 20, confederate="human").json()
    assert set(both["keys"]) == {"both"} and summary(table, both, "both")["hands"] == "open"
    other = branched(table, made, "union", 20, union="cautious", confederate="human").json()
    assert summary(table, other, "confederate")["computers"] == {"union": "cautious"}


def test_a_branch_can_be_branched(table: Table) -> None:
    """Also of a game that began at a position: what the position changed still holds."""
    strong = {"id": "27 VA", "hex": "1734", "values": {"fresh": [9, "R", 6], "worn": [1, "R", 1]}}
    units = [{"id": "7 OH-a", "hex": "1634"}, strong]
    spec = {"battle": STONE_WALL, "empty": True, "begin": "fire", "active": "Tyler", "unit": units}
    game = Game.new(vedette.battle(STONE_WALL), seed=4, position=spec, digests=True)
    made = seated(table.store, game)
    first = branched(table, made, "both", 0).json()
    second = branched(table, first, "both", 0).json()
    with table.sit(second, "both") as both:
        unit = next(u for u in both.state["view"]["units"] if u["id"] == "27 VA")
        assert unit["numbers"][0] == "9"


def test_what_cannot_be_branched_is_refused(table: Table) -> None:
    made = seated(table.store, played(5, lambda g: len(g.entries) >= 30))
    assert branched(table, made, "union", 99).status_code == 400
    assert "there is no seat" in branched(table, made, "union", 3, nobody="human").json()["error"]
    game = played(5, lambda g: len(g.entries) >= 30)
    game.resign("union")
    over = branched(table, seated(table.store, game), "union", len(game.entries))
    assert over.status_code == 400 and "earlier moment" in over.json()["error"]
    at = f"{table.base}/api/games/{made['game']}/branch?key=wrong"
    assert httpx.post(at, json={"n": 1}).status_code == 404
