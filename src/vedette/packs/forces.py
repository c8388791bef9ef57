"""What every counter must have that a scenario brings on: values for each side, a colour, an id that means it alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from .reader import Pack
from .table import Row

FIGHTING = ("infantry", "cavalry", "artillery")
FACES = {"worn": ("worn_sp", "worn_cr"), "fresh": ("fresh_sp", "fresh_cr")}
FOOT = ("dismounted_weapon", "dismounted_worn_sp", "dismounted_worn_cr")


def forces(pack: Pack, scenarios: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """One line for each counter or mark that is not as it must be."""
    counters = {row["id"]: row for row in pack.rows("counters.csv")}
    found = [
        f"counters.csv, {id}: {wrong}" for id in sorted(_used(scenarios)) for wrong in _lacking(pack, counters[id])
    ]
    for name, scenario in scenarios.items():
        for row in (*scenario.get("setup", ()), *scenario.get("reinforcement", ())):
            wrong = _mark(counters[row["unit"]], row.get("marks", ())) if row["unit"] in counters else ""
            found += [f"scenarios/{name}.toml, {row['unit']}: {wrong}"] if wrong else []
    return [*found, *_names(counters)]


def _used(scenarios: Mapping[str, Mapping[str, Any]]) -> set[str]:
    rows = (row for s in scenarios.values() for key in ("setup", "reinforcement") for row in s.get(key, ()))
    return {row["unit"] for row in rows if row.get("kind") != "chit"}


def _lacking(pack: Pack, row: Row) -> Iterator[str]:
    """What a counter has not: a value of a side, the colour of its brigade."""
    brigade, side = row.get("brigade"), row["side"]
    if brigade and brigade not in pack.meta.brigades.get(side, {}):
        yield f"pack.toml has no colour for the brigade {brigade}"
    if row["arm"] not in FIGHTING or "worn_sp" not in row.values:
        return
    faces = ("worn",) if row.get("fragile") == "yes" else ("worn", "fresh")
    wanted = [key for face in faces for key in FACES[face]] + ["weapon"]
    if row["arm"] == "cavalry" and row.get("mounted_only") != "yes":
        wanted += FOOT
    lacking = [key for key in wanted if not row.get(key)]
    if lacking:
        yield f"there is no {', '.join(lacking)}"


def _mark(row: Row, marks: list[str]) -> str:
    """What is wrong with how a unit is marked."""
    rides = row["arm"] == "cavalry"
    if rides and not {"mounted", "dismounted"} & {*marks}:
        return "it does not say whether it is mounted or dismounted"
    if "mounted" in marks and not rides:
        return "it is marked mounted and is no cavalry"
    if "dismounted" in marks and rides and row.get("mounted_only") == "yes":
        return "it is marked dismounted and has no dismounted side"
    return ""


def _names(counters: Mapping[str, Row]) -> Iterator[str]:
    """A name that several have is no id: each has its brigade in brackets."""
    names = Counter(row["name"] for row in counters.values())
    for id, row in counters.items():
        if names[row["name"]] > 1 and id != f"{row['name']} ({row.get('brigade')})":
            yield f"counters.csv, {id}: {names[row['name']]} are called {row['name']}: write its brigade in brackets"
