"""House rules as data: what a club plays otherwise, out of the switches that the program has.

`$VEDETTE_HOME/house/NAME.toml` names options, limits of chits, wild chits that come later, and readings of
docs/rulings.md that it turns. What the program has no switch for is refused by name.
"""

from __future__ import annotations

import difflib
import hashlib
import tomllib
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Annotated, Any, TypeVar

import msgspec

from vedette.engine.battle import Battle

from . import find, toml
from .errors import PackError, fault, listed
from .files import read_file
from .layers import NAME
from .rulebooks import content_of
from .table import decode

FORTUNES = "Fortunes of War"
Scenario = dict[str, Any]
B = TypeVar("B", bound=Battle)
LETTERS = 80
"""Of the longest title."""
Turn = Annotated[int, msgspec.Meta(ge=0, le=99)]


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many Event chits of a side go into the cup by choice, and by lot."""

    key: int | None = None
    random: int | None = None


class House(msgspec.Struct, frozen=True, kw_only=True):
    """A club's own rules, by switches that there are."""

    title: str
    options: dict[str, bool | str] = {}
    chits: dict[str, Limits] = {}
    no_fortunes_before: Turn = 0
    """The turn from which Fortunes of War is in the cup."""
    readings: dict[str, str] = {}
    """Readings of docs/rulings.md that are turned, by name."""


def _hill(scenario: Scenario, side: str) -> str:
    if "initial" not in scenario.get("victory", {}):
        return "the battle has no hexes that somebody holds as it begins"
    if side not in ("union", "confederate"):
        return "write union or confederate"
    scenario["victory"] = {**scenario["victory"], "initial": side}
    return ""


READINGS: Mapping[str, tuple[str, Callable[[Scenario, str], str]]] = {
    "hexes-held-at-the-start": ("who holds the victory hexes as the battle begins", _hill),
}
"""Readings that can be turned in any family: what each says, and how a scenario says it."""


def house_of(name: str) -> House:
    """The house rules of a name. Raises PackError."""
    file = find.home() / "house" / f"{name}.toml"
    if not NAME.fullmatch(name) or not file.is_file():
        raise PackError(_no_such(name))
    shown = f"house/{name}.toml"  # not where it lies: whoever asks may sit at another machine
    try:
        plain = toml.loads(decode(shown, read_file(file, shown, file.parent)))
        for key in plain:
            if key not in House.__struct_fields__:
                near = difflib.get_close_matches(key, House.__struct_fields__, 1, 0.6)
                mend = f"did you mean {near[0]}" if near else f"there are {listed(House.__struct_fields__)}"
                raise fault(shown, f"the program has no switch {key!r}", mend, column=key)
        house = msgspec.convert(plain, House)
    except (tomllib.TOMLDecodeError, RecursionError) as e:
        raise fault(shown, str(e), "mend the TOML there") from None
    except msgspec.ValidationError as e:
        raise _misread(shown, str(e)) from None
    if not house.title.strip() or len(house.title) > LETTERS or not house.title.isprintable():
        mend = f"write one line of 1 to {LETTERS} letters: it stands behind the name of the battle"
        raise fault(shown, "that is no title", mend, column="title")
    return house


FORMS = {
    "title": "a text in quotes", "options": "a table, [options], with a line for each",
    "readings": "a table, [readings]", "chits": "a table for each side, such as [chits.union]",
    "no_fortunes_before": "a whole number from 0 to 99",
}  # fmt: skip
WITHIN = {"options": "true, false or a word in quotes", "chits": "key or random with a whole number",
          "readings": "a word in quotes"}  # fmt: skip


def _misread(shown: str, error: str) -> PackError:
    """What is written as it cannot be, and how it is written."""
    what, _, key = error.replace("`", "").partition(" - at $.")
    if "missing required field" in what:
        return fault(shown, "there is no title", 'write title = "..." with what the club calls its rules')
    first = key.partition(".")[0].partition("[")[0]
    form = WITHIN.get(first) if key != first else None
    return fault(
        shown,
        "that cannot stand here",
        f"write {form or FORMS.get(first, 'it otherwise')}",
        column=key.replace("[...]", ""),
    )


def _no_such(name: str) -> str:
    """That there are no house rules of a name, and which there are; of a file that is there, what is wrong with it."""
    folder = find.home() / "house"
    files = sorted(folder.glob("*.toml")) if folder.is_dir() else []
    if any(f.stem == name for f in files):
        if not NAME.fullmatch(name):
            return f"house rules {name[:60]!r}: a name has small letters, digits and hyphens; rename the file"
        return f"house/{name}.toml: is a folder, a pipe or a device and no file; put a file there, or take it out"
    names = [f.stem for f in files if NAME.fullmatch(f.stem) and f.is_file()]
    return f"there are no house rules {name[:60]!r}; there are {listed(names)}"


