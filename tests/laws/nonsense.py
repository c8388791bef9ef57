"""Answers that make little sense: the wrong unit, hex, phase or seat, by the forms of each family."""

from __future__ import annotations

import random
from collections.abc import Iterator

from vedette.engine import Game

VALLEY = (
    "{a}: {h}", "{a}: {h}-{i}", "move {a}", "enter {a} at {h}", "{a} attack {h}", "{a} + {b} attack {h}", "attack {h}",
    "{a} bombard {b}", "add {a}", "retreat {a} to {h}", "displace {a} to {h}", "{a}: repair {x}-{y}",
    "{a}: burn {x}-{y}", "{a}: exit", "advance {a}", "march {a} + {b} to {h}", "place {a} at {h}",
)  # fmt: skip
SWORDS = (
    "{a}: {h}", "{a}: {h}-{i}", "move {a}", "{a} fire at {h}", "{a} + {b} fire at {h}", "fire at {h}", "add {a}",
    "{a} assault {h}", "{a} + {b} assault {h}", "assault {h}", "retreat {a} to {h}", "advance {a} to {h}",
    "withdraw {a} to {h}", "lead {a}", "deplete {a}", "panic {a}", "order attack", "order regroup", "recover {a}",
    "rebuild {a}", "artillery {h}", "{a}: mount", "{a}: dismount", "{a}: skirmish", "{a}: unlimber", "shift {a} to {h}",
)  # fmt: skip
STONEWALL = (
    "{a}: {h}", "{a}: {h}-{i}", "move {a}", "enter {a} at {h}", "{a} fire at {h}", "{a} + {b} fire at {h}",
    "{a} with 2 fire at {h}", "fire at {h}", "add {a}", "add {a} with 2", "{a} melee {h}", "{a} + {b} melee {h}",
    "melee {h}", "retreat {a} to {h}", "{a} advances to {h}", "{a} retreats", "{a} rallies {b}", "{a} charges {h}",
    "pay for {c}", "{a}: column", "{a}: line", "{a}: limber", "{a}: mount", "{a}: reserve", "{a}: leave reserve",
    "{a}: face N", "{a}: on top", "{a}: exit", "march {a} + {b} to {h}", "fire {a}", "{a} gives 1 rounds to {b}",
)  # fmt: skip
FORMS = {"valley_campaign": VALLEY, "blind_swords": SWORDS, "great_battles": STONEWALL}


def texts(game: Game, rng: random.Random, many: int) -> Iterator[str]:
    """So many answers: half of them with hexes near the unit that they name, where rules decide."""
    g = game.state
    forms, ids = FORMS[game.rulebook.name], list(g.units)  # type: ignore[attr-defined]
    on_map = [id for id in ids if g.at(id) >= 0] or ids  # type: ignore[attr-defined]
    for _ in range(many):
        a, b = rng.choice(on_map if rng.random() < 0.8 else ids), rng.choice(on_map)
        x, y = rng.choice(list(getattr(g.setting, "bridges", ())) or [(0, 1)])  # type: ignore[attr-defined]
        hexes = dict(zip("hi", _hexes(game, rng, a), strict=True)) | {"x": x, "y": y}
        yield rng.choice(forms).format(
            a=a, b=b, c=_brigade(game, rng, a), **{k: g.hex_name(h) for k, h in hexes.items()}
        )  # type: ignore[attr-defined]


def _brigade(game: Game, rng: random.Random, id: str) -> str:
    """The brigade of a unit, or of another."""
    g = game.state
    other = rng.choice(list(g.units))  # type: ignore[attr-defined]
    return str(g.counter(id if rng.random() < 0.5 else other).brigade)  # type: ignore[attr-defined]


def _hexes(game: Game, rng: random.Random, id: str) -> tuple[int, int]:
    """A hex, mostly beside or near a unit or held by somebody, and one beside that."""
    g = game.state
    grid, at, lot = g.setting.grid, g.at(id), rng.random()  # type: ignore[attr-defined]
    if at >= 0 and lot < 0.5:
        h = rng.choice(grid.neighbours[at])
    elif lot < 0.9:
        h = rng.choice(sorted(g.stacks) or [0])  # type: ignore[attr-defined]
    else:
        h = rng.randrange(len(grid.neighbours))
    return h, rng.choice(grid.neighbours[h])
