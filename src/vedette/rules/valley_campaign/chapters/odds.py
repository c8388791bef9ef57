"""Chapters 6.2 and 6.8 to 6.10: the odds of an attack, and every shift of its column.

odds_of(g, attackers, hex)              the column, as if both sides took their best leaders
odds_of(g, attackers, hex, lead, shield)    with these leaders; "" for none
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from vedette.engine.battle import Battle
from vedette.engine.cites import cites, note
from vedette.engine.rulebook import Aim
from vedette.rules.valley_campaign.chapters import leaders
from vedette.rules.valley_campaign.chapters.leaders import LeaderShift, safe
from vedette.rules.valley_campaign.charts import COLUMNS, HIGHEST, LOWEST
from vedette.rules.valley_campaign.state import State

EVEN_AT = COLUMNS.index("1:1")
ENFILADE = 1
"""Columns to the right (JV-6.9-1)."""
DARKNESS = -1
"""Columns to the left at dawn and dusk (JV 6.10)."""
DARK_CASES = {"dawn": "JV-6.10-dawn", "dusk": "JV-6.10-dusk"}
SAME = {"ford": "creek"}
"""A ford lies in a creek: whoever crosses either crosses the creek (JV 4.15)."""
HEXSIDE_CASES = {"bridge": "JV-6.8-bridge", "creek": "JV-6.8-creek", "slope up": "JV-6.8-slope"}


ENFILADES = ("JV-6.9-opposite", "JV-6.9-three", "JV-6.9-four")


class Shift(msgspec.Struct, frozen=True, array_like=True):
    """What moves the column of an attack, or would: its name, columns (right positive), case, whether it counts."""

    name: str
    columns: int
    cite: str
    used: bool = True


class Column(msgspec.Struct, frozen=True):
    """The odds of an attack."""

    attack: int
    defence: int
    ratio: str
    """The whole ratio before shifts, such as "9:1"."""
    base: int
    """Its column."""
    shifts: tuple[Shift, ...]
    """All of them, used or not."""
    final: int

    @property
    def aim(self) -> Aim:
        """The same in the words of the engine's odds."""
        rows = tuple((s.name, s.columns, s.cite, s.used) for s in self.shifts)
        return Aim(self.ratio, COLUMNS[self.final], rows, f"{self.attack}:{self.defence}")


@cites(
    "JV-6.2-7", "JV-6.2-8", "JV-6.2-9", "JV-6.2-10", "JV-6.8-2", "JV-6.9-3", "JV-6.10-1",
)  # fmt: skip
def odds_of(g: State, attackers: Sequence[str], hex: int, lead: str | None = None, shield: str | None = None) -> Column:
    """The column of an attack by units on a hex.

    All shifts are added up and applied once to the whole ratio, also where that is off the table; only then is it
    brought back to the table's ends.

    Args:
        lead: the attacker's leader who lends his columns; "" for none, by default the best.
        shield: the same for the defender.
    """
    attack, defence = attack_strength(g, attackers), defence_strength(g, hex)
    if leaders.lone_leaders(g, hex):
        return _against_leaders(attack)
    place = place_of(attack, defence)
    found = tuple(shifts(g, attackers, hex, lead, shield))
    if g.setting.battle.shifts:
        found = tuple(_changed(g.setting.battle, s) for s in found)
    note(*(s.cite for s in found))
    final = place + sum(s.columns for s in found if s.used)
    return Column(attack, defence, ratio_of(place), _held(place), found, _held(final))


def _changed(battle: Battle, shift: Shift) -> Shift:
    """A shift with the columns that it has in a copy of the battle that the lab has changed."""
    return msgspec.structs.replace(shift, columns=battle.columns(shift.cite, shift.columns))


def named_shifts() -> dict[str, str]:
    """The shifts that a case tells, by case; leaders lend what stands on their counters."""
    hour = {case: word for word, case in DARK_CASES.items()}
    sides = {case: word for word, case in HEXSIDE_CASES.items()}
    return {"JV-6.8-1": "ground", **sides, **dict.fromkeys(ENFILADES, "enfilade"), **hour}


