"""Exact chances of a close combat, as it stands and after fire of the defence: the hex taken, steps lost on each side.

As with fire the tests are looked up. What a test does to the defenders and what it does to the attackers does not
touch, so each is worked out by itself. As in odds who panics and what a retreat meets on its way are not counted.
"""

from __future__ import annotations

import msgspec

from vedette.engine.rulebook import Aim
from vedette.rules.blind_swords.assist.plans.outcomes import Codes, Spread, codes_of, spread_of, stack_key
from vedette.rules.blind_swords.assist.plans.volleys import EMPTY, STEP, seen_in, tests_of
from vedette.rules.blind_swords.chapters.close_combat import NOWHERE, CloseCombat, Placed
from vedette.rules.blind_swords.chapters.close_shifts import Assault, assaulting, close_aim
from vedette.rules.blind_swords.chapters.cohesion import CohesionTest, both_deplete
from vedette.rules.blind_swords.chapters.deeds import place, take_off
from vedette.rules.blind_swords.chapters.skirmish import withdrawals
from vedette.rules.blind_swords.chapters.values import lead_candidates, modified_cr
from vedette.rules.blind_swords.chapters.windows import bonus_of, steadied
from vedette.rules.blind_swords.state import ELIMINATED, State

CLOSE_FIGHT = "close fight"
ON_ATTACKERS = ("AD", "AM", "AR")


class Melee(msgspec.Struct, frozen=True):
    """What a close combat comes to."""

    taken: float = 0.0
    """The defenders have left the hex and an attacker stands to go in."""
    step: float = 0.0
    """A defender loses a step or breaks."""
    loss: float = 0.0
    """An attacker loses a step or breaks."""
    repelled: float = 0.0
    """No close combat: nobody is left to attack, or the column is left of C."""

    def plus(self, other: Melee, part: float) -> Melee:
        """Added with a weight."""
        return Melee(
            self.taken + part * other.taken,
            self.step + part * other.step,
            self.loss + part * other.loss,
            self.repelled + part * other.repelled,
        )


NOTHING = Melee(repelled=1.0)


class Formed(msgspec.Struct, frozen=True):
    """An attack as it is resolved: from which hex, by whom, on which column."""

    hex: int
    group: tuple[str, ...]
    lead: str
    rating: int
    """Of the lead unit, for this combat."""
    aim: Aim
    column: int


def formed(
    g: State, side: int, target: int, stood: Placed, effects: tuple[str, ...] = (), frm: int = NOWHERE
) -> Formed | None:
    """The attack of those who still stand where they stood; None where there is none any more.

    From the best hex, as the rules propose it, or from a given one.
    """
    left = tuple(i for i, hex in stood if g.at(i) == hex)
    if not left or g.holder(target) != 1 - side:
        return None
    hexes = tuple(dict.fromkeys(g.at(i) for i in left))
    hex = frm if frm >= 0 else CloseCombat(side, target, left, effects=effects)._best(g, hexes, left)
    lead = lead_candidates(g, target)[0]
    columns, cite = bonus_of(effects)
    steady = steadied(effects)
    found, column = close_aim(g, Assault(target, hex, left, effects, columns, cite), lead, steady)
    return Formed(hex, left, lead, modified_cr(g, lead, steady), found, column)


def melee(g: State, side: int, target: int, stood: Placed, effects: tuple[str, ...] = ()) -> Melee:
    """The close combat from this state on. The state must be one without hands (`outcomes.hands_down`)."""
    return fought(g, side, target, formed(g, side, target, stood, effects))


def fought(g: State, side: int, target: int, attack: Formed | None) -> Melee:
    """What an attack that has formed comes to."""
    if attack is None or attack.column < 0:
        return NOTHING
    rolled = dict(tests_of(g, attack.column, attack.rating))
    rolled[CLOSE_FIGHT] = 36 - sum(rolled.values())
    front = assaulting(g, Assault(target, attack.hex, attack.group))
    both = both_deplete(g, target, front, attack.group)
    total = Melee()
    for test, rolls in rolled.items():
        if rolls:
            total = total.plus(_tested(g, side, target, attack, test, both), rolls / 36)
    return total


