"""A layer as one file: taken along, and brought in with nothing that leads out of its folder."""

from __future__ import annotations

import io
import shutil
import zipfile
from pathlib import Path, PurePosixPath

from . import find
from .errors import PackError
from .files import MOST as MOST_OF_ONE
from .files import write_file
from .layers import ABOUT, FORMS, NAME, Layer, all_layers, layer_at
from .typed import begin

FILES = 200
MOST = 1 << 25
"""Bytes of all files of a layer together."""
WHEN = (2020, 1, 1, 0, 0, 0)
"""The time of every file in it, so that the same layer is the same file."""
FOLDERS = ("charts", "scenarios", "drafts", "drafts/charts")


def named_layer(name: str) -> Layer:
    """The layer of a name. Raises PackError."""
    found = {layer.name: layer for layer in all_layers(find.layers_folder())}
    if name in found:
        return found[name]
    if (find.layers_folder() / name).is_dir() and NAME.fullmatch(name):
        return layer_at(find.layers_folder() / name)  # says what is wrong with it
    raise PackError(f"there is no layer {name[:60]!r}; there are {', '.join(found) or 'none'}")


def packed(layer: Layer) -> bytes:
    """A layer as one file, its drafts too."""
    names = [f.relative_to(layer.path).as_posix() for f in sorted(layer.path.rglob("*.*")) if f.is_file()]
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name in names:
            if name.lower().endswith(FORMS) and not PurePosixPath(name).name.startswith("."):
                file.writestr(zipfile.ZipInfo(f"{layer.name}/{name}", WHEN), layer.read(name))
    return out.getvalue()


def unpacked(file: Path) -> tuple[str, dict[str, bytes]]:
    """The name of the layer in a file, and its files. Raises PackError where it is none."""
    try:
        with zipfile.ZipFile(file) as archive:
            infos = [info for info in archive.infolist() if not info.is_dir()]
            if len(infos) > FILES or sum(info.file_size for info in infos) > MOST:
                raise PackError(f"{file}: more than {FILES} files or {MOST >> 20} MB; no layer is so large")
            found = {_inside(file, info): _bytes(archive, info, file) for info in infos}
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError) as error:
        raise PackError(f"{file}: cannot be unpacked ({error}); export the layer again") from None
    roots = {path.split("/")[0] for path in found if "/" in path}
    if ABOUT not in found and len(roots) == 1 and all("/" in path for path in found):
        (root,) = roots
        return root, {path.partition("/")[2]: data for path, data in found.items()}
    return file.stem, found


def _inside(file: Path, info: zipfile.ZipInfo) -> str:
    """The path of a file in the archive, which does not lead out of its folder."""
    path = PurePosixPath(info.filename)
    link = (info.external_attr >> 16) & 0o170000 == 0o120000
    if path.is_absolute() or ".." in path.parts or "\\" in info.filename or ":" in info.filename or link:
        raise PackError(f"{file}: {info.filename[:100]!r} leads out of its folder; it is not imported")
    if not info.filename.lower().endswith(FORMS) or path.name.startswith("."):
        raise PackError(f"{file}: {info.filename[:100]!r} is no file of a layer; it is not imported")
    return path.as_posix()


def _bytes(archive: zipfile.ZipFile, info: zipfile.ZipInfo, file: Path) -> bytes:
    """The bytes of one, no more than it says that it has."""
    with archive.open(info) as inside:
        data = inside.read(min(info.file_size, MOST_OF_ONE) + 1)
    if len(data) > info.file_size or len(data) > MOST_OF_ONE:
        raise PackError(f"{file}: {info.filename[:100]!r} is larger than it says; it is not imported")
    return data


def contents(file: Path) -> dict[str, bytes]:
    """The files of the layer in a file. Raises PackError."""
    return _of_a_layer(file, unpacked(file)[1])


def _of_a_layer(file: Path, files: dict[str, bytes]) -> dict[str, bytes]:
    """The same files, once they are known to be a layer's and nothing else."""
    if ABOUT not in files:
        raise PackError(f"{file}: there is no {ABOUT} in it; it is no layer")
    for path in files:
        folder = str(PurePosixPath(path).parent).lower()
        if folder != "." and folder not in FOLDERS:
            raise PackError(f"{file}: {path[:100]!r} is no file of a layer; it is not imported")
    return files


def bring_in(file: Path, name: str = "", over: str = "") -> Layer:
    """A layer out of a file, once the pack is known to be read and begun with it. Raises PackError, OSError.

    Args:
        name: how it is called here; as in the file without one.
        over: the pack over which it must lie; any without one.
    """
    given, files = unpacked(file)
    name = name or given.lower()
    if not NAME.fullmatch(name):
        raise PackError(f"{name[:60]!r} is no name for a layer; give it one with --name")
    _of_a_layer(file, files)
    target = find.layers_folder() / name
    if target.exists():
        raise PackError(f"{target}: there is a layer of that name already; give this one another with --name")
    part = target.with_name(f".{name}.part")
    try:
        for path, data in files.items():
            write_file(part / path, data)
        layer = layer_at(part)
        if over and layer.about.pack != over:
            raise PackError(f"these values are for {layer.about.pack}, and this is the page of {over}")
        _try(layer)
        part.rename(target)
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return layer_at(target)


def _try(layer: Layer) -> None:
    """The pack of a layer can be read with it."""
    folder = find.folder(layer.about.pack)
    try:
        begin(type(folder)(folder.name, folder.base, folder.over, folder.added, (*folder.layers, layer)))
    except (PackError, ValueError, LookupError) as error:
        raise PackError(f"it is not imported: {error}") from None
