"""What the rules of 2007 change in those of 1978, line by line, for whoever chooses between them."""

from __future__ import annotations

from typing import Any

from vedette.engine.battle import Battle
from vedette.rules.great_battles.profile import BY_1978, PROFILES, Profile

OPTION = "rules"
"""The option that names the rule set."""
TITLES = {"1978": "Stonewall", "2007": "Great Battles of the American Civil War, 2007"}
"""As their cases are listed."""
TOLD: dict[str, tuple[str, str, str, str]] = {
    "crews_flee": ("Gun crews", "GB-20.22-1",
        "A crew that fails its check leaves the guns; with its last step they are captured",
        "Unlimbered guns never rout; without crew they stand and do not fire"),
    "roads_climb": ("Movement", "GB-21.14-2",
        "Along pikes, roads and trails slopes, ridges and crests cost nothing",
        "Slopes, ridges and crests are paid for along pikes, roads and trails too"),
    "fords": ("Movement", "GB-21.41-1",
        "Rivers are crossed at fords and bridges",
        "Rivers are crossed nowhere"),
    "exit_by_any_road": ("Movement", "GB-27.3-1",
        "Any thoroughfare makes it cheaper to leave the map",
        "The turnpike alone makes it cheaper to leave the map"),
    "sight_from_edge": ("Sight and fire", "GB-21.84-1",
        "One sees over a ridge or crest only from beside it, hilltops too",
        "Whoever stands high enough sees over a ridge or crest"),
    "crests_help": ("Melee and rout", "GB-21.52",
        "A crest helps the defender in melee as a ridge does",
        "Streams, ridges and walls help the defender in melee, crests do not"),
    "morale_numbers": ("Melee and rout", "GB-24.1-1",
        "A unit routs on a die above the number of its letter; the best roll again on it",
        "A unit routs by the table of its letter"),
    "contagion_spares_all": ("Melee and rout", "GB-26.4-2",
        "A rout that spreads spares every unit in melee",
        "A rout that spreads spares units in another melee than the one that caused it"),
    "melee_is_paid": ("The army", "GB-25.6-2",
        "A brigade that was not paid for begins no melee",
        "A brigade that was not paid for may begin a melee"),
    "demoralized_scores": ("The army", "GB-25.95-1",
        "A brigade broken by demoralization scores as any other",
        "A brigade broken by demoralization scores only if its losses alone had broken it"),
}  # fmt: skip
"""Field of a profile -> heading, case of 2007, and what is said where it is on, and where off."""
REST = {
    "heading": "Rest",
    "text": "Where the rules of 2007 rest on series rules that are not at hand, the case of 1978 holds",
    "instead": "a book that is whole by itself",
    "cite": "GB-19.0-1",
}


def books(battle: Battle) -> list[dict[str, Any]]:
    """Each rule set with its title, and what it changes in that of 1978."""
    values = battle.scenario.get("options", {}).get(OPTION, {}).get("values", ())
    return [
        {
            "value": value,
            "title": TITLES[value],
            "words": "by the rules of 1978" if value == BY_1978.name else "with the exclusive rules of 2007",
            "own": value == BY_1978.name,
            "changes": changes(PROFILES[value]),
        }
        for value in values
    ]


def changes(profile: Profile) -> list[dict[str, str]]:
    """What is played differently than in 1978: heading, the rule now, the rule then, case."""
    if profile is BY_1978:
        return []
    found = [
        {"heading": heading, "text": on if now else off, "instead": off if now else on, "cite": cite}
        for field, (heading, cite, on, off) in TOLD.items()
        if (now := getattr(profile, field)) != getattr(BY_1978, field)
    ]
    return [*found, REST]


def titles(profile: Profile) -> tuple[str, str]:
    """The titles of the rules that a game is played by, and of those that they rest on."""
    return TITLES[profile.name], "" if profile is BY_1978 else TITLES[BY_1978.name]
