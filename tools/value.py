"""The value of a scenario for the general: games played, weights fitted, the file written.

    python tools/value.py play kernstown/the-stone-wall --games 800 --seed 10001 --into games.jsonl
    python tools/value.py fit kernstown/the-stone-wall games.jsonl --write

`play` lets the adjutant play both sides under tempers drawn for each activation, so that positions come up that it
would not reach by itself, and writes for each game the features at the beginning of each turn, and who holds what at
its end. Whatever is there already is not played again. `fit` chooses a ridge by games that are left out, fits a
logistic regression to all of them, and prints how much it explains on games that it has not seen. It needs numpy; the
program does not. From the same games the same weights come, to the bit. Seeds from 90000 on are left to matches.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click
import msgspec

import vedette
from vedette.engine import Battle
from vedette.engine.run import asks
from vedette.engine.temper import PLAIN, Temper
from vedette.staff.general.imagined import Course, Hashed
from vedette.staff.general.value import FOLDER, SHIFT, STEP, Weights, learned, learning_of, mark

MOST_SEED = 90000
SPICE = 0.7
"""In a game a side plays at most this share of its activations under a posture, from none on."""
RIDGES = (3.0, 10.0, 30.0, 100.0, 300.0)
STEPS = 30
"""Of Newton's method."""
PART = 5
"""Every so many games one is left out of a fit, to be foretold by it."""


def played(battle: Battle, seed: int) -> dict[str, Any]:
    """The features of a game turn by turn, and who holds what at its end."""
    game = vedette.battle(battle.id).new_game(seed=seed, keep=False)
    planning = learning_of(game.rulebook)
    assert planning is not None, f"nothing is said about plans in the rules of {battle.id}"
    rng = random.Random(f"data {seed}")
    course = Course(battle, game.rulebook, game.state.clone(), Hashed(b"data %d" % seed))
    spice = {seat: rng.random() * SPICE for seat in game.rulebook.seats}
    doing: dict[str, object] = {}
    tempers: dict[str, Temper] = {}
    turns: list[list[list[int]]] = []
    period = -1
    while asks(course.state):
        if planning.period(course.state) != period:
            period = planning.period(course.state)
            turns.append([list(row) for row in planning.features(course.state)])
        for seat, share in spice.items():
            now = planning.under_way(course.state, seat)
            if doing.get(seat) != now:
                doing[seat] = now
                plain = now is None or rng.random() > share
                tempers[seat] = PLAIN if plain else planning.postures[rng.choice(list(planning.postures))]
        course.step(tempers)
    return {"seed": seed, "turns": turns, "held": list(planning.held(course.state))}


def rows_of(games: Sequence[dict[str, Any]]) -> Iterator[tuple[list[int], int, int]]:
    """Features, whether the first side holds it at the end, and the number of the game."""
    for n, game in enumerate(games):
        for turn in game["turns"]:
            for row, side in zip(turn, game["held"], strict=True):
                yield row, int(side == 0), n


def fit(x: Any, y: Any, ridge: float) -> Any:
    """The weights of a logistic regression, by Newton's method."""
    import numpy as np

    scale = np.sqrt((x * x).mean(axis=0)) + 1e-9
    z = x / scale
    w = np.zeros(x.shape[1])
    for _ in range(STEPS):
        p = 1.0 / (1.0 + np.exp(-z @ w))
        slope = z.T @ (p - y) + ridge * w
        bend = (z * (p * (1.0 - p))[:, None]).T @ z + ridge * np.eye(len(w))
        w = w - np.linalg.solve(bend, slope)
    return w / scale


def explained(x: Any, y: Any, w: Any, things: int) -> float:
    """The share of the spread of how many things are held at the end that is foretold."""
    import numpy as np

    p = (1.0 / (1.0 + np.exp(-x @ w))).reshape(-1, things).sum(axis=1)
    real = y.reshape(-1, things).sum(axis=1)
    return float(1.0 - ((real - p) ** 2).mean() / real.var())


@click.group()
def main() -> None:
    """The value of a scenario for the general."""


@main.command()
@click.argument("battle")
@click.option("--games", default=800)
@click.option("--seed", default=10001, help="Of the first game.")
@click.option("--into", type=click.Path(path_type=Path), required=True, help="The file of games, gone on with.")
def play(battle: str, games: int, seed: int, into: Path) -> None:
    """Play games with mixed tempers and write down what they teach."""
    if seed + games > MOST_SEED:
        raise click.UsageError(f"seeds from {MOST_SEED} on are left to matches")
    have = {json.loads(line)["seed"] for line in into.read_text().splitlines()} if into.exists() else set()
    known = vedette.battle(battle)
    with into.open("a") as file:
        for n in range(seed, seed + games):
            if n not in have:
                file.write(json.dumps(played(known, n)) + "\n")
                file.flush()


@main.command("fit")
@click.argument("battle")
@click.argument("file", type=click.Path(exists=True, path_type=Path))
@click.option("--write", is_flag=True, help="Write the weights where the program reads them.")
def fit_games(battle: str, file: Path, write: bool) -> None:
    """Fit the value to games."""
    import numpy as np

    games = sorted((json.loads(line) for line in file.read_text().splitlines()), key=lambda g: int(g["seed"]))
    rows = list(rows_of(games))
    x, y = np.array([row for row, _, _ in rows], float), np.array([won for _, won, _ in rows], float)
    of = np.array([n for _, _, n in rows])
    things = len(games[0]["held"])
    seen, unseen = of % PART != 0, of % PART == 0
    fits = [(explained(x[unseen], y[unseen], fit(x[seen], y[seen], r), things), r) for r in RIDGES]
    for share, ridge in fits:
        click.echo(f"ridge {ridge:g}: {share:.3f} of the spread on games not seen")
    w = fit(x, y, max(fits)[1])
    game = vedette.battle(battle).new_game(seed=1)
    weights = tuple(int(v) for v in np.rint(w * STEP * (1 << SHIFT)))
    planning = learning_of(game.rulebook)
    assert planning is not None
    found = Weights(mark(game.state, planning.made), len(games), weights, planning.made)
    click.echo(f"{battle}: {len(weights)} weights from {len(games)} games, {found.digest()}")
    if write:
        family = game.rulebook.name
        data = {**learned(family), battle: found}
        FOLDER.mkdir(exist_ok=True)
        text = json.dumps(msgspec.to_builtins(dict(sorted(data.items()))), indent=1)
        (FOLDER / f"{family}.json").write_text(text.replace("\n   ", " ") + "\n")


if __name__ == "__main__":
    main()
