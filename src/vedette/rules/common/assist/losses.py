"""What a combat costs in leaders, in the words of a plan."""

from __future__ import annotations

from vedette.engine.words import percent


def leader_words(own: float, theirs: float) -> list[str]:
    """ "a leader lost 17 %", "by them a leader 67 %": the chances that a side loses one, where there are any."""
    return [f"{words} {percent(p)}" for words, p in (("a leader lost", own), ("by them a leader", theirs)) if p > 1e-12]
