"""Whatever is sent is answered by one refusal, and the game is that of somebody who sent only what is right."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.table.tables import FAST, Client, Table, pick, serving
from vedette.table import Store

Hostile = Callable[[random.Random, Client, Client], str]


def malformed(rng: random.Random, mine: Client, other: Client) -> str:
    """No JSON, or JSON that is no message."""
    whole = json.dumps({"act": {"game": mine.game, "decision": 0, "text": "done", "id": "m"}})
    return rng.choice(
        [
            whole[: rng.randrange(len(whole))],
            "".join(chr(rng.randrange(32, 0x2FFF)) for _ in range(rng.randrange(1, 60))),
            rng.choice(["", "null", "[]", "{}", "7", '"act"', "[" * 9_000, '{"act":' * 2_000, "\x00", '"\\ud800"']),
            json.dumps({"act": rng.choice([None, [], 3, "x", {}])}),
            json.dumps({"act": {}, "undo": {}}),
            json.dumps({rng.choice(["", "state", "done", "ACT", "quit", "__proto__"]): {}}),
            "x" * rng.choice([16_385, 100_000]),
        ]
    )


def mistyped(rng: random.Random, mine: Client, other: Client) -> str:
    """An act of which one field is wrong."""
    body: dict[str, object] = {"game": mine.game, "decision": number(mine), "text": "done", "id": f"t{rng.random()}"}
    wrong = rng.choice([None, True, 1.5, -1, 10**30, [], {}, "", "\u0000", "é" * 3_000, {"a": {"b": 1}}, "union"])
    name = rng.choice(["game", "decision", "text", "id", "seat"])
    if name == "decision" and wrong == number(mine):
        wrong = "soon"
    return json.dumps({"act": {**body, "text": "no such text", name: wrong}})


def not_offered(rng: random.Random, mine: Client, other: Client) -> str:
    """A text that nobody lists."""
    texts = [
        "order charge",
        "move 7 OH-a",
        "7 OH-a: 9999",
        "7 OH-a: 9999-1733",
        "27 VA + 27 VA fire at 1834",
        "step 7 OH-a E 0",
        "step 7 OH-a + 27 VA N 10000",
        "march 7 OH-a + nobody to 1834",
        "march 7 OH-a to 9999",
        "nothing; pass; done",
        ";" * 1_900,
        "key",
        "chance: 66",
    ]
    text = rng.choice([*texts, "x" * 2_000, "union: union: done", "'; drop table entries; --"])
    offered = {a["text"] for d in mine.asked() for a in d["actions"]}
    return act(mine, text if text not in offered else "nothing", rng)


def stale(rng: random.Random, mine: Client, other: Client) -> str:
    """An offered text for another decision."""
    text = pick(rng, [a["text"] for d in mine.asked() for a in d["actions"]] or ["done"])
    return act(mine, text, rng, decision=number(mine) + rng.choice([-1, 1, 2, -1000, 1000]) - 10)


def other_seat(rng: random.Random, mine: Client, other: Client) -> str:
    """What the other seat is offered, in its name or not."""
    decision = rng.choice(other.asked() or [{"seat": "union", "number": 0, "actions": [{"text": "pass"}]}])
    text = pick(rng, [a["text"] for a in decision["actions"]])
    if any(a["text"] == text for d in mine.asked() for a in d["actions"]):
        text = f"{decision['seat']}: {text}"
    more = {"seat": decision["seat"]} if rng.random() < 0.5 else {}
    return act(mine, text, rng, decision=decision["number"], **more)


def wrong_question(rng: random.Random, mine: Client, other: Client) -> str:
    """Odds, looks and the like that cannot be answered."""
    return json.dumps(
        rng.choice(
            [
                {"odds": {"id": "o", "texts": ["confederate: done"]}},
                {"odds": {"id": "o", "texts": []}},
                {"odds": {"id": "o", "texts": ["nothing"] * 64}},
                {"look": {"seat": "union", "on": True}},
                {"look": {"seat": "chance", "on": 1}},
                {"hidden": {"on": "perhaps"}},
                {"undo": {"game": mine.game, "id": f"u{rng.random()}", "n": -1}},
                {"undo": {"game": "none", "id": f"u{rng.random()}"}},
                {"undo": {"game": mine.game, "id": f"u{rng.random()}", "seat": "chance"}},
                {"undo": {"game": mine.game, "id": f"u{rng.random()}", "to": 10**6}},
                {"undo": {"game": mine.game, "id": f"u{rng.random()}", "seat": other.state["seat"], "ask": True}},
                {"undo": {"game": mine.game, "id": f"u{rng.random()}", "unit": "no such unit"}},
                {"redo": {"game": mine.game, "id": f"r{rng.random()}", "seat": other.state["seat"]}},
                {"consent": {"game": mine.game, "id": f"c{rng.random()}", "request": 1, "accept": True}},
                {"dice": {"game": mine.game, "id": f"d{rng.random()}", "decision": number(mine), "text": "6 6 6"}},
                {"ends": {"id": "e", "text": []}},
                {"see": {"after": "all"}},
                {"order": {"id": "s", "window": "before-draw", "setting": "pass", "seat": other.state["seat"]}},
                {"order": {"id": "s", "window": "no window", "setting": "pass"}},
                {"order": {"id": "s", "window": "attacked", "setting": "hexes", "names": ["hex 0000"] * 64}},
                {"order": {"id": "s", "window": "before-draw", "setting": "pass", "until": []}},
                {"orders": {"id": "s", "suspended": False, "seat": other.state["seat"]}},
                {"orders": {"id": "s", "suspended": 2}},
                {"hold": {"id": "s"}},
                {"hold": {"id": "s", "seat": other.state["seat"]}},
                {"plans": {"id": "p", "at": "9999"}},
                {"plans": {"id": "p", "units": ["nobody"]}},
                {"plans": {"id": "p", "units": ["x"] * 65}},
                {"plans": {"id": "p", "seat": other.state["seat"]}},
                {"board": {"id": "b", "name": "no such view"}},
                {"board": {"id": "b", "name": "fire-at", "at": ""}},
                {"board": {"id": "b", "name": "sight", "at": "1834", "to": "9999"}},
                {"board": {"id": "b", "name": "range", "unit": "nobody"}},
                {"board": {"id": "b", "name": "levels", "seat": other.state["seat"]}},
                {"moment": {"id": "m", "n": rng.choice([-1, 10**6, 2**70])}},
                {"news": {"id": "n", "after": "all"}},
                {"turn": {"id": "t", "turn": rng.choice([-1, 99, 2**70])}},
                {"why": {"id": [], "text": "x"}},
                {"reach": {"id": "r"}},
            ]
        )
    )


def number(client: Client) -> int:
    """The number of the decision that is open."""
    return int(client.asked()[0]["number"]) if client.asked() else 0


def act(client: Client, text: str, rng: random.Random, **more: object) -> str:
    """An act with an id of its own."""
    body = {"game": client.game, "decision": number(client), "text": text, "id": f"h{rng.random()}"}
    return json.dumps({"act": {**body, **more}})


KINDS: list[Hostile] = [malformed, mistyped, not_offered, stale, other_seat, wrong_question]


def play(store: Store, seed: int, hostile: int, most: int) -> tuple[str, int, int]:
    """A game of two people, or its first `most` answers, with or without hostile messages between them.

    Returns:
        The record, how many legal acts were sent, how many hostile messages.
    """
    rng, bad = random.Random(seed), random.Random(seed + 1)
    legal = sent = 0
    with serving(store, limits=FAST) as table:
        made = table.make(seed=seed)
        with table.sit(made, "union") as union, table.sit(made, "confederate") as confederate:
            while union.state["outcome"] is None and legal < most:
                who = rng.choice([c for c in (union, confederate) if c.asked()])
                other = confederate if who is union else union
                while sent < hostile and bad.random() < hostile / (hostile + min(most, 400)):
                    attack(bad, *bad.sample([who, other], 2))
                    sent += 1
                text = pick(rng, who.texts())
                last = {"act": {"game": who.game, "decision": number(who), "text": text, "id": f"legal{legal}"}}
                answer = who.sent("act", last["act"])
                assert answer["is"] == "done", (last, answer)
                legal += 1
                other.up_to(answer["n"])
                if sent < hostile and bad.random() < 0.3:
                    assert who.sent("act", last["act"]) == answer
                    sent += 1
        return table.record(made), legal, sent


def attack(rng: random.Random, mine: Client, other: Client) -> None:
    """One hostile message, and its one answer."""
    message = rng.choice(KINDS)(rng, mine, other)
    mine.socket.send(message)
    n, frames = mine.state["n"], len(mine.frames)
    answer = mine.until("refused", "state", "odds", "done", "why", "reach")
    assert answer["is"] == "refused" and answer["reason"], (message[:300], answer)
    assert len(mine.frames) == frames + 1
    assert mine.state["n"] == n


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_hostile_messages_change_nothing(
    kind: str, tmp_path: Path, count: Callable[[int], int], request: pytest.FixtureRequest
) -> None:
    """In `make test` between the first answers of a game only, many at each: what costs time are the answers, and
    what finds a fault are the messages, which are as many; and over PostgreSQL a fifth of them."""
    whole = count(10) > 1
    wanted = count(10_000) if whole or kind == "sqlite" else count(2_000)
    most = 10_000 if whole else 250 if kind == "sqlite" else 50
    sent, seed = 0, 20
    while sent < wanted:
        records = []
        for name, hostile in (("clean", 0), ("hostile", wanted - sent)):
            at = f"sqlite:///{tmp_path / f'{name}{seed}.sqlite'}"
            store = Store(at if kind == "sqlite" else request.getfixturevalue("postgres").database())
            record, legal, attacks = play(store, seed, hostile, most)
            records.append((record, legal))
            store.close()
        assert records[0] == records[1]
        sent += attacks
        seed += 2


@pytest.mark.parametrize("query", ["", "?game=none&key=none", "?key=x", "?game=%00&key=%ff", "?game=" + "x" * 3_000])
def test_an_unknown_game_or_key_gets_one_refusal(table: Table, query: str) -> None:
    from websockets.exceptions import ConnectionClosed
    from websockets.sync.client import connect

    with connect(table.base.replace("http", "ws") + "/ws" + query, compression=None) as socket:
        assert json.loads(socket.recv()) == {
            "refused": {"id": None, "reason": "there is no such game or key", "cite": ""}
        }
        with pytest.raises(ConnectionClosed):
            socket.recv()
        assert socket.close_code == 4404


def test_the_key_of_another_game_opens_nothing(table: Table) -> None:
    one, two = table.make(), table.make()
    client = Client(table.base, one["game"], two["keys"]["union"])
    with client._connection as socket:
        assert "no such game or key" in str(socket.recv())


@pytest.mark.parametrize("frame", [b"\x00\xff", b'{"see":{"after":0}}', "x" * 200_000, b"x" * 200_000])
def test_binary_and_oversized_frames_get_one_refusal(table: Table, frame: str | bytes) -> None:
    with table.sit(table.make(), "union") as client:
        client.socket.send(frame)
        assert client.until("refused")["id"] is None
        client.send(see={"after": 0})
        assert client.until("state")


def test_a_message_in_fragments_is_read_whole(table: Table) -> None:
    with table.sit(table.make(), "union") as client:
        client.socket.send(['{"see"', ':{"after":', "-1}}"])
        assert client.until("state")["log"]


def test_another_site_opens_no_socket(table: Table) -> None:
    from websockets.exceptions import InvalidStatus
    from websockets.sync.client import connect

    made = table.make()
    at = f"{table.base.replace('http', 'ws')}/ws?game={made['game']}&key={made['keys']['union']}"
    with connect(at, origin=table.base) as socket:  # type: ignore[arg-type]
        assert json.loads(socket.recv())["state"]
    with pytest.raises(InvalidStatus), connect(at, origin="http://elsewhere.example"):  # type: ignore[arg-type]
        pass


def test_a_flood_is_read_slowly_and_answered_whole(store: Store) -> None:
    from vedette.table.limits import Limits

    with serving(store, limits=Limits(messages=400.0, burst=10)) as table, table.sit(table.make(), "union") as client:
        for _ in range(60):
            client.socket.send("nonsense")
        assert [client.receive()[0] for _ in range(60)] == ["refused"] * 60
