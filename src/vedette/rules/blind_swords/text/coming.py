"""Who may still come, and how soon: chits on a track, brigades that are called or summoned (SS 20)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from vedette.engine.events import Event
from vedette.engine.procedure import Ask
from vedette.engine.words import counted
from vedette.rules.blind_swords.chapters.common_events import track_of
from vedette.rules.blind_swords.chapters.tracks import (
    SUMMONED,
    TRACK,
    chance,
    entries_for,
    to_call,
    to_summon,
    track,
    uncalled,
)
from vedette.rules.blind_swords.chapters.victory import would_decide
from vedette.rules.blind_swords.setting import SIDE_INDEX, SIDES
from vedette.rules.blind_swords.state import State
from vedette.rules.blind_swords.text.score import when

Row = Mapping[str, Any]
OPEN, EARNED, BARRED = "open", "earned", "barred"


def tracks(g: State) -> list[dict[str, Any]]:
    """Each track as everybody sees it: its boxes, where the chit lies, how many Event chits lie face down beside it."""
    return [
        {
            "chit": row["chit"],
            "side": row["side"],
            "title": row["title"],
            "boxes": list(row["boxes"]),
            "box": track(g, row["chit"]).box,
            "laid": len(g.common[SIDE_INDEX[row["side"]]]),
            "arrived": track(g, row["chit"]).since > 0,
            "chance": _chance(g, row),
            "to_call": list(to_call(g, row["chit"])),
        }
        for row in g.setting.special.get(TRACK, ())
    ]


def _chance(g: State, row: Row) -> float | None:
    """The chance that the chit moves on as the turn ends; None if nobody rolls."""
    if track(g, row["chit"]).since or g.turn >= g.setting.last_turn:
        return None
    return round(chance(row, len(g.common[SIDE_INDEX[row["side"]]]), g.turn), 3)


def coming(g: State) -> Iterator[dict[str, str]]:
    """Side, title, state and words of each track, and of each brigade that is summoned."""
    for row in g.setting.special.get(TRACK, ()):
        state, words = _on_track(g, row)
        yield {"side": str(row["side"]), "title": str(row["title"]), "state": state, "words": words}
    for row in g.setting.special.get(SUMMONED, ()):
        state, words = _summons(g, row)
        yield {"side": str(row["side"]), "title": str(row["brigade"]), "state": state, "words": words}


def _on_track(g: State, row: Row) -> tuple[str, str]:
    chit, boxes, at = row["chit"], row["boxes"], track(g, row["chit"])
    if at.since:
        left = to_call(g, chit)
        more = f"; still to call {', '.join(left)}" if left else ""
        return EARNED, f"{chit} has come{more}"
    place = f"box {at.box + 1} of {len(boxes)}, “{boxes[at.box]}”"
    odds = _chance(g, row)
    if odds is None:
        return BARRED, f"{place}; not rolled for in the last turn"
    laid = len(g.common[SIDE_INDEX[row["side"]]])
    less = f", less {laid} for chits laid out" if laid else ""
    return OPEN, f"{place}; a box on where two dice{less} are below {g.turn} as this turn ends: {odds:.0%}"


def _summons(g: State, row: Row) -> tuple[str, str]:
    side, brigade, after = SIDE_INDEX[row["side"]], row["brigade"], row["after"]
    if not uncalled(g, side, brigade):
        return EARNED, "comes, or has come"
    if not any(t.chit == after for t in g.tracks):
        return BARRED, f"comes only where {after} may"
    roll = f"{row['needs']} to 6 on one die" if row["needs"] < 6 else "6 on one die"
    if to_summon(g) is None:
        return OPEN, f"{roll} at each turn's end, from the turn on in which the first brigade of {after} comes"
    return OPEN, f"{roll} as this turn ends" if g.turn < g.setting.last_turn else "not rolled for in the last turn"


def answer_notes(g: State, ask: Ask) -> dict[str, str]:
    """What laying out a chit, calling a brigade or taking an entry comes to: answers with a line under them."""
    made = NOTES.get(ask.kind)
    return made(g, ask) if made is not None else {}


def _drawn(g: State, ask: Ask) -> dict[str, str]:
    side = SIDE_INDEX[ask.seat]
    row = track_of(g, side)
    if row is None or g.turn >= g.setting.last_turn:
        return {}
    laid = len(g.common[side])
    words = f"a box on with {chance(row, laid + 1, g.turn):.0%} instead of {chance(row, laid, g.turn):.0%}"
    return {g.text_of(choice): words for choice in ask.options if choice.kind == "give up"}


def _call(g: State, ask: Ask) -> dict[str, str]:
    side = SIDE_INDEX[ask.seat]
    units = {choice: uncalled(g, side, choice.arg) for choice in ask.options}
    return {g.text_of(c): f"{counted(len(ids), 'unit', 'units')}: {', '.join(ids)}" for c, ids in units.items()}


def _entry(g: State, ask: Ask) -> dict[str, str]:
    first = min(turn for turn, unit, _, _ in g.waiting if unit in ask.about)
    side, brigade = g.side(ask.about[0]), g.counter(ask.about[0]).brigade
    notes = {}
    for choice in ask.options:
        turn = first + entries_for(g, side, brigade)[choice.arg]["delay"]
        notes[g.text_of(choice)] = "now" if turn <= g.turn else f"in {when(g.setting, turn)}; it does nothing now"
    return notes


def _decisive(g: State, ask: Ask) -> dict[str, str]:
    """Moves, advances and ways of making room that win the battle."""
    if g.setting.scoring.sudden is None or not (ask.about or ask.kind != "move"):
        return {}
    return {g.text_of(c): "wins the battle at once" for c in ask.options if c.unit and would_decide(g, c.unit, c.hex)}


NOTES = {"drawn": _drawn, "call": _call, "entry": _entry, "move": _decisive, "advance": _decisive,
         "unstack": _decisive}  # fmt: skip


def told(e: Event) -> tuple[str, str] | None:
    """An event of the turn's card in words, and the side that it is good for; None for any other event."""
    other = SIDES[1 - SIDE_INDEX[e.seat]] if e.seat in SIDE_INDEX else ""
    if e.kind == "track":
        _, chit, box, _, moved = e.data
        return f"{chit}: {'on to' if moved else 'still'} “{box}”", e.seat if moved else other
    if e.kind == "called":
        return f"{e.data[0]} is called", e.seat
    if e.kind == "summons":
        return f"{e.data[0]}: rolled {e.roll}, {'it comes' if e.data[1] else 'not yet'}", e.seat if e.data[1] else other
    return None
