"""Gestures of the movement phase taken apart: ways with what is done before and after, marches, steps, entries (SW 5).

A + B: HEX-HEX                      a stack, one after the other along one way; a far hex by the cheapest way
ID: column-HEX-HEX-line-face NE     and what is done before, between and at the end
ID: HEX-exit                        off the map
march A + B to HEX                  a column behind its head, in this order; `out of fire`: by no way that draws any
step A + B NE 2                     the same step for all
enter A + B at HEX                  reinforcements, in this order; `to HEX`: they go on; `in column`: so formed
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

import msgspec

from vedette.engine.events import Reason
from vedette.rules.common.assist.gestures import Bad, Found, hex_named, step_named, unit_named, units_named
from vedette.rules.common.assist.marching import Moves, nobody_goes
from vedette.rules.great_battles.assist.gestures import marching
from vedette.rules.great_battles.assist.gestures.reaching import (
    Mover,
    door_to,
    field_of,
    go_bar,
    held_bar,
    mover_now,
    moving_unit,
    phase_of,
    route,
    waits_bar,
)
from vedette.rules.great_battles.chapters.deeds import place, replace
from vedette.rules.great_battles.chapters.edges import due, entry_bar, formations
from vedette.rules.great_battles.chapters.formations import WORDS, change_cost, change_word, turn_bar
from vedette.rules.great_battles.chapters.leaving import exit_bar
from vedette.rules.great_battles.chapters.movement import can_go_on_top
from vedette.rules.great_battles.chapters.moves import (
    change_bar,
    cost_of,
    end_bar,
    left,
    move_bar,
    reserve_bar,
    start_bar,
    unreserved,
)
from vedette.rules.great_battles.chapters.stacking import leave_bar
from vedette.rules.great_battles.chapters.zones import zone
from vedette.rules.great_battles.setting import DIRECTIONS, SIDES
from vedette.rules.great_battles.state import WAITING, State, tallied

RESERVE, LEAVE_RESERVE, ON_TOP, EXIT = "reserve", "leave reserve", "on top", "exit"
CHANGES = tuple(word for pair in WORDS.values() for word in pair)
ACTS = (*CHANGES, RESERVE, LEAVE_RESERVE, ON_TOP, EXIT, *(f"face {d.lower()}" for d in DIRECTIONS))
PIECE = rf"(?:\d{{4}}|{'|'.join(ACTS)})"
MOVE = re.compile(rf"^(?P<who>[^:]+): (?P<pieces>{PIECE}(?:-{PIECE})*)$", re.IGNORECASE)
MARCH = re.compile(r"^march (?P<who>.+?) to (?P<hex>\d{4})(?P<calm> out of fire)?$", re.IGNORECASE)
ENTER = re.compile(
    r"^enter (?P<who>.+?) at (?P<at>\d{4})(?: in (?P<form>column|line))?(?: to (?P<hex>\d{4}))?$", re.IGNORECASE
)

Piece = int | str
"""A hex, or something a unit does other than going."""

UNDER_WAY = Reason("another unit is under way: its move is completed first", "SW-5.0-3")
GOING = Reason("it is under way already", "SW-5.0-3")
KEPT = Reason("out of reserve it could not stay there, nor go on to where it may", "SW-8.73-1")
OTHER_FORM = Reason("it is in that formation already, or has none such", "SW-6.0-3")
NOT_UNDER = Reason("it lies on top of its stack, or alone", "SW-8.6-1")
ON_MAP = Reason("it is on the map", "SW-21.22-1")
STANDS = "it stands in {} already"


# -- the pieces of a way -----------------------------------------------------------------------------------------


def pieces_of(g: State, text: str) -> list[Piece]:
    """The pieces of "column-2020-2021-face NE"."""
    found: list[Piece] = []
    for word in text.split("-"):
        if word.isdigit():
            found.append(hex_named(g, word))
        elif word.lower().startswith("face "):
            found.append(f"face {word[5:].upper()}")
        else:
            found.append(word.lower())
    return found


class Going(msgspec.Struct):
    """One unit's pieces carried out on a field of their own, and the answers that this takes."""

    field: State
    mover: Mover
    texts: list[str]
    bar: Reason | None = None
    gone: bool = False


