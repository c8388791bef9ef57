"""Chapter 22: victory points, levels of victory, and (optional) what becomes of the campaign.

items(g), points(g)         what both sides score as things stand, by item and in all
hill_points, exit_points    what a Confederate unit on a hill, or off the map, scores, and why not
outcome_now(g), outcome(g)     the result if the game ended now, and when it has
Ending                      the end of the game; with the option the die of the campaign (SW 22.5)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from vedette.engine.cites import cites
from vedette.engine.events import Event
from vedette.engine.outcome import Outcome, conceded
from vedette.engine.procedure import CHANCE, DIE, Ask, Done, Goto, Procedure, Result, procedure
from vedette.rules.great_battles.chapters.columns import usable
from vedette.rules.great_battles.setting import CONFEDERATE, SIDES, UNION
from vedette.rules.great_battles.state import EXITED, State


class Item(msgspec.Struct, frozen=True):
    """One line of the score."""

    side: int
    """Who scores it."""
    what: str
    n: int
    """How many: strength points, guns, points of radius, brigades, morale points."""
    points: int
    cite: str


TOLL = {
    "infantry killed": ("points-infantry-killed", "SW-22.1-1"),
    "infantry captured": ("points-infantry-captured", "SW-22.1-2"),
    "cavalry killed": ("points-cavalry", "SW-22.1-3"),
    "cavalry captured": ("points-cavalry", "SW-22.1-3"),
    "guns destroyed": ("points-gun-destroyed", "SW-22.1-4"),
    "guns captured": ("points-gun-captured", "SW-22.1-5"),
    "leaders killed": ("points-leader", "SW-22.1-6"),
    "leaders captured": ("points-leader-captured", "SW-22.1-7"),
}
"""What was lost -> what each of it scores, and the case. Crews and guards are not among it (SW-22.1-9)."""


# -- what both sides score -------------------------------------------------------------------------------


def items(g: State) -> tuple[Item, ...]:
    """Every line of both scores as things stand."""
    return (*tolls(g), *brigades(g), *morale(g), *hills(g), *exits(g))


@cites(
    "SW-22.1-1", "SW-22.1-2", "SW-22.1-3", "SW-22.1-4", "SW-22.1-5", "SW-22.1-6", "SW-22.1-7", "SW-22.1-9", "SW-22.0-3",
    "GB-29.1-2", "GB-29.1-3", "GB-29.1-4", "GB-29.1-5", "GB-29.1-6", "GB-29.1-7", "GB-29.1-8",
)  # fmt: skip
def tolls(g: State) -> Iterator[Item]:
    """What the enemy has lost for good: men, guns, leaders by their radius; never crews or guards."""
    toll = dict(g.toll)
    for side in (UNION, CONFEDERATE):
        for what, (number, cite) in TOLL.items():
            if n := toll.get(f"{SIDES[1 - side]} {what}", 0):
                yield Item(side, what, n, n * g.setting.numbers[number], cite)


@cites("SW-22.1-8", "GB-29.2")
def brigades(g: State) -> Iterator[Item]:
    """The value of each enemy brigade that has lost its effectiveness, if that scores."""
    for name in g.scored:
        row = g.setting.brigades[name]
        yield Item(1 - row.side, f"{name} ineffective", 1, row.points, "SW-22.1-8")


@cites("SW-22.3", "GB-29.4-1")
def morale(g: State) -> Iterator[Item]:
    """The Union's point for each point of army morale that it has left."""
    if g.morale:
        yield Item(UNION, "army morale", g.morale, g.morale, "SW-22.3")


# -- what the Confederates score -------------------------------------------------------------------------


@cites("SW-22.2-3", "SW-22.2-10", "SW-22.2-11", "SW-22.2-12")
def hill_points(g: State, id: str) -> int:
    """What a unit scores on a hill: five times its strength, unless it is routed, or guns whose crew has run.

    Depleted and ineffective ones score, rounds do not; guns as far as their crew serves them.
    """
    if g.units[id].routed or g.units[id].abandoned or g.counter(id).wagon:
        return 0
    return g.setting.numbers["points-hill"] * usable(g, id)


@cites("SW-22.2-0", "SW-22.2-3", "SW-22.2-3a", "SW-22.2-3b", "SW-22.2-3c", "SW-22.2-3d", "GB-29.3")
def hills(g: State) -> Iterator[Item]:
    """Confederates on the scenario's hills; only they score ground."""
    for hill in g.setting.victory.get("hills", ()):
        here = [i for h in hill["hexes"] for i in g.troops(g.setting.grid.index(h), CONFEDERATE)]
        scored = {i: hill_points(g, i) for i in here}
        if any(scored.values()):
            n = sum(usable(g, i) for i, points in scored.items() if points)
            yield Item(CONFEDERATE, hill["name"], n, sum(scored.values()), hill.get("cite", "SW-22.2-3"))


@cites("SW-22.2-4", "SW-22.2-5", "SW-22.2-6", "SW-22.2-7")
def led_off(g: State, id: str) -> bool:
    """Whether an officer who counts for a unit has left the map as well, before or after it.

    The officer of its brigade, or whoever has followed him, or the army's leader. For the cavalry brigade and its horse
    artillery only its first officer counts: if he falls they never score.
    """
    v, brigade = g.setting.victory, g.counter(id).brigade
    gone = [i for i, u in g.units.items() if u.at == EXITED and g.counter(i).leader]
    horse = v.get("exit_cavalry_leader", "")
    if horse and g.counter(horse).brigade == brigade:
        return horse in gone and not g.units[horse].taken
    return any(i == v.get("exit_leader") or g.counter(i).brigade == brigade for i in gone)


