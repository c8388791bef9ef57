"""Scenario files: that every unit, hex, chit and turn in them exists; where in the text a fault stands."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from vedette.board import Board
from vedette.board.flood import flood
from vedette.engine.content import ByOption, Names, Reinforcement, Scenario
from vedette.hexes import mask_of

from .errors import PackError, fault, listed

KINDS = {
    "str": 'a text in quotes, such as "1433"', "int": "a whole number", "float": "a number", "bool": "true or false",
    "array": "a list in brackets", "object": "a table",
}  # fmt: skip
"""What may stand in a file, by the reader's own words."""
GOT = {
    "str": "a text in quotes", "int": "a number without quotes", "float": "a number with a point",
    "bool": "true or false", "array": "a list in brackets", "object": "a table",
}  # fmt: skip
"""What stands there instead."""


def named(file: str, text: str, message: str, places: Mapping[str, str] = {}) -> PackError:
    """The message of msgspec as file, line, key and mend."""
    what, _, path = message.partition(" - at ")
    path = path.strip("`").removeprefix("$").lstrip(".")
    unknown = re.search(r"unknown field `([^`]+)`", what)
    if unknown:
        path = f"{path}.{unknown[1]}".lstrip(".")
    kinds = re.fullmatch(r"[Ee]xpected `([^`]+)`, got `(\w+)`", what)
    missing = re.search(r"missing required field `([^`]+)`", what)
    mend = "take it out or write a key that a scenario has" if unknown else "write what is expected"
    if missing:
        mend = f"add {missing[1]} there"
    if kinds:
        wanted = [KINDS.get(kind, kind) for kind in kinds[1].split(" | ") if kind != "null"]
        what, mend = f"{GOT.get(kinds[2], kinds[2])} cannot stand here", f"write {' or '.join(wanted)}"
    path = placed(path, places)
    return fault(file, what[0].lower() + what[1:], mend, line=line_of(text, path), column=path or None)


def placed(path: str, places: Mapping[str, str]) -> str:
    """Where a key such as reinforcement[14].hex stands in the text of a scenario that has a base."""
    head = re.match(r"\w+\[\d+\]", path)
    if head and head[0] in places:
        return places[head[0]] + path[head.end() :]
    return places.get(re.split(r"[.\[]", path)[0], path)


def line_of(text: str, path: str) -> int | None:
    """The line of a key such as setup[3].hex in a TOML text, as near as it can be told."""
    lines = text.splitlines()
    at = 0
    for part in re.findall(r"[^.\[\]]+|\[\d+\]|\[\.\.\.\]", path):
        number = re.fullmatch(r"\[(\d+)\]", part)
        name = path.split("[")[0]
        if number:
            heads = [i for i, line in enumerate(lines) if line.strip() == f"[[{name}]]"]
            at = heads[int(number[1])] if int(number[1]) < len(heads) else at
            continue
        pattern = re.compile(rf"\s*(\[\[?[\w.-]*\b{re.escape(part)}\]\]?|\"?{re.escape(part)}\"?\s*=)")
        at = next((i for i in range(at, len(lines)) if pattern.match(lines[i])), at)
    return at + 1 if path else None


def check_scenario(file: str, scenario: Scenario, text: str, names: Names, places: Mapping[str, str] = {}) -> None:
    """Every name in the scenario exists, every turn lies within the game."""

    def need(good: bool, path: str, what: str, mend: str) -> None:
        if not good:
            path = placed(path, places)
            raise fault(file, what, mend, line=line_of(text, path), column=path)

    turns = scenario.turns
    count = turns.last - turns.first + 1
    need(0 < turns.first <= turns.last, "turns", f"{turns.first} to {turns.last} are no turns", "begin with 1")
    key, times = ("turns.hours", turns.hours) if turns.hours else ("clock", scenario.clock)
    need(len(times) == count or not times, key, f"{len(times)} times for {count} turns", "one for each turn")
    for where, hexes in _hexes_of(scenario):
        for name in hexes:
            need(name in names.hexes, where, f"there is no hex {name!r} on the board", "write a hex of board.csv")
    for wrong in scenario.wrong(names):
        need(False, wrong.path, wrong.what, wrong.mend)
    for i, r in enumerate(scenario.reinforcement):
        path = f"reinforcement[{i}].turn"
        if r.kind == "called":
            need(r.turn == 0, path, "who is called has no turn", "take it out")
            continue
        mend = "write a turn of it"
        if placed(path, places) == "base":
            mend = f"leave out who comes then: [[remove.reinforcement]] with turn = {r.turn}"
        need(turns.first <= r.turn <= turns.last, path, f"turn {r.turn} is not in the game", mend)
    _check_options(scenario, need)
    _check_units(scenario, names, need)


