"""The general at a table: another process finds the same plan, one that dies is replaced, it answers at its tick."""

import asyncio
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future
from concurrent.futures.process import BrokenProcessPool
from types import SimpleNamespace
from typing import Any, ClassVar

import msgspec
import pytest

from tests.lab.test_general import begun
from vedette import staff
from vedette.engine.game import Game
from vedette.engine.run import asks
from vedette.engine.temper import Temper
from vedette.rules.blind_swords.ai import planning
from vedette.staff.general import Found, General, Said, commander
from vedette.staff.general.commander import searched
from vedette.staff.general.search import PLANNER, USUAL, Root
from vedette.staff.general.value import Value, value_of
from vedette.staff.seats import Adjutant
from vedette.table import commanders, pacing, thinking
from vedette.table.thinking import Thinker

KEY = b"a key"


@pytest.fixture(scope="module")
def thinker() -> Iterator[Thinker]:
    found = Thinker(1)
    yield found
    found.close()


def rooted() -> tuple[Root, Value]:
    """A root, and the value of its battle."""
    game = begun()
    ask = asks(game.state)[0]
    state: Any = game.imagine(ask.seat).state
    value = value_of(game.battle, game.rulebook, state)[0]
    assert value is not None
    options = game.header["options"]
    return Root(game.battle, game.rulebook, planning, options, state, asks(state)[0], {}, 0), value


