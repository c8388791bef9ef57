"""Procedures: small classes with named steps in reading order, which can stop at any step.

A step either *asks* (it takes only the game, changes nothing and returns `Ask` or `AskEach`) or *acts*
(it changes the state through deeds and returns `Call`, `Goto` or `Done`). The fields of the class are the
frame: what its next steps need, fully typed, and nothing secret. The first public method but for those of
`Procedure` itself (`NOT_STEPS`: `title`, `pending`, `unfinished`, `but`) is the first step; a helper that is no
step begins with an underscore or stands in the module. A procedure that is a kind of another has the steps of that
too, after its own. Nothing here refers back to itself, so that the garbage collector need not watch it
(`gc=False`).
"""

from __future__ import annotations

import inspect
import types
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, TypeVar

import msgspec

CHANCE = "chance"
DIE = (1, 2, 3, 4, 5, 6)
"""The faces among which chance answers where one die is rolled."""


class Ask(msgspec.Struct, frozen=True, gc=False):
    """A question to one seat (or to chance), with every answer that is allowed."""

    seat: str
    options: Sequence[Any]
    """What is offered, in order: choices, of chance plain values. `State.text_of` says what each is called."""
    then: Callable[..., Any]
    kind: str
    cite: str = ""
    prompt: str = ""
    weights: tuple[int, ...] | None = None
    """Of chance: how often each answer comes; equal where None."""
    sees: Callable[[Any], str | None] | None = None
    """Of chance: who sees an answer (`None`: nobody yet, "": all, else one seat)."""
    usual: Any = None
    """The answer assumed in odds and by "pass for now": one of the options, of every question to a player."""
    about: tuple[str, ...] = ()
    window: str = ""
    optional: bool = False
    alone: bool = False
    always: bool = False
    """Asked even where one answer is left, since the pause would tell something."""
    waits: bool = False
    """Asked even where one answer is left, since that one ends what its seat may still take back."""
    private: bool = False
    """The other seat does not see which answer was given."""


class AskEach(msgspec.Struct, frozen=True, gc=False):
    """Questions to several seats at once; the answers lie sealed until all are in."""

    asks: Mapping[str, Ask]
    then: Callable[..., Any]


class Call(msgspec.Struct, frozen=True, gc=False):
    """Carry out another procedure, then go on with `then`; without `then`, "then I am done"."""

    procedure: Procedure
    then: Callable[..., Any] | None = None


class Goto(msgspec.Struct, frozen=True, gc=False):
    """Go on with another step of the same procedure, one that takes no value."""

    then: Callable[..., Any]


class Done(msgspec.Struct, frozen=True, gc=False):
    """The procedure is over; the value goes to the step that called it."""

    value: Any = None


Result = Ask | AskEach | Call | Goto | Done


class Procedure(msgspec.Struct, frozen=True, gc=False):
    """Base of all procedures."""

    fixed_title: ClassVar[str] = ""
    """Its title, where it is always the same (`procedure(title=...)`)."""
    rare: ClassVar[frozenset[str]] = frozenset()
    """Fields that are written into a save only where they are not empty, so that older digests stay."""

    def title(self, g: Any) -> str:
        """Its part of the sentence of the stack; empty to be left out."""
        return self.fixed_title

    def pending(self, g: Any) -> tuple[tuple[str, str], ...] | None:
        """In odds: words to note on units instead of carrying the procedure out; None to carry it out."""
        return None

    def unfinished(self) -> bool:
        """In odds: whether more tests follow, so that what is pending must be carried out as well."""
        return False

    but = msgspec.Struct.__replace__
    """The same frame with some fields changed: memory travels with the method."""


class Phase(NamedTuple):
    """A step of the sequence of play that a word behind `done` ends as a whole, such as `done movement`."""

    procedure: type[Procedure]
    kinds: tuple[str, ...]
    """Its questions, the innermost first; the last is its own, which ends it."""


class Steps(msgspec.Struct, frozen=True):
    """The steps of a procedure: name -> (function, whether it takes a value)."""

    name: str
    first: str
    steps: dict[str, tuple[Callable[..., Any], bool]]


FINISH = "_finish"
NOT_STEPS = frozenset({"title", "pending", "unfinished", "but"})

STEPS: dict[type[Procedure], Steps] = {}
BY_NAME: dict[str, type[Procedure]] = {}
RENAMED: dict[tuple[str, str], tuple[str, str]] = {}
"""Old (procedure, step) of saved games -> where it is now."""

P = TypeVar("P", bound=type[Procedure])


def _finish(frame: Procedure, g: Any, value: Any) -> Done:
    return Done(value)


LEAVES = (str, int, bool, float, type(None))


def _refuse_loose(owner: type, name: str, hint: Any) -> None:
    """A field must be typed all the way down and frozen, or it loads back as something else."""
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if hint in LEAVES or origin in (typing.ClassVar, typing.Literal):
        return
    if origin in (tuple, typing.Union, types.UnionType) and parts:
        for part in parts:
            if part is not Ellipsis:
                _refuse_loose(owner, name, part)
        return
    if inspect.isclass(hint) and issubclass(hint, msgspec.Struct) and hint.__struct_config__.frozen:
        for field, inner in typing.get_type_hints(hint).items():
            _refuse_loose(hint, field, inner)
        return
    raise TypeError(f"{owner.__name__}.{name}: type {hint} is too loose for a saved frame; use tuple[...]")


def _methods(cls: type[Procedure]) -> Iterator[tuple[str, Any]]:
    """What a procedure has of its own, then what it has from another procedure that it is a kind of."""
    for owner in cls.__mro__[: cls.__mro__.index(Procedure)]:
        yield from vars(owner).items()


def procedure(name: str, title: str = "") -> Callable[[P], P]:
    """Register a procedure under the name that saved games use, with its title where that is always the same."""

    def register(cls: P) -> P:
        if name in BY_NAME:
            raise TypeError(f"two procedures are named {name!r}")
        if not cls.__struct_config__.frozen:
            raise TypeError(f"{cls.__name__} is not frozen; write class {cls.__name__}(Procedure, frozen=True)")
        for field, hint in typing.get_type_hints(cls).items():
            _refuse_loose(cls, field, hint)
        steps: dict[str, tuple[Callable[..., Any], bool]] = {}
        for key, function in _methods(cls):
            if key.startswith("_") or key in NOT_STEPS or key in steps or not inspect.isfunction(function):
                continue
            steps[key] = (function, len(inspect.signature(function).parameters) == 3)
        if not steps:
            raise TypeError(f"{cls.__name__} has no steps")
        first = next(iter(steps))
        steps[FINISH] = (_finish, True)
        if title and cls.title is not Procedure.title:
            raise TypeError(f"{cls.__name__} says its title twice: to `procedure`, and by a method, which would win")
        if title:
            cls.fixed_title = title
        STEPS[cls] = Steps(name, first, steps)
        BY_NAME[name] = cls
        return cls

    return register


def by_name(name: str, **fields: Any) -> Procedure:
    """A procedure by the name it is registered under, for those that call each other in a ring.

    A retreat draws fire, and fire causes retreats: one of the two imports the other, and the other names the first,
    `Call(by_name("plan-fire", side=0, ...), then=...)`. The name is written out in the call and every field has its
    keyword: a test reads them and checks that there is such a procedure with such fields.
    """
    return BY_NAME[name](**fields)
