"""Chapter 12.1a: Line of Sight, judged hex by hex with its reasons.

The board says what a line touches; this module says what that does. The terrain part is worked out once for
each pair and kept with the setting; units are added when somebody asks.
"""

from __future__ import annotations

import msgspec

from vedette.engine.cites import cites, note
from vedette.rules.blind_swords.setting import Setting
from vedette.rules.blind_swords.state import State

CLEAR, OBSCURED, BLOCKED = 0, 1, 2
WORDS = ("clear", "obscured", "blocked")
EFFECTS = ("none", "obscures", "blocks")
WOODS = "light-woods"
ORCHARD = "orchard"


class Touched(msgspec.Struct, frozen=True):
    """What one intervening hex does by its ground."""

    hex: int
    step: int
    """Which step of the line; two hexes share one where the line runs along their hexside."""
    effect: int
    reason: str
    cite: str
    unit_effect: int
    """What any unit standing there would do."""
    unit_cite: str


class GroundSight(msgspec.Struct, frozen=True):
    """The terrain part of a line: what the ground does, and which hexes matter if somebody stands there."""

    effect: int
    touched: tuple[Touched, ...]
    between: int
    """The intervening hexes as bits."""
    blocks_if: int
    """Hexes in which a unit would block."""
    obscures_if: int
    woods: bool
    """Passes through Orchard or one Light Woods hex at both units' level."""
    target_cover: bool
    """The target stands in Light Woods or Orchard (KT-12.1a-7)."""


class Sight(msgspec.Struct, frozen=True):
    """A line of sight at this moment."""

    effect: int
    over_units: bool
    woods: bool
    target_cover: bool


def ground_sight(setting: Setting, a: int, b: int) -> GroundSight:
    """The terrain part from a firer's hex to a target's, kept after the first time."""
    code = a * setting.grid.size + b
    found: GroundSight | None = setting.sights.get(code)
    if found is None:
        found = setting.sights[code] = _judge(setting, a, b)
    return found


@cites(
    "KT-12.1a-2", "KT-12.1a-4", "KT-12.1a-5", "KT-12.1a-6", "KT-12.1a-7", "KT-12.1a-8", "KT-12.1a-11",
    "KT-12.1a-same-iii",
)  # fmt: skip
def _judge(setting: Setting, a: int, b: int) -> GroundSight:
    """Every hex that the line of the two centres touches, and the worst that any does.

    KT-12.1a-2, KT-12.1a-4; a hex is all of its terrain (KT-12.1a-5); the firer's own does not matter
    (KT-12.1a-6), a target's woods always obscure (KT-12.1a-7); of two hexes beside the line both count
    (KT-12.1a-8); blocked outranks obscured (KT-12.1a-11). Woods passed before are counted (KT-12.1a-same-iii).
    """
    level, terrain = setting.board.level, setting.board.terrain
    touched: list[Touched] = []
    woods_before = 0
    for step, hexes in enumerate(setting.grid.line(a, b)):
        row = [_touch(level[a], level[b], level[h], terrain[h], h, step, woods_before) for h in hexes]
        touched += row
        woods_before += any(terrain[h] == WOODS and level[h] == level[a] == level[b] for h in hexes)
    cover = terrain[b] in (WOODS, ORCHARD)
    effect = max((t.effect for t in touched), default=CLEAR)
    effect = max(effect, OBSCURED if cover else CLEAR)
    return GroundSight(
        effect=effect,
        touched=tuple(touched),
        between=sum(1 << t.hex for t in touched),
        blocks_if=sum(1 << t.hex for t in touched if t.unit_effect == BLOCKED),
        obscures_if=sum(1 << t.hex for t in touched if t.unit_effect == OBSCURED),
        woods=any(t.effect == OBSCURED for t in touched),
        target_cover=cover,
    )


@cites("KT-3.2a-3")
def _touch(firer: int, target: int, here: int, terrain: str, hex: int, step: int, woods_before: int) -> Touched:
    """What one hex does: the levels of both ends say by which list it is judged (KT-3.2a-3)."""
    if firer == target:
        return _same_level(firer, here, terrain, hex, step, woods_before)
    if firer < target:
        return _firer_lower(firer, target, here, hex, step)
    return _firer_higher(firer, target, here, hex, step)


@cites(
    "KT-12.1a-same-i", "KT-12.1a-same-ii-1", "KT-12.1a-same-ii-2", "KT-12.1a-same-iii", "KT-12.1a-same-ex"
)  # fmt: skip
def _same_level(level: int, here: int, terrain: str, hex: int, step: int, woods_before: int) -> Touched:
    """Firer and target on one level.

    Higher ground blocks (KT-12.1a-same-i). Ground of that level: a unit blocks (KT-12.1a-same-ii-1), Orchard or
    Light Woods obscure (KT-12.1a-same-ii-2), a second Light Woods hex blocks (KT-12.1a-same-iii,
    KT-12.1a-same-ex). Lower ground does nothing, but a unit there obscures (rulings: oddity 81).
    """
    if here > level:
        return Touched(hex, step, BLOCKED, "higher than both", "KT-12.1a-same-i", BLOCKED, "KT-12.1a-same-i")
    if here < level:
        return Touched(hex, step, CLEAR, "lower than both", "KT-12.1a-same-i", OBSCURED, "KT-12.3-shift-obscured-units")
    unit = "KT-12.1a-same-ii-1"
    if terrain == WOODS:
        if woods_before:
            return Touched(hex, step, BLOCKED, "second Light Woods hex", "KT-12.1a-same-iii", BLOCKED, unit)
        words = "Light Woods at both units' level"
        return Touched(hex, step, OBSCURED, words, "KT-12.1a-same-ii-2", BLOCKED, unit)
    if terrain == ORCHARD:
        return Touched(hex, step, OBSCURED, "Orchard at both units' level", "KT-12.1a-same-ii-2", BLOCKED, unit)
    return Touched(hex, step, CLEAR, "open ground at both units' level", "KT-12.1a-same-ii-2", BLOCKED, unit)


