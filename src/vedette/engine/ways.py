"""Ways back: what a seat may take back, be it an answer, a unit's move or a whole step.

All of it is derived from the entries of the game, so that it cannot get out of step with the record.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from vedette.engine.answering import Answering
from vedette.engine.entries import Entry, bar, barrier, live, previous
from vedette.engine.events import IllegalAction
from vedette.engine.procedure import Ask
from vedette.engine.run import asks, stack_titles
from vedette.engine.state import State

MOST = 800
"""How many answers of a seat are searched for a way back."""
UNITS = 80
"""How many units are offered one by one."""


class Way(msgspec.Struct, frozen=True):
    """A way back for a seat."""

    seat: str
    kind: str
    """"answer" (its last one), "gesture" (everything given together with it), "unit" (a unit's move alone), "step" (a
    whole part of the turn)."""
    to: int
    """The entry after which the game would stand again."""
    gone: tuple[int, ...]
    """The numbers of the seat's own entries that it takes back for good."""
    bar: str | None = None
    """What stands in the way; None where it is free."""
    unit: str = ""
    name: str = ""
    """Of a step: its title."""
    last: bool = False
    """Takes back just what was given last, be it one answer or a gesture."""


def ways(game: Answering, seat: str) -> list[Way]:
    """Every way back of a seat, the shortest first; empty where it has done nothing yet."""
    entries = live(game.entries)
    if not game.keep or previous(entries, seat) is None:
        return []
    over = game.undo_bar(seat) if game.state.ask is None else None
    own = _own(game, entries, seat)
    found = [*_answers(entries, seat, over), *_units(game, entries, seat, over), *_steps(entries, seat, own, over)]
    whole = _gesture(entries, seat, over)
    found.insert(1, whole)
    out: dict[tuple[int, tuple[int, ...]], Way] = {}
    for way in found:
        known = out.get((way.to, way.gone))
        if known is None or known.kind == "gesture":  # what it is called by the unit or the step says more
            out[way.to, way.gone] = way
    out[whole.to, whole.gone] = msgspec.structs.replace(out[whole.to, whole.gone], last=True)
    return [way for way in out.values() if way.to >= game.floor]


def asked(entry: Entry, before: State | None) -> Ask | None:
    """The question that an entry answered, by the state before it; None where that is not known."""
    if before is None:
        return None
    return next((a for a in asks(before) if a.seat == entry.seat), None)


def _own(game: Answering, entries: Sequence[Entry], seat: str) -> list[tuple[int, Entry]]:
    """The seat's last entries with their places, newest first, as far as what stood before them is known."""
    out: list[tuple[int, Entry]] = []
    for at in range(len(entries) - 1, -1, -1):
        if entries[at].seat != seat:
            continue
        if not game.is_near(entries[at]) or len(out) == MOST:
            break
        if entries[at].before is None and entries[at].titles is None:
            break
        out.append((at, entries[at]))
    return out


def _before(entries: Sequence[Entry], at: int) -> int:
    """The number of the entry before a place."""
    return entries[at - 1].n if at else 0


def _answers(entries: Sequence[Entry], seat: str, over: str | None) -> Iterator[Way]:
    """The last answer alone."""
    to = previous(entries, seat)
    assert to is not None
    gone = tuple(e.n for e in entries if e.n > to and e.seat == seat)
    yield Way(seat, "answer", to, gone, over or bar(entries, seat, to))


def _gesture(entries: Sequence[Entry], seat: str, over: str | None) -> Way:
    """Everything given together with the last answer, as far back as the way is free; else that answer alone."""
    at = max(i for i, e in enumerate(entries) if e.seat == seat)
    to, first = _before(entries, at), entries[at].first
    for i in range(at, -1, -1):
        before = _before(entries, i)
        if entries[i].n < first or bar(entries, seat, before) is not None:
            break
        if entries[i].seat == seat:
            to = before
    gone = tuple(e.n for e in entries if e.n > to and e.seat == seat)
    return Way(seat, "gesture", to, gone, over or bar(entries, seat, to))


def _steps(entries: Sequence[Entry], seat: str, own: list[tuple[int, Entry]], over: str | None) -> Iterator[Way]:
    """The whole step of the last answer, each larger step that it is part of, and everything that is free."""
    titled = [(at, entry, _titles(entry)) for at, entry in own]
    if not titled:
        return
    last, many = titled[0][2], 0
    for depth in range(len(last), 0, -1):
        while many < len(titled) and titled[many][2][:depth] == last[:depth]:
            many += 1
        run = titled[:many]
        to = _before(entries, run[-1][0])
        yield Way(seat, "step", to, _numbers(run), over or bar(entries, seat, to), name=last[depth - 1])
    barred = barrier(entries, seat, 0)
    free = [pair for pair in own if barred is None or _before(entries, pair[0]) >= barred.n]
    if free:
        yield Way(seat, "step", _before(entries, free[-1][0]), _numbers(free), over)


def _titles(entry: Entry) -> tuple[str, ...]:
    """Of the stack before an entry."""
    if entry.titles is None and entry.before is not None:
        return tuple(stack_titles(entry.before))
    return entry.titles or ()


def _numbers(run: Sequence[tuple[Any, ...]]) -> tuple[int, ...]:
    return tuple(found[1].n for found in reversed(run))


