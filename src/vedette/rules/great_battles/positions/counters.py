"""The counters of a position: those of the pack, some with other values, and units of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from vedette.engine.rulebook import PositionError
from vedette.rules.common.positions import check_known, check_new, side_of
from vedette.rules.great_battles.content import ARMS, MORALES
from vedette.rules.great_battles.content_tables import FOREIGN, GUNS, SMALL
from vedette.rules.great_battles.setting import Counter, Setting

MOST = 99
"""The highest number that a counter may have."""
VALUES = {"ratings": "radius", "replacement": "replacement_radius"}
"""Values by their columns of counters.csv, where these have another name."""
NEEDED = ("side", "arm", "values")
USUAL = {"infantry": ("R", "B"), "cavalry": ("R", "B"), "artillery": ("N", ""), "supply": ("R", "")}
"""Weapon and morale of a unit that a position brings itself."""


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
    """What given values change of a counter."""
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
