"""What answers meant: which end a `done` was, what the rules have answered by themselves, whose `done` it is.

`done` ends a unit's move, a list of attacks, a step or a phase, whatever is open when it is given. Where that could be
another thing by then, it is written by what it means: `done move`, `done fire`, `done assault` end nothing else, and
`done move 7 OH-a` ends the move of that unit and is passed over where that is over already. `done movement`, `done pay`
end a whole step, and are refused where it is not open.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from vedette.engine.decision import Decision, folded
from vedette.engine.entries import Entry, live
from vedette.engine.events import Event, IllegalAction
from vedette.engine.looking import Given, Looking
from vedette.engine.procedure import CHANCE, Phase

DONE = "done"
PASS = "pass"
END = re.compile(r"^done (?P<word>[a-z]+)(?: (?P<unit>.+))?$", re.IGNORECASE)


def given(game: Looking, events: Iterable[Event]) -> list[Given]:
    """The answers that were given so, of all seats, in order."""
    found = []
    for event in events:
        if event.kind == "automatic":
            kind, value = event.data
            found.append(Given(event.seat, folded(game.state.text_of(value)), kind))
    return found


class End(NamedTuple):
    """A `done` by what it means."""

    kinds: tuple[str, ...]
    """The questions that it ends; of a step only its own."""
    unit: str
    phases: tuple[Phase, ...] = ()
    """The steps, one of which it ends with what is open in it: `done movement`."""


def end_of(game: Looking, text: str) -> End | None:
    """What a `done move`, `done fire 7 OH-a` means; None for any other text."""
    found = END.match(" ".join(text.split()))
    if found is None:
        return None
    phases = game.rulebook.closes.get(found["word"].lower())
    if phases is not None:
        return None if found["unit"] else End(tuple(phase.kinds[-1] for phase in phases), "", phases)
    kinds = words_of(game).get(found["word"].lower())
    if kinds is None:
        return None
    wanted = folded(found["unit"] or "")
    unit = next((id for id in getattr(game.state, "units", {}) if id.lower() == wanted), "")
    return None if wanted and not unit else End(kinds, unit)


def is_aside(game: Looking, piece: str) -> bool:
    """Whether a piece of a sequence answers a question that need not come (`use Tyler` behind an attack)."""
    pattern = game.rulebook.asides
    return bool(pattern) and re.search(pattern, piece, re.IGNORECASE) is not None


def words_of(game: Looking) -> Mapping[str, tuple[str, ...]]:
    """The words that may stand behind `done`, with the kinds of questions that they are about."""
    return game.rulebook.dones


def ends(decision: Decision, end: End) -> bool:
    """Whether an end means a decision, though it may not be open to `done` yet."""
    return decision.kind in end.kinds and (not end.unit or tuple(decision.about) == (end.unit,))


def under_way(game: Looking, decision: Decision, end: End) -> tuple[Phase, int] | None:
    """The step that an end means, of which a decision is a question, and where in the stack it lies."""
    stack = game.state.stack
    for phase in end.phases:
        if decision.kind in phase.kinds:
            for depth in reversed(range(len(stack))):
                if isinstance(stack[depth][0], phase.procedure):
                    return phase, depth
    return None


def fits(game: Looking, piece: str, answer: Given) -> bool:
    """Whether an answer that the rules gave by themselves is what a piece of a gesture meant."""
    if folded(piece) == answer.text:
        return True
    end = end_of(game, piece)
    return end is not None and answer.text == DONE and answer.kind in end.kinds


def take_given(game: Looking, seat: str, text: str) -> bool:
    """Whether a text has been answered by the rules since the last answer; what comes before it is passed over."""
    for i, answer in enumerate(game.ahead):
        if answer.seat == seat and fits(game, text, answer):
            game.ahead = game.ahead[i + 1 :]
            return True
    return False


# -- what is left --------------------------------------------------------------------------------------------------


def meant(game: Looking, parts: Sequence[str], at: int) -> list[str]:
    """The parts of a gesture from one on, each `done` among them by what it means."""
    return [_meant(game, parts, i) if folded(part) == DONE else part for i, part in enumerate(parts) if i >= at]


def _meant(game: Looking, parts: Sequence[str], at: int) -> str:
    words = words_of(game)
    for part in reversed(parts[:at]):
        low = folded(part)
        if low.startswith("add ") and "assault" in words:
            return f"{DONE} assault"
        for id in getattr(game.state, "units", {}):
            name = id.lower()
            if "move" in words and (low.startswith((f"{name}: ", f"enter {name} ")) or low == f"move {name}"):
                return f"{DONE} move {id}"
    return parts[at]


def meant_at(game: Looking, kind: str, pieces: Sequence[str]) -> list[str]:
    """Pieces of a sequence that began at a question of this kind, a bare `done` among them by what it means."""
    word = next((word for word, kinds in words_of(game).items() if kind in kinds), "")
    return [f"{DONE} {word}" if word and folded(piece) == DONE else piece for piece in pieces]


def without(game: Looking, pieces: Sequence[str], seat: str, answers: Sequence[Given]) -> list[str]:
    """What is left of a gesture of a seat once the rules have given these answers by themselves."""
    rest = list(pieces)
    for answer in answers:
        if answer.seat == seat:
            at = next((i for i, piece in enumerate(rest) if fits(game, piece, answer)), None)
            rest = rest[at + 1 :] if at is not None else rest
    return rest


# -- whose it is ---------------------------------------------------------------------------------------------------


def seat_of(game: Looking, text: str, seat: str | None) -> tuple[str, str]:
    """Whose answer a text is, and the text without its seat.

    Raises:
        IllegalAction: it is nobody's, or cannot be told whose. A `done` without a seat that may be one too many
            answers for nobody but the seat that has answered last, where another has a choice.
        TypeError: it is no text.
    """
    if not isinstance(text, str):
        raise TypeError(f"an answer is an Action or its text, not {text!r:.80}; `decision.answering` words a choice")
    text = text.strip()
    for name in (*game.rulebook.seats, CHANCE):
        if text.lower().startswith(name + ":"):
            if seat not in (None, name):
                raise IllegalAction(text, f"{seat} may not answer for {name}", "")
            return name, text[len(name) + 1 :].strip()
    if seat is not None:
        return seat, text
    open_to = [d.seat for d in game.decisions]
    if not open_to:
        raise IllegalAction(text, "the game is over", "")
    if len(open_to) > 1:
        found = [d.seat for d in game.decisions if d.find(text) is not None]
        if len(found) != 1:
            raise IllegalAction(text, f"several seats are asked: begin with one of {', '.join(open_to)}", "")
        return found[0], text
    return _of_the_last(game, open_to[0], text), text


def _of_the_last(game: Looking, asked: str, text: str) -> str:
    """Whose a text without a seat is where one seat is asked: a surplus `done` is not that of the other."""
    entries = [e for e in live(game.entries) if e.seat != CHANCE]
    last = entries[-1].seat if entries else asked
    end = end_of(game, text)
    if folded(text) != DONE and end is None:
        return asked
    if last == asked or len(game.decisions[0].ask.options) == 1:
        return asked
    if end is not None and end.unit:
        return last
    if any(answer.seat == last and fits(game, text, answer) for answer in game.ahead):
        return last
    if end is None and not is_surplus(game, entries):
        return asked
    decision: Any = game.decisions[0]
    words = f"{asked} is asked now ({decision.prompt}) and may do something: for it begin with {asked}:"
    raise IllegalAction(text, words, decision.cite)


def is_surplus(game: Looking, entries: Sequence[Entry]) -> bool:
    """Whether a bare `done` may be what another seat, which answered last, meant to end its own answers with.

    So it may behind a march, a fire or an attack, which `done` ends; not behind a retreat, which nothing ends, nor
    behind a `done` that was given by itself, unless it is one that lets the enemy's blow fall without an answer.
    """
    last = entries[-1]
    if game.decisions[0].kind in game.rulebook.reactions:
        return True
    alone = last.first == last.n and folded(last.do) == DONE
    return not alone and any(last.kind in kinds for kinds in words_of(game).values())
