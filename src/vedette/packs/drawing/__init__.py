"""Board and counters as SVG, drawn here once: the client only places them, `vedette map` writes them."""

from .board import Style, area_of, board_svg, keep_board
from .card import card_name, card_svg, keep_card, kept_card
from .counter import DETAILS, counter_group, counter_svg, counter_symbol
from .edition import edition
from .flags import flag_svg, flag_symbol
from .frame import board_geometry
from .key import key_svg
from .map import map_svg, png, position_svg, shared_board
from .themes import THEMES

__all__ = [
    "DETAILS",
    "THEMES",
    "Style",
    "area_of",
    "board_geometry",
    "board_svg",
    "card_name",
    "card_svg",
    "counter_group",
    "counter_svg",
    "counter_symbol",
    "edition",
    "flag_svg",
    "flag_symbol",
    "keep_board",
    "keep_card",
    "kept_card",
    "key_svg",
    "map_svg",
    "png",
    "position_svg",
    "shared_board",
]