def going(g: State, m: Mover, pieces: Sequence[Piece], comrades: Sequence[str] = ()) -> Going:
    """Carry the pieces of a way out, as far as nothing bars them.

    Args:
        comrades: who goes the same way after it, and so leaves an enemy zone with it.
    """
    run = Going(field_of(g, m).fork(), m, [])
    for piece in pieces:
        if run.gone:
            run.bar = Reason("it has left the map", "SW-16.0-5")
        elif isinstance(piece, int):
            _go(run, piece, comrades)
        else:
            _act(run, piece)
        if run.bar is not None:
            break
    return run


def _has(run: Going) -> int:
    return left(run.field, run.mover.unit)


def _go(run: Going, to: int, comrades: Sequence[str]) -> None:
    """To a hex: the next one, or a far one by the cheapest way."""
    id, g = run.mover.unit, run.field
    if g.at(id) == to:
        return
    way = route(g, Mover(id, g.at(id), _has(run)), [to])
    if isinstance(way, Reason):
        run.bar = way
        return
    for frm, hex in pairwise(way):
        if bar := held_bar(g, id, frm, run.mover.at) or move_bar(g, id, frm, hex, _has(run)):
            run.bar = bar
            return
        run.texts.append(f"{id}: {g.hex_name(hex)}")
        other = follower(g, id, frm, hex)
        with_it = other in comrades
        run.texts += [f"{other} {'leaves too' if with_it else 'stays'}"] if other else []
        for one in (id, other) if with_it else (id,):
            g.spent = tallied(g.spent, one, min(left(g, one), cost_of(g, one, frm, hex) or 0))
            place(g, one, hex, "SW-5.16")


def follower(g: State, id: str, frm: int, to: int) -> str:
    """Who is asked whether it leaves an enemy zone with a unit (SW-11.14); empty for nobody."""
    if g.counter(id).leader or not zone(g, 1 - g.side(id)) >> frm & 1:
        return ""
    return next((
        i for i in g.troops(frm, g.side(id))
        if i != id and i not in g.moved and start_bar(g, i) is None and move_bar(g, i, frm, to, left(g, i)) is None
    ), "")  # fmt: skip


def _act(run: Going, word: str) -> None:
    """A deed of a unit other than going."""
    id, g = run.mover.unit, run.field
    run.bar = act_bar(g, id, word, _has(run))
    if run.bar is not None:
        return
    run.texts.append(f"{id}: {word}")
    unit = g.units[id]
    if word in CHANGES:
        g.spent = tallied(g.spent, id, change_cost(g, id))
        g.units[id] = replace(unit, column=not unit.column, facing=-1 if not unit.column else max(0, unit.facing))
    elif word == RESERVE:
        g.units[id] = replace(unit, reserve=True, facing=-1)
    elif word == LEAVE_RESERVE:
        g.units[id] = replace(unit, reserve=False, facing=-1 if unit.column else max(0, unit.facing))
    elif word.startswith("face "):
        g.units[id] = replace(unit, facing=DIRECTIONS.index(word[5:]))
    run.gone = word == EXIT
    g.sets = {}


def act_bar(g: State, id: str, word: str, has: int) -> Reason | None:
    """Why a unit cannot do such a deed, by the questions of the rules."""
    if word in CHANGES:
        strange = bool(change_word(g, id)) and change_word(g, id) != word
        return OTHER_FORM if strange else change_bar(g, id, has)
    if word == RESERVE:
        return reserve_bar(g, id)
    if word == LEAVE_RESERVE:
        return leave_bar(g, id) or (None if unreserved(g, id) else KEPT)
    if word == ON_TOP:
        return None if can_go_on_top(g, id) else NOT_UNDER
    if word == EXIT:
        return start_bar(g, id) or exit_bar(g, id, has)
    return turn_bar(g, id, DIRECTIONS.index(word[5:]))


# -- as texts ----------------------------------------------------------------------------------------------------


