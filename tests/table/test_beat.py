"""The beat: a pause of fixed length in which a holder may raise his hand, the same whatever is held and ordered."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any, cast

import httpx
import pytest

from tests.table.tables import DUEL, Client, Metronome, Table, seated
from tests.table.test_orders import done, game, holding, ordered, settled, windows
from vedette.engine.game import Game
from vedette.table import StoreError, abreast
from vedette.table.beat import Beat, length
from vedette.table.carrying import Carrier
from vedette.table.messages import HoldOn, Unstored
from vedette.table.store import Grant, Setup

ORDERS = {"orders": True}
BOTH = {"union": ["Rally"], "confederate": ["Rally"]}


@pytest.fixture
def pulse(table: Table) -> Metronome:
    """A clock that the test moves on."""
    found = Metronome()
    table.app.rooms.pulse = found
    return found


def two(table: Table, found: Game, **setup: Any) -> tuple[dict[str, Any], Client, Client]:
    """Two people at two machines; the first message about a window comes once both are there."""
    made = seated(table.store, found, setup={**ORDERS, **setup})
    return made, table.sit(made, "union"), table.sit(made, "confederate")


def ordering(**more: Any) -> Game:
    """Tyler is about to be ordered to do something, and both hold a chit."""
    return game(begin="orders", active="Tyler", **{"held": BOTH, "cup": ["Garnett"], **more})


def read(client: Client, n: int) -> None:
    """Read up to the state of n entries."""
    client.up_to(n)


def before_a_draw() -> Game:
    """Tyler regroups, and the next window is the one before the draw."""
    return ordering(held={"union": ["Rally", "Good Ground"], "confederate": ["Rally"]})


def to_the_draw(table: Table, union: Client, confederate: Client, pulse: Metronome, made: dict[str, Any]) -> int:
    """Play to a beat before a draw; the number of entries then."""
    union.act("order regroup")
    while (union.state["beat"] or {}).get("window") != "before-draw":
        if union.state["beat"]:
            pulse.tick(union.state["beat"]["left"])
        if union.asked() and not union.state["beat"]:
            union.act("done" if "done" in union.texts() else union.texts()[-1])
        else:
            union.until("state")
    n: int = union.state["n"]
    read(confederate, n)
    return n


def test_a_draw_waits_for_four_seconds_and_then_both_have_passed(table: Table, pulse: Metronome) -> None:
    made, union, confederate = two(table, before_a_draw())
    with union, confederate:
        n = to_the_draw(table, union, confederate, pulse, made)
        assert union.state["beat"] == {
            "window": "before-draw", "title": "Before a draw", "seconds": 4.0, "left": 4.0, "may": ["union"],
            "held": [],
        }  # fmt: skip
        assert confederate.state["beat"]["may"] == ["confederate"]
        pulse.tick(3.9)
        assert len(done(table, made)) == n
        pulse.tick(0.1)
        read(union, n + 2)
        assert done(table, made)[n : n + 2] == ["pass", "pass"]


def test_a_raised_hand_is_asked_without_haste_and_the_other_is_told_nothing(table: Table, pulse: Metronome) -> None:
    made, union, confederate = two(table, before_a_draw())
    with union, confederate:
        n = to_the_draw(table, union, confederate, pulse, made)
        before = len(confederate.frames)
        answer = ordered(union, "hold")
        assert answer["beat"]["held"] == ["union"] and answer["beat"]["may"] == []
        pulse.tick(4.0)
        union.until("state")
        assert union.state["beat"] is None and windows(union) == ["before-draw"] and len(done(table, made)) == n
        confederate.until("state")
        assert len(confederate.frames) == before + 1 and confederate.state["beat"] is None
        assert confederate.state["decisions"] == [{"seat": "union", "kind": "waiting"}]


def test_after_a_play_there_is_a_new_beat(table: Table, pulse: Metronome) -> None:
    made, union, confederate = two(table, before_a_draw())
    with union, confederate:
        n = to_the_draw(table, union, confederate, pulse, made)
        pulse.tick(1.0)
        ordered(union, "hold")
        assert union.act("play Rally")["is"] == "done"
        while not (union.state["beat"] and union.state["n"] > n):
            union.until("state")
        assert union.state["beat"]["left"] == 4.0 and union.state["beat"]["held"] == []


def test_the_union_is_heard_first_when_both_raise_a_hand(table: Table, pulse: Metronome) -> None:
    made, union, confederate = two(table, before_a_draw())
    with union, confederate:
        n = to_the_draw(table, union, confederate, pulse, made)
        assert union.asked() and not confederate.asked()
        ordered(confederate, "hold")
        ordered(union, "hold")
        pulse.tick(4.0)
        union.until("state")
        assert windows(union) == ["before-draw"] and len(done(table, made)) == n
        union.act("pass")
        settled(confederate)
        assert windows(confederate) == ["before-draw"] and done(table, made)[n:] == ["pass"]


def test_a_hand_raised_by_the_second_waits_for_the_first_to_pass(table: Table, pulse: Metronome) -> None:
    made, union, confederate = two(table, before_a_draw())
    with union, confederate:
        n = to_the_draw(table, union, confederate, pulse, made)
        ordered(confederate, "hold")
        assert done(table, made)[n:] == []
        pulse.tick(4.0)
        settled(confederate)
        assert windows(confederate) == ["before-draw"] and done(table, made)[n:] == ["pass"]


def test_an_order_to_ask_raises_the_hand_and_the_beat_is_as_long(table: Table, pulse: Metronome) -> None:
    made, union, confederate = two(table, before_a_draw())
    with union, confederate:
        ordered(confederate, "order", window="before-draw", setting="ask", until="turn")
        n = to_the_draw(table, union, confederate, pulse, made)
        assert union.state["beat"]["left"] == 4.0
        pulse.tick(4.0)
        settled(confederate)
        assert done(table, made)[n:] == ["pass"] and confederate.state["beat"] is None


def test_half_a_beat_follows_an_order(table: Table, pulse: Metronome) -> None:
    held = {"union": ["Rally"], "confederate": ["Command Confusion"]}
    made, union, confederate = two(table, ordering(held=held), beat=10.0)
    with union, confederate:
        n = union.act("order attack")["n"]
        read(confederate, n)
        beat = confederate.state["beat"]
        assert (beat["window"], beat["seconds"], beat["may"]) == ("after-order", 5.0, ["confederate"])
        assert holding(confederate, "after-order", "confederate")["setting"] == "pass"
        pulse.tick(5.0)
        read(union, n + 1)
        assert done(table, made)[n] == "pass"


def test_where_nobody_holds_anything_there_is_no_beat(table: Table, pulse: Metronome) -> None:
    _, union, confederate = two(table, ordering(held={}))
    with union, confederate:
        union.act("order attack")
        assert union.state["beat"] is None


@pytest.mark.parametrize(
    ("setup", "keys", "seconds"),
    [
        ({}, ("union", "confederate"), 4.0),
        ({"beat": 0.0}, ("union", "confederate"), None),
        ({"beat": 10.0}, ("union", "confederate"), 10.0),
        ({}, ("both",), None),
        ({"beat": 4.0}, ("both",), 4.0),
        ({}, ("union", "both"), None),
        ({}, ("union",), None),
    ],
)
def test_how_long_a_beat_is(
    table: Table, pulse: Metronome, setup: dict[str, Any], keys: tuple[str, ...], seconds: float | None
) -> None:
    """Four seconds between two machines, none at one screen or while somebody is away, or what the game says."""
    held = {"union": ["Quick March"], "confederate": ["Command Confusion"]}
    made = seated(table.store, ordering(held=held), setup={**ORDERS, **setup})
    clients = [table.sit(made, key).__enter__() for key in keys]
    client = clients[0]
    n = client.act("order defend")["n"]
    assert (client.state["beat"] or {}).get("seconds") == (None if seconds is None else seconds / 2)
    assert len(done(table, made)) >= n
    for one in clients:
        one.__exit__(None, None, None)


def test_a_computer_waits_for_the_end_of_the_beat_whatever_it_holds(table: Table, pulse: Metronome) -> None:
    held = {"union": [], "confederate": ["Command Confusion"]}
    made = seated(table.store, ordering(held=held), setup={**ORDERS, "beat": 4.0}, confederate="cautious")
    with table.sit(made, "union") as union:
        n = union.act("order attack")["n"]
        assert union.state["beat"]["seconds"] == 2.0 and union.state["beat"]["may"] == []
        assert ordered(union, "hold")["reason"] == "union holds nothing that could be played"
        assert len(done(table, made)) == n
        pulse.tick(2.0)
        pulse.step()
        read(union, n + 1)
        assert done(table, made)[n] in ("pass", "play Command Confusion")


@pytest.mark.parametrize("beat", [-1, 10.5, "four"])
def test_a_beat_lasts_from_none_to_ten_seconds(table: Table, beat: Any) -> None:
    made = httpx.post(table.base + "/api/games", json={"battle": DUEL, "beat": beat})
    assert made.status_code == 400 and "beat" in made.json()["error"]


def test_a_game_says_what_its_windows_are_and_how_long_its_beat(table: Table) -> None:
    made = table.make(battle=DUEL, beat=3)
    found = table.get(f"/api/games/{made['game']}?key={made['keys']['union']}").json()
    assert found["beat"] == 3.0 and [w["name"] for w in found["windows"]] == ["fired-at"]


def frames_of_the_other(table: Table, pulse: Metronome, chit: str, ask: bool, hold: bool) -> list[str]:
    """What the Union is sent of a turn in which the Confederate holds this chit and has these orders."""
    found = ordering(held={"union": ["Rally", "Good Ground"], "confederate": [chit]})
    made, union, confederate = two(table, found)
    union.name = confederate.name = "same"
    with union, confederate:
        confederate.ask("news")
        union.ask("news")
        before = len(union.frames)  # how many come until both sit there is a matter of the wire: all is told anew
        union.send(see={"after": -1})
        union.until("state")
        if ask:
            ordered(confederate, "order", window="before-draw", setting="ask")
        n = to_the_draw(table, union, confederate, pulse, made)
        if hold:
            ordered(confederate, "hold")
        pulse.tick(2.0)
        pulse.tick(2.0)
        read(union, n + 1)
        if ask or hold:
            settled(confederate)
            confederate.act("pass")
        read(union, n + 2)
        frames = [frame.replace(made["game"], "GAME") for frame in union.frames[before:]]
        return frames


@pytest.mark.parametrize(("ask", "hold"), [(False, False), (True, False), (False, True)])
def test_games_that_differ_in_a_held_chit_pause_and_tell_the_same(
    table: Table, pulse: Metronome, ask: bool, hold: bool
) -> None:
    one = frames_of_the_other(table, pulse, "Rally", ask, hold)
    two = frames_of_the_other(table, pulse, "Firefight", ask, hold)
    assert [len(frame) for frame in one] == [len(frame) for frame in two]
    assert one == two


def test_an_order_and_a_raised_hand_look_the_same_to_the_other(table: Table, pulse: Metronome) -> None:
    """A pass by order at the end of a beat, a pass by hand after it: the same messages but for how often."""
    by_order = frames_of_the_other(table, pulse, "Rally", ask=True, hold=False)
    by_hand = frames_of_the_other(table, pulse, "Rally", ask=False, hold=True)
    assert by_order == by_hand


def test_what_an_order_answers_looks_like_what_a_hand_answers(table: Table, pulse: Metronome) -> None:
    """No beat: the Union sees the same states whether the Confederate passes himself or by order."""
    found = []
    for setup in ({"orders": True, "beat": 0.0}, {"orders": False, "beat": 0.0}):
        made = seated(table.store, ordering(held={"union": [], "confederate": ["Command Confusion"]}), setup=setup)
        with table.sit(made, "union") as union, table.sit(made, "confederate") as confederate:
            union.name = "same"
            ordered(union, "orders", suspended=False)
            n = union.act("order defend")["n"]
            if not setup["orders"]:
                confederate.up_to(n)
                confederate.act("pass")
            union.up_to(n + 1)
            frames = [json.loads(f) for f in union.frames]
            states = [f["state"] for f in frames if "state" in f and f["state"]["n"] > 0]
            found.append(json.dumps([s | {"game": ""} for s in states]))
    assert found[0] == found[1]


def test_who_looks_on_makes_no_beat_longer_or_shorter() -> None:
    setup = Setup({"union": "human", "confederate": "human"}, orders=True)
    two = [Grant("a", "game", ("union",)), Grant("b", "game", ("confederate",))]
    assert length(setup, two) == length(setup, [*two, Grant("c", "game", ())]) == 4.0
    assert length(setup, [two[0], Grant("c", "game", ())]) == 0.0


def test_a_hand_of_which_the_server_that_runs_the_game_is_not_told_was_not_raised(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Who raises it is told that nothing was done."""

    def unstored(*_: Any) -> None:
        raise StoreError("there is no room")

    beat = Beat("after-order", "", 2.0, 2.0, ("union", "confederate"), 1, frozenset(), frozenset({"union"}))

    def heard(seat: str, message: HoldOn) -> None:
        beat.held |= {seat}

    room = SimpleNamespace(standing=SimpleNamespace(beat=beat, heard=heard))
    monkeypatch.setattr(abreast, "catch_up", lambda room: False)
    monkeypatch.setattr(abreast, "tell_hand", unstored)
    with pytest.raises(Unstored):
        Carrier(cast("Any", room))._heard("confederate", HoldOn("h"))
    assert beat.held == {"union"}
