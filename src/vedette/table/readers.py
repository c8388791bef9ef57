"""As whom a key reads: what its seats may know, which questions tell what a seat holds, which people answer."""

from __future__ import annotations

from vedette.engine.chance import DICE_KINDS
from vedette.engine.decision import Decision
from vedette.engine.events import IllegalAction
from vedette.engine.procedure import CHANCE

from . import hands
from .log import ALL, PUBLIC
from .messages import Refused
from .store import Grant, Setup

ROLL = "roll"
"""The answer where seeded dice wait to be rolled."""


def reader_of(grant: Grant, setup: Setup) -> str:
    """As whom a key reads the log."""
    if len(grant.seats) == 1:
        return grant.seats[0]
    return ALL if setup.open_hands and not looks_on(grant, setup) else PUBLIC


def looks_on(grant: Grant, setup: Setup) -> bool:
    """Whether a key is that of somebody who looks on at a game of people: he knows what all may know, and no more."""
    return not grant.seats and bool(setup.people)


def knower(setup: Setup, grant: Grant, look: str | None, seat: str) -> str:
    """As whom a question of a seat is answered: at one screen hidden chits stay face down for both, but for a look."""
    if setup.hands == hands.DRAWN:
        return PUBLIC
    return seat if len(grant.seats) == 1 or setup.open_hands or look == seat else PUBLIC


def tells(decision: Decision) -> bool:
    """Whether the answers that are offered tell what the seat holds."""
    return decision.ask.private or decision.ask.always


def answered_by_people(decision: Decision) -> bool:
    """Whether it asks for dice that people roll themselves."""
    return decision.seat == CHANCE and decision.kind in DICE_KINDS


def refused(error: IllegalAction, decision: Decision | None, grant: Grant, setup: Setup) -> Refused:
    """A refusal in words; on one screen without the list of what a secret decision offers."""
    if decision is not None and len(grant.seats) > 1 and tells(decision) and not setup.open_hands:
        return Refused("it is not offered here", error.cite)
    return Refused(error.reason, error.cite)
