"""Each victory level of each scenario of the pack is reached by a stored position (tests/positions/levels.toml)."""

import tomllib
from pathlib import Path

import pytest

import vedette
from tests.rules.scored import closing, gone
from tests.support import referee
from vedette.engine.rulebook import rulebook_of
from vedette.packs import battles

ENDS = tomllib.loads((Path(__file__).parent.parent / "positions/levels.toml").read_text(encoding="utf-8"))["end"]
ROWS = [(end["battle"], end["turn"], level, how) for end in ENDS for level, how in end["levels"].items()]


@pytest.mark.parametrize(
    "battle, turn, level, how", ROWS, ids=[f"{b.split('/')[1]}: {level}" for b, _, level, _ in ROWS]
)
def test_a_stored_position_reaches_the_level(battle, turn, level, how):
    if "marches" in how:
        return at_once(battle, turn, level, how["marches"], how["points"])
    units = {id: {"box": box} for id, box in how.get("lost", {}).items()}
    if "led_off" in how:
        units["13 WV"] = gone(how["led_off"], "north", turn)
    keys = {"points": how["points"]} if "points" in how else {}
    game = closing(battle, turn, how.get("control", {}), units, **keys)
    assert game.decision is None and game.outcome.level == level


def at_once(battle, turn, level, marches, points):
    """The level that a march brings, whatever the points."""
    ((unit, way),) = marches.items()
    brigade = vedette.battle(battle).counters[unit]["brigade"]
    keys = {"begin": "movement", "active": brigade, "order": "maneuver", "turn": turn, "points": points}
    game = referee({unit: "1302"}, battle=vedette.battle(battle), **keys)
    game.play(f"{unit}: {way}")
    assert game.decision is None and game.outcome.level == level


def test_no_level_is_left_out():
    for entry in (b for b in battles() if b.overlay is None):
        loaded = vedette.battle(entry.id)
        if loaded.rulebook != "blind_swords":
            continue  # tests/valley/test_ch10_victory.py
        levels = rulebook_of(loaded).levels(loaded)
        assert [level for battle, _, level, _ in ROWS if battle == entry.id] == levels
