"""Fields for the tests of melee, rout, retreats and leaders: clear ground, a handful of units, dice in plain sight.

    game = field({"5 VA": "2020", "14 IN": ("2021", "S")}, side="confederate", phase="melee", dice=[5])
    game.play("melee 2021", "add 5 VA", "melee")

All hexes are clear ground of level 1 unless `hexes` says otherwise. A unit's place is a hex, or a hex and words: a
direction of its front (N, NE, ...), column, routed, pinned, engaged, depleted, reserve, abandoned, taken, or a number:
its strength.
Without a direction units in line face north. All are in command and paid for unless a test says otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any

import msgspec

from vedette.board import Board, Road
from vedette.engine.battle import Battle
from vedette.engine.chance import Listed
from vedette.engine.events import Event
from vedette.engine.game import Game
from vedette.engine.options import options_of
from vedette.engine.procedure import Ask, Call, Goto, Procedure, Result, procedure
from vedette.engine.run import advance, renew, start
from vedette.packs.reader import load
from vedette.rules.great_battles import rulebook
from vedette.rules.great_battles.chapters.charge import DeclareCharges
from vedette.rules.great_battles.chapters.evasion import EvasionPhase
from vedette.rules.great_battles.chapters.melee import MeleePhase
from vedette.rules.great_battles.chapters.sequence import FinalPhase, Interphase
from vedette.rules.great_battles.chapters.setup import blank, fresh
from vedette.rules.great_battles.setting import DIRECTIONS, SIDE_INDEX, Setting
from vedette.rules.great_battles.state import State

PHASES: dict[str, Callable[[int], Procedure]] = {
    "charge": DeclareCharges, "retreat": EvasionPhase, "melee": MeleePhase, "final": FinalPhase,
    "interphase": lambda side: Interphase(),
}  # fmt: skip


@procedure("test-phases")
class Phases(Procedure, frozen=True):
    """Some phases of a player turn, and then nothing more."""

    side: int
    left: tuple[str, ...]

    def next(self, g: State) -> Result:
        """The next one."""
        if not self.left:
            return Goto(self.stop)
        g.phase = {"charge": "offensive-fire"}.get(self.left[0], self.left[0])
        g.fired, g.hit, g.fought = (), (), ()
        return Call(PHASES[self.left[0]](self.side), then=self.but(left=self.left[1:]).next)

    def stop(self, g: State) -> Result:
        """Here the test looks."""
        return Ask("union", ("over",), self.stop, "stop", waits=True)


FLAGS = ("column", "routed", "pinned", "engaged", "depleted", "reserve", "abandoned", "taken")


@cache
def _battle() -> Battle:
    return load("stonewall-1978/kernstown")


@cache
def _setting(options: tuple[tuple[str, Any], ...]) -> Setting:
    return Setting(_battle(), options_of(_battle(), dict(options)))


def hex_of(name: str) -> int:
    """A hex by its number."""
    return _battle().board.grid.index(name)


def laid(
    hexes: Mapping[str, str],
    hexsides: Sequence[tuple[str, str, str]],
    roads: Sequence[tuple[str, str]],
    levels: Mapping[str, int] | None = None,
) -> Board:
    """Clear ground with this in it; roads as (kind, "2020-2021-2022"); all of level 1 but for those given."""
    grid = _battle().board.grid
    nothing = MappingProxyType[str, tuple[str, ...]]({})
    terrain = ["clear"] * grid.size
    for name, word in hexes.items():
        terrain[grid.index(name)] = word
    heights = [1] * grid.size
    for name, level in (levels or {}).items():
        heights[grid.index(name)] = level
    sides: dict[tuple[int, int], frozenset[str]] = {}
    for a, b, feature in hexsides:
        pair = grid.index(a), grid.index(b)
        assert pair[1] in grid.neighbours[pair[0]], f"{a} and {b} are not neighbours"
        sides[pair] = sides.get(pair, frozenset()) | {feature}
    lines = tuple(Road(chain, kind, tuple(map(grid.index, chain.split("-")))) for kind, chain in roads)
    return Board(grid, tuple(terrain), tuple(heights), (nothing,) * grid.size, sides, lines)


def field(
    units: Mapping[str, Any],
    *,
    side: str = "confederate",
    phase: str = "melee",
    then: Sequence[str] = (),
    rules: str = "1978",
    hexes: Mapping[str, str] | None = None,
    hexsides: Sequence[tuple[str, str, str]] = (),
    roads: Sequence[tuple[str, str]] = (),
    levels: Mapping[str, int] | None = None,
    overshoot: bool = False,
    dice: Sequence[int] | None = None,
    uncommanded: Sequence[str] = (),
    **state: Any,
) -> Game:
    """A game at the beginning of a phase of a side's player turn, with further phases, and then nothing."""
    board = laid(hexes or {}, hexsides, roads, levels)
    battle = msgspec.structs.replace(_battle(), board=board)
    setting = _setting((("overshoot", overshoot), ("rules", rules))).with_board(board)
    g = blank(setting)
    g.turn, g.events = 2, []
    rows = {id: (place,) if isinstance(place, str) else place for id, place in units.items()}
    order = sorted(rows, key=lambda id: setting.counters[id].order)
    g.units = {id: _unit(setting, id, rows[id]) for id in order}
    for layer, id in enumerate(rows):
        g.units[id] = msgspec.structs.replace(g.units[id], layer=layer)
    g.reindex()
    for hex in list(g.stacks):
        for who in (0, 1):
            for n, id in enumerate(g.troops(hex, who)):
                g.units[id] = msgspec.structs.replace(g.units[id], layer=n)
    g.reindex()
    g.player = SIDE_INDEX[side]
    g.stack = [(Phases(g.player, (phase, *then)), "next")]
    given = {
        "commanded": tuple(id for id in g.units if g.counter(id).small_arms and id not in uncommanded),
        "paid": tuple(setting.brigades), "morale": 50, **state,
    }  # fmt: skip
    for name, value in given.items():
        setattr(g, name, value)
    advance(g)
    chance = Listed(None if dice is None else [str(n) for n in dice])
    game = Game(battle, rulebook, g, {"options": dict(setting.options), "practice": True}, chance)
    game.settle()
    return game


