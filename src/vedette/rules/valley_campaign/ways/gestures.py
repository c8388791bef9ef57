"""Gestures taken apart into the texts of single answers, and why a text is refused."""

from __future__ import annotations

from vedette.rules.valley_campaign import placing, sequence
from vedette.rules.valley_campaign.state import State


def expand(g: State, seat: str, text: str) -> list[str] | None:
    """A gesture taken apart; None where it is none."""
    if parts := placing.expand(g, seat, text):
        return parts
    id, colon, way = text.rpartition(": ")
    if not colon or id not in g.units or "-" not in way:
        return None
    return [f"move {id}", *(f"{id}: {hex}" for hex in way.split("-")[1:]), "stop"]


def refusal(g: State, seat: str, text: str) -> tuple[str, str]:
    """Why this text is not offered: words and case."""
    if found := placing.refusal(g, seat, text):
        return found
    if bar := sequence.phase_bar(g, seat, text):
        return bar.text, bar.cite
    return "that is not offered now", ""
