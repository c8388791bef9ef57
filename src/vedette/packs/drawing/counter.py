"""Counters as symbols: Union blue with round corners, Confederate grey with square ones; four drawings by size."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, NamedTuple

from ..description import Meta
from . import palette
from .flags import flag_svg, flag_symbol
from .glyphs import BOLD, CAP, Fit, drawn, fitted, width
from .marks import MARKS, PAPER, band_end, field, state_of
from .names import short_name
from .symbols import HIGH, SHAPES, WIDE, symbol

__all__ = [
    "DETAILS", "MARKS", "SHAPES", "SIDES", "SIZE", "counter_group", "counter_svg", "counter_symbol", "flag_svg",
    "flag_symbol",
]  # fmt: skip

SIDES = ("union", "confederate")
SIZE = 80
"""Width and height of a counter, four fifths of a hex."""
CHANGED = "#9a1509"
"""A number that is not the printed one."""
DARK = "#1f1810"
DEFAULT = {
    "union": {"colour": "#2b5892", "worn": "#8eaed6", "shape": "rounded"},
    "confederate": {"colour": "#a6a7a6", "worn": "#dbdad5", "shape": "square"},
}
DETAILS = ("whole", "small", "strength", "speck")
"""What is shown: all (a hex of 57 pixels and more), regiment and numbers (30), strength alone (20), colours alone."""


ROUND = {"whole": 13, "small": 13, "strength": 20, "speck": 26}
"""Round corners by detail: the smaller a counter is seen, the rounder, so that sides differ by form at every size."""


class Face(NamedTuple):
    """A counter about to be drawn: its look, and the corners that tell the sides apart."""

    top: str
    name: str
    symbol: str
    numbers: tuple[str, ...]
    now: tuple[str, ...]
    marks: tuple[str, ...]
    pale: bool
    body: str
    band: str
    stripe: str
    """The division's colour, empty where there is none."""
    round: bool
    detail: str

    @property
    def ink(self) -> str:
        """What reads on the body."""
        return palette.ink_on(self.body)

    @property
    def shown(self) -> list[tuple[str, bool]]:
        """The numbers as they are, and whether they differ from the printed ones."""
        now = self.now or self.numbers
        same = len(now) == len(self.numbers)
        return [(n, not same or n != self.numbers[i]) for i, n in enumerate(now)]


