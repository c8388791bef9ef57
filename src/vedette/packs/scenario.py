"""Scenario files: which keys they have, and that every unit, hex, chit and turn in them exists."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec

from .errors import PackError, fault, listed

Side = Literal["union", "confederate"]
Edge = Literal["north", "east", "south", "west"]
Hex = str
Count = Annotated[int, msgspec.Meta(ge=0)]


class _Strict(msgspec.Struct, forbid_unknown_fields=True):
    """Base of all parts: an unknown key is an error."""


class Turns(_Strict):
    first: int
    last: int


class Area(_Strict):
    perimeter: list[str]
    inside: Hex
    cite: str
    closed: bool = False
    """What lies beyond is closed ground, not the end of the map: nobody is forced off over it."""


class Chits(_Strict):
    key: Count
    random: Count
    excluded: list[str] = []
    exclude_by_opponent: Count = 0
    """How many the opponent takes out in each turn, unseen."""
    cite: str = ""


class ByOption(_Strict, kw_only=True):
    """A row that an option of the game brings in or takes out."""

    option: str = ""
    unless: str = ""


class Activation(ByOption):
    chit: str
    side: Side
    brigades: list[str]
    from_: int = msgspec.field(name="from", default=1)


class Setup(ByOption, kw_only=True):
    unit: str
    hex: Hex | None = None
    area: list[Hex] = []
    with_: list[str] = msgspec.field(name="with", default_factory=list)
    face: Literal["fresh", "worn"] = "fresh"
    marks: list[str] = []


class Reinforcement(ByOption, kw_only=True):
    turn: int = 0
    """When; none for who is called by a special rule."""
    unit: str
    hex: Hex | None = None
    kind: Literal["arrival", "called", "release", "chit"] = "arrival"
    face: Literal["fresh", "worn"] = "fresh"
    marks: list[str] = []


class Option(_Strict):
    type: Literal["bool", "choice"]
    default: bool | str
    title: str
    values: list[str] = []
    cite: str = ""


class Scenario(_Strict, kw_only=True):
    """All keys that a scenario may have; `special` and `victory` belong to the rulebook."""

    id: str
    title: str
    about: str = ""
    battle: str = ""
    """The battle of which it is a part or the whole."""
    date: str = ""
    order: int = 99
    """Its place in the list, the easiest to begin with first."""
    minutes: int = 0
    """How long a game lasts, roughly."""
    advice: str = ""
    cite: str
    profile: str
    game: str = ""
    turns: Turns
    clock: list[str]
    area: Area | None = None
    edges: dict[Side, list[Edge]] = {}
    wild: list[str] = []
    chits: dict[Side, Chits] = {}
    common_events: bool = False
    activation: list[Activation] = []
    setup: list[Setup] = []
    reinforcement: list[Reinforcement] = []
    special: list[dict[str, Any]] = []
    victory: dict[str, Any] = {}
    options: dict[str, Option] = {}


def named(file: str, text: str, message: str, places: Mapping[str, str] = {}) -> PackError:
    """The message of msgspec as file, line, key and mend."""
    what, _, path = message.partition(" - at ")
    path = path.strip("`").removeprefix("$").lstrip(".")
    unknown = re.search(r"unknown field `([^`]+)`", what)
    if unknown:
        path = f"{path}.{unknown[1]}".lstrip(".")
    missing = re.search(r"missing required field `([^`]+)`", what)
    mend = "take it out or write a key that a scenario has" if unknown else "write what is expected"
    if missing:
        mend = f"add {missing[1]} there"
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


class Known(msgspec.Struct, frozen=True):
    """What a scenario may name: units with their sides, hexes, chits by side, brigades by side."""

    units: Mapping[str, str]
    hexes: Collection[str]
    chits: Mapping[str, Collection[str]]
    brigades: Mapping[str, Collection[str]]


def check_scenario(file: str, scenario: Scenario, text: str, known: Known, places: Mapping[str, str] = {}) -> None:
    """Every name in the scenario exists, every turn lies within the game."""

    def need(good: bool, path: str, what: str, mend: str) -> None:
        if not good:
            path = placed(path, places)
            raise fault(file, what, mend, line=line_of(text, path), column=path)

    turns = scenario.turns
    count = turns.last - turns.first + 1
    need(0 < turns.first <= turns.last, "turns", f"{turns.first} to {turns.last} are no turns", "begin with 1")
    need(len(scenario.clock) == count, "clock", f"{len(scenario.clock)} times for {count} turns", "one for each turn")
    for where, names in _hexes_of(scenario):
        for name in names:
            need(name in known.hexes, where, f"there is no hex {name!r} on the board", "write a hex of board.csv")
    for side, chits in scenario.chits.items():
        for chit in chits.excluded:
            path = f"chits.{side}.excluded"
            need(chit in known.chits[side], path, f"the {side} side has no chit {chit!r}", "write one of chits.csv")
    for i, a in enumerate(scenario.activation):
        for brigade in a.brigades:
            path = f"activation[{i}].brigades"
            need(brigade in known.brigades[a.side], path, f"no {a.side} brigade {brigade!r}", "see counters.csv")
        need(a.from_ <= turns.last, f"activation[{i}].from", f"turn {a.from_} is past the end", "write a turn")
    for i, r in enumerate(scenario.reinforcement):
        path = f"reinforcement[{i}].turn"
        if r.kind == "called":
            need(r.turn == 0, path, "who is called has no turn", "take it out")
            continue
        need(turns.first <= r.turn <= turns.last, path, f"turn {r.turn} is not in the game", "write a turn of it")
    _check_units(scenario, known, need)
    _check_options(scenario, need)


def _check_options(scenario: Scenario, need: Any) -> None:
    """Every option that a row waits for is one of the scenario's, and a choice begins with one of its values."""
    for key, option in scenario.options.items():
        path, value = f"options.{key}", option.default
        good = value in option.values if option.type == "choice" else isinstance(value, bool)
        need(good, path, f"the default {value!r} is none of its values", f"write {listed(option.values or ['true'])}")
    rows: dict[str, Sequence[Any]] = {"activation": scenario.activation, "special": scenario.special}
    for name, every in (*rows.items(), *_forces(scenario)):
        for i, row in enumerate(every):
            for key in ("option", "unless"):
                wanted = row.get(key, "") if isinstance(row, dict) else getattr(row, key)
                path = f"{name}[{i}].{key}"
                need(not wanted or wanted in scenario.options, path, f"there is no option {wanted!r}", "see options")


