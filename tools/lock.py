"""Writes new lock files (`make lock`): Python's for every supported version and system, and the web client's.

requirements.lock is what `make play` installs; requirements-dev.lock is the same pins and the tools of the test run.
No registry is named in them, so that any mirror serves them.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import client

ROOT = Path(__file__).resolve().parent.parent
COMPILE = "--universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header --upgrade"
LOCKS = {
    "requirements.lock": ["--group", "build"],
    "requirements-dev.lock": ["--group", "build", "--group", "dev", "--extra", "ground", "-c", "requirements.lock"],
}


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        programs = Path(folder, "bin")
        subprocess.run([programs / "pip", "install", "--quiet", "uv"], check=True)
        for name, what in LOCKS.items():
            command = [str(programs / "uv"), "pip", "compile", "--quiet", "pyproject.toml", *COMPILE.split(), *what]
            subprocess.run([*command, "--output-file", name], cwd=ROOT, check=True)
    (ROOT / "web" / "package-lock.json").unlink(missing_ok=True)
    client.npm(ROOT, ["install", "--package-lock-only"])
    return 0


if __name__ == "__main__":
    sys.exit(main())
