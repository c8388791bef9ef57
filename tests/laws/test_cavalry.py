"""Random games of a position full of cavalry keep the laws of all games."""

import random

import pytest

import vedette
from tests.laws.worlds import named, reloaded
from tools.playthroughs import pick
from vedette.engine import Game
from vedette.rules.blind_swords.laws import broken_laws

BATTLE = "kernstown/second-kernstown"
UNION = {
    "14 PA": "1726", "8 OH": "1727", "1 WV (Powell)": "1626", "2 WV": "1826", "3 WV": "1627", "12 PA": "1526",
    "15 NY": "1527", "21 NY": "1428", "1 NY Linc-a": "1927", "1 NY Linc-b": "1926", "22 PA": "2026",
    "34 OH": "1725", "Clark": "1724",
}  # fmt: skip
CONFEDERATE = {
    "1/2 MD": "1731", "8/21 VA": "1732", "27/37 VA": "1831", "14 VA": "1631", "16 VA": "1632", "17 VA": "1531",
    "19/20 VA": "1931", "18 VA/Davis": "2031", "45 VA": "1733", "51 VA": "1833", "Lowery": "1734",
}  # fmt: skip
ON_FOOT = ("8 OH", "16 VA")
PLANNED = {"move", "move-unit", "close-combat", "attackers", "combat-order", "assaulting-hex", "cavalry-withdrawal"}
SEEN = {"cavalry-withdrawal", "move", "close-combat", "opportunity-fire"}


def fields(seed):
    """A game from the draw phase on, both sides near each other."""
    places = {**UNION, **CONFEDERATE}
    unit = [{"id": id, "hex": hex, "marks": ["dismounted"] * (id in ON_FOOT)} for id, hex in places.items()]
    spec = {"battle": BATTLE, "empty": True, "begin": "draw", "turn": 14, "waiting": False, "unit": unit}
    return Game.new(vedette.battle(BATTLE), seed=seed, position=spec)


def walked(seed, most):
    """The kinds of all decisions of a random game, the laws held at each."""
    game, rng = fields(seed), random.Random(seed)
    kinds = set()
    with named(game, "cavalry", seed):
        for n in range(most):
            if game.decision is None:
                break
            kinds.add(game.decision.kind)
            assert not broken_laws(game.state)
            if n % 40 == 0:
                assert reloaded(game).key() == game.state.key()
            game.play(pick(game, rng))
    return kinds


@pytest.mark.parametrize("seed", [2, 4])
def test_a_battle_of_cavalry_keeps_the_laws(seed):
    assert walked(seed, 400) >= SEEN


@pytest.mark.parametrize("seed", [1, 3])
def test_every_plan_is_accepted_as_it_is_written_in_a_battle_of_charges(seed):
    game, rng = fields(seed), random.Random(seed)
    planned = set()
    with named(game, "cavalry plans", seed):
        for n in range(350):
            decision = game.decision
            if decision.kind in PLANNED and (n % 4 == 0 or game.state.charging):
                found = game.rulebook.plans(game.state, decision.seat)
                for plan in rng.sample(found, min(len(found), 4)):
                    game.clone().play(plan["text"], decision.seat)
                    planned.add(decision.kind)
            charges = [a for a in decision.actions if a.text.endswith(": charge") or a.text == "order attack"]
            game.play(charges[0] if charges else pick(game, rng))
    assert planned >= {"move", "close-combat", "cavalry-withdrawal"}
