"""Chapter 12.1a: Line of Sight, judged hex by hex with its reasons.

The board says what a line touches; this module says what that does. The terrain part is worked out for each
pair and kept with the setting for a while; units are added when somebody asks.
"""

from __future__ import annotations

import msgspec

from vedette.engine.cites import cites, note
from vedette.engine.shapes import Piece, Sighted
from vedette.rules.blind_swords.setting import Setting
from vedette.rules.blind_swords.state import State

CLEAR, OBSCURED, BLOCKED = 0, 1, 2
WORDS = ("clear", "obscured", "blocked")
EFFECTS = ("none", "obscures", "blocks")
WOODS, CROPS = "woods", "crops"
COVER = {"light-woods": WOODS, "woods": WOODS, "orchard": CROPS, "cornfield": CROPS}
"""Terrain that hides who stands in it: trees close together, or a stand that is thinner or lower."""
NAMES = {"light-woods": "Light Woods", "woods": "Woods", "orchard": "Orchard", "cornfield": "Cornfield"}


class Touched(msgspec.Struct, frozen=True):
    """What one intervening hex does by its ground."""

    hex: int
    effect: int
    reason: str
    cite: str
    unit_effect: int
    """What any unit standing there would do."""
    unit_cite: str


class GroundSight(msgspec.Struct, frozen=True):
    """The terrain part of a line: what the ground does, and in which hexes a unit would matter."""

    effect: int
    touched: tuple[Touched, ...]
    between: int
    """The intervening hexes as bits."""
    blocks_if: int
    """Hexes in which a unit would block."""
    obscures_if: int
    woods: bool
    """Passes through what obscures by its ground: in KT on both units' level, in SS woods lower than one of them."""
    cover: str
    """What the target stands in (KT-12.1a-7): WOODS, CROPS or nothing."""


class Sight(msgspec.Struct, frozen=True):
    """A line of sight as it is at this moment."""

    effect: int
    over_units: bool
    woods: bool
    cover: str


def ground_sight(setting: Setting, a: int, b: int) -> GroundSight:
    """The terrain part from a firer's hex to a target's, kept after the first time."""
    code = a * setting.grid.size + b
    found: GroundSight | None = setting.sights.get(code)
    if found is None:
        found = setting.sights.keep(code, _judge(setting, a, b))
    return found


@cites(
    "KT-12.1a-2", "KT-12.1a-4", "KT-12.1a-5", "KT-12.1a-6", "KT-12.1a-7", "KT-12.1a-8", "KT-12.1a-11",
    "KT-12.1a-same-iii",
)  # fmt: skip
def _judge(setting: Setting, a: int, b: int) -> GroundSight:
    """Every hex touched by the line between the two centres, and the worst effect of any.

    A hex is all of its terrain; the firer's own does not matter, a target's woods always obscure; of two hexes
    beside the line both count; blocked outranks obscured. Woods already passed are counted.
    """
    level, terrain = setting.board.level, setting.board.terrain
    touched: list[Touched] = []
    woods_before = 0
    for hexes in setting.grid.line(a, b):
        touched += [_touch(setting, a, b, Crossed(h, level[h], terrain[h], woods_before)) for h in hexes]
        woods_before += any(COVER.get(terrain[h]) == WOODS and level[h] == level[a] == level[b] for h in hexes)
    cover = COVER.get(terrain[b], "")
    effect = max((t.effect for t in touched), default=CLEAR)
    effect = max(effect, OBSCURED if cover else CLEAR)
    return GroundSight(
        effect=effect,
        touched=setting.sights.shared(touched),
        between=sum(1 << t.hex for t in touched),
        blocks_if=sum(1 << t.hex for t in touched if t.unit_effect == BLOCKED),
        obscures_if=sum(1 << t.hex for t in touched if t.unit_effect == OBSCURED),
        woods=any(t.effect == OBSCURED for t in touched),
        cover=cover,
    )


class Crossed(msgspec.Struct, frozen=True):
    """An intervening hex, as the line comes to it."""

    hex: int
    level: int
    terrain: str
    woods_before: int
    """Hexes of woods on the level of both units that lie nearer to the firer."""

    def does(self, effect: int, reason: str, cite: str, unit: int, unit_cite: str = "") -> Touched:
        """What it does by its ground, and what a unit there does; by the same case if no other is named."""
        return Touched(self.hex, effect, reason, cite, unit, unit_cite or cite)


@cites("KT-3.2a-3", "KT-12.1a-same-i", "KT-12.1a-low-i", "KT-12.1a-high-i")
def _touch(setting: Setting, a: int, b: int, at: Crossed) -> Touched:
    """What one hex does; the levels of both ends decide which list applies.

    Each hex counts by itself, and the worst of them counts (rulings of Stonewall's Sword: oddity 14). Ground above
    both blocks in every list.
    """
    firer, target = setting.board.level[a], setting.board.level[b]
    case = "same" if firer == target else "low" if firer < target else "high"
    if at.level > max(firer, target):
        return at.does(BLOCKED, "higher than both", f"KT-12.1a-{case}-i", BLOCKED)
    if case == "same":
        return _level(setting, at) if at.level == firer else _below(setting, at)
    return _sloping(setting, firer, target, at)


