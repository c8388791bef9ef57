"""How much a careful commander likes each answer of a decision, from a view.

He wants the victory hexes, fires whenever he can, steadies who is hurt, keeps the hurt away from the enemy and
attacks only at odds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from vedette.rules.blind_swords.ai.cautious_chits import (
    announce,
    bombard,
    brigade_rally,
    call,
    entry,
    firefight,
    first_chit,
    reserve,
    window,
)
from vedette.rules.blind_swords.ai.field import FAR, NEAR, Field, View, worth, would_gain


def cautious(view: View, decision: Mapping[str, Any], desk: Any) -> Sequence[float]:
    """How much a careful commander likes each action of a decision; higher is better, equal ones are drawn by lot.

    Args:
        view: what the seat may know.
        decision: kind, about, and for each action its text and hex.
        desk: gives `battle`, and `reach(unit)` of a unit that is moving.
    """
    judge = LIKINGS.get(decision["kind"])
    actions = decision["actions"]
    if judge is None or len(actions) == 1:
        return [0.0] * len(actions)
    return judge(Field(view, desk.battle), decision, desk)


def _name(text: str) -> str:
    """The unit that a text such as "move 7 OH-a" or "7 OH-a: 1532" names."""
    bare, colon, _ = text.rpartition(": ")
    return bare if colon else text.partition(" ")[2]


Judge = Callable[[Field, Mapping[str, Any], Any], list[float]]


def _order(field: Field, decision: Mapping[str, Any], desk: Any) -> list[float]:
    """Regroup where many are hurt and the enemy is off, defend where some are, else march up or attack."""
    brigade = [i for i in field.mine if field.units[i]["brigade"] in decision["about"]]
    hurt = sum(field.hurt(i) for i in brigade)
    enemy = min((field.to_enemy(field.at[i]) for i in brigade), default=FAR)
    goal = min((field.to_goal(field.at[i]) for i in brigade), default=0)
    scores = {
        "order attack": 3.0 if enemy <= NEAR else 1.0,
        "order maneuver": 2.5 if enemy > NEAR or goal > 2 * NEAR else 0.0,
        "order defend": 1.5 + hurt + (2.0 if field.defends and enemy <= NEAR and goal <= 1 else 0.0),
        "order regroup": 3.0 * hurt / max(1, len(brigade)) + (1.0 if enemy > 2 else -3.0),
    }
    return [scores.get(a["text"], 0.0) for a in decision["actions"]]


def _fire(field: Field, decision: Mapping[str, Any], desk: Any) -> list[float]:
    """Fire costs nothing: at the nearest enemy, the one without a wall, the weakest."""
    return [_target(field, a) for a in decision["actions"]]


def _target(field: Field, action: Mapping[str, Any]) -> float:
    hex = field.hex(action["hex"])
    if action["text"] in ("done", "pass") or hex is None or hex not in field.enemies:
        return 1.0 if action["text"] == "fire" else 0.0
    near = min(field.board.grid.distance(hex, field.at[i]) for i in field.mine)
    weak = sum(field.hurt(i) for i in field.in_hex(hex))
    return 10.0 - near - (2.0 if field.walled(hex) else 0.0) + weak + (1.0 if hex in field.goals else 0.0)


def _plan(field: Field, decision: Mapping[str, Any], desk: Any) -> list[float]:
    """All who can, in one fire or attack."""
    rank = {"add": 3.0, "fire": 2.0, "done": 2.0}
    return [rank.get(a["text"].partition(" ")[0], 0.0) for a in decision["actions"]]


def _primary(field: Field, decision: Mapping[str, Any], desk: Any) -> list[float]:
    """The hexside that leaves the fewest points to fire from elsewhere."""
    target, *firers = decision["about"]
    grid, at = field.board.grid, field.at[target]
    scores = []
    for action in decision["actions"]:
        side = grid.entry(grid.index(action["hex"]), at)
        gaps = {i: abs(grid.entry(field.at[i], at) - side) for i in firers if i in field.at}
        scores.append(-field.strength([i for i, gap in gaps.items() if min(gap, 12 - gap) > 2]))
    return scores


def _artillery_act(field: Field, decision: Mapping[str, Any], desk: Any) -> list[float]:
    """Guns fire; without a target they stay where they are. Cavalry that acts with them is not left out."""
    rank = {"ride": 0.75}

    def liking(action: Mapping[str, Any]) -> float:
        word = action["text"].partition(" ")[0]
        return _target(field, action) if word == "fire" else rank.get(word, 0.5)

    return [liking(a) for a in decision["actions"]]


def _which_moves(field: Field, decision: Mapping[str, Any], desk: Any) -> list[float]:
    """Who could stand better in a neighbouring hex, those nearest to a goal first; then nobody."""
    scores = []
    for action in decision["actions"]:
        unit = _name(action["text"])
        here = field.at.get(unit)
        if here is None:
            scores.append(0.5)
            continue
        gain = would_gain(field, unit)
        scores.append(1.0 + 1.0 / (1 + field.to_goal(here)) if gain > 0 else 0.0)
    return scores


def _move(field: Field, decision: Mapping[str, Any], desk: Any) -> list[float]:
    """One step on the way to the best hex within reach; done where that is here."""
    unit = decision["about"][0]
    here = field.at[unit]
    best, way = worth(field, here, unit), []
    for name, row in desk.reach(unit).items():
        value = (
            worth(field, field.board.grid.index(name), unit) - 0.01 * row["cost"] - (3.0 if row["draws_fire"] else 0.0)
        )
        if row["end"] and value > best:
            best, way = value, row["path"]
    next_hex = next((h for h in way if h != field.board.grid.names[here]), None)
    return [_step(a, next_hex) for a in decision["actions"]]


def _step(action: Mapping[str, Any], next_hex: str | None) -> float:
    if action["text"] == "done":
        return 1.0
    return 2.0 if next_hex is not None and action["hex"] == next_hex else 0.0


def _assault(field: Field, decision: Mapping[str, Any], desk: Any) -> list[float]:
    """Two to one, three to one against a wall; else no attack."""
    scores = []
    for action in decision["actions"]:
        hex = field.hex(action["hex"])
        if hex is None:
            scores.append(1.0)
            continue
        beside = [i for i in field.mine if field.at[i] in field.board.grid.neighbours[hex] and not field.hurt(i)]
        wanted = (3.0 if field.walled(hex) else 2.0) * max(0.5, field.strength(field.in_hex(hex)))
        scores.append(2.0 if field.strength(beside) >= wanted else 0.0)
    return scores


def _advance(field: Field, decision: Mapping[str, Any], desk: Any) -> list[float]:
    """Into a victory hex, else not."""
    return [2.0 if field.hex(a["hex"]) in field.goals else float(a["text"] == "done") for a in decision["actions"]]


def _rally(field: Field, decision: Mapping[str, Any], desk: Any) -> list[float]:
    """Everybody; recovery before rebuilding."""
    rank = {"recover": 2.0, "rebuild": 1.0}
    return [rank.get(a["text"].partition(" ")[0], 0.0) for a in decision["actions"]]


def _place(field: Field, decision: Mapping[str, Any], desk: Any) -> list[float]:
    """Own units go where it is best for them, those of the enemy where it is worst for him."""
    scores = []
    for action in decision["actions"]:
        hex = field.hex(action["hex"])
        unit = _name(action["text"])
        if hex is None or unit not in field.units:
            scores.append(0.0)
        elif field.units[unit]["side"] == field.seat:
            scores.append(worth(field, hex, unit))
        else:
            scores.append(float(field.to_goal(hex)))
    return scores


def _retreat(field: Field, decision: Mapping[str, Any], desk: Any) -> list[float]:
    """Away from the enemy; of hexes equally far from him the one that is worth most."""
    unit = (*decision["about"], "")[0]
    hexes = [field.hex(a["hex"]) for a in decision["actions"]]
    if unit not in field.units:
        return [0.0 if h is None else float(field.to_enemy(h)) for h in hexes]
    return [0.0 if h is None else field.to_enemy(h) + 0.01 * worth(field, h, unit) for h in hexes]


def _at_the_front(field: Field, decision: Mapping[str, Any], desk: Any) -> list[float]:
    """The hex nearest to a victory hex."""
    return [-float(field.to_goal(h)) if (h := field.hex(a["hex"])) is not None else 0.0 for a in decision["actions"]]


def _drawn(field: Field, decision: Mapping[str, Any], desk: Any) -> list[float]:
    """Keep it, or give it up where something can be won by that."""
    liked = {"give": 1.5, "hold": 1.0}
    return [liked.get(a["text"].partition(" ")[0], 0.5) for a in decision["actions"]]


def _surprise(field: Field, decision: Mapping[str, Any], desk: Any) -> list[float]:
    """Go when most of the units that would are near the enemy."""
    units = [i for i in decision["about"] if i in field.at]
    near = sum(field.to_enemy(field.at[i]) <= 2 * NEAR for i in units)
    return [1.0 if a["text"] == "pass" else 2.0 if 2 * near > len(units) else 0.0 for a in decision["actions"]]


LIKINGS: dict[str, Judge] = {
    "order": _order,
    "fire": _fire,
    "fire-plan": _plan,
    "primary-hexside": _primary,
    "opportunity-fire": _fire,
    "defensive-fire": _fire,
    "firefight": firefight,
    "firefight-answer": _fire,
    "artillery": lambda field, decision, desk: [float(a["text"] != "pass") for a in decision["actions"]],
    "artillery-act": _artillery_act,
    "move-unit": _which_moves,
    "move": _move,
    "unstack": _place,
    "wayward": _place,
    "close-combat": _assault,
    "attackers": _plan,
    "rally": _rally,
    "artillery-rally": _rally,
    "advance": _advance,
    "retreat": _retreat,
    "withdraw": _retreat,
    "chaos": _at_the_front,
    "good-ground": _at_the_front,
    "reserve-move": reserve,
    "window": window,
    "announce": announce,
    "first-chit": first_chit,
    "brigade-rally": brigade_rally,
    "bombard": bombard,
    "call": call,
    "entry": entry,
    "drawn": _drawn,
    "surprise": _surprise,
}
