"""A message that is sent again does nothing more, whatever kind it is; a number of a request never means another."""

from __future__ import annotations

from typing import Any

from tests.table.tables import DUEL, FAST, Client, Table, played, seated, serving
from tests.table.test_orders import game, holding, windows
from tests.table.test_taking import consent, duel, until_request
from vedette.table import Store
from vedette.table.beat import Beat


def sent(client: Client, name: str, **body: Any) -> dict[str, Any]:
    """A message with an id of the test's own; its answer."""
    client.send(**{name: body})
    return client.until("done", "refused", "ordered")


def asking(client: Client, id: str) -> dict[str, Any]:
    return sent(client, "undo", game=client.game, id=id, seat="union", ask=True)


def fired(client: Client) -> None:
    """Blue has fired, so that its take-back needs consent."""
    client.act("Blue fire at 0101")
    client.act("pass")


def test_a_request_that_is_sent_again_is_the_same_request_after_a_restart_too(store: Store) -> None:
    made = seated(store, duel())
    with serving(store, limits=FAST) as table, table.sit(made, "both") as both, table.sit(made, "union") as union:
        fired(both)
        first = asking(union, "once")
        request = until_request(both, "open")
        assert first["asked"] and asking(union, "once") == first
        body = {"game": made["game"], "id": "no", "request": request["number"], "accept": False}
        no = sent(both, "consent", **body)
        assert no["is"] == "done" and sent(both, "consent", **body) == no
        assert asking(union, "once") == first
    with serving(store, limits=FAST) as table, table.sit(made, "union") as union:
        assert asking(union, "once") == first and union.state["request"]["status"] == "refused"
        assert asking(union, "again")["reason"] == "it was refused; play on"


def test_an_answer_to_a_request_that_was_withdrawn_agrees_to_no_later_one(store: Store) -> None:
    made = seated(store, duel())
    with serving(store, limits=FAST) as table, table.sit(made, "both") as both, table.sit(made, "union") as union:
        fired(both)
        asking(union, "one")
        first = until_request(both, "open")["number"]
        consent(union, first, False)
    with serving(store, limits=FAST) as table, table.sit(made, "union") as union:
        assert union.state["request"] is None
        asking(union, "two")
        with table.sit(made, "confederate") as confederate:
            assert until_request(confederate, "open")["number"] > first
            assert consent(confederate, first, True)["reason"].startswith("that request is no longer open")
            assert until_request(union, "open")


def test_an_order_that_is_sent_again_is_not_given_again(table: Table) -> None:
    """Else the one that answered once would answer the next question too."""
    made = seated(table.store, game(held={"union": ["Rally"], "confederate": []}, cup=["Garnett", "Tyler"]))
    body = {"id": "once", "window": "before-draw", "setting": "ask", "until": "once"}
    with table.sit(made, "union") as union:
        first = sent(union, "order", **body)
        sent(union, "order", id="back", window="before-draw")
        assert sent(union, "order", **body) == first
        assert not holding(union, "before-draw")["given"]
    with table.sit(made, "union") as union:
        assert sent(union, "order", **body) == first
        assert not holding(union, "before-draw")["given"]


def test_a_hand_that_was_refused_is_not_raised_in_the_next_beat(table: Table) -> None:
    made = seated(table.store, game(), setup={"orders": True})
    with table.sit(made, "union") as union:
        first = sent(union, "hold", id="hand")
        assert first["is"] == "refused"
        room = table.app.rooms._open[made["game"]]
        room.standing.beat = Beat("before-draw", "", 9.0, room.standing.pulse.now() + 9, ("union",), 0, frozenset())
        assert sent(union, "hold", id="hand") == first and not room.standing.beat.held
        assert sent(union, "hold", id="another")["is"] == "ordered"


def test_who_is_asked_already_is_not_hurried_by_a_beat_that_begins_later(table: Table) -> None:
    """The other seat comes, so that beats run from now on, and says something of his orders."""
    made = seated(table.store, game(), setup={"beat": 8.0})
    with table.sit(made, "union") as union:
        room = table.app.rooms._open[made["game"]]
        before = union.state["n"]
        assert windows(union) == ["before-draw"] and union.state["beat"] is None
        with table.sit(made, "confederate") as confederate:
            mode = confederate.state["orders"]["confederate"]
            assert confederate.state["pace"] == 8.0
            answer = sent(confederate, "order", id="mine", window="before-draw", setting="ask")
            assert answer["beat"] is None and room.standing.beat is None
            fresh = Client(table.base, made["game"], made["keys"]["confederate"])
            with fresh:
                given = {row["window"]: row["setting"] for row in fresh.state["orders"]["confederate"]["orders"]}
                known = {row["window"]: row["setting"] for row in mode["orders"]}
                assert given == {**known, "before-draw": "ask"}
        assert union.state["n"] == before


def test_a_practice_game_that_was_over_and_is_taken_back_is_unfinished_again(table: Table) -> None:
    found = played(3, lambda g: not g.decisions, DUEL)
    made = seated(table.store, found, len(found.entries) - 1, setup={"free_undo": True})
    with table.sit(made, "both") as client:
        while client.state["outcome"] is None:
            client.act(client.texts()[-1], seat=client.asked()[0]["seat"])
        assert table.store.newest() is None
        assert client.undo(seat="union")["is"] == "done"
        assert client.state["outcome"] is None
        again = table.store.newest()
        assert again is not None and again.game == made["game"]
