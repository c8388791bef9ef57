"""What is said beside an open question: what each answer comes to, what passing leaves undone, standing orders."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from vedette.engine.choice import DONE
from vedette.engine.content import SIDES
from vedette.engine.events import EngineError
from vedette.engine.occasion import PROPOSED, Clock, Window
from vedette.engine.procedure import Ask
from vedette.engine.run import asks
from vedette.engine.state import State
from vedette.engine.words import counted

Note = Callable[[Any, Ask, Any], str]
"""State, question and answer -> what is said about the answer; empty for nothing."""
Words = Callable[[Any, Ask], str]
"""State and question -> what passing leaves undone."""
Setting = dict[str, Any]
"""A setting of a window, JSON-ready."""
NAMED = 4
"""How many are named; the others are counted."""


def asked(g: State, seat: str) -> Ask | None:
    """The question that a seat is asked, if any."""
    return next((ask for ask in asks(g) if ask.seat == seat), None)


def noted(g: State, seat: str, table: Mapping[str, Note]) -> dict[str, str]:
    """Text of an answer -> what is said about it, by the kind of question; answers without a note are left out."""
    ask = asked(g, seat)
    note = table.get(ask.kind) if ask is not None else None
    if ask is None or note is None:
        return {}
    found = {g.text_of(value): note(g, ask, value) for value in ask.options}
    return {text: words for text, words in found.items() if words}


def ended(g: State, seat: str, table: Mapping[str, Words]) -> dict[str, str]:
    """The answer that ends a step -> what it ends ("end movement"), by the kind of question; "done" alone leaves open
    whether a unit is done or a phase."""
    ask = asked(g, seat)
    words = table.get(ask.kind) if ask is not None else None
    if ask is None or words is None or all(choice.kind != DONE.kind for choice in ask.options):
        return {}
    return {g.text_of(DONE): words(g, ask)}


def ends_move(g: Any, ask: Ask) -> str:
    """ "end the move of 7 OH-a", "end the move of these 3"."""
    ids = ask.about
    return f"end the move of {ids[0] if len(ids) == 1 else f'these {len(ids)}'}" if ids else "end this move"


def says(words: str) -> Words:
    """The same words whatever the state is."""
    return lambda g, ask: words


def rest_words(many: int) -> str:
    """What setting up the rest as proposed does."""
    return f"all {many} that are left, at once, where the scenario proposes them"


def passed(g: State, seat: str) -> Ask | None:
    """The question at which a seat could pass, if any."""
    return next((ask for ask in asks(g) if ask.seat == seat and ask.optional), None)


def left_undone(g: Any, ask: Ask | None, table: Mapping[str, Words]) -> str:
    """What passing at a question would leave undone, by its kind."""
    words = table.get(ask.kind) if ask is not None else None
    return words(g, ask) if words is not None and ask is not None else ""


def first_of(ids: Sequence[str], what: str, many: str, verb: str) -> str:
    """ "5 units could still move: 5 OH, 13 IN, 62 OH, 39 IL and 1 more"; empty for nobody."""
    if not ids:
        return ""
    more = f" and {len(ids) - NAMED} more" if len(ids) > NAMED else ""
    return f"{counted(len(ids), what, many)} {verb}: {', '.join(ids[:NAMED])}{more}"


# -- standing orders --------------------------------------------------------------------------------------------


def window(name: str, title: str, default: str, *settings: Setting, **more: Any) -> Window:
    """A moment that standing orders may answer (`vedette.engine.occasion.Window`)."""
    return {"name": name, "title": title, "default": default, **more, "settings": list(settings)}


def asking(title: str) -> Setting:
    """The setting that leaves the answer to the player."""
    return {"name": "ask", "title": title}


def giving(name: str, title: str, deed: str, **more: Any) -> Setting:
    """A setting that answers by a deed."""
    return {"name": name, "title": title, "deed": deed, **more}


def if_equal(title: str) -> Setting:
    """The setting that answers as proposed where all the choices are alike."""
    return giving("equal", title, PROPOSED, only_if=["equal"])


ASKS = asking("always ask")
GOES = giving("go", "as proposed", PROPOSED)


ALIKE = if_equal("as proposed where the units are alike in every value, else ask")


def equal(values: Callable[[Any, str], Any], g: Any, ids: Sequence[str]) -> frozenset[str]:
    """The fact "equal", if units differ in nothing but their names."""
    return frozenset({"equal"} if len({values(g, id) for id in ids}) == 1 else ())


def clock(g: Any) -> Clock:
    """Turn and player turn."""
    return Clock(str(g.turn), f"{SIDES[g.player]} {g.turn}" if g.player >= 0 else "")


def no_fact(g: Any, seat: str, fact: str) -> tuple[str, str]:
    """Refuses any fact in an order, for books whose orders list none."""
    raise EngineError(f"there is no {fact!r} in this game")
