"""The setting of a game: all that is printed, compiled once a battle and shared by its games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from vedette.board import Board
from vedette.engine.battle import Battle
from vedette.engine.cites import cites
from vedette.engine.options import by_options
from vedette.engine.rulebook import ContentError
from vedette.hexes import mask_of
from vedette.rules.common.judged import Judged
from vedette.rules.common.setting import ChartError, Printed, compiled_once, number
from vedette.rules.valley_campaign import charts
from vedette.rules.valley_campaign.content import lacking

UNION, CONFEDERATE = 0, 1
SIDES = ("union", "confederate")
SIDE_INDEX = {"union": UNION, "confederate": CONFEDERATE}
Pair = tuple[int, int]


class Counter(msgspec.Struct, frozen=True, kw_only=True):
    """A printed counter, the same in all games."""

    id: str
    name: str
    order: int
    """Place in the counter list: the order of stacks and lists."""
    side: int
    division: str = ""
    brigade: str = ""
    command: str = ""
    """The leader's abbreviation on the counter (JV-8.2-1); empty where none is printed."""
    arm: str
    steps: int
    strength: tuple[int, int]
    """Combat strength at full and on the reduced side; 0 for leaders (JV 2.6)."""
    movement: int
    shift: int = 0
    """Columns that a leader is worth (JV-8.1-1)."""
    spare: bool = False
    """A subordinate leader of the draw cup (JV-8.6-1)."""

    @property
    def leader(self) -> bool:
        """Whether it is a leader."""
        return self.arm == "leader"

    @property
    def gun(self) -> bool:
        """Whether it is artillery."""
        return self.arm == "artillery"

    @property
    def combat_unit(self) -> bool:
        """Whether it counts for stacking (JV 4.10): all but leaders and artillery."""
        return self.arm not in ("leader", "artillery")


class Arrival(msgspec.Struct, frozen=True, array_like=True):
    """A reinforcement that waits (JV 5.1)."""

    turn: int
    unit: str
    hex: int
    """Its listed entry hex."""


class Setting(Printed):
    """Board, counters, charts and scenario of a battle, ready to use."""

    def __init__(self, battle: Battle, options: Mapping[str, Any], board: Board | None = None) -> None:
        self.battle = battle
        self.options = dict(options)
        c = battle.charts
        self.odds = charts.odds_table(c["crt"])
        self.hits = charts.hit_table(c["bombardment_hits"])
        self.grounds = charts.grounds(c["terrain"])
        self.heights = {row.level: row for row in self.grounds.values() if row.level}
        """The chart's row of each level."""
        named = _counters(battle)
        self.counters = {**named, **_unnamed(named, int(options.get("unnamed-leaders", 0)))}
        self.scenario: Mapping[str, Any] = {"setup": (), **by_options(battle.scenario, self.options)}
        self._read_turns(self.scenario["turns"])
        self.victory: Mapping[str, Any] = self.scenario["victory"]
        self.lay(board or battle.board)

    def _read_turns(self, turns: Mapping[str, Any]) -> None:
        self.hours: tuple[str, ...] = tuple(turns["hours"])
        self.first_turn: int = turns["first"]
        self.last_turn = int(self.options.get("turns", turns["last"]))
        self.dark = {turns[word]: word for word in ("dawn", "dusk") if turns.get(word)}
        """The hours at which attacks and bombardments suffer (JV 6.10, 7.5)."""
        first = SIDE_INDEX[turns["first_player"]]
        self.players: tuple[int, ...] = (first, 1 - first)
        """Whose player turns make a game turn, in order (JV-3.1-2)."""
        chosen = self.options.get("opening")
        words = chosen.split("-then-") if chosen else turns["opening"]
        self.opening: tuple[int, ...] = tuple(SIDE_INDEX[word] for word in words)
        """Those of the first turn (JV-10.2-4, JV-10.6-4)."""

    @cites("JV-10.2-5", "JV-10.6-5")
    def darkness(self, turn: int) -> str | None:
        """Dawn or dusk, by the hour and not by being first or last."""
        return self.dark.get(self.hour(turn))

    def lay(self, board: Board) -> None:
        """Compile what depends on the ground."""
        charts.check_board(self.grounds, board)
        self.board = board
        self.grid = board.grid
        self.sights: Judged[int, Any] = Judged()
        """Lines of sight judged so far (sight.py)."""
        self.areas = {
            name: tuple(self.grid.index(h) for h in hexes) for name, hexes in self.scenario.get("areas", {}).items()
        }
        crossing = board.crossing
        self.bridges = tuple(sorted(p for p, words in board.hexsides.items() if "bridge" in words))
        """Hexsides that have a bridge (JV-4.15-3)."""
        self.rivers = frozenset(p for p, words in crossing.items() if "river" in words or "bridge" in words)
        """Hexsides that are water to whoever has no bridge, both ways (JV-4.15-5)."""
        self.creeks = frozenset(p for p, words in crossing.items() if "creek" in words or "ford" in words)
        self.fords = frozenset(p for p, words in crossing.items() if "ford" in words)
        closed = (self.rivers | self.creeks) - self.fords
        neighbours = self.grid.neighbours
        self.spread = tuple(mask_of(b for b in near if (a, b) not in closed) for a, near in enumerate(neighbours))
        """Where the zone of whoever stands in a hex reaches, as bits, no bridge counted (JV 4.1, 4.3)."""
        self.steps: dict[tuple[str, int], tuple[tuple[int, int], ...]] = {}
        """(arm, hex) -> the steps out of it, each with its cost: laid out when first asked for (ground.py)."""


