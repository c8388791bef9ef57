"""Hours as the clocks of somebody's own time zone show them."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError


def moment(at: float, zone: str) -> str:
    """A moment as the clocks of a zone show it: `Tuesday 4 May, 21:00 (Europe/Berlin)`."""
    where = zone_of(zone) or UTC
    there = datetime.fromtimestamp(at, where)
    return f"{there:%A} {there.day} {there:%B}, {there:%H:%M} ({zone if where is not UTC else 'UTC'})"


def next_hour(at: float, zone: str, hour: int) -> float:
    """When the clocks of a zone show a full hour next, at that moment or later."""
    where = zone_of(zone) or UTC
    day = datetime.fromtimestamp(at, where).date()
    for later in range(3):
        found = datetime.combine(day + timedelta(days=later), time(hour), where).timestamp()
        if found >= at:
            return found
    raise AssertionError("a day has all its hours")


def zone_of(name: str) -> ZoneInfo | None:
    """A time zone by its name; None where there is none such."""
    try:
        return ZoneInfo(name) if name and len(name) <= 60 else None
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None
