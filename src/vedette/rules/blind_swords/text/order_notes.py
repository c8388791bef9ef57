"""What each Order would let a brigade do as it stands now: a line under the Order for whoever gives one."""

from __future__ import annotations

from vedette.engine.run import asks
from vedette.rules.blind_swords.assist.gestures.reaching import ways_of
from vedette.rules.blind_swords.assist.gestures.riding import Mover
from vedette.rules.blind_swords.assist.plans.outcomes import hands_down
from vedette.rules.blind_swords.assist.plans.riders import rider_plans
from vedette.rules.blind_swords.chapters.activation import Activation
from vedette.rules.blind_swords.chapters.close_combat import attack_bar, reach_bar
from vedette.rules.blind_swords.chapters.costs import POINT, Terms, terms_for
from vedette.rules.blind_swords.chapters.movement import can_move
from vedette.rules.blind_swords.chapters.orders import (
    ORDERS,
    REGROUP,
    arms_of,
    hits_recovered,
    may_assault,
    may_fire,
    may_rebuild,
    terms_of,
)
from vedette.rules.blind_swords.chapters.rally import REBUILD, RECOVER, rallies
from vedette.rules.blind_swords.chapters.range import targets_of
from vedette.rules.blind_swords.chapters.stacking import end_bar
from vedette.rules.blind_swords.chapters.withdrawal import CavalryWithdrawal
from vedette.rules.blind_swords.state import State
from vedette.rules.blind_swords.text.chit_notes import chit_notes
from vedette.rules.blind_swords.text.efforts import answer_notes
from vedette.rules.blind_swords.text.score import exit_notes


def notes(g: State, seat: str) -> dict[str, str]:
    """The answers of a seat's open decision -> what each comes to; empty where nothing is said of them."""
    ask = next((a for a in asks(g) if a.seat == seat), None)
    frame = g.stack[-1][0] if ask is not None else None
    if isinstance(frame, CavalryWithdrawal):
        return {p["text"]: "; ".join(filter(None, (p["headline"], p["warning"]))) for p in rider_plans(g, seat, -1, ())}
    if ask is None or ask.kind != "order" or not isinstance(frame, Activation):
        return exit_notes(g, ask) | answer_notes(g, ask) | chit_notes(g, ask) if ask is not None else {}
    bare = hands_down(g)
    return {ask.text(g, order): note(bare, frame.side, frame.brigade, order) for order in ORDERS}


def note(g: State, side: int, brigade: str, order: str) -> str:
    """One Order: its allowance, and how many can do each thing that it permits."""
    units = [i for i in g.brigade(side, brigade) if g.at(i) >= 0]
    arms = arms_of(g, side, brigade)
    terms = terms_of("cavalry" if arms == "cavalry" else "infantry", order, (), g.setting.profile)
    parts = []
    if may_fire(order):
        parts.append(f"{sum(bool(targets_of(g, i, 'step')) for i in units) or 'none'} can fire")
    if may_assault(order):
        parts.append(f"{sum(_reaches(g, i, terms) for i in units) or 'none'} can reach the enemy")
    elif order != REGROUP:
        parts.append(f"{sum(can_move(g, i, terms) for i in units) or 'none'} can move")
    if hits_recovered(order):
        verbs = [what for what, _ in rallies(g, side, brigade, order)]
        whole = " all" if order == REGROUP else ""
        parts.append(f"{verbs.count(RECOVER) or 'none'} can recover{whole}")
        if may_rebuild(order):
            parts.append(f"{verbs.count(REBUILD) or 'none'} can rebuild")
    mounted = f", mounted {terms.mounted / POINT:g}" if arms == "mixed" else ""
    points = "" if order == REGROUP else f"{terms.allowance / POINT:g} MP{mounted}: "
    return points + ", ".join(parts)


def _reaches(g: State, id: str, terms: Terms) -> bool:
    """Whether a unit could attack from where it stands, or from where it can come to."""
    if attack_bar(g, id) is not None:
        return False
    if _beside(g, id, g.at(id)):
        return True
    if not can_move(g, id, terms):
        return False
    terms = terms_for(g, id, terms)
    ways = ways_of(g, Mover(id, terms.allowance, terms, True))
    return any(_beside(g, id, hex) and end_bar(g, id, hex) is None for hex in ways)


def _beside(g: State, id: str, hex: int) -> bool:
    """Whether a hex lies beside one that the enemy holds and that can be attacked out of it."""
    enemies = (n for n in g.setting.grid.neighbours[hex] if g.holder(n) == 1 - g.side(id))
    return any(reach_bar(g, hex, n) is None for n in enemies)
