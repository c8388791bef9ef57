"""Events in plain words. Nothing is hidden in this book, so that both seats read the same."""

from __future__ import annotations

from functools import partial
from typing import Any

from vedette.engine.events import Event
from vedette.rules.common.text.log import (
    Say,
    at,
    automatic,
    event_row,
    reason,
    resigned,
    said,
    side_name,
    turn,
    who,
    worded,
)
from vedette.rules.great_battles.chapters.victory import outcome
from vedette.rules.great_battles.setting import DIRECTIONS
from vedette.rules.great_battles.state import State
from vedette.rules.great_battles.text.fire_words import fired
from vedette.rules.great_battles.text.lines import PHASES, extra, shooter
from vedette.rules.great_battles.text.states import FORMATIONS, points_words

WHY = {
    "SW-13.82-3": "unlimbered guns cannot fall back",
    "SW-13.84-C-4": "unlimbered guns cannot leave a melee",
    "SW-13.83-4": "the guns stand unlimbered",
    "SW-14.5-3": "the unit above it has routed",
    "SW-14.72": "driven into a town",
    "SW-15.1-2": "it has no way back",
    "SW-8.75-2": "there is no room where it would end",
    "SW-17.42": "he is cut off",
    "SW-17.43-2": "he is left alone with the enemy",
    "SW-17.3-5": "his whole command is gone",
    "SW-18.24-1": "its charge is over",
    "SW-18.26-2": "its charge is over",
    "SW-20.21-B-1": "its ineffective brigade runs",
    "GB-26.4-2": "its ineffective brigade runs",
    "SW-15.3-2": "friends have run into it",
    "SW-15.3-3": "friends have run into it",
    "SW-19.2-2": "the income of a turn",
    "SW-19.31-1": "a brigade is to move",
    "SW-19.32-1": "an ineffective brigade is to move",
    "SW-19.33-1": "men lost or routed",
    "SW-19.33-2": "men rallied",
    "SW-19.34": "a leader lost",
    "SW-19.35-1": "a brigade held back is to move",
    "SW-19.35-2": "a brigade held back is to move",
    "SW-10.73": "artillery pins men on foot, with all in their hex, instead of a loss",
}
"""Why something happened to a unit or to army morale, by the case that is cited."""


because = partial(reason, WHY)
"""The reason that goes with a case, in a few words after a comma; empty where it is plain."""
plain = partial(worded, WHY)
"""Words with places for who, units, at, side, why, roll and data."""


def say(g: State, event: Event, seat: str = "") -> str:
    """An event in words, the same for every seat."""
    return said(TABLE, g, event)


def count(n: int, what: str) -> str:
    """ "a point", "3 points"."""
    return f"a {what}" if n == 1 else f"{n} {what}s"


def _phase(g: State, e: Event) -> str:
    return f"{shooter(e).capitalize()} {PHASES.get(e.data[0], e.data[0])} phase".strip()


def _lost(g: State, e: Event) -> str:
    n, how = e.data[:2]
    c = g.counter(e.units[0])
    what = "gun" if c.gun else "guard" if c.wagon else "point"
    tail = " captured" if how == "captured" else " destroyed" if c.gun else ""
    return f"{who(e)} loses {count(n, what)}{tail}{because(e)}"


def _eliminated(g: State, e: Event) -> str:
    return f"{who(e)} is {'captured' if 'captured' in e.data else 'eliminated'} in {at(g, e)}{because(e)}"


def _turned(g: State, e: Event) -> str:
    facing = e.data[0]
    return f"{who(e)} faces {DIRECTIONS[facing]}" if facing >= 0 else f"{who(e)} has no front any more"


def _morale(g: State, e: Event) -> str:
    n, now = e.data[:2]
    return f"Union army morale {n:+d}, now {now}{because(e)}"


def _leader_lost(g: State, e: Event) -> str:
    return f"{who(e)} is {e.data[0]} in {at(g, e)}{because(e)}"


def _leader_check(g: State, e: Event) -> str:
    found = e.data[0]
    return f"{who(e)} under fire, rolled {dice(e.roll)}: {found or 'unhurt'}"


def dice(roll: int) -> str:
    """Two dice as they lie: 25 is 2 and 5."""
    first, second = divmod(roll, 10)
    return f"{first} and {second}"


def _melee(g: State, e: Event) -> str:
    words, attacker, defender, _, column = e.data[:5]
    odds = f"{attacker} to {defender}, column {column}"
    return f"{who(e)} in melee at {at(g, e)}: {odds}, rolled {e.roll}: {melee_words(words)} ({words})"


