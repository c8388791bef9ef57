"""How much a careful commander likes each answer, by what he reads off a view.

He holds the hexes that he has, fires wherever he can, steadies who is hurt, keeps the hurt away from the enemy and
attacks only at odds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from vedette.board import Board
from vedette.engine.battle import Battle
from vedette.engine.counsel import Desk
from vedette.rules.blind_swords.state import State

View = Mapping[str, Any]

HURT = frozenset({"shaken", "disrupted"})
NEAR = 4
"""Hexes at which an enemy is near."""
FAR = 99


class Field:
    """The field as a commander reads it off a view: who stands where, and what is to be won."""

    def __init__(self, view: View, battle: Battle) -> None:
        self.view = view
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

    def rides_alone(self, id: str) -> bool:
        """Whether a unit is cavalry of no brigade."""
        return self.units[id]["arm"] == "cavalry" and not self.units[id]["brigade"]

    def walled(self, hex: int) -> bool:
        """Whether a wall protects who stands there."""
        return "wall" in self.board.features[hex]


def worth(field: Field, hex: int, unit: str) -> float:
    """What a hex is worth to a unit of ours that would stand there."""
    if field.rides_alone(unit):
        return _rider_worth(field, hex, unit)
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


def _rider_worth(field: Field, hex: int, unit: str) -> float:
    """Cavalry of no brigade keeps by the infantry and three hexes off the enemy; it holds nothing by itself."""
    distance = field.board.grid.distance
    foot = min((distance(hex, field.at[i]) for i in field.mine if field.units[i]["arm"] == "infantry"), default=0)
    return -2.0 * max(0, foot - 1) - 3.0 * max(0, 3 - field.to_enemy(hex)) - 0.1 * field.to_goal(hex)


def would_gain(field: Field, unit: str) -> float:
    """What a unit would gain by its best neighbouring hex."""
    here = field.at[unit]
    free = [n for n in field.board.grid.neighbours[here] if n not in field.enemies]
    return max((worth(field, n, unit) for n in free), default=0.0) - worth(field, here, unit)


# -- chits: which he plays, and on whom ------------------------------------------------------------------------------


def window(field: Field, decision: Mapping[str, Any], desk: Desk[State]) -> list[float]:
    """A held chit is played when it answers something, or before it is lost at the end of the turn.

    But no Firefight that would cost more than it does, and no Reserve Move by which nobody comes to stand better.
    """
    early = decision["window"] == "before-draw"
    scores = []
    for action in decision["actions"]:
        idle = IDLE.get(action["text"])
        bad = early or (idle is not None and idle(field))
        scores.append(1.0 if action["text"] == "pass" else 0.5 if bad else 1.5)
    return scores


def announce(field: Field, decision: Mapping[str, Any], desk: Desk[State]) -> list[float]:
    """As the turn ends, where a chit in the hand can do something; before a draw it is too early."""
    late = decision["window"] == "turn-end"
    hand = [h["chit"] for h in field.view["chits"]["mine"]["hand"] if h["playable"]]
    useful = [chit for chit in hand if (idle := IDLE.get(f"play {chit}")) is None or not idle(field)]
    return [1.0 if action["text"] == "pass" else 1.5 if late and useful else 0.0 for action in decision["actions"]]


def first_chit(field: Field, decision: Mapping[str, Any], desk: Desk[State]) -> list[float]:
    """A chit that needs no roll: the one that would need the luckiest."""
    ratings = {row["chit"]: row["rating"] for row in field.view["brigades"]}
    return [6.0 - ratings.get(a["text"].removeprefix("name "), 6) for a in decision["actions"]]


def bombard(field: Field, decision: Mapping[str, Any], desk: Desk[State]) -> list[float]:
    """The strongest of those that can be worn out."""
    return [field.strength([a["text"].removeprefix("deplete ")]) for a in decision["actions"]]


def call(field: Field, decision: Mapping[str, Any], desk: Desk[State]) -> list[float]:
    """The brigade with most units."""
    brigades = [unit["brigade"] for unit in field.view["units"]]
    return [float(brigades.count(a["text"].removeprefix("call "))) for a in decision["actions"]]


def entry(field: Field, decision: Mapping[str, Any], desk: Desk[State]) -> list[float]:
    """At once where that is possible: the first way in."""
    return [-float(n) for n in range(len(decision["actions"]))]


def brigade_rally(field: Field, decision: Mapping[str, Any], desk: Desk[State]) -> list[float]:
    """The brigade with most units that are hurt."""
    hurt = [field.units[i]["brigade"] for i in field.mine if field.hurt(i)]
    return [float(hurt.count(a["text"].removeprefix("activate "))) for a in decision["actions"]]


def _no_firefight(field: Field) -> bool:
    """Whether there is no Firefight in which the own fire is the better one."""
    hexes = {field.at[i] for i in field.mine if field.units[i]["arm"] == "infantry"}
    return all(_exchange(field, h, e) <= 0 for h in hexes for e in field.enemies)


def _exchange(field: Field, hex: int, target: int) -> float:
    """Strength points in a fire between two hexes near each other: ours less theirs, walls reckoned with."""
    distance = field.board.grid.distance(hex, target)
    if distance > 2:
        return -FAR
    ours = field.strength([i for i in field.in_hex(hex) if field.units[i]["arm"] == "infantry"])
    theirs = field.strength(field.in_hex(target))
    return ours / (3 if field.walled(target) else 1) - theirs / (3 if field.walled(hex) else 1) - 0.5


def _no_reserve(field: Field) -> bool:
    """Whether no brigade that may make a Reserve Move has a unit that would stand better by it."""
    brigades = {field.units[i]["brigade"] for i in field.mine}
    return not any(_movers(field, b) for b in brigades if b)


def _movers(field: Field, brigade: str) -> int:
    """How many units of a brigade would stand better one hex on; none where the enemy is beside one of them."""
    units = [i for i in field.mine if field.units[i]["brigade"] == brigade]
    if any(field.to_enemy(field.at[i]) <= 1 for i in units):
        return 0
    return sum(would_gain(field, i) > 0 for i in units)


IDLE: dict[str, Callable[[Field], bool]] = {
    "play Firefight": _no_firefight,
    "play Brigade Reserve Move": _no_reserve,
}
"""Chits of which a careful commander asks first whether they would do him any good."""


def firefight(field: Field, decision: Mapping[str, Any], desk: Desk[State]) -> list[float]:
    """The pair of hexes between which the own fire is better than the answer by most."""
    scores = []
    for action in decision["actions"]:
        frm, target = field.hex(action["text"].split()[2]), field.hex(action["hex"])
        scores.append(-float(FAR) if frm is None or target is None else _exchange(field, frm, target))
    return scores


def reserve(field: Field, decision: Mapping[str, Any], desk: Desk[State]) -> list[float]:
    """The brigade with most units that would stand better."""
    return [float(_movers(field, a["text"].removeprefix("activate "))) for a in decision["actions"]]


# -- what he likes, by the kind of decision --------------------------------------------------------------------------


def cautious(view: View, decision: Mapping[str, Any], desk: Desk[State]) -> Sequence[float]:
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


Judge = Callable[[Field, Mapping[str, Any], Desk[State]], list[float]]


def _order(field: Field, decision: Mapping[str, Any], desk: Desk[State]) -> list[float]:
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


def _fire(field: Field, decision: Mapping[str, Any], desk: Desk[State]) -> list[float]:
    """Fire costs nothing: at the nearest enemy, the one without a wall, the weakest."""
    return [_target(field, a) for a in decision["actions"]]


def _target(field: Field, action: Mapping[str, Any]) -> float:
    hex = field.hex(action["hex"])
    if action["text"] in ("done", "pass") or hex is None or hex not in field.enemies:
        return 1.0 if action["text"] == "fire" else 0.0
    near = min(field.board.grid.distance(hex, field.at[i]) for i in field.mine)
    weak = sum(field.hurt(i) for i in field.in_hex(hex))
    return 10.0 - near - (2.0 if field.walled(hex) else 0.0) + weak + (1.0 if hex in field.goals else 0.0)


def _plan(field: Field, decision: Mapping[str, Any], desk: Desk[State]) -> list[float]:
    """All who can, in one fire or attack."""
    rank = {"add": 3.0, "fire": 2.0, "done": 2.0}
    return [rank.get(a["text"].partition(" ")[0], 0.0) for a in decision["actions"]]


def _primary(field: Field, decision: Mapping[str, Any], desk: Desk[State]) -> list[float]:
    """The hexside that leaves the fewest points to fire from elsewhere."""
    target, *firers = decision["about"]
    grid, at = field.board.grid, field.at[target]
    scores = []
    for action in decision["actions"]:
        side = grid.entry(grid.index(action["hex"]), at)
        gaps = {i: abs(grid.entry(field.at[i], at) - side) for i in firers if i in field.at}
        scores.append(-field.strength([i for i, gap in gaps.items() if min(gap, 12 - gap) > 2]))
    return scores


def _artillery_act(field: Field, decision: Mapping[str, Any], desk: Desk[State]) -> list[float]:
    """Guns fire; without a target they stay where they are. Cavalry that acts with them is not left out."""
    rank = {"ride": 0.75}

    def liking(action: Mapping[str, Any]) -> float:
        word = action["text"].partition(" ")[0]
        return _target(field, action) if word == "fire" else rank.get(word, 0.5)

    return [liking(a) for a in decision["actions"]]


def _which_moves(field: Field, decision: Mapping[str, Any], desk: Desk[State]) -> list[float]:
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


def _move(field: Field, decision: Mapping[str, Any], desk: Desk[State]) -> list[float]:
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


def _assault(field: Field, decision: Mapping[str, Any], desk: Desk[State]) -> list[float]:
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


def _advance(field: Field, decision: Mapping[str, Any], desk: Desk[State]) -> list[float]:
    """Into a victory hex, else not."""
    return [2.0 if field.hex(a["hex"]) in field.goals else float(a["text"] == "done") for a in decision["actions"]]


def _rally(field: Field, decision: Mapping[str, Any], desk: Desk[State]) -> list[float]:
    """Everybody; recovery before rebuilding."""
    rank = {"recover": 2.0, "rebuild": 1.0}
    return [rank.get(a["text"].partition(" ")[0], 0.0) for a in decision["actions"]]


def _place(field: Field, decision: Mapping[str, Any], desk: Desk[State]) -> list[float]:
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


def _retreat(field: Field, decision: Mapping[str, Any], desk: Desk[State]) -> list[float]:
    """Away from the enemy; of hexes equally far from him the one that is worth most."""
    unit = (*decision["about"], "")[0]
    hexes = [field.hex(a["hex"]) for a in decision["actions"]]
    if unit not in field.units:
        return [0.0 if h is None else float(field.to_enemy(h)) for h in hexes]
    return [0.0 if h is None else field.to_enemy(h) + 0.01 * worth(field, h, unit) for h in hexes]


def _at_the_front(field: Field, decision: Mapping[str, Any], desk: Desk[State]) -> list[float]:
    """The hex nearest to a victory hex."""
    return [-float(field.to_goal(h)) if (h := field.hex(a["hex"])) is not None else 0.0 for a in decision["actions"]]


def _drawn(field: Field, decision: Mapping[str, Any], desk: Desk[State]) -> list[float]:
    """Keep it, or give it up where something can be won by that."""
    liked = {"give": 1.5, "hold": 1.0}
    return [liked.get(a["text"].partition(" ")[0], 0.5) for a in decision["actions"]]


def _surprise(field: Field, decision: Mapping[str, Any], desk: Desk[State]) -> list[float]:
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
