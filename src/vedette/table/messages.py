"""What a client may send, read strictly: a wrong message becomes a refusal, never an exception further in."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

MOST_BYTES = 16_384
MOST_TEXT = 2_000

Id = Annotated[str, msgspec.Meta(pattern=r"\A[!-~]{1,64}\Z")] | Annotated[int, msgspec.Meta(ge=-(2**53), le=2**53)]
Words = Annotated[str, msgspec.Meta(max_length=MOST_TEXT)]
Name = Annotated[str, msgspec.Meta(max_length=64)]


class Refused(Exception):
    """A message that is not carried out: why, and the case where a rule says so."""

    def __init__(self, reason: str, cite: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.cite = cite


class Overrun(Refused):
    """Nothing was done because another server was faster."""

    def __init__(self) -> None:
        super().__init__("the game has gone on at another server; look again")


class Overasked(Overrun):
    """Nothing was done because at another server something was asked, answered or withdrawn in this moment."""


class Unstored(Refused):
    """Nothing was done because it could not be stored; the same message may be sent again, and is then carried out."""

    def __init__(self, why: str) -> None:
        super().__init__(f"it could not be stored, so nothing was done: {why}")


class Act(msgspec.Struct, frozen=True):
    """Answer a decision."""

    game: Name
    decision: int
    text: Words
    id: Id
    seat: Name | None = None
    stop: bool = False
    """Stop after the last move of an activation, while it can be taken back (see `stops`)."""


class Undo(msgspec.Struct, frozen=True):
    """Back to a seat's previous decision."""

    game: Name
    id: Id
    seat: Name | None = None
    n: int | None = None
    """The number of entries that the client knew of."""
    to: int | None = None
    """The entry to go back to, one of the state's `back`; else to before the seat's last answer."""
    unit: Name | None = None
    """Take back this unit's move alone."""
    ask: bool = False
    """Where something stands in the way, ask the other seat."""


class Redo(msgspec.Struct, frozen=True):
    """Play again what was taken back last."""

    game: Name
    id: Id
    seat: Name | None = None
    n: int | None = None
    stop: bool = False


class Consent(msgspec.Struct, frozen=True):
    """Agree to the other seat's request for a take-back or refuse it; or withdraw one's own."""

    game: Name
    id: Id
    request: int
    accept: bool


class Resign(msgspec.Struct, frozen=True):
    """Give the game up for a seat."""

    game: Name
    id: Id
    seat: Name | None = None
    n: int | None = None
    """The number of entries that the client knew of."""


class Draw(msgspec.Struct, frozen=True):
    """Offer the other seat a draw."""

    game: Name
    id: Id
    seat: Name | None = None
    n: int | None = None
    """The number of entries that the client knew of."""


class Claim(msgspec.Struct, frozen=True):
    """The other side's time is over: claim the game."""

    game: Name
    id: Id
    seat: Name | None = None
    n: int | None = None
    """The number of entries that the client knew of."""


class Hurry(msgspec.Struct, frozen=True):
    """Tell the computer that thinks to move now."""

    game: Name
    id: Id


class Holiday(msgspec.Struct, frozen=True):
    """Stop one's own clock for a while, or let it go on."""

    game: Name
    id: Id
    on: bool
    seat: Name | None = None


class Values(msgspec.Struct, frozen=True):
    """Go on by the present values of the pack, or ask the other seat to."""

    game: Name
    id: Id
    seat: Name | None = None
    n: int | None = None
    """The number of entries that the client knew of."""
    edition: Name = ""
    """The fingerprint of the values that are meant."""


class Overrule(msgspec.Struct, frozen=True):
    """Set a unit so, or ask the other seat to agree to it."""

    game: Name
    id: Id
    unit: dict[str, Any]
    """Said as a table [[unit]] of a position file says it."""
    seat: Name | None = None
    n: int | None = None
    """The number of entries that the client knew of."""


class Dice(msgspec.Struct, frozen=True):
    """Dice that people rolled, in order: `52 53 1`."""

    game: Name
    id: Id
    decision: int
    text: Words


class Ends(msgspec.Struct, frozen=True):
    """Which answers of an open decision, or which gesture, end the freedom to take back."""

    id: Id
    text: Words | None = None
    seat: Name | None = None


class See(msgspec.Struct, frozen=True):
    """Show the state and the log after an entry."""

    after: int = -1


class Look(msgspec.Struct, frozen=True):
    """Hotseat: show one seat's own part."""

    seat: Name
    on: bool


class Hidden(msgspec.Struct, frozen=True):
    """Nobody can see the page now, or somebody can again. It is answered by nothing."""

    on: bool


class OddsOf(msgspec.Struct, frozen=True):
    """The chances of the combat that these actions open."""

    id: Id
    texts: Annotated[list[Words], msgspec.Meta(min_length=1, max_length=64)]
    seat: Name | None = None


class Reach(msgspec.Struct, frozen=True):
    """Where a moving unit can come to."""

    id: Id
    unit: Words
    by: Name = ""
    """Where it comes on that is off the map; by itself."""


class Why(msgspec.Struct, frozen=True):
    """Why a text is not offered."""

    id: Id
    text: Words
    seat: Name | None = None


class Plans(msgspec.Struct, frozen=True):
    """Gestures worth giving at an open decision, for one hex or for all."""

    id: Id
    seat: Name | None = None
    at: Name = ""
    units: Annotated[list[Name], msgspec.Meta(max_length=64)] = []
    by: Name = ""
    """Where those come on that are off the map; by itself."""


