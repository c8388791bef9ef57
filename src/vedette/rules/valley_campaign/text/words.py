"""Events in plain words, the same for both seats since nothing is hidden in this book."""

from __future__ import annotations

from functools import partial
from typing import Any

from vedette.engine.events import Event
from vedette.engine.words import counted
from vedette.rules.common.text.log import Say, at, automatic, event_row, reason, resigned, said, turn, who, worded
from vedette.rules.valley_campaign.chapters.bridges import bridge_name
from vedette.rules.valley_campaign.chapters.victory import outcome
from vedette.rules.valley_campaign.state import State
from vedette.rules.valley_campaign.text.combat_words import aim, attacked, steps_words
from vedette.rules.valley_campaign.text.lines import extra

HOLD = ("the Union holds", "the Confederates hold")
WHY = {
    "JV-6.3-7": "demoralized a second time",
    "JV-6.3-12": "demoralized a second time",
    "JV-6.12-12": "it cannot retreat",
    "JV-6.13-2": "nobody makes room for it",
    "JV-6.13-11": "nobody could make room for it",
    "JV-6.14-3": "for retreating into an enemy zone",
    "JV-6.14-4": "for retreating into an enemy zone",
    "JV-7.7-3": "demoralized a second time",
    "JV-7.7-7": "it cannot fall back any farther",
    "JV-8.5-1": "the die of his attack was a 1",
    "JV-8.5-2": "the die of the attack on him was a 6",
    "JV-8.5-4": "cut down by a bombardment",
    "JV-9.4-9": "the unit has moved or fought",
    "JV-9.4-10": "the enemy is near or has it under his guns",
    "JV-9.4-13": "the unit has left the bridge",
}
"""The case cited -> why a unit lost a step or was eliminated, or a repair was broken off."""


because = partial(reason, WHY)
"""The reason behind a case, in a few words after a comma; empty where it is obvious."""
plain = partial(worded, WHY)
"""Words with places for who, units, at, side, why, roll and data."""


def say(g: State, event: Event, seat: str = "") -> str:
    """An event in words, the same for every seat."""
    return said(TABLE, g, event)


def _phase(g: State, e: Event) -> str:
    return f"{e.seat.capitalize()} {e.data[0]} phase"


def _entered(g: State, e: Event) -> str:
    _, cost, place, listed = e.data
    instead = f" instead of {g.hex_name(listed)}" if listed != e.hex else ""
    return f"{who(e)} enters at {at(g, e)}{instead}, number {place} of the column, {cost} MP"


def _bombarded(g: State, e: Event) -> str:
    gun, target = e.units
    hit, _, distance, modifiers = e.data
    added = "".join(f", {name} {amount:+d}" for name, amount, _ in modifiers)
    needs = counted(distance, "hex", "hexes") + added
    return f"{gun} bombards {target} in {at(g, e)}, {needs}, rolled {e.roll}: {'a hit' if hit else 'no effect'}"


def _hit(g: State, e: Event) -> str:
    name, back, demoralizes, steps, kills = e.data
    parts = ["demoralized"] if demoralizes else []
    parts += [f"loses {steps_words(steps)}"] if steps else []
    parts += ["any leader in its hex falls"] if kills else []
    parts += [f"falls back {counted(back, 'hex', 'hexes')}"] if back else []
    return f"{who(e)} is hit: rolled {e.roll}, {name}" + (f": {', '.join(parts)}" if parts else "")


def _control(g: State, e: Event) -> str:
    return f"{HOLD[e.data[0]]} {at(g, e)}, the last to be there"


def _loses(g: State, e: Event) -> str:
    return f"{who(e)} loses a step{because(e)}"


def _eliminated(g: State, e: Event) -> str:
    return f"{who(e)} is eliminated in {at(g, e)}{because(e)}"


def _leader_lost(g: State, e: Event) -> str:
    return f"{who(e)} falls in {at(g, e)}{because(e)}"


def _leader_drawn(g: State, e: Event) -> str:
    shift = g.counter(e.units[0]).shift
    worth = f"worth {counted(shift, 'column', 'columns')}"
    if len(e.data) > 1:
        return f"{who(e)}, {worth}, follows {e.data[1]} in {at(g, e)}"
    return f"{who(e)}, {worth}, rises from the ranks in {at(g, e)}"


def _outcome(g: State, e: Event) -> str:
    level, _, points = e.data[:3]
    score = f", {counted(points, 'exit point', 'exit points')}" if "points" in g.setting.victory else ""
    return f"The battle is over: {level}{score}"


TABLE: dict[str, Say] = {
    "turn": turn,
    "phase": _phase,
    "automatic": automatic,
    "set-up": plain("{who} is set up in {at}"),
    "control": _control,
    "moved": plain("{who} moves to {at}"),
    "entered": _entered,
    "exited": plain("{who} leaves the map"),
    "step-lost": _loses,
    "eliminated": _eliminated,
    "retreated": plain("{who} falls back to {at}"),
    "displaced": plain("{who} makes room and goes to {at}"),
    "advanced": plain("{who} advances to {at}"),
    "demoralized": plain("{who} is demoralized"),
    "recovered": plain("{who} recovers"),
    "recovers-later": plain("{who} stays demoralized until its next recovery"),
    "aim": aim,
    "attacked": attacked,
    "bombarded": _bombarded,
    "hit": _hit,
    "leader-lost": _leader_lost,
    "leader-drawn": _leader_drawn,
    "not-replaced": plain("nobody follows {who}: the draw cup is empty, or nobody of his side is left"),
    "bridge-burned": lambda g, e: f"{who(e)} burns the bridge {bridge_name(g, e.data)}",
    "repair-begun": lambda g, e: (
        f"{who(e)} repairs the bridge {bridge_name(g, e.data)}: rolled {e.roll}, ready in turn {e.data[2]}"
    ),
    "repair-broken-off": lambda g, e: (
        f"the repair of the bridge {bridge_name(g, e.data)} by {who(e)} is broken off{because(e)}"
    ),
    "bridge-repaired": lambda g, e: f"the bridge {bridge_name(g, e.data)} stands again",
    "outcome": _outcome,
    "resigned": lambda g, e: resigned(outcome(g), e),
}
"""Kind of event -> its words."""


def event_json(g: State, event: Event, n: int, seat: str = "") -> dict[str, Any]:
    """An event as `vedette try` shows it, with what its line of the log needs."""
    return event_row(g, event, n, say(g, event), extra(g, event))
