"""Every key of a position file with something of another kind in it: one line that names file, key and mend."""

import datetime
import math
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Vedette

DAY = datetime.date(1862, 3, 23)
OTHERS: tuple[Any, ...] = (
    math.inf, -math.inf, math.nan, 1.5, True, 7, -1, 10**30, "", "x", [], [1], ["x"], [[]], [["x"]], [{}], {}, {"x": 1},
    {"x": []}, DAY,
)  # fmt: skip
UNITS = {
    "kernstown": [
        {"id": "7 OH-a", "hex": "1733", "face": "worn", "marks": ["shaken"], "values": {"fresh": [5, "R", 5]}},
        {"id": "9 XX", "hex": "1734", "side": "union", "arm": "infantry", "brigade": "Tyler", "division": "",
         "name": "x", "fragile": True, "sharpshooter": False, "values": {"fresh": [5, "R", 5], "worn": [2, "R", 4]}},
        {"id": "29 OH-a", "box": "exited", "exit": {"edge": "north", "turn": 3, "forced": True}},
        {"id": "27 VA", "hex": "1834"},
    ],
    "valley": [
        {"id": "4 VA", "hex": "0728", "face": "reduced", "marks": ["moved"],
         "values": {"full": [4, 6], "reduced": [2, 6]}},
        {"id": "25 OH", "hex": "0729", "command": "x", "brigade": "x", "division": "x", "name": "x"},
        {"id": "8 NY", "arrives": {"turn": 8, "hex": "6111"}},
        {"id": "9 XX", "hex": "0929", "side": "union", "arm": "infantry", "values": {"full": [4, 6]}},
        {"id": "Trimble", "box": "eliminated", "values": {"leader": [2, 9]}},
        {"id": "1 CT Cavalry", "hex": "2729"},
    ],
    "stonewall": [
        {"id": "5 VA", "hex": "4815", "strength": 3, "formation": "line", "facing": "N", "layer": 0,
         "marks": ["moved"], "spent": 2, "values": {"strength": 6, "weapon": "R", "morale": "B"}},
        {"id": "84 PA", "hex": "4814", "facing": "S", "brigade": "Tyler", "name": "x"},
        {"id": "A 1 WV", "hex": "4712", "crew": 2, "rounds": 4, "fired": "4814"},
        {"id": "7 VA Cav", "hex": "4818", "charges": "4814"},
        {"id": "9 XX", "hex": "4612", "side": "union", "arm": "cavalry",
         "values": {"strength": 6, "weapon": "R", "morale": "B"}},
        {"id": "Garnett", "box": "captured", "values": {"ratings": [4, 1], "replacement": [3, 1]}},
    ],
}  # fmt: skip
GROUND = {"hex": [{"id": "1834", "terrain": "clear", "level": 1, "features": []}]}
WHOLE: dict[str, dict[str, Any]] = {
    "kernstown": {
        "battle": "kernstown/the-stone-wall", "empty": True, "turn": 6, "begin": "fire", "active": "Tyler",
        "side": "union", "order": "attack", "effects": ["fatigue"], "set": {"fog-second-table": True},
        "held": {"union": ["Rally"]}, "cup": ["Garnett"], "activated": ["Fulkerson"], "limited": [], "casualties": [],
        "common": {"union": []}, "surprise": 0, "tracks": {}, "raised": [], "control": {"1834": "union"},
        "waiting": False, "actions": ["7 OH-a fire at 1834"], "dice": ["64", "52"],
        "chits": [], "assume": {"lead": "x"}, "unit": UNITS["kernstown"],
        "hexside": [{"between": ["1834", "1733"], "feature": "slope"}], **GROUND,
    },
    "mountain": {
        "battle": "cedar-mountain/slaughter-mountain", "turn": 6, "points": {"union": 12}, "tracks": {"Jackson": 1},
        "set": {"stonewalls-bad-day": True},
        "waiting": False, "unit": [{"id": "5th LA", "box": "eliminated"}],
    },
    "valley": {
        "battle": "valley-campaign/cross-keys", "empty": True, "turn": 3, "begin": "combat", "active": "confederate",
        "waiting": False, "cup": [], "control": {}, "burned": [["2729", "2730"]], "entered": {"6111": 2},
        "instead": {"6111": "6010"}, "actions": ["4 VA attack 0729"], "dice": ["6"], "chits": [], "assume": {},
        "set": {}, "repair": [{"between": ["2729", "2730"], "unit": "1 CT Cavalry", "ready": 6}],
        "unit": UNITS["valley"], "hexside": [{"between": ["0730", "0731"], "feature": "slope"}],
        "hex": [{"id": "0730", "terrain": "clear", "level": 2, "features": []}],
    },
    "stonewall": {
        "battle": "stonewall-1978/kernstown", "empty": True, "turn": 3, "begin": "offensive-fire",
        "active": "confederate", "waiting": False, "morale": 30, "paid": ["Kimball"], "opened": ["Tyler"],
        "losses": {"Kimball": 9}, "demoralized": {"Kimball": 4}, "toll": {"union infantry killed": 5},
        "actions": ["5 VA fire at 4814"], "dice": ["6", "3", "1"], "chits": [], "assume": {}, "set": {},
        "unit": UNITS["stonewall"], "hexside": [{"between": ["4814", "4815"], "feature": "ridge"}],
        "hex": [{"id": "4514", "terrain": "clear", "level": 1, "features": []}],
    },
}  # fmt: skip