@cites(
    "KT-12.1a-same-ii-1", "KT-12.1a-same-ii-2", "KT-12.1a-same-iii", "KT-12.1a-same-ex", "SS-12.1a-same-iii"
)  # fmt: skip
def _level(setting: Setting, at: Crossed) -> Touched:
    """Firer, target and hex on one level.

    A unit blocks; Orchard or Light Woods obscure; a second Light Woods hex blocks, or even the first, and any
    crops.
    """
    unit = "KT-12.1a-same-ii-1"
    kind, name = COVER.get(at.terrain), NAMES.get(at.terrain, "")
    if not kind:
        return at.does(CLEAR, "open ground at both units' level", "KT-12.1a-same-ii-2", BLOCKED, unit)
    if setting.profile.woods_block_level_sight:
        return at.does(BLOCKED, f"{name} at both units' level", "SS-12.1a-same-iii", BLOCKED, unit)
    if kind == WOODS and at.woods_before:
        return at.does(BLOCKED, f"second {name} hex", "KT-12.1a-same-iii", BLOCKED, unit)
    return at.does(OBSCURED, f"{name} at both units' level", "KT-12.1a-same-ii-2", BLOCKED, unit)


@cites("KT-12.1a-same-i", "SS-12.1a-same-ii")
def _below(setting: Setting, at: Crossed) -> Touched:
    """Firer and target on one level, the hex lower.

    By KT the ground does nothing, but a unit there obscures (rulings: oddity 81); by SS-12.1a-same-ii woods do too.
    """
    unit = "SS-12.1a-same-ii" if setting.profile.low_units_obscure else "KT-12.3-shift-obscured-units"
    if _hides(setting, at):
        return at.does(OBSCURED, f"{NAMES[at.terrain]} lower than both", "SS-12.1a-same-ii", OBSCURED, unit)
    return at.does(CLEAR, "lower than both", "KT-12.1a-same-i", OBSCURED, unit)


def _hides(setting: Setting, at: Crossed) -> bool:
    """Whether the hex has woods that obscure although they lie lower than one end or both (SS 12.1a)."""
    return setting.profile.low_woods_obscure and COVER.get(at.terrain) == WOODS


@cites(
    "KT-12.1a-low-ii", "KT-12.1a-low-iii", "KT-12.1a-low-iv", "KT-12.1a-13", "KT-12.1a-high-ii", "KT-12.1a-high-iii",
    "KT-12.1a-high-iv", "KT-12.1a-12",
)  # fmt: skip
def _sloping(setting: Setting, firer: int, target: int, at: Crossed) -> Touched:
    """Firer and target on two levels, the hex not above both.

    Ground on the higher one's level blocks, since he does not stand at the edge of it then. Lower ground does
    nothing, below both or between, but a unit there obscures; by SS woods do too.
    """
    case, iv, iii = ("low", "iv", "iii") if firer < target else ("high", "iii", "iv")
    higher = "target" if firer < target else "firer"
    if at.level == max(firer, target):
        return at.does(BLOCKED, f"at the {higher}'s level", f"KT-12.1a-{case}-{iv}", BLOCKED)
    between = at.level >= min(firer, target)
    where = f"below the {higher}" if between else "lower than both"
    cite = f"KT-12.1a-{case}-{iii if between else 'ii'}"
    if _hides(setting, at):
        return at.does(OBSCURED, f"{NAMES[at.terrain]} {where}", cite, OBSCURED)
    return at.does(CLEAR, where, cite, OBSCURED)


@cites("KT-12.1a-4", "KT-12.1a-11")
def effect_of(g: State, ground: GroundSight) -> int:
    """What a line comes to with the units that stand on it now; blocked outranks obscured."""
    occupied = g.masks[0] | g.masks[1]
    if ground.effect == BLOCKED or occupied & ground.blocks_if:
        return BLOCKED
    return OBSCURED if occupied & ground.obscures_if else ground.effect


def sight(g: State, a: int, b: int) -> Sight:
    """The line of sight from a to b with the units of this moment."""
    ground = ground_sight(g.setting, a, b)
    over_units = bool((g.masks[0] | g.masks[1]) & ground.between)
    return Sight(effect_of(g, ground), over_units, ground.woods, ground.cover)


def is_blocked(g: State, a: int, b: int) -> bool:
    """Whether the line of sight from a to b is blocked."""
    return effect_of(g, ground_sight(g.setting, a, b)) == BLOCKED


def explain(g: State, a: int, b: int, units: bool) -> Sighted:
    """The JSON of `vedette los`: every hex the line touches, in order, with what it does and why."""
    ground = ground_sight(g.setting, a, b)
    grid = g.setting.grid
    rows: list[Piece] = []
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
    found: Sighted = {
        "from": grid.name(a),
        "to": grid.name(b),
        "sight": WORDS[sight(g, a, b).effect if units else ground.effect],
        "range": grid.distance(a, b),
        "because": rows,
    }
    if ground.cover:
        words = NAMES[g.setting.board.terrain[b]]
        found["target"] = {"reason": f"the target's hex is {words}", "cite": "KT-12.1a-7"}
    return found
