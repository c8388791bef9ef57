"""What reasons of refusals claim, checked with bare facts: who stands where, whose he is, which marks lie on him.

None of it asks the questions of the rules. `CLAIMS` has the words of reasons with what must be so where they are given,
`UNDONE` those of which a mark or a list is the cause, with how it is taken away: the refusal must then be another.
What is not claimed of one unit, hex or phase (sight, ranges, points, strengths) stands in `UNREAD`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any, NamedTuple

from msgspec.structs import replace

from vedette.engine import Game
from vedette.engine.run import asks

SEATS = ("union", "confederate")
MOVING = re.compile(r"^(?:move|march|step|enter) |: ", re.IGNORECASE)


class Said(NamedTuple):
    """A refusal: the game, who gave which text, the unit that the reason names, all units and hexes of the text."""

    game: Game
    seat: str
    text: str
    id: str
    ids: list[str]
    hexes: list[int]

    @property
    def g(self) -> Any:
        return self.game.state

    @property
    def hex(self) -> int:
        """The hex that is aimed at."""
        return self.hexes[-1] if self.hexes else -1

    def unit(self) -> Any:
        return self.g.units[self.id]

    def at(self, id: str = "") -> int:
        return int(self.g.units[id or self.id].at)

    def mine(self, id: str = "") -> bool:
        return bool(self.g.seat(id or self.id) == self.seat)

    def players(self) -> bool:
        """Whether it is the player turn of the unit's side."""
        return bool(self.g.side(self.id) == self.g.player)

    def apart(self, one: str, other: str) -> int:
        """How far two units stand from each other, in hexes."""
        return int(self.g.setting.grid.distance(self.at(one), self.at(other)))

    def arm(self) -> str:
        return str(self.g.counter(self.id).arm)

    def foes(self, hex: int, side: int) -> list[str]:
        """Who stands in a hex and is not of a side."""
        return [i for i, u in self.g.units.items() if u.at == hex and hex >= 0 and self.g.side(i) != side]

    def far(self, a: int, b: int) -> int:
        return int(self.g.setting.grid.distance(a, b))

    def path(self) -> list[int]:
        """The hexes of a way, from where the unit stands."""
        return [self.at(), *self.hexes] if self.hexes and self.at() >= 0 else self.hexes


def read(game: Game, seat: str, text: str, reason: str) -> Said:
    """A refusal taken apart."""
    g: Any = game.state
    names = sorted(g.units, key=len, reverse=True)
    ids, rest = [], text
    for id in names:
        if re.search(rf"(?<![\w\"]){re.escape(id)}(?![\w\"])", rest):
            ids.append(id)
            rest = rest.replace(id, "")
    ids.sort(key=text.index)
    subject = next((id for id in names if reason.startswith((f"{id}: ", f"{id} "))), ids[0] if ids else "")
    hexes = [g.setting.grid.index(n) for n in re.findall(r"\b\d{4}\b", rest) if g.setting.grid.has(n)]
    return Said(game, seat, text, subject, ids, hexes)


Check = Callable[[Said], bool]


def _stranger(s: Said) -> bool:
    return any(not s.mine(id) for id in s.ids)


def _off_map(s: Said) -> bool:
    return s.at() < 0


def _nobody(s: Said) -> bool:
    side = s.g.side(s.id) if s.id else SEATS.index(s.seat)
    return not s.foes(s.hex, side)


def _enemy(s: Said) -> bool:
    return any(s.foes(hex, s.g.side(s.id)) for hex in s.hexes)


def _apart(s: Said) -> bool:
    """Somewhere on the way two hexes that follow each other do not touch."""
    return any(a != b and s.far(a, b) > 1 for a, b in pairwise(s.path()))


def _not_beside(s: Said) -> bool:
    return s.at() < 0 or s.far(s.at(), s.hex) != 1


def _here(s: Said) -> bool:
    return bool(s.hexes) and s.at() in s.hexes


