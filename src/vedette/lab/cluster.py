"""The games of a plan on a Dask cluster: `--on dask://HOST:PORT`, with the extra `vedette[dask]`.

Whoever takes part shakes hands first: program, battle and rules by the digest of the work, and a canary game to its
digest. A result is stored as it comes, since a cluster computes again what a dying worker had; and one game in a
hundred is played by two workers and compared.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from importlib.metadata import version
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

import msgspec

from vedette.lab.games import Plan, Played, play_one
from vedette.lab.work import WorkError, digest_of_plan, known_part, write_part

SCHEME = "dask://"
TWICE = 100
"""Of so many games one is played by two workers."""
AHEAD = 4
"""Parts that are begun for each worker before the first of them is there."""
TRIES = 3
"""Times that games are handed out whose workers die."""
TICK = 1.0
"""Seconds after which it is looked who is still there."""
CONNECT = 30.0
"""Seconds within which a scheduler must answer."""
PATIENCE = 30.0
"""Seconds for which a cluster without workers is waited for."""
ALONE = threading.Lock()
"""A worker with several threads plays one game at a time: what is compiled of a battle is shared by a process."""

Part = tuple[int, int]


class Hello(msgspec.Struct, frozen=True):
    """What a worker says of itself."""

    program: str
    work: str
    canary: str


class Done(msgspec.Struct, frozen=True):
    """The games of a part, and who has played them."""

    worker: str
    played: list[Played]


def hello(plan: Plan, program: str) -> Hello:
    """The hand-shake, said by client and worker alike; one with another program than the client's says no more."""
    if version("vedette") != program:
        return Hello(version("vedette"), "", "")
    seats = dict.fromkeys(plan.seats, "random")
    canary = msgspec.structs.replace(plan, seats=seats, records=None, luck=False, figures=False)
    with ALONE:
        return Hello(program, digest_of_plan(plan, plan.load()), play_one(canary, 0).digest)


def play_there(plan: Plan, work: str, first: int, last: int) -> Done:
    """The games of a part, on a worker."""
    from distributed import get_worker

    with ALONE:
        if digest_of_plan(plan, plan.load()) != work:
            raise WorkError("its program, battle or rules have changed since it shook hands")
        return Done(get_worker().address, [play_one(plan, game) for game in range(first, last)])


class Cluster:
    """An engine: see `work.Engine`."""

    def __init__(self, address: str) -> None:
        place = address.removeprefix(SCHEME)
        host, _, port = place.rpartition(":")
        if not (address.startswith(SCHEME) and host and port.isdecimal()):
            raise WorkError(f"--on {address}: is no address; write dask://HOST:PORT, such as dask://10.0.0.7:8786")
        try:
            from distributed import Client
        except ImportError:
            raise WorkError(f"--on {address}: needs Dask: pip install vedette[dask]") from None
        try:
            self.client = Client(f"tcp://{place}", timeout=CONNECT, set_as_default=False)
        except (OSError, TimeoutError):
            raise WorkError(f"--on {address}: nobody answers there; is `dask scheduler` running?") from None
        self.strangers: dict[str, str] = {}
        """Workers that may not take part, and why."""
        self.compared = 0
        """Games that two workers have played alike."""

    def close(self) -> None:
        """Leave the cluster; its workers stay."""
        self.client.close()

    def play(self, plan: Plan, work: str, parts: list[Part], folder: Path | None) -> Iterator[list[Played]]:
        """The games of some parts, in their order."""
        yield from _Course(self, plan, work, parts, folder).run()

    def workers(self) -> set[str]:
        """Who is there now."""
        return set(self.client.scheduler_info(n_workers=-1)["workers"])


