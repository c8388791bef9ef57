"""Measures steps of `vedette.lab.env` beside those of PettingZoo's chess, in turns: a part of `tools/bench.py`.

A step is what a learner does: the observation of the seat that is asked with its mask, an answer drawn by it, played.
"""

from __future__ import annotations

import statistics
import sys
import time
import types
from typing import Any

import numpy as np

from vedette.lab.env import BattleEnv

CHESS = "PettingZoo's chess"
BATTLES = (
    "kernstown/the-stone-wall",
    "cedar-mountain/slaughter-mountain",
    "valley-campaign/cross-keys",
    "stonewall-1978/kernstown",
)
TURNS = 4
clock = time.process_time


def chess_env() -> Any:
    """Their chess. It loads pygame to draw with, which it does not do here; so there need not be any."""
    sys.modules.setdefault("pygame", types.ModuleType("pygame"))
    from pettingzoo.classic.chess.chess import raw_env

    return raw_env()


class Stepped:
    """An environment that is stepped at random, game after game."""

    def __init__(self, env: Any) -> None:
        self.env, self.rng, self.seed = env, np.random.default_rng(1), 0
        env.reset(seed=0)

    def rate(self, seconds: float) -> float:
        """Steps a second, in so much processor time."""
        env, steps, begun = self.env, 0, clock()
        while (spent := clock() - begun) < seconds:
            seen, _, over, cut, _ = env.last()
            if over or cut:
                self.seed += 1
                env.reset(seed=self.seed)
                continue
            offered = np.flatnonzero(seen["action_mask"])
            env.step(int(offered[self.rng.integers(len(offered))]))
            steps += 1
        return steps / spent


def environments(seconds: float, battle: str = "") -> str:
    """The table of steps a second; `seconds` for each environment, `battle` picks by a piece of the name."""
    envs = {CHESS: Stepped(chess_env())} | {b: Stepped(BattleEnv(b)) for b in BATTLES if battle in b}
    rates: dict[str, list[float]] = {name: [] for name in envs}
    for _ in range(TURNS):
        for name, env in envs.items():
            rates[name].append(env.rate(seconds / TURNS))
    rows = ["| environment, random steps | steps/s | to PettingZoo's chess |", "|---|---:|---:|"]
    for name, found in rates.items():
        ratio = statistics.median(a / b for a, b in zip(found, rates[CHESS], strict=True))
        rows.append(f"| {name} | {statistics.median(found):,.0f} | {'' if name == CHESS else f'{ratio:.2f}'} |")
    return "\n".join(rows)
