"""The one interface through which everything above the rules sees a rulebook."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from importlib.metadata import entry_points
from random import Random
from typing import Any, ClassVar, NamedTuple, Protocol, TypeVar

import msgspec

from vedette.engine.battle import Battle
from vedette.engine.content import Content
from vedette.engine.counsel import Counsel
from vedette.engine.events import Event
from vedette.engine.forms import ready
from vedette.engine.occasion import Clock, Occasion, Window
from vedette.engine.outcome import Outcome
from vedette.engine.procedure import Ask, Phase, Procedure
from vedette.engine.reckoning import Reckoning, Turned
from vedette.engine.shapes import BoardKind, BoardView, News, Plan, Reached, Section, Sighted
from vedette.engine.state import State

S = TypeVar("S", bound=State)
"""The state of a family's games."""
S_contra = TypeVar("S_contra", bound=State, contravariant=True)


class Badge(msgspec.Struct, frozen=True):
    """By what a family of rules is known at a glance."""

    word: str = ""
    """What its games turn on, in a word or three."""
    sign: str = ""
    """"disc", "hexagon" or "star"; a client that knows no such sign shows the word alone."""


Written = tuple[tuple[str, tuple[str, ...]], ...]
"""What a combat wrote on units: (unit, words)."""


class Aim(msgspec.Struct, frozen=True):
    """The column of a fire or assault: where it starts, every shift (used or not), where it ends."""

    base: str
    final: str
    shifts: tuple[tuple[str, int, str, bool], ...]
    """(name, columns with right positive, case, applied)."""
    strength: str = ""


class Facts(NamedTuple):
    """What a seat may know of a game, in numbers: of the same names at every decision, for each seat."""

    numbers: dict[str, float]
    """Name -> number; what is "own" is the seat's."""
    units: dict[str, dict[str, float]]
    """Name -> number by the id of a unit; of those left out it is 0."""
    held: dict[int, int]
    """The hexes that count -> the side that holds each, 0 Union, 1 Confederate, -1 nobody."""


class OptionError(ValueError):
    """An option of the game that does not exist, or a value that it cannot have."""


class ContentError(ValueError):
    """What a pack holds cannot be played: the file, what is wrong, and the mend."""


class PositionError(ValueError):
    """A position that cannot be set up: what is wrong, and the mend."""


