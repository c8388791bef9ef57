"""What befalls a unit, on its counter: chevrons in the number plate's left field, letters at the end of the band."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from . import palette
from .glyphs import CAP, drawn, fitted

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
"""A mark in words."""
LETTERS = {
    "low-ammo": "LA",
    "activated": "✓",
    "acted": "✓",
    "moved": "✓",
    "engaged": "EN",
    "frozen": "FZ",
    "skirmish": "SK",
    "fragile": "FR",
    "sharpshooter": "SS",
    "charging": "CH",
    "chaos": "?",
    "deceived": "?",
    "depleted": "OA",
    "no-rounds": "NR",
    "half-crew": "½",
    "no-crew": "NC",
    "abandoned": "AB",
    "reserve": "RS",
    "column": "CO",
    "limbered": "LI",
    "captured": "CP",
    "demoralized": "DM",
    "fought": "✓",
    "attacked": "AT",
    "retreated": "RT",
    "displaced": "DP",
}
"""What the plate of a mark says; of a mark that is not here its first letter."""
GRAVE = {"low-ammo", "depleted", "no-rounds", "no-crew", "abandoned", "captured", "demoralized", "chaos", "deceived"}
"""Marks whose plate is red."""
SHOWN_ELSEWHERE = {"dismounted"}
"""Told by the symbol."""
LAST = ("fragile", "sharpshooter", "limbered", "column")
"""What is so for long stands behind what has just come."""

RED, PAPER = "#8c1d10", "#fbf4e2"


class State(NamedTuple):
    """What takes the plate's colour and its left field."""

    plate: str
    signs: str
    """Drawn white in a field 14 wide, about its middle."""


CHEVRON = "M-6 {y}l6-6 6 6"
STATES = {
    "routed": State("#f2b9aa", "M-3.5 9V-9H5.5L2.5-5 5.5-1H-3.5"),
    "disrupted": State("#f2b9aa", CHEVRON.format(y=-1) + CHEVRON.format(y=7)),
    "pinned": State("#f3cf73", "M0 9V-1M-4-5a4 4 0 1 0 8 0a4 4 0 1 0-8 0"),
    "shaken": State("#f3cf73", CHEVRON.format(y=3)),
}
"""The heaviest first; the steady have none."""


def state_of(marks: Sequence[str]) -> State | None:
    """What the number plate shows."""
    return next((state for mark, state in STATES.items() if mark in marks), None)


def field(state: State, left: float, top: float, high: float, radius: float, wide: float = 14.0) -> str:
    """The plate's left field with its sign; its left corners are those of the plate."""
    r, right, foot = radius, left + wide, top + high
    lower, upper = f"{left:g} {foot:g} {left:g} {foot - r:g}", f"{left:g} {top:g} {left + r:g} {top:g}"
    shape = f"M{right:g} {top:g}V{foot:g}H{left + r:g}Q{lower}V{top + r:g}Q{upper}Z"
    return (
        f'<path d="{shape}" fill="{RED}"/><path class="state" d="{state.signs}" '
        f'transform="translate({left + wide / 2:g} {top + high / 2:g})" fill="none" stroke="#fff" stroke-width="3"/>'
    )


def letters_of(mark: str) -> str:
    """What stands on the plate of a mark."""
    return LETTERS.get(mark, mark[:1].upper())


def band_end(marks: Sequence[str], right: float, middle: float) -> tuple[str, float]:
    """U and the plate at the right end of the band, and how wide they are: one mark by its letters, more by a +."""
    parts, wide = "", 0.0
    if "unsupported" in marks:
        x = right - 7.2
        parts += (
            f'<circle cx="{x:g}" cy="{middle:g}" r="7.2" fill="{PAPER}" stroke="{palette.INK}" stroke-width="1.1"/>'
        )
        parts += drawn("U", x, middle + 11.5 * CAP / 2, fitted("U", 11.5, 12), palette.INK, kind="mark", anchor=0.5)
        wide = 15.5
    others = [m for m in marks if m not in STATES and m not in SHOWN_ELSEWHERE and m != "unsupported"]
    others.sort(key=lambda mark: LAST.index(mark) if mark in LAST else -1)
    if not others:
        return parts, wide
    more = len(others) > 1
    across = 22.0 if more else 17.0
    parts += _plate(others[0], right - wide - across, middle, across, more)
    return parts, wide + across + 1.5


def _plate(mark: str, left: float, middle: float, across: float, more: bool) -> str:
    """A letter plate of 17 by 15; with more marks than it can say a + beside the letters."""
    grave = mark in GRAVE
    ground, ink = (RED, "#ffffff") if grave else (PAPER, palette.INK)
    words = letters_of(mark)
    parts = (
        f'<rect x="{left:g}" y="{middle - 7.5:g}" width="{across:g}" height="15" rx="2.5" fill="{ground}" '
        f'stroke="{palette.INK}" stroke-width="1.1"/>'
    )
    x = left + (across - (6 if more else 0)) / 2
    if words == "✓":
        tick = f"M{x - 4.5:g} {middle + 0.5:g}l3 3.5 6-7.5"
        parts += f'<path class="mark" d="{tick}" fill="none" stroke="{ink}" stroke-width="2.2"/>'
    else:
        base = middle + 12 * CAP / 2
        parts += drawn(words, x, base, fitted(words, 12, 14, 700), ink, kind="mark", anchor=0.5, bold=True)
    if more:
        at = left + across - 5.5
        parts += f'<path d="M{at - 3:g} {middle:g}h6m-3-3v6" stroke="{ink}" stroke-width="1.7"/>'
    return f'<g data-mark="{escape(mark)}">{parts}</g>'