def melee_words(cell: str) -> str:
    """A cell of the melee table in words: "the defenders lose a point and fall back a hex"."""
    if "Eng" in cell:
        engaged = "; they stay engaged"
    else:
        engaged = ""
    left, _, right = cell.partition(" / ")
    parts = []
    for name, text in (("the attackers", left), ("the defenders", right)):
        deeds = []
        for code in text.split():
            n = int(code[1:] or 1) if code[0] in "KCR" and (code[1:] or "1").isdigit() else 0
            if n and code[0] == "K":
                deeds.append(f"lose {count(n, 'point')}")
            elif n and code[0] == "C":
                deeds.append(f"lose {count(n, 'captured point')}")
            elif n:
                deeds.append("fall back " + ("a hex" if n == 1 else f"{n} hexes"))
        if deeds:
            parts.append(f"{name} {' and '.join(deeds)}")
    return ("; ".join(parts) or "no losses") + engaged


FORMS = {
    "line": "forms line",
    "column": "forms column",
    "limbered": "limbers",
    "unlimbered": "unlimbers",
    "mounted": "mounts",
    "dismounted": "dismounts",
}
"""Formation -> what one does to take it."""
CHECKS = {"R": "it routs", "-": "it stands", "R?": "it rolls again"}


def _rout_check(g: State, e: Event) -> str:
    result, _, letter, modifiers = e.data
    added = "".join(f", {name} {amount:+d}" for name, amount, _ in modifiers)
    return f"{who(e)} checks for rout, morale {letter}, rolled {e.roll}{added}: {CHECKS[result]}"


def _aim(g: State, e: Event) -> str:
    """The column of a fire or melee before its die, as odds note it."""
    found: Any = e.data[0]
    return f"{who(e)} at {at(g, e)}: {found.strength}, column {found.base}, in the end {found.final}"


def _crew(g: State, e: Event) -> str:
    return f"{who(e)} loses {count(e.data[0], 'step')} of its crew{because(e)}"


def _paid(g: State, e: Event) -> str:
    brigade, spent = e.data
    return f"{brigade}'s brigade is paid for: {count(spent, 'point')} of army morale"


def _demoralization(g: State, e: Event) -> str:
    brigade, found, morale = e.data
    result = "it is demoralized" if found else "it holds"
    return f"{brigade}'s brigade checks for demoralization at {morale}, rolled {e.roll}: {result}"


def _entered(g: State, e: Event) -> str:
    return f"{who(e)} enters at {at(g, e)}, {points_words(e.data[1])} MP"


def _formed(g: State, e: Event) -> str:
    names = FORMATIONS[g.counter(e.units[0]).arm]
    toward = f", facing {DIRECTIONS[e.data[1]]}" if len(e.data) > 1 else ""
    return f"{who(e)} {FORMS[names[e.data[0]]]}{toward}"


def _overshot(g: State, e: Event) -> str:
    by = e.data[0]
    where = f"too far by {count(by, 'hex') if by == 1 else f'{by} hexes'}" if by else "on target"
    return f"{who(e)} fires far at {at(g, e)}, rolled {e.roll}: {where}"


def _outcome(g: State, e: Event) -> str:
    level, winner, lead = e.data[:3]
    return f"The battle is over: {level}" + (f", {side_name(winner)} by {abs(lead)}" if winner else "")


def _campaign(g: State, e: Event) -> str:
    result, words, shift = e.data
    die = f", rolled {e.roll}{f' {shift:+d}' if shift else ''}" if e.roll else ""
    return f"The campaign: {result}{die}: {words}"


NOTHING = {
    "pay": "no brigade can be paid for",
    "move": "its move is over",
    "fire": "nobody can be fired at",
    "charge": "nobody can charge",
    "evade": "nobody can fall back before melee",
    "melee": "nobody can be attacked in melee",
    "rally": "nobody can be rallied",
}
"""Kind of question -> what is said where its only answer is to do nothing."""


def _automatic(g: State, e: Event) -> str:
    words = automatic(g, e)
    return NOTHING.get(e.data[0], words) if words == "only answer: done" else words


