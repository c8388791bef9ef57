"""The rulebook as everything above the rules sees it."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import msgspec

from vedette.engine.battle import Battle
from vedette.engine.family import Family
from vedette.engine.outcome import Outcome
from vedette.engine.procedure import Phase
from vedette.engine.rulebook import Badge
from vedette.engine.shapes import Plan, Reached
from vedette.rules.blind_swords import ai as counsel
from vedette.rules.blind_swords import imagining, laws, positions
from vedette.rules.blind_swords.assist import gestures, overlays, plans, standing
from vedette.rules.blind_swords.assist.gestures import reaching
from vedette.rules.blind_swords.assist.plans.outcomes import results
from vedette.rules.blind_swords.chapters import close_shifts, events, fire_shifts, setup, sight, victory
from vedette.rules.blind_swords.chapters.artillery import ArtilleryHex, ArtilleryRally
from vedette.rules.blind_swords.chapters.close_combat import CloseCombatStep
from vedette.rules.blind_swords.chapters.movement_step import MovementStep
from vedette.rules.blind_swords.chapters.rally import RallyStep
from vedette.rules.blind_swords.concordance import recited
from vedette.rules.blind_swords.content import CONTENT
from vedette.rules.blind_swords.positions import overrule as overruling
from vedette.rules.blind_swords.positions import written
from vedette.rules.blind_swords.setting import SIDES, setting_for
from vedette.rules.blind_swords.state import State
from vedette.rules.blind_swords.text import (
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

F = TypeVar("F", bound=Callable[..., Any])


def recites(function: F) -> F:
    """The same, told with the citations of the book by which the game is played."""

    @functools.wraps(function)
    def told(g: State, *args: Any, **kwargs: Any) -> Any:
        return recited(function(g, *args, **kwargs), g.setting.renames)

    return told  # type: ignore[return-value]


class BlindSwords(Family[State]):
    """Each member of `engine.rulebook.Rulebook`, which says what it is, by the function that gives it."""

    name = "blind_swords"
    badge = Badge("Chits", "disc")
    version = 3
    seats = SIDES
    content = CONTENT
    counsel = counsel
    kinds = tuple(counsel.JUDGES)
    asides = r"^lead "
    dones = {
        "move": ("move", "move-unit"),
        "fire": ("fire", "defensive-fire"),
        "assault": ("close-combat", "attackers"),
    }
    closes = {
        "movement": (Phase(MovementStep, ("move", "move-unit")),),
        "combat": (Phase(CloseCombatStep, ("close-combat",)),),
        "artillery": (Phase(ArtilleryHex, ("artillery-act",)),),
        "rally": (Phase(ArtilleryRally, ("artillery-rally",)), Phase(RallyStep, ("rally",))),
    }
    reactions = ("defensive-fire",)
    hides = True
    chits = events.EVENTS
    """The rules of the Event chits, by name."""

    # how it is played
    options = staticmethod(setup.options_of)
    begin = staticmethod(setup.begin)
    expand = staticmethod(gestures.expand)
    halts = staticmethod(gestures.halts)
    imagine = staticmethod(imagining.imagine)
    results = staticmethod(results)
    broken_laws = staticmethod(laws.broken_laws)
    ahead = staticmethod(figures.LEAD.ahead)
    ahead_since = staticmethod(figures.LEAD.ahead_since)
    facts = staticmethod(figures.facts)

    # what is said of it
    view = staticmethod(recites(view.view))
    say = staticmethod(words.say)
    event = staticmethod(recites(words.event_json))
    news = staticmethod(recites(news.news))
    turn_end = staticmethod(recites(cards.turn_end))
    chronicle = staticmethod(recites(cards.chronicle))
    figures = staticmethod(figures.figures)
    turned = staticmethod(reckoning.turned)
    reckoning = staticmethod(reckoning.reckoning)
    units = staticmethod(summary.unit_rows)
    summary = staticmethod(summary.summary)
    books = staticmethod(books.books)
    terms = staticmethod(guide.terms)
    guide = staticmethod(guide.guide)

    # what helps whoever answers
    sight = staticmethod(recites(sight.explain))
    passing = staticmethod(asked.passing)
    idle = staticmethod(asked.idle)
    undone = staticmethod(asked.undone)
    notes = staticmethod(asked.notes)
    labels = staticmethod(asked.labels)
    board = staticmethod(recites(overlays.board))
    boards = staticmethod(overlays.boards)
    windows = staticmethod(standing.windows)
    occasion = staticmethod(standing.occasion)
    clock = staticmethod(standing.clock)
    named = staticmethod(standing.named)

    # the referee's files
    position = staticmethod(positions.position)
    begun_flaws = staticmethod(laws.begun_flaws)
    calm = overruling.CALM
    settable = overruling.SETTABLE
    overrule = staticmethod(overruling.overrule)
    unit_row = staticmethod(overruling.unit_row)
    written = staticmethod(written.written)

    def blank(self, battle: Battle, options: Mapping[str, Any]) -> State:
        return setup.blank(setting_for(battle, options), options)

    def refusal(self, g: State, seat: str, text: str) -> tuple[str, str]:
        reason, cite = gestures.refusal(g, seat, text)
        return reason, g.cite(cite)

    def reach(self, g: State, unit: str, by: str = "") -> dict[str, Reached]:
        return recites(reaching.reach)(g, unit)

    def plans(self, g: State, seat: str, at: str = "", units: tuple[str, ...] = (), by: str = "") -> list[Plan]:
        return recites(plans.plans)(g, seat, at, units)

    def outcome(self, g: State) -> Outcome | None:
        found = victory.outcome(g)
        return found and msgspec.structs.replace(found, cite=g.cite(found.cite))

    def shifts(self, battle: Battle) -> dict[str, str]:
        fire = {s.cite: f"{s.name}, in fire" for s in fire_shifts.NAMED}
        return fire | {s.cite: f"{s.name}, in close combat" for s in close_shifts.NAMED}

    def levels(self, battle: Battle) -> list[str]:
        return victory.levels_of(battle.scenario.get("victory", {}), battle.id)
