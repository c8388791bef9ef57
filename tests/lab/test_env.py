"""Battles for programs that learn: the interfaces of PettingZoo and Gymnasium, and what a seat may know."""

import warnings
from collections.abc import Callable, Sequence
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import vedette
from tools import observation
from vedette.engine import Game
from vedette.engine.archive import verify
from vedette.lab.env import BattleEnv, EnvError, SeatEnv
from vedette.lab.env.longest import actions_of, measured
from vedette.lab.env.told import Part
from vedette.packs import battles

STONE_WALL = "kernstown/the-stone-wall"
FAMILIES = (
    STONE_WALL,
    "cedar-mountain/slaughter-mountain",
    "valley-campaign/cross-keys",
    "stonewall-1978/kernstown",
)
Count = Callable[[int], int]


def equal(a: Any, b: Any) -> bool:
    """Whether two observations or infos are the same to the byte."""
    if isinstance(a, dict):
        return isinstance(b, dict) and a.keys() == b.keys() and all(equal(a[key], b[key]) for key in a)
    if isinstance(a, np.ndarray):
        return a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()
    return bool(a == b)


def play_on(env: BattleEnv, rng: np.random.Generator, most: int = 10**9) -> int:
    """Answer at random; how many steps it took to the end of the game, or of its `most`."""
    for n in range(most):
        if any(env.terminations.values()) or any(env.truncations.values()):
            return n
        env.step(int(rng.integers(len(env.answers))))
    return most


