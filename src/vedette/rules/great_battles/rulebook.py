"""The rulebook as everything above the rules sees it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.engine.battle import Battle
from vedette.engine.procedure import Phase
from vedette.engine.rulebook import Badge
from vedette.engine.shapes import Reached, Sighted
from vedette.rules.common.rulebook import OpenFamily
from vedette.rules.common.sight import explained
from vedette.rules.great_battles import ai as counsel
from vedette.rules.great_battles import laws, positions
from vedette.rules.great_battles.assist import gestures, plans, standing
from vedette.rules.great_battles.assist.gestures import reaching
from vedette.rules.great_battles.assist.overlays import BOARDS
from vedette.rules.great_battles.assist.plans.outcomes import results
from vedette.rules.great_battles.chapters import columns, setup, victory
from vedette.rules.great_battles.chapters.charge import DeclareCharges
from vedette.rules.great_battles.chapters.command import CommandPhase
from vedette.rules.great_battles.chapters.evasion import EvasionPhase
from vedette.rules.great_battles.chapters.movement import MovementPhase
from vedette.rules.great_battles.chapters.sequence import FinalPhase
from vedette.rules.great_battles.chapters.sight import sees
from vedette.rules.great_battles.chapters.supply import GiveGuards, Transfers
from vedette.rules.great_battles.content import CONTENT
from vedette.rules.great_battles.positions import overrule as overruling
from vedette.rules.great_battles.positions import written
from vedette.rules.great_battles.setting import VERSION, setting_of
from vedette.rules.great_battles.state import State
from vedette.rules.great_battles.text import (
    asked,
    books,
    cards,
    choices,
    figures,
    guide,
    news,
    reckoning,
    summary,
    view,
    words,
)

State.words = choices.TEXTS


class GreatBattles(OpenFamily[State]):
    """Each member of `engine.rulebook.Rulebook`, which says what it is, by the function that gives it."""

    name = "great_battles"
    badge = Badge("Fire and command", "star")
    version = VERSION
    earlier = (1, 2)
    kept = (2,)
    content = CONTENT
    counsel = counsel
    kinds = tuple(counsel.JUDGES)
    asides = r" goes with | stays$"
    dones = {
        "move": ("move", "move-unit"),
        "fire": ("fire",),
        "melee": ("melee",),
        "assault": ("melee",),
    }
    closes = {
        "pay": (Phase(CommandPhase, ("pay",)),),
        "command": (Phase(CommandPhase, ("pay",)),),
        "movement": (Phase(MovementPhase, ("move", "move-unit")),),
        "charge": (Phase(DeclareCharges, ("charge",)),),
        "evade": (Phase(EvasionPhase, ("evade",)),),
        "rally": (Phase(FinalPhase, ("rally",)),),
        "transfer": (Phase(Transfers, ("transfer",)),),
        "guard": (Phase(GiveGuards, ("guard",)),),
    }

    # how it is played
    begin = staticmethod(setup.begin)
    expand = staticmethod(gestures.expand)
    refusal = staticmethod(gestures.refusal)
    halts = staticmethod(gestures.halts)
    results = staticmethod(results)
    outcome = staticmethod(victory.outcome)
    broken_laws = staticmethod(laws.broken_laws)
    ahead = staticmethod(figures.LEAD.ahead)
    ahead_since = staticmethod(figures.LEAD.ahead_since)

    # what is said of it
    view = staticmethod(view.view)
    facts = staticmethod(figures.facts)
    say = staticmethod(words.say)
    event = staticmethod(words.event_json)
    news = staticmethod(news.news)
    turn_end = staticmethod(cards.turn_end)
    chronicle = staticmethod(cards.chronicle)
    figures = staticmethod(figures.figures)
    turned = staticmethod(reckoning.turned)
    reckoning = staticmethod(reckoning.reckoning)
    units = staticmethod(summary.unit_rows)
    summary = staticmethod(summary.summary)
    hints = guide.HINTS
    glossary = guide.TERMS
    books = staticmethod(books.books)

    # what helps whoever answers
    plans = staticmethod(plans.plans)
    passing = staticmethod(asked.passing)
    undone = staticmethod(asked.undone)
    notes = staticmethod(asked.notes)
    labels = staticmethod(asked.labels)
    overlays = BOARDS
    orders = standing.WINDOWS
    occasion = staticmethod(standing.occasion)

    # the referee's files
    position = staticmethod(positions.position)
    begun_flaws = staticmethod(laws.begun_flaws)
    calm = overruling.CALM
    settable = overruling.SETTABLE
    overrule = staticmethod(overruling.overrule)
    unit_row = staticmethod(overruling.unit_row)
    written = staticmethod(written.written)

    def sight(self, g: State, a: int, b: int, units: bool) -> Sighted:
        return explained(g, a, b, sees(g, a, b, units))

    def shifts(self, battle: Battle) -> dict[str, str]:
        return dict(columns.NAMED)

    def blank(self, battle: Battle, options: Mapping[str, Any]) -> State:
        return setup.blank(setting_of(battle, options))

    def reach(self, g: State, unit: str, by: str = "") -> dict[str, Reached]:
        return reaching.reach(g, unit, g.setting.grid.index(by) if g.setting.grid.has(by) else -1)
