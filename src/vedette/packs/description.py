"""pack.toml: what a pack is, by which rules it is played, how it may be overlaid and drawn."""

from __future__ import annotations

import tomllib

import msgspec

from vedette.engine.content import Content

from .errors import fault
from .find import META, Folder
from .overlay import Rules
from .rulebooks import content_of
from .table import decode


class Meta(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """pack.toml: what the pack is, and how it may be overlaid and drawn."""

    title: str
    subtitle: str = ""
    rulebook: str
    profile: str
    prefix: str = ""
    order: int = 99
    """Its place in the list of battles, the easiest to begin with first."""
    credits: dict[str, str] = {}
    overlay: Rules = Rules()
    sides: dict[str, dict[str, str]] = {}
    brigades: dict[str, dict[str, str]] = {}


def read_meta(folder: Folder) -> Meta:
    """The pack's own description."""
    file = folder.shown(META)
    try:
        return msgspec.convert(tomllib.loads(decode(file, folder.read(META))), Meta)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, RecursionError) as e:
        raise fault(file, str(e).replace("`", ""), "see `vedette pack new` for a pack that is right") from None


def content(folder: Folder) -> Content:
    """What the rulebook of a pack says of it."""
    return content_of(read_meta(folder).rulebook)
