"""Plays the general against itself with the laws of the rules watched, a line a game: docs/measured/generals.jsonl.

    python tools/generals.py [BATTLE ...] [--level N] [--minutes 60] [--most GAMES] [--kept FILE.jsonl]

Twenty games of The Stone Wall at level 2; of every other scenario, and of each rule set that one can be played by, two
at level 2 and twenty at level 1; seeds from 1 on. First the first game of each is played, then the second: whenever it
is stopped, what is kept speaks of all. It stops after so many minutes, or games, and goes on where it was; who kills
it loses the game under way. A line has the commit that played it. What is kept is told a line a scenario and level,
with what is missing; the exit status is 1 where a law was broken or a game failed.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from vedette.lab import Plan, play_one
from vedette.packs import battles

ROOT = Path(__file__).resolve().parent.parent
MEASURED = ROOT / "docs" / "measured" / "generals.jsonl"
FIRST = "kernstown/the-stone-wall"
BOOKS = ("stonewall-1978/kernstown,rules=2007",)
"""Scenarios with options that are played beside all scenarios as they are."""
GAMES = {2: 2, 1: 20}
"""Level -> games of a scenario; of the first one:"""
OF_FIRST = {2: 20}


class Row(NamedTuple):
    """One game, in which the general has both sides."""

    battle: str
    """Its id, and options after commas."""
    level: int
    seed: int
    winner: str | None
    end: str
    """The level of the victory."""
    decisions: int
    digest: str
    seconds: float
    """Of processor time, the laws and both sides together."""
    commit: str
    error: str


Key = tuple[str, int, int]


def read(file: Path) -> list[Row]:
    """The games kept; a last line that was cut off is none, and is taken away."""
    if not file.exists():
        return []
    text = file.read_text(encoding="utf-8")
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        file.write_text(whole, encoding="utf-8")
    return [Row(**json.loads(line)) for line in whole.splitlines()]


def wanted(names: Sequence[str], level: int | None) -> list[Key]:
    """What is to be played, round by round: battle, level and seed."""
    counts = {
        (name, lev): games
        for name in names
        for lev, games in (OF_FIRST if name == FIRST else GAMES).items()
        if level in (None, lev)
    }
    rounds = range(1, max(counts.values(), default=0) + 1)
    return [(name, lev, seed) for seed in rounds for (name, lev), games in counts.items() if seed <= games]


def every() -> list[str]:
    """All scenarios of the program, and the other rule sets."""
    return [*(b.id for b in battles() if b.overlay is None), *BOOKS]


def play(battle: str, level: int, seed: int, commit: str) -> Row:
    """Play one."""
    id, *chosen = battle.split(",")
    options: dict[str, Any] = dict(word.split("=", 1) for word in chosen)
    seats = dict.fromkeys(("union", "confederate"), f"general:{level}")
    begun = time.process_time()
    played = play_one(Plan(id, 1, seed, seats, options, laws=True), 0)
    spent = round(time.process_time() - begun, 1)
    error = played.error or played.fault
    return Row(
        battle, level, seed, played.winner, played.level, played.decisions, played.digest, spent, commit, error
    )  # fmt: skip


def told(kept: Sequence[Row], keys: Sequence[Key]) -> Iterator[str]:
    """What is kept, a line a scenario and level; then what went wrong, and what is missing of what is wanted."""
    for battle, level in dict.fromkeys((row.battle, row.level) for row in kept):
        rows = [row for row in kept if (row.battle, row.level) == (battle, level)]
        ends = Counter(row.end for row in rows if not row.error)
        words = ", ".join(f"{n} {end}" for end, n in ends.most_common())
        mean = sum(row.seconds for row in rows) / len(rows)
        yield f"{battle}, level {level}: {len(rows)} games, {mean:.0f} s each; {words}"
    yield from (f"{row.battle}, level {row.level}, seed {row.seed}: {row.error}" for row in kept if row.error)
    known = {row[:3] for row in kept}
    yield f"{sum(key not in known for key in keys)} of {len(keys)} games are still to be played"


def commit_now() -> str:
    """The commit that is checked out, with a cross where files have been changed since; nothing without git."""
    try:
        words = ["git", "-C", str(ROOT), "describe", "--always", "--dirty=+", "--exclude=*"]
        return subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def main(arguments: Sequence[str] | None = None) -> int:
    """Play what is missing for so long; print what is kept."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("battles", nargs="*", metavar="BATTLE", help="all scenarios where none is named")
    parser.add_argument("--level", type=int, choices=sorted(GAMES), help="of this level alone")
    parser.add_argument("--minutes", type=float, default=60.0, help="after which no game is begun any more")
    parser.add_argument("--most", type=int, default=10_000, help="so many games at most; 0 tells what is kept")
    parser.add_argument("--kept", type=Path, default=MEASURED)
    given = parser.parse_args(arguments)
    kept, keys = read(given.kept), wanted(given.battles or every(), given.level)
    known, commit = {row[:3] for row in kept}, commit_now()
    end = time.monotonic() + 60 * given.minutes
    for key in [key for key in keys if key not in known][: given.most]:
        if time.monotonic() > end:
            break
        kept.append(play(*key, commit))
        given.kept.parent.mkdir(parents=True, exist_ok=True)
        with given.kept.open("a", encoding="utf-8") as out:
            out.write(json.dumps(kept[-1]._asdict()) + "\n")
    print("\n".join(told(kept, keys)))
    return int(any(row.error for row in kept))


if __name__ == "__main__":
    sys.exit(main())
