"""The load tool: what it says of the records is true, and a small load is borne."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.table.postgres import Cluster
from tests.table.tables import played, seated
from vedette.table import Store

ROOT = Path(__file__).parents[2]


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module of the tool."""
    monkeypatch.syspath_prepend(ROOT / "tools")
    return import_module("load")


def test_an_answer_that_was_lost_or_doubled_is_found(tool: Any, tmp_path: Path) -> None:
    at = f"sqlite:///{tmp_path / 'games.sqlite'}"
    store = Store(at)
    game = played(3, lambda game: len(game.entries) > 30)
    made = seated(store, game)
    store.close()
    given = [e.do for e in game.entries if e.seat == "union"]
    load = tool.Load(at)

    def wrong(told: list[str], unanswered: str = "") -> list[str]:
        place = tool.Seat(made["game"], made["keys"]["union"], "union")
        player = tool.Player(place, ["ws://nowhere"], tool.Pace(1.0), tool.Counted(), 1)
        player.told = told
        player.open = ("a message", unanswered, 0.0) if unanswered else None
        found: list[str] = tool.borne_out(load, [player])
        return found

    assert wrong(given) == [] and wrong(given[:-1], given[-1]) == [] and wrong(given, "not stored") == []
    for told in (given[:-1], [*given, given[-1]], given[1:], [*given[:-2], given[-1], given[-2], given[-2]]):
        assert f"union: {len(told)} told, {len(given)} stored" in wrong(told)[0]


@pytest.mark.slow
def test_a_small_load_is_borne_while_servers_are_killed(postgres: Cluster) -> None:
    """Games played and watched through two servers and a worker, of which one server is killed now and then."""
    options = {"games": 3, "onlookers": 3, "rate": 20, "seconds": 8, "kill-every": 3, "workers": 1}
    given = [word for name, value in options.items() for word in (f"--{name}", str(value))]
    command = [sys.executable, "tools/load.py", "--database", postgres.database(), *given]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=400)
    assert done.returncode == 0, done.stdout + done.stderr
    found = json.loads(done.stdout)
    assert found["wrong"] == [] and found["killed"] and found["cut"] and found["answers"]
    assert found["sockets"] == 9
