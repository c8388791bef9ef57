"""Where packs lie: those that come with the program, and an owner's folders beside them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import msgspec
from platformdirs import user_data_dir

from .errors import PackError
from .files import read_file

META = "pack.toml"
FORMS = (".csv", ".toml", ".json", ".geojson")
"""The files of a pack."""


def home() -> Path:
    """The folder of the owner's own things: $VEDETTE_HOME, or the data folder of the user."""
    named = os.environ.get("VEDETTE_HOME")
    return Path(named) if named else Path(user_data_dir("vedette", appauthor=False))


class Folder(msgspec.Struct, frozen=True):
    """A pack's files, and those of its owner that lie over them."""

    name: str
    base: Traversable
    over: Path | None = None
    added: bool = False
    """Whether the owner made the pack."""

    def shown(self, path: str) -> str:
        """How a file of the pack is named in messages: its place on disk for a pack of one's own."""
        return str(self.base.joinpath(path)) if self.added else f"{self.name}/{path}"

    def has(self, path: str) -> bool:
        """Whether the pack has the file, or something that should be one."""
        found = self.base.joinpath(path)
        try:
            return found.is_file() or (isinstance(found, Path) and (found.exists() or found.is_symlink()))
        except (OSError, ValueError):  # a name that no file can have
            return False

    def read(self, path: str) -> bytes:
        """The bytes of a file of the pack, without the byte order mark and the line ends of Windows."""
        return read_file(self.base.joinpath(path), self.shown(path), self.base if self.added else None)

    def read_over(self, path: str) -> bytes:
        """The same of a table that the owner lays over the pack."""
        assert self.over is not None
        return read_file(self.over / path, str(self.over / path), self.over)

    def listed(self, under: str, ending: str) -> list[str]:
        """The files of one folder of the pack, in order."""
        folder = self.base.joinpath(under)
        names = [f.name for f in folder.iterdir() if f.name.endswith(ending)] if folder.is_dir() else []
        return [f"{under}/{name}" for name in sorted(names)]

    def overlaid(self) -> list[str]:
        """The tables that the owner lays over the pack, in order."""
        return [path for path in self._owners() if path.endswith(".csv")]

    def strays(self) -> list[str]:
        """What the owner has put there in the form of a pack's files, and is no table."""
        return [path for path in self._owners() if not path.endswith(".csv") and path.lower().endswith(FORMS)]

    def _owners(self) -> list[str]:
        if self.over is None:
            return []
        found = (f.relative_to(self.over).as_posix() for f in self.over.rglob("*.*") if not f.is_dir())
        return sorted(f for f in found if not f.split("/")[-1].startswith("."))

    def state(self) -> tuple[tuple[str, int, int], ...]:
        """What tells one state of the owner's files from another, without reading them."""
        if self.over is None:
            return ()
        stats = ((path, _stat(self.over / path)) for path in self.overlaid())
        return tuple((path, s.st_mtime_ns, s.st_size) for path, s in stats)


def _stat(file: Path) -> os.stat_result:
    """What is known of a file, or of a link that leads nowhere."""
    try:
        return file.stat()
    except OSError:
        return file.lstat()


def _within() -> Traversable:
    return files("vedette").joinpath("battles")


def folders() -> Iterator[Folder]:
    """Every pack: those of the program with their overlays, then packs that the owner has added."""
    own = home() / "packs"
    names = set()
    battles = _within()
    for base in sorted(battles.iterdir(), key=lambda f: f.name) if battles.is_dir() else ():
        if base.joinpath(META).is_file():
            names.add(base.name)
            over = own / base.name
            yield Folder(base.name, base, over if over.is_dir() else None)
    for added in sorted(own.iterdir()) if own.is_dir() else ():
        if added.name not in names and (added / META).is_file():
            yield Folder(added.name, added, added=True)


def folder(name: str) -> Folder:
    """The pack of a name."""
    found = list(folders())
    for f in found:
        if f.name == name:
            return f
    raise PackError(f"there is no pack {name!r}; there are {', '.join(f.name for f in found) or 'none'}")
