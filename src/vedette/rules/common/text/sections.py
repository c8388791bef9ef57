"""Titled sections of cards, lists and summaries: how an item is written, and the sections that all families have.

A section is `{"title", "items"}` or `{"title", "head", "rows"}`; an item has a text, a tone, a hex and units.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from vedette.engine.content import SIDES
from vedette.engine.events import Event
from vedette.engine.field import FieldState
from vedette.engine.shapes import Item, Section

Table = dict[str, dict[str, int]]
"""Row -> column -> number."""


def item(text: str, tone: str = "none", hex: str | None = None, units: Sequence[str] = ()) -> Item:
    """One line of a section."""
    return {"text": text, "tone": tone, "hex": hex, "units": list(units)}


def section(title: str, items: list[Item], nothing: str) -> Section:
    """A section that says `nothing` if it has no items."""
    return {"title": title, "items": items or [item(nothing)]}


def if_any(title: str, items: list[Item]) -> list[Section]:
    """A section, or none if it has no items."""
    return [{"title": title, "items": items}] if items else []


def owned(title: str, side: str | None, items: list[Item], count: int | None = None) -> Section:
    """A section of the lists beside the map: which side's it is, and how many units or lines it counts."""
    units = sum(len(row["units"]) for row in items)
    return {"title": title, "side": side, "items": items, "count": (units or len(items)) if count is None else count}


def table(title: str, numbers: Table) -> Section:
    """A table of figures with one row a side."""
    columns = list(dict.fromkeys(name for row in numbers.values() for name in row))
    rows = [[side.capitalize(), *(str(row.get(name, 0)) for name in columns)] for side, row in numbers.items()]
    return {"title": title, "head": ["Side", *columns], "rows": rows}


def tone(seat: str, side: str) -> str:
    """Bad for the seat that it happens to, good for the other, neutral for any other reader."""
    return "none" if seat not in SIDES else "bad" if seat == side else "good"


def opposite(side: str) -> str:
    """The other side."""
    return SIDES[1 - SIDES.index(side)]


def by_hex(g: FieldState, ids: Iterable[str]) -> list[Item]:
    """Units by the hexes where they stand, one line a hex."""
    rows = []
    for hex, here in groupby(sorted(ids, key=g.at), key=g.at):
        units, name = tuple(here), g.hex_name(hex)
        rows.append(item(f"{name}: {', '.join(units)}", "none", name, units))
    return rows


def by_side(
    g: FieldState,
    ids: Iterable[str],
    seat: str,
    words: Callable[[Sequence[str]], str] = ", ".join,
    good: bool = False,
) -> list[Item]:
    """Units that something happened to, one line a side: bad for their own side, or good."""
    found = list(ids)
    rows = []
    for i, side in enumerate(SIDES):
        mine = [id for id in found if g.side(id) == i]
        if mine:
            rows.append(
                item(f"{side.capitalize()}: {words(mine)}", tone(seat, opposite(side) if good else side), None, mine)
            )
    return rows


def left(events: Iterable[Event]) -> Iterator[str]:
    """The units that left the map."""
    return (id for e in events if e.kind == "exited" for id in e.units)


def worst(events: Iterable[Event], rank: Collection[str]) -> dict[str, str]:
    """Each unit with the worst kind of event that befell it; `rank` lists the kinds, the lightest first."""
    weight = {kind: n for n, kind in enumerate(rank)}
    found: dict[str, str] = {}
    for e in events:
        if e.kind in weight:
            for id in e.units:
                if id not in found or weight[e.kind] > weight[found[id]]:
                    found[id] = e.kind
    return found


# -- a game as a whole ----------------------------------------------------------------------------------------------


def by_turn(events: Iterable[Event], first: int) -> Iterator[tuple[int, int, Event]]:
    """Every event with its index and the turn in which it happened; the game begins with turn `first`."""
    turn = first
    for i, event in enumerate(events):
        if event.kind == "turn":
            turn = event.data[0]
        yield i, turn, event


def result(score: str, end: str | None, now: str | None) -> Section:
    """How a game has ended, or stands: the score in words, the level at the end, the level as things stand."""
    if end is not None:
        return {"title": "Result", "items": [item(end), item(score)]}
    return {"title": "Result", "items": [item(score), item(f"not over; now {now}" if now else "not over")]}


def by_cause(
    events: Iterable[Event], cause_of: Callable[[Event], str | None], otherwise: str
) -> Iterator[tuple[str, Event]]:
    """Every event with its cause: what `cause_of` last gave in the same phase, else `otherwise`."""
    cause = otherwise
    for event in events:
        cause = otherwise if event.kind in ("phase", "turn") else cause_of(event) or cause
        yield cause, event


def exits(events: Iterable[Event], first: int) -> Section:
    """Who left the map, one line a turn."""
    gone: dict[int, tuple[int, list[str]]] = {}
    for i, turn, e in by_turn(events, first):
        if e.kind == "exited":
            gone.setdefault(turn, (i, []))[1].extend(e.units)
    rows: list[Item] = [{**item(f"turn {t}: {', '.join(ids)}", units=ids), "event": i} for t, (i, ids) in gone.items()]
    return section("Left the map", rows, "nobody")


def dated(events: Iterable[Event], first: int, told: Callable[[Event], Item | None]) -> list[Item]:
    """What is told about events, each preceded by its turn and with its index."""
    rows = ((i, turn, told(e)) for i, turn, e in by_turn(events, first))
    return [{**row, "text": f"turn {turn}: {row['text']}", "event": i} for i, turn, row in rows if row is not None]


def by_kind(events: Iterable[Event], columns: Mapping[str, str]) -> Table:
    """Side -> how many events of each kind, under the columns' names."""
    found: Table = {seat: dict.fromkeys(columns.values(), 0) for seat in SIDES}
    for e in events:
        if e.kind in columns and e.seat in found:
            found[e.seat][columns[e.kind]] += 1
    return found


def by_group(
    g: FieldState, events: Iterable[Event], columns: Mapping[str, str], group: Callable[[str], str]
) -> Section:
    """Losses by brigade: how many of its units each kind of event befell, under the columns' names."""
    names = list(dict.fromkeys(columns.values()))
    found: dict[tuple[str, str], dict[str, int]] = {}
    for e in events:
        if e.kind in columns:
            for id in e.units:
                row = found.setdefault((g.seat(id), group(id)), dict.fromkeys(names, 0))
                row[columns[e.kind]] += 1
    rows = [[side.capitalize(), name, *map(str, found[side, name].values())] for side, name in sorted(found)]
    return {"title": "Losses by brigade", "head": ["Side", "Brigade", *names], "rows": rows}
