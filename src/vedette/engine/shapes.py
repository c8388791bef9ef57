"""The shapes of what is told JSON-ready: plans, ranges, overlays, news, cards (docs/protocol.md explains each key)."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict


class Chance(TypedDict):
    """One row of chances."""

    name: str
    probability: float


class LeftOut(TypedDict):
    """A unit that might be thought of and takes no part."""

    unit: str
    why: str
    cite: str


class Plan(TypedDict):
    """A gesture with what it would come to."""

    kind: str
    title: str
    text: str
    """Accepted by `Game.play` as it stands."""
    at: str | None
    units: list[str]
    others: list[LeftOut]
    headline: str
    shifts: list[dict[str, Any]]
    chances: list[Chance]
    odds: dict[str, Any] | None
    """Where it is a single combat: as `Odds.plain` gives them."""
    best: bool
    warning: str | None
    ghosts: dict[str, str]
    """Where units would end."""
    path: list[str]
    cite: str
    # what only some kinds have
    measure: NotRequired[Chance]
    """The chance by which ways are compared."""
    exact: NotRequired[bool]
    fires: NotRequired[list[dict[str, Any]]]
    """The fires one by one, in the order in which they are rolled."""
    assumed: NotRequired[list[Any]]
    part: NotRequired[str | None]
    """Of an assault: the announcement alone; `end` closes the announcing, `hex` is where the column is counted from."""
    end: NotRequired[str | None]
    hex: NotRequired[str | None]
    column: NotRequired[dict[str, str] | None]
    strength: NotRequired[str | None]
    before: NotRequired[list[Chance]]
    """Without defensive fire; `after` with it."""
    after: NotRequired[list[Chance]]
    scale: NotRequired[dict[str, Any] | None]
    """The columns of its table, the first and the last of this plan."""
    deed: NotRequired[str]
    """What it does in a word, where `kind` does not say it."""
    say: NotRequired[str]
    expected: NotRequired[dict[str, float]]
    """Steps that each side loses on the average."""
    halts: NotRequired[list[str]]
    """Of a march: who does not come all the way, where he stops, why and by which case."""
    stops: NotRequired[list[dict[str, str]]]
    """Of a march: who else stops on the way, and why (`unit`, `why`, `cite`); the rest of them are among `others`."""
    exposed: NotRequired[list[dict[str, Any]]]
    """Units on whose end enemies bear."""
    ways: NotRequired[dict[str, list[str]]]
    """Of a march: the hexes of each unit."""
    draws: NotRequired[list[dict[str, Any]]]
    """The fire that it draws."""
    irreversible: NotRequired[dict[str, str] | None]
    """Why it cannot be taken back freely."""
    support: NotRequired[list[dict[str, Any]]]
    room: NotRequired[dict[str, str | None]]
    numbers: NotRequired[dict[str, list[Any]]]
    by: NotRequired[str]
    """Where units that are off the map come on."""
    direction: NotRequired[str]
    hexes: NotRequired[int]
    equal: NotRequired[bool]
    """Whether all ways of a retreat come to the same."""
    label: NotRequired[str]


class Reached(TypedDict):
    """A hex to which a unit or a stack can come, and all that goes with it."""

    cost: float
    path: list[str]
    end: bool
    """Whether it can stop there; else `why` and `cite` say what bars it."""
    draws_fire: bool
    left: float
    why: str
    cite: str
    fires: list[dict[str, Any]]
    irreversible: dict[str, str] | None
    support: list[dict[str, Any]]
    numbers: dict[str, list[Any]]
    stack: str | None
    text: str
    """All of it in words."""
    turn: NotRequired[str | None]
    stops: NotRequired[bool]


class BoardKind(TypedDict):
    """An overlay that there is."""

    name: str
    title: str
    key: str
    needs: list[str]
    """Of "hex", "to" and "unit"."""


class Cell(TypedDict):
    """What an overlay shows in a hex."""

    text: str
    weight: float
    """How strong the colour is, 0 to 1."""
    tone: str
    why: str
    cite: str


Stroke = TypedDict("Stroke", {"from": str, "to": str, "tone": str, "text": str})
"""A line of an overlay between two hexes."""


class BoardView(TypedDict):
    """An overlay as it is drawn: a view of the whole board."""

    name: str
    title: str
    hexes: dict[str, Cell]
    lines: list[Stroke]
    words: list[str]
    legend: NotRequired[dict[str, str]]
    """What its tones mean, where that is not good or bad for whoever looks."""


class Piece(TypedDict):
    """A hex that a line of sight touches."""

    hex: str
    level: int
    effect: str
    """"none", "obscures" or "blocks"."""
    reason: str
    cite: str


class Cover(TypedDict):
    """What hides a target in its own hex."""

    reason: str
    cite: str


Sighted = TypedDict(
    "Sighted",
    {"from": str, "to": str, "sight": str, "range": int, "because": list[Piece], "target": NotRequired[Cover]},
)
"""A line of sight with its reasons: "clear", "obscured" or "blocked", and every hex that it touches, in order."""


class News(TypedDict):
    """What befell a unit, in a few words."""

    text: str
    tone: str
    """For the seat that reads it."""
    weight: float
    """The worst first; below nought it is good."""
    units: list[str]
    hexes: list[str]
    n: NotRequired[int]
    """The entry at which it began, where the table tells it."""


class Item(TypedDict):
    """A line of a section."""

    text: str
    tone: str
    hex: str | None
    units: list[str]
    event: NotRequired[int]
    """Its place among the events that were told of."""
    n: NotRequired[int]
    """The entry at which it happened, where the table tells it."""


class Section(TypedDict):
    """Lines under a title, or a table."""

    title: str
    items: NotRequired[list[Item]]
    head: NotRequired[list[str]]
    rows: NotRequired[list[list[str]]]
    note: NotRequired[str]
    side: NotRequired[str | None]
    """Of a list beside the map: whose it is; `count` is how many it has."""
    count: NotRequired[int]
