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
    begun,
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
from vedette.rules.great_battles.chapters import setup
from vedette.rules.great_battles.chapters.command import commanded
from vedette.rules.great_battles.chapters.effectiveness import judge
from vedette.rules.great_battles.chapters.formations import align, faces
from vedette.rules.great_battles.chapters.leaders import has_command
from vedette.rules.great_battles.chapters.sequence import SET_UP
from vedette.rules.great_battles.charts import POINT
from vedette.rules.great_battles.content import ARMS, MORALES
from vedette.rules.great_battles.content_tables import FOREIGN, GUNS, SMALL
from vedette.rules.great_battles.positions.begin import BEGINS, frames
from vedette.rules.great_battles.positions.keys import CHARGED, FLAGS, IN, LISTED, OUT, check_keys
from vedette.rules.great_battles.positions.sense import (
    LOST,
    MANY,
    NOBODY,
    check_armies,
    check_pairs,
    check_row,
    check_stacks,
)
from vedette.rules.great_battles.setting import DIRECTIONS, SIDES, UNION, Counter, Setting, setting_of
from vedette.rules.great_battles.state import CAPTURED, DESTROYED, ELIMINATED, EXITED, UNPLACED, VACANT, WAITING, State

BOXES = {
    "waiting": WAITING, "eliminated": ELIMINATED, "exited": EXITED, "captured": CAPTURED, "destroyed": DESTROYED,
    "vacant": VACANT, "unplaced": UNPLACED,
}  # fmt: skip
LEVELS = (1, 2, 3)
LATER = 100
"""The layer of units that the position does not name: below those that it names."""


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
    g.events = []
    set_turn(g, spec)
    _units(g, spec)
    if begun(spec, BEGINS) is not BEGINS[SET_UP]:
        rest_as_proposed(lambda side: setup.as_proposed(g, side), lambda side: setup.left(g, side))
    _engaged(g)
    _fronts(g, spec)
    _armies(g, spec)
    _deeds(g, spec)
    g.stack.extend(frames(g, spec))
    _command(g, spec)
    for row in spec.get("unit", ()):
        check_row(g, row)
    check_stacks(g)
    check_pairs(g)
    g.events = []
    advance(g)
    return g


def _ground(battle: Battle, setting: Setting, spec: Mapping[str, Any]) -> Setting:
    def wrong(level: Any) -> str | None:
        return None if level in LEVELS else f"level {level}: write 1 ground, 2 ridge or 3 hilltop"

    features = [*words_of(battle, "hexside"), "none"]
    return on_own_ground(battle, setting, spec, wrong, features, features)


# -- units -----------------------------------------------------------------------------------------------


def _units(g: State, spec: Mapping[str, Any]) -> None:
    """The units of the file, stacked in the order in which they are listed."""
    if not spec.get("waiting", True):
        g.units = {id: u for id, u in g.units.items() if u.at != WAITING}
    for id, u in g.units.items():
        g.units[id] = msgspec.structs.replace(u, layer=LATER)
    for n, row in enumerate(spec.get("unit", ())):
        _lay(g, row, n)
    in_counter_order(g)
    for hex in list(g.stacks):
        for side in range(len(SIDES)):
            for layer, id in enumerate(g.troops(hex, side)):
                g.units[id] = msgspec.structs.replace(g.units[id], layer=layer)
    g.reindex()


def _lay(g: State, row: Mapping[str, Any], n: int) -> None:
    """One unit: where it is, what is left of it, its formation and marks."""
    id, marks, where = row["id"], row.get("marks", ()), f"unit {row['id']!r}"
    old, c = g.units.get(id), g.counter(id)
    if old is None and not {"hex", "box"} & row.keys():
        raise PositionError(f"{where} has no place: give it hex or box")
    unit = old or setup.fresh(g.setting, id, WAITING)
    at = hex_at(g, row["hex"], where) if "hex" in row else BOXES[row["box"]] if "box" in row else unit.at
    if at == UNPLACED and id not in setup.rows_of(g):
        raise PositionError(f"{where} is not set up by its owner in this battle: give it a hex")
    if at == EXITED:
        g.exits = (*g.exits, id)
    if at == VACANT:
        g.vacant = (*g.vacant, id)
    most = {"strength": c.strength, "crew": c.crew, "rounds": 99}
    numbers = {key: row[key] for key in most if key in row}
    for key, value in numbers.items():
        if not 0 <= value <= most[key]:
            raise PositionError(f"{where}: {key} {value}: write a number from 0 to {most[key]}, or other values")
    column = row["formation"] in setup.MOBILE if "formation" in row else unit.column
    flags = {mark: True for mark in FLAGS if mark in marks}
    if "strength" not in numbers and "values" in row:
        numbers["strength"] = c.strength
    if at in LOST and not (c.leader or c.wagon):
        numbers.setdefault("strength", 0)
    layer = row.get("layer", n)
    g.units[id] = msgspec.structs.replace(unit, at=at, layer=layer, column=column, **numbers, **flags)


