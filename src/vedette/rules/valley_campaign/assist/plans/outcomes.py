"""What comes of attacks and bombardments: the rules played through every die, equal states merged.

Choices on the way are answered as usual (who loses a step, where units fall back, nobody advances). Which leader is
drawn from a cup does not matter here, so one draw stands for all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from vedette.engine.odds import merge
from vedette.engine.procedure import CHANCE, Procedure
from vedette.engine.run import answer, asks, start
from vedette.rules.valley_campaign.chapters.bombardment import Bombard, bombard_bar
from vedette.rules.valley_campaign.chapters.combat import Attack, attack_bar
from vedette.rules.valley_campaign.setting import SIDES
from vedette.rules.valley_campaign.state import CUP, ELIMINATED, EXITED, State, Unit

Ends = dict[Any, tuple[State, float]]
"""By key: how the field may look, and how likely that is."""
Deed = Callable[[State], Procedure | None]
"""What is done next on a field; None if it can no longer be done."""


class Chances(msgspec.Struct, frozen=True):
    """The chances of a way to attack."""

    emptied: float
    """No enemy is left in the hex."""
    hurt: float
    """The defenders lose at least one step."""
    lost: float
    """The attackers do."""
    beaten: float
    """The attackers fall back."""
    hurt_steps: float
    """Steps that the defenders lose, on average."""
    lost_steps: float
    fallen: float
    """A leader of the attacker is lost."""
    felled: float
    """A leader of the defender is."""


def bombards(gun: str, target: str) -> Deed:
    """A bombardment, where it is still possible."""
    return lambda g: Bombard(gun, target) if bombard_bar(g, gun, target) is None else None


def attacks(side: int, hex: int, group: Sequence[str]) -> Deed:
    """An attack by those that still can."""

    def deed(g: State) -> Procedure | None:
        able = tuple(id for id in group if attack_bar(g, id, hex) is None)
        return Attack(side, hex, able) if able else None

    return deed


def played(g: State, deeds: Sequence[Deed]) -> list[tuple[State, float]]:
    """Every end of these deeds, one after the other."""
    bare = g.fork()
    bare.stack, bare.ask = [], None
    front: Ends = {0: (bare, 1.0)}
    for deed in deeds:
        after: Ends = {}
        for field, chance in front.values():
            procedure = deed(field)
            if procedure is None:
                merge(after, field, chance)
                continue
            new = field.clone()
            start(new, procedure)
            _walk(new, chance, after)
        front = after
    return list(front.values())


def _walk(g: State, chance: float, ends: Ends) -> None:
    """Play on through every die to the end."""
    while g.ask is not None:
        ask = asks(g)[0]
        if ask.seat == CHANCE and ask.kind == "die":
            for value in ask.options:
                new = g.clone()
                answer(new, CHANCE, value)
                _walk(new, chance / len(ask.options), ends)
            return
        usual = ask.usual if ask.usual is not None and ask.usual in ask.options else ask.options[0]
        answer(g, ask.seat, usual)
    merge(ends, g, chance)


def chances_of(g: State, side: int, hex: int, group: Sequence[str], ends: list[tuple[State, float]]) -> Chances:
    """What the ends come to."""
    emptied = hurt = lost = beaten = hurt_steps = lost_steps = fallen = felled = 0.0
    for end, p in ends:
        theirs, ours = _steps_lost(g, end, 1 - side), _steps_lost(g, end, side)
        emptied += p * (end.holder(hex) != 1 - side)
        hurt, lost = hurt + p * (theirs > 0), lost + p * (ours > 0)
        hurt_steps, lost_steps = hurt_steps + p * theirs, lost_steps + p * ours
        beaten += p * any(end.at(id) not in (g.at(id), hex) and end.at(id) >= 0 for id in group)
        dead = {g.seat(id) for id in end.fallen[len(g.fallen) :]}
        fallen, felled = fallen + p * (SIDES[side] in dead), felled + p * (SIDES[1 - side] in dead)
    return Chances(emptied, hurt, lost, beaten, hurt_steps, lost_steps, fallen, felled)


def _steps_lost(g: State, end: State, side: int) -> int:
    """Steps that a side has lost, leaders left out."""
    return sum(
        g.steps(id) - (end.steps(id) if unit.at >= 0 else 0)
        for id, unit in end.units.items()
        if (old := g.units.get(id)) is not None
        and old is not unit
        and old.at >= 0
        and g.side(id) == side
        and not g.counter(id).leader
    )


def percent(chance: float) -> str:
    """ "41 %"."""
    return f"{round(100 * chance)} %"


# -- what a combat wrote on units, for odds --------------------------------------------------------------------------


def results(before: State, after: State) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """(unit, words) of every unit on which something is written, in counter order.

    Words: step lost, eliminated, left the map, demoralized, rallied, retreat N (hexes still to go), retreated,
    advances, displaced (to make room for who falls back, JV 6.13). Which leader is drawn from the cup is no
    result of the combat: who replaces one is not listed.
    """
    found: dict[str, list[str]] = {}
    for id, unit in after.units.items():
        old = before.units.get(id)
        if old is not None and old is not unit and old.at != CUP:
            moved = _moved(before, after, id)
            found.setdefault(id, []).extend(_words(old, unit, moved))
    for id, word in after.notes or ():
        if after.units[id].at >= 0 and word not in found.setdefault(id, []):
            found[id].append(word)
    order = after.setting.counters
    return tuple((id, tuple(found[id])) for id in sorted(found, key=lambda i: order[i].order) if found[id])


def _moved(before: State, after: State, id: str) -> str:
    """What is said about a unit that has changed hexes, by the list that it has newly entered."""
    if id in after.retreated and id not in before.retreated:
        return "retreated"
    if id in after.advanced and id not in before.advanced:
        return "advances"
    return "displaced" if id in after.displaced and id not in before.displaced else "retreated"


def _words(old: Unit, unit: Unit, moved: str) -> list[str]:
    """How a unit differs from what it was."""
    if unit.at == ELIMINATED:
        return ["eliminated"]
    if unit.at == EXITED:
        return ["left the map"]
    changes = {
        "step lost": unit.reduced and not old.reduced,
        "demoralized": unit.demoralized > old.demoralized,
        "rallied": unit.demoralized < old.demoralized,
        moved: unit.at >= 0 and unit.at != old.at,
    }
    return [word for word, on in changes.items() if on]
