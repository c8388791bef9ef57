"""Random walks through movement phases of both sides: whatever is chosen, a phase ends as it should."""

from __future__ import annotations

from random import Random

import pytest

from vedette.engine.choice import DONE
from vedette.engine.run import answer, asks
from vedette.packs.reader import load
from vedette.rules.great_battles import rulebook
from vedette.rules.great_battles.chapters.formations import faces
from vedette.rules.great_battles.chapters.movement import strays
from vedette.rules.great_battles.chapters.stacking import over
from vedette.rules.great_battles.chapters.terrain import allowance
from vedette.rules.great_battles.state import State

PASSED = ("withdrawal-fire", "retreat-fire", "reorder", "advance", "engaged")
"""Kinds of question of the other phases at which nobody does anything, where he need not."""
PASSES = ("hold fire", "done", "fight on")
LONG = 35
"""Answers of a movement phase; then it is ended."""


def walk(seed: int, rules: str) -> list[State]:
    """Play the movement phases of one game turn at random; the state after each."""
    battle, luck = load("stonewall-1978/kernstown"), Random(seed)
    g = rulebook.begin(battle, rulebook.options(battle, {"rules": rules}))
    ends: list[State] = []
    asked = 0
    while g.turn == 1 and len(ends) < 2:
        ask = asks(g)[0]
        options = list(ask.options)
        asked = asked + 1 if g.phase == "movement" else 0
        steps = [o for o in options if ask.kind == "move" and o.kind == "step"]
        if steps and luck.random() < 0.7:
            options = steps
        elif g.phase not in ("movement", "command") and ask.kind in PASSED:
            options = [o for o in options if o.kind in PASSES]
        ending = ask.kind == "move-unit" and asked > LONG and DONE in options
        if ask.kind == "move-unit" and not ending and len(options) > 1:
            options = [o for o in options if o != DONE]
        answer(g, ask.seat, DONE if ending else luck.choice(options))
        if asked % 20 == 1:
            assert not rulebook.broken_laws(g)
        if g.phase == "defensive-fire" and len(ends) < 1 + (g.player == 0):
            ends.append(g.clone())
    return ends


@pytest.mark.parametrize(("seed", "rules"), [(1, "1978"), (2, "2007")])
def test_a_phase_ends_as_it_should(seed: int, rules: str) -> None:
    for g in walk(seed, rules):
        side = g.player
        for hex in g.hexes_of_side(side):
            assert over(g, hex, side) is None, g.hex_name(hex)
            fronts = {g.units[i].facing for i in g.troops(hex, side) if faces(g, i)}
            assert len(fronts) < 2 and -1 not in fronts, g.hex_name(hex)
        for id in g.on_map(side):
            assert faces(g, id) or g.units[id].facing == -1, id
            if g.counter(id).arm != "cavalry":
                assert dict(g.spent).get(id, 0) <= allowance(g, id), id
        assert not any(strays(g, side)) and not g.masks[0] & g.masks[1]
        assert rulebook.load(g.setting.battle, g.setting.options, g.saved()).key() == g.key()
