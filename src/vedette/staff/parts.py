"""A part that the computer takes for a person: some of his formations, by the adjutant's answers.

A question that is about its units alone it answers whole. Of one about a whole army it takes the answers that are about
its units, as long as it likes one of them better than to pass; the rest is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from vedette.engine.decision import Decision
from vedette.engine.game import Game
from vedette.engine.procedure import CHANCE
from vedette.staff.desk import Desk, desk
from vedette.staff.seats import Adjutant

SEED = 0
"""Its lots follow from the number of the decision: the same question gets the same answer."""
SURELY = 1e-9


def formations(view: Mapping[str, Any], seat: str) -> dict[str, frozenset[str]]:
    """The formations of a seat that can be handed over, by name, each with the ids of its units."""
    found: dict[str, set[str]] = {}
    for unit in view.get("units", ()):
        if unit["side"] == seat:
            for name in (unit.get("division"), unit.get("brigade")):
                if name:
                    found.setdefault(str(name), set()).add(unit["id"])
    return {name: frozenset(ids) for name, ids in found.items()}


def led(view: Mapping[str, Any], seat: str, names: Iterable[str]) -> frozenset[str]:
    """The units of some formations."""
    all_of = formations(view, seat)
    return frozenset().union(*(all_of.get(name, frozenset()) for name in names))


def chosen(game: Game, seat: str, knower: str | None = None) -> str:
    """What the computer answers to the open question of a seat, from what the seat may know, or another knower."""
    return Adjutant(SEED).choose(_desk(game, seat, knower))


def taken(game: Game, decision: Decision, units: frozenset[str], knower: str | None = None) -> str | None:
    """What it answers for some units at an open question; None where the question is left to the person.

    Args:
        knower: as whom it thinks, where that is not the seat itself: "" knows what all know.
    """
    if decision.seat == CHANCE or not units or decision.ask.private:
        return None
    there = _desk(game, decision.seat, knower)
    return Adjutant(SEED).choose(there) if whole(game, decision, units) else _own(there, decision, units)


def whole(game: Game, decision: Decision, units: frozenset[str]) -> bool:
    """Whether a question is about some units alone."""
    about = {id for id in decision.about if id in _ids(game)}
    return bool(about) and about <= units


def _desk(game: Game, seat: str, knower: str | None) -> Desk:
    return desk(game, seat) if knower is None else Desk(game.imagine(knower), seat)


def _own(there: Desk, decision: Decision, units: frozenset[str]) -> str | None:
    """The best of the answers that are about its units, where it is better than to pass."""
    mine = [i for i, action in enumerate(decision.actions) if action.choice and action.choice.unit in units]
    if not mine:
        return None
    values, _ = there.counsel.adjutant(there)
    best = max(mine, key=lambda i: (values[i], -i))
    usual = decision.usual
    passing = values[[a.text for a in decision.actions].index(usual.text)] if usual and decision.optional else None
    return there.text(best) if passing is None or values[best] > passing + SURELY else None


def _ids(game: Game) -> Any:
    return getattr(game.state, "units", ())