def test_another_process_finds_the_same_plan_and_is_replaced_where_it_dies(
    thinker: Thinker, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    root, value = rooted()
    here = searched(root, value, KEY, 1)
    monkeypatch.setattr(thinking, "searched", None)  # whoever searches in this process fails
    assert thinker.ask(root, value, KEY, 1) == here
    assert thinker._pool is not None and len(here.weighed) > 1
    for pid in list(thinker._pool._processes):
        os.kill(pid, signal.SIGTERM)
    assert thinker.ask(root, value, KEY, 1) == here


class Pool:
    """Stands for a pool of processes; what comes of each search a test has written down."""

    made: ClassVar[list["Pool"]] = []
    outcomes: ClassVar[list[Exception | Found]] = []

    def __init__(self, count: int, context: object, initializer: object) -> None:
        self.count = count
        self.dropped = False
        self.waiting: Future[Found] = Future()
        """What somebody else has given to it."""
        Pool.made.append(self)

    def submit(self, fn: object, task: object) -> Future[Found]:
        outcome = Pool.outcomes.pop(0)
        if type(outcome) is RuntimeError:
            raise outcome
        done: Future[Found] = Future()
        if isinstance(outcome, CancelledError):
            done.cancel()
        elif isinstance(outcome, Exception):
            done.set_exception(outcome)
        else:
            done.set_result(outcome)
        return done

    def shutdown(self, wait: bool, cancel_futures: bool = False) -> None:
        self.dropped = True
        if cancel_futures:
            self.waiting.cancel()


FOUND = Found(1, "storm")
BROKEN, FULL, GONE = BrokenProcessPool(), MemoryError(), RuntimeError("cannot schedule new futures after shutdown")


@pytest.mark.parametrize(
    ("outcomes", "note", "pools"),
    [
        ([BROKEN, FOUND], "", 2),  # another game's search has killed the process
        ([FULL, FOUND], "", 2),
        ([GONE, FOUND], "", 2),  # another thread has dropped the pool meanwhile
        ([FULL, GONE, FOUND], "", 3),  # that was no search: it has been begun once
        ([FULL, *[GONE] * thinking.GONE], thinking.DIED, 1 + thinking.GONE),
        ([BROKEN, BROKEN], thinking.DIED, 2),  # it is this search that kills
        ([CancelledError()], thinking.ENDED, 1),  # the table closes
    ],
)
def test_a_search_that_a_process_takes_with_it_is_begun_once_more(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, outcomes: Any, note: str, pools: int
) -> None:
    monkeypatch.setattr(thinking, "ProcessPoolExecutor", Pool)
    monkeypatch.setattr(Pool, "made", [])
    monkeypatch.setattr(Pool, "outcomes", [*outcomes])
    root, value = rooted()
    thinker = Thinker(3)
    found = thinker.ask(root, value, KEY, 1)
    assert found == (Found(root.usual, USUAL, note=note) if note else FOUND)
    assert ("died; the adjutant answers" in caplog.text) == (note == thinking.DIED) and not Pool.outcomes
    assert [pool.count for pool in Pool.made] == [3] * pools
    assert Pool.made[0].dropped == (pools > 1) and not Pool.made[0].waiting.cancelled()
    thinker.close()
    caplog.clear()
    assert thinker.ask(root, value, KEY, 1).note == thinking.ENDED and len(Pool.made) == pools
    assert not caplog.records, "nothing has died where the server ends"


def test_values_that_the_process_does_not_have_are_sent_along_with_the_search(
    thinker: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A search of seconds in this process would hold up everybody's sockets."""
    root, value = rooted()
    here = searched(root, value, KEY, 1)
    other = root._replace(battle=msgspec.structs.replace(root.battle, hash="other"))
    monkeypatch.setattr(thinking, "searched", None)
    assert thinker.ask(other, value, KEY, 1) == here
    sent: list[thinking.Task] = []
    monkeypatch.setattr(thinker, "_found", lambda task: sent.append(task) or here)
    assert thinker.ask(root, value, KEY, 1) == thinker.ask(other, value, KEY, 1) == here
    assert [bool(task.values) for task in sent] == [False, True], "what it once did not have is asked for first again"


def test_it_answers_at_a_tick_of_its_own_where_it_searches_and_like_anybody_elsewhere() -> None:
    game = begun()
    seat = asks(game.state)[0].seat
    general, adjutant = staff.seat("general"), staff.seat("adjutant")
    desk = staff.desk(game, seat)
    assert isinstance(general, staff.General) and pacing.tick_of(general, desk) == general.tick > 1.0
    assert pacing.tick_of(adjutant, desk) == pacing.TICK
    staff.answer(game, adjutant, seat)
    after = staff.desk(game, asks(game.state)[0].seat)
    assert pacing.tick_of(general, after) == pacing.TICK


def general(level: int = 1) -> General:
    """One that remembers nothing yet."""
    found = staff.seat(f"general:{level}", None, 3)
    assert isinstance(found, General)
    return found


def under_way(
    monkeypatch: pytest.MonkeyPatch, note: str = "", planned: str | None = None
) -> tuple[General, staff.Desk, list[int]]:
    """A general that has given an Order under a posture, its desk in the middle of the activation, and its searches."""
    made: list[int] = []

    def storm(root: Root, value: Value, key: bytes, budget: int) -> Found:
        made.append(budget)
        return Found(root.usual, "storm")

    monkeypatch.setattr(commander, "searched", storm)
    game = begun()
    seat = asks(game.state)[0].seat
    one = general()
    staff.answer(game, one, seat)
    game.entries[-1].note = note
    assert game.entries[-1].planned == PLANNER
    if planned is not None:
        game.entries[-1].planned = planned
    while asks(game.state)[0].seat != seat:
        staff.answer(game, staff.seat("adjutant"), asks(game.state)[0].seat)
    return one, staff.desk(game, seat), made


def test_what_is_searched_again_after_a_restart_is_answered_at_the_tick_of_a_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """How long it takes hangs on its own hand; that it must be done hangs on the restart alone."""
    remembers, desk, made = under_way(monkeypatch)
    assert pacing.tick_of(remembers, desk) == pacing.TICK
    fresh = general()
    assert pacing.tick_of(fresh, desk) == fresh.tick
    fresh.pick(desk)
    assert len(made) == 2 and pacing.tick_of(fresh, desk) == pacing.TICK


@pytest.mark.parametrize("note", [thinking.DIED, commanders.LATE_PLAN])
def test_a_plan_that_nobody_searched_for_is_none_after_a_restart_either(
    monkeypatch: pytest.MonkeyPatch, note: str
) -> None:
    """The record says that the adjutant answered: the activation goes on as his, whoever remembers what."""
    remembers, desk, made = under_way(monkeypatch, note)
    fresh = general()
    assert pacing.tick_of(fresh, desk) == pacing.TICK
    tempers = list[Temper]()
    weigh = Adjutant.weigh
    monkeypatch.setattr(Adjutant, "weigh", lambda self, desk, how: tempers.append(how) or weigh(self, desk, how))
    usual = Adjutant(3).temper(desk, desk.seat)
    assert usual != planning.postures["storm"]
    assert fresh.pick(desk) == remembers.pick(desk) and tempers == [usual, usual] and len(made) == 1


@pytest.mark.parametrize("planned", ["", "an earlier one"])
def test_a_posture_that_the_record_does_not_say_was_chosen_is_not_taken_up(
    monkeypatch: pytest.MonkeyPatch, planned: str
) -> None:
    """A game of an earlier program, which searched otherwise or not at all, opened again in the middle of a turn: the
    first answer of a plan is often the usual one too."""
    _, desk, made = under_way(monkeypatch, planned=planned)
    fresh = general()
    assert not fresh.looks_back(desk) and pacing.tick_of(fresh, desk) == pacing.TICK
    assert fresh.pick(desk) == Adjutant(3).pick(desk) and len(made) == 1


def test_an_answer_in_the_middle_of_a_plan_says_nothing_of_a_planner(monkeypatch: pytest.MonkeyPatch) -> None:
    _, desk, made = under_way(monkeypatch)
    fresh = general()
    assert not fresh.noted(desk).planned and len(made) == 2


def test_the_time_of_a_search_runs_while_it_searches_and_not_while_others_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many search at a time as there are processes: whoever waits for one is not late."""
    game = begun()
    desk = staff.desk(game, asks(game.state)[0].seat)
    process = threading.Lock()

    def search(desk: staff.Desk) -> str:
        assert process.acquire(blocking=False), "two at a time in one process"
        time.sleep(0.02)
        process.release()
        return desk.text(0)

    monkeypatch.setattr(commanders, "processes", lambda: 1)

    async def all_of_them() -> list[Said]:
        table = commanders.Commanders()
        generals = [general() for _ in range(4)]
        for one in generals:
            one.choose = search  # type: ignore[method-assign]
        searches = [asyncio.ensure_future(table._thought(one, desk)) for one in generals]
        await asyncio.sleep(0)
        assert not table._places.locked(), "who waits for a process takes the place of others"
        found = await asyncio.gather(*searches)
        await table.close()
        return found

    assert asyncio.run(all_of_them()) == [Said(desk.text(0))] * 4


@pytest.mark.parametrize("ends", [True, False])
def test_who_is_late_has_his_process_until_he_has_ended(monkeypatch: pytest.MonkeyPatch, ends: bool) -> None:
    """Who comes after him is not late for that; one that never ends holds nobody up for good."""
    game = begun()
    desk = staff.desk(game, asks(game.state)[0].seat)
    process, go_on = threading.Lock(), threading.Event()

    def late(desk: staff.Desk) -> str:
        with process:
            go_on.wait(0.8 if ends else 10)
        return ""

    def quick(desk: staff.Desk) -> str:
        with process if ends else threading.Lock():
            return desk.text(0)

    monkeypatch.setattr(commanders, "processes", lambda: 1)

    async def both() -> Said:
        table = commanders.Commanders(0.3)
        first, second = general(), general()
        first.choose, second.choose = late, quick  # type: ignore[method-assign]
        with pytest.raises(TimeoutError):
            await table._thought(first, desk)
        assert table._searches.locked()
        found = await table._thought(second, desk)
        go_on.set()
        await table.close()
        return found

    assert asyncio.run(both()) == Said(desk.text(0))


class Asked:
    """What computers ask of a room."""

    id = "x"

    def __init__(self, game: Game) -> None:
        self.game = game
        self.standing = SimpleNamespace(pulse=self)
        self.given: list[tuple[str, str]] = []
        self.planned: list[str] = []

    async def tell(self, question: Callable[[Game], Any]) -> Any:
        return question(self.game)

    async def choose(self, seat: str, n: int, text: str, note: str, planned: str) -> bool:
        self.given.append((text, note))
        self.planned.append(planned)
        return True

    def now(self) -> float:
        return 1.0

    def later(self, seconds: float, deed: Callable[[], None]) -> Any:
        deed()
        return SimpleNamespace(cancel=lambda: None)


@pytest.mark.parametrize(
    ("fails", "patience", "note"),
    [
        (True, 5.0, commanders.FAILED_PLAN),
        (False, 0.1, commanders.LATE_PLAN),
    ],
)
def test_for_a_general_that_fails_or_is_late_the_adjutant_answers(fails: bool, patience: float, note: str) -> None:
    game = begun()
    seat = asks(game.state)[0].seat
    room, one, go_on = Asked(game), general(), threading.Event()

    def choose(desk: staff.Desk) -> str:
        if fails:
            raise ZeroDivisionError
        go_on.wait(10)
        return ""

    one.choose = choose  # type: ignore[method-assign]
    usual = Adjutant(3).choose(staff.desk(game, seat))

    async def asked() -> None:
        table = commanders.Commanders(patience)
        first = one.plainly if fails else lambda desk: usual
        for answer in (first, choose):  # the adjutant in its place; where he fails too, the rules
            one.plainly = answer  # type: ignore[method-assign]
            await table._answer(room, one, seat, len(game.entries), 1.0)  # type: ignore[arg-type]
        go_on.set()
        await table.close()

    asyncio.run(asked())
    assert room.given[0] == (usual, note)
    assert room.given[1][1] == note.replace("the adjutant's", "the usual")


def test_what_a_late_search_says_of_itself_is_not_said_of_the_next_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """It goes on in its thread, and ends as the next answer has been found."""
    game = begun()
    seat = asks(game.state)[0].seat
    room, one, go_on, ended = Asked(game), general(), threading.Event(), threading.Event()
    choose, answers = General.choose, [*range(2)]

    def chosen(general: General, desk: staff.Desk) -> str:
        first, text = answers.pop(0) == 0, choose(general, desk)
        go_on.set()
        (ended.set if first else lambda: ended.wait(10))()
        return text

    def think(root: Root, value: Value, key: bytes, budget: int) -> Found:
        late = len(answers) == 1
        if late:
            go_on.wait(10)
        return Found(root.usual, USUAL, note=thinking.DIED if late else "")

    monkeypatch.setattr(General, "choose", chosen)
    one.think = think

    async def asked() -> None:
        table = commanders.Commanders(0.1)
        await table._answer(room, one, seat, len(game.entries), 1.0)  # type: ignore[arg-type]
        table.patience = 30.0
        await table._answer(room, one, seat, len(game.entries), 1.0)  # type: ignore[arg-type]
        await table.close()

    asyncio.run(asked())
    assert ended.is_set() and [note for _, note in room.given] == [commanders.LATE_PLAN, ""]
    assert room.planned == ["", PLANNER], "the record does not say which of the two was found"
