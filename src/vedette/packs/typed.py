"""What an owner types into a layer: each cell tried, kept as a value or as a draft, written whole or not at all."""

from __future__ import annotations

import csv
import io
import threading
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

import msgspec

from vedette.engine.rulebook import ContentError, PositionError

from . import find
from .claims import Held, broken, read_claims
from .errors import PackError, fault
from .files import write_file
from .find import Folder
from .laid import Cover, lay_cells, lay_layers, named, table_named
from .layers import ABOUT, CELLS, COLUMNS, DRAFTS, DRAFTS_FOLDER, NAME, About, Layer, layer_at, plain_toml
from .odd import odd
from .owned import GROUND, Owned, owned_of
from .reader import SCENARIOS, Pack, battle_of, build_board, read_pack
from .schema import layouts
from .table import Row, Table
from .written import read_written, tidy

MOST = 5_000
"""Cells that are taken at once."""
LETTERS = 2_000
"""Of a value, a source, a cell of a chart."""
TITLE = 200
"""Letters of what a layer says of itself."""
CANNOT = (PackError, ContentError, PositionError, ValueError, KeyError, IndexError)
"""What the rules raise at a table that they cannot read."""
_LOCK = threading.RLock()


class Typed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A cell as it was typed."""

    table: str
    row: str
    column: str
    value: str = ""
    seen: bool = False
    """Looked at, and the same as the program's."""
    out: bool = False
    """Taken out again: the program's value counts."""
    source: str = ""
    date: str = ""

    @property
    def at(self) -> tuple[str, str, str]:
        """Where it is."""
        return self.table, self.row, self.column


class Drawn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A whole chart in the shape of one's own card; without rows it is taken out again."""

    table: str
    columns: list[str] = []
    rows: list[list[str]] = []


class Sheet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is sent to a layer: what has been typed since its `edition`, and what the layer says of itself."""

    edition: int = 0
    cells: list[Typed] = []
    charts: list[Drawn] = []
    title: str | None = None
    printing: str | None = None
    source: str | None = None
    date: str | None = None
    order: int | None = None
    on: bool | None = None


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a cell: ok, seen, odd (kept, and why it is strange), wrong (a draft: place and mend) or out."""

    table: str
    row: str = ""
    column: str = ""
    value: str = ""
    state: str
    why: str = ""


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What came of it all."""

    layer: str
    edition: int
    cells: list[Told]
    green: list[str]
    """What the book states and the values now hold, and did not before."""
    red: list[str]
    """What the book states and the values now break, and did not before."""
    broken: list[str]
    """All that is broken."""
    owned: Owned
    typed: int
    drafts: int
    also: list[Told] = []
    """Drafts of the ground that are in force now, since what they leaned on has been typed."""


class Changed(Exception):
    """Somebody else has changed the layer since."""

    def __init__(self, edition: int, cells: list[Told]) -> None:
        super().__init__("the layer was changed in another window; what was typed here is not written yet")
        self.edition = edition
        self.cells = cells


class _Layer(msgspec.Struct):
    """A layer as it stands on the disk, in plain rows."""

    layer: Layer
    cells: list[dict[str, str]]
    drafts: list[dict[str, str]]
    edition: int
    fresh: bool


def opened(pack: str, name: str) -> Layer:
    """A layer over a pack; a new one where there is none of that name. Raises PackError."""
    if not NAME.fullmatch(name):
        raise PackError(f"{name[:60]!r} is no name for a layer; write small letters, digits and hyphens")
    path = find.layers_folder() / name
    if not (path / ABOUT).is_file():
        return Layer(name, path, About(pack=pack, title=name))
    layer = layer_at(path)
    if layer.about.pack != pack:
        raise PackError(f"the layer {name} lies over {layer.about.pack}; give this one another name")
    return layer


def _rows_of(layer: Layer, file: str, columns: Sequence[str]) -> list[dict[str, str]]:
    if not (layer.path / file).is_file():
        return []
    table = read_written(str(layer.path / file), layer.read(file), columns, ("value", "source", "why"))
    return [{c: row.get(c) for c in columns} for row in table]


def _stands(pack: str, name: str) -> _Layer:
    layer = opened(pack, name)
    cells = _rows_of(layer, CELLS, (*COLUMNS, "edition"))
    drafts = _rows_of(layer, DRAFTS, (*COLUMNS, "why"))
    counted = [int(row["edition"]) for row in cells if row["edition"].isdecimal()]
    fresh = not (layer.path / ABOUT).is_file()
    return _Layer(layer, cells, drafts, max([layer.about.edition, *counted]), fresh)


def drafts_of(layer: Layer) -> list[Told]:
    """What was typed into a layer and cannot be so, with the reason."""
    found = _rows_of(layer, DRAFTS, (*COLUMNS, "why"))
    return [Told(**{k: row[k] for k in ("table", "row", "column", "value", "why")}, state="wrong") for row in found]


def drawn_of(layer: Layer) -> list[Drawn]:
    """The whole charts that were drawn for a layer and cannot be read so."""
    found = []
    for file in sorted((layer.path / DRAFTS_FOLDER).rglob("*.csv")):
        name = file.relative_to(layer.path).as_posix()
        try:
            rows = list(csv.reader(io.StringIO(layer.read(name).decode("utf-8", "replace"))))
        except csv.Error as error:
            raise fault(str(layer.path / name), f"cannot be read ({error})", "mend it, or take it out") from None
        if rows:
            found.append(Drawn(table=named(name.removeprefix(DRAFTS_FOLDER)), columns=rows[0], rows=rows[1:]))
    return found


def edition_of(layer: Layer) -> int:
    """The number of a layer's state."""
    return _stands(layer.about.pack, layer.name).edition


