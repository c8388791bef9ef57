"""What answers come to as things stand, in a few words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from vedette.engine.procedure import Ask
from vedette.engine.run import asks
from vedette.engine.words import counted
from vedette.hexes import hexes_of
from vedette.rules.common.assist.gestures import names
from vedette.rules.great_battles.assist.gestures.reaching import fork
from vedette.rules.great_battles.assist.plans.before_melee import danger_words, standing_words, way_words
from vedette.rules.great_battles.assist.plans.changes import change_plan
from vedette.rules.great_battles.assist.plans.fire import aim_of, aim_words
from vedette.rules.great_battles.chapters.army_morale import price
from vedette.rules.great_battles.chapters.columns import Shot, enfiladed
from vedette.rules.great_battles.chapters.fire import FIRE, FirePhase, Volley
from vedette.rules.great_battles.chapters.formations import front
from vedette.rules.great_battles.chapters.leaders import ratings
from vedette.rules.great_battles.chapters.melee import CANCEL, Melee, reckon
from vedette.rules.great_battles.chapters.movement import CHANGE, EXIT, FACE, LEAVE_RESERVE, ON_TOP, RESERVE, acts
from vedette.rules.great_battles.chapters.moves import start_bar
from vedette.rules.great_battles.chapters.zones import zone
from vedette.rules.great_battles.setting import SIDE_INDEX
from vedette.rules.great_battles.state import State

Note = Callable[[State, Ask, Any], str]


def notes(g: State, seat: str) -> dict[str, str]:
    """Text of an answer -> what it comes to; those of which nothing is to be said are left out."""
    ask = next((a for a in asks(g) if a.seat == seat), None)
    if ask is not None and ask.kind == "evade":
        return _evading(g, ask)
    note = TABLE.get(ask.kind) if ask is not None else None
    if ask is None or note is None:
        return {}
    found = {ask.text(g, value): note(g, ask, value) for value in ask.options}
    return {text: words for text, words in found.items() if words}


def _paying(g: State, ask: Ask, brigade: Any) -> str:
    """What a brigade costs, and what is left."""
    if brigade not in g.setting.brigades:
        return ""
    spent = price(g, brigade)
    left = g.morale - spent
    low = ", below which brigades may be demoralized" if left < g.setting.numbers["demoralization-below"] else ""
    return f"{counted(spent, 'point', 'points')} of army morale, then {left}{low}"


def _losing(g: State, ask: Ask, id: str) -> str:
    """What a point costs a unit."""
    if id not in g.units:
        return ""
    unit, c = g.units[id], g.counter(id)
    if c.gun:
        return f"{counted(unit.strength, 'gun', 'guns')}, crew {unit.crew} of {c.crew}"
    return f"strength {unit.strength}, then {unit.strength - 1}" if unit.strength > 1 else "its last point"


def _evading(g: State, ask: Ask) -> dict[str, str]:
    """Who may attack, what that would come to, what is at stake, and where to go; of all who stand, who must.

    The attack on a hex is followed once, whoever of it goes.
    """
    going = [ids for ids in ask.options if ids]
    dangers = {hex: danger_words(g, hex) for hex in dict.fromkeys(g.at(ids[0]) for ids in going)}
    found = {ask.text(g, ids): f"{dangers[g.at(ids[0])]}; {way_words(g, ids)}" for ids in going}
    return found | {ask.text(g, ()): standing_words(g, SIDE_INDEX[ask.seat])} if found else {}


def _facing(g: State, ask: Ask, value: Any) -> str:
    """Of who is forced into line by fire: whether that facing has its front or its flank to those who fired."""
    frame = g.stack[-1][0]
    if not isinstance(frame, Volley) or not isinstance(value, tuple):
        return ""
    id, facing = value
    new = fork(g)
    new.units[id] = msgspec.structs.replace(new.units[id], column=False, facing=facing)
    shots = [s.unit for s in frame.shots if g.at(s.unit) >= 0]
    flank = [i for i in shots if enfiladed(new, id, g.at(i))]
    ahead = [i for i in shots if i not in flank]
    parts = [f"its front to {names(ahead)}"] if ahead else []
    parts += [f"fire like that of {names(flank)} would enfilade it"] if flank else []
    near = [i for h in hexes_of(front(new, id)) for i in g.troops(h, 1 - g.side(id))]
    parts += [f"{names(near)} before its front"] if near else []
    return "; ".join(parts)


def _falling_back(g: State, ask: Ask, value: Any) -> str:
    """What a way back costs: fire of enemies into whose zone it leads, friends who are run into."""
    if not isinstance(value, int) or value < 0 or not ask.about:
        return ""
    side = SIDE_INDEX[ask.seat]
    parts = ["in an enemy zone: it may be fired at"] if zone(g, 1 - side) >> value & 1 else []
    friends = [id for id in g.troops(value, side) if id not in ask.about]
    parts += [f"{', '.join(friends)} would check for rout"] if friends else []
    return "; ".join(parts)


def _rallying(g: State, ask: Ask, value: Any) -> str:
    """Strength that comes back, and the rating of the leader."""
    if not isinstance(value, tuple) or len(value) < 2 or value[0] not in g.units or value[1] not in g.units:
        return ""
    leader, id = value[0], value[1]
    return f"strength {g.strength(id)}, he rallies {ratings(g, leader)[1]} in a turn"


def _firing(g: State, ask: Ask, value: Any) -> str:
    """The strength and the column with one more, or as they are."""
    frame = g.stack[-1][0]
    if not isinstance(frame, FirePhase) or not isinstance(value, tuple):
        return ""
    id, points = value
    shots = (*frame.shots, Shot(id, points)) if points else frame.shots if id == FIRE[0] else ()
    return aim_words(aim_of(g, frame.side, frame.hex, shots)[1]) if shots else ""


def _meeting(g: State, ask: Ask, value: Any) -> str:
    """The sums of a melee with one more, or as they are."""
    frame = g.stack[-1][0]
    if not isinstance(frame, Melee) or not isinstance(value, tuple) or value[0] == CANCEL:
        return ""
    inside = g.troops(frame.hex, frame.side)
    units = (*inside, *frame.units, *((value[1],) if value[1] else ()))
    if not units:
        return ""
    found = reckon(g, frame.side, frame.hex, units, tuple(g.at(id) for id in units))
    return f"{found.attacker} to {found.defender}, column {g.setting.melee.name(found.column)}"


def _moving(g: State, ask: Ask, value: Any) -> str:
    """The fire that a battery may draw before it limbers or unlimbers; also before it is picked to move.

    Of who is offered and goes nowhere, why, and what he does instead.
    """
    picked = ask.kind == "move-unit"
    if not (value in g.units if picked else value == CHANGE):
        return ""
    found = change_plan(g, value if picked else ask.about[0])
    parts = [_staying(g, value)] if picked else []
    parts += [str(found["warning"])] if found else []
    return "; ".join(part for part in parts if part)


STAYING = {RESERVE: "goes into reserve", LEAVE_RESERVE: "leaves reserve", ON_TOP: "goes on top of its stack"}
"""What somebody does who stays where he is."""


def _staying(g: State, id: str) -> str:
    """ "does not go: its brigade was not paid for; it only turns or goes on top of its stack"."""
    over = id in g.moved
    found = acts(g, id, over)
    if any(isinstance(act, int) or act in (EXIT, CHANGE) for act in found):
        return ""
    words = [*(["turns"] if any(str(act).startswith(FACE) for act in found) else ())]
    words += [text for act, text in STAYING.items() if act in found]
    bar = start_bar(g, id)
    why = "it has moved" if over else bar.text if bar is not None else "no hex is open to it"
    if not words:
        return ""
    listed = " or ".join(part for part in (", ".join(words[:-1]), words[-1]) if part)
    return f"does not go: {why}; it only {listed}"


TABLE: Mapping[str, Note] = {
    "move-unit": _moving,
    "move": _moving,
    "pay": _paying,
    "firers": _firing,
    "attackers": _meeting,
    "lose": _losing,
    "face": _facing,
    "retreat": _falling_back,
    "rally": _rallying,
}
"""The kind of decision -> what is said of an answer."""
