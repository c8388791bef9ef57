"""What a cohesion test does to the units of a hex, with exact chances: the rules themselves, run once for each case.

A test is taken apart into its boxes: which results each pair of dice asks for, and what these results come to. The
second is worked out by the rules (`CohesionTest` from its results on, retreats and panic noted as in odds) and kept
under all that it depends on, so that a whole board of chances is a matter of look-ups. Chits are left out: whoever
might answer with one passes, as odds take for granted. `fire_odds` and `assault_odds` play one fire or close combat
through instead, for the plan that is proposed.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any

import msgspec

from vedette.engine.odds import explored
from vedette.engine.procedure import CHANCE, Ask
from vedette.engine.run import advance, answer
from vedette.rules.blind_swords.chapters.close_combat import CloseCombat, Placed
from vedette.rules.blind_swords.chapters.cohesion import CohesionTest
from vedette.rules.blind_swords.chapters.fire import Volley
from vedette.rules.blind_swords.chapters.fire_shifts import FirePlan
from vedette.rules.blind_swords.chapters.values import cohesion_bonus, support_apart
from vedette.rules.blind_swords.state import AVAILABLE, BOX_OF, ELIMINATED, EXITED, State

KEPT = 50_000
"""The most outcomes that are kept."""
FACES = (1, 2, 3, 4, 5, 6)


class Fate(msgspec.Struct, frozen=True, array_like=True):
    """What became of one unit."""

    worn: bool
    hits: int
    gone: bool = False
    """Broken, eliminated or off the map."""
    back: int = 0
    """Hexes that it must fall back."""

    @property
    def left(self) -> bool:
        """Whether it has left its hex."""
        return self.gone or self.back > 0


Fates = tuple[Fate, ...]
"""What becomes of each unit of the hex, in its order."""
Spread = tuple[tuple[Fates, float], ...]
"""Everything that can come of a test, with its chance."""
Codes = tuple[str, ...]


def hands_down(g: State) -> State:
    """A copy in which nobody holds a chit: what is worked out in it tells nothing of one, and nobody is asked."""
    new = g.clone()
    new.hands = ((), ())
    new.bonuses = ()
    new.events = None
    return new


def codes_of(g: State, table: str, test: str) -> Mapping[Codes, int]:
    """The results that a test can ask for, left to right, and in how many of 36 rolls it does."""
    rows = g.setting.fire_tests if table == "fire" else g.setting.close_tests
    key = ("codes", table, test)
    found: dict[Codes, int] | None = g.setting.outcomes.get(key)
    if found is None:
        found = g.setting.outcomes[key] = {}
        for coloured, white in product(FACES, FACES):
            first = rows[test, coloured].depletion
            codes = (*(() if first == "-" else (first,)), *rows[test, white].skedaddle)
            found[codes] = found.get(codes, 0) + 1
    return found


def spread_of(g: State, frame: CohesionTest, hex: int) -> Spread:
    """What the results of a test (`frame.todo`) do to the units of a hex."""
    ids = g.in_hex(hex)
    key = _key(g, frame, ids)
    found: Spread | None = g.setting.outcomes.get(key)
    if found is None:
        if len(g.setting.outcomes) > KEPT:
            g.setting.outcomes.clear()
        found = g.setting.outcomes[key] = _worked_out(g, frame, ids)
    return found


def tested(g: State, frame: CohesionTest, hex: int) -> tuple[Spread, bool]:
    """What a whole test does to the units of a hex, over all pairs of dice.

    With it whether that is all: not where somebody panics while others are left in the hex.
    """
    key = ("tested", frame.table, frame.test, _key(g, frame, g.in_hex(hex)))
    found: tuple[Spread, bool] | None = g.setting.outcomes.get(key)
    if found is None:
        rows: dict[Fates, float] = {}
        sure = True
        for codes, pairs in codes_of(g, frame.table, frame.test).items():
            panic = any(c[0] == "P" for c in codes)
            for fates, chance in spread_of(g, msgspec.structs.replace(frame, todo=codes), hex):
                rows[fates] = rows.get(fates, 0.0) + chance * pairs / 36
                sure = sure and (not panic or all(f.left for f in fates))
        found = g.setting.outcomes[key] = (tuple(rows.items()), sure)
    return found


def _key(g: State, frame: CohesionTest, ids: tuple[str, ...]) -> tuple[Any, ...]:
    """All that the outcome depends on: for a unit that is alone in its hex not even which one it is."""
    units = stack_key(g, ids)
    named = (frame.lead, frame.struck) if len(ids) > 1 else ()
    role = (frame.lead in ids, frame.alone, frame.held, named)
    mine = frame.attackers if len(ids) > 1 else bool(frame.attackers)
    return (frame.todo, units, role, mine)


def stack_key(g: State, ids: tuple[str, ...]) -> tuple[Any, ...]:
    """All of the units of a hex that a test's results depend on."""
    return tuple(_unit_key(g, i, len(ids) > 1) for i in ids)


