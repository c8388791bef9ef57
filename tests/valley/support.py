"""Positions of the valley campaign in a few words: flat clear ground, units by name, dice in plain sight.

    game = field({"25 OH": "1808", "1 VA": "1810"}, side="union", hexes={"1809": "forest"})
    events = game.play("move 25 OH")
    assert at(game, "25 OH") == "1809"

All hexes are clear ground of level 1 unless `hexes` says otherwise: a terrain, a level, a building, or several of these
("forest 2 building"). Hexsides
are (a, b, feature), of a slope the higher hex first; roads are chains of hexes. Counters, charts, turns and victory are
those of the pack's scenario; its lists of units are left out. A unit's place is a hex, a word of `PLACES`, or a dict
with "at" and any of "face", "demoralized" and printed values ("movement", "strength", "arm", "side", ...).
"""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec

import vedette
from vedette.board import Board, Road
from vedette.engine.battle import Battle
from vedette.engine.chance import Listed
from vedette.engine.events import Event
from vedette.engine.game import Game
from vedette.engine.options import options_of
from vedette.engine.procedure import Procedure
from vedette.engine.run import advance, renew, start
from vedette.hexes import Grid, GridSpec
from vedette.rules.valley_campaign import rulebook
from vedette.rules.valley_campaign.chapters.sequence import BattleOfTurns, PlayerTurn, players_of
from vedette.rules.valley_campaign.chapters.setup import blank
from vedette.rules.valley_campaign.setting import SIDE_INDEX, Arrival, Counter, Setting
from vedette.rules.valley_campaign.state import CUP, ELIMINATED, EXITED, UNPLACED, WAITING, Repair, State, Unit

PACK = Path(vedette.__file__).parent / "battles/valley-campaign"
WORDS = {"waiting": WAITING, "eliminated": ELIMINATED, "exited": EXITED, "cup": CUP, "unplaced": UNPLACED}
"""Places off the map."""
CHARTS = ("crt", "bombardment_hits", "terrain", "subordinates")
GRID = Grid(
    GridSpec(
        lines=(1, 61),
        places_even=(1, 34),
        places_odd=(1, 34),
        shifted="odd",
        line_step=(259.8, 0.0),
        place_step=(0.0, -300.0),
    )
)
Place = str | Mapping[str, Any]
ELSEWHERE: Mapping[str, Place] = {"Rice Battery": "5010", '4 US, "E" Battery': "5012"}
"""Two batteries in range of each other, far from all else: with them a combat phase does not end by itself."""


def field(
    units: Mapping[str, Place],
    *,
    side: str = "confederate",
    phase: str = "movement",
    turn: int = 2,
    hexes: Mapping[str, str] | None = None,
    hexsides: Sequence[tuple[str, str, str]] = (),
    roads: Sequence[Sequence[str] | str] = (),
    options: Mapping[str, Any] | None = None,
    dice: Sequence[int | str] | None = None,
    draws: Sequence[str] | None = None,
    waiting: Sequence[tuple[int, str, str]] = (),
    burned: Sequence[tuple[str, str]] = (),
    repairs: Sequence[tuple[str, str, str, int]] = (),
    scenario: str = "cross-keys",
    victory: Mapping[str, Any] | None = None,
    cup: Sequence[str] | None = None,
    **state: Any,
) -> Game:
    """A game at the beginning of a phase of a side's player turn.

    Args:
        dice: what is rolled, in order; without it play stops at the first roll.
        draws: the subordinate leaders who are drawn, in order.
        waiting: reinforcements as (turn, unit, hex).
        burned: bridges as (hex, hex).
        repairs: bridges under repair as (hex, hex, unit, turn when ready); they are burned as well.
        victory: in place of the scenario's.
        cup: the subordinate leaders in the cups; all of both sides by default.
        state: any other field of the state.
    """
    battle = _battle(scenario, laid(hexes or {}, hexsides, roads))
    setting = _setting(scenario, tuple(sorted((options or {}).items()))).with_board(battle.board)
    if victory is not None:
        setting.victory = victory
    g = _placed(setting, units, waiting, cup)
    g.turn, g.events = turn, []
    broken = (*burned, *((a, b) for a, b, _, _ in repairs))
    g.burned = tuple(sorted(bridge(setting, a, b) for a, b in broken))
    g.repairs = tuple(Repair(bridge(setting, a, b), id, ready) for a, b, id, ready in repairs)
    for name, value in state.items():
        setattr(g, name, value)
    _begin(g, SIDE_INDEX[side], phase)
    if state:  # a phase begins with empty lists
        for name, value in state.items():
            setattr(g, name, value)
        renew(g)
    chance = Listed(None if dice is None else [str(n) for n in dice], None if draws is None else list(draws))
    return Game(battle, rulebook, g, {"options": dict(setting.options), "practice": True}, chance)


