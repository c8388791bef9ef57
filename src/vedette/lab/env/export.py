"""Records as tables for programs that learn: every decision with what its seat knew, what it answered, what came of it.

Two Parquet files and a list of names: `decisions.parquet`, `games.parquet`, `columns.json`. A game is a row group of
the decisions, so that thousands of games need the memory of one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from vedette.engine import Game, RecordError
from vedette.engine.entries import live, repeat
from vedette.engine.procedure import CHANCE
from vedette.engine.run import asks
from vedette.lab.env.answers import Features, single
from vedette.lab.env.observing import Observer
from vedette.lab.env.told import Told

WORDS, FLOATS = pa.string(), pa.list_(pa.float32())
DECISIONS = pa.schema(
    [
        ("game", pa.int32()), ("n", pa.int32()), ("turn", pa.int16()), ("seat", WORDS), ("kind", WORDS),
        ("offered", pa.int16()), ("at", pa.int16()), ("answer", WORDS), ("vector", FLOATS), ("units", FLOATS),
        ("features", FLOATS), ("result", pa.float32()),
    ]
)  # fmt: skip
GAMES = pa.schema(
    [
        ("game", pa.int32()), ("record", WORDS), ("battle", WORDS), ("options", WORDS), ("seats", WORDS),
        ("winner", WORDS), ("level", WORDS), ("points", pa.float32()), ("decisions", pa.int32()), ("digest", WORDS),
    ]
)  # fmt: skip


class ExportError(ValueError):
    """What cannot be exported: the file, and what is wrong with it."""


class Exported(NamedTuple):
    """What was written."""

    games: int
    decisions: int


class Shape(NamedTuple):
    """What makes the arrays of a record, and what they are called."""

    observer: Observer
    features: Features

    @property
    def names(self) -> dict[str, list[str]]:
        """The names of what stands in the lists of numbers."""
        told = self.observer.told
        parts = {"vector": told.numbers, "units": told.units, "features": told.answers}
        return {what: [part.name for part in row] for what, row in parts.items()} | {"rows of units": list(told.ids)}


def records_of(names: Sequence[str]) -> list[Path]:
    """The files that are named, of folders the records in them. Raises ExportError."""
    found: list[Path] = []
    for name in names:
        path = Path(name)
        if not path.exists():
            raise ExportError(f"{name}: is not there")
        inside = sorted(path.glob("*.jsonl")) if path.is_dir() else [path]
        if not inside:
            raise ExportError(f"{name}: holds no record (*.jsonl)")
        found += inside
    return found


def export(records: Sequence[Path], folder: Path, progress: Callable[[int], None] = lambda n: None) -> Exported:
    """Write the decisions of records, in the order given; whole files or none.

    Raises:
        ExportError: a record does not hold, or is of another battle than the first.
    """
    folder.mkdir(parents=True, exist_ok=True)
    files = {name: folder / f"{name}.parquet" for name in ("decisions", "games")}
    parts = {name: file.with_suffix(".part") for name, file in files.items()}
    names: dict[str, list[str]] = {}
    first, decisions = "", 0
    games: list[dict[str, Any]] = []
    try:
        with pq.ParquetWriter(parts["decisions"], DECISIONS, compression="zstd") as writer:
            for number, file in enumerate(records):
                game, shape = _read(file)
                names, first = names or shape.names, first or file.name
                if shape.names != names:
                    raise ExportError(
                        f"{file}: is of another battle, or other units, than {first}; export each by itself"
                    )
                rows = list(_decisions(game, shape, number))
                writer.write_table(pa.Table.from_pylist(rows, DECISIONS))
                games.append(_game(game, file, number, len(rows)))
                decisions += len(rows)
                progress(1)
        pq.write_table(pa.Table.from_pylist(games, GAMES), parts["games"])
    except BaseException:
        for part in parts.values():
            part.unlink(missing_ok=True)
        raise
    (folder / "columns.json").write_text(json.dumps(names, indent=1) + "\n", encoding="utf-8")
    for name, part in parts.items():
        part.replace(files[name])
    return Exported(len(games), decisions)


def _read(file: Path) -> tuple[Game, Shape]:
    """The game of a record, and what makes its arrays."""
    try:
        game = Game.from_record(file.read_bytes())
    except RecordError as error:
        raise ExportError(f"{file}: {error}") from None
    begun = game.clone()
    begun.state = game.first.clone()
    observer = Observer(Told(game.battle, begun), game.rulebook.seats)
    return game, Shape(observer, Features(observer))


def _decisions(game: Game, shape: Shape, number: int) -> Iterator[dict[str, Any]]:
    """Every answer of a player that counts, with what his seat knew when he gave it."""
    at = game.clone()
    at.state = game.first.clone()
    outcome = game.outcome
    for entry in live(game.entries):
        ask = next((ask for ask in asks(at.state) if ask.seat == entry.seat), None)
        if ask is not None and entry.seat != CHANCE and not entry.resigns and entry.change is None:
            answers = single(ask)
            field, facts = shape.observer.field(at, entry.seat)
            seen = shape.observer.observation(at, entry.seat, field, facts, len(answers))
            yield {
                "game": number,
                "n": entry.n,
                "turn": getattr(at.state, "turn", 0),
                "seat": entry.seat,
                "kind": ask.kind,
                "offered": len(answers),
                "at": [at.state.text_of(answer.value) for answer in answers].index(entry.do),
                "answer": entry.do,
                "vector": seen["vector"],
                "units": np.ravel(seen["units"]),
                "features": np.ravel(shape.features.table(answers, field, len(answers))),
                "result": None if outcome is None else _result(outcome.winner, entry.seat),
            }
        repeat(at.state, entry)


def _result(winner: str | None, seat: str) -> float:
    return 0.0 if winner is None else 1.0 if winner == seat else -1.0


def _game(game: Game, file: Path, number: int, decisions: int) -> dict[str, Any]:
    outcome = game.outcome
    return {
        "game": number,
        "record": file.name,
        "battle": game.battle.id,
        "options": json.dumps(game.header["options"], sort_keys=True),
        "seats": json.dumps(game.header["seats"], sort_keys=True),
        "winner": outcome.winner if outcome else None,
        "level": outcome.level if outcome else None,
        "points": float(outcome.points) if outcome else None,
        "decisions": decisions,
        "digest": game.state.digest(),
    }