def counter_svg(describe: Mapping[str, Any], meta: Meta | None = None, detail: str = "whole") -> str:
    """A counter as an SVG document."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 {SIZE + 4} {SIZE + 4}" width="{SIZE}" '
        f'height="{SIZE}">{counter_group(describe, meta, detail)}</svg>'
    )


def counter_symbol(name: str, describe: Mapping[str, Any], meta: Meta | None = None) -> str:
    """A counter as a symbol to be used by its id."""
    box = f"-2 -2 {SIZE + 4} {SIZE + 4}"
    return f'<symbol id="{escape(name)}" viewBox="{box}">{counter_group(describe, meta)}</symbol>'


def counter_group(describe: Mapping[str, Any], meta: Meta | None = None, detail: str = "whole") -> str:
    """The drawing of a counter within 0 to 80.

    `describe` is how a counter describes itself in a view: side, top (the band), name, numbers, symbol, marks, pale,
    and where they differ from the printed ones `now` (numbers), and `colour` of the band, else that of top or brigade.
    """
    face = _face(describe, meta, detail)
    parts = [
        f"<title>{escape(_words(describe, face.marks))}</title>",
        f'<rect width="{SIZE}" height="{SIZE}" rx="{_corner(face)}" fill="{face.body}"/>',
        '<path class="worn" d="M0 44L44 0H66L0 66Z" fill="#fff" fill-opacity=".3"/>' if face.pale else "",
        *_DRAWN[detail](face),
        f'<rect x="2.2" y="2.2" width="75.6" height="75.6" rx="{max(0, _corner(face) - 2)}" fill="none" stroke="#fff" '
        'stroke-opacity=".28"/>',
        f'<rect width="{SIZE}" height="{SIZE}" rx="{_corner(face)}" fill="none" stroke="{DARK}" '
        f'stroke-width="{2 if detail == "whole" else 2.6}"/>',
    ]
    return f'<g class="counter">{"".join(parts)}</g>'


def _face(describe: Mapping[str, Any], meta: Meta | None, detail: str) -> Face:
    side = str(describe.get("side", "union"))
    look = (meta.sides.get(side) if meta else None) or DEFAULT.get(side, DEFAULT["union"])
    pale = bool(describe.get("pale"))
    return Face(
        str(describe.get("top", "")),
        str(describe.get("name", "")),
        str(describe.get("symbol", "infantry")),
        _listed(describe.get("numbers", ())),
        _listed(describe.get("now") or ()),
        tuple(str(m) for m in describe.get("marks", ())),
        pale,
        look["worn"] if pale else look["colour"],
        _band_colour(describe, meta, side),
        (meta.divisions.get(side, {}) if meta else {}).get(str(describe.get("division")), ""),
        look["shape"] == "rounded",
        detail,
    )


def _listed(numbers: object) -> tuple[str, ...]:
    return tuple(numbers.split("-")) if isinstance(numbers, str) else tuple(map(str, numbers))  # type: ignore[call-overload]


def _corner(face: Face) -> float:
    return ROUND[face.detail] if face.round else 1.5


def _words(describe: Mapping[str, Any], marks: Sequence[str]) -> str:
    """What a counter shows, for those who point or listen."""
    said = [str(describe.get("name", "")), str(describe.get("top", "")), "-".join(_listed(describe.get("numbers", ())))]
    up = str((describe.get("states") or ["worn"])[0])  # states begin with the side that is up
    said += [up if describe.get("pale") else "", *(MARKS.get(m, m).lower() for m in marks)]
    return ", ".join(s for s in said if s)


def _band_colour(describe: Mapping[str, Any], meta: Meta | None, side: str) -> str:
    given = describe.get("colour")
    colours = meta.brigades.get(side, {}) if meta else {}
    arm = str(describe.get("symbol", "")).capitalize()
    named = colours.get(str(describe.get("top", ""))) or colours.get(str(describe.get("brigade", "")))
    return str(given or named or colours.get(arm) or "#efe6cf")


def _band(face: Face, high: float) -> str:
    r = _corner(face)
    shape = f"M0 {high:g}V{r}Q0 0 {r} 0H{SIZE - r}Q{SIZE} 0 {SIZE} {r}V{high:g}Z"
    stripe = ""
    if face.stripe:
        foot = high + STRIPE
        stripe = (
            f'<path class="division" d="M0 {high:g}H{SIZE}V{foot:g}H0Z" fill="{face.stripe}"/>'
            f'<path d="M0 {foot:g}H{SIZE}" stroke="{DARK}" stroke-width="1"/>'
        )
    return (
        f'<path class="band" d="{shape}" fill="{face.band}"/>{stripe}'
        f'<path d="M0 {high:g}H{SIZE}" stroke="{DARK}" stroke-width="1.3"/>'
    )


def _plate(face: Face, top: float, high: float, size: float) -> str:
    """The number plate in the colour of its unit's state: strength, weapon, cohesion."""
    state = state_of(face.marks)
    radius, wide = (8.0 if face.round else 0.0), 14.0
    box = f'x="4" y="{top:g}" width="72" height="{high:g}" rx="{radius:g}"'
    parts = f'<rect class="plate" {box} fill="{state.plate if state else PAPER}"/>'
    if state:
        parts += field(state, 4, top, high, radius, wide)
    parts += f'<rect {box} fill="none" stroke="{DARK}"/>'
    left = 4 + wide if state else 4.0
    return parts + _numbers(face.shown, (left + 76) / 2, top + high / 2, size, 76 - left - 8)


DASH, GAP = 0.2, 0.085
"""Length of the stroke between two numbers, and the space on each of its sides, of their size."""


