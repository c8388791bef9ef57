"""How much a careful commander likes each answer, judging by a view.

He holds the hexes that he has, fires wherever he can, steadies who is hurt, keeps the hurt away from the enemy and
attacks only at odds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from vedette.board import Board
from vedette.engine.choice import DONE, PASS, Choice
from vedette.engine.counsel import Desk
from vedette.rules.blind_swords.chapters.orders import ATTACK, DEFEND, MANEUVER, REGROUP
from vedette.rules.blind_swords.state import State

View = Mapping[str, Any]

HURT = frozenset({"shaken", "disrupted"})
NEAR = 4
"""Within this many hexes an enemy is near."""
FAR = 99


class Outlook:
    """The field as a commander reads it off a view: who stands where, and what is to be won."""

    def __init__(self, view: View, decision: Mapping[str, Any], desk: Desk[State]) -> None:
        self.view = view
        self.decision = decision
        self.choices: Sequence[Choice] = desk.ask.options
        self.about: Sequence[str] = decision["about"]
        self.desk = desk
        self.seat = view["seat"]
        self.board: Board = desk.battle.board
        self.units = {u["id"]: u for u in view["units"]}
        grid = self.board.grid
        self.at = {id: grid.index(u["hex"]) for id, u in self.units.items() if u["hex"]}
        self.mine = [id for id in self.at if self.units[id]["side"] == self.seat]
        self.theirs = [id for id in self.at if self.units[id]["side"] != self.seat]
        self.enemies = {self.at[id] for id in self.theirs}
        self.goals = {grid.index(name): side == self.seat for name, side in view["control"].items()}
        """Victory hexes, and whether they are ours."""
        self.defends = sum(self.goals.values()) * 2 > len(self.goals)

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
        """Whether a wall protects those who stand there."""
        return "wall" in self.board.features[hex]


Judge = Callable[[Outlook], list[float]]


def worth(seen: Outlook, hex: int, unit: str) -> float:
    """What a hex is worth to a unit of ours that would stand there."""
    if seen.rides_alone(unit):
        return _rider_worth(seen, hex, unit)
    others = sum(1 for i in seen.in_hex(hex, unit) if i in seen.mine)
    beside = sum(1 for n in seen.board.grid.neighbours[hex] if n in seen.enemies)
    value = -2.0 * seen.to_goal(hex)
    if hex in seen.goals:
        value += (12.0 if seen.defends else 3.0) - 5.0 * others if seen.goals[hex] else 30.0
    if seen.board.terrain[hex] != "clear":
        value += 0.5
    if seen.hurt(unit):
        return value - 6.0 * beside + min(seen.to_enemy(hex), NEAR)
    return value - (1.0 if beside else 0.0) - 2.0 * max(0, beside - 1)


def _rider_worth(seen: Outlook, hex: int, unit: str) -> float:
    """Cavalry of no brigade keeps by the infantry and three hexes off the enemy; it holds nothing by itself."""
    distance = seen.board.grid.distance
    foot = min((distance(hex, seen.at[i]) for i in seen.mine if seen.units[i]["arm"] == "infantry"), default=0)
    return -2.0 * max(0, foot - 1) - 3.0 * max(0, 3 - seen.to_enemy(hex)) - 0.1 * seen.to_goal(hex)


def would_gain(seen: Outlook, unit: str) -> float:
    """What a unit would gain by its best neighbouring hex."""
    here = seen.at[unit]
    free = [n for n in seen.board.grid.neighbours[here] if n not in seen.enemies]
    return max((worth(seen, n, unit) for n in free), default=0.0) - worth(seen, here, unit)


# -- chits: which he plays, and on whom ------------------------------------------------------------------------------


def window(seen: Outlook) -> list[float]:
    """A held chit is played when it answers something, or before it is lost at the end of the turn.

    But no Firefight that would cost more than it does, and no Reserve Move by which nobody comes to stand better.
    """
    early = seen.decision["window"] == "before-draw"
    bad = [early or (c.arg in IDLE and IDLE[c.arg](seen)) for c in seen.choices]
    return [1.0 if c == PASS else 0.5 if b else 1.5 for c, b in zip(seen.choices, bad, strict=True)]


def announce(seen: Outlook) -> list[float]:
    """As the turn ends, where a chit in the hand can do something; before a draw it is too early."""
    late = seen.decision["window"] == "turn-end"
    hand = [h["chit"] for h in seen.view["chits"]["mine"]["hand"] if h["playable"]]
    useful = [chit for chit in hand if chit not in IDLE or not IDLE[chit](seen)]
    return [1.0 if choice == PASS else 1.5 if late and useful else 0.0 for choice in seen.choices]


def first_chit(seen: Outlook) -> list[float]:
    """A chit that needs no roll: the one that would otherwise need the luckiest."""
    ratings = {row["chit"]: row["rating"] for row in seen.view["brigades"]}
    return [6.0 - ratings.get(choice.arg, 6) for choice in seen.choices]


def bombard(seen: Outlook) -> list[float]:
    """The strongest of those that can be worn out."""
    return [seen.strength([choice.unit]) for choice in seen.choices]


def call(seen: Outlook) -> list[float]:
    """The brigade with the most units."""
    brigades = [unit["brigade"] for unit in seen.view["units"]]
    return [float(brigades.count(choice.arg)) for choice in seen.choices]


def entry(seen: Outlook) -> list[float]:
    """At once where that is possible: the first way in."""
    return [-float(n) for n in range(len(seen.choices))]


def brigade_rally(seen: Outlook) -> list[float]:
    """The brigade with the most hurt units."""
    hurt = [seen.units[i]["brigade"] for i in seen.mine if seen.hurt(i)]
    return [float(hurt.count(choice.arg)) for choice in seen.choices]


def _no_firefight(seen: Outlook) -> bool:
    """Whether there is no Firefight in which our own fire is the better one."""
    hexes = {seen.at[i] for i in seen.mine if seen.units[i]["arm"] == "infantry"}
    return all(_exchange(seen, h, e) <= 0 for h in hexes for e in seen.enemies)


def _exchange(seen: Outlook, hex: int, target: int) -> float:
    """Strength points in a fire between two hexes near each other: ours less theirs, walls reckoned with."""
    distance = seen.board.grid.distance(hex, target)
    if distance > 2:
        return -FAR
    ours = seen.strength([i for i in seen.in_hex(hex) if seen.units[i]["arm"] == "infantry"])
    theirs = seen.strength(seen.in_hex(target))
    return ours / (3 if seen.walled(target) else 1) - theirs / (3 if seen.walled(hex) else 1) - 0.5


def _no_reserve(seen: Outlook) -> bool:
    """Whether no brigade that may make a Reserve Move has a unit that would stand better after it."""
    brigades = {seen.units[i]["brigade"] for i in seen.mine}
    return not any(_movers(seen, b) for b in brigades if b)


def _movers(seen: Outlook, brigade: str) -> int:
    """How many units of a brigade would stand better one hex on; none where the enemy is beside one of them."""
    units = [i for i in seen.mine if seen.units[i]["brigade"] == brigade]
    if any(seen.to_enemy(seen.at[i]) <= 1 for i in units):
        return 0
    return sum(would_gain(seen, i) > 0 for i in units)


IDLE: dict[str, Callable[[Outlook], bool]] = {
    "Firefight": _no_firefight,
    "Brigade Reserve Move": _no_reserve,
}
"""Chits of which a careful commander asks first whether they would do him any good."""


def firefight(seen: Outlook) -> list[float]:
    """The pair of hexes between which our own fire beats the answer by most."""
    return [_exchange(seen, choice.arg, choice.hex) for choice in seen.choices]


def reserve(seen: Outlook) -> list[float]:
    """The brigade with the most units that would stand better."""
    return [float(_movers(seen, choice.arg)) for choice in seen.choices]


# -- what he likes, by the kind of decision --------------------------------------------------------------------------


def cautious(view: View, decision: Mapping[str, Any], desk: Desk[State]) -> Sequence[float]:
    """How much a careful commander likes each action of a decision; higher is better, equal ones are drawn by lot.

    Args:
        view: what the seat may know.
        decision: kind, window, about.
        desk: gives `battle`, the choices, and `reach(unit)` of a unit that is moving.
    """
    judge = LIKINGS.get(decision["kind"])
    count = len(desk.ask.options)
    return [0.0] * count if judge is None or count == 1 else judge(Outlook(view, decision, desk))


def _order(seen: Outlook) -> list[float]:
    """Regroup where many are hurt and the enemy is far off, defend where some are hurt, else march up or attack."""
    brigade = [i for i in seen.mine if seen.units[i]["brigade"] in seen.about]
    hurt = sum(seen.hurt(i) for i in brigade)
    enemy = min((seen.to_enemy(seen.at[i]) for i in brigade), default=FAR)
    goal = min((seen.to_goal(seen.at[i]) for i in brigade), default=0)
    scores = {
        ATTACK: 3.0 if enemy <= NEAR else 1.0,
        MANEUVER: 2.5 if enemy > NEAR or goal > 2 * NEAR else 0.0,
        DEFEND: 1.5 + hurt + (2.0 if seen.defends and enemy <= NEAR and goal <= 1 else 0.0),
        REGROUP: 3.0 * hurt / max(1, len(brigade)) + (1.0 if enemy > 2 else -3.0),
    }
    return [scores.get(choice.arg, 0.0) for choice in seen.choices]


def _fire(seen: Outlook) -> list[float]:
    """Fire costs nothing: at the nearest enemy, the one without a wall, the weakest."""
    return [_target(seen, choice.hex) for choice in seen.choices]


def _target(seen: Outlook, hex: int) -> float:
    if hex not in seen.enemies:
        return 0.0
    near = min(seen.board.grid.distance(hex, seen.at[i]) for i in seen.mine)
    weak = sum(seen.hurt(i) for i in seen.in_hex(hex))
    return 10.0 - near - (2.0 if seen.walled(hex) else 0.0) + weak + (1.0 if hex in seen.goals else 0.0)


def _by_kind(liked: Mapping[str, float], other: float = 0.0) -> Judge:
    """By what is done."""
    return lambda seen: [liked.get(choice.kind, other) for choice in seen.choices]


ALL_WHO_CAN = _by_kind({"add": 3.0, "go": 2.0, "done": 2.0})
"""Everybody who can joins a fire or an attack; then it goes off."""
RALLY = _by_kind({"recover": 2.0, "rebuild": 1.0})
"""Everybody rallies; recovery comes before rebuilding."""


def _primary(seen: Outlook) -> list[float]:
    """The hexside that leaves the fewest points to fire from elsewhere."""
    target, *firers = seen.about
    grid, at = seen.board.grid, seen.at[target]
    scores = []
    for choice in seen.choices:
        side = grid.entry(choice.hex, at)
        gaps = {i: abs(grid.entry(seen.at[i], at) - side) for i in firers if i in seen.at}
        scores.append(-seen.strength([i for i, gap in gaps.items() if min(gap, 12 - gap) > 2]))
    return scores


def _artillery_act(seen: Outlook) -> list[float]:
    """Guns fire; without a target they stay where they are. Cavalry that acts with them is not left out."""
    others = _by_kind({"ride": 0.75}, 0.5)(seen)
    return [_target(seen, c.hex) if c.kind == "fire" else v for c, v in zip(seen.choices, others, strict=True)]


def _which_moves(seen: Outlook) -> list[float]:
    """Who could stand better in a neighbouring hex, those nearest to a goal first; then nobody."""
    return [_mover(seen, choice.unit) for choice in seen.choices]


def _mover(seen: Outlook, unit: str) -> float:
    if unit not in seen.at:
        return 0.5
    return 1.0 + 1.0 / (1 + seen.to_goal(seen.at[unit])) if would_gain(seen, unit) > 0 else 0.0


def _move(seen: Outlook) -> list[float]:
    """One step on the way to the best hex within reach; done where that is here."""
    unit = seen.about[0]
    here = seen.at[unit]
    best, way = worth(seen, here, unit), []
    for name, row in seen.desk.reach(unit).items():
        value = (
            worth(seen, seen.board.grid.index(name), unit) - 0.01 * row["cost"] - (3.0 if row["draws_fire"] else 0.0)
        )
        if row["end"] and value > best:
            best, way = value, row["path"]
    hexes = (seen.board.grid.index(name) for name in way)
    onward = next((hex for hex in hexes if hex != here), None)
    return [1.0 if choice == DONE else 2.0 if choice.hex == onward else 0.0 for choice in seen.choices]


def _assault(seen: Outlook) -> list[float]:
    """Two to one, three to one against a wall; else no attack."""
    return [1.0 if choice == DONE else _odds(seen, choice.hex) for choice in seen.choices]


def _odds(seen: Outlook, hex: int) -> float:
    beside = [i for i in seen.mine if seen.at[i] in seen.board.grid.neighbours[hex] and not seen.hurt(i)]
    wanted = (3.0 if seen.walled(hex) else 2.0) * max(0.5, seen.strength(seen.in_hex(hex)))
    return 2.0 if seen.strength(beside) >= wanted else 0.0


def _advance(seen: Outlook) -> list[float]:
    """Into a victory hex; otherwise not."""
    return [2.0 if choice.hex in seen.goals else float(choice == DONE) for choice in seen.choices]


def _place(seen: Outlook) -> list[float]:
    """Our own units go where it is best for them, the enemy's where it is worst for him."""
    return [_placed(seen, choice.unit, choice.hex) for choice in seen.choices]


