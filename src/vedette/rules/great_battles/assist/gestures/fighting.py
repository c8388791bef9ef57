"""Melee gestures taken apart into answers, and why they are refused (SW 13)."""

from __future__ import annotations

from collections.abc import Sequence

from vedette.engine.events import Reason
from vedette.engine.procedure import Ask
from vedette.rules.great_battles.chapters import melee
from vedette.rules.great_battles.chapters.melee import Melee, MeleePhase
from vedette.rules.great_battles.state import State

ADDED = Reason("it takes part already", "SW-13.6-6")


def ask_of(g: State) -> Ask | None:
    """The open question, if there is one."""
    return g.ask if isinstance(g.ask, Ask) else None


def kind_of(g: State) -> str:
    ask = ask_of(g)
    return ask.kind if ask else ""


# -- melee -------------------------------------------------------------------------------------------------------


def melee_texts(g: State, ids: Sequence[str], hex: int) -> list[str] | None:
    """The single answers of a melee: the hex, its attackers one by one, and go."""
    top = g.stack[-1][0] if g.stack else None
    begun: tuple[str, ...] = ()
    steps: list[str] = []
    if isinstance(top, Melee):
        if top.hex != hex or not set(top.units) <= set(ids):
            return None
        begun = top.units
    elif isinstance(top, MeleePhase) and kind_of(g) == "melee":
        steps.append(f"melee {g.hex_name(hex)}")
    else:
        return None
    return [*steps, *(f"add {id}" for id in ids if id not in begun), "melee"]


def begun_of(g: State, hex: int) -> tuple[str, ...]:
    """Who already takes part in the melee that is being put together in a hex."""
    top = g.stack[-1][0] if g.stack else None
    return top.units if isinstance(top, Melee) and top.hex == hex else ()


def melee_bar(g: State, id: str, hex: int, chosen: tuple[str, ...] = ()) -> Reason | None:
    """Why a unit takes no part in a melee in a hex, next to those chosen."""
    return melee.melee_bar(g, id, hex, chosen)


def target_bar(g: State, side: int, hex: int) -> Reason | None:
    """Why a side can attack nobody in a hex now."""
    if g.phase != "melee" or g.player != side:
        return melee.NOT_NOW
    if bar := melee.target_bar(g, side, hex):
        return bar
    near = [i for at in g.setting.grid.neighbours[hex] for i in g.troops(at, side)]
    bars = [bar for i in near if (bar := melee.melee_bar(g, i, hex))]
    if not near:
        return Reason("none of your units stands beside it", "SW-13.2-1")
    return max(bars, key=bars.count) if len(bars) == len(near) else None


def add_bar(g: State, id: str) -> Reason | None:
    """Why a unit cannot be added to the melee that is being put together."""
    top = g.stack[-1][0] if g.stack else None
    if not isinstance(top, Melee):
        return None
    return ADDED if id in top.units else melee.melee_bar(g, id, top.hex, top.units)
