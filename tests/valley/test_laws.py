"""The laws that every state of this family keeps, each shown by a state that breaks it."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

import vedette
from tests.valley.support import bridge, field, hex_of, state
from vedette.rules.valley_campaign.laws import broken_laws
from vedette.rules.valley_campaign.setting import Arrival
from vedette.rules.valley_campaign.state import ELIMINATED, EXITED, UNPLACED, WAITING, Repair, State, Unit

UNITS = {
    "15 AL": "2010", "5 VA": "2011", "Jackson": "2011", "25 OH": "4010", "29 NY": "4011", "4 VA": "exited",
    "Ewell": "eliminated",
}  # fmt: skip


def sound(phase: str = "combat") -> State:
    """A state that keeps all laws, in the Confederate combat phase of turn 3."""
    g = state(field(UNITS, phase=phase, turn=3, waiting=[(5, "82 OH", "6111")]))
    g.exits, g.fallen, g.fought, g.attacked = ("4 VA",), ("Ewell",), ("15 AL",), ("25 OH",)
    return g


def put(g: State, id: str, at: int, demoralized: int = 0, reduced: bool = False) -> None:
    """Lay a unit somewhere, with the indexes made anew."""
    g.units[id] = Unit(at, reduced, demoralized)
    g.reindex()


def repair(g: State, hex: str, burned: bool = True) -> None:
    """A repair by a unit in a hex."""
    pair = bridge(g.setting, "2729", "2730")
    g.setting.bridges = (pair,)
    g.burned = (pair,) if burned else ()
    put(g, "15 AL", hex_of(hex))
    g.repairs = (Repair(pair, "15 AL", 6),)


BREAKS: list[tuple[Callable[[State], object], str]] = [
    (lambda g: g.stacks.clear(), "the kept indexes"),
    (lambda g: g.zones.update({0: 5}), "the kept zones"),
    (lambda g: [put(g, id, hex_of("4010")) for id in ("82 OH", "55 OH")], "3 combat units in 4010"),
    (lambda g: put(g, "15 AL", hex_of("4010")), "both sides in 4010"),
    (lambda g: put(g, "29 NY", hex_of("4011"), reduced=True), "29 NY has one step and is reduced"),
    (lambda g: put(g, "15 AL", hex_of("2010"), 3), "15 AL is demoralized for 3 recovery phases"),
    (lambda g: put(g, "Ewell", ELIMINATED, 1), "Ewell is demoralized for 1 recovery phases"),
    (lambda g: put(g, "15 AL", -4), "15 AL lies in the cup"),
    (lambda g: put(g, "15 AL", UNPLACED), "15 AL has not been set up"),
    (lambda g: put(g, "15 AL", -9), "15 AL is nowhere"),
    (lambda g: put(g, "15 AL", WAITING), "those who wait are not those that are noted: 15 AL"),
    (lambda g: setattr(g, "waiting", (*g.waiting, Arrival(5, "82 OH", 1))), "those who wait are not"),
    (lambda g: put(g, "15 AL", EXITED), "those who have left are not those that are noted: 15 AL"),
    (lambda g: setattr(g, "exits", ("4 VA", "4 VA")), "those who have left are not those that are noted: 4 VA"),
    (lambda g: setattr(g, "fallen", ()), "the leaders who have fallen are not those that are noted: Ewell"),
    (lambda g: setattr(g, "fought", ("15 AL", "15 AL")), "noted twice as fought: 15 AL, 15 AL"),
    (lambda g: setattr(g, "fought", ("25 OH",)), "25 OH has fought and is not of the confederate side"),
    (lambda g: setattr(g, "attacked", ("15 AL",)), "15 AL was attacked by his own side"),
    (lambda g: setattr(g, "burned", ((1, 2),)), "what has burned is not a list of bridges"),
    (lambda g: repair(g, "2729", burned=False), "15 AL repairs a bridge that stands"),
    (lambda g: repair(g, "2727"), "15 AL repairs a bridge from afar"),
    (lambda g: setattr(g, "turn", 12), "there is no turn 12"),
    (lambda g: setattr(g, "holders", (1,)), "the hexes of victory are not"),
]


@pytest.mark.parametrize(("wrong", "words"), BREAKS, ids=[words for _, words in BREAKS])
def test_a_state_that_breaks_a_law_is_named(wrong: Callable[[State], object], words: str) -> None:
    g = sound()
    assert broken_laws(g) == []
    wrong(g)
    assert any(line.startswith(words) for line in broken_laws(g)), broken_laws(g)


def test_who_moves_is_of_the_side_whose_phase_it_is() -> None:
    g = sound("movement")
    g.moved = ("25 OH",)
    assert broken_laws(g) == ["25 OH has moved and is not of the confederate side"]


@pytest.mark.parametrize("scenario", ["cross-keys", "port-republic"])
def test_a_random_turn_or_two_keeps_them(scenario: str) -> None:
    game, rng = vedette.battle(f"valley-campaign/{scenario}").new_game(seed=3), random.Random(3)
    while game.decision and game.state.turn < 2:
        assert game.rulebook.broken_laws(game.state) == []
        game.play(rng.choice(game.decision.actions))
    assert game.state.turn == 2
