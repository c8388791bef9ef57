"""Counters that other servers at the same database have shown: a page asks any of them for its pictures."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from vedette.engine.battle import Battle
from vedette.packs import PackError

from .faces import Faces
from .store import Store, StoreError

LOGGER = logging.getLogger("vedette.table")
WAITS = (0.05, 0.1, 0.2, 0.4, 0.8)
"""Seconds between looks for a counter: what another server has just shown it puts down in a moment."""
Load = Callable[[str], Battle]


class Gallery:
    """Puts down what counters this server shows, and finds those of the others."""

    def __init__(self, store: Store, faces: Faces, load: Load) -> None:
        self.store = store
        self.faces = faces
        self.load = load
        self._waiting: dict[str, tuple[str, str]] = {}
        self._lock = threading.Lock()
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="gallery")
        faces.first_shown = self._shown

    def close(self) -> None:
        """Put down what is still waiting."""
        self._writer.shutdown(wait=True)

    def _shown(self, name: str, battle: Battle, unit: dict[str, Any]) -> None:
        """Costs nothing: a thread writes it, what has gathered meanwhile in one."""
        with self._lock:
            first = not self._waiting
            self._waiting[name] = (battle.id, json.dumps(unit))
        if first:
            self._writer.submit(self._write)

    def _write(self) -> None:
        with self._lock:
            rows, self._waiting = self._waiting, {}
        try:
            self.store.keep_faces(rows)
        except StoreError as error:
            self.faces.forget(rows)  # put down when they are shown again
            LOGGER.warning("the other servers cannot draw what is shown here: %s", error)

    async def find(self, name: str) -> bool:
        """Look for a counter that this server has not shown; whether it can be drawn now. Raises StoreError."""
        for wait in (*WAITS, 0.0):
            found = await asyncio.to_thread(self.store.face, name)
            if found is not None:
                return await asyncio.to_thread(self._know, name, *found)
            await asyncio.sleep(wait)
        return False

    def _know(self, name: str, battle: str, unit: str) -> bool:
        try:
            self.faces.know(name, self.load(battle), json.loads(unit))
        except (PackError, LookupError):
            return False
        return True
