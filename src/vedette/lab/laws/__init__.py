"""Laws watched while games are played: of every state (`states`), and of what is told of a game (`telling`)."""

from vedette.lab.laws.states import LawError, Watch
from vedette.lab.laws.telling import LAWS, Law, Looked, Scene, law, looked_at, watched

__all__ = ["LAWS", "Law", "LawError", "Looked", "Scene", "Watch", "law", "looked_at", "watched"]
