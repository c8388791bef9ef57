"""Rulebooks by name: the entry points of the group `vedette.rulebooks`, and those registered in this process."""

from __future__ import annotations

from importlib.metadata import entry_points
from typing import Any

from vedette.engine.content import Content
from vedette.engine.rulebook import Known, Rulebook

from .errors import PackError

GROUP = "vedette.rulebooks"


def register(name: str, rulebook: Rulebook[Any]) -> None:
    """Make a rulebook known in this process, before any of the same name that is installed."""
    if rulebook.name != name:
        raise PackError(f"a rulebook called {rulebook.name!r} cannot be registered as {name!r}; use its own name")
    Known.put(rulebook)


def rulebook(name: str) -> Rulebook[Any]:
    """The rulebook of a name."""
    found = Known.get(name)
    if found is None:
        names = ", ".join(sorted({point.name for point in entry_points(group=GROUP)})) or "none"
        raise PackError(f"no rulebook is called {name!r}; installed are {names}")
    return found


def content_of(name: str) -> Content:
    """What a rulebook says of the packs that it can play; anything goes where it says nothing or is not installed."""
    found = Known.get(name)
    return (found and found.content) or Content()
