"""Mounted cavalry: it keeps out of the infantry's way, rides off before it, fights on foot to hold ground."""

from __future__ import annotations

from vedette.engine.procedure import Ask
from vedette.rules.blind_swords.ai.firing import Values, brigade_fire, frame_of
from vedette.rules.blind_swords.ai.places import worth
from vedette.rules.blind_swords.ai.scene import Scene
from vedette.rules.blind_swords.chapters.artillery import ready_in
from vedette.rules.blind_swords.chapters.cavalry_turn import rides_alone
from vedette.rules.blind_swords.chapters.deeds import place
from vedette.rules.blind_swords.chapters.withdrawal import STAND, CavalryWithdrawal

STRUCK = 1.5
"""What it costs mounted cavalry to stand an attack of infantry, which it can hardly answer."""
CITE = "KT-13.8-1"
LAST = 0.01
"""What it is worth to let cavalry act at all in the Artillery Phase: after the guns that have something to do."""


def rides_worth(scene: Scene, hex: int) -> float:
    """The best turn of the cavalry of a hex that acts in the Artillery Phase; nothing where there is none."""
    here = (i for i in ready_in(scene.g, scene.side, hex) if rides_alone(scene.g, i))
    return max((ride_worth(scene, i) for i in here), default=0.0)


def ride_worth(scene: Scene, id: str) -> float:
    """Its best fire; where it goes and whom it attacks is weighed when it comes to that, and it may stay."""
    return LAST + max((worth for worth, _ in brigade_fire(scene, [id]).values()), default=0.0)


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
