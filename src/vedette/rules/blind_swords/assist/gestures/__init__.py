"""Gestures: several small answers given as one, and the reasons why a text is not offered (design 7)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from vedette.engine.cites import cites
from vedette.engine.events import EngineError, Reason
from vedette.rules.blind_swords.ai.falling_back import steps_to
from vedette.rules.blind_swords.assist.gestures import marching
from vedette.rules.blind_swords.assist.gestures.done import done_bar
from vedette.rules.blind_swords.assist.gestures.reaching import mover_now, waits_bar
from vedette.rules.blind_swords.assist.gestures.riding import charge_owed, mounted_bar
from vedette.rules.blind_swords.chapters import close_combat, movement, rally
from vedette.rules.blind_swords.chapters.artillery import (
    ArtilleryHex,
    ArtilleryRally,
    gun_rally_bar,
    phase_terms,
    rides_alone,
)
from vedette.rules.blind_swords.chapters.close_combat import CloseCombatStep, DefensiveFire
from vedette.rules.blind_swords.chapters.costs import terms_for
from vedette.rules.blind_swords.chapters.deeds import place
from vedette.rules.blind_swords.chapters.fire import FireStep, PlanFire
from vedette.rules.blind_swords.chapters.movement_step import MovementStep
from vedette.rules.blind_swords.chapters.opportunity import OpportunityFire, StackFire
from vedette.rules.blind_swords.chapters.range import UNDER_ONE, combine_bar, enough, fire_bar
from vedette.rules.blind_swords.chapters.retreat import Retreat, ways
from vedette.rules.blind_swords.chapters.unit_moves import MoveStack, MoveUnit
from vedette.rules.blind_swords.state import State
from vedette.rules.common.assist import gestures
from vedette.rules.common.assist.gestures import (
    FIRE,
    MARCH,
    RETREAT,
    STEP,
    Bad,
    Found,
    hex_named,
    listed,
    of,
    refused,
    step_named,
)
from vedette.rules.common.assist.marching import Moves, directions, nobody_goes
from vedette.rules.common.assist.marching import halts as halts_of

CASES = {"unit": "KT-4.1-3", "hex": "KT-3.2-1"}
"""The cases cited for a unit or a hex that does not exist."""
ASSAULT = re.compile(r"^(?P<who>.+?) assault (?P<hex>\d{4})$", re.IGNORECASE)
MOVE = re.compile(
    r"^(?P<who>.+): (?P<charge>charge(?: |$))?"
    r"(?P<path>(?:\d{4}|mount|dismount|exit)(?:-(?:\d{4}|mount|dismount|exit))*)?$",
    re.IGNORECASE,
)
"""A way of hexes, on which cavalry may mount or dismount, or the word charge before it; it may lead off the map."""
TURNS = ("mount", "dismount", "exit")


def unit_named(g: State, name: str) -> str:
    """A unit of the game by its id, or by a name that only one has; an unknown one stays as it was written."""
    return gestures.unit_named(g, name, lower=False)


def units_named(g: State, text: str) -> list[str]:
    """ "A + B" as ids."""
    return [unit_named(g, part) for part in text.split(" + ")]


def expand(g: State, seat: str, text: str) -> list[str] | None:
    """The single answers of a gesture; None where the text is no gesture or names what does not exist."""
    text = " ".join(text.split())
    try:
        for pattern, build in BUILDERS:
            found = pattern.match(text)
            if found is not None:
                return build(g, seat, found)
    except Bad:
        return None
    return None


def _moves(g: State, found: Found) -> Moves[State]:
    """ "march A + B to 1533" in that order, or "step A + B NE 2"."""
    ids = units_named(g, found["who"])
    if "hex" in found.groupdict():
        return marching.marched(g, ids, hex_named(g, found["hex"]))
    return marching.stepped(g, ids, *step_named(found, list(directions(g.setting.grid)), "KT-13.1-3"))


def _many(g: State, seat: str, found: Found) -> list[str] | None:
    """Many units on their way; None where nobody gets on."""
    if waits_bar(g, units_named(g, found["who"])) is not None:
        return None
    moves = _moves(g, found)
    steps = marching.answers(g, moves)
    return steps if steps and steps[0].lower() in listed(g, seat) else None


def _many_bar(g: State, found: Found) -> Reason | None:
    """Why nobody gets on."""
    if (bar := waits_bar(g, units_named(g, found["who"]))) is not None:
        return bar
    return nobody_goes(_moves(g, found))


def halts(g: State, seat: str, text: str) -> list[str]:
    """Whom a march or a step leaves short of where it is to go, and why."""
    if marching.step_of(g) is None:
        return []
    return gestures.halted(
        g, text, (MARCH, STEP), lambda g, found: halts_of(g, _moves(g, found), found.groupdict().get("hex"))
    )


def _top(g: State) -> object:
    return g.stack[-1][0] if g.stack else None


def _fire(g: State, seat: str, found: Found) -> list[str] | None:
    """ "A + B, C fire at 1834": commas separate fires that are announced together."""
    hex = hex_named(g, found["hex"])
    groups = [units_named(g, part) for part in found["who"].split(", ")]
    top = _top(g)
    steps: list[str] = []
    if isinstance(top, MoveUnit | CloseCombatStep):
        return None
    begun: Sequence[str] = ()
    if isinstance(top, PlanFire):
        begun = top.group
        if _announced_bar(g, top.target, begun, hex, groups[0]) is not None:
            return None
    else:
        steps.append(f"fire at {g.hex_name(hex)}")
    for i, group in enumerate(groups):
        if i:
            steps.append("another fire")
        steps += [f"add {id}" for id in group if i or id not in begun]
    return [*steps, "fire"]


def _assault(g: State, seat: str, found: Found) -> list[str] | None:
    hex = hex_named(g, found["hex"])
    group = units_named(g, found["who"])
    top = _top(g)
    if not isinstance(top, CloseCombatStep):
        return None
    if charge_owed(g, top, group, hex) is not None:
        return None
    begun = top.group if top.target == hex else ()
    if top.group and _announced_bar(g, top.target, top.group, hex, group) is not None:
        return None
    named = [f"add {i}" for i in group if i not in begun] + ["done"]
    return named if top.target == hex else [f"assault {g.hex_name(hex)}", *named]


def _announced_bar(g: State, target: int, begun: Sequence[str], hex: int, ids: Sequence[str]) -> Reason | None:
    """Why a gesture does not go on with what is announced: at another hex, or by others whom it does not name."""
    if target != hex:
        return Reason(f"another is being announced, at {g.hex_name(target)}", "KT-12.1e-1")
    others = [i for i in begun if i not in ids]
    return Reason(f"{' + '.join(others)} take part already: name them as well", "KT-12.1e-1") if others else None


def _stages(g: State, found: Found) -> list[int | str] | None:
    """The stages of a way: hexes, and the words for mounting, dismounting and leaving; None where there is neither."""
    parts = found["path"].split("-") if found["path"] else []
    if not parts and not found["charge"]:
        return None
    return [p.lower() if p.lower() in TURNS else hex_named(g, p) for p in parts]


@cites("KT-13.4")
def _move(g: State, seat: str, found: Found) -> list[str] | None:
    """ "A: 1532-1533-1632", or "A + B: ..." for a stack, whose units go one after the other (KT-13.4).

    "A: 1532-dismount" gets off on the way, "A: charge 1532-1533" charges, "A: 1026-exit" leaves the map.
    """
    path = _stages(g, found)
    if path is None:
        return None
    steps: list[str] = []
    top = _top(g)
    moving = top.unit if isinstance(top, MoveUnit) else ""
    ids = units_named(g, found["who"])
    if waits_bar(g, ids) is not None:
        return None
    if not found["charge"] and together(g, top, ids):
        return _as_one(g, top, ids, path)
    for id in ids:
        way = path[1:] if path and path[0] == g.at(id) else path
        if not way and not found["charge"]:  # a way to where it stands would spend its move on nothing
            return None
        if moving and moving != id:
            if not steps and mover_now(g, id) is None:  # nobody's move is ended for one who cannot go
                return None
            steps.append("done")
            moving = ""
        if not moving:
            steps.append(f"move {id}")
        if found["charge"] and not (isinstance(top, MoveUnit) and top.charging and top.unit == id):
            steps.append(f"{id}: charge")
        moving = "" if way and way[-1] == "exit" else id
        steps += [f"{id}: {h if isinstance(h, str) else g.hex_name(h)}" for h in way]
    return steps if not steps or steps[0].lower() in listed(g, seat) else None


def together(g: State, top: object, ids: Sequence[str]) -> bool:
    """Whether units go as one: they are under way so, or stand beside enemies who may then fire but once.

    Who is named of those under way stands for all of them.
    """
    if isinstance(top, MoveStack):
        return set(ids) <= set(top.going)
    if len(ids) < 2 or not isinstance(top, MovementStep | ArtilleryHex) or g.setting.profile.opportunity_one_by_one:
        return False
    at = g.at(ids[0])
    return at >= 0 and all(g.at(i) == at for i in ids) and g.enemies_near(at, g.side(ids[0]))


def _as_one(g: State, top: object, ids: Sequence[str], path: Sequence[int | str]) -> list[str] | None:
    """The single answers of a stack that moves as one."""
    way = path[1:] if path and path[0] == g.at(ids[0]) else path
    if not way:
        return None
    if isinstance(top, MoveStack):
        ids, steps = top.going, []
    else:
        steps = [f"move {ids[0]}", *(f"{' + '.join(ids[:n])}: with {ids[n]}" for n in range(1, len(ids)))]
    return steps + [f"{' + '.join(ids)}: {h if isinstance(h, str) else g.hex_name(h)}" for h in way]


def _retreat(g: State, seat: str, found: Found) -> list[str] | None:
    """The end of a whole way: of the best ways to it the one with the least fire is taken."""
    id = unit_named(g, found["who"])
    goal = hex_named(g, found["hex"])
    top = _top(g)
    if not isinstance(top, Retreat) or top.unit != id:
        return None
    steps: Sequence[int] | None = steps_to(g, top, goal) or _way_to(g.clone(), top, goal, top.hexes + 6)
    return [f"retreat {id} to {g.hex_name(h)}" for h in steps] if steps else None


def _way_to(g: State, frame: Retreat, goal: int, depth: int) -> list[int] | None:
    if depth == 0:
        return None
    start = g.at(frame.unit)
    for to in ways(g, frame.unit, frame.hexes, frame.origin, frame.causes).steps:
        if to == goal:
            return [to]
        if to < 0:
            continue
        place(g, frame.unit, to, "KT-15.4-1")
        rest = _way_to(g, frame, goal, depth - 1)
        place(g, frame.unit, start, "KT-15.4-1")
        if rest:
            return [to, *rest]
    return None


BUILDERS = ((FIRE, _fire), (ASSAULT, _assault), (RETREAT, _retreat), (MARCH, _many), (STEP, _many), (MOVE, _move))


# -- refusals -------------------------------------------------------------------------------------------------


def refusal(g: State, seat: str, text: str) -> tuple[str, str]:
    """Why a text is not offered: words and case."""
    text = " ".join(text.split())
    return refused(g, seat, lambda: _bar(g, seat, text), CASES)


def _bar(g: State, seat: str, text: str) -> Reason | None:
    top = _top(g)
    if found := FIRE.match(text):
        return _strangers(g, seat, found, "KT-12.0-1") or _fire_bar(g, found)
    if text.lower().startswith("add ") and isinstance(top, PlanFire):
        id = unit_named(g, text[4:])
        if g.seat(id) != seat:
            return Reason(f"{id} is not yours", "KT-12.0-1")
        bar = fire_bar(g, id, top.target, top.kind, id in top.support) or combine_bar(g, top.group, id, top.kind)
        return of(id, bar)  # of a whole fire it says who may not
    if text.lower() == "fire" and isinstance(top, PlanFire) and top.group:
        return None if enough(g, top.group, top.target, top.kind, top.support, top.shot) else UNDER_ONE
    if found := ASSAULT.match(text):
        return _strangers(g, seat, found, "KT-14.2-1") or _assault_bar(g, found)
    if text.lower().startswith("add ") and isinstance(top, CloseCombatStep):
        id = unit_named(g, text[4:])
        if g.seat(id) != seat:
            return Reason(f"{id} is not yours", "KT-14.2-1")
        return of(id, _attack_bar(g, id, top.target)) if top.target >= 0 else None
    if found := MARCH.match(text) or STEP.match(text):
        return _strangers_wait(g, seat, found) or _many_bar(g, found)
    if found := MOVE.match(text):
        return _strangers_wait(g, seat, found) or _move_bar(g, found)
    if text.lower().startswith("move "):
        return _start_bar(g, text[5:])
    if text.lower() == "done":
        return done_bar(g, top)
    for word in ("recover", "rebuild"):
        if text.lower().startswith(word + " "):
            return _rally_bar(g, word, text[len(word) + 1 :])
    return None


def _strangers_wait(g: State, seat: str, found: Found) -> Reason | None:
    """Why units that wait for another's move are refused where one is the enemy's: waiting would not help."""
    ids = units_named(g, found["who"])
    return _strangers(g, seat, found, "KT-13.0-2") if waits_bar(g, ids) is not None else None


def _strangers(g: State, seat: str, found: Found, cite: str) -> Reason | None:
    """Whether one of the units that are to fight is the enemy's."""
    ids = (id for group in found["who"].split(", ") for id in units_named(g, group))
    return next((Reason(f"{id} is not yours", cite) for id in ids if g.seat(id) != seat), None)


