"""Who reads the battle of a game: by its id as it is now, or by the edition with which the game was begun."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import msgspec

from vedette.engine.battle import Battle

Load = Callable[[str], Battle]
Keep = Callable[[str, str], Battle | None]
"""The battle of an id by the edition with a fingerprint, None where it is not kept."""


def _nothing(id: str, hash: str) -> Battle | None:
    return None


class Shelf(msgspec.Struct, frozen=True):
    """Battles as they are now, and the editions of them that are kept."""

    now: Load
    keep: Keep = _nothing

    def battle(self, id: str, hash: str) -> Battle:
        """The battle by the edition of a fingerprint; as it is now where that edition is not kept anywhere.

        Raises:
            LookupError, ValueError: there is neither.
        """
        try:
            found = self.now(id)
        except (LookupError, ValueError):
            kept = self.keep(id, hash)
            if kept is None:
                raise
            return kept
        return found if found.hash == hash else self.keep(id, hash) or found


class Editions:
    """What this process knows of editions. The packs room, which can read one, fills it in."""

    _keep: ClassVar[Keep] = staticmethod(_nothing)
    _open: ClassVar[Callable[[bytes], Battle] | None] = None

    @classmethod
    def register(cls, keep: Keep, opened: Callable[[bytes], Battle]) -> None:
        """Say who keeps editions on this machine, and who makes a battle of one."""
        cls._keep, cls._open = staticmethod(keep), staticmethod(opened)

    @classmethod
    def kept(cls, id: str, hash: str) -> Battle | None:
        """The battle by an edition that is kept on this machine."""
        return cls._keep(id, hash)

    @classmethod
    def opened(cls, edition: bytes) -> Battle:
        """The battle of an edition. Raises ValueError where the bytes are none, LookupError where nobody reads them."""
        if cls._open is None:
            raise LookupError("nobody reads editions: import vedette.packs")
        return cls._open(edition)


def shelf_of(load: Load | Shelf) -> Shelf:
    """A shelf, or one of whoever reads battles and of the editions that are kept on this machine."""
    return load if isinstance(load, Shelf) else Shelf(load, Editions.kept)