def laid(
    hexes: Mapping[str, str], hexsides: Sequence[tuple[str, str, str]] = (), roads: Sequence[Sequence[str] | str] = ()
) -> Board:
    """Flat clear ground with this in it."""
    nothing = MappingProxyType[str, tuple[str, ...]]({})
    terrain, level, features = ["clear"] * GRID.size, [1] * GRID.size, [nothing] * GRID.size
    for name, words in hexes.items():
        for word in words.split():
            if word.isdigit():
                level[GRID.index(name)] = int(word)
            elif word == "building":
                features[GRID.index(name)] = MappingProxyType({word: ()})
            else:
                terrain[GRID.index(name)] = word
    sides: dict[tuple[int, int], frozenset[str]] = {}
    for a, b, feature in hexsides:
        pair = GRID.index(a), GRID.index(b)
        assert pair[1] in GRID.neighbours[pair[0]], f"{a} and {b} are not neighbours"
        sides[pair] = sides.get(pair, frozenset()) | {feature}
    chains = [tuple(map(GRID.index, road.split("-") if isinstance(road, str) else road)) for road in roads]
    assert all(b in GRID.neighbours[a] for chain in chains for a, b in pairwise(chain)), "a road skips a hex"
    lines = tuple(Road(f"road {n}", "road", chain) for n, chain in enumerate(chains))
    return Board(GRID, tuple(terrain), tuple(level), tuple(features), sides, lines)


def state(game: Game) -> State:
    """The state of a game."""
    assert isinstance(game.state, State)
    return game.state


def hex_of(name: str) -> int:
    """A hex by its number."""
    return GRID.index(name)


def at(game: Game, unit: str) -> str:
    """The hex of a unit, or the word for its place off the map."""
    hex = state(game).at(unit)
    return GRID.names[hex] if hex >= 0 else next(word for word, place in WORDS.items() if place == hex)


def cites(events: Sequence[Event]) -> list[str]:
    """The cases of events, in order."""
    return [e.cite for e in events]


def bridge(setting: Setting, a: str, b: str) -> tuple[int, int]:
    """A bridge by its two hexes, as the setting has it."""
    pair = GRID.index(a), GRID.index(b)
    return pair if pair in setting.bridges else (pair[1], pair[0])


def _begin(g: State, side: int, phase: str) -> None:
    """Start at a phase of a side's player turn, the rest of the turn to come."""
    order = players_of(g, g.turn)
    left = order[order.index(side) + 1 :] if side in order else ()
    g.player = side
    g.stack = [(BattleOfTurns(left), "player"), (PlayerTurn(side), phase)]
    advance(g)


def _placed(
    setting: Setting, units: Mapping[str, Place], waiting: Sequence[tuple[int, str, str]], cup: Sequence[str] | None
) -> State:
    rows = {id: {"at": place} if isinstance(place, str) else dict(place) for id, place in units.items()}
    rows.update({id: {"at": "waiting", **rows.get(id, {})} for _, id, _ in waiting})
    setting.counters = dict(setting.counters)
    for id, row in rows.items():
        printed = {k: v for k, v in row.items() if k not in ("at", "face", "demoralized")}
        if printed or id not in setting.counters:
            setting.counters[id] = _counter(setting, id, printed)
    g = blank(setting)
    if cup is not None:
        g.units = {id: u for id, u in g.units.items() if id in cup}
    for id, row in rows.items():
        where = str(row["at"])
        hex = WORDS[where] if where in WORDS else GRID.index(where)
        g.units[id] = Unit(hex, row.get("face") == "reduced", int(row.get("demoralized", 0)))
    g.units = {id: g.units[id] for id in sorted(g.units, key=lambda id: setting.counters[id].order)}
    g.waiting = tuple(Arrival(turn, id, GRID.index(hex)) for turn, id, hex in waiting)
    g.reindex()
    return g


def _counter(setting: Setting, id: str, printed: Mapping[str, Any]) -> Counter:
    """A counter of the pack with other values, or one of a test's own."""
    changes = dict(printed)
    if "side" in changes:
        changes["side"] = SIDE_INDEX[changes["side"]]
    if id in setting.counters:
        return msgspec.structs.replace(setting.counters[id], **changes)
    usual = {"name": id, "arm": "infantry", "steps": 2, "strength": (4, 2), "movement": 6}
    return Counter(id=id, order=len(setting.counters), **{**usual, **changes})


def _rows(path: str) -> tuple[dict[str, str], ...]:
    with (PACK / path).open(newline="", encoding="utf-8") as file:
        return tuple(csv.DictReader(file))


@cache
def _content(scenario: str) -> Battle:
    """The pack's counters, charts and scenario on flat ground, without the lists of units."""
    rows = tomllib.loads((PACK / f"scenarios/{scenario}.toml").read_text(encoding="utf-8"))
    rows = {**rows, "setup": [], "reinforcement": [], "burned": []}
    return Battle(
        id=f"valley-campaign/{scenario}",
        title=rows["title"],
        pack="valley-campaign",
        rulebook="valley_campaign",
        profile="valley-campaign",
        board=laid({}),
        counters={row["id"]: row for row in _rows("counters.csv")},
        charts={name: _rows(f"charts/{name}.csv") for name in CHARTS},
        chits=(),
        scenario=rows,
        provenance={},
        overlay=None,
        hash="",
    )


def _battle(scenario: str, board: Board) -> Battle:
    return msgspec.structs.replace(_content(scenario), board=board)


@cache
def _setting(scenario: str, options: tuple[tuple[str, Any], ...]) -> Setting:
    battle = _content(scenario)
    return Setting(battle, options_of(battle, dict(options)))


def carry_out(game: Game, procedure: Procedure) -> list[Event]:
    """Carry a procedure out on top of whatever is asked, chance answering; play goes on at its first question."""
    g = state(game)
    events: list[Event] = []
    g.events = events
    start(g, procedure)
    return events + game.settle()