def toml(value: Any) -> str:
    """A value as TOML writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, dict):
        return "{" + ", ".join(f'"{k}" = {toml(v)}' for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return str(value)


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a position where something else may be written."""
    if path:
        yield path
    rows = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in rows:
        yield from paths(inner, (*path, key))


def changed(value: Any, path: tuple[Any, ...], other: Any) -> Any:
    """The same with something else at one place."""
    if not path:
        return other
    if isinstance(value, dict):
        return {k: changed(v, path[1:], other) if k == path[0] else v for k, v in value.items()}
    return [changed(v, path[1:], other) if i == path[0] else v for i, v in enumerate(value)]


def written(file: Path, spec: dict[str, Any]) -> str:
    file.write_text("".join(f"{key} = {toml(value)}\n" for key, value in spec.items()), encoding="utf-8")
    return str(file)


@pytest.mark.parametrize("family", WHOLE)
def test_the_positions_that_are_spoilt_are_good(run: Vedette, tmp_path: Path, family: str) -> None:
    said = run("try", written(tmp_path / "p.toml", WHOLE[family]))
    assert said.status in (0, 1), said.err


def kind(value: Any) -> str:
    """What a value is to the reader of a file: texts and whole numbers stand for one another in many places."""
    return "text" if isinstance(value, str) or type(value) is int else type(value).__name__


def at(value: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        value = value[key]
    return value


MAY_BE = {("features", "text"), ("spent", "float")}
"""Keys that take a second kind of thing."""
CASES = [(family, path, other) for family, spec in WHOLE.items() for path in paths(spec) for other in OTHERS]


def test_another_kind_of_thing_is_refused_and_named(run: Vedette, tmp_path: Path, count: Callable[[int], int]) -> None:
    """Each place of a position of each family, with each kind of thing in it: never a fault of the program."""
    file = tmp_path / "p.toml"
    for family, path, other in random.Random(1).sample(CASES, count(len(CASES))):
        spoilt = written(file, changed(WHOLE[family], path, other))
        for command in ("odds", "try"):
            said = run(command, spoilt)
            told = (family, path, other, said.err)
            assert said.status in (0, 1, 2) and "a fault of the program" not in said.err, told
            if said.status == 2:
                assert not said.out and said.err.count("\n") == 1 and said.err.startswith(f"vedette: {file}"), told
        kinds = kind(at(WHOLE[family], path)), kind(other)
        if kinds[0] != kinds[1] and (path[-1], kinds[1]) not in MAY_BE:
            named = "option" if path[0] == "set" and len(path) > 1 else path[0]
            assert said.status == 2 and str(named) in said.err, told


def test_an_exit_over_no_edge_is_refused(run: Vedette, tmp_path: Path) -> None:
    spoilt = changed(WHOLE["kernstown"], ("unit", 2, "exit", "edge"), [])
    said = run("try", written(tmp_path / "p.toml", spoilt))
    assert said.status == 2 and "exit.edge names no edge: write one of north" in said.err


@pytest.mark.parametrize("command", ["odds", "try"])
@pytest.mark.parametrize("family", WHOLE)
def test_actions_that_are_no_list_are_named_with_their_line(
    run: Vedette, tmp_path: Path, family: str, command: str
) -> None:
    spec = {**WHOLE[family], "actions": math.inf}
    file = written(tmp_path / "p.toml", spec)
    said = run(command, file)
    line = list(spec).index("actions") + 1
    words = f"vedette: {file}, line {line}: key 'actions': expected a list, got a number\n"
    assert (said.status, said.out, said.err) == (2, "", words)


@pytest.mark.parametrize("command", ["odds", "try", "los"])
def test_a_file_that_is_no_position_by_its_size_is_refused_before_it_is_read(
    run: Vedette, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    """A million letters took ten seconds, and the answer had all of them in it."""
    file = written(tmp_path / "p.toml", {**WHOLE["kernstown"], "actions": ["x" * 1_000_000]})
    monkeypatch.setattr("vedette.cli.position.tomllib", None)
    hexes = ["kernstown/the-stone-wall", "1834", "1733", "--position", file] if command == "los" else [file]
    said = run(command, *hexes)
    assert (said.status, said.out, said.err.count("\n")) == (2, "", 1)
    assert said.err.startswith(f"vedette: {file}: 1,") and "at most" in said.err and len(said.err) < 400