@cites("JV-8.8-2")
def _against_leaders(attack: int) -> Column:
    """An attack on nobody but leaders: the last column, no shift counts."""
    return Column(attack, 0, COLUMNS[HIGHEST], HIGHEST, (), HIGHEST)


def _held(place: int) -> int:
    return max(LOWEST, min(place, HIGHEST))


# -- the ratio -------------------------------------------------------------------------------------------------


@cites("JV-6.2-1", "JV-6.7-1")
def attack_strength(g: State, attackers: Iterable[str]) -> int:
    """All attackers together, each with all of its strength, guns too."""
    return sum(g.strength(id) for id in attackers)


@cites("JV-6.2-1", "JV-6.3-10", "JV-6.6-1", "JV-7.9-2", "JV-7.9-4")
def defence_strength(g: State, hex: int) -> int:
    """All who defend a hex, demoralized or not.

    Guns add nothing to others; among themselves the strongest counts. Who has been attacked in this phase already adds
    nothing either (JV-6.12-10).
    """
    here = [id for id in g.in_hex(hex) if not safe(g, id)]
    troops = [g.strength(id) for id in here if g.counter(id).combat_unit]
    guns = [g.strength(id) for id in here if g.counter(id).gun]
    return sum(troops) if troops else max(guns, default=0)


@cites("JV-6.2-2", "JV-6.2-8", "JV-6.2-11")
def place_of(attack: int, defence: int) -> int:
    """Where a ratio lies among the columns, on beyond the last one; rounded down for the defender, 1:3 at the least."""
    if not defence:
        return HIGHEST
    if attack >= defence:
        return EVEN_AT + attack // defence - 1
    return EVEN_AT - 1 if 2 * attack >= defence else LOWEST


def ratio_of(place: int) -> str:
    """The words for it: those of its column, or 8:1 and so on."""
    return COLUMNS[place] if place <= HIGHEST else f"{place - EVEN_AT + 1}:1"


# -- the shifts ------------------------------------------------------------------------------------------------


@cites("JV-6.8-1", "JV-6.8-2", "JV-6.9-3", "JV-6.10-1")
def shifts(
    g: State, attackers: Sequence[str], hex: int, lead: str | None = None, shield: str | None = None
) -> Iterator[Shift]:
    """Every shift of an attack: ground, hexsides, enfilade, the hour, leaders; those that do not count are marked."""
    yield from ground_shifts(g, hex)
    yield from hexside_shifts(g, attackers, hex)
    yield from enfilade(g, attackers, hex)
    yield from darkness(g)
    yield from _leader_shifts(leaders.attack_shift(g, attackers, hex), lead, 1)
    yield from _leader_shifts(leaders.defence_shift(g, hex), shield, -1)


@cites("JV-6.8-1", "JV-6.8-7")
def ground_shifts(g: State, hex: int) -> Iterator[Shift]:
    """What the ground of the attacked hex is worth, to its defender alone: height and cover.

    A feature that names its cover over again, as the houses of a town do, counts once.
    """
    s = g.setting
    rows = [s.heights[s.board.level[hex]]]
    cover = s.grounds.get(s.board.terrain[hex])
    rows += [cover] if cover is not None and not cover.level else []
    rows += [s.grounds[word] for word in s.board.features[hex] if word in s.grounds and s.grounds[word] is not cover]
    for row in rows:
        if row.shift:
            yield Shift(row.word, row.shift, "JV-6.8-1")


