"""What a scenario of one's own may leave out or say in short: citations, and the clock as a first hour and a step."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from vedette.engine.content import Scenario

Plain = dict[str, Any]
HOUR = re.compile(r"(\d{1,2}):([0-5]\d)")
MOST = 400
"""Citations that are put in; no scenario has as many places for them."""
DAY = 24 * 60


def eased(plain: Plain, form: type[Scenario], over: bool) -> Plain:
    """A scenario whose `turns = 8`, `first_hour` and `step` (minutes) are written out.

    Args:
        over: whether it lies over a base, whose clock counts where it says nothing of one.
    """
    short = isinstance(plain.get("turns"), int) and not isinstance(plain.get("turns"), bool)
    told = HOUR.fullmatch(str(plain.get("first_hour", "")))
    step = plain.get("step", 0)
    if not short and not (told and isinstance(step, int)):
        return plain
    found = dict(plain)
    if short:
        found["turns"] = {"first": 1, "last": plain["turns"]}
    turns = found.get("turns")
    if not (told and isinstance(step, int) and step > 0 and isinstance(turns, dict) and _counted(turns)):
        return found
    found = {key: value for key, value in found.items() if key not in ("first_hour", "step")}
    long = _reads_hours(form) or told[1].startswith("0") or int(told[1]) > 12
    times = _times(told, step, turns["last"] - turns["first"] + 1, long)
    if _reads_hours(form):
        found["turns"] = turns | {"hours": times}
    else:
        found["clock"] = times
    return found


def _counted(turns: Mapping[str, Any]) -> bool:
    first, last = turns.get("first"), turns.get("last")
    return isinstance(first, int) and isinstance(last, int) and 0 < first <= last < 100


def _reads_hours(form: type[Scenario]) -> bool:
    """Whether the rules want the hours in `[turns]`, not in `clock`."""
    kind = next(f.type for f in msgspec.structs.fields(form) if f.name == "turns")
    return any(f.name == "hours" and f.required for f in msgspec.structs.fields(kind))


def _times(first: re.Match[str], step: int, count: int, long: bool) -> list[str]:
    """The time of each turn, by a clock of 24 hours or of twelve."""
    at = int(first[1]) * 60 + int(first[2])
    found = []
    for n in range(count):
        hour, minute = divmod((at + n * step) % DAY, 60)
        found.append(f"{hour:02d}:{minute:02d}" if long else f"{(hour - 1) % 12 + 1}:{minute:02d}")
    return found


def within(own: Plain, base: Plain) -> Plain:
    """The clock of a scenario that has some of its base's turns and says nothing of the hours."""
    mine, whole = own.get("turns"), base.get("turns")
    if not (isinstance(mine, dict) and isinstance(whole, dict)):
        return {}
    turns = whole | mine
    if "clock" in own or "hours" in mine or not (_counted(turns) and _counted(whole)):
        return {}
    a, b = turns["first"] - whole["first"], turns["last"] - whole["first"] + 1
    if a < 0 or b > whole["last"] - whole["first"] + 1:
        return {}
    found: Plain = {"clock": base["clock"][a:b]} if base.get("clock") else {}
    return found | ({"turns": mine | {"hours": whole["hours"][a:b]}} if whole.get("hours") else {})


def cited(plain: Plain, form: Any) -> Plain:
    """A scenario of one's own with an empty citation wherever its form wants one and none is given."""
    found = msgspec.json.decode(msgspec.json.encode(plain))
    found.setdefault("cite", "")
    victory = found.get("victory")
    for rows in victory.values() if isinstance(victory, dict) else ():
        for row in rows if isinstance(rows, list) else ():
            if isinstance(row, dict):
                row.setdefault("cite", "")  # its rows are read by the rules, which have forms of their own
    for _ in range(MOST):
        try:
            msgspec.convert(found, form)
        except msgspec.ValidationError as error:
            what, _, path = str(error).partition(" - at ")
            if "missing required field `cite`" not in what or not _put(found, path.strip("`")):
                return dict(found)
        else:
            break
    return dict(found)


def _put(plain: Any, path: str) -> bool:
    """An empty citation at a place such as $.victory.levels[0]; whether there is such a place."""
    at = plain
    for name, index in re.findall(r"\.(\w+)|\[(\d+)\]", path):
        try:
            at = at[name] if name else at[int(index)]
        except (LookupError, TypeError):
            return False
    if not isinstance(at, dict) or "cite" in at:
        return False
    at["cite"] = ""
    return True
