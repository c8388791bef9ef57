"""Passwords, of which only what Argon2 makes of them is kept."""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Callable
from typing import TypeVar

from .messages import Refused

T = TypeVar("T")
INSTALL = "accounts need argon2-cffi: install it with pip install 'vedette[accounts]'"
LEAST, MOST = 10, 200
"""Letters of a password."""
WAITING = 20
"""Passwords that may wait to be looked at; each takes a processor for a tenth of a second, and 64 MB."""
BUSY = "too many enter at once; try again in a few seconds"


class Passwords:
    """What is made of them, one at a time."""

    def __init__(self, *, light: bool = False) -> None:
        """Raises ImportError where the library is missing.

        Args:
            light: as quickly as it can be had, for tests.
        """
        try:
            from argon2 import PasswordHasher
        except ImportError:
            raise ImportError(INSTALL) from None
        self._hasher = PasswordHasher(1, 8, 1) if light else PasswordHasher()
        self._one = asyncio.Lock()
        self._waiting = 0
        self._nobody: str = self._hasher.hash("nobody has this password")

    async def kept(self, password: str) -> str:
        """What is kept of a password. Raises Refused where too many wait."""
        return await self._alone(lambda: str(self._hasher.hash(meant(password))))

    async def fits(self, kept: str | None, password: str) -> bool:
        """Whether it is the one of which something is kept; of nobody (None) it takes as long. Raises Refused."""
        found = await self._alone(lambda: self._verified(kept or self._nobody, password))
        return found and kept is not None

    def _verified(self, kept: str, password: str) -> bool:
        from argon2.exceptions import Argon2Error, InvalidHashError

        try:
            return bool(self._hasher.verify(kept, meant(password)))
        except (Argon2Error, InvalidHashError):
            return False

    async def _alone(self, deed: Callable[[], T]) -> T:
        if self._waiting >= WAITING:
            raise Refused(BUSY)
        self._waiting += 1
        try:
            async with self._one:
                return await asyncio.to_thread(deed)
        finally:
            self._waiting -= 1


def meant(password: str) -> bytes:
    """A password as it is meant, however a keyboard composes its letters."""
    return unicodedata.normalize("NFC", password).encode("utf-8", "surrogatepass")


def check_password(password: str, name: str) -> None:
    """Raises Refused where a password is too easily guessed, or is none."""
    if not LEAST <= len(password) <= MOST:
        raise Refused(f"a password has {LEAST} letters at least, and {MOST} at most")
    plain = password.casefold()
    if plain in (name.casefold() * MOST)[: len(plain)] or len(set(plain)) < 4:
        raise Refused("that password is too easily guessed")
