"""Random legal games of every ruleset there is, for the laws that all of them must keep (design 11).

A law that breaks names the game: the failure carries the seed, and the record as far as it was played is written.
"""

from __future__ import annotations

import os
import random
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from tests.engine import toy
from tools.playthroughs import pick
from vedette.engine import Game
from vedette.engine.chance import Listed
from vedette.engine.decision import plain
from vedette.engine.procedure import Ask
from vedette.engine.run import asks
from vedette.engine.state import State
from vedette.packs import battles, register

register("toy", toy.Toy())

STONE_WALL = "kernstown/the-stone-wall"
WORLDS: dict[str, tuple[str, Mapping[str, Any]]] = {
    "toy": (toy.TOY.id, {}),
    "stone-wall": (STONE_WALL, {}),
    "stone-wall-options": (STONE_WALL, {"fog-second-table": True, "rebuild-option": True}),
}
"""Name -> battle and options."""
LARGE = [b.id for b in battles() if b.id != STONE_WALL and b.overlay is None]
MOUNTAIN = "cedar-mountain/slaughter-mountain"
WORLDS |= {id: (id, {}) for id in LARGE}
WORLDS[MOUNTAIN] = (
    MOUNTAIN, {"stonewalls-bad-day": True, "popes-reinforcements": True, "hills-rearguard": True}
)  # fmt: skip
FULL = os.environ.get("VEDETTE_PROVE", "") not in ("", "0", "false")
"""The full counts, as under `make prove`."""
THIN = 4 if FULL else 8
"""Of a large world one decision in so many more is looked at."""
FIRST = 300
"""In `make test` the game of a large world is followed for so many decisions; `make prove` plays it to its end."""
WHOLE = 100_000
"""More decisions than any game has."""
TWINS = ("kernstown/jackson-is-aware", "kernstown/what-if-second-kernstown", "valley-campaign/both-battles")
"""Large worlds with the map and the armies of another one: only `make prove` looks at them."""


CLASH = "clash"
"""A position in the Valley Campaign: two lines of a dozen units in the last two turns."""
_UNION = {"25 OH": "0927", "29 NY": "0927", "82 OH": "1027", "8 NY": "1128", "39 NY": "1128", "Schenck": "1027",
          '1 OH, "I" Battery': "0926", "1 CT Cavalry": "1229"}  # fmt: skip
_SOUTH = {"15 AL": "0929", "16 MS": "0930", "21 NC": "1029", "4 VA": "1130", "5 VA": "1130", "Trimble": "0929",
          "Jackson": "1130", "Poague Battery": "0931", "7 VA Cavalry": "0831"}  # fmt: skip
PLACED: dict[str, Mapping[str, Any]] = {
    CLASH: {
        "battle": "valley-campaign/cross-keys",
        "empty": True,
        "turn": 10,
        "begin": "movement",
        "active": "confederate",
        "unit": [{"id": id, "hex": hex} for id, hex in {**_UNION, **_SOUTH}.items()],
    }
}
"""Worlds that begin with a position."""
WORLDS[CLASH] = ("valley-campaign/cross-keys", {})
LINES, LATER = "lines", "lines-2007"
"""Two lines of a dozen units in the last turn, with every option: by the rules of 1978, and by those of 2007."""
_BLUE = {"7 OH": ("2916", "S"), "29 OH": ("2816", "S"), "Tyler": ("2916", None), "84 PA": ("2715", "S"),
         "Kimball": ("2715", None), "A 1 WV": ("2915", "S"), "1 MI Cav": ("3017", None), "1 WV Cav": ("3017", None),
         "Brodhead": ("3017", None), "Union Supply Wagon": ("2914", None)}  # fmt: skip
_GREY = {"2 VA": ("2917", "N"), "27 VA": ("2917", "N"), "33 VA": ("2817", "N"), "Garnett": ("2917", None),
         "Jackson": ("2817", None), "21 VA": ("2716", "N"), "Burks": ("2716", None), "Rockbridge": ("2918", "N"),
         "7 VA Cav": ("3018", None), "Ashby": ("3018", None)}  # fmt: skip
for name, rules in ((LINES, "1978"), (LATER, "2007")):
    PLACED[name] = {
        "battle": "stonewall-1978/kernstown",
        "empty": True,
        "turn": 15,
        "begin": "movement",
        "active": "confederate",
        "set": {"rules": rules, "overshoot": True, "ramifications": True},
        "unit": [
            {"id": id, "hex": hex, **({"facing": facing} if facing else {})}
            for id, (hex, facing) in {**_BLUE, **_GREY}.items()
        ],
    }
    WORLDS[name] = ("stonewall-1978/kernstown", {})
