"""Areas of the map given by their perimeter."""

from collections.abc import Iterable

from vedette.hexes import Grid, HexError, hexes_of, mask_of


def flood(grid: Grid, perimeter: Iterable[int], inside: int) -> int:
    """The set of hexes of an area: the perimeter, and all that is reached from `inside` without crossing it.

    The edge of the map closes an area as the perimeter does.
    """
    rim, name = mask_of(perimeter), grid.name(inside)
    if rim >> inside & 1:
        raise HexError(f"hex {name} lies on the perimeter; name one inside it")
    area = ring = 1 << inside
    while ring:
        near = 0
        for hex in hexes_of(ring):
            near |= grid.near[hex]
        ring = near & ~area & ~rim
        area |= ring
    return area | rim
