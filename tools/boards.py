"""Draws the boards of the program's own packs and the pictures of their cards, which are shipped with it.

The build hook and the Makefile both call this file. Each drawing lies in the package under the digest of what it was
drawn from (`vedette.packs.drawing.drawn`); the digest of all sources beside them says whether there is anything to do.
"""

import hashlib
import os
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DIGEST = "source.digest"
CARDS_DIGEST = "cards.digest"
SOURCES = ("src/vedette/battles", "src/vedette/packs", "src/vedette/board", "src/vedette/hexes", "tools/boards.py")
"""What the boards are drawn from and by."""
PACKING = "pillow>=11"
"""What packs the pictures of the cards; nothing else needs it."""
SUFFIXES = (".py", ".csv", ".toml", ".json", ".ttf")


def boards_dir(root: Path) -> Path:
    return root / "src" / "vedette" / "packs" / "drawing" / "boards"


def sources(root: Path) -> Iterator[Path]:
    """The files that boards are made from, in order."""
    for name in SOURCES:
        at = root / name
        yield from sorted(f for f in at.rglob("*") if f.suffix in SUFFIXES) if at.is_dir() else (at,)


def source_digest(root: Path) -> str:
    """One hash over names and contents; line ends do not count, since a checkout may change them."""
    whole = hashlib.sha256()
    for path in sources(root):
        content = path.read_bytes()
        content = content if path.suffix == ".ttf" else content.replace(b"\r\n", b"\n")
        whole.update(f"{path.relative_to(root).as_posix()}\0{len(content)}\0".encode())
        whole.update(content)
    return whole.hexdigest()


def is_current(root: Path) -> bool:
    """Whether the drawings come from the sources as they are now."""
    mark = boards_dir(root) / DIGEST
    return mark.is_file() and mark.read_text().strip() == source_digest(root)


def prepare(root: Path) -> None:
    """Makes the checkout's own modules and rulebooks known, which may not be installed yet, and no pack of an owner."""
    sys.path.insert(0, str(root / "src"))
    os.environ["VEDETTE_HOME"] = tempfile.gettempdir() + "/no-vedette-home"
    packs = import_module("vedette.packs")
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for name, where in project["entry-points"]["vedette.rulebooks"].items():
        module, _, attribute = where.partition(":")
        packs.register(name, getattr(import_module(module), attribute))


def battles(root: Path) -> list[str]:
    """The ids of the battles of the program's own packs."""
    folder = root / "src" / "vedette" / "battles"
    return sorted(f"{f.parent.parent.name}/{f.stem}" for f in folder.glob("*/scenarios/*.toml"))


def draw(root: Path, id: str, turned: bool) -> str:
    """Draws a battle's board, where it is not there yet; the name of its file."""
    packs, drawing = import_module("vedette.packs"), import_module("vedette.packs.drawing")
    battle = packs.load(id)
    return str(drawing.keep_board(battle, turned, boards_dir(root)).name)


def drawn(root: Path, wanted: list[tuple[str, bool]]) -> set[str]:
    """Draws boards on all processors; the names of their files."""
    with ProcessPoolExecutor(os.cpu_count() or 1, initializer=prepare, initargs=(root,)) as pool:
        return set(pool.map(draw, [root] * len(wanted), *zip(*wanted, strict=True)))


def carded(root: Path) -> list[str]:
    """The battles whose picture stands on a card of the start page: the first of each."""
    found = []
    for folder in sorted((root / "src" / "vedette" / "battles").glob("*/pack.toml")):
        cards = tomllib.loads(folder.read_text(encoding="utf-8")).get("cards", ())
        found += [f"{folder.parent.name}/{card['scenarios'][0]}" for card in cards]
    return found


def picture(root: Path, id: str) -> str:
    """Draws the picture of a card, where it is not there yet; the name of its file."""
    packs, drawing = import_module("vedette.packs"), import_module("vedette.packs.drawing")
    return str(drawing.keep_card(packs.load(id), boards_dir(root)).name)


def pictured(root: Path) -> set[str]:
    """Draws the pictures of all cards; the names of their files."""
    wanted = carded(root)
    if not wanted:
        return set()
    with ProcessPoolExecutor(os.cpu_count() or 1, initializer=prepare, initargs=(root,)) as pool:
        return set(pool.map(picture, [root] * len(wanted), wanted))


def build_cards(root: Path) -> None:
    """Draws the pictures of the cards alone, where they do not come from the sources as they are now: the start page is
    tried with what is shipped with it."""
    mark = boards_dir(root) / CARDS_DIGEST
    digest = source_digest(root)
    if is_current(root) or (mark.is_file() and mark.read_text().strip() == digest):
        return
    boards_dir(root).mkdir(parents=True, exist_ok=True)
    made = pictured(root)
    for file in boards_dir(root).glob("card-*"):
        if file.name not in made:
            file.unlink()
    mark.write_text(digest + "\n")


def build(root: Path) -> bool:
    """Draws what is missing and clears what is out of date; says whether there was anything to do."""
    if os.environ.get("VEDETTE_WEB") == "skip" or is_current(root):
        return False
    wanted = [(id, turned) for id in battles(root) for turned in (False, True)]
    boards_dir(root).mkdir(parents=True, exist_ok=True)
    made = drawn(root, wanted) | pictured(root)
    for file in boards_dir(root).iterdir():
        if file.name not in made:
            file.unlink()
    (boards_dir(root) / DIGEST).write_text(source_digest(root) + "\n")
    return True


def main() -> int:
    """Says on stderr what takes so long."""
    if os.environ.get("VEDETTE_WEB") != "skip" and not is_current(ROOT):
        print("Vedette: drawing the boards", file=sys.stderr)
        build(ROOT)
    return 0


if __name__ == "__main__":
    sys.exit(main())
