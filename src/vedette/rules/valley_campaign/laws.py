"""Laws that every state keeps: nothing is lost or doubled, stacks hold, lists and indexes fit (design 11)."""

from __future__ import annotations

from collections.abc import Iterator

from vedette.engine.cites import cites
from vedette.rules.common.laws import kept_indexes, once, same, turn_there_is
from vedette.rules.valley_campaign.chapters.sequence import SET_UP
from vedette.rules.valley_campaign.chapters.zones import LIMIT, stacked, zone
from vedette.rules.valley_campaign.setting import SIDES
from vedette.rules.valley_campaign.state import CUP, ELIMINATED, EXITED, UNPLACED, WAITING, State

LONGEST = 2
"""Recovery phases that a marker of demoralization lasts at most (JV-6.3-11)."""


def broken_laws(g: State) -> list[str]:
    """Every law that the state breaks, in words."""
    return [*_indexes(g), *_stacks(g), *_units(g), *_lists(g), *_phase(g), *_bridges(g), *_clock(g)]


def begun_flaws(g: State) -> list[tuple[str, str]]:
    """Hexes where more units begin than may stand there (JV 4.10), both sides, or not who is proposed; with words."""
    found = crowded(g)
    for row in g.setting.scenario["setup"]:
        if (at := g.at(row["unit"])) >= 0 and row.get("usual", g.hex_name(at)) != g.hex_name(at):
            words = f"not {row['unit']}, whom the set-up proposes there: it is outside its area, or full"
            found.append((row["usual"], words))
    return found


def crowded(g: State) -> list[tuple[str, str]]:
    """Hexes where more units are than may stand there (JV 4.10), or both sides; with words."""
    found = []
    for hex in sorted(g.stacks):
        here = stacked(g, hex)
        if len(here) > LIMIT:
            found.append((g.hex_name(hex), f"{len(here)} combat units, {', '.join(here)}: {LIMIT} are the most"))
        if len({g.side(id) for id in g.in_hex(hex)}) > 1:
            found.append((g.hex_name(hex), f"both sides, {', '.join(g.in_hex(hex))}"))
    return found


def _indexes(g: State) -> Iterator[str]:
    """The kept indexes are what they would be if made anew."""
    new = g.clone()
    new.reindex()
    yield from kept_indexes(g, new)
    if any(zone(new, side) != kept for side, kept in g.zones.items()):
        yield "the kept zones of control are not those made anew"


@cites("JV-10.3-stack")
def _stacks(g: State) -> Iterator[str]:
    """Two combat units a hex, but where the set-up put more and nobody has come since."""
    for hex in g.stacks:
        here = stacked(g, hex)
        if len(here) > LIMIT and not set(here) <= _set_up_in(g, hex):
            yield f"{len(here)} combat units in {g.hex_name(hex)}: {', '.join(here)}"
        if len({g.side(id) for id in g.in_hex(hex)}) > 1:
            yield f"both sides in {g.hex_name(hex)}"


def _set_up_in(g: State, hex: int) -> set[str]:
    name = g.hex_name(hex)
    return {row["unit"] for row in g.setting.scenario["setup"] if row.get("hex") == name}


def _units(g: State) -> Iterator[str]:
    """Steps and markers are within their bounds, and everybody has a place that he can have."""
    for id, unit in g.units.items():
        c = g.counter(id)
        if unit.reduced and c.steps == 1:
            yield f"{id} has one step and is reduced"
        if not 0 <= unit.demoralized <= (LONGEST if unit.at >= 0 else 0):
            yield f"{id} is demoralized for {unit.demoralized} recovery phases"
        if unit.at == CUP and not c.spare:
            yield f"{id} lies in the cup"
        if unit.at == UNPLACED and g.phase not in ("", SET_UP):
            yield f"{id} has not been set up"
        if unit.at < UNPLACED or unit.at >= g.setting.grid.size:
            yield f"{id} is nowhere"


def _lists(g: State) -> Iterator[str]:
    """Who waits, has left, or has fallen is noted once, and nobody else."""
    leaders = [id for id in _at(g, ELIMINATED) if g.counter(id).leader]
    yield from same("those who wait", [a.unit for a in g.waiting], _at(g, WAITING))
    yield from same("those who have left", g.exits, _at(g, EXITED))
    yield from same("the leaders who have fallen", g.fallen, leaders)


def _at(g: State, place: int) -> list[str]:
    return [id for id, unit in g.units.items() if unit.at == place]


@cites("JV-6.4-1", "JV-6.4-2", "JV-7.1-8", "JV-4.8-5")
def _phase(g: State) -> Iterator[str]:
    """What units have done in a phase is noted once, of the side that could do it."""
    lists = {"moved": g.moved, "fought": g.fought, "attacked": g.attacked, "retreated": g.retreated}
    lists |= {"displaced": g.displaced, "advanced": g.advanced}
    yield from once(lists)
    mine = {"movement": {"moved": g.moved}, "combat": {"fought": g.fought, "advanced": g.advanced}}
    for name, ids in mine.get(g.phase, {}).items():
        yield from (f"{id} has {name} and is not of the {SIDES[g.player]} side" for id in ids if g.side(id) != g.player)
    if g.phase == "combat":
        yield from (f"{id} was attacked by his own side" for id in g.attacked if g.side(id) == g.player)


def _bridges(g: State) -> Iterator[str]:
    """Bridges that are burned are bridges; who repairs one stands at it."""
    if not set(g.burned) <= set(g.setting.bridges) or list(g.burned) != sorted(set(g.burned)):
        yield "what has burned is not a list of bridges"
    for repair in g.repairs:
        if repair.bridge not in g.burned:
            yield f"{repair.unit} repairs a bridge that stands"
        if g.at(repair.unit) not in repair.bridge:
            yield f"{repair.unit} repairs a bridge from afar"


def _clock(g: State) -> Iterator[str]:
    """The turn is one of the scenario's, and each hex of victory has a side or nobody."""
    yield from turn_there_is(g)
    if len(g.holders) != len(g.setting.victory.get("hexes", ())) or not set(g.holders) <= {-1, 0, 1}:
        yield "the hexes of victory are not those that are kept"
