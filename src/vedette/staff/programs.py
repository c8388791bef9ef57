"""A commander that is a program of its own, in any language: it reads lines of JSON and writes lines of JSON.

`pipe:node player.mjs` starts `node player.mjs` for a seat of one game; `pipe@5:node player.mjs` gives it five seconds a
decision. docs/lab.md tells what is said. Whatever the program does wrong is a `PlayerFault`, told in one line.
"""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Mapping
from queue import Empty, SimpleQueue
from typing import Any

import msgspec

from vedette.engine.decision import plain
from vedette.engine.events import EngineError, IllegalAction
from vedette.engine.game import Game
from vedette.staff.desk import Desk

PROTOCOL = 1
BUDGET = 30.0
"""Seconds that a program has for a decision, its requests included."""
PATIENCE = 0.5
"""Seconds that it has to end once its game is over."""
LONGEST = 1 << 20
"""Bytes of a line that is listened to."""
QUOTED = 80
"""Letters of an answer that a fault quotes."""
WORD = "pipe"


class PlayerFault(RuntimeError):
    """What a commander did wrong, in one line: it has lost its game."""


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the program: an answer, or one of the four questions that it may ask while it thinks."""

    answer: str | None = None
    odds: tuple[str, ...] | None = None
    assume: dict[str, str] = {}
    reach: str | None = None
    imagine: int | None = None
    play: tuple[str, ...] = ()
    """With `imagine`: what is played in the imagined game, one answer after the other, by whoever is asked."""
    ending: bool = False
    """What `done` or `pass` would end."""


def command_of(name: str) -> tuple[list[str], float] | None:
    """The command and the budget that a commander's name tells; None where it names no program.

    Raises:
        ValueError: it is no command that can be started.
    """
    head, colon, command = name.partition(":")
    word, at, seconds = head.partition("@")
    if word != WORD or not colon:
        return None
    try:
        budget = float(seconds) if at else BUDGET
        words = shlex.split(command)
    except ValueError:
        raise ValueError(f"{name}: write pipe:COMMAND, or pipe@SECONDS:COMMAND") from None
    if not words or not 0 < budget <= 3600:
        raise ValueError(f"{name}: write pipe:COMMAND, or pipe@SECONDS:COMMAND, such as pipe@5:node player.mjs")
    if shutil.which(words[0]) is None:
        raise ValueError(f"{name}: there is no program {words[0]!r}; check its name")
    return words, budget


class Program:
    """The commander. Its program is started at the first decision, and ended by `close`."""

    blind = False

    def __init__(self, name: str, words: list[str], budget: float, seed: int = 0) -> None:
        self.name = name
        self.words = words
        self.budget = budget
        self.seed = seed
        self.talk: _Talk | None = None

    def pick(self, desk: Desk) -> int:
        """The place in the list of the answer that it gives."""
        decision = desk.decision
        if self.talk is None:
            self.talk = _Talk(self.words)
            battle = {"id": desk.battle.id, "title": desk.battle.title, "rulebook": desk.battle.rulebook}
            begun = {"battle": battle, "seat": desk.seat, "seed": self.seed, "budget": self.budget}
            self.talk.say({"type": "begin", "protocol": PROTOCOL, **begun})
        self.talk.say({"type": "decide", "view": desk.view, "decision": decision, "budget": self.budget})
        texts = [row["text"] for row in decision["actions"]]
        end = time.monotonic() + self.budget
        try:
            while True:
                request = self._heard(end)
                if request.answer is None:
                    self.talk.say(_answered(desk, request))
                elif request.answer in texts:
                    return texts.index(request.answer)
                else:
                    raise PlayerFault(f"answered {_quoted(request.answer)}, which is not offered")
        except PlayerFault:
            self.close()
            raise

    def choose(self, desk: Desk) -> str:
        """The text of the answer that it gives."""
        return desk.text(self.pick(desk))

    def _heard(self, end: float) -> Request:
        """The next line of the program."""
        assert self.talk is not None
        line = self.talk.hear(end - time.monotonic())
        if line is None:
            raise PlayerFault(f"said nothing for {self.budget:g} seconds")
        if not line:
            raise PlayerFault(self.talk.last_words())
        try:
            request = msgspec.json.decode(line, type=Request)
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise PlayerFault(f"said {_quoted(line.decode(errors='replace'))}, which is no answer") from None
        if request == Request():
            raise PlayerFault(f"said {_quoted(line.decode(errors='replace'))}, which asks and answers nothing")
        return request

    def close(self) -> None:
        """The game is over."""
        if self.talk is not None:
            self.talk.close()
            self.talk = None

    def __del__(self) -> None:
        self.close()


def _quoted(text: str) -> str:
    words = " ".join(text.split())
    return repr(words if len(words) <= QUOTED else f"{words[:QUOTED]}...")


def _answered(desk: Desk, request: Request) -> dict[str, Any]:
    """What a question of the program comes to; a wrong one is refused, and it may ask another."""
    asked: Mapping[str, tuple[bool, Callable[[], dict[str, Any]]]] = {
        "odds": (request.odds is not None, lambda: desk.odds(*(request.odds or ()), assume=request.assume).plain()),
        "reach": (request.reach is not None, lambda: dict(desk.reach(request.reach or ""))),
        "imagine": (request.imagine is not None, lambda: _imagined(desk.imagine(request.imagine or 0), request.play)),
        "ending": (request.ending, lambda: {"words": desk.ending}),
    }
    name, found = next((name, found) for name, (is_asked, found) in asked.items() if is_asked)
    try:
        return {"type": name, name: found()}
    except (EngineError, IllegalAction, LookupError, ValueError) as error:
        return {"type": "refused", "text": " ".join(str(error).split())}


def _imagined(game: Game, texts: tuple[str, ...]) -> dict[str, Any]:
    """A game that the seat could be in, some answers later: nothing of it is hidden."""
    for text in texts:
        game.play(text)
    decision, outcome = game.decision, game.outcome
    return {
        "view": game.view(""),
        "decision": plain(decision, proposing=False) if decision is not None else None,
        "outcome": msgspec.to_builtins(outcome) if outcome is not None else None,
        "ahead": game.rulebook.ahead(game.state),
    }


class _Talk:
    """A running program. Lines go through threads, so that one that neither reads nor writes can be given up."""

    def __init__(self, words: list[str]) -> None:
        self.said = tempfile.TemporaryFile()  # noqa: SIM115 (closed by `close`)
        """What it writes on stderr."""
        try:
            self.process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.said, start_new_session=True
            )
        except OSError as error:
            self.said.close()
            raise PlayerFault(f"cannot be started: {error.strerror or error}") from None
        self.lines: SimpleQueue[bytes] = SimpleQueue()
        self.sent: SimpleQueue[bytes | None] = SimpleQueue()
        for work in (self._read, self._write):
            threading.Thread(target=work, daemon=True).start()

    def say(self, message: Mapping[str, Any]) -> None:
        """Send a line."""
        self.sent.put(msgspec.json.encode(message) + b"\n")

    def hear(self, seconds: float) -> bytes | None:
        """The next line; empty where the program has ended, None where the time is over."""
        try:
            return self.lines.get(timeout=max(0.0, seconds))
        except Empty:
            return None

    def _read(self) -> None:
        assert self.process.stdout is not None
        with contextlib.suppress(ValueError, OSError):  # it was closed meanwhile
            while line := self.process.stdout.readline(LONGEST):
                if line.strip():
                    self.lines.put(line)
        self.lines.put(b"")
        with contextlib.suppress(OSError):
            self.process.stdout.close()

    def _write(self) -> None:
        assert self.process.stdin is not None
        with contextlib.suppress(ValueError, OSError):  # it has ended, which the reader tells
            while (line := self.sent.get()) is not None:
                self.process.stdin.write(line)
                self.process.stdin.flush()
            self.process.stdin.close()

    def last_words(self) -> str:
        """How it ended: its status, and the last line that it wrote on stderr."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(2)
        status = self.process.poll()
        self.said.seek(0)
        lines = [line.strip() for line in self.said.read().decode(errors="replace").splitlines() if line.strip()]
        how = "closed its output" if status is None else f"ended with status {status}"
        return how + (f": {_quoted(lines[-1])}" if lines else "")

    def close(self) -> None:
        """Tell it by the end of its input that the game is over; one that stays is killed, with what it has begun."""
        self.sent.put(None)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(PATIENCE)
        if hasattr(os, "killpg"):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
        else:
            self.process.kill()
        self.process.wait()
        self.said.close()
