"""The rulebook as everything above the rules sees it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.engine.battle import Battle
from vedette.engine.procedure import Phase
from vedette.engine.rulebook import Badge
from vedette.engine.shapes import Plan, Reached, Sighted
from vedette.rules.common.rulebook import OpenFamily
from vedette.rules.common.sight import explained
from vedette.rules.valley_campaign import ai as counsel
from vedette.rules.valley_campaign import laws, positions
from vedette.rules.valley_campaign.assist import gestures, plans, standing
from vedette.rules.valley_campaign.assist.gestures import reaching
from vedette.rules.valley_campaign.assist.overlays import BOARDS
from vedette.rules.valley_campaign.assist.plans.outcomes import results
from vedette.rules.valley_campaign.chapters import odds, setup, victory
from vedette.rules.valley_campaign.chapters.combat import CombatPhase
from vedette.rules.valley_campaign.chapters.losses import RecoveryPhase
from vedette.rules.valley_campaign.chapters.movement import MovementPhase
from vedette.rules.valley_campaign.chapters.sight import sees
from vedette.rules.valley_campaign.content import CONTENT
from vedette.rules.valley_campaign.positions import overrule as overruling
from vedette.rules.valley_campaign.positions import written
from vedette.rules.valley_campaign.setting import setting_of
from vedette.rules.valley_campaign.state import State
from vedette.rules.valley_campaign.text import (
    asked,
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


class ValleyCampaign(OpenFamily[State]):
    """Each member of `engine.rulebook.Rulebook`, which says what it is, by the function that gives it."""

    name = "valley_campaign"
    badge = Badge("March and zones", "hexagon")
    version = 2
    earlier = (1,)
    content = CONTENT
    counsel = counsel
    kinds = tuple(counsel.JUDGES)
    asides = r"^use |^no leader$"
    dones = {
        "move": ("move", "move-unit"),
        "attack": ("attack", "attackers"),
        "assault": ("attack", "attackers"),
    }
    closes = {
        "movement": (Phase(MovementPhase, ("move", "move-unit")),),
        "combat": (Phase(CombatPhase, ("attack",)),),
        "repair": (Phase(RecoveryPhase, ("repair",)),),
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

    # what helps whoever answers
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

    def shifts(self, battle: Battle) -> dict[str, str]:
        return odds.named_shifts()

    def blank(self, battle: Battle, options: Mapping[str, Any]) -> State:
        return setup.blank(setting_of(battle, options))

    def sight(self, g: State, a: int, b: int, units: bool) -> Sighted:
        return explained(g, a, b, sees(g, a, b))

    def reach(self, g: State, unit: str, by: str = "") -> dict[str, Reached]:
        return reaching.reach(g, unit)

    def plans(self, g: State, seat: str, at: str = "", units: tuple[str, ...] = (), by: str = "") -> list[Plan]:
        return plans.plans(g, seat, at, units)
