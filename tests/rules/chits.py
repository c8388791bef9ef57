"""The cup in a few words, and battles that the pack does not have yet, made of The Stone Wall.

game = cup({"7 OH-a": "1533"}, "Tyler", "Rally (Union)")   # chance asks for the first draw
play(game, "Tyler", "4")                                   # drawn; the command roll
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any

import msgspec

import vedette
from tests.rules.field import changed
from tests.support import BATTLE, referee
from vedette.engine.battle import Battle
from vedette.engine.game import Game

NOTHING: dict[str, list[Any]] = {key: [] for key in ("put_in", "in_cup", "hand", "lost", "given_up", "sealed")}
"""What a seat alone knows of its chits, where there are none."""
UNITS = {"7 OH-a": "1531", "27 VA": "1834"}


def cup(units: Mapping[str, Any], *chits: str, **keys: Any) -> Game:
    """The Chit Draw Phase with these chits in the cup."""
    return referee(units, begin="draw", **{"cup": list(chits), **keys})


def asked(game: Game) -> tuple[str, str]:
    """Who is asked what: seat and kind."""
    assert game.decision is not None
    return game.decision.seat, game.decision.kind


def quiet(game: Game, *stops: str) -> list[Any]:
    """Play on with the last answer of each question (pass, done) until one of these kinds is asked, or the end."""
    found: list[Any] = []
    while game.decision is not None and game.decision.kind not in stops:
        for decision in game.decisions:
            found += game.play(decision.actions[-1])
    return found


def in_cup(game: Game) -> list[str]:
    """What lies openly in the cup."""
    return list(game.view("")["chits"]["cup"])


def fates(game: Game) -> list[tuple[str, str]]:
    """The chits drawn this turn and what became of each."""
    return [(d["chit"], d["fate"]) for d in game.view("")["chits"]["drawn"]]


def marker(game: Game, brigade: str) -> str:
    """The state of a brigade's marker."""
    return next(str(b["state"]) for b in game.view("")["brigades"] if b["brigade"] == brigade)


def rows(chart: str) -> tuple[dict[str, str], ...]:
    """A chart of the pack with the rows of both wars."""
    path = files("vedette.battles") / "kernstown" / "charts" / f"{chart}.csv"
    return tuple(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))


@lru_cache
def all_chits() -> Battle:
    """The Stone Wall without excluded chits, and without what its scenario says of chits."""
    battle = vedette.battle(BATTLE)
    chits = {side: {**battle.scenario["chits"][side], "excluded": []} for side in ("union", "confederate")}
    special = [row for row in battle.scenario["special"] if row["do"] == "resupply"]
    return changed(chits=chits, special=special)


@lru_cache
def commanders() -> Battle:
    """The Stone Wall with the generals of 1864 beside those of 1862."""
    battle = vedette.battle(BATTLE)
    return msgspec.structs.replace(battle, charts={**battle.charts, "command_ratings": rows("command_ratings")})


@lru_cache
def divided() -> Battle:
    """The Stone Wall with Garnett, Fulkerson and Burks as Ramseur's division, under one chit."""
    battle = commanders()
    counters = {
        id: {**row, "division": "Ramseur"} if row["brigade"] in ("Garnett", "Fulkerson", "Burks") else row
        for id, row in battle.counters.items()
    }
    activation = [{"chit": "Tyler", "side": "union", "from": 1}, {"chit": "Ramseur", "side": "confederate", "from": 1}]
    scenario = {**battle.scenario, "activation": activation}
    return msgspec.structs.replace(battle, counters=counters, scenario=scenario)