GUNS_RALLY = Reason("artillery alone rallies in the Artillery Phase", "KT-9.4-1")
KINDS: dict[type, str] = {
    OpportunityFire: "opportunity",
    StackFire: "opportunity",
    DefensiveFire: "defensive",
    FireStep: "step",
    ArtilleryHex: "artillery",
}


def _fire_bar(g: State, found: Found) -> Reason | None:
    hex = hex_named(g, found["hex"])
    top = _top(g)
    if isinstance(top, PlanFire):
        named = units_named(g, found["who"].split(", ")[0])
        if (bar := _announced_bar(g, top.target, top.group, hex, named)) is not None:
            return bar
    kind = "step"
    support = False
    for frame, _ in reversed(g.stack):
        if isinstance(frame, PlanFire | OpportunityFire | DefensiveFire | FireStep | ArtilleryHex):
            kind = KINDS.get(type(frame)) or str(getattr(frame, "kind", "step"))
            break
    for group in found["who"].split(", "):
        done: tuple[str, ...] = ()
        for id in units_named(g, group):
            if g.at(id) < 0:
                return Reason(f"{id} is not on the map", "KT-12.1-4")
            if g.holder(hex) != 1 - g.side(id):
                return Reason("no enemy stands there", "KT-12.1-4")
            bar = fire_bar(g, id, hex, kind, support) or combine_bar(g, done, id, kind)
            if bar is not None:
                return bar.of(id)
            done = (*done, id)
        if not enough(g, done, hex, kind):
            return UNDER_ONE.of(" + ".join(done))
    return None


