"""What every counter must have that a scenario brings on: values for each side, a colour, an id that means it alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from vedette.engine.content import Content

from .reader import Pack
from .table import Row


def forces(pack: Pack, scenarios: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """One line for each counter or mark that is not as it must be."""
    content = pack.content
    counters = {row["id"]: row for row in pack.rows("counters.csv")}
    found = [
        f"counters.csv, {id}: {wrong}"
        for id in sorted(_used(scenarios))
        for wrong in _lacking(pack, content, counters[id])
    ]
    for name, scenario in scenarios.items():
        for row in (*scenario.get("setup", ()), *scenario.get("reinforcement", ())):
            wrong = content.mark(counters[row["unit"]].values, row) if row["unit"] in counters else ""
            found += [f"scenarios/{name}.toml, {row['unit']}: {wrong}"] if wrong else []
    return [*found, *_names(counters)]


def _used(scenarios: Mapping[str, Mapping[str, Any]]) -> set[str]:
    rows = (row for s in scenarios.values() for key in ("setup", "reinforcement") for row in s.get(key, ()))
    return {row["unit"] for row in rows if row.get("kind") != "chit"}


def _lacking(pack: Pack, content: Content, row: Row) -> Iterator[str]:
    """What a counter has not: a value of a side, the colour of its brigade."""
    brigade, side = row.get("brigade"), row["side"]
    if brigade and brigade not in pack.meta.brigades.get(side, {}):
        yield f"pack.toml has no colour for the brigade {brigade}"
    if lacking := content.lacking(row.values):
        yield f"there is no {', '.join(lacking)}"


def _names(counters: Mapping[str, Row]) -> Iterator[str]:
    """A name that several have is no id: each has its brigade in brackets."""
    names = Counter(row["name"] for row in counters.values())
    for id, row in counters.items():
        if names[row["name"]] > 1 and id != f"{row['name']} ({row.get('brigade')})":
            yield f"counters.csv, {id}: {names[row['name']]} are called {row['name']}: write its brigade in brackets"
