"""Chapter 13.8: what a melee does: losses, leaders, retreats, rout checks; melees that go on, and how one ends.

TakeLosses(side, hex, killed, captured)     one side's points, one at a time where its owner chooses
MeleeResults(side, hex, column, die)        all of it, losses of both sides first
engaged_hexes(g), bound(g, side)            where units are engaged, and where a side must fight on
Continue(side, hex)                         fight on, or fall back two hexes; hands back the hex to fight in, or -1
Finish(hex, side)                           who is alone is free; chargers rout; leaders alone are captured; fronts
"""

from __future__ import annotations

from vedette.engine.choice import Choice
from vedette.engine.cites import cites
from vedette.engine.events import Event
from vedette.engine.procedure import Ask, Call, Done, Goto, Procedure, Result, procedure
from vedette.hexes import hexes_of
from vedette.rules.great_battles.chapters.columns import foot
from vedette.rules.great_battles.chapters.deeds import change
from vedette.rules.great_battles.chapters.formations import faces
from vedette.rules.great_battles.chapters.leaders import CheckLeaders, Settle, fighters
from vedette.rules.great_battles.chapters.losses import CAPTURED_WORD, KILLED, lose, lose_crew
from vedette.rules.great_battles.chapters.retreats import Retreat
from vedette.rules.great_battles.chapters.rout import Rout, after_melee
from vedette.rules.great_battles.charts import Hurt, MeleeResult
from vedette.rules.great_battles.setting import SIDES
from vedette.rules.great_battles.state import State

# -- results (13.8) --------------------------------------------------------------------------------------

Hexes = tuple[int, ...]


@cites("SW-13.6-4", "SW-13.6-5", "SW-13.83-4", "SW-13.81-2")
def bearers(g: State, hex: int, side: int, how: str) -> tuple[str, ...]:
    """Who of a side can lose the next point: infantry before guns beside it, else as its owner likes.

    Dismounted cavalry and the wagon's guard are infantry (SW-6.14, SW-6.15).
    """
    troops = g.troops(hex, side)
    guns = [i for i in troops if g.counter(i).gun and (how == CAPTURED_WORD or _manned(g, i))]
    men = [i for i in troops if not g.counter(i).gun and g.strength(i)]
    on_foot = [i for i in men if foot(g, i)]
    return tuple(on_foot) if guns and on_foot else (*men, *guns)


def _bears(g: State, hex: int, side: int, hurt: Hurt) -> bool:
    """Whether any unit of a side has anything that a result takes."""
    hows = [how for how, n in ((KILLED, hurt.killed), (CAPTURED_WORD, hurt.captured)) if n]
    return any(bearers(g, hex, side, how) for how in hows)


def _manned(g: State, id: str) -> bool:
    return bool(g.units[id].crew) and not g.units[id].abandoned


@cites("SW-13.87")
def wiped_out(g: State, hex: int, side: int, hurt: Hurt) -> bool:
    """Whether a result takes everybody of a side."""
    troops = g.troops(hex, side)
    men = sum(g.strength(i) for i in troops if not g.counter(i).gun)
    guns = [i for i in troops if g.counter(i).gun]
    left = min(hurt.captured, hurt.killed + hurt.captured - men)
    needed = sum(g.strength(i) if g.units[i].column else 1 for i in guns)
    return hurt.killed + hurt.captured >= men and left >= needed


@cites("SW-13.82-2")
def behind(g: State, hex: int, froms: Hexes, attacker: bool) -> Hexes:
    """The enemy's side of a melee: for the defender where attackers came from, for the attacker the hexes opposite."""
    near = [h for h in dict.fromkeys(froms) if h != hex]
    if not attacker:
        return tuple(near)
    grid = g.setting.grid
    return tuple(b for h in near if (b := grid.around[hex][(grid.direction(hex, h) + 3) % 6]) >= 0)


