"""The state of a game: plain data and a stack of (procedure, step)."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Self

import msgspec

from vedette.engine.choice import Choice
from vedette.engine.events import EngineError, Event
from vedette.engine.procedure import BY_NAME, RENAMED, STEPS, Ask, AskEach, Procedure

DRAW_AGREED = "draw"
"""Stands in place of the seat that gave up where both have agreed to a draw."""
Stack = list[tuple[Procedure, str]]


class State(msgspec.Struct, eq=False, kw_only=True):
    """Base of every family's state. A family adds its fields and extends `clone`, `key`, `saved` and `restore`."""

    words: ClassVar[Mapping[str, Callable[[Any, Choice], str]]] = {}
    """What a choice is called, by its kind: the text room of the family fills it in."""
    stack: Stack = []
    sealed: tuple[tuple[str, Any], ...] = ()
    """Answers of seats that were asked at once, until all are in."""
    number: int = 0
    """The number of the decision that is waited for, or of the next one."""
    ask: Ask | AskEach | None = None
    """What is waited for: made from the stack, not saved, shared by clones."""
    events: list[Event] | None = None
    """Where deeds are written down; None where nobody reads them."""
    notes: tuple[tuple[str, str], ...] | None = None
    """In odds: (unit, word) of what was not carried out; None in play."""
    resigned: str = ""
    """The seat that has given the game up, `DRAW_AGREED` where both have agreed to a draw; empty while nobody has."""
    halted: bool = False
    """Set by a deed that ends the game at once: what lies on the stack is not played any more."""

    def clone(self) -> Self:
        """A copy that shares every frozen part and collects no events."""
        new: Self = self.__copy__()  # type: ignore[attr-defined]  # msgspec's stub leaves it out
        new.stack = self.stack.copy()
        new.events = None
        return new

    def key(self) -> tuple[Any, ...]:
        """All that makes two states the same, hashable."""
        return (tuple(self.stack), self.sealed, self.notes, self.resigned)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def text_of(self, answer: Any) -> str:
        """What an answer is called in records, positions and on the page; what chance answers as it is written."""
        return self.words[answer.kind](self, answer) if type(answer) is Choice else str(answer)

    def give_up(self, seat: str, *, agreed: bool = False) -> None:
        """A seat resigns, or the other has agreed to its draw: nothing is asked any more.

        The rulebook's `outcome` says who has won by it.
        """
        self.resigned, self.sealed, self.ask = DRAW_AGREED if agreed else seat, (), None
        self.stack.clear()
        self.log(Event("resigned", "", seat, reveals=True, data=(DRAW_AGREED,) if agreed else ()))

    def log(self, event: Event) -> None:
        """Write an event down."""
        if self.events is not None:
            self.events.append(event)

    def saved(self) -> dict[str, Any]:
        """Plain data, enough to go on from; a family adds its own."""
        data: dict[str, Any] = {
            "stack": [[STEPS[type(f)].name, step, _fields(f)] for f, step in self.stack],
            "sealed": [list(pair) for pair in self.sealed],
            "number": self.number,
        }
        return data | {"resigned": self.resigned} if self.resigned else data

    def restore(self, data: Mapping[str, Any]) -> None:
        """Take over what `saved` gave."""
        self.stack = [_frame(name, step, fields) for name, step, fields in data["stack"]]
        self.sealed = tuple((seat, _frozen(value)) for seat, value in data["sealed"])
        self.number = data["number"]
        self.resigned = data.get("resigned", "")

    def hex_name(self, hex: int) -> str:
        """The printed number of a hex; a family says how."""
        raise EngineError("this family of rules names no hexes")

    def cite(self, id: str) -> str:
        """The case id that is shown for one with which the rules are written; a family of several books renames it."""
        return id

    def digest(self) -> str:
        """Eight bytes of BLAKE2b over the saved state, in hex. A secret while the game runs."""
        data = msgspec.msgpack.encode(self.saved(), order="sorted")
        return hashlib.blake2b(data, digest_size=8).hexdigest()


def _fields(frame: Procedure) -> dict[str, Any]:
    fields: dict[str, Any] = msgspec.to_builtins(frame)
    for name in frame.rare:
        if not fields[name]:
            del fields[name]
    return fields


def _frame(name: str, step: str, fields: dict[str, Any]) -> tuple[Procedure, str]:
    name, step = RENAMED.get((name, step), (name, step))
    cls = BY_NAME.get(name)
    if cls is None or step not in STEPS[cls].steps:
        raise EngineError(f"the saved game is at step {step!r} of {name!r}, which these rules do not have")
    return msgspec.convert(fields, cls), step


def _frozen(value: Any) -> Any:
    return tuple(_frozen(v) for v in value) if isinstance(value, list) else value
