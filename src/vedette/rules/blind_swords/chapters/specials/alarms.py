"""What an attack or an approach sets off: a chit's higher Command Rating, units set free (KT 20.2h, 20.2i).

Rows of a scenario: `rating_after_trigger` (chit, side, brigade, hex, within), `freed_by` (chit; an attack on one of the
frozen frees them too), `rating_from_start` (chit).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from vedette.engine.cites import cites
from vedette.engine.events import Event
from vedette.rules.blind_swords.chapters.specials.release import relieve, trodden, wake
from vedette.rules.blind_swords.setting import SIDE_INDEX, SIDES
from vedette.rules.blind_swords.state import State

Row = Mapping[str, Any]


def attacked(g: State, units: Sequence[str]) -> None:
    """Units are fired at or attacked by hand, whatever comes of it (rulings: oddity 93)."""
    for row in g.setting.special.get("rating_after_trigger", ()):
        mine = [i for i in units if g.counter(i).brigade == row["brigade"] and g.seat(i) == row["side"]]
        if mine and row["chit"] not in g.raised:
            raise_rating(g, row, f"{', '.join(mine)} attacked")
    if any(g.units[i].frozen for i in units) and "freed_by" in g.setting.special:
        free(g, g.setting.special["freed_by"][0]["cite"], "one of them was attacked")


def came(g: State, side: int, hex: int) -> None:
    """A unit of a side has come to a hex, of its own will or not."""
    trodden(g, side, hex)
    for row in g.setting.special.get("rating_after_trigger", ()):
        if row["chit"] in g.raised or side == SIDE_INDEX[row["side"]]:
            continue
        place = g.setting.grid.index(row["hex"])
        if g.setting.grid.within(place, row["within"]) >> hex & 1:
            raise_rating(g, row, f"an enemy within {row['within']} hexes of {row['hex']}")


@cites("KT-20.2i-3", "KT-20.2i-4", "KT-20.2h-2")
def raise_rating(g: State, row: Row, why: str) -> None:
    """The higher rating counts from now on, also for a chit in the cup.

    It never falls again (rulings: oddity 9). It frees the frozen at once.
    """
    chit = row["chit"]
    g.raised = tuple(sorted((*g.raised, chit)))
    g.log(Event("raised", row["cite"], row["side"], data=(chit, _higher(g, chit), why)))
    freed = g.setting.rule("freed_by", chit=chit)
    if freed is not None:
        free(g, freed["cite"], f"{chit} has his higher rating")


@cites("KT-20.3d-1")
def raised_from_start(special: Mapping[str, Sequence[Row]]) -> tuple[str, ...]:
    """Chits that have their higher rating all the game."""
    return tuple(sorted(row["chit"] for row in special.get("rating_from_start", ())))


def _higher(g: State, chit: str) -> int:
    return (g.setting.activations.get(chit) or g.setting.ratings[chit]).raised


def rating_note(g: State, chit: str) -> str | None:
    """What would raise the rating of a chit, or that it was raised, for those who look at it."""
    if chit in g.raised:
        return "his higher rating, for the rest of the battle"
    row = g.setting.rule("rating_after_trigger", chit=chit)
    if row is None:
        return None
    near = f"an enemy comes within {row['within']} hexes of {row['hex']}"
    return f"{_higher(g, chit)} once his brigade is attacked or {near}"


@cites("KT-20.2h-1", "KT-20.2-release-t14")
def thaw(g: State) -> None:
    """From the beginning of that turn on the frozen units are free, or once a chit has come.

    So are those who were released as the last turn ended.
    """
    relieve(g)
    wake(g)
    row = g.setting.rule("frozen_until")
    if row is not None and g.turn >= row["turn"]:
        free(g, row["cite"], "their time has come")


@cites("KT-20.2h-2")
def free(g: State, cite: str, why: str) -> None:
    """All the frozen may move from now on."""
    frozen = tuple(id for id, unit in g.units.items() if unit.frozen)
    if not frozen:
        return
    for id in frozen:
        g.units[id] = msgspec.structs.replace(g.units[id], frozen=False)
    g.log(Event("freed", cite, SIDES[g.side(frozen[0])], frozen, data=(why,)))
