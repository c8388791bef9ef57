"""Gestures taken apart into the texts of single answers, and why a text is refused (design 7).

Moves are in moves.py, fire in firing.py, melee in fighting.py, retreats in backward.py, set-up in set_up.py.

A + B fire at HEX                   the fire of these units; "A with 3" for a part of its strength
A + B melee HEX, A + B assault HEX  the melee of these units
retreat A to HEX                    the end of a whole way back
"""

from __future__ import annotations

import re

from vedette.engine.events import Reason
from vedette.rules.common.assist.gestures import (
    FIRE,
    RETREAT,
    START,
    STEP,
    Bar,
    Builder,
    Found,
    barred,
    halted,
    hex_named,
    refused,
    taken_apart,
    unit_named,
    units_named,
)
from vedette.rules.common.assist.marching import halts as halts_of
from vedette.rules.great_battles.assist.gestures import backward, fighting, firing, moves, refusing, set_up
from vedette.rules.great_battles.assist.gestures.reaching import phase_of
from vedette.rules.great_battles.assist.gestures.refusing import phase_bar
from vedette.rules.great_battles.chapters.army_morale import pay_bar
from vedette.rules.great_battles.chapters.fire import TOO_LITTLE
from vedette.rules.great_battles.setting import SIDE_INDEX
from vedette.rules.great_battles.state import State

CASES = {"unit": "SW-2.4-combat-unit-1", "hex": "SW-5.16"}
"""The cases cited for a unit or a hex that does not exist."""
MELEE = re.compile(r"^(?P<who>.+?) (?:melee|assault) (?P<hex>\d{4})$", re.IGNORECASE)


def expand(g: State, seat: str, text: str) -> list[str] | None:
    """The single answers of a gesture; None where the text is no gesture, or it cannot be carried out."""
    text = " ".join(text.split())
    return set_up.expand(g, seat, text) or taken_apart(g, seat, text, BUILDERS)


def halts(g: State, seat: str, text: str) -> list[str]:
    """Whom a march, a step or an entry leaves short of where it is to go, and why."""
    return halted(g, text, (moves.MARCH, STEP, moves.ENTER), _halts) if phase_of(g) is not None else []


def _halts(g: State, found: Found) -> list[str]:
    names = found.groupdict()
    return [] if names.get("path") else halts_of(g, moves.moves_of(g, found), names.get("hex"))


def _fire(g: State, found: Found) -> list[str] | None:
    if _fire_bar(g, "", found):
        return None
    return firing.fire_texts(g, firing.shots_named(g, found["who"]), hex_named(g, found["hex"]))


def _melee(g: State, found: Found) -> list[str] | None:
    if _melee_bar(g, "", found):
        return None
    return fighting.melee_texts(g, units_named(g, found["who"]), hex_named(g, found["hex"]))


def _retreat(g: State, found: Found) -> list[str] | None:
    return backward.retreat_texts(g, unit_named(g, found["who"]), hex_named(g, found["hex"]))


BUILDERS: tuple[tuple[re.Pattern[str], Builder], ...] = (
    (FIRE, _fire),
    (MELEE, _melee),
    (RETREAT, _retreat),
    (moves.MARCH, moves.many_texts),
    (STEP, moves.many_texts),
    (moves.ENTER, moves.enter_texts),
    (moves.MOVE, moves.move_texts),
)


# -- refusals ----------------------------------------------------------------------------------------------------


def refusal(g: State, seat: str, text: str) -> tuple[str, str]:
    """Why this text is not offered: words and case."""
    text = " ".join(text.split())
    return refused(g, seat, lambda: _bar(g, seat, text), CASES, ask_others=True)


def _bar(g: State, seat: str, text: str) -> Reason | None:
    """Why a text is not offered, by the same questions that decide what is."""
    return (
        phase_bar(g, seat, text)
        or set_up.refusal(g, seat, text)
        or refusing.why(g, seat, text)
        or barred(g, seat, text, BARS)
    )


def _melee_bar(g: State, seat: str, found: Found) -> Reason | None:
    """Why the first attacker who may not attack is barred, next to those named before him."""
    hex = hex_named(g, found["hex"])
    chosen = fighting.begun_of(g, hex)
    for id in units_named(g, found["who"]):
        if id in chosen:
            continue
        bar = moves.stranger(g, seat, id) if seat else None
        if bar := bar or fighting.melee_bar(g, id, hex, chosen):
            return bar.of(id)
        chosen = (*chosen, id)
    return None


def _target_bar(g: State, seat: str, found: Found) -> Reason | None:
    """ "melee HEX" by nobody in particular."""
    return fighting.target_bar(g, SIDE_INDEX[seat], hex_named(g, found["hex"])) if seat in SIDE_INDEX else None


def _fire_bar(g: State, seat: str, found: Found) -> Reason | None:
    """Why the first firer is barred who may not fire, or not with so much, or not with those named before him."""
    hex = hex_named(g, found["hex"])
    shots = firing.shots_named(g, found["who"])
    for n, (id, points) in enumerate(shots):
        bar = moves.stranger(g, seat, id) if seat else None
        if bar := bar or firing.shot_bar(g, id, points, hex, [i for i, _ in shots[:n]]):
            return bar.of(id)
    return None


def _aim_bar(g: State, seat: str, found: Found) -> Reason | None:
    """ "fire at HEX" by nobody in particular."""
    return firing.aim_bar(g, SIDE_INDEX[seat], hex_named(g, found["hex"])) if seat in SIDE_INDEX else None


def _add_bar(g: State, seat: str, found: Found) -> Reason | None:
    id = unit_named(g, found["who"])
    points = int(found["n"] or 0)
    if found["n"] and not points:
        return TOO_LITTLE
    return moves.stranger(g, seat, id) or firing.add_bar(g, id, points) or fighting.add_bar(g, id)


def _retreat_bar(g: State, seat: str, found: Found) -> Reason | None:
    return backward.retreat_bar(g, unit_named(g, found["who"]), hex_named(g, found["hex"]))


def _pay_bar(g: State, seat: str, found: Found) -> Reason | None:
    name = next((b for b in g.setting.brigades if b.lower() == found["who"].lower()), None)
    if name is None:
        return Reason(f"there is no brigade {found['who']!r}", "SW-19.31-1")
    return pay_bar(g, name)


BARS: tuple[tuple[re.Pattern[str], Bar], ...] = (
    (re.compile(r"^pay for (?P<who>.+)$", re.IGNORECASE), _pay_bar),
    (re.compile(r"^(?:melee|assault) (?P<hex>\d{4})$", re.IGNORECASE), _target_bar),
    (re.compile(r"^fire at (?P<hex>\d{4})$", re.IGNORECASE), _aim_bar),
    (FIRE, _fire_bar),
    (MELEE, _melee_bar),
    (RETREAT, _retreat_bar),
    (moves.MARCH, moves.many_why),
    (STEP, moves.many_why),
    (moves.ENTER, moves.enter_why),
    (START, moves.start_why),
    (re.compile(r"^add (?P<who>.+?)(?: with (?P<n>\d+))?$", re.IGNORECASE), _add_bar),
    (moves.MOVE, moves.move_why),
)
