"""How a computer commander chooses: knows no rulebook, sees what its seat may see.

    commander = vedette.staff.seat("cautious", seed=7)
    text = commander.choose(vedette.staff.desk(game, "union"))     # one of the listed texts
    game.play(text, "union")

A commander keeps no memory: what it chooses follows from its seed, the decision's number and what lies on the desk,
so that a server may forget it and make it anew. Ask it once for each decision of its seat.
"""

from vedette.staff.desk import Desk, Slip, desk, slip
from vedette.staff.seats import SEATS, Seat, SeatError, seat

__all__ = ["SEATS", "Desk", "Seat", "SeatError", "Slip", "desk", "seat", "slip"]
