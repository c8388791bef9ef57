"""Chapter 4: the sequence of play, with the final command phase and what lies between two game turns.

BattleOfTurns, PlayerTurn(side)     turn after turn, phase after phase
rally_bar(g, leader, id)            why a leader does not rally a unit now
FinalPhase(side)                    new leaders, rally, resupply, pins (14.4, 17.53)
Interphase                          demoralization (19.4), and rounds that batteries share (12.36)
"""

from __future__ import annotations

from vedette.engine.choice import DONE, Choice
from vedette.engine.cites import cites
from vedette.engine.events import Event, Reason
from vedette.engine.procedure import CHANCE, DIE, Ask, Call, Done, Goto, Procedure, Result, procedure
from vedette.rules.great_battles.chapters import victory
from vedette.rules.great_battles.chapters.army_morale import raise_morale
from vedette.rules.great_battles.chapters.charge import DeclareCharges
from vedette.rules.great_battles.chapters.command import CommandPhase
from vedette.rules.great_battles.chapters.deeds import change
from vedette.rules.great_battles.chapters.effectiveness import judge
from vedette.rules.great_battles.chapters.evasion import EvasionPhase
from vedette.rules.great_battles.chapters.fire import FirePhase
from vedette.rules.great_battles.chapters.leaders import NewLeaders, commands, ratings
from vedette.rules.great_battles.chapters.melee import MeleePhase
from vedette.rules.great_battles.chapters.movement import MovementPhase
from vedette.rules.great_battles.chapters.rout import come_back
from vedette.rules.great_battles.chapters.setup import SetUp
from vedette.rules.great_battles.chapters.supply import Resupply, Transfers, pairs
from vedette.rules.great_battles.setting import SIDES, UNION
from vedette.rules.great_battles.state import ELIMINATED, State, tallied

# -- turns and phases (4) --------------------------------------------------------------------------------

SET_UP = "set-up"


@procedure("gb-battle")
class BattleOfTurns(Procedure, frozen=True):
    """Turn after turn until the last one is over (SW 4.0)."""

    left: tuple[int, ...] = ()
    """Sides whose player turn is still to come in this game turn."""

    def title(self, g: State) -> str:
        return f"Turn {g.turn}, {g.setting.hour(g.turn)}"

    @cites("SW-3.2-1", "SW-3.2-2", "GB-19.0-2")
    def set_up(self, g: State) -> Result:
        """The Union sets up, then the Confederates."""
        g.phase = SET_UP
        return Call(SetUp(), then=self.begin)

    @cites("SW-4.0-1", "SW-19.2-2", "GB-25.2")
    def begin(self, g: State) -> Result:
        """A game turn of two player turns begins; army morale comes in."""
        g.shots, g.together = (), pairs(g)
        g.log(Event("turn", "SW-4.0-1", data=(g.turn,)))
        raise_morale(g, g.setting.numbers["morale-income"], "SW-19.2-2")
        return Goto(self.but(left=g.setting.players).player)

    def player(self, g: State) -> Result:
        if not self.left:
            g.phase, g.player = "interphase", -1
            return Call(Interphase(), then=self.end)
        side, *rest = self.left
        return Call(PlayerTurn(side), then=self.but(left=tuple(rest)).player)

    @cites("SW-4.0-3rd-1", "SW-4.0-2")
    def end(self, g: State) -> Result:
        """On to the next turn, or the game is over."""
        if g.turn >= g.setting.last_turn:
            g.over = True
            return Call(victory.Ending(), then=self.finish)
        g.turn += 1
        return Goto(self.begin)

    def finish(self, g: State) -> Result:
        return Done()


