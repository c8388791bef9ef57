"""Passkeys against an authenticator made of a few lines; the browser's own is in tests/browser/test_account.py."""

from __future__ import annotations

import base64
import hashlib
import json
from typing import Any

import pytest

from tests.table.test_accounts import AT, PASSWORD, Browser, club
from vedette.table import Store

cbor2 = pytest.importorskip("cbor2", reason="the extra vedette[accounts] is not installed")
ec = pytest.importorskip("cryptography.hazmat.primitives.asymmetric.ec")
hashes = pytest.importorskip("cryptography.hazmat.primitives.hashes")


def word(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


class Authenticator:
    """Makes one key, and signs by it."""

    def __init__(self, origin: str, id: bytes = b"a key of Ann's") -> None:
        self.origin = origin
        self.id = id
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.count = 0
        self.verified = True

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        public = self.key.public_key().public_numbers()
        cose = {1: 2, 3: -7, -1: 1, -2: public.x.to_bytes(32, "big"), -3: public.y.to_bytes(32, "big")}
        data = self.data(0x40) + bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cbor2.dumps(cose)
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        return self.told("webauthn.create", options, attestationObject=attestation)

    def sign(self, options: dict[str, Any]) -> dict[str, Any]:
        self.count += 1
        data, client = self.data(0), self.client("webauthn.get", options)
        signature = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self.told("webauthn.get", options, authenticatorData=data, signature=signature)

    def data(self, flags: int) -> bytes:
        flags |= 0x05 if self.verified else 0x01
        return hashlib.sha256(b"localhost").digest() + bytes([flags]) + self.count.to_bytes(4, "big")

    def client(self, kind: str, options: dict[str, Any]) -> bytes:
        return json.dumps({"type": kind, "challenge": options["challenge"], "origin": self.origin}).encode()

    def told(self, kind: str, options: dict[str, Any], **more: bytes) -> dict[str, Any]:
        response = {name: word(data) for name, data in more.items()}
        response["clientDataJSON"] = word(self.client(kind, options))
        return {"id": word(self.id), "rawId": word(self.id), "type": "public-key", "response": response}


def test_an_account_is_entered_by_a_passkey_and_by_nothing_like_it(store: Store) -> None:
    with club(store, address="") as table:
        home, away = Browser(table), Browser(table)
        home.make()
        can = home.client.get(AT).json()["can"]
        assert not can["passkey"] and "a name in it" in can["why"]  # 127.0.0.1
        local = table.base.replace("127.0.0.1", "localhost")
        for browser in (home, away):
            browser.client.headers["host"] = local.removeprefix("http://")
        assert home.client.get(AT).json()["can"] == {"mail": False, "passkey": True, "why": ""}
        device = Authenticator(local)
        assert home.post("/passkeys/ask", password="not the password").status_code == 403
        asked = home.post("/passkeys/ask", password=PASSWORD).json()
        assert (asked["rp"]["id"], asked["user"]["name"]) == ("localhost", "Ann Lee")
        assert away.post("/passkeys", credential=device.make(asked)).status_code == 401
        assert home.post("/passkeys", credential=device.make({"challenge": word(b"mine")})).status_code == 403
        made = home.post("/passkeys", credential=device.make(asked), name="A telephone")
        assert made.status_code == 201 and made.json()["name"] == "A telephone"
        assert home.post("/passkeys", credential=device.make(asked)).status_code == 403  # asked once, good once
        again = home.post("/passkeys/ask", password=PASSWORD).json()
        assert [one["id"] for one in again["excludeCredentials"]] == [made.json()["id"]]
        assert home.post("/passkeys", credential=device.make(again)).status_code == 409

        def entered(by: Authenticator) -> int:
            return away.post("/enter/passkey", credential=by.sign(away.post("/enter/ask").json())).status_code

        assert entered(Authenticator(local)) == 403  # another key under the same name
        assert entered(Authenticator(local, b"a key of nobody's")) == 403
        device.origin = "http://elsewhere.example"
        assert entered(device) == 403
        device.origin, device.verified = local, False
        assert entered(device) == 403
        device.verified = True
        signed = device.sign(away.post("/enter/ask").json())
        assert away.post("/enter/passkey", credential=signed).json() == {"name": "Ann Lee"}
        assert away.post("/enter/passkey", credential=signed).status_code == 403
        device.count = 0
        assert entered(device) == 403  # a copy of it, which has signed less often
        shown = away.shown()
        assert shown is not None and [one["name"] for one in shown["passkeys"]] == ["A telephone"]
        assert away.client.delete(f"{AT}/passkeys/{made.json()['id']}").status_code == 204
        device.count = 9
        assert entered(device) == 403


def test_a_server_that_says_its_address_makes_passkeys_for_that_alone(store: Store) -> None:
    with club(store) as table:
        browser = Browser(table)
        browser.client.headers["host"] = table.base.removeprefix("http://").replace("127.0.0.1", "localhost")
        can = browser.client.get(AT).json()["can"]
        assert can["passkey"] is False and "open the page by https://club.example.org/" in can["why"]
        assert browser.post("/enter/ask").status_code == 403
