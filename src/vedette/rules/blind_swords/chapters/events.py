"""Chapter 10.4: the Event chits, each a small named procedure with its window, effect and duration.

The texts are those of the pack's chits.csv; a play is resolved at once and completely, and hands back what it
does to the procedure that opened the window.
"""

from __future__ import annotations

from collections.abc import Iterator

from vedette.engine.choice import Choice
from vedette.engine.cites import cites
from vedette.engine.events import Event, Reason
from vedette.engine.procedure import CHANCE, Ask, Call, Done, Procedure, Result, procedure
from vedette.hexes import hexes_of
from vedette.rules.blind_swords.chapters.deeds import change
from vedette.rules.blind_swords.chapters.event_actions import (
    BrigadeRally,
    Firefight,
    ReserveMove,
    SuddenAssault,
    can_firefight,
    commander_up,
    marching,
    rally_brigades,
    yell_pairs,
)
from vedette.rules.blind_swords.chapters.held_back import spared, untouchable
from vedette.rules.blind_swords.chapters.orders import DEFEND, MANEUVER, REGROUP
from vedette.rules.blind_swords.chapters.windows import EVENTS as EVENTS
from vedette.rules.blind_swords.chapters.windows import EventRule, Moment
from vedette.rules.blind_swords.charts import DIE
from vedette.rules.blind_swords.setting import CONFEDERATE, SIDES, UNION
from vedette.rules.blind_swords.state import State

# -- chits that answer an Order ------------------------------------------------------------------------------

OWN_ORDER = Reason("it answers an Order of the enemy", "KT-10.4a-4")
ENEMY_ORDER = Reason("it answers an Order of the own side", "KT-10.4a-4")
ONCE = Reason("it has worked in this activation already", "KT-10.4a-4")
REGROUPING = Reason("a brigade that regroups does not march", "KT-10.4a-4")


def _confusion_bar(g: State, side: int, m: Moment) -> Reason | None:
    if m.acting == side:
        return OWN_ORDER
    return ONCE if any(e.startswith(("order ", "unconfused")) for e in m.effects) else None


@procedure("command-confusion", title="Command Confusion")
class CommandConfusion(Procedure, frozen=True):
    """A die may turn the Order just announced into another: 1 Regroup, 2 Defend, 3 Maneuver."""

    side: int

    def roll(self, g: State) -> Result:
        """The player of the chit rolls."""
        return Ask(CHANCE, DIE, self.read, "die", "KT-10.4a-1", "Command Confusion")

    @cites("KT-10.9-ex")
    def read(self, g: State, die: int) -> Result:
        """Hand back the new Order."""
        order = {1: REGROUP, 2: DEFEND, 3: MANEUVER}.get(die, "")
        g.log(Event("confusion", "KT-10.4a-1", SIDES[self.side], data=(order,), roll=die))
        return Done(f"order {order}" if order else "unconfused")


def _fatigue_bar(g: State, side: int, m: Moment) -> Reason | None:
    if m.acting == side:
        return OWN_ORDER
    return ONCE if "fatigue" in m.effects else None


@procedure("fatigue", title="Fatigue")
class Fatigue(Procedure, frozen=True):
    """The brigade moves half as far; on a roll of 1 one of its Fresh units is worn out as well."""

    side: int
    brigade: str

    def roll(self, g: State) -> Result:
        """The player of the chit rolls."""
        return Ask(CHANCE, DIE, self.read, "die", "KT-10.4a-1", "Fatigue")

    def read(self, g: State, die: int) -> Result:
        """On a 1 its owner turns a Fresh unit of his choice."""
        g.log(Event("fatigue", "KT-10.4a-1", SIDES[self.side], data=(self.brigade,), roll=die))
        owner = 1 - self.side
        mine = [i for i in g.brigade(owner, self.brigade) if g.at(i) >= 0]
        fresh = tuple(i for i in mine if not g.units[i].worn and not g.counter(i).fragile)
        if die != 1 or not fresh:
            return Done("fatigue")
        return Call(WearOne(SIDES[owner], fresh))


