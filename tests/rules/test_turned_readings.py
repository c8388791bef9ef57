"""Readings of docs/rulings.md that house rules turn: each plays otherwise than the program's own."""

from __future__ import annotations

from pathlib import Path

import pytest

import vedette
from tests.rules import test_cavalry_withdrawal, test_ch14, test_ch15_close, test_ch15_tests
from tests.rules.fighting import HIT, assault, kinds_of, man, ruled, settle
from tests.support import BATTLE, at, kinds, play, states
from vedette.packs import PackError
from vedette.packs.house import House, housed
from vedette.rules.blind_swords.readings import READINGS
from vedette.rules.blind_swords.setting import Setting

PACKS = Path(__file__).parents[2] / "docs" / "packs.md"


def by(battle, name, value):
    """The battle as a club plays it that reads a place so."""
    return housed(battle, House(title="Our club", readings={name: value}))


@pytest.mark.parametrize(("value", "hexes"), [("three-hexes", 3), ("two-hexes", 2)])
def test_how_far_a_panicked_unit_falls_back(monkeypatch, value, hexes):
    """Ruling 1."""
    plain = test_ch15_tests.ruled
    monkeypatch.setattr(test_ch15_tests, "ruled", lambda *how: by(plain(*how), "panic-retreat", value))
    units = {**test_ch15_tests.WEAK, "5 VA": man("1834", 3, 5, brigade="B")}
    game, who = test_ch15_tests.panicked(units)
    grid = game.state.setting.grid
    assert who == ["21 VA"] and grid.distance(grid.index(at(game, "21 VA")), grid.index("1734")) == hexes


@pytest.mark.parametrize(("value", "asked"), [("at-each-hex", True), ("at-each-distance", False)])
def test_how_often_cavalry_may_withdraw(monkeypatch, value, asked):
    """Ruling 86: into another hex two off."""
    battle = by(vedette.battle(BATTLE), "withdrawal-offered", value)
    plain = test_cavalry_withdrawal.coming
    monkeypatch.setattr(test_cavalry_withdrawal, "coming", lambda *how: plain(*how, battle=battle))
    game = test_cavalry_withdrawal.again_at_two("14 VA stands")
    assert (game.decision.kind == "cavalry-withdrawal") is asked


@pytest.mark.parametrize(("value", "hurt"), [("the-hex", {"7 OH-a", "7 IN-a"}), ("who-attacks", {"7 OH-a"})])
def test_whom_defensive_fire_strikes(value, hurt):
    """7 IN-a stands with the attacker and does not attack."""
    units = {**test_ch14.PAIR, "7 IN-a": man("1733", 6, 4), "27 VA": man("1734", 23)}
    battle = by(ruled(("D all", "-")), "defensive-fire", value)
    game, _ = test_ch14.declared(units, "7 OH-a assault 1734", dice=[HIT, "11", "11", "44"], battle=battle)
    play(game, "fire at 1733")
    settle(game, "retreat")
    assert {unit for unit in ("7 OH-a", "7 IN-a") if "worn" in states(game, unit)} == hurt


@pytest.mark.parametrize(("value", "occurs"), [("does-not-occur", False), ("stays-on-c", True)])
def test_a_close_combat_left_of_column_c(value, occurs):
    """Ruling 79."""
    battle = by(vedette.battle(BATTLE), "close-combat-left-of-c", value)
    units = {"7 OH-a": man("1733", 1), "27 VA": man("1734", 3)}
    _, events = assault(units, "7 OH-a assault 1734", battle=battle)
    assert ("assault-lost" in kinds(events)) is not occurs


@pytest.mark.parametrize(("value", "depleted"), [("all", ["27 VA"]), ("the-assaulting-hex", ["27 VA", "7 OH-a"])])
def test_which_attackers_count_for_three_times_as_strong(monkeypatch, value, depleted):
    plain = test_ch15_close.ruled
    monkeypatch.setattr(test_ch15_close, "ruled", lambda **how: by(plain(**how), "three-times-as-strong", value))
    units = {"7 OH-a": man("1733", 5), "7 OH-b": man("1634", 10), "27 VA": man("1734", 5)}
    _, events = test_ch15_close.stormed(units, "BD*", "-")
    assert [unit for _, unit in kinds_of(events, "depleted")] == depleted


def test_the_series_rules_say_it_themselves_and_another_book_is_refused():
    mine = by(vedette.battle(BATTLE), "panic-retreat", "two-hexes")
    assert (Setting(mine).profile.panic_retreat, Setting(mine, rules="series-2026").profile.panic_retreat) == (2, 3)
    with pytest.raises(PackError, match="does not leave that open; take it out"):
        by(vedette.battle("cedar-mountain/slaughter-mountain"), "panic-retreat", "two-hexes")


def test_every_reading_stands_in_the_docs_with_its_values_and_the_first_is_the_programs():
    text = PACKS.read_text(encoding="utf-8")
    plain = Setting(vedette.battle(BATTLE)).profile
    for name, reading in READINGS.items():
        assert f"| `{name}` | {', '.join(f'`{value}`' for value in reading.values)} |" in text
        first = next(iter(reading.values.values()))
        assert {key: getattr(plain, key) for key in first} == dict(first)
