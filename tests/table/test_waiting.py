"""Clocks that have not begun: who is there, who is waited for, who may claim a rated game of one who does not come."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from itertools import count
from typing import Any

import pytest

from tests.table.postgres import Cluster
from tests.table.tables import DUEL, FAST, Client, Metronome, Table, serving
from tests.table.test_accounts import club
from tests.table.test_clocks import DAYS, LIVE, seen
from tests.table.test_fairness import come_to
from tests.table.test_pairs import offer
from tests.table.test_ratings import take, two
from vedette.table import Store, StoreError, timing
from vedette.table.clocks import DAY

IDS = count()


def claimed(table: Table, game: str, key: str) -> str:
    with Client(table.base, game, key) as client:
        told = client.sent("claim", {"game": game, "id": f"w{next(IDS)}"})
        return str(told.get("reason", told["is"]))


@contextmanager
def rated(store: Store, **more: Any) -> Iterator[tuple[Table, Metronome, str, str, Any]]:
    """A rated game that Ann offers: the table, its time, the game, her key, and what lets Bob take the other side."""
    pytest.importorskip("argon2", reason="the extra vedette[accounts] is not installed")
    with club(store) as table:
        ann, bob = two(table)
        pulse = table.app.rooms.pulse = Metronome()
        table.app.rooms.wall = lambda: 1_800_000_000.0
        made = offer(ann, **more)
        yield table, pulse, made["game"], made["keys"]["union"], lambda: take(bob, made["game"]).json()["keys"]


def waited(table: Table, game: str) -> dict[str, float]:
    found: dict[str, float] = json.loads(table.store.clocks(game) or "{}").get("waited", {})
    return found


def sits(table: Table, pulse: Metronome, game: str, key: str, seconds: float) -> None:
    """Somebody has a game before him for so long, and leaves."""
    before = sum(waited(table, game).values())
    with Client(table.base, game, key):
        pulse.time += seconds
    come_to(lambda: sum(waited(table, game).values()) == before + seconds)


def test_nobody_loses_a_game_that_he_has_not_taken_or_has_just_taken(store: Store) -> None:
    """Ann waits for eight days behind an offer; Bob has all of his week from when he takes it."""
    with rated(store) as (table, pulse, game, key, takes):
        with Client(table.base, game, key) as ann:
            pulse.time += 8 * DAY
            assert seen(ann)["waits"] == {}
            told = ann.sent("claim", {"game": game, "id": "early"})
            assert told["reason"] == "nobody has taken the other side yet"
            takes()
            while not ann.state["clocks"]["waits"]:
                ann.until("state")
            assert ann.state["clocks"]["waits"] == {"union": 7 * DAY}
        assert claimed(table, game, key) == "the Confederate has 7 days left to open the game"
        pulse.time += 7 * DAY
        assert claimed(table, game, key) == "done"


def test_who_looks_in_for_a_second_now_and_then_does_not_escape_a_live_pair(store: Store) -> None:
    """They are never there at once: after two weeks who has waited there longer may claim it, and the other may not."""
    with rated(store) as (table, pulse, game, key, takes):
        theirs = takes()["confederate"]
        for _ in range(3):
            sits(table, pulse, game, key, 600.0)
            pulse.time += 3 * DAY
            sits(table, pulse, game, theirs, 1.0)
            pulse.time += 2 * DAY
        assert waited(table, game) == {"union": 1_800.0, "confederate": 3.0}
        assert claimed(table, game, theirs).startswith("you may claim the game in 4 days")
        assert claimed(table, game, key) == "done"
        with Client(table.base, game, key) as client:  # both were there, if never at once
            outcome = client.state["outcome"]
            assert outcome["by_time"] and outcome["did_not_meet"] and "did_not_come" not in outcome


def test_what_somebody_has_waited_is_put_down_later_where_it_cannot_be_stored(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And counts at once: it says who may claim the game."""
    with rated(store) as (table, pulse, game, key, takes):
        theirs = takes()["confederate"]
        sits(table, pulse, game, theirs, 100.0)
        room, change = table.app.rooms.opened(game), store.change_clocks
        monkeypatch.setattr(store, "change_clocks", lambda *what: unstored())
        with Client(table.base, game, key):
            pulse.time += 600.0
        come_to(lambda: not room.watchers and not room.lock.locked() and room.timing._gone)
        assert waited(table, game) == {"confederate": 100.0}
        pulse.time += 15 * DAY
        assert room.timing._claimed_in("union", room.now) < 0
        monkeypatch.setattr(store, "change_clocks", change)
        with Client(table.base, game, key):
            pass
        come_to(lambda: waited(table, game) == {"union": 600.0, "confederate": 100.0})
        sits(table, pulse, game, key, 5.0)
        assert waited(table, game) == {"union": 605.0, "confederate": 100.0}


