"""Sets of hexes as one big integer each: bit n stands for hex n."""

from collections.abc import Iterable, Iterator


def hexes_of(mask: int) -> Iterator[int]:
    """The hexes of a set, in ascending order."""
    bits = bin(mask)[:1:-1]
    at = bits.find("1")
    while at >= 0:
        yield at
        at = bits.find("1", at + 1)


def mask_of(hexes: Iterable[int]) -> int:
    """The set of these hexes."""
    mask = 0
    for hex in hexes:
        mask |= 1 << hex
    return mask
