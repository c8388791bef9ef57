"""Who has won and by how much: the procedures that a scenario may name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from vedette.engine.cites import cites, note
from vedette.engine.rulebook import Outcome
from vedette.rules.blind_swords import scoring
from vedette.rules.blind_swords.chapters.victory.holding import hexes_held
from vedette.rules.blind_swords.chapters.victory.parts import Part, lead, tally
from vedette.rules.blind_swords.chapters.victory.sudden import sudden_outcome
from vedette.rules.blind_swords.scoring import Band
from vedette.rules.blind_swords.setting import SIDE_INDEX
from vedette.rules.blind_swords.state import State


@cites("KT-20.1i-0", "KT-20.1i-1", "KT-20.1i-2", "KT-20.1i-3", "KT-20.1i-4")
def level_by_hexes(g: State, parts: Sequence[Part]) -> Outcome:
    """The level for the hexes that one side controls (KT-20.1i-0 to KT-20.1i-4)."""
    rule = g.setting.victory
    held = hexes_held(g, SIDE_INDEX[rule["side"]])
    band = next(b for b in rule["levels"] if b["hexes"] == held)
    cite = band.get("cite", "")
    note(*filter(None, [cite]))
    return Outcome(band.get("winner"), band["level"], held, cite)


def band_of(levels: Sequence[Band], ahead: int) -> int:
    """Which of the levels a lead of the Confederates lies in."""
    return next((i for i, band in enumerate(levels) if ahead <= band.most), len(levels) - 1)


@cites("KT-20.2-level-1", "KT-20.2-level-2", "KT-20.2-level-3", "KT-20.2-level-4", "KT-20.2-level-5",
       "KT-20.2-level-6", "KT-20.4i-level-0", "KT-20.4i-level-1", "KT-20.4i-level-2", "KT-20.4i-level-3",
       "SS-19.0-1", "SS-19.3-1")  # fmt: skip
def level_by_points(g: State, parts: Sequence[Part]) -> Outcome:
    """The level for the difference of points (KT-20.2-level-1 to KT-20.2-level-6, KT-20.4i-level-0 to -3).

    SS-19.0-1, SS-19.3-1; or that of a game that was won at once.
    """
    ahead = lead(parts)
    at_once = sudden_outcome(g, ahead)
    if at_once is not None:
        return at_once
    levels = g.setting.scoring.levels
    band = levels[band_of(levels, ahead)]
    note(band.cite)
    return Outcome(band.winner, band.level, ahead, band.cite)


LEVELS: dict[str, Callable[[State, Sequence[Part]], Outcome]] = {
    "hexes_held": level_by_hexes,
    "points": level_by_points,
}


def standing(g: State, parts: Sequence[Part] | None = None) -> Outcome | None:
    """The level if the game ended now; `parts` are those of the score where they are at hand."""
    rule = g.setting.victory
    return LEVELS[rule["do"]](g, tally(g) if parts is None else parts) if rule else None


@cites("KT-7.0-end", "KT-2.0-2")
def outcome(g: State) -> Outcome | None:
    """Who won and by how much by the scenario's own levels, once the last turn is over."""
    return standing(g) if g.over else None


def points(g: State) -> int:
    """The number that the level depends on, as it stands."""
    found = standing(g)
    return found.points if found else 0


def levels_of(victory: Mapping[str, Any], where: str) -> list[str]:
    """Every level that a scenario knows, best for the Union first."""
    if victory.get("do") == "points":
        rows = scoring.read(victory, where)
        levels = [band.level for band in rows.levels]
        if rows.sudden is None:
            return levels
        return [rows.sudden.level, *levels] if rows.sudden.side == "union" else [*levels, rows.sudden.level]
    return [row["level"] for row in reversed(victory.get("levels", ()))]