def _unit_key(g: State, id: str, named: bool) -> tuple[Any, ...]:
    c, unit = g.counter(id), g.units[id]
    help = support_apart(g, id)
    printed = (c.cr, c.fragile, c.arm, cohesion_bonus(g, id))
    return (id if named else "", printed, c.sp if named else (), unit.worn, unit.hits, help, id in g.chaos)


def _worked_out(g: State, frame: CohesionTest, ids: tuple[str, ...]) -> Spread:
    start = hands_down(g)
    start.notes = ()
    start.stack = [(frame, "apply")]
    start.ask = None
    start.sealed = ()
    advance(start)
    found: dict[Fates, float] = {}
    todo = [(start, 1.0)]
    while todo:
        now, chance = todo.pop()
        if now.ask is None:
            fates = tuple(_fate(now, i) for i in ids)
            found[fates] = found.get(fates, 0.0) + chance
            continue
        todo += [(new, chance * part) for new, part in _branches(now)]
    return tuple(found.items())


def _branches(g: State) -> list[tuple[State, float]]:
    """Every face of a die; for a player's choice the usual answer."""
    ask = g.ask
    assert isinstance(ask, Ask)
    values = ask.options if ask.seat == CHANCE else (ask.usual,)
    out = []
    for value in values:
        new = g.clone()
        answer(new, ask.seat, value)
        out.append((new, 1 / len(values)))
    return out


def _fate(g: State, id: str) -> Fate:
    unit = g.units[id]
    if unit.at < 0:
        return Fate(unit.worn, 0, gone=True)
    back = [int(word.split()[1]) for who, word in g.notes or () if who == id and word.startswith("retreat")]
    return Fate(unit.worn, unit.hits, back=max(back, default=0))


def fire_odds(
    g: State, side: int, plan: FirePlan, mover: str, held: bool, struck: tuple[str, ...] = ()
) -> dict[str, Any]:
    """JSON-ready, as the command line and the table give them. The state must be one without hands."""
    return explored(results, g, Volley(side, (plan,), mover, held, struck=struck), {})


def assault_odds(g: State, side: int, target: int, stood: Placed, others: tuple[int, ...]) -> dict[str, Any]:
    """Of a close combat before which the defence does not fire."""
    group = tuple(i for i, _ in stood)
    return explored(results, g, CloseCombat(side, target, group, others), {"defensive-fire": "done"})


# -- what a combat wrote on units, for odds --------------------------------------------------------------------------


MARKS = ("rallied", "shaken", "disrupted")
SIGNS = {"skirmish": ("skirmish order", "leaves skirmish order"), "low_ammo": ("low ammo", "low ammo removed"),
         "dismounted": ("dismounted", "mounted"), "frozen": ("frozen", "released")}  # fmt: skip
"""A mark, and what is said where it comes and where it goes."""


def results(before: State, after: State) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """(unit, words) of every unit on which something is written, in counter order.

    Words: depleted, shaken, disrupted, rallied, box 1 to 3, eliminated, exited, retreat N, panic N, close fight, and
    what else lies on a unit: skirmish order, low ammo, dismounted, released, and that they are gone.
    """
    found: dict[str, list[str]] = {}
    for id, unit in after.units.items():
        old = before.units.get(id)
        if old is None or old is unit:
            continue
        words = found.setdefault(id, [])
        if unit.at == ELIMINATED:
            words.append("eliminated")
        elif unit.at in BOX_OF and unit.at != AVAILABLE:
            words.append(f"box {BOX_OF[unit.at]}")
        elif unit.at == EXITED:
            words.append("exited")
        else:
            if unit.worn and not old.worn:
                words.append("depleted")
            if unit.hits != old.hits:
                words.append(MARKS[unit.hits])
            words += [(come if getattr(unit, name) else gone) for name, (come, gone) in SIGNS.items()
                      if getattr(unit, name) != getattr(old, name)]  # fmt: skip
    for id, word in after.notes or ():
        if after.units[id].at >= 0 or word == "close fight" or word.startswith("panic"):
            found.setdefault(id, []).append(word)
    order = after.setting.counters
    return tuple((id, tuple(found[id])) for id in sorted(found, key=lambda i: order[i].order) if found[id])
