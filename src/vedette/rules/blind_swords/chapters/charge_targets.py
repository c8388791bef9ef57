"""Chapter 13.10f and g: whom a charge may strike, over what ground. Read by the move and by the column alike."""

from __future__ import annotations

from functools import lru_cache

from vedette.engine.cites import cites
from vedette.engine.events import Reason
from vedette.rules.blind_swords.chapters.values import is_cavalry
from vedette.rules.blind_swords.state import State

NOBODY = Reason("no enemy stands there", "KT-13.10e")
RIDERS = Reason("a charge strikes infantry and artillery only", "KT-13.10f")
GRADED = Reason("a charge strikes nobody over a slope", "KT-13.10g-2")


STRIKES = "strikes whoever stands on ground that is not angled, in"
NAMES = {"clear": "Clear ground", "light-woods": "Light Woods"}


@lru_cache(maxsize=64)
def ground_bar(terrain: tuple[str, ...], deed: str, cite: str) -> Reason:
    """Why a charge needs such ground."""
    return Reason(f"a charge {deed} {' or '.join(NAMES.get(word, word) for word in terrain)}", cite)


def open_terrain(g: State, hex: int) -> bool:
    """Ground that cavalry charges through: Clear, by KT 13.10b Light Woods too."""
    return g.setting.board.terrain[hex] in g.setting.profile.charge_terrain


def open_ground(g: State, hex: int) -> bool:
    """The same, and not angled."""
    return open_terrain(g, hex) and "angled" not in g.setting.board.features[hex]


def graded(g: State, frm: int, to: int) -> bool:
    """Whether a slope or a steep slope lies between two hexes, up or down."""
    return any("slope" in word for word in g.setting.board.crossing.get((frm, to), ()))


@cites("KT-13.10f", "KT-13.10g-2")
def charge_target_bar(g: State, id: str, frm: int, hex: int) -> Reason | None:
    """Why a unit that charges from a hex may not strike another: only infantry and guns, in the open, over no slope."""
    if g.holder(hex) != 1 - g.side(id):
        return NOBODY
    if any(is_cavalry(g, i) for i in g.in_hex(hex)):
        return RIDERS
    if not open_ground(g, hex):
        return ground_bar(g.setting.profile.charge_terrain, STRIKES, "KT-13.10f")
    return GRADED if graded(g, frm, hex) else None


def charge_targets(g: State, id: str, frm: int) -> tuple[int, ...]:
    """The hexes that a unit ending its charge in a hex may attack."""
    near = g.setting.grid.near[frm] & g.masks[1 - g.side(id)]
    if not near:
        return ()
    hexes = (h for h in g.setting.grid.neighbours[frm] if near >> h & 1)
    return tuple(h for h in hexes if charge_target_bar(g, id, frm, h) is None)
