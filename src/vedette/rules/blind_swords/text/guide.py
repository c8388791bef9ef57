"""Hints for first-time players, one for each kind of question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.engine.battle import Battle
from vedette.rules.blind_swords.concordance import cite_of
from vedette.rules.blind_swords.profile import profile_of

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
