"""What the tests of the packs share: the first battle, its tables, a home folder of one's own."""

from pathlib import Path

import pytest

from vedette import packs

FOLDER = Path(packs.__file__).parent.parent / "battles" / "kernstown"


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """A home folder that holds nothing of whoever runs the tests."""
    monkeypatch.setenv("VEDETTE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def battle(home):
    return packs.load("kernstown/the-stone-wall")


@pytest.fixture
def folder():
    return FOLDER


@pytest.fixture
def overlay(home):
    """Lays a table over one of the Kernstown pack."""

    def lay(path, text):
        file = home / "packs" / "kernstown" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

    return lay
