"""Straight lines between hex centres, decided in whole numbers.

A hex centre has the coordinates (u, v): u half hexes along its line, v lines down; u + v keeps one parity. With w = 3v
the corners of a hex lie at (0, +-2) and (+-1, +-1) about its centre, so that every question about a straight line is
one about the sign of an integer.
"""

Vector = tuple[int, int]

STEPS: tuple[Vector, ...] = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))


def distance(du: int, dv: int) -> int:
    """Hexes from one end of a vector to the other."""
    du, dv = abs(du), abs(dv)
    return dv if du <= dv else (du + dv) // 2


def corners(steps: tuple[Vector, ...]) -> tuple[Vector, ...]:
    """The corners (u, w) about a centre, each between the hexside of its own number and the next."""
    turned = steps[1:] + steps[:1]
    return tuple(((a[0] + b[0]) // 3, a[1] + b[1]) for a, b in zip(steps, turned, strict=True))


def crossed(du: int, dv: int) -> tuple[tuple[Vector, ...], ...]:
    """What the line from (0, 0) to (du, dv) goes through on its way, in order.

    Each step is one hex, or the two hexes of a hexside along which the line runs. A hex of which the line only touches
    a corner point is not gone through. Both ends are left out.
    """
    if dv < 0 or (dv == 0 and du < 0):
        return tuple(tuple(sorted((-u, -v) for u, v in step)) for step in crossed(-du, -dv))
    if dv == 0:
        return tuple(((u, 0),) for u in range(2, du, 2))
    x, y = du, 3 * dv
    # A hex lies under the line when its centre is off it by less than half the hex's width as seen along the line;
    # by just that half, the line touches a corner, or a whole hexside if it has the direction of one.
    width, rest = divmod(max(abs(2 * x), abs(x - y), abs(x + y)), 3)
    corner = rest == 0 and x != 0 and abs(x) != abs(y)
    end = du * du + 3 * dv * dv
    steps: dict[int, list[Vector]] = {}
    for v in range(dv + 1):
        low, high = -((width - du * v) // dv), (du * v + width) // dv
        for u in range(low + (low + v) % 2, high + 1, 2):
            if corner and abs(du * v - dv * u) == width:
                continue
            # Hexes are the cells nearest to their centres: a line meets them in the order of this product.
            ahead = u * du + 3 * v * dv
            if 0 < ahead < end:
                steps.setdefault(ahead, []).append((u, v))
    return tuple(tuple(sorted(steps[k])) for k in sorted(steps))


def facing(ray: Vector, around: tuple[Vector, ...]) -> int:
    """Where a ray (u, v) from a hex's centre leaves it: 2d through hexside d, 2d + 1 through the corner after it."""
    x, y = ray[0], 3 * ray[1]
    turn = 1 if _cross(around[0], around[1]) > 0 else -1
    for d in range(6):
        before, after = around[d - 1], around[d]
        past = turn * _cross((x, y), after)
        if past == 0 and x * after[0] + y * after[1] > 0:
            return 2 * d + 1
        if past > 0 and turn * _cross(before, (x, y)) > 0:
            return 2 * d
    raise ValueError("a ray needs a direction")


def _cross(a: Vector, b: Vector) -> int:
    return a[0] * b[1] - a[1] * b[0]
