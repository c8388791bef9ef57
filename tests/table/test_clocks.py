"""Clocks of two people: what is charged and what is free, holidays, a clock set back, flags, restarts, two servers."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from tests.table.postgres import Cluster
from tests.table.tables import DUEL, FAST, STONE_WALL, Client, Metronome, Table, come_to, seated, serving
from tests.table.test_orders import game as holding
from tests.table.test_orders import ordered
from tests.table.test_stops import MARCH, moving
from vedette.engine.archive import verify
from vedette.table import Store
from vedette.table.clocks import DAY, FREE, MINUTE, Clocks, Time, words
from vedette.table.store import StoreError
from vedette.table.timing import NOT_BEGUN, NOT_TOGETHER

SEATS = ("union", "confederate")
LIVE = {"kind": "live", "bank": 600, "increment": 10, "claim": True}
DAYS = {"kind": "days", "bank": 3 * DAY, "increment": DAY / 2, "holiday": 10 * DAY, "claim": True}


def begun(time: Time, asked: str = "union", now: float = 0.0) -> Clocks:
    clocks = Clocks.new(time, SEATS)
    clocks.meet(("union",), now, frozenset({asked}), 0)
    assert not clocks.begun and clocks.sides[asked].since is None  # nobody waits on his time for who has not come
    clocks.meet(("confederate",), now, frozenset({asked}), 0)
    return clocks


# -- what is charged ---------------------------------------------------------------------------------------


def test_on_any_schedule_a_side_pays_for_what_its_questions_took_beyond_half_a_minute_each() -> None:
    time = Time("live", 600.0, 10.0)
    for seed in range(200):
        rng = random.Random(seed)
        clocks, now, asked = begun(time), 0.0, "union"
        expected = dict.fromkeys(SEATS, 600.0)
        for n in range(1, rng.randrange(2, 40)):
            took = rng.choice([0.0, 5.0, FREE, 31.0, rng.uniform(0, 200)])
            now += took
            expected[asked] -= max(0.0, took - FREE)
            by, asked = asked, rng.choice(SEATS)
            expected[by] += 10.0 if asked != by else 0.0
            clocks.turn(time, now, frozenset({asked}), by, n)
        assert {s: round(side.remaining, 6) for s, side in clocks.sides.items()} == {
            s: round(left, 6) for s, left in expected.items()
        }, seed


def test_by_days_nobody_gathers_more_than_the_bank() -> None:
    time = Time("days", 3 * DAY, DAY)
    clocks = begun(time)
    for n, (seat, other) in enumerate([SEATS, SEATS[::-1]] * 5, 1):
        clocks.turn(time, 100.0 * n, frozenset({other}), seat, n)
    assert max(side.left for side in clocks.sides.values()) == 3 * DAY


def test_taking_back_and_playing_again_brings_no_time() -> None:
    time = Time("live", 600.0, 10.0)
    clocks = begun(time)
    clocks.turn(time, 20.0, frozenset({"union"}), "union", 1)
    for now in range(20, 200, 20):  # takes back and plays the same again, over and over
        clocks.turn(time, now + 10.0, frozenset({"union"}), "union", 0)
        clocks.turn(time, now + 20.0, frozenset({"union"}), "union", 1)
    assert clocks.sides["union"].remaining == 600 - (200 - 20 - FREE)
    clocks.turn(time, 260.0, frozenset({"union"}), "union", 0, consent=True)  # with the other side's word all is as new
    assert clocks.sides["union"].free == FREE


def test_what_a_side_ends_by_a_word_of_its_own_is_an_answer_and_brings_no_time_twice() -> None:
    """Entry 1 ends an activation, where the table stops; `end` goes on with no entry of its own."""
    time = Time("live", 600.0, 10.0)
    clocks = begun(time)
    union, confederate = clocks.sides.values()
    clocks.turn(time, 5.0, frozenset({"union"}), "union", 1)
    clocks.turn(time, 9.0, frozenset({"confederate"}), "union", 1, ends=True)
    assert (union.left, confederate.free) == (610.0, FREE)
    clocks.turn(time, 13.0, frozenset({"union"}), "confederate", 2, own=False)  # his order passes, after a beat
    assert confederate.left == 600.0
    clocks.turn(time, 20.0, frozenset({"union"}), "union", 3)
    clocks.turn(time, 60.0, frozenset({"union"}), "union", 3, ends=True)  # and he is asked something else
    assert (union.left, union.free, union.used) == (600.0, FREE, 0.0)
    clocks.turn(time, 80.0, frozenset({"union"}), "union", 2, own=False)  # taken back, done again, ended again
    clocks.turn(time, 80.0, frozenset({"union"}), "union", 3)
    clocks.turn(time, 80.0, frozenset({"union"}), "union", 3, ends=True)
    assert (union.free, union.used) == (FREE, 20.0)
    clocks.turn(time, 80.0, frozenset({"confederate"}), "union", 4)
    assert union.left == 610.0


def test_who_is_asked_something_else_because_the_other_side_took_back_has_half_a_minute_for_it() -> None:
    time = Time("live", 600.0, 10.0)
    clocks = begun(time)
    union, confederate = clocks.sides.values()
    for now in (10.0, 30.0):
        clocks.turn(time, now, frozenset({"confederate"}), "union", 1)
        assert (union.left, confederate.free) == (610.0, FREE)
        clocks.turn(time, now + 20.0, frozenset({"union"}), "union", 0, own=False)
        assert (union.free, confederate.left) == (0.0, 600.0)


def test_no_order_earns_its_side_time() -> None:
    time = Time("live", 600.0, 10.0)
    clocks = begun(time)
    for n, (seat, other) in enumerate([SEATS, SEATS[::-1]] * 50, 1):
        clocks.turn(time, float(n), frozenset({other}), seat, n, own=False)
    assert [side.left for side in clocks.sides.values()] == [600.0, 600.0]
    clocks.turn(time, 101.0, frozenset({"union"}), "union", 101)  # he answers one himself, and an order the next
    clocks.turn(time, 102.0, frozenset({"confederate"}), "union", 102, own=False)
    assert clocks.sides["union"].left == 610.0


def test_a_throw_that_both_wait_for_hands_nothing_over() -> None:
    time = Time("live", 600.0, 10.0)
    clocks = begun(time)
    clocks.turn(time, 1.0, frozenset(), "union", 1)  # the dice are pressed
    clocks.turn(time, 2.0, frozenset({"union"}), "union", 2)
    assert clocks.sides["union"].left == 600.0
    clocks.turn(time, 3.0, frozenset(), "union", 3)
    clocks.turn(time, 4.0, frozenset({"confederate"}), "confederate", 4)  # whoever presses them
    assert [side.left for side in clocks.sides.values()] == [610.0, 600.0]


def test_both_are_on_holiday_for_a_while_and_each_has_his_own_days() -> None:
    """Asked from day 0; the Union is away from day 1 to 5, the Confederates from day 3 to 8, asked from day 6 on."""
    time = Time("days", 3 * DAY, 0.0, 10 * DAY)
    clocks = begun(time)
    for day, seat, on in [(1, "union", True), (3, "confederate", True), (5, "union", False)]:
        clocks.on_holiday(seat, day * DAY, on)
    clocks.turn(time, 6 * DAY, frozenset({"confederate"}), "union", 1)
    clocks.on_holiday("confederate", 8 * DAY, False)
    clocks.turn(time, 9 * DAY, frozenset({"union"}), "confederate", 2)
    union, confederate = clocks.sides.values()
    assert (union.left, union.holiday) == (3 * DAY - (2 * DAY - FREE), 6 * DAY)
    assert (confederate.left, confederate.holiday) == (3 * DAY - (DAY - FREE), 5 * DAY)


def test_a_holiday_ends_by_itself_when_its_days_are_used_up() -> None:
    time = Time("days", 3 * DAY, 0.0, 2 * DAY)
    clocks = begun(time)
    clocks.on_holiday("union", 0.0, True)
    clocks.settle(3 * DAY + FREE)
    union = clocks.sides["union"]
    assert (union.remaining, union.holiday, union.away) == (2 * DAY, 0.0, None)


@pytest.mark.parametrize("back", [13 * 3600.0, 60.0, 400 * DAY])
def test_a_clock_that_is_set_back_takes_and_gives_nobody_anything(back: float) -> None:
    time = Time("days", 3 * DAY, 0.0, 10 * DAY)
    clocks = begun(time, now=500 * DAY)
    clocks.on_holiday("confederate", 500 * DAY, True)
    clocks.settle(501 * DAY)
    clocks.settle(501 * DAY - back)
    assert clocks.sides["union"].remaining == 2 * DAY + FREE and clocks.sides["confederate"].holiday == 9 * DAY
    clocks.settle(502 * DAY - back)
    assert clocks.sides["union"].remaining == DAY + FREE and clocks.sides["confederate"].holiday == 8 * DAY


def test_a_stretch_of_time_in_words() -> None:
    told = [words(n) for n in (0, 40, 61, 3_600, 7_260, 219_660, 86_460)]
    assert told == [
        "0 seconds",
        "40 seconds",
        "1 minute",
        "1 hour",
        "2 hours and 1 minute",
        "2 days and 13 hours",
        "1 day",
    ]


# -- at the table ------------------------------------------------------------------------------------------


@contextmanager
def timed(store: Store, wall: float = 1_000_000.0, pulse: Metronome | None = None) -> Iterator[tuple[Table, Metronome]]:
    """A table whose time passes when the test says so."""
    with serving(store, limits=FAST) as table:
        pulse = table.app.rooms.pulse = pulse or Metronome()
        table.app.rooms.wall = lambda: wall
        yield table, pulse


def told(client: Client, seat: str) -> dict[str, Any]:
    found: dict[str, Any] = client.state["clocks"]["sides"][seat]
    return found


def seen(client: Client) -> dict[str, Any]:
    """The clocks as they are now; a state that was on its way does not count."""
    client.ask("news")
    client.send(see={"after": client.state["n"]})
    client.until("state")
    found: dict[str, Any] = client.state["clocks"]
    return found


def claim(client: Client, **more: Any) -> dict[str, Any]:
    return client.sent("claim", {"game": client.game, "id": f"f{next(client.ids)}-{client.name}", **more})


def holiday(client: Client, on: bool) -> dict[str, Any]:
    client.send(holiday={"game": client.game, "id": f"h{next(client.ids)}-{client.name}", "on": on})
    return client.until("holiday", "refused")


def test_a_game_on_time_begins_with_both_and_ends_by_a_claimed_flag(store: Store) -> None:
    with timed(store) as (table, pulse):
        made = table.make(battle=DUEL, time=LIVE)
        with table.sit(made, "union") as union:
            assert union.asked() and not union.state["clocks"]["begun"]
            pulse.time += 3_000
            assert seen(union)["sides"]["union"]["left"] == 600  # nobody else has come yet
            with table.sit(made, "confederate") as confederate:
                while not union.state["clocks"]["begun"]:
                    union.until("state")
                assert told(union, "union")["runs"] and not told(union, "confederate")["runs"]
                pulse.time += 90
                left = seen(union)["sides"]["union"]
                assert (left["left"], left["free"]) == (540, 0)
                union.act("Blue: 0101")
                assert claim(confederate)["reason"].startswith("the Union still has 9 minutes")
                pulse.time += 700
                over = claim(confederate, n=confederate.state["n"])
                union.up_to(over["n"])
                for client in (union, confederate):
                    out = client.state["outcome"]
                    assert out["level"] and out["by_time"] and "did_not_come" not in out
                assert claim(confederate)["reason"] == "the battle is over"
        record = table.record(made)
        assert verify(record, table.app.rooms.load).ok and "clock" not in record and "bank" not in record
        assert '"seat":"union","resign":true' in record.replace(", ", ",").replace(": ", ":")


def test_a_live_clock_begins_once_both_are_there_at_once_and_one_by_days_once_both_have_been(store: Store) -> None:
    with timed(store) as (table, pulse):
        live, days = table.make(battle=DUEL, time=LIVE), table.make(battle=DUEL, time=DAYS)
        for made in (live, days):
            with table.sit(made, "union"):
                pass  # looked, and went
            come_to(lambda made=made: not table.app.rooms.opened(made["game"]).watchers)
        pulse.time += 2 * DAY
        with table.sit(live, "confederate") as late, table.sit(days, "confederate") as other:
            assert seen(late)["begun"] is False and seen(other)["begun"] is True
            pulse.time += 2 * DAY
            assert claim(late)["reason"] == NOT_TOGETHER
            late.send(hidden={"on": True})
            late.ask("news")
            with table.sit(live, "union") as union:
                assert seen(union)["begun"] is False  # the other's page lies behind another tab
                late.send(hidden={"on": False})
                late.ask("news")
                assert seen(union)["begun"] is True and told(union, "union")["free"] == FREE
            pulse.time += 700  # once begun it goes on, whoever leaves
            assert claim(late)["is"] == "done"


def test_an_end_that_draws_nothing_is_an_answer(store: Store) -> None:
    """The Confederate holds a chit: before the draw he is asked."""
    with timed(store) as (table, pulse):
        made = seated(store, moving(held={"confederate": ["Rally"]}), setup={"time": msgspec.convert(LIVE, Time)})
        with table.sit(made, "union") as union, table.sit(made, "confederate") as confederate:
            union.act(MARCH, stop=True)
            pulse.time += 20
            union.act("end")
            while not confederate.asked():
                confederate.until("state")
            sides = confederate.state["clocks"]["sides"]
            assert (sides["union"]["left"], sides["confederate"]["free"]) == (610, FREE)


@pytest.mark.parametrize("orders", [False, True])
def test_what_an_order_passes_brings_its_side_no_time(store: Store, orders: bool) -> None:
    """Both hold a chit before a draw, the Union is asked first, and once more after it."""
    with timed(store) as (table, _):
        made = seated(store, holding(), setup={"time": msgspec.convert(LIVE, Time)})
        with table.sit(made, "union") as union, table.sit(made, "confederate") as confederate:
            if orders:
                ordered(confederate, "order", window="before-draw", setting="pass", until="turn")
                ordered(confederate, "orders", suspended=False)
            confederate.up_to(union.act("pass")["n"])
            if not orders:
                assert confederate.act("pass")["is"] == "done"
            while not any(line["kind"] == "drawn" for line in union.lines):
                union.until("state")
            left = {seat: side["left"] for seat, side in seen(union)["sides"].items()}
            assert left == {"union": 610, "confederate": 600 if orders else 610}


def test_a_flag_is_no_weapon_among_friends_nor_of_the_side_that_is_late(store: Store) -> None:
    with timed(store) as (table, pulse):
        made = table.make(battle=DUEL, time={**LIVE, "claim": False})
        plain = table.make(battle=DUEL)
        with table.sit(made, "union") as union, table.sit(made, "confederate") as confederate:
            pulse.time += 10_000
            assert "for the eye alone" in claim(confederate)["reason"]
            assert told(union, "union")["left"] == 600 and seen(union)["sides"]["union"]["left"] < 0
        made = table.make(battle=DUEL, time=LIVE)
        with table.sit(made, "union") as union, table.sit(made, "confederate"):
            pulse.time += 10_000
            assert claim(union)["reason"] == "the Confederate still has 10 minutes"
            assert claim(union, seat="confederate")["reason"] == "this key is not that of confederate"
        with table.sit(plain, "union") as union:
            assert claim(union)["reason"] == "this game has no clock" and "clocks" not in union.state
            assert holiday(union, True)["reason"] == "this game has no clock"


def test_days_go_on_while_the_server_does_not_and_a_machine_whose_clock_was_set_back_charges_nothing_twice(
    tmp_path: Path,
) -> None:
    at = f"sqlite:///{tmp_path / 'days.sqlite'}"
    noon = 1_800_000_000.0
    made: dict[str, Any] = {}
    for wall, expected in [
        (noon, 3 * DAY),
        (noon + DAY + FREE, 2 * DAY),  # a day without a server
        (noon + DAY + FREE - 13 * 3600, 2 * DAY),  # the machine believes that it stands 13 hours west
        (noon + DAY + FREE - 13 * 3600 + DAY, DAY),
    ]:
        store = Store(at)
        with timed(store, wall) as (table, pulse):
            made = made or table.make(battle=DUEL, time=DAYS)
            with table.sit(made, "union") as union, table.sit(made, "confederate"):
                assert seen(union)["sides"]["union"]["left"] == pytest.approx(expected)
                assert (
                    holiday(union, True)["on"] is True and holiday(union, False)["on"] is False
                )  # settles, and no more
                pulse.time += 0
        store.close()


def test_nobody_is_on_holiday_before_the_clocks_have_begun(store: Store) -> None:
    with timed(store) as (table, pulse):
        made = table.make(battle=DUEL, time=DAYS)
        with table.sit(made, "union") as union:
            assert holiday(union, True)["reason"] == NOT_BEGUN
            pulse.time += 5 * DAY
            with table.sit(made, "confederate") as confederate:
                assert seen(confederate)["sides"]["union"]["holiday"] == 10 * DAY


def test_what_is_stored_is_done_though_its_clocks_cannot_be_read_at_once(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    with timed(store) as (table, pulse):
        made = table.make(battle=DUEL, time=LIVE)
        with table.sit(made, "union") as union, table.sit(made, "confederate") as confederate:
            assert seen(confederate)["begun"]
            pulse.time += 90

            def gone(_: str) -> None:
                monkeypatch.undo()
                raise StoreError("gone for a moment")

            monkeypatch.setattr(store, "clocks", gone)
            assert union.act("Blue: 0101")["is"] == "done"
            n = union.act("done" if "done" in union.texts() else union.texts()[0])["n"]
            confederate.up_to(n)
            assert told(confederate, "union")["left"] == 540 + 10 * bool(confederate.asked())


def test_a_holiday_is_shown_to_both_and_stops_the_flag(store: Store) -> None:
    with timed(store) as (table, pulse):
        made = table.make(battle=DUEL, time=DAYS)
        with table.sit(made, "union") as union, table.sit(made, "confederate") as confederate:
            assert holiday(union, True) == {"is": "holiday", "id": "h1-" + union.name, "seat": "union", "on": True}
            while not told(confederate, "union")["away"]:
                confederate.until("state")
            pulse.time += 9 * DAY
            assert "still has 3 days" in claim(confederate)["reason"]
            pulse.time += 5 * DAY
            assert told(union, "union")["away"] and not seen(union)["sides"]["union"]["away"]
            assert holiday(union, True)["reason"] == "your holidays are used up"
            assert claim(confederate)["is"] == "done"


def test_a_live_clock_begins_with_two_who_are_at_two_servers(postgres: Cluster) -> None:
    at = postgres.database()
    with ExitStack() as open:
        one, two = (open.enter_context(serving(open.enter_context(closing(Store(at))), limits=FAST)) for _ in range(2))
        made = one.make(battle=DUEL, time=LIVE)
        with one.sit(made, "union") as union, two.sit(made, "confederate") as confederate:
            for client in (union, confederate):
                while not client.state["clocks"]["begun"]:
                    client.until("state")


def test_two_servers_know_the_same_clocks(postgres: Cluster) -> None:
    at = postgres.database()
    with ExitStack() as open:
        tables = []
        for _ in range(2):
            store = Store(at)
            open.callback(store.close)
            tables.append(open.enter_context(serving(store, limits=FAST)))
        one, two = tables
        made = one.make(battle=DUEL, time={**LIVE, "bank": MINUTE})
        union = open.enter_context(one.sit(made, "union"))
        confederate = open.enter_context(two.sit(made, "confederate"))
        for client in (union, confederate):
            while not client.state["clocks"]["begun"]:
                client.until("state")
        n = union.act("Blue: 0101")["n"]
        confederate.up_to(n)
        assert "still has" in claim(confederate)["reason"]
        store = tables[0].store
        body = json.loads(store.clocks(made["game"]) or "")
        body["sides"]["union"]["left"] = -1.0  # as if he had thought for an hour
        store.change_clocks(made["game"], lambda _: json.dumps(body))
        over = claim(confederate)
        union.up_to(over["n"])
        assert union.state["outcome"]["by_time"] and confederate.state["outcome"]["by_time"]


@pytest.mark.parametrize(
    ("making", "why"),
    [
        ({"time": LIVE, "seats": {"union": "random"}}, "clocks are for two people"),
        ({"time": LIVE, "practice": True}, "clocks are for two people"),
        ({"time": LIVE, "open_hands": True}, "clocks are for two people"),
        ({"time": {**LIVE, "holiday": DAY}}, "holidays are for games by days"),
        ({"time": {"kind": "live", "bank": 5}}, "bank"),
        ({"time": {"kind": "never", "bank": 600}}, "kind"),
        ({"time": {**LIVE, "banks": 5}}, "banks"),
    ],
)
def test_what_makes_no_sense_is_refused(table: Table, making: dict[str, Any], why: str) -> None:
    answer = httpx.post(table.base + "/api/games", json={"battle": STONE_WALL, **making})
    assert answer.status_code == 400 and why in answer.json()["error"]


def test_the_clocks_go_with_the_game_and_come_back_with_its_rematch(table: Table) -> None:
    made = table.make(battle=DUEL, time=LIVE)
    with table.sit(made, "union") as union, table.sit(made, "confederate"):
        assert table.get(f"/api/games/{made['game']}?key={made['keys']['union']}").json()["time"]["bank"] == 600
        union.sent("resign", {"game": union.game, "id": "r"})
    again = httpx.post(f"{table.base}/api/games/{made['game']}/rematch?key={made['keys']['union']}").json()
    told = table.get(f"/api/games/{again['game']}?key={again['keys']['confederate']}").json()
    assert told["time"] == {**LIVE, "bank": 600.0, "increment": 10.0, "holiday": 0.0}
    assert table.store.clocks(made["game"])
    table.store.remove(made["game"])
    assert table.store.clocks(made["game"]) is None
