"""For who plays for the first time: a hint for each kind of question, and the words of the book with what they mean."""

from __future__ import annotations

from vedette.rules.common.text.words import ON_A_COUNTER, Term

HINTS: dict[str, tuple[str, str, str]] = {
    "set-up": (
        "Setting up",
        "Units stand anywhere in the area that the list gives them. “Rest as proposed” sets up all that are left.",
        "SW-3.2-1",
    ),
    "pay": (
        "Army morale",
        "A Union brigade that is to move in this turn costs points of army morale, and what is left at the end is "
        "victory points. A brigade that is not paid for may turn and fire, but neither moves nor begins a melee.",
        "SW-19.31-1",
    ),
    "move-unit": (
        "Moves",
        "Click a unit, then a hex that shows a cost. Only units that were in their officer’s radius when the player "
        "turn began move. Facing is free, a change of formation costs points. “Done” ends the phase.",
        "SW-5.15-1",
    ),
    "move": (
        "On the way",
        "The unit goes hex by hex until you stop it, turns for nothing, and changes its formation if it has the "
        "points. Whoever leaves an enemy zone draws withdrawal fire.",
        "SW-11.1",
    ),
    "leave-too": (
        "Out of an enemy zone",
        "Where both units of a stack leave, only the upper one is fired at; where one leaves, only the one that stays.",
        "SW-11.14-1",
    ),
    "enter": ("Arrivals", "Reinforcements come onto the map at the hexes of their area.", "SW-21.22-1"),
    "fire": (
        "Fire",
        "Click an enemy hex, then the units that fire at it together. Each unit fires once in a phase, through its "
        "front; a battery needs a round.",
        "SW-10.31-1",
    ),
    "firers": (
        "Who fires",
        "The strengths are added up, each for its range; the column is shifted by no more than two for ground, facing "
        "and formation.",
        "SW-10.47-1",
    ),
    "withdrawal-fire": (
        "Withdrawal fire",
        "An enemy leaves the zone of your unit: it may fire at him before he goes, whether it fires later or not.",
        "SW-11.1",
    ),
    "retreat-fire": (
        "Retreat fire",
        "An enemy falls back into the zone of your unit: it may fire at him as he comes.",
        "SW-11.2-1",
    ),
    "evade": (
        "Retreat before melee",
        "Units before whom the enemy stands may fall back one or two hexes before it comes to blows, and check for "
        "rout.",
        "SW-13.7-1",
    ),
    "advance": (
        "Advance",
        "An attacker may enter the hex that was left to him; then he fights no melee in this turn.",
        "SW-13.7-5",
    ),
    "charge": (
        "Charges",
        "Mounted cavalry that declares a charge fights with twice its strength, and routs when the melee is over.",
        "SW-18.2-1",
    ),
    "melee": (
        "Melee",
        "Attackers enter the hex of the enemy. The difference of the strengths gives the column; no more than two "
        "units and eight points fight on a side.",
        "SW-13.0-1",
    ),
    "attackers": ("Who attacks", "Add the units that go in together, from any hexes around it.", "SW-13.6-6"),
    "engaged": (
        "A melee that goes on",
        "Units that are engaged fight on in their own melee phase, or fall back two hexes and check for rout.",
        "SW-13.84-5",
    ),
    "lose": ("Losses", "The owner says which unit loses the next point.", "SW-13.6-5"),
    "retreat": (
        "Falling back",
        "Each hex leads away from the enemy who caused it. Enemies into whose zone a unit falls back may fire; who "
        "has no way left is captured.",
        "SW-15.4-1",
    ),
    "face": (
        "Facing",
        "After a melee the unit that is left sets its front; infantry in column that is fired upon goes into line at "
        "once, and sets its front as well.",
        "SW-7.32-2",
    ),
    "lead": (
        "Leaders",
        "A leader goes along with a unit or stays with another of his hex. Beside him units fight and check for "
        "rout better by one.",
        "SW-17.2-1",
    ),
    "rally": ("Rally", "A leader rallies routed units of his command near him, as many as his rating.", "SW-14.4-3"),
    "new-leader": ("A new officer", "Who follows a lost leader joins any unit of his command.", "SW-17.52"),
    "wagon": (
        "The enemy’s wagon",
        "A supply wagon without its guard is yours to take, and then supplies you, or to destroy for good.",
        "SW-12.16-2",
    ),
    "guard": (
        "A guard for the wagon",
        "A rifle regiment that stands with a wagon may give it a point as its guard; that is no loss.",
        "SW-12.14-1",
    ),
    "reorder": (
        "Who lies on top",
        "The unit on top has fired its last round: the one below it may take its place.",
        "SW-8.6-2",
    ),
    "overshot": (
        "Too far",
        "The fire flew over its target; between two hexes you say where it falls.",
        "SW-23.13-2",
    ),
    "transfer": (
        "Rounds",
        "Batteries of the same type side by side that have not fired in the game turn may share their rounds.",
        "SW-12.36-1",
    ),
}
"""Kind of question -> title, words, case."""

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
