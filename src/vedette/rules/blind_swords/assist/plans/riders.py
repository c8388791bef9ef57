"""The answers of cavalry that an enemy comes near or attacks, as plans: where it goes, what standing risks."""

from __future__ import annotations

from vedette.engine.plan import DEFENCE, RETREAT, plan
from vedette.engine.shapes import Plan
from vedette.engine.words import percent
from vedette.rules.blind_swords.ai.falling_back import cohesion_at
from vedette.rules.blind_swords.assist.plans.defence import HELD, likely
from vedette.rules.blind_swords.assist.plans.outcomes import hands_down
from vedette.rules.blind_swords.assist.plans.volleys import Volleys
from vedette.rules.blind_swords.chapters.close_combat import CloseCombat
from vedette.rules.blind_swords.chapters.withdrawal import CavalryWithdrawal, best_hex, next_of, withdrawal_hexes
from vedette.rules.blind_swords.state import State

EVEN = 0.5
"""The least chance to hold the hex at which standing is proposed."""


def rider_plans(g: State, seat: str, hex: int, units: tuple[str, ...]) -> list[Plan]:
    """Withdraw to each hex, or stand; with the chance to hold the hex where an attack is at hand."""
    g = hands_down(g)
    frame = g.stack[-1][0]
    assert isinstance(frame, CavalryWithdrawal)
    unit = next_of(g, frame)
    goals = withdrawal_hexes(g, unit, frame.threats)
    held = _held(g, frame)
    stands = held is None or held >= EVEN
    best = best_hex(g, unit, goals)
    found = [_stand(g, frame, unit, held, stands)] if hex in (-1, g.at(unit)) else []
    found += [_go(g, frame, unit, goal, goal == best and not stands) for goal in goals if hex in (-1, goal)]
    return found


def _held(g: State, frame: CavalryWithdrawal) -> float | None:
    """The chance that the hex is held if all stand; None where no attack is at hand."""
    combat = next((f for f, _ in reversed(g.stack) if isinstance(f, CloseCombat)), None)
    if frame.target < 0 or combat is None:
        return None
    field = Volleys(g, dict.fromkeys(h for _, h in combat.stood))
    return 1 - likely(g, combat.side, combat.target, combat.stood, combat.others, field)[1].taken


def _stand(g: State, frame: CavalryWithdrawal, unit: str, held: float | None, best: bool) -> Plan:
    at = g.hex_name(g.at(unit))
    words = "stays where it is" if held is None else f"{HELD} {percent(held)}, after its fire"
    return plan(
        RETREAT if held is None else DEFENCE,
        f"{unit} stands",
        f"{unit} stands",
        at=at,
        units=(unit,),
        headline=words,
        chances=[{"name": HELD, "probability": held}] if held is not None else [],
        best=best,
        cite="KT-13.8-4" if held is None else "KT-14.3b-1",
    )


def _go(g: State, frame: CavalryWithdrawal, unit: str, goal: int, best: bool) -> Plan:
    frm, to = g.hex_name(g.at(unit)), g.hex_name(goal)
    beside = " and ".join(g.enemies_beside(goal, g.side(unit)))
    return plan(
        RETREAT,
        f"{unit} withdraws to {to}",
        f"withdraw {unit} to {to}",
        at=to,
        units=(unit,),
        headline=f"cohesion {cohesion_at(g, unit, goal)}, no fire on the way",
        warning=f"beside {beside}" if beside else None,
        best=best,
        ghosts={unit: to},
        path=[frm, to],
        cite="KT-13.8-1" if frame.target < 0 else "KT-14.3b-1",
    )
