"""Trains a small player for The Stone Wall in a few minutes: one number a feature, by policy gradient, NumPy alone.

    pip install "vedette[lab]"
    python examples/train_linear.py --games 150 -o linear.npz     # trains, then plays against random
    python examples/train_linear.py --test linear.npz --games 200  # plays again with what was learnt

The player draws an answer with a chance that grows with the weighted sum of its features (softmax). After each game
every drawing is made a little more likely or less, by how much better than usual things went from there on: the
strength points by which its side got ahead soon after, and the end of the battle. Both seats learn, each with weights
of its own, against a player who answers at random.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from vedette.lab.env import SeatEnv

BATTLE = "kernstown/the-stone-wall"
SEATS = ("union", "confederate")
RATE = 0.02
"""How far a game moves the weights."""
SOON = 0.9
"""What a strength point is worth a decision later."""
POINT = 0.1
"""A strength point, where a battle won is 1."""
Floats = NDArray[np.float64]


class Seen(NamedTuple):
    """A decision of the player: the features of what was offered, how likely each answer was, which it drew."""

    features: Floats
    chances: Floats
    drawn: int


def softmax(scores: Floats) -> Floats:
    """Chances that grow with scores."""
    raised = np.exp(scores - scores.max())
    return raised / raised.sum()


def play(env: SeatEnv, weights: Floats, rng: np.random.Generator, seed: int) -> tuple[list[Seen], Floats, float]:
    """A game: what was decided, the strength points that came of each decision, and how it ended."""
    seen, _ = env.reset(seed=seed)
    decided: list[Seen] = []
    gained: list[float] = []
    over = cut = False
    while not (over or cut):
        features = seen["features"][seen["action_mask"] == 1].astype(np.float64)
        chances = softmax(features @ weights)
        drawn = int(rng.choice(len(chances), p=chances))
        decided.append(Seen(features, chances, drawn))
        seen, reward, over, cut, _ = env.step(drawn)
        gained.append(reward)
    winner = env.battle.game.outcome.winner if env.battle.game.outcome else None
    return decided, np.array(gained), 0.0 if winner is None else 1.0 if winner == env.seat else -1.0


def gradient(decided: list[Seen], worth: Floats) -> Floats:
    """Where weights must go for answers to become likelier by what they were worth."""
    total = np.zeros(decided[0].features.shape[1])
    for seen, value in zip(decided, worth, strict=True):
        total += value * (seen.features[seen.drawn] - seen.chances @ seen.features)
    return total


def train(seat: str, games: int, seed: int) -> Floats:
    """Weights of a seat, learnt in so many games."""
    env = SeatEnv(BATTLE, seat=seat, against="random", reward="strength")
    rng = np.random.default_rng(seed)
    weights = np.zeros(env.observation_space["features"].shape[1])
    mean, squares = 0.0, np.ones_like(weights)
    wins = []
    for game in range(games):
        decided, gained, end = play(env, weights, rng, seed + game)
        worth = np.zeros(len(gained))
        later = 0.0
        for at in range(len(gained) - 1, -1, -1):
            later = worth[at] = POINT * gained[at] + SOON * later
        worth -= worth.mean()
        worth += 0.1 * (end - mean)
        mean += 0.05 * (end - mean)
        found = gradient(decided, worth)
        squares += 0.05 * (found**2 - squares)
        weights += RATE * found / np.sqrt(squares + 1e-6)
        wins.append(end > 0)
        if game % 25 == 24:
            print(f"{seat}: {game + 1} games, {np.mean(wins[-25:]):.0%} of the last 25 won", flush=True)
    return weights


def measure(weights: dict[str, Any], games: int, seed: int) -> float:
    """The share of games won against random, half of them on either side; a draw is half."""
    score = 0.0
    for seat in SEATS:
        env = SeatEnv(BATTLE, seat=seat, against="random")
        rng = np.random.default_rng(seed)
        ends = [play(env, weights[seat], rng, 10_000 + seed + game)[2] for game in range(games // 2)]
        won = float(np.mean([(end + 1) / 2 for end in ends]))
        plain = [play(env, 0 * weights[seat], rng, 10_000 + seed + game)[2] for game in range(games // 2)]
        print(f"as {seat} {won:.1%} of {len(ends)} games; at random {np.mean([(end + 1) / 2 for end in plain]):.1%}")
        score += won / 2
    return score


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=150, help="to learn from for each seat, or to test by")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--test", metavar="FILE", help="only play with the weights of a file")
    parser.add_argument("-o", "--output", metavar="FILE", default="linear.npz")
    args = parser.parse_args()
    begun = time.perf_counter()
    if args.test:
        weights: dict[str, Any] = dict(np.load(args.test))
    else:
        weights = {seat: train(seat, args.games, args.seed) for seat in SEATS}
        np.savez(Path(args.output), **weights)
        print(f"{2 * args.games} games in {time.perf_counter() - begun:.0f} s; weights in {args.output}")
    print(f"score against random: {measure(weights, 200 if not args.test else args.games, args.seed):.1%}")


if __name__ == "__main__":
    main()