def write(pack: str, name: str, sheet: Sheet) -> Answer:
    """Take what was typed into a layer.

    Raises:
        PackError: there is no such pack, or the layer cannot be read.
        Changed: it was changed since, by another window.
        OSError: it cannot be written; nothing has been changed.
    """
    with _LOCK:
        folder = find.folder(pack)
        stands = _stands(pack, name)
        if sheet.edition != stands.edition and not stands.fresh:
            raise Changed(stands.edition, _since(stands, sheet.edition))
        return _taken(folder, stands, sheet)


def _since(stands: _Layer, edition: int) -> list[Told]:
    rows = (r for r in stands.cells if r["edition"].isdecimal() and int(r["edition"]) > edition)
    return [Told(**{k: r[k] for k in ("table", "row", "column", "value")}, state="ok") for r in rows]


def _taken(folder: Folder, stands: _Layer, sheet: Sheet) -> Answer:
    """Everything tried, written and told."""
    given: dict[str, object] = {"order": sheet.order, "on": sheet.on}
    for key in ("title", "printing", "source", "date"):
        words = getattr(sheet, key)
        given[key] = words and " ".join(tidy(words, "note")[:TITLE].split())
    about = msgspec.structs.replace(
        stands.layer.about, edition=stands.edition + 1, **{k: v for k, v in given.items() if v is not None}
    )
    trial = Trial(folder, msgspec.structs.replace(stands.layer, about=about), stands.cells)
    cells = [_tidied(trial, cell) for cell in sheet.cells]
    taken = trial.take([*cells, *trial.rest(cells, stands.drafts)])
    told = [*taken[: len(cells)], *(trial.draw(drawn) for drawn in sheet.charts)]
    drafts = _drafts(stands.drafts, [*taken, *told[len(cells) :]])
    pack = read_pack(trial.folder())
    before, after = _claims_before(folder, folder.state()), _claims(pack)
    _put(trial, about, drafts)
    return Answer(
        layer=stands.layer.name,
        edition=about.edition,
        cells=told,
        green=sorted(before - after),
        red=sorted(after - before),
        broken=sorted(after),
        owned=msgspec.convert(owned_of(pack.laid), Owned),
        typed=len(trial.cells),
        drafts=len(drafts),
        also=[one for one in taken[len(cells) :] if one.state != "wrong" and trial.is_ground(one.table)],
    )


