"""Gestures taken apart into the texts of single answers, and why a text is refused (design 7).

ID: HEX, ID: HEX-HEX-HEX            a unit goes that way and stops; to a single far hex by the cheapest way
A + B: HEX-HEX                      a stack, one after the other along one way
ID: HEX-HEX-exit, ...-burn HEX-HEX  and at the end leaves the map, or burns a bridge
march A + B + C to HEX              a column behind its head, in this order
step A + B NE 2                     the same step for all
enter A + B at HEX                  reinforcements, in this order; `to HEX`: and go on; `: HEX-HEX`: and go that way
A + B attack HEX                    the attack of these units
retreat ID to HEX                   the end of a whole way back
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from vedette.engine.events import Reason
from vedette.rules.common.assist.gestures import (
    MARCH,
    START,
    STEP,
    Bar,
    Builder,
    Found,
    barred,
    halted,
    hex_named,
    refused,
    step_named,
    taken_apart,
    unit_named,
    units_named,
)
from vedette.rules.common.assist.marching import Moves, directions, nobody_goes, shared
from vedette.rules.common.assist.marching import halts as halts_of
from vedette.rules.valley_campaign.assist.gestures import fighting, marching, phases
from vedette.rules.valley_campaign.assist.gestures.reaching import (
    Mover,
    follow,
    mover_now,
    moving_unit,
    phase_of,
    waits_bar,
    ways_of,
)
from vedette.rules.valley_campaign.chapters.bombardment import bombard_bar
from vedette.rules.valley_campaign.chapters.bridges import burn_bar, repair_bar, watched_in
from vedette.rules.valley_campaign.chapters.combat import attack_bar, target_bar
from vedette.rules.valley_campaign.chapters.movement import allowance, can_move, exit_bar, move_bar, start_bar
from vedette.rules.valley_campaign.chapters.reinforcements import arrival_of, due_bar, entry_bar
from vedette.rules.valley_campaign.chapters.sequence import SET_UP
from vedette.rules.valley_campaign.setting import SIDES
from vedette.rules.valley_campaign.state import State

CASES = {"unit": "JV-2.8-2", "hex": "JV-4.8-7"}
"""The cases for units and hexes that do not exist."""
HEXES = r"\d{4}(?:-\d{4})*"
MOVE = re.compile(rf"^(?P<who>.+): (?P<path>{HEXES})?-?(?P<end>exit|burn \d{{4}}-\d{{4}})?$", re.IGNORECASE)
ENTER = re.compile(
    rf"^enter (?P<who>.+?) at (?P<at>\d{{4}})(?: to (?P<hex>\d{{4}})|: (?P<path>{HEXES}))?$", re.IGNORECASE
)
ATTACK = re.compile(r"^(?P<who>.+?) attack (?P<hex>\d{4})$", re.IGNORECASE)
BOMBARD = re.compile(r"^(?P<who>.+?) bombard (?P<target>.+)$", re.IGNORECASE)
RETREAT = re.compile(r"^(?P<how>retreat|displace) (?P<who>.+) to (?P<hex>\d{4})$", re.IGNORECASE)
REPAIR = re.compile(r"^(?P<who>.+): repair (?P<a>\d{4})-(?P<b>\d{4})$", re.IGNORECASE)
MOVING = (MARCH, STEP, ENTER, START, MOVE)
NAMING = (ATTACK, BOMBARD, MARCH, STEP, ENTER, START, REPAIR, MOVE)
"""Texts that name units and belong to a single phase."""


UNDER_WAY = Reason("another unit is under way: its move is completed first", "JV-4.8-5")


def expand(g: State, seat: str, text: str) -> list[str] | None:
    """A gesture taken apart; None if it is none, or cannot be carried out."""
    return phases.set_up_parts(g, seat, text) or taken_apart(g, seat, " ".join(text.split()), BUILDERS)


# -- moves -------------------------------------------------------------------------------------------------------


def _wayside(at: int, stages: list[int]) -> list[int]:
    """The hexes of a way after the first, where it begins, which may or may not be named."""
    return stages[1:] if stages and stages[0] == at else stages


def _move(g: State, found: Found) -> list[str] | None:
    """ "A: 1532-1533", "A + B: 1533", "A: 1532-exit", "A: burn 2730-2729"; one that waits enters first."""
    if phase_of(g) is None:
        return None
    ids = units_named(g, found["who"])
    if waits_bar(g, ids) is not None:
        return None
    stages = [hex_named(g, name) for name in found["path"].split("-")] if found["path"] else []
    end = (found["end"] or "").lower()
    movers = [m for id in ids if (m := _mover(g, id, stages)) is not None]
    if len(movers) < len(ids) or not (stages or end):
        return None
    ways = _routed(g, movers, _wayside(movers[0].at, stages))
    if not ways and not end and not movers[0].enters:  # a way to where it stands would spend its move on nothing
        return None
    now = moving_unit(g)
    steps: list[str] = []
    for m in movers:
        if now and now != m.unit:
            steps.append("done")
        if m.enters:
            steps.append(f"enter {m.unit} at {g.hex_name(m.at)}")
        elif now != m.unit:
            steps.append(f"move {m.unit}")
        steps += [f"{m.unit}: {g.hex_name(h)}" for h in ways]
        steps += [f"{m.unit}: {end}"] if end else []
        now = "" if end == "exit" else m.unit
    return steps


def _mover(g: State, id: str, stages: Sequence[int]) -> Mover | None:
    """The unit that goes this way: a reinforcement enters at the first hex of it if it may, else where it may."""
    if g.at(id) >= 0 or not stages:
        return mover_now(g, id)
    first, phase = mover_now(g, id, stages[0]), phase_of(g)
    return first or (mover_now(g, id) if phase is not None and phase.side == g.side(id) else None)


def _routed(g: State, movers: Sequence[Mover], stages: list[int]) -> list[int]:
    """A way given as a single far hex, hex by hex: the cheapest way that all of these units can go together."""
    m = movers[0]
    if len(stages) != 1 or g.setting.grid.near[m.at] >> stages[0] & 1:
        return stages
    found = [ways_of(g, one) for one in movers]
    if any(stages[0] not in one for one in found):
        return stages
    whole = shared(movers, stages[0], found, partial(follow, marching.with_unit(g, m.unit, m.at)))
    return list(whole[0][1:]) if whole else stages


def _points(cost: int | Reason) -> int:
    return cost if isinstance(cost, int) else 0


def _moves(g: State, found: Found) -> Moves[State]:
    """ "march A + B to 1533" in that order, or "step A + B NE 2"."""
    ids = units_named(g, found["who"])
    if "hex" in found.groupdict():
        return marching.marched(g, ids, hex_named(g, found["hex"]))
    return marching.stepped(g, ids, *step_named(found, list(directions(g.setting.grid)), "JV-4.8-7"))


def _many(g: State, found: Found) -> list[str] | None:
    if phase_of(g) is None or waits_bar(g, units_named(g, found["who"])) is not None:
        return None
    return marching.answers(g, _moves(g, found))


def _enter(g: State, found: Found) -> list[str] | None:
    """ "enter A + B at 3333", "... to 3327", "enter A at 3333: 3332-3331"; in the order given."""
    if phase_of(g) is None:
        return None
    ids, at = units_named(g, found["who"]), hex_named(g, found["at"])
    if waits_bar(g, ids) is not None or any(due_bar(g, id) is not None for id in ids):
        return None
    if found["path"]:
        m = mover_now(g, ids[0], at)
        if m is None or not m.enters or len(ids) > 1:
            return None
        way = _wayside(at, [hex_named(g, name) for name in found["path"].split("-")])
        steps = [f"enter {m.unit} at {g.hex_name(at)}", *(f"{m.unit}: {g.hex_name(h)}" for h in way)]
        return ["done", *steps] if moving_unit(g) else steps
    goal = hex_named(g, found["hex"]) if found["hex"] else at
    return marching.answers(g, marching.marched(g, ids, goal, at))


def halts(g: State, seat: str, text: str) -> list[str]:
    """Whom a march, a step or an entry leaves short of where it is to go, and why."""
    return halted(g, text, (MARCH, STEP, ENTER), _halts) if phase_of(g) is not None else []


def _halts(g: State, found: Found) -> list[str]:
    names = found.groupdict()
    if "at" not in names:
        return halts_of(g, _moves(g, found), names.get("hex"))
    if names["path"] or not names["hex"]:
        return []
    goal, at = hex_named(g, names["hex"]), hex_named(g, names["at"])
    return halts_of(g, marching.marched(g, units_named(g, names["who"]), goal, at))


def _attack(g: State, found: Found) -> list[str] | None:
    return fighting.attack_texts(g, units_named(g, found["who"]), hex_named(g, found["hex"]))


def _retreat(g: State, found: Found) -> list[str] | None:
    return fighting.retreat_texts(g, found["how"].lower(), unit_named(g, found["who"]), hex_named(g, found["hex"]))


BUILDERS: tuple[tuple[re.Pattern[str], Builder], ...] = (
    (ATTACK, _attack),
    (RETREAT, _retreat),
    (MARCH, _many),
    (STEP, _many),
    (ENTER, _enter),
    (MOVE, _move),
)


# -- refusals ----------------------------------------------------------------------------------------------------


def refusal(g: State, seat: str, text: str) -> tuple[str, str]:
    """Why this text is not offered: words and case."""
    if found := phases.set_up_refusal(g, seat, text):
        return found
    text = " ".join(text.split())
    return refused(g, seat, lambda: _bar(g, seat, text), CASES)


def _bar(g: State, seat: str, text: str) -> Reason | None:
    """Why a text is not offered, by the same questions that decide what is."""
    bar = phases.phase_bar(g, seat, text)
    if bar in (phases.EARLIER, phases.LATER):
        bar = _whoever(g, seat, text, bar is phases.EARLIER) or bar
    return bar or barred(g, seat, text, BARS)


def _whoever(g: State, seat: str, text: str, over: bool) -> Reason | None:
    """Why a text fits no phase of this player turn: whose units it names, or what keeps them from it in any phase.

    Args:
        over: whether the phase that the text belongs to is over.
    """
    found = next((found for pattern in NAMING if (found := pattern.match(text))), None)
    if found is None:
        return None
    for id in units_named(g, found["who"]):
        bar = _stranger(g, seat, id)
        if bar is not None and found.re in MOVING:
            bar = due_bar(g, id) if found.re is ENTER else start_bar(g, id)
        elif bar is None and over and g.phase != SET_UP:
            bar = _missed(g, id, found.re is ENTER)
        if bar is not None:
            return bar.of(id) if id not in bar.text else bar
    return None


def _missed(g: State, id: str, enters: bool) -> Reason | None:
    """Why a unit could not have moved or entered in the past movement phase either.

    Until somebody attacks, zones of control are as they were then.
    """
    then = g.clone()
    then.phase = "movement"
    if enters or arrival_of(g, id) is not None:
        return due_bar(then, id)
    bar = start_bar(then, id)
    if bar is not None or g.phase != "combat" or g.fought or g.attacked:
        return bar
    return None if can_move(then, id) else _stuck(then, id)


def _start(g: State, seat: str, found: Found) -> Reason | None:
    """ "move ID"."""
    id = unit_named(g, found["who"])
    return start_bar(g, id) or (UNDER_WAY if moving_unit(g) else _stuck(g, id))


def _stuck(g: State, id: str) -> Reason | None:
    """Why a unit has nowhere to go: what bars most of the hexes around."""
    frm, left = g.at(id), allowance(g, id)
    bars = [bar for to in g.setting.grid.neighbours[frm] if (bar := move_bar(g, id, frm, to, left, True))]
    most = max(bars, key=bars.count, default=None)
    return most and Reason(f"it has nowhere to go: {most.text}", most.cite)


def _stranger(g: State, seat: str, id: str) -> Reason | None:
    return Reason(f"{id} is not yours", "JV-1.1-1") if SIDES[g.side(id)] != seat else None


def _waits(g: State, seat: str, ids: Sequence[str]) -> Reason | None:
    """Whose move comes first; for units of the other side only that they are not yours."""
    bar = waits_bar(g, ids)
    return bar and next((why for id in ids if (why := _stranger(g, seat, id)) is not None), bar)


def _move_bar(g: State, seat: str, found: Found) -> Reason | None:
    """The first thing on the way that stops one of the units."""
    stages = [hex_named(g, name) for name in found["path"].split("-")] if found["path"] else []
    if phase_of(g) is None:
        return None
    if (bar := _waits(g, seat, units_named(g, found["who"]))) is not None:
        return bar
    for id in units_named(g, found["who"]):
        bar = _way_bar(g, id, stages, (found["end"] or "").lower())
        if bar is not None:
            return bar.of(id)
    return None


def _way_bar(g: State, id: str, stages: Sequence[int], end: str) -> Reason | None:
    """Why a unit does not go this way."""
    m = _mover(g, id, stages)
    if m is None:
        if g.at(id) < 0 and stages:
            return entry_bar(g, id, stages[0])
        return start_bar(g, id)
    frm, left, start, watched = m.at, m.left, m.start, m.watched
    field = marching.with_unit(g, id, m.at)
    way = _routed(g, [m], _wayside(frm, list(stages)))
    if not way and not end:
        return Reason(f"it stands in {g.hex_name(frm)} already", "JV-4.8-7")
    for to in way:
        bar = move_bar(field, id, frm, to, left, start)
        if bar is not None:
            return _named(field, id, to, bar)
        spent = follow(field, Mover(id, frm, left, start=start), (frm, to))
        left, start = left - _points(spent), False
        watched = watched or watched_in(field, id, frm, to, left)
        frm = to
    return _end_bar(g, Mover(id, frm, left, start=start, watched=watched), end)


def _named(g: State, id: str, hex: int, bar: Reason) -> Reason:
    """The reason; for a full hex with the units that fill it."""
    return Reason(f"{bar.text}: {marching.full_words(g, id, hex)}", bar.cite) if bar.cite == "JV-4.10-1" else bar


def _end_bar(g: State, m: Mover, end: str) -> Reason | None:
    """Why it does not leave the map or burn a bridge where its way ends."""
    if not end:
        return None
    field = marching.with_unit(g, m.unit, m.at)
    if end == "exit":
        return exit_bar(field, m.unit, m.left, m.start)
    a, b = (hex_named(g, name) for name in end.split(" ")[1].split("-"))
    pair = (a, b) if (a, b) in g.setting.bridges else (b, a)
    return burn_bar(field, m.unit, pair, m.left, m.watched)


def _repair_bar(g: State, seat: str, found: Found) -> Reason | None:
    a, b = hex_named(g, found["a"]), hex_named(g, found["b"])
    return repair_bar(g, unit_named(g, found["who"]), (a, b) if (a, b) in g.setting.bridges else (b, a))


def _many_bar(g: State, seat: str, found: Found) -> Reason | None:
    """Why nobody gets anywhere."""
    if (bar := _waits(g, seat, units_named(g, found["who"]))) is not None:
        return bar
    return nobody_goes(_moves(g, found)) if phase_of(g) else None


def _enter_bar(g: State, seat: str, found: Found) -> Reason | None:
    ids, at = units_named(g, found["who"]), hex_named(g, found["at"])
    if (bar := _waits(g, seat, ids)) is not None:
        return bar
    for id in ids:
        if (bar := due_bar(g, id) or (entry_bar(g, id, at) if id == ids[0] else None)) is not None:
            return bar.of(id)
    if found["path"]:
        return _way_bar(g, ids[0], [at, *(hex_named(g, name) for name in found["path"].split("-"))], "")
    return None


def _attack_bar(g: State, seat: str, found: Found) -> Reason | None:
    hex = hex_named(g, found["hex"])
    for id in units_named(g, found["who"]):
        if bar := _stranger(g, seat, id):
            return bar
        if bar := attack_bar(g, id, hex):
            return bar.of(id)
    return None


def _target_bar(g: State, seat: str, found: Found) -> Reason | None:
    """ "attack HEX", without naming attackers."""
    return target_bar(g, SIDES.index(seat), hex_named(g, found["hex"])) if seat in SIDES else None


def _bombard_bar(g: State, seat: str, found: Found) -> Reason | None:
    gun, target = unit_named(g, found["who"]), unit_named(g, found["target"])
    return _stranger(g, seat, gun) or bombard_bar(g, gun, target)


def _add_bar(g: State, seat: str, found: Found) -> Reason | None:
    id = unit_named(g, found["who"])
    if (bar := _stranger(g, seat, id)) is None and (bar := fighting.add_bar(g, id)) is not None:
        bar = bar.of(id)  # of a whole attack it says who may not
    return bar


def _retreat_bar(g: State, seat: str, found: Found) -> Reason | None:
    return fighting.retreat_bar(g, unit_named(g, found["who"]), hex_named(g, found["hex"]))


BARS: tuple[tuple[re.Pattern[str], Bar], ...] = (
    (re.compile(r"^attack (?P<hex>\d{4})$", re.IGNORECASE), _target_bar),
    (ATTACK, _attack_bar),
    (BOMBARD, _bombard_bar),
    (RETREAT, _retreat_bar),
    (MARCH, _many_bar),
    (STEP, _many_bar),
    (ENTER, _enter_bar),
    (START, _start),
    (re.compile(r"^add (?P<who>.+)$", re.IGNORECASE), _add_bar),
    (REPAIR, _repair_bar),
    (MOVE, _move_bar),
)
