"""A computer's answers come at ticks: when they come tells nothing of what it holds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import vedette
from tests.table.tables import Metronome, Table, seated
from tests.table.test_commanders import Commander
from tests.table.test_orders import game, ordered
from vedette import staff
from vedette.engine.game import Game
from vedette.staff import Desk, parts
from vedette.table import pacing

PLAYABLE, USELESS = "Rally", "Fatigue"


Seat = Callable[[Callable[[Desk], str]], None]


@pytest.fixture
def odd(monkeypatch: pytest.MonkeyPatch) -> Seat:
    """Seats a commander that chooses as the test says."""

    def seat(choose: Callable[[Desk], str]) -> None:
        monkeypatch.setitem(staff.SEATS, "odd", Commander)  # type: ignore[arg-type]
        monkeypatch.setattr(staff, "seat", lambda name, battle, seed: Commander(choose))

    return seat


def thinking(pulse: Metronome, seconds: float) -> Callable[[Desk], str]:
    """Passes, and thinks the longer the more there is to think about; what it has, it has from its own hand alone."""

    def choose(desk: Desk) -> str:
        texts = [desk.text(i) for i in range(len(desk.decision["actions"]))]
        pulse.time += seconds if len(texts) > 1 else 0.001
        return next((text for text in texts if text in ("pass", "done") or text.startswith("hold ")), texts[0])

    return choose


def failing(pulse: Metronome, seconds: float) -> Callable[[Desk], str]:
    """Fails, and fails the later the more there is to think about."""
    think = thinking(pulse, seconds)

    def choose(desk: Desk) -> str:
        raise ZeroDivisionError(think(desk))

    return choose


def played(table: Table, odd: Seat, chit: str, seconds: float, how: Any = thinking) -> tuple[list[str], list[float]]:
    """What the Union is sent while a computer holds this chit, and when the computer's answers came."""
    pulse = table.app.rooms.pulse = Metronome()
    odd(how(pulse, seconds))
    held = {"union": ["Good Ground"], "confederate": [chit]}
    more = {"cup": ["Garnett", "Tyler", "Fog of War", "Fulkerson"], "turn": 6, "waiting": False}
    made = seated(table.store, game(held=held, **more), confederate="odd")
    with table.sit(made, "union") as union:
        union.name = "same"
        for _ in range(7):  # before both choose Key Chits at once: whose comes first there is a matter of the wire
            while not union.asked():
                pulse.step()
                union.until("state")
            texts = union.texts()
            union.act("pass" if "pass" in texts else "done" if "done" in texts else texts[-1])
        frames = [frame.replace(made["game"], "GAME") for frame in union.frames]
    return frames, pulse.rung


@pytest.mark.parametrize("seconds", [0.03, 0.0999])
def test_two_games_that_differ_in_the_computers_hand_send_the_same_at_the_same_times(
    table: Table, odd: Seat, seconds: float
) -> None:
    """With a chit that can be played it thinks for as long as a tick nearly, with one that cannot for a moment."""
    told = [played(table, odd, chit, seconds) for chit in (PLAYABLE, USELESS)]
    assert told[0][1] == told[1][1] and len(told[0][1]) > 2
    assert told[0][0] == told[1][0]
    steps = [b - a for a, b in zip(told[0][1], told[0][1][1:], strict=False)]
    assert all(step / pacing.TICK == pytest.approx(round(step / pacing.TICK)) for step in steps), steps


def test_an_answer_that_is_given_for_a_computer_that_failed_waits_for_its_tick_as_well(table: Table, odd: Seat) -> None:
    """It fails the later the more its hand lets it do."""
    told = [played(table, odd, chit, 0.03, failing) for chit in (PLAYABLE, USELESS)]
    assert told[0] == told[1] and len(told[0][1]) > 2


def test_a_thought_of_more_than_a_tick_is_answered_at_the_next(table: Table, odd: Seat) -> None:
    _, quick = played(table, odd, PLAYABLE, 0.03)
    _, slow = played(table, odd, PLAYABLE, 0.13)
    ticks = [round(at / pacing.TICK, 6) for at in slow]
    assert slow[-1] > quick[-1] and ticks == [int(at) for at in ticks]


def handed_over(table: Table, monkeypatch: pytest.MonkeyPatch, chit: str) -> tuple[list[str], list[float]]:
    """The same of a person's seat whose windows the computer answers, while another person plays."""
    pulse = table.app.rooms.pulse = Metronome()

    def chosen(game: Game, seat: str, knower: str | None) -> str:
        decision = game.decision_of(seat)
        assert decision is not None and decision.usual is not None
        pulse.time += 0.06 if chit == PLAYABLE else 0.001
        return decision.usual.text

    monkeypatch.setattr(parts, "chosen", chosen)
    held = {"union": ["Good Ground"], "confederate": [chit]}
    made = seated(table.store, game(held=held, turn=6, waiting=False))
    with table.sit(made, "confederate") as confederate:
        assert ordered(confederate, "order", window="before-draw", setting="computer")["is"] == "ordered"
        assert ordered(confederate, "orders", suspended=False)["is"] == "ordered"
    with table.sit(made, "union") as union:
        union.name = "same"
        came = []
        act = {"game": made["game"], "decision": union.asked()[0]["number"], "text": "pass", "id": "same"}
        union.send(act=act)
        answer = union.until("done")
        pulse.step()
        while union.state["n"] <= answer["n"]:
            union.until("state")
            came.append(pulse.time)
        return [frame.replace(made["game"], "GAME") for frame in union.frames], came


def test_a_window_that_a_person_has_handed_over_is_answered_at_a_tick(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever it holds: how long the computer thinks for a person tells the other one nothing."""
    told = [handed_over(table, monkeypatch, chit) for chit in (PLAYABLE, USELESS)]
    assert told[0] == told[1] and set(told[0][1]) == {pacing.TICK}


@pytest.mark.parametrize(
    ("battle", "hides"),
    [("kernstown/the-stone-wall", True), ("cedar-mountain/valley-vengeance", True),
     ("stonewall-1978/kernstown", False), ("valley-campaign/cross-keys", False)],
)  # fmt: skip
def test_only_who_holds_something_unknown_to_others_waits(battle: str, hides: bool) -> None:
    found = Game.new(vedette.battle(battle), seed=1)
    assert {pacing.holds_something(found, seat) for seat in found.rulebook.seats} == {hides}