def _engaged(g: State) -> None:
    """Where both sides are in a hex and one unit is marked engaged, all are engaged (SW 13.84)."""
    for here in list(g.stacks.values()):
        if len({g.side(id) for id in here}) > 1 and any(g.units[id].engaged for id in here):
            for id in here:
                g.units[id] = msgspec.structs.replace(g.units[id], engaged=True)


def _fronts(g: State, spec: Mapping[str, Any]) -> None:
    """Which way units face: as the file says, else as they did, else towards the enemy."""
    wanted = {row["id"]: DIRECTIONS.index(row["facing"]) for row in spec.get("unit", ()) if "facing" in row}
    for id, unit in list(g.units.items()):
        if unit.at < 0 or not faces(g, id):
            if id in wanted and not unit.engaged:
                raise PositionError(f"unit {id!r} has no front: take facing out")
            g.units[id] = msgspec.structs.replace(unit, facing=wanted.get(id, -1))
        elif id in wanted:
            g.units[id] = msgspec.structs.replace(unit, facing=wanted[id])
    g.sets = {}
    for id in list(g.units):
        if g.at(id) >= 0 and faces(g, id) and id not in wanted and g.units[id].facing < 0:
            align(g, id)


# -- the armies and what they have done ------------------------------------------------------------------


def _armies(g: State, spec: Mapping[str, Any]) -> None:
    """Army morale, losses and demoralization, and which brigades are ineffective because of them."""
    check_armies(g, spec)
    for key in ("losses", "demoralized", "guards"):
        for name in spec.get(key, {}):
            _brigade(g, name, key)
    g.guards = tuple(sorted(spec.get("guards", {}).items()))
    g.losses = tuple(sorted(spec.get("losses", {}).items()))
    g.demoralized = tuple(sorted(spec.get("demoralized", {}).items()))
    g.toll = tuple(sorted(spec.get("toll", {}).items()))
    g.morale = spec.get("morale", g.morale)
    for name in g.setting.brigades:
        judge(g, name)
    g.vacant = tuple(sorted(id for id in g.vacant if has_command(g, id)))


def _brigade(g: State, name: str, where: str) -> str:
    if name not in g.setting.brigades:
        raise PositionError(f"{where}: brigade {name!r} is none of {', '.join(g.setting.brigades)}")
    return name


def _deeds(g: State, spec: Mapping[str, Any]) -> None:
    """What units have done in this phase, player turn or game turn."""
    for row in spec.get("unit", ()):
        id, where = row["id"], f"unit {row['id']!r}"
        if "abandoned" in row.get("marks", ()) and g.at(id) >= 0:
            crew = hex_at(g, row["crew_at"], where) if "crew_at" in row else g.at(id)
            g.fled = tuple(sorted((*g.fled, (id, crew))))
        if CHARGED in row.get("marks", ()):
            g.chargers = tuple(sorted((*g.chargers, id)))
        if "start" in row:
            g.starts = (*g.starts, (id, hex_at(g, row["start"], where)))
        for mark in LISTED:
            if mark in row.get("marks", ()):
                setattr(g, mark, (*getattr(g, mark), id))
        if "spent" in row and NOBODY <= row["spent"] <= MANY:
            g.spent = tuple(sorted({**dict(g.spent), id: int(row["spent"] * POINT)}.items()))
        if "charges" in row:
            g.charges = (*g.charges, (id, hex_at(g, row["charges"], where)))
        if "fired" in row:
            at = row["fired"]
            if at == [] or at == ():
                raise PositionError(f"{where}: fired names no hex: write the hex that it fired at")
            for hex in [hex_at(g, name, where) for name in (at if isinstance(at, list | tuple) else [at])]:
                g.fired = (*g.fired, (id, hex, g.strength(id)))
                g.offensive = tuple(sorted((*g.offensive, (id, hex))))
    g.together = tuple((min(pair), max(pair)) for pair in spec.get("together", ()))


