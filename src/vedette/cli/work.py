"""`vedette work`: a process that runs games for the servers on a PostgreSQL."""

from __future__ import annotations

from contextlib import closing

import click

from vedette.cli.common import Bad
from vedette.table import Store, StoreError, logs
from vedette.table.work import work as at_work

ONE_PROCESS = "a worker needs PostgreSQL: at a file of SQLite `vedette serve` does everything itself"


@click.command()
@click.option("--database", metavar="URL", required=True, help="postgresql://..., the one of the servers.")
@click.option(
    "--log", type=click.Choice(["text", "json"]), default="text", show_default=True, help="How stderr is written."
)
def work(database: str, log: str) -> None:
    """Let computers think, end beats and carry out standing orders for the servers at one PostgreSQL."""
    if log == "json":
        logs.begin()
    if database.startswith("sqlite"):
        raise Bad(ONE_PROCESS)
    try:
        store = Store(database, works=True)
    except StoreError as error:
        raise Bad(str(error)) from None
    with closing(store):
        if not store.is_shared:
            raise Bad(ONE_PROCESS)
        at_work(store, lambda: click.echo("Vedette: at work"))
