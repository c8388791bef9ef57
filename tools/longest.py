"""Measures the longest list of answers in each battle: `python tools/longest.py [--games N] [--by NAME]`.

The action space of `vedette.lab.env` is at least twice as large. Games at random or by another commander, by every book
that a battle may be played by; at each so many decisions the rulebook's plans are counted too. What is found is kept
where it is more than what stands in src/vedette/lab/env/longest.json.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from vedette import staff
from vedette.engine import Game
from vedette.engine.rulebook import rulebook_of
from vedette.engine.run import asks
from vedette.lab.env.answers import planned
from vedette.packs import battles, load

FILE = Path(__file__).resolve().parent.parent / "src" / "vedette" / "lab" / "env" / "longest.json"
EACH = 60
"""Of so many decisions one is asked for plans."""


def ways(battle: str) -> Iterator[dict[str, Any]]:
    """The options by which a battle is measured: its own, all that can be switched on, each of its books."""
    whole = load(battle)
    book = rulebook_of(whole)
    plain = book.options(whole, {})
    yield {}
    if on := {name: True for name, value in plain.items() if value is False}:
        yield on
    for row in book.books(whole):
        if not row["own"] and "rules" in plain:
            yield {"rules": row["value"]}


def longest(battle: str, options: dict[str, Any], seed: int, by: str) -> int:
    """The longest list of a game that a commander plays on both sides."""
    game = Game.new(load(battle), seed=seed, options=options, keep=False)
    commander = staff.seat(by, seed=seed)
    most = n = 0
    while open_asks := asks(game.state):
        ask = open_asks[0]
        most, n = max(most, len(ask.options)), n + 1
        if n % EACH == 0:
            most = max(most, len(planned(game, ask)))
        game.answer(ask.seat, ask.options[staff.pick(game, commander, ask)])
    return most


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=3, help="by each of a battle's ways")
    parser.add_argument("--by", default="random", choices=staff.SEATS, help="who plays")
    parser.add_argument("--battle", default="", metavar="NAME", help="battles whose id holds this")
    args = parser.parse_args()
    for battle in sorted(b.id for b in battles() if args.battle in b.id and b.overlay is None):
        for options in ways(battle):
            found = max(longest(battle, options, seed, args.by) for seed in range(args.games))
            kept = json.loads(FILE.read_text(encoding="utf-8"))
            kept[battle] = max(found, kept.get(battle, 0))
            FILE.write_text(json.dumps(dict(sorted(kept.items())), indent=1) + "\n", encoding="utf-8")
            print(f"{battle} {options}: {found}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
