"""What is said beside an open question: what its answers come to, how they are put, what passing leaves undone.

"fire 13 IN" says who fires, and would read as if 13 IN were fired at: shown is "13 IN fires at 8 OH in 2319". The text
stays the name of the answer.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from vedette.engine.choice import DONE, Choice
from vedette.engine.procedure import Ask
from vedette.engine.words import counted
from vedette.hexes import hexes_of
from vedette.rules.common.assist.gestures import names
from vedette.rules.common.text.asked import (
    Note,
    Words,
    asked,
    ended,
    ends_move,
    first_of,
    left_undone,
    noted,
    passed,
    rest_words,
    says,
)
from vedette.rules.great_battles.assist.gestures.refusing import owed_words
from vedette.rules.great_battles.assist.plans.backward import target_of
from vedette.rules.great_battles.assist.plans.before_melee import danger_words, standing_words, way_words
from vedette.rules.great_battles.assist.plans.fire import aim_of, aim_words
from vedette.rules.great_battles.assist.plans.melee import reckoned
from vedette.rules.great_battles.assist.plans.moves import change_plan
from vedette.rules.great_battles.chapters.army_morale import price
from vedette.rules.great_battles.chapters.columns import Shot, enfiladed, unfired
from vedette.rules.great_battles.chapters.evasion import goers
from vedette.rules.great_battles.chapters.fire import CANCEL, FIRE, FirePhase, Volley
from vedette.rules.great_battles.chapters.formations import front
from vedette.rules.great_battles.chapters.leaders import ratings
from vedette.rules.great_battles.chapters.melee import Melee, reckon
from vedette.rules.great_battles.chapters.melee_results import bound
from vedette.rules.great_battles.chapters.movement import GO, REFORM, RISE, acts, task
from vedette.rules.great_battles.chapters.moves import mates, start_bar
from vedette.rules.great_battles.chapters.setup import REST, left
from vedette.rules.great_battles.chapters.stacking import over
from vedette.rules.great_battles.chapters.zones import zone
from vedette.rules.great_battles.setting import SIDE_INDEX
from vedette.rules.great_battles.state import State


def notes(g: State, seat: str) -> dict[str, str]:
    """Text of an answer -> what it comes to; those of which nothing is to be said are left out."""
    ask = asked(g, seat)
    return _evading(g, ask) if ask is not None and ask.kind == "evade" else noted(g, seat, NOTES)


def _setting_up(g: State, ask: Ask, choice: Choice) -> str:
    """What one press sets up."""
    return rest_words(len(left(g, SIDE_INDEX[ask.seat]))) if choice == REST else ""


def _paying(g: State, ask: Ask, choice: Choice) -> str:
    """What a brigade costs, and what is left."""
    if choice == DONE:
        return ""
    spent = price(g, choice.arg)
    left = g.morale - spent
    low = ", below which brigades may be demoralized" if left < g.setting.numbers["demoralization-below"] else ""
    return f"{counted(spent, 'point', 'points')} of army morale, then {left}{low}"


def _losing(g: State, ask: Ask, choice: Choice) -> str:
    """What a point costs a unit."""
    id = choice.unit
    unit, c = g.units[id], g.counter(id)
    if c.gun:
        return f"{counted(unit.strength, 'gun', 'guns')}, crew {unit.crew} of {c.crew}"
    return f"strength {unit.strength}, then {unit.strength - 1}" if unit.strength > 1 else "its last point"


def _evading(g: State, ask: Ask) -> dict[str, str]:
    """Who may attack, what that would come to, what is at stake, and where to go; of all who stand, who must.

    The attack on a hex is followed once, whoever of it goes.
    """
    going = [choice for choice in ask.options if choice != DONE]
    dangers = {hex: danger_words(g, hex) for hex in dict.fromkeys(choice.hex for choice in going)}
    found = {g.text_of(choice): f"{dangers[choice.hex]}; {way_words(g, goers(choice))}" for choice in going}
    return found | {g.text_of(DONE): standing_words(g, SIDE_INDEX[ask.seat])} if found else {}


def _facing(g: State, ask: Ask, choice: Choice) -> str:
    """Of who is forced into line by fire: whether that facing has its front or its flank to those who fired."""
    frame = g.stack[-1][0]
    if not isinstance(frame, Volley):
        return ""
    id, facing = choice.unit, choice.arg
    new = g.fork()
    new.units[id] = msgspec.structs.replace(new.units[id], column=False, facing=facing)
    shots = [s.unit for s in frame.shots if g.at(s.unit) >= 0]
    flank = [i for i in shots if enfiladed(new, id, g.at(i))]
    ahead = [i for i in shots if i not in flank]
    parts = [f"its front to {names(ahead)}"] if ahead else []
    parts += [f"fire like that of {names(flank)} would enfilade it"] if flank else []
    near = [i for h in hexes_of(front(new, id)) for i in g.troops(h, 1 - g.side(id))]
    parts += [f"{names(near)} before its front"] if near else []
    return "; ".join(parts)


def _falling_back(g: State, ask: Ask, choice: Choice) -> str:
    """What a way back costs: fire of enemies into whose zone it leads, friends who are run into."""
    if choice.kind == "stop":
        return ""
    side = SIDE_INDEX[ask.seat]
    parts = ["in an enemy zone: it may be fired at"] if zone(g, 1 - side) >> choice.hex & 1 else []
    friends = [id for id in g.troops(choice.hex, side) if id not in ask.about]
    parts += [f"{', '.join(friends)} would check for rout"] if friends else []
    return "; ".join(parts)


def _rallying(g: State, ask: Ask, choice: Choice) -> str:
    """Strength that comes back, and the rating of the leader."""
    if choice == DONE:
        return ""
    return f"strength {g.strength(choice.arg)}, he rallies {ratings(g, choice.unit)[1]} in a turn"


def _firing(g: State, ask: Ask, choice: Choice) -> str:
    """The strength and the column with one more, or as they are."""
    frame = g.stack[-1][0]
    if not isinstance(frame, FirePhase) or choice == CANCEL:
        return ""
    shots = frame.shots if choice == FIRE else (*frame.shots, Shot(choice.unit, choice.arg))
    return aim_words(aim_of(g, frame.side, frame.hex, shots)[1])


def _meeting(g: State, ask: Ask, choice: Choice) -> str:
    """The sums of a melee with one more, or as they are."""
    frame = g.stack[-1][0]
    if not isinstance(frame, Melee) or choice.kind == "cancel":
        return ""
    inside = g.troops(frame.hex, frame.side)
    units = (*inside, *frame.units, *((choice.unit,) if choice.kind == "add" else ()))
    if not units:
        return ""
    found = reckon(g, frame.side, frame.hex, units, tuple(g.at(id) for id in units))
    return f"{found.attacker} to {found.defender}, column {g.setting.melee.name(found.column)}"


def _moving(g: State, ask: Ask, choice: Choice) -> str:
    """The fire that a battery may draw before it limbers or unlimbers; also before it is picked to move.

    Of who is offered and goes nowhere, why, and what he does instead; of who must still change formation, that.
    """
    if choice.kind not in ("move", "change formation"):
        return ""
    found = change_plan(g, choice.unit)
    parts = [_owing(g, choice.unit), _staying(g, choice.unit)] if choice.kind == "move" else []
    parts += [str(found["warning"])] if found else []
    return "; ".join(part for part in parts if part)


def _owing(g: State, id: str) -> str:
    """ "must dismount or go away before the phase ends", beside those of its hex who have changed formation."""
    hex, side = g.at(id), g.side(id)
    if hex < 0 or g.counter(id).leader or over(g, hex, side) is None:
        return ""
    owes = any(id in mates(g, other) for other in g.troops(hex, side))
    return f"{owed_words(g, id)} before the phase ends" if owes else ""


GOING = {"step", "exit", "change formation"}
"""What only somebody does whose move is not over."""
STAYING = {
    "face": "turns",
    "reserve": "goes into reserve",
    "leave reserve": "leaves reserve",
    "on top": "goes on top of its stack",
}
"""What somebody does who stays where he is."""


def _staying(g: State, id: str) -> str:
    """ "does not go: its brigade was not paid for; it only turns or goes on top of its stack"."""
    over = id in g.moved
    kinds = {act.kind for act in acts(g, id, over)}
    if kinds & GOING:
        return ""
    words = [text for kind, text in STAYING.items() if kind in kinds]
    bar = start_bar(g, id)
    why = "it has moved" if over else bar.text if bar is not None else "no hex is open to it"
    if not words:
        return ""
    listed = " or ".join(part for part in (", ".join(words[:-1]), words[-1]) if part)
    return f"does not go: {why}; it only {listed}"


NOTES: Mapping[str, Note] = {
    "set-up": _setting_up,
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


# -- how answers are put ---------------------------------------------------------------------------------------------


def labels(g: State, seat: str) -> dict[str, str]:
    """Text of an answer -> the words that are shown for it."""
    return ended(g, seat, ENDS) | noted(g, seat, LABELS)


ENDS: Mapping[str, Words] = {
    "move": ends_move,
    "move-unit": says("end movement"),
    "fire": says("end fire"),
    "charge": says("end the charges"),
    "melee": says("end melee"),
    "pay": says("pay for no other"),
    "rally": says("end rally"),
    "transfer": says("end the sharing"),
    "advance": says("end the advance"),
    "guard": lambda g, ask: f"{ask.about[0]} goes without a guard",
    "reorder": lambda g, ask: f"{ask.about[0]} stays on top",
}
"""The kind of decision -> what ends it."""


def _passing(g: State, ask: Ask, choice: Choice) -> str:
    """ "13 IN fires at Chew in 2319"."""
    target, hex = target_of(g)
    return f"{choice.unit} fires at {target} in {g.hex_name(hex)}" if choice.kind == "shoot" and target else ""


def _firers(g: State, ask: Ask, choice: Choice) -> str:
    """ "13 IN fires at 2319, with 3 of its 5 points", "13 IN + 5 OH: fire at 2319"."""
    frame = g.stack[-1][0]
    if not isinstance(frame, FirePhase) or choice == CANCEL:
        return ""
    at = g.hex_name(frame.hex)
    if choice == FIRE:
        return f"{' + '.join(shot.unit for shot in frame.shots)}: fire at {at}"
    id, points = choice.unit, choice.arg
    whole = unfired(g, id)
    part = "" if points == whole else f", with {points} of its {whole} points"
    return f"{id} {'fires too' if frame.shots else 'fires'} at {at}{part}"


def _attackers(g: State, ask: Ask, choice: Choice) -> str:
    """ "13 IN goes into melee at 2319"."""
    frame = g.stack[-1][0]
    if not isinstance(frame, Melee) or choice.kind != "add":
        return ""
    return f"{choice.unit} goes into the melee at {g.hex_name(frame.hex)}"


def _standing(g: State, ask: Ask, choice: Choice) -> str:
    """Who is done stands, and so do all who have not gone."""
    return "" if choice != DONE else "Done: all others stand" if g.evaded else "Done: all stand"


def _rounds(g: State, ask: Ask, choice: Choice) -> str:
    """ "Danville gives a round to West Augusta"."""
    if choice == DONE:
        return ""
    n = choice.arg.n
    return f"{choice.unit} gives {'a round' if n == 1 else f'{n} rounds'} to {choice.arg.taker}"


LABELS: dict[str, Note] = {
    "evade": _standing,
    "withdrawal-fire": _passing,
    "retreat-fire": _passing,
    "firers": _firers,
    "attackers": _attackers,
    "transfer": _rounds,
}
"""The kind of decision -> how its answers are put."""


# -- what passing leaves undone --------------------------------------------------------------------------------------


BEFORE = ("move-unit", "charge", "fire")
"""Questions of a player turn that come before its melee phase."""


def undone(g: State, seat: str) -> str:
    """What the seat would leave undone by passing at its open decision; empty where nothing."""
    ask = passed(g, seat)
    return "; ".join(filter(None, (left_undone(g, ask, UNDONE), *_bound(g, ask)))) if ask is not None else ""


def _bound(g: State, ask: Ask) -> list[str]:
    """Before his own melee phase: who of the seat must fight on there, and how that stands (SW 13.84)."""
    side = SIDE_INDEX[ask.seat]
    if ask.kind not in BEFORE or g.player != side:
        return []
    found = []
    for hex, ids in bound(g, side).items():
        sum_ = reckoned(g, side, hex, ())
        stands = f"{sum_.attacker} to {sum_.defender}, column {g.setting.melee.name(sum_.column)}"
        found.append(f"{names(ids)} must fight on in {g.hex_name(hex)} in this melee phase: {stands}")
    return found


def passing(g: State, seat: str) -> str:
    """The answer that passes, where nothing else can do anything; nowhere in this book."""
    return ""


def _who_moves(g: State, ask: Ask) -> str:
    """Who could still move, change formation, leave reserve or enter; of who may only turn nothing is said."""
    tasks = {choice.unit: task(g, choice.unit) for choice in ask.options if choice.kind == "move"}
    coming = list(dict.fromkeys(choice.unit for choice in ask.options if choice.kind == "enter"))
    parts = [
        first_of([id for id in tasks if tasks[id] == what], "unit", "units", f"could still {what}")
        for what in (GO, REFORM, RISE)
    ]
    parts.append(first_of(coming, "reinforcement", "reinforcements", "could still enter"))
    return "; ".join(part for part in parts if part)


def _texts(g: State, ask: Ask) -> list[str]:
    """The answers as they are shown, but for the one that passes."""
    shown = labels(g, ask.seat)
    return [shown.get(text, text) for text in (g.text_of(choice) for choice in ask.options if choice != DONE)]


def _hexes(verb: str) -> Words:
    """So many hexes that could still be fired at or attacked."""

    def words(g: State, ask: Ask) -> str:
        hexes = [g.hex_name(choice.hex) for choice in ask.options if choice != DONE]
        return first_of(hexes, "hex", "hexes", verb)

    return words


def _texts_of(what: str, many: str, verb: str) -> Words:
    """So many answers that are left, each as it is shown."""

    def words(g: State, ask: Ask) -> str:
        return first_of(list(dict.fromkeys(_texts(g, ask))), what, many, verb)

    return words


def _units(verb: str) -> Words:
    """So many units that could still do it."""

    def words(g: State, ask: Ask) -> str:
        units = list(dict.fromkeys(choice.unit for choice in ask.options if choice.unit))
        return first_of(units, "unit", "units", verb)

    return words


def _brigades(g: State, ask: Ask) -> str:
    """Who has not been paid for."""
    names = [choice.arg for choice in ask.options if choice != DONE]
    return first_of(names, "brigade", "brigades", "not paid for")


UNDONE: dict[str, Words] = {
    "pay": _brigades,
    "guard": _units("could guard it"),
    "charge": _units("could still charge"),
    "evade": _units("could still fall back"),
    "advance": _units("could still advance"),
    "move-unit": _who_moves,
    "fire": _hexes("could still be fired at"),
    "melee": _hexes("could still be attacked"),
    "rally": _texts_of("rally", "rallies", "left"),
    "transfer": _texts_of("transfer", "transfers", "left"),
}
"""The kind of decision -> what is said of it."""