TABLE: dict[str, Say] = {
    "turn": turn,
    "phase": _phase,
    "automatic": _automatic,
    "set-up": plain("{who} is set up in {at}"),
    "rounds-lost": lambda g, e: f"{who(e)} loses {count(e.data[0], 'round')} with its guns",
    "waived": lambda g, e: f"{who(e)} {'holds' if len(e.units) == 1 else 'hold'} fire at {' + '.join(e.data)}",
    "moved": plain("{who} moves to {at}"),
    "on-top": plain("{who} lies on top in {at}"),
    "turned": _turned,
    "lost": _lost,
    "eliminated": _eliminated,
    "aim": _aim,
    "crew-lost": _crew,
    "wagon-captured": plain("{who} is captured in {at} by the {side}"),
    "morale": _morale,
    "ineffective": lambda g, e: f"{e.data[0]}'s brigade loses its combat effectiveness",
    "effective": lambda g, e: f"{e.data[0]}'s brigade is effective again",
    "melee": _melee,
    "assaulted": plain("{who} goes into melee at {at}"),
    "no-end": plain("nobody would be left in {at}: no losses, they stay engaged"),
    "engaged": plain("{who} is engaged in {at}"),
    "must-fight": plain("{who} must fight on in {at}{why}"),
    "kept-out": plain("{who} does not come into the melee in {at}: {data[0]}"),
    "broke-off": plain("{who} breaks off the melee in {at}"),
    "free": plain("{who} is no longer engaged"),
    "rout-check": _rout_check,
    "routed": plain("{who} routs{why}"),
    "retreated": plain("{who} falls back to {at}"),
    "loosened": plain("{who} is driven off: no longer pinned or in reserve"),
    "leader-check": _leader_check,
    "leader-lost": _leader_lost,
    "leader-turned": plain("{who} will be followed by a replacement"),
    "leader-removed": plain("{who} leaves the field{why}"),
    "leader-placed": plain("{who} goes to {at}"),
    "leader-stays": plain("{who} stays alone in {at}"),
    "entered": _entered,
    "exited": plain("{who} leaves the map"),
    "formed": _formed,
    "kept-formation": plain("{who} cannot change its formation under this fire"),
    "reserve": lambda g, e: f"{who(e)} {'goes into' if e.data[0] else 'leaves'} reserve",
    "made-room": plain("{who} cannot stay and goes to {at}"),
    "gave-guard": plain("{who} gives a guard to the wagon"),
    "guarded": plain("{who} has a guard"),
    "wagon-destroyed": plain("{who} is destroyed"),
    "abandoned": plain("the crew of {who} leaves its guns"),
    "manned": plain("the crew of {who} is back at its guns"),
    "fired": fired,
    "withdrawal-fired": fired,
    "retreat-fired": fired,
    "overshot": _overshot,
    "wasted": plain("the round of {who} falls where nobody stands"),
    "passed-on": lambda g, e: f"{who(e)} bears what is left: {count(e.data[0], 'point')}",
    "pinned": plain("{who} is pinned{why}"),
    "depleted": plain("{who} is out of ammunition: rolled {data[0]}"),
    "resupplied": plain("{who} is resupplied"),
    "round-fired": lambda g, e: f"{who(e)} fires a round, {e.data[0]} left",
    "caisson": lambda g, e: f"a caisson of {who(e)} explodes: {count(e.data[0], 'round')} lost",
    "rounds-given": lambda g, e: f"{who(e)} gives {count(e.data[1], 'round')} to {e.data[0]}",
    "rounds-taken": lambda g, e: f"{who(e)} takes {count(e.data[1], 'round')} from {e.data[0]}",
    "paid": _paid,
    "out-of-command": plain("out of command in this player turn: {units}"),
    "charge": plain("{who} charges {at}"),
    "advanced": plain("{who} advances to {at}"),
    "rallied": lambda g, e: f"{who(e)} is rallied by {e.data[0]}" if e.data[0] else f"{who(e)} rallies by itself",
    "unpinned": plain("{who} is no longer pinned"),
    "demoralization-check": _demoralization,
    "demoralized": lambda g, e: (
        f"{e.data[0]}'s brigade is demoralized: rolled {e.roll}, its rating falls by {e.data[1]}"
    ),
    "outcome": _outcome,
    "resigned": lambda g, e: resigned(outcome(g), e),
    "campaign": _campaign,
}
"""Kind of event -> its words."""


def event_json(g: State, event: Event, n: int, seat: str = "") -> dict[str, Any]:
    """An event as `vedette try` shows it, with what its line of the log needs."""
    return event_row(g, event, n, say(g, event), extra(g, event))
