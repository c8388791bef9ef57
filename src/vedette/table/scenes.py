"""What a picture of a position needs, for the start page: where which counter stands, and what is asked."""

from __future__ import annotations

from typing import Any

from vedette.engine.battle import Battle
from vedette.engine.game import Game
from vedette.engine.rulebook import rulebook_of
from vedette.staff.parts import formations

from . import showing
from .faces import Faces
from .room import Room
from .store import Grant

SEEN = ("id", "side", "hex", "layer", "heading", "numbers", "face")
"""What of a unit is seen in a picture."""


def of_battle(battle: Battle, faces: Faces) -> dict[str, Any]:
    """A battle as it begins, with a counter of each side that may stand for it."""
    game = Game.new(battle, seed=1)
    units = faces.added(game, game.view(""))["units"]
    sides = {seat: _foremost(units, seat) for seat in rulebook_of(battle).seats}
    windows = [{"name": row["name"], "title": row["title"]} for row in game.rulebook.windows(battle)]
    return {
        "units": _seen(units),
        "sides": {seat: unit["face"] for seat, unit in sides.items() if unit},
        "formations": {seat: sorted(formations(game.view(seat), seat)) for seat in sides},
        "windows": windows,
    }


def of_game(room: Room, grant: Grant, game: Game, faces: Faces) -> dict[str, Any]:
    """A game as it stands, as far as a key may see it."""
    seat = grant.seats[0] if len(grant.seats) == 1 else ""
    view = faces.added(game, game.view(seat))
    return {
        "units": _seen(view["units"]),
        "turn": view.get("turn"),
        "turns": view.get("turns"),
        "clock": view.get("clock", ""),
        "asked": _asked(room, grant, game, seat),
    }


def _asked(room: Room, grant: Grant, game: Game, seat: str) -> dict[str, Any] | None:
    """The open question that the key answers, and the hexes that it is about; None while others are asked."""
    if room.stop is not None:
        return None
    for decision in game.decisions:
        told = showing.decision_for(decision, grant, seat, room.setup.open_hands, room.setup)
        if "actions" in told:
            hexes = [action["hex"] for action in told["actions"] if action["hex"]]
            return {"seat": told["seat"], "prompt": told["prompt"], "about": told["about"], "hexes": hexes}
    return None


def _seen(units: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{key: unit[key] for key in SEEN if key in unit} for unit in units if unit.get("hex")]


def _foremost(units: list[dict[str, Any]], seat: str) -> dict[str, Any] | None:
    """The strongest infantry of a side that stands on the map, the first of equals; else the strongest of all."""
    mine = [unit for unit in units if unit["side"] == seat]
    return max(mine, key=lambda u: (u["arm"] == "infantry", bool(u["hex"]), _strength(u)), default=None)


def _strength(unit: dict[str, Any]) -> int:
    first = str(next(iter(unit["numbers"]), ""))
    return int(first) if first.isdigit() else 0
