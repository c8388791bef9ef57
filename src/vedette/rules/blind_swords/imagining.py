"""A full state that a seat could be in: the other side's hidden Event chits are dealt anew (design 5, 8)."""

from __future__ import annotations

from random import Random

from vedette.engine.field import paired
from vedette.engine.procedure import Ask
from vedette.engine.run import renew
from vedette.rules.blind_swords.chapters.chits import DrawnEvent
from vedette.rules.blind_swords.chapters.events import low_ammo_victims
from vedette.rules.blind_swords.chapters.windows import is_commander, rule_of
from vedette.rules.blind_swords.setting import SIDE_INDEX, SIDES
from vedette.rules.blind_swords.state import Held, State

TRIES = 200


def imagine(g: State, seat: str, rng: Random) -> State:
    """Every place that only the other side can see gets a chit from all that this seat has not seen of it.

    A seat of neither side ("") has seen neither's. What is dealt depends on nothing that the seat cannot know:
    neither on who holds what nor on which backs in the cup are Key Chits.
    """
    new = g.clone()
    own = SIDE_INDEX.get(seat, -1)
    for side in (0, 1):
        if side != own:
            _deal(new, side, rng)
    if not isinstance(g.ask, Ask) or g.ask.seat != seat:  # one's own question is the same whatever the others hold
        renew(new)
    return new


def _deal(g: State, side: int, rng: Random) -> None:
    """Deal hand, lost and given up chits, cup and what sits out; a sealed Key Chit is one of the last."""
    held = [h for h in g.hands[side] if not is_commander(g, h.chit)]
    names = sorted([*(h.chit for h in held), *g.lost[side], *g.common[side], *g.keys[side], *g.unseen[side]])
    settled = len(held) - _deciding(g, side)
    for _ in range(TRIES):
        rng.shuffle(names)
        if _may_hold(g, side, names[:settled]):
            break
    rest = iter(names)
    g.hands = paired(
        g.hands, side, tuple(h if is_commander(g, h.chit) else Held(next(rest), h.draw) for h in g.hands[side])
    )
    g.lost = paired(g.lost, side, tuple(sorted(next(rest) for _ in g.lost[side])))
    g.common = paired(g.common, side, tuple(sorted(next(rest) for _ in g.common[side])))
    _deal_cup(g, side, list(rest), rng)
    g.sealed = tuple((s, rng.choice(g.unseen[side]) if s == SIDES[side] else v) for s, v in g.sealed)


def _deal_cup(g: State, side: int, names: list[str], rng: Random) -> None:
    """Which of a side's chits of this turn were its Key Chits: each as likely, whether still in the cup or not."""
    backs = g.blind[side] + len(g.keys[side])
    out = [h.chit for h in g.hands[side] if not is_commander(g, h.chit)]
    out += [*g.lost[side], *g.common[side], *g.spent[side]]
    marks = rng.sample(range(backs + len(out)), min(len(g.chosen[side]), backs + len(out)))
    count = sum(1 for m in marks if m < backs)
    g.keys = paired(g.keys, side, tuple(sorted(names[:count])))
    g.unseen = paired(g.unseen, side, tuple(sorted(names[count:])))
    g.blind = paired(g.blind, side, backs - count)
    gone = [sorted(out)[m - backs] for m in marks if m >= backs]
    g.chosen = paired(g.chosen, side, tuple(sorted([*g.keys[side], *gone])))


def _deciding(g: State, side: int) -> int:
    """One where the side has just drawn a chit and not yet said what becomes of it."""
    frame = g.stack[-1][0] if g.stack else None
    return int(isinstance(frame, DrawnEvent) and frame.side == side)


def _may_hold(g: State, side: int, hand: list[str]) -> bool:
    """A chit that had to be played when it was drawn cannot be in a hand, nor one that was thrown away else."""
    if not low_ammo_victims(g, side):
        return all(rule_of(g, side, c).kept for c in hand)
    return not any(g.setting.events[side, c].windows == {"drawn"} for c in hand)
