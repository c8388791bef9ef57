"""Which cases of a test `make test` leaves to `make prove`: all but one of those that are alike.

Battles of one pack are alike, worlds of one ruleset, colours of one drawing. Which one is taken depends on the test's
name, so that the next test takes another; a case that differs in anything else is never left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any
from zlib import crc32

FOLDERS = ("tests/laws/", "tests/packs/", "tests/table/")
"""Where it is done: elsewhere a case costs next to nothing."""
BATTLE = re.compile(r"(kernstown|cedar-mountain|valley-campaign)/[a-z-]+")
ALIKE = {
    "light": "theme", "dark": "theme", "contrast": "theme",
    "stone-wall": "kernstown world", "stone-wall-options": "kernstown world",
    "lines": "stonewall position", "lines-2007": "stonewall position",
}  # fmt: skip
"""Values of a test's parameters, and of what kind they are."""

Case = tuple[str, dict[str, Any]]
"""The name of a test, and the values of its parameters."""


def kind(value: Any) -> str:
    """What a value is alike to; "" for one that is unlike all others."""
    if not isinstance(value, str):
        return ""
    found = BATTLE.fullmatch(value)
    return found[1] if found else ALIKE.get(value, "")


def spared(cases: Sequence[Case]) -> list[bool]:
    """Whether each of some cases is left to `make prove`."""
    tests: dict[str, list[int]] = {}
    for i, (test, _) in enumerate(cases):
        tests.setdefault(test, []).append(i)
    found = [False] * len(cases)
    for test, mine in tests.items():
        if len(mine) > 1:
            kept = _kept(test, {i: cases[i][1] for i in mine})
            rest = {_rest(cases[i][1]) for i in kept}
            for i in mine:
                found[i] = i not in kept and _rest(cases[i][1]) in rest
    return found


def _kept(test: str, cases: dict[int, dict[str, Any]]) -> set[int]:
    """One case of each kind of each parameter, taken one parameter after the other."""
    groups = [(test, [*cases])]
    for name in next(iter(cases.values())):
        groups = [part for key, mine in groups for part in _parted(key, name, mine, cases)]
    return {i for _, mine in groups for i in mine}


def _parted(key: str, name: str, mine: Iterable[int], cases: dict[int, dict[str, Any]]) -> list[tuple[str, list[int]]]:
    """Cases by the value of a parameter; of values that are alike one."""
    by: dict[str, dict[str, list[int]]] = {}
    for i in mine:
        value = cases[i].get(name)
        shown = value if isinstance(value, str) else repr(value)
        by.setdefault(kind(value) or f"={shown}", {}).setdefault(shown, []).append(i)
    found = []
    for word, alike in by.items():
        value = sorted(alike)[crc32(f"{key} {name} {word}".encode()) % len(alike)]
        found.append((f"{key} {value}", alike[value]))
    return found


def _rest(params: dict[str, Any]) -> str:
    """All that is said of a case but what others are alike in."""
    return repr([kind(value) or value for value in params.values()])
