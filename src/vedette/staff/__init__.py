"""How a computer commander chooses: knows no rulebook, sees what its seat may see.

    commander = vedette.staff.seat("cautious", seed=7)
    vedette.staff.answer(game, commander, "union")                 # it answers for the Union
    text = commander.choose(vedette.staff.desk(game, "union"))     # or: one of the listed texts
    game.play(text, "union")

    staff.hint(game.imagine("union"), "union").text                # what the adjutant would do, and why

A commander keeps no memory: what it chooses follows from its seed, the decision's number and what lies on the desk,
so that a server may forget it and make it anew. Ask it once for each decision of its seat.
"""

from vedette.staff.desk import Desk, Glance, desk, desk_before, glance
from vedette.staff.general import General
from vedette.staff.hint import ADVISER, Hint, hint
from vedette.staff.programs import PlayerFault, Program
from vedette.staff.seats import SEATS, Seat, SeatError, answer, names, pick, seat, told

__all__ = [
    "ADVISER", "SEATS", "Desk", "General", "Glance", "Hint", "PlayerFault", "Program", "Seat", "SeatError",
    "answer", "desk", "desk_before", "glance", "hint", "names", "pick", "seat", "told",
]  # fmt: skip
