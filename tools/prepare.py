"""Sets up .venv for the Makefile: `python3 tools/prepare.py play|test`. Standard library only.

A stamp in .venv holds the hash of all that the set-up depends on, so that a second run does nothing and needs no
network. `test` installs all that `play` does, and the tools of the test run.
"""

import hashlib
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCKS = {"play": "requirements.lock", "test": "requirements-dev.lock"}
OLDEST = (3, 11)


class SetUpError(Exception):
    """Why the set-up cannot go on, in one line."""


def venv_python(root: Path) -> Path:
    return root / ".venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def stamp(root: Path, purpose: str) -> Path:
    return root / ".venv" / f"vedette-{purpose}.stamp"


def fingerprint(root: Path, purpose: str) -> str:
    """All that the environment depends on: its Python, the lock, the project's own metadata."""
    whole = hashlib.sha256(os.path.realpath(venv_python(root)).encode())
    for name in (LOCKS[purpose], "pyproject.toml", "tools/prepare.py"):
        whole.update((root / name).read_bytes())
    return whole.hexdigest()


def stamped(root: Path, purpose: str) -> list[str]:
    """What the stamp says: the fingerprint and the folder that the environment was made for."""
    mark = stamp(root, purpose)
    return mark.read_text(encoding="utf-8").splitlines() if mark.is_file() else []


def is_ready(root: Path, purpose: str) -> bool:
    return venv_python(root).exists() and stamped(root, purpose) == [fingerprint(root, purpose), str(root)]


def check_python(version: tuple[int, int] = sys.version_info[:2]) -> None:
    """The Python that runs this must be able to make an environment with pip in it."""
    if version < OLDEST:
        raise SetUpError(f"Python 3.11 or later is needed, this is {version[0]}.{version[1]}")
    try:
        import ensurepip  # noqa: F401
        import venv  # noqa: F401
    except ImportError:
        package = f"python{version[0]}.{version[1]}-venv"
        raise SetUpError(f"Python's venv module is missing; on Debian or Ubuntu: apt-get install {package}") from None


def usable(root: Path) -> bool:
    """Whether .venv has a running Python with pip, and was not moved here from another folder."""
    python = venv_python(root)
    if not python.exists() or any(stamped(root, purpose)[1:] not in ([], [str(root)]) for purpose in LOCKS):
        return False
    question = f"import pip, sys; sys.exit(sys.version_info < {OLDEST})"
    return subprocess.run([python, "-c", question], capture_output=True).returncode == 0


def run(root: Path, arguments: Sequence[str], failed: str) -> None:
    environment = {**os.environ, "VEDETTE_WEB": "skip", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    if subprocess.run(arguments, cwd=root, env=environment, stdout=sys.stderr).returncode != 0:
        raise SetUpError(failed)


def set_up(root: Path, purpose: str) -> None:
    """Makes .venv if need be, installs the locked packages and the project itself in editable form."""
    python, fresh = venv_python(root), not usable(root)
    if fresh:
        check_python()
    print("Vedette: setting up .venv, which takes a minute or two the first time", file=sys.stderr)
    if fresh:
        run(root, [sys.executable, "-m", "venv", "--clear", ".venv"], "could not make .venv (see above)")
    pip = [str(python), "-m", "pip", "install", "--quiet"]
    lock = LOCKS[purpose]
    # Most of what the tools bring is never imported: what is gets compiled as it is met, once.
    lazily = ["--no-compile"] if purpose == "test" else []
    run(
        root,
        [*pip, *lazily, "--require-hashes", "--use-pep517", "-r", lock],
        f"could not install the packages of {lock} (see above); the first set-up needs the network",
    )
    run(
        root,
        [*pip, "--no-deps", "--no-build-isolation", "--editable", "."],
        "could not install the project itself (see above)",
    )
    for done in LOCKS if purpose == "test" else (purpose,):
        stamp(root, done).write_text(f"{fingerprint(root, done)}\n{root}\n", encoding="utf-8")


def main(arguments: Sequence[str]) -> int:
    purpose = arguments[0] if arguments else ""
    if purpose not in LOCKS:
        print("usage: python3 tools/prepare.py play|test", file=sys.stderr)
        return 2
    try:
        if not is_ready(ROOT, purpose):
            set_up(ROOT, purpose)
    except SetUpError as error:
        print(f"Vedette: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
