"""Games that stand at a position, laid into the store of a server that runs."""

from __future__ import annotations

import json
import random
import secrets
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

import vedette
from vedette.engine import record as rec
from vedette.engine.chance import key_of
from vedette.engine.game import Game
from vedette.table.store import Grant, Setup, Store, Stored

BATTLE = "kernstown/the-stone-wall"
SEATS = ("union", "confederate")


def spec_of(units: Mapping[str, str | Mapping[str, Any]], **keys: Any) -> dict[str, Any]:
    """A position in a few words: units on hexes of the bare map, or with more of their keys (docs/positions.md)."""
    rows = [{"id": id, **({"hex": place} if isinstance(place, str) else place)} for id, place in units.items()]
    return {"battle": BATTLE, "empty": True, **keys, "unit": rows}


def to_the_end(game: Game, seed: int = 1, most: int = 600) -> None:
    """Plays a game out by lot."""
    rng = random.Random(seed)
    for _ in range(most):
        if not game.decisions:
            return
        decision = game.decisions[0]
        game.play(rng.choice(list(decision.actions)).text, decision.seat)
    raise AssertionError(f"not over after {most} answers")


def laid(
    home: Path,
    spec: Mapping[str, Any],
    seed: int = 1,
    play: Callable[[Game], None] | None = None,
    computers: Mapping[str, str] | None = None,
    **setup: Any,
) -> dict[str, str]:
    """Stores a game at a position; the pages of every key, as addresses that begin at the server's own.

    Args:
        play: what is played of it before it is stored.
        computers: who plays which seat, where no person does.
    """
    secret = key_of(seed)
    battle = spec["battle"]
    dice = setup.get("dice", "seeded")
    game = Game.new(vedette.battle(battle), seed=seed, position=spec, dice=dice, digests=True)
    people = {**dict.fromkeys(SEATS, "human"), **(computers or {})}
    game.header["seats"] = people
    if play:
        play(game)
    id = secrets.token_hex(6)
    grants = {who: Grant(secrets.token_urlsafe(18), id, (who,)) for who in SEATS}
    grants["both"] = Grant(secrets.token_urlsafe(18), id, SEATS)
    stored = Stored(
        id,
        battle,
        Setup(people, **setup),
        secret,
        rec.chained(game.header, "")[0],
        tuple(game.record().splitlines()[1:]),
        over=not game.decisions,
    )
    Store(f"sqlite:///{home / 'games.sqlite'}").create(stored, "2026-01-01T00:00:00+00:00", list(grants.values()))
    return {who: f"/?game={id}&key={grant.token}" for who, grant in grants.items()}


def say(at: str, *texts: str) -> None:
    """Another player answers, somewhere else."""
    address = at.replace("http", "ws").replace("/?", "/ws?")
    game = at.split("game=")[1].split("&")[0]
    todo = list(texts)
    with connect(address, max_size=None) as socket:
        sent = False
        while todo:
            message = json.loads(socket.recv(timeout=30))
            assert "refused" not in message, message
            if "done" in message:
                todo.pop(0)
                sent = False
            asked = [d for d in message.get("state", {}).get("decisions", ()) if "actions" in d]
            if asked and not sent:
                act = {"game": game, "decision": asked[0]["number"], "text": todo[0], "id": secrets.token_hex(6)}
                socket.send(json.dumps({"act": act}))
                sent = True
