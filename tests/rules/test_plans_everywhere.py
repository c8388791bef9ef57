"""Wherever a game stands, every plan of fire and assault is accepted as it is written."""

import vedette
from tests.support import BATTLE
from vedette import staff

STEPS = ("march", "retreat")
ENTRIES = 320


def test_every_plan_on_the_way_of_a_battle_is_accepted():
    game = vedette.battle(BATTLE).new_game(seed=2)
    seats = {seat: staff.seat("cautious", seed=2) for seat in game.rulebook.seats}
    kinds = set()
    while len(game.entries) < ENTRIES:
        decision = game.decision
        found = [p for p in game.rulebook.plans(game.state, decision.seat) if p["kind"] not in STEPS]
        for hex in dict.fromkeys(p["at"] for p in found):
            found += game.rulebook.plans(game.state, decision.seat, hex)
        for plan in found:
            trial = game.clone()
            trial.play(plan["text"], decision.seat)
            assert all(0 <= c["probability"] <= 1 + 1e-9 for c in plan["chances"]), plan
            kinds.add((decision.kind, plan["kind"]))
        if found:
            game.play(found[0]["text"], decision.seat)
        elif decision.kind == "order":
            game.play("order attack")
        else:
            game.play(seats[decision.seat].choose(staff.desk(game, decision.seat)), decision.seat)
    assert {kind for _, kind in kinds} >= {"fire", "assault", "defence"}
