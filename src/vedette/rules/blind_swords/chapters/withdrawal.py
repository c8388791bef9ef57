"""Chapters 13.8 and 14.3b: mounted cavalry withdraws one hex, before an enemy who comes near or attacks it."""

from __future__ import annotations

from typing import ClassVar

from vedette.engine.choice import Choice
from vedette.engine.cites import cites
from vedette.engine.events import Event
from vedette.engine.procedure import Ask, Call, Done, Goto, Procedure, Result, procedure
from vedette.rules.blind_swords.chapters.costs import ground_bar
from vedette.rules.blind_swords.chapters.deeds import place
from vedette.rules.blind_swords.chapters.skirmish import ScreensGiveWay, screens_beside
from vedette.rules.blind_swords.chapters.stacking import retreat_end_bar
from vedette.rules.blind_swords.chapters.values import is_cavalry
from vedette.rules.blind_swords.state import State

NEAR = 2
"""Hexes within which an enemy who moves makes cavalry think of withdrawing."""

Offers = tuple[tuple[str, int], ...]
"""Cavalry and the distance at which it was asked to withdraw."""


@cites("KT-13.8-1", "KT-13.8-2", "KT-14.3b-2")
def withdrawal_hexes(g: State, id: str, threats: tuple[int, ...]) -> tuple[int, ...]:
    """Where mounted cavalry may withdraw to: one hex, away from all of these (rulings: 14.3b).

    A hex that it may enter mounted and does not overstack. A unit that may not move does not withdraw.
    """
    if not is_cavalry(g, id) or g.at(id) < 0 or g.units[id].frozen or id in g.chaos:
        return ()
    setting, at, side = g.setting, g.at(id), g.side(id)
    distance = setting.grid.distance
    found = []
    for to in setting.grid.neighbours[at]:
        if to not in setting.in_play or g.holder(to) == 1 - side or ground_bar(setting, "cavalry", at, to) is not None:
            continue
        away = all(distance(to, h) > distance(at, h) for h in threats)
        if away and retreat_end_bar(g, id, to) is None:
            found.append(to)
    return tuple(sorted(found))


@cites("KT-13.8-1", "BS-10.8-2")
def near_cavalry(g: State, mover: str, hex: int = -1, offered: Offers = ()) -> tuple[str, ...]:
    """Cavalry of the other side that may withdraw from infantry or artillery that has come near, in counter order.

    Within one or two hexes of the hex where the mover is, or might come. Where a book gives two chances in a move,
    one at two hexes and one at one, cavalry that was offered this one before is left out.
    """
    at = g.at(mover) if hex < 0 else hex
    if at < 0 or not g.setting.profile.cavalry_withdraws_from_movers or is_cavalry(g, mover):
        return ()
    side = 1 - g.side(mover)
    near = g.setting.grid.within(at, NEAR) & g.masks[side]
    if not near:
        return ()
    distance = g.setting.grid.distance
    riders = [i for i in g.on_map(side) if near >> g.units[i].at & 1 and is_cavalry(g, i)]
    return tuple(
        [i for i in riders if (i, distance(g.units[i].at, at)) not in offered and withdrawal_hexes(g, i, (at,))]
    )


def offers(g: State, mover: str, offered: Offers) -> Offers:
    """What a mover has offered to cavalry, once it has been asked; nothing is kept in vain."""
    if g.setting.profile.withdrawal_offers == "each-hex":
        return ()
    distance, at = g.setting.grid.distance, g.at(mover)
    return (*offered, *((i, distance(g.at(i), at)) for i in near_cavalry(g, mover, offered=offered)))


@cites("KT-14.3b-1")
def attacking_hexes(g: State, attackers: tuple[tuple[str, int], ...]) -> tuple[int, ...]:
    """The hexes of attackers from which cavalry may withdraw: those of infantry alone, or all."""
    if g.setting.profile.cavalry_withdraws_from == "any":
        return from_any(attackers)
    return tuple(dict.fromkeys(hex for id, hex in attackers if not is_cavalry(g, id)))


@cites("SS-14.2b-1")
def from_any(attackers: tuple[tuple[str, int], ...]) -> tuple[int, ...]:
    """It withdraws from any attacker, one hex away from all of them."""
    return tuple(dict.fromkeys(hex for _, hex in attackers))