def _forces(scenario: Scenario) -> tuple[tuple[str, Sequence[Setup | Reinforcement]], ...]:
    return (("setup", scenario.setup), ("reinforcement", scenario.reinforcement))


def _hexes_of(scenario: Scenario) -> list[tuple[str, list[str]]]:
    """Every hex that the scenario names, by the place where it does."""
    found: list[tuple[str, list[str]]] = []
    if scenario.area:
        found += [("area.perimeter", chain.split("-")) for chain in scenario.area.perimeter]
        found.append(("area.inside", [scenario.area.inside]))
    for name, rows in _forces(scenario):
        for i, row in enumerate(rows):
            found.append((f"{name}[{i}].hex", [row.hex] if row.hex else []))
            found.append((f"{name}[{i}].area", row.area if isinstance(row, Setup) else []))
    hexes = scenario.victory.get("hexes", [])
    found.append(("victory.hexes", [str(h) for h in hexes] if isinstance(hexes, list) else []))
    return found


def _check_units(scenario: Scenario, known: Known, need: Any) -> None:
    """Units exist, and each is set up or arrives once."""
    seen: dict[str, str] = {}
    for name, rows in _forces(scenario):
        for i, row in enumerate(rows):
            path = f"{name}[{i}].unit"
            near = [u for u in known.units if u.split(" (")[0] == row.unit]
            mend = f"write {listed(near)}" if near else "write an id of counters.csv"
            if isinstance(row, Reinforcement) and row.kind == "chit":
                continue
            need(row.unit in known.units, path, f"there is no unit {row.unit!r}", mend)
            release = isinstance(row, Reinforcement) and row.kind == "release"
            need(release or row.unit not in seen, path, f"{row.unit} stands already at {seen.get(row.unit)}", "once")
            seen[row.unit] = path
