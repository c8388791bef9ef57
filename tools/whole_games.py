"""Whole games of every family, kept as their answers: what is played again must come out the same.

`tools/playthroughs.py` writes them anew (tests/playthroughs/*.moves), `tests/engine/test_whole_games.py` plays them.

    {"battle": ..., "seed": ..., "options": {...}, "commanders": {...}}
    union: move 25 OH
    chance: 4
    = 20 0f1e2d3c4b5a6978              the digest of the state when so many answers were given
    over Union Victory

The answers of chance stand there to be read and compared; the dice come from the seed. The commanders are those who
played it, `bold` being a random one who rather fights (tools/playthroughs.py); nobody needs them to play it again.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import vedette
from vedette import staff
from vedette.engine import Action, Game

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "playthroughs"
Pick = Callable[[Game, random.Random], Action]
BOLD, ADJUTANT = "bold", "adjutant"
EVERY = 20
"""Answers between two digests, at the least."""

GAMES: dict[str, dict[str, Any]] = {
    "cross-keys": {
        "battle": "valley-campaign/cross-keys", "seed": 21, "commanders": {"union": BOLD, "confederate": ADJUTANT},
    },
    "port-republic": {
        "battle": "valley-campaign/port-republic", "seed": 22,
        "commanders": {"union": ADJUTANT, "confederate": ADJUTANT},
    },
    "stonewall-1978": {
        "battle": "stonewall-1978/kernstown", "seed": 23, "options": {"rules": "1978"},
        "commanders": {"union": ADJUTANT, "confederate": ADJUTANT},
    },
    "stonewall-2007": {
        "battle": "stonewall-1978/kernstown", "seed": 24, "options": {"rules": "2007"},
        "commanders": {"union": ADJUTANT, "confederate": ADJUTANT},
    },
    "slaughter-mountain": {
        "battle": "cedar-mountain/slaughter-mountain", "seed": 25, "options": {"rules": "stonewalls-sword"},
        "commanders": {"union": BOLD, "confederate": BOLD},
    },
    "valley-vengeance": {
        "battle": "cedar-mountain/valley-vengeance", "seed": 26, "options": {"rules": "series-2026"},
        "commanders": {"union": ADJUTANT, "confederate": ADJUTANT},
    },
}  # fmt: skip
"""What each is played with."""
EARLIER = ("stonewall-1978-2", "stonewall-2007-2")
"""Games begun by an earlier version of their rules ("rules" in their first line): they are never made anew."""


def file_of(name: str) -> Path:
    """Where a game is kept."""
    return FOLDER / f"{name}.moves"


def begun(keys: dict[str, Any]) -> Game:
    """The game before its first answer."""
    battle = vedette.battle(keys["battle"]).by_rules(keys.get("rules", 0))
    return Game.new(battle, seed=keys["seed"], options=keys.get("options", {}))


def recorded(name: str, bold: Pick) -> str:
    """Play a game by its commanders, and write it down; `bold` answers for the random one."""
    keys = GAMES[name]
    game, rng = begun(keys), random.Random(keys["seed"])
    seats = {
        seat: None if who == BOLD else staff.seat(who, game.battle, keys["seed"])
        for seat, who in keys["commanders"].items()
    }
    pages = _Pages(game)
    while decision := game.decision:
        commander = seats[decision.seat]
        if commander is None:
            game.play(bold(game, rng))
        else:
            game.play(decision.actions[commander.pick(staff.desk(game, decision.seat))])
        pages.turn()
    return "\n".join([json.dumps(keys), *pages.lines, pages.end()]) + "\n"


class _Pages:
    """A game as it is written down."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.lines: list[str] = []
        self.told = 0
        """Answers that stand in the lines."""
        self.due = EVERY

    def turn(self) -> None:
        """Write down the last answers, and now and then the digest."""
        entries = self.game.entries
        self.lines += [f"{e.seat}: {e.do}" for e in entries[self.told :]]
        self.told = len(entries)
        if self.told >= self.due:
            self.lines.append(f"= {self.told} {self.game.state.digest()}")
            self.due = self.told + EVERY

    def end(self) -> str:
        """The last line."""
        outcome = self.game.outcome
        assert outcome is not None
        return f"over {outcome.level}"


def replayed(text: str) -> tuple[str, str]:
    """Play a game that was written down: the same text, as far as it comes, and why it goes no farther."""
    head, *lines = text.splitlines()
    game = begun(json.loads(head))
    pages = _Pages(game)
    for line in lines:
        if line.startswith(("= ", "over ", "chance: ")):
            continue
        seat, _, answer = line.partition(": ")
        try:
            game.play(answer, seat)
        except vedette.IllegalAction as refused:
            return "\n".join([head, *pages.lines]) + "\n", f"{line}: {refused}"
        pages.turn()
    last = [pages.end()] if game.outcome and not game.decision else []
    return "\n".join([head, *pages.lines, *last]) + "\n", ""
