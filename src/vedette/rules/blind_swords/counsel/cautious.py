"""What a commander must know of these rules: pure functions of a view, a decision and the printed board.

The simple seats need little: how much a careful commander likes each action of a decision. He wants the victory
hexes, fires whenever he can, steadies who is hurt, keeps the hurt away from the enemy and attacks only at odds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from vedette.board import Board
from vedette.engine.battle import Battle

View = Mapping[str, Any]

HURT = frozenset({"shaken", "disrupted"})
NEAR = 4
"""Hexes at which an enemy is near."""
FAR = 99


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


class Field:
    """The field as a commander reads it off a view: who stands where, and what is to be won."""

    def __init__(self, view: View, battle: Battle) -> None:
        self.seat = view["seat"]
        self.board: Board = battle.board
        self.units = {u["id"]: u for u in view["units"]}
        grid = self.board.grid
        self.at = {id: grid.index(u["hex"]) for id, u in self.units.items() if u["hex"]}
        self.mine = [id for id in self.at if self.units[id]["side"] == self.seat]
        self.theirs = [id for id in self.at if self.units[id]["side"] != self.seat]
        self.enemies = {self.at[id] for id in self.theirs}
        self.goals = {grid.index(name): side == self.seat for name, side in view["control"].items()}
        """Victory hexes, and whether they are ours."""
        self.defends = sum(self.goals.values()) * 2 > len(self.goals)

    def hex(self, name: str | None) -> int | None:
        """A hex by its number."""
        return self.board.grid.index(name) if name else None

    def strength(self, ids: Sequence[str]) -> float:
        """Strength points as they are now; a cadre counts one half."""
        return sum(0.5 if (sp := self.units[i]["now"][0]) == "C" else float(sp) for i in ids)

    def hurt(self, id: str) -> bool:
        """Whether a unit is shaken or disrupted."""
        return bool(HURT & set(self.units[id]["states"]))

    def in_hex(self, hex: int, but: str = "") -> list[str]:
        """Units in a hex."""
        return [i for i, at in self.at.items() if at == hex and i != but]

    def to_enemy(self, hex: int) -> int:
        """Distance to the nearest enemy."""
        return min((self.board.grid.distance(hex, e) for e in self.enemies), default=FAR)

    def to_goal(self, hex: int) -> int:
        """Distance to the nearest victory hex that is wanted: all to a defender, those of the enemy to an attacker."""
        wanted = [h for h, ours in self.goals.items() if self.defends or not ours] or list(self.goals)
        return min((self.board.grid.distance(hex, h) for h in wanted), default=0)

    def walled(self, hex: int) -> bool:
        """Whether a wall protects who stands there."""
        return "wall" in self.board.features[hex]


def worth(field: Field, hex: int, unit: str) -> float:
    """What a hex is worth to a unit of ours that would stand there."""
    others = sum(1 for i in field.in_hex(hex, unit) if i in field.mine)
    beside = sum(1 for n in field.board.grid.neighbours[hex] if n in field.enemies)
    value = -2.0 * field.to_goal(hex)
    if hex in field.goals:
        value += (12.0 if field.defends else 3.0) - 5.0 * others if field.goals[hex] else 30.0
    if field.board.terrain[hex] != "clear":
        value += 0.5
    if field.hurt(unit):
        return value - 6.0 * beside + min(field.to_enemy(hex), NEAR)
    return value - (1.0 if beside else 0.0) - 2.0 * max(0, beside - 1)


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


def _artillery_act(field: Field, decision: Mapping[str, Any], desk: Any) -> list[float]:
    """Guns fire; without a target they stay where they are."""
    return [_target(field, a) if a["text"].startswith("fire") else 0.5 for a in decision["actions"]]


def _which_moves(field: Field, decision: Mapping[str, Any], desk: Any) -> list[float]:
    """Who could stand better in a neighbouring hex, those nearest to a goal first; then nobody."""
    scores = []
    for action in decision["actions"]:
        unit = _name(action["text"])
        here = field.at.get(unit)
        if here is None:
            scores.append(0.5)
            continue
        free = [n for n in field.board.grid.neighbours[here] if n not in field.enemies]
        gain = max((worth(field, n, unit) for n in free), default=0.0) - worth(field, here, unit)
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


def _window(field: Field, decision: Mapping[str, Any], desk: Any) -> list[float]:
    """A held chit is played when it answers something, or before it is lost at the end of the turn."""
    early = decision["window"] == "before-draw"
    return [1.0 if a["text"] == "pass" else 0.5 if early else 1.5 for a in decision["actions"]]


def _drawn(field: Field, decision: Mapping[str, Any], desk: Any) -> list[float]:
    """Keep it."""
    return [1.0 if a["text"].startswith("hold") else 0.5 for a in decision["actions"]]


LIKINGS: dict[str, Judge] = {
    "order": _order,
    "fire": _fire,
    "fire-plan": _plan,
    "opportunity-fire": _fire,
    "defensive-fire": _fire,
    "firefight": _fire,
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
    "window": _window,
    "drawn": _drawn,
}
