"""This battle at a table of two: both at once, twice the same, what is no longer asked, kill -9 in the midst of it."""

from __future__ import annotations

import json
import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

import vedette
from tests.stonewall.test_illegal_answers import nonsense
from tests.table.tables import PATIENCE, Client, seated
from tests.table.test_kill import VEDETTE, process
from vedette.engine.archive import verify
from vedette.engine.game import Game
from vedette.table import Store

BATTLE = "stonewall-1978/kernstown"
SEATS = ("union", "confederate")
GOAL = "2720"
"""Where everybody goes, so that there is a fight soon."""
SEED = 7
MOMENTS = ("move", pytest.param("melee", marks=pytest.mark.slow))
"""A melee comes after some fifteen hundred answers, which each start of the server plays again."""


@cache
def fought(moment: str) -> Game:
    """A game in which all go to one place, up to a moment: within a move, or to the first melee; the same each time."""
    battle, luck = vedette.battle(BATTLE), random.Random(SEED)
    game, grid = battle.new_game(seed=SEED, digests=True), battle.board.grid
    nearest: dict[tuple[str, int], int] = {}

    def going(texts: list[str]) -> str:
        key = (texts[0].split(":")[0], game.state.turn)
        hexes = [(grid.distance(grid.index(t[-4:]), grid.index(GOAL)), t) for t in texts if t[-4:].isdigit()]
        if hexes and min(hexes)[0] < nearest.get(key, 999):
            nearest[key], text = min(hexes)
            return text
        return "done" if "done" in texts else luck.choice(texts)

    while not _come(game, moment):
        decision = game.decisions[0]
        texts = [a.text for a in decision.actions]
        if decision.kind == "move":
            text = going(texts)
        elif decision.kind == "move-unit" and luck.random() < 0.85:
            text = luck.choice([t for t in texts if t.startswith(("move", "enter"))] or texts)
        else:
            text = next((t for t in texts if "melee" in t or "charges" in t), luck.choice(texts))
        game.play(text, decision.seat)
    return game


def _come(game: Game, moment: str) -> bool:
    """Whether a game is at the moment: asked for a melee, or in the midst of a move after some others."""
    if moment == "melee":
        return game.decisions[0].kind == "melee"
    return len(game.entries) > 60 and game.entries[-1].do.startswith("move ")


class Sitting:
    """Two players, and what each was told: no answer that they got may be lost."""

    def __init__(self, database: str, moment: str) -> None:
        store = Store(database)
        self.moment, self.begun = moment, len(fought(moment).entries)
        self.made = seated(store, fought(moment), self.begun)
        store.close()
        self.told: list[tuple[str, str]] = []
        self.luck = random.Random(moment)
        self.ids = 0

    def record(self, base: str) -> list[tuple[str, str]]:
        """Seat and text of all that was done here, chance left out; the record holds."""
        address = f"{base}/api/games/{self.made['game']}/record?key={self.made['keys']['both']}"
        text = httpx.get(address, timeout=PATIENCE).text
        assert verify(text).ok
        rows = [json.loads(line) for line in text.splitlines()[1:]][self.begun :]
        return [(row["seat"], row["do"]) for row in rows if row.get("seat", "chance") != "chance"]

    @contextmanager
    def seats(self, base: str) -> Iterator[dict[str, Client]]:
        game, keys = self.made["game"], self.made["keys"]
        self.record(base)  # a long game is folded from its record when somebody comes
        with Client(base, game, keys["union"]) as union, Client(base, game, keys["confederate"]) as confederate:
            yield {"union": union, "confederate": confederate}

    def body(self, decision: dict[str, Any], text: str) -> dict[str, Any]:
        self.ids += 1
        return {"game": self.made["game"], "decision": decision["number"], "text": text, "id": f"t{self.ids}"}

    def asked(self, clients: dict[str, Client]) -> tuple[str, dict[str, Any]]:
        """Who is asked, and what; both have seen the same."""
        most = max(c.state["n"] for c in clients.values())
        for client in clients.values():
            client.up_to(most)
        return next((s, c.asked()[0]) for s, c in clients.items() if c.asked())

    def choose(self, decision: dict[str, Any]) -> str:
        texts = [a["text"] for a in decision["actions"]]
        return next((t for t in texts if "melee" in t), self.luck.choice(texts))

    def act(self, clients: dict[str, Client]) -> dict[str, Any]:
        """One right answer; what was sent."""
        seat, decision = self.asked(clients)
        body = self.body(decision, self.choose(decision))
        answer = clients[seat].sent("act", body)
        assert answer["is"] == "done", answer
        self.told.append((seat, body["text"]))
        return {"seat": seat, "body": body, "answer": answer}


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'games.sqlite'}"


