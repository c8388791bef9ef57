"""The table: games on a server. Rooms, seats, sockets, storage; knows no rulebook. See docs/protocol.md."""

from .app import create_app
from .rooms import Making, Rooms
from .store import Store, StoreError

__all__ = ["Making", "Rooms", "Store", "StoreError", "create_app"]