def housed(battle: B, house: House) -> B:
    """The battle by house rules: another edition of it. Raises PackError where it has not what they are about."""
    scenario = dict(battle.scenario)
    words = [
        *_options(scenario, house),
        *_limits(scenario, house),
        *_fortunes(scenario, house),
        *_readings(battle, scenario, house),
    ]
    if not words:
        mend = f"give them one of {listed(k for k in House.__struct_fields__ if k != 'title')}"
        raise PackError(f"the house rules {house.title!r} change nothing in {battle.id}; {mend}")
    said = (f"House rules, {house.title}: {'; '.join(words)}",)
    total = hashlib.blake2b(f"{battle.hash} {msgspec.json.encode(scenario, order='deterministic')!r}".encode())
    return msgspec.structs.replace(
        battle,
        title=f"{battle.title} ({house.title})",
        scenario=MappingProxyType(scenario),
        house=said,
        hash=total.hexdigest()[:32],
    )


def _options(scenario: Scenario, house: House) -> list[str]:
    """Options with another value where nobody says otherwise."""
    known = dict(scenario.get("options", {}))
    words = []
    for name, value in house.options.items():
        if name not in known:
            raise PackError(f"options: the battle has no option {name!r}; it has {listed(sorted(known))}")
        allowed = known[name].get("values") or [True, False]
        if value not in allowed:
            raise PackError(
                f"options.{name}: it has no value {value!r}; write {listed(str(v).lower() for v in allowed)}"
            )
        known[name] = {**known[name], "default": value}
        words.append(f"{known[name]['title']}: {str(value).lower()}")
    if words:
        scenario["options"] = known
    return words


def _limits(scenario: Scenario, house: House) -> list[str]:
    """Fewer or more Event chits."""
    words = []
    chits = dict(scenario.get("chits", {}))
    for side, limits in house.chits.items():
        if side not in chits:
            raise PackError(f"chits: no Event chits of {side!r} are in the battle; it has {listed(sorted(chits))}")
        given = {k: n for k, n in msgspec.structs.asdict(limits).items() if n is not None}
        if not given:
            raise PackError(f"chits.{side}: nothing stands there; write key or random with a number, or take it out")
        for key, count in given.items():
            if not 0 <= count <= chits[side][key]:
                mend = f"write a number from 0 to {chits[side][key]}"
                raise PackError(f"chits.{side}.{key}: {count} is more than the book allows, or less than none; {mend}")
        chits[side] = {**chits[side], **given}
        words.append(f"{side} chits, {', '.join(f'{n} by {_BY[key]}' for key, n in given.items())}")
    if words:
        scenario["chits"] = chits
    return words


_BY = {"key": "choice", "random": "lot"}


def _fortunes(scenario: Scenario, house: House) -> list[str]:
    """Fortunes of War from a turn on."""
    turn = house.no_fortunes_before
    if not turn:
        return []
    if FORTUNES not in scenario.get("wild", ()):
        raise PackError(f"no_fortunes_before: {FORTUNES} is not in the battle")
    row = {"do": "wild_from_turn", "wild": FORTUNES, "turn": turn}
    scenario["special"] = [*scenario.get("special", ()), row]
    return [f"no {FORTUNES} before turn {turn}"]


def _readings(battle: Battle, scenario: Scenario, house: House) -> list[str]:
    """Readings of the rules that a club turns: those that a scenario says itself, and those of its rulebook."""
    books = content_of(battle.rulebook).readings
    words = []
    for name, value in house.readings.items():
        if name in READINGS:
            title, turn = READINGS[name]
            wrong = turn(scenario, value)
        elif name in books:
            title, wrong = books[name].title, _by_the_book(battle, scenario, name, value)
        else:
            raise PackError(f"readings: the program has no switch {name!r}; there are {listed([*READINGS, *books])}")
        if wrong:
            raise PackError(f"readings.{name}: {wrong}")
        words.append(f"{title}: {value.replace('-', ' ')}")
    return words


def _by_the_book(battle: Battle, scenario: Scenario, name: str, value: str) -> str:
    """A row of the scenario turns a reading of the rulebook; what is wrong where it cannot."""
    reading = content_of(battle.rulebook).readings[name]
    if battle.profile not in reading.books:
        return f"the book of {battle.id} does not leave that open; take it out"
    if value not in reading.values:
        return f"it has no value {value!r}; write {listed(reading.values)}"
    row = {"do": "reading_turned", "name": name, "value": value}
    scenario["special"] = [*scenario.get("special", ()), row]
    return ""
