"""How a battle is won, in a sentence or two, from what its scenario gives points for."""

from __future__ import annotations

from collections.abc import Iterator

from vedette.rules.blind_swords.setting import SIDE_INDEX, SIDES, Setting
from vedette.rules.blind_swords.text.score import NAMES, when
from vedette.rules.common.text.winning import ahead, joined, named

NAMED = 3
"""So many places are named, the others are counted."""


def in_short(setting: Setting) -> str:
    """How it is won; empty where the scenario does not say."""
    rule = setting.victory
    if not rule:
        return ""
    if rule["do"] == "hexes_held":
        return _held(setting)
    bands = [(band.winner, band.least, band.most) for band in setting.scoring.levels]
    end = f"As {when(setting, setting.last_turn)} ends"
    return " ".join([f"{end} {ahead(bands, NAMES)}.", *_earned(setting), *_sudden(setting)])


def _held(setting: Setting) -> str:
    """Of a battle in which hexes are counted."""
    rule = setting.victory
    side = rule["side"]
    needed = min(row["hexes"] for row in rule["levels"] if row.get("winner") == side)
    other = NAMES[SIDES[1 - SIDE_INDEX[side]]]
    return (
        f"The {NAMES[side]} {_wins(side)} by holding {needed} or more of the {len(rule['hexes'])} hexes"
        f"{named(setting.board, rule['hexes'])} as {when(setting, setting.last_turn)} ends; with fewer the {other} "
        f"{_wins(SIDES[1 - SIDE_INDEX[side]])}. Each hex more is a better victory."
    )


def _wins(side: str) -> str:
    return "wins" if side == "union" else "win"


def _earned(setting: Setting) -> Iterator[str]:
    """What either side earns points for."""
    rows = setting.scoring
    for side in SIDES:
        named = {row.name or joined(row.hexes): True for row in (*rows.by_turn, *rows.at_end) if row.side == side}
        places = list(named)
        more = [f"{len(places) - NAMED} more places"] if len(places) > NAMED + 1 else places[NAMED:]
        parts = [f"holding {joined([*places[:NAMED], *more])}"] if places else []
        parts += ["the enemy's losses"] if any(row.side == side for row in rows.casualties) else []
        edges = [edge for row in rows.exits if row.side == side for edge in row.edges]
        parts += [f"units led off the {' or '.join(edges)} edge"] if edges else []
        if parts:
            yield f"The {NAMES[side]} {'scores' if side == 'union' else 'score'} for {joined(parts)}."


def _sudden(setting: Setting) -> Iterator[str]:
    """What ends it at once."""
    if (row := setting.scoring.sudden) is not None:
        face = row.face.capitalize()
        yield f"{face} {row.arm} of the {NAMES[row.side]} that moves into {row.hex} wins it at once."
