"""Chapter 8: whom a leader helps, and leaders lost, replaced and made.

attack_shift(g, attackers, hex)     every leader who could lend an attack his columns, and how; his owner picks one
defence_shift(g, hex)               the same for the defender: leaders of the hex itself
chain(g, leader)                    the units that his command links to him
lone_leaders(g, hex)                whether an attack goes to the last column whatever its odds
safe(g, id)                         whether nobody attacks a unit any more in this phase
attacker_bar(g, id)                 why a leader is no attacker
LoseLeader(id, cite)                one is lost, and followed
Casualties(die, hexes, target, apart)   those whom the die of an attack costs; hexes: from which units attacked
CreateLeader(hexes)                 one rises from the attackers, in one of `creation_hexes`
Succession()                        who follows

Whoever takes a leader off the map as eliminated (`deeds.take_off`, `deeds.lose_step`) thereby puts him on `g.vacant`.
`Succession()` draws a subordinate for each who stands there, and sets him down. So a procedure that may have cost a
leader calls it afterwards:

    if g.vacant:
        return Call(Succession(), then=self.go_on)

In an attack the losses come first, then `Casualties`, `CreateLeader` and the retreats, with `Succession` again
(JV-6.2-14).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar

import msgspec

from vedette.engine.choice import Choice
from vedette.engine.cites import cites
from vedette.engine.events import Event, Reason
from vedette.engine.procedure import CHANCE, Ask, Call, Done, Goto, Procedure, Result, procedure
from vedette.hexes import hexes_of
from vedette.rules.valley_campaign import charts
from vedette.rules.valley_campaign.chapters.deeds import place, take_off
from vedette.rules.valley_campaign.setting import SIDES
from vedette.rules.valley_campaign.state import CUP, ELIMINATED, State

# -- whom a leader helps (8.1 to 8.4, 8.8) ---------------------------------------------------------------

STACKED, ADJACENT, CHAIN = "stacked", "adjacent", "chain"
WAYS = {STACKED: "JV-8.1-3", ADJACENT: "JV-8.1-7", CHAIN: "JV-8.3-1"}
"""How a shift reaches an attacker, the nearest first, and by which case."""
ALONE = Reason("a leader never attacks on his own", "JV-8.1-2")


class LeaderShift(msgspec.Struct, frozen=True, array_like=True):
    """A leader who could lend a combat his shift."""

    leader: str
    columns: int
    """His rating; to the right for the attacker, to the left for the defender."""
    way: str
    cite: str


@cites("JV-8.1-2")
def attacker_bar(g: State, id: str) -> Reason | None:
    """Why a unit is no attacker by itself: leaders have no strength to attack with."""
    return ALONE if g.counter(id).leader else None


@cites(
    "JV-8.1-1", "JV-8.1-3", "JV-8.1-4", "JV-8.1-5", "JV-8.1-8", "JV-8.1-10", "JV-8.1-11", "JV-8.3-5", "JV-8.6-10",
)  # fmt: skip
def attack_shift(g: State, attackers: Iterable[str], hex: int) -> tuple[LeaderShift, ...]:
    """Every leader who could lend an attack on a hex his shift, the largest first.

    His owner takes one or none; it comes on top of every other shift, and is all of his rating. One attacker whom he
    reaches is enough. A demoralized leader lends nothing, a subordinate as much as any other. Asked anew at each
    attack, since a combat may break a chain. An attack on lone leaders takes no shifts (JV 8.8).
    """
    units = tuple(attackers)
    if not units or lone_leaders(g, hex):
        return ()
    found = [
        LeaderShift(leader, g.counter(leader).shift, way, WAYS[way])
        for leader in _able(g, g.on_map(g.side(units[0])))
        if (way := reaches(g, leader, units))
    ]
    return _best_first(found)


@cites("JV-6.4-2", "JV-6.12-10")
def safe(g: State, id: str) -> bool:
    """Whether nobody attacks a unit any more in this phase: it has been attacked, or has fallen back."""
    return id in g.attacked or id in g.retreated


@cites("JV-8.4-1", "JV-8.4-2", "JV-8.4-3", "JV-8.4-4", "JV-8.1-8", "JV-6.12-10")
def defence_shift(g: State, hex: int) -> tuple[LeaderShift, ...]:
    """Every leader who could lend the defenders of a hex his shift, the largest first.

    He must be in the hex and not demoralized; the command of the others does not matter, and all other shifts count
    besides. A leader without troops does not help himself (JV 8.8), nor does one help who is not attacked with them.
    """
    if lone_leaders(g, hex):
        return ()
    able = [id for id in _able(g, g.in_hex(hex)) if not safe(g, id)]
    found = [LeaderShift(id, g.counter(id).shift, STACKED, "JV-8.4-1") for id in able]
    return _best_first(found)


def _able(g: State, ids: Iterable[str]) -> list[str]:
    """The leaders among them who are not demoralized."""
    return [id for id in ids if g.counter(id).leader and not g.units[id].demoralized]


def _best_first(found: list[LeaderShift]) -> tuple[LeaderShift, ...]:
    return tuple(sorted(found, key=lambda shift: -shift.columns))


@cites("JV-8.1-3", "JV-8.1-7", "JV-8.2-1", "JV-8.2-2", "JV-8.6-9", "JV-8.7-10")
def reaches(g: State, leader: str, attackers: Iterable[str]) -> str:
    """By which way a leader's shift reaches an attack, empty where by none.

    He reaches any unit of his side in his hex or beside it; farther off only his own command, and so nobody if he has
    none, like all subordinates.
    """
    units = tuple(attackers)
    distance, here = g.setting.grid.distance, g.at(leader)
    nearest = min(distance(here, g.at(id)) for id in units)
    if nearest <= 1:
        return ADJACENT if nearest else STACKED
    linked = chain(g, leader)
    return CHAIN if any(id in linked for id in units) else ""


@cites("JV-8.3-1", "JV-8.3-2", "JV-8.3-3", "JV-8.3-4")
def chain(g: State, leader: str) -> tuple[str, ...]:
    """The units of a leader's own command that a chain links to him, in counter order.

    It begins with those beside him or with him and goes on from hex to hex without end. Guns and demoralized units are
    links like all others; a unit without an abbreviation is none.
    """
    command, near = g.counter(leader).command, g.setting.grid.near
    if not command:
        return ()
    own = [id for id in g.on_map(g.side(leader)) if g.counter(id).command == command and not g.counter(id).leader]
    reached = near[g.at(leader)] | 1 << g.at(leader)
    linked: set[str] = set()
    while new := {id for id in own if id not in linked and reached >> g.at(id) & 1}:
        linked |= new
        for id in new:
            reached |= near[g.at(id)]
    return tuple(id for id in own if id in linked)


@cites("JV-8.8-2")
def lone_leaders(g: State, hex: int) -> bool:
    """Whether nobody but leaders stands in a hex: an attack on it takes the last column."""
    here = g.in_hex(hex)
    return bool(here) and all(g.counter(id).leader for id in here)


# -- loss (8.5) ------------------------------------------------------------------------------------------

ATTACKER_FALLS, DEFENDER_FALLS = 1, 6
"""The dice of an attack that cost leaders (JV-8.5-1, JV-8.5-2)."""
MAKES = 1
"""The die of an attack that makes one (JV-8.7-1)."""
DRAW, NO_LEADER = Choice("draw a leader"), Choice("no leader")


@cites("JV-8.5-1", "JV-8.5-2", "JV-8.5-6", "JV-8.5-7", "JV-6.2-KIA-att", "JV-6.2-KIA-def", "JV-6.12-10")
def struck(
    g: State, die: int, hexes: Iterable[int], target: int, side: int, apart: Iterable[str] = ()
) -> tuple[str, ...]:
    """The leaders whom the die of an attack by a side costs, whatever its result.

    On 1 all who are stacked with an attacker, on 6 all in the attacked hex but those who are not attacked with it;
    whether they lent a shift or not. Nobody falls who lent one from elsewhere.

    Args:
        apart: who stands in the attacked hex and is not attacked.
    """
    if die == ATTACKER_FALLS:
        return tuple(id for hex in sorted(set(hexes)) for id in leaders_in(g, hex, side))
    theirs = leaders_in(g, target, 1 - side) if die == DEFENDER_FALLS else ()
    return tuple(id for id in theirs if id not in apart)


def leaders_in(g: State, hex: int, side: int) -> tuple[str, ...]:
    """The leaders of a side in a hex."""
    return tuple(id for id in g.in_hex(hex) if g.counter(id).leader and g.side(id) == side)


@cites("JV-8.5-3", "JV-8.6-12")
def fall(g: State, id: str, cite: str) -> None:
    """A leader is lost, and out of the game for good; his place is to be filled."""
    take_off(g, id, ELIMINATED, cite, "leader-lost")


@procedure("casualties", title="leaders lost")
class Casualties(Procedure, frozen=True):
    """The leaders whom the die of an attack costs, and who follows them (JV 8.5)."""

    die: int
    hexes: tuple[int, ...]
    """From which units attacked."""
    target: int
    apart: tuple[str, ...] = ()
    """Who stands in the target and is not attacked."""
    rare: ClassVar[frozenset[str]] = frozenset({"apart"})

    def lose(self, g: State) -> Result:
        """All of them at once, then their successors."""
        cite = "JV-8.5-1" if self.die == ATTACKER_FALLS else "JV-8.5-2"
        for id in struck(g, self.die, self.hexes, self.target, g.player, self.apart):
            fall(g, id, cite)
        return Call(Succession())


@procedure("lose-leader")
class LoseLeader(Procedure, frozen=True):
    """One leader is lost, and followed."""

    leader: str
    cite: str

    def title(self, g: State) -> str:
        return f"{self.leader} is lost"

    def lose(self, g: State) -> Result:
        fall(g, self.leader, self.cite)
        return Call(Succession())


# -- replacement (8.6) -----------------------------------------------------------------------------------


@cites("JV-8.6-1", "JV-8.6-12")
def cup(g: State, side: int) -> tuple[str, ...]:
    """Who is left in a side's cup: nobody ever comes back to it."""
    return tuple(id for id in g.armies[side] if g.units[id].at == CUP)


