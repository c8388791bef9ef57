"""Freezes what people and programs are told, at positions drawn by lot over all scenarios; then compares.

    python tools/frozen.py draw FILE.jsonl.gz [--positions 600] [--seed 1] [--workers 2]    write what is told today
    python tools/frozen.py check FILE.jsonl.gz [--workers 2] [--world NAME]                 compare it with this code

A game of answers by lot is stopped at drawn places. The answers are kept, so that the same positions come again
whatever becomes of the order of offers. Of each position all is kept that anybody reads: the digest of the state and
its save, each question with its offers, the words beside them, the views of every reader, events, news and summaries,
plans, reach and whole-board views, odds, what commanders answer, and the refusal of texts that are offered elsewhere.
`check` names each place of the JSON that differs, before and after; the exit status is 1 where one does. (A step that
moves code and changes nothing is proved by `draw` before it and `check` after it; docs/programmers.md.)
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))

from playthroughs import pick  # noqa: E402

import vedette  # noqa: E402
from vedette.engine import Game  # noqa: E402
from vedette.engine.events import EngineError, Event, IllegalAction  # noqa: E402
from vedette.engine.occasion import Occasion  # noqa: E402
from vedette.engine.shapes import BoardKind  # noqa: E402
from vedette.packs import battles  # noqa: E402
from vedette.staff.desk import desk  # noqa: E402
from vedette.table import showing  # noqa: E402
from vedette.table.store import Grant, Setup  # noqa: E402

OPTIONS: dict[str, tuple[dict[str, Any], ...]] = {
    "stonewall-1978/kernstown": ({}, {"rules": "2007", "ramifications": True}),
    "kernstown/the-stone-wall": ({}, {"fog-second-table": True, "rebuild-option": True}),
    "kernstown/first-kernstown": ({}, {"rules": "series-2026"}),
    "cedar-mountain/slaughter-mountain": ({"stonewalls-bad-day": True, "popes-reinforcements": True,
                                           "hills-rearguard": True, "artillery-stacking": True},),
    "valley-campaign/cross-keys": ({}, {"turns": "10", "second-army": "noon", "attackers-recover": True}),
}  # fmt: skip
"""Battles that are drawn by more, or by other, than their usual options."""
GAPS = (4, 20, 60, 150, 400)
"""How many answers lie between two positions of a game, on average; a world's games take them in turn."""
SPOILT = ("done", "done move", "pass", "fire at 9999", "nobody: go", "move nobody", "1", "", "undo", "order attack")
"""Texts that are tried everywhere."""
MOST = 12
"""Differences that are told of one position."""
READERS = ("", "union", "confederate")


def worlds() -> list[tuple[str, dict[str, Any]]]:
    """Every scenario with its options."""
    return [(row.id, options) for row in battles() for options in OPTIONS.get(row.id, ({},)) if row.overlay is None]


# -- what is told of a position ---------------------------------------------------------------------------------


def told(game: Game, events: list[Event], tried: list[str]) -> dict[str, Any]:
    """All that anybody reads of a position."""
    found: dict[str, Any] = {
        "digest": game.state.digest(),
        "save": game.state.saved(),
        "outcome": repr(game.outcome),
        "view": {reader: game.view(reader) for reader in READERS},
        "units": game.rulebook.units(game.state),
        "laws": game.rulebook.broken_laws(game.state),
        "events": _events(game, events),
        "messages": _messages(game),
    }
    for decision in game.decisions:
        if decision.seat != "chance":
            found[decision.seat] = _asked(game, decision.seat, tried)
    plain: dict[str, Any] = json.loads(json.dumps(found, default=repr))
    return plain


def _events(game: Game, events: list[Event]) -> dict[str, Any]:
    book, g = game.rulebook, game.state
    last = events[-12:]
    rows = {r: [book.event(g, e, n, r) for n, e in enumerate(last)] for r in READERS}
    news = {r: [book.news(g, last, r), book.turn_end(g, events[-60:], r)] for r in READERS}
    return {"rows": rows, "news": news, "chronicle": book.chronicle(g, events), "figures": book.figures(g, events)}