def _tidied(trial: Trial, cell: Typed) -> Typed:
    """A cell by the table's own name, without what only a keyboard put into it."""
    path = table_named(trial.cover.tables, cell.table)
    values = {k: tidy(getattr(cell, k)[:LETTERS]) for k in ("row", "column")}
    value = tidy(cell.value[:LETTERS], cell.column)
    values |= {k: tidy(getattr(cell, k)[:LETTERS], k) for k in ("source", "date")}
    return msgspec.structs.replace(cell, table=named(path) if path else cell.table, value=value, **values)


def _drafts(old: Sequence[Mapping[str, str]], told: Sequence[Told]) -> list[dict[str, str]]:
    """What cannot be so, kept until it is mended or taken out."""
    done = {(t.table, t.row, t.column) for t in told}
    found = [dict(row) for row in old if (row["table"], row["row"], row["column"]) not in done]
    for t in told:
        if t.state == "wrong" and t.row:
            found.append(
                {"table": t.table, "row": t.row, "column": t.column, "value": t.value, "source": "", "date": "",
                 "why": t.why}
            )  # fmt: skip
    return found


class Trial:
    """A layer with what was typed, before it is written."""

    def __init__(self, folder: Folder, layer: Layer, cells: Iterable[Mapping[str, str]]) -> None:
        self.bare = folder
        self.layer = layer
        self.cells = [dict(row) for row in cells]
        self.files: dict[str, bytes | None] = {}
        self.below = [one for one in folder.layers if one.name != layer.name]
        pack = read_pack(msgspec.structs.replace(folder, layers=()))
        under = [one for one in self.below if _order(one) < _order(layer)]
        self.cover = lay_layers(pack.tables, under, pack.meta.overlay, layouts(pack.content))

    def folder(self, cells: Sequence[Mapping[str, str]] | None = None) -> Folder:
        """The pack with the layer as it would be."""
        rows = self.cells if cells is None else cells
        read = {name: data for name, data in self.files.items() if not name.startswith(DRAFTS_FOLDER)}
        given = {**read, CELLS: written((*COLUMNS, "edition"), rows) if rows else None}
        layer = msgspec.structs.replace(self.layer, given=tuple(given.items()))
        return msgspec.structs.replace(self.bare, layers=tuple(sorted([*self.below, layer], key=_order)))

    def take(self, cells: Sequence[Typed]) -> list[Told]:
        """Cells, each alone and then all together; what became of each."""
        told: dict[tuple[str, str, str], Told] = {}
        good: list[Typed] = []
        for cell in cells:
            if wrong := "" if cell.out else self._wrong(cell, cells):
                told[cell.at] = _told(cell, "wrong", wrong)
            else:
                good.append(cell)
        for cell, wrong in self._kept_together(good):
            told[cell.at] = _told(cell, "wrong", wrong)
        for cell in good:
            if cell.at not in told:
                told[cell.at] = self._kept(cell)
        return [told[cell.at] for cell in cells]

    def _kept_together(self, cells: Sequence[Typed]) -> list[tuple[Typed, str]]:
        """Those that cannot be kept. On the ground one cell may lean on another, a slope on the level beside it."""
        wrong = self._together(self._parts(cells))
        while leaning := [cell for cell, _ in wrong if self.is_ground(cell.table)]:
            again = self._together(self._parts(leaning))
            if len(again) == len(leaning):
                break
            wrong = [*((cell, why) for cell, why in wrong if not self.is_ground(cell.table)), *again]
        return wrong

    def is_ground(self, table: str) -> bool:
        """Whether a table is one of the board."""
        return table_named(self.cover.tables, table) in GROUND

    def _kept(self, cell: Typed) -> Told:
        if cell.out or cell.seen:
            return _told(cell, "out" if cell.out else "seen")
        why = odd(self.cover.tables, cell.table, cell.row, cell.column, cell.value)
        return _told(cell, "odd" if why else "ok", why)

    def _wrong(self, cell: Typed, cells: Sequence[Typed]) -> str:
        """What is wrong with a cell by itself, or with the new row of which it is a part."""
        row = [_plain(c, 0) for c in cells if (c.table, c.row) == (cell.table, cell.row) and not c.out]
        mine = {c["column"] for c in row}
        row += [c for c in self.cells if (c["table"], c["row"]) == (cell.table, cell.row) and c["column"] not in mine]
        alone = [_plain(cell, 0)]
        cover = Cover(dict(self.cover.tables), self.cover.rules, self.cover.known)
        try:
            lay_cells(cover, self.layer, _table(row if self._adds(cell) else alone))
        except PackError as error:
            return _without_file(str(error))
        return ""

    def _adds(self, cell: Typed) -> bool:
        """Whether a cell is of a row that the pack does not have."""
        path = table_named(self.cover.tables, cell.table)
        return bool(path) and self.cover.adds(path) and (path, cell.row) not in self._names(path)

    def _parts(self, cells: Sequence[Typed]) -> list[list[Typed]]:
        """Cells that can stand or fall alone: a new row as a whole, any other cell by itself."""
        found: dict[tuple[str, ...], list[Typed]] = {}
        for cell in cells:
            found.setdefault(cell.at[:2] if self._adds(cell) else cell.at, []).append(cell)
        return list(found.values())

    def rest(self, cells: Sequence[Typed], drafts: Iterable[Mapping[str, str]]) -> list[Typed]:
        """The drafts of a new row of which a cell is typed again, and those of the ground that name the same hex: with
        it they may be right."""
        rows = {cell.at[:2] for cell in cells if self._adds(cell)}
        given = {cell.at for cell in cells}
        hexes = {word for cell in cells if self.is_ground(cell.table) for word in cell.row.split()}
        found = (Typed(table=d["table"], row=d["row"], column=d["column"], value=d["value"]) for d in drafts)
        return [
            cell for cell in found
            if cell.at not in given
            and (cell.at[:2] in rows or (self.is_ground(cell.table) and hexes & {*cell.row.split()}))
        ]  # fmt: skip

    def _names(self, path: str) -> set[tuple[str, str]]:
        key = self.cover.key(path)
        rows = self.cover.tables[path].rows
        return {(path, " ".join(r.key(key))) for r in rows} | {(path, r[key[0]]) for r in rows}

    def _with(self, cells: Iterable[Typed]) -> list[dict[str, str]]:
        """The cells of the layer with others over them."""
        found = {(c["table"], c["row"], c["column"]): c for c in self.cells}
        for cell in cells:
            if cell.out:
                found.pop(cell.at, None)
            else:
                found[cell.at] = _plain(cell, self.layer.about.edition)
        return list(found.values())

    def _together(self, parts: Sequence[Sequence[Typed]]) -> list[tuple[Typed, str]]:
        """Cells without which all others can be read, with what is wrong; the others are in the layer then."""
        rows = self._with(cell for part in parts for cell in part)
        if parts and (wrong := self._unread(rows)):
            if len(parts) == 1:
                return [(cell, wrong) for cell in parts[0]]
            half = len(parts) // 2
            return [*self._together(parts[:half]), *self._together(parts[half:])]
        self.cells = rows
        return []

    def _unread(self, rows: Sequence[Mapping[str, str]]) -> str:
        """What the pack and its rules cannot read with these cells; "" where they read all."""
        try:
            begin(self.folder(rows))
        except CANNOT as error:
            return _without_file(str(error))
        return ""

    def draw(self, drawn: Drawn) -> Told:
        """A whole chart, kept as it is drawn where the rules can read it, else as a draft."""
        path = table_named(self.cover.tables, drawn.table)
        name = named(path) if path else drawn.table
        if not path.startswith("charts/"):
            return Told(table=name, state="wrong", why=f"there is no chart {name[:60]!r}")
        mine = next((f for f in self.layer.files() if f.lower() == path), path)
        before = dict(self.files)
        data = None
        if drawn.rows:
            data = csv_of([[cell[:LETTERS] for cell in row] for row in (drawn.columns, *drawn.rows)])
        self.files[mine] = data
        self.files[DRAFTS_FOLDER + path] = None
        if data is not None and (wrong := self._unread(self.cells)):
            self.files = {**before, DRAFTS_FOLDER + path: data}
            return Told(table=name, state="wrong", why=wrong)
        return Told(table=name, state="ok" if drawn.rows else "out")


