"""Gestures taken apart into the texts of single answers, and why a text is refused."""

from __future__ import annotations

from vedette.rules.great_battles.state import State


def expand(g: State, seat: str, text: str) -> list[str] | None:
    """A gesture taken apart; None where it is none."""
    id, colon, way = text.rpartition(": ")
    if not colon or id not in g.units or "-" not in way:
        return None
    return [f"move {id}", *(f"{id}: {hex}" for hex in way.split("-")[1:]), "stop"]


def refusal(g: State, seat: str, text: str) -> tuple[str, str]:
    """Why this text is not offered: words and case."""
    return "that is not offered now", ""
