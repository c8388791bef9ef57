"""The rulebook as everything above the rules sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from vedette.engine.battle import Battle
from vedette.engine.events import Event
from vedette.engine.family import Family
from vedette.engine.occasion import Clock, Occasion
from vedette.engine.procedure import Ask
from vedette.engine.rulebook import Outcome, Written
from vedette.engine.shapes import BoardKind, BoardView, Plan, Reached
from vedette.rules.great_battles import ai as counsel
from vedette.rules.great_battles import laws
from vedette.rules.great_battles.assist.gestures import gestures, reaching
from vedette.rules.great_battles.assist.overlays import catalog as boards
from vedette.rules.great_battles.assist.plans import planners as plans
from vedette.rules.great_battles.assist.plans import results
from vedette.rules.great_battles.chapters import setup, sight, victory
from vedette.rules.great_battles.content import CONTENT
from vedette.rules.great_battles.positions import position as positions
from vedette.rules.great_battles.setting import SIDES, setting_of
from vedette.rules.great_battles.state import State
from vedette.rules.great_battles.text import (
    books,
    chronicle,
    figures,
    guide,
    labels,
    news,
    notes,
    standing,
    summary,
    turn_card,
    undone,
    view,
    words,
)


class GreatBattles(Family[State]):
    """See `vedette.engine.rulebook.Rulebook`."""

    name = "great_battles"
    version = 2
    earlier = (1,)
    seats = SIDES
    content = CONTENT
    counsel = counsel
    asides = r" goes with | stays$"
    dones: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "move": ("move", "move-unit"),
        "fire": ("fire",),
        "melee": ("melee",),
        "assault": ("melee",),
    }
    reactions = ()

    def books(self, battle: Battle) -> list[dict[str, Any]]:
        """The rule sets by which a battle may be played."""
        return books.books(battle)

    def begin(self, battle: Battle, options: Mapping[str, Any]) -> State:
        return setup.begin(battle, options)

    def position(self, battle: Battle, spec: Mapping[str, Any]) -> State:
        """A position of the referee."""
        return positions.position(battle, spec)

    def blank(self, battle: Battle, options: Mapping[str, Any]) -> State:
        return setup.blank(setting_of(battle, options))

    def expand(self, g: State, seat: str, text: str) -> list[str] | None:
        """A gesture taken apart."""
        return gestures.expand(g, seat, text)

    def refusal(self, g: State, seat: str, text: str) -> tuple[str, str]:
        """Why a text is not offered."""
        return gestures.refusal(g, seat, text)

    def view(self, g: State, seat: str) -> dict[str, Any]:
        """What a seat may know: nothing is hidden in this book."""
        return view.view(g, seat)

    def say(self, g: State, event: Event, seat: str) -> str:
        """An event in words."""
        return words.say(g, event)

    def event(self, g: State, event: Event, n: int, seat: str) -> dict[str, Any]:
        return words.event_json(g, event, n)

    def news(self, g: State, events: Sequence[Event], seat: str) -> list[dict[str, Any]]:
        """What happened to whom."""
        return news.news(g, events, seat)

    def turn_end(self, g: State, events: Sequence[Event], seat: str) -> list[dict[str, Any]]:
        """The card at the end of a turn."""
        return turn_card.turn_end(g, events, seat)

    def chronicle(self, g: State, events: Sequence[Event]) -> list[dict[str, Any]]:
        """The game as a whole."""
        return chronicle.chronicle(g, events)

    def units(self, g: State) -> list[dict[str, Any]]:
        return summary.unit_rows(g)

    def figures(self, g: State, events: Sequence[Event]) -> dict[str, dict[str, dict[str, int]]]:
        """What a whole game is counted by."""
        return figures.figures(g, events)

    def broken_laws(self, g: State) -> list[str]:
        """Laws that a state breaks."""
        return laws.broken_laws(g)

    def begun_flaws(self, g: State) -> list[tuple[str, str]]:
        """What cannot be where a battle begins: a hex and the words."""
        return laws.begun_flaws(g)

    def results(self, before: State, after: State) -> Written:
        """What a combat wrote on units."""
        return results.results(before, after)

    def summary(self, battle: Battle, options: Mapping[str, Any]) -> dict[str, Any]:
        """The JSON of `vedette show`."""
        return summary.summary(battle, options)

    def sight(self, g: State, a: int, b: int, units: bool) -> dict[str, Any]:
        """The JSON of `vedette los`."""
        return sight.explain(g, a, b, units)

    def reach(self, g: State, unit: str, by: str = "") -> dict[str, Reached]:
        """Where a unit can move to now."""
        return reaching.reach(g, unit, g.setting.grid.index(by) if g.setting.grid.has(by) else -1)

    def plans(self, g: State, seat: str, at: str = "", units: tuple[str, ...] = (), by: str = "") -> list[Plan]:
        """Gestures worth giving now."""
        return plans.plans(g, seat, at, units, by)

    def undone(self, g: State, seat: str) -> str:
        """What passing leaves undone."""
        return undone.undone(g, seat)

    def passing(self, g: State, seat: str) -> str:
        """The answer that passes where nothing else pays."""
        return undone.passing(g, seat)

    def notes(self, g: State, seat: str) -> dict[str, str]:
        """What each answer comes to."""
        return notes.notes(g, seat)

    def labels(self, g: State, seat: str) -> dict[str, str]:
        """Words in place of answers that could be misread."""
        return labels.labels(g, seat)

    def boards(self) -> list[BoardKind]:
        return boards.boards()

    def board(self, g: State, seat: str, name: str, at: str = "", to: str = "", unit: str = "") -> BoardView:
        return boards.board(g, seat, name, at, to, unit)

    def guide(self, battle: Battle, options: Mapping[str, Any]) -> list[dict[str, str]]:
        """Hints at the first question of each kind."""
        return guide.guide(battle)

    def windows(self, battle: Battle) -> list[dict[str, Any]]:
        """What standing orders may answer."""
        return standing.windows()

    def occasion(self, g: State, ask: Ask) -> Occasion | None:
        """What a question is to a standing order."""
        return standing.occasion(g, ask)

    def clock(self, g: State) -> Clock:
        """Turn and player turn."""
        return standing.clock(g)

    def named(self, g: State, seat: str, fact: str) -> tuple[str, str]:
        """What an order's fact names, and why it is gone."""
        return standing.named(g, seat, fact)

    def outcome(self, g: State) -> Outcome | None:
        """Set when the game is over."""
        return victory.outcome(g)