def _assault_bar(g: State, found: Found) -> Reason | None:
    hex = hex_named(g, found["hex"])
    ids = units_named(g, found["who"])
    top = _top(g)
    if isinstance(top, CloseCombatStep) and top.group:
        bar = _announced_bar(g, top.target, top.group, hex, ids)
        if bar is not None:
            return bar
    for id in ids:
        bar = _attack_bar(g, id, hex)
        if bar is not None:
            return bar.of(id)
    return charge_owed(g, _top(g), ids, hex)


def _attack_bar(g: State, id: str, hex: int) -> Reason | None:
    return close_combat.reach_bar(g, g.at(id), hex) or close_combat.attack_bar(g, id)


def _move_bar(g: State, found: Found) -> Reason | None:
    path = _stages(g, found) or []
    top = _top(g)
    if (bar := waits_bar(g, units_named(g, found["who"]))) is not None:
        return bar
    for id in units_named(g, found["who"]):
        if g.at(id) < 0:
            return Reason(f"{id} is not on the map", "KT-13.0-2")
        if isinstance(top, MovementStep) and (bar := _start_bar(g, id)) is not None:
            return bar
        mover = mover_now(g, id)
        if mover is not None and (bar := mounted_bar(g, mover, path, bool(found["charge"]))) is not None:
            return bar
        if not path or isinstance(path[0], str):
            continue
        to = path[1] if path[0] == g.at(id) and len(path) > 1 else path[0]
        if isinstance(to, str):
            continue
        if to == g.at(id):
            return Reason(f"{id} stands in {g.hex_name(to)} already", "KT-13.1-3")
        if not g.setting.grid.near[g.at(id)] >> to & 1:
            return Reason(f"{g.hex_name(to)} is not adjacent to {g.hex_name(g.at(id))}", "KT-13.1-3")
        if isinstance(top, MoveUnit) and top.unit == id:
            return movement.move_bar(g, id, g.at(id), to, top.left, top.terms, top.fresh)
        if isinstance(top, MovementStep):
            terms = terms_for(g, id, top.terms)
            return movement.move_bar(g, id, g.at(id), to, terms.allowance, terms, True)
        if isinstance(top, ArtilleryHex):
            own = phase_terms(g, id)
            if own is None:
                return Reason("only artillery acts in the Artillery Phase", "KT-9.0-1")
            return movement.start_bar(g, id) or movement.move_bar(g, id, g.at(id), to, own.allowance, own, True)
    return None