@cites("KT-12.1a-low-i", "KT-12.1a-low-ii", "KT-12.1a-low-iii", "KT-12.1a-low-iv", "KT-12.1a-13")
def _firer_lower(firer: int, target: int, here: int, hex: int, step: int) -> Touched:
    """Firer below the target.

    Ground above both blocks (KT-12.1a-low-i), ground of the target's level blocks, since the target then does
    not stand at the edge of its level (KT-12.1a-low-iv, KT-12.1a-13). Below that ground does nothing and a unit
    obscures (KT-12.1a-low-ii, KT-12.1a-low-iii).
    """
    if here > target:
        return Touched(hex, step, BLOCKED, "higher than both", "KT-12.1a-low-i", BLOCKED, "KT-12.1a-low-i")
    if here == target:
        return Touched(hex, step, BLOCKED, "at the target's level", "KT-12.1a-low-iv", BLOCKED, "KT-12.1a-low-iv")
    if here >= firer:
        return Touched(hex, step, CLEAR, "below the target", "KT-12.1a-low-iii", OBSCURED, "KT-12.1a-low-iii")
    return Touched(hex, step, CLEAR, "lower than both", "KT-12.1a-low-ii", OBSCURED, "KT-12.1a-low-ii")


@cites("KT-12.1a-high-i", "KT-12.1a-high-ii", "KT-12.1a-high-iii", "KT-12.1a-high-iv", "KT-12.1a-12")
def _firer_higher(firer: int, target: int, here: int, hex: int, step: int) -> Touched:
    """Firer above the target.

    Ground above both blocks (KT-12.1a-high-i), ground of the firer's level blocks, since he then does not stand
    at the edge of his level (KT-12.1a-high-iii, KT-12.1a-12). Below that ground does nothing and a unit obscures
    (KT-12.1a-high-ii, KT-12.1a-high-iv).
    """
    if here > firer:
        return Touched(hex, step, BLOCKED, "higher than both", "KT-12.1a-high-i", BLOCKED, "KT-12.1a-high-i")
    if here == firer:
        return Touched(hex, step, BLOCKED, "at the firer's level", "KT-12.1a-high-iii", BLOCKED, "KT-12.1a-high-iii")
    if here >= target:
        return Touched(hex, step, CLEAR, "below the firer", "KT-12.1a-high-iv", OBSCURED, "KT-12.1a-high-iv")
    return Touched(hex, step, CLEAR, "lower than both", "KT-12.1a-high-ii", OBSCURED, "KT-12.1a-high-ii")


@cites("KT-12.1a-4", "KT-12.1a-11")
def effect_of(g: State, ground: GroundSight) -> int:
    """What a line does with the units that stand on it now (KT-12.1a-4): blocked outranks obscured (KT-12.1a-11)."""
    occupied = g.masks[0] | g.masks[1]
    if ground.effect == BLOCKED or occupied & ground.blocks_if:
        return BLOCKED
    return OBSCURED if occupied & ground.obscures_if else ground.effect


def sight(g: State, a: int, b: int) -> Sight:
    """The line of sight from a to b with the units of this moment."""
    ground = ground_sight(g.setting, a, b)
    over_units = bool((g.masks[0] | g.masks[1]) & ground.between)
    return Sight(effect_of(g, ground), over_units, ground.woods, ground.target_cover)


def is_blocked(g: State, a: int, b: int) -> bool:
    """Whether the line of sight from a to b is blocked."""
    return effect_of(g, ground_sight(g.setting, a, b)) == BLOCKED


def explain(g: State, a: int, b: int, units: bool) -> dict[str, object]:
    """The JSON of `vedette los`: every hex the line touches, in order, with what it does and why."""
    ground = ground_sight(g.setting, a, b)
    grid = g.setting.grid
    rows: list[dict[str, object]] = []
    for t in ground.touched:
        effect, reason, cite = t.effect, t.reason, t.cite
        if units and g.in_hex(t.hex) and t.unit_effect >= effect:
            effect, cite = t.unit_effect, t.unit_cite
            reason = f"{' and '.join(g.in_hex(t.hex))} ({reason})"
        if effect:
            note(cite)
        rows.append(
            {
                "hex": grid.name(t.hex),
                "level": g.setting.board.level[t.hex],
                "effect": EFFECTS[effect],
                "reason": reason,
                "cite": cite,
            }
        )
    found: dict[str, object] = {
        "from": grid.name(a),
        "to": grid.name(b),
        "sight": WORDS[sight(g, a, b).effect if units else ground.effect],
        "range": grid.distance(a, b),
        "because": rows,
    }
    if ground.target_cover:
        found["target"] = {"reason": "the target's hex is woods or orchard", "cite": "KT-12.1a-7"}
    return found
