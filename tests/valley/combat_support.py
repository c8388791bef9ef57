"""Attacks on one hex in a few words: units by the hex where they stand, results by their code.

The hex attacked is 2010; around it lie 2009, 2109, 2110, 2011, 1910 and 1909, clockwise from the north.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.valley.support import GRID, Place, field, hex_of, state
from vedette.engine.events import Event
from vedette.engine.game import Game
from vedette.rules.valley_campaign.chapters.odds import Column, odds_of
from vedette.rules.valley_campaign.charts import COLUMNS

TARGET = "2010"
RING = ("2009", "2109", "2110", "2011", "1910", "1909")
NORTH, NORTHEAST, SOUTHEAST, SOUTH, SOUTHWEST, NORTHWEST = RING
DEFENCE = 6
"""Divided by all that the columns ask for."""


def south(at: str, strength: int = 4, **more: Any) -> dict[str, Any]:
    """A Confederate regiment of two steps, half as strong reduced."""
    return {"at": at, "side": "confederate", "strength": (strength, max(strength // 2, 1))} | more


def north(at: str, strength: int = DEFENCE, **more: Any) -> dict[str, Any]:
    """A Union regiment."""
    return south(at, strength, **more) | {"side": "union"}


def battle(units: Mapping[str, Any], **more: Any) -> Game:
    """A Confederate combat phase by day; far off two others could fight, so that it goes on."""
    return field({**units, **ELSEWHERE}, **{"phase": "combat", "turn": 3, **more})


ELSEWHERE = {"Far South": south("0505"), "Far North": north("0504")}
FAR = ("attack 0504", "attack 0505")


def column(game: Game, *attackers: str, **leaders: str) -> Column:
    """The odds of these units against the target."""
    return odds_of(state(game), attackers, hex_of(TARGET), **leaders)


def used(game: Game, *attackers: str) -> dict[str, int]:
    """The shifts that count."""
    return {s.name: s.columns for s in column(game, *attackers).shifts if s.used}


def final(game: Game, *attackers: str) -> str:
    """The name of the final column."""
    return COLUMNS[column(game, *attackers).final]


def cell(code: str, star: bool = False) -> tuple[int, int]:
    """(die, column) of a cell with this result; dice that cost leaders only where there is no other."""
    table = state(battle({})).setting.odds
    found = [at for at, out in table.items() if out.code == code and out.demoralizes == star]
    assert found, f"the table has no {code}"
    return min(found, key=lambda at: (at[0] in (1, 6), at))


def strength_for(column: int) -> int:
    """What an attack on the usual defence needs for a column."""
    return {0: DEFENCE // 3, 1: DEFENCE // 2}.get(column, (column - 1) * DEFENCE)


def attack(game: Game, *attackers: str, hex: str = TARGET) -> list[Event]:
    """The attack of these units; play goes on to the next question."""
    events: list[Event] = []
    for text in (f"attack {hex}", *(f"add {id}" for id in attackers), "attack"):
        if game.decision is not None and (text in [a.text for a in game.decision.actions]):
            events += game.play(text)
    return events


def result(
    code: str,
    units: Mapping[str, Any] | None = None,
    *,
    star: bool = False,
    more: Sequence[str] = (),
    **field_words: Any,
) -> tuple[Game, list[Event]]:
    """An attack by `A` from the south (and `more`) on `D` in 2010 that comes out so, up to its first question.

    The others who attack should have the strength 0.
    """
    die, at = cell(code, star)
    a = {**south(SOUTH, strength_for(at)), **_row((units or {}).get("A", {}))}
    d = {**north(TARGET), **_row((units or {}).get("D", {}))}
    game = battle({**(units or {}), "A": a, "D": d}, dice=[die], **field_words)
    events = attack(game, "A", *more)
    assert [e.data[0] for e in events if e.kind == "attacked"] == [code], "another result than asked for"
    return game, events


def _row(place: Place) -> dict[str, Any]:
    return {"at": place} if isinstance(place, str) else dict(place)


def offered(game: Game) -> list[str]:
    """The answers that are offered, but for the fight far off."""
    assert game.decision is not None
    return [a.text for a in game.decision.actions if a.text not in FAR]


def kind(game: Game) -> str:
    """The kind of the open question."""
    return game.decision.kind if game.decision is not None else ""


def whole(game: Game, unit: str) -> tuple[bool, int]:
    """Whether a unit is reduced, and its marker."""
    u = state(game).units[unit]
    return u.reduced, u.demoralized


def kinds(events: Sequence[Event]) -> list[tuple[str, tuple[str, ...]]]:
    """What happened to whom, questions with one answer left out."""
    return [(e.kind, e.units) for e in events if e.kind != "automatic"]


def walls(*path: str, gates: Sequence[tuple[str, str]] = ()) -> list[tuple[str, str, str]]:
    """Rivers all round some hexes, but for the hexsides named."""
    inside = [hex_of(h) for h in path]
    opened = {frozenset(pair) for pair in gates}
    sides = {
        frozenset((GRID.names[h], GRID.names[n])) for h in inside for n in GRID.neighbours[h] if n not in inside
    } - opened
    return [(*sorted(pair), "river") for pair in sorted(sides, key=sorted)]  # type: ignore[misc]