def _kind(*kinds: str) -> Check:
    """The question that is open is of another kind."""
    return lambda s: all(ask.kind not in kinds for ask in asks(s.g))


def _open(*kinds: str) -> Check:
    return lambda s: any(ask.kind in kinds for ask in asks(s.g))


def _phase(*names: str) -> Check:
    """It is another phase, or the player turn of the other side."""
    return lambda s: s.g.phase not in names or (SEATS.index(s.seat) != s.g.player)


def _own_phase(*names: str) -> Check:
    return lambda s: s.g.phase not in names or not s.players()


def _mark(name: str) -> Check:
    return lambda s: bool(getattr(s.unit(), name))


def _listed(name: str) -> Check:
    return lambda s: s.id in getattr(s.g, name)


def _zones(s: Said) -> bool:
    """From a hex beside an enemy to another such."""
    side = s.g.side(s.id)
    held = [any(s.foes(near, side) for near in s.g.setting.grid.neighbours[hex]) for hex in s.path()]
    return any(a and b for a, b in pairwise(held))


def _full(s: Said) -> bool:
    """Two combat units of the side in a hex of the way."""
    g = s.g
    there = (sum(u.at == hex and g.counter(i).arm != "leader" and g.side(i) == g.side(s.id) for i, u in g.units.items())
             for hex in s.hexes)  # fmt: skip
    return any(n >= 2 for n in there)


ORDER = ("set-up", "movement", "combat", "recovery")


def _when(s: Said) -> int:
    """The phase that a text of the valley campaign is for."""
    if s.text.startswith("place "):
        return 0
    if "repair " in s.text:
        return 3
    return 2 if re.search(r"\b(?:attack|bombard)\b", s.text) else 1


def _later(s: Said) -> bool:
    return _when(s) > ORDER.index(s.g.phase)


def _over(s: Said) -> bool:
    return _when(s) < ORDER.index(s.g.phase)


def _brigade(s: Said) -> bool:
    """Of another brigade than that of the movement step or rally that is under way."""
    frame = next((f for f, _ in reversed(s.g.stack) if hasattr(f, "brigade") and hasattr(f, "side")), None)
    return frame is not None and (s.g.counter(s.id).brigade != frame.brigade or s.g.side(s.id) != frame.side)


def _moved(s: Said) -> bool:
    return s.id in next((f.moved for f, _ in reversed(s.g.stack) if hasattr(f, "moved")), ())


def _taking_part(s: Said) -> bool:
    top = s.g.stack[-1][0]
    shots = [shot.unit for shot in getattr(top, "shots", ())]
    return any(s.id in (getattr(top, name, None) or ()) for name in ("units", "group", "chosen")) or s.id in shots


def _formless(s: Said) -> bool:
    word = s.text.rpartition(": ")[2].split("-")[0]
    pair = {"infantry": ("column", "line"), "artillery": ("limber", "unlimber"), "cavalry": ("mount", "dismount")}
    return word != (pair[s.arm()][s.unit().column] if s.arm() in pair else "")


def _first_of(s: Said) -> bool:
    """It lies below nobody of its side."""
    return bool(s.unit().layer == 0) or s.arm() in ("leader", "supply")


def _stays(*kinds: str) -> Check:
    """Nobody asks where it falls back to."""
    return lambda s: all(ask.kind not in kinds or s.id not in ask.about for ask in asks(s.g))


def _no_troops(s: Said) -> bool:
    """Nobody but leaders and a wagon without guard."""
    there = s.foes(s.hex, s.g.side(s.id) if s.id else SEATS.index(s.seat))
    return all(s.g.counter(i).leader or (s.g.counter(i).wagon and not s.g.units[i].strength) for i in there)


def _unbegun(s: Said) -> bool:
    """The move of a unit is open that it does not name, and that stands where it stood."""
    ask = next((ask for ask in asks(s.g) if ask.kind == "move"), None)
    return ask is not None and s.id in ask.about and s.id not in s.ids


