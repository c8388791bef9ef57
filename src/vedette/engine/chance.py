"""Who answers for chance: seeded dice that can be audited, a list, or nobody (somebody types what was rolled)."""

from __future__ import annotations

import hashlib
from typing import Any, Protocol

from vedette.engine.decision import Decision
from vedette.engine.events import IllegalAction
from vedette.engine.procedure import Ask
from vedette.engine.state import State

DICE_KINDS = ("dice", "die")


class ListError(IllegalAction):
    """A list of dice or chits that does not fit the play: too short, or an entry that cannot come."""


class Chance(Protocol):
    """Answers the questions that go to chance."""

    def answer(self, g: State, ask: Ask) -> Any | None:
        """One of `ask.options`, or None to leave the question open."""
        ...


def key_of(seed: int) -> bytes:
    """The dice key of a practice seed."""
    return hashlib.blake2b(b"vedette practice seed %d" % seed, digest_size=32).digest()


SMALL = 1 << 16
"""Practice seeds that are tried where a record names none."""
HALF = 16
"""Bytes of a practice key that are random; the others follow from them, and so show what it is."""


def practice_key(start: bytes) -> bytes:
    """The key of a practice game whose dice stay secret: whoever sees it later can tell that it is one."""
    return start[:HALF] + hashlib.blake2b(b"vedette practice " + start[:HALF], digest_size=HALF).digest()


def is_practice(key: bytes) -> bool:
    """Whether a key was made for a practice game without a seed."""
    return key == practice_key(key)


def small_seed(key: bytes) -> int | None:
    """The practice seed that a key was made from, where it is a small number."""
    return next((seed for seed in range(SMALL) if key_of(seed) == key), None)


def commitment(key: bytes) -> str:
    """What is published of a key before the game: its hash."""
    return hashlib.blake2b(b"vedette dice " + key, digest_size=32).hexdigest()


def below(key: bytes, counter: int, n: int) -> int:
    """A fair number from 0 to n - 1: keyed BLAKE2b of key and counter, by rejection."""
    limit = (1 << 64) - (1 << 64) % n
    attempt = 0
    while True:
        text = counter.to_bytes(8, "big") + attempt.to_bytes(4, "big")
        x = int.from_bytes(hashlib.blake2b(text, key=key, digest_size=8).digest(), "big")
        if x < limit:
            return x % n
        attempt += 1


def pick(ask: Ask, x: int) -> Any:
    """The option at weight x."""
    if ask.weights is None:
        return ask.options[x]
    for value, weight in zip(ask.options, ask.weights, strict=True):
        if x < weight:
            return value
        x -= weight
    raise ValueError("beyond the last weight")


class Seeded:
    """Dice from a key and a counter that never goes back, not even after an undo."""

    def __init__(self, key: bytes, counter: int = 0, typed: bool = False) -> None:
        self.key = key
        self.counter = counter
        self.typed = typed
        """Dice wait for the players, who type them or press to roll; only chits are drawn at once."""

    def answer(self, g: State, ask: Ask) -> Any | None:
        """The next answer of the sequence."""
        if self.typed and ask.kind in DICE_KINDS:
            return None
        return self.roll(ask)

    def roll(self, ask: Ask) -> Any:
        """The next answer of the sequence, even where it waits for a player."""
        n = sum(ask.weights) if ask.weights is not None else len(ask.options)
        value = pick(ask, below(self.key, self.counter, n))
        self.counter += 1
        return value


class Listed:
    """Dice and chits that somebody wrote down, used in order. Without a list the question stays open."""

    def __init__(self, dice: list[str] | None = None, chits: list[str] | None = None) -> None:
        self.dice = dice
        self.chits = chits
        self.used = {"dice": 0, "chits": 0}

    def answer(self, g: State, ask: Ask) -> Any | None:
        """The next entry of the list that fits the question.

        Raises:
            ListError: an entry that cannot be rolled or drawn here, or a list that is too short.
        """
        name = "dice" if ask.kind in DICE_KINDS else "chits"
        entries = self.dice if name == "dice" else self.chits
        if entries is None:
            return None
        at = self.used[name]
        if at >= len(entries):
            raise ListError(
                name, f"{_counted(len(entries))} given and one more is needed: {ask.prompt}", g.cite(ask.cite)
            )
        found = Decision(g, ask).find(entries[at])
        if found is None:
            words = ", ".join(sorted({g.text_of(v) for v in ask.options})[:12])
            raise ListError(
                name, f"entry {at + 1}, {entries[at]!r}, cannot come here; what can: {words}", g.cite(ask.cite)
            )
        self.used[name] = at + 1
        return found.value

    def left(self) -> dict[str, int]:
        """How many entries nobody has asked for."""
        return {
            "dice": len(self.dice or ()) - self.used["dice"],
            "chits": len(self.chits or ()) - self.used["chits"],
        }


def _counted(n: int) -> str:
    return "1 entry is" if n == 1 else f"{n} entries are"
