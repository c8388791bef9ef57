"""The contract of work: game i depends on the plan and on i alone, so that any machine may play it.

Work is the digest of a plan and a range of game numbers. What was played stands in part files, each named by both and
written whole; a part that is there is not played again, nor is a game of one that was begun. All parts together give
one digest of all digests, the same whatever the number of processes, shares or machines.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple, Protocol

import msgspec

from vedette.engine import Battle
from vedette.engine.rulebook import rulebook_of
from vedette.lab.games import Plan, Played, play_one

from .orphans import end_with_parent

PART = 10
"""Games of a part file: an even number, so that no pair of a match is torn."""
FORM = 1
"""The form of part files."""


class WorkError(ValueError):
    """What is wrong with part files, in one line."""


class Head(msgspec.Struct, frozen=True):
    """The first line of a part file."""

    vedette_part: int
    work: str
    """The digest of the plan."""
    plan: Plan
    first: int
    last: int
    """The first game that is no longer in it."""


class Tail(msgspec.Struct, frozen=True):
    """The last line: without it the file was cut off."""

    end: str
    """A digest of all lines before it."""


class Share(NamedTuple):
    """One of several equal parts of the work."""

    number: int = 1
    of: int = 1


def digest_of_plan(plan: Plan, battle: Battle) -> str:
    """Whatever a game's course depends on beside its number: pack, rules, program, commanders, options, seed."""
    book = rulebook_of(battle)
    said = {
        "form": FORM,
        "program": version("vedette"),
        "battle": battle.id,
        "pack": battle.hash,
        "rules": [book.name, battle.profile, book.version],
        "options": dict(book.options(battle, plan.options)),
        "seats": plan.seats,
        "seed": plan.seed,
        "swapped": plan.swapped,
        "figures": plan.figures,
        "luck": plan.luck,
    }
    return blake2b(msgspec.json.encode(said, order="deterministic"), digest_size=8).hexdigest()


def digest_of_games(played: Iterable[Played]) -> str:
    """One digest of the digests of games, in the order of their numbers."""
    total = blake2b(digest_size=16)
    for p in sorted(played, key=lambda p: p.game):
        total.update(f"{p.game} {p.digest}\n".encode())
    return total.hexdigest()


ALL = Share()


def ranges(games: int, share: Share = ALL) -> list[tuple[int, int]]:
    """The parts of a share: of three shares the second has the second part, the fifth, the eighth ..."""
    firsts = range((share.number - 1) * PART, games, share.of * PART)
    return [(first, min(first + PART, games)) for first in firsts]


def file_of(folder: Path, work: str, first: int, last: int) -> Path:
    """Where a part is kept."""
    return folder / f"{work}-{first:07d}-{last:07d}.jsonl"


def write_part(folder: Path, work: str, plan: Plan, first: int, last: int, played: list[Played]) -> Path:
    """Write a part: whole, then under its name."""
    lines = [Head(FORM, work, plan, first, last), *played]
    body = b"".join(msgspec.json.encode(line) + b"\n" for line in lines)
    tail = msgspec.json.encode(Tail(_sum(body))) + b"\n"
    folder.mkdir(parents=True, exist_ok=True)
    file = file_of(folder, work, first, last)
    whole = file.with_suffix(f".{os.getpid()}.tmp")
    whole.write_bytes(body + tail)
    whole.replace(file)
    return file


def read_part(file: Path) -> tuple[Head, list[Played]]:
    """A part as it was written.

    Raises:
        WorkError: where it was cut off or changed, or is none.
    """
    data = file.read_bytes()
    body, _, tail = data.removesuffix(b"\n").rpartition(b"\n")
    try:
        if msgspec.json.decode(tail, type=Tail).end != _sum(body + b"\n"):
            raise WorkError(f"{file}: was changed after it was written; delete it and play its games again")
        first, *lines = body.split(b"\n")
        return msgspec.json.decode(first, type=Head), [msgspec.json.decode(line, type=Played) for line in lines]
    except msgspec.DecodeError:
        raise WorkError(f"{file}: is cut off, or no part file; delete it and play its games again") from None


def _sum(body: bytes) -> str:
    return blake2b(body, digest_size=8).hexdigest()


def known_part(folder: Path | None, work: str, first: int, last: int) -> list[Played] | None:
    """The games of a part that is there and whole."""
    if folder is None or not (file := file_of(folder, work, first, last)).is_file():
        return None
    try:
        head, played = read_part(file)
    except WorkError:
        return None  # it is played again, and written over
    return played if head.work == work else None


def play_part(plan: Plan, work: str, folder: Path | None, first: int, last: int) -> list[Played]:
    """Play the games of a part, and keep them: each as it comes, so that whoever is stopped loses the one under way."""
    if folder is None:
        return [play_one(plan, game) for game in range(first, last)]
    begun = file_of(folder, work, first, last).with_suffix(".begun")
    folder.mkdir(parents=True, exist_ok=True)
    played = _begun(begun, first)
    kept = b"".join(msgspec.json.encode(one) + b"\n" for one in played)
    if begun.is_file() and begun.read_bytes() != kept:  # by a replacement: who is killed here loses nothing
        whole = begun.with_suffix(f".{os.getpid()}.tmp")
        whole.write_bytes(kept)
        whole.replace(begun)
    for game in range(first + len(played), last):
        played.append(play_one(plan, game))
        with begun.open("ab") as out:
            out.write(msgspec.json.encode(played[-1]) + b"\n")
    write_part(folder, work, plan, first, last, played)
    begun.unlink(missing_ok=True)
    return played


