"""Mounted cavalry: it keeps out of the infantry's way, rides off before it, fights on foot to hold ground."""

from __future__ import annotations

from vedette.engine.procedure import Ask
from vedette.rules.blind_swords.counsel.firing import Values, frame_of
from vedette.rules.blind_swords.counsel.places import worth
from vedette.rules.blind_swords.counsel.scene import Scene
from vedette.rules.blind_swords.deeds import place
from vedette.rules.blind_swords.withdrawal import STAND, CavalryWithdrawal

STRUCK = 1.5
"""What it costs mounted cavalry to stand an attack of infantry, which it can hardly answer."""
CITE = "KT-13.8-1"


def withdrawal(scene: Scene, ask: Ask) -> Values:
    """Off to where it stands better; it stands where that is worth more than what comes at it."""
    frame: CavalryWithdrawal = frame_of(scene.g, CavalryWithdrawal)
    unit = ask.options[0][0]
    here = worth(scene, unit, scene.g.at(unit)) - (STRUCK if frame.target >= 0 else 0.0)
    return [here if hex == STAND else _there(scene, unit, hex) for _, hex in ask.options]


def _there(scene: Scene, unit: str, hex: int) -> float:
    trial = scene.g.clone()
    trial.events = None
    place(trial, unit, hex, CITE)
    return worth(scene.moved(trial), unit, hex)
