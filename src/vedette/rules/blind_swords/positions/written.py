"""A state written down as a position file says it: all that lies openly. Whose chits are hidden is left out."""

from __future__ import annotations

from typing import Any

from vedette.rules.blind_swords.chapters.activation import Activation
from vedette.rules.blind_swords.chapters.artillery import ArtilleryPhase
from vedette.rules.blind_swords.chapters.chits import ChitDrawPhase
from vedette.rules.blind_swords.chapters.close_combat import CloseCombatStep
from vedette.rules.blind_swords.chapters.fire import FireStep
from vedette.rules.blind_swords.chapters.movement_step import MovementStep
from vedette.rules.blind_swords.chapters.rally import RallyStep
from vedette.rules.blind_swords.chapters.sequence import EndTurnPhase
from vedette.rules.blind_swords.chapters.windows import is_commander
from vedette.rules.blind_swords.positions import LISTED, OFF
from vedette.rules.blind_swords.positions.begin import EFFECTS
from vedette.rules.blind_swords.setting import SIDE_INDEX, SIDES
from vedette.rules.blind_swords.state import WAITING, State

NAMES = {at: name for name, at in OFF.items()}
FLAGS = ("skirmish", "low_ammo", "resupplied", "broken_before", "frozen")
HITS = ((), ("shaken",), ("disrupted",))
PHASES = {ArtilleryPhase: "artillery", ChitDrawPhase: "draw", EndTurnPhase: "end-turn"}
STEPS = {FireStep: "fire", MovementStep: "movement", CloseCombatStep: "close-combat", RallyStep: "rally"}


def written(g: State) -> dict[str, Any]:
    """The position file of a state, from the phase or the step of an activation that is under way.

    Chits in hand and the names of the Event chits in the cup are in no such file, so that whoever shows it to others
    tells nothing.
    """
    spec: dict[str, Any] = {"turn": g.turn, **_moment(g)}
    if spec["begin"] != "turn":
        spec |= {"cup": list(g.cup), "blind": _blind(g)}
        commanders = {s: [h.chit for h in g.hands[i] if is_commander(g, h.chit)] for i, s in enumerate(SIDES)}
        spec["held"] = {side: chits for side, chits in commanders.items() if chits}
    spec |= {
        "activated": list(g.activated), "limited": list(g.limited), "casualties": list(g.casualties),
        "raised": list(g.raised), "surprise": g.surprise, "released": g.released, "bonuses": list(g.bonuses),
        "tracks": {t.chit: [t.box + 1, t.since] if t.since else t.box + 1 for t in g.tracks},
        "control": _control(g), "points": _points(g),
    }  # fmt: skip
    gone, due = [e.unit for e in g.exits], {row[1]: row for row in g.waiting}
    order = sorted(g.units, key=lambda id: gone.index(id) if id in gone else len(gone))
    units = [_row(g, id, due) for id in order if g.units[id].at != WAITING or id in due]
    kept = ("turn", "raised", "cup")
    return {key: value for key, value in spec.items() if value or key in kept} | {"unit": units}


def _moment(g: State) -> dict[str, Any]:
    """Where the file begins: the step of an activation that gives an Order, else the phase."""
    frames = [frame for frame, _ in g.stack]
    acting = next((frame for frame in reversed(frames) if isinstance(frame, Activation)), None)
    step = next((STEPS[type(frame)] for frame in frames if type(frame) in STEPS), "")
    if acting is not None:
        found = {"begin": step or "orders", "active": acting.brigade, "side": SIDES[acting.side]}
        effects = [effect for effect in acting.effects if effect in EFFECTS]
        return found | {"order": acting.order if step else "", "effects": effects}
    return {"begin": next((PHASES[type(frame)] for frame in reversed(frames) if type(frame) in PHASES), "turn")}


def _blind(g: State) -> dict[str, int]:
    """How many Event chits of each side lie in the cup: their backs are seen, their names are not."""
    return {side: n for i, side in enumerate(SIDES) if (n := g.blind[i] + len(g.keys[i]))}


def _control(g: State) -> dict[str, str]:
    pairs = zip(g.setting.victory_hexes, g.control, strict=True)
    return {g.hex_name(hex): SIDES[side] for hex, side in pairs if side >= 0}


def _points(g: State) -> dict[str, int]:
    """What each side has earned for good, where points are counted."""
    if g.setting.victory.get("do") != "points":
        return {}
    found = dict(zip(SIDES, g.given, strict=True))
    for row, won in zip(g.setting.scoring.by_turn, g.earned, strict=True):
        found[SIDES[SIDE_INDEX[row.side]]] += won
    return found


def _row(g: State, id: str, due: dict[str, Any]) -> dict[str, Any]:
    u, c = g.units[id], g.setting.counters[id]
    row: dict[str, Any] = {"id": id}
    if u.at >= 0:
        row["hex"] = g.hex_name(u.at)
    elif id in due:
        turn, _, hex, late = due[id]
        row["arrives"] = {"turn": turn, "hex": g.hex_name(hex), **({"late": True} if late else {})}
    else:
        row["box"] = NAMES[u.at]
    row["face"] = "worn" if u.worn else "fresh"
    marks = [*HITS[u.hits if u.at >= 0 else 0], *(flag.replace("_", "-") for flag in FLAGS if getattr(u, flag))]
    if c.foot is not None:
        marks.append("dismounted" if u.dismounted else "mounted")
    if u.at >= 0:
        marks += [mark for mark in LISTED if id in getattr(g, mark)]
        marks += ["good-ground"] if u.at in g.good_ground else []
    for e in g.exits:
        if e.unit == id:
            row["exit"] = {"edge": list(e.edges), "turn": e.turn, "forced": e.forced}
    return row | ({"marks": marks} if marks else {})
