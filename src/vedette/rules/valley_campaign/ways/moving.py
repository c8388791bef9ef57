"""Gestures of the movement phase, and why a text of it is not offered."""

from __future__ import annotations

import re
from collections.abc import Sequence

from vedette.engine.decision import decisions
from vedette.engine.events import Reason
from vedette.rules.valley_campaign.bridges import burn_bar, repair_bar
from vedette.rules.valley_campaign.movement import MoveUnit, allowance, exit_bar, move_bar, start_bar
from vedette.rules.valley_campaign.reinforcements import entry_bar
from vedette.rules.valley_campaign.setting import Pair
from vedette.rules.valley_campaign.state import State

WAY = re.compile(r"(?P<who>.+): (?P<way>(?:\d{4}|exit)(?:-(?:\d{4}|exit))*|burn \d{4}-\d{4})", re.IGNORECASE)
"""A way of hexes, which may lead off the map, or a bridge that burns."""
PICK = re.compile(r"move (?P<who>.+)", re.IGNORECASE)
ENTER = re.compile(r"enter (?P<who>.+) at (?P<hex>\d{4})", re.IGNORECASE)
BRIDGE = re.compile(r"(?P<who>.+): (?P<deed>burn|repair) (?P<a>\d{4})-(?P<b>\d{4})", re.IGNORECASE)

NOBODY = Reason("there is no such unit in this game", "JV-2.8-2")
NO_HEX = Reason("there is no such hex on this map", "JV-4.8-7")
UNDER_WAY = Reason("another unit is under way: its move is completed first", "JV-4.8-5")
STANDS = Reason("it stands there already", "JV-4.8-7")


def named(g: State, words: str) -> str | None:
    """A unit by its id, or by the part of it before a bracket where only one fits."""
    wanted = " ".join(words.split()).lower()
    exact = next((id for id in g.units if id.lower() == wanted), None)
    loose = [id for id in g.units if id.partition(" (")[0].lower() == wanted]
    return exact or (loose[0] if len(loose) == 1 else None)


def mover(g: State) -> MoveUnit | None:
    """The move that is under way."""
    top = g.stack[-1][0] if g.stack else None
    return top if isinstance(top, MoveUnit) else None


# -- gestures --------------------------------------------------------------------------------------------


def expand(g: State, seat: str, text: str) -> list[str] | None:
    """ "A: 2011-2012-2013", "A: 6110-exit", "A: burn 1628-1629" as single answers, "A + B: ..." one after the other.

    A way may begin with the hex where the unit stands; that of a reinforcement begins where it enters.
    """
    found = WAY.fullmatch(" ".join(text.split()))
    if found is None:
        return None
    ids = [named(g, part) for part in found["who"].split(" + ")]
    way = [found["way"]] if found["way"].lower().startswith("burn") else found["way"].split("-")
    under_way = mover(g)
    moving = under_way.unit if under_way is not None else ""
    steps: list[str] = []
    for id in ids:
        if id is None:
            return None
        steps += _one(g, id, way, moving)
        moving = id
    return steps if steps and steps[0] in _listed(g, seat) else None


def _one(g: State, id: str, way: Sequence[str], moving: str) -> list[str]:
    """The answers of one unit, after whoever is moving has stopped."""
    before = ["done"] if moving and moving != id else []
    if any(a.unit == id for a in g.waiting):
        return [*before, f"enter {id} at {way[0]}", *(f"{id}: {part}" for part in way[1:])]
    if g.at(id) >= 0 and way[0] == g.hex_name(g.at(id)):
        way = way[1:]
    return [*before, *([f"move {id}"] if moving != id else []), *(f"{id}: {part}" for part in way)]


def _listed(g: State, seat: str) -> set[str]:
    return {action.text for d in decisions(g) if d.seat == seat for action in d.actions}


# -- refusals --------------------------------------------------------------------------------------------


def refusal(g: State, text: str) -> Reason | None:
    """Why a text of the movement phase, or of a repair, is not offered; None for any other."""
    text = " ".join(text.split())
    for pattern, bar in ((BRIDGE, _bridge_bar), (WAY, _way_bar), (ENTER, _enter_bar), (PICK, _pick_bar)):
        found = pattern.fullmatch(text)
        if found is None:
            continue
        ids = [named(g, part) for part in found["who"].split(" + ")]
        for id in ids:
            reason = NOBODY if id is None else bar(g, id, found)
            if reason is not None:
                return reason
    return None


def _pick_bar(g: State, id: str, found: re.Match[str]) -> Reason | None:
    return start_bar(g, id) or (UNDER_WAY if mover(g) else _stuck(g, id))


def _stuck(g: State, id: str) -> Reason | None:
    """Why a unit has nowhere to go: what bars most of the hexes around."""
    frm, left = g.at(id), allowance(g, id)
    bars = [bar for to in g.setting.grid.neighbours[frm] if (bar := move_bar(g, id, frm, to, left, True))]
    most = max(bars, key=bars.count, default=None)
    return most and Reason(f"it has nowhere to go: {most.text}", most.cite)


def _enter_bar(g: State, id: str, found: re.Match[str]) -> Reason | None:
    hex = _hex(g, found["hex"])
    return NO_HEX if hex is None else entry_bar(g, id, hex)


def _way_bar(g: State, id: str, found: re.Match[str]) -> Reason | None:
    """Of a way the first step; the others are asked about when they are reached."""
    if any(a.unit == id for a in g.waiting):
        hex = _hex(g, found["way"].split("-")[0])
        return NO_HEX if hex is None else entry_bar(g, id, hex)
    begun = mover(g)
    mine = begun if begun is not None and begun.unit == id else None
    bar = start_bar(g, id) if mine is None else None
    if bar is not None:
        return bar
    left, start = (mine.left, mine.start) if mine is not None else (allowance(g, id), True)
    way = found["way"].lower().split("-")
    if way[0] == g.hex_name(g.at(id)):
        way = way[1:]
        if not way:
            return STANDS
    if way[0] == "exit":
        return exit_bar(g, id, left, start)
    hex = _hex(g, way[0])
    return NO_HEX if hex is None else move_bar(g, id, g.at(id), hex, left, start)


def _bridge_bar(g: State, id: str, found: re.Match[str]) -> Reason | None:
    a, b = _hex(g, found["a"]), _hex(g, found["b"])
    if a is None or b is None:
        return NO_HEX
    pair: Pair = (a, b) if (a, b) in g.setting.bridges else (b, a)
    if found["deed"].lower() == "repair":
        return repair_bar(g, id, pair)
    begun = mover(g)
    if begun is not None and begun.unit == id:
        return burn_bar(g, id, pair, begun.left)
    return start_bar(g, id) or burn_bar(g, id, pair, allowance(g, id))


def _hex(g: State, name: str) -> int | None:
    return g.setting.grid.index(name) if g.setting.grid.has(name) else None
