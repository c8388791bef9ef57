"""`vedette pack where|layers|set|export-layer|import-layer`: an owner's values, where they lie and what is in force."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import click
import msgspec

from vedette.cli.common import Bad, json_option, print_json, table
from vedette.cli.play import default_database
from vedette.packs import find
from vedette.packs.carried import bring_in, named_layer, packed
from vedette.packs.files import write_file
from vedette.packs.layers import ABOUT, Layer, all_layers
from vedette.packs.owned import Owned, owned_of
from vedette.packs.reader import read_pack
from vedette.packs.sheet import shown_layer
from vedette.packs.typed import Sheet, Typed, edition_of, write, write_about
from vedette.packs.varied import cell_in

OVERLAY = "packs/"


@click.command("where")
@json_option
def where(as_json: bool) -> None:
    """Where your packs, layers and games lie, and what of it is not read."""
    folders = {
        "home": str(find.home()),
        "packs": str(find.packs_folder()),
        "layers": str(find.layers_folder()),
        "editions": str(find.home() / "editions"),
        "database": default_database().removeprefix("sqlite:///"),
    }
    lost = {str(f): "no pack of that name, and no pack.toml in it" for f in find.lost_folders()}
    lost |= find.lost_layers()
    if as_json:
        print_json({**folders, "not_read": lost})
        return
    click.echo(table(folders.items()))
    for name, why in lost.items():
        click.echo(f"not read: {name}: {why}")


def in_force(name: str) -> list[dict[str, Any]]:
    """The layers over a pack, the tables under packs/ first, each with the cells that are in force of it."""
    folder = find.folder(name)
    pack = read_pack(folder)
    rows: list[dict[str, Any]] = []
    if folder.over and folder.overlaid():
        mine = [cell for cell in pack.laid if not cell.layer]
        owned = msgspec.convert(owned_of(mine), Owned)
        rows.append({"name": OVERLAY + folder.over.name, "title": "tables", "pack": name, "on": True, "order": 0,
                     "cells": len(mine), "words": owned.words(), "folder": str(folder.over)})  # fmt: skip
    for layer in all_layers(find.layers_folder()):
        if layer.about.pack == name:
            shown = msgspec.to_builtins(shown_layer(layer, pack.laid))
            mine = [cell for cell in pack.laid if cell.layer == layer.name]
            words = msgspec.convert(owned_of(mine), Owned).words()
            rows.append({**shown, "words": words, "folder": str(layer.path)})
    return rows


@click.command("layers")
@click.argument("pack", required=False)
@click.option("--on", "on", multiple=True, metavar="NAME", help="Lay a layer.")
@click.option("--off", "off", multiple=True, metavar="NAME", help="Take it off, and keep it.")
@click.option("--order", "orders", multiple=True, metavar="NAME=N", help="Its place; the last lies on top.")
@json_option
def layers(pack: str | None, on: tuple[str, ...], off: tuple[str, ...], orders: tuple[str, ...], as_json: bool) -> None:
    """Your layers: over which packs they lie, in which order, what is in force of each."""
    for name in (*on, *off):
        _change(named_layer(name), on=name in on)
    for words in orders:
        name, equals, number = words.rpartition("=")
        if not equals or not re.fullmatch(r"\d{1,3}", number):
            raise Bad(f"{words}: write NAME=N, such as errata=60")
        _change(named_layer(name), order=int(number))
    names = [pack] if pack else [f.name for f in find.folders()]
    rows = [row for name in names for row in in_force(name)]
    if as_json:
        print_json({"layers": rows, "not_read": find.lost_layers()})
        return
    head = ("layer", "over", "", "order", "cells", "")
    lines = [
        (r["name"], r["pack"], "on" if r["on"] else "off", str(r["order"]), str(r["cells"]), r["words"]) for r in rows
    ]
    click.echo(table([head, *lines]) if lines else "there is no layer; `vedette pack set` makes one")
    for name, why in find.lost_layers().items():
        click.echo(f"not read: {name}: {why}", err=True)


def _change(layer: Layer, **given: Any) -> None:
    write_about(layer.path, msgspec.structs.replace(layer.about, edition=edition_of(layer) + 1, **given))


@click.command("set")
@click.argument("pack")
@click.argument("cells", nargs=-1, required=True, metavar="TABLE/ROW/COLUMN:VALUE...")
@click.option("--layer", "name", default="mine", show_default=True, metavar="NAME", help="Into which layer.")
@click.option("--source", default="", metavar="WORDS", help='Where it is from, such as "my copy".')
@click.option("--printing", metavar="WORDS", help="Which printing of the game the layer is of.")
@click.option("--date", default="", metavar="DATE", help="When it was looked up.")
@click.option("--out", is_flag=True, help="Take the cells out again; the values do not count.")
@json_option
def set_cells(
    pack: str,
    cells: tuple[str, ...],
    name: str,
    source: str,
    printing: str | None,
    date: str,
    out: bool,
    as_json: bool,
) -> int:
    """Lay printed values over a pack, cell by cell: crt/11-13/5:"-|-|0-1", counters/7 OH-a/fresh_sp:7."""
    read = read_pack(find.folder(pack))
    found = [cell_in(read, words) for words in cells]
    typed = [
        Typed(table=c.table, row=c.row, column=c.column, value=c.value, source=source, date=date, out=out)
        for c in found
    ]
    kept = find.layers_folder() / name / ABOUT
    edition = edition_of(named_layer(name)) if kept.is_file() else 0
    answer = write(pack, name, Sheet(edition=edition, cells=typed, printing=printing))
    if as_json:
        print_json(msgspec.to_builtins(answer))
    else:
        for told in answer.cells:
            why = f": {told.why}" if told.why else ""
            click.echo(f"{told.state}  {told.table}/{told.row}/{told.column}:{told.value}{why}")
        for words in answer.green:
            click.echo(f"holds now: {words}")
        for words in answer.red:
            click.echo(f"does not hold any more: {words}")
        click.echo(f"layer {name}, {answer.owned.words() or 'nothing in it'}")
    return 1 if any(told.state == "wrong" for told in answer.cells) else 0


@click.command("export-layer")
@click.argument("name")
@click.argument("file", metavar="FILE.zip")
def export_layer(name: str, file: str) -> None:
    """Put a layer into one file."""
    target = Path(file)
    if target.exists():
        raise Bad(f"{target}: there is such a file already; name another")
    write_file(target, packed(named_layer(name)))
    click.echo(target)


@click.command("import-layer")
@click.argument("file", metavar="FILE.zip")
@click.option("--name", default="", metavar="NAME", help="Another name for it.")
def import_layer(file: str, name: str) -> None:
    """Take a layer out of a file, once the pack can be read with it."""
    layer = bring_in(Path(file), name)
    click.echo(f"{layer.path}  over {layer.about.pack}, {'on' if layer.about.on else 'off'}")