def _messages(game: Game) -> list[Any]:
    """The questions as sockets are shown them: each player by himself, and both at one screen."""
    rows = []
    for opened, seats in product((False, True), (("union",), ("confederate",), ("union", "confederate"))):
        setup = Setup({"union": "human", "confederate": "human"}, open_hands=opened)
        grant = Grant("key", "game", seats)
        room: Any = SimpleNamespace(game=game, setup=setup)
        seat = seats[0] if len(seats) == 1 else ""
        for decision in game.decisions:
            row = showing.decision_for(decision, grant, seat, setup.open_hands, setup)
            rows.append(showing._told(room, grant, None, decision, row))
    return rows


def _asked(game: Game, seat: str, tried: list[str]) -> dict[str, Any]:
    book, g = game.rulebook, game.state
    decision = next(d for d in game.decisions if d.seat == seat)
    hexes = sorted({a.hex for a in decision.actions if a.hex})
    movers = sorted({text for a in decision.actions for text in [a.text.split(":")[0]] if ":" in a.text})[:2]
    return {
        "plans": [_or_error(partial(game.plans, at, seat=seat)) for at in ("", *hexes[:2])],
        "reach": {unit: _or_error(partial(game.reach, unit)) for unit in movers},
        "boards": {row["name"]: _board(game, seat, row, hexes, movers) for row in game.boards()},
        "ending": _worded(g, book.ending(g, seat)),
        "occasion": _occasion(g, book.occasion(g, decision.ask)),
        "commanders": {name: _chosen(game, seat, name) for name in ("cautious", "adjutant")},
        "odds": _or_error(lambda: game.odds(seat=seat).plain()) if len(decision.actions) < 30 else None,
        "refused": {text: _refused(game, seat, text) for text in tried},
    }


def _worded(g: Any, value: Any) -> str | None:
    """An answer by its text."""
    return None if value is None else g.text_of(value)


def _occasion(g: Any, occasion: Occasion | None) -> Any:
    if occasion is None:
        return None
    answers = {name: _worded(g, occasion.answers[name]) for name in sorted(occasion.answers)}
    return [occasion.window, sorted(occasion.facts), answers, occasion.holders, sorted(occasion.gestures)]


def _chosen(game: Game, seat: str, name: str) -> str:
    """What a commander answers, and by it whatever its counsel thinks."""
    return vedette.commander(name, seed=7).choose(desk(game, seat))


def _board(game: Game, seat: str, row: BoardKind, hexes: list[str], movers: list[str]) -> Any:
    given: dict[str, str] = {}
    for need in row["needs"]:
        if need == "unit":
            rows = [u["id"] for u in game.view(seat)["units"] if u["hex"] and u["side"] == seat]
            given["unit"] = (movers or rows or [""])[0]
        else:
            given["at" if need == "hex" else need] = (hexes or ["0505"])[0 if need == "hex" else -1]
    return _or_error(lambda: game.board(row["name"], seat=seat, **given))


def _or_error(ask: Callable[[], Any]) -> Any:
    try:
        return ask()
    except (EngineError, IllegalAction) as error:
        return f"{type(error).__name__}: {error}"


def _refused(game: Game, seat: str, text: str) -> Any:
    """The refusal of a text; where it is offered, what becomes of it."""
    trial = game.clone()
    try:
        events = trial.play(text, seat)
    except (EngineError, IllegalAction) as error:
        return f"{type(error).__name__}: {error}"
    return [trial.state.digest(), [trial.say(event) for event in events[-3:]]]


# -- the draw ---------------------------------------------------------------------------------------------------


