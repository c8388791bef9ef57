"""For who plays for the first time: a hint for each kind of question, and the words of the book with what they mean."""

from __future__ import annotations

from vedette.rules.common.text.words import ON_A_COUNTER, Term

HINTS: dict[str, tuple[str, str, str]] = {
    "set-up": (
        "Setting up",
        "Units that the list gives an area stand anywhere in it, two infantry or cavalry units to a hex. "
        "“Rest as proposed” sets up all that are left.",
        "JV-2.8-2",
    ),
    "move-unit": (
        "Moves",
        "Click a unit, then a hex that shows a cost. Units move one after the other, each once, and enemy zones of "
        "control stop them; “done” ends the phase. Z takes back.",
        "JV-4.8-5",
    ),
    "move": (
        "On the way",
        "The unit goes hex by hex until you stop it. In an enemy zone of control its move is over; out of one it pays "
        "half its points and goes to a free hex first.",
        "JV-4.4-1",
    ),
    "attack": (
        "Combat",
        "Guns bombard first: a unit that has been attacked is bombarded no more. Then attack hexes beside your units, "
        "one after the other; each unit attacks once, and nobody must.",
        "JV-6.1-4",
    ),
    "attackers": (
        "Who attacks",
        "Add the units that attack this hex together; the odds and every shift stand beside it. All defenders of the "
        "hex take part.",
        "JV-6.4-3",
    ),
    "leader": (
        "Leaders",
        "A leader beside or with an attacker, or linked to one by units of his command, moves the odds by his rating. "
        "One counts on each side. Who stands with the attackers falls on a die of 1.",
        "JV-8.1-3",
    ),
    "leader-place": (
        "A new leader",
        "Who was drawn from the cup takes over in one of these hexes.",
        "JV-8.6-3",
    ),
    "lose-step": (
        "Losses",
        "A unit loses a step: it is turned to its reduced side, or is eliminated if it has none left.",
        "JV-6.11-2",
    ),
    "retreat": (
        "Falling back",
        "Each unit goes a hex back, out of all enemy zones where it can. Into one it loses a step; where nothing is "
        "left it is eliminated.",
        "JV-6.12-1",
    ),
    "advance": (
        "Advance",
        "One of the attackers may enter the hex that has become empty, whatever enemy zones lie on it; guns may not.",
        "JV-6.15-1",
    ),
    "repair": (
        "Bridges",
        "Infantry of strength 2 or more beside a burned bridge may begin to repair it; a die says how many turns that "
        "takes. It must stay there undisturbed.",
        "JV-9.4-2",
    ),
}
"""Kind of question -> title, words, case."""

TERMS: tuple[Term, ...] = (
    Term(
        ON_A_COUNTER,
        (),
        "Strength, in attack and in defence, then points to move. A leader has in brackets what he adds to combat.",
        "JV-2.6-1",
    ),
    Term(
        "zone of control",
        ("zones of control", "enemy zone", "enemy zones"),
        "The six hexes around a unit. Whoever comes into one of the enemy ends his move there.",
        "JV-4.4-1",
    ),
    Term(
        "demoralized",
        (),
        "A beaten unit neither moves nor attacks in its next player turn, but may retreat.",
        "JV-6.3-3",
    ),
    Term("bombard", ("bombards", "bombardment"), "Guns fire from afar instead of attacking.", "JV-7.1-1"),
    Term(
        "odds", (), "Strength of the attack to that of the defence, rounded down to a column of the table.", "JV-6.2-2"
    ),
    Term("displaced", ("displaces",), "A friend makes room for one who falls back; an enemy never does.", "JV-6.13-3"),
)
