"""The general: a commander that plans activations or player turns as a whole, choosing among plans by playing them on.

imagined    an imagined game played on by the adjutant, with dice by a hash
value       what a position is worth: learned from games, else by a plain count
search      the choice among plans in paired worlds
commander   the commander
"""

from vedette.staff.general.commander import LEVELS, USUAL_LEVEL, General, Said
from vedette.staff.general.search import Found, Weighed

__all__ = ["LEVELS", "USUAL_LEVEL", "Found", "General", "Said", "Weighed"]
