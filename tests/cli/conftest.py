"""What the tests of the command line share: the program run in this process, positions as files."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from vedette.cli import program

BATTLE = "kernstown/the-stone-wall"


class Said(NamedTuple):
    """What a command left behind."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """stdout as the one JSON document that it must be."""
        return json.loads(self.out)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of one's own that is empty: what commands keep there is kept for one test."""
    monkeypatch.setenv("VEDETTE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


Vedette = Callable[..., Said]
Write = Callable[[str], str]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Vedette:
    """`run("show", BATTLE, "--json")`."""

    def call(*arguments: str) -> Said:
        status = program.run(arguments)
        out, err = capsys.readouterr()
        return Said(status, out, err)

    return call


@pytest.fixture
def position(tmp_path: Path) -> Write:
    """A position file with this text, for the first battle."""

    def write(text: str) -> str:
        file = tmp_path / "position.toml"
        file.write_text(f'battle = "{BATTLE}"\n{text}', encoding="utf-8")
        return str(file)

    return write


FIRE = """empty = true
turn = 6
begin = "fire"
active = "Tyler"
{more}
[[unit]]
id = "7 OH-a"
hex = "1733"
[[unit]]
id = "27 VA"
hex = "1834"
"""


def fire(more: str) -> str:
    """7 OH-a faces 27 VA behind the wall, and may fire."""
    return FIRE.format(more=more)
