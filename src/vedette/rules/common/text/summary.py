"""What `vedette show` and a seat's view tell about a battle, whatever the book."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from vedette.engine.battle import Battle
from vedette.engine.content import SIDES


def battle_head(battle: Battle, profile: str, setting: Any, clock: Iterable[str]) -> dict[str, Any]:
    """The battle, its rules and its turns, with the hour of each."""
    return {
        "battle": battle.id,
        "title": battle.title,
        "rulebook": battle.rulebook,
        "profile": profile,
        "turns": {"first": setting.first_turn, "last": setting.last_turn},
        "clock": list(clock),
    }


def options_of(battle: Battle) -> dict[str, Any]:
    """The options that a game of the battle may be given."""
    return {name: dict(row) for name, row in battle.scenario.get("options", {}).items()}


def arrival(turn: int | None, clock: str, id: str, c: Any, hex: str, **more: Any) -> dict[str, Any]:
    """A row of the reinforcements: `c` is the counter of the unit that comes."""
    return {
        "turn": turn,
        "clock": clock,
        "id": id,
        "unit": id,
        "side": SIDES[c.side],
        "arm": c.arm,
        "brigade": c.brigade or None,
        "hex": hex,
        **more,
    }


def view_head(g: Any, seat: str, book: str, under: str) -> dict[str, Any]:
    """Battle, book, turn and phase, as a seat's view begins; `under` is the line below the title of the book."""
    return {
        "battle": g.setting.battle.id,
        "seat": seat,
        "book": book,
        "under": under,
        "turn": g.turn,
        "turns": {"first": g.setting.first_turn, "last": g.setting.last_turn},
        "clock": g.setting.hour(g.turn),
        "phase": g.phase or "set-up",
        "player": SIDES[g.player] if g.player >= 0 and not g.over else None,
        "over": g.over,
    }


def step_row(names: Mapping[str, str], now: str) -> dict[str, Any]:
    """The steps of a procedure in their order, by their names, and the place of the present one (-1 for none)."""
    return {"steps": list(names.values()), "step": list(names).index(now) if now in names else -1}
