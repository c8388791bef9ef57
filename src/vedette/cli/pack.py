"""`vedette pack`: holds a pack against its claims, writes one to begin with, lays an owner's values over it."""

from __future__ import annotations

import click
import msgspec

from vedette import packs
from vedette.cli.common import json_option, print_json
from vedette.cli.pack_compare import compare
from vedette.cli.pack_layers import export_layer, import_layer, layers, set_cells, where


@click.group()
def pack() -> None:
    """Check a pack or begin one; your own printed values over it."""


for command in (where, layers, set_cells, compare, export_layer, import_layer):
    pack.add_command(command)


@pack.command("check")
@click.argument("folder", metavar="DIR")
@json_option
def check(folder: str, as_json: bool) -> int:
    """Hold a pack (a folder, or the name of an installed one) against its claims; name each that is broken."""
    report = packs.check(folder)
    if as_json:
        print_json({"ok": report.ok, **msgspec.to_builtins(report, str_keys=True)})
    else:
        click.echo("\n".join(report.lines()))
    return 0 if report.ok else 1


@pack.command("new")
@click.argument("folder", metavar="DIR")
@json_option
def new(folder: str, as_json: bool) -> None:
    """Write a small pack that can be loaded, to begin with."""
    written = packs.new(folder)
    if as_json:
        print_json({"written": [str(file) for file in written]})
        return
    for file in written:
        click.echo(file)
