"""The browser tests are skipped only where no one promised a browser, and say how to get one."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
INNER = """
import pytest

@pytest.mark.needs_chromium
def test_browser(chromium):
    pass

@pytest.mark.slow
def test_long():
    pass

def test_plain(count):
    print(count(200))
"""


def outcome(folder: Path, **environment: str) -> str:
    """What pytest says of the three tests above with these variables and no browser on the PATH."""
    (folder / "test_inner.py").write_text(INNER)
    kept = {
        name: value for name, value in os.environ.items() if name not in ("CI", "VEDETTE_PROVE", "VEDETTE_CHROMIUM")
    }
    command = [sys.executable, "-m", "pytest", "-rsP", "-p", "no:cacheprovider", "-c", str(ROOT / "pyproject.toml")]
    done = subprocess.run(
        [*command, "--rootdir", str(ROOT), f"--confcutdir={ROOT}", "-p", "conftest", str(folder / "test_inner.py")],
        cwd=ROOT,
        env={**kept, "PATH": str(folder), **environment},
        capture_output=True,
        text=True,
    )
    return done.stdout


@pytest.mark.parametrize("ci", ["", "false"])
def test_without_chromium_a_plain_run_skips_and_tells(tmp_path: Path, ci: str) -> None:
    said = outcome(tmp_path, CI=ci)
    assert "1 passed, 1 skipped, 1 deselected" in said
    assert "apt-get install chromium" in said and "\n20\n" in said


def test_without_chromium_ci_fails(tmp_path: Path) -> None:
    assert "1 passed, 1 deselected, 1 error" in outcome(tmp_path, CI="true")


def test_prove_runs_the_slow_tests_and_the_full_counts(tmp_path: Path) -> None:
    said = outcome(tmp_path, VEDETTE_PROVE="1")
    assert "2 passed, 1 skipped" in said and "\n200\n" in said