@cites("KT-14.3b-1")
def attacked_cavalry(g: State, target: int, threats: tuple[int, ...]) -> tuple[str, ...]:
    """Cavalry in an attacked hex that may withdraw from attackers in these hexes."""
    return tuple(i for i in g.in_hex(target) if withdrawal_hexes(g, i, threats)) if threats else ()


@procedure("cavalry-withdrawal", title="cavalry withdrawal")
class CavalryWithdrawal(Procedure, frozen=True):
    """Unit by unit the owner says where it withdraws to, or that it stands. Hands back who has gone."""

    threats: tuple[int, ...]
    """The hex of the enemy who has moved, or those of the attackers it may withdraw from."""
    mover: str = ""
    target: int = -1
    """The hex attacked; -1 for a move."""
    asked: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    offered: Offers = ()
    """What was offered before in the same move."""
    rare: ClassVar[frozenset[str]] = frozenset({"offered"})

    @cites("KT-13.8-1", "KT-13.8-3", "KT-13.8-4", "KT-14.3b-1", "KT-14.3b-4")
    def choose(self, g: State) -> Result:
        """The next of them: withdraw, as often as an enemy comes, or stand."""
        unit = next_of(g, self)
        if not unit:
            return Done(self.gone)
        hexes = withdrawal_hexes(g, unit, self.threats)
        who = "infantry attacks" if g.setting.profile.cavalry_withdraws_from == "infantry" else "an attack on"
        why = f"{self.mover} comes near" if self.mover else f"{who} {g.hex_name(self.target)}"
        stand = Choice("stand", unit)
        return Ask(
            g.seat(unit), (*(Choice("withdraw", unit, hex) for hex in hexes), stand), self.take, "cavalry-withdrawal",
            self._cite(), f"{why}: does {unit} withdraw?", usual=stand, optional=True, about=(unit,),
        )  # fmt: skip

    @cites("KT-13.8-4", "KT-14.3b-5", "KT-13.7-1", "BS-10.8-5")
    def take(self, g: State, choice: Choice) -> Result:
        """It goes at once and is not fired at (rulings: oddity 86), or it stands."""
        unit, to = choice.unit, choice.hex
        rest = self.but(asked=(*self.asked, unit))
        if choice.kind == "stand":
            if self.target >= 0:
                g.log(Event("stands", "KT-14.3b-1", g.seat(unit), (unit,), g.at(unit)))
            return Goto(rest.choose)
        place(g, unit, to, self._cite(), "rode-off")
        rest = rest.but(gone=(*self.gone, unit))
        if screens_beside(g, to, g.side(unit)):
            return Call(ScreensGiveWay(unit), then=rest.choose)
        return Goto(rest.choose)

    def _cite(self) -> str:
        return "KT-13.8-1" if self.mover else "KT-14.3b-1"


def next_of(g: State, frame: CavalryWithdrawal) -> str:
    """The unit that is asked next; empty if none is left."""
    near = frame.mover and near_cavalry(g, frame.mover, offered=frame.offered)
    found = near if frame.mover else attacked_cavalry(g, frame.target, frame.threats)
    return next((i for i in found if i not in frame.asked), "")


def best_hex(g: State, id: str, hexes: tuple[int, ...]) -> int:
    """The usual hex: furthest from the nearest enemy, then with steady friends of its brigade beside it."""
    side, brigade = g.side(id), g.counter(id).brigade
    enemies = [g.at(i) for i in g.on_map(1 - side)]
    friends = [g.at(i) for i in g.brigade(side, brigade) if i != id and g.at(i) >= 0 and not g.units[i].hits]

    def liked(hex: int) -> tuple[int, bool]:
        distance = g.setting.grid.distance
        return min((distance(hex, h) for h in enemies), default=0), any(distance(hex, h) <= 1 for h in friends)

    return max(hexes, key=liked)


def approached(g: State, mover: str, offered: Offers = ()) -> CavalryWithdrawal | None:
    """What follows when a unit has come to a hex; None if it concerns no cavalry of the other side."""
    if not near_cavalry(g, mover, offered=offered):
        return None
    return CavalryWithdrawal((g.at(mover),), mover, offered=offered)
