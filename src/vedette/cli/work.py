"""`vedette work`: a process that runs games for the servers on a PostgreSQL."""

from __future__ import annotations

from contextlib import ExitStack, closing

import click

from vedette.cli.common import Bad
from vedette.table import Store, StoreError, logs
from vedette.table.figures import Figures
from vedette.table.running import BindError, address, bound
from vedette.table.work import Watch
from vedette.table.work import work as at_work

ONE_PROCESS = "a worker needs PostgreSQL: at a file of SQLite `vedette serve` does everything itself"


@click.command()
@click.option("--database", metavar="URL", required=True, help="postgresql://..., the one of the servers.")
@click.option(
    "--log", type=click.Choice(["text", "json"]), default="text", show_default=True, help="How stderr is written."
)
@click.option("--host", show_default="127.0.0.1", help="Address of --port; 0.0.0.0 for the whole network.")
@click.option("--port", type=int, help="Answer who watches over it, at /api/health and /api/ready; 0 for a free one.")
@click.option("--metrics", is_flag=True, help="Tell figures for Prometheus there at /metrics.")
def work(database: str, log: str, host: str | None, port: int | None, metrics: bool) -> None:
    """Let computers think, end beats and carry out standing orders for the servers at one PostgreSQL."""
    if log == "json":
        logs.begin()
    if database.startswith("sqlite"):
        raise Bad(ONE_PROCESS)
    if metrics and port is None:
        raise Bad("figures are told at an address: give --port as well")
    if host is not None and port is None:
        raise Bad("--host is the address of --port: give --port as well")
    host = host or "127.0.0.1"
    try:
        store = Store(database, works=True)
    except StoreError as error:
        raise Bad(str(error)) from None
    with closing(store), ExitStack() as open:
        if not store.is_shared:
            raise Bad(ONE_PROCESS)
        try:
            listener = open.enter_context(bound(host, port)) if port is not None else None
            watch = Watch(listener, host, Figures() if metrics else None) if listener is not None else None
        except (BindError, ImportError) as error:
            raise Bad(str(error)) from None
        at = f", watched over at {address(listener)}/" if listener is not None else ""
        at_work(store, lambda: click.echo(f"Vedette: at work{at}"), watch)
