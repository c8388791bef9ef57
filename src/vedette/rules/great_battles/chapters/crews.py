"""Chapter 18.8: gun crews, and in 2007 guns that their crew has left (GB 20.2)."""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.rules.great_battles.chapters.deeds import change
from vedette.rules.great_battles.chapters.losses import CAPTURED_WORD, lose
from vedette.rules.great_battles.state import State


@cites("SW-18.8", "SW-18.81-1", "SW-18.82-1", "SW-18.82-2", "SW-18.82-3", "SW-10.72-2", "SW-18.85-1", "GB-20.22-4")
def lose_crew(g: State, id: str, n: int, cite: str) -> int:
    """A crew loses steps, two at most in all (SW-18.82); the guns stay, in 2007 they are captured with the last one."""
    n = min(n, g.units[id].crew)
    if n <= 0:
        return 0
    change(g, id, cite, "crew-lost", (n,), crew=g.units[id].crew - n)
    if not g.units[id].crew and g.setting.profile.crews_flee:
        lose(g, id, g.strength(id), CAPTURED_WORD, "GB-20.22-4")
    return n
