"""Why single answers are not offered: charges, retreats before melee, rallies, rounds, fire at who passes, the end.

Each text has the kinds of question that it answers, what is said at any other, and the question of the rules that
decides whether it is offered there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import msgspec

from vedette.engine.events import Reason
from vedette.rules.common.assist.gestures import hex_named, names, of, unit_named
from vedette.rules.great_battles.assist.gestures.fighting import kind_of
from vedette.rules.great_battles.assist.gestures.moves import stranger
from vedette.rules.great_battles.chapters.charge import charge_bar
from vedette.rules.great_battles.chapters.evasion import evade_bar
from vedette.rules.great_battles.chapters.formations import change_word
from vedette.rules.great_battles.chapters.movement import MovementPhase, MoveUnit, owed, strays
from vedette.rules.great_battles.chapters.moves import company_bar, end_bar, start_bar
from vedette.rules.great_battles.chapters.sequence import NOT_ROUTED, FinalPhase, rally_bar
from vedette.rules.great_battles.chapters.stacking import over
from vedette.rules.great_battles.chapters.supply import transfer_bar
from vedette.rules.great_battles.chapters.zone_fire import (
    FireAtChange,
    RetreatFire,
    WithdrawalFire,
    onlook_bar,
    watch_bar,
)
from vedette.rules.great_battles.setting import SIDE_INDEX, SIDES
from vedette.rules.great_battles.state import State

NAMED = Reason("it is named already", "SW-10.31-1")
SPARED = Reason("it has caused the retreat, or has fired at it", "SW-11.2-5")
NOT_THERE = Reason("it could not have attacked the hex that was left", "SW-13.7-5")
NOBODY_NAMED = Reason("no fire or melee is being made to which anybody could be added", "SW-10.31-1")
NOBODY = Reason("nobody has been named yet", "SW-10.31-1")
MAKING = Reason("a fire or melee is being made: carry it out or cancel it first", "SW-10.31-1")
ENTERING = Reason("a unit is entering: its formation is chosen first", "SW-21.22-4")
MOVING = re.compile(r"^(?:move|march|step|enter) |^[^:]+: ", re.IGNORECASE)
PASSING = ("withdrawal-fire", "retreat-fire")

Found = re.Match[str]


class Rule(msgspec.Struct, frozen=True):
    """A text, the kinds of question that it answers, what is said at others, and what bars it there."""

    text: re.Pattern[str]
    kinds: tuple[str, ...]
    elsewhere: Reason
    bar: Callable[[State, str, Found], Reason | None]


def why(g: State, seat: str, text: str) -> Reason | None:
    """Why one of these texts is not offered; None for any other text."""
    if text.lower() == "done":
        return end_why(g)
    if kind_of(g) == "enter" and MOVING.match(text):
        return ENTERING
    for rule in RULES:
        if found := rule.text.match(text):
            return rule.bar(g, seat, found) if kind_of(g) in rule.kinds else rule.elsewhere
    return None


def end_why(g: State) -> Reason | None:
    """Why a move, or the movement phase, cannot end now: somebody may not stay where he is."""
    top = g.stack[-1][0] if g.stack else None
    if kind_of(g) in ("firers", "attackers"):
        return MAKING
    if isinstance(top, MoveUnit):
        bar = end_bar(g, top.unit)
        return Reason(f"{top.unit} cannot stop where it is: {bar.text}", bar.cite) if bar else None
    if not isinstance(top, MovementPhase):
        return None
    if lost := next(strays(g, top.side), ""):
        bar = company_bar(g, lost, g.at(lost))
        return Reason(f"{lost} cannot stay where he is: {bar.text}", bar.cite) if bar else None
    due = list(owed(g, top.side))
    return owed_why(g, [id for id in due if g.at(id) == g.at(due[0])]) if due else None


def owed_why(g: State, due: Sequence[str]) -> Reason | None:
    """What must still be done about units of a hex that have not all changed formation."""
    hex, side = g.at(due[0]), g.side(due[0])
    bar = over(g, hex, side)
    ways = [f"{id} {owed_words(g, id)}" for id in due]
    together = f"{names(g.troops(hex, side))} cannot stay together in {g.hex_name(hex)}"
    return Reason(f"{together}: {bar.text}; before the phase ends {' or '.join(ways)}", bar.cite) if bar else None


def owed_words(g: State, id: str) -> str:
    """ "must dismount or go away"."""
    return f"must {change_word(g, id)}{' or go away' if start_bar(g, id) is None else ''}"


def _charge(g: State, seat: str, found: Found) -> Reason | None:
    id = unit_named(g, found["who"])
    return stranger(g, seat, id) or of(id, charge_bar(g, id, hex_named(g, found["hex"])))


def _evade(g: State, seat: str, found: Found) -> Reason | None:
    for name in found["who"].split(" + "):
        id = unit_named(g, name)
        if bar := stranger(g, seat, id) or of(id, evade_bar(g, id)):
            return bar
    return None


def _advance(g: State, seat: str, found: Found) -> Reason | None:
    id = unit_named(g, found["who"])
    return stranger(g, seat, id) or of(id, NOT_THERE)


def _rally(g: State, seat: str, found: Found) -> Reason | None:
    leader, id = unit_named(g, found["who"]), unit_named(g, found["whom"])
    top = g.stack[-1][0]
    used = dict(top.used).get(leader, 0) if isinstance(top, FinalPhase) else 0
    bar = rally_bar(g, leader, id, used)
    return stranger(g, seat, id) or of(id if bar is NOT_ROUTED else leader, bar)


def _give(g: State, seat: str, found: Found) -> Reason | None:
    giver, taker = unit_named(g, found["who"]), unit_named(g, found["whom"])
    return stranger(g, seat, giver) or of(giver, transfer_bar(g, giver, taker))


def _fire(g: State, seat: str, found: Found) -> Reason | None:
    """ "fire A" at who leaves a zone, comes into one, or changes formation."""
    id, top = unit_named(g, found["who"]), g.stack[-1][0]
    if not isinstance(top, WithdrawalFire | RetreatFire | FireAtChange):
        return None
    if bar := stranger(g, seat, id):
        return bar
    if id in top.chosen:
        return of(id, NAMED)
    if isinstance(top, FireAtChange):
        return of(id, onlook_bar(g, id, g.at(top.gun)))
    if isinstance(top, WithdrawalFire):
        return of(id, watch_bar(g, id, top.frm))
    return of(id, watch_bar(g, id, top.hex) or (SPARED if g.at(id) in top.spared else None))


def _nothing(g: State, seat: str, found: Found) -> Reason | None:
    return None


def _nobody(g: State, seat: str, found: Found) -> Reason | None:
    return NOBODY


def _rule(text: str, kinds: tuple[str, ...], elsewhere: str, cite: str,
          bar: Callable[[State, str, Found], Reason | None]) -> Rule:  # fmt: skip
    return Rule(re.compile(f"^{text}$", re.IGNORECASE), kinds, Reason(elsewhere, cite), bar)


RULES = (
    _rule(r"(?P<who>[^:]+) charges? (?P<hex>\d{4})", ("charge",),
          "charges are declared when the offensive fire is over", "SW-18.25-1", _charge),
    _rule(r"(?P<who>[^:]+) advances? to (?P<hex>\d{4})", ("advance",),
          "a unit advances into a hex that was left before a melee", "SW-13.7-5", _advance),
    _rule(r"(?P<who>[^:]+) rall(?:y|ies) (?P<whom>.+)", ("rally",),
          "units are rallied in the final command phase", "SW-14.4-3", _rally),
    _rule(r"(?P<who>[^:]+) gives? \d+ rounds? to (?P<whom>.+)", ("transfer",),
          "rounds are shared between two game turns", "SW-12.36-1", _give),
    _rule(r"(?P<who>[^:]+) retreats?", ("evade", "engaged"),
          "units fall back before melee when the enemy's offensive fire is over", "SW-4.0-E-1", _evade),
    _rule(r"fire (?!at )(?P<who>.+)", PASSING,
          "nobody leaves or enters its zone now, nor changes formation before it", "SW-11.1", _fire),
    _rule(r"fire", ("firers",), "no fire is being made: say at which hex", "SW-10.31-1", _nobody),
    _rule(r"melee", ("attackers",), "no melee is being made: say in which hex", "SW-13.6-6", _nobody),
    _rule(r"hold fire", PASSING,
          "nobody leaves or enters a zone of yours now, nor changes formation before you", "SW-11.1", _nothing),
    _rule(r"add (?P<who>.+)", ("firers", "attackers"), NOBODY_NAMED.text, NOBODY_NAMED.cite, _nothing),
)  # fmt: skip
"""The first row that fits counts."""


MOVES = re.compile(
    r"^(?:move|march|step|enter) "
    r"|^[^:]+: (?:\d{4}|face |column|line|limber|unlimber|mount|dismount|reserve|leave reserve|exit|on top)",
    re.IGNORECASE,
)
PAYS = re.compile(r"^pay for ", re.IGNORECASE)
FIRES = re.compile(r"(?:^|\s)fire at \d{4}$", re.IGNORECASE)
MELEES = re.compile(r"(?:^|\s)(?:melee|assault) \d{4}$", re.IGNORECASE)

OVER = Reason("the game is over", "SW-4.0-2")
TABLE = (
    (PAYS, ("command",), Reason("army morale is paid in the initial command phase", "SW-4.0-A-1")),
    (MOVES, ("movement", "set-up"), Reason("units move in their own movement phase", "SW-4.0-B-1")),
    (FIRES, ("defensive-fire", "offensive-fire"), Reason("fire is for the fire phases", "SW-4.0-C-1")),
    (MELEES, ("melee",), Reason("melee is for the melee phase", "SW-4.0-F-1")),
)  # fmt: skip
"""What a text is, the phases in which it is given, and what is said in any other."""
FIRST = {"defensive-fire": False, "command": True, "movement": True, "offensive-fire": True, "melee": True}
"""Whether the phase is the phasing player's own."""


def phase_bar(g: State, seat: str, text: str) -> Reason | None:
    """Why a text is not offered in this phase at all."""
    if g.over:
        return OVER
    for pattern, phases, bar in TABLE:
        if not pattern.search(text):
            continue
        mine = g.phase == "set-up" or (SIDE_INDEX.get(seat) == g.player) == FIRST.get(g.phase, True)
        if g.phase not in phases or not mine:
            who = "" if g.player < 0 else f"; it is the {SIDES[g.player].capitalize()} player turn, {g.phase}"
            return Reason(f"{bar.text}{who}", bar.cite)
        return None
    return None
