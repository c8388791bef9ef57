"""Beats, what people are told, and the answers of computers: each once, whoever of three workers is at it and which of
them is killed when. `tools/schedules.py` plays as many schedules as there is time for."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from tests.engine import toy
from tests.table.postgres import Cluster
from tests.table.schedules import Call, OneOf, Process, World, made_up
from tests.table.tables import seated
from vedette.engine.archive import verify
from vedette.engine.game import Game
from vedette.table import channels
from vedette.table.channels import Channels
from vedette.table.clocks import DAY, Time
from vedette.table.couriers import Letter
from vedette.table.messages import Act
from vedette.table.postman import Postman, Times
from vedette.table.room import Room
from vedette.table.rooms import Rooms
from vedette.table.schema import outbox
from vedette.table.store import Grant
from vedette.table.work import Work

FIRST, LEASE = 3.0, 12.0
"""Seconds before somebody is told, and for which a server may be at it."""
ANSWERS = 3
"""Of the people of the second game."""
SOON, PATIENCE = 120.0, 600.0
"""Seconds within which a letter that waits is tried again, and for which people wait for it: what is not told by then
is lost."""
MOST = 60_000
"""Steps of a schedule."""
SELDOM = 20
"""Steps after which the database is asked whether all is over: at each it would be half of all that it is asked."""
GAMES = 12
"""Different games; every schedule plays one of them."""


class Looker:
    """Somebody who has a game open."""

    hidden = False

    def __init__(self, grant: Grant) -> None:
        self.grant = grant

    def changed(self) -> None:
        """He sees it."""

    def gone(self) -> None:
        """He sees that it is there no longer."""

    def aside(self) -> None:
        """He is shown what is his alone."""

    def unheard(self, on: bool) -> None:
        """He is told that others are not heard."""


class Ear:
    """A courier that keeps count."""

    confirms = False

    def __init__(self) -> None:
        self.heard: Counter[str] = Counter()

    def bring(self, target: str, letter: Letter) -> None:
        self.heard[letter.about["id"]] += 1


class Schedule:
    """A server, three workers and two games; in the first a computer, a person and the beat answer, in the second
    people who do not look are told that they are asked, and then answer."""

    def __init__(self, at: str, seed: int, game: int, workers: int = 3) -> None:
        self.world = World(seed)
        self.seed, self.number, self.many = seed, game, workers
        self.at = at
        self.ear = Ear()
        self.stores: list[OneOf] = []
        self.ids = 0
        self.games: list[str] = []
        self.killed = self.answered = False

    def store(self, name: str) -> OneOf:
        found = OneOf(self.at)
        found.name = name
        self.stores.append(found)
        return found

    def process(self, name: str, rooms: Rooms) -> Process:
        found = self.world.processes[name] = Process(self.world, name, rooms)
        return found

    async def run(self) -> list[str]:
        """Until both games are where they are to be; the record of the first."""
        try:
            return await self._run()
        finally:
            await self.world.end()
            for game in self.games:  # the next schedule may be at the same database, and its time begins anew
                self.stores[0].remove(game)
            for store in self.stores:
                store.leave()
                store._engine.dispose()

    async def _run(self) -> list[str]:
        world = self.world
        store = self.store("server")
        random.seed(f"{self.seed} {self.many}")  # of the names of the games
        at_once = {"unit": [{"id": "Blue", "hex": "0101"}, {"id": "Gray", "hex": "0102"}]}
        fights = toy.TOY.new_game(seed=self.number, position=at_once, options={"turns": 3}, digests=True)
        first = seated(store, fights, union="random", setup={"orders": True, "beat": 1.0})
        second = seated(store, toy.TOY.new_game(seed=self.number, digests=True), setup={"time": Time("days", DAY / 2)})
        self.games = [first["game"], second["game"]]
        for seat in ("union", "confederate"):
            Channels(store).put(second["game"], seat, "ear", "here", "UTC", True)
        server = self.process("server", Rooms(store, toy.load, lambda spoilt: []))
        works = []
        for n in range(self.many):
            name = f"work-{self.seed}-{n}"
            work = Work(self.store(name), toy.load)
            works.append((self.process(name, work.rooms), work))
        for one in world.processes.values():
            one.rooms.told_after = FIRST
            postman = Postman(one.rooms, {"ear": self.ear}, "", Times())  # type: ignore[dict-item]
            one.begin(self._round(postman))
        for one, work in works:
            one.begin(self._looking(work))
        server.begin(self._sit(server, first, keep=True))
        server.begin(self._sit(server, second, keep=False))
        server.begin(self._person(server, first))
        server.begin(self._slowly(server, second))
        dies = world.rng.randrange(1_000)
        for step in range(MOST):
            await world.settle()
            if step >= dies and not self.killed and works:
                self.killed = True
                world.kill(world.rng.choice(works)[0].name)
            if self.answered and step % SELDOM == 0 and (record := self._over(store, first)):
                return record
            world.step()
        raise AssertionError(f"seed {self.seed}: not over after {MOST} steps")

    def _over(self, store: OneOf, made: dict[str, Any]) -> list[str]:
        """The lines of a game that is over."""
        if not store.is_over(made["game"]):
            return []
        found = store.game(made["game"])
        assert found is not None
        return [found.header, *found.entries]

    async def _pause(self, seconds: float) -> None:
        passed = asyncio.Event()
        self.world.later(seconds, passed.set)
        await passed.wait()

    async def _round(self, postman: Postman) -> None:
        """A postman's round."""
        while True:
            await self._pause(2.0)
            for one in await asyncio.to_thread(postman.channels.due, await postman.rooms.time()):
                await postman._bring(one)

    async def _looking(self, work: Work) -> None:
        while True:
            await work._look()
            await self._pause(1.0)

    async def _sit(self, server: Process, made: dict[str, Any], *, keep: bool) -> None:
        """Both people open the game; those of the second go again."""
        room = await server.rooms.room(made["game"])
        lookers = [Looker(Grant(f"{made['game']}-{seat}", made["game"], (seat,))) for seat in room.setup.people]
        for looker in lookers:
            room.watchers.add(looker)
            room.met()
            async with room.lock:
                await room.carrier.joined(looker)
        if not keep:
            room.watchers.clear()
            room.met()

    async def _slowly(self, server: Process, made: dict[str, Any]) -> None:
        """The people of the second game answer when both were told, however long that takes where one was killed at it:
        who answers sooner is told no more."""
        store = self.stores[0]
        for _ in range(ANSWERS):
            room = await server.rooms.room(made["game"])
            await self._act(room, made, room.game.decisions[0], "done")
            until = self.world.time + PATIENCE
            while self._waits(store, made["game"]) and self.world.time < until:
                await self._pause(1.0)
        self.answered = True

    def _waits(self, store: OneOf, game: str) -> bool:
        """Whether there is something that is still to be told."""
        soon = (outbox.c.game == game, ~outbox.c.sent, outbox.c.due < self.world.time + SOON)
        with store.reading() as db:
            return db.execute(select(outbox.c.n).where(*soon)).first() is not None

    async def _person(self, server: Process, first: dict[str, Any]) -> None:
        """He answers what he is asked, but for windows: those are the beat's."""
        while True:
            await self._pause(1.0)
            room = await server.rooms.room(first["game"])
            for decision in room.game.decisions:
                if decision.seat == "confederate" and decision.kind != "window":
                    await self._act(room, first, decision)

    async def _act(self, room: Room, made: dict[str, Any], decision: Any, likes: str = "") -> None:
        texts = [action.text for action in decision.actions if action.text == likes] or [
            action.text for action in decision.actions
        ]
        text = random.Random(f"{self.number} {decision.number} {decision.seat}").choice(texts)
        self.ids += 1
        grant = Grant(f"{made['game']}-{decision.seat}", made["game"], (decision.seat,))
        act = Act(made["game"], decision.number, text, f"act{self.ids}", decision.seat)
        await room.act(grant, act, lambda reply: None)


