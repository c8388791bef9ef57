"""Counters as symbols: Union blue with round corners, Confederate grey with square ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from math import cos, radians, sin
from typing import Any

from ..description import Meta
from . import palette

SIDES = ("union", "confederate")
SIZE = 80
"""Width and height of a counter, four fifths of a hex."""
BAND = 19
"""Height of the band with the brigade's name."""
LETTER = 0.68
"""Width of a bold letter of its size, on average."""
MARKS = {
    "shaken": "Shaken",
    "disrupted": "Disrupted",
    "low-ammo": "Low ammunition",
    "activated": "Activated",
    "engaged": "Engaged",
    "frozen": "Frozen",
    "skirmish": "Skirmish order",
    "fragile": "Fragile",
    "sharpshooter": "Sharpshooters",
    "dismounted": "Dismounted",
    "charging": "Charging",
    "routed": "Routed",
    "pinned": "Pinned",
    "depleted": "Out of ammunition",
    "no-rounds": "No rounds left",
    "half-crew": "Half crew",
    "no-crew": "No crew",
    "abandoned": "Guns abandoned",
    "reserve": "In reserve",
    "column": "In column",
    "limbered": "Limbered",
    "captured": "Captured",
}
SHAPES = {
    "cross": "infantry",
    "slash": "cavalry",
    "horse": "mounted",
    "horse-off": "dismounted",
    "dot": "artillery",
    "star": "leader",
    "bar": "supply",
}
"""Symbols by their shape, as a view names them."""
DEFAULT = {
    "union": {"colour": "#2f5f9e", "worn": "#9db7d8", "shape": "rounded"},
    "confederate": {"colour": "#a7a9ac", "worn": "#dedfdd", "shape": "square"},
}


