"""Writes the stored playthroughs and counts anew, once the behaviour of the rules has been changed on purpose.

    .venv/bin/python tools/playthroughs.py [cross-keys ...]

With names it writes only those of the whole games of all families (tools/whole_games.py: tests/playthroughs/*.moves).
Playthroughs (tests/playthroughs/*.jsonl) are records of random games: each entry holds the digest of the state after
it, so that any change of behaviour shows at the entry where it begins; beside the shortest lies its log in words, which
shows in a diff what became of it. Counts (tests/engine/perft.json) say of stored positions how many answers there are
and how many different ends a unit's move has, which finds a missing and an extra move alike.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import vedette
from vedette.engine import Action, Game
from vedette.engine.chance import Listed
from vedette.engine.state import State
from vedette.hexes import hexes_of

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))

import whole_games  # noqa: E402

FOLDER = ROOT / "tests" / "playthroughs"
COUNTS = ROOT / "tests" / "engine" / "perft.json"
BATTLE = "kernstown/the-stone-wall"

PLAYTHROUGHS: dict[str, dict[str, Any]] = {
    "whole-battle": {"seed": 11},
    "all-options": {"seed": 12, "options": {"fog-second-table": True, "rebuild-option": True}},
    "without-events": {"seed": 13, "options": {"no-events": True}},
    "with-undo": {"seed": 14, "position": {"turn": 7}},
    "last-turns": {"seed": 15, "position": {"turn": 10}},
}
"""What each is played with."""
TOLD = "last-turns"
"""The one whose log is kept in words."""


def pick(game: Game, rng: random.Random) -> Action:
    """An answer at random; two of three rather fight, or march at the enemy, than stop, so that battles are fought."""
    decision = game.decisions[rng.randrange(len(game.decisions))]
    actions = decision.actions
    if decision.seat == "chance":
        return rng.choices(actions, decision.ask.weights)[0]
    if rng.random() < 0.35:
        return rng.choice(actions)
    if any(a.hex and ": " in a.text for a in actions):
        foes = _foes(game, decision.seat)
        return min(actions, key=lambda a: (_way_to_go(game, a, foes), rng.random()))
    bold = [a for a in actions if a.text not in ("done", "pass", "order regroup", "order maneuver")]
    return rng.choice(bold or actions)


def _foes(game: Game, seat: str) -> list[int]:
    """Where the units of the other side stand."""
    if (masks := getattr(game.state, "masks", None)) is not None:  # the same, without the rest of the view
        return list(hexes_of(masks[seat == "union"]))
    index = game.battle.board.grid.index
    return [index(u["hex"]) for u in game.view("")["units"] if u["hex"] and u["side"] != seat]


def _way_to_go(game: Game, action: Action, foes: list[int]) -> int:
    """How far the hex of a move lies from the nearest enemy."""
    grid = game.battle.board.grid
    if action.hex is None or not foes:
        return 100
    here = grid.index(action.hex)
    return min(grid.distance(here, foe) for foe in foes)


def played(name: str) -> tuple[Game, list[str]]:
    """A playthrough, and its log: each answer with what it caused."""
    keys = PLAYTHROUGHS[name]
    game = Game.new(vedette.battle(BATTLE), digests=True, **keys)
    rng = random.Random(keys["seed"])
    log = [f"    {game.say(e)} ({e.cite})" for e in game.start_events]
    while game.decision:
        if name == "with-undo" and rng.random() < 0.1 and game.undo_bar() is None:
            game.undo()
            continue
        action = pick(game, rng)
        log.append(f"{len(game.entries) + 1} {action.seat}: {action.text}")
        log += [f"    {game.say(e)} ({e.cite})" for e in game.play(action)]
    return game, log


# -- counts ---------------------------------------------------------------------------------------------------


def counted(row: Mapping[str, Any]) -> dict[str, int]:
    """How many answers a position has; where a unit moves, how many different ways and ends its move has."""
    game = Game.new(vedette.battle(BATTLE), position={"battle": BATTLE, **row["position"]}, chance=Listed())
    for text in row.get("play", ()):
        game.play(text)
    decision = game.decision
    assert decision is not None, row["name"]
    found = {"answers": sum(len(d.actions) for d in game.decisions)}
    if decision.kind == "move":
        ways, ends = _ends(game, decision.about, {})
        found |= {"ways": ways, "ends": len(ends)}
    return found


def _ends(
    game: Game, unit: tuple[str, ...], known: dict[State, tuple[int, frozenset[str]]]
) -> tuple[int, frozenset[str]]:
    """Ways to finish the move of a unit from here, and where it then stands; fire at it on the way is held."""
    decision = game.decision
    if decision is not None and decision.window == "" and decision.kind == "opportunity-fire":
        game = game.clone()
        game.play("pass")
        return _ends(game, unit, known)
    if decision is None or decision.kind != "move" or decision.about != unit:
        return 1, frozenset({str(next(u["hex"] for u in game.view("")["units"] if u["id"] == unit[0]))})
    if game.state in known:
        return known[game.state]
    ways, ends = 0, frozenset[str]()
    for action in decision.actions:
        after = game.clone()
        after.play(action)
        more, others = _ends(after, unit, known)
        ways, ends = ways + more, ends | others
    known[game.state] = ways, ends
    return ways, ends


def write_whole_games(names: Iterable[str]) -> None:
    """The games of all families, by their commanders; Stonewall takes half a minute."""
    for name in names:
        text = whole_games.recorded(name, pick)
        whole_games.file_of(name).write_text(text, encoding="utf-8")
        print(f"{name}: {text.count(chr(10))} lines, {text.splitlines()[-1]}", flush=True)


def main() -> None:
    """Write all of it."""
    FOLDER.mkdir(exist_ok=True)
    write_whole_games(sys.argv[1:] or whole_games.GAMES)
    if sys.argv[1:]:
        return
    for name in PLAYTHROUGHS:
        game, log = played(name)
        (FOLDER / f"{name}.jsonl").write_text(game.record(), encoding="utf-8")
        if name == TOLD:
            (FOLDER / f"{name}.log").write_text("\n".join(log) + "\n", encoding="utf-8")
        print(f"{name}: {len(game.entries)} entries, {game.outcome.level if game.outcome else 'not over'}")
    rows = json.loads(COUNTS.read_text(encoding="utf-8"))
    for row in rows:
        row["counts"] = counted(row)
        print(f"{row['name']}: {row['counts']}")
    lines = ",\n".join("  " + json.dumps(row, ensure_ascii=False) for row in rows)
    COUNTS.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
