"""How the hexes of a printed map are numbered, and where they lie on the ground."""

from typing import Literal

import msgspec


class HexError(ValueError):
    """A hex, or a pair of hexes, that the grid does not have."""


class GridSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One hex grid: hex AABB is place BB on line AA, and the hexes of a line touch side by side.

    `shifted` says which lines, by their number, lie half a hex further towards higher places. The steps are metres
    of the map frame (x east, y north) from one line to the next and from one place to the next; `origin` is the
    centre of `origin_hex`.
    """

    lines: tuple[int, int]
    places_even: tuple[int, int]
    places_odd: tuple[int, int]
    shifted: Literal["odd", "even"]
    line_step: tuple[float, float]
    place_step: tuple[float, float]
    origin: tuple[float, float] = (0.0, 0.0)
    origin_hex: tuple[int, int] = (0, 0)

    def __post_init__(self) -> None:
        for what, (low, high) in (
            ("lines", self.lines),
            ("places_even", self.places_even),
            ("places_odd", self.places_odd),
        ):
            if not 0 <= low <= high <= 99:
                raise HexError(f"grid, {what}: {low} to {high} is no range within 0 to 99")
        if self.shifted not in ("odd", "even"):
            raise HexError(f'grid, shifted: {self.shifted!r} must be "odd" or "even"')
        (x, y), (p, q) = self.line_step, self.place_step
        if abs(x * q - y * p) < 1e-9:
            raise HexError("grid, line_step and place_step: they must be two different directions")
        self._check_ends()

    def _check_ends(self) -> None:
        """A map edge may zigzag by half a hex; by more, a line between two hexes could leave the map."""
        if self.lines[0] == self.lines[1]:
            return
        for end in (0, 1):
            even = self.across(0, self.places_even[end])
            odd = self.across(1, self.places_odd[end])
            if abs(even - odd) > 1:
                raise HexError("grid, places_even and places_odd: even and odd lines end more than half a hex apart")

    def across(self, line: int, place: int) -> int:
        """Where a hex lies along its line, in half hexes."""
        return 2 * place + ((line % 2 == 1) == (self.shifted == "odd"))

    def places(self, line: int) -> range:
        """The places that a line has."""
        low, high = self.places_odd if line % 2 else self.places_even
        return range(low, high + 1)

    def extent(self) -> str:
        """The hexes there are, in words, for error messages."""
        even, odd = self.places_even, self.places_odd
        if even == odd:
            places = f"places {even[0]:02d} to {even[1]:02d}"
        else:
            places = f"places {even[0]:02d} to {even[1]:02d} on even lines, {odd[0]:02d} to {odd[1]:02d} on odd lines"
        return f"lines {self.lines[0]:02d} to {self.lines[1]:02d}, {places}"
