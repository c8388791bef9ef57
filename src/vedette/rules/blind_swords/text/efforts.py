"""What a side may win by a roll at the end of a turn, and how far it has come: a row for each rule of that kind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.engine.procedure import Ask
from vedette.rules.blind_swords.chapters import common_events
from vedette.rules.blind_swords.chapters.chits import rating_of
from vedette.rules.blind_swords.chapters.common_events import KINDS, chance_words
from vedette.rules.blind_swords.setting import SIDE_INDEX
from vedette.rules.blind_swords.state import State
from vedette.rules.blind_swords.text import coming

OPEN, EARNED, USED, BARRED = "open", "earned", "used", "barred"
Row = Mapping[str, Any]


def efforts(g: State) -> list[dict[str, str]]:
    """Side, title, state and words of each; all know them."""
    rows = [row for name in KINDS for row in g.setting.special.get(name, ())]
    found = [_told(g, row) for row in rows if g.setting.scenario.get("common_events")]
    return [*found, *coming.coming(g)]


def answer_notes(g: State, ask: Ask) -> dict[str, str]:
    """What it comes to to announce the attack that was earned: the answer with a line under it."""
    if ask.kind in coming.NOTES:
        return coming.answer_notes(g, ask)
    row = common_events.surprise_ready(g) if ask.kind == "surprise" else None
    return {ask.text(g, o): common_events.terms_words(row) for o in ask.options if row and o != common_events.PASS}


def _told(g: State, row: Row) -> dict[str, str]:
    state, words = STATES[row["do"]](g, row)
    return {"side": str(row["side"]), "title": str(row["title"]), "state": state, "words": words}


def _still(g: State, row: Row) -> tuple[str, str]:
    if row["chit"] in g.casualties:
        return BARRED, f"not while {row['chit']} is hit"
    if g.turn >= g.setting.last_turn:
        return BARRED, "not rolled for in the last turn"
    laid = g.common[SIDE_INDEX[row["side"]]]
    when = "the chit is given up; the roll comes at the end of the turn" if laid else "costs the first Event chit drawn"
    return OPEN, f"{chance_words(row).removeprefix(row['title']).strip()}: {when}"


def _surprise(g: State, row: Row) -> tuple[str, str]:
    if g.surprise == common_events.USED:
        return USED, "made"
    if g.surprise == common_events.UNEARNED:
        return _still(g, row)
    if row["chit"] in g.casualties:
        return BARRED, f"earned, but not while {row['chit']} is hit"
    when = "may be announced before any draw" if g.surprise <= g.turn else f"may be announced from turn {g.surprise} on"
    return EARNED, f"earned: {when}"


def _learning(g: State, row: Row) -> tuple[str, str]:
    if row["chit"] not in g.raised:
        return _still(g, row)
    if row["chit"] in g.casualties:
        return BARRED, f"aware, but {row['chit']} is hit: his replacement has {rating_of(g, row['chit'])}"
    return EARNED, f"aware: {row['chit']} is active on 1 to {rating_of(g, row['chit'])}"


STATES = {common_events.SURPRISE: _surprise, common_events.LEARNS: _learning}
