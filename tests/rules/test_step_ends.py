"""The answer that ends a step says what it ends: a unit's move, or a phase."""

from __future__ import annotations

from typing import Any

import pytest

import vedette

KERNSTOWN, VALLEY, STONEWALL = "kernstown/the-stone-wall", "valley-campaign/cross-keys", "stonewall-1978/kernstown"
TYLER = {"active": "Tyler", "order": "attack", "waiting": False, "turn": 6}
UNITS = {"7 OH-a": "1733", "27 VA": "1834"}
CROSS = {"25 OH": "2515", "7 VA Cavalry": "2615"}
LINES: dict[str, Any] = {
    "7 OH": {"hex": "2113", "facing": "S"},
    "Tyler": "2113",
    "27 VA": {"hex": "2117", "facing": "N"},
}


@pytest.mark.parametrize(
    ("battle", "units", "keys", "play", "words"),
    [
        (KERNSTOWN, UNITS, {**TYLER, "begin": "fire"}, (), "end fire"),
        (KERNSTOWN, UNITS, {**TYLER, "begin": "movement"}, (), "end movement"),
        (KERNSTOWN, UNITS, {**TYLER, "begin": "movement"}, ("move 7 OH-a",), "end the move of 7 OH-a"),
        (KERNSTOWN, UNITS, {**TYLER, "begin": "close-combat"}, (), "no assault"),
        (VALLEY, CROSS, {"active": "union", "begin": "movement"}, (), "end movement"),
        (VALLEY, CROSS, {"active": "union", "begin": "movement"}, ("move 25 OH",), "end the move of 25 OH"),
        (VALLEY, CROSS, {"active": "union", "begin": "combat"}, (), "end combat"),
        (STONEWALL, LINES, {"active": "union", "begin": "movement", "turn": 3}, ("move 7 OH",), "end the move of 7 OH"),
        (STONEWALL, LINES, {"active": "union", "begin": "command", "turn": 3, "morale": 60}, (), "pay for no other"),
    ],
)
def test_done_says_what_is_done(
    battle: str, units: dict[str, Any], keys: dict[str, Any], play: tuple[str, ...], words: str
) -> None:
    rows = [{"id": id, **({"hex": place} if isinstance(place, str) else place)} for id, place in units.items()]
    game = vedette.battle(battle).new_game(seed=1, position={"empty": True, **keys, "unit": rows})
    for text in play:
        game.play(text)
    decision = game.decision
    assert decision is not None and "done" in [action.text for action in decision.actions]
    assert game.labels(decision.seat)["done"] == words


def test_key_chits_are_counted_where_several_are_picked() -> None:
    game = vedette.battle("kernstown/first-kernstown").new_game(seed=1)
    asked = []
    while game.decisions and game.decisions[0].kind == "key":
        decision = game.decisions[0]
        asked.append((decision.seat, decision.prompt.partition("? ")[0]))
        game.play(decision.actions[0].text, seat=decision.seat)
    words = "which Key Chit goes into the cup, the {} of two"
    seats = ("union", "confederate")
    assert sorted(asked) == sorted((seat, words.format(n)) for seat in seats for n in ("first", "second"))
