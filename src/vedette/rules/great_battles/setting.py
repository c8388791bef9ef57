"""The setting of a game: all that is printed, compiled once a battle and shared by its games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from vedette.board import Board
from vedette.engine.battle import Battle
from vedette.engine.options import by_options
from vedette.engine.rulebook import ContentError
from vedette.rules.common.judged import Judged
from vedette.rules.common.setting import Printed, compiled_once, number
from vedette.rules.great_battles import charts
from vedette.rules.great_battles.content import lacking
from vedette.rules.great_battles.profile import PROFILES

UNION, CONFEDERATE = 0, 1
SIDES = ("union", "confederate")
SIDE_INDEX = {"union": UNION, "confederate": CONFEDERATE}
VERSION = 3
"""Of these rules. Games of earlier versions lack what came with it (`Setting.later`): so those of version 2 are played
exactly by theirs, and those of version 1 by version 2."""
DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
"""The hexsides of a hex as `Grid.around` numbers them."""


class Counter(msgspec.Struct, frozen=True, kw_only=True):
    """A printed counter, the same in all games."""

    id: str
    name: str
    order: int
    """Place in the counter list."""
    side: int
    brigade: str = ""
    arm: str
    strength: int = 0
    """Points of a hundred men, guns of a battery, guard of the wagon; 0 for leaders (SW 2.4)."""
    weapon: str = ""
    morale: str = ""
    crew: int = 0
    """Steps of a gun crew (SW-18.82)."""
    horse: bool = False
    """Horse artillery."""
    ratings: tuple[int, int] = (0, 0)
    """Effectiveness radius and rally rating of a leader (SW 17.11)."""
    replacement: tuple[int, int] | None = None
    """Those of the officer who follows him; None where nobody does (SW-17.55)."""
    # what follows from the arm, since it is asked at every turn
    leader: bool = False
    gun: bool = False
    """Whether it is artillery."""
    wagon: bool = False
    """Whether it is the supply wagon."""
    small_arms: bool = False
    """Whether it is infantry or cavalry (SW 2.4)."""

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "leader", self.arm == "leader")
        msgspec.structs.force_setattr(self, "gun", self.arm == "artillery")
        msgspec.structs.force_setattr(self, "wagon", self.arm == "supply")
        msgspec.structs.force_setattr(self, "small_arms", self.arm in ("infantry", "cavalry"))


class Brigade(msgspec.Struct, frozen=True):
    """A row of the effectiveness sheet (SW 20.3)."""

    name: str
    side: int
    title: str
    rating: int
    total: int
    points: int
    """Victory points of whoever breaks it."""
    first_cost: int
    """Morale points of its first move, where that is dearer (SW-19.35); else 0."""


class Setting(Printed):
    """Board, counters, charts and scenario of a battle, ready to use."""

    def __init__(self, battle: Battle, options: Mapping[str, Any], board: Board | None = None) -> None:
        self.battle = battle
        self.options = dict(options)
        self.later = (battle.rules or VERSION) >= VERSION
        """Whether stacks are right when the phase ends: who has followed, gone on or left by then counts (SW 8.3)."""
        self.profile = PROFILES[str(options.get("rules", "1978"))]
        c = battle.charts
        self.numbers = {row["name"]: int(row["value"]) for row in c["constants"]}
        """The numbers of the text that are no table, by name."""
        self.fire = charts.fire_table(c["fire"])
        self.ranges = charts.range_table(c["range"])
        self.melee = charts.melee_table(c["melee"])
        self.rout = charts.rout_table(c["rout"])
        self.rout_lowest = min(int(row["die"]) for row in c["rout"])
        self.morale_numbers = {r["letter"]: (int(r["number"]), r["again"] == "yes") for r in c["morale_numbers"]}
        self.demoralization = {int(r["die"]): r for r in c["demoralization"]}
        self.casualties = {(r["cause"], int(r["roll"])): r["result"] for r in c["leader_casualties"]}
        self.grounds = charts.grounds(c["terrain"])
        self.brigades = {row["brigade"]: _brigade(row) for row in c["brigades"]}
        self._print(_counters(battle))
        self.scenario: Mapping[str, Any] = {
            "setup": (),
            "reinforcement": (),
            **by_options(battle.scenario, self.options),
        }
        turns = self.scenario["turns"]
        self.hours: tuple[str, ...] = tuple(turns["hours"])
        self.first_turn, self.last_turn = int(turns["first"]), int(turns["last"])
        first = SIDE_INDEX[turns["first_player"]]
        self.players: tuple[int, ...] = (first, 1 - first)
        """Whose player turns make a game turn (SW 4.0)."""
        self.victory: Mapping[str, Any] = self.scenario["victory"]
        _check_levels(battle)
        self.lay(board or battle.board)
        self._check_entries()

    def _print(self, counters: Mapping[str, Counter]) -> None:
        self.counters = dict(counters)
        self.wagons = tuple(id for id, c in counters.items() if c.wagon)

    def lay(self, board: Board) -> None:
        """Compile what depends on the ground."""
        charts.check_board(self.grounds, board)
        self.board = board
        self.grid = board.grid
        self.areas = {
            name: tuple(self.grid.index(h) for h in hexes) for name, hexes in self.scenario.get("areas", {}).items()
        }
        self.sights: Judged[tuple[int, int], Any] = Judged()
        """Lines of sight judged so far (sight.py)."""
        self.kept: dict[Any, Any] = {}
        """What follows from the ground alone and was asked for before: costs (each module keys its own)."""

    def _check_entries(self) -> None:
        """Whoever enters comes over an edge of the map (SW 21.22)."""
        for name in dict.fromkeys(row["area"] for row in self.scenario["reinforcement"]):
            inner = [hex for hex in self.areas[name] if not self.grid.edge >> hex & 1]
            if inner:
                what = f"areas.{name}: units enter there, and {self.grid.name(inner[0])} lies off the edge of the map"
                raise ContentError(f"{self.file}: {what}; write hexes of an edge")

    def with_counters(self, counters: Mapping[str, Counter]) -> Setting:
        """The same setting with other counters (a position's own values)."""
        new = self.changed(kept={})
        new._print(counters)
        return new


def _check_levels(battle: Battle) -> None:
    """Every level of victory has its row among the modifiers of the campaign (SW 22.51)."""
    known = {row["level"] for row in battle.charts["strategic_shifts"]}
    for row in battle.scenario["victory"]["levels"]:
        if row["level"] not in known:
            what, mend = f"there is no row for the level {row['level']!r}", "write it, or mend the scenario's level"
            raise ContentError(f"{battle.pack}/charts/strategic_shifts.csv: {what}; {mend}")


def _brigade(row: Mapping[str, str]) -> Brigade:
    return Brigade(
        row["brigade"], SIDE_INDEX[row["side"]], row["title"], int(row["bce"]), int(row["total"]), int(row["vp"]),
        int(row["first_cost"] or 0),
    )  # fmt: skip


def _counters(battle: Battle) -> dict[str, Counter]:
    found: dict[str, Counter] = {}
    for row in battle.counters.values():
        if wanted := lacking(row):
            raise ContentError(f"counters.csv, {row['id']}: there is no {' and no '.join(wanted)}; write it")
        after = row.get("replacement_radius")
        found[row["id"]] = Counter(
            id=row["id"],
            name=row.get("name") or row["id"],
            order=len(found),
            side=SIDE_INDEX[row["side"]],
            brigade=row.get("brigade", ""),
            arm=row["arm"],
            strength=number(row.get("strength")),
            weapon=row.get("weapon", ""),
            morale=row.get("morale", ""),
            crew=number(row.get("crew")),
            horse=row.get("horse") == "yes",
            ratings=(number(row.get("radius")), number(row.get("rally"))),
            replacement=(int(after), number(row.get("replacement_rally"))) if after else None,
        )
    return found


setting_of = compiled_once(Setting)
"""The setting of a battle with these options, compiled once."""
