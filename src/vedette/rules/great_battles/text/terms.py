"""The words of the book and what they mean, for who meets them in a question or in the log."""

from __future__ import annotations

from vedette.rules.common.text.terms import ON_A_COUNTER, Term

TERMS: tuple[Term, ...] = (
    Term(
        ON_A_COUNTER,
        ("5-R-B",),
        "Strength, weapon, morale: 5-R-B has 5 points of strength, rifles, and morale B; A is the best, E the worst. "
        "Guns have strength and weapon; an officer the radius of his command, and how many points he can rally.",
        "SW-2.36-1",
    ),
    Term("army morale", (), "A store of points of the Union: its brigades move by paying from it.", "SW-19.0"),
    Term(
        "zone of control",
        ("zones of control", "enemy zone", "enemy zones"),
        "The three hexes before the front of a unit in line, or of unlimbered guns.",
        "SW-11.0-2",
    ),
    Term("withdrawal fire", (), "Whoever leaves a hex in an enemy zone may be fired at before he goes.", "SW-11.1"),
    Term("melee", (), "A fight for a hex: in the melee phase units move into one that the enemy holds.", "SW-13.0-1"),
    Term("pinned", (), "Held down by fire: a pinned unit neither moves nor falls back of its own will.", "SW-10.81-1"),
    Term(
        "routed",
        ("rout", "routs"),
        "A routed unit runs, and can do little until its leader has rallied it.",
        "SW-14.0-2",
    ),
    Term("depleted", ("depletion",), "Out of ammunition for small arms, by a result of the fire table.", "SW-12.0-3"),
    Term(
        "demoralized",
        (),
        "With fewer than 30 points of army morale each Union brigade may lose heart as a turn ends.",
        "SW-19.4",
    ),
    Term("caisson", ("caissons",), "The wagon of a battery's rounds; enemy guns may blow it up.", "SW-12.35-1"),
)
