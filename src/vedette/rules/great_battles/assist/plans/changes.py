"""What a battery may draw by changing its formation: small arms in range and sight fire first (SW 6.23)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vedette.engine.plan import DEED, plan
from vedette.engine.procedure import Ask
from vedette.engine.shapes import Plan
from vedette.rules.great_battles.assist.plans.chances import SMALL, opened, percent, played, rows, toll_of
from vedette.rules.great_battles.chapters.formations import ChangeFormation, change_word
from vedette.rules.great_battles.chapters.moves import change_bar, left
from vedette.rules.great_battles.chapters.zone_fire import onlookers
from vedette.rules.great_battles.state import State

CITE = "SW-6.23-1"


def change_plans(g: State, ids: Sequence[str]) -> list[Plan]:
    """The changes of formation of these units that may draw fire, each with what all of it would come to."""
    return [one for id in ids if (one := change_plan(g, id)) is not None]


def change_plan(g: State, id: str) -> Plan | None:
    """A battery's change of formation and the fire before it; None where it draws none, or cannot be made."""
    if not g.counter(id).gun or id in g.moved or change_bar(g, id, left(g, id)) is not None:
        return None
    able = onlookers(g, id)
    if not able:
        return None
    found = played(g, [opened(ChangeFormation(id))], lambda state, ask: _next(ask, able), SMALL)
    old = g.units[id]
    loss = pinned = stays = 0.0
    for end, p in found.ends:
        toll, new = toll_of(g, end, (id,)), end.units[id]
        loss += p * (toll.points > 0)
        pinned += p * toll.pinned
        stays += p * (new.at < 0 or new.column == old.column)
    word = change_word(g, id)
    chances = (("loss", loss), ("pinned", pinned), (f"it does not {word}", stays))
    told = ", ".join(f"{name} {percent(chance)}" for name, chance in chances)
    warning = f"before it can {word}, {' + '.join(able)} may fire at it: {told}"
    return plan(
        DEED, word, f"{id}: {word}", at=g.hex_name(g.at(id)), units=(id,), headline=warning, warning=warning,
        chances=rows(chances), cite=CITE, exact=found.exact,
    )  # fmt: skip


def _next(ask: Ask, able: Sequence[str]) -> Any:
    """At the question who fires: the next one, and then nobody more."""
    return next((v for v in ask.options if v in able), "") if ask.kind == "withdrawal-fire" else None
