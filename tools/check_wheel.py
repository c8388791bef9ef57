"""Builds and installs the package as a stranger would and looks whether the page is served (`make prove`).

Three checks, each in a fresh copy of the checkout and with no Node on the PATH: `pip install .` in an empty
environment; a wheel installed without network serves the page; an edited Svelte file is seen by the next `make play`.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from serving import NoServer, page_with_scripts, serving

ROOT = Path(__file__).resolve().parent.parent
NODE = {"node", "npm", "npx", "corepack"}
TITLE = "<title>Vedette</title>"
PLAY = ["play", "--port", "0", "--no-browser"]


class CheckError(Exception):
    """What does not hold, in one line."""


def run(command: list[str | Path], cwd: Path, environment: dict[str, str]) -> None:
    done = subprocess.run(list(map(str, command)), cwd=cwd, env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        raise CheckError(f"`{' '.join(map(str, command))}` failed:\n{done.stdout}{done.stderr}")


def checkout(target: Path) -> Path:
    """A copy of all files that git knows or would add, as they are now."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target / name)
    return target


def path_without_node(folder: Path) -> str:
    """A PATH with every program of this machine's but Node's."""
    folder.mkdir()
    for directory in os.environ["PATH"].split(os.pathsep):
        for program in Path(directory).iterdir() if Path(directory).is_dir() else ():
            if program.name not in NODE and not (folder / program.name).is_symlink():
                (folder / program.name).symlink_to(program.absolute())
    return str(folder)


def empty_environment(folder: Path, environment: dict[str, str]) -> Path:
    """A virtual environment's bin folder."""
    run([sys.executable, "-m", "venv", folder], folder.parent, environment)
    return folder / "bin"


def served(command: list[str | Path], cwd: Path, environment: dict[str, str], patience: float) -> str:
    with serving(command, cwd, environment, patience) as address:
        page = page_with_scripts(address)
    if TITLE not in page:
        raise CheckError(f"what `{command[0]}` serves is not the page: {page[:200]!r}")
    return page


BOARDS = """
from vedette import packs
from vedette.packs import drawing
from vedette.packs.drawing import board, drawn
from vedette.packs.drawing.edition import edition
for row in packs.battles():
    battle = packs.load(row.id)
    for turned in (False, True):
        source = board.source_of(battle, drawing.area_of(battle), turned)
        name = drawn.name_of(edition(battle.pack), battle.board, source)
        assert drawn.kept(name) is not None, f"the board of {row.id} did not come with the wheel"
"""
"""Fails where a board would have to be drawn."""


def check_install(work: Path, environment: dict[str, str]) -> None:
    """`pip install .` in an empty environment builds the client and serves it."""
    source = checkout(work / "install")
    programs = empty_environment(work / "installed", environment)
    run([programs / "pip", "install", "--quiet", "."], source, environment)
    served([programs / "vedette", *PLAY], work, environment, 60)


def check_wheel(work: Path, environment: dict[str, str]) -> None:
    """A wheel and its dependencies on disk are enough: with no index it has all boards and serves the page."""
    source, house = checkout(work / "wheel"), work / "house"
    builder = empty_environment(work / "builder", environment)
    run([builder / "pip", "wheel", "--quiet", "--wheel-dir", house, "."], source, environment)
    shutil.rmtree(source)
    programs = empty_environment(work / "offline", environment)
    offline = {**environment, "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(house), "VEDETTE_WEB": "skip"}
    run([programs / "pip", "install", "--quiet", "vedette"], work, offline)
    run([programs / "python", "-c", BOARDS], work, offline)
    served([programs / "vedette", *PLAY], work, offline, 60)


def check_edit(work: Path, environment: dict[str, str]) -> None:
    """What is changed in a Svelte file is on the page after the next `make play`."""
    source = checkout(work / "edit")
    play: list[str | Path] = ["make", "play", "PORT=0", "BROWSER=none"]
    mark = "A mark that only this check writes"
    if mark in served(play, source, environment, 300):
        raise CheckError("the mark is on the page before it was written")
    page = source / "web" / "src" / "App.svelte"
    page.write_text(page.read_text() + f"\n<p hidden>{mark}</p>\n")
    if mark not in served(play, source, environment, 120):
        raise CheckError("an edited Svelte file is not seen by the next `make play`")


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="vedette-") as folder:
        work = Path(folder)
        (work / "home").mkdir()
        environment = {**os.environ, "HOME": str(work / "home"), "PATH": path_without_node(work / "path")}
        environment.pop("VEDETTE_WEB", None)
        for check in (check_install, check_wheel, check_edit):
            print(f"{(check.__doc__ or '').strip()}", flush=True)
            try:
                check(work, environment)
            except (CheckError, NoServer, OSError) as error:
                print(f"  does not hold: {error}", file=sys.stderr)
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