@procedure("succession")
class Succession(Procedure, frozen=True):
    """For every leader lost and not yet replaced, a subordinate from his side's cup (JV 8.6)."""

    drawn: str = ""
    """Who has been drawn and stands nowhere yet."""

    def title(self, g: State) -> str:
        return f"who follows {g.vacant[0][0]}" if g.vacant else "succession"

    def pending(self, g: State) -> tuple[tuple[str, str], ...] | None:
        """In odds it matters that a leader is lost, not who follows him."""
        return ()

    @cites("JV-8.5-5", "JV-8.6-2", "JV-8.6-11", "JV-6.2-KIA-replace")
    def next(self, g: State) -> Result:
        """The first of those whose place is empty, also from an earlier draw.

        Leaders have no reduced side. With the cup empty nobody follows.
        """
        if not g.vacant:
            return Done()
        leader, hex = g.vacant[0]
        side = g.side(leader)
        if cup(g, side) and g.masks[side]:
            return Goto(self.draw)
        g.vacant = g.vacant[1:]
        g.log(Event("not-replaced", "JV-8.6-11", g.seat(leader), (leader,), hex))
        return Goto(self.next)

    @cites("JV-8.6-2", "JV-8.6-4", "JV-8.6-6")
    def draw(self, g: State) -> Result:
        """One of those left, drawn blindly."""
        leader = g.vacant[0][0]
        return draw_from(g, g.side(leader), self.take, "JV-8.6-2", f"who follows {leader}")

    def take(self, g: State, drawn: str) -> Result:
        return Goto(self.but(drawn=drawn).post)

    def post(self, g: State) -> Result:
        """His hex; of several equally near ones the owner picks one."""
        leader, hex = g.vacant[0]
        return where(g, self.drawn, posts(g, g.side(leader), hex), self.set_down, "JV-8.6-3")

    @cites("JV-8.6-3")
    def set_down(self, g: State, choice: Choice) -> Result:
        """Down there, and on to the next."""
        leader, old = g.vacant[0]
        g.vacant = g.vacant[1:]
        place(g, self.drawn, choice.hex, "JV-8.6-3", "leader-drawn", (leader, old))
        return Goto(Succession().next)