@procedure("gb-melee-losses")
class TakeLosses(Procedure, frozen=True):
    """What one side loses in a melee (SW 13.6, 13.81, 13.83)."""

    side: int
    hex: int
    killed: int
    captured: int

    def title(self, g: State) -> str:
        return f"{SIDES[self.side].capitalize()} losses"

    @cites("SW-13.6-5", "SW-13.8")
    def begin(self, g: State) -> Result:
        """Point by point, the killed first."""
        if not self.killed and not self.captured:
            return Done()
        return Goto(self.choose) if bearers(g, self.hex, self.side, self._how) else Goto(self.but(**self._less).begin)

    @property
    def _how(self) -> str:
        return KILLED if self.killed else CAPTURED_WORD

    @property
    def _less(self) -> dict[str, int]:
        return {"killed": 0} if self.killed else {"captured": 0}

    @cites("SW-13.6-4", "SW-13.6-5")
    def choose(self, g: State) -> Result:
        """Its owner says who loses the next one."""
        units = bearers(g, self.hex, self.side, self._how)
        options = tuple(Choice("lose", id, self.hex, self._how) for id in units)
        return Ask(
            SIDES[self.side], options, self.take, "lose", "SW-13.6-5", "who loses the point?",
            usual=options[0], about=units,
        )  # fmt: skip

    @cites("SW-13.81-1", "SW-13.81-2", "SW-13.83-1", "SW-13.83-2", "SW-13.83-3", "SW-13.83-4", "SW-18.81-1")
    def take(self, g: State, choice: Choice) -> Result:
        """Infantry loses a point, a crew a step; guns are captured one by one, unlimbered ones all together."""
        id = choice.unit
        gun = g.counter(id).gun
        if self.killed:
            if gun:
                lose_crew(g, id, 1, "SW-13.81-2")
            else:
                lose(g, id, 1, KILLED, "SW-13.81-1")
            return Goto(self.but(killed=self.killed - 1).begin)
        whole = gun and not g.units[id].column
        lose(g, id, g.strength(id) if whole else 1, CAPTURED_WORD, "SW-13.83-4" if whole else "SW-13.83-1")
        return Goto(self.but(captured=self.captured - 1).begin)


@procedure("gb-melee-results")
class MeleeResults(Procedure, frozen=True):
    """A cell of the melee table carried out (SW 13.8)."""

    side: int
    """The attacker."""
    hex: int
    column: int
    die: int
    froms: Hexes = ()
    """Where the attackers came from."""
    left: tuple[str, ...] = ()
    """Who has still to fall back."""
    company: tuple[str, ...] = ()
    unhurt: tuple[int, ...] = ()
    """Sides of which nobody could lose what the cell takes: their leaders are in no danger (SW-17.41-1)."""
    led: tuple[str, ...] = ()
    """Those of them who had a leader with them when the result came (SW-17.2-2)."""

    def title(self, g: State) -> str:
        return f"results of the melee in {g.hex_name(self.hex)}"

    def _found(self, g: State) -> MeleeResult:
        return g.setting.melee.cells[self.column][self.die - 1]

    @cites("SW-13.8", "SW-13.87", "SW-4.0-F-4")
    def begin(self, g: State) -> Result:
        """Losses of both; if nobody at all were left, they are engaged instead."""
        found = self._found(g)
        both = (self.side, found.attacker), (1 - self.side, found.defender)
        if all(wiped_out(g, self.hex, s, hurt) for s, hurt in both):
            g.log(Event("no-end", "SW-13.87", SIDES[self.side], (), self.hex))
            return Goto(self.engage)
        after = self.but(unhurt=tuple(s for s, hurt in both if not _bears(g, self.hex, s, hurt)))
        return after._losses(self.side, found.attacker, after.their_losses)

    def their_losses(self, g: State) -> Result:
        return self._losses(1 - self.side, self._found(g).defender, self.leaders)

    def _losses(self, side: int, hurt: Hurt, then: object) -> Result:
        if not hurt.killed and not hurt.captured:
            return Goto(then)  # type: ignore[arg-type]
        return Call(TakeLosses(side, self.hex, hurt.killed, hurt.captured), then=then)  # type: ignore[arg-type]

    @cites("SW-17.41-1", "SW-17.41-4", "SW-17.41-5")
    def leaders(self, g: State) -> Result:
        """The leaders of a side that has lost men roll, once for all that it has lost."""
        return self._check(self.side, self._found(g).attacker, self.their_leaders)

    def their_leaders(self, g: State) -> Result:
        return self._check(1 - self.side, self._found(g).defender, self.fall_back)

    def _check(self, side: int, hurt: Hurt, then: object) -> Result:
        causes = [name for name, n in (("melee-killed", hurt.killed), ("melee-captured", hurt.captured)) if n]
        if not causes or side in self.unhurt:
            return Goto(then)  # type: ignore[arg-type]
        check = CheckLeaders(self.hex, side, causes[0], also="".join(causes[1:]), settle=False)
        return Call(check, then=then)  # type: ignore[arg-type]

    @cites("SW-13.82-1", "SW-13.82-3", "SW-15.0", "SW-13.84-1", "SW-17.2-2")
    def fall_back(self, g: State) -> Result:
        """Who must fall back; unlimbered guns that must are captured instead."""
        found = self._found(g)
        for side, hurt in ((self.side, found.attacker), (1 - self.side, found.defender)):
            if not hurt.retreat:
                continue
            for id in fighters(g, self.hex, side):
                if g.counter(id).gun and not g.units[id].column:
                    lose(g, id, g.strength(id), CAPTURED_WORD, "SW-13.82-3")
            left = fighters(g, self.hex, side)
            led = left if g.leaders(self.hex, side) else ()
            return Goto(self.but(left=left, company=left, led=led).retreat)
        return Goto(self.engage if found.engaged else self.finish)

    @cites("SW-13.82-1", "SW-13.82-2")
    def retreat(self, g: State) -> Result:
        """One after the other falls back its hexes, and checks for rout."""
        left = tuple(i for i in self.left if g.at(i) == self.hex)
        if not left:
            return Goto(self.finish)
        found = self._found(g)
        far = max(found.attacker.retreat, found.defender.retreat)
        beyond = behind(g, self.hex, self.froms, g.side(left[0]) == self.side)
        back = Retreat(left[0], far, (self.hex,), "SW-13.82-1", company=self.company, beyond=beyond)
        return Call(back, then=self.but(left=left).check)

    @cites("SW-13.82-1", "SW-14.1-1")
    def check(self, g: State, trail: Hexes) -> Result:
        """It checks for rout at the end, or routs in any case."""
        id, after = self.left[0], self.but(left=self.left[1:])
        if g.at(id) < 0:
            return Goto(after.retreat)
        return Call(after_melee(g, id, self.hex, trail, self.led), then=after.retreat)

    @cites("SW-13.84-1")
    def engage(self, g: State) -> Result:
        """All in the hex are engaged, if both sides are left."""
        if all(fighters(g, self.hex, side) for side in (0, 1)):
            for id in g.in_hex(self.hex):
                if not g.units[id].engaged:
                    change(g, id, "SW-13.84-1", "engaged", engaged=True)
        return Done()

    def finish(self, g: State) -> Result:
        return Done()