@procedure("wear-one")
class WearOne(Procedure, frozen=True):
    """Its owner turns one of these units to its Battleworn side."""

    seat: str
    units: tuple[str, ...]

    def choose(self, g: State) -> Result:
        options = tuple(Choice("deplete", id, g.at(id)) for id in self.units)
        return Ask(
            self.seat, options, self.turn, "deplete", "KT-10.4a-1", "Fatigue: which unit is worn?", usual=options[0]
        )  # fmt: skip

    def turn(self, g: State, choice: Choice) -> Result:
        change(g, choice.unit, "KT-10.4a-1", "depleted", worn=True)
        return Done("fatigue")


def _march_bar(g: State, side: int, m: Moment) -> Reason | None:
    if m.acting != side:
        return ENEMY_ORDER
    if "quick-march" in m.effects:
        return ONCE
    changed = next((e.split()[1] for e in m.effects if e.startswith("order ")), m.order)
    return REGROUPING if changed == REGROUP else None


@procedure("effect")
class Effect(Procedure, frozen=True):
    """A chit that only changes the procedure which opened its window."""

    word: str

    def hand_back(self, g: State) -> Result:
        return Done(self.word)


# -- chits that answer a fire, an assault or a test ---------------------------------------------------------------

NOT_MINE = Reason("it helps only the own side", "KT-10.4a-4")
ASLEEP = Reason("no event is played on who is not released yet", "SS-22.2-s2-2")
CHAOS = Reason("Battlefield Chaos: its owner may play no chit on that hex", "KT-10.5b-chaos-4")


@cites("KT-10.5b-chaos-4")
def chaotic(g: State, side: int, hex: int) -> bool:
    """Whether Battlefield Chaos keeps a side from playing its own chits on a hex."""
    return bool(g.chaos) and any(i in g.chaos and g.side(i) == side for i in g.in_hex(hex))


def _confident_bar(g: State, side: int, m: Moment) -> Reason | None:
    mine = m.acting == side if m.window == "own-test" else m.acting != side
    if not mine:
        return NOT_MINE
    if chaotic(g, side, m.hex):
        return CHAOS
    if spared(g, m.hex):
        return ASLEEP
    return ONCE if "confident" in m.effects else None


@cites("KT-3.2d-5", "KT-12.3-good-ground-wall")
def takes_ground(g: State, hex: int) -> bool:
    """Whether a hex may be given Good Ground: it must have no wall."""
    return hex not in g.setting.walls and hex not in g.good_ground and not chaotic(g, UNION, hex)


def ground_hexes(g: State) -> tuple[int, ...]:
    """Union hexes that may be given it."""
    return tuple(sorted({g.at(i) for i in g.on_map(UNION) if takes_ground(g, g.at(i))}))


WALLED = Reason("no Good Ground in a wall hex", "KT-12.3-good-ground-wall")
NONE_FIT = Reason("there is nothing it could be played on", "KT-10.4a-4")
LEADERLESS = Reason("its commander in chief himself is not in the game", "KT-10.4a-1")


def _ground_bar(g: State, side: int, m: Moment) -> Reason | None:
    if m.window in ("fired-at", "assault-declared"):
        if m.acting == side:
            return NOT_MINE
        if g.holder(m.hex) == UNION and takes_ground(g, m.hex):
            return None
        return WALLED if m.hex in g.setting.walls else NONE_FIT
    return None if any(takes_ground(g, hex) for hex in hexes_of(g.masks[UNION])) else NONE_FIT


@procedure("good-ground")
class GoodGround(Procedure, frozen=True):
    """A Union hex is marked: fire and assaults at it are shifted two columns left until the turn ends."""

    hexes: tuple[int, ...]

    def choose(self, g: State) -> Result:
        options = tuple(Choice("good ground", hex=hex) for hex in self.hexes)
        return Ask(
            SIDES[UNION], options, self.mark, "good-ground", "KT-12.3-shift-good-ground", "Good Ground: which hex?",
            usual=options[0],
        )  # fmt: skip

    def mark(self, g: State, choice: Choice) -> Result:
        g.good_ground = tuple(sorted((*g.good_ground, choice.hex)))
        g.log(Event("good-ground", "KT-12.3-shift-good-ground", SIDES[UNION], hex=choice.hex))
        return Done()


