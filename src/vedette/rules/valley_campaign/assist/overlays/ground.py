"""Views of the ground and of who holds it: levels, sight, zones of control, stacks."""

from __future__ import annotations

from vedette.engine.overlays import BAD, NONE, WARN, Drawing, Overlay, Place, cell
from vedette.engine.words import hexes_are
from vedette.rules.common.assist import overlays
from vedette.rules.common.sight import explained
from vedette.rules.valley_campaign.assist.gestures.reaching import zone_by
from vedette.rules.valley_campaign.chapters.sight import sees
from vedette.rules.valley_campaign.chapters.zones import LIMIT, counted, zone
from vedette.rules.valley_campaign.state import State


def _levels(g: State, me: int, place: Place) -> Drawing:
    """The level of every hex."""
    board = g.setting.board

    def told(hex: int) -> tuple[str, str, str]:
        return str(board.level[hex]), NONE, f"level {board.level[hex]}, {board.terrain[hex]}"

    return overlays.levels(g, dict(enumerate(board.level)), told, "JV-4.13-1", "levels {} to {}; the darker the higher")


def _sight(g: State, me: int, place: Place) -> Drawing:
    """The line between two hexes, hex by hex with what each does to it and why."""
    return overlays.sight(explained(g, place.at, place.to, sees(g, place.at, place.to)))


def _seen(g: State, me: int, place: Place) -> Drawing:
    """Every hex as it is seen from one."""
    return overlays.seen(g, place.at, lambda hex: sees(g, place.at, hex).why, "JV-7.3-1")


def _zones(g: State, me: int, place: Place) -> Drawing:
    """The zones of control of both sides, and where they lie over each other."""
    words = "{} of your units stand in enemy zones of control"
    held = zone(g, 0), zone(g, 1)
    return overlays.zones(g, me, held, lambda hex, side: zone_by(g, hex, side), "JV-4.1-1", words.format)


def _stacks(g: State, me: int, place: Place) -> Drawing:
    """Where the limit of combat units is reached: nobody else passes there."""
    hexes = {}
    for hex, ids in sorted(g.stacks.items()):
        n = len(counted(g, hex))
        full = n >= LIMIT
        tone = (WARN if full else NONE) if g.holder(hex) == me else BAD if full else NONE
        hexes[g.hex_name(hex)] = cell(f"{n} of {LIMIT}", n / LIMIT, tone, ", ".join(ids), "JV-4.10-1")
    most = sum(row["tone"] == WARN for row in hexes.values())
    legend = {WARN: "your own, full: no other combat unit passes", BAD: "the enemy's, full", NONE: "room left"}
    return Drawing(hexes, (), (f"{hexes_are(most)} full of your units",), legend)


LEVELS = Overlay("levels", "Heights", "l", _levels)
SIGHT = Overlay("sight", "Sight between two hexes", "s", _sight, ("hex", "to"))
SEEN = Overlay("seen", "What is seen from a hex", "v", _seen, ("hex",))
ZONES = Overlay("zones", "Zones of control", "h", _zones)
STACKS = Overlay("stacks", "Full stacks", "w", _stacks)
