"""The table: games on a server. Rooms, seats, sockets, storage; knows no rulebook. See docs/protocol.md."""

from .app import create_app
from .making import Making
from .rooms import Rooms
from .store import Store, StoreError

__all__ = ["Making", "Rooms", "Store", "StoreError", "create_app"]
