"""Pictures of positions, painted in a process of its own: what paints them lets nothing else be done meanwhile.

One is painted at a time, and the last ones are kept: of a moment that is shown somewhere many ask for the same one.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import multiprocessing
import time
from collections import OrderedDict
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from vedette.packs import PackError
from vedette.packs.drawing.map import png

from .helpers import begin
from .limits import Purse

LOGGER = logging.getLogger("vedette.table")
WIDE = 1600
"""Pixels of a picture from side to side."""
TRIES = 2
"""Of a picture over which its process dies."""
KEPT = 16_000_000
"""Bytes of pictures that are kept."""


def painted(svg: str) -> tuple[bytes, float]:
    """A picture as PNG, and the seconds that it took; in whichever process."""
    began = time.process_time()
    return png(svg, width=WIDE), time.process_time() - began


class Painter:
    """Paints for one server. Lives in the event loop."""

    def __init__(self) -> None:
        self._place = asyncio.Lock()
        self._pool: ProcessPoolExecutor | None = None
        self._kept: OrderedDict[bytes, bytes] = OrderedDict()

    async def paint(self, svg: str, purse: Purse) -> bytes:
        """A picture; the purse pays for one that has to be painted. Raises PackError."""
        name = hashlib.sha256(svg.encode()).digest()
        async with purse.paid() as took, self._place:
            found = self._kept.pop(name, None)
            if found is None:
                found, took[0] = await self._painted(svg)
            self._kept[name] = found
            while len(self._kept) > 1 and sum(map(len, self._kept.values())) > KEPT:
                self._kept.popitem(last=False)
            return found

    async def _painted(self, svg: str) -> tuple[bytes, float]:
        for _ in range(TRIES):
            if self._pool is None:
                self._pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), initializer=begin)
            try:
                return await asyncio.get_running_loop().run_in_executor(self._pool, painted, svg)
            except BrokenProcessPool:
                LOGGER.warning("the process that paints pictures died; another one is begun")
                self.close()
        raise PackError("the picture cannot be painted: what paints it died over it")

    def close(self) -> None:
        """End the process."""
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)