def _placed(seen: Outlook, unit: str, hex: int) -> float:
    if unit not in seen.units:
        return 0.0
    return worth(seen, hex, unit) if seen.units[unit]["side"] == seen.seat else float(seen.to_goal(hex))


def _retreat(seen: Outlook) -> list[float]:
    """Away from the enemy; among hexes equally far from him, the one worth most."""
    unit = (*seen.about, "")[0]
    hexes = [choice.hex if choice.hex >= 0 else None for choice in seen.choices]
    if unit not in seen.units:
        return [0.0 if h is None else float(seen.to_enemy(h)) for h in hexes]
    return [0.0 if h is None else seen.to_enemy(h) + 0.01 * worth(seen, h, unit) for h in hexes]


def _at_the_front(seen: Outlook) -> list[float]:
    """The hex nearest to a victory hex."""
    return [-float(seen.to_goal(choice.hex)) for choice in seen.choices]


def _surprise(seen: Outlook) -> list[float]:
    """Go when most of the units that would act are near the enemy."""
    units = [i for i in seen.about if i in seen.at]
    near = sum(seen.to_enemy(seen.at[i]) <= 2 * NEAR for i in units)
    return [1.0 if choice == PASS else 2.0 if 2 * near > len(units) else 0.0 for choice in seen.choices]


LIKINGS: dict[str, Judge] = {
    "order": _order,
    "fire": _fire,
    "fire-plan": ALL_WHO_CAN,
    "primary-hexside": _primary,
    "opportunity-fire": _fire,
    "defensive-fire": _fire,
    "firefight": firefight,
    "firefight-answer": _fire,
    "artillery": _by_kind({"pass": 0.0}, 1.0),
    "artillery-act": _artillery_act,
    "move-unit": _which_moves,
    "move": _move,
    "unstack": _place,
    "wayward": _place,
    "close-combat": _assault,
    "attackers": ALL_WHO_CAN,
    "rally": RALLY,
    "artillery-rally": RALLY,
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
    "drawn": _by_kind({"give up": 1.5, "hold": 1.0}, 0.5),
    "surprise": _surprise,
}
