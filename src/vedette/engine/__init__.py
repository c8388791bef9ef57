"""State, procedures, decisions, events, games: what runs any rulebook and knows none."""

from vedette.engine.battle import Battle
from vedette.engine.choice import Choice
from vedette.engine.decision import Action, Decision
from vedette.engine.events import EngineError, Event, IllegalAction, Reason
from vedette.engine.game import Game, Playable
from vedette.engine.looking import Line, Refusal
from vedette.engine.odds import Odds
from vedette.engine.outcome import Outcome
from vedette.engine.places import Hexes
from vedette.engine.record import RecordError
from vedette.engine.rulebook import Aim, ContentError, Known, OptionError, PositionError, Rulebook
from vedette.engine.shapes import BoardKind, BoardView, Plan, Reached

__all__ = [
    "Action",
    "Aim",
    "Battle",
    "BoardKind",
    "BoardView",
    "Choice",
    "ContentError",
    "Decision",
    "EngineError",
    "Event",
    "Game",
    "Hexes",
    "IllegalAction",
    "Known",
    "Line",
    "Odds",
    "OptionError",
    "Outcome",
    "Plan",
    "Playable",
    "PositionError",
    "Reached",
    "Reason",
    "RecordError",
    "Refusal",
    "Rulebook",
]