def _spent(s: Said) -> bool:
    """Whether it is under way and nothing is left to it but what costs nothing."""
    top = s.g.stack[-1][0]
    return getattr(top, "unit", "") == s.id and bool(getattr(top, "over", False))


CLAIMS: dict[str, dict[str, Check]] = {
    "valley_campaign": {
        r"is not yours$": _stranger,
        r"^that is for another phase$": _later,
        r"^what is over is not made up for$": _over,
        r"^in the enemy's player turn one acts only": lambda s: SEATS.index(s.seat) != s.g.player,
        r"out of an enemy zone of control": _zones,
        r"combat units stand there already": _full,
        r"an enemy unit stands there$": _enemy,
        r"its move is over: each unit moves once": _listed("moved"),
        r"another unit is under way": _open("move"),
        r"is under way and has not gone yet": _unbegun,
        r"a unit goes from hex to adjacent hex": _apart,
        r"units move in their own movement phase alone": _own_phase("movement"),
        r"it does not wait to enter": lambda s: all(row.unit != s.id for row in s.g.waiting),
        r"nobody comes before his turn": lambda s: any(r.unit == s.id and r.turn > s.g.turn for r in s.g.waiting),
        r"reinforcements enter in the movement phase": _own_phase("movement"),
        r"it is not on the map": _off_map,
        r"no enemy is there": _nobody,
        r"units attack in their own combat phase": _own_phase("combat"),
        r"artillery bombards in its own combat phase": _own_phase("combat"),
        r"it does not fall back now": _stays("retreat", "displace"),
        r"it is demoralized": _mark("demoralized"),
        r"it is more than 4 hexes away": lambda s: s.apart(*s.ids[:2]) > 4,
        r"it has (?:attacked or bombarded|bombarded or attacked) in this phase": _listed("fought"),
        r"who is there fell back after a combat": lambda s: any(i in s.g.retreated for i in s.g.in_hex(s.hex)),
        r"it has been attacked in this phase": lambda s: any(i in s.g.attacked for i in s.g.in_hex(s.hex)),
        r"it takes part already": _taking_part,
        r"attacks reach adjacent hexes alone": _not_beside,
        r"artillery alone bombards": lambda s: s.arm() != "artillery",
        r"a leader never attacks on his own": lambda s: s.arm() == "leader",
        r"bridges are repaired in the recovery phase": _own_phase("recovery"),
        r"it does not stand at that bridge": lambda s: s.at() not in s.hexes,
        r"it stands in \d{4} already": _here,
    },
    "blind_swords": {
        r"is not yours$": _stranger,
        r"is not on the map$": _off_map,
        r"^no enemy stands there$": _nobody,
        r"artillery moves in the Artillery Phase": lambda s: s.arm() == "artillery",
        r"is not of the active brigade": _brigade,
        r"has moved already": _moved,
        r"another is being announced, at": lambda s: s.hexes[0] != s.g.stack[-1][0].target,
        r"take part already: name them": lambda s: bool(set(s.g.stack[-1][0].group) - set(s.ids)),
        r"is under way and has not gone yet": _unbegun,
        r"^\d{4} is not adjacent to \d{4}$": _apart,
        r"stands in \d{4} already": _here,
        r"only cavalry mounts and dismounts": lambda s: s.arm() != "cavalry",
        r"artillery may not move within two hexes": lambda s: s.arm() == "artillery",
        r"artillery is rebuilt only in the Artillery": lambda s: s.arm() == "artillery" and s.g.phase != "artillery",
        r"artillery combines only within its hex": lambda s: len({s.at(i) for i in s.ids}) > 1,
        r"artillery never attacks in Close Combat": lambda s: s.arm() == "artillery",
        r"it is not adjacent to that hex": _not_beside,
        r"only artillery acts in the Artillery Phase": lambda s: s.arm() != "artillery" and s.g.phase == "artillery",
        r"it has no Morale Hits": lambda s: not s.unit().hits,
        r"it is on its Fresh side": lambda s: not s.unit().worn,
        r"Battlefield Chaos: it may not": _listed("chaos"),
        r"^several seats are asked": lambda s: len(s.game.decisions) > 1,
        r"it takes part already": _taking_part,
        r"an enemy stands there": _enemy,
        r"sharpshooters never attack in Close Combat": lambda s: bool(s.g.counter(s.id).sharpshooter),
        r"artillery alone rallies in the Artillery": lambda s: s.arm() != "artillery" and s.g.phase == "artillery",
        r"it is mounted already": lambda s: not s.unit().dismounted,
        r"^it is frozen until": _mark("frozen"),
        r"has rallied already": lambda s: s.id in getattr(s.g.stack[-1][0], "done", ()),
    },
    "great_battles": {
        r"it belongs to the other side": _stranger,
        r"^army morale is paid in the initial": _phase("command"),
        r"^only Union brigades are paid for": lambda s: True,
        r"^units move in their own movement phase;": _phase("movement"),
        r"^fire is for the fire phases": lambda s: s.g.phase not in ("defensive-fire", "offensive-fire")
        or (SEATS.index(s.seat) == s.g.player) == (s.g.phase == "defensive-fire"),
        r"^melee is for the melee phase": _phase("melee"),
        r"it is not on the map": lambda s: _off_map(s) or s.arm() == "leader",
        r"no fire or melee is being made": _kind("firers", "attackers"),
        r"column, mounted, limbered and reserve never fire": lambda s: bool(s.unit().column or s.unit().reserve),
        r"it is pinned$|a pinned leader does not move": _mark("pinned"),
        r"nobody leaves or enters its zone now": _kind("withdrawal-fire", "retreat-fire"),
        r"it is out of ammunition": _mark("depleted"),
        r"^rounds are shared between two game turns": _kind("transfer"),
        r"no enemy is there": _nobody,
        r"^a unit advances into a hex that was left": _kind("advance"),
        r"a routed unit does not fire": _mark("routed"),
        r"a routed unit moves one hex: it takes no": _mark("routed"),
        r"it is not routed": lambda s: not s.unit().routed or _off_map(s),
        r"^units are rallied in the final command phase": _kind("rally"),
        r"it does not fall back now": _stays("retreat"),
        r"^charges are declared when": _kind("charge"),
        r"^units fall back before melee when": _kind("evade", "engaged"),
        r"no enemy stands there who can be fired at": _no_troops,
        r"it is on the map$": lambda s: s.at() >= 0,
        r"it does not enter now": _off_map,
        r"another unit is under way": _open("move"),
        r"is under way and has not gone yet": _unbegun,
        r"it is under way already": _open("move"),
        r"an enemy stands there, and hexes of enemies": _enemy,
        r"its move is over$": lambda s: s.id in s.g.moved or _spent(s),
        r"it stands in \d{4} already": _here,
        r"it has no formation": lambda s: s.arm() not in ("infantry", "artillery", "cavalry"),
        r"it is in that formation already, or has none": _formless,
        r"unlimbered artillery does not move": lambda s: s.arm() == "artillery" and not s.unit().column,
        r"it has no facing": lambda s: s.unit().facing < 0 or s.unit().column or s.unit().reserve or s.unit().engaged,
        r"it faces so already": lambda s: s.unit().facing == 0,
        r"only the top unit of a stack fires": _mark("layer"),
        r"it lies on top of its stack, or alone": _first_of,
        r"it is in reserve$|units in reserve do not move": _mark("reserve"),
        r"it is not in reserve": lambda s: not s.unit().reserve,
        r"supply units, leaders and infantry in column": lambda s: s.arm() in ("leader", "supply") or s.unit().column,
        r"it is engaged": _mark("engaged"),
        r"it takes part already|it is named already": _taking_part,
        r"infantry and cavalry alone attack in melee": lambda s: s.arm() not in ("infantry", "cavalry"),
        r"small arms alone fire at a battery": lambda s: s.arm() not in ("infantry", "cavalry"),
        r"it does not stand beside it": _not_beside,
        r"^it is paid for$": lambda s: any(s.text.endswith(f" {name}") for name in s.g.paid),
        r"it has retreated before melee already": _listed("evaded"),
        r"unlimbered artillery does not retreat": lambda s: s.arm() == "artillery" and not s.unit().column,
        r"who is there retreated before melee": lambda s: any(i in s.g.evaded for i in s.g.in_hex(s.hex)),
        r"artillery never attacks in melee": lambda s: s.arm() == "artillery",
        r"points? left to fire with": lambda s: "with 2" in s.text,
    },
}  # fmt: skip
"""Rulebook -> words of a reason -> what must be so."""


