"""kill -9 at any moment: what was answered is stored, at most one act beyond it, and the same dice come after."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed

import vedette
from tests.table.tables import STONE_WALL, Client, pick
from vedette.engine.archive import verify

ROOT = Path(__file__).parents[2]
VEDETTE = [sys.executable, "-c", "from vedette.cli import main; main()"]
MOMENTS = ("before", "inside", "after", "sent", "idle")


@contextmanager
def process(command: list[str]) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server of its own and its address; killed at the end if it still lives."""
    running = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert running.stdout is not None
    try:
        line = running.stdout.readline()
        assert line.startswith("Vedette: http://127.0.0.1:"), line
        yield running, line.split()[1].split("/?")[0].rstrip("/")
    finally:
        running.kill()
        running.wait()
        running.stdout.close()


class Player:
    """Plays one game over any number of servers, and remembers what it was told."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.seed = seed
        self.made: dict[str, Any] = {}
        self.told: list[tuple[str, str]] = []
        """Seat and text of every act that was answered."""
        self.open: dict[str, Any] | None = None
        """The act whose answer has not come."""

    def sit(self, base: str) -> Client:
        """Come (back) to the table."""
        if not self.made:
            making = {"battle": STONE_WALL, "open_hands": True, "seed": self.seed}
            self.made = httpx.post(base + "/api/games", json=making).json()
        return Client(base, self.made["game"], self.made["keys"]["both"])

    def come_back(self, client: Client, base: str) -> None:
        """What was answered is there, and at most the open act beyond it; that one is sent again."""
        stored = self.stored(base)
        assert stored[: len(self.told)] == self.told
        beyond = stored[len(self.told) :]
        assert beyond in ([], [(self.open["seat"], self.open["text"])] if self.open else [])
        if self.open:
            self.send(client)
            self.hear(client)
            assert self.stored(base) == self.told

    def stored(self, base: str) -> list[tuple[str, str]]:
        """Seat and text of every act in the record."""
        text = httpx.get(f"{base}/api/games/{self.made['game']}/record?key={self.made['keys']['both']}").text
        assert verify(text).ok
        rows = [json.loads(line) for line in text.splitlines()[1:]]
        return [(row["seat"], row["do"]) for row in rows if row.get("seat", "chance") != "chance"]

    def act(self, client: Client) -> None:
        """Choose by lot and send it."""
        decision = self.rng.choice(client.asked())
        text = pick(self.rng, [a["text"] for a in decision["actions"]])
        body = {"game": client.game, "decision": decision["number"], "text": text, "seat": decision["seat"]}
        self.open = {**body, "id": f"{len(self.told)}"}
        self.send(client)

    def send(self, client: Client) -> None:
        """Send the open act."""
        client.send(act=self.open)

    def hear(self, client: Client) -> None:
        """Wait for its answer, and for the state after it."""
        answer = client.until("done", "refused")
        assert answer["is"] == "done" and self.open, answer
        self.told.append((self.open["seat"], self.open["text"]))
        self.open = None
        client.up_to(answer["n"])


def until_killed(player: Player, database: str, moment: str, n: int) -> None:
    """One life of a server."""
    if moment in ("sent", "idle"):
        command = [*VEDETTE, "serve", "--port", "0", "--database", database]
    else:
        command = [sys.executable, "-m", "tests.table.crashing", database, moment, str(n)]
    with process(command) as (running, base), player.sit(base) as client:
        try:
            player.come_back(client, base)
            for _ in range(n - 1):
                player.act(client)
                player.hear(client)
            player.act(client)
            if moment == "sent":
                running.kill()
            player.hear(client)
        except ConnectionClosed:
            pass
        running.kill()
        running.wait()


def test_kill_at_any_moment(tmp_path: Path, count: Callable[[int], int]) -> None:
    """Each moment once in `make test`: each is there for a fault of its own, a server takes a second to begin."""
    database = f"sqlite:///{tmp_path / 'games.sqlite'}"
    schedule = random.Random(77)
    player = Player(77)
    moments = [MOMENTS[i % len(MOMENTS)] for i in range(100 if count(10) > 1 else len(MOMENTS))]
    schedule.shuffle(moments)
    for moment in moments:
        until_killed(player, database, moment, schedule.randint(1, 5))
    with process([*VEDETTE, "serve", "--port", "0", "--database", database]) as (_, base), player.sit(base) as client:
        player.come_back(client, base)
        player.act(client)
        player.hear(client)
        stored = httpx.get(f"{base}/api/games/{player.made['game']}/record?key={player.made['keys']['both']}").text
    game = vedette.battle(STONE_WALL).new_game(seed=77, digests=True)
    for seat, text in player.told:
        game.play(text, seat)
    assert [(row["seat"], row["do"]) for row in map(json.loads, stored.splitlines()[1:])] == [
        (e.seat, e.do) for e in game.entries
    ]
