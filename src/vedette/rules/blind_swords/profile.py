"""The named differences between the Blind Swords books: a number is a field, an exception is a named choice.

Two books stand on their own, `KERNSTOWN` and `STONEWALLS_SWORD`. The series rules of 2026 are a layer over the book of
the battle: `SERIES` holds what they say themselves, and what they leave to each game (stacking, allowances, terrain,
shifts) stays as the battle's book has it (BS 1.0).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from vedette.engine.cites import cites
from vedette.engine.rulebook import ContentError


class Profile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one book says where the books differ."""

    name: str
    title: str
    prefix: str
    """Of its case ids."""
    under: str = ""
    """The prefix of the book that fills what the series rules leave open; empty where a book stands alone."""

    # 2, 4, 5: counters
    cr_cap: int | None
    """The highest Cohesion Rating (KT-4.1-CR-2); none where the book names none (SS 4.1)."""
    keep_half_sp: bool
    """A final half strength point fires (KT-12.3-3); else fractions are dropped and only a bare C fires (SS 12.1b)."""
    cavalry_independent: bool
    """Cavalry belongs to no brigade, as artillery does not (SS 5.0)."""

    # 3, 6: stacking
    stacking_limit: int
    """Strength points in a hex (KT-6.1-1)."""
    gun_stacking: Literal["table", "option"]
    """Artillery takes up less room by the table (KT 6.1a), or only by an option (SS 6.1a)."""
    large_units: bool
    """A unit over the limit counts as the limit (SS 6.2)."""
    cavalry_stacks_apart: bool
    """Mounted units stand only with mounted units (KT-6.1b-1)."""
    split_regiments: bool
    """Halves a and b of a regiment stack with each other alone (KT 6.1d)."""
    overstacking: Literal["reinforcements", "forced", "agreed"]
    """Who leaves an overfull hex: nobody but reinforcements, the largest first (SS 6.3), rearward (BS 3.1d)."""
    blocked_road_cost: int
    """Movement points of artillery on a blocked road through woods (SS 6.1c); 0 where woods are open to it."""

    # 4, 7, 9: the sequence and the Artillery Phase
    artillery_rally_step: bool
    """Artillery rallies in a step of its own (KT 9.4); else in any Rally Step (SS 16.1)."""
    artillery_phase_ends: Literal["two-passes", "union-first"]
    """Any two passes in a row end it (KT-9.3-4), or a Union pass and a Confederate one after it (SS 9.3)."""
    artillery_allowance: int
    """Movement points of artillery (KT-9.0-2)."""
    artillery_engages_at: int
    """Hexes within which artillery is Engaged (KT-13.6-3)."""
    engaged_artillery_stays_away: bool
    """Engaged artillery may only stay or draw away (KT 9.5b); else it may leave as it likes (SS 13.6)."""
    guns_silent_in: tuple[str, ...]
    """Terrain out of which artillery may not fire (KT-9.5c-1, SS 9.4d)."""
    cavalry_acts_as_artillery: bool
    """Cavalry acts in the Artillery Steps of its side: fire, move, Close Combat (SS 9.5)."""

    # 7, 10: chits
    held_order: Literal["alternating", "confederate"]
    """Held chits are played one by one in turn (KT-10.1-1), or side by side as the Confederate says (SS 10.1)."""
    fortunes_marks_brigade: bool
    """Fortunes of War before a Brigade chit marks the brigade Activated (KT-10.5a); else the chit is lost (BS 7.3a)."""
    limited_needs_adjacent: bool
    """In a Limited Activation only units next to an enemy fire (SS 10.7)."""
    quick_march: Literal["double", "half-again"]
    """What a Quick March makes of the allowance (KT-13.2-3, SS-13.2-2)."""
    commander_always_hit: bool
    """A commander in chief may be hit before his chit is in play (SS-10.5b-gc-ii-3)."""

    # 8, 11, 13: orders and movement
    cavalry_allowance: int
    """Movement points of cavalry that has no Order (SS 13.2); 0 where its Order gives them (KT 11.2)."""
    cavalry_always_marches: bool
    """Cavalry may use March Column under any Order (SS 3.2d)."""
    opportunity_one_by_one: bool
    """Who leaves an enemy's side is fired at unit by unit (KT-13.7); else a stack may leave as one (SS 13.7)."""
    cavalry_withdraws_from_movers: bool
    """Mounted units may withdraw before an enemy that comes near (KT 13.8)."""
    withdrawal_offers: Literal["each-hex", "each-distance"]
    """How often in one move: at each hex within two (KT 13.8), or once at two hexes and once at one (BS 10.8)."""
    charge_terrain: tuple[str, ...]
    """Terrain that cavalry charges through (KT 13.10b); none where there is no charge."""
    skirmish_costs: Literal["less-one", "one"]
    """A unit in Skirmish Order pays one less a hex (KT 16.1) or one a hex whatever it is (SS 18.1)."""
    screen_cost: int
    """Movement points more that an enemy pays to come beside skirmishers (SS 18.2)."""
    screen_meets_retreats: bool
    """A retreat beside skirmishers drives them off too (SS 18.2); else only where it ends there (KT 16.2)."""

    # 9, 12: sight and fire
    woods_block_level_sight: bool
    """One woods hex on the level of both blocks (SS 12.1a); else one obscures and two block (KT 12.1a)."""
    low_woods_obscure: bool
    """Woods below, or between the levels, obscure (SS 12.1a)."""
    low_units_obscure: bool
    """Units below two that stand level obscure (SS 12.1a)."""
    overhead_needs_gap: bool
    """Artillery fires over friends only where none is next to the target (KT 12.1b)."""
    canister_over_enemies: bool
    """Canister may pass over enemies (KT 12.1b); else over nobody (SS 12.1)."""
    crossfire: Literal["flanking", "converging"]
    """Fire from several sides: one column for all (KT 12.4), or two for all but one side (SS 12.4)."""
    fire_shifts: tuple[str, ...]
    """The column shifts of fire, in the order of the book of the battle (KT 12.3, SS 12.3a, BS-9.3-7)."""
    fire_left_of_c_lost: bool
    """Fire shifted left of column C has no effect (KT-12.3-shift-left-limit); else it stays on C (SS 12.3a)."""

    # 11, 14: Close Combat
    assault_left_of_c_lost: bool
    """Close Combat shifted left of column C does not take place (BS 11.3d); else it stays on C (SS 14.2d)."""
    defensive_fire_strikes: Literal["hex", "attackers"]
    """Whom Defensive Fire can hit beside Panic: all of the hex, or those announced to attack out of it (BS 11.3a)."""
    cavalry_defends: Literal["not-against-cavalry", "withdraw-or-fire"]
    """Defensive Fire of the mounted: none where cavalry attacks (KT 14.3, BS 11.3a), or as they like (SS 14.2b)."""
    cavalry_withdraws_from: Literal["infantry", "any"]
    """Whose Close Combat the mounted may withdraw from (KT 14.3b, SS 14.2b)."""
    close_shifts: tuple[str, ...]
    """The column shifts of Close Combat, in the order of the book of the battle (KT 14.3d, SS 14.2d, BS 11.3c)."""
    triple_counts: Literal["all", "assaulting"]
    """Whose points count for BD*: all attackers' (KT-15.2a), or the Assaulting Hex's (SS 15.2a)."""

    # 12, 15: cohesion
    retreats_homeward: bool
    """A retreat nears its own side of the map where it can (KT 15.4, SS 15.4); else any way will do (BS 12.3)."""
    panic_cr: int
    """Highest modified Cohesion Rating that can panic (KT-15.1b-P1-2)."""
    panic_retreat: int
    """Hexes a panicked unit falls back (KT-15.1b-P1-3)."""
    panic_copies_lead: bool
    """A panicked unit suffers the Lead's skedaddle result (SS 15.1b); else one Morale Hit and a retreat (KT 15.1b)."""
    panic_lowest_first: bool
    """The lowest Cohesion Rating panics (KT-15.1b-P1-2); else whom the firing player chooses (SS 15.1b)."""
    woods_without_support: bool
    """Nobody in woods gives or receives Support (SS 15.5a)."""
    support_by: Literal["any", "infantry"]
    """Which arms of the brigade give Support (KT-15.5a, SS 15.5a)."""
    cavalry_always_supported: bool
    """Cavalry is always Supported and supports nobody (SS 15.5a); what BS says presumes that it has a brigade."""

    # 13, 16, 17, 19: rally and victory
    rally_distance: int
    """Hexes from every enemy that a rally needs (KT-17.1-6)."""
    artillery_rebuilds: Literal["artillery-step", "rally"]
    """Where a battery is turned back to Fresh: one a side in its step (KT 9.4), or in any Rally Step (SS 16.2)."""
    control_by: Literal["any", "infantry"]
    """Whose presence takes a hex: any unit's, or infantry's alone (SS 19.1)."""


