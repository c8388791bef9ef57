"""Chapter 16: Skirmish Order."""

from __future__ import annotations

from vedette.engine.choice import Choice
from vedette.engine.cites import cites
from vedette.engine.events import Event, Reason
from vedette.engine.procedure import Ask, Done, Goto, Procedure, Result, procedure
from vedette.rules.blind_swords.chapters.costs import ground_bar
from vedette.rules.blind_swords.chapters.deeds import place, send_to_box
from vedette.rules.blind_swords.chapters.stacking import retreat_end_bar
from vedette.rules.blind_swords.state import State

NO_ATTACK = Reason("units in Skirmish Order never attack in Close Combat", "KT-14.1-2")


@cites("KT-16.2-1", "KT-16.2-6")
def screens_beside(g: State, hex: int, side: int) -> tuple[str, ...]:
    """Enemy skirmishers beside a hex, whether or not formed units are stacked with them."""
    if hex < 0:
        return ()
    return tuple(i for i in g.enemies_beside(hex, side) if g.units[i].skirmish)


@procedure("screens-give-way")
class ScreensGiveWay(Procedure, frozen=True):
    """Skirmishers withdraw from an enemy that has come beside them (KT 16.2)."""

    mover: str
    only: int = -1
    """A hex that he attacks, whose skirmishers alone give way; -1 for all beside him."""

    def next(self, g: State) -> Result:
        """The next of them; its owner chooses where it goes."""
        screens = giving_way(g, self)
        if not screens:
            return Done()
        unit = screens[0]
        options = tuple(Choice("retreat", unit, h) for h in withdrawals(g, unit, g.at(self.mover)))
        if not options:
            return Goto(self.lose)
        return Ask(
            g.seat(unit), options, self.move, "withdraw", "KT-16.2-1", f"{unit} gives way: where?", usual=options[0]
        )  # fmt: skip

    @cites("KT-16.2-5")
    def lose(self, g: State) -> Result:
        """With nowhere to go the screen breaks, to Box 1."""
        unit = giving_way(g, self)[0]
        g.log(Event("screen-lost", "KT-16.2-5", g.seat(unit), (unit,), g.at(unit)))
        send_to_box(g, unit, 1, "KT-16.2-5")
        return Goto(self.next)

    @cites("KT-16.2-3", "KT-16.2-10", "KT-13.7-3")
    def move(self, g: State, choice: Choice) -> Result:
        """Nobody fires at it as it goes."""
        place(g, choice.unit, choice.hex, "KT-16.2-1", "withdrew")
        return Goto(self.next)


def giving_way(g: State, frame: ScreensGiveWay) -> tuple[str, ...]:
    """The skirmishers that still have to give way, the next one first."""
    found = screens_beside(g, g.at(frame.mover), g.side(frame.mover))
    return found if frame.only < 0 else tuple(i for i in found if g.at(i) == frame.only)


@cites("KT-16.2-2", "KT-16.2-4")
def withdrawals(g: State, unit: str, mover: int) -> tuple[int, ...]:
    """Hexes to which skirmishers may withdraw: the nearest that are beside no enemy.

    If no adjacent hex will do they go on to the first that does, never nearer to the mover on the way (rulings:
    skirmishers that cannot stop).
    """
    grid, side = g.setting.grid, g.side(unit)
    seen = {g.at(unit)}
    ring = [g.at(unit)]
    while ring:
        beyond: list[int] = []
        for hex in ring:
            for to in grid.neighbours[hex]:
                if to not in seen and _may_pass(g, unit, hex, to, mover):
                    seen.add(to)
                    beyond.append(to)
        fit = [h for h in beyond if not g.enemies_near(h, side) and retreat_end_bar(g, unit, h) is None]
        if fit:
            return tuple(sorted(fit))
        ring = beyond
    return ()


def _may_pass(g: State, unit: str, frm: int, to: int, mover: int) -> bool:
    grid = g.setting.grid
    if not g.setting.area >> to & 1 or g.masks[1 - g.side(unit)] >> to & 1:
        return False
    nearer = grid.distance(to, mover) < grid.distance(frm, mover)
    return not nearer and ground_bar(g.setting, g.counter(unit).arm, frm, to) is None