def _numbers(numbers: Sequence[tuple[str, bool]], middle: float, centre: float, size: float, room: float) -> str:
    """Numbers joined by dashes; those that are not the printed ones red and underlined."""
    joint = DASH + 2 * GAP
    long = width("".join(n for n, _ in numbers), size, BOLD) + joint * size * max(0, len(numbers) - 1)
    part = min(1.0, room / long) ** 0.5 if long else 1.0
    fit = Fit(size * part, part)
    base, line = centre + fit.size * CAP / 2, fit.size * CAP
    x, parts = middle - min(long, room) / 2, ""
    for i, (number, changed) in enumerate(numbers):
        if i:
            x += GAP * fit.size * part
            dash = DASH * fit.size * part
            y = base - line * 0.5
            style = f'stroke="{DARK}" stroke-opacity=".5" stroke-width="{fit.size * 0.1:.1f}"'
            parts += f'<path d="M{x:.1f} {y:.1f}h{dash:.1f}" {style}/>'
            x += dash + GAP * fit.size * part
        ink = CHANGED if changed else DARK
        parts += drawn(number, x, base, fit, ink, kind="changed" if changed else "number", bold=True)
        wide = width(number, fit.size, BOLD) * part
        if changed:
            parts += f'<path d="M{x + 0.5:.1f} {base + 2.9:.1f}h{wide - 1:.1f}" stroke="{CHANGED}" stroke-width="1.9"/>'
        x += wide
    return parts


def _whole(face: Face) -> list[str]:
    ends, taken = band_end(face.marks, 76, 9)
    room = 68 - (taken + 2 if taken else 0)
    return [
        _band(face, 18),
        drawn(face.top, 6, 13.3, fitted(face.top, 12.8, room), palette.ink_on(face.band), kind="top"),
        *_named(face),
        _plate(face, 48, 28.5, 28),
        ends,
    ]


STRIPE = 4.0
"""Height of the stripe of a division, below the band."""
NARROW = 0.62
"""Part of its width below which a name takes room from its symbol."""


def _named(face: Face) -> list[str]:
    """Symbol and regiment beside each other in the middle of the body."""
    name = short_name(face.name)
    share = 0.8 if NARROW * width(name, 19.5) > 49.5 else 1.0
    room = 73 - WIDE * share - 3.2
    fit = fitted(name, 19.5, room)
    left = (SIZE - WIDE * share - 3.2 - width(name, fit.size) * fit.press) / 2
    middle = 34.8 if face.stripe else 33.2
    return [
        symbol(face.symbol, left, middle - HIGH * share / 2, 3 if face.round else 0, share),
        drawn(name, left + WIDE * share + 3.2, middle + fit.size * CAP / 2, fit, face.ink, kind="name"),
    ]


def _small(face: Face) -> list[str]:
    name = short_name(face.name)
    fit = fitted(name, 25, 74)
    arm = SHAPES.get(face.symbol, face.symbol)
    return [
        _band(face, 13),
        "" if arm == "infantry" else symbol(face.symbol, 31.5, 1.2, 2, 0.8),
        drawn(name, 40, (29.4 if face.stripe else 28) + fit.size * CAP / 2, fit, face.ink, kind="name", anchor=0.5),
        _plate(face, 42, 34.5, 32),
    ]


def _strength(face: Face) -> list[str]:
    state = state_of(face.marks)
    words, changed = face.shown[0] if face.shown else ("", False)
    fit = fitted(words, 54, 57, BOLD)
    return [
        _band(face, 17),
        f'<rect class="plate" x="8.5" y="22" width="63" height="52" rx="{14 if face.round else 0}" '
        f'fill="{state.plate if state else PAPER}" stroke="{DARK}" stroke-width="1.4"/>',
        drawn(
            words, 40, 48 + fit.size * CAP / 2, fit, CHANGED if changed else DARK, kind="number", anchor=0.5, bold=True
        ),
    ]


def _speck(face: Face) -> list[str]:
    state = state_of(face.marks)
    return [
        _band(face, 29),
        f'<rect class="plate" x="16" y="38" width="48" height="32" rx="{14 if face.round else 0}" '
        f'fill="{state.plate if state else PAPER}" stroke="{DARK}" stroke-width="2.5"/>',
    ]


_DRAWN = {"whole": _whole, "small": _small, "strength": _strength, "speck": _speck}