def _begun(file: Path, first: int) -> list[Played]:
    """The games of a part that was stopped, as far as they are whole and follow on each other."""
    found: list[Played] = []
    for line in file.read_bytes().split(b"\n")[:-1] if file.is_file() else ():
        try:
            one = msgspec.json.decode(line, type=Played)
        except msgspec.DecodeError:
            break
        if one.game != first + len(found):
            break
        found.append(one)
    return found


class Engine(Protocol):
    """Who plays parts: processes here, a cluster, or what a test puts in their place."""

    def play(self, plan: Plan, work: str, parts: list[tuple[int, int]], folder: Path | None) -> Iterator[list[Played]]:
        """The games of some parts, in their order; what is in the folder already is read, what is new is kept there.

        Who stops asking stops the work.
        """
        ...


class Processes:
    """Processes of this machine; of what lies ahead no more is begun than they need."""

    def __init__(self, jobs: int = 1) -> None:
        self.jobs = jobs

    def play(self, plan: Plan, work: str, parts: list[tuple[int, int]], folder: Path | None) -> Iterator[list[Played]]:
        """The games of some parts, in their order."""
        if self.jobs <= 1:
            for first, last in parts:
                yield known_part(folder, work, first, last) or play_part(plan, work, folder, first, last)
            return
        # Spawned, not forked: a child starts from the same state everywhere, and no thread of ours is copied.
        with ProcessPoolExecutor(self.jobs, multiprocessing.get_context("spawn"), end_with_parent) as pool:
            ahead: list[list[Played] | Future[list[Played]]] = []
            begun = 0
            try:
                for _ in parts:
                    while begun < len(parts) and len(ahead) < 2 * self.jobs:
                        first, last = parts[begun]
                        known = known_part(folder, work, first, last)
                        ahead.append(known or pool.submit(play_part, plan, work, folder, first, last))
                        begun += 1
                    one = ahead.pop(0)
                    yield one.result() if isinstance(one, Future) else one
            finally:
                pool.shutdown(wait=True, cancel_futures=True)


def play_parts(
    plan: Plan, parts: list[tuple[int, int]], jobs: int | Engine, folder: Path | None = None
) -> Iterator[list[Played]]:
    """The games of some parts, in their order, by so many processes or by another engine."""
    engine = Processes(jobs) if isinstance(jobs, int) else jobs
    yield from engine.play(plan, digest_of_plan(plan, plan.load()), parts, folder)


def play_share(
    plan: Plan, share: Share, folder: Path, jobs: int | Engine = 1, progress: Callable[[int], None] = lambda n: None
) -> int:
    """Play one share into a folder; how many games it has."""
    total = 0
    for played in play_parts(plan, ranges(plan.games, share), jobs, folder):
        total += len(played)
        progress(len(played))
    return total


def merge(folder: Path) -> tuple[Plan, list[Played]]:
    """All games of a folder of parts, in the order of their numbers.

    Raises:
        WorkError: where a part is cut off, where games are missing, or where two machines disagree.
    """
    files = sorted(folder.glob("*.jsonl"))
    if not files:
        raise WorkError(f"{folder}: holds no part files; `vedette sim ... -o {folder}` writes them")
    heads: list[Head] = []
    found: dict[int, tuple[Path, Played]] = {}
    for file in files:
        head, played = read_part(file)
        if heads and head.work != heads[0].work:
            raise WorkError(f"{folder}: holds parts of two plans, {heads[0].work} and {head.work}; one folder for each")
        heads.append(head)
        for p in played:
            other, known = found.setdefault(p.game, (file, p))
            if known.digest != p.digest:
                raise WorkError(f"game {p.game} ends in two ways, by {other.name} and by {file.name}: machines differ")
    plan = max((head.plan for head in heads), key=lambda plan: plan.games)
    if missing := _spans(game for game in range(plan.games) if game not in found):
        raise WorkError(f"{folder}: games {missing} of {plan.games} are missing; play their shares")
    return plan, [found[game][1] for game in sorted(found)]


def _spans(numbers: Iterable[int]) -> str:
    """Numbers as spans: 0 to 9, 20."""
    spans: list[list[int]] = []
    for n in numbers:
        if spans and n == spans[-1][1] + 1:
            spans[-1][1] = n
        else:
            spans.append([n, n])
    return ", ".join(str(a) if a == b else f"{a} to {b}" for a, b in spans)


def share_of(words: str) -> Share:
    """A share as it is written: 3/16.

    Raises:
        WorkError: where it is none.
    """
    number, _, of = words.partition("/")
    if not (number.isdecimal() and of.isdecimal() and 1 <= int(number) <= int(of)):
        raise WorkError(f"--share {words}: is no share; the third of sixteen is 3/16")
    return Share(int(number), int(of))
