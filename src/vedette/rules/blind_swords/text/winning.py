"""How a battle is won, in a sentence or two, from what its scenario gives points for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from vedette.hexes import hexes_of
from vedette.rules.blind_swords.scoring import Bonus
from vedette.rules.blind_swords.setting import SIDE_INDEX, SIDES, Setting
from vedette.rules.blind_swords.text.score import NAMES, bonus_text, end_text, exit_texts, sudden_text, turn_text, when
from vedette.rules.common.text.winning import DECIDES, ahead, joined, named, prize

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


def prizes(setting: Setting) -> list[dict[str, Any]]:
    """The ground that counts: hexes with their points, edges to leave by, the hex that ends the game at once."""
    rule, rows = setting.victory, setting.scoring
    if not rule:
        return []
    if rule["do"] == "hexes_held":
        return [prize(DECIDES, f"each one that is held counts for the {NAMES[rule['side']]}", rule["hexes"])]
    found = [prize(str(row.points), turn_text(setting, row), row.hexes, row.side) for row in rows.each_turn]
    found += [prize(_bonus(row), bonus_text(setting, row), row.hexes, row.side) for row in rows.bonus]
    found += [prize(str(row.points), end_text(row), row.hexes, row.side) for row in rows.at_end]
    if rows.sudden is not None:
        found.append(prize(DECIDES, sudden_text(rows.sudden), [rows.sudden.hex], rows.sudden.side))
    for row, text in zip(rows.exits, exit_texts(setting, rows.exits), strict=True):
        found.append(prize(f"1 : {row.per}", text, _edge_hexes(setting, row.edges), row.side, exit=True))
    return found


def _bonus(row: Bonus) -> str:
    """ "+20", "+5 to 20"."""
    few, many = row.by_number[0], row.by_number[-1]
    return f"+{few}" if few == many else f"+{few} to {many}"


def _edge_hexes(setting: Setting, edges: Sequence[str]) -> list[str]:
    """The hexes in play along some edges of the map."""
    grid = setting.grid
    here = 0
    for edge in edges:
        here |= grid.border(edge)
    return [grid.name(hex) for hex in hexes_of(here & setting.area)]