class Play(Protocol[S]):
    """How a game is begun, played on and ended."""

    @property
    def name(self) -> str:
        """As packs name it."""
        ...

    @property
    def badge(self) -> Badge:
        """By what a list of battles tells its games from those of other families."""
        ...

    @property
    def version(self) -> int:
        """Raised only when the behaviour of stored games changes."""
        ...

    @property
    def earlier(self) -> tuple[int, ...]:
        """Versions whose records are read as far as these rules play them alike: each entry's digest says whether."""
        ...

    @property
    def kept(self) -> tuple[int, ...]:
        """Those of them that these rules play exactly as they were (`Battle.rules`)."""
        ...

    @property
    def seats(self) -> tuple[str, ...]:
        """Who plays, in the order in which they are asked."""
        ...

    @property
    def content(self) -> Content | None:
        """What the tables and scenarios of its packs hold; None takes whatever they hold."""
        ...

    @property
    def asides(self) -> str:
        """A pattern of texts that answer a question which need not come behind a gesture; then they are passed over."""
        ...

    @property
    def dones(self) -> Mapping[str, tuple[str, ...]]:
        """The words that may stand behind `done`, such as `done move`, with the kinds of questions that each ends."""
        ...

    @property
    def closes(self) -> Mapping[str, tuple[Phase, ...]]:
        """The words behind `done` that end a whole step, such as `done movement`, with the steps that each may mean.

        It ends the move that is under way, and then the step; where none of these steps is under way it is refused.
        """
        ...

    @property
    def kinds(self) -> Sequence[str]:
        """Every kind of question that a seat can be asked."""
        ...

    @property
    def hides(self) -> bool:
        """Whether a seat may know less than the whole state."""
        ...

    @property
    def reactions(self) -> Sequence[str]:
        """Kinds of questions to the side that is about to be struck: a `done` without a seat never answers them."""
        ...

    def options(self, battle: Battle, given: Mapping[str, Any]) -> dict[str, Any]:
        """Every option of the game with its value. Raises OptionError."""
        ...

    def begin(self, battle: Battle, options: Mapping[str, Any]) -> S:
        """The scenario's set-up, waiting for its first decision."""
        ...

    def load(self, battle: Battle, options: Mapping[str, Any], data: Mapping[str, Any]) -> S:
        """What `State.saved` gave, made whole."""
        ...

    def expand(self, g: S, seat: str, text: str) -> list[str] | None:
        """A gesture taken apart into the texts of single actions; None where it is none."""
        ...

    def refusal(self, g: S, seat: str, text: str) -> tuple[str, str]:
        """Why this text is not offered: words and case."""
        ...

    def halts(self, g: S, seat: str, text: str) -> list[str]:
        """Whom a march or a step leaves short of where it is to go, where he stops and why, in words with the case.

        Empty where all come there, and for any other gesture.
        """
        ...

    def imagine(self, g: S, seat: str, rng: Random) -> S:
        """A state that the seat could be in: what it cannot know is dealt anew."""
        ...

    def results(self, before: S, after: S) -> Written:
        """What a combat wrote on units: (unit, words), for odds."""
        ...

    def outcome(self, g: S) -> Outcome | None:
        """Set when the game is over."""
        ...

    def levels(self, battle: Battle) -> list[str]:
        """Every victory level, best for the Union first."""
        ...

    def shifts(self, battle: Battle) -> dict[str, str]:
        """The shifts of a column that can be told by their case: case -> name (`Battle.shifts`)."""
        ...

    def broken_laws(self, g: S) -> list[str]:
        """Laws of stacking and conservation that a state breaks, in words; empty where all hold."""
        ...

    def ahead(self, g: S) -> float:
        """How much more strength the first seat has left than the second, those who are to come included."""
        ...

    def ahead_since(self, g: S, before: S, ahead: float) -> float:
        """The same, from what it was in an earlier state of the same combat: what stayed as it was is not looked at."""
        ...

    def carriers(self) -> dict[str, tuple[str, ...]]:
        """Which functions carry out each numbered case."""
        ...


class Text(Protocol[S_contra]):
    """What is said of a game: views, events in words, summaries."""

    def view(self, g: S_contra, seat: str) -> dict[str, Any]:
        """What a seat may know, JSON-ready, built up and never cut down."""
        ...

    def facts(self, g: S_contra, seat: str) -> Facts:
        """What a seat may know in numbers, for programs that learn."""
        ...

    def say(self, g: S_contra, event: Event, seat: str) -> str:
        """An event in words for a seat ("" sees everything)."""
        ...

    def event(self, g: S_contra, event: Event, n: int, seat: str) -> dict[str, Any]:
        """An event JSON-ready, as `vedette try` shows it: n, kind, text, cite, seat, units, hex, roll.

        And what a log in three depths needs (docs/protocol.md): depth, opens, heading, note, from, tone, detail.
        """
        ...

    def news(self, g: S_contra, events: Sequence[Event], seat: str) -> list[News]:
        """What some events did to whom, for a seat ("" for nobody's), worst first: text, tone, weight, units, hexes."""
        ...

    def turn_end(self, g: S_contra, events: Sequence[Event], seat: str) -> list[Section]:
        """Titled sections about a turn that is over, as it stands then: title, and items of text, tone, hex, units."""
        ...

    def chronicle(self, g: S_contra, events: Sequence[Event]) -> list[Section]:
        """Titled sections about a game from all its events: items, or a table (head, rows); names no secret.

        An item may say which event it is about (`event`, its place in `events`).
        """
        ...

    def reckoning(self, g: S_contra, events: Sequence[Event]) -> Reckoning:
        """What a game came to from all its events: losses by side, and every throw against what could be expected."""
        ...

    def turned(self, g: S_contra, events: Sequence[Event], fight: slice, at: int) -> Turned:
        """What a combat changed, in a sentence.

        Args:
            events: of the whole game.
            fight: where among them those of the combat lie.
            at: the throw that is told of, one of them.
        """
        ...

    def units(self, g: S_contra) -> list[dict[str, Any]]:
        """Every unit of the game JSON-ready, as `vedette show` and `vedette try` list it."""
        ...

    def figures(self, g: S_contra, events: Sequence[Event]) -> dict[str, dict[str, dict[str, int]]]:
        """What a whole game is counted by in a balance report: table -> row -> column -> number.

        A table whose rows are turns ("1", "2", ...) is drawn as lines, any other as bars.
        """
        ...

    def summary(self, battle: Battle, options: Mapping[str, Any]) -> dict[str, Any]:
        """Units, turns, reinforcements, options of a battle (the JSON of `vedette show`)."""
        ...

    def books(self, battle: Battle) -> list[dict[str, Any]]:
        """The books by which a battle may be played, by values of one of its options; none where there is one only.

        Each has value, title, words, own, and how it differs from the battle's own: heading, text, instead, cite.
        """
        ...

    def guide(self, battle: Battle, options: Mapping[str, Any]) -> list[dict[str, str]]:
        """Hints for who plays for the first time, one for a kind of question: kind, title, text, cite."""
        ...

    def terms(self, battle: Battle, options: Mapping[str, Any]) -> list[dict[str, Any]]:
        """The words of the book, each with term, forms (in which it stands in texts too), text and cite."""
        ...


