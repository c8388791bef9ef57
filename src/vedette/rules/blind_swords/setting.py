"""The setting of a game: all that is printed, compiled once a battle and shared by its games."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any

import msgspec

from vedette.board import Board
from vedette.board.flood import flood
from vedette.engine.battle import Battle
from vedette.engine.cites import cites
from vedette.engine.options import by_options
from vedette.engine.rulebook import ContentError, PositionError
from vedette.hexes import hexes_of, mask_of
from vedette.rules.blind_swords import charts, scoring
from vedette.rules.blind_swords.concordance import cite_of
from vedette.rules.blind_swords.profile import Profile, profile_of
from vedette.rules.blind_swords.readings import turned
from vedette.rules.blind_swords.special_rows import check_rows
from vedette.rules.blind_swords.tables import check_events, check_scenario, check_tables
from vedette.rules.common.judged import Judged
from vedette.rules.common.setting import Printed

UNION, CONFEDERATE = 0, 1
SIDES = ("union", "confederate")
SIDE_INDEX = {"union": UNION, "confederate": CONFEDERATE}


class Counter(msgspec.Struct, frozen=True, kw_only=True):
    """A printed counter, the same in all games."""

    id: str
    name: str
    order: int
    """Place in the counter list: the order of stacks and lists."""
    side: int
    division: str
    brigade: str
    arm: str
    sp: tuple[int, int]
    """Fresh and Battleworn strength in sixty-fourths (KT-4.1-SP-1, KT-4.1-9)."""
    weapon: str
    cr: tuple[int, int]
    fragile: bool = False
    sharpshooter: bool = False
    half: str = ""
    """The regiment of which this is one half, for units split into a and b (KT-6.1d-1)."""
    foot: Counter | None = None
    """The second counter of a cavalry unit, which shows it dismounted; none for who only rides (KT-4.1-5)."""


class EventChit(msgspec.Struct, frozen=True):
    """An Event chit as printed (KT 10.4)."""

    name: str
    side: int
    copies: int
    windows: frozenset[str]
    rule: str = ""
    """The event that it plays, which may have another name than the chit."""


class Activation(msgspec.Struct, frozen=True):
    """A Brigade or Division Activation chit of the scenario, or a CIC chit (KT 10.6, 10.7)."""

    chit: str
    side: int
    brigades: tuple[str, ...]
    turn: int
    """From which it lies in the cup."""
    rating: int
    """Command Rating; 6 where always active."""
    casualty_rating: int
    cic: bool
    raised: int = 0
    """The higher Command Rating of a general who has two; 0 for others."""
    single: bool = False
    """A Brigade chit, for the one brigade of its name (KT-10.9-1)."""


class Arrival(msgspec.Struct, frozen=True):
    """A reinforcement (KT 13.11)."""

    turn: int
    unit: str
    hex: int


class Options(msgspec.Struct, frozen=True):
    """The options of a game."""

    fog_second_table: bool = False
    rebuild_option: bool = False
    no_events: bool = False
    artillery_stacking: bool = False


class Setting(Printed):
    """Board, counters, charts, chits, scenario and profile of a battle, ready to use."""

    def __init__(
        self, battle: Battle, board: Board | None = None, rules: str = "", on: frozenset[str] = frozenset()
    ) -> None:
        self.battle = battle
        book = profile_of(battle.profile, rules)
        self.profile: Profile = turned(battle.id, book, battle.scenario.get("special", ()))
        self.renames = cite_of(self.profile)
        """How a citation is renamed for the book of the game; None where it stays."""
        self.counters = _counters(battle.counters)
        self._read_charts(battle)
        self._read_scenario(by_options(battle.scenario, dict.fromkeys(on, True)))
        self._read_chits(battle)
        c = battle.charts
        check_events(battle.chits)
        check_tables(c["fog_of_war"], c.get("fog_of_war_second", ()), c["general_casualty"], self.ratings)
        self.brigade_units = _grouped(self.counters)
        self.lay(board or battle.board)
        check_rows(battle.id, battle.scenario.get("special", ()), self._names())
        check_scenario(battle.id, self.wild, self.scoring, self.grid.names)

    def _names(self) -> dict[str, Collection[str]]:
        """What a row of the scenario may name."""
        counters = self.counters.values()
        return {
            "chit": {*self.ratings, *(name for _, name in self.events)},
            "commander": self.ratings,
            "brigade": {c.brigade for c in counters},
            "division": {c.division for c in counters},
            "unit": self.counters,
            "hex": set(self.grid.names),
        }

    def with_counters(self, counters: Mapping[str, Counter]) -> Setting:
        """The same setting with other counters (a position's own values)."""
        return self.changed(counters=dict(counters), brigade_units=_grouped(counters), faces={})

    def lay(self, board: Board) -> None:
        """Take a board over: the area of play, walls and an empty cache of sight."""
        self.board = board
        self.grid = board.grid
        area = self.scenario.get("area")
        self.area: int = (1 << board.grid.size) - 1
        if area:
            runs = [self.grid.index(h) for run in area["perimeter"] for h in run.split("-")]
            self.area = flood(self.grid, runs, self.grid.index(area["inside"]))
        self.in_play = frozenset(hexes_of(self.area))
        """The area of play as a set, for questions about one hex."""
        closed = bool(area and area.get("closed", False))
        self.bounded: bool = bool(area) and not closed
        """The area of play ends before the map, and nobody leaves it of his own will (KT-20.1a-3)."""
        self.edge: int = mask_of(
            h for h in hexes_of(self.area) if self.grid.edge >> h & 1 or (not closed and self.grid.near[h] & ~self.area)
        )
        self.walls = _walls(board)
        self.sights: Judged[int, Any] = Judged()
        self.bars: dict[tuple[Any, ...], Any] = {}
        self.faces: dict[tuple[Any, ...], Any] = {}
        self.lasts: dict[tuple[Any, ...], Any] = {}
        """Counters that a view has shown, and what it has shown last where the same hexes were occupied (view.py)."""
        self.fields: tuple[Any, dict[tuple[str, int], Any]] = (None, {})
        """Who stands where, and the fields that units find by that (costs.py)."""
        self.outcomes: dict[tuple[Any, ...], Any] = {}
        """Results of tests that were worked out already (outcomes.py)."""
        self.victory_hexes: tuple[int, ...] = tuple(self.grid.index(h) for h in self.victory.get("hexes", ()))

    def _read_charts(self, battle: Battle) -> None:
        c = battle.charts
        self.crt = charts.Crt.read(c["crt"])
        self.fire_tests = charts.read_cohesion(c["fire_cohesion"], "fire_cohesion")
        self.close_tests = charts.read_cohesion(c["close_cohesion"], "close_cohesion")
        self.break_test = charts.read_break_test(c["break_test"])
        self.ranges = charts.read_ranges(c["weapon_ranges"])
        self.infantry_range = max((r.farthest for (arm, _), r in self.ranges.items() if arm == "infantry"), default=0)
        for id, counter in self.counters.items():
            arm = "artillery" if counter.arm == "artillery" else "infantry"
            if counter.weapon and (arm, counter.weapon) not in self.ranges:
                raise PositionError(f"{id}: its weapon {counter.weapon!r} has no row in charts/weapon_ranges.csv")
        self.terrain = charts.TerrainChart.read(c["terrain"])
        self.gun_stacking = charts.read_stacking(c["artillery_stacking"])
        self.fog = {int(r["die"]): r["result"] for r in c["fog_of_war"]}
        self.fog_second = {int(r["die"]): r["result"] for r in c.get("fog_of_war_second", ())}
        self.casualty_table = {
            (SIDE_INDEX[r["side"]], roll): r["general"]
            for r in c["general_casualty"]
            for roll in charts.span(r["roll"], "charts/general_casualty.csv")
        }
        self.casualty_dice = 2 if any(roll > 6 for _, roll in self.casualty_table) else 1
        """With how many dice the table of generals is read."""

    def _read_scenario(self, scenario: Mapping[str, Any]) -> None:
        self.scenario = scenario
        self.first_turn: int = scenario["turns"]["first"]
        self.last_turn: int = scenario["turns"]["last"]
        self.hours: tuple[str, ...] = tuple(scenario.get("clock", ()))
        self.wild: tuple[str, ...] = tuple(scenario.get("wild", ()))
        self.victory: Mapping[str, Any] = scenario.get("victory", {})
        self.scoring = scoring.read(self.victory, str(scenario.get("id", "scenario")))
        self.special: dict[str, list[Mapping[str, Any]]] = {}
        for row in scenario.get("special", ()):
            self.special.setdefault(str(row.get("do", "")), []).append(row)
        self.barred_chits = {row["chit"]: row for row in reversed(self.special.get("chit_barred", []))}
        edges = scenario.get("edges", {"union": ["north", "east"], "confederate": ["south", "west"]})
        self.own_edges: tuple[tuple[str, ...], ...] = tuple(tuple(edges[s]) for s in SIDES)
        chits = scenario.get("chits", {})
        self.key_chits = tuple(int(chits.get(s, {}).get("key", 0)) for s in SIDES)
        self.random_chits = tuple(int(chits.get(s, {}).get("random", 0)) for s in SIDES)
        self.taken_out = tuple(int(chits.get(s, {}).get("exclude_by_opponent", 0)) for s in SIDES)
        """How many Event chits of each side the other takes out of the turn, unseen by all (SS-8.2-2)."""
        self.excluded = tuple(frozenset(chits.get(s, {}).get("excluded", ())) for s in SIDES)

    def _read_chits(self, battle: Battle) -> None:
        self.events: dict[tuple[int, str], EventChit] = {}
        for row in battle.chits:
            side = SIDE_INDEX[row["side"]]
            windows = frozenset(row["window"].split(";"))
            self.events[side, row["chit"]] = EventChit(
                row["chit"], side, int(row["copies"]), windows, row.get("rule") or row["chit"]
            )
        self.pools = (self._pool(UNION), self._pool(CONFEDERATE))
        self.window_chits = self._by_window()
        self.window_bars: dict[tuple[int, str], Any] = {}
        """What bars each of them (windows.py), looked up when first asked."""
        self.ratings: dict[str, Activation] = {}
        for row in battle.charts["command_ratings"]:
            always = row["rating"] == "always"
            cic = row["kind"] == "cic"
            side = SIDE_INDEX[row["side"]]
            brigades = () if cic else brigades_of(self.counters, side, row)
            rating = 6 if always else int(row["rating"])
            self.ratings[row["chit"]] = Activation(
                row["chit"], side, brigades, 0, rating, int(row["casualty_rating"]), cic, int(row.get("raised") or 0),
                row["kind"] == "brigade",
            )  # fmt: skip
        self.commanders = frozenset(chit for chit, rating in self.ratings.items() if rating.cic)
        self.activations: dict[str, Activation] = {}
        for entry in self.scenario.get("activation", ()):
            base = self.ratings.get(entry["chit"])
            if base is None:
                raise PositionError(f"{battle.id}: chit {entry['chit']!r} has no row in charts/command_ratings.csv")
            changes = {"turn": entry.get("from", 1), "brigades": tuple(entry.get("brigades", base.brigades))}
            self.activations[entry["chit"]] = msgspec.structs.replace(base, **changes)

    def pool(self, side: int) -> tuple[str, ...]:
        """The Event chits that a side plays with in this scenario, copies and all, in order (KT-20.1b-CSA)."""
        return self.pools[side]

    def _by_window(self) -> dict[tuple[int, str], tuple[str, ...]]:
        """(side, window) -> the chits of the side's pool that have the window, each once, as the pack lists them."""
        found: dict[tuple[int, str], list[str]] = {}
        for (side, name), chit in self.events.items():
            if name in self.pools[side]:
                for window in chit.windows:
                    found.setdefault((side, window), []).append(name)
        return {key: tuple(names) for key, names in found.items()}

    def _pool(self, side: int) -> tuple[str, ...]:
        out: list[str] = []
        for (owner, name), chit in self.events.items():
            if owner == side and name not in self.excluded[side]:
                out += [name] * chit.copies
        return tuple(sorted(out))

    def arrivals(self) -> tuple[Arrival, ...]:
        """The reinforcements of the scenario in order of turn."""
        rows = [r for r in self.scenario.get("reinforcement", ()) if r.get("kind", "arrival") == "arrival"]
        return tuple(Arrival(r["turn"], r["unit"], self.grid.index(r["hex"])) for r in rows)

    @cached_property
    def called_units(self) -> frozenset[str]:
        """The units that come only if a special rule calls them."""
        rows = self.scenario.get("reinforcement", ())
        return frozenset(r["unit"] for r in rows if r.get("kind") == "called")

    def called(self, name: str) -> tuple[str, ...]:
        """The units that share a name, which is then the id of none: "36 VA" may be "36 VA (Smith)" or another."""
        return () if name in self.counters else tuple(c.id for c in self.counters.values() if c.name == name)

    def rule(self, do: str, **match: Any) -> Mapping[str, Any] | None:
        """A special rule of the scenario by name."""
        rows = self.special.get(do)
        if rows is not None:
            for row in rows:
                if match.items() <= row.items():
                    return row
        return None


@cites("KT-10.9-1", "KT-10.7-1")
def brigades_of(counters: Mapping[str, Counter], side: int, row: Mapping[str, str]) -> tuple[str, ...]:
    """Whom a chit activates: the one brigade of its name, or those of its division."""
    if row["kind"] == "brigade":
        return (row["chit"],)
    mine = [c.brigade for c in counters.values() if c.side == side and c.division == row["chit"] and c.brigade]
    return tuple(dict.fromkeys(mine))


def _counters(rows: Mapping[str, Mapping[str, str]]) -> dict[str, Counter]:
    return {id: counter_of(id, order, row) for order, (id, row) in enumerate(rows.items())}


def counter_of(id: str, order: int, row: Mapping[str, str]) -> Counter:
    """A counter from its row; a fragile unit has only its Battleworn side (KT-4.1-11)."""
    where = f"counters.csv, {id}"
    fragile = row.get("fragile") == "yes"
    fresh = charts.strength(row["fresh_sp"] or row["worn_sp"], where)
    worn = charts.strength(row["worn_sp"] or row["fresh_sp"], where)
    fresh_cr = _cohesion(row, ("fresh_cr", "worn_cr"), where)
    name = row.get("name") or id
    counter = Counter(
        id=id,
        name=name,
        order=order,
        side=SIDE_INDEX[row["side"]],
        division=row.get("division", ""),
        brigade=row.get("brigade", ""),
        arm=row["arm"],
        sp=(worn if fragile and not row["fresh_sp"] else fresh, worn),
        weapon=row["weapon"],
        cr=(fresh_cr, int(row["worn_cr"] or fresh_cr)),
        fragile=fragile,
        sharpshooter=row.get("sharpshooter") == "yes",
        half=half_of(row["arm"], row.get("brigade", ""), name),
    )
    return msgspec.structs.replace(counter, foot=foot_of(counter, row))


@cites("KT-4.1-5", "KT-13.9-6", "KT-13.9-7")
def foot_of(mounted: Counter, row: Mapping[str, str]) -> Counter | None:
    """The dismounted counterpart of a cavalry counter, infantry in all. Most, not all, cavalry has one."""
    if mounted.arm != "cavalry" or not row.get("dismounted_weapon"):
        return None
    where = f"counters.csv, {mounted.id}, dismounted"
    fresh, worn = row.get("dismounted_sp", ""), row.get("dismounted_worn_sp", "")
    fresh_cr, worn_cr = "dismounted_cr", "dismounted_worn_cr"
    return msgspec.structs.replace(
        mounted,
        arm="infantry",
        sp=(charts.strength(fresh or worn, where), charts.strength(worn or fresh, where)),
        weapon=row["dismounted_weapon"],
        cr=(_cohesion(row, (fresh_cr, worn_cr), where), _cohesion(row, (worn_cr, fresh_cr), where)),
    )


def _cohesion(row: Mapping[str, str], columns: Sequence[str], where: str) -> int:
    """The Cohesion Rating of a side of a counter, that of the other side where it shows none."""
    found = next((row[column] for column in columns if row.get(column)), "")
    if not found.isdecimal():
        raise ContentError(f"{where}: there is no {' and no '.join(columns)}; write one of them")
    return int(found)


@cites("KT-6.1d-4")
def half_of(arm: str, brigade: str, name: str) -> str:
    """The regiment of which a unit is one half; none for cavalry and artillery, split or not."""
    return f"{brigade}/{name[:-2]}" if arm == "infantry" and name[-2:] in ("-a", "-b") else ""


def _grouped(counters: Mapping[str, Counter]) -> dict[tuple[int, str], tuple[str, ...]]:
    """Units of each brigade of a side, in counter order."""
    out: dict[tuple[int, str], list[str]] = {}
    for c in counters.values():
        out.setdefault((c.side, c.brigade), []).append(c.id)
    return {k: tuple(v) for k, v in out.items()}


def _walls(board: Board) -> dict[int, frozenset[int]]:
    """Wall hexes, each with the hexes from which it gives no protection (KT-12.3-wall-exception-1, -2)."""
    out = {}
    for hex in board.hexes_with("wall"):
        names = set(board.features[hex]["wall"])
        open_to = {n for n in board.grid.neighbours[hex] if names & set(board.features[n].get("wall", ()))}
        open_to |= {board.grid.index(e) for e in board.features[hex].get("wall-end", ())}
        out[hex] = frozenset(open_to)
    return out


ROWS = ("activation", "setup", "reinforcement", "special")
"""The lists of a scenario whose rows an option may bring in or take out."""


def waited_for(scenario: Mapping[str, Any]) -> frozenset[str]:
    """The options that rows of a scenario wait for."""
    rows = [row for name in ROWS for row in scenario.get(name, ())]
    return frozenset(row[key] for row in rows for key in ("option", "unless") if row.get(key))


def setting_for(battle: Battle, options: Mapping[str, Any]) -> Setting:
    """The compiled setting of a battle with the options of a game."""
    on = frozenset(name for name in waited_for(battle.scenario) if options.get(name) in (True, "true"))
    return setting_of(battle, options.get("rules", ""), on)


@lru_cache(maxsize=32)
def setting_of(battle: Battle, rules: str = "", on: frozenset[str] = frozenset()) -> Setting:
    """The compiled setting of a battle, by its own book or another one (`profile_of`), with options that bring rows."""
    return Setting(battle, rules=rules, on=on)
