"""Answers that cannot be: refused with a reason, and the game is the same as before, whatever was sent."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

import vedette
from vedette.engine.events import IllegalAction
from vedette.engine.game import Game

BATTLE = vedette.battle("stonewall-1978/kernstown")
IDS, HEXES = list(BATTLE.counters), list(BATTLE.board.grid.names)
NOWHERE = ["0000", "9999", "181", "18345", "-1", "N", "", "４８１５"]
WORDS = [
    "done; done; done", "7", "0", "-1", "66", "1.5", "six", "６", "+1", "", " ", "nobody: done", "union: union: done",
    "chance: 7", "chance: done", "x" * 5000, ";" * 900, "\x00", "move", "fire", "melee", "rest as proposed", "fire at",
    "pay for Garnett", "pay for nobody", "hold fire", "move 99 OH", "fight on in 0101", "Kimball fire at Kimball",
]  # fmt: skip
Text = Callable[[], str]


def nonsense(luck: random.Random) -> str:
    """An answer that looks like one, of any seat and kind, with units and hexes that may not be there."""
    hex, id = luck.choice([*HEXES[::40], *NOWHERE]), luck.choice([*IDS, "99 OH", ""])
    many = " + ".join(luck.choices(IDS, k=luck.choice([1, 2, 7])))
    n, way = luck.choice([0, 1, 9, -1, 10**9]), luck.choice(["N", "NE", "S", "E", ""])
    return luck.choice([
        f"{id}: {hex}", f"{many}: {hex}-{hex}", f"move {id}", f"{many} fire at {hex}",
        f"{id} with {n} fire at {hex}",
        f"{many} melee {hex}", f"retreat {id} to {hex}", f"enter {many} at {hex}",
        f"enter {id} at {hex} to {hex} in line",
        f"march {many} to {hex}", f"step {many} {way} {n}", f"{id}: face {way}", f"{id}: column", f"add {id} with {n}",
        f"{id} charges {hex}", f"{id} loses a point", f"{id} gives {n} rounds to {id}",
        f"place {id}", luck.choice(WORDS),
        "".join(chr(luck.randrange(1, 0x2FFF)) for _ in range(luck.randrange(30))),
    ])  # fmt: skip


def parts(game: Game) -> tuple[object, ...]:
    decisions = [(d.number, d.seat, d.kind, tuple(a.text for a in d.actions)) for d in game.decisions]
    return game.state.clone(), repr(game.entries), decisions, game.outcome


@pytest.mark.parametrize("deployment", ["historical", "free"])
@pytest.mark.parametrize("rules", ["1978", "2007"])
def test_whatever_is_refused_leaves_the_game_as_it_was(rules, deployment):
    luck = random.Random(f"{rules} {deployment}")
    game = BATTLE.new_game(seed=3, options={"rules": rules, "deployment": deployment})
    seen: list[str] = []
    refused = 0
    for n in range(420):
        decision = game.decisions[0]
        seen.append(luck.choice(decision.actions).text)
        for _ in range(0 if n % 6 else 8):
            text = luck.choice(seen) if luck.random() < 0.2 else nonsense(luck)
            seat = luck.choice([None, None, None, "union", "confederate", "chance", "nobody", ""])
            before, keep = parts(game), game.clone()
            try:
                game.play(text, seat)
            except IllegalAction as error:
                refused += 1
                assert error.reason.strip(), text
                assert parts(game) == before, text
            else:
                game = keep
        game.play(f"{decision.seat}: {luck.choice(decision.actions).text}")
    assert refused > 400


def test_a_record_is_the_same_after_refusals_byte_for_byte():
    luck = random.Random(4)
    told, quiet = (BATTLE.new_game(seed=4) for _ in range(2))
    told.secret = quiet.secret
    for _ in range(60):
        for _ in range(3):
            with pytest.raises(IllegalAction):
                told.play("x" + nonsense(luck))
        answer = luck.choice(quiet.decisions[0].actions).text
        quiet.play(answer)
        told.play(answer)
    assert told.record() == quiet.record()
    assert told.view("union") == quiet.view("union") and told.view("confederate") == quiet.view("confederate")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("march 8 OH + Ashby to 2322", "Ashby: it belongs to the other side"),
        ("march Ashby + 8 OH to 2322", "Ashby: it belongs to the other side"),
        ("step 8 OH + Chew S 1", "Chew: it belongs to the other side"),
        ("enter 8 OH + Kimball at 2322", "8 OH: it is on the map"),
        ("march 8 OH + 99 OH to 2322", "there is no unit '99 oh' in this game"),
        ("march 8 OH to 9922", "there is no hex 9922 on this map"),
        ("8 OH + Chew: 2321", "Chew: it belongs to the other side"),
        ("8 OH: 2322-9999", "there is no hex 9999 on this map"),
    ],
)
def test_a_gesture_with_a_wrong_unit_or_hex_is_refused_whole(text, said):
    spec = {"battle": BATTLE.id, "begin": "movement", "active": "union", "turn": 2}
    game = Game.new(BATTLE, position=spec, seed=1)
    before = parts(game)
    with pytest.raises(IllegalAction) as error:
        game.play(text)
    assert error.value.reason == said
    assert parts(game) == before
