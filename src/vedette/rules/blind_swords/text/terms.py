"""The words of the book and what they mean, for who meets them in a question or in the log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.engine.battle import Battle
from vedette.rules.blind_swords.concordance import cite_of
from vedette.rules.blind_swords.profile import profile_of
from vedette.rules.common.text.terms import ON_A_COUNTER, Term, listed

TERMS: tuple[Term, ...] = (
    Term(
        ON_A_COUNTER,
        ("6-R-4",),
        "Strength, weapon, cohesion: 6-R-4 has 6 points of strength, rifles, a cohesion of 4. Weapons: R rifled, S "
        "smoothbore, C carbines, CC swords and pistols, SS sharpshooters. The back has what is left once it is worn.",
        "KT-4.1-7",
    ),
    Term(
        "U on a counter",
        (),
        "No friends stand near enough to support it: its cohesion, in red, is lower.",
        "KT-15.5-1",
    ),
    Term(
        "SP", (), "Strength points, the first number of a counter: they count in combat and in stacking.", "KT-4.1-SP-1"
    ),
    Term(
        "cohesion",
        ("CR",),
        "How steady a unit is, the last number of its counter; tests are rolled against it.",
        "KT-12.2-1",
    ),
    Term(
        "unit support",
        ("loses support", "gains support", "unsupported"),
        "Whether friends stand near enough is looked at whenever cohesion counts; without them it is lower.",
        "KT-15.5-1",
    ),
    Term(
        "column",
        ("columns",),
        "Of the fire table: the strength of a fire picks one, called by the points it is for (6-7 is for 6 or 7; C, "
        "the weakest, for a cadre). Each shift goes one column: + to the right, which is stronger, - to the left.",
        "KT-12.3-1",
    ),
    Term(
        "cohesion test",
        ("routine test", "tough test", "severe test"),
        "The owner of a unit that was hit rolls two dice. The coloured one says whether it loses strength, the white "
        "one how it bears it. Routine, tough and severe tests are ever harder.",
        "KT-15.0-1",
    ),
    Term(
        "lead unit",
        ("lead units",),
        "The unit of a hex under fire whose cohesion counts and that takes the test.",
        "KT-12.2-1",
    ),
    Term(
        "depletion",
        ("depleted",),
        "What the coloured die of a test does: a fresh unit turns to its worn side. It comes before skedaddle.",
        "KT-15.1-2",
    ),
    Term(
        "skedaddle",
        (),
        "What the white die of a test does: hits to morale, a retreat, panic of others in the hex.",
        "KT-15.1-2",
    ),
    Term("battleworn", ("worn",), "The paler back of a counter, with lower values.", "KT-4.1-9"),
    Term(
        "morale hit",
        ("morale hits",),
        "A steady unit becomes shaken, a shaken one disrupted; a disrupted one takes a break test for each.",
        "KT-15.6-none-1",
    ),
    Term("shaken", (), "After one morale hit: strength and cohesion are one less.", "KT-15.6-none-1"),
    Term(
        "disrupted",
        (),
        "After two morale hits: strength and cohesion are two less. Another is a break test.",
        "KT-15.6-shaken-1",
    ),
    Term(
        "break test",
        ("break tests",),
        "One die against the cohesion as it is now: more than that, and the unit breaks.",
        "KT-15.7-2",
    ),
    Term(
        "Broken Track",
        ("Broken Box",),
        "Where broken infantry and cavalry wait off the map; the end of each turn brings them a box nearer.",
        "KT-15.9a-1",
    ),
    Term(
        "panic", ("panics",), "Of those who stand with a tested unit another one is carried away too.", "KT-15.1b-P1-1"
    ),
    Term(
        "opportunity fire",
        (),
        "A unit that leaves a hex beside enemies may first be fired at, by half their strength.",
        "KT-13.7-1",
    ),
    Term(
        "close combat",
        (),
        "Fire from hex to hex at its closest, for the ground itself; resolved like fire.",
        "KT-14.0-1",
    ),
    Term(
        "limited activation", (), "A brigade whose command roll failed: it may fire, and do nothing else.", "KT-10.7-7"
    ),
    Term("key chit", ("key chits",), "Event chits that each side picks itself for the cup of the turn.", "KT-8.1-1"),
    Term(
        "event chit",
        ("event chits",),
        "A chit with an event for each side; who has it plays it or keeps it.",
        "KT-10.3a-2",
    ),
    Term("rally", (), "Makes shaken, disrupted and worn units good again, and rebuilds broken ones.", "KT-17.0-2"),
)


def terms(battle: Battle, options: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The words, with the cases of the book by which the battle is played."""
    return listed(TERMS, cite_of(profile_of(battle.profile, options.get("rules", ""))) or str)