def _lift(name: str, value: Any = False) -> Callable[[Said], None]:
    """Take a mark off."""

    def undo(s: Said) -> None:
        s.g.units[s.id] = replace(s.unit(), **{name: value})

    return undo


def _strike(name: str) -> Callable[[Said], None]:
    """Take a unit out of a list."""

    def undo(s: Said) -> None:
        setattr(s.g, name, tuple(id for id in getattr(s.g, name) if id != s.id))

    return undo


UNDONE: dict[str, dict[str, Callable[[Said], None]]] = {
    "valley_campaign": {
        r"it is demoralized": _lift("demoralized", 0),
        r"its move is over": _strike("moved"),
        r"it has attacked or bombarded in this phase": _strike("fought"),
    },
    "blind_swords": {r"Battlefield Chaos": _strike("chaos")},
    "great_battles": {
        r"it is pinned$|a pinned leader": _lift("pinned"),
        r"it is out of ammunition": _lift("depleted"),
        r"a routed unit": _lift("routed"),
        r"units in reserve do not move": _lift("reserve"),
    },
}
"""Rulebook -> words of a reason -> how its cause is taken away."""
OF_HEXES = ("no enemy is there", "^no enemy stands there$", r"no enemy stands there who can be fired at",
            "it has been attacked in this phase", "who is there fell back after a combat")  # fmt: skip