def _play_ground(g: State, side: int, m: Moment) -> Procedure:
    answering = m.window in ("fired-at", "assault-declared")
    return GoodGround((m.hex,) if answering else ground_hexes(g))


# -- ammunition -----------------------------------------------------------------------------------------------


def low_ammo_victims(g: State, side: int) -> tuple[str, ...]:
    """Every enemy unit that may be marked."""
    return tuple(_low_ammo_victims(g, side))


@cites("KT-9.5e-1", "KT-13.13-3", "KT-20.2g-3")
def _low_ammo_victims(g: State, side: int) -> Iterator[str]:
    """Enemy units that may be marked: those unmarked, but no Union artillery that has been resupplied."""
    if not low_ammo_works(g, side) or never_low(g, 1 - side):
        return
    for id in g.on_map(1 - side):
        unit = g.units[id]
        if not (unit.low_ammo or unit.resupplied) and (side == UNION or g.counter(id).arm == "artillery"):
            yield id


def low_ammo_works(g: State, side: int) -> bool:
    """Whether a side's Low Ammo chits have any effect yet."""
    return has_come(g, "CSA Low Ammo" if side == UNION else "Union Low Ammo")


@cites("KT-20.1h-1", "KT-20.1h-2", "KT-20.2g-1", "KT-20.3b-3")
def has_come(g: State, chit: str) -> bool:
    """Whether a chit has any effect yet: from the turn on that the scenario names."""
    rule = g.setting.rule("chit_from_turn", chit=chit)
    return rule is None or g.turn >= rule["turn"]


@cites("KT-20.3b-1")
def never_low(g: State, side: int) -> bool:
    """Whether a side's units never run low, since their wagons are up."""
    return g.setting.rule("ammunition_plenty", side=SIDES[side]) is not None


def _low_ammo_bar(g: State, side: int, m: Moment) -> Reason | None:
    return None if any(True for _ in _low_ammo_victims(g, side)) else NONE_FIT


@procedure("low-ammo")
class LowAmmo(Procedure, frozen=True):
    """One enemy unit runs low: it fires with half its points."""

    side: int

    def choose(self, g: State) -> Result:
        options = tuple(Choice("low ammo", id, g.at(id)) for id in low_ammo_victims(g, self.side))
        return Ask(
            SIDES[self.side], options, self.mark, "low-ammo", "KT-10.4a-1", "Low Ammo: which unit?", usual=options[0]
        )  # fmt: skip

    def mark(self, g: State, choice: Choice) -> Result:
        change(g, choice.unit, "KT-9.5e-1" if self.side == CONFEDERATE else "KT-20.1h-1", "low-ammo", low_ammo=True)
        return Done()


def _marked(g: State, side: int) -> tuple[str, ...]:
    return tuple(i for i in g.on_map(side) if g.units[i].low_ammo and not chaotic(g, side, g.at(i)))


def _find_bar(g: State, side: int, m: Moment) -> Reason | None:
    return None if has_come(g, "Find Ammo") and _marked(g, side) else NONE_FIT


@procedure("find-ammo")
class FindAmmo(Procedure, frozen=True):
    """One Low Ammo marker comes off."""

    side: int

    def choose(self, g: State) -> Result:
        """Which unit is supplied."""
        options = tuple(Choice("supply", id, g.at(id)) for id in _marked(g, self.side))
        return Ask(
            SIDES[self.side], options, self.supply, "find-ammo", "KT-10.4a-1", "Find Ammo: which unit?",
            usual=options[0],
        )  # fmt: skip

    @cites("KT-20.2g-4")
    def supply(self, g: State, choice: Choice) -> Result:
        change(g, choice.unit, "KT-10.4a-1", "supplied", low_ammo=False)
        return Done()


