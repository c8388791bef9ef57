"""Messages to a browser: sealed as the standard has them, carried by an endpoint on this machine that opens them."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from tests.table.postgres import BOTH
from tests.table.receivers import Sink, running
from tests.table.tables import DUEL, FAST, Table, serving
from tests.table.test_told import PAGE, QUICK, Seat, to_the_other
from vedette.table import Store
from vedette.table.copying import copy
from vedette.table.couriers import Ended, Letter, Undelivered
from vedette.table.messages import Refused
from vedette.table.push import Push, keys, new_key, raw, sealed, words

pytest.importorskip("cryptography", reason="the extra vedette[push] is not installed")
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

HERE = frozenset({"127.0.0.1"})
SECRET = b"sixteen letters."


def private(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(raw(text)), ec.SECP256R1())


def point(key: ec.EllipticCurvePrivateKey) -> bytes:
    numbers = key.public_key().public_numbers()
    return b"\x04" + numbers.x.to_bytes(32) + numbers.y.to_bytes(32)


class Endpoint(Sink):
    """A browser's maker and its browser: what has come, opened, with the headers that came with it."""

    def __init__(self) -> None:
        super().__init__()
        self.status = 201
        self.key = private(new_key())
        self.headers: dict[str, str] = {}
        self.sealed: list[bytes] = []

    @property
    def target(self) -> str:
        return f"http://127.0.0.1:{self.port}/push/1 {words(point(self.key))} {words(SECRET)}"

    def take(self, body: bytes, headers: dict[str, str]) -> None:
        self.headers = {name.lower(): value for name, value in headers.items()}
        self.sealed.append(body)
        self.note(json.loads(self.open(body)))

    def open(self, body: bytes) -> bytes:
        """As a browser does it."""
        salt, size, own = body[:16], int.from_bytes(body[16:20]), body[21 : 21 + body[20]]
        assert size >= len(body) - 21 - len(own) and len(own) == 65
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), own)
        key, nonce = keys(self.key.exchange(ec.ECDH(), theirs), SECRET, point(self.key), own, salt)
        text = AESGCM(key).decrypt(nonce, body[21 + len(own) :], None)
        assert text.endswith(b"\x02")
        return text[:-1]


@contextmanager
def endpoint() -> Iterator[Endpoint]:
    found = Endpoint()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            self.send_response(found.status)
            self.end_headers()
            found.attempt()
            if found.status < 300:
                found.take(body, dict(self.headers))

        def log_message(self, *what: Any) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    found.port = server.server_address[1]
    with running(server):
        yield found


@contextmanager
def telling(store: Store) -> Iterator[Table]:
    push = Push(store.server_key("push", new_key), PAGE, HERE)
    with serving(store, limits=FAST, couriers={"push": push}, address=PAGE, times=QUICK) as table:
        yield table


