"""A hint: what the adjutant would do at a question, how far it would go on with it, and why.

It is worked out in a game that the seat could be in, and played on there as far as no chance and no other seat is
asked: what it says can tell nothing that the seat does not know.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Any, NamedTuple

from vedette.engine.decision import Decision
from vedette.engine.events import EngineError, IllegalAction
from vedette.engine.game import Game
from vedette.engine.odds import Odds
from vedette.staff.desk import Desk
from vedette.staff.seats import Adjutant

ADVISER = Adjutant.name
"""Whose opinion it is."""
ENDS = ("done", "pass")
"""Answers that need no saying after others."""
LONGEST = 12
"""So many answers that belong together are looked for; a march in longer steps ends there."""
VARIED = 1e-3
"""Kinds of question in which an answer may fall short of the best by more than this are a matter of taste."""
NEARLY = 3
"""So many other answers are named that it likes as well."""


class Hint(NamedTuple):
    """What the adjutant would do, and why."""

    text: str
    """One of the answers that are offered."""
    label: str
    """What it is called on the page, "" where that is the answer itself."""
    then: tuple[str, ...]
    """What it would go on with, as far as nothing comes between."""
    hexes: tuple[str, ...]
    """Where these answers are about something, in their order."""
    units: tuple[str, ...]
    """Whom they are about."""
    note: str
    """What the answer comes to as things stand, "" where there is nothing to say."""
    chances: tuple[tuple[str, float], ...]
    """What may come of the combat that it opens, the first the one that counts."""
    reasons: tuple[str, ...]
    """What it has in mind with those whom it is about."""
    others: tuple[str, ...]
    """Answers that it likes as well."""
    second: str
    """The answer that it likes best after these, "" where there is none."""
    called: dict[str, str]
    """Of all these answers those that the page shows by other words than their text: text -> words."""

    def plain(self) -> dict[str, Any]:
        """JSON-ready, as the table gives it."""
        found = self._asdict()
        found["chances"] = [{"name": name, "probability": p} for name, p in self.chances]
        return found


def hint(imagined: Game, seat: str) -> Hint:
    """What the adjutant would do for a seat.

    Args:
        imagined: a game that the seat could be in (`Game.imagine`); it is left as it is.

    Raises:
        LookupError: the seat is not asked anything.
    """
    desk = Desk(imagined, seat)
    texts, best = _ranked(desk)
    first = texts[0]
    others, second = tuple(texts[1:best][:NEARLY]), texts[best] if best < len(texts) and best == 1 else ""
    labels = imagined.labels(seat)
    called = {text: labels[text] for text in (first, *others, second) if text in labels}
    then, hexes, units = _followed(imagined, seat, first, called)
    rulebook, state = imagined.rulebook, imagined.state
    return Hint(
        text=first,
        label=labels.get(first, ""),
        then=then,
        hexes=hexes,
        units=units,
        note=imagined.notes(seat).get(first, ""),
        chances=_chances(imagined, seat, (first, *then)),
        reasons=tuple(rulebook.counsel.reasons(state, seat, units)),
        others=others,
        second=second,
        called=called,
    )


def _ranked(desk: Desk) -> tuple[list[str], int]:
    """The answers, the best liked first and what would be proposed before its equals; how many are as good."""
    values, within = desk.counsel.adjutant(desk)
    usual = desk.decision["usual"]
    texts = [desk.text(i) for i in range(len(values))]
    vain = desk.rulebook.idle(desk.state, desk.seat)
    able = [i for i, text in enumerate(texts) if text not in vain] or list(range(len(texts)))
    most = max(values[i] for i in able)
    good = [i for i in able if values[i] >= most - within]
    exact = within < VARIED  # among equals what passes comes first, as it does where something is proposed
    good.sort(key=lambda i: (not exact and -values[i], texts[i] != usual, i))
    rest = sorted(set(range(len(values))) - set(good), key=lambda i: (-values[i], i))
    return [texts[i] for i in (*good, *rest)], len(good)


def _followed(
    imagined: Game, seat: str, first: str, called: dict[str, str]
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """What it would go on with until something else is asked; the hexes and units of all of it.

    Args:
        called: gets the words of those answers that are shown by others than their text.
    """
    trial = imagined.clone()
    trial.keep = False
    trial.chance = None
    asked = opened = trial.decision_of(seat)
    assert opened is not None
    text, then = first, list[str]()
    hexes: dict[str, None] = {}
    units: dict[str, None] = {}
    met: set[str] = set()
    while asked is not None and (action := asked.find(text)) is not None:
        if action.hex in hexes and then:
            then.pop()  # back and forth: it has thought better of it on the way
            break
        before = asked
        met.add(asked.kind)
        hexes.update({action.hex: None} if action.hex else {})
        unit = action.choice.unit if action.choice is not None else ""
        units.update({unit: None} if unit else dict.fromkeys(asked.about if len(asked.about) == 1 else ()))
        try:
            trial.play(action)
        except EngineError:  # a question that only chance can carry on
            break
        asked = trial.decision_of(seat)
        if text in ENDS or asked is None or len(then) == LONGEST or not _goes_on(trial, before, asked, met):
            break
        text = _ranked(Desk(trial, seat))[0][0]
        if text not in ENDS or (not then and len(asked.about) == 1):  # "move A; done": it is to stay where it is
            then.append(text)
            called.update({text: words} if (words := trial.labels(seat).get(text)) else {})
        if text in ENDS:
            break
    return tuple(then), tuple(hexes), tuple(units or opened.about)


def _goes_on(trial: Game, before: Decision, asked: Decision, met: Container[str]) -> bool:
    """Whether the same deed goes on: nobody else is asked, it is no window, and nothing that was met begins anew."""
    if len(trial.decisions) > 1 or asked.window or asked.ask.private != before.ask.private:
        return False
    return asked.kind not in met or (asked.kind == before.kind and asked.about == before.about)


def _chances(imagined: Game, seat: str, texts: tuple[str, ...]) -> tuple[tuple[str, float], ...]:
    """What may come of the combat that these answers open; nothing where they open none."""
    for upto in range(len(texts), 0, -1):
        try:
            found: Odds = imagined.odds(*(f"{seat}: {text}" for text in texts[:upto]), seat=seat)
        except (EngineError, IllegalAction):
            continue
        return tuple((total.name, total.probability) for total in found.totals)
    return ()
