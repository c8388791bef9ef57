"""pack.toml: what a pack is, by which rules it is played, how it may be overlaid and drawn."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Annotated

import msgspec

from vedette.engine.content import SIDES, Content, Place, listed, matches, one_of

from . import toml
from .errors import fault
from .find import META, Folder
from .laying import Rules
from .rulebooks import content_of
from .table import decode

COLOUR = matches(r"#[0-9a-fA-F]{6}", "a colour such as #2b5892")
LOOK = {"colour": COLOUR, "worn": COLOUR, "shape": one_of("rounded", "square")}
"""What a side needs to be drawn."""


Across = Annotated[float, msgspec.Meta(ge=2, le=40)]


class Card(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A battle as the start page shows it: some scenarios of the pack under one title and one picture."""

    title: str
    day: str = ""
    """What stands under the title: the day, and the place where the title does not say it."""
    about: str = ""
    """One sentence."""
    scenarios: tuple[str, ...]
    """The one that is proposed comes first."""
    middle: str = ""
    """The hex in the middle of the picture; without it the middle of the area of play."""
    hexes: Across = 6
    """How many hexes wide the picture is."""


class Meta(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """pack.toml: what the pack is, and how it may be overlaid and drawn."""

    title: str
    subtitle: str = ""
    rulebook: str
    profile: str
    prefix: str = ""
    edition: str = ""
    """Which edition of the pack it is, where it has several."""
    order: Place = 99
    """Its place in the list of battles, the easiest to begin with first."""
    credits: dict[str, str] = {}
    overlay: Rules = Rules()
    sides: dict[str, dict[str, str]] = {}
    brigades: dict[str, dict[str, str]] = {}
    divisions: dict[str, dict[str, str]] = {}
    """Side -> division -> the stripe below the band, where two divisions must be told apart."""
    cards: tuple[Card, ...] = ()
    tasks: dict[str, dict[str, str]] = {}
    """Scenario -> side -> what it has to do there, in a few words."""

    def card_of(self, scenario: str) -> Card | None:
        """The card under which a scenario stands."""
        return next((card for card in self.cards if scenario in card.scenarios), None)


def read_meta(folder: Folder) -> Meta:
    """The pack's own description."""
    file = folder.shown(META)
    try:
        meta = msgspec.convert(toml.loads(decode(file, folder.read(META))), Meta)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, RecursionError) as e:
        raise fault(file, str(e).replace("`", ""), "see `vedette pack new` for a pack that is right") from None
    for key, cell, wanted in (*_looks(meta), *_shown(meta, folder)):
        raise fault(file, f"{cell!r} is not allowed here" if cell else "it is missing", f"write {wanted}", column=key)
    return meta


def _looks(meta: Meta) -> Iterator[tuple[str, str, str]]:
    """What of the look of sides and brigades cannot be drawn: the key, what it says, and what it must be."""
    for key, sides in (("sides", meta.sides), ("brigades", meta.brigades), ("divisions", meta.divisions)):
        yield from ((key, side, listed(SIDES)) for side in sides if side not in SIDES)
    for side, look in meta.sides.items():
        for word, check in LOOK.items():
            if wanted := check(look.get(word, "")):
                yield f"sides.{side}.{word}", look.get(word, ""), wanted
    for key, groups in (("brigades", meta.brigades), ("divisions", meta.divisions)):
        for side, colours in groups.items():
            for name, colour in colours.items():
                if wanted := COLOUR(colour):
                    yield f"{key}.{side}.{name}", colour, wanted


def _shown(meta: Meta, folder: Folder) -> Iterator[tuple[str, str, str]]:
    """What of the cards and tasks is about nothing that the pack has."""
    known = [path.rpartition("/")[2].removesuffix(".toml") for path in folder.listed("scenarios", ".toml")]
    named = [("cards.scenarios", name) for card in meta.cards for name in card.scenarios]
    named += [("tasks", name) for name in meta.tasks]
    yield from ((key, name, f"a scenario of the pack: {listed(known)}") for key, name in named if name not in known)
    for name, tasks in meta.tasks.items():
        yield from ((f"tasks.{name}", side, listed(SIDES)) for side in tasks if side not in SIDES)


def content(folder: Folder) -> Content:
    """What the rulebook of a pack says of it."""
    return content_of(read_meta(folder).rulebook)
