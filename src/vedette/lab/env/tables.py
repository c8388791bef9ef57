"""What an observation holds, in words: `python -m vedette.lab.env.tables BATTLE`; docs/observation.md is made so."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from vedette.lab.env.aec import BattleEnv
from vedette.lab.env.told import Part


def tables(battle: str) -> str:
    """The arrays of a battle, in Markdown: what stands at each place."""
    env = BattleEnv(battle)
    told = env.told
    lines, places = told.shape
    shapes = (
        (f"`observation.planes`, {len(told.planes)} × {lines} × {places}", "plane", told.planes),
        (f"`observation.units`, {len(told.ids)} × {len(told.units)}, a row a unit", "column", told.units),
        (f"`observation.vector`, {len(told.numbers)}", "number", told.numbers),
        (f"`features`, {env.size} × {len(told.answers)}, a row an answer", "column", told.answers),
    )
    first, place = told.corner
    head = (
        f"### {battle}\n\n`Discrete({env.size})`. Hex {first:02d}{place:02d} lies at line 0, place 0 of the planes: "
        "the first two digits of a hex are its line, the others its place."
    )
    return "\n\n".join([head, *(_table(*row) for row in shapes)])


def _table(title: str, what: str, parts: Sequence[Part]) -> str:
    rows = [f"| {n} | {part.name} | {part.meaning} |" for n, part in enumerate(parts)]
    return "\n".join([f"**{title}**", "", f"| {what} | | |", "|---:|---|---|", *rows])


if __name__ == "__main__":
    print("\n\n".join(tables(battle) for battle in sys.argv[1:] or ["kernstown/the-stone-wall"]))
