"""Breaks the rules on purpose and sees whether the marked tests notice.

    python tools/break_rules.py [--cases N] [--seed S] [--book JV] [--id KT-...] [--most M] [--workers W] [--out FILE]

Cases are drawn evenly from all books, from those that have a test and a function that can be changed. Of the functions
that carry a case up to M places are changed, one at a time, in seven ways (tools/breaking_changes.py): on the lines
that name the case where a function carries many and says which, else on the lines that the tests of the case run.
A change is noticed when a test fails that is marked with the case, or else one that is marked with another case of the
same function or module. A case is noticed when one of its own tests fails: a mark that no change can make fail is a
lie. What goes unnoticed is listed with its reason from docs/measured/survivors.jsonl, or as new. The changes of
tools/chain_changes.toml are tried beside.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import sys
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))
os.environ["VEDETTE_TRACE"] = "1"

from breaking_changes import KINDS, Change, broken, changes_of  # noqa: E402
from breaking_index import Place, all_places, places_of, rows_of  # noqa: E402
from breaking_run import Bench, Job, in_forks, with_tests  # noqa: E402

from vedette.cli.coverage_reader import Marks, marked_tests  # noqa: E402
from vedette.packs.cases import cases_of  # noqa: E402

BOOKS = ("KT", "SS", "BS", "JV", "SW", "GB")
SURVIVORS = ROOT / "docs/measured/survivors.jsonl"
CHAINS = ROOT / "tools/chain_changes.toml"
NEAR = 60
"""Tests of other cases that are run at the most for a change that the case's own do not notice."""


@dataclass
class Tried:
    """One change, and who noticed it: its case's own tests, those of another case of the function, or nobody."""

    place: Place
    change: Change
    by: str = ""
    own: bool = False
    done: bool = False

    @property
    def key(self) -> tuple[str, str]:
        """As it stands in the list of survivors."""
        return self.place.name, self.change.key


@dataclass
class Broken:
    """A case that was drawn and the changes that were tried for it."""

    id: str
    tests: list[str]
    ran: set[tuple[str, int]] = field(default_factory=set)
    tried: list[Tried] = field(default_factory=list)
    failed: str = ""

    @property
    def idle(self) -> bool:
        """Whether its tests run what carries it, and nothing there can be changed, such as a plain question."""
        return bool(self.ran) and not self.tried and not self.failed

    @property
    def noticed(self) -> bool:
        """Whether one of its own tests noticed one of the changes."""
        return any(t.own for t in self.tried)


def able(id: str) -> bool:
    """Whether the engine carries a case out and there is something to change for it."""
    kind = cases_of(id.partition("-")[0])[id].kind
    return kind in ("engine", "victory", "optional") and any(changes_of(place.function) for place, _ in places_of(id))


def drawn(marks: Marks, books: Sequence[str], cases: int, rng: random.Random) -> list[str]:
    """So many cases, evenly from the books; a book that has too few leaves its share to the others."""
    pools = {book: [id for id in marks if id.startswith(book + "-") and able(id)] for book in books}
    for pool in pools.values():
        rng.shuffle(pool)
    found: list[str] = []
    while len(found) < cases and any(pools.values()):
        found += [pool.pop() for pool in pools.values() if pool][: cases - len(found)]
    return found


def chosen_changes(case: Broken, met: set[tuple[str, str, int]], most: int, rng: random.Random) -> list[Tried]:
    """The changes that are tried for a case: kind after kind, so that each has its turn."""
    by_kind: dict[str, list[Tried]] = {kind: [] for kind in KINDS}
    for place, own in places_of(case.id):
        file = str(place.file)
        read = any(key[0] == file and key[1] == place.qualname for key in met)
        for change in changes_of(place.function):
            ran = read or any((file, line) in case.ran for line in change.lines)
            if own.intersection(change.lines) if own else ran:
                by_kind[change.kind].append(Tried(place, change))
    for tries in by_kind.values():
        rng.shuffle(tries)
    found: list[Tried] = []
    kinds = list(KINDS)
    rng.shuffle(kinds)
    while len(found) < most and any(by_kind.values()):
        found += [by_kind[kind].pop() for kind in kinds if by_kind[kind]]
    return found[:most]


