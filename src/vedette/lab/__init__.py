"""Many games: simulation over several processes, matches, laws watched on the way, balance reports."""

from vedette.lab.games import Plan, Played, play_one
from vedette.lab.laws import LawError
from vedette.lab.match import Match, plan_of, play_match
from vedette.lab.match_page import match_page
from vedette.lab.report import report
from vedette.lab.sequential import Sequential
from vedette.lab.simulation import Result, simulate
from vedette.lab.work import Share, WorkError, merge, play_share

__all__ = [
    "LawError", "Match", "Plan", "Played", "Result", "Sequential", "Share", "WorkError", "match_page", "merge",
    "plan_of", "play_match", "play_one", "play_share", "report", "simulate",
]  # fmt: skip
