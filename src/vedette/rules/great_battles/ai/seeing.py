"""Whether one hex sees another: the rules' own question, kept."""

from __future__ import annotations

from functools import lru_cache

from vedette.rules.great_battles.chapters.sight import sees
from vedette.rules.great_battles.setting import Setting
from vedette.rules.great_battles.state import State


def clear(g: State, a: int, b: int) -> bool:
    """Whether a unit in one hex could fire at another, as things stand."""
    return bool(sees(g, a, b))


@lru_cache(maxsize=200_000)
def open_ground(s: Setting, a: int, b: int) -> bool:
    """Whether the ground leaves the line from one hex to another open, whoever stands between."""
    return bool(sees(State(setting=s, units={}), a, b, False))