def test_what_was_put_down_though_nobody_has_said_so_counts_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database did it, and its answer was lost; also where somebody else has waited on since."""
    with rated(store) as (table, pulse, game, key, takes):
        theirs = takes()["confederate"]
        sits(table, pulse, game, theirs, 100.0)
        room, change = table.app.rooms.opened(game), store.change_clocks
        monkeypatch.setattr(store, "change_clocks", lambda *what: (change(*what), unstored()))
        with Client(table.base, game, key):
            pulse.time += 600.0
        come_to(lambda: not room.watchers and not room.lock.locked() and room.timing._gone)
        assert waited(table, game) == {"union": 600.0, "confederate": 100.0}
        monkeypatch.setattr(store, "change_clocks", change)
        sits(table, pulse, game, theirs, 7.0)
        assert waited(table, game) == {"union": 600.0, "confederate": 107.0}
        assert room.timing._gone == {}


def test_who_has_come_is_not_said_to_have_stayed_away_where_that_could_not_be_stored(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    with rated(store) as (table, pulse, game, key, takes):
        theirs = takes()["confederate"]
        sits(table, pulse, game, key, 600.0)
        room = table.app.rooms.opened(game)
        monkeypatch.setattr(store, "change_clocks", lambda *what: unstored())
        with Client(table.base, game, theirs):
            pulse.time += 60.0
        come_to(lambda: not room.watchers and not room.lock.locked() and room.timing._gone)
        pulse.time += 15 * DAY
        assert claimed(table, game, key) == "done"
        with Client(table.base, game, key) as client:
            outcome = client.state["outcome"]
            assert outcome["did_not_meet"] and "did_not_come" not in outcome


def test_who_has_the_game_before_him_for_the_first_time_is_not_said_to_have_stayed_away(store: Store) -> None:
    """The other one claims it by a page that is behind another tab, by which the clocks do not begin."""
    with rated(store) as (table, pulse, game, key, takes):
        theirs = takes()["confederate"]
        sits(table, pulse, game, key, 600.0)
        pulse.time += 15 * DAY
        with Client(table.base, game, theirs) as bob, Client(table.base, game, key, "&hidden=1") as ann:
            assert seen(bob)["begun"] is False
            assert ann.sent("claim", {"game": game, "id": "there"})["is"] == "done"
        with Client(table.base, game, key) as client:
            outcome = client.state["outcome"]
            assert outcome["did_not_meet"] and "did_not_come" not in outcome


def test_what_another_server_has_put_down_of_who_waits_is_shown_to_all_when_somebody_goes(store: Store) -> None:
    """The bell that tells of it finds nothing new after him."""
    with rated(store) as (table, pulse, game, key, takes):
        takes()
        with Client(table.base, game, key, "&hidden=1") as there:
            with Client(table.base, game, key) as goes:
                while not goes.state["clocks"]["waits"]:
                    goes.until("state")
                elsewhere = json.loads(store.clocks(game) or "")
                elsewhere["waits"]["union"] -= DAY
                store.change_clocks(game, lambda _: json.dumps(elsewhere))
                pulse.time += 60.0
            left = 6 * DAY - 60
            come_to(lambda: table.app.rooms.opened(game).timing.waiting and waited(table, game) == {"union": 60.0})
            there.ask("news")
            assert there.state["clocks"]["waits"] == {"union": left}


def unstored() -> str:
    raise StoreError("there is no room")


def test_a_page_behind_another_tab_does_not_begin_a_live_clock_when_its_line_comes_back(store: Store) -> None:
    with serving(store, limits=FAST) as table:
        made = table.make(battle=DUEL, time=LIVE)
        with table.sit(made, "union", "&hidden=1") as union, table.sit(made, "confederate") as confederate:
            assert seen(confederate)["begun"] is False and seen(union)["begun"] is False
            union.send(hidden={"on": False})
            union.ask("news")
            assert seen(confederate)["begun"] is True
        days = table.make(battle=DUEL, time=DAYS)
        with table.sit(days, "union", "&hidden=1"), table.sit(days, "confederate") as confederate:
            assert seen(confederate)["begun"] is False  # he has not seen it


def test_a_live_clock_begins_though_each_server_looked_before_the_other_had_said_who_is_there(
    postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    at, until, together = postgres.database(), [1e12], timing.Timing._together

    async def not_yet(self: timing.Timing, room: Any) -> tuple[str, ...]:
        return await together(self, room) if time.monotonic() > until[0] else ()

    monkeypatch.setattr(timing.Timing, "_together", not_yet)
    with ExitStack() as open:
        one, two = (open.enter_context(serving(open.enter_context(closing(Store(at))), limits=FAST)) for _ in range(2))
        made = one.make(battle=DUEL, time=LIVE)
        with one.sit(made, "union") as union, two.sit(made, "confederate"):
            until[0] = time.monotonic() + 2.5  # whoever looks at the other does it before
            come_to(lambda: len(json.loads(one.store.clocks(made["game"]) or '{"met": []}')["met"]) == 2)
            while not union.state["clocks"]["begun"]:
                union.until("state")
