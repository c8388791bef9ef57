"""Writes new lock files (`make lock`): `python tools/lock.py [python] [web]`, both where none is named.

requirements.lock is what `make play` installs, for every supported Python and system; requirements-dev.lock is the same
pins and the tools of the test run. No registry is named in any of them, so that any mirror serves them.
"""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import client

ROOT = Path(__file__).resolve().parent.parent
COMPILE = "--universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header --upgrade"
EXTRAS = ("--extra", "ground", "--extra", "print")
LOCKS = {
    "requirements.lock": ["--group", "build"],
    "requirements-dev.lock": [
        "--group",
        "build",
        "--group",
        "dev",
        "--extra",
        "ground",
        "--extra",
        "print",
        "--extra",
        "lab",
        "--extra",
        "dask",
        "--extra",
        "postgres",
        "--extra",
        "metrics",
        "--extra",
        "accounts",
        "--extra",
        "push",
        "-c",
        "requirements.lock",
    ],
}


def lock_python(work: Path) -> None:
    """Both Python locks, by uv in an environment of its own."""
    subprocess.run([sys.executable, "-m", "venv", work / "uv"], check=True)
    programs = work / "uv" / "bin"
    subprocess.run([programs / "pip", "install", "--quiet", "uv"], check=True)
    for name, what in LOCKS.items():
        command = [str(programs / "uv"), "pip", "compile", "--quiet", "pyproject.toml", *COMPILE.split(), *what]
        subprocess.run([*command, "--output-file", name], cwd=ROOT, check=True)


def lock_web(work: Path) -> None:
    """The client's lock, in a folder without node_modules: npm leaves hashes out of a lock made beside one."""
    web, copy = client.web_dir(ROOT), client.web_dir(work)
    copy.mkdir()
    for name in ("package.json", ".npmrc"):
        shutil.copy2(web / name, copy / name)
    client.npm(work, ["install", "--package-lock-only"], quiet=True)
    shutil.copy2(copy / "package-lock.json", web / "package-lock.json")


def main(arguments: Sequence[str]) -> int:
    with tempfile.TemporaryDirectory() as folder:
        for what in arguments or ("python", "web"):
            {"python": lock_python, "web": lock_web}[what](Path(folder))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
