"""The counters of a position: those of the pack, some with other values, and units of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from vedette.engine.rulebook import PositionError
from vedette.rules.common.positions import check_known, check_new, side_of
from vedette.rules.valley_campaign.content import ARMS
from vedette.rules.valley_campaign.setting import Counter, Setting

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
    """What given values change of a counter: `reduced` makes it one of two steps."""
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
