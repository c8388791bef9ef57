"""What a balance report counts in a game: activations, losses, victory hexes held turn by turn."""

from __future__ import annotations

from collections.abc import Sequence

from vedette.engine.events import Event
from vedette.rules.blind_swords.setting import SIDES
from vedette.rules.blind_swords.state import State

Table = dict[str, dict[str, int]]

LOSSES = {"depleted": "depleted", "broken": "broken", "eliminated": "eliminated", "off-map": "broken"}


def figures(g: State, events: Sequence[Event]) -> dict[str, Table]:
    """The tables of one whole game from all its events."""
    return {"activations": activations(events), "losses": _losses(events), "hexes held": _held(g, events)}


def activations(events: Sequence[Event]) -> Table:
    """Brigade -> how often it was fully active, could only fire, or was lost to Fortunes of War."""
    found: Table = {}
    for event in events:
        if event.kind == "activated":
            kind = "full" if event.data[1] else "limited"
        elif event.kind == "negated-brigade":
            kind = "lost"
        else:
            continue
        row = found.setdefault(event.data[0], {"full": 0, "limited": 0, "lost": 0})
        row[kind] += 1
    return found


def _losses(events: Sequence[Event]) -> Table:
    """Side -> units depleted, broken, eliminated."""
    found: Table = {seat: {"depleted": 0, "broken": 0, "eliminated": 0} for seat in SIDES}
    for event in events:
        if event.kind in LOSSES and event.seat in found:
            found[event.seat][LOSSES[event.kind]] += 1
    return found


def _held(g: State, events: Sequence[Event]) -> Table:
    """Turn -> victory hexes that each side holds at its end."""
    initial = str(g.setting.victory.get("initial", ""))
    holder = dict.fromkeys(g.setting.victory_hexes, initial)
    found: Table = {}
    turn = g.setting.first_turn
    for event in events:
        if event.kind == "control":
            holder[event.hex] = SIDES[event.data[0]]
        elif event.kind == "turn":
            turn = event.data[0]
        if event.kind in ("turn", "control"):
            found[str(turn)] = {seat: sum(h == seat for h in holder.values()) for seat in SIDES}
    return found
