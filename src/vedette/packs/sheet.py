"""A pack as its owner types it in: counters as on the sheet, charts in their shape, whose each cell is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any
from urllib.parse import quote

import msgspec

from vedette.engine.content import Check
from vedette.engine.game import Playable
from vedette.engine.rulebook import ContentError, PositionError, rulebook_of

from . import find
from .both_faces import Counter, counters_of
from .chart_words import chart_words
from .drawing import DETAILS, counter_svg
from .errors import PackError
from .laid import CHARTS, CHITS, named
from .layers import Layer, all_layers
from .laying import Laid
from .owned import GROUND, Owned, owned_of
from .painted import Brushes, Rows, brushes_of, rows_of
from .reader import SCENARIOS, Pack, load, read_pack
from .schema import layouts
from .table import Row
from .typed import Drawn, Told, drafts_of, drawn_of, edition_of
from .varied import Cell as Changed
from .varied import varied

COUNTERS = "counters.csv"
GIVEN = ("id", "name", "side", "source", "note", "men_or_guns", "division")
"""Columns of a counter that are not typed off it."""
BACKS = ("worn_", "reduced", "replacement_", "dismounted_worn_")
"""How columns begin that stand on the back of a counter."""
GUESSED = "reconstructed"
"""How the source of a row begins that is our own best guess."""
PARTS = ("counters", "charts", "chits", "hexes")


class Cell(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A cell: the value in force, the program's own, and whose it is."""

    value: str
    made: str | None = None
    """What the program has, where that is another."""
    layer: str | None = None
    """The layer that it is of, "" for the tables under packs/; None for the program's value."""
    seen: bool = False
    """Its owner has looked and found the same."""
    source: str = ""
    """Where the owner has it from."""


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """A cell of a counter."""

    column: str
    face: str
    """front or back."""
    wants: str
    """What it may hold, in words; "" for anything."""
    cell: Cell


class Typable(msgspec.Struct, frozen=True, kw_only=True):
    """A counter."""

    row: str
    name: str
    side: str
    brigade: str
    arm: str
    source: str
    """Where the program has its row from."""
    fields: list[Field]
    face: str
    """The address of its picture, "" where no battle of the pack has the unit."""
    back: str


class Chart(msgspec.Struct, frozen=True, kw_only=True):
    """A chart in its shape."""

    table: str
    title: str
    explained: str
    boxes: str
    keys: list[str]
    """The columns that tell its rows apart."""
    columns: list[str]
    """Those of the values, in the order of the card."""
    wants: dict[str, str]
    whole: str | None
    """The layer that has it in another shape."""
    rows: list[tuple[str, dict[str, str], dict[str, Cell]]]
    """The name of a row, its key, and its cells."""
    guessed: list[str]
    """The rows that are our own best guess."""


class Ground(msgspec.Struct, frozen=True, kw_only=True):
    """Hexes, hexsides and roads: name of the row -> its cells."""

    board: dict[str, dict[str, Cell]]
    hexsides: dict[str, dict[str, Cell]]
    roads: dict[str, dict[str, Cell]]
    rows: dict[str, Rows]
    """Rows of hexsides and roads that an owner has added or taken out."""
    brushes: Brushes


class LayerShown(msgspec.Struct, frozen=True, kw_only=True):
    """A layer in a list."""

    name: str
    title: str
    pack: str
    printing: str
    source: str
    date: str
    order: int
    on: bool
    edition: int
    cells: int
    """Cells that are in force of it."""
    drafts: list[Told]
    drawn: list[Drawn] = []
    """Whole charts that were drawn and cannot be read so."""