KT_FIRE = (
    "target-cover", "over-units", "through-woods", "firer-skirmish", "target-skirmish", "mixed", "canister",
    "crossfire", "carbines", "ss-target", "ss-firer", "good-ground", "wall", "cavalry",
)  # fmt: skip
"""The column shifts of fire (KT 12.3)."""
SS_FIRE = (
    "target-woods", "target-crops", "over-woods", "over-units", "firer-skirmish", "target-skirmish", "mixed",
    "canister", "crossfire", "cavalry",
)  # fmt: skip
"""The same (SS 12.3a)."""
SS_CLOSE = ("odds", "artillery", "ratings", "slopes", "smoothbores", "rebel-yell")
"""The column shifts of Close Combat (SS 14.2d)."""
KT_CLOSE = (*SS_CLOSE, "flanking", "mounted", "charge", "good-ground", "wall")
"""The same (KT 14.3d)."""
OWN: Any = object()
"""In the column of the series rules: as the book of the battle has it."""
BOOKS: Mapping[str, tuple[Any, Any, Any]] = {
    "name": ("kernstown", "stonewalls-sword", "series-2026"),
    "title": ("Kernstown", "Stonewall's Sword", "Blind Swords, series rules"),
    "prefix": ("KT", "SS", "BS"),
    # 2, 4, 5: counters
    "cr_cap": (6, None, 6),
    "keep_half_sp": (True, False, True),
    "cavalry_independent": (False, True, OWN),
    # 3, 6: stacking
    "stacking_limit": (10, 8, OWN),
    "gun_stacking": ("table", "option", "table"),
    "large_units": (False, True, OWN),
    "cavalry_stacks_apart": (True, False, True),
    "split_regiments": (True, False, OWN),
    "overstacking": ("reinforcements", "forced", "agreed"),
    "blocked_road_cost": (0, 3, OWN),
    # 4, 7, 9: the sequence and the Artillery Phase
    "artillery_rally_step": (True, False, True),
    "artillery_phase_ends": ("two-passes", "union-first", "two-passes"),
    "artillery_allowance": (6, 5, OWN),
    "artillery_engages_at": (2, 2, OWN),
    "engaged_artillery_stays_away": (True, False, True),
    "guns_silent_in": (("angled",), ("angled", "woods"), OWN),
    "cavalry_acts_as_artillery": (False, True, OWN),
    # 7, 10: chits
    "held_order": ("alternating", "confederate", "alternating"),
    "fortunes_marks_brigade": (True, True, False),
    "limited_needs_adjacent": (False, True, False),
    "quick_march": ("double", "half-again", OWN),
    "commander_always_hit": (False, True, OWN),
    # 8, 11, 13: orders and movement
    "cavalry_allowance": (0, 10, OWN),
    "cavalry_always_marches": (False, True, OWN),
    "opportunity_one_by_one": (True, False, True),
    "cavalry_withdraws_from_movers": (True, False, True),
    "withdrawal_offers": ("each-hex", "each-hex", "each-distance"),
    "charge_terrain": (("clear", "light-woods"), (), ("clear",)),
    "skirmish_costs": ("less-one", "one", OWN),
    "screen_cost": (0, 1, OWN),
    "screen_meets_retreats": (False, True, OWN),
    # 9, 12: sight and fire
    "woods_block_level_sight": (False, True, OWN),
    "low_woods_obscure": (False, True, OWN),
    "low_units_obscure": (False, True, OWN),
    "overhead_needs_gap": (True, False, True),
    "canister_over_enemies": (True, False, True),
    "crossfire": ("flanking", "converging", "flanking"),
    "fire_shifts": (KT_FIRE, SS_FIRE, OWN),
    "fire_left_of_c_lost": (True, False, True),
    # 11, 14: Close Combat
    "assault_left_of_c_lost": (True, False, True),
    "defensive_fire_strikes": ("hex", "hex", "attackers"),
    "cavalry_defends": ("not-against-cavalry", "withdraw-or-fire", "not-against-cavalry"),
    "cavalry_withdraws_from": ("infantry", "any", "infantry"),
    "close_shifts": (KT_CLOSE, SS_CLOSE, OWN),
    "triple_counts": ("all", "assaulting", "all"),
    # 12, 15: cohesion
    "retreats_homeward": (True, True, False),
    "panic_cr": (2, 3, 2),
    "panic_retreat": (3, 0, 3),
    "panic_copies_lead": (False, True, False),
    "panic_lowest_first": (True, False, True),
    "woods_without_support": (False, True, False),
    "support_by": ("any", "infantry", "any"),
    "cavalry_always_supported": (False, True, OWN),
    # 13, 16, 17, 19: rally and victory
    "rally_distance": (3, 3, OWN),
    "artillery_rebuilds": ("artillery-step", "rally", "artillery-step"),
    "control_by": ("any", "infantry", OWN),
}
"""Field -> what each book says: *Kernstown*, *Stonewall's Sword*, the series rules."""

