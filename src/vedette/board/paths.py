"""How far something comes with an allowance, and by which way."""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence


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


def reach_over(
    start: int,
    allowance: int,
    first: Iterable[tuple[int, int]],
    steps: Callable[[int], Iterable[tuple[int, int]]],
    closed: Container[int],
    asked: Container[int],
    ask: Callable[[int, int, int], int],
) -> dict[int, tuple[int, int]]:
    """As `reach`, over steps that are laid out, which takes a fraction of the time.

    Args:
        first: the steps from the start, each with its cost.
        steps: those from any other hex, each with its cost.
        closed: the hexes that may not be entered.
        asked: the hexes that another cost may hold for.
        ask: what it costs to enter one of these from another hex, by the usual cost.
    """
    found: dict[int, tuple[int, int]] = {start: (0, start)}
    if allowance < 0:
        return found
    waiting: list[list[int]] = [[] for _ in range(allowance + 1)]
    for to, total in first:
        if total <= allowance and to not in closed and (to not in found or total < found[to][0]):
            found[to] = (total, start)
            waiting[total].append(to)
    for cost, bucket in enumerate(waiting):
        for at in bucket:
            if found[at][0] < cost:
                continue
            for to, more in steps(at):
                known = found.get(to)
                if known is not None and known[0] <= cost:
                    continue
                if to in asked and to not in closed:
                    more = ask(at, to, more)
                total = cost + more
                if total > allowance:
                    continue
                if (known is None or total < known[0]) and to not in closed:
                    found[to] = (total, at)
                    waiting[total].append(to)
    return found


def comes_to(wanted: int, start: int, allowance: int, steps: Mapping[int, Mapping[int, int]], closed: int) -> bool:
    """Whether something comes with an allowance from the start into one of some other hexes, given as bits.

    Args:
        steps: of each hex the hexes beside it, each with the cost of that step, which is more than 0.
        closed: the hexes that may not be entered, as bits.
    """
    goal = wanted & ~closed
    for to, more in steps[start].items():  # mostly it lies beside the start
        if more <= allowance and goal >> to & 1:
            return True
    least = {start: 0}
    waiting: list[list[int]] = [[] for _ in range(max(0, allowance) + 1)]
    waiting[0].append(start)
    for cost, bucket in enumerate(waiting):
        for at in bucket:
            if least[at] < cost:
                continue
            for to, more in steps[at].items():
                total = cost + more
                if total > allowance or total >= least.get(to, total + 1) or closed >> to & 1:
                    continue
                if goal >> to & 1:
                    return True
                least[to] = total
                waiting[total].append(to)
    return False


def path(found: Mapping[int, tuple[int, int]], to: int) -> tuple[int, ...]:
    """The hexes from the start of a `reach` to one of its hexes, both included."""
    if to not in found:
        raise ValueError(f"hex {to} is not in reach")
    way = [to]
    while found[way[-1]][1] != way[-1]:
        way.append(found[way[-1]][1])
    return tuple(reversed(way))
