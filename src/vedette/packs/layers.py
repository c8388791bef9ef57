"""An owner's layers: folders of his printed values, each over one pack, with a switch and a place in the order.

`$VEDETTE_HOME/layers/NAME/` holds `layer.toml`, `cells.csv` (one row a cell), whole `charts/*.csv`, rows of other
tables, and `scenarios/*.toml` of his own. This module finds them and says what they are; `laid.py` lays them.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from . import toml
from .errors import PackError, fault
from .files import read_file
from .table import decode

ABOUT = "layer.toml"
CELLS = "cells.csv"
DRAFTS = "drafts.csv"
DRAFTS_FOLDER = "drafts/"
COLUMNS = ("table", "row", "column", "value", "source", "date")
NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,59}")
FORMS = (".csv", ".toml")
ORDER = 50
"""The place of a layer that says nothing of it."""
Known = Mapping[str, str]


class About(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """layer.toml: what a layer is."""

    title: str = ""
    pack: str
    """The pack that it lies over."""
    printing: str = ""
    """Which printing of the game the values are those of."""
    source: str = ""
    """Where the values come from, such as "my copy"."""
    date: str = ""
    order: int = ORDER
    """Layers are laid in this order, the last on top."""
    on: bool = True
    edition: int = 0
    """Goes up by one with each change that the program makes."""

    def says(self, source: str = "", date: str = "") -> str:
        """The source of a cell of it, by what the cell itself says and what the layer says."""
        printing = f"printing {self.printing}" if self.printing else ""
        words = [w for w in (source or self.source, printing, date or self.date) if w]
        return "owner: " + ", ".join(words) if words else "owner"


class Layer(msgspec.Struct, frozen=True):
    """A layer: its folder, and what it says of itself."""

    name: str
    path: Path
    about: About
    given: tuple[tuple[str, bytes | None], ...] = ()
    """Files that are tried before they are written, in the place of those on the disk; None for one that is gone."""

    @property
    def title(self) -> str:
        """How it is called."""
        return self.about.title or self.name

    def files(self) -> list[str]:
        """Its files that are read with the pack, in order."""
        found = (f.relative_to(self.path).as_posix() for f in self.path.rglob("*.*") if not f.is_dir())
        ours = (f for f in found if f.lower().endswith(FORMS) and not f.split("/")[-1].startswith("."))
        files = {f for f in ours if f not in (ABOUT, DRAFTS) and not f.startswith(DRAFTS_FOLDER)}
        for name, data in self.given:
            files = files - {name} if data is None else files | {name}
        return sorted(files)

    def scenarios(self) -> dict[str, str]:
        """The scenarios that it adds: the name of each as a pack has it, and the file."""
        return {f"scenarios/{Path(f).stem}.toml": f for f in self.files() if Path(f).parent.name.lower() == "scenarios"}

    def read(self, file: str) -> bytes:
        """The bytes of one of its files."""
        for name, data in self.given:
            if name == file and data is not None:
                return data
        return read_file(self.path / file, str(self.path / file), self.path)


@lru_cache(maxsize=256)
def _about(path: Path, _stamp: tuple[int, int]) -> About:
    """What a layer says of itself. Raises PackError."""
    file = path / ABOUT
    try:
        return msgspec.convert(toml.loads(decode(str(file), read_file(file, str(file), path))), About)
    except tomllib.TOMLDecodeError as e:
        raise fault(str(file), str(e), "mend the TOML there") from None
    except (msgspec.ValidationError, RecursionError) as e:
        what, _, key = str(e).replace("`", "").partition(" - at $.")
        mend = 'write pack = "kernstown"' if "pack" in what else "write it as docs/packs.md has it"
        raise fault(str(file), what[0].lower() + what[1:], mend, column=key or None) from None


def layer_at(path: Path) -> Layer:
    """The layer of a folder. Raises PackError."""
    try:
        found = (path / ABOUT).stat()
    except OSError:
        file = path / ABOUT
        raise PackError(
            f"{file}: there is no such file; write title and pack into it, or take the folder out"
        ) from None
    return Layer(path.name, path, _about(path, (found.st_mtime_ns, found.st_size)))


def all_layers(folder: Path, spoilt: dict[str, str] | None = None) -> list[Layer]:
    """Every layer of an owner, in the order in which they are laid; what cannot be read is told in `spoilt`."""
    found = []
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        if path.name.startswith(".") or not path.is_dir():
            continue
        try:
            found.append(layer_at(path))
        except PackError as error:
            if spoilt is not None:
                spoilt[f"layer {path.name}"] = str(error)
    return sorted(found, key=lambda layer: (layer.about.order, layer.name))


def misplaced(layers: Iterable[Layer], packs: Iterable[str]) -> dict[str, str]:
    """Layers that lie over a pack that there is not: what is wrong with each."""
    names = list(packs)
    found = {}
    for layer in layers:
        if layer.about.pack not in names:
            near = difflib.get_close_matches(layer.about.pack.lower(), names, 1, 0.5)
            mend = f"did you mean {near[0]}" if near else f"there are {', '.join(names)}"
            error = fault(str(layer.path / ABOUT), f"there is no pack {layer.about.pack!r}", mend, column="pack")
            found[f"layer {layer.name}"] = str(error)
    return found


def canonical(path: str, known: Iterable[str]) -> str:
    """The path of a pack's table that a file means, whatever capitals it is written with; itself where it is none."""
    names: dict[str, str] = {}
    for name in known:
        names[name.lower()] = name
    return names.get(path.lower(), path)


def plain_toml(values: Mapping[str, Any]) -> str:
    """Texts, numbers and switches as TOML."""
    return "".join(f"{key} = {msgspec.json.encode(value).decode()}\n" for key, value in values.items())