@cites("JV-8.6-3")
def posts(g: State, side: int, hex: int) -> tuple[int, ...]:
    """Where a successor may stand: in the hex of the fallen or, with nobody left there, with the nearest unit."""
    distance = g.setting.grid.distance
    near = min(distance(hex, h) for h in hexes_of(g.masks[side]))
    return tuple(h for h in hexes_of(g.masks[side]) if distance(hex, h) == near)


def draw_from(g: State, side: int, then: Callable[..., Any], cite: str, why: str) -> Ask:
    """Chance says who comes out of a cup; all see it."""
    return Ask(
        CHANCE, cup(g, side), then, "leader-draw", cite, why, sees=lambda id: ""
    )  # fmt: skip


def where(g: State, id: str, hexes: tuple[int, ...], then: Callable[..., Any], cite: str) -> Ask:
    """The owner is asked where a leader who was drawn goes."""
    options = tuple(Choice("place", id, hex) for hex in hexes)
    return Ask(
        g.seat(id), options, then, "leader-place", cite, f"{id}: where does he take over?", usual=options[0],
        about=(id,),
    )  # fmt: skip


# -- creation (8.7) --------------------------------------------------------------------------------------


@cites(
    "JV-6.2-LC", "JV-8.7-1", "JV-8.7-2", "JV-8.7-4", "JV-8.7-5", "JV-8.7-11", "JV-8.7-12",
)  # fmt: skip
def creation_hexes(g: State, die: int, column: int, attackers: Iterable[str]) -> tuple[int, ...]:
    """Where an attack makes a new leader for its side; empty where it makes none.

    On a die of 1 at a final column of 1:1 or less, while the cup lasts: with a surviving attacker that is no gun, where
    no subordinate stands, such as one who has just followed a fallen leader.
    """
    if die != MAKES or column > charts.EVEN or not cup(g, g.player):
        return ()
    hexes = {g.at(id) for id in attackers if g.at(id) >= 0 and g.counter(id).combat_unit}
    return tuple(h for h in sorted(hexes) if not any(g.counter(id).spare for id in g.in_hex(h)))


