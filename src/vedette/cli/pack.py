"""`vedette pack check|new DIR`: holds a pack against its claims, writes one to begin with."""

from __future__ import annotations

import click
import msgspec

from vedette import packs
from vedette.cli.common import json_option, print_json


@click.group()
def pack() -> None:
    """Check a pack, or begin one."""


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
