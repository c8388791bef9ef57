"""Gestures: several small answers given as one, played until something comes between."""

from __future__ import annotations

from collections.abc import Callable

from vedette.engine.answering import Answering
from vedette.engine.chance import ListError
from vedette.engine.decision import Decision, folded
from vedette.engine.events import Event, IllegalAction
from vedette.engine.looking import Given
from vedette.engine.meaning import given, is_aside, meant, meant_at, take_given
from vedette.engine.state import State

Play = Callable[[str, str], list[Event]]
"""Gives a text of a seat to a game."""


def tells(decision: Decision) -> bool:
    """Whether the answers that are offered tell what the seat holds."""
    return decision.ask.private or decision.ask.always


def in_turn(text: str) -> list[str]:
    """The gestures of a sequence, which are parted by "; "; one where it is none."""
    return [piece for piece in (part.strip() for part in text.split(";")) if piece] or [text]


def play_sequence(game: Answering, seat: str, pieces: list[str], play: Play, *, again: bool = False) -> list[Event]:
    """Play gestures one after the other.

    Once something has come between (chance, the other seat), a gesture that is not offered any more is no fault: it
    and all after it are left in `game.left`. One that the rules carried out by themselves is passed over,
    and so is an answer to a question that need not come behind its gesture (`use Tyler`), where it did not. A question
    whose answers tell what the seat holds has come between as well: whether a later gesture fits it would tell that.

    Args:
        play: gives one of them to the game.
        again: they are what was left of an earlier one; what no longer fits is passed over, if anything does.

    Raises:
        IllegalAction: of a gesture that was wrong from the start; the caller takes back those before it.
        ListError: the list of chance does not go so far, which is no interruption.
    """
    first, asked = len(game.entries), game.decision_of(seat)
    kind = asked.kind if asked is not None else ""
    events: list[Event] = []
    passed: list[IllegalAction] = []
    for i, piece in enumerate(pieces):
        if take_given(game, seat, piece):
            continue
        decision = game.decision_of(seat)
        if i and (decision is None or tells(decision)):
            game.left = meant_at(game, kind, pieces[i:])
            return events
        try:
            events += play(piece, seat)
        except ListError:
            raise
        except IllegalAction as error:
            if again:
                passed.append(error)
                continue
            if all(e.seat == seat for e in game.entries[first:]):
                raise
            if is_aside(game, piece):
                continue
            game.left = meant_at(game, kind, pieces[i:])
            return events
        if game.left_of(seat):
            game.left = [*game.left_of(seat), *meant_at(game, kind, pieces[i + 1 :])]
            return events
    if len(passed) == len(pieces):
        raise passed[0]
    return events


def play_parts(game: Answering, seat: str, text: str, parts: list[str], start: State) -> list[Event]:
    """Play the parts of a gesture in order, from a state of which `start` is a copy.

    What comes between (chance, the other seat) leaves the rest in `game.left`; a part that is wrong in itself
    refuses the whole. A part that the rules carry out by themselves, as the only answer, is passed over.

    Raises:
        IllegalAction: with reason and case of the part that is wrong; the caller takes back the parts before it.
        ListError: the list of chance does not go so far.
    """
    first = len(game.entries)
    events: list[Event] = []
    forced: list[Given] = []
    ended: Event | None = None
    short: ListError | None = None
    for i, part in enumerate(parts):
        if any(answer.seat == seat and folded(part) == answer.text for answer in forced):
            forced = forced[[(a.seat, a.text) for a in forced].index((seat, folded(part))) + 1 :]
            continue
        if any(folded(later) in _own(forced, seat) for later in parts[i + 1 :]):  # the rules went on without this part
            raise IllegalAction(text, *game.rulebook.refusal(start, seat, text))
        decision = game.decision_of(seat)
        found = decision.find(part) if decision is not None else None
        if decision is None or found is None:
            if ended is not None:
                raise IllegalAction(text, f"after {parts[i - 1]!r} only {_words(game, ended)!r} is left", ended.cite)
            if short is not None:
                raise short
            if i and (decision is None or tells(decision) or any(e.seat != seat for e in game.entries[first:])):
                game.left = meant(game, parts, i)
                return events
            # nothing is played yet: the whole text names unit and hex, and so gets the better reason
            raise IllegalAction(text, *game.rulebook.refusal(game.state, seat, part if i else text))
        new = game.commit(decision, found, None if i else start)
        ended = _ended(game, seat, new, parts[i + 1 :])
        short = _settled(game, new)
        forced = given(game, new)
        if _strays(_own(forced, seat), [folded(p) for p in parts[i + 1 :]]):
            raise IllegalAction(text, *game.rulebook.refusal(start, seat, text))
        events += new
    if short is not None:
        raise short
    game.ahead = forced
    return events


def _own(forced: list[Given], seat: str) -> list[str]:
    """The answers of a seat among those that the rules gave by themselves."""
    return [answer.text for answer in forced if answer.seat == seat]


def _settled(game: Answering, events: list[Event]) -> ListError | None:
    """Chance answers, and what that causes is added; or why its list does not go so far.

    That is told only where nothing is wrong with the gesture itself, for which no list is of any help.
    """
    try:
        events += game.settle()
    except ListError as error:
        return error
    return None


def _words(game: Answering, event: Event) -> str:
    """An answer that was played at once."""
    return game.state.text_of(event.data[1])


def _ended(game: Answering, seat: str, events: list[Event], rest: list[str]) -> Event | None:
    """The only answer of the seat itself that went past what is left of the gesture, before anything came between.

    A path of more hexes than a unit has points ends so: no hex is left but "done", and so the path was wrong.
    """
    first = next((e for e in events if e.kind == "automatic"), None)
    if first is None or first.seat != seat or folded(_words(game, first)) in {folded(part) for part in rest}:
        return None
    return first


def _strays(forced: list[str], rest: list[str]) -> bool:
    """Whether the only answer was another than the one meant: `add B` where the gesture goes on with `add A`.

    What the rules answer once the whole gesture is played is no matter of the gesture.
    """
    for answer in forced:
        if answer in rest:
            rest = rest[rest.index(answer) + 1 :]
        elif answer.split()[0] in {part.split()[0] for part in rest}:
            return True
    return False