# -- rally ----------------------------------------------------------------------------------------------------


def rally_units(g: State, side: int) -> tuple[str, ...]:
    """Every unit that the Rally chit may steady."""
    return tuple(_shaken(g, side))


@cites("KT-17.1-7")
def _shaken(g: State, side: int) -> Iterator[str]:
    """Units that the Rally chit may steady by its own text: on the map, with hits, beside no enemy."""
    units = g.units
    for id in g.armies[side]:
        hex = units[id].at
        if not units[id].hits or hex < 0 or g.enemies_near(hex, side):
            continue
        if not chaotic(g, side, hex) and not untouchable(g, id):
            yield id


def _rally_bar(g: State, side: int, m: Moment) -> Reason | None:
    return None if any(True for _ in _shaken(g, side)) else NONE_FIT


@procedure("rally-event")
class RallyEvent(Procedure, frozen=True):
    """One unit loses all its Morale Hits."""

    side: int

    def choose(self, g: State) -> Result:
        options = tuple(Choice("recover", id, g.at(id)) for id in rally_units(g, self.side))
        return Ask(
            SIDES[self.side], options, self.steady, "rally-event", "KT-17.1-7", "Rally: which unit?", usual=options[0]
        )  # fmt: skip

    def steady(self, g: State, choice: Choice) -> Result:
        change(g, choice.unit, "KT-17.1-7", "recovered", (0,), hits=0)
        return Done()


# -- the table ------------------------------------------------------------------------------------------------


def _reserve_bar(g: State, side: int, m: Moment) -> Reason | None:
    return None if any(True for _ in marching(g, side)) else NONE_FIT


def _brigade_bar(g: State, side: int, m: Moment) -> Reason | None:
    if not commander_up(g, side):
        return LEADERLESS
    return None if rally_brigades(g, side) else NONE_FIT


def _firefight_bar(g: State, side: int, m: Moment) -> Reason | None:
    return None if can_firefight(g, side) else NONE_FIT


def _yell_bar(g: State, side: int, m: Moment) -> Reason | None:
    if m.window != "assault-declared":
        return None if yell_pairs(g, side) else NONE_FIT
    if m.acting != side:
        return NOT_MINE
    if any(chaotic(g, side, g.at(i)) for i in m.units):
        return CHAOS
    infantry = all(g.counter(i).arm == "infantry" for i in m.units)
    if not infantry:
        return NOT_MINE
    return ONCE if "rebel-yell" in m.effects else None


def _play_yell(g: State, side: int, m: Moment) -> Procedure:
    return Effect("rebel-yell") if m.window == "assault-declared" else SuddenAssault(side)


EVENTS.update(
    {
        "Command Confusion": EventRule(_confusion_bar, lambda g, side, m: CommandConfusion(side)),
        "Quick March": EventRule(_march_bar, lambda g, side, m: Effect("quick-march")),
        "Fatigue": EventRule(_fatigue_bar, lambda g, side, m: Fatigue(side, m.brigade)),
        "Brigade Reserve Move": EventRule(_reserve_bar, lambda g, side, m: ReserveMove(side), rank=1),
        "Good Ground": EventRule(_ground_bar, _play_ground, rank=0),
        "CSA Low Ammo": EventRule(_low_ammo_bar, lambda g, side, m: LowAmmo(side)),
        "Union Low Ammo": EventRule(_low_ammo_bar, lambda g, side, m: LowAmmo(side)),
        "Find Ammo": EventRule(_find_bar, lambda g, side, m: FindAmmo(side)),
        "Rebel Yell": EventRule(_yell_bar, _play_yell, rank=3),
        "Firefight": EventRule(_firefight_bar, lambda g, side, m: Firefight(side), rank=3),
        "Confident": EventRule(_confident_bar, lambda g, side, m: Effect("confident")),
        "Rally": EventRule(_rally_bar, lambda g, side, m: RallyEvent(side)),
        "Brigade Rally": EventRule(_brigade_bar, lambda g, side, m: BrigadeRally(side), kept=False),
    }
)
