"""Plays random games and watches the laws of what people are told, `vedette.lab.laws` (`make laws`).

    python tools/laws_told.py [BATTLE ...] [--small 200] [--large 20] [--law NAME ...] [--kept FILE.jsonl]

The Stone Wall is played so often as `--small` says, every other scenario as `--large`, seeds 1 to so many, with answers
by lot that rather fight than stop, seed by seed over all scenarios. A game is a line of the file kept: its seed, how
often each law looked, and what was broken. A run can be stopped and gone on with: a game is played again only for the
laws that no line of its seed names, so a law that is new is watched over all of them, by itself. The last thing printed
is what is kept, a line a scenario and law; the exit status is 1 where a law was broken.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))

from playthroughs import BATTLE as SMALL  # noqa: E402
from playthroughs import pick  # noqa: E402

from vedette import battle  # noqa: E402
from vedette.lab.laws import watched  # noqa: E402
from vedette.lab.laws.telling import laws  # noqa: E402
from vedette.packs import battles  # noqa: E402

MEASURED = ROOT / "docs" / "measured" / "laws-told.jsonl"
RARER = {"taking back": 20, "words": 3}
"""In the large scenarios these look only so many times as rarely: they read, or play again, whatever there is."""


class Line(NamedTuple):
    """One game, with some laws watched."""

    battle: str
    seed: int
    decisions: int
    looks: dict[str, int]
    broken: list[str]


def read(file: Path) -> list[Line]:
    """The games kept."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return [Line(**json.loads(line)) for line in lines]


def missing(kept: list[Line], id: str, seed: int, names: list[str]) -> list[str]:
    """The laws that no game of this seed was watched by."""
    seen = {name for line in kept if (line.battle, line.seed) == (id, seed) for name in line.looks}
    return [name for name in names if name not in seen]


def told(kept: list[Line]) -> Iterator[str]:
    """What is kept, a line a scenario and law."""
    for id, name in dict.fromkeys((line.battle, name) for line in kept for name in line.looks):
        rows = [line for line in kept if line.battle == id and name in line.looks]
        broken = sum(words.startswith(f"{name}, ") for line in rows for words in line.broken)
        yield f"{id}, {name}: {len(rows)} games, {sum(r.looks[name] for r in rows)} looks, broken {broken}"


def main(arguments: list[str] | None = None) -> int:
    """Play what is missing; print what is kept."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("battles", nargs="*", metavar="BATTLE", help="all scenarios where none is named")
    parser.add_argument("--small", type=int, default=200, help="games of The Stone Wall")
    parser.add_argument("--large", type=int, default=20, help="games of each other scenario")
    parser.add_argument("--law", action="append", default=[], help="only this law; may be given several times")
    parser.add_argument("--kept", type=Path, default=MEASURED)
    args = parser.parse_args(arguments)
    names = [one.name for one in laws(args.law)]
    kept = read(args.kept)
    args.kept.parent.mkdir(parents=True, exist_ok=True)
    played = args.battles or [b.id for b in battles() if b.overlay is None]
    for seed in range(1, max(args.small, args.large) + 1):
        for id in (id for id in played if seed <= (args.small if id == SMALL else args.large)):
            if wanted := missing(kept, id, seed, names):
                kept.append(_played(id, seed, wanted))
                with args.kept.open("a", encoding="utf-8") as out:
                    out.write(json.dumps(kept[-1]._asdict()) + "\n")
    print("\n".join(told(kept)))
    return int(any(line.broken for line in kept))


def _played(id: str, seed: int, names: list[str]) -> Line:
    found: Any = watched(battle(id), seed, pick, names, rarer={} if id == SMALL else RARER)
    return Line(id, seed, found.decisions, found.looks, found.broken)


if __name__ == "__main__":
    raise SystemExit(main())
