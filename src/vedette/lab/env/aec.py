"""A battle as a PettingZoo environment: the seats take turns, chance is played by the environment.

    env = BattleEnv("kernstown/the-stone-wall")
    env.reset(seed=7)
    for seat in env.agent_iter():
        observation, reward, over, cut, info = env.last()
        env.step(None if over or cut else env.action_space(seat).sample(observation["action_mask"]))

A game with a seed is the engine's game with that seed. A seat is shown nothing but what it may know.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from vedette import staff
from vedette.engine import EngineError, Game, Known
from vedette.engine.run import asks
from vedette.lab.env.answers import MODES, Answer, Features
from vedette.lab.env.longest import actions_of
from vedette.lab.env.observing import Observer
from vedette.lab.env.told import Told
from vedette.lab.games import MOST, turns_of

REWARDS = ("win", "level", "strength")
LIMIT = 1e6
"""No number of an observation is larger."""


class EnvError(ValueError):
    """What an environment cannot do: what is wrong, and the mend."""


class BattleEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A battle with a seat for each side; see `vedette.lab.env`."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "vedette_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        battle: str = "kernstown/the-stone-wall",
        *,
        mode: str = "answers",
        reward: str = "win",
        options: Mapping[str, Any] | None = None,
        actions: int | None = None,
        record: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """Prepare the games of a battle.

        Args:
            mode: "answers": an action is one of the answers that the rules offer; "plans": one of the rulebook's plans.
            reward: "win": 1 to the winner and -1 to the loser at the end; "level": likewise, but by the level of the
                victory; "strength": with each step the strength points by which the seat gets ahead.
            options: of the battle, by name.
            actions: the size of the action space, where that measured for the battle is not to be used.
            record: keep the record of the game, `env.game.record()`; a little slower.

        Raises:
            EnvError: there is no such mode or reward.
        """
        super().__init__()
        for what, given, known in (("mode", mode, tuple(MODES)), ("reward", reward, REWARDS)):
            if given not in known:
                raise EnvError(f"there is no {what} {given!r}; there are {', '.join(known)}")
        self.battle = Known.loader()(battle)
        self.mode, self.reward, self.record, self.render_mode = mode, reward, record, render_mode
        self.options = dict(options or {})
        self.game = self._new_game(0)
        self.told = Told(self.battle, self.game)
        self.observer = Observer(self.told, self.game.rulebook.seats)
        self.features = Features(self.observer)
        self.size = actions_of(battle) if actions is None else actions
        self.possible_agents = list(self.game.rulebook.seats)
        self.most = MOST * len(self.told.ids) * turns_of(self.battle)
        """Steps after which a game is cut off as endless."""
        self.action_spaces = {seat: spaces.Discrete(self.size) for seat in self.possible_agents}
        self.observation_spaces = {seat: self._space() for seat in self.possible_agents}
        self._seeds = np.random.default_rng()
        self.agents: list[str] = []

    def _space(self) -> spaces.Dict:
        told = self.told

        def box(*shape: int) -> spaces.Box:
            return spaces.Box(-LIMIT, LIMIT, shape, np.float32)

        seen = {
            "planes": box(len(told.planes), *told.shape),
            "units": box(len(told.ids), len(told.units)),
            "vector": box(len(told.numbers)),
        }
        return spaces.Dict(
            {
                "observation": spaces.Dict(seen),
                "action_mask": spaces.Box(0, 1, (self.size,), np.int8),
                "features": box(self.size, len(told.answers)),
            }
        )

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of what a seat observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of what a seat may do."""
        return self.action_spaces[agent]

    # -- a game ------------------------------------------------------------------------------------------

    def _new_game(self, seed: int) -> Game:
        return Game.new(self.battle, seed=seed, options=self.options, keep=False, digests=self.record)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: the engine's with this seed; without one the next of those that the last seed gives.

        Args:
            options: passed over, as is the custom; those of the battle are given where the environment is made.
        """
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self._begin(self._new_game(int(self._seeds.integers(2**31)) if seed is None else int(seed)))

    def _begin(self, game: Game) -> None:
        self.game, self.steps = game, 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._ahead = self._lead()
        self.agent_selection = self.agents[0]
        self._look()

    def step(self, action: int | None) -> None:
        """Give the answer with this number for the seat that is asked, and let chance answer.

        Raises:
            EnvError: it is none of those offered; the game stays as it was.
        """
        seat = self.agent_selection
        if self.terminations[seat] or self.truncations[seat]:
            self._was_dead_step(action)
            return
        answer = self._answer(action)
        self._cumulative_rewards[seat] = 0.0
        self._give(seat, answer)
        self._advance()

    def let(self, commander: staff.Seat) -> None:
        """Let a computer commander answer for the seat that is asked."""
        seat = self.agent_selection
        ask = asks(self.game.state)[0]
        self._cumulative_rewards[seat] = 0.0
        self._give(seat, Answer("", "", -1, 0.0, False, ask.options[staff.pick(self.game, commander, ask)], ""))
        self._advance()

    def refusal(self, action: Any) -> str:
        """Why an action is none of those offered, in words; empty where it is one."""
        many = len(self.answers)
        if isinstance(action, int | np.integer) and 0 <= action < many:
            return ""
        seat, kind = self.agent_selection, asks(self.game.state)[0].kind
        return f"action {action!r}: {seat} is offered 0 to {many - 1} now ({kind}); heed the action mask"

    def _answer(self, action: Any) -> Answer:
        if refused := self.refusal(action):
            raise EnvError(refused)
        return self.answers[int(action)]

    def _give(self, seat: str, answer: Answer) -> None:
        if answer.text:
            self.game.play(answer.text, seat)
        elif self.record:
            decision = self.game.decision_of(seat)
            action = decision.answering(answer.value) if decision is not None else None
            if action is None:
                raise EnvError(f"{seat} is not offered {answer.value!r}")
            self.game.play(action)
        else:
            self.game.answer(seat, answer.value)

    def _advance(self) -> None:
        """After an answer: rewards, the end, who is asked next."""
        self.steps += 1
        over, cut = self.game.state.ask is None, self.steps >= self.most
        self._pay(over)
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, cut and not over)
        self._accumulate_rewards()
        self._look()

    def _lead(self) -> float:
        return self.game.rulebook.ahead(self.game.state) if self.reward == "strength" else 0.0

    def _pay(self, over: bool) -> None:
        first, second = self.possible_agents
        if self.reward == "strength":
            before, self._ahead = self._ahead, self._lead()
            paid = self._ahead - before
        else:
            paid = self._result() if over else 0.0
        self.rewards = {first: paid, second: -paid}

    def _result(self) -> float:
        """How a game ended for the first seat: 1 to -1."""
        outcome = self.game.outcome
        if outcome is None:
            raise EngineError("the game is over and has no outcome")
        if self.reward == "level":
            levels = self.game.rulebook.levels(self.battle)
            return 1.0 - 2.0 * levels.index(outcome.level) / (len(levels) - 1)
        return 0.0 if outcome.winner is None else 1.0 if outcome.winner == self.possible_agents[0] else -1.0

    # -- what is seen ------------------------------------------------------------------------------------

    def _look(self) -> None:
        """Find out who is asked, and what is offered."""
        open_asks = asks(self.game.state)
        self.infos: dict[str, dict[str, Any]] = {seat: {} for seat in self.agents}
        self.answers: list[Answer] = []
        if not open_asks:
            outcome = self.game.outcome
            for info in self.infos.values():
                info["level"] = outcome.level if outcome else ""
                info["winner"] = outcome.winner if outcome else None
            return
        ask = open_asks[0]
        self.answers = MODES[self.mode](self.game, ask)
        if len(self.answers) > self.size:
            many = len(self.answers)
            raise EnvError(
                f"{self.battle.id}: {ask.seat} is offered {many} answers ({ask.kind}), and the action space has "
                f"{self.size}: make the environment with actions={2 * many}"
            )
        self.agent_selection = ask.seat
        text_of = self.game.state.text_of
        self.infos[ask.seat] = {
            "texts": [answer.text or text_of(answer.value) for answer in self.answers],
            "kind": ask.kind,
            "prompt": ask.prompt or ask.kind,
            "number": self.game.state.number,
        }

    def observe(self, agent: str) -> dict[str, Any]:
        """What a seat sees; one that is not asked has an empty mask."""
        answers = self.answers if agent == self.agent_selection else []
        field, facts = self.observer.field(self.game, agent)
        mask = np.zeros(self.size, dtype=np.int8)
        mask[: len(answers)] = 1
        return {
            "observation": self.observer.observation(self.game, agent, field, facts, len(answers)),
            "action_mask": mask,
            "features": self.features.table(answers, field, self.size),
        }

    def imagine(self, seat: str, seed: int = 0) -> BattleEnv:
        """Another environment, in a game that this seat could be in: what it cannot know is dealt anew."""
        new = BattleEnv.__new__(BattleEnv)
        new.__dict__.update(self.__dict__)
        new.record = False
        steps, before = self.steps, dict(self._cumulative_rewards)
        new._begin(self.game.imagine(seat, seed))
        new.steps, new._cumulative_rewards = steps, before
        return new

    def render(self) -> str | None:
        """The question that is open and its answers, numbered, as the seat that is asked reads them."""
        if self.render_mode is None:
            return None
        info = self.infos.get(self.agent_selection, {})
        if "texts" not in info:
            return f"the battle is over: {info.get('level', '')}"
        rows = [f"{n:3d}  {text}" for n, text in enumerate(info["texts"])]
        return "\n".join([f"{self.agent_selection}: {info['prompt']}", *rows])

    def close(self) -> None:
        """Nothing is held open."""
