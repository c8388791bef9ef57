"""Sets of hexes as one big integer each: bit n stands for hex n."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, overload

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


class Bits(Sequence[int]):
    """The hexes of a set in ascending order, as a sequence.

    >>> hexes = Bits(0b10110)
    >>> len(hexes), hexes[1], hexes[-1], 3 in hexes, list(hexes)
    (3, 2, 4, False, [1, 2, 4])
    """

    __slots__ = ("mask",)

    def __init__(self, mask: int) -> None:
        self.mask = mask

    def __len__(self) -> int:
        return self.mask.bit_count()

    @overload
    def __getitem__(self, at: int) -> int: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[int, ...]: ...

    def __getitem__(self, at: int | slice) -> int | tuple[int, ...]:
        if isinstance(at, slice):
            return tuple(self)[at]
        n = at if at >= 0 else at + len(self)
        if not 0 <= n < len(self):
            raise IndexError(at)
        return bisect_left(range(self.mask.bit_length()), n + 1, key=self._up_to)

    def _up_to(self, hex: int) -> int:
        """How many there are up to a hex and in it."""
        return (self.mask & (2 << hex) - 1).bit_count()

    def __iter__(self) -> Iterator[int]:
        return hexes_of(self.mask)

    def __contains__(self, hex: object) -> bool:
        return isinstance(hex, int) and hex >= 0 and bool(self.mask >> hex & 1)

    def index(self, value: Any, start: int = 0, stop: int | None = None) -> int:
        """The place of a hex; ValueError where it is none of them."""
        if value in self and start == 0 and stop is None:
            return self._up_to(value) - 1
        return tuple(self).index(value, start, len(self) if stop is None else stop)