@procedure("gb-player-turn")
class PlayerTurn(Procedure, frozen=True):
    """Phases A to G of one side (SW 4.0)."""

    side: int

    def title(self, g: State) -> str:
        return f"{SIDES[self.side].capitalize()} player turn"

    @cites("SW-4.0-3", "SW-4.0-4", "SW-4.0-A-1", "SW-4.0-2nd", "SW-24.0-2", "SW-3.1-absent", "SW-3.1-errata")
    def command(self, g: State) -> Result:
        g.player = self.side
        g.paid = g.commanded = g.moved = g.evaded = g.advanced = ()
        g.spent, g.starts, g.charges, g.offensive = (), (), (), ()
        return self._phase(g, "command", "SW-4.0-A-1", CommandPhase(self.side), self.movement)

    @cites("SW-4.0-B-1", "SW-4.0-B-3")
    def movement(self, g: State) -> Result:
        """B. Movement of the phasing side alone."""
        return self._phase(g, "movement", "SW-4.0-B-1", MovementPhase(self.side), self.defensive_fire)

    @cites("SW-4.0-C-1")
    def defensive_fire(self, g: State) -> Result:
        """C. Defensive fire of the other side."""
        return self._phase(g, "defensive-fire", "SW-4.0-C-1", FirePhase(1 - self.side), self.offensive_fire)

    @cites("SW-4.0-D", "SW-3.1-4.0")
    def offensive_fire(self, g: State) -> Result:
        return self._phase(g, "offensive-fire", "SW-4.0-D", FirePhase(self.side), self.charges)

    @cites("SW-18.25-1")
    def charges(self, g: State) -> Result:
        """Cavalry that will charge says so before anybody can fall back."""
        return Call(DeclareCharges(self.side), then=self.evasion)

    @cites("SW-4.0-E-1")
    def evasion(self, g: State) -> Result:
        """E. Retreat before melee."""
        return self._phase(g, "retreat", "SW-4.0-E-1", EvasionPhase(self.side), self.melee)

    @cites("SW-4.0-F-1")
    def melee(self, g: State) -> Result:
        return self._phase(g, "melee", "SW-4.0-F-1", MeleePhase(self.side), self.final)

    @cites("SW-4.0-G-1")
    def final(self, g: State) -> Result:
        return self._phase(g, "final", "SW-4.0-G-1", FinalPhase(self.side), None)

    def _phase(self, g: State, phase: str, cite: str, procedure: Procedure, then: object) -> Result:
        """A phase begins, and what is counted by phases begins anew."""
        g.phase = phase
        g.fired, g.hit, g.fought, g.retired = (), (), (), ()
        g.log(Event("phase", cite, SIDES[self.side], data=(phase,)))
        return Call(procedure, then=then)  # type: ignore[arg-type]


# -- the final command phase (4 G, 14.4) -----------------------------------------------------------------

NOT_ROUTED = Reason("it is not routed", "SW-14.4-1")
NOT_HIS = Reason("it is not of his command", "SW-17.17-3")
TOO_FAR = Reason("it is too far from him", "SW-14.4-3")
SPENT = Reason("he has rallied as many as his rating allows", "SW-17.17-3")
ENGAGED = Reason("he is engaged", "SW-13.86-2")
NO_LINE = Reason("no pike or road leads from him to it", "SW-14.73-1")


@cites("SW-14.73-2")
def road_line(g: State, leader: str, id: str) -> bool:
    """Whether a leader can trace a line of pikes and roads to a unit; in its hex he needs none."""
    board, goal = g.setting.board, g.at(id)
    found, todo = {g.at(leader)}, [g.at(leader)]
    while todo:
        a = todo.pop()
        for b in g.setting.grid.neighbours[a]:
            kind = board.road.get((a, b), "")
            free = not g.masks[1 - g.side(id)] >> b & 1
            if b not in found and kind in ("pike", "road") and free:
                found.add(b)
                todo.append(b)
    return goal in found


@cites(
    "SW-14.4-1", "SW-14.4-3", "SW-17.17-1", "SW-17.17-2", "SW-17.17-3", "SW-13.86-2", "SW-14.73-1", "SW-10.86",
    "SW-17.0-3",
)  # fmt: skip
def rally_bar(g: State, leader: str, id: str, used: int = 0) -> Reason | None:
    """Why a leader does not rally a unit: three hexes, his command, his rating, a town."""
    u = g.units[id]
    if u.at < 0 or not u.routed:
        return NOT_ROUTED
    if not commands(g, leader, id) or g.counter(id).gun:
        return NOT_HIS
    if g.units[leader].engaged:
        return ENGAGED
    if g.setting.grid.distance(g.at(leader), u.at) > g.setting.numbers["rally-range"]:
        return TOO_FAR
    if used >= ratings(g, leader)[1]:
        return SPENT
    if g.setting.board.terrain[u.at] == "town" and not road_line(g, leader, id):
        return NO_LINE
    return None


@cites("SW-14.4-1", "SW-19.33-2", "GB-25.4", "SW-20.22-2")
def rally(g: State, id: str, cite: str, by: str = "") -> None:
    """A unit is rallied; its points come back to Union army morale."""
    change(g, id, cite, "rallied", (by,), routed=False)
    if g.side(id) == UNION and g.counter(id).small_arms:
        raise_morale(g, g.strength(id), "SW-19.33-2")


