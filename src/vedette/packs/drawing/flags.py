"""Flags of the sides: told apart by form as the counters are, a swallowtail and a square with a bar."""

from __future__ import annotations

from html import escape

from . import palette

CLOTHS = {
    "union": ("M5 3H29L23 11L29 19H5Z", "#2b5892", ""),
    "confederate": ("M5 3h22v16H5z", "#8b8c8b", '<path d="M5 11h22" stroke="#fffdf6" stroke-width="3.4"/>'),
}
"""Side -> the edge of its cloth, its colour, what is on it."""
WHITE = ("M5 3h22v16H5z", "#fffdf6", "")


def flag_symbol(side: str) -> str:
    """A small flag to plant on a victory hex, as a symbol `vb-flag-SIDE`."""
    return f'<symbol id="vb-flag-{side}" viewBox="0 0 30 34">{_flag(side)}</symbol>'


def flag_svg(side: str) -> str:
    """The flag of a side as an SVG document."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 34" width="30" height="34">{_flag(side)}</svg>'


def _flag(side: str) -> str:
    """A pole with a cloth in the side's colour and shape; white for no side."""
    edge, colour, more = CLOTHS.get(side, WHITE)
    return (
        f'<title>{escape(side)}</title><path d="{edge}" fill="{colour}"/>{more}'
        f'<path d="{edge}M5 2v31" fill="none" stroke="{palette.INK}" stroke-width="1.8"/>'
    )
