"""What a rulebook states about scenarios: who stands where, who comes when, which chits are in the cup."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from .claims import Held, Wrong, test
from .laws import area_of
from .scenario import COMING

Units = dict[str, str]
Place = tuple[str | None, tuple[str, ...]]


def _scenario(held: Held, name: str) -> Any:
    if name not in held.scenarios:
        held.scenarios[name] = held.pack.scenario(f"scenarios/{name}.toml").checked
    return held.scenarios[name]


def _all(wrong: list[str]) -> Wrong:
    return "; ".join(wrong) or None


def _placed(rows: list[Any], without: list[str]) -> dict[str, Place]:
    return {row.unit: (row.hex, tuple(m for m in row.marks if m not in without)) for row in rows}


def _words(place: Place | None) -> str:
    if place is None:
        return "nowhere"
    return ", ".join((str(place[0]), *place[1]))


def _compared(scenario: str, mine: Mapping[str, Place], wanted: Mapping[str, Place]) -> Wrong:
    """Units that are not where they should be."""
    wrong = [u for u, place in wanted.items() if mine.get(u) != place]
    return _all([f"{scenario}: {u} is {_words(mine.get(u))} and not {_words(wanted[u])}" for u in wrong])


def _wanted(units: Units, marks: list[str] | None) -> dict[str, Place]:
    return {u: (hex, tuple(marks or ())) for u, hex in units.items()}


def _arrivals(scenario: Any, first: int, last: int) -> list[Any]:
    return [r for r in scenario.reinforcement if r.kind in COMING and first <= r.turn <= last]


@test
def stands(held: Held, scenario: str, units: Units, marks: list[str] | None = None) -> Wrong:
    """These units stand in these hexes from the start, with these marks and no others."""
    return _compared(scenario, _placed(_scenario(held, scenario).setup, []), _wanted(units, marks))


@test
def over_limit(held: Held, scenario: str, hex: str, units: list[str]) -> Wrong:
    """The rulebook itself puts more into a hex than may stand there: these units, leaders and guns aside.

    Another hex that is too full is an error of the pack.
    """
    found = _scenario(held, scenario).setup
    arms = {row["id"]: row["arm"] for row in held.pack.rows("counters.csv")}
    mine = sorted(r.unit for r in found if r.hex == hex and arms[r.unit] in ("infantry", "cavalry"))
    return None if mine == sorted(units) else f"{scenario}: in {hex} are {', '.join(mine) or 'none'}"


@test
def arrives(held: Held, scenario: str, turn: int, units: Units, marks: list[str] | None = None) -> Wrong:
    """These units come in this turn at these hexes, with these marks and no others."""
    mine = _placed(_arrivals(_scenario(held, scenario), turn, turn), [])
    return _compared(f"{scenario}, turn {turn}", mine, _wanted(units, marks))


@test
def listed(
    held: Held, scenario: str, units: Units, turn: int = 0, face: str = "", option: str = "", unless: str = ""
) -> Wrong:
    """These units have such a row: a place (hex, area NAME, or with A | B), a turn if they come, a face, an option."""
    found = _scenario(held, scenario)
    rows = [r for r in found.reinforcement if r.turn == turn] if turn else found.setup
    mine = {r.unit: (_where(r), _face(r), r.option, r.unless) for r in rows if (r.option, r.unless) == (option, unless)}
    face = face or "full"
    wrong = [u for u, place in units.items() if mine.get(u) != (place, face, option, unless)]
    return _all([f"{scenario}: {u} is {mine.get(u, 'not there')} and not {units[u]}, {face}" for u in wrong])


def _face(row: Any) -> str:
    """The side of its counter; where no counter begins on its other side, the full one."""
    return str(getattr(row, "face", "full"))


def _where(row: Any) -> str:
    return row.hex or (
        f"area {row.area}" if getattr(row, "area", "") else f"with {' | '.join(getattr(row, 'with_', ()))}"
    )


@test
def says(held: Held, scenario: str, key: str, values: dict[str, Any]) -> Wrong:
    """A table of the scenario holds these values; `gone` as a value where it is not to have the key."""
    found = held.pack.scenario(f"scenarios/{scenario}.toml").plain.get(key, {})
    wrong = [k for k, v in values.items() if found.get(k, "gone") != v]
    return _all([f"{scenario}, {key}: {k} is {found.get(k, 'gone')}, not {values[k]}" for k in wrong])


@test
def offers(held: Held, scenario: str, option: str, values: list[str], default: str) -> Wrong:
    """A scenario has an option with these values, of which one holds if nobody says anything."""
    found = _scenario(held, scenario).options.get(option)
    mine = (found.values, found.default) if found else ([], "")
    return None if mine == (values, default) else f"{scenario}: {option} is {mine[1]} of {', '.join(mine[0])}"


@test
def absent(held: Held, scenario: str, units: list[str]) -> Wrong:
    """These units are no part of a scenario."""
    found = _scenario(held, scenario)
    there = {row.unit for row in (*found.setup, *found.reinforcement)}
    return _all([f"{scenario}: {u} is there" for u in units if u in there])


@test
def as_in(held: Held, scenario: str, other: str, keys: list[str]) -> Wrong:
    """A scenario has these keys as another has them."""
    mine, theirs = (held.pack.scenario(f"scenarios/{name}.toml").plain for name in (scenario, other))
    return _all([f"{scenario}: {k} is not that of {other}" for k in keys if mine.get(k) != theirs.get(k)])


@test
def burned(held: Held, scenario: str, bridges: dict[str, str]) -> Wrong:
    """These bridges, from a hex to its neighbour, are burned when the game begins, and no others."""
    rows = held.pack.scenario(f"scenarios/{scenario}.toml").plain.get("burned", [])
    mine = {row["hex"]: row["to"] for row in rows}
    return None if mine == bridges else f"{scenario}: burned are {mine}"


@test
def nobody_else(held: Held, scenario: str, stand: int, arrive: int) -> Wrong:
    """So many units are set up and so many come."""
    found = _scenario(held, scenario)
    coming = {r.unit for r in _arrivals(found, 1, found.turns.last)}
    count = (len(found.setup), len(coming))
    return None if count == (stand, arrive) else f"{scenario}: {count[0]} units stand and {count[1]} come"


@test
def released(held: Held, scenario: str, turn: int, units: list[str]) -> Wrong:
    """These units, and no others, are frozen, and are freed in this turn."""
    found = _scenario(held, scenario)
    frozen = sorted(row.unit for row in found.setup if "frozen" in row.marks)
    freed = sorted(row.unit for row in found.reinforcement if row.kind == "release" and row.turn == turn)
    every = sum(row.kind == "release" for row in found.reinforcement)
    if frozen == freed == sorted(units) and every == len(units):
        return None
    return f"{scenario}: frozen are {', '.join(frozen) or 'none'}, freed are {', '.join(freed) or 'none'}"


@test
def set_up_as(held: Held, scenario: str, other: str, without: list[str] | None = None) -> Wrong:
    """Everybody stands as in another scenario, but for these marks."""
    gone = without or []
    mine = _placed(_scenario(held, scenario).setup, [])
    wanted = _placed(_scenario(held, other).setup, gone)
    return _compared(scenario, mine, wanted) or _compared(other, wanted, mine)


@test
def arrive_as(held: Held, scenario: str, other: str, turns: list[int]) -> Wrong:
    """Between two turns the same units come, at the same places and times, as in another scenario."""
    mine, wanted = (
        {r.unit: (f"{r.turn}/{r.hex}", tuple(r.marks)) for r in _arrivals(_scenario(held, name), *turns)}
        for name in (scenario, other)
    )
    return _compared(scenario, mine, wanted) or _compared(other, wanted, mine)


@test
def clock(held: Held, scenario: str, turns: int, first: str, last: str, every: int = 20, night: str = "") -> Wrong:
    """So many turns from one time of day to another, each `every` minutes after the one before.

    `night`: but the first turn after a night, which has this time.
    """
    found = _scenario(held, scenario)
    times = found.turns.hours or found.clock
    hours = [(t, int(t.split(":")[0]) * 60 + int(t.split(":")[1])) for t in times]
    even = all((b - a) % 720 == every or name == night for (_, a), (name, b) in pairwise(hours))
    mine = (found.turns.last, times[0], times[-1])
    return None if even and mine == (turns, first, last) else f"{scenario}: {mine[0]} turns, {', '.join(times)}"


@test
def activations(held: Held, scenario: str, side: str, chits: dict[str, int]) -> Wrong:
    """A side has these chits of brigades, divisions and commanders, each from its turn on."""
    mine = {a.chit: a.from_ for a in _scenario(held, scenario).activation if a.side == side}
    return None if mine == chits else f"{scenario}: {side} has {mine}"


@test
def divisions(held: Held, scenario: str, side: str, are: dict[str, list[str]]) -> Wrong:
    """The chits of a side's divisions activate these brigades."""
    mine = {a.chit: sorted(a.brigades) for a in _scenario(held, scenario).activation if a.side == side}
    wrong = [d for d, brigades in are.items() if mine.get(d) != sorted(brigades)]
    return _all([f"{scenario}: {d} activates {', '.join(mine.get(d, []))}" for d in wrong])


