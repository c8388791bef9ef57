"""Ways in which units can share out their fire at one hex: together, by hex, singly, in halves, or any mix."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from vedette.rules.blind_swords.chapters.fire_shifts import separated
from vedette.rules.blind_swords.chapters.range import combine_bar, fire_points
from vedette.rules.blind_swords.state import State

Group = tuple[str, ...]
Groups = tuple[Group, ...]

TOGETHER, BY_HEX, SINGLY, HALVES, MIXED = "all together", "by hex", "singly", "two halves", "mixed"
MOST = 5
"""Up to so many units (or hexes) every distribution is looked at."""


def fits(g: State, group: Sequence[str], kind: str) -> bool:
    """Whether units may all be in one fire, added in this order."""
    return all(combine_bar(g, tuple(group[:n]), id, kind) is None for n, id in enumerate(group))


def blocks_of(g: State, pool: Sequence[str], kind: str) -> Groups:
    """The fires by hex: units of each hex that may fire together."""
    blocks: list[list[str]] = []
    for id in pool:
        home = next((b for b in blocks if g.at(b[0]) == g.at(id) and fits(g, (*b, id), kind)), None)
        if home is None:
            blocks.append([id])
        else:
            home.append(id)
    return tuple(tuple(b) for b in blocks)


def _together(g: State, pool: Sequence[str], kind: str, target: int) -> Groups:
    """The largest fires there can be: two adjacent hexes in one where they may, the strongest pair first."""

    def points(group: Group) -> int:
        return sum(fire_points(g, i, target, kind, False) for i in group)

    left = list(blocks_of(g, pool, kind))
    out: list[Group] = []
    pairs = [(a, b) for a, b in combinations(left, 2) if fits(g, (*a, *b), kind)]
    for a, b in sorted(pairs, key=lambda p: -points(p[0]) - points(p[1])):
        if a in left and b in left:
            left = [block for block in left if block not in (a, b)]
            out.append((*a, *b))
    return (*out, *left)


def _halves(g: State, group: Group, kind: str, target: int) -> Groups:
    """A fire split into two as equal as possible."""
    points = {i: fire_points(g, i, target, kind, False) for i in group}
    whole = sum(points.values())

    def unequal(part: Group) -> int:
        return abs(whole - 2 * sum(points[i] for i in part))

    sizes = range(1, len(group) // 2 + 1)
    part = min((p for n in sizes for p in combinations(group, n)), key=unequal)
    return part, tuple(i for i in group if i not in part)


def partitions(items: Sequence[Group]) -> Iterator[Groups]:
    """Every way to combine blocks into fires, in a fixed order."""
    if not items:
        yield ()
        return
    first, rest = items[0], items[1:]
    for parts in partitions(rest):
        yield (first, *parts)
        for n, part in enumerate(parts):
            yield ((*first, *part), *parts[:n], *parts[n + 1 :])


def groupings(g: State, pool: Sequence[str], kind: str, target: int, thorough: bool) -> list[tuple[str, Groups]]:
    """The ways worth looking at, each once with its title; with `thorough` every mix of few units."""
    blocks = blocks_of(g, pool, kind)
    together = _together(g, pool, kind, target)
    named = [(TOGETHER, together), (BY_HEX, blocks), (SINGLY, tuple((i,) for i in pool))]
    if len(together) == 1 and len(pool) > 2:
        named.append((HALVES, _halves(g, together[0], kind, target)))
    if thorough:
        items = tuple((i,) for i in pool) if len(pool) <= MOST else blocks
        mixes = partitions(items) if len(items) <= MOST else iter(())
        named += [(MIXED, mix) for mix in mixes if all(fits(g, group, kind) for group in mix)]
    seen: dict[frozenset[frozenset[str]], tuple[str, Groups]] = {}
    for title, groups in named:
        seen.setdefault(frozenset(frozenset(group) for group in groups), (title, groups))
    return list(seen.values())


def flanking(g: State, target: int, a: Group, b: Group) -> bool:
    """Whether two fires make a Flanking or a Converging Fire."""
    return any(separated(g, target, g.at(i), g.at(j)) for i in a for j in b)


def volleys_of(g: State, target: int, groups: Groups) -> list[Groups]:
    """Fires announced together because they flank or converge, each after one with which it does; then the rest."""
    left = list(groups)
    out: list[Groups] = []
    while left:
        volley = [left.pop(0)]
        while (more := next((b for b in left if any(flanking(g, target, a, b) for a in volley)), None)) is not None:
            volley.append(more)
            left.remove(more)
        out.append(tuple(volley))
    return sorted(out, key=lambda v: len(v) == 1)