def move_texts(g: State, found: Found) -> list[str] | None:
    """ "A: 2020-2021", "A + B: 2021-line", "A: 2020-exit"; one that waits enters first."""
    if phase_of(g) is None:
        return None
    ids, pieces = units_named(g, found["who"]), pieces_of(g, found["pieces"])
    if waits_bar(g, ids) is not None:
        return None
    now = moving_unit(g)
    steps: list[str] = []
    field = g
    for n, id in enumerate(ids):
        m = _mover_for(field, id, pieces)
        if m is None:
            return None
        if now and now != id:
            steps.append("done")
        steps += _opening(g, m) if now != id else []
        rest = pieces[1:] if m.enters and pieces and pieces[0] == m.at else pieces
        run = going(field, m, rest, ids[n + 1 :])
        if run.bar is not None or not (run.texts or m.enters):
            return None
        steps += run.texts
        now, field = ("" if run.gone else id), run.field
    return steps


def _mover_for(g: State, id: str, pieces: Sequence[Piece]) -> Mover | None:
    """Who carries pieces out: also a unit that may not go, for what costs it nothing."""
    first = pieces[0] if pieces and isinstance(pieces[0], int) else -1
    m = mover_now(g, id, first) if g.at(id) < 0 else mover_now(g, id)
    if m is None and g.at(id) == WAITING and first >= 0 and (door := door_to(g, id, first)) >= 0:
        m = mover_now(g, id, door)
    if m is None and g.at(id) >= 0 and not any(isinstance(p, int) for p in pieces):
        return Mover(id, g.at(id), left(g, id))
    return m


def _opening(g: State, m: Mover) -> list[str]:
    """How the move of a unit is opened."""
    if not m.enters:
        return [f"move {m.unit}"]
    return [f"enter {m.unit} at {g.hex_name(m.at)}", *_formed(g, m)]


def _formed(g: State, m: Mover) -> list[str]:
    """The formation in which it enters; a single one is answered by itself, and this part is passed over then."""
    able = [c for c in formations(g, m.unit) if entry_bar(g, m.unit, m.at, c) is None]
    return [f"{m.unit} in {'column' if m.column else 'line'}"] if able else []


def moves_of(g: State, found: Found) -> Moves[State]:
    """ "march A + B to 1533" in that order, "step A + B NE 2", or "enter A + B at 3333 to 3327"."""
    names = found.groupdict()
    ids = units_named(g, found["who"])
    for id in ids:
        if bar := stranger(g, SIDES[g.player], id) or (ON_MAP if "at" in names and g.at(id) >= 0 else None):
            raise Bad(bar.of(id))
    if "at" in names:
        at = hex_named(g, found["at"])
        return marching.marched(g, ids, hex_named(g, found["hex"]) if found["hex"] else at, at)
    if "hex" in names:
        return marching.marched(g, ids, hex_named(g, found["hex"]), calm=bool(names.get("calm")))
    return marching.stepped(g, ids, *step_named(found, DIRECTIONS, "SW-5.16"))


def many_texts(g: State, found: Found) -> list[str] | None:
    """The single answers of many moves; each unit stops where its move ends."""
    if phase_of(g) is None or waits_bar(g, units_named(g, found["who"])) is not None:
        return None
    return texts_of(g, moves_of(g, found))


def texts_of(g: State, moves: Moves[State]) -> list[str]:
    """The single answers of these moves."""
    now = moving_unit(g)
    found: list[str] = []
    field = g
    rest = [leg.unit for leg in moves.legs]
    for leg in moves.legs:
        rest.remove(leg.unit)
        if now and now != leg.unit:
            found.append("done")
        m = mover_now(field, leg.unit, leg.way[0], leg.column)
        if m is None:
            break
        if now != leg.unit:
            found += _opening(g, m)
        now = ""
        run = going(field, m, leg.way[1:])
        found += [*run.texts, "done"]
        field = run.field
        field.moved = (*field.moved, leg.unit)
    return found


def enter_texts(g: State, found: Found) -> list[str] | None:
    """ "enter A + B at 3333 in column", "... to 3327"."""
    if phase_of(g) is None:
        return None
    ids, at = units_named(g, found["who"]), hex_named(g, found["at"])
    if waits_bar(g, ids) is not None:
        return None
    form = None if not found["form"] else found["form"].lower() == "column"
    if len(ids) == 1 and not found["hex"]:
        m = mover_now(g, ids[0], at, form)
        return None if m is None or not m.enters else [*(["done"] if moving_unit(g) else []), *_opening(g, m)]
    return many_texts(g, found)


# -- refusals ----------------------------------------------------------------------------------------------------


