"""Chapters 10.4 and 10.8: who has won."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.engine.cites import cites
from vedette.engine.events import Event
from vedette.engine.outcome import Outcome, conceded
from vedette.rules.valley_campaign.setting import SIDE_INDEX
from vedette.rules.valley_campaign.state import State


@cites("JV-10.4-1", "JV-10.4-3", "JV-10.4-4", "JV-10.4-11")
def exit_points(g: State) -> int:
    """What has left by the edge counts by its kind, not by its steps: guns double, leaders and cavalry nothing."""
    return sum(worth(g.setting.victory, g.counter(id).arm) for id in g.exits)


def worth(v: Mapping[str, Any], arm: str) -> int:
    """What a unit of an arm counts that leaves. The row `leader` is no number: it names whom the victory needs."""
    if "points" not in v or arm in v.get("not_counted", ()):
        return 0
    each = v.get("each", 1)
    return int(each if arm == "leader" else v.get(arm, each))


@cites("JV-10.8-1", "JV-10.8-5")
def holds_all(g: State) -> bool:
    """Whether the side that must win was the last in each of its hexes."""
    side = SIDE_INDEX[g.setting.victory["side"]]
    return bool(g.holders) and all(holder == side for holder in g.holders)


@cites("JV-2.8-4", "JV-2.8-3", "JV-10-combined-1")
def goals(g: State) -> tuple[bool, ...]:
    """Which of the scenario's goals are reached as things stand. Both battles as one game have those of both."""
    v = g.setting.victory
    found = []
    if "points" in v:
        found.append(exit_points(g) >= v["points"])
    if "hexes" in v:
        found.append(holds_all(g))
    return tuple(found)


@cites("JV-10.4-8", "JV-10.8-4", "JV-10.4-5", "JV-10.8-3")
def outcome_now(g: State) -> Outcome:
    """The result if the game ended now.

    All goals reached is a victory, none is the other side's, a part of them a draw; without the leader whom the
    scenario names a victory is a draw.
    """
    v = g.setting.victory
    reached = goals(g)
    other = "union" if v["side"] == "confederate" else "confederate"
    if not any(reached):
        return _outcome(g, other, False)
    if not all(reached):
        return _outcome(g, None, False)
    lost = v["leader"] in g.fallen
    return _outcome(g, None if lost else v["side"], lost)


def _outcome(g: State, winner: str | None, lost: bool) -> Outcome:
    """The level of the scenario for a winner; of two draws the one for a fallen leader comes second."""
    rows: list[Mapping[str, Any]] = [row for row in g.setting.victory["levels"] if row.get("winner") == winner]
    row = rows[-1] if lost else rows[0]
    return Outcome(winner, row["level"], exit_points(g), row["cite"])


def announce(g: State) -> None:
    found = outcome_now(g)
    g.log(Event("outcome", found.cite, data=(found.level, found.winner or "", found.points)))


def outcome(g: State) -> Outcome | None:
    """Who has won and by what level, set when the game is over."""
    if g.resigned:
        return conceded(g.resigned, [row["level"] for row in g.setting.victory["levels"]])
    return outcome_now(g) if g.over else None
