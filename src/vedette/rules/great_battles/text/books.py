"""What the rules of 2007 change beside those of 1978, line by line, for whoever chooses between them."""

from __future__ import annotations

from typing import Any

from vedette.engine.battle import Battle
from vedette.rules.great_battles.profile import BY_1978, PROFILES, Profile

OPTION = "rules"
"""The option that names the rule set."""
TITLES = {"1978": "Stonewall", "2007": "Great Battles of the American Civil War, 2007"}
"""As their cases are listed."""
GUNS, MOVES, SIGHT, FIGHTS, ARMY, SILENT = (
    "Gun crews",
    "Movement",
    "Sight and fire",
    "Melee and rout",
    "The army",
    "Rest",
)
TOLD: dict[str, tuple[str, str, dict[bool, str]]] = {
    "crews_flee": (GUNS, "GB-20.22-1", {
        True: "A crew that fails its check leaves the guns; with its last step they are captured",
        False: "Unlimbered guns never rout; without crew they stand and do not fire",
    }),
    "roads_climb": (MOVES, "GB-21.14-2", {
        False: "Slopes, ridges and crests are paid for along pikes, roads and trails too",
        True: "Along pikes, roads and trails slopes, ridges and crests cost nothing",
    }),
    "fords": (MOVES, "GB-21.41-1", {
        True: "Rivers are crossed at fords and bridges",
        False: "Rivers are crossed nowhere",
    }),
    "exit_by_any_road": (MOVES, "GB-27.3-1", {
        False: "The turnpike alone makes it cheaper to leave the map",
        True: "Any thoroughfare makes it cheaper to leave the map",
    }),
    "sight_from_edge": (SIGHT, "GB-21.84-1", {
        True: "One sees over a ridge or crest only from beside it, hilltops too",
        False: "Whoever stands high enough sees over a ridge or crest",
    }),
    "crests_help": (FIGHTS, "GB-21.52", {
        True: "A crest helps the defender in melee as a ridge does",
        False: "Streams, ridges and walls help the defender in melee, crests do not",
    }),
    "morale_numbers": (FIGHTS, "GB-24.1-1", {
        True: "A unit routs on a die above the number of its letter; the best roll again on it",
        False: "A unit routs by the table of its letter",
    }),
    "contagion_spares_all": (FIGHTS, "GB-26.4-2", {
        True: "A rout that spreads spares every unit in melee",
        False: "A rout that spreads spares units in another melee than the one that caused it",
    }),
    "melee_is_paid": (ARMY, "GB-25.6-2", {
        False: "A brigade that was not paid for may begin a melee",
        True: "A brigade that was not paid for begins no melee",
    }),
    "demoralized_scores": (ARMY, "GB-25.95-1", {
        False: "A brigade broken by demoralization scores only if its losses alone had broken it",
        True: "A brigade broken by demoralization scores as any other",
    }),
}  # fmt: skip
"""Field of a profile -> heading, case of 2007, and what is said of each value."""
REST = {
    "heading": SILENT,
    "text": "Where the rules of 2007 rest on series rules that are not at hand, the case of 1978 holds",
    "instead": "a book that is whole by itself",
    "cite": "GB-19.0-1",
}


def books(battle: Battle) -> list[dict[str, Any]]:
    """Each rule set with what it is called, and what it changes beside that of 1978."""
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
    """What is played otherwise than in 1978: heading, what holds, what held, case."""
    if profile is BY_1978:
        return []
    found = [
        {"heading": heading, "text": said[now], "instead": said[was], "cite": cite}
        for field, (heading, cite, said) in TOLD.items()
        if (now := getattr(profile, field)) != (was := getattr(BY_1978, field))
    ]
    return [*found, REST]


def titles(profile: Profile) -> tuple[str, str]:
    """What a game is played by, and over what."""
    return TITLES[profile.name], "" if profile is BY_1978 else TITLES[BY_1978.name]
