"""Standing orders: what a seat has settled beforehand. Windows, facts and answers come from the rulebook.

ordered = Ordered()
orders = Orders(rulebook.windows(battle))
orders.give(ordered, Order("before-draw", "ask", until="turn"), clock, named)
deed = orders.deed(ordered, occasion)          # "pass", or None where the seat is to be asked
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from vedette.engine.occasion import Clock, Occasion, Window

ONCE, ACTIVATION, TURN, ALWAYS = "once", "activation", "turn", "always"
UNTIL = {ONCE: "once", ACTIVATION: "this activation", TURN: "this turn", ALWAYS: "until changed"}
"""How long an order lasts, in words."""
LIVE, ALONE = "live", "alone"
"""The kinds of game that have defaults of their own."""
COMPUTER = "computer"
"""The setting, and the deed, by which the computer answers at a window."""
MOST_NAMES = 40
KEPT_NOTES = 8

Named = Callable[[str], tuple[str, str]]
"""A fact -> what it names, and why that is gone ("" where it is not). Raises EngineError where it names nothing."""


class OrderError(ValueError):
    """An order that cannot be given: what is wrong, and the mend."""


class Order(msgspec.Struct, frozen=True):
    """What a seat has settled for a window."""

    window: str
    setting: str
    names: tuple[str, ...] = ()
    """Facts at which it asks after all: "hex 1834"."""
    until: str = ALWAYS
    stamp: str = ""
    """The turn or activation that it lasts for; "" until the activation begins."""


class Note(msgspec.Struct, frozen=True):
    """What the owner is told about an order that has lapsed."""

    n: int
    text: str


class Ordered(msgspec.Struct):
    """What one seat has ordered, as it is stored."""

    orders: dict[str, Order] = {}
    """By window; elsewhere the default applies."""
    suspended: bool = False
    passed: dict[str, str] = {}
    """Window -> the turn in which the seat has passed at it."""
    notes: list[Note] = []
    parts: tuple[str, ...] = ()
    """Formations that the computer leads."""


def handed_over(windows: Sequence[Window]) -> list[Window]:
    """The windows of a battle, each with one setting more: the computer answers."""
    setting = {"name": COMPUTER, "title": "the computer answers", "deed": COMPUTER}
    return [{**row, "settings": [*row["settings"], setting]} for row in windows]


class Orders:
    """The windows of a battle, and what the orders of a seat say about them."""

    def __init__(self, windows: Sequence[Window], mode: str = "") -> None:
        self.windows = {row["name"]: row for row in handed_over(windows)}
        self.mode = mode

    # -- what an order says ------------------------------------------------------------------------------

    def default(self, window: str, mode: str | None = None) -> Order:
        """What applies where nothing was ordered."""
        row = self.windows[window]
        setting: str = row.get(self.mode if mode is None else mode) or row["default"]
        return Order(window, setting)

    def at(self, ordered: Ordered, window: str, mode: str | None = None) -> Order:
        """The order that applies at a window."""
        return ordered.orders.get(window) or self.default(window, mode)

    def deed(self, ordered: Ordered, occasion: Occasion, turn: str, mode: str | None = None) -> str | None:
        """The deed that the seat's orders answer with; None where it is asked."""
        if ordered.suspended or occasion.window not in self.windows:
            return None
        order = self.at(ordered, occasion.window, mode)
        setting = self._setting(order.window, order.setting)
        deed: str | None = setting.get("deed")
        if deed == COMPUTER:
            return deed
        if deed is None or deed not in occasion.answers:
            return None
        if not occasion.facts.isdisjoint((*setting.get("ask_if", ()), *order.names)):
            return None
        if "only_if" in setting and occasion.facts.isdisjoint(setting["only_if"]):
            return None
        if setting.get("memory") and ordered.passed.get(order.window) != turn:
            return None
        return deed

    def offers(self, occasion: Occasion) -> list[dict[str, str]]:
        """Which settings answer a question always by the same deed: what may be ordered from the question itself."""
        if occasion.window not in self.windows:
            return []
        plain = [s for s in self.windows[occasion.window]["settings"] if not _conditional(s)]
        firsts = {s["deed"]: s["name"] for s in reversed(plain) if s.get("deed") in occasion.answers}
        return [{"deed": deed, "setting": name} for deed, name in firsts.items()]

    # -- giving and taking back --------------------------------------------------------------------------

    def give(self, ordered: Ordered, order: Order, clock: Clock, named: Named) -> None:
        """Add an order to those of a seat. Raises OrderError."""
        if order.window not in self.windows:
            raise OrderError(f"there is no window {order.window[:40]!r}; there are {', '.join(self.windows)}")
        setting = self._setting(order.window, order.setting)
        if setting.get("only", self.mode) != self.mode:
            raise OrderError("this setting would tell the other side something; it is for a game against the computer")
        if order.until not in UNTIL:
            raise OrderError(f"an order lasts {', '.join(UNTIL)}, not {order.until[:40]!r}")
        if len(order.names) > MOST_NAMES:
            raise OrderError(f"an order names at most {MOST_NAMES} things")
        kinds = setting.get("names", ())
        for fact in order.names:
            if fact.partition(" ")[0] not in kinds:
                raise OrderError(f"this setting names {' and '.join(kinds) or 'nothing'}, not {fact[:40]!r}")
            gone = named(fact)[1]
            if gone:
                raise OrderError(gone)
        stamp = {TURN: clock.turn, ACTIVATION: clock.activation}.get(order.until, "")
        names = tuple(dict.fromkeys(order.names))
        ordered.orders = {**ordered.orders, order.window: msgspec.structs.replace(order, names=names, stamp=stamp)}

    def drop(self, ordered: Ordered, window: str) -> None:
        """Back to the default. Raises OrderError where there is no such window."""
        if window not in self.windows:
            raise OrderError(f"there is no window {window[:40]!r}; there are {', '.join(self.windows)}")
        ordered.orders = {w: o for w, o in ordered.orders.items() if w != window}

    # -- the passing of time -----------------------------------------------------------------------------

    def tick(self, ordered: Ordered, clock: Clock, named: Named, n: int) -> bool:
        """Let orders lapse that are over, or whose facts are gone (with a note); whether anything has changed."""
        before = ordered.orders
        kept = {w: order for w, o in before.items() if (order := self._kept(ordered, o, clock, named, n)) is not None}
        if kept != before:
            ordered.orders = kept
        return kept != before

    def answered(self, ordered: Ordered, window: str, passed: bool, turn: str) -> bool:
        """The seat has answered at a window: once is over, and a pass is remembered; whether anything has changed."""
        changed = False
        order = ordered.orders.get(window)
        if order is not None and order.until == ONCE:
            self.drop(ordered, window)
            changed = True
        remembers = any(s.get("memory") for s in self.windows[window]["settings"])
        if passed and remembers and ordered.passed.get(window) != turn:
            ordered.passed = {**ordered.passed, window: turn}
            changed = True
        return changed

    def _kept(self, ordered: Ordered, order: Order, clock: Clock, named: Named, n: int) -> Order | None:
        """The order as it still stands; None where it has lapsed."""
        if order.until == TURN and order.stamp != clock.turn:
            return None
        if order.until == ACTIVATION and order.stamp != clock.activation:
            if order.stamp:
                return None
            order = msgspec.structs.replace(order, stamp=clock.activation)
        gone = {fact: words for fact in order.names if (words := named(fact)[1])}
        if not gone:
            return order
        left = tuple(fact for fact in order.names if fact not in gone)
        lapsed = "is lifted" if not left else "holds for the rest"
        text = f"{self.windows[order.window]['title']}: {'; '.join(gone.values())}, so the order {lapsed}."
        ordered.notes = [*ordered.notes, Note(n, text)][-KEPT_NOTES:]
        return msgspec.structs.replace(order, names=left) if left else None

    # -- in words ----------------------------------------------------------------------------------------

    def words(self, order: Order, named: Named) -> str:
        """An order as a sentence."""
        row = self.windows[order.window]
        names = ", ".join(named(fact)[0] for fact in order.names)
        lasts = "" if order.until == ALWAYS else f" ({UNTIL[order.until]})"
        setting = self._setting(order.window, order.setting)["title"]
        return f"{row['title']}: {setting}{': ' if names else ''}{names}{lasts}"

    def plain(self, ordered: Ordered, named: Named, mode: str | None = None) -> dict[str, Any]:
        """The orders of a seat for its owner, JSON-ready: what was ordered, and the default elsewhere."""
        in_force = [self.at(ordered, window, mode) for window in self.windows]
        rows = [
            {
                "window": o.window, "setting": o.setting, "names": list(o.names), "until": o.until,
                "text": self.words(o, named), "given": o.window in ordered.orders,
            }
            for o in in_force
        ]  # fmt: skip
        notes = [{"n": note.n, "text": note.text} for note in ordered.notes]
        return {"suspended": ordered.suspended, "orders": rows, "notes": notes, "parts": list(ordered.parts)}

    def _setting(self, window: str, name: str) -> dict[str, Any]:
        """A setting of a window by its name. Raises OrderError."""
        settings: list[dict[str, Any]] = self.windows[window]["settings"]
        for setting in settings:
            if setting["name"] == name:
                return setting
        raise OrderError(f"{window} has no setting {name[:40]!r}; it has {', '.join(s['name'] for s in settings)}")


def _conditional(setting: dict[str, Any]) -> bool:
    return any(key in setting for key in ("ask_if", "only_if", "memory", "names"))
