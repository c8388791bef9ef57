"""For who plays for the first time: a hint for each kind of question, and the words of the book with what they mean."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.engine.battle import Battle
from vedette.rules.blind_swords.concordance import cite_of
from vedette.rules.blind_swords.profile import profile_of
from vedette.rules.common.text.words import ON_A_COUNTER, Term, listed

Hint = dict[str, str]

HINTS: dict[str, tuple[str, str, str]] = {
    "key": (
        "Key Chits",
        "What you put in here can come up this turn; point at a chit to read what it does, or open what all of them "
        "do above the answers, where there is no pointer. The other side does not see which it is. More of your chits "
        "go in that nobody has seen, you as little.",
        "KT-8.1-1",
    ),
    "artillery": (
        "Guns",
        "The sides act in turn with the guns of one hex: they fire or they move. Hexes with guns that can act are lit.",
        "KT-9.1-1",
    ),
    "drawn": (
        "An event of yours",
        "Keep it, and play it later at a moment that its text names, or play it now where that is offered.",
        "KT-10.3c-1",
    ),
    "window": (
        "A moment for a chit",
        "Here a chit that is held could be played. You are asked whenever you hold any, so that the question "
        "tells nothing. Mostly you pass; the line under this card lets you pass always.",
        "KT-10.1-1",
    ),
    "order": (
        "Orders",
        "The Order settles all that the brigade may do now: points to move, fire, assault, rally. What it "
        "comes to at this moment stands under each.",
        "KT-11.1-1",
    ),
    "fire": (
        "Fire",
        "Click a hex that shows a chance. A plan says who fires together, every shift that counts and all "
        "that may come of it; Enter fires. Then the next hex; “done” ends the step.",
        "KT-12.0-1",
    ),
    "move-unit": (
        "Moves",
        "Click a unit, then a hex that shows a cost; B takes the whole brigade. Where the way draws fire a "
        "flash says so before you go. Z takes back.",
        "KT-13.1-1",
    ),
    "opportunity-fire": (
        "Opportunity fire",
        "An enemy is leaving a hex beside your units, which may fire at him and lose nothing by it.",
        "KT-13.7-4",
    ),
    "close-combat": (
        "Assault",
        "Click an enemy hex beside your units: the plan has the odds before and after the defender's fire. "
        "All assaults are announced before the first is fought.",
        "KT-14.2-1",
    ),
    "defensive-fire": (
        "Fire of the defender",
        "Who is assaulted fires first. The card is filled in with the best fire; Enter fires it.",
        "KT-14.3a-1",
    ),
    "lead": (
        "The lead unit",
        "The unit that leads a hex is tested for it and bears the result.",
        "KT-12.2-4",
    ),
    "retreat": (
        "Falling back",
        "The best way is drawn with the fire that it runs through; Enter takes it. Another end that is lit is "
        "one click.",
        "KT-15.4-1",
    ),
    "advance": (
        "Advance",
        "Who has won an assault may enter the hex.",
        "KT-15.8-1",
    ),
    "rally": (
        "Rally",
        "Take hits off, or build a worn unit up again. Who cannot is named with the reason.",
        "KT-17.2-1",
    ),
    "bombard": (
        "The guns open",
        "Before the first turn your guns wear out units of the enemy; you pick which. A die is rolled for each "
        "group of them.",
        "SS-22.1-s2-1",
    ),
    "first-chit": (
        "The first chit",
        "This once you may name one of your Division chits: it is drawn first and needs no command roll.",
        "SS-22.1-s4-1",
    ),
    "call": (
        "A brigade is called",
        "One brigade of the division may come next turn, one more each turn after. Where it enters you say when "
        "it is activated.",
        "SS-20.2c-1",
    ),
    "entry": (
        "Where it enters",
        "At once by the first road, or later by another: then the brigade does nothing now.",
        "SS-20.2c-4",
    ),
    "announce": (
        "Held chits",
        "First each side says whether it will play; then one side plays all that it will, and the other after it. "
        "Whoever holds any chit is asked, and need not play what it announced.",
        "SS-10.1-2",
    ),
    "primary-hexside": (
        "Converging fire",
        "The fires come in through several hexsides. You name the primary one: who fires through it or beside it "
        "gets nothing for it, every other fire two columns. Mostly the strongest fire is spared so.",
        "SS-12.4-3",
    ),
    "unstack": (
        "Too many in a hex",
        "More stand here than may. Somebody goes to a hex beside it that has room; where enemies are near they "
        "may fire at him.",
        "KT-6.1-4",
    ),
    "wayward": (
        "An unexpected move",
        "Fog of War: for once you move a unit of the enemy by a hex. The legal ones are lit.",
        "KT-10.5b-wayward-1",
    ),
    "cavalry-withdrawal": (
        "Cavalry may go",
        "Riders may fall back a hex before it comes to blows; nobody fires at them as they go.",
        "KT-14.3b-1",
    ),
}
"""Kind of question -> title, words, case."""
BY_BOOK: dict[str, tuple[str, Any, str]] = {
    "artillery": (
        "cavalry_acts_as_artillery",
        True,
        "Cavalry of no brigade acts here too, from its own hex: it fires, moves and attacks.",
    ),
    "fire": (
        "crossfire",
        "converging",
        "Fires that come in through hexsides far from each other converge: announce them in one plan.",
    ),
    "move-unit": (
        "opportunity_one_by_one",
        False,
        "A stack that leaves an enemy's side as one is fired at as one.",
    ),
}
"""Kind of question -> a field of the book, a value of it, and what is added in that case."""
OWN = {"bombard": ("bombardment",), "first-chit": ("first_chit",), "call": ("brigades_called",),
       "entry": ("brigades_called", "brigade_summoned")}  # fmt: skip
"""Questions that only special rules ask -> those rules."""
ASKED_BY = {"announce": ("held_order", "confederate"), "primary-hexside": ("crossfire", "converging")}
"""Questions that only some books ask -> a field of the book and the value it has there."""


def guide(battle: Battle, options: Mapping[str, Any]) -> list[Hint]:
    """Every hint: kind of question, title, text, cite.

    Left out are questions that this scenario or the game's book never asks. Hints cite that book, and say what is
    special to it.
    """
    rules = {row.get("do") for row in battle.scenario.get("special", ())}
    profile = profile_of(battle.profile, options.get("rules", ""))
    cited = cite_of(profile) or str
    found = []
    for kind, (title, text, cite) in HINTS.items():
        if kind in OWN and not rules.intersection(OWN[kind]):
            continue
        asked, when = ASKED_BY.get(kind, ("", None))
        if asked and getattr(profile, asked) != when:
            continue
        field, value, more = BY_BOOK.get(kind, ("name", None, ""))
        words = f"{text} {more}" if getattr(profile, field) == value else text
        found.append({"kind": kind, "title": title, "text": words, "cite": cited(cite)})
    return found


# -- the words of the book ------------------------------------------------------------------------------------------

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
