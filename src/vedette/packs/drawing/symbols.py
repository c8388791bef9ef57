"""Symbols of arms: a cross for infantry, a slash for cavalry, a dot for guns, a star for a leader."""

from __future__ import annotations

from . import palette
from .marks import PAPER

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
WIDE, HIGH = 21.0, 14.5

_LINE = f'fill="none" stroke="{palette.INK}" stroke-width="1.5"'
_HORSE = (
    "M20.5 15.5C20.5 11 19 6.6 15 3.2L14 .6 12.2 2.4C9.6 3.8 6.6 6.8 3.4 9.4 2.2 10.5 2.5 12.4 4 12.8"
    "C5.4 13 6.8 12.2 8.2 11.4 9.4 11 10.4 11 11.2 10.6 11.4 12.4 10.6 14 9 15.5Z"
)
_STAR = "M10.5 1.2l1.8 4 4.4.4-3.3 2.9 1 4.3-3.9-2.3-3.9 2.3 1-4.3-3.3-2.9 4.4-.4z"
INSIDE = {
    "infantry": f'<path d="M0 0L21 14.5M0 14.5L21 0" {_LINE}/>',
    "cavalry": f'<path d="M0 14.5L21 0" {_LINE}/>',
    "mounted": f'<path transform="matrix(.85 0 0 .85 .6 .8)" d="{_HORSE}" fill="#4a2c12"/>',
    # A cross as well, the horseman's slash bold and the other stroke broken.
    "dismounted": f'<path d="M0 0L5 3.4M8.3 5.7L12.7 8.8M16 11.1L21 14.5" {_LINE}/>'
    f'<path d="M1 14L20 .5" stroke="{palette.INK}" stroke-width="3.2"/>',
    "artillery": f'<circle cx="10.5" cy="7.25" r="3.7" fill="{palette.INK}"/>',
    "leader": f'<path d="{_STAR}" fill="{palette.INK}"/>',
    "supply": f'<path d="M0 10H21" {_LINE}/>',
}


def symbol(name: str, x: float, y: float, radius: float, share: float = 1.0) -> str:
    """A symbol with its upper left corner at a place, 21 by 14.5."""
    inner = INSIDE.get(SHAPES.get(name, name), "")
    return (
        f'<g class="arm" transform="matrix({share:g} 0 0 {share:g} {x:.1f} {y:g})">'
        f'<rect width="{WIDE:g}" height="{HIGH:g}" rx="{radius:g}" fill="{PAPER}" stroke="{palette.INK}" '
        f'stroke-width="1.4"/>{inner}</g>'
    )