def _command(g: State, spec: Mapping[str, Any]) -> None:
    """Which units are in command, and which brigades are paid for: all, unless the file says otherwise."""
    out, led = ([row["id"] for row in spec.get("unit", ()) if mark in row.get("marks", ())] for mark in (OUT, IN))
    if g.player >= 0:
        now = commanded(g, g.player)
        g.commanded = tuple(id for id in g.on_map(g.player) if (id in now and id not in out) or id in led)
    g.opened = tuple(sorted(_brigade(g, name, "opened") for name in spec.get("opened", ())))
    paid = spec.get("paid")
    theirs = tuple(name for name, row in g.setting.brigades.items() if row.side == UNION)
    g.paid = theirs if paid is None else tuple(_brigade(g, name, "paid") for name in paid)


# -- counters --------------------------------------------------------------------------------------------------------


MOST = 99
"""The highest number that a counter may have."""
VALUES = {"ratings": "radius", "replacement": "replacement_radius"}
"""Values whose column in counters.csv has another name -> that column."""
NEEDED = ("side", "arm", "values")
USUAL = {"infantry": ("R", "B"), "cavalry": ("R", "B"), "artillery": ("N", ""), "supply": ("R", "")}
"""Weapon and morale of a unit that a position adds."""


def counter_of(known: Counter | None, row: Mapping[str, Any], order: int, setting: Setting) -> Counter:
    """A counter of the pack, its values changed; or a new one from side, arm and values."""
    where = f"unit {row['id']!r}"
    if known is None:
        known = _new(row, order)
    else:
        check_known(row, known.arm, known.side)
    changes: dict[str, Any] = {key: row[key] for key in ("brigade", "name") if key in row}
    brigade = changes.get("brigade", known.brigade)
    if brigade and setting.brigades.get(brigade) is None:
        raise PositionError(f"{where}: brigade {brigade!r} is none of {', '.join(setting.brigades)}")
    if brigade and setting.brigades[brigade].side != known.side:
        raise PositionError(f"{where}: brigade {brigade!r} is of the other side: name one of its own")
    changes |= _values(row.get("values", {}), known.arm, where)
    return msgspec.structs.replace(known, **changes) if changes else known


def _new(row: Mapping[str, Any], order: int) -> Counter:
    id = row["id"]
    if not id.strip() or id != id.strip() or any(part in id for part in (": ", " + ", ", ")):
        raise PositionError(f"unit {id!r}: an id is a name without colon, plus and comma")
    check_new(row, NEEDED, ARMS)
    weapon, morale = USUAL.get(row["arm"], ("", ""))
    side, crew = side_of(row["side"], f"unit {id!r}: side"), 2 if row["arm"] == "artillery" else 0
    return Counter(
        id=id, name=id, order=order, side=side, arm=row["arm"], weapon=weapon, morale=morale, crew=crew, strength=0
    )


def _values(values: Mapping[str, Any], arm: str, where: str) -> dict[str, Any]:
    """What the given values change about a counter."""
    for key in values:
        if VALUES.get(key, key) in FOREIGN[arm]:
            raise PositionError(f"{where} is {arm} and has no {key}: take it out of values")
    weapons = GUNS if arm == "artillery" else SMALL
    for key, known in (("weapon", weapons), ("morale", MORALES)):
        if key in values and values[key] not in known:
            raise PositionError(f"{where}: values.{key} {values[key]!r} is none of {', '.join(known)}")
    numbers = [*(values[key] for key in ("strength", "crew") if key in values)]
    numbers += [n for key in ("ratings", "replacement") for n in values.get(key, ())]
    if not all(0 <= n <= MOST for n in numbers):
        raise PositionError(f"{where}: values: write numbers from 0 to {MOST}")
    pairs = {key: tuple(values[key]) for key in ("ratings", "replacement") if key in values}
    return {**values, **pairs}