def told(schedule: Schedule) -> Counter[str]:
    """How often each thing was told, by entry, seat and what it was."""
    return Counter({id.partition("-")[2]: many for id, many in schedule.ear.heard.items()})


def played_once(schedule: Schedule, lines: list[str]) -> list[tuple[str, str]]:
    """Who answered what in the first game; its record holds."""
    record = "\n".join(lines) + "\n"
    assert verify(Game.from_record(record, load=toy.load).record(), toy.load).ok, schedule.seed
    rows = [json.loads(line) for line in lines[1:]]
    assert [row["n"] for row in rows] == list(range(1, len(rows) + 1))
    return [(row["seat"], row["do"]) for row in rows]


def compared(at: Callable[[], str], begin: Callable[[World], None], seeds: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Each schedule comes to what a server alone comes to; how many letters came twice, and how many were killed."""
    alone: dict[int, tuple[list[tuple[str, str]], set[str]]] = {}
    for seed in seeds:
        number = seed % GAMES
        if number not in alone:
            schedule = Schedule(at(), seed, number, workers=0)
            begin(schedule.world)
            done = played_once(schedule, asyncio.run(schedule.run()))
            assert set(told(schedule).values()) == {1}, told(schedule)
            alone[number] = done, set(told(schedule))
        schedule = Schedule(at(), seed, number)
        begin(schedule.world)
        done, heard = played_once(schedule, asyncio.run(schedule.run())), told(schedule)
        assert (done, set(heard)) == alone[number], seed
        # Only who is killed in the moment in which a letter has been brought lets it be brought again, by its name.
        many = sum(heard.values()) - len(heard)
        assert many <= schedule.killed, (seed, heard)
        yield many, schedule.killed


def same_as_alone(at: Callable[[], str], begin: Callable[[World], None], seeds: range) -> None:
    """All of them; in most a worker was killed, and seldom in the one moment that lets a letter come twice."""
    rows = list(compared(at, begin, seeds))
    twice, killed = (sum(column) for column in zip(*rows, strict=True))
    assert killed >= len(seeds) // 2 and twice <= killed // 4


@pytest.mark.slow
def test_what_is_due_is_done_once_by_three_workers_of_which_one_is_killed(
    postgres: Cluster, monkeypatch: pytest.MonkeyPatch, count: Callable[[int], int]
) -> None:
    monkeypatch.setattr(channels, "LEASE", LEASE)
    at = postgres.database()
    same_as_alone(lambda: at, made_up(monkeypatch), range(count(150)))


def test_a_schedule_runs_the_same_again(postgres: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """However fast the machine is: what is wrong with a seed once is wrong with it every time."""
    monkeypatch.setattr(channels, "LEASE", LEASE)
    begin, runs = made_up(monkeypatch), []
    for slow in (0.0, 0.001):
        schedule = Schedule(postgres.database(), 5, 5)
        begin(schedule.world)
        monkeypatch.setattr(Call, "do", lambda self, do=Call.do, slow=slow: (time.sleep(slow), do(self)))
        record = asyncio.run(schedule.run())
        runs.append((record, told(schedule), schedule.world.done))
    assert runs[0] == runs[1]


def test_runs_of_schedules_are_kept_and_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A line a run, by kind of database, one that was stopped by hand too; a schedule that is wrong ends it and is the
    next one."""
    monkeypatch.syspath_prepend(Path(__file__).parents[2] / "tools")
    tool: Any = import_module("schedules")
    kept, wrong, stopped = tmp_path / "schedules.jsonl", {7}, {12}

    def compared(at: Any, begin: Any, seeds: Iterable[int]) -> Iterator[tuple[int, int]]:
        for seed in seeds:
            assert seed not in wrong, seed
            if seed in stopped:
                raise KeyboardInterrupt
            yield 0, 1

    monkeypatch.setattr(tool.tested, "compared", compared)
    assert tool.played(kept, 5, 1.0, "sqlite", str) and not tool.played(kept, 10, 1.0, "sqlite", str)
    assert tool.following(kept, "sqlite") == 7 and tool.following(kept, "postgresql") == 0
    wrong.clear()
    assert tool.played(kept, 10, 1.0, "sqlite", str)
    rows = [json.loads(line) for line in kept.read_text(encoding="utf-8").splitlines()]
    assert [(row["first"], row["schedules"], row["killed"]) for row in rows] == [(0, 5, 5), (5, 2, 2), (7, 3, 3)]
    with pytest.raises(KeyboardInterrupt):
        tool.played(kept, 20, 1.0, "sqlite", str)
    assert tool.following(kept, "sqlite") == 12
    assert "schedule 7 is wrong" in capsys.readouterr().out
