"""Web push: a message that a browser shows although no page of ours is open, sealed for it (RFC 8291, RFC 8292).

Whoever made the browser carries it and cannot read it. A subscription is told as three words: the address that takes
the message, and the browser's public key and secret.
"""

from __future__ import annotations

import base64
import hmac
import json
import os
import time
from bisect import bisect_right
from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from .couriers import LONGEST, Ended, Letter, Undelivered, Webhook
from .messages import Refused

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

INSTALL = "push needs cryptography: install it with pip install 'vedette[push]'"
POINT, SECRET, SALT = 65, 16, 16
"""Bytes of a public key, of a browser's secret, and of what is by lot in each message."""
RECORD = 4_096
ROOM = RECORD - (SALT + 4 + 1 + POINT) - 1 - 16
"""Bytes of what is said in a message, which is one record: less its head, the mark of its end, and what AES adds."""
TITLE, TOPIC = 200, 24
"""Letters of what stands above it; bytes of what says that one message takes another's place."""
KEPT = 86_400
"""Seconds for which the browser's maker keeps a message for a machine that is off."""
GOOD = 12 * 3_600
"""Seconds for which what we sign is good; at most a day is taken."""
GONE = (404, 410)
NOT_ONE = "that is no subscription of a browser"


class Push:
    """A message to a browser."""

    confirms = False

    def __init__(self, private: str, owner: str, allowed: frozenset[str] = frozenset()) -> None:
        """Raises ImportError where the library is missing.

        Args:
            private: the key of this server, as `new_key` makes it.
            owner: whom a browser's maker may write to about what we send: an address of the Web.
            allowed: names of hosts of one's own network that may be asked, for tests of one's own.
        """
        self._own = _private(private)
        self.public = words(_point(self._own))
        """What a browser wants to know of who will send."""
        self.owner = owner
        self.line = Webhook(allowed)

    def check(self, target: str) -> None:
        """Raises Refused where it is no subscription."""
        found = target.split(" ")
        if len(target) > LONGEST:
            raise Refused(f"the address of this browser's maker is too long: {LONGEST} letters are taken")
        if len(found) != 3:
            raise Refused(NOT_ONE)
        self.line.check(found[0])
        try:
            point, secret = raw(found[1]), raw(found[2])
            _public(point)
        except ValueError:
            raise Refused(NOT_ONE) from None
        if len(secret) != SECRET:
            raise Refused(NOT_ONE)

    def bring(self, target: str, letter: Letter) -> None:
        """Bring it, in a thread. Raises Undelivered; Ended where the browser takes no more."""
        try:
            self.check(target)
        except Refused as error:
            raise Undelivered(error.reason) from None
        address, point, secret = target.split(" ")
        told = {"title": letter.subject, "body": letter.text, "game": letter.about.get("game", "")}
        body = sealed(fitting(told), raw(point), raw(secret), ephemeral(), os.urandom(SALT))
        headers = {
            "Authorization": f"vapid t={self._signed(address)}, k={self.public}",
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT),
        }
        if told["game"]:
            # What is told later of the same game stands in its place; nobody who carries it learns which game that is,
            # nor that another browser has the same.
            headers["Topic"] = words(hmac.digest(raw(secret), told["game"].encode(), "sha256")[:TOPIC])
        host, status = self.line.post(address, body, headers)
        if status in GONE:
            raise Ended("the browser has ended it; ask for it anew there")
        if not 200 <= status < 300:
            raise Undelivered(f"{host} answers {status}")

    def _signed(self, address: str, now: Callable[[], float] = time.time) -> str:
        """That it is this server that sends."""
        from cryptography.hazmat.primitives import hashes
        from cryptography.hazmat.primitives.asymmetric.ec import ECDSA
        from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

        parts = urlsplit(address)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(now()) + GOOD, "sub": self.owner}
        head, body = ({"typ": "JWT", "alg": "ES256"}, claims)
        text = ".".join(words(json.dumps(part).encode()) for part in (head, body))
        r, s = decode_dss_signature(self._own.sign(text.encode(), ECDSA(hashes.SHA256())))
        return f"{text}.{words(r.to_bytes(32) + s.to_bytes(32))}"


def fitting(told: dict[str, str]) -> bytes:
    """What is told as JSON, its `body` cut with an ellipsis where a message would not hold it."""

    def text(body: str) -> bytes:
        return json.dumps({**told, "title": told["title"][:TITLE], "body": body}).encode()

    body = told["body"]
    whole = text(body)
    if len(whole) <= ROOM:
        return whole
    kept = bisect_right(range(len(body)), ROOM, key=lambda n: len(text(body[:n] + "…"))) - 1
    return text(body[: max(kept, 0)] + "…")


def sealed(text: bytes, point: bytes, secret: bytes, once: EllipticCurvePrivateKey, salt: bytes) -> bytes:
    """A message as only the browser opens it.

    Args:
        point: the browser's public key, `secret` what it shares with us alone.
        once: a key of ours for this message.
    """
    from cryptography.hazmat.primitives.asymmetric.ec import ECDH
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    own = _point(once)
    shared = once.exchange(ECDH(), _public(point))
    key, nonce = keys(shared, secret, point, own, salt)
    head = salt + RECORD.to_bytes(4) + bytes([len(own)]) + own
    return bytes(head + AESGCM(key).encrypt(nonce, text + b"\x02", None))


def keys(shared: bytes, secret: bytes, theirs: bytes, own: bytes, salt: bytes) -> tuple[bytes, bytes]:
    """The key of a message and its nonce, out of what both sides can work out."""
    material = _derived(shared, secret, b"WebPush: info\0" + theirs + own, 32)
    return (
        _derived(material, salt, b"Content-Encoding: aes128gcm\0", 16),
        _derived(material, salt, b"Content-Encoding: nonce\0", 12),
    )


def _derived(material: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return bytes(HKDF(hashes.SHA256(), length, salt, info).derive(material))


# -- keys ------------------------------------------------------------------------------------------------------


def new_key() -> str:
    """A private key by lot, as it is kept. Raises ImportError where the library is missing."""
    return words(ephemeral().private_numbers().private_value.to_bytes(32))


def ephemeral() -> EllipticCurvePrivateKey:
    """A private key by lot. Raises ImportError where the library is missing."""
    try:
        from cryptography.hazmat.primitives.asymmetric import ec
    except ImportError:
        raise ImportError(INSTALL) from None
    return ec.generate_private_key(ec.SECP256R1())


def _private(kept: str) -> EllipticCurvePrivateKey:
    try:
        from cryptography.hazmat.primitives.asymmetric import ec
    except ImportError:
        raise ImportError(INSTALL) from None
    return ec.derive_private_key(int.from_bytes(raw(kept)), ec.SECP256R1())


def _public(point: bytes):  # type: ignore[no-untyped-def]  # the library has no types here
    from cryptography.hazmat.primitives.asymmetric import ec

    if len(point) != POINT:
        raise ValueError("a public key has 65 bytes")
    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)


def _point(key: EllipticCurvePrivateKey) -> bytes:
    numbers = key.public_key().public_numbers()
    return b"\x04" + bytes(numbers.x.to_bytes(32)) + bytes(numbers.y.to_bytes(32))


def words(found: bytes) -> str:
    """Bytes as letters that may stand in an address."""
    return base64.urlsafe_b64encode(found).rstrip(b"=").decode()


def raw(text: str) -> bytes:
    """The bytes behind such letters. Raises ValueError where there are none."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
