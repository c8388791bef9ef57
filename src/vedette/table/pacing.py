"""When a computer's answer is given: at ticks since its question was put, so that its time tells nothing of its hand.

A commander with a chit that could be played now thinks a little longer than one without. Where a seat knows something
that others do not, its answer therefore waits for the next tick; a tick is longer than a commander thinks at a window.
Where all know the same, as in the families without hidden chits, nobody waits.
"""

from __future__ import annotations

import asyncio
import math
from typing import TypeGuard

from vedette import staff
from vedette.engine.game import Game

from .beat import Pulse

TICK = 0.1
"""Seconds. At a window commanders think for a hundredth of a second, nearly always."""


def holds_something(game: Game, seat: str) -> bool:
    """Whether a seat knows anything that not everybody knows: then others could learn from when it answers."""
    own, public = game.view(seat), game.view("")
    return {**own, "seat": ""} != {**public, "seat": ""}


def tick_of(commander: staff.Seat, desk: staff.Desk) -> float:
    """The tick at which a commander answers: where the general searches, which both sides know, a longer one."""
    return commander.tick if searches(commander, desk) else TICK


def searches(commander: staff.Seat, desk: staff.Desk) -> TypeGuard[staff.General]:
    """Whether a commander searches at a question, or searches again for what a restart made it forget."""
    return isinstance(commander, staff.General) and (commander.plans_at(desk) or commander.looks_back(desk))


async def next_tick(pulse: Pulse, asked: float, tick: float = TICK) -> None:
    """Wait until a whole number of ticks, at least one, has passed since a question was put."""
    ticks = max(1, math.ceil(round((pulse.now() - asked) / tick, 6)))
    await until(pulse, asked + ticks * tick)


async def until(pulse: Pulse, when: float) -> None:
    """Wait for a moment; one that has passed is not waited for."""
    come = asyncio.Event()
    left = when - pulse.now()
    if left <= 0:
        return
    alarm = pulse.later(left, come.set)
    try:
        await come.wait()
    finally:
        alarm.cancel()
