"""Where the two rule sets differ, as named fields: 1978, and the exclusive rules of 2007.

Where 2007 leans on series rules that are not at hand, the case of 1978 holds (docs/decisions/third-family.md).
"""

from __future__ import annotations

import msgspec


class Profile(msgspec.Struct, frozen=True, kw_only=True):
    """One rule set."""

    name: str
    crews_flee: bool
    """A crew that fails its morale check leaves unlimbered guns (GB-20.22); in 1978 they never rout (SW-14.6)."""
    roads_climb: bool
    """A thoroughfare spares slopes, ridges and crests too (SW-5.22, SW-5.23); not in 2007 (GB-21.14)."""
    fords: bool
    """Rivers are crossed at fords and bridges (GB-21.41); in 1978 nowhere (SW-5.21)."""
    crests_help: bool
    """Crests add to the defender in melee as ridges do (GB-21.52); in 1978 they do not (SW-13.3)."""
    sight_from_edge: bool
    """Only whoever stands beside a ridge or crest sees or is seen over it, hilltops too (GB-21.84, GB-21.85)."""
    morale_numbers: bool
    """Rout by a number for each letter (GB-24.1) instead of the table (SW-14.26)."""
    melee_is_paid: bool
    """A brigade not paid for begins no melee (SW-19.36); 2007 asks points for movement alone (GB-25.6)."""
    demoralized_scores: bool
    """A brigade whose effectiveness demoralization took scores (SW-19.45); 2007: if losses would have (GB-25.95)."""
    contagion_spares_all: bool
    """All units in melee escape a rout that spreads (GB-26.4); in 1978 those in another melee (SW-20.21-B)."""
    exit_by_any_road: bool
    """Any thoroughfare helps to leave the map (SW-16.0); 2007 names the turnpike alone (GB-27.3)."""


BY_1978 = Profile(
    name="1978", crews_flee=False, roads_climb=True, fords=False, crests_help=False, sight_from_edge=False,
    morale_numbers=False, melee_is_paid=True, demoralized_scores=True, contagion_spares_all=False,
    exit_by_any_road=True,
)  # fmt: skip
BY_2007 = Profile(
    name="2007", crews_flee=True, roads_climb=False, fords=True, crests_help=True, sight_from_edge=True,
    morale_numbers=True, melee_is_paid=False, demoralized_scores=False, contagion_spares_all=True,
    exit_by_any_road=False,
)  # fmt: skip
PROFILES = {p.name: p for p in (BY_1978, BY_2007)}
