"""Positions of the referee: a state set up by hand (docs/positions.md, design 7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from vedette.engine.battle import Battle
from vedette.engine.keys import PLAIN
from vedette.engine.options import options_of
from vedette.engine.rulebook import PositionError
from vedette.engine.run import advance
from vedette.rules.common.positions import (
    apart,
    check_known,
    check_new,
    hex_at,
    in_counter_order,
    on_own_ground,
    rest_as_proposed,
    set_turn,
    side_of,
    with_own,
    words_of,
)
from vedette.rules.valley_campaign.chapters import setup
from vedette.rules.valley_campaign.chapters.bridges import finish_repairs
from vedette.rules.valley_campaign.chapters.sequence import SET_UP
from vedette.rules.valley_campaign.content import ARMS
from vedette.rules.valley_campaign.positions.begin import frames
from vedette.rules.valley_campaign.positions.keys import DEMORALIZED, LISTED, check_keys
from vedette.rules.valley_campaign.setting import SIDE_INDEX, Arrival, Counter, Pair, Setting, setting_of
from vedette.rules.valley_campaign.state import CUP, ELIMINATED, EXITED, UNPLACED, WAITING, Repair, State, Unit

BOXES = {"eliminated": ELIMINATED, "exited": EXITED, "cup": CUP, "unplaced": UNPLACED}


def position(battle: Battle, spec: Mapping[str, Any]) -> State:
    """A position as a state that waits for its first decision.

    Raises:
        PositionError: naming the key or unit, what is wrong with it and the mend.
    """
    check_keys(spec)
    options = options_of(battle, spec.get("set", {}))
    if not set(spec) - PLAIN:
        return setup.begin(battle, options)
    setting = with_own(_ground(battle, setting_of(battle, options), spec), spec, counter_of)
    g = setup.blank(setting) if spec.get("empty") else setup.set_up(setting)
    set_turn(g, spec)
    _bridges(g, spec)
    _units(g, spec)
    _cup(g, spec)
    if spec.get("begin") != SET_UP:
        rest_as_proposed(lambda side: setup.as_proposed(g, side), lambda side: setup.left(g, side))
    _control(g, spec)
    _repairs(g, spec)
    _columns(g, spec)
    g.events = []
    if spec.get("begin") != SET_UP:  # a bridge stands from the beginning of its turn, whatever phase is the first here
        finish_repairs(g)
    g.stack.extend(frames(g, spec))
    advance(g)
    return g


# -- ground ----------------------------------------------------------------------------------------------


def _ground(battle: Battle, setting: Setting, spec: Mapping[str, Any]) -> Setting:
    def wrong(level: Any) -> str | None:
        heights = setting.heights
        return None if level in heights else f"level {level!r} is none of {', '.join(map(str, heights))}"

    return on_own_ground(battle, setting, spec, wrong, [*words_of(battle, "hexside"), "none"])


def _bridge(g: State, names: tuple[object, object], where: str) -> Pair:
    a, b = (hex_at(g, name, where) for name in names)
    for pair in ((a, b), (b, a)):
        if pair in g.setting.bridges:
            return pair
    known = ", ".join(f"{g.hex_name(a)} {g.hex_name(b)}" for a, b in g.setting.bridges)
    raise PositionError(f"{where}: no bridge joins {names[0]} and {names[1]}; there are {known}")


def _bridges(g: State, spec: Mapping[str, Any]) -> None:
    """Burned bridges: those in the list, else the scenario's; and those under repair."""
    rows = [("burned", pair) for pair in spec.get("burned", ())]
    rows += [("repair", row["between"]) for row in spec.get("repair", ())]
    named = [_bridge(g, pair, where) for where, pair in rows]
    kept = () if "burned" in spec else g.burned
    g.burned = tuple(sorted({*kept, *named}))


def _repairs(g: State, spec: Mapping[str, Any]) -> None:
    for row in spec.get("repair", ()):
        if g.units.get(row["unit"], Unit(WAITING)).at < 0:
            raise PositionError(f"repair: unit {row['unit']!r} is not on the map: give it a hex at the bridge")
        pair = _bridge(g, row["between"], "repair")
        if g.at(row["unit"]) not in pair:
            raise PositionError(f"repair: unit {row['unit']!r} does not stand at the bridge: give it one of its hexes")
        g.repairs = (*g.repairs, Repair(pair, row["unit"], row["ready"]))


# -- units -----------------------------------------------------------------------------------------------


def _units(g: State, spec: Mapping[str, Any]) -> None:
    if not spec.get("waiting", True):
        g.waiting = ()
    for row in spec.get("unit", ()):
        _lay(g, row)
    coming = {a.unit for a in g.waiting}
    g.units = {id: u for id, u in g.units.items() if u.at != WAITING or id in coming}
    in_counter_order(g)
    apart(g)


def _lay(g: State, row: Mapping[str, Any]) -> None:
    """One unit: where it is, the side that shows, its marks."""
    id, marks = row["id"], row.get("marks", ())
    old, where = g.units.get(id), f"unit {row['id']!r}"
    if old is None and not {"hex", "box", "arrives"} & row.keys():
        raise PositionError(f"{where} has no place: give it hex, box or arrives")
    at = old.at if old else WAITING
    if {"hex", "box", "arrives"} & row.keys():
        g.waiting = tuple(a for a in g.waiting if a.unit != id)
        at = _place(g, row, where)
    reduced = row["face"] == "reduced" if "face" in row else bool(old and old.reduced)
    g.units[id] = Unit(at, reduced, max((DEMORALIZED[mark] for mark in marks if mark in DEMORALIZED), default=0))
    for mark in LISTED:
        if mark in marks:
            setattr(g, mark, (*getattr(g, mark), id))


