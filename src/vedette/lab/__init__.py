"""Many games: simulation over several processes, laws watched on the way, balance reports."""

from vedette.lab.games import Plan, Played, play_one
from vedette.lab.laws import LawError
from vedette.lab.report import report
from vedette.lab.simulation import Result, simulate

__all__ = ["LawError", "Plan", "Played", "Result", "play_one", "report", "simulate"]