class BoardOf(msgspec.Struct, frozen=True):
    """A whole-board view."""

    id: Id
    name: Name
    seat: Name | None = None
    at: Name = ""
    to: Name = ""
    unit: Name = ""


class HintOf(msgspec.Struct, frozen=True):
    """What the computer would do at an open decision."""

    id: Id
    seat: Name | None = None


class Moment(msgspec.Struct, frozen=True):
    """The board as it was after an entry."""

    id: Id
    n: int


class News(msgspec.Struct, frozen=True):
    """What happened after an entry; without it, since the key's last answer."""

    id: Id
    after: int | None = None


class TurnOf(msgspec.Struct, frozen=True):
    """The card of a turn that is over; without a number of the last one."""

    id: Id
    turn: int | None = None


class OrderOf(msgspec.Struct, frozen=True):
    """Give a standing order; without a setting, take it back."""

    id: Id
    window: Name
    seat: Name | None = None
    setting: Name = ""
    names: Annotated[list[Name], msgspec.Meta(max_length=64)] = []
    until: Name = "always"


class OrdersOf(msgspec.Struct, frozen=True):
    """Suspend all standing orders or let them stand; put their notes away; hand formations over to the computer."""

    id: Id
    seat: Name | None = None
    suspended: bool | None = None
    read: bool = False
    parts: Annotated[list[Words], msgspec.Meta(max_length=64)] | None = None
    """The formations that the computer leads from now on."""


class HoldOn(msgspec.Struct, frozen=True):
    """Raise a hand in a beat."""

    id: Id
    seat: Name | None = None


class Sitting(msgspec.Struct, frozen=True):
    """The end of a sitting: a note to oneself, and for the other side when one is back."""

    game: Name
    id: Id
    note: Annotated[str, msgspec.Meta(max_length=500)] = ""
    back: Annotated[str, msgspec.Meta(max_length=40)] = ""


class Nudge(msgspec.Struct, frozen=True):
    """Ask the other seat to go on."""

    game: Name
    id: Id


class Say(msgspec.Struct, frozen=True):
    """Say something to the other seat."""

    game: Name
    id: Id
    text: Annotated[str, msgspec.Meta(max_length=500)]
    entry: int | None = None
    """The moment that it is about."""


class Hush(msgspec.Struct, frozen=True):
    """Hear the other seat no more, or again."""

    game: Name
    id: Id
    on: bool


class Report(msgspec.Struct, frozen=True):
    """Bring a line of the other seat before who runs the server."""

    game: Name
    id: Id
    number: int


Talking = Say | Hush | Report
Changing = Act | Undo | Redo | Consent | Resign | Draw | Claim | Values | Overrule | Dice
Ordering = OrderOf | OrdersOf | HoldOn
Message = (
    Changing
    | See
    | Look
    | Hidden
    | OddsOf
    | Reach
    | Why
    | Plans
    | BoardOf
    | HintOf
    | Moment
    | News
    | TurnOf
    | Ends
    | Ordering
    | Talking
    | Holiday
    | Hurry
    | Sitting
    | Nudge
)
KINDS: dict[str, type[Message]] = {
    "act": Act,
    "undo": Undo,
    "redo": Redo,
    "consent": Consent,
    "resign": Resign,
    "draw": Draw,
    "claim": Claim,
    "holiday": Holiday,
    "hurry": Hurry,
    "values": Values,
    "overrule": Overrule,
    "dice": Dice,
    "ends": Ends,
    "see": See,
    "look": Look,
    "hidden": Hidden,
    "odds": OddsOf,
    "reach": Reach,
    "why": Why,
    "plans": Plans,
    "board": BoardOf,
    "hint": HintOf,
    "moment": Moment,
    "news": News,
    "turn": TurnOf,
    "order": OrderOf,
    "orders": OrdersOf,
    "hold": HoldOn,
    "sitting": Sitting,
    "nudge": Nudge,
    "say": Say,
    "hush": Hush,
    "report": Report,
}


def read(raw: str | bytes) -> tuple[Message | None, Any, str]:
    """A message out of a frame.

    Returns:
        The message, its id as sent (None where it has none), and what is wrong with it where there is no message.
    """
    size = len(raw) if isinstance(raw, bytes) else len(raw.encode("utf-8", "surrogatepass"))
    if size > MOST_BYTES:
        return None, None, f"the message has {size} bytes; at most {MOST_BYTES} are read"
    if isinstance(raw, bytes):
        return None, None, "the message is binary; send text"
    try:
        found = msgspec.json.decode(raw)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None, None, "the message is no JSON"
    if not isinstance(found, dict) or len(found) != 1:
        return None, None, f"a message is an object with one key, one of {', '.join(KINDS)}"
    name, body = next(iter(found.items()))
    kind = KINDS.get(name)
    if kind is None:
        return None, None, f"there is no message {str(name)[:40]!r}; there are {', '.join(KINDS)}"
    id = _id(body)
    try:
        return msgspec.convert(body, kind), id, ""
    except msgspec.ValidationError as error:
        return None, id, f"{name}: {error}"


def _id(body: Any) -> Any:
    """The id of a message that may be wrong elsewhere."""
    try:
        return msgspec.convert(body.get("id"), Id) if isinstance(body, dict) else None
    except msgspec.ValidationError:
        return None


def answer(name: str, /, **fields: Any) -> str:
    """A message of the server."""
    return msgspec.json.encode({name: fields}).decode()


def refusal(id: Any, error: Refused) -> str:
    """A message that was not carried out."""
    return answer("refused", id=id, reason=error.reason, cite=error.cite)