class _Course:
    """One plan on its way through a cluster."""

    def __init__(self, cluster: Cluster, plan: Plan, work: str, parts: list[Part], folder: Path | None) -> None:
        self.cluster, self.client = cluster, cluster.client
        self.plan, self.work, self.parts, self.folder = plan, work, parts, folder
        self.mine = hello(plan, version("vedette"))
        self.friends: set[str] = set()
        self.strangers: set[str] = set()
        """Of this plan, who may not play."""
        self.found: dict[int, list[Played]] = {}
        """What has come, by the place of its part."""
        self.under: dict[Any, tuple[int, set[str]]] = {}
        """Futures of parts: the part's place, who may play it."""
        self.second: dict[Any, tuple[int, Done, Played, set[str]]] = {}
        """Futures of games that are played once more: the part's place, its result, the game, who may play it."""
        self.lost: list[int] = []
        """Parts that are to be handed out once more."""
        self.news: SimpleQueue[Any] = SimpleQueue()
        """Futures that are done, for whoever waits."""
        self.tries: Counter[Part] = Counter()
        """How often games were lost with their worker."""
        self.begun = 0
        self.empty_since: float | None = None
        self.next_look = 0.0

    def run(self) -> Iterator[list[Played]]:
        """The parts in their order, as they come."""
        self._greet()
        try:
            for place in range(len(self.parts)):
                while place not in self.found:
                    self._begin(place)
                    self._look()
                yield self.found.pop(place)
        finally:
            self.client.cancel([*self.under, *self.second], force=True)

    def _begin(self, place: int) -> None:
        """Hand out parts, as many as the workers need; what is there already is read."""
        while self.lost and self.friends:
            self._hand_out(self.lost.pop())
        while self.begun < len(self.parts) and self.begun < place + AHEAD * max(1, len(self.friends)):
            first, last = self.parts[self.begun]
            known = known_part(self.folder, self.work, first, last)
            if known is not None:
                self.found[self.begun] = known
            elif self.friends:
                self._hand_out(self.begun)
            else:
                return
            self.begun += 1

    def _hand_out(self, place: int) -> None:
        """Give a part to whoever is there; the cluster gives it to another of them if one goes."""
        who = set(self.friends)
        self.under[self._submit(*self.parts[place], who)] = (place, who)

    def _submit(self, first: int, last: int, who: set[str], priority: int = 0) -> Any:
        future = self.client.submit(
            play_there, self.plan, self.work, first, last, workers=sorted(who), pure=False, priority=priority
        )
        future.add_done_callback(self.news.put)
        return future

    def _look(self) -> None:
        """Wait for whatever comes next, and see who is there."""
        if self.under or self.second or not self.found:
            with contextlib.suppress(Empty):
                self.news.get(timeout=TICK)
        for future in [f for f in self.under if f.done()]:
            self._came(self.under.pop(future)[0], future)
        for future in [f for f in self.second if f.done()]:
            self._compared(*self.second.pop(future)[:3], future)
        self._greet()

    def _came(self, place: int, future: Any) -> None:
        """The games of a part: stored at once, or when one of them has been played once more."""
        done = self._result(future, self.parts[place])
        if done is None:
            self.lost.append(place)
            return
        again = next((p for p in done.played if p.game % TWICE == 0), None)
        others = self.friends - {done.worker}
        if again is not None and others:
            self.second[self._submit(again.game, again.game + 1, others, 1)] = (place, done, again, others)
        else:
            self._keep(place, done.played)

    def _compared(self, place: int, done: Done, once: Played, future: Any) -> None:
        other = self._result(future, (once.game, once.game + 1))
        others = self.friends - {done.worker}
        if other is None and others:
            self.second[self._submit(once.game, once.game + 1, others, 1)] = (place, done, once, others)
            return
        if other is not None:
            if other.played[0].digest != once.digest:
                raise WorkError(
                    f"game {once.game} ends in two ways, on {done.worker} and on {other.worker}: they differ"
                )
            self.cluster.compared += 1
        self._keep(place, done.played)

    def _keep(self, place: int, played: list[Played]) -> None:
        if self.folder is not None:
            write_part(self.folder, self.work, self.plan, *self.parts[place], played)
        self.found[place] = played

    def _result(self, future: Any, part: Part) -> Done | None:
        """What a future brings; None where its workers went and it is to be played elsewhere."""
        from distributed import CancelledError
        from distributed.scheduler import KilledWorker

        try:
            found = future.result()
        except (KilledWorker, CancelledError):
            self.tries[part] += 1
            if self.tries[part] >= TRIES:
                raise WorkError(f"games {part[0]} to {part[1] - 1}: {TRIES} times their workers died of them") from None
            return None
        except WorkError as error:
            raise WorkError(f"games {part[0]} to {part[1] - 1}: {error}") from None
        except Exception as error:
            raise WorkError(f"games {part[0]} to {part[1] - 1}: {type(error).__name__}: {error}") from None
        assert isinstance(found, Done)
        return found

    def _greet(self) -> None:
        """Shake hands with whoever is new, and give up those who are gone; once a tick, since it asks the scheduler."""
        if time.monotonic() < self.next_look:
            return
        self.next_look = time.monotonic() + TICK
        there = self.cluster.workers()
        if new := there - self.friends - self.strangers:
            said = self.client.run(hello, self.plan, self.mine.program, workers=sorted(new), on_error="return")
            self._sort(said)
        gone = self.friends - there
        self.friends -= gone
        if gone:
            self._move()
        if self.friends:
            self.empty_since = None
            return
        self.empty_since = self.empty_since or time.monotonic()
        if self.strangers and not there - self.strangers:
            raise WorkError("; ".join(f"{who}: {why}" for who, why in sorted(self.cluster.strangers.items())))
        if time.monotonic() - self.empty_since > PATIENCE:
            raise WorkError(
                f"no worker is there; `dask worker {self.client.scheduler.address} --nthreads 1` begins one"
            )

    def _sort(self, said: Mapping[str, Any]) -> None:
        """Friends, and strangers with what is strange about them."""
        for who, one in said.items():
            why = _strange(one, self.mine)
            if why:
                self.strangers.add(who)
                self.cluster.strangers[who] = why
            else:
                self.friends.add(who)

    def _move(self) -> None:
        """Games that only those might play who are gone are given to others, or not played twice."""
        for future, (place, done, once, who) in list(self.second.items()):
            if who & self.friends or future.done():
                continue
            del self.second[future]
            self.client.cancel([future], force=True)
            others = self.friends - {done.worker}
            if others:
                self.second[self._submit(once.game, once.game + 1, others, 1)] = (place, done, once, others)
            else:
                self._keep(place, done.played)
        for future, (place, who) in list(self.under.items()):
            if not who & self.friends and not future.done():
                del self.under[future]
                self.client.cancel([future], force=True)
                self.lost.append(place)


def _strange(said: Any, mine: Hello) -> str:
    """What is strange about a worker; nothing where it may play."""
    if not isinstance(said, Hello):
        return f"cannot play: {type(said).__name__}: {said}"
    if said.program != mine.program:
        return f"has vedette {said.program}, not {mine.program}"
    if said.work != mine.work:
        return "has another battle or other rules"
    return "" if said.canary == mine.canary else "plays the canary game to another end"
