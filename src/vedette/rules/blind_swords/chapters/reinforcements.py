"""Chapter 13.11: reinforcements arrive."""

from __future__ import annotations

from collections.abc import Callable

from vedette.engine.choice import Choice
from vedette.engine.cites import cites
from vedette.engine.events import Event
from vedette.engine.procedure import Ask, Done, Goto, Procedure, Result, procedure
from vedette.rules.blind_swords.chapters.costs import may_stand
from vedette.rules.blind_swords.chapters.deeds import place
from vedette.rules.blind_swords.setting import SIDES
from vedette.rules.blind_swords.state import State

Waiting = tuple[int, str, int, bool]


def due(g: State, side: int, brigade: str | None) -> list[Waiting]:
    """Reinforcements of a brigade whose turn has come, or batteries if it is None."""
    found = []
    for row in g.waiting:
        counter = g.counter(row[1])
        if row[0] > g.turn or counter.side != side:
            continue
        if (counter.arm == "artillery") == (brigade is None) and (brigade is None or counter.brigade == brigade):
            found.append(row)
    return found


def has_arrivals(g: State, side: int, brigade: str) -> bool:
    """Whether units of the brigade could enter now."""
    return bool(due(g, side, brigade))


def blocked(g: State, hex: int, side: int) -> bool:
    """Whether a hex is held by an enemy or beside one."""
    return g.holder(hex) == 1 - side or g.enemies_near(hex, side)


@cites("KT-13.11-7", "KT-13.11-8", "KT-20.1e-1", "KT-20.1e-2", "KT-20.2e-1", "KT-20.2e-2", "KT-20.4g-1", "KT-20.4g-2")
def entry_hexes(g: State, side: int, row: Waiting) -> tuple[int, ...]:
    """Where a reinforcement may be placed now; empty if it must wait a turn.

    Its own hex if that is free of enemies. Otherwise it waits a turn and then enters the closest free hex; if the
    scenario says so it enters at once, nearer to its own side.
    """
    _, _, hex, put_off = row
    if not blocked(g, hex, side):
        return (hex,)
    rule = g.setting.rule("arrival_at_nearest_hex")
    if rule is None and not put_off:
        return ()
    return nearest_free(g, side, hex, rule is not None, g.counter(row[1]).arm)


@cites("KT-20.1e-3", "KT-20.2e-3")
def nearest_free(g: State, side: int, hex: int, own_side: bool, arm: str) -> tuple[int, ...]:
    """The closest hexes neither held by an enemy nor beside one, on ground where the arm may be.

    With `own_side` only hexes nearer to the owner's edges: west and south for the Confederates, north and east for
    the Union.
    """
    grid, far = g.setting.grid, g.setting.board.edge_distance
    edges = g.setting.own_edges[side]
    for radius in range(1, 60):
        ring = grid.within(hex, radius) & ~grid.within(hex, radius - 1) & g.setting.area
        fit = []
        while ring:
            low = ring & -ring
            ring ^= low
            h = low.bit_length() - 1
            if blocked(g, h, side) or not may_stand(g.setting, arm, h):
                continue
            if own_side and not any(far[w][h] < far[w][hex] for w in edges):
                continue
            fit.append(h)
        if fit:
            return tuple(fit)
    return ()


@cites("KT-13.11-7")
def delay(g: State, unit: str) -> None:
    """A reinforcement whose hex is blocked waits until the next turn."""
    g.waiting = tuple((g.turn + 1, r[1], r[2], True) if r[1] == unit else r for r in g.waiting)
    g.log(Event("delayed", "KT-13.11-7", g.seat(unit), (unit,)))


def _arrive(g: State, choice: Choice, cite: str) -> None:
    """It waits no longer, and stands where its owner has chosen."""
    g.waiting = tuple(r for r in g.waiting if r[1] != choice.unit)
    place(g, choice.unit, choice.hex, cite, "arrived")


def _ask_where(side: int, unit: str, hexes: tuple[int, ...], enter: Callable[..., Result]) -> Ask:
    """Where an arrival is placed, asked of its owner."""
    options = tuple(Choice("arrive", unit, hex) for hex in hexes)
    return Ask(SIDES[side], options, enter, "arrival", "KT-13.11-9", f"{unit} arrives: where?", usual=options[0])


@procedure("enter-brigade", title="arrival")
class EnterBrigade(Procedure, frozen=True):
    """The arrivals of a brigade are placed, one after the other."""

    side: int
    brigade: str
    tried: tuple[str, ...] = ()

    @cites("KT-13.11-9")
    def choose(self, g: State) -> Result:
        """The next of them; among equally close hexes the owner chooses."""
        rows = [r for r in due(g, self.side, self.brigade) if r[1] not in self.tried]
        if not rows:
            return Done()
        row = rows[0]
        hexes = entry_hexes(g, self.side, row)
        if not hexes:
            return Goto(self.but(tried=(*self.tried, row[1])).put_off)
        return _ask_where(self.side, row[1], hexes, self.enter)

    def put_off(self, g: State) -> Result:
        delay(g, self.tried[-1])
        return Goto(self.choose)

    @cites("KT-13.11-2")
    def enter(self, g: State, choice: Choice) -> Result:
        """It is placed even where others stand already."""
        _arrive(g, choice, "KT-13.11-2")
        return Goto(self.choose)


@procedure("enter-artillery")
class EnterArtillery(Procedure, frozen=True):
    """Batteries are placed, one after the other."""

    side: int = 0
    tried: tuple[str, ...] = ()

    @cites("KT-13.11-9")
    def choose(self, g: State) -> Result:
        """The next battery of either side; among equally close hexes its owner chooses."""
        for side in (0, 1):
            for row in due(g, side, None):
                if row[1] in self.tried:
                    continue
                hexes = entry_hexes(g, side, row)
                if not hexes:
                    return Goto(self.but(side=side, tried=(*self.tried, row[1])).put_off)
                return _ask_where(side, row[1], hexes, self.enter)
        return Done()

    def put_off(self, g: State) -> Result:
        delay(g, self.tried[-1])
        return Goto(self.choose)

    @cites("KT-13.11-1")
    def enter(self, g: State, choice: Choice) -> Result:
        """It is placed even where others stand already."""
        _arrive(g, choice, "KT-13.11-1")
        return Goto(self.choose)