# -- melees that go on, and how one ends (13.84 to 13.86, 18.24, 18.26) ----------------------------------

NOWHERE = -1
BACK = 2
"""How many hexes a unit falls back that leaves a melee (SW-13.84-C-1)."""


@cites("SW-13.84-1")
def engaged_hexes(g: State) -> tuple[int, ...]:
    """Where units of both sides are engaged."""
    both = g.masks[0] & g.masks[1]
    return tuple(h for h in hexes_of(both) if any(g.units[i].engaged for i in g.in_hex(h)))


@cites("SW-13.84-C-1", "SW-13.84-C-4", "SW-18.7")
def may_leave(g: State, id: str) -> bool:
    """Whether a unit may leave a melee: not unlimbered guns."""
    c = g.counter(id)
    return not (c.gun and not g.units[id].column) and not (c.wagon and not g.strength(id))


@cites("SW-13.84-5", "SW-13.84-C-4")
def bound(g: State, side: int) -> dict[int, tuple[str, ...]]:
    """Hexes where a side must fight on in its next melee phase, since nobody of its own may leave, and with whom."""
    found = {h: fighters(g, h, side) for h in engaged_hexes(g) if fighters(g, h, 1 - side)}
    return {h: ids for h, ids in found.items() if ids and not any(may_leave(g, i) for i in ids)}


