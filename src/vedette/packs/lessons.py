"""A guided first game of a scenario: how the game is made, and step by step what is told and what is waited for.

It lies beside the scenario, in `lessons/SCENARIO.toml`, and is no part of what is played: no rule reads it, and the
hash of the pack is the same with it or without it.
"""

from __future__ import annotations

import tomllib
from typing import Annotated, Any

import msgspec

from vedette.engine.battle import Battle

from . import cases, find, toml
from .errors import PackError, fault
from .find import Folder
from .table import decode

FOLDER = "lessons"
Words = Annotated[str, msgspec.Meta(min_length=1)]


class Deed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something that can be seen to happen. Of several conditions each must hold; of several names one."""

    log: tuple[str, ...] = ()
    """Kinds of line in the log."""
    seat: str = ""
    """Whose line it is."""
    says: tuple[str, ...] = ()
    """Words of which the line has some."""
    hexes: tuple[str, ...] = ()
    """Hexes of which the line names one."""
    asked: tuple[str, ...] = ()
    """Kinds of question that are being asked, in place of a line."""
    leaf: tuple[str, ...] = ()
    """Drawers and sheets that are open, in place of a line; "*" is any."""


class Wrong(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something else that a beginner may do instead, and what to tell him then."""

    when: Deed
    text: Words


class Later(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Other words for a step that is told at several questions, once one of these is asked."""

    asked: tuple[str, ...]
    text: Words


class Step(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One thing to learn."""

    id: Words
    title: Words
    text: Words
    cite: str = ""
    """The case that it is about."""
    later: tuple[Later, ...] = ()
    """What is told in place of its text at some of its questions."""
    asked: tuple[str, ...] = ()
    """It is told while a question of one of these kinds is asked; without any, at once."""
    turns: tuple[int, ...] = ()
    """Only in these turns."""
    vain: str = ""
    """Words of a note on an answer that say it would be in vain now: it is neither told nor called missed then."""
    instead: str = ""
    """Told then in its place, and for the rest of the turn once its occasion has gone by."""
    after: Deed | None = None
    """Neither told nor missed before this has happened."""
    until: Deed | None = None
    """What it waits for; without it, until it has been read."""
    wrong: tuple[Wrong, ...] = ()
    well: str = ""
    """Told once it has been done."""
    wait: str = ""
    """Told while it cannot be done yet."""
    missed: str = ""
    """Told at the end where it never came to it."""
    hexes: tuple[str, ...] = ()
    """Hexes to point at."""
    units: tuple[str, ...] = ()
    """Units to point at, wherever they stand."""
    part: str = ""
    """A part of the page to point at: the name of a drawer or sheet, or "card"."""


class Lesson(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A guided first game."""

    title: Words
    about: Words
    minutes: int
    order: int = 99
    """Its place among the lessons of all packs."""
    seat: Words
    """Who learns."""
    foe: str = "adjutant"
    seed: int
    practice: bool = True
    options: dict[str, Any] = {}
    turns: int
    """It ends with this turn; the game goes on."""
    end: Words
    """Told at the end."""
    steps: tuple[Step, ...]


def lesson_of(battle: Battle) -> Lesson | None:
    """The guided first game of a battle, None where there is none. Raises PackError with what is wrong in its file."""
    try:
        folder = find.folder(battle.pack)
    except PackError:
        return None
    return read_lesson(folder, battle.id.rpartition("/")[2])


def read_lesson(folder: Folder, scenario: str) -> Lesson | None:
    """The guided first game of a scenario of a pack. Raises PackError."""
    path = f"{FOLDER}/{scenario}.toml"
    if not folder.has(path):
        return None
    file = folder.shown(path)
    try:
        found = msgspec.convert(toml.loads(decode(file, folder.read(path))), Lesson)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, RecursionError) as error:
        raise fault(file, str(error).replace("`", ""), "see docs/packs.md, A guided first game") from None
    names = [step.id for step in found.steps]
    for step in found.steps:
        if names.count(step.id) > 1:
            raise fault(file, f"two steps are called {step.id!r}", "give each an id of its own")
        if step.cite and cases.found(step.cite) is None:
            raise fault(file, f"step {step.id!r} cites {step.cite!r}, which is no case", "name a case of the rules")
    return found
