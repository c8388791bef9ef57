"""Whatever is sent to any address that the application has, and by any message that a socket reads, gets one answer and
changes nothing of somebody else's. The addresses and messages are those of the program: a new one is met by itself.

`VEDETTE_HOSTILE=20000` sends so many, in the place of what `make test` and `make prove` send.
"""

from __future__ import annotations

import json
import os
import random
import re
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest
from starlette.routing import Route

from tests.table.tables import DUEL, FAST, Client, Table, serving
from tests.table.test_accounts import AT, Browser
from tests.table.test_hostile_accounts import FIELDS, METHODS, OTHER_SITES, value
from vedette.table import Store, messages
from vedette.table.branching import Branching
from vedette.table.couriers import Mail
from vedette.table.figures import Figures
from vedette.table.making import Making
from vedette.table.passwords import Passwords

READS = {"see", "reach", "moment", "news", "turn"}
"""What a key that only looks on may ask."""
NAMES = (*FIELDS, *Making.__struct_fields__, *Branching.__struct_fields__, "kind", "where", "note", "by")
QUERY = ("key", "edition", "n", "v", "q", "book", "theme", "levels", "detail", "upto", "seat", "kind", "tall", "x")
ASIDE = re.compile(r"board\.svg|position\.png")
"""Drawn for seconds: their addresses are sent what is answered without a picture."""


class Sender(NamedTuple):
    """Who sends it, with what he may have got hold of."""

    table: Table
    client: httpx.Client
    rng: random.Random
    words: list[str]
    """Ids and keys: of his own game, the id of the other's, and what are none."""


def routes(table: Table) -> list[Route]:
    """Every address of the application."""
    return [route for route in table.app.app.routes if isinstance(route, Route)]


def path_of(sender: Sender, route: Route) -> str:
    """An address with words in the places that it leaves open."""
    rng = sender.rng
    pool = [*sender.words, "none", "x" * 3_000, "%00", "..%2f..%2fetc%2fpasswd", "kernstown", "the-stone-wall", "%ff"]
    path = re.sub(r"\{[^}]*\}", lambda _: rng.choice(pool), route.path)
    if ASIDE.search(path):
        return path.replace("kernstown", "none")
    asked = rng.sample(QUERY, rng.randrange(4)) + ["key"] * (rng.random() < 0.5)
    return path + "?" + "&".join(f"{name}={rng.choice([*pool, '', '1', '-1', '9' * 40])}" for name in asked)


def sent(sender: Sender) -> httpx.Response:
    """One request to an address by lot."""
    rng = sender.rng
    route = rng.choice(routes(sender.table))
    method = rng.choice(sorted(route.methods or METHODS)) if rng.random() < 0.7 else rng.choice(METHODS)
    content = b""
    if method in ("POST", "PUT", "PATCH", "DELETE"):
        fields = {name: value(rng, sender.words[0]) for name in rng.sample(NAMES, rng.randrange(6))}
        content = rng.choice([json.dumps(fields).encode()] * 4 + [b"", b"{", b"[" * 5_000, b"\xff", b"null"])
    headers = {"content-type": rng.choice(["application/json"] * 9 + ["text/plain"])}
    headers |= {"cookie": f"vedette={rng.choice(['', 'guess', 'x' * 3_000])}"} if rng.random() < 0.3 else {}
    headers |= rng.choice(OTHER_SITES) if rng.random() < 0.1 else {}
    at = sender.table.base + path_of(sender, route)
    return sender.client.request(method, at, content=content, headers=headers)


def refused(answer: httpx.Response, secrets: list[str]) -> None:
    """No fault of the server, an error in words, and nothing of what another keeps to herself."""
    asked = (answer.request.method, str(answer.request.url)[:300], answer.request.content[:300], answer.text[:300])
    assert answer.status_code < 500, asked
    if answer.status_code >= 400 and answer.request.method != "HEAD" and "/api/" in str(answer.request.url):
        assert "error" in answer.json(), asked
    assert not any(secret in answer.text for secret in secrets), asked


def message(sender: Sender, looker: Client) -> None:
    """One message of a kind by lot from who only looks on: refused, unless it only reads."""
    name, kind = sender.rng.choice(sorted(messages.KINDS.items()))
    fields = {field: value(sender.rng, sender.words[0]) for field in kind.__struct_fields__}
    likely = {"game": looker.game, "id": f"h{sender.rng.random()}", "n": 0, "decision": 1, "seat": "union"}
    known = {field: good for field, good in likely.items() if field in fields and sender.rng.random() < 0.7}
    looker.send(**{name: {**fields, **known}})
    if name == "hidden":  # where it is right it is answered by nothing, so an act comes after it
        looker.send(act={**likely, "text": "pass"})
        while looker.until("refused").get("id") != likely["id"]:
            pass
        return
    answer = looker.until("refused", "state", "done", *messages.KINDS)
    assert answer["is"] == "refused" or name in READS, (name, fields, answer)


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgres", marks=pytest.mark.slow)])
def test_nothing_that_is_sent_anywhere_changes_what_is_anothers(
    kind: str, tmp_path: Path, count: Callable[[int], int], request: pytest.FixtureRequest
) -> None:
    many = int(os.environ.get("VEDETTE_HOSTILE", count(2_000)))
    at = f"sqlite:///{tmp_path / 'g.sqlite'}" if kind == "sqlite" else request.getfixturevalue("postgres").database()
    mail = Mail("127.0.0.1", 1, "table@club.example.org", security="none")
    with ExitStack() as open:
        store = open.enter_context(closing(Store(at)))
        how = {"lobby": True, "passwords": Passwords(light=True), "couriers": {"mail": mail}, "figures": Figures()}
        table = open.enter_context(serving(store, limits=FAST, address="http://table.example.org/", **how))
        ann = Browser(table)
        ann.make()
        made, his = table.make(battle=DUEL, seed=3), table.make(battle=DUEL, seed=4)
        key = made["keys"]["union"]
        ann.client.put(f"{AT}/games", json={"keys": {made["game"]: key}})
        watch = httpx.post(f"{table.base}/api/games/{made['game']}/watch?key={key}", timeout=60).json()["key"]
        made["keys"]["watch"] = watch
        before, record = ann.shown(), table.record(made)
        words = [made["game"], his["game"], *his["keys"].values()]
        sender = Sender(table, httpx.Client(timeout=60), random.Random(7), words)
        looker = open.enter_context(table.sit(made, "watch"))
        secrets = [*(token for who, token in made["keys"].items() if who != "watch"), ann.client.cookies["vedette"]]
        met: Counter[int] = Counter()
        for n in range(many):
            if n % 5 == 4:
                message(sender, looker)
                continue
            answer = sent(sender)
            met[answer.status_code] += 1
            refused(answer, secrets)
            sender.client.cookies.clear()
        assert {200, 400, 403, 404, 405} <= set(met), met
        assert ann.shown() == before and table.record(made) == record
        assert looker.state["n"] == len(record.splitlines()) - 1