@procedure("gb-continue")
class Continue(Procedure, frozen=True):
    """What the former defender does in his own melee phase (SW-13.84-5)."""

    side: int
    hex: int
    leaving: str = ""
    """Who falls back."""

    def title(self, g: State) -> str:
        return f"the melee in {g.hex_name(self.hex)} goes on"

    @cites("SW-13.84-5", "SW-13.84-A", "SW-13.84-C-1", "SW-13.84-C-4", "SW-13.85")
    def choose(self, g: State) -> Result:
        """They fight on, which is no new melee, or one or both fall back."""
        troops = fighters(g, self.hex, self.side)
        if not troops or not fighters(g, self.hex, 1 - self.side):
            return Call(Finish(self.hex, self.side), then=self.over)
        leaving = (Choice("break off", i, self.hex) for i in troops if may_leave(g, i))
        options = (Choice("fight on", hex=self.hex), *leaving)
        if len(options) == 1:
            g.log(Event("must-fight", "SW-13.84-C-4", SIDES[self.side], troops, self.hex))
        return Ask(
            SIDES[self.side], options, self.chosen, "engaged", "SW-13.84-5",
            f"the melee in {g.hex_name(self.hex)}: fight on, or fall back?", usual=options[0], about=troops,
        )  # fmt: skip

    def over(self, g: State) -> Result:
        return Done(NOWHERE)

    @cites("SW-13.84-C-1", "SW-13.84-C-2", "SW-13.84-C-3")
    def chosen(self, g: State, choice: Choice) -> Result:
        """Back two hexes, without withdrawal fire; nobody follows."""
        if choice.kind == "fight on":
            return Done(self.hex)
        id = choice.unit
        change(g, id, "SW-13.84-C-1", "broke-off", engaged=False)
        g.struck = tuple(sorted({*g.struck, id}))
        return Call(Retreat(id, BACK, (self.hex,), "SW-13.84-C-1"), then=self.but(leaving=id).check)

    @cites("SW-13.84-C-1", "SW-14.1-1")
    def check(self, g: State, trail: tuple[int, ...]) -> Result:
        """It checks for rout at the end, or routs in any case."""
        if g.at(self.leaving) < 0:
            return Goto(self.go_on)
        return Call(after_melee(g, self.leaving, self.hex, trail), then=self.go_on)

    def go_on(self, g: State) -> Result:
        """The melee is over if nobody is left; the other unit may choose too."""
        return Call(Finish(self.hex, self.side), then=self.but(leaving="").again)

    def again(self, g: State) -> Result:
        return Goto(self.choose if fighters(g, self.hex, self.side) and self.hex in engaged_hexes(g) else self.over)


@procedure("gb-melee-end", title="after the melee")
class Finish(Procedure, frozen=True):
    """After a melee (SW 13.8)."""

    hex: int
    side: int

    @cites("SW-17.43-2", "SW-17.3-5")
    def begin(self, g: State) -> Result:
        """Leaders left alone with enemies are captured."""
        return Call(Settle(self.hex, self.side), then=self.theirs)

    def theirs(self, g: State) -> Result:
        return Call(Settle(self.hex, 1 - self.side), then=self.free)

    @cites("SW-13.86-1", "SW-7.32-2")
    def free(self, g: State) -> Result:
        """Where one side is left it is not engaged any more."""
        if not all(fighters(g, self.hex, side) for side in (0, 1)):
            for id in g.in_hex(self.hex):
                if g.units[id].engaged:
                    change(g, id, "SW-7.32-2", "free", engaged=False)
        return Goto(self.chargers)

    @cites("SW-18.24-1", "SW-18.24-2", "SW-18.26-2")
    def chargers(self, g: State) -> Result:
        """Cavalry that charged routs when its melee is over, though it was engaged."""
        over = [i for i in g.chargers if g.at(i) < 0 or not g.units[i].engaged]
        if not over:
            return Goto(self.front)
        id = over[0]
        g.chargers = tuple(i for i in g.chargers if i != id)
        if g.at(id) < 0 or g.units[id].routed:
            return Goto(self.chargers)
        return Call(Rout(id, "SW-18.24-1", melee=self.hex), then=self.chargers)

    @cites("SW-7.32-2")
    def front(self, g: State) -> Result:
        """Units left there in line set their front."""
        if self.hex in engaged_hexes(g):
            return Done()
        return Call(Front(self.hex, self.side), then=self.their_front)

    def their_front(self, g: State) -> Result:
        return Call(Front(self.hex, 1 - self.side))


@procedure("gb-front")
class Front(Procedure, frozen=True):
    """Units of a side in a hex set their front after a melee; all of them face alike (SW 8.4)."""

    hex: int
    side: int

    def title(self, g: State) -> str:
        return f"the front in {g.hex_name(self.hex)}"

    @cites("SW-7.32-2")
    def ask(self, g: State) -> Result:
        """Which way to face; routed units are not asked for."""
        able = [i for i in g.troops(self.hex, self.side) if faces(g, i) and not g.units[i].routed]
        if not able:
            return Done()
        options = tuple(Choice("face", able[0], self.hex, d) for d in range(6))
        return Ask(
            SIDES[self.side], options, self.turn, "face", "SW-7.32-2", f"which way does {able[0]} face?",
            usual=options[max(0, g.units[able[0]].facing)], about=tuple(able),
        )  # fmt: skip

    @cites("SW-7.32-2", "SW-8.4", "SW-7.13-2")
    def turn(self, g: State, choice: Choice) -> Result:
        direction = choice.arg
        for id in g.troops(self.hex, self.side):
            if faces(g, id) and g.units[id].facing != direction:
                change(g, id, "SW-7.32-2", "turned", (direction,), facing=direction)
        return Done()