def drawn(id: str, options: dict[str, Any], wanted: int, seed: int) -> Iterator[dict[str, Any]]:
    """Positions of one world: the answers since the last one of the same game, what was tried, what is told."""
    rng = random.Random(f"{seed} {id} {sorted(options.items())}")
    share = -(-wanted // len(GAPS))
    left = wanted
    for number, gap in enumerate(GAPS * 3):
        game = vedette.battle(id).new_game(seed=seed + number, options=options)
        kinds: dict[str, str] = {}
        events: list[Event] = []
        taken = 0
        while game.decision is not None and taken < min(share, left):
            answers = []
            for _ in range(rng.randint(1, 2 * gap)):
                if not game.decisions:
                    break
                for decision in game.decisions:
                    kinds[decision.kind] = rng.choice(decision.actions).text
                action = pick(game, rng)
                answers.append([action.seat, action.text])
                events += game.play(action)
            tried = sorted({*SPOILT, *rng.sample(sorted(kinds.values()), min(8, len(kinds)))})
            row = {"world": [id, options], "game": seed + number, "answers": answers, "tried": tried}
            yield row | {"told": told(game, events, tried)}
            taken += 1
        left -= taken
        if not left:
            return


def _draw(task: tuple[str, dict[str, Any], int, int]) -> list[dict[str, Any]]:
    return list(drawn(*task))


def _check(rows: list[dict[str, Any]]) -> list[str]:
    """The differences of one world's rows, a game after the other."""
    found: list[str] = []
    game: Game | None = None
    events: list[Event] = []
    last = None
    for row in rows:
        (id, options), number = row["world"], row["game"]
        if number != last:
            game, last, events = vedette.battle(id).new_game(seed=number, options=options), number, []
        assert game is not None
        where = f"{id} {options or ''} game {number}, answer {len(game.entries)}"
        try:
            for seat, text in row["answers"]:
                events += game.play(text, seat)
            now = told(game, events, row["tried"])
            found += [f"{where}: {line}" for line in differences("", row["told"], now)][:MOST]
        except Exception as error:  # whatever a change broke is a difference as well
            found.append(f"{where}: {type(error).__name__}: {error}")
            last = None
    return found


def differences(path: str, old: Any, new: Any) -> Iterator[str]:
    """Each place where two values of JSON differ."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in [*old, *(key for key in new if key not in old)]:
            yield from differences(f"{path}.{key}", old.get(key, "(nothing)"), new.get(key, "(nothing)"))
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for i, (a, b) in enumerate(zip(old, new, strict=True)):
            yield from differences(f"{path}[{i}]", a, b)
    elif old != new:
        yield f"{path.lstrip('.')}: {json.dumps(old)[:200]} is now {json.dumps(new)[:200]}"


# -- from the shell ---------------------------------------------------------------------------------------------


def main() -> int:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("what", choices=["draw", "check"])
    reader.add_argument("file", type=Path)
    reader.add_argument("--positions", type=int, default=600)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--workers", type=int, default=2)
    reader.add_argument("--world", default="", help="only battles whose id holds this")
    given = reader.parse_args()
    return draw(given) if given.what == "draw" else check(given)


def draw(given: argparse.Namespace) -> int:
    """Write what is told today."""
    chosen = [world for world in worlds() if given.world in world[0]]
    shares = [given.positions * (i + 1) // len(chosen) - given.positions * i // len(chosen) for i in range(len(chosen))]
    tasks = [(*world, share, given.seed) for world, share in zip(chosen, shares, strict=True)]
    with ProcessPoolExecutor(given.workers) as pool, gzip.open(given.file, "wt", encoding="utf-8") as kept:
        for task, rows in zip(tasks, pool.map(_draw, tasks), strict=True):
            print(f"{task[0]} {task[1] or ''}: {len(rows)} positions", flush=True)
            kept.writelines(json.dumps(row) + "\n" for row in rows)
    return 0


def check(given: argparse.Namespace) -> int:
    """Compare what is told now with what was kept."""
    games: dict[str, list[dict[str, Any]]] = {}
    with gzip.open(given.file, "rt", encoding="utf-8") as kept:
        for line in kept:
            row = json.loads(line)
            if given.world in row["world"][0]:
                games.setdefault(json.dumps([row["world"], row["game"]]), []).append(row)
    with ProcessPoolExecutor(given.workers) as pool:
        found = [line for lines in pool.map(_check, games.values()) for line in lines]
    print(*found, sep="\n")
    print(f"{sum(map(len, games.values()))} positions, {len(found)} differences")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
