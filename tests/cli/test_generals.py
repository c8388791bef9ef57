"""Where a general judges by a plain count the commands that would play it for hours say so at once."""

from typing import Any

import pytest

from tests.cli.conftest import Vedette
from vedette.cli import match, play, sim
from vedette.lab import WorkError

WALL, KERNSTOWN, PORT = "kernstown/the-stone-wall", "kernstown/first-kernstown", "valley-campaign/port-republic"
LINES = {
    one: f"no value was learned for {one}: the general judges plans there by a plain count, "
    "which no match has shown to be of use"
    for one in (KERNSTOWN, PORT)
}


def stop(*_: Any, **__: Any) -> None:
    """Nobody plays here."""
    raise WorkError("nothing is played")


@pytest.mark.parametrize(
    ("battle", "one", "other", "told"),
    [
        (KERNSTOWN, "general:2", "adjutant-1", True),
        (PORT, "adjutant", "general", True),
        (WALL, "general", "adjutant", False),
        (KERNSTOWN, "adjutant", "random", False),
    ],
)
def test_match_sim_and_play_say_it_before_anything_is_played(
    run: Vedette, monkeypatch: pytest.MonkeyPatch, battle: str, one: str, other: str, told: bool
) -> None:
    monkeypatch.setattr(match, "play_match", stop)
    monkeypatch.setattr(sim, "simulate", stop)
    monkeypatch.setattr(play, "run", lambda *_: None)
    asked = [
        run("match", one, other, "--battle", battle, "--pairs", "1"),
        run("sim", battle, "--games", "1", "--union", one, "--confederate", other),
    ]
    assert all("nothing is played" in said.err for said in asked)
    if "general" in one:
        asked.append(run("play", battle, "--against", one, "--port", "0", "--no-browser"))
    for said in asked:
        assert (LINES.get(battle, "no line") in said.err.splitlines()) == told and said.out == ""
        assert told or "the general" not in said.err