class Own(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """All of a pack that can be typed."""

    pack: str
    title: str
    layers: list[LayerShown]
    owned: Owned
    words: str
    counters: list[Typable] | None = None
    charts: list[Chart] | None = None
    chits: list[tuple[str, dict[str, Cell]]] | None = None
    chit_wants: dict[str, str] = {}
    """What the columns of a chit may hold, in words."""
    events: list[str] = []
    """The events that a chit may play."""
    added: list[str] = []
    """Chits that the program does not have."""
    gone: list[str] = []
    """Chits of the program that an owner has taken out."""
    hexes: Ground | None = None


def own(name: str, parts: Sequence[str] = PARTS[:3]) -> Own:
    """What of a pack can be typed, with what an owner has typed so far. Raises PackError."""
    folder = find.folder(name)
    pack = read_pack(folder)
    cells = _Cells(pack)
    owned = msgspec.convert(owned_of(pack.laid), Owned)
    made: dict[str, Callable[[], Any]] = {
        "counters": partial(_counters, pack, cells),
        "charts": partial(_charts, pack, cells),
        "chits": partial(_rows, pack, cells, CHITS),
        "hexes": partial(_ground, pack, cells),
    }
    shown = [*shown_tables(folder, pack.laid), *(shown_layer(layer, pack.laid) for layer in over(name))]
    given = {part: make() for part, make in made.items() if part in parts}
    if "chits" in given:
        given |= _about_chits(pack, cells)
    return Own(pack=name, title=pack.meta.title, layers=shown, owned=owned, words=owned.words(), **given)


def over(pack: str) -> list[Layer]:
    """All layers over a pack, those that are off too."""
    return [layer for layer in all_layers(find.layers_folder()) if layer.about.pack == pack]


def shown_layer(layer: Layer, laid: Sequence[Laid]) -> LayerShown:
    """A layer as a list shows it."""
    about = layer.about
    return LayerShown(
        name=layer.name,
        title=layer.title,
        pack=about.pack,
        printing=about.printing,
        source=about.source,
        date=about.date,
        order=about.order,
        on=about.on,
        edition=edition_of(layer),
        cells=sum(cell.layer == layer.name for cell in laid),
        drafts=drafts_of(layer),
        drawn=drawn_of(layer),
    )


def shown_tables(folder: find.Folder, laid: Sequence[Laid]) -> list[LayerShown]:
    """The tables under packs/ as a layer, the lowest; none where there are none."""
    if folder.over is None or not folder.overlaid():
        return []
    about = {"printing": "", "source": "", "date": "", "order": 0, "on": True, "edition": 0}
    cells = sum(not cell.layer for cell in laid)
    name = f"packs/{folder.over.name}"
    return [LayerShown(name=name, title="Tables", pack=folder.name, cells=cells, drafts=[], **about)]  # type: ignore[arg-type]


class _Cells:
    """The cells of a pack, each with whose it is."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self.laid = {(cell.table, cell.row, cell.column): cell for cell in pack.laid}
        self.known = layouts(pack.content)

    def key(self, path: str) -> tuple[str, ...]:
        """The columns that tell the rows of a table apart."""
        return self.pack.meta.overlay.key(path, self.pack.tables[path])

    def name(self, path: str, row: Row) -> str:
        """The name of a row."""
        return " ".join(row.key(self.key(path)))

    def cell(self, path: str, row: Row, column: str) -> Cell:
        """One cell."""
        mine = self.laid.get((path, self.name(path, row), column))
        if mine is None:
            return Cell(value=row.get(column))
        made = mine.before if mine.before != mine.value else None
        return Cell(value=mine.value, made=made, layer=mine.layer, seen=mine.seen, source=mine.source)

    def wants(self, path: str, column: str) -> str:
        """What a column may hold, in words."""
        layout = self.known.get(path)
        check: Check | None = layout.checks.get(column, layout.rest) if layout else None
        return (check("\0") or "") if check else ""


def _counters(pack: Pack, cells: _Cells) -> list[Typable]:
    table = pack.tables[COUNTERS]
    columns = [c for c in table.columns if c not in (*GIVEN, "brigade", "arm") and c not in cells.key(COUNTERS)]
    shown = _fought(pack)
    found = []
    for row in table:
        fields = [
            Field(column=c, face="back" if c.startswith(BACKS) else "front", wants=cells.wants(COUNTERS, c),
                  cell=cells.cell(COUNTERS, row, c))
            for c in columns
        ]  # fmt: skip
        at = f"/api/own/{pack.folder.name}/face?unit={quote(row['id'], safe='')}" if row["id"] in shown else ""
        bare = next((r for r in pack.bare[COUNTERS].rows if r["id"] == row["id"]), row)
        found.append(
            Typable(
                row=cells.name(COUNTERS, row), name=row["name"], side=row["side"], brigade=row.get("brigade"),
                arm=row["arm"], source=bare["source"], fields=fields, face=at, back=f"{at}&side=back" if at else "",
            )
        )  # fmt: skip
    return found


def _fought(pack: Pack) -> dict[str, str]:
    """The units that a scenario of the pack brings on, each with the first that does."""
    found: dict[str, str] = {}
    for path in pack.folder.listed(SCENARIOS, ".toml"):
        plain = pack.scenario(path).plain
        name = path.rpartition("/")[2].removesuffix(".toml")
        for row in (*plain.get("setup", ()), *plain.get("reinforcement", ())):
            found.setdefault(row["unit"], name) if row.get("kind") != "chit" else None
    return found


def _charts(pack: Pack, cells: _Cells) -> list[Chart]:
    words = chart_words(pack.folder.name)
    found = []
    for path, table in pack.tables.items():
        if not path.startswith(CHARTS):
            continue
        keys = cells.key(path)
        columns = [c for c in table.columns if c not in keys and c != "source"]
        told = words.get(named(path), {})
        other = table.columns != pack.bare[path].columns
        whole = next((c.layer for c in pack.laid if c.table == path), None) if other else None
        rows = [
            (cells.name(path, row), {c: row[c] for c in keys}, {c: cells.cell(path, row, c) for c in columns})
            for row in table
        ]
        found.append(
            Chart(
                table=named(path), title=told.get("title", named(path)), explained=told.get("explained", ""),
                boxes=told.get("boxes", ""), keys=list(keys), columns=columns,
                wants={c: cells.wants(path, c) for c in columns}, whole=whole, rows=rows,
                guessed=[cells.name(path, r) for r in pack.bare[path] if r.get("source").startswith(GUESSED)],
            )
        )  # fmt: skip
    return found


def _rows(pack: Pack, cells: _Cells, path: str) -> list[tuple[str, dict[str, Cell]]]:
    """The rows of a table by name, with their cells; none where the pack has no such table."""
    if path not in pack.tables:
        return []
    table = pack.tables[path]
    also = cells.known[path].checks if path == CHITS and path in cells.known else ()
    columns = [c for c in dict.fromkeys((*table.columns, *also)) if c not in cells.key(path) and c != "source"]
    return [(cells.name(path, row), {c: cells.cell(path, row, c) for c in columns}) for row in table]


def _about_chits(pack: Pack, cells: _Cells) -> dict[str, Any]:
    """What chits may hold and play, which are an owner's own, and which he has taken out."""
    if CHITS not in pack.tables:
        return {}
    checks = cells.known[CHITS].checks if CHITS in cells.known else {}
    bare = {cells.name(CHITS, row) for row in pack.bare[CHITS]}
    now = [cells.name(CHITS, row) for row in pack.tables[CHITS]]
    return {
        "chit_wants": {c: cells.wants(CHITS, c) for c in (*pack.tables[CHITS].columns, *checks) if c != "source"},
        "events": list(pack.content.events),
        "added": [row for row in now if row not in bare],
        "gone": [name for row in pack.bare[CHITS] if (name := cells.name(CHITS, row)) not in now],
    }


def _ground(pack: Pack, cells: _Cells) -> Ground:
    board, hexsides, roads = (dict(_rows(pack, cells, path)) for path in GROUND)
    rows = {named(path): rows_of(pack, path, cells.key(path)) for path in GROUND[1:]}
    return Ground(board=board, hexsides=hexsides, roads=roads, rows=rows, brushes=brushes_of(pack))


# -- the face of a counter as one types


def face(name: str, unit: str, values: Mapping[str, str], back: bool = False, detail: str = "whole") -> str:
    """A counter with other values, drawn. Raises PackError where there is none, or a value cannot be."""
    pack = read_pack(find.folder(name))
    scenario = _fought(pack).get(unit)
    if scenario is None:
        raise PackError(f"no battle of {name} has a unit {unit[:60]!r}")
    battle = load(f"{name}/{scenario}")
    cells = [Changed(COUNTERS, unit, column, value) for column, value in values.items()]
    for cell in cells:
        if cell.column not in pack.tables[COUNTERS].columns or cell.column in GIVEN:
            raise PackError(f"a counter has no column {cell.column[:60]!r}")
    drawn = _drawn(varied(battle, cells) if cells else battle, unit)
    shown = drawn.back if back else drawn.front
    if shown is None:
        raise PackError(f"{unit} has one face")
    return counter_svg(dict(shown), pack.meta, detail if detail in DETAILS else DETAILS[0])


def _drawn(battle: Playable, unit: str) -> Counter:
    try:
        settings = rulebook_of(battle).options(battle, {})
        found = [c for c in counters_of(battle, settings) if c.about["id"] == unit]
    except (ContentError, PositionError) as error:
        raise PackError(str(error)) from None
    if not found:
        raise PackError(f"{unit} is not on the map when {battle.title} begins")
    return found[0]