class Assist(Protocol[S_contra]):
    """What helps whoever answers: ranges, plans, overlays, proposals, standing orders."""

    @property
    def counsel(self) -> Counsel[S_contra]:
        """What a commander must know of these rules: pure functions of a view."""
        ...

    def sight(self, g: S_contra, a: int, b: int, units: bool) -> Sighted:
        """The line of sight from a to b with its reasons (the JSON of `vedette los`)."""
        ...

    def reach(self, g: S_contra, unit: str, by: str = "") -> dict[str, Reached]:
        """Hexes that a unit can move to now, with cost and path; one that is off the map comes `by` that hex."""
        ...

    def plans(self, g: S_contra, seat: str, at: str = "", units: tuple[str, ...] = (), by: str = "") -> list[Plan]:
        """Gestures worth giving at the seat's open decision, JSON-ready (docs/protocol.md): for a hex, or for all.

        Units that are off the map come `by` that hex, where they have the choice.
        Reads nothing that the seat may not know. Raises EngineError where there is no such hex or unit.
        """
        ...

    def undone(self, g: S_contra, seat: str) -> str:
        """What the seat would leave undone by passing at its open decision, in words; empty where nothing.

        Reads nothing that the seat may not know.
        """
        ...

    def proposed(self, g: S_contra, seat: str) -> Any:
        """The answer to put under Enter at the seat's open decision, one of its choices; None where there is none.

        Worked out by the counsel from what the seat may know, without lots: the same whenever it is asked.
        """
        ...

    def ending(self, g: S_contra, seat: str) -> Any:
        """The answer that ends what the seat has begun (a move, a list of attacks), a choice; else None.

        The page frames it where nothing is proposed: how far one goes is one's own plan.
        """
        ...

    def passing(self, g: S_contra, seat: str) -> str:
        """The answer that passes, where no other can do anything: proposed on the page. Empty elsewhere.

        Reads nothing that the seat may not know.
        """
        ...

    def idle(self, g: S_contra, seat: str) -> frozenset[str]:
        """Answers that can do nothing this turn, which nobody should be advised to give.

        Reads nothing that the seat may not know.
        """
        ...

    def notes(self, g: S_contra, seat: str) -> dict[str, str]:
        """What answers of the seat's open decision come to as things stand: text of the answer -> a few words.

        Reads nothing that the seat may not know.
        """
        ...

    def labels(self, g: S_contra, seat: str) -> dict[str, str]:
        """Words to show in place of answers that could be misread: text of the answer, which stays its name -> words.

        Reads nothing that the seat may not know.
        """
        ...

    def boards(self) -> list[BoardKind]:
        """Whole-board views: name, title, key, and what each needs ("hex", "to", "unit")."""
        ...

    def board(self, g: S_contra, seat: str, name: str, at: str = "", to: str = "", unit: str = "") -> BoardView:
        """One of them for a seat: name, title, hexes, lines, words (docs/protocol.md). Raises EngineError."""
        ...

    def windows(self, battle: Battle) -> list[Window]:
        """The moments that standing orders may answer, with their settings (engine/occasion.py)."""
        ...

    def occasion(self, g: S_contra, ask: Ask) -> Occasion | None:
        """What a question is to a standing order of the asked seat; None where none may answer it."""
        ...

    def clock(self, g: S_contra) -> Clock:
        """Turn and activation, for orders that last for a while."""
        ...

    def named(self, g: S_contra, seat: str, fact: str) -> tuple[str, str]:
        """What a fact of an order refers to, in words, and why that is gone ("" where it is not).

        Raises EngineError where it names nothing of this game.
        """
        ...


