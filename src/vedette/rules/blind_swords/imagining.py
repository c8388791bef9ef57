"""A full state that a seat could be in: the other side's hidden Event chits are dealt anew (design 5, 8)."""

from __future__ import annotations

from random import Random

from vedette.engine.run import renew
from vedette.rules.blind_swords.events import low_ammo_victims
from vedette.rules.blind_swords.setting import SIDE_INDEX, SIDES
from vedette.rules.blind_swords.state import Held, State, paired

TRIES = 200


def imagine(g: State, seat: str, rng: Random) -> State:
    """Every place that only the other side can see gets a chit from all that this seat has not seen of it.

    A seat of neither side ("") has seen neither's.
    """
    new = g.clone()
    own = SIDE_INDEX.get(seat, -1)
    for side in (0, 1):
        if side != own:
            _deal(new, side, rng)
    renew(new)
    return new


def _deal(g: State, side: int, rng: Random) -> None:
    sealed = [v for s, v in g.sealed if s == SIDES[side] and isinstance(v, str)]
    names = [*g.keys[side], *g.lost[side], *sealed, *g.unseen[side]]
    events = [h.chit for h in g.hands[side] if h.chit not in g.setting.ratings]
    names += events
    names.sort()
    for _ in range(TRIES):
        rng.shuffle(names)
        if _fits(g, side, names[: len(events)]):
            break
    rest = iter(names)
    hand = tuple(h if h.chit in g.setting.ratings else Held(next(rest), h.draw) for h in g.hands[side])
    g.hands = paired(g.hands, side, hand)
    keys = tuple(sorted(next(rest) for _ in g.keys[side]))
    g.keys = paired(g.keys, side, keys)
    g.lost = paired(g.lost, side, tuple(sorted(next(rest) for _ in g.lost[side])))
    g.sealed = tuple((s, next(rest) if s == SIDES[side] and isinstance(v, str) else v) for s, v in g.sealed)
    g.unseen = paired(g.unseen, side, tuple(sorted(rest)))
    g.chosen = paired(g.chosen, side, _chosen(g, side, keys, hand, rng))


def _chosen(g: State, side: int, keys: tuple[str, ...], hand: tuple[Held, ...], rng: Random) -> tuple[str, ...]:
    """Which chits the side put in itself: those still in the cup, and any of those that came out of it."""
    out = [h.chit for h in hand if h.chit not in g.setting.ratings] + list(g.lost[side]) + list(g.spent[side])
    rng.shuffle(out)
    return tuple(sorted([*keys, *out[: len(g.chosen[side]) - len(keys)]]))


def _fits(g: State, side: int, hand: list[str]) -> bool:
    """A chit that had to be played when it was drawn cannot be in a hand."""
    if not low_ammo_victims(g, side):
        return True
    return not any(g.setting.events[side, c].windows == {"drawn"} for c in hand)