@procedure("gb-final", title="final command")
class FinalPhase(Procedure, frozen=True):
    """The phasing side's last phase (SW-4.0-G-1)."""

    side: int
    used: tuple[tuple[str, int], ...] = ()
    """Rallies of each leader in this phase."""

    @cites("SW-17.53")
    def new_leaders(self, g: State) -> Result:
        """Successors of lost leaders come first, whichever side they were of: in the turn of the loss."""
        return Call(NewLeaders(self.side), then=self.their_leaders)

    @cites("SW-17.53")
    def their_leaders(self, g: State) -> Result:
        return Call(NewLeaders(1 - self.side), then=self.guns)

    @cites("SW-14.4-2", "SW-14.3-7")
    def guns(self, g: State) -> Result:
        """Limbered guns rally by themselves; in 2007 crews come back (GB-20.22-2)."""
        for id in g.on_map(self.side):
            if g.units[id].routed and (g.counter(id).gun or g.counter(id).wagon):
                rally(g, id, "SW-14.4-2")
        come_back(g, self.side)
        return Goto(self.choose)

    @cites("SW-4.0-G-1", "SW-14.4-3", "SW-17.17-1", "SW-17.17-3")
    def choose(self, g: State) -> Result:
        used = dict(self.used)
        leaders = [i for i in g.on_map(self.side) if g.counter(i).leader]
        routed = [i for i in g.on_map(self.side) if g.units[i].routed]
        pairs = [(b, i) for i in routed for b in leaders if not rally_bar(g, b, i, used.get(b, 0))]
        options = (*(Choice("rally", leader, g.at(id), id) for leader, id in pairs), DONE)
        return Ask(
            SIDES[self.side], options, self.rallied, "rally", "SW-14.4-3", "who is rallied?",
            usual=options[0], optional=True,
        )  # fmt: skip

    def rallied(self, g: State, choice: Choice) -> Result:
        if choice == DONE:
            return Goto(self.resupply)
        rally(g, choice.arg, "SW-14.4-3", choice.unit)
        return Goto(self.but(used=tallied(self.used, choice.unit, 1)).choose)

    @cites("SW-4.0-G-2")
    def resupply(self, g: State) -> Result:
        return Call(Resupply(self.side), then=self.pins)

    @cites("SW-4.0-G-3", "SW-10.88-1")
    def pins(self, g: State) -> Result:
        for id in g.on_map(self.side):
            if g.units[id].pinned:
                change(g, id, "SW-10.88-1", "unpinned", pinned=False)
        return Done()


# -- between two turns (12.36, 19.4) ---------------------------------------------------------------------


@cites("SW-19.4", "SW-19.44-3", "GB-25.91", "GB-25.93")
def shaken(g: State) -> tuple[str, ...]:
    """The brigades that check for demoralization: when army morale is low, all of the Union that are effective."""
    if g.morale >= g.setting.numbers["demoralization-below"]:
        return ()
    left = {g.counter(i).brigade for i, u in g.units.items() if u.at > ELIMINATED and g.counter(i).small_arms}
    rows = g.setting.brigades
    return tuple(b for b, row in rows.items() if row.side == UNION and b not in g.ineffective and b in left)


@cites("SW-19.41", "SW-19.44-2", "GB-25.94-1", "GB-25.94-2")
def demoralizes(g: State, brigade: str, die: int) -> bool:
    """What the demoralization table says, one less for a brigade demoralized before."""
    n = die - (1 if dict(g.demoralized).get(brigade) else 0)
    rows = g.setting.demoralization
    row = rows[min(max(n, min(rows)), max(rows))]
    band = next(name for name in row if "-" in name and _within(name, g.morale))
    return row[band] == "D"


def _within(band: str, n: int) -> bool:
    low, _, high = band.partition("-")
    return int(low) <= n <= int(high)


@procedure("gb-interphase", title="end of the turn")
class Interphase(Procedure, frozen=True):
    """What lies between two game turns: demoralization, and rounds that are shared."""

    left: tuple[str, ...] = ()
    """Brigades that have still to check."""

    @cites("SW-19.4", "GB-25.91")
    def begin(self, g: State) -> Result:
        """Every Union brigade checks for demoralization, if army morale is low."""
        return Goto(self.but(left=shaken(g)).next)

    def next(self, g: State) -> Result:
        return Goto(self.roll if self.left else self.share)

    @cites("SW-19.41")
    def roll(self, g: State) -> Result:
        return Ask(CHANCE, DIE, self.read, "die", "SW-19.41", f"the demoralization check of {self.left[0]}")

    @cites("SW-19.41", "SW-19.43", "GB-25.92")
    def read(self, g: State, die: int) -> Result:
        """For a brigade that is demoralized another die says how far its rating falls."""
        brigade = self.left[0]
        found = demoralizes(g, brigade, die)
        g.log(Event("demoralization-check", "SW-19.41", SIDES[UNION], data=(brigade, found, g.morale), roll=die))
        return Goto(self.depth if found else self.but(left=self.left[1:]).next)

    def depth(self, g: State) -> Result:
        return Ask(CHANCE, DIE, self.sink, "die", "SW-19.43", f"how far {self.left[0]} is demoralized")

    @cites("SW-19.43", "SW-19.44-1", "SW-20.15", "GB-25.92", "GB-26.2")
    def sink(self, g: State, die: int) -> Result:
        """Its rating falls by that number for good."""
        brigade = self.left[0]
        g.demoralized = tallied(g.demoralized, brigade, die)
        g.log(Event("demoralized", "SW-19.43", SIDES[UNION], data=(brigade, die), roll=die))
        judge(g, brigade)
        return Goto(self.but(left=self.left[1:]).next)

    def share(self, g: State) -> Result:
        """Batteries that stood together share their rounds (SW 12.36)."""
        return Call(Transfers())