@cites("JV-6.8-3", "JV-6.8-4", "JV-6.8-5", "JV-6.8-7")
def hexside_shifts(g: State, attackers: Sequence[str], hex: int) -> Iterator[Shift]:
    """What lies on the hexsides, feature by feature: only where all attackers come over it.

    A slope counts upward alone, with or without a road.
    """
    met = [_met(g, g.at(id), hex) for id in attackers]
    for word in dict.fromkeys(word for one in met for word in one):
        worth = [one[word] for one in met if word in one]
        if len(worth) == len(met):
            yield Shift(word, max(worth), HEXSIDE_CASES.get(word, "JV-6.8-1"))
        else:
            yield Shift(word, max(worth), "JV-6.8-3", used=False)


def _met(g: State, a: int, b: int) -> dict[str, int]:
    """The features on the way from a hex to the next that are worth a shift."""
    rows, found = g.setting.grounds, dict[str, int]()
    for word in g.setting.board.crossing.get((a, b), ()):
        if word in rows and rows[word].shift:
            found[SAME.get(word, word)] = rows[word].shift
    return found


@cites("JV-6.9-1", "JV-6.9-2", "JV-6.9-4")
def enfilade(g: State, attackers: Sequence[str], hex: int) -> Iterator[Shift]:
    """One column to the right, once, by those who take part."""
    grid = g.setting.grid
    ways = {grid.direction(hex, g.at(id)) for id in attackers}
    for form in (_opposite(ways), _alternate(ways), _many(attackers)):
        if form:
            yield Shift("enfilade", ENFILADE, form)
            return


@cites("JV-6.9-opposite")
def _opposite(ways: set[int]) -> str:
    """Two of them in hexes that lie opposite each other, whoever else attacks."""
    return "JV-6.9-opposite" if any((way + 3) % 6 in ways for way in ways) else ""


@cites("JV-6.9-three")
def _alternate(ways: set[int]) -> str:
    """Three of them with a hex between each two; who stands there does not matter."""
    return "JV-6.9-three" if any({n, n + 2, n + 4} <= ways for n in (0, 1)) else ""


@cites("JV-6.9-four")
def _many(attackers: Sequence[str]) -> str:
    """More than three units, wherever they stand."""
    return "JV-6.9-four" if len(attackers) > 3 else ""


@cites("JV-6.10-dawn", "JV-6.10-dusk", "JV-6.10-2")
def darkness(g: State) -> Iterator[Shift]:
    """What dawn and dusk cost the attacker, by the hour of the turn."""
    word = g.setting.darkness(g.turn)
    if word is not None:
        yield Shift(word, DARKNESS, DARK_CASES[word])


# -- leaders ---------------------------------------------------------------------------------------------------


@cites("JV-8.1-5", "JV-8.1-10")
def _leader_shifts(able: Sequence[LeaderShift], chosen: str | None, sign: int) -> Iterator[Shift]:
    """At most one of them counts for a side: whom its owner chose, or the first and best."""
    for n, one in enumerate(able):
        used = n == 0 if chosen is None else one.leader == chosen
        yield Shift(one.leader, sign * one.columns, one.cite if used else "JV-8.1-5", used)


@cites("JV-8.1-10")
def attack_leaders(g: State, attackers: Sequence[str], hex: int) -> tuple[str, ...]:
    """The leaders among whom it matters who lends an attack his columns; the best alone where it does not."""
    able = [one.leader for one in leaders.attack_shift(g, attackers, hex)]
    return _different(able, [odds_of(g, attackers, hex, lead=id).final for id in able])


@cites("JV-8.1-10", "JV-8.4-1")
def defence_leaders(g: State, attackers: Sequence[str], hex: int, lead: str) -> tuple[str, ...]:
    """The same for the defender, who knows the attacker's leader."""
    able = [one.leader for one in leaders.defence_shift(g, hex)]
    return _different(able, [odds_of(g, attackers, hex, lead, shield=id).final for id in able])


def _different(able: Sequence[str], columns: Sequence[int]) -> tuple[str, ...]:
    """The first leader of each different column."""
    found: dict[int, str] = {}
    for leader, column in zip(able, columns, strict=True):
        found.setdefault(column, leader)
    return tuple(found.values())