def check_area(file: str, plain: Mapping[str, Any], text: str, board: Board) -> None:
    """The perimeter of the area of play is a chain of hexes that leaves something out, and a hex lies inside it."""
    area = plain.get("area")
    if not area:
        return
    grid, key, rim = board.grid, "area.perimeter", [name for chain in area["perimeter"] for name in chain.split("-")]
    for chain in area["perimeter"]:
        for a, b in pairwise(chain.split("-")):
            if grid.index(b) not in grid.neighbours[grid.index(a)]:
                raise fault(
                    file, f"{a} and {b} do not touch", "name each hex of it", line=line_of(text, key), column=key
                )
    if area["inside"] in rim:
        what, key = f"{area['inside']} lies on the perimeter", "area.inside"
        raise fault(file, what, "name a hex inside it", line=line_of(text, key), column=key)
    if flood(grid, map(grid.index, rim), grid.index(area["inside"])) == mask_of(range(grid.size)):
        mend = "close it, with the edges of the map, or take the area out"
        raise fault(file, "it leaves nothing out", mend, line=line_of(text, key), column=key)


def _check_options(scenario: Scenario, need: Any) -> None:
    """Every option that a row waits for is one of the scenario's, and a choice begins with one of its values."""
    for key, option in scenario.options.items():
        path, value = f"options.{key}", option.default
        good = value in option.values if option.type == "choice" else isinstance(value, bool)
        need(good, path, f"the default {value!r} is none of its values", f"write {listed(option.values or ['true'])}")
    for name in scenario.__struct_fields__:
        for i, row in enumerate(_rows(getattr(scenario, name))):
            for key in ("option", "unless"):
                words = row.get(key, "") if isinstance(row, dict) else getattr(row, key)
                _check_condition(scenario, f"{name}[{i}].{key}", words, need)


def _check_condition(scenario: Scenario, path: str, words: Any, need: Any) -> None:
    """What a row waits for is an option, or a value that an option has."""
    need(isinstance(words, str), path, f"{str(words)[:40]} is no option", "write its name in quotes")
    name, _, value = words.partition("=")
    need(not name or name in scenario.options, path, f"there is no option {name!r}", "see options")
    if value:
        values = scenario.options[name].values
        need(value in values, path, f"the option {name} has no value {value!r}", f"write {listed(values)}")


def _rows(value: Any) -> Sequence[Any]:
    """The rows of a list of which each may wait for an option."""
    good = isinstance(value, list) and all(isinstance(row, dict | ByOption) for row in value)
    return value if good else ()


def forces_of(scenario: Scenario) -> tuple[tuple[str, Sequence[Any]], ...]:
    """The lists of who is there and who comes."""
    return (("setup", scenario.setup), ("reinforcement", scenario.reinforcement))


def _hexes_of(scenario: Scenario) -> list[tuple[str, list[str]]]:
    """Every hex that the scenario names, by the place where it does."""
    found = [*scenario.hexes()]
    for name, rows in forces_of(scenario):
        found += [
            (f"{name}[{i}].hex", [row.hex])
            for i, row in enumerate(rows)
            if row.hex or (row.hex is not None and _only_hex(row))
        ]
    hexes = scenario.victory.get("hexes", [])
    found.append(("victory.hexes", [str(h) for h in hexes] if isinstance(hexes, list) else []))
    return found


def _only_hex(row: Any) -> bool:
    """Whether a row of the forces has no other place than its hex: where the form has none, or a unit of the set-up."""
    required = any(field.name == "hex" and field.required for field in msgspec.structs.fields(row))
    standing = not isinstance(row, Reinforcement)
    return required or (standing and not any(getattr(row, name, None) for name in ("area", "with_")))


def _check_units(scenario: Scenario, names: Names, need: Any) -> None:
    """Units exist, and each is set up or arrives once, whatever the options."""
    seen: dict[str, list[tuple[str, ByOption]]] = {}
    for name, rows in forces_of(scenario):
        for i, row in enumerate(rows):
            path, kind = f"{name}[{i}].unit", getattr(row, "kind", "")
            near = [u for u in names.units if u.split(" (")[0] == row.unit]
            mend = f"write {listed(near)}" if near else "write an id of counters.csv"
            if kind == "chit":
                continue
            need(row.unit in names.units, path, f"there is no unit {row.unit!r}", mend)
            others = [] if kind == "release" else seen.get(row.unit, [])
            for where, other in others:
                need(_apart(row, other), path, f"{row.unit} stands already at {where}", "once")
            seen.setdefault(row.unit, []).append((path, row))


def _apart(a: ByOption, b: ByOption) -> bool:
    """Whether two rows never hold together: what brings the one in takes the other out."""
    return bool(a.option and a.option == b.unless) or bool(b.option and b.option == a.unless)


COMING = ("arrival", "entry")
"""Kinds of reinforcement that bring a unit onto the map, at its hex or by a hex of an area."""


def places(plain: Mapping[str, Any], row: Mapping[str, Any]) -> Sequence[str]:
    """The hexes where a row of the forces may put its unit: its hex, its own hexes, or those of an area by name."""
    if row.get("hex"):
        return [row["hex"]]
    area = row.get("area", ())
    found: Sequence[str] = plain.get("areas", {}).get(area, ()) if isinstance(area, str) else area
    return found