class Positions(Protocol[S]):
    """The referee's files."""

    def position(self, battle: Battle, spec: Mapping[str, Any]) -> S:
        """A position of the referee (docs/positions.md). Raises PositionError."""
        ...

    def begun_flaws(self, g: S) -> list[tuple[str, str]]:
        """What is wrong with how a battle begins: a hex, and what is wrong there."""
        ...

    @property
    def calm(self) -> tuple[type[Procedure], ...]:
        """Procedures under which a unit may be set: their questions stand whoever is where, and can be asked anew."""
        ...

    @property
    def settable(self) -> Mapping[str, Sequence[str]]:
        """What may be said of such a unit besides its hex, with the words there are; none where it is a number."""
        ...

    def overrule(self, g: S, row: Mapping[str, Any]) -> None:
        """Set a unit of a running game, said as in a position file, on this state. Raises PositionError."""
        ...

    def unit_row(self, g: S, id: str) -> dict[str, Any]:
        """A unit as it stands, said as in a position file."""
        ...

    def written(self, g: S) -> dict[str, Any]:
        """The keys of a position file that stands as a state does, from the phase or step under way; nothing hidden.

        Raises PositionError where the book has no such files.
        """
        ...


class Rulebook(Play[S], Text[S], Assist[S], Positions[S], Protocol[S]):
    """A family of rules, with the state that its games have; `engine.family.Family` has what most do alike."""


class Known:
    """What this process knows: rulebooks by name, and who reads battles. Rooms above fill it, the engine asks it."""

    _books: ClassVar[dict[str, Rulebook[Any]]] = {}
    _loader: ClassVar[Callable[[str], Battle] | None] = None

    @classmethod
    def put(cls, rulebook: Rulebook[Any]) -> None:
        """Make a rulebook known (tests register a toy)."""
        cls._books[rulebook.name] = rulebook

    @classmethod
    def get(cls, name: str) -> Rulebook[Any] | None:
        """A rulebook by name: one made known here, else one that is installed."""
        if name not in cls._books:
            for point in entry_points(group="vedette.rulebooks", name=name):
                book = point.load()
                ready()
                cls._books[name] = book
        return cls._books.get(name)

    @classmethod
    def load_with(cls, loader: Callable[[str], Battle]) -> None:
        """Say who reads battles (the packs room does)."""
        cls._loader = loader

    @classmethod
    def loader(cls) -> Callable[[str], Battle]:
        """Who reads battles."""
        if cls._loader is None:
            with suppress(ImportError):  # whoever has the packs has who reads them; the room alone has neither
                import_module("vedette.packs")
        if cls._loader is None:
            raise LookupError("nobody reads battles: import vedette, or call Known.load_with")
        return cls._loader


def rulebook_of(battle: Battle) -> Rulebook[Any]:
    """The rulebook of a battle, by its entry point."""
    found = Known.get(battle.rulebook)
    if found is None:
        raise LookupError(f"{battle.id}: no rulebook {battle.rulebook!r} is installed")
    return found