@cites("SW-22.2-8", "SW-20.11-2", "GB-26.3-2")
def spent(g: State, id: str) -> bool:
    """Whether a unit is of a brigade that has lost its effectiveness; guns have none to lose."""
    c = g.counter(id)
    return c.small_arms and c.brigade in g.ineffective


@cites("SW-22.2-1", "SW-22.2-2", "SW-22.2-8", "SW-22.2-9", "SW-22.2-11", "SW-22.2-12", "GB-29.3")
def exit_points(g: State, id: str) -> int:
    """What a unit scores that has left: five times its strength, cavalry ten times.

    Nothing without its officer (SW-22.2-4), nor if its brigade is ineffective; routed and depleted ones score, rounds
    do not, guns as far as their crew serves them.
    """
    c = g.counter(id)
    if c.leader or c.wagon or spent(g, id) or not led_off(g, id):
        return 0
    return usable(g, id) * g.setting.numbers["points-exit-cavalry" if c.arm == "cavalry" else "points-exit"]


@cites("SW-22.2-0", "SW-22.2-1", "SW-22.2-2", "GB-29.3")
def exits(g: State) -> Iterator[Item]:
    """Confederates who have left by the edge that the scenario names: cavalry, and all others."""
    gone = [i for i in g.exits if g.side(i) == CONFEDERATE and exit_points(g, i)]
    for what, cite, ids in (
        ("troops off the map", "SW-22.2-1", [i for i in gone if g.counter(i).arm != "cavalry"]),
        ("cavalry off the map", "SW-22.2-2", [i for i in gone if g.counter(i).arm == "cavalry"]),
    ):
        if ids:
            yield Item(CONFEDERATE, what, sum(usable(g, i) for i in ids), sum(exit_points(g, i) for i in ids), cite)


# -- who has won -----------------------------------------------------------------------------------------


@cites("SW-22.0-2", "SW-22.0-3")
def points(g: State) -> tuple[int, int]:
    """Victory points of both sides as things stand."""
    found = items(g)
    union, confederate = (sum(i.points for i in found if i.side == side) for side in (UNION, CONFEDERATE))
    return union, confederate


@cites("SW-22.0-1", "SW-22.0-4", "SW-22.4-1", "SW-22.4-2", "SW-22.4-3", "SW-24.0-13", "GB-29.1-1", "GB-29.4-2")
def outcome_now(g: State) -> Outcome:
    """The result if the game ended now: the Union lead in points, and its level.

    As many points for both are a draw (rulings, SW-22.4).
    """
    union, confederate = points(g)
    return graded(g, union - confederate)


def graded(g: State, lead: int) -> Outcome:
    """The level of a Union lead."""
    winner = None if not lead else "union" if lead > 0 else "confederate"
    rows: list[Mapping[str, Any]] = list(g.setting.victory["levels"])
    row = next(r for r in rows if r.get("winner") == winner and r.get("from", 0) <= abs(lead) <= r.get("to", abs(lead)))
    return Outcome(winner, row["level"], lead, row["cite"])


@cites("SW-4.0-2")
def outcome(g: State) -> Outcome | None:
    """Who has won and by what level, set when the game is over."""
    if g.resigned:
        return conceded(g.resigned, [row["level"] for row in g.setting.victory["levels"]])
    return outcome_now(g) if g.over else None


# -- the campaign ----------------------------------------------------------------------------------------


@cites("SW-22.51-2", "SW-22.51-3")
def campaign_shift(g: State, level: str) -> int | None:
    """What the level of victory adds to the die of the campaign; None where it decides by itself."""
    rows = {row["level"]: row["shift"] for row in g.setting.battle.charts["strategic_shifts"]}
    shift = rows.get(level, "0")
    return None if shift == "automatic" else int(shift)


@cites("SW-22.52-1", "SW-22.52-2", "SW-22.52-3")
def campaign_row(g: State, n: int | None) -> Mapping[str, str]:
    """The result for the campaign of a modified die, read from the end of the table beyond it."""
    rows = {int(row["die"]): row for row in g.setting.battle.charts["strategic"]}
    last = max(rows)
    return rows[last if n is None else min(max(n, min(rows)), last)]


@procedure("gb-ending", title="the end")
class Ending(Procedure, frozen=True):
    """The game is over: who has won, and (optional) what becomes of the campaign (SW 22.5)."""

    @cites("SW-22.0-1", "SW-4.0-2", "SW-22.5")
    def announce(self, g: State) -> Result:
        """Say who has won, and with the option what becomes of the campaign."""
        found = outcome_now(g)
        g.log(Event("outcome", found.cite, data=(found.level, found.winner or "", found.points)))
        if not g.setting.options.get("ramifications"):
            return Done()
        return Goto(self.campaign)

    @cites("SW-22.51-3")
    def campaign(self, g: State) -> Result:
        """A high victory decides the campaign too; else the die."""
        if campaign_shift(g, outcome_now(g).level) is None:
            self._say(g, None, "SW-22.51-3")
            return Done()
        return Goto(self.roll)

    @cites("SW-22.51-1")
    def roll(self, g: State) -> Result:
        return Ask(CHANCE, DIE, self.read, "die", "SW-22.51-1", "what becomes of the campaign")

    @cites("SW-22.51-1", "SW-22.51-2")
    def read(self, g: State, die: int) -> Result:
        self._say(g, die, "SW-22.51-1")
        return Done()

    def _say(self, g: State, die: int | None, cite: str) -> None:
        shift = campaign_shift(g, outcome_now(g).level)
        n = None if die is None or shift is None else die + shift
        row = campaign_row(g, n)
        g.campaign = row["result"]
        g.log(Event("campaign", cite, data=(row["result"], row["words"], shift or 0), roll=die or 0))
