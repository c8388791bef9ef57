"""The frame of the laws of what people are told, and the tool that plays whole sets of games for them."""

from pathlib import Path

import pytest

from tests.engine import toy
from tools import laws_told
from tools.playthroughs import pick
from vedette.lab.laws import telling, watched

STONE_WALL = "kernstown/the-stone-wall"


@pytest.fixture
def counted(monkeypatch):
    """Two laws of our own: one that is kept, one that finds something at every decision it looks at."""
    telling.laws()  # those of the program are entered before ours take their place
    laws = {
        "kept": telling.Law("kept", lambda scene: iter(()), 2, 5),
        "broken": telling.Law("broken", lambda scene: iter(("words",)), 10, 100),
    }
    monkeypatch.setattr(telling, "LAWS", laws)
    return laws


def test_a_law_looks_at_its_share_and_no_oftener_than_it_may(counted):
    found = watched(toy.load(STONE_WALL), 3, pick, ("kept", "broken"), most=200)
    assert found.looks["kept"] == 5 and found.decisions == 200
    assert 8 <= found.looks["broken"] <= 35 and len(found.broken) == found.looks["broken"]
    assert all(words.startswith("broken, decision ") for words in found.broken)


def test_a_law_that_fails_or_changes_the_game_is_told(counted):
    def clumsy(scene):
        scene.game.play(pick(scene.game, scene.rng))
        raise ValueError("stumbled")
        yield ""

    counted["clumsy"] = telling.Law("clumsy", clumsy, 1, 1)
    found = watched(toy.load(STONE_WALL), 1, pick, ("clumsy",), most=3)
    assert any("ValueError: stumbled" in words for words in found.broken)
    assert any("looking has changed the game" in words for words in found.broken)


def test_a_run_goes_on_where_it_stopped_and_plays_again_only_for_new_laws(counted, tmp_path: Path, capsys):
    file = tmp_path / "kept.jsonl"
    run = [STONE_WALL, "--small", "1", "--kept", str(file), "--law"]
    assert laws_told.main([*run, "kept"]) == 0
    assert laws_told.main([*run, "kept"]) == 0
    assert len(laws_told.read(file)) == 1
    assert laws_told.main([*run, "kept", "--law", "broken"]) == 1
    assert [list(line.looks) for line in laws_told.read(file)] == [["kept"], ["broken"]]
    assert f"{STONE_WALL}, kept: 1 games, 5 looks, broken 0" in capsys.readouterr().out
