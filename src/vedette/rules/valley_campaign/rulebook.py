"""The rulebook as everything above the rules sees it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from vedette.engine.battle import Battle
from vedette.engine.events import Event
from vedette.engine.family import Family
from vedette.engine.shapes import Plan, Reached
from vedette.rules.common.sight import explained
from vedette.rules.valley_campaign import ai as counsel
from vedette.rules.valley_campaign import laws
from vedette.rules.valley_campaign.assist.gestures import gestures, reaching
from vedette.rules.valley_campaign.assist.overlays import catalog as boards
from vedette.rules.valley_campaign.assist.plans import planners as plans
from vedette.rules.valley_campaign.assist.plans import results
from vedette.rules.valley_campaign.chapters import setup, victory
from vedette.rules.valley_campaign.chapters.sight import sees
from vedette.rules.valley_campaign.content import CONTENT
from vedette.rules.valley_campaign.positions import position as positions
from vedette.rules.valley_campaign.setting import SIDES, setting_of
from vedette.rules.valley_campaign.state import State
from vedette.rules.valley_campaign.text import (
    chronicle,
    figures,
    guide,
    news,
    notes,
    standing,
    summary,
    turn_card,
    undone,
    view,
    words,
)


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
    results = staticmethod(results.results)
    outcome = staticmethod(victory.outcome)
    broken_laws = staticmethod(laws.broken_laws)

    # what is said of it
    view = staticmethod(view.view)
    news = staticmethod(news.news)
    turn_end = staticmethod(turn_card.turn_end)
    chronicle = staticmethod(chronicle.chronicle)
    figures = staticmethod(figures.figures)
    units = staticmethod(summary.unit_rows)
    summary = staticmethod(summary.summary)

    # what helps whoever answers
    passing = staticmethod(undone.passing)
    undone = staticmethod(undone.undone)
    notes = staticmethod(notes.notes)
    board = staticmethod(boards.board)
    boards = staticmethod(boards.boards)
    occasion = staticmethod(standing.occasion)
    clock = staticmethod(standing.clock)
    named = staticmethod(standing.named)

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
        return standing.windows()

    def sight(self, g: State, a: int, b: int, units: bool) -> dict[str, Any]:
        return explained(g, a, b, sees(g, a, b))

    def reach(self, g: State, unit: str, by: str = "") -> dict[str, Reached]:
        return reaching.reach(g, unit)

    def plans(self, g: State, seat: str, at: str = "", units: tuple[str, ...] = (), by: str = "") -> list[Plan]:
        return plans.plans(g, seat, at, units)