@procedure("create-leader", title="a new leader")
class CreateLeader(Procedure, frozen=True):
    """A leader rises out of an attack that failed (JV 8.7), before any retreat (JV-8.7-6)."""

    hexes: tuple[int, ...]
    """Where he may stand."""
    drawn: str = ""

    def pending(self, g: State) -> tuple[tuple[str, str], ...] | None:
        """In odds it does not matter who he is."""
        return ()

    @cites("JV-8.7-3", "JV-8.7-13")
    def choose(self, g: State) -> Result:
        """He is drawn unless his owner does without; one for each attack."""
        return Ask(
            SIDES[g.player], (DRAW, NO_LEADER), self.draw_or_not, "leader", "JV-8.7-3",
            "a subordinate leader may rise from the attackers", usual=DRAW,
        )  # fmt: skip

    def draw_or_not(self, g: State, choice: Choice) -> Result:
        """As the owner says."""
        return Goto(self.draw) if choice == DRAW else Done()

    @cites("JV-8.7-9")
    def draw(self, g: State) -> Result:
        return draw_from(g, g.player, self.take, "JV-8.7-1", "who rises from the ranks")

    def take(self, g: State, drawn: str) -> Result:
        return Goto(self.but(drawn=drawn).post)

    @cites("JV-8.7-7")
    def post(self, g: State) -> Result:
        """With which of the survivors his owner says."""
        return where(g, self.drawn, self.hexes, self.set_down, "JV-8.7-7")

    @cites("JV-8.7-2", "JV-8.7-6", "JV-8.7-8", "JV-8.7-10")
    def set_down(self, g: State, choice: Choice) -> Result:
        """With a survivor, whose fate he shares from now on; without command."""
        place(g, self.drawn, choice.hex, "JV-8.7-2", "leader-drawn")
        return Done()