def trace(bench: Bench, cases: list[Broken]) -> None:
    """Which lines the tests of each case run; a case whose tests fail on unchanged rules is said so."""

    def work(case: Broken) -> Callable[[], object]:
        wanted = frozenset(str(place.file) for place, _ in places_of(case.id))
        return lambda: bench.lines(bench.chosen(case.tests, case.id.partition("-")[0]), wanted)

    def note(case: Broken, answer: object) -> None:
        assert isinstance(answer, tuple), f"{case.id}: its tests do not end"
        case.failed, case.ran = answer

    in_forks([(case, work(case)) for case in cases], bench.workers, note)


def attempt(bench: Bench, cases: list[Broken], marks: Marks, every: bool) -> None:
    """Try the chosen changes with the case's own tests; what they let pass with those of the function's other cases."""

    def own(case: Broken, tried: Tried, job: Job) -> None:
        tried.by, tried.own, tried.done = job.seen, bool(job.seen), True
        if job.nowhere:
            case.tried.remove(tried)
        if all(other.done for other in case.tried):
            count = f"{sum(t.own for t in case.tried)} of {len(case.tried)} changes by its own tests"
            print(f"{case.id}: {'noticed' if case.noticed else 'NOT NOTICED'}, {count}", flush=True)

    def near(case: Broken, tried: Tried, job: Job) -> None:
        tried.by = job.seen

    def job(tried: Tried) -> Job:
        return Job(tried.place.file, partial(broken, tried.place.tree, tried.change))

    every_tried = [(case, tried) for case in cases for tried in case.tried]
    bench.attempt(
        (job(tried), bench.chosen(case.tests, case.id[:2]), partial(own, case, tried)) for case, tried in every_tried
    )
    if every:
        bench.attempt(
            (job(tried), bench.chosen(tests, "")[:NEAR], partial(near, case, tried))
            for case, tried in every_tried
            if not tried.by and (tests := neighbours(case, tried.place, marks))
        )


def neighbours(case: Broken, place: Place, marks: Marks) -> list[str]:
    """The tests of the other cases that a function carries, then of those that its module carries."""
    found: dict[str, None] = {}
    for here in (place, *(other for other in all_places() if other.file == place.file)):
        for id in sorted({id for same in here.cases for id in (same, *rows_of(same))}):
            found.update(dict.fromkeys(marks.get(id, ())))
    return [test for test in found if test not in case.tests]


def chains(bench: Bench) -> list[tuple[str, bool]]:
    """The changes of tools/chain_changes.toml: what each is for, and whether its tests notice."""
    found: dict[str, bool] = {}
    todo = []
    for row in chain_rows():
        file = ROOT / row["file"]
        text = file.read_text(encoding="utf-8")
        if text.count(row["old"]) != 1:
            raise SystemExit(f"tools/chain_changes.toml: {row['file']} has not once: {row['old']}")
        items = [
            item
            for test in row["tests"]
            for name, some in bench.items.items()
            if name.startswith(test)
            for item in some
        ]
        why = f"{row['file']}: {row['why']}"
        found[why] = False

        def note(job: Job, why: str = why) -> None:
            found[why] = bool(job.seen)

        todo.append((Job(file, partial(ast.parse, text.replace(row["old"], row["new"]))), items, note))
    bench.attempt(todo)
    return list(found.items())


def reasons() -> dict[tuple[str, str], str]:
    """Why changes that are known go unnoticed: (function, change) -> reason."""
    lines = SURVIVORS.read_text(encoding="utf-8").splitlines() if SURVIVORS.exists() else ()
    rows = [json.loads(line) for line in lines]
    return {(row["function"], row["change"]): row["reason"] for row in rows}


