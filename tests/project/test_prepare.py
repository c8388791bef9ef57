"""The set-up runs when something it depends on has changed, and says in one line what it lacks."""

import sys
from pathlib import Path

import pytest

from tools import prepare


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout whose commands are noted and not run."""
    for name in (*prepare.LOCKS.values(), "pyproject.toml", "tools/prepare.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name)

    def run(root: Path, arguments: list[str], failed: str) -> None:
        python = prepare.venv_python(root)
        python.parent.mkdir(parents=True, exist_ok=True)
        if not python.exists():
            python.symlink_to(sys.executable)

    monkeypatch.setattr(prepare, "run", run)
    return tmp_path


def test_ready_after_the_set_up(root: Path) -> None:
    assert not prepare.is_ready(root, "play")
    prepare.set_up(root, "play")
    assert prepare.is_ready(root, "play") and not prepare.is_ready(root, "test")


def test_the_test_tools_include_what_play_needs(root: Path) -> None:
    prepare.set_up(root, "test")
    assert prepare.is_ready(root, "play") and prepare.is_ready(root, "test")


@pytest.mark.parametrize("name", ["requirements.lock", "pyproject.toml"])
def test_not_ready_after_a_change(root: Path, name: str) -> None:
    prepare.set_up(root, "play")
    (root / name).write_text("changed")
    assert not prepare.is_ready(root, "play")


def test_a_moved_checkout_is_set_up_anew(root: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    prepare.set_up(root, "play")
    assert prepare.usable(root)
    moved = root.rename(tmp_path_factory.mktemp("elsewhere") / "moved")
    assert not prepare.is_ready(moved, "play") and not prepare.usable(moved)


def test_without_venv_the_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ensurepip", None)
    with pytest.raises(prepare.SetUpError, match=r"^.*apt-get install python3\.12-venv$"):
        prepare.check_python((3, 12))


def test_an_old_python_is_refused_by_its_number() -> None:
    with pytest.raises(prepare.SetUpError, match=r"3\.11 or later is needed, this is 3\.9"):
        prepare.check_python((3, 9))


def test_a_failed_command_is_told_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(prepare, "is_ready", lambda root, purpose: False)

    def failing(root: Path, purpose: str) -> None:
        raise prepare.SetUpError("could not")

    monkeypatch.setattr(prepare, "set_up", failing)
    assert prepare.main(["play"]) == 1
    assert capsys.readouterr().err.splitlines()[-1] == "Vedette: could not"
