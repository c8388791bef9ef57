"""Whatever is sent to the addresses of accounts gets one answer, tells nothing of another person, and changes nothing
of hers. `make prove` sends 10,000, and 2,000 where the database is PostgreSQL; `VEDETTE_HOSTILE=20000` so many."""

from __future__ import annotations

import base64
import json
import os
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from tests.table.tables import DUEL, Table
from tests.table.test_accounts import ANOTHER, AT, PASSWORD, Browser, club
from vedette.table import Store

PATHS = (
    "",
    "/enter",
    "/leave",
    "/forgotten",
    "/recover",
    "/mail",
    "/export",
    "/games",
    "/games/GAME",
    "/unheard",
    "/nothing",
    "/passkeys",
    "/passkeys/ask",
    "/passkeys/GAME",
    "/enter/ask",
    "/enter/passkey",
)
METHODS = ("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS")
FIELDS = ("name", "password", "new_password", "mail", "token", "keys", "known", "id", "account", "credential")
CLIENT = base64.urlsafe_b64encode(b'{"type":"webauthn.get","challenge":"guess","origin":"http://localhost"}').decode()
SIGNED = {"id": "guess", "rawId": "guess", "type": "public-key", "response": {"clientDataJSON": CLIENT}}
OTHER_SITES = {"sec-fetch-site": "cross-site"}, {"origin": "http://elsewhere.example"}, {"origin": "null"}


def value(rng: random.Random, game: str) -> Any:
    """What a field may be sent as."""
    pool: list[Any] = [
        None, True, -1, 1e308, 10**40, "", "\0", "\ud800", "é" * 300, "x" * 3_000, "' or 1=1 --", "Ann Lee", "ann lee",
        "Mallory", ANOTHER, "../..", "<script>", "%00", "ann@example.org", "a@b.c\r\nBcc: x@y.z", [], {}, [game],
        {game: "guess"}, {game: ""}, {game: None}, {"\0": "\0"}, {game: "x" * 600}, [None], ["x"] * 1_001,
        {str(i): "k" for i in range(60)}, game, SIGNED, {**SIGNED, "response": {}}, {**SIGNED, "id": None},
    ]  # fmt: skip
    return rng.choice(pool)


def body(rng: random.Random, game: str) -> bytes:
    """What a request may bring with it: mostly an object of fields that are known, with values that are not."""
    if rng.random() < 0.2:
        broken = b"{", b"", b"null", b"[]", b'"x"', b"\xff\xfe", b"[" * 9_000, b'{"name":' * 2_000, b"x" * 70_000
        return rng.choice(broken)
    names = rng.choice(
        [("name", "password"), ("token", "password"), ("mail",), ("token",), ("keys",), ("known",), ("password",),
         ("password", "new_password"), ("password", "mail"), ("credential",), tuple(rng.sample(FIELDS, 3))]
    )  # fmt: skip
    return json.dumps({name: value(rng, game) for name in names}).encode()


def send(table: Table, rng: random.Random, mallory: Mallory, game: str, address: str) -> httpx.Response:
    """One request, of somebody who has an account of his own, or says that he has another."""
    path = AT + address.replace("GAME", rng.choice([game, "x" * 5_000, "%00", "none"]))
    cookie = rng.choice([None, "", "guess", "x" * 5_000, mallory.client.cookies.get("vedette", "")])
    headers = {"content-type": rng.choice(["application/json"] * 9 + ["text/plain"])}
    headers |= {"host": table.base.removeprefix("http://").replace("127.0.0.1", rng.choice(["localhost", "127.0.0.1"]))}
    headers |= {"cookie": f"vedette={cookie}"} if cookie is not None else {}
    headers |= rng.choice(OTHER_SITES) if rng.random() < 0.1 else {}
    return mallory.plain.request(rng.choice(METHODS), table.base + path, content=body(rng, game), headers=headers)


class Mallory(Browser):
    """Who sends it."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.plain = httpx.Client(timeout=60, cookies=None)


@pytest.mark.parametrize("seed", [1])
@pytest.mark.parametrize("store", ["sqlite", pytest.param("postgres", marks=pytest.mark.slow)], indirect=True)
def test_ten_thousand_hostile_requests_change_nothing_of_anybody_elses(
    store: Store, seed: int, count: Callable[[int], int]
) -> None:
    rng = random.Random(seed)
    with club(store, address="") as table:
        ann, mallory = Browser(table), Mallory(table)
        ann.make()
        mallory.make("Mallory")
        ann.enter()
        made = table.make(battle=DUEL)
        key = made["keys"]["union"]
        ann.client.put(f"{AT}/games", json={"keys": {made["game"]: key}})
        before = ann.shown()
        secrets = [key, ann.client.cookies["vedette"], before["made"] if before else ""]
        full = (2_000 if store.is_shared else 10_000) if count(10) > 1 else 200
        many = int(os.environ.get("VEDETTE_HOSTILE", full))
        met: Counter[str] = Counter()
        seen: Counter[int] = Counter()
        for _ in range(many):
            address = rng.choice(PATHS)
            answer = send(table, rng, mallory, made["game"], address)
            met[address] += 1
            seen[answer.status_code] += 1
            assert answer.status_code < 500, (answer.request.url, answer.request.content[:300], answer.text[:300])
            if answer.status_code >= 400 and answer.request.method != "HEAD":
                assert set(answer.json()) == {"error"}, answer.text
            assert not any(str(secret) in answer.text for secret in secrets)
            mallory.plain.cookies.clear()
        assert {200, 400, 401, 403, 404, 405, 415} <= set(seen), seen
        assert min(met[address] for address in PATHS) * len(PATHS) * 3 > many == sum(met.values()), met
        print(f"{many} requests to {len(met)} addresses of accounts: {dict(sorted(seen.items()))}")
        assert ann.shown() == before and Browser(table).enter(password=PASSWORD).status_code == 200
        assert table.get(f"/api/games/{made['game']}?key={key}").status_code == 200