def told(cases: list[Broken], whole: list[tuple[str, bool]]) -> int:
    """Print what came of it; 1 where too much went unnoticed."""
    known = reasons()
    tries = [tried for case in cases for tried in case.tried]
    noticed, seen = sum(case.noticed for case in cases), sum(bool(tried.by) for tried in tries)
    left = {tried.key: tried for tried in tries if not tried.by}
    for (function, change), _ in sorted(left.items()):
        print(f"survived: {function}\n    {change}\n    {known.get((function, change), 'NEW: no reason is known')}")
    for kind in KINDS:
        some = [tried for tried in tries if tried.change.kind == kind]
        print(f"{kind}: {sum(bool(t.by) for t in some)} of {len(some)}")
    for why, good in whole:
        print(f"chain: {'noticed' if good else 'NOT NOTICED'}: {why}")
    print("not noticed:", *(case.id for case in cases if not case.noticed))
    print(f"changes: {seen} of {len(tries)} noticed, {sum(t.own for t in tries)} of them by the case's own tests")
    print(f"{noticed} of {len(cases)} noticed")
    low = len(cases) - noticed > len(cases) // 10 or 4 * seen < 3 * len(tries) or not all(good for _, good in whole)
    return int(low)


def main() -> int:
    """Draw cases, break them, print what went unnoticed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=6, help="changes tried for a case at the most")
    parser.add_argument("--id", action="append", default=[], help="this case and no other")
    parser.add_argument("--book", action="append", choices=BOOKS, default=[], help="cases of this book alone")
    parser.add_argument("--workers", type=int, default=2, help="forks at once")
    parser.add_argument("--own", action="store_true", help="only the case's own tests")
    parser.add_argument("--out", type=Path, help="a line of JSON for each change that was tried")
    args = parser.parse_args()
    marks = marked_tests(ROOT / "tests")
    rng = random.Random(args.seed)
    ids = args.id or drawn(marks, args.book or BOOKS, args.cases * 11 // 10 + min(args.cases, 3), rng)

    def run(bench: Bench) -> int:
        met = bench.heat()
        cases = [Broken(id, marks[id]) for id in ids]
        trace(bench, cases)
        for case in cases:
            if case.failed:
                print(f"{case.id}: {case.failed} fails on rules that nobody changed")
            else:
                case.tried = chosen_changes(case, met, args.most, rng)
        if idle := [case for case in cases if case.idle and not args.id]:
            print("nothing to change on the lines that their tests run:", *(case.id for case in idle))
        cases = [case for case in cases if case not in idle][: len(args.id) or args.cases]
        attempt(bench, cases, marks, not args.own)
        if args.out:
            args.out.write_text("".join(json.dumps(row(case, tried)) + "\n" for case in cases for tried in case.tried))
        return told(cases, [] if args.id or args.book else chains(bench))

    return with_tests(files(ids, marks, bool(args.own), not args.id and not args.book), run, args.workers)


def files(ids: Sequence[str], marks: Marks, own: bool, whole: bool) -> list[str]:
    """The files of all tests that may be run."""
    tests = {test for id in ids for test in marks[id]}
    if not own:
        tests |= {t for id in ids for place, _ in places_of(id) for t in neighbours(Broken(id, []), place, marks)}
    if whole:
        tests |= {test for row in chain_rows() for test in row["tests"]}
    return sorted({test.partition("::")[0] for test in tests})


def chain_rows() -> list[dict[str, Any]]:
    """The rows of tools/chain_changes.toml."""
    rows = tomllib.loads(CHAINS.read_text(encoding="utf-8"))["change"] if CHAINS.exists() else []
    return [{**row, "tests": [row["tests"]] if isinstance(row["tests"], str) else row["tests"]} for row in rows]


def row(case: Broken, tried: Tried) -> dict[str, str | int | bool]:
    """A change as a line of JSON."""
    function, change = tried.key
    return {
        "case": case.id, "function": function, "line": tried.change.lines.start, "change": change, "own": tried.own,
        "by": tried.by, "noticed": case.noticed, "tests": " ".join(case.tests),
    }  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
