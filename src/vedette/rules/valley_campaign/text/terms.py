"""The words of the book and what they mean, for who meets them in a question or in the log."""

from __future__ import annotations

from vedette.rules.common.text.terms import ON_A_COUNTER, Term

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
