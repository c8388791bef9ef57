"""Computer seats: they answer through the queue, a fault of theirs stops no game, a late answer is not played."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import pytest

from tests.engine import toy
from tests.table.tables import DUEL, FAST, PATIENCE, Client, Table, seated, serving
from vedette import staff
from vedette.engine.archive import verify
from vedette.staff import Desk
from vedette.table import Store, commanders


class Commander:
    """Chooses as the test says."""

    name = "odd"

    def __init__(self, choose: Callable[[Desk], str]) -> None:
        self.choose = choose

    def pick(self, desk: Desk) -> int:
        """Never asked here."""
        return 0


@pytest.fixture
def odd(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[Desk], str]], None]:
    """Seats a commander that chooses as the test says."""

    def seat(choose: Callable[[Desk], str]) -> None:
        monkeypatch.setitem(staff.SEATS, "odd", Commander)  # type: ignore[arg-type]
        monkeypatch.setattr(staff, "seat", lambda name, battle, seed: Commander(choose))

    return seat


def to_the_end(client: Client) -> list[dict[str, Any]]:
    """Pass wherever asked; the log."""
    while client.state["outcome"] is None:
        if client.asked():
            client.act(client.texts()[-1])
        else:
            client.until("state")
    return client.lines


@pytest.mark.parametrize("name", ["random", "cautious", "adjutant"])
def test_a_commander_plays_any_rulebook_to_its_end(table: Table, name: str) -> None:
    made = table.make(battle=DUEL, seats={"confederate": name})
    with table.sit(made, "union") as client:
        assert to_the_end(client)
    assert list(made["keys"]) == ["union"]


def test_the_computer_begins_when_it_is_asked_first(table: Table) -> None:
    made = table.make(battle=DUEL, seats={"union": "random"})
    with table.sit(made, "confederate") as client:
        while not client.asked():
            client.until("state")
        assert client.asked()[0]["seat"] == "confederate"


def test_it_goes_on_after_a_restart(store: Store) -> None:
    with serving(store, limits=FAST) as table:
        made = table.make(battle=DUEL, seats={"confederate": "random"}, seed=4)
        with table.sit(made, "union") as client:
            client.act("done")
    with serving(store, limits=FAST) as table, table.sit(made, "union") as client:
        assert to_the_end(client)


def fault(desk: Desk) -> str:
    """A commander with a fault."""
    raise ZeroDivisionError


@pytest.mark.parametrize("choose", [fault, lambda desk: "no such text", lambda desk: None])
def test_a_fault_is_answered_by_the_usual(store: Store, odd: Any, choose: Any) -> None:
    odd(choose)
    with serving(store, limits=FAST) as table:
        made = table.make(battle=DUEL, seats={"confederate": "odd"})
        with table.sit(made, "union") as client:
            lines = to_the_end(client)
        noted = table.record(made, "union")
    assert not [line for line in lines if line["kind"] == "moved" and line["units"] == ["Gray"]]
    rows = [json.loads(line) for line in noted.splitlines()[1:]]
    assert {row.get("note") for row in rows if row.get("seat") == "confederate"} == {commanders.FAILED}
    assert not [row for row in rows if row.get("seat") != "confederate" and "note" in row]
    assert verify(noted, toy.load).ok


def test_one_that_thinks_too_long_is_answered_for(store: Store, odd: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its answer, when it comes at last, is played nowhere."""
    late = threading.Event()
    odd(lambda desk: desk.text(0) if late.wait(PATIENCE) else "")
    monkeypatch.setattr(commanders.Commanders.__init__, "__defaults__", (0.05,))
    with serving(store, limits=FAST) as table:
        made = table.make(battle=DUEL, seats={"confederate": "odd"}, options={"turns": 1})
        with table.sit(made, "union") as client:
            client.act("done")
            client.until("state")
            assert [line["kind"] for line in client.lines][-1:] == ["turn"]
            assert client.state["outcome"]["level"] == "nobody wins"
        assert f'"note":"{commanders.LATE}"' in table.record(made, "union").replace('": "', '":"')
        late.set()


def test_a_commander_that_waits_for_others_is_not_answered_for(
    store: Store, odd: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its time begins when it thinks: on a busy server its game is the same."""

    def slowly(desk: Desk) -> str:
        time.sleep(0.15)
        return desk.text(0)

    odd(slowly)
    monkeypatch.setattr(commanders.Commanders.__init__, "__defaults__", (0.35,))
    with serving(store, limits=FAST) as table:
        games = [table.make(battle=DUEL, seats={"union": "odd"}) for _ in range(8)]
        clients = [table.sit(made, "confederate") for made in games]
        with ExitStack() as all_of_them:
            for client in clients:
                all_of_them.enter_context(client)
            for client in clients:
                while client.state["n"] < 2:
                    client.until("state")
    found = [store.game(made["game"]) for made in games]
    assert [json.loads(game.entries[1])["do"] == "done" for game in found if game] == [False] * len(games)


def test_a_late_answer_after_an_undo_is_not_played(store: Store, odd: Any) -> None:
    """The human takes back while the computer thinks; what it thought of is gone."""
    asked, go = threading.Event(), threading.Event()

    def slow(desk: Desk) -> str:
        asked.set()
        go.wait(PATIENCE)
        return desk.text(0)

    odd(slow)
    with serving(store, limits=FAST) as table:
        made = table.make(battle=DUEL, seats={"confederate": "odd"})
        with table.sit(made, "union") as client:
            client.act("done")
            assert asked.wait(PATIENCE)
            assert client.undo()["is"] == "done"
            go.set()
            client.act("Blue: 0101")
            assert [line["text"] for line in client.lines if line["kind"] == "moved"] == ["moved Blue"]


def test_what_a_commander_is_handed_depends_on_no_secret(store: Store, odd: Any) -> None:
    """Whatever chit the enemy holds, the commander of the Union finds the same one in what it imagines."""
    seen = []

    def note(desk: Desk) -> str:
        seen.append(desk.imagine(1).state.hand)  # type: ignore[attr-defined]
        return desk.text(0)

    odd(note)
    games = [toy.TOY.new_game(seed=s, digests=True) for s in range(6)]
    with serving(store, limits=FAST) as table:
        for game in games:
            with table.sit(seated(store, game, union="odd"), "confederate") as client:
                while not client.asked():
                    client.until("state")
    assert {game.state.hand for game in games} == {*toy.CHITS}
    assert len(seen) >= len(games) and len(set(seen)) == 1