def _start_bar(g: State, name: str) -> Reason | None:
    id = unit_named(g, name)
    top = _top(g)
    if isinstance(top, MovementStep):
        if g.counter(id).arm == "artillery":
            return Reason("artillery moves in the Artillery Phase", "KT-13.0-1")
        if rides_alone(g, id):
            return Reason("this cavalry acts in the Artillery Phase, at no other time", "SS-9.5-1")
        if g.counter(id).brigade != top.brigade or g.side(id) != top.side:
            return Reason(f"{id} is not of the active brigade", "KT-13.0-2")
        if id in top.moved:
            return Reason(f"{id} has moved already", "KT-13.1-1")
    return movement.start_bar(g, id)


def _rally_bar(g: State, word: str, name: str) -> Reason | None:
    id = unit_named(g, name)
    top = _top(g)
    if isinstance(top, ArtilleryRally):
        return gun_rally_bar(g, id) if g.counter(id).arm == "artillery" else GUNS_RALLY
    if not isinstance(top, rally.RallyStep):
        return None
    if id in top.done:
        return Reason(f"{id} has rallied already", "KT-17.2-1")
    check = rally.recover_bar if word == "recover" else rally.rebuild_bar
    return check(g, id, top.side, top.brigade, top.order)


def hex_of(g: State, name: str) -> int:
    """A hex of the board by its printed number.

    Raises:
        EngineError: where there is none.
    """
    if not g.setting.grid.has(name):
        raise EngineError(f"there is no hex {name!r} on this map")
    return g.setting.grid.index(name)


def unit_of(g: State, name: str) -> str:
    """A unit of the game by its id.

    Raises:
        EngineError: where there is none.
    """
    if meant := g.setting.called(name):
        raise EngineError(f"{name!r} could be {' or '.join(meant)}: write which")
    if name not in g.units:
        raise EngineError(f"there is no unit {name!r} in this game")
    return name
