"""The books by which a battle may be played, and what the series rules change in it, in words (BS 1.0)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.engine.battle import Battle
from vedette.rules.blind_swords.profile import SERIES, profile_of

OPTION = "rules"
"""The option of a battle that names its book."""

Told = tuple[str, str, Mapping[Any, str]]
"""Heading, case of the series rules, and the sentence for each value of the field."""

TOLD: dict[str, Told] = {
    "gun_stacking": ("Stacking", "BS-3.1a-1", {
        "table": "Guns take up less room by a table",
        "option": "Guns take up less room by an option only"}),
    "cavalry_stacks_apart": ("Stacking", "BS-3.1b-1", {
        True: "Riders stand with riders only",
        False: "Riders stand with anybody"}),
    "overstacking": ("Stacking", "BS-3.1d-1", {
        "agreed": "Where a hex is overfull by no fault of anybody, somebody is moved rearward",
        "forced": "Before the next draw an overfull hex is left at once, the largest unit first",
        "reinforcements": "Only arrivals make room"}),
    "artillery_phase_ends": ("Artillery Phase", "BS-6.3-3", {
        "two-passes": "Two passes in a row end it, whoever passes first",
        "union-first": "A Union pass and a Confederate one after it end it"}),
    "artillery_rally_step": ("Artillery Phase", "BS-6.4-1", {
        True: "Once the guns have fired each side may rally one battery",
        False: "No step for it: batteries rally with brigades"}),
    "engaged_artillery_stays_away": ("Artillery Phase", "BS-6.5a-2", {
        True: "Guns with an enemy within two hexes stay, or draw away from him",
        False: "Guns with an enemy within two hexes leave as they like"}),
    "held_order": ("Chits", "BS-7.1-1", {
        "alternating": "Held chits are played one by one, in turn",
        "confederate": "Who plays held chits plays all he will; where both do, the Confederate says who is first"}),
    "fortunes_marks_brigade": ("Chits", "BS-7.3a-3", {
        False: "Fortunes of War takes a Brigade chit (not a Division's) and leaves the brigade unmarked",
        True: "Fortunes of War takes a chit and marks a brigade of it as if it had acted"}),
    "limited_needs_adjacent": ("Chits", "BS-7.3-div-4", {
        False: "In a Limited Activation all of the brigade may fire",
        True: "In a Limited Activation only units beside an enemy fire"}),
    "opportunity_one_by_one": ("Movement", "BS-10.7-1", {
        True: "Who leaves an enemy's side is fired at unit by unit",
        False: "A stack may leave an enemy's side together: one fire, and the largest of them leads"}),
    "cavalry_withdraws_from_movers": ("Movement", "BS-10.8-1", {
        True: "Riders may withdraw a hex when infantry or guns come within two hexes",
        False: "Riders stay when an enemy only comes near"}),
    "withdrawal_offers": ("Movement", "BS-10.8-2", {
        "each-distance": "In one move riders are asked once at two hexes and once at one",
        "each-hex": "In one move riders are asked at each hex within two"}),
    "charge_terrain": ("Movement", "BS-10.10-1", {
        ("clear",): "Riders may charge through clear ground",
        ("clear", "light-woods"): "Riders may charge through clear ground and light woods",
        (): "There is no charge"}),
    "keep_half_sp": ("Fire", "BS-9.3-2", {
        True: "A half strength point that is left over fires in column C",
        False: "Fractions are dropped; only a cadre that nothing weakens fires in column C"}),
    "overhead_needs_gap": ("Fire", "BS-9.1b-3", {
        True: "Guns fire over friends only where none of them is beside the target",
        False: "Guns fire over friends, wherever these stand"}),
    "canister_over_enemies": ("Fire", "BS-9.1b-1", {
        True: "Canister passes over enemies",
        False: "Canister passes over nobody"}),
    "crossfire": ("Fire", "BS-9.3c-1", {
        "flanking": "Flanking fire: fires a hexside apart shift one column each",
        "converging": "Converging fire: two columns for each fire that is not at the primary hexside, which the "
        "target's owner names"}),
    "fire_left_of_c_lost": ("Fire", "BS-9.3-4", {
        True: "A fire that is shifted left of C has no effect",
        False: "A fire shifted left stays on C"}),
    "assault_left_of_c_lost": ("Close Combat", "BS-11.3d-2", {
        True: "A Close Combat that is shifted left of C does not take place",
        False: "A Close Combat shifted left stays on C"}),
    "defensive_fire_strikes": ("Close Combat", "BS-11.3a-2", {
        "attackers": "Defensive Fire strikes those only who attack out of the hex",
        "hex": "Defensive Fire strikes all who stand in the hex"}),
    "cavalry_defends": ("Close Combat", "BS-11.3a-cc-3", {
        "not-against-cavalry": "Riders whom cavalry attacks have no Defensive Fire",
        "withdraw-or-fire": "Riders fire in defence as they like"}),
    "cavalry_withdraws_from": ("Close Combat", "BS-11.3b-1", {
        "infantry": "Riders withdraw from a Close Combat of infantry only",
        "any": "Riders withdraw from any Close Combat"}),
    "triple_counts": ("Close Combat", "BS-12.2a-BD-2", {
        "all": "For BD* the strength of all attackers counts",
        "assaulting": "For BD* the strength of the Assaulting Hex counts"}),
    "cr_cap": ("Cohesion Tests", "BS-2.1-cr", {
        6: "No rating is above 6",
        None: "Ratings have no upper limit"}),
    "retreats_homeward": ("Cohesion Tests", "BS-12.3-4", {
        False: "A retreat may lead any way that keeps clear of the enemy",
        True: "A retreat nears its own side of the map where it can"}),
    "panic_cr": ("Cohesion Tests", "BS-12.1b-P-1", {
        2: "Ratings up to 2 may panic",
        3: "Ratings up to 3 may panic"}),
    "panic_lowest_first": ("Cohesion Tests", "BS-12.1b-P-3", {
        True: "The lowest rating panics",
        False: "The firing player says who panics"}),
    "panic_copies_lead": ("Cohesion Tests", "BS-12.1b-P-2", {
        False: "Who panics takes one Morale Hit and falls back three hexes",
        True: "Who panics suffers what the Lead Unit does"}),
    "woods_without_support": ("Cohesion Tests", "BS-12.4a-i", {
        False: "Units in woods give and get Support",
        True: "Nobody in woods gives or gets Support"}),
    "support_by": ("Cohesion Tests", "BS-12.4a-i", {
        "any": "Cavalry of the brigade gives Support too",
        "infantry": "Only infantry gives Support"}),
    "artillery_rebuilds": ("Rally", "BS-6.4-6", {
        "artillery-step": "A battery is rebuilt in the Artillery Phase only",
        "rally": "A battery is rebuilt with a brigade under Regroup"}),
}  # fmt: skip
SILENT = frozenset({"name", "title", "prefix", "panic_retreat"})
"""Fields of the series rules without a line of their own: the names, and what the line on who panics covers."""


def books(battle: Battle) -> list[dict[str, Any]]:
    """Each value of the option with its title, and what it changes in the battle's own book."""
    values = battle.scenario.get("options", {}).get(OPTION, {}).get("values", (battle.profile,))
    own = profile_of(battle.profile)
    return [
        {
            "value": value,
            "title": profile_of(battle.profile, value).title,
            "words": words_of(battle.profile, value),
            "own": value in ("", battle.profile),
            "changes": changes(battle.profile, value),
        }
        for value in values or (own.name,)
    ]


def words_of(own: str, value: str) -> str:
    """The words by which a player chooses it."""
    if value == SERIES["name"]:
        return "by the series rules of 2026"
    title = profile_of(own, value).title
    return f"by the book of the battle, {title}" if value in ("", own) else f"by {title}"


def changes(own: str, value: str) -> list[dict[str, Any]]:
    """What is played differently than by the battle's own book: heading, the rule now, the rule there, case."""
    before, after = profile_of(own), profile_of(own, value)
    found = []
    for field, (heading, cite, said) in TOLD.items():
        was, now = getattr(before, field), getattr(after, field)
        if was != now:
            found.append({"heading": heading, "text": said[now], "instead": said[was], "cite": cite})
    return found
