"""Readings of docs/rulings.md that a club may turn: such as the rules look up in one place, the profile of the book."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from vedette.engine.content import Reading
from vedette.engine.rulebook import ContentError
from vedette.rules.blind_swords.profile import LEAVES_OPEN, Profile

TURNED = "reading_turned"
"""The row of a scenario that turns one, which house rules write."""

READINGS: Mapping[str, Reading] = {
    "panic-retreat": Reading(
        title="how far a panicked unit falls back (15.1b)",
        values={"three-hexes": {"panic_retreat": 3}, "two-hexes": {"panic_retreat": 2}},
        books=LEAVES_OPEN,
    ),
    "withdrawal-offered": Reading(
        title="how often in one move mounted cavalry may withdraw before who comes near (13.8)",
        values={"at-each-hex": {"withdrawal_offers": "each-hex"},
                "at-each-distance": {"withdrawal_offers": "each-distance"}},
        books=LEAVES_OPEN,
    ),
    "defensive-fire": Reading(
        title="whom Defensive Fire strikes but for Panic (14.3a)",
        values={"the-hex": {"defensive_fire_strikes": "hex"}, "who-attacks": {"defensive_fire_strikes": "attackers"}},
        books=LEAVES_OPEN,
    ),
    "close-combat-left-of-c": Reading(
        title="a Close Combat that is shifted left of column C (14.0)",
        values={"does-not-occur": {"assault_left_of_c_lost": True}, "stays-on-c": {"assault_left_of_c_lost": False}},
        books=LEAVES_OPEN,
    ),
    "three-times-as-strong": Reading(
        title="which attackers count where one side is three times as strong (15.2a)",
        values={"all": {"triple_counts": "all"}, "the-assaulting-hex": {"triple_counts": "assaulting"}},
        books=LEAVES_OPEN,
    ),
}  # fmt: skip
"""By name; each turns fields of the profile, every one of which the rules read in a single place."""


def turned(where: str, profile: Profile, rows: Sequence[Mapping[str, Any]]) -> Profile:
    """The book with the readings that a scenario turns; the series rules of 2026, which say all of it, stay.

    Raises:
        ContentError: there is no such reading, or it has no such value.
    """
    for row in rows:
        if row.get("do") != TURNED:
            continue
        reading = READINGS.get(str(row.get("name")))
        fields = reading and reading.values.get(str(row.get("value")))
        if not fields:
            raise ContentError(f"{where}: there is no reading {row.get('name')!r} with the value {row.get('value')!r}")
        if not profile.under:
            profile = msgspec.structs.replace(profile, **fields)
    return profile
