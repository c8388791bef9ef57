"""Gestures taken apart into the texts of single answers, and why a text is refused."""

from __future__ import annotations

from vedette.rules.valley_campaign import placing, sequence
from vedette.rules.valley_campaign.state import State
from vedette.rules.valley_campaign.ways import moving


def expand(g: State, seat: str, text: str) -> list[str] | None:
    """A gesture taken apart; None where it is none."""
    return placing.expand(g, seat, text) or moving.expand(g, seat, text)


def refusal(g: State, seat: str, text: str) -> tuple[str, str]:
    """Why this text is not offered: words and case."""
    if found := placing.refusal(g, seat, text):
        return found
    if bar := sequence.phase_bar(g, seat, text):
        return bar.text, bar.cite
    if bar := moving.refusal(g, text):
        return bar.text, bar.cite
    return "that is not offered now", ""