"""Claims that may be made of a hex alone."""
UNREAD = (
    "under way and has not gone yet", "is being announced", "swords and pistols", "only rides", "rivers are crossed",
    "acts in the Artillery Phase", "does not move in this Artillery Phase", "it is released", "engaged artillery",
    "blocked in", "is not offered", "ends his move with", "line of sight", "range", "column",
    "strength point", "movement point", "come so far", "no way leads", "nowhere to go", "only 'done' is left",
    "not paid for", "nobody can attack it", "leaves the map|leave by the edge", "cannot stop where it is", "stack",
    "split regiment", "Order", "stands? with", "stands alone", "through units in reserve", "zone of control",
    "fired (?:at|all)", "retreat before melee in", "of his command", "before its front|in its front|frontal hexsides",
    "is (?:no|not) (?:unit|hex)|there is no", "fall back that way", "combine fire", "over friends", "beside an enemy",
    "all it has", "at least one point", "could not stay", "could not have attacked", "has no weapon", "is not asked",
    "could mean", "his rating", "too far", "crew", "guard", "round", "enemy has it", "moved may not", "out of command",
    "officer's radius", "only one type", "one hex", "game is over", "does not fire", "moves? (?:and|or)", "infantry",
    "has advanced", "goes away from who threatens it", "army morale is too low", "no points to go on",
    "stood beside it when the phase began", "three hexes from every enemy", "among units in reserve",
    "been in a melee in this phase",
)  # fmt: skip
"""Words of reasons whose truth takes more than bare facts to see."""
