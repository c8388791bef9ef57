"""Battles for programs that learn: PettingZoo for both seats, Gymnasium for one (docs/lab.md, docs/observation.md).

    pip install "vedette[lab]"

    from vedette.lab.env import BattleEnv, SeatEnv
    both = BattleEnv("kernstown/the-stone-wall")                                # PettingZoo, AEC
    one = SeatEnv("kernstown/the-stone-wall", seat="union", against="cautious")  # Gymnasium; "vedette/Battle-v0"

The number behind the name is raised whenever a seed can give another game, or an array another meaning.
"""

import gymnasium

from vedette.lab.env.aec import BattleEnv, EnvError
from vedette.lab.env.seat import SeatEnv

__all__ = ["BattleEnv", "EnvError", "SeatEnv"]

gymnasium.register("vedette/Battle-v0", entry_point="vedette.lab.env.seat:SeatEnv")
