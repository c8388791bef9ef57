"""Positions of the referee: a state set up by hand (docs/positions.md, design 7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.board import BoardError
from vedette.engine.battle import Battle
from vedette.engine.keys import PLAIN
from vedette.engine.options import options_of
from vedette.engine.rulebook import PositionError
from vedette.engine.run import advance
from vedette.hexes import HexError
from vedette.rules.valley_campaign.chapters import placing, setup
from vedette.rules.valley_campaign.chapters.bridges import finish_repairs
from vedette.rules.valley_campaign.chapters.sequence import SET_UP
from vedette.rules.valley_campaign.positions.begin import frames
from vedette.rules.valley_campaign.positions.counters import with_own
from vedette.rules.valley_campaign.positions.keys import DEMORALIZED, LISTED, check_keys
from vedette.rules.valley_campaign.setting import SIDE_INDEX, Arrival, Pair, Setting, setting_of
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
    setting = with_own(_ground(battle, setting_of(battle, options), spec), spec)
    g = setup.blank(setting) if spec.get("empty") else setup.set_up(setting)
    _turn(g, spec)
    _bridges(g, spec)
    _units(g, spec)
    _cup(g, spec)
    if spec.get("begin") != SET_UP:
        _rest(g)
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
    hexes = {str(row["id"]): {k: v for k, v in row.items() if k != "id"} for row in spec.get("hex", ())}
    sides = [(str(row["between"][0]), str(row["between"][1]), row["feature"]) for row in spec.get("hexside", ())]
    terrain = [w for row in battle.charts["terrain"] if row["kind"] == "hex" for w in row["on_board"].split(";")]
    features = [*_words(battle, "hexside"), "none"]
    for id, row in hexes.items():
        if row.get("terrain", "clear") not in terrain:
            raise PositionError(f"hex {id!r}: terrain {row['terrain']!r} is none of {', '.join(terrain)}")
        if "level" in row and row["level"] not in setting.heights:
            raise PositionError(f"hex {id!r}: level {row['level']!r} is none of {', '.join(map(str, setting.heights))}")
    for a, b, feature in sides:
        if feature not in features:
            raise PositionError(f"hexside {a} {b}: feature {feature!r} is none of {', '.join(features)}")
    if not hexes and not sides:
        return setting
    try:
        return setting.with_board(battle.board.changed(hexes, sides))
    except (BoardError, HexError) as error:
        raise PositionError(str(error)) from None


def _words(battle: Battle, kind: str) -> list[str]:
    """The words of the board that the chart of the ground has of a kind."""
    rows = battle.charts["terrain"]
    return list(dict.fromkeys(word for row in rows if row["kind"] == kind for word in row["on_board"].split(";")))


def _hex(g: State, name: object, where: str) -> int:
    if not g.setting.grid.has(str(name)):
        raise PositionError(f"{where}: there is no hex {name!r} on this map")
    return g.setting.grid.index(str(name))


def _bridge(g: State, names: tuple[object, object], where: str) -> Pair:
    a, b = (_hex(g, name, where) for name in names)
    for pair in ((a, b), (b, a)):
        if pair in g.setting.bridges:
            return pair
    known = ", ".join(f"{g.hex_name(a)} {g.hex_name(b)}" for a, b in g.setting.bridges)
    raise PositionError(f"{where}: no bridge joins {names[0]} and {names[1]}; there are {known}")


def _bridges(g: State, spec: Mapping[str, Any]) -> None:
    """Burned bridges: those of the list, else the scenario's; those under repair as well."""
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


def _turn(g: State, spec: Mapping[str, Any]) -> None:
    turn, first, last = spec.get("turn", g.setting.first_turn), g.setting.first_turn, g.setting.last_turn
    if not first <= turn <= last:
        raise PositionError(f"turn {turn!r}: this battle has turns {first} to {last}")
    g.turn = turn


def _units(g: State, spec: Mapping[str, Any]) -> None:
    if not spec.get("waiting", True):
        g.waiting = ()
    for row in spec.get("unit", ()):
        _lay(g, row)
    coming = {a.unit for a in g.waiting}
    units = {id: u for id, u in g.units.items() if u.at != WAITING or id in coming}
    g.units = {id: units[id] for id in sorted(units, key=lambda id: g.setting.counters[id].order)}
    g.reindex()
    both = g.masks[0] & g.masks[1]
    if both:
        hex = both.bit_length() - 1
        raise PositionError(f"hex {g.hex_name(hex)}: units of both sides stand there, {', '.join(g.in_hex(hex))}")


def _lay(g: State, row: Mapping[str, Any]) -> None:
    """One unit: where it is, its side that shows, its marks."""
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
    """The hex of a unit, or its place off the map, entered in the lists of the state."""
    if "hex" in row:
        return _hex(g, row["hex"], where)
    if "arrives" in row:
        due = row["arrives"]
        g.waiting = (*g.waiting, Arrival(due["turn"], row["id"], _hex(g, due["hex"], where)))
        return WAITING
    at, c = BOXES[row["box"]], g.counter(row["id"])
    if at == EXITED:
        g.exits = (*g.exits, row["id"])
    if at == ELIMINATED and c.leader:
        g.fallen = (*g.fallen, row["id"])
    if at == CUP and not c.spare:
        raise PositionError(f"{where} is no subordinate leader: he does not lie in the cup")
    if at == UNPLACED and not {"area", "with"} & placing.rows_of(g).get(row["id"], {}).keys():
        raise PositionError(f"{where} is not set up by its owner in this battle: give it a hex")
    return at


def _cup(g: State, spec: Mapping[str, Any]) -> None:
    """The subordinate leaders who lie in the cups: all of both sides, or those that are named."""
    if "cup" not in spec:
        return
    lying = [id for id, unit in g.units.items() if unit.at == CUP]
    for id in spec["cup"]:
        if id not in lying:
            raise PositionError(f"cup: {id!r} is no subordinate leader who could lie there; such as {lying[0]}")
    g.units = {id: unit for id, unit in g.units.items() if unit.at != CUP or id in spec["cup"]}
    g.reindex()


def _rest(g: State) -> None:
    """Who should be set up by its owner stands where the scenario proposes."""
    for side in (0, 1):
        placing.as_proposed(g, side)
        if left := placing.left(g, side):
            raise PositionError(f"unit {left[0]!r} finds no place where it may be set up: give it a hex")


# -- the score and what a phase has seen -----------------------------------------------------------------


def _control(g: State, spec: Mapping[str, Any]) -> None:
    """Who stands in a hex that victory asks for was the last there; `control` says the rest."""
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
    """How many have entered in this phase by each listed hex, and where instead of there."""
    entered = ((_hex(g, name, "entered"), count) for name, count in spec.get("entered", {}).items())
    instead = ((_hex(g, name, "instead"), _hex(g, other, "instead")) for name, other in spec.get("instead", {}).items())
    g.columns, g.substitutes = tuple(sorted(entered)), tuple(sorted(instead))