def _order(layer: Layer) -> tuple[int, str]:
    return layer.about.order, layer.name


def _told(cell: Typed, state: str, why: str = "") -> Told:
    return Told(table=cell.table, row=cell.row, column=cell.column, value=cell.value, state=state, why=why)


def _plain(cell: Typed, edition: int) -> dict[str, str]:
    """A cell as a line of cells.csv."""
    source = "seen" if cell.seen else cell.source
    value = "" if cell.seen else cell.value
    return {"table": cell.table, "row": cell.row, "column": cell.column, "value": value, "source": source,
            "date": cell.date, "edition": str(edition)}  # fmt: skip


def _table(rows: Sequence[Mapping[str, str]]) -> Table:
    return Table("", (*COLUMNS, "edition"), tuple(Row(dict(row), "", n + 2) for n, row in enumerate(rows)))


def _without_file(text: str) -> str:
    """A fault without the file and line that whoever types does not see."""
    head, _, rest = text.partition(": ")
    place = head.rpartition("/")[2]
    return rest if rest and (not head or ".csv" in place or head.startswith(", line")) else text


def begin(folder: Folder) -> Pack:
    """Read a pack whole and begin each of its scenarios. Raises PackError and what the rules raise."""
    pack = read_pack(folder)
    board = build_board(pack)
    for path in folder.listed(SCENARIOS, ".toml"):
        battle_of(pack, board, Path(path).stem).new_game(seed=0)
    return pack


