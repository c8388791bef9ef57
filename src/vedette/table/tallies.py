"""Wrong keys and passwords by address: where several servers are at one database they count together."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol

from .limits import Meter
from .schema import hashed
from .store import StoreError


class Store(Protocol):
    """Where they are counted together."""

    @property
    def is_shared(self) -> bool: ...
    def misses(self, kind: str, who: str) -> int: ...
    def missed(self, kind: str, who: str, most: int) -> bool: ...


class Tally(Meter):
    """How often something was wrong within a minute, by address, whichever server was asked.

    The database is asked only where something was wrong, or before a password is looked at; of an address it gets the
    hash. What another server has heard counts here once this one has asked: `full` alone tells what is known.
    """

    HEARD = 10.0
    """Seconds for which an address that has had its share elsewhere is not asked about again."""

    def __init__(self, store: Store, kind: str, most: int) -> None:
        super().__init__(most)
        self.store = store
        self.kind = kind
        self._heard: dict[str, float] = {}

    def full(self, address: str) -> bool:
        """Whether an address has had its share, as far as it is known here."""
        return self._heard.get(address, 0.0) > time.monotonic() or super().full(address)

    async def known(self, address: str) -> bool:
        """Whether an address has had its share, at all servers together."""
        if self.store.is_shared and not self.full(address):
            await self._ask(address, lambda who: self.store.misses(self.kind, who) >= self.most)
        return self.full(address)

    async def counted(self, address: str) -> bool:
        """Something was wrong once more, unless the address has had its share; whether it had. What is beyond it does
        not count."""
        if self.full(address):
            return True
        had = self.store.is_shared and await self._ask(
            address, lambda who: self.store.missed(self.kind, who, self.most)
        )
        if not had:
            self.note(address)
        return had

    async def _ask(self, address: str, question: Callable[[str], bool]) -> bool:
        """Ask the database whether an address has had its share; where it is away each server counts alone."""
        try:
            had = await asyncio.to_thread(question, hashed(address)[:40])
        except StoreError:
            return False
        if had:
            if len(self._heard) >= self.ADDRESSES:
                self._heard.clear()
            self._heard[address] = time.monotonic() + self.HEARD
        return had
