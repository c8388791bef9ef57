"""One person on both sides with a hand that nobody sees: picked at random, turned up when it is played (flow 11)."""

from __future__ import annotations

import hashlib
from typing import Any

from vedette.engine.chance import below
from vedette.engine.decision import Action, Decision, folded
from vedette.engine.entries import Entry
from vedette.engine.game import Game
from vedette.engine.procedure import CHANCE, Ask
from vedette.engine.ways import asked

from .messages import Refused

HANDS = ("", "open", "drawn")
DRAWN = "drawn"
TURN_UP = "turn up a chit"
"""Stands for whatever the hidden hand may play here."""
UNSEEN = f"nobody sees this hand: pass, or {TURN_UP}"


def key_of(secret: bytes) -> bytes:
    """From which the hidden hands are drawn: the same after a restart, and not a word about the dice."""
    return hashlib.blake2b(b"hands", key=secret, digest_size=32).digest()


def hidden(ask: Ask) -> bool:
    """Whether a question would show what its seat holds."""
    return ask.seat != CHANCE and (ask.private or ask.always)


def automatic(ask: Ask) -> bool:
    """Whether it is answered without the player: there is no answer that tells nothing."""
    return hidden(ask) and (ask.private or not ask.optional or ask.usual is None)


def settle(game: Game, key: bytes) -> None:
    """Answer what nobody may see: a choice by lot, a chit that was drawn is held."""
    while True:
        decision = next((d for d in game.decisions if automatic(d.ask)), None)
        if decision is None:
            return
        action = _lot(key, decision, decision.actions) if decision.alone else decision.usual or decision.actions[0]
        game.play(action)


def turned_up(key: bytes, decision: Decision) -> str:
    """A chit of the hidden hand by lot, of those that may be played here. Raises Refused where there is none."""
    usual = decision.usual
    found = tuple(a for a in decision.actions if usual is None or a.text != usual.text)
    if not found:
        raise Refused("nothing in this hand can be played here; pass")
    return _lot(key, decision, found).text


def named(decision: Decision, text: str) -> bool:
    """Whether an answer to a question about a hidden hand names what it holds, or may hold: anything but passing."""
    usual = decision.usual
    said = folded(text).removeprefix(f"{decision.seat}:").strip()
    return hidden(decision.ask) and (usual is None or said != folded(usual.text))


def told(decision: Decision, found: dict[str, Any]) -> dict[str, Any]:
    """A question about a hidden hand: pass, or turn up a chit."""
    passing = decision.usual.text if decision.usual else None
    actions = [a for a in found["actions"] if a["text"] == passing]
    actions.append({"text": TURN_UP, "cite": decision.cite, "hex": None})
    return {**found, "actions": actions, "proposed": passing, "usual": passing, "secret": False, "count": None}


def by_itself(entry: Entry) -> bool:
    """Whether an answer was given by the hidden hand and not by the player."""
    if entry.itself is not None:
        return entry.itself
    ask = asked(entry, entry.before)
    return ask is not None and automatic(ask)


def _lot(key: bytes, decision: Decision, actions: tuple[Action, ...]) -> Action:
    return actions[below(key + decision.seat.encode()[:32], decision.number, len(actions))]
