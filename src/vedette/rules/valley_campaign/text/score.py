"""The score in words and with its parts: exit points, victory hexes, the leader who must not fall."""

from __future__ import annotations

from vedette.engine.shapes import Section
from vedette.engine.words import counted
from vedette.rules.common.text.log import NAMES
from vedette.rules.valley_campaign.chapters import victory
from vedette.rules.valley_campaign.setting import SIDE_INDEX
from vedette.rules.valley_campaign.state import EXITED, State


def score_words(g: State) -> str:
    """How far the side that has to win has come, in words."""
    v = g.setting.victory
    side = SIDE_INDEX[v["side"]]
    parts = []
    if "points" in v:
        parts.append(f"{victory.exit_points(g)} of {v['points']} exit points")
    if "hexes" in v:
        parts.append(f"{held(g, side)} of {len(v['hexes'])} hexes")
    words = f"{NAMES[side]} {', '.join(parts)}"
    return f"{words}, {v['leader']} lost" if v["leader"] in g.fallen else words


def held(g: State, side: int) -> int:
    """In how many of the victory hexes a side was last."""
    return sum(holder == side for holder in g.holders)


def points_of(g: State, id: str) -> int:
    """What a unit scores by leaving over the edge that counts (JV 10.4)."""
    return victory.worth(g.setting.victory, g.counter(id).arm)


def _points(n: int) -> str:
    return counted(n, "point", "points")


def exit_words(g: State, id: str) -> str:
    """What a unit's leaving the map comes to."""
    points = points_of(g, id)
    now = victory.exit_points(g) + points
    worth = _points(points) if points else "no points"
    return f"it leaves for good: {worth}, then {now} of {g.setting.victory['points']}"


def score_section(g: State) -> Section:
    """The parts of the score as a titled table, with what is still needed."""
    v = g.setting.victory
    rows = [*_exit_rows(g), *_hex_rows(g), _leader_row(g)]
    found, side = victory.outcome_now(g), SIDE_INDEX[v["side"]]
    return {
        "title": "Score",
        "head": ["what", "as it stands", "needed"],
        "rows": rows,
        "note": f"As things stand: {found.level}. {NAMES[side]} need all that is listed.",
    }


def _exit_rows(g: State) -> list[list[str]]:
    v = g.setting.victory
    if "points" not in v:
        return []
    rows = []
    for arm in ("infantry", "artillery", "cavalry", "leader"):
        gone = [id for id in g.exits if g.counter(id).arm == arm]
        if gone or arm == "infantry":
            each = points_of(g, gone[0]) if gone else 1
            rows.append([f"{arm} that left", f"{len(gone)}: {_points(each * len(gone))}", f"{each} each"])
    total = victory.exit_points(g)
    left = max(0, v["points"] - total)
    rows.append([f"exit points, {v['edge']} edge", f"{total} of {v['points']}", f"{left} more" if left else "reached"])
    return rows


def _hex_rows(g: State) -> list[list[str]]:
    v = g.setting.victory
    return [
        [f"last in {hex}", NAMES[holder] if holder >= 0 else "nobody", NAMES[SIDE_INDEX[v["side"]]]]
        for hex, holder in zip(v.get("hexes", ()), g.holders, strict=True)
    ]


def _leader_row(g: State) -> list[str]:
    leader = g.setting.victory["leader"]
    lost = leader in g.fallen
    gone = leader in g.units and g.at(leader) == EXITED
    state = "lost: a victory is a draw" if lost else "has left the map" if gone else "alive"
    return [leader, state, "alive"]


def level_words(g: State) -> str:
    """The score, and the level as things stand."""
    return f"{score_words(g)}; now {victory.outcome_now(g).level}"
