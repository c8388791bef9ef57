"""What only cavalry can do on its way: mount, dismount, charge, and why it may not."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from vedette.engine.cites import cites
from vedette.engine.events import Reason
from vedette.rules.blind_swords.chapters.charge import BEGUN, charge_bar, charge_ends, charge_step_bar, charge_steps
from vedette.rules.blind_swords.chapters.close_combat import CloseCombatStep, owing
from vedette.rules.blind_swords.chapters.costs import Terms, terms_for
from vedette.rules.blind_swords.chapters.movement import exit_bar, may_stop, mounting_bar, turn_bar, verb
from vedette.rules.blind_swords.chapters.movement_step import MovementStep, ready_units
from vedette.rules.blind_swords.chapters.unit_moves import MoveUnit
from vedette.rules.blind_swords.state import State

UNENGAGED = Reason("a charge ends beside infantry or artillery that it may strike", "KT-13.10e")
FIRST = Reason("a charge is announced before the unit has moved", "KT-13.10b")


class Mover(msgspec.Struct, frozen=True):
    """A unit that moves or could move, and its terms."""

    unit: str
    left: int
    terms: Terms
    fresh: bool
    charging: bool = False
    """Whether it makes a Charge Move."""
    assumed: str = ""
    """What is assumed, in words, where the unit may not move now."""


def charge_of(g: State, frame: MoveUnit) -> bool:
    """Whether a unit that is moving is bound by the conditions of a charge, as long as it can end as it must."""
    if not frame.charging:
        return False
    steps = charge_steps(g, frame.unit, frame.left, frame.terms, frame.fresh)
    return bool(steps) or charge_ends(g, frame.unit, g.at(frame.unit))


def must_go_on(g: State, frame: MoveUnit) -> bool:
    """Whether a charging unit has not yet come to where it may end."""
    return charge_of(g, frame) and (frame.fresh or not charge_ends(g, frame.unit, g.at(frame.unit)))


def charge_end_bar(g: State, m: Mover, hex: int) -> Reason | None:
    """Why a charge may not end in a hex."""
    return UNENGAGED if m.charging and not charge_ends(g, m.unit, hex) else None


def turn_at(g: State, movers: Sequence[Mover], left: int) -> str | None:
    """What a unit alone may do where its way ends with the points that are left: mount or dismount, in no charge."""
    m = movers[0]
    if len(movers) > 1 or m.charging or turn_bar(g, m.unit, left, m.terms) is not None:
        return None
    return verb(g, m.unit)


def deeds_of(g: State, step: MovementStep) -> dict[str, list[str]]:
    """What each unit of a step that may still move could do besides going, in the words of the gestures."""
    found = {}
    top = g.stack[-1][0]
    moving = top if isinstance(top, MoveUnit) and not top.charging else None
    stays = isinstance(top, MoveUnit) and (not may_stop(g, top.unit, top.fresh) or must_go_on(g, top))
    for id in () if stays else ready_units(g, step):
        if g.setting.counters[id].arm == "cavalry" and (moving is None or id != moving.unit):
            terms = terms_for(g, id, step.terms)
            found[id] = _deeds(g, id, terms.allowance, terms, True)
    if moving is not None:
        found[moving.unit] = _deeds(g, moving.unit, moving.left, moving.terms, moving.fresh)
    return {id: words for id, words in found.items() if words}


def _deeds(g: State, id: str, left: int, terms: Terms, fresh: bool) -> list[str]:
    words = [verb(g, id)] if turn_bar(g, id, left, terms) is None else []
    return words + (["charge"] if charge_bar(g, id, left, terms, fresh) is None else [])


def mounted_bar(g: State, m: Mover, path: Sequence[int | str], charge: bool) -> Reason | None:
    """What bars a way because of a charge that is announced, or of a change of mode where it begins."""
    if charge or m.charging:
        bar = None if m.charging else charge_bar(g, m.unit, m.left, m.terms, m.fresh)
        if bar is not None or not path:
            return bar
        to = path[1] if path[0] == g.at(m.unit) and len(path) > 1 else path[0]
        if isinstance(to, str):
            return BEGUN if m.charging else FIRST
        if g.setting.grid.near[g.at(m.unit)] >> to & 1:
            return charge_step_bar(g, m.unit, g.at(m.unit), to, m.left, m.terms, m.fresh) or UNENGAGED
        return None
    if path and isinstance(path[0], str):
        if path[0] == "exit":
            return exit_bar(g, m.unit, m.left, m.fresh)
        if path[0] != verb(g, m.unit):
            return mounting_bar(g, m.unit, m.left) or Reason(f"it is {path[0]}ed already", "KT-13.9-1")
        return turn_bar(g, m.unit, m.left, m.terms)
    return None


@cites("KT-13.10-1")
def charge_owed(g: State, top: object, ids: Sequence[str], hex: int) -> Reason | None:
    """Why attacks cannot be declared so: a unit that has charged is left out of them, or sent elsewhere."""
    if not g.charging or not isinstance(top, CloseCombatStep):
        return None
    closed = {h for h, _ in top.declared}
    bound = owing(g, ids if hex >= 0 else (), top._taken(), closed)
    left = owing(g, g.brigade(top.side, top.brigade), {*top._taken(), *top.group, *ids}, closed)
    late = [id for id, hexes in left.items() if hex < 0 or set(hexes) <= {*closed, hex}]
    for id in (*(i for i, hexes in bound.items() if hex not in hexes), *late):
        names = " or ".join(g.hex_name(h) for h in {**bound, **left}[id])
        return Reason(f"{id} has charged and must attack {names}", "KT-13.10-1")
    return None
