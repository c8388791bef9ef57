"""`vedette lab export RECORDS -o DIR`: records as tables for programs that learn."""

from __future__ import annotations

from pathlib import Path

import click

from vedette.cli.common import Bad, json_option, print_json
from vedette.cli.sim import folder_of, progress_bar
from vedette.engine.words import counted

NEEDED = ("gymnasium", "numpy", "pettingzoo", "pyarrow")


@click.command("export")
@click.argument("records", metavar="RECORDS", nargs=-1, required=True)
@click.option("-o", "--output", "folder", metavar="DIR", required=True, help="Where the tables are written.")
@json_option
def export_command(records: tuple[str, ...], folder: str, as_json: bool) -> int:
    """Records, or folders of them, as Parquet: each decision, what its seat knew and answered, how the game ended."""
    try:
        from vedette.lab.env.export import ExportError, export, records_of
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in NEEDED:
            raise
        raise Bad(f'{error.name} is not installed: pip install "vedette[lab]"') from None
    to = folder_of(folder) or Path(folder)
    try:
        files = records_of(records)
        with progress_bar(len(files)) as progress:
            done = export(files, to, progress)
    except ExportError as error:
        raise Bad(str(error)) from None
    if as_json:
        print_json({"games": done.games, "decisions": done.decisions, "folder": str(to)})
    else:
        click.echo(f"{counted(done.games, 'game', 'games')}, {done.decisions:,} decisions in {to}")
    return 0