KERNSTOWN, STONEWALLS_SWORD = (
    msgspec.convert({field: row[book] for field, row in BOOKS.items()}, Profile) for book in range(2)
)
SERIES: Mapping[str, Any] = {field: said for field, (_, _, said) in BOOKS.items() if said is not OWN}
"""What the series rules say themselves; everything else is the battle's own book's (BS 1.0)."""

PROFILES = {p.name: p for p in (KERNSTOWN, STONEWALLS_SWORD)}
"""The books that stand on their own, by name."""
LEAVES_OPEN = (KERNSTOWN.name,)
"""The books that leave open what a club may read otherwise (readings.py)."""


@cites("BS-1.0-1")
def profile_of(own: str, rules: str = "") -> Profile:
    """The book that a battle is played by: its own, another one by name, or the series rules over its own (BS 1.0).

    Raises:
        ContentError: there is no such book.
    """
    for key, name in (("profile", own), ("options.rules", rules)):
        if name and name not in PROFILES and (key == "profile" or name != SERIES["name"]):
            books = [*PROFILES, *([] if key == "profile" else [SERIES["name"]])]
            raise ContentError(f"{key}: there is no book {name!r}: write {' or '.join(books)}")
    if rules in ("", own):
        return PROFILES[own]
    if rules == SERIES["name"]:
        return msgspec.structs.replace(PROFILES[own], under=PROFILES[own].prefix, **SERIES)
    return PROFILES[rules]