def _counters(battle: Battle) -> dict[str, Counter]:
    """The counters of the pack, then the subordinate leaders of both draw cups."""
    found: dict[str, Counter] = {}
    for row in battle.counters.values():
        if wanted := lacking(row):
            raise ContentError(f"counters.csv, {row['id']}: there is no {' and no '.join(wanted)}; write it")
        found[row["id"]] = Counter(
            id=row["id"],
            name=row.get("name") or row["id"],
            order=len(found),
            side=SIDE_INDEX[row["side"]],
            division=row.get("division", ""),
            brigade=row.get("brigade", ""),
            command=row.get("command", ""),
            arm=row["arm"],
            steps=int(row["steps"]),
            strength=(number(row["full"]), number(row["reduced"])),
            movement=int(row["movement"]),
            shift=number(row.get("shift", "")),
        )
    for row in battle.charts["subordinates"]:
        found[row["id"]] = Counter(
            id=row["id"],
            name=row["id"],
            order=len(found),
            side=SIDE_INDEX[row["side"]],
            arm="leader",
            steps=1,
            strength=(0, 0),
            movement=int(row["movement"]),
            shift=int(row["shift"]),
            spare=True,
        )
    return found


@cites("JV-8.6-8")
def _unnamed(counters: Mapping[str, Counter], each: int) -> dict[str, Counter]:
    """Unnamed subordinates for the cups: as many, and of the same rating, on each side."""
    found: dict[str, Counter] = {}
    for side in (UNION, CONFEDERATE) if each else ():
        like = next((c for c in counters.values() if c.spare and c.side == side), None)
        if like is None:
            what = f"it has no leader of the {SIDES[side]} side, whom the unnamed could be like"
            raise ChartError(f"charts/subordinates.csv: {what}; add a row, or leave unnamed-leaders at 0")
        for n in range(1, each + 1):
            id = f"{SIDES[side].capitalize()} unnamed {n}"
            order = len(counters) + len(found)
            found[id] = msgspec.structs.replace(like, id=id, name=id, order=order, shift=1)
    return found


setting_of = compiled_once(Setting)
"""The setting of a battle with these options, compiled once."""