def stranger(g: State, seat: str, id: str) -> Reason | None:
    """Why a seat cannot order a unit: it belongs to the other side."""
    return Reason("it belongs to the other side", "SW-5.11-1") if SIDES[g.side(id)] != seat else None


def start_why(g: State, seat: str, found: Found) -> Reason | None:
    """ "move ID"."""
    id = unit_named(g, found["who"])
    bar = stranger(g, seat, id) or go_bar(g, id)
    if bar is None and moving_unit(g):
        return GOING if moving_unit(g) == id else UNDER_WAY
    return bar or _stuck(g, id)


def busy_bar(g: State, id: str) -> Reason | None:
    """Why nobody else moves: a unit is under way that cannot stop where it is."""
    now = moving_unit(g)
    return go_bar(g, id) if now not in ("", id) and end_bar(g, now) else None


def _stuck(g: State, id: str) -> Reason | None:
    """Why a unit has nowhere to go: what bars most of the hexes around."""
    frm, has = g.at(id), left(g, id)
    bars = [bar for to in g.setting.grid.neighbours[frm] if (bar := move_bar(g, id, frm, to, has))]
    if len(bars) < len(g.setting.grid.neighbours[frm]):
        return None
    most = max(bars, key=bars.count)
    return Reason(f"it has nowhere to go: {most.text}", most.cite)


def _waits_why(g: State, seat: str, ids: Sequence[str]) -> Reason | None:
    """Whose move comes first; but of another side's units that they are not one's own."""
    return waits_bar(g, ids) if all(stranger(g, seat, id) is None for id in ids) else None


def move_why(g: State, seat: str, found: Found) -> Reason | None:
    """The first thing on the way that keeps one of the units from it."""
    if phase_of(g) is None:
        return None
    ids, pieces = units_named(g, found["who"]), pieces_of(g, found["pieces"])
    if (bar := _waits_why(g, seat, ids)) is not None:
        return bar
    field = g
    for n, id in enumerate(ids):
        bar = stranger(g, seat, id) or busy_bar(g, id)
        if bar is None:
            bar, field = _way_bar(field, id, pieces, ids[n + 1 :])
        if bar is not None:
            return bar.of(id)
    return None


def _way_bar(g: State, id: str, pieces: Sequence[Piece], comrades: Sequence[str]) -> tuple[Reason | None, State]:
    """Why a unit cannot carry these pieces out."""
    m = _mover_for(g, id, pieces)
    if m is None:
        if g.at(id) >= 0:
            return go_bar(g, id), g
        at = next((p for p in pieces if isinstance(p, int)), -1)
        return entry_why(g, id, at), g
    if not m.enters and pieces and all(p == m.at for p in pieces):
        return Reason(STANDS.format(g.hex_name(m.at)), "SW-5.16"), g
    rest = pieces[1:] if m.enters and pieces and pieces[0] == m.at else pieces
    run = going(g, m, rest, comrades)
    bar = run.bar or (None if run.gone else end_bar(run.field, id) if comrades == () else None)
    return bar, run.field


def entry_why(g: State, id: str, hex: int) -> Reason | None:
    """Why a unit cannot enter there in any formation."""
    if g.at(id) >= 0:
        return ON_MAP
    if id not in due(g, g.side(id)) or hex < 0:
        return marching.NOT_DUE
    bars = [entry_bar(g, id, hex, c) for c in formations(g, id)]
    return None if None in bars else bars[0]


def many_why(g: State, seat: str, found: Found) -> Reason | None:
    """Why nobody gets on."""
    if phase_of(g) is None:
        return None
    if (bar := _waits_why(g, seat, units_named(g, found["who"]))) is not None:
        return bar
    for id in units_named(g, found["who"]):
        if bar := stranger(g, seat, id) or busy_bar(g, id):
            return bar.of(id)
    return nobody_goes(moves_of(g, found))


def enter_why(g: State, seat: str, found: Found) -> Reason | None:
    """Why a unit does not enter."""
    at = hex_named(g, found["at"])
    if (bar := _waits_why(g, seat, units_named(g, found["who"]))) is not None:
        return bar
    for id in units_named(g, found["who"]):
        if bar := stranger(g, seat, id) or entry_why(g, id, at):
            return bar.of(id)
    return None