def _place(g: State, row: Mapping[str, Any], where: str) -> int:
    """The hex of a unit, or its place off the map, which is entered in the lists of the state."""
    if "hex" in row:
        return hex_at(g, row["hex"], where)
    if "arrives" in row:
        due = row["arrives"]
        g.waiting = (*g.waiting, Arrival(due["turn"], row["id"], hex_at(g, due["hex"], where)))
        return WAITING
    at, c = BOXES[row["box"]], g.counter(row["id"])
    if at == EXITED:
        g.exits = (*g.exits, row["id"])
    if at == ELIMINATED and c.leader:
        g.fallen = (*g.fallen, row["id"])
    if at == CUP and not c.spare:
        raise PositionError(f"{where} is no subordinate leader: he does not lie in the cup")
    if at == UNPLACED and not {"area", "with"} & setup.rows_of(g).get(row["id"], {}).keys():
        raise PositionError(f"{where} is not set up by its owner in this battle: give it a hex")
    return at


def _cup(g: State, spec: Mapping[str, Any]) -> None:
    """The subordinate leaders in the cups: all of both sides, or those that are named."""
    if "cup" not in spec:
        return
    lying = [id for id, unit in g.units.items() if unit.at == CUP]
    for id in spec["cup"]:
        if id not in lying:
            raise PositionError(f"cup: {id!r} is no subordinate leader who could lie there; such as {lying[0]}")
    g.units = {id: unit for id, unit in g.units.items() if unit.at != CUP or id in spec["cup"]}
    g.reindex()


# -- the score and what a phase has seen -----------------------------------------------------------------


def _control(g: State, spec: Mapping[str, Any]) -> None:
    """The side that stands in a victory hex was the last there; `control` says the rest."""
    hexes = tuple(g.setting.victory.get("hexes", ()))
    for name, side in spec.get("control", {}).items():
        if name not in hexes:
            known = ", ".join(hexes) or "it has none"
            raise PositionError(f"control: {name} is no hex that victory asks for in this battle; {known}")
        if side not in SIDE_INDEX:
            raise PositionError(f"control: {name} of {side!r}: write union or confederate")
    last = [SIDE_INDEX[spec["control"][h]] if h in spec.get("control", {}) else -1 for h in hexes]
    here = [g.holder(g.setting.grid.index(h)) for h in hexes]
    g.holders = tuple(now if now >= 0 else then for now, then in zip(here, last, strict=True))


def _columns(g: State, spec: Mapping[str, Any]) -> None:
    """How many units have entered in this phase by each listed hex, and where they did instead."""
    entered = {hex_at(g, name, "entered"): count for name, count in spec.get("entered", {}).items()}
    instead = {hex_at(g, name, "instead"): hex_at(g, to, "instead") for name, to in spec.get("instead", {}).items()}
    g.columns, g.substitutes = tuple(sorted(entered.items())), tuple(sorted(instead.items()))


# -- counters --------------------------------------------------------------------------------------------------------


MOST = 99
"""The highest value that a counter may have."""
NEEDED = ("side", "arm", "values")
WORDS = ("brigade", "division", "command", "name")


def counter_of(known: Counter | None, row: Mapping[str, Any], order: int, setting: Setting) -> Counter:
    """A counter of the pack, its values changed; or a new one from side, arm and values."""
    where = f"unit {row['id']!r}"
    if known is None:
        known = _new(row, order, setting)
    else:
        check_known(row, known.arm, known.side)
    changes = {key: row[key] for key in WORDS if key in row}
    changes |= _values(known, row.get("values", {}), where)
    found = msgspec.structs.replace(known, **changes) if changes else known
    if row.get("face") == "reduced" and found.steps == 1:
        raise PositionError(f"{where} has one step and cannot be reduced: give it values.reduced, or no face")
    return found


def _new(row: Mapping[str, Any], order: int, setting: Setting) -> Counter:
    id = row["id"]
    meant = [other for other, c in setting.counters.items() if c.name == id]
    if meant:
        raise PositionError(f"unit {id!r} could be {' or '.join(meant)}: write which")
    check_new(row, NEEDED, ARMS)
    side = side_of(row["side"], f"unit {id!r}: side")
    return Counter(id=id, name=id, order=order, side=side, arm=row["arm"], steps=1, strength=(0, 0), movement=0)


def _values(known: Counter, values: Mapping[str, Any], where: str) -> dict[str, Any]:
    """What the given values change about a counter: `reduced` gives it two steps."""
    for face, pair in values.items():
        if not all(0 <= n <= MOST for n in pair):
            raise PositionError(f"{where}: values.{face}: write numbers from 0 to {MOST}")
    if not values:
        return {}
    if known.leader != ("leader" in values) or (known.leader and len(values) > 1):
        wanted = "leader = [columns, movement]" if known.leader else "full = [strength, movement]"
        raise PositionError(f"{where}: its values are {wanted}")
    if known.leader:
        shift, movement = values["leader"]
        return {"shift": shift, "movement": movement}
    if "full" not in values and not known.movement:
        raise PositionError(f"{where}: key 'values' needs full: reduced stands beside it")
    full, movement = values.get("full", (known.strength[0], known.movement))
    if "reduced" not in values:
        return {"strength": (full, known.strength[1]), "movement": movement}
    return {"strength": (full, values["reduced"][0]), "movement": values["reduced"][1], "steps": 2}
