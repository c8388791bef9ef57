"""How far something comes with an allowance, and by which way."""

from collections.abc import Callable, Mapping, Sequence


def reach(
    start: int,
    allowance: int,
    step: Callable[[int, int], int | None],
    neighbours: Sequence[Sequence[int]],
) -> dict[int, tuple[int, int]]:
    """For each hex in reach the least cost and the hex it is entered from (the start: itself).

    `step(a, b)` says what it costs to enter b from a, in whole units (half points), or None where that is barred.
    Of two ways of equal cost the one found first is kept, which depends only on the order of `neighbours`.
    """
    found: dict[int, tuple[int, int]] = {start: (0, start)}
    # One list of hexes for each cost (Dial): costs are small whole numbers, so no heap is needed.
    waiting: list[list[int]] = [[] for _ in range(allowance + 1)]
    if waiting:
        waiting[0].append(start)
    for cost, bucket in enumerate(waiting):
        for at in bucket:
            if found[at][0] < cost:
                continue
            for to in neighbours[at]:
                more = step(at, to)
                if more is None:
                    continue
                if more < 0:
                    raise ValueError(f"a step from hex {at} to hex {to} costs {more}; a cost cannot be less than 0")
                total = cost + more
                if total <= allowance and (to not in found or total < found[to][0]):
                    found[to] = (total, at)
                    waiting[total].append(to)
    return found


def path(found: Mapping[int, tuple[int, int]], to: int) -> tuple[int, ...]:
    """The hexes from the start of a `reach` to one of its hexes, both included."""
    if to not in found:
        raise ValueError(f"hex {to} is not in reach")
    way = [to]
    while found[way[-1]][1] != way[-1]:
        way.append(found[way[-1]][1])
    return tuple(reversed(way))