LONG = {"valley-campaign/cross-keys": 3, "valley-campaign/both-battles": 5, "stonewall-1978/kernstown": 25}
"""Worlds where some sixty units move one by one: a game has thousands of decisions, and even fewer are looked at."""


def thin(world: str) -> int:
    """Of how many decisions of a world one is looked at."""
    return THIN * LONG.get(world, 1) if world in LARGE else 1


def seeds(world: str, many: int) -> range:
    """The seeds of so many games; of a large world one will do."""
    return range(1 if world in LARGE else many)


def begin(world: str, seed: int, asked: bool = False, **more: Any) -> Game:
    """A new game of a world; `asked` leaves every roll and draw open, as a decision of the seat chance."""
    id, options = WORLDS[world]
    chance = Listed() if asked else None
    if world in PLACED:
        return Game.new(toy.load(id), seed=seed, position=PLACED[world], chance=chance, **more)
    return Game.new(toy.load(id), seed=seed, options=options, chance=chance, **more)


def walk(world: str, seed: int, most: int | None = None, **more: Any) -> Iterator[Game]:
    """A random game, handed over at each decision before it is answered, and once more when it is over; in `make test`
    the first part of a large one."""
    game = begin(world, seed, **more)
    rng = random.Random(seed)
    with named(game, world, seed):
        for _ in range(most or (FIRST if world in LARGE and not FULL else WHOLE)):
            yield game
            if game.decision is None:
                return
            game.play(pick(game, rng))


def sparse(world: str, seed: int, each: int = 25, **more: Any) -> Iterator[Game]:
    """The same game handed over at the first decisions of each kind, and at every so many others."""
    each *= thin(world) * (2 if world in LARGE and not FULL else 1)
    seen: dict[str, int] = {}
    for n, game in enumerate(walk(world, seed, **more)):
        decision = game.decision
        kind = decision.kind if decision else "over"
        seen[kind] = seen.get(kind, 0) + 1
        if seen[kind] <= (2 if thin(world) == 1 else 1) or n % each == 0:
            yield game


@contextmanager
def named(game: Game, world: str, seed: int) -> Iterator[None]:
    """A failure inside says which game it was, and writes its record."""
    try:
        yield
    except Exception as error:
        file = Path(tempfile.gettempdir()) / f"vedette-{world.replace('/', '-')}-{seed}.jsonl"
        file.write_text(game.record(), encoding="utf-8")
        error.add_note(f"random game of {world}, seed {seed}, after entry {len(game.entries)}: see {file}")
        raise


def reloaded(game: Game) -> State:
    """The state of a game, saved as JSON and loaded."""
    data = msgspec.json.decode(msgspec.json.encode(game.state.saved()))
    found: State = game.rulebook.load(game.battle, game.header["options"], data)
    return found


def heart(g: State, ask: Ask) -> tuple[Any, ...]:
    """All of a question that does not change from one making to the next: words are made, not kept."""
    words = tuple(g.text_of(v) for v in ask.options)
    return (
        ask.seat, ask.options, ask.then.__self__, ask.then.__name__, ask.kind, ask.cite, ask.prompt, words,
        ask.weights, ask.usual, ask.about, ask.window, ask.optional, ask.alone, ask.always, ask.private,
    )  # type: ignore[attr-defined] # fmt: skip


def hearts(g: State) -> list[tuple[Any, ...]]:
    """Every open question."""
    return [heart(g, ask) for ask in asks(g)]


def shown(game: Game, seat: str) -> bytes:
    """What a seat is shown: its view and its decision, as bytes."""
    decision = game.decision_of(seat)
    return msgspec.json.encode([game.view(seat), plain(decision) if decision else None])


def picture(game: Game) -> tuple[Any, ...]:
    """All that a law may compare of a game's state."""
    g = game.state
    return (g.digest(), hash(g), hearts(g), shown(game, "union"), shown(game, "confederate"), shown(game, ""))


def differing(a: Any, b: Any, path: str = "") -> list[str]:
    """Where two pieces of JSON differ, in words."""
    if type(a) is type(b) and isinstance(a, dict) and a.keys() == b.keys():
        return [d for key in a for d in differing(a[key], b[key], f"{path}.{key}")]
    if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        return [d for i, (x, y) in enumerate(zip(a, b, strict=True)) for d in differing(x, y, f"{path}[{i}]")]
    return [] if a == b else [f"{path}: {a!r} / {b!r}"]


SEATS = ("union", "confederate")
