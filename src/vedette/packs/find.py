"""Where packs lie: those that come with the program, and an owner's folders beside them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import msgspec
from platformdirs import user_data_dir

from .errors import PackError, fault
from .files import read_file
from .layers import Layer, all_layers, misplaced

META = "pack.toml"
SCENARIOS = "scenarios/"
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
    layers: tuple[Layer, ...] = ()
    """His layers over it that are on, in the order in which they are laid."""
    twins: tuple[str, ...] = ()
    """Folders that all mean this pack by names that differ in capitals."""
    errata: bool = True
    """Whether the pack's errata are in force."""

    def shown(self, path: str) -> str:
        """How a file of the pack is named in messages: its place on disk for a pack of one's own."""
        if mine := self.layer_of(path):
            return str(mine[0].path / mine[1])
        return str(self.base.joinpath(path)) if self.added else f"{self.name}/{path}"

    def layer_of(self, path: str) -> tuple[Layer, str] | None:
        """The layer in which a scenario stands, and its file there; None for one of the pack."""
        if path.startswith(SCENARIOS):
            for layer in self.layers:
                if file := layer.scenarios().get(path):
                    return layer, file
        return None

    def own(self, path: str) -> bool:
        """Whether a file is the owner's own work and not the program's."""
        return self.added or self.layer_of(path) is not None

    def has(self, path: str) -> bool:
        """Whether the pack has the file, or something that should be one."""
        if self.layer_of(path):
            return True
        found = self.base.joinpath(path)
        try:
            return found.is_file() or (isinstance(found, Path) and (found.exists() or found.is_symlink()))
        except (OSError, ValueError):  # a name that no file can have
            return False

    def read(self, path: str) -> bytes:
        """The bytes of a file of the pack, without the byte order mark and the line ends of Windows."""
        if mine := self.layer_of(path):
            return mine[0].read(mine[1])
        return read_file(self.base.joinpath(path), self.shown(path), self.base if self.added else None)

    def read_over(self, path: str) -> bytes:
        """The same of a table that the owner lays over the pack."""
        assert self.over is not None
        return read_file(self.over / path, str(self.over / path), self.over)

    def listed_in_pack(self, under: str, ending: str) -> list[str]:
        """The files of one folder of the pack, in order, without those of layers."""
        folder = self.base.joinpath(under)
        names = [f.name for f in folder.iterdir() if f.name.endswith(ending)] if folder.is_dir() else []
        return [f"{under}/{name}" for name in sorted(names)]

    def listed(self, under: str, ending: str) -> list[str]:
        """The files of one folder of the pack, in order; scenarios with those of layers."""
        found = {*self.listed_in_pack(under, ending)}
        if f"{under}/" == SCENARIOS and ending == ".toml":
            found |= {path for layer in self.layers for path in layer.scenarios()}
        return sorted(found)

    def overlaid(self) -> list[str]:
        """The tables that the owner lays over the pack, in order."""
        return [path for path in self._owners() if path.lower().endswith(".csv")]

    def strays(self) -> list[str]:
        """What the owner has put there in the form of a pack's files, and is no table."""
        return [path for path in self._owners() if not path.lower().endswith(".csv") and path.lower().endswith(FORMS)]

    def _owners(self) -> list[str]:
        if self.over is None:
            return []
        found = (f.relative_to(self.over).as_posix() for f in self.over.rglob("*.*") if not f.is_dir())
        return sorted(f for f in found if not f.split("/")[-1].startswith("."))

    def state(self) -> tuple[tuple[str, int, int], ...]:
        """What tells one state of the owner's files from another, without reading them."""
        files = [(path, self.over / path) for path in self.overlaid()] if self.over else []
        files += [(f"{layer.name}/{f}", layer.path / f) for layer in self.layers for f in layer.files()]
        stats = ((path, _stat(file)) for path, file in files)
        return tuple((path, s.st_mtime_ns, s.st_size) for path, s in stats)


def _stat(file: Path) -> os.stat_result:
    """What is known of a file, or of a link that leads nowhere."""
    try:
        return file.stat()
    except OSError:
        return file.lstat()


def _within() -> Traversable:
    return files("vedette").joinpath("battles")


def packs_folder() -> Path:
    """Where an owner's packs lie, and the tables that he lays over those of the program."""
    return home() / "packs"


def layers_folder() -> Path:
    """Where an owner's layers lie."""
    return home() / "layers"


def folders() -> Iterator[Folder]:
    """Every pack: those of the program with their overlays, then packs that the owner has added."""
    own = packs_folder()
    mine = [f for f in sorted(own.iterdir()) if f.is_dir()] if own.is_dir() else []
    layers = [layer for layer in all_layers(layers_folder()) if layer.about.on]
    names = set()
    battles = _within()
    for base in sorted(battles.iterdir(), key=lambda f: f.name) if battles.is_dir() else ():
        if base.joinpath(META).is_file():
            names.add(base.name)
            over = [f for f in mine if f.name.lower() == base.name.lower() and (f == own / base.name or not _pack(f))]
            twins = tuple(map(str, over)) if len(over) > 1 else ()
            laid = tuple(layer for layer in layers if layer.about.pack == base.name)
            yield Folder(base.name, base, over[0] if over else None, layers=laid, twins=twins)
    for added in mine:
        if added.name not in names and _pack(added):
            laid = tuple(layer for layer in layers if layer.about.pack == added.name)
            yield Folder(added.name, added, added=True, layers=laid)


def _pack(folder: Path) -> bool:
    """Whether a folder is a pack of its own."""
    return (folder / META).is_file()


def lost_layers() -> dict[str, str]:
    """Layers that lie over nothing: which, and why."""
    spoilt: dict[str, str] = {}
    found = all_layers(layers_folder(), spoilt)
    return spoilt | misplaced(found, [f.name for f in folders()])


def strayed(pack: str, scenario: str) -> str:
    """Why an owner's scenario of that name is not read, behind a semicolon; "" where he has none."""
    for layer in all_layers(layers_folder()):
        for file in layer.files():
            if not file.lower().endswith(".toml") or Path(file).stem.lower() != scenario.lower():
                continue
            if file not in layer.scenarios().values():
                return f"; layers/{layer.name}/{file} is not read there: put it into layers/{layer.name}/scenarios/"
            if not layer.about.on:
                return f"; the layer {layer.name} has it and is off: vedette pack layers --on {layer.name}"
            if layer.about.pack != pack:
                return f"; the layer {layer.name} has it over {layer.about.pack}: {layer.about.pack}/{scenario}"
    lost = list(lost_layers())
    return f"; not read: {', '.join(lost)} (vedette pack where says why)" if lost else ""


def lost_folders() -> list[Path]:
    """Folders among the owner's packs that are none and lie over none: a name mistyped, as a rule."""
    own = packs_folder()
    known = {f.name.lower() for f in folders()}
    found = sorted(own.iterdir()) if own.is_dir() else []
    return [f for f in found if f.is_dir() and f.name.lower() not in known and not _pack(f) and f.name[0] != "."]


def check_twins(folder: Folder) -> None:
    """Only one folder lies over a pack. Raises PackError."""
    if folder.twins:
        what = f"{folder.twins[0]} lies over the same pack {folder.name}"
        raise fault(folder.twins[1], what, "put the files of both into one folder")


def folder(name: str) -> Folder:
    """The pack of a name."""
    found = list(folders())
    for f in found:
        if f.name == name:
            return f
    raise PackError(f"there is no pack {name!r}; there are {', '.join(f.name for f in found) or 'none'}")
