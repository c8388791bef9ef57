"""One seat of a battle as a Gymnasium environment, against a computer commander."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import gymnasium
import numpy as np

from vedette import staff
from vedette.lab.env.aec import BattleEnv, EnvError

ILLEGAL = ("lose", "raise")


class SeatEnv(gymnasium.Env):  # type: ignore[misc]
    """A seat against a commander: what the other seat does is part of a step. `env.battle` is the battle of both."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"]}

    def __init__(
        self,
        battle: str = "kernstown/the-stone-wall",
        *,
        seat: str = "union",
        against: str = "cautious",
        illegal: str = "lose",
        mode: str = "answers",
        reward: str = "win",
        options: Mapping[str, Any] | None = None,
        actions: int | None = None,
        record: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """Prepare the games of a seat; what is not told here is told at `BattleEnv`.

        Args:
            against: the commander of the other seat.
            illegal: what an action comes to that is not offered: "lose": the game ends, reward -1; "raise": an error.

        Raises:
            EnvError: there is no such seat, commander, or choice.
        """
        self.battle = BattleEnv(
            battle, mode=mode, reward=reward, options=options, actions=actions, record=record, render_mode=render_mode
        )
        seats = self.battle.possible_agents
        for what, given, known in (("seat", seat, seats), ("choice for illegal", illegal, ILLEGAL)):
            if given not in known:
                raise EnvError(f"there is no {what} {given!r}; there are {', '.join(known)}")
        try:
            staff.seat(against, self.battle.battle)
        except staff.SeatError as error:
            raise EnvError(str(error)) from None
        self.seat, self.against, self.illegal, self.render_mode = seat, against, illegal, render_mode
        self.action_space = self.battle.action_space(seat)
        self.observation_space = self.battle.observation_space(seat)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a game, the engine's with this seed, and let the other seat answer until this one is asked."""
        super().reset(seed=seed)
        begun = int(self.np_random.integers(2**31)) if seed is None else seed
        self.battle.reset(seed=begun, options=options)
        self.commander = staff.seat(self.against, self.battle.battle, begun)
        self._on()
        return self._seen(), self._info()

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Give the answer with this number; what comes of it until the seat is asked again."""
        refused = self.battle.refusal(action)
        if refused and (self.illegal == "raise" or not self.action_space.contains(np.int64(action))):
            raise EnvError(refused)
        if refused:
            return self._seen(), -1.0, True, False, self._info() | {"illegal": refused}
        self.battle.step(action)
        self._on()
        reward = float(self.battle._cumulative_rewards[self.seat])
        over, cut = self.battle.terminations[self.seat], self.battle.truncations[self.seat]
        return self._seen(), reward, over, cut, self._info()

    def _on(self) -> None:
        """Let the commander answer while the other seat is asked."""
        battle = self.battle
        while battle.agent_selection != self.seat and battle.answers and not battle.truncations[self.seat]:
            battle.let(self.commander)

    def _seen(self) -> dict[str, Any]:
        return self.battle.observe(self.seat)

    def _info(self) -> dict[str, Any]:
        return dict(self.battle.infos[self.seat])

    def action_masks(self) -> Any:
        """Which actions are offered, as learners with a mask ask for it."""
        mask = np.zeros(self.battle.size, dtype=np.bool_)
        mask[: len(self.battle.answers)] = True
        return mask

    def render(self) -> str | None:
        """See `BattleEnv.render`."""
        return self.battle.render()