@test
def pool(
    held: Held, scenario: str, side: str, excluded: list[str], count: int, key: int, random: int, opponent: int = 0
) -> Wrong:
    """A side leaves these event chits out, which leaves so many, and puts so many into the cup by choice and by lot.

    `opponent`: so many are taken out by the other side, unseen.
    """
    mine = _scenario(held, scenario).chits[side]
    rows = [r for r in held.pack.rows("chits.csv") if r["side"] == side and r["chit"] not in mine.excluded]
    found = (sorted(mine.excluded), sum(int(r["copies"]) for r in rows), mine.key, mine.random)
    if found == (sorted(excluded), count, key, random) and mine.exclude_by_opponent == opponent:
        return None
    return (
        f"{scenario}: {side} is without {', '.join(found[0])}, has {found[1]}, {found[2]} by choice, {found[3]} by lot,"
        f" {mine.exclude_by_opponent} are taken out by the other side"
    )


@test
def called(held: Held, scenario: str, option: str, units: Units) -> Wrong:
    """With an option these units, and no others, may be called, and come at these hexes."""
    rows = [r for r in _scenario(held, scenario).reinforcement if r.kind == "called" and r.option == option]
    wanted = _wanted(units, None)
    return _compared(scenario, _placed(rows, []), wanted) or _compared("the case", wanted, _placed(rows, []))