# -- unit by unit ---------------------------------------------------------------------------------------------


class Told(NamedTuple):
    """An entry, and the state before it."""

    entry: Entry
    before: State


Group = tuple[str, list[Told]]


def _groups(game: Answering, entries: Sequence[Entry], seat: str) -> list[Group]:
    """The seat's last entries that can be taken back freely, unit by unit, oldest first."""
    found: list[Group] = []
    after: State = game.state
    for entry in reversed(entries):
        before = game.before(entry) if entry.seat == seat and not entry.reveals else None
        if before is None:
            break
        told = Told(entry, before)
        unit = _unit(told, after)
        if not unit or not _alone(before, after, unit):
            break
        if found and found[0][0] == unit and not _begins(told, found[0][1][0], unit):
            found[0][1].insert(0, told)
        else:
            found.insert(0, (unit, [told]))
        after = before
    strange = [i for i, (unit, group) in enumerate(found) if not any(unit in told.entry.do for told in group)]
    return found[strange[-1] + 1 :] if strange else found


def _alone(before: State, after: State, unit: str) -> bool:
    """Whether what came between two states left every other unit as it was."""
    return not set(touched(before, after)) - {unit}


def touched(before: State, after: State) -> list[str]:
    """The units that were acted on between two states, not those that another merely joined or left."""
    old, new = getattr(before, "units", {}), getattr(after, "units", {})
    follows = getattr(after, "follows", ())
    return [
        id
        for id, was in old.items()
        if (now := new.get(id)) is not was
        and any(getattr(now, name) != getattr(was, name) for name in was.__struct_fields__ if name not in follows)
    ]


def _begins(entry: Told, later: Told, unit: str) -> bool:
    """Whether the later of two answers about a unit begins something new: its move, or another part of the turn."""
    ask = asked(*later)
    if ask is None or ask.about != (unit,):
        return True
    return any(
        type(a) is not type(b) for (a, _), (b, _) in zip(entry.before.stack, later.before.stack, strict=False)
    )  # fmt: skip


def _unit(told: Told, after: State) -> str:
    """The one unit that an answer was about: its question's, else one that it names and that is asked about then."""
    entry, units = told.entry, getattr(after, "units", {})
    ask, then = asked(*told), next((a for a in asks(after) if a.seat == entry.seat), None)
    if ask is not None and len(ask.about) == 1:
        return ask.about[0] if ask.about[0] in units else ""
    if then is not None and len(then.about) == 1 and then.about[0] in entry.do:
        return then.about[0] if then.about[0] in units else ""
    return ""


def _units(game: Answering, entries: Sequence[Entry], seat: str, over: str | None) -> Iterator[Way]:
    """Each unit's last move by itself."""
    if over is not None:
        return
    seen: set[str] = set()
    for unit, group in list(reversed(_groups(game, entries, seat)))[:UNITS]:
        if unit not in seen:
            seen.add(unit)
            to = _before(entries, entries.index(group[0].entry))
            yield Way(seat, "unit", to, tuple(told.entry.n for told in group), unit=unit)


def take_back_unit(game: Answering, seat: str, unit: str) -> list[str]:
    """Take back one unit's last move and keep those of the units that moved after it.

    What the others can no longer do as before, or not without a roll, is not done again and stands in `game.left`.

    Returns:
        The answers taken back for good.

    Raises:
        IllegalAction: nothing of this unit can be taken back freely.
    """
    way = next((w for w in ways(game, seat) if w.kind == "unit" and w.unit == unit), None)
    if way is None:
        raise IllegalAction("undo", game.undo_bar(seat) or f"{unit} has done nothing that can be taken back alone", "")
    groups = _groups(game, live(game.entries), seat)
    at = max(i for i, (name, _) in enumerate(groups) if name == unit)
    gone, later = groups[at][1], groups[at + 1 :]
    kept, lost = _repeatable(game, seat, way.to, later)
    game.undo(seat, to=way.to)
    if kept:
        game.replay(seat, kept)
    game.turn_to(seat)
    game.left = lost
    return [told.entry.do for told in gone]


def _repeatable(game: Answering, seat: str, to: int, groups: list[Group]) -> tuple[list[str], list[str]]:
    """The answers of units that can be given again after an undo, and those that cannot."""
    trial = game.clone()
    trial.undo(seat, to=to)
    kept: list[str] = []
    lost: list[str] = []
    ends = [*(group[0].before for _, group in groups[1:]), game.state]
    for (unit, group), end in zip(groups, ends, strict=False):
        texts = [told.entry.do for told in group]
        fork = trial.clone()
        first = len(fork.entries)
        try:
            fork.replay(seat, texts)
        except IllegalAction:
            lost += texts
            continue
        came = any(e.seat != seat or e.reveals for e in fork.entries[first:])
        if fork.left or came or end is None or not _as_before(trial.state, fork.state, end, unit):
            lost += texts
            continue
        trial, kept = fork, kept + texts
    return kept, lost


def _as_before(start: State, now: State, end: State, unit: str) -> bool:
    """Whether a unit has ended up as it did the first time, and no other was acted on."""
    return unit not in touched(end, now) and _alone(start, now, unit)
