"""Patterns of what grows: grass, corn in rows, stubble with shocks, brush, reeds; and the hatching of closed ground."""

from __future__ import annotations

from . import palette


def _pattern(name: str, wide: int, high: int, turn: int, body: str) -> str:
    return (
        f'<pattern id="vb-{name}" width="{wide}" height="{high}" patternUnits="userSpaceOnUse" '
        f'patternTransform="rotate({turn})">{body}</pattern>'
    )


def _strokes(colour: str, width: float, opacity: str, path: str) -> str:
    return (
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width:g}" stroke-opacity="{opacity}" '
        'stroke-linecap="round"/>'
    )


DEFS = "".join(
    (
        '<pattern id="vb-grass" width="26" height="22" patternUnits="userSpaceOnUse" patternTransform="rotate(-8)">'
        f'<g fill="none" stroke="{palette.GRASS}" stroke-width="1.1" stroke-opacity=".6" stroke-linecap="round">'
        '<path d="M5 8l-2-4M5 8v-5M5 8l2-4M18 19l-2-4M18 19v-5M18 19l2-4"/></g></pattern>',
        _pattern("corn", 11, 15, -17, _strokes(palette.STALK, 1.5, ".85", "M5.5 14V4M5.5 11l-3.4-4M5.5 8.5l3.4-4")),
        _pattern(
            "wheat",
            40,
            34,
            -17,
            _strokes(palette.STRAW, 1, ".38", "M0 4h40M0 12.5h40M0 21h40M0 29.5h40")
            + _strokes(palette.STRAW, 1.7, ".95", "M10 15v-9M10 15l-3.5-8M10 15l3.5-8M7.8 11h4.4")
            + _strokes(palette.STRAW, 1.7, ".95", "M30 32v-9M30 32l-3.5-8M30 32l3.5-8M27.8 28h4.4"),
        ),
        _pattern(
            "brush",
            38,
            32,
            12,
            _strokes(palette.BRUSH, 5.5, ".7", "M8 9h0M13 11h0M29 25h0M24 6h0")
            + _strokes(palette.BRUSH, 3.6, ".8", "M10.5 6h0M32 22h0M4 26h0M18 22h0M26 27.5h0"),
        ),
        _pattern(
            "marsh",
            44,
            30,
            0,
            _strokes(palette.WATER_EDGE, 1.6, ".8", "M3 13h15M8 16h9M25 27h15M29 30h8")
            + _strokes(palette.GRASS, 1.5, ".95", "M10 11v-8M10 11l-4-6M10 11l4-6M32 25v-8M32 25l-4-6M32 25l4-6"),
        ),
        _pattern("closed", 12, 12, 45, _strokes(palette.HACHURE, 1.6, ".55", "M0 6h12")),
    )
)
PAINT = {
    "field": "url(#vb-grass)",
    "wheat": "url(#vb-wheat)",
    "brush": "url(#vb-brush)",
    "corn": "url(#vb-corn)",
    "marsh": "url(#vb-marsh)",
    "closed": "url(#vb-closed)",
}
"""What fills ground of a kind."""
