"""Other ground for a position: hexes and hexsides that differ from the printed map."""

from collections.abc import Iterable, Mapping, Sequence

from vedette.hexes import Grid

from .reading import BROWS, DIRECTED, GRADES, BoardError, Features, Hexsides, features_of, hex_of, pair_of

KEYS = ("terrain", "level", "features")
LOWEST, HIGHEST = 0, 99
"""Levels that a map may have."""


def change_hexes(
    grid: Grid,
    terrain: Sequence[str],
    level: Sequence[int],
    features: Sequence[Features],
    changes: Mapping[str, Mapping[str, object]],
) -> tuple[tuple[str, ...], tuple[int, ...], tuple[Features, ...]]:
    """Terrain, level and features of all hexes, with the changes in place."""
    terrains, levels, feature_list = list(terrain), list(level), list(features)
    for name, change in changes.items():
        where = f"hex {name}"
        hex = hex_of(grid, name, where)
        for key in change:
            if key not in KEYS:
                raise BoardError(f"{where}: a position cannot set {key!r} of a hex; it can set {', '.join(KEYS)}")
        if "terrain" in change:
            terrains[hex] = _terrain(change["terrain"], where)
        if "level" in change:
            levels[hex] = _level(change["level"], where)
        if "features" in change:
            feature_list[hex] = features_of(_words(change["features"], where))
    return tuple(terrains), tuple(levels), tuple(feature_list)


def _terrain(value: object, where: str) -> str:
    if not isinstance(value, str) or not value.strip():
        raise BoardError(f'{where}: terrain {value!r} is no word; write one such as "clear"')
    return value.strip()


def _level(value: object, where: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise BoardError(f"{where}: level {value!r} is no whole number; write one")
    if not LOWEST <= value <= HIGHEST:
        raise BoardError(f"{where}: level {value} is none of a map; write one from {LOWEST} to {HIGHEST}")
    return value


def _words(value: object, where: str) -> list[str]:
    if isinstance(value, str):
        return value.split(";")
    if isinstance(value, list | tuple) and all(isinstance(word, str) for word in value):
        return list(value)
    raise BoardError(f'{where}: features {value!r} are no list of words; write one such as ["angled"]')


def change_hexsides(
    grid: Grid,
    before: Sequence[int],
    level: Sequence[int],
    hexsides: Mapping[tuple[int, int], frozenset[str]],
    changes: Iterable[tuple[str, str, str]],
    further: Iterable[str] = (),
) -> Hexsides:
    """The features of all hexsides, with the changes in place.

    Where crests and ridges make the levels a slope may lie on one level: then the hex named first is the higher.
    """
    found = dict(hexsides)
    free = any(features & BROWS for features in hexsides.values())
    for a, b in hexsides:
        moved = before[a] != level[a] or before[b] != level[b]
        if moved and level[a] - level[b] < (not free):
            _drop(found, (a, b), GRADES)
    known = {feature for features in hexsides.values() for feature in features}.union(DIRECTED, further)
    for first, second, feature in changes:
        where = f"hexside {first}-{second}"
        a, b = pair_of(grid, first, second, where)
        if feature == "none":
            found.pop((a, b), None)
            found.pop((b, a), None)
            continue
        if feature not in known:
            words = ", ".join([*sorted(known), "none"])
            raise BoardError(f"{where}: this map has no hexside feature {feature!r}; it has {words}")
        if feature in GRADES:
            if not free or level[a] != level[b]:
                a, b = _falling(grid, level, a, b, f"{where}, {feature}")
            for pair in ((a, b), (b, a)):
                _drop(found, pair, GRADES)
        else:
            _drop(found, (b, a), (feature,))
        found[a, b] = found.get((a, b), frozenset()) | {feature}
    return found


def _falling(grid: Grid, level: Sequence[int], a: int, b: int, where: str) -> tuple[int, int]:
    """The two hexes, the higher first."""
    if level[a] == level[b]:
        raise BoardError(
            f"{where}: {grid.names[a]} and {grid.names[b]} both have level {level[a]}, so it is not known which way it "
            "rises; give one of them another level"
        )
    return (a, b) if level[a] > level[b] else (b, a)


def _drop(found: Hexsides, pair: tuple[int, int], features: Iterable[str]) -> None:
    left = found.get(pair, frozenset()).difference(features)
    if left:
        found[pair] = left
    else:
        found.pop(pair, None)