def serve(database: str) -> list[str]:
    return [*VEDETTE, "serve", "--port", "0", "--database", database]


def together(*acts: tuple[Client, dict[str, Any]]) -> list[dict[str, Any]]:
    """Acts that are sent at one moment; what each was answered."""
    start, found = threading.Barrier(len(acts)), [{} for _ in acts]

    def run(n: int, client: Client, body: dict[str, Any]) -> None:
        start.wait()
        found[n] = client.sent("act", body)

    threads = [threading.Thread(target=run, args=(n, *act)) for n, act in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


@pytest.mark.parametrize("moment", MOMENTS)
def test_both_at_once_twice_the_same_and_what_is_no_longer_asked(database: str, moment: str) -> None:
    sitting = Sitting(database, moment)
    with process(serve(database)) as (_, base), sitting.seats(base) as clients:
        for n in range(6):
            seat, decision = sitting.asked(clients)
            body, other = sitting.body(decision, sitting.choose(decision)), SEATS[1 - SEATS.index(seat)]
            same = {**body, "id": f"other{n}"}
            mine, theirs = together((clients[seat], body), (clients[other], same))
            assert mine["is"] == "done" and theirs["is"] == "refused"
            sitting.told.append((seat, body["text"]))
            assert clients[seat].sent("act", body) == mine, "sent again it is the same act"
            late = clients[seat].sent("act", {**body, "id": f"late{n}"})
            assert late["is"] == "refused", "what is no longer asked"
            wrong = clients[seat].sent("act", {**sitting.body(decision, "x" + nonsense(sitting.luck))})
            assert wrong["is"] == "refused"
        assert sitting.record(base) == sitting.told


def test_one_seat_at_two_screens_answers_once(database: str) -> None:
    sitting = Sitting(database, "move")
    with process(serve(database)) as (_, base), sitting.seats(base) as one, sitting.seats(base) as two:
        for _ in range(4):
            seat, decision = sitting.asked(one)
            two[seat].up_to(one[seat].state["n"])
            texts = sitting.luck.choices([a["text"] for a in decision["actions"]], k=2)
            first, second = (sitting.body(decision, text) for text in texts)
            answers = together((one[seat], first), (two[seat], second))
            assert sorted(a["is"] for a in answers) == ["done", "refused"]
            sitting.told.append((seat, texts[[a["is"] for a in answers].index("done")]))
        assert sitting.record(base) == sitting.told


@pytest.mark.parametrize("moment", MOMENTS)
def test_kill_in_the_midst_of_a_move_and_of_a_melee(database: str, moment: str) -> None:
    sitting = Sitting(database, moment)
    open: dict[str, Any] | None = None
    for life in range(2):
        with process(serve(database)) as (running, base):
            stored = sitting.record(base)
            assert stored[: len(sitting.told)] == sitting.told, "nothing that was answered is lost"
            with sitting.seats(base) as clients:
                if open:
                    answer = clients[open["seat"]].sent("act", open["body"])
                    assert answer["is"] == "done", "the act whose answer never came is sent again, and done once"
                    sitting.told.append((open["seat"], open["body"]["text"]))
                for _ in range(3):
                    sitting.act(clients)
                seat, decision = sitting.asked(clients)
                open = {"seat": seat, "body": sitting.body(decision, sitting.choose(decision))}
                try:
                    clients[seat].send(act=open["body"])
                    if life % 2:
                        clients[seat].until("done")
                    running.kill()
                    running.wait()
                except ConnectionClosed:
                    pass
    with process(serve(database)) as (_, base), sitting.seats(base) as clients:
        clients[open["seat"]].sent("act", open["body"])
        sitting.told.append((open["seat"], open["body"]["text"]))
        sitting.act(clients)
        assert sitting.record(base) == sitting.told
    again = fought_again(sitting)
    assert [(e.seat, e.do) for e in again.entries[sitting.begun :] if e.seat != "chance"] == sitting.told


def fought_again(sitting: Sitting) -> Game:
    """The game of the library with the same seed, in which the same was done: the dice came as they would have."""
    game = vedette.battle(BATTLE).new_game(seed=SEED)
    acts = [(e.seat, e.do) for e in fought(sitting.moment).entries if e.seat != "chance"]
    for seat, text in [*acts, *sitting.told]:
        game.play(text, seat)
    return game
