"""Brigades that sleep and guns that stand fast until a chit comes in or an enemy comes near (SS 22.2).

A row `frozen_until_release`: `side`, `brigades` (not activated at all, and no Event is played on them), `units` (may
fire, not move), `chit` (whose coming frees them), `hexes` (an enemy in one of them releases them), `returns` (the
Division chit that then goes back into the cup), `cite`. All of them bear the mark frozen.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from vedette.engine.cites import cites
from vedette.engine.events import Event, Reason
from vedette.rules.blind_swords.chapters.command import entered
from vedette.rules.blind_swords.setting import SIDE_INDEX, SIDES
from vedette.rules.blind_swords.state import Drawn, State

NAME = "frozen_until_release"
Row = Mapping[str, Any]
OUT = ("used", "lost")
"""What became of a chit that is out of the cup for the turn."""


def row_of(g: State) -> Row | None:
    """The row of the scenario, if it has one."""
    return g.setting.rule(NAME)


@cites("SS-22.2-s2-1")
def asleep(g: State, side: int, brigade: str) -> bool:
    """Whether a brigade may not be activated in any way yet."""
    row = row_of(g)
    if row is None or brigade not in row["brigades"] or SIDE_INDEX[row["side"]] != side:
        return False
    return any(g.units[i].frozen for i in g.brigade(side, brigade))


@cites("SS-22.2-s2-2")
def untouchable(g: State, id: str) -> bool:
    """Whether no Event of either side may be played on a unit yet."""
    return g.units[id].frozen and asleep(g, g.side(id), g.counter(id).brigade)


@cites("SS-22.2-s2-2")
def spared(g: State, hex: int) -> bool:
    """The same for a hex in which one of them stands."""
    return NAME in g.setting.special and any(untouchable(g, i) for i in g.in_hex(hex))


@cites("SS-22.2-s2-6")
def fixed_bar(g: State, row: Row) -> Reason:
    """Why one of them may not move."""
    if g.released:
        return Reason("it is released, and moves from the next phase on", "SS-22.2-s2-4")
    return Reason(f"it is frozen until {until_words(row)}", "SS-22.2-s2-6")


def until_words(row: Row) -> str:
    names = row["hexes"]
    enemy = SIDES[1 - SIDE_INDEX[row["side"]]].capitalize()
    return f"{row['chit']}'s chit comes into the game or a {enemy} unit enters one of {names[0]} to {names[-1]}"


@cites("SS-22.2-s2-3", "SS-22.2-s2-5")
def trodden(g: State, side: int, hex: int) -> None:
    """An enemy has come into one of the hexes, of its own will or not, and so releases them.

    The Division chit goes back into the cup at once if it was used already.
    """
    row = row_of(g)
    if row is None or g.released or side == SIDE_INDEX[row["side"]] or g.hex_name(hex) not in row["hexes"]:
        return
    units = _frozen(g)
    if not units:
        return
    g.released = True
    why = f"an enemy is in {g.hex_name(hex)}"
    g.log(Event("released", "SS-22.2-s2-3", row["side"], units, hex, (why,)))
    guns = tuple(id for id in units if not g.counter(id).brigade)
    if guns:
        _free(g, guns, "SS-22.2-s2-6", "they were released")
    _return(g, row)


@cites("SS-22.2-s2-4")
def wake(g: State) -> None:
    """With the next Phase after the release they may act and move.

    Whatever a draw of a chit brings counts as a Phase (rulings: SS 22.2). A chit that was being carried out when they
    were released is put back now.
    """
    row = row_of(g)
    if row is not None and g.released and _frozen(g):
        _free(g, _frozen(g), "SS-22.2-s2-4", "they were released")
        _return(g, row)


@cites("SS-22.2-s2-1", "SS-22.2-s2-6")
def relieve(g: State) -> None:
    """The chit has come into the game, which frees them whatever the enemy does."""
    row = row_of(g)
    if row is None or not _frozen(g):
        return
    if entered(g, g.setting.activations[row["chit"]]):
        _free(g, _frozen(g), row["cite"], f"{row['chit']} has come")


def _frozen(g: State) -> tuple[str, ...]:
    return tuple(id for id, unit in g.units.items() if unit.frozen)


def _free(g: State, units: tuple[str, ...], cite: str, why: str) -> None:
    for id in units:
        g.units[id] = msgspec.structs.replace(g.units[id], frozen=False)
    g.log(Event("freed", cite, g.seat(units[0]), units, data=(why,)))


@cites("SS-22.2-s2-5")
def _return(g: State, row: Row) -> None:
    """Back into the cup with a Division chit that is out for the turn."""
    chit = row["returns"]
    fate = next((d.fate for d in reversed(g.drawn) if d.side < 0 and d.chit == chit), "")
    if g.phase != "chits" or chit in g.cup or fate not in OUT:
        return
    g.cup = tuple(sorted((*g.cup, chit)))
    g.drawn = (*g.drawn, Drawn(-1, chit, "returned"))
    g.log(Event("chit-back", "SS-22.2-s2-5", row["side"], data=(chit,)))