def _tested(g: State, side: int, target: int, attack: Formed, test: str, both: Codes) -> Melee:
    """What a test comes to on both sides, over all pairs of dice."""
    ours, theirs = _ours(g, side, target, attack, test, both), _theirs(g, side, target, attack, test, both)
    taken = step = loss = 0.0
    for pairs, (stands, lost), (emptied, hurt) in zip(codes_of(g, "close", test).values(), ours, theirs, strict=True):
        taken += pairs * stands * emptied
        step += pairs * hurt
        loss += pairs * lost
    return Melee(taken / 36, step / 36, loss / 36)


Half = tuple[tuple[float, float], ...]
"""Two chances on one side, for each result that a test can ask for."""


def _theirs(g: State, side: int, target: int, attack: Formed, test: str, both: Codes) -> Half:
    """The chances that the hex is emptied and that a defender loses a step."""
    there = g.in_hex(target)
    key = ("defenders", test, both, stack_key(g, there), attack.lead if len(there) > 1 else "")
    found: Half | None = g.setting.outcomes.get(key)
    if found is None:
        rows = []
        for codes in codes_of(g, "close", test):
            todo = tuple(c for c in _spelt(codes, both) if not c.startswith(ON_ATTACKERS))
            seen = [(p, seen_in(g, there, f)) for f, p in _spread(g, side, target, attack, test, todo, target)]
            rows.append((sum(p for p, s in seen if s & EMPTY), sum(p for p, s in seen if s & STEP)))
        found = g.setting.outcomes[key] = tuple(rows)
    return found


def _ours(g: State, side: int, target: int, attack: Formed, test: str, both: Codes) -> Half:
    """The chances that an attacker still stands to go in and that one loses a step."""
    here = g.in_hex(attack.hex)
    flanked = any(g.at(i) != attack.hex for i in attack.group)
    front = tuple(i in attack.group for i in here)
    key = ("attackers", test, both, stack_key(g, here), front, flanked)
    found: Half | None = g.setting.outcomes.get(key)
    if found is None:
        rows = []
        for codes in codes_of(g, "close", test):
            todo = tuple(c for c in _spelt(codes, both) if c.startswith(ON_ATTACKERS))
            stands = lost = 0.0
            for fates, p in _spread(g, side, target, attack, test, todo, attack.hex):
                lost += p if seen_in(g, here, fates) & STEP else 0.0
                left = any(mine and not f.left for mine, f in zip(front, fates, strict=True))
                stands += p if left or flanked else 0.0
            rows.append((stands, lost))
        found = g.setting.outcomes[key] = tuple(rows)
    return found


def _spelt(codes: Codes, both: Codes) -> Codes:
    """Results with the one that harms both sides written out."""
    return tuple(c for code in codes for c in (both if code == "BD*" else (code,)))


def _spread(g: State, side: int, target: int, attack: Formed, test: str, codes: Codes, hex: int) -> Spread:
    front = assaulting(g, Assault(target, attack.hex, attack.group)) if hex == attack.hex else ()
    causes = tuple(dict.fromkeys(g.at(i) for i in attack.group))
    frame = CohesionTest(
        "close", test, side, target, attack.lead, causes, attackers=front, all_attackers=front, todo=codes
    )
    return spread_of(g, frame, hex)


def without_screens(g: State, target: int, mover: int) -> State:
    """The state in which skirmishers of the target have given way, as they do before anything else."""
    screens = [i for i in g.in_hex(target) if g.units[i].skirmish]
    if not screens:
        return g
    new = g.clone()
    for id in screens:
        options = withdrawals(new, id, mover)
        if options:
            place(new, id, options[0], "", "withdrew")
        else:
            take_off(new, id, ELIMINATED, "", "broken")
    return new
