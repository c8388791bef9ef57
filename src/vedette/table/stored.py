"""What a database keeps of a game, as it comes out of it."""

from __future__ import annotations

import secrets

import msgspec

from .clocks import Time


def new_key() -> str:
    """A key by lot, of 144 bits."""
    return secrets.token_urlsafe(18)


def storable(text: str) -> bool:
    """Whether a word from outside can stand in a database at all: PostgreSQL knows no character 0."""
    return "\0" not in text and text.isprintable()


class Overtaken(Exception):
    """Another process has stored an entry of this game in the meantime."""


class Setup(msgspec.Struct, frozen=True):
    """What a table knows of a game beside its record."""

    seats: dict[str, str]
    """Who plays each seat: "human" or a commander."""
    dice: str = "seeded"
    free_undo: bool = False
    """A lone player may take back past dice (practice)."""
    open_hands: bool = False
    hands: str = ""
    """One person on both sides: "open", or "drawn" where nobody sees a hand (see `hands`)."""
    beat: float | None = None
    """Seconds of a whole beat; None: the usual ones between two machines, none else (table/beat.py)."""
    orders: bool = False
    """Whether standing orders stand from the start; else all are suspended until their owner lets them stand."""
    lesson: bool = False
    """It is the guided first game of its battle."""
    time: Time | None = None
    """The pace of two people, where there are clocks."""

    rated: bool = False
    """It is one of a rated pair (`ratings`)."""
    slips: bool = False
    """Agreed beforehand: what told its seat nothing is taken back without asking (`taking`)."""

    @property
    def people(self) -> tuple[str, ...]:
        """The seats of people, in the order of the rulebook."""
        return tuple(s for s, who in self.seats.items() if who == "human")

    @property
    def apart(self) -> bool:
        """Whether people play it who may sit at machines of their own."""
        return len(self.people) > 1 and not self.hands and not self.free_undo


class Grant(msgspec.Struct, frozen=True):
    """A key: what game and what seats it stands for."""

    token: str
    """What it is called in the store: its hash. Of a key that is made now, the key itself."""
    game: str
    seats: tuple[str, ...]
    late: int = 0
    """Seconds by which it is shown the game later; only a key of no seat (`late`)."""
    of_the_end: bool = False
    """It was given as of a game that was over: if that is taken back it holds no longer. Only of no seat."""


class Stored(msgspec.Struct, frozen=True):
    """A game as it is stored."""

    id: str
    battle: str
    setup: Setup
    secret: bytes
    header: str
    entries: tuple[str, ...]
    over: bool
    packed: tuple[bytes, ...] = ()
    """Its snapshots; `entries` then are those from the last of the packed ones on."""
    length: int = 0
    """How many entries it has."""

    @property
    def record(self) -> str:
        """The record so far, as JSON lines."""
        return "\n".join([self.header, *self.entries]) + "\n"