def counter_svg(describe: Mapping[str, Any], meta: Meta | None = None) -> str:
    """A counter as an SVG document."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 {SIZE + 4} {SIZE + 4}" width="{SIZE}" '
        f'height="{SIZE}">{counter_group(describe, meta)}</svg>'
    )


def counter_symbol(name: str, describe: Mapping[str, Any], meta: Meta | None = None) -> str:
    """A counter as a symbol to be used by its id."""
    box = f"-2 -2 {SIZE + 4} {SIZE + 4}"
    return f'<symbol id="{escape(name)}" viewBox="{box}">{counter_group(describe, meta)}</symbol>'


def counter_group(describe: Mapping[str, Any], meta: Meta | None = None) -> str:
    """The drawing of a counter within 0 to 80.

    `describe` is how a counter describes itself in a view: side, top (the band), name, numbers, symbol, marks, pale,
    and where they differ from the printed ones `now` (numbers), and `colour` of the band, else that of top or brigade.
    """
    side = str(describe.get("side", "union"))
    look = (meta.sides.get(side) if meta else None) or DEFAULT.get(side, DEFAULT["union"])
    pale = bool(describe.get("pale"))
    body = look["worn"] if pale else look["colour"]
    ink = palette.ink_on(body)
    radius = 11 if look["shape"] == "rounded" else 1.5
    marks = [str(m) for m in describe.get("marks", ())]
    parts = [
        f"<title>{escape(_words(describe, marks))}</title>",
        _box(radius, f'fill="{body}"'),
        _diagonal(ink) if pale else "",
        _band(str(describe.get("top", "")), _band_colour(describe, meta, side), radius),
        _name(str(describe.get("name", "")), ink),
        _symbol(str(describe.get("symbol", "infantry")), ink, pale),
        _numbers(describe, ink),
        _marks(marks),
        _box(radius, f'fill="none" stroke="{palette.INK}" stroke-width="2"'),
    ]
    return f'<g font-family="{palette.SANS}" text-anchor="middle">{"".join(parts)}</g>'


def _words(describe: Mapping[str, Any], marks: Sequence[str]) -> str:
    """What a counter shows, for those who point or listen."""
    said = [str(describe.get("name", "")), str(describe.get("top", "")), _joined(describe.get("numbers", ()))]
    face = str((describe.get("states") or ["worn"])[0])  # states begin with the side that is up
    said += [face if describe.get("pale") else "", *(MARKS.get(m, m).lower() for m in marks)]
    return ", ".join(s for s in said if s)


def _joined(numbers: object) -> str:
    return numbers if isinstance(numbers, str) else "-".join(str(n) for n in numbers)  # type: ignore[attr-defined]


def _box(radius: float, style: str) -> str:
    return f'<rect width="{SIZE}" height="{SIZE}" rx="{radius}" {style}/>'


def _diagonal(ink: str) -> str:
    return f'<path d="M3 {SIZE - 3}L{SIZE - 3} {BAND + 2}" stroke="{ink}" stroke-opacity=".35" stroke-width="2.5"/>'


def _band_colour(describe: Mapping[str, Any], meta: Meta | None, side: str) -> str:
    given = describe.get("colour")
    colours = meta.brigades.get(side, {}) if meta else {}
    arm = str(describe.get("symbol", "")).capitalize()
    named = colours.get(str(describe.get("top", ""))) or colours.get(str(describe.get("brigade", "")))
    return str(given or named or colours.get(arm) or "#efe6cf")


def _band(top: str, colour: str, radius: float) -> str:
    r = radius
    shape = f"M0 {BAND}V{r}Q0 0 {r} 0H{SIZE - r}Q{SIZE} 0 {SIZE} {r}V{BAND}Z"
    size, fit = _fit(top, 14, SIZE - 8)
    return (
        f'<path d="{shape}" fill="{colour}"/><path d="M0 {BAND}H{SIZE}" stroke="{palette.INK}" stroke-width="1"/>'
        f'<text x="{SIZE / 2:g}" y="14.5" font-size="{size}" font-weight="600" fill="{palette.ink_on(colour)}"{fit}>'
        f"{escape(top)}</text>"
    )


def _fit(words: str, size: float, room: float) -> tuple[str, str]:
    """The size at which words fit, and the length to which they are pressed where even a small size is too wide."""
    wide = LETTER * len(words) * size
    if wide <= room:
        return f"{size:g}", ""
    small = max(size * 0.72, size * room / wide)
    fit = f' textLength="{room:g}" lengthAdjust="spacingAndGlyphs"' if LETTER * len(words) * small > room + 1 else ""
    return f"{small:.1f}", fit


def _name(name: str, ink: str) -> str:
    size, fit = _fit(name, 17, SIZE - 6)
    return f'<text x="{SIZE / 2:g}" y="35" font-size="{size}" font-weight="600" fill="{ink}"{fit}>{escape(name)}</text>'


def _symbol(symbol: str, ink: str, pale: bool) -> str:
    """The military symbol: a cross for infantry, a slash for cavalry, a dot for guns, a star for a leader.

    A horse's head where a counter is told apart from that of the same men on foot.

    Dismounted cavalry is a cross as well, its horseman's slash bold and the other stroke broken.
    """
    symbol = SHAPES.get(symbol, symbol)
    inner = {
        "infantry": "M28 39.5L52 54.5M28 54.5L52 39.5",
        "cavalry": "M28 54.5L52 39.5",
        "dismounted": "M28 39.5L33 42.7M37.5 45.5L42.5 48.5M47 51.3L52 54.5",
        "artillery": "",
        "supply": "M28 50H52",
        "leader": "",
    }.get(symbol, "")
    paper = "#f7f1e1" if not pale else "#fbf8ef"
    drawn = (
        f'<rect x="28" y="39.5" width="24" height="15" fill="{paper}" stroke="{ink}" stroke-width="1.5"/>'
        f'<path d="{inner}" stroke="{palette.INK}" stroke-width="1.5" fill="none"/>'
    )
    if symbol == "mounted":
        drawn += f'<path transform="translate(28.5 39)" d="{_HORSE}" fill="#4a2c12"/>'
    if symbol == "dismounted":
        drawn += f'<path d="M29 54L51 40" stroke="{palette.INK}" stroke-width="3.2"/>'
    if symbol == "artillery":
        drawn += f'<circle cx="40" cy="47" r="3.6" fill="{palette.INK}"/>'
    if symbol == "leader":
        drawn += (
            f'<path d="M40 41l1.8 4 4.4.4-3.3 2.9 1 4.3-3.9-2.3-3.9 2.3 1-4.3-3.3-2.9 4.4-.4z" fill="{palette.INK}"/>'
        )
    return drawn


_HORSE = (
    "M20.5 15.5C20.5 11 19 6.6 15 3.2L14 .6 12.2 2.4C9.6 3.8 6.6 6.8 3.4 9.4 2.2 10.5 2.5 12.4 4 12.8"
    "C5.4 13 6.8 12.2 8.2 11.4 9.4 11 10.4 11 11.2 10.6 11.4 12.4 10.6 14 9 15.5Z"
)


def _numbers(describe: Mapping[str, Any], ink: str) -> str:
    """Strength, weapon, cohesion along the bottom; where they count otherwise now, the printed ones small above."""
    printed, now = _joined(describe.get("numbers", ())), _joined(describe.get("now", ()) or ())
    style = f'fill="{ink}" style="font-variant-numeric:tabular-nums"'
    if not now or now == printed:
        size, fit = _fit(escape(printed), 21, SIZE - 8)
        return (
            f'<text x="{SIZE / 2:g}" y="74" font-size="{size}" font-weight="700" {style}{fit}>{escape(printed)}</text>'
        )
    size, fit = _fit(escape(now), 18, SIZE - 8)
    return (
        f'<text class="printed" x="4" y="60.5" font-size="7.5" font-weight="600" text-anchor="start" '
        f'text-decoration="line-through" {style}>{escape(printed)}</text>'
        f'<text x="{SIZE / 2:g}" y="75" font-size="{size}" font-weight="700" text-decoration="underline" '
        f"{style}{fit}>{escape(now)}</text>"
    )


def _marks(marks: Sequence[str]) -> str:
    """Small marks: chevrons at the right of the symbol, the others about it; an unknown one shows its first letter."""
    parts = ""
    chevrons = 2 if "disrupted" in marks else 1 if "shaken" in marks else 0
    if chevrons:
        parts += '<circle cx="66" cy="47" r="10.5" fill="#fff4d6" stroke="#8a1f11" stroke-width="1.6"/>'
        tops = (43.5, 48.5) if chevrons == 2 else (46,)
        for y in tops:
            parts += f'<path d="M60.5 {y + 3.5}l5.5-5 5.5 5" fill="none" stroke="#8a1f11" stroke-width="2.6"/>'
    slots = [(13, 47), *([] if chevrons else [(67, 47)]), (7, 73), (73, 73)]
    others = [m for m in marks if m not in ("shaken", "disrupted")]
    for (x, y), mark in zip(slots, others, strict=False):
        drawn = (
            _SMALL.get(mark)
            or _DISC + f'<text y="3.2" font-size="9" font-weight="700">{escape(mark[:1].upper())}</text>'
        )
        parts += f'<g transform="translate({x} {y})">{drawn}</g>'
    return parts


_DISC = '<circle r="6.6" fill="#fff8e6" stroke="#2b2116" stroke-width="1.2"/>'
_SMALL = {
    "low-ammo": _DISC + '<path d="M-1.8 4v-5.5q0-2 1.8-3 1.8 1 1.8 3V4z" fill="#8a1f11"/>'
    '<path d="M-4.5 4.5l9-9" stroke="#2b2116" stroke-width="1.3"/>',
    "activated": _DISC + '<path d="M-3.4 0l2.4 2.8 4.4-5.6" fill="none" stroke="#1f5c33" stroke-width="2"/>',
    "engaged": _DISC + '<path d="M-3.4-3.4l6.8 6.8M3.4-3.4l-6.8 6.8" stroke="#8a1f11" stroke-width="1.8"/>',
    "frozen": _DISC + '<path d="M0-4.4v8.8M-3.8-2.2l7.6 4.4M-3.8 2.2l7.6-4.4" stroke="#2c5d86" stroke-width="1.5"/>',
    "skirmish": _DISC
    + '<path d="M-3.4 0h0M0-1.5h0M3.4 0h0" stroke="#2b2116" stroke-width="2.6" stroke-linecap="round"/>',
    "dismounted": _DISC + '<path d="M-2.9 3.6q-1.6-7.4 2.9-7.4t2.9 7.4" fill="none" stroke="#2b2116" stroke-width="2"/>'
    '<path d="M-4.6 4.6l9.2-9.2" stroke="#8a1f11" stroke-width="1.4"/>',
    "charging": _DISC + '<path d="M-4.4 0h6.4M-.6-3.4l3.6 3.4-3.6 3.4" fill="none" stroke="#8a1f11" stroke-width="2"/>',
    "routed": '<rect x="-7" y="-7" width="14" height="14" rx="2" fill="#8a1f11" stroke="#fff8e6" stroke-width="1"/>'
    '<path d="M-3 5v-9.5h7l-2 2.6 2 2.6h-7" fill="none" stroke="#fff8e6" stroke-width="1.6"/>',
    "pinned": _DISC + '<path d="M0-4.6v5.4M-3.2-4.6h6.4M-4.4 3.6h8.8" stroke="#8a1f11" stroke-width="1.8"/>',
    "half-crew": _DISC + '<path d="M0-4.6a4.6 4.6 0 0 0 0 9.2z" fill="#8a1f11"/><circle r="4.6" fill="none" '
    'stroke="#8a1f11" stroke-width="1.2"/>',
    "no-crew": _DISC + '<circle r="3.9" fill="none" stroke="#8a1f11" stroke-width="1.4"/>'
    '<path d="M-4.4 4.4l8.8-8.8" stroke="#8a1f11" stroke-width="1.6"/>',
    "reserve": _DISC + '<path d="M-2.4 4.2v-8.2h3a2.3 2.3 0 0 1 0 4.6h-3M.4.6l2.6 3.6" fill="none" '
    'stroke="#2b2116" stroke-width="1.7"/>',
    "column": _DISC + '<path d="M0-4.8v9.6M-3-1.8l3-3 3 3" fill="none" stroke="#2b2116" stroke-width="1.7"/>',
    "limbered": _DISC + '<circle cx="-1.9" cy="1" r="2.5" fill="none" stroke="#2b2116" stroke-width="1.4"/>'
    '<path d="M-1.9 1L4.8-2.6" stroke="#2b2116" stroke-width="1.6"/>',
    "fragile": '<circle r="6" fill="none" stroke="#e9c52b" stroke-width="2.4"/>',
    "sharpshooter": _DISC + '<path d="M0-6v12M-6 0h12" stroke="#2b2116" stroke-width="1"/>'
    '<circle r="3" fill="none" stroke="#2b2116" stroke-width="1"/>',
}

for _same, _drawn in {"depleted": "low-ammo", "no-rounds": "low-ammo", "abandoned": "no-crew"}.items():
    _SMALL[_same] = _SMALL[_drawn]


def heading_mark(degrees: float) -> str:
    """The front of a counter whose middle is at 0,0: an arrowhead at its edge, degrees clockwise from the top."""
    across = max(abs(cos(radians(degrees))), abs(sin(radians(degrees))))
    edge = (SIZE / 2 + 1) / across
    shape = f"M-11 {-edge:.1f}L0 {-edge - 11:.1f}L11 {-edge:.1f}Z"
    style = f'fill="{palette.INK}" stroke="#fff8e6" stroke-width="2" stroke-linejoin="round"'
    return f'<path class="front" transform="rotate({degrees:g})" d="{shape}" {style}/>'


def flag_symbol(side: str) -> str:
    """A small flag to plant on a victory hex, as a symbol `vb-flag-SIDE`."""
    return f'<symbol id="vb-flag-{side}" viewBox="0 0 30 34">{_flag(side)}</symbol>'


def flag_svg(side: str) -> str:
    """The flag of a side as an SVG document."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 34" width="30" height="34">{_flag(side)}</svg>'


def _flag(side: str) -> str:
    """A pole with a cloth in the side's colour and shape: a blue pennant, a grey square; white for no side."""
    cloth = {
        "union": '<path d="M5 3L29 11L5 19z" fill="#2f5f9e"/>',
        "confederate": '<path d="M5 3h21v16H5z" fill="#85878a"/><path d="M5 11h21" stroke="#fffdf6" stroke-width="3"/>',
    }.get(side, '<path d="M5 3h21v16H5z" fill="#fffdf6"/>')
    edge = "M5 3L29 11L5 19z" if side == "union" else "M5 3h21v16H5z"
    return (
        f"<title>{escape(side)}</title>{cloth}"
        f'<path d="{edge}M5 2v31" fill="none" stroke="{palette.INK}" stroke-width="1.6"/>'
    )