@lru_cache(maxsize=4)
def _claims_before(folder: Folder, _state: object) -> frozenset[str]:
    return _claims(read_pack(folder))


def _claims(pack: Pack) -> frozenset[str]:
    """What the book states and the pack does not hold."""
    folder, held = pack.folder, Held(pack, build_board(pack))
    claims = [c for path in folder.listed("claims", ".json") for c in read_claims(path, folder.read(path))]
    return frozenset(f"{c.cite}: {c.says} ({'; '.join(found)})" for c in claims if (found := broken(c, held)))


def written(columns: Sequence[str], rows: Iterable[Mapping[str, str]]) -> bytes:
    """Rows as a file."""
    return csv_of([columns, *([row.get(c, "") for c in columns] for row in rows)])


def csv_of(rows: Iterable[Sequence[str]]) -> bytes:
    """Cells as a file."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue().encode()


def _put(trial: Trial, about: About, drafts: Sequence[Mapping[str, str]]) -> None:
    """Write what has changed: drafts first, so that nothing typed is ever nowhere; the number of the state last."""
    path = trial.layer.path
    if drafts or (path / DRAFTS).is_file():
        write_file(path / DRAFTS, written((*COLUMNS, "why"), drafts))
    for name, data in sorted(trial.files.items(), key=lambda f: f[1] is None):
        if data is None:
            (path / name).unlink(missing_ok=True)
        else:
            write_file(path / name, data)
    write_file(path / CELLS, written((*COLUMNS, "edition"), trial.cells))
    write_about(path, about)


def write_about(path: Path, about: About) -> None:
    """Write what a layer says of itself."""
    write_file(path / ABOUT, plain_toml(msgspec.structs.asdict(about)).encode())
