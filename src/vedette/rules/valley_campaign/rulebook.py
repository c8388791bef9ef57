"""The rulebook as everything above the rules sees it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, ClassVar

from vedette.engine.battle import Battle
from vedette.engine.events import Event
from vedette.engine.family import Family
from vedette.engine.overlays import listed
from vedette.engine.shapes import Plan, Reached, Sighted
from vedette.rules.common.assist import overlays
from vedette.rules.common.sight import explained
from vedette.rules.common.text.asked import clock, no_fact
from vedette.rules.valley_campaign import ai as counsel
from vedette.rules.valley_campaign import laws, positions
from vedette.rules.valley_campaign.assist import gestures, plans
from vedette.rules.valley_campaign.assist.gestures import reaching
from vedette.rules.valley_campaign.assist.overlays import BOARDS
from vedette.rules.valley_campaign.assist.plans.outcomes import results
from vedette.rules.valley_campaign.chapters import setup, victory
from vedette.rules.valley_campaign.chapters.sight import sees
from vedette.rules.valley_campaign.content import CONTENT
from vedette.rules.valley_campaign.setting import SIDES, setting_of
from vedette.rules.valley_campaign.state import State
from vedette.rules.valley_campaign.text import (
    asked,
    cards,
    choices,
    figures,
    guide,
    news,
    standing,
    summary,
    view,
    words,
)

State.words = choices.TEXTS


class ValleyCampaign(Family[State]):
    """Each member of `engine.rulebook.Rulebook`, which says what it is, by the function that gives it."""

    name = "valley_campaign"
    version = 2
    earlier = (1,)
    seats = SIDES
    content = CONTENT
    counsel = counsel
    asides = r"^use |^no leader$"
    dones: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "move": ("move", "move-unit"),
        "attack": ("attack", "attackers"),
        "assault": ("attack", "attackers"),
    }
    reactions = ()

    # how it is played
    begin = staticmethod(setup.begin)
    expand = staticmethod(gestures.expand)
    refusal = staticmethod(gestures.refusal)
    results = staticmethod(results)
    outcome = staticmethod(victory.outcome)
    broken_laws = staticmethod(laws.broken_laws)

    # what is said of it
    view = staticmethod(view.view)
    news = staticmethod(news.news)
    turn_end = staticmethod(cards.turn_end)
    chronicle = staticmethod(cards.chronicle)
    figures = staticmethod(figures.figures)
    units = staticmethod(summary.unit_rows)
    summary = staticmethod(summary.summary)

    # what helps whoever answers
    passing = staticmethod(asked.passing)
    undone = staticmethod(asked.undone)
    notes = staticmethod(asked.notes)
    board = staticmethod(partial(overlays.drawn, BOARDS))
    boards = staticmethod(partial(listed, BOARDS))
    occasion = staticmethod(standing.occasion)
    clock = staticmethod(clock)
    named = staticmethod(no_fact)

    # the referee's files
    position = staticmethod(positions.position)
    begun_flaws = staticmethod(laws.begun_flaws)

    def blank(self, battle: Battle, options: Mapping[str, Any]) -> State:
        return setup.blank(setting_of(battle, options))

    def say(self, g: State, event: Event, seat: str) -> str:
        return words.say(g, event)

    def event(self, g: State, event: Event, n: int, seat: str) -> dict[str, Any]:
        return words.event_json(g, event, n)

    def guide(self, battle: Battle, options: Mapping[str, Any]) -> list[dict[str, str]]:
        return guide.guide(battle)

    def windows(self, battle: Battle) -> list[dict[str, Any]]:
        return standing.WINDOWS

    def sight(self, g: State, a: int, b: int, units: bool) -> Sighted:
        return explained(g, a, b, sees(g, a, b))

    def reach(self, g: State, unit: str, by: str = "") -> dict[str, Reached]:
        return reaching.reach(g, unit)

    def plans(self, g: State, seat: str, at: str = "", units: tuple[str, ...] = (), by: str = "") -> list[Plan]:
        return plans.plans(g, seat, at, units)
