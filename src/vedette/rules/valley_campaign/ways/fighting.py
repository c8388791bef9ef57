"""Gestures of the combat phase: an attack as one text, a retreat by its end; and why they are not offered (JV 6)."""

from __future__ import annotations

from collections.abc import Sequence

from vedette.engine.events import Reason
from vedette.rules.valley_campaign.state import State


def attack_texts(g: State, ids: Sequence[str], hex: int) -> list[str] | None:
    return None


def attack_bar(g: State, id: str, hex: int) -> Reason | None:
    return None


def target_bar(g: State, side: int, hex: int) -> Reason | None:
    return None


def add_bar(g: State, id: str) -> Reason | None:
    return None


def retreat_texts(g: State, how: str, id: str, hex: int) -> list[str] | None:
    return None


def retreat_bar(g: State, id: str, hex: int) -> Reason | None:
    return None