def test_the_example_of_the_standard() -> None:
    """RFC 8291, appendix A."""
    browser = private("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")
    once = private("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
    assert words(point(browser)).startswith("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcx")
    text = b"When I grow up, I want to be a watermelon"
    found = sealed(text, point(browser), raw("BTBZMqHH6r4Tts7J_aSIgg"), once, raw("DGv6ra1nlYgDCS1FRnbzlw"))
    assert words(found) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
        "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
        "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


@BOTH
def test_who_is_away_is_told_by_his_browser_and_its_maker_reads_nothing(store: Store) -> None:
    with endpoint() as browser, telling(store) as table:
        made = table.make(battle=DUEL)
        seat = Seat(table, made, "confederate")
        told = seat.put(browser.target, "push").json()
        assert (told["can"], told["channels"][0]["confirmed"]) == (["push"], True)
        with table.sit(made, "union") as union:
            with table.sit(made, "confederate") as confederate:
                to_the_other(union, confederate)
            (told_there,) = browser.wait(1)
        assert told_there["title"] == "A duel: you are asked, as the Confederate"
        assert told_there["game"] == made["game"] and "key=" not in str(told_there)
        (body,) = browser.sealed
        assert b"duel" not in body and made["game"].encode() not in body
        assert browser.headers["content-encoding"] == "aes128gcm" and made["game"] not in str(browser.headers)
        check_signature(browser, told["push_key"])


def check_signature(browser: Endpoint, public: str) -> None:
    """That of the key that the page was told, for this endpoint alone and for less than a day."""
    import time

    token, key = browser.headers["authorization"].removeprefix("vapid t=").split(", k=")
    assert key == public
    head, claims, signature = token.split(".")
    found = json.loads(raw(claims))
    assert found["aud"] == f"http://127.0.0.1:{browser.port}" and found["sub"] == PAGE
    assert 0 < found["exp"] - time.time() < 86_400 and json.loads(raw(head)) == {"typ": "JWT", "alg": "ES256"}
    r, s = (int.from_bytes(raw(signature)[at : at + 32]) for at in (0, 32))
    known = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), raw(public))
    known.verify(encode_dss_signature(r, s), f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_has_ended_it_is_named_at_once_and_asked_no_more(store: Store, status: int) -> None:
    with endpoint() as browser, telling(store) as table:
        browser.status = status
        made = table.make(battle=DUEL)
        seat = Seat(table, made, "confederate")
        seat.put(browser.target, "push")
        with table.sit(made, "union") as union:
            with table.sit(made, "confederate") as confederate:
                to_the_other(union, confederate)
            assert seat.broken() == "the browser has ended it; ask for it anew there" and browser.tried == 1
        browser.status = 201
        assert seat.put(browser.target, "push").json()["channels"][0]["broken"] == ""
        assert seat.test("push").json()["channels"][0]["broken"] == "" and browser.wait(1)[0]["title"].endswith(
            "Confederate"
        )


def test_what_is_no_subscription_is_refused_and_own_networks_are_out_of_reach(store: Store) -> None:
    push = Push(new_key(), PAGE)
    good = words(point(private(new_key())))
    for target in (
        "",
        "https://push.example/1",
        f"https://push.example/1 {good} short",
        f"https://push.example/1 {good[:-4]} {words(SECRET)}",
        f"https://push.example/1 {'A' * 87} {words(SECRET)}",
        f"https://push.example/1 {good} {words(SECRET)} more",
        f"http://push.example/1 {good} {words(SECRET)}",
        f"https://push.example/{'x' * 500} {good} {words(SECRET)}",
        f"https://a:b@push.example/1 {good} {words(SECRET)}",
        f"https://push.example/1 {good} \u00e9{words(SECRET)}",
    ):
        with pytest.raises(Refused):
            push.check(target)
    with endpoint() as browser:
        letter = Letter("You are asked", "You are asked.", {"game": "g"})
        with pytest.raises(Undelivered, match="https"):
            push.bring(browser.target, letter)
        with pytest.raises(Undelivered, match="private network"):
            push.bring(browser.target.replace("http:", "https:"), letter)
        assert browser.tried == 0
        browser.status = 410
        with pytest.raises(Ended):
            Push(new_key(), PAGE, HERE).bring(browser.target, letter)


def test_what_stands_in_anothers_place_tells_its_carrier_neither_the_game_nor_who_else_plays_it() -> None:
    push, topics = Push(new_key(), PAGE, HERE), []
    with endpoint() as browser:
        for secret in (SECRET, b"another's secret"):
            target = f"http://127.0.0.1:{browser.port}/1 {words(point(browser.key))} {words(secret)}"
            browser.take = lambda body, headers: topics.append(headers["Topic"])  # type: ignore[method-assign]
            for game in ("game-1", "game-1", "game-2"):
                push.bring(target, Letter("a", "b", {"game": game}))
    assert topics[0] == topics[1] and len(set(topics)) == 4 and "game" not in str(topics)
    assert all(len(topic) == 32 and len(raw(topic)) == 24 for topic in topics)


@pytest.mark.parametrize("line", ["- A duel, as the Confederate\n", "- Ein Gefecht an der Brücke 🎺\n"])
def test_what_is_too_long_for_a_message_is_cut(line: str) -> None:
    with endpoint() as browser:
        for text in (line * 300, line):
            Push(new_key(), PAGE, HERE).bring(browser.target, Letter("Vedette: you are asked in 300 games", text, {}))
        cut, whole = browser.wait(2)
    assert whole["body"] == line and cut["title"] == "Vedette: you are asked in 300 games"
    assert 4_080 < len(browser.sealed[0]) <= 4_096
    assert cut["body"].endswith("…") and (line * 300).startswith(cut["body"][:-1])


def test_a_site_moves_to_where_a_server_has_run_and_its_key_goes_with_it(store: Store, tmp_path: Any) -> None:
    kept = store.server_key("push", new_key)
    other = Store(f"sqlite:///{tmp_path / 'copy.sqlite'}")
    assert other.server_key("push", new_key) != kept
    copy(store, other)
    assert other.server_key("push", new_key) == kept
    other.close()


def test_the_key_of_a_server_is_made_once_and_goes_with_a_copy(store: Store, tmp_path: Any) -> None:
    found: list[str] = []
    threads = [threading.Thread(target=lambda: found.append(store.server_key("push", new_key))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert len(found) == 4 and len(set(found)) == 1
    other = Store(f"sqlite:///{tmp_path / 'copy.sqlite'}")
    copy(store, other)
    assert other.server_key("push", new_key) == found[0]
    other.close()
