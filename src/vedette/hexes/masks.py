"""Sets of hexes as one big integer each: bit n stands for hex n."""

from collections.abc import Iterable, Iterator

FEW = 24  # hexes that are found faster one by one than by the digits of the whole number


def hexes_of(mask: int) -> Iterator[int]:
    """The hexes of a set, in ascending order."""
    if mask.bit_count() <= FEW:
        while mask > 0:
            lowest = mask & -mask
            yield lowest.bit_length() - 1
            mask ^= lowest
        return
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