def _unit(setting: Setting, id: str, row: tuple[Any, ...]) -> Any:
    hex, *words = row
    c = setting.counters[id]
    unit = fresh(setting, id, setting.grid.index(hex))
    flags: dict[str, Any] = {}
    facing = 0
    for word in words:
        if isinstance(word, int):
            flags["strength"] = word
        elif word in DIRECTIONS:
            facing = DIRECTIONS.index(word)
        else:
            assert word in FLAGS, word
            flags[word] = True
    faceless = c.leader or c.wagon or flags.get("column") or flags.get("reserve")
    return msgspec.structs.replace(unit, facing=-1 if faceless else facing, **flags)


def state(game: Game) -> State:
    """The state of a game."""
    assert isinstance(game.state, State)
    return game.state


def at(game: Game, unit: str) -> str:
    """The hex of a unit; a number below zero off the map."""
    hex = state(game).at(unit)
    return state(game).hex_name(hex) if hex >= 0 else str(hex)


def offered(game: Game) -> list[str]:
    """The answers that are offered now, in words."""
    ask = state(game).ask
    assert isinstance(ask, Ask)
    return [state(game).text_of(value) for value in ask.options]


def kind(game: Game) -> str:
    """The kind of question that is asked now."""
    ask = state(game).ask
    return ask.kind if isinstance(ask, Ask) else ""


def carry_out(game: Game, procedure: Procedure) -> list[Event]:
    """Carry a procedure out on top of whatever is asked, chance answering; play goes on at its first question."""
    g = state(game)
    events: list[Event] = []
    g.events = events
    start(g, procedure)
    return events + game.settle()


def again(game: Game) -> None:
    """Make the open question anew after a test has changed the state by hand."""
    renew(state(game))