def test_pettingzoos_own_tests_pass(capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # that a seat is not called player_0, that a space is a Dict
        api_test(BattleEnv(STONE_WALL), num_cycles=50)
        seed_test(lambda: BattleEnv(STONE_WALL), num_cycles=20)
    assert "Passed API test" in capsys.readouterr().out


def test_gymnasiums_own_test_passes() -> None:
    env = SeatEnv(STONE_WALL, seat="confederate", against="random")
    check_env(env, skip_render_check=True)
    made = gymnasium.make("vedette/Battle-v0", battle=STONE_WALL, against="random")
    assert made.observation_space == env.observation_space


@pytest.mark.parametrize("battle", FAMILIES)
def test_random_steps_stay_in_their_spaces_and_below_half_of_the_actions(battle: str, count: Count) -> None:
    env, rng = BattleEnv(battle), np.random.default_rng(1)
    env.reset(seed=1)
    for n in range(count(10_000)):
        if not env.agents or env.terminations[env.agents[0]]:
            assert all("level" in info for info in env.infos.values())
            env.reset()
        seat = env.agent_selection
        seen, _, _, _, info = env.last()
        assert seen["action_mask"].sum() == len(info["texts"]) == len(env.answers) <= env.size / 2
        if n % 50 == 0:
            assert env.observation_space(seat).contains(seen)
            assert env.observation_space(seat).contains(env.observe(next(s for s in env.agents if s != seat)))
        env.step(int(rng.integers(len(env.answers))))


@pytest.mark.parametrize("battle", FAMILIES)
def test_a_game_is_the_engines_game_with_its_seed(battle: str) -> None:
    env, rng = BattleEnv(battle, record=True), np.random.default_rng(5)
    fast = BattleEnv(battle)
    env.reset(seed=11)
    fast.reset(seed=11)
    game = Game.new(vedette.battle(battle), seed=11, keep=False)
    for n in range(10_000 if battle == STONE_WALL else 150):
        if env.terminations["union"]:
            break
        at = int(rng.integers(len(env.answers)))
        assert game.decision is not None
        texts = [action.text for action in game.decision]
        assert env.infos[env.agent_selection]["texts"] == texts
        game.play(texts[at], env.agent_selection)
        env.step(at)
        fast.step(at)
        if n % 10 == 0 or game.decision is None:
            assert env.game.state.digest() == game.state.digest() == fast.game.state.digest()
    assert verify(env.game.record()).ok
    outcome = game.outcome
    assert (outcome is not None) == (battle == STONE_WALL)
    if outcome is not None:
        won = 1.0 if outcome.winner == "union" else -1.0
        assert env.rewards == fast.rewards == {"union": won, "confederate": -won}


@pytest.mark.parametrize("battle", FAMILIES)
def test_games_that_a_seat_cannot_tell_apart_are_equal_to_the_byte(battle: str, count: Count) -> None:
    """The enemy's hand and what lies unseen differ; what the seat is shown does not."""
    differed = 0
    for seed in range(max(2, count(20)) if battle == STONE_WALL else 1):
        env, rng = BattleEnv(battle, reward="strength"), np.random.default_rng(seed)
        env.reset(seed=seed)
        for _ in range(8):
            play_on(env, rng, 40)
            if any(env.terminations.values()):
                break
            for seat in env.agents:
                other = env.imagine(seat, seed + 1)
                differed += other.game.state.digest() != env.game.state.digest()
                assert equal(env.observe(seat), other.observe(seat))
                if seat == env.agent_selection == other.agent_selection:
                    assert equal(env.infos[seat], other.infos[seat])
                assert env._lead() == other._lead()
    assert differed > 5 or battle not in FAMILIES[:2]


def test_plans_are_the_same_in_games_that_a_seat_cannot_tell_apart(count: Count) -> None:
    env, rng = BattleEnv(STONE_WALL, mode="plans"), np.random.default_rng(6)
    env.reset(seed=6)
    planned = 0
    for n in range(count(300)):
        if env.terminations["union"]:
            env.reset()
        if any(answer.text for answer in env.answers):
            planned += 1
            seat = env.agent_selection
            other = env.imagine(seat, n)
            assert equal(env.infos[seat], other.infos[seat]) and equal(env.observe(seat), other.observe(seat))
        env.step(int(rng.integers(len(env.answers))))
    assert planned > 3


def test_the_other_seats_hand_is_not_in_what_is_observed() -> None:
    """Were it there, the test above would not see it: its own chits are in the observation of each seat."""
    env = BattleEnv(STONE_WALL)
    env.reset(seed=3)
    names = [part.name for part in env.told.numbers]
    for _ in range(400):
        play_on(env, np.random.default_rng(1), 5)
        hands: Any = env.game.state.hands  # type: ignore[attr-defined]
        if hands[0] and hands[1]:
            break
    for side, seat in enumerate(("union", "confederate")):
        vector = env.observe(seat)["observation"]["vector"]
        shown = {name: n for name, n in zip(names, vector, strict=True) if name.startswith("fact: in the own hand")}
        assert {name.partition(": in the own hand: ")[2] for name, n in shown.items() if n} == {
            held.chit for held in hands[side]
        }


def test_a_list_that_is_too_long_and_an_action_that_is_not_offered_are_told() -> None:
    env = BattleEnv(STONE_WALL, actions=3)
    with pytest.raises(EnvError, match=r"the-stone-wall: union is offered \d+ answers \(key\).*has 3: .*actions=\d+"):
        env.reset(seed=1)
    env = BattleEnv(STONE_WALL)
    env.reset(seed=1)
    before, many = env.game.state.digest(), len(env.answers)
    for bad in (many, -1, 1.5, None, "key"):
        with pytest.raises(EnvError, match=f"action .*: union is offered 0 to {many - 1} now"):
            env.step(bad)  # type: ignore[arg-type]
    assert env.game.state.digest() == before
    for wrong in ({"mode": "moves"}, {"reward": "glory"}):
        with pytest.raises(EnvError, match="there is no"):
            BattleEnv(STONE_WALL, **wrong)
    for wrong in ({"seat": "french"}, {"against": "napoleon"}, {"illegal": "win"}):
        with pytest.raises(EnvError, match="there is no"):
            SeatEnv(STONE_WALL, **wrong)


def test_the_action_space_is_twice_what_was_measured_for_every_battle() -> None:
    ours = {battle.id for battle in battles() if battle.overlay is None}
    assert set(measured()) >= ours
    for battle in ours:
        assert actions_of(battle) >= 2 * measured()[battle] and actions_of(battle) <= 4 * measured()[battle]


@pytest.mark.parametrize("battle", FAMILIES)
def test_plans_are_accepted_as_they_are_offered(battle: str, count: Count) -> None:
    env, rng = BattleEnv(battle, mode="plans", record=True), np.random.default_rng(2)
    env.reset(seed=2)
    planned = 0
    for _ in range(count(600)):
        if not env.agents or env.terminations[env.agents[0]]:
            break
        at = int(rng.integers(len(env.answers)))
        planned += bool(env.answers[at].text)
        env.step(at)
    assert planned > 2 and verify(env.game.record()).ok


def test_rewards_by_strength_add_up_to_how_far_a_seat_got_ahead() -> None:
    env, rng = BattleEnv(STONE_WALL, reward="strength"), np.random.default_rng(4)
    env.reset(seed=4)
    begun, paid = env._lead(), 0.0
    while not env.terminations["union"]:
        env.step(int(rng.integers(len(env.answers))))
        assert env.rewards["union"] == -env.rewards["confederate"]
        paid += env.rewards["union"]
    assert paid == pytest.approx(env._lead() - begun) and paid != 0
    levels = env.game.rulebook.levels(env.battle)
    env.reward = "level"
    assert env.game.outcome is not None
    assert env._result() == pytest.approx(1 - 2 * levels.index(env.game.outcome.level) / (len(levels) - 1))


def test_one_seat_plays_a_game_against_a_commander() -> None:
    env, rng = SeatEnv(STONE_WALL, seat="confederate", against="cautious", illegal="raise"), np.random.default_rng(1)
    seen, info = env.reset(seed=9)
    asked, total, over = set(), 0.0, False
    while not over:
        assert env.battle.agent_selection == "confederate" and seen["action_mask"].sum() == len(info["texts"])
        asked.add(info["kind"])
        seen, reward, over, cut, info = env.step(int(rng.integers(len(info["texts"]))))
        total += reward
        assert not cut
    assert {"key", "move"} <= asked and total == env.battle.rewards["confederate"] != 0
    env.reset(seed=9)
    with pytest.raises(EnvError, match="heed the action mask"):
        env.step(env.battle.size - 1)
    env.illegal = "lose"
    _, reward, over, _, info = env.step(env.battle.size - 1)
    assert (reward, over) == (-1.0, True) and "heed the action mask" in info["illegal"]


def test_what_is_open_is_drawn_for_the_seat_that_is_asked() -> None:
    env = BattleEnv(STONE_WALL, render_mode="ansi")
    env.reset(seed=1)
    drawn = env.render() or ""
    assert drawn.startswith("union: which Key Chit") and drawn.count("\n") == len(env.answers)


def test_what_is_observed_is_documented_as_the_code_says_it() -> None:
    text = observation.PAGE.read_text(encoding="utf-8")
    assert observation.page(text) == text, "run .venv/bin/python -m tools.observation"
    env = BattleEnv(STONE_WALL)
    env.reset(seed=1)
    seen = env.observe("union")
    told = env.told
    shapes = {name: len(array[0] if name == "units" else array) for name, array in seen["observation"].items()}
    assert shapes == {"planes": len(told.planes), "units": len(told.units), "vector": len(told.numbers)}
    for parts in (told.planes, told.units, told.numbers, told.answers):
        assert len({part.name for part in parts}) == len(parts)


def test_numbers_stand_where_their_names_say() -> None:
    """By hand, at the first move of a game: one unit is asked about and goes from its hex to one beside it."""
    env, rng = BattleEnv(STONE_WALL), np.random.default_rng(3)
    env.reset(seed=3)
    while env.infos[env.agent_selection]["kind"] != "move" or env.answers[0].deed != "step":
        env.step(int(rng.integers(len(env.answers))))
    seat, game, told = env.agent_selection, env.game, env.told
    seen = env.observe(seat)
    view = game.view(seat)
    column = {part.name: n for n, part in enumerate(told.answers)}
    answer, row = env.answers[0], told.ids.index(env.answers[0].unit)
    features, unit = seen["features"][0], seen["observation"]["units"][row]
    here, there = told.grid.index(view["units"][row]["hex"]), answer.hex
    enemies = [told.grid.index(u["hex"]) for u in view["units"] if u["side"] != seat and u["hex"]]
    distances = [min(told.grid.distance(hex, enemy) for enemy in enemies) for hex in (here, there)]
    assert view["units"][row]["id"] == answer.unit and features[column["unit"]] == row
    assert features[column["from the enemy"]] == pytest.approx(distances[1] / 10)
    assert features[column["nearer to the enemy"]] == pytest.approx((distances[0] - distances[1]) / 10)
    assert features[column["deed: step"]] == 1 and features[column["deed: done"]] == 0
    assert (
        features[column["strength"]] == float(view["units"][row]["now"][0]) == unit[_at(told.units, "fact: strength")]
    )
    name = told.grid.name(here)
    assert list(unit[:6]) == [1, 1, int(name[:2]) - told.corner[0], int(name[2:]) - told.corner[1], 0, 1]
    planes = seen["observation"]["planes"]
    standing = sum(u["hex"] == name and u["side"] == seat for u in view["units"])
    assert planes[_at(told.planes, "own units")][int(unit[2]), int(unit[3])] == standing
    assert planes[_at(told.planes, "enemy units")].sum() == len(enemies)
    held = list(view["control"].values())
    other = "confederate" if seat == "union" else "union"
    assert planes[_at(told.planes, "held")].sum() == held.count(seat) - held.count(other) != 0
    vector = seen["observation"]["vector"]
    assert vector[_at(told.numbers, "turn")] == view["turn"] and vector[_at(told.numbers, "kind: move")] == 1
    assert vector[_at(told.numbers, "answers")] == len(env.answers)


def _at(parts: Sequence[Part], name: str) -> int:
    return next(n for n, part in enumerate(parts) if part.name == name)