@test
def frozen(held: Held, scenario: str, units: list[str]) -> Wrong:
    """These units, and no others, are frozen from the start."""
    found = sorted(row.unit for row in _scenario(held, scenario).setup if "frozen" in row.marks)
    return None if found == sorted(units) else f"{scenario}: frozen are {', '.join(found) or 'none'}"


@test
def worth(held: Held, scenario: str, rows: str, side: str, hexes: dict[str, int]) -> Wrong:
    """A list of the victory conditions gives a side these points for these hexes, and for no others."""
    mine = [r for r in _scenario(held, scenario).victory.get(rows, ()) if r["side"] == side]
    found = {hex: r["points"] for r in mine for hex in r["hexes"]}
    return None if found == hexes else f"{scenario}, {rows}: {side} gets {found}"


@test
def closed(held: Held, scenario: str, out: list[str], within: list[str]) -> Wrong:
    """Of these hexes the first are out of play in a scenario, the others in it."""
    area = _scenario(held, scenario).area
    plain = {"area": {"perimeter": area.perimeter, "inside": area.inside}} if area else {}
    play = area_of(held.board, plain)
    wrong = [f"{h} is in play" for h in out if play >> held.hex(h) & 1]
    return _all([f"{scenario}: {w}" for w in [*wrong, *(f"{h} is not" for h in within if not play >> held.hex(h) & 1)]])


@test
def formed(held: Held, scenario: str, formation: str, units: list[str]) -> Wrong:
    """These units, and no others, begin or enter in a formation."""
    found = _scenario(held, scenario)
    mine = sorted(r.unit for r in (*found.setup, *found.reinforcement) if r.formation == formation)
    return None if mine == sorted(units) else f"{scenario}: {formation} are {', '.join(mine) or 'none'}"


@test
def reserved(held: Held, scenario: str, units: list[str]) -> Wrong:
    """These units, and no others, begin in reserve."""
    mine = sorted(row.unit for row in _scenario(held, scenario).setup if row.reserve)
    return None if mine == sorted(units) else f"{scenario}: in reserve are {', '.join(mine) or 'none'}"


@test
def level_of(held: Held, scenario: str, level: str, low: int, high: int, winner: str) -> Wrong:
    """A level of victory is a lead between two numbers."""
    rows = [row for row in _scenario(held, scenario).victory["levels"] if row["level"] == level]
    mine = [(row["from"], row["to"], row.get("winner", "")) for row in rows]
    return None if mine == [(low, high, winner)] else f"{scenario}: {level} is {mine}"
