"""`vedette serve`: a server for any number of games; its page creates them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager

import click

from vedette.cli.common import Bad
from vedette.cli.play import HOST, opened
from vedette.table import Store, StoreError, create_app, logs
from vedette.table.claim import claimed
from vedette.table.figures import Figures
from vedette.table.running import BindError, address, bound, names_of, run

PORT = 8000


@click.command()
@click.option("--host", default=HOST, show_default=True, help="Address to bind to; 0.0.0.0 for the whole network.")
@click.option("--port", type=int, default=PORT, show_default=True, help="0 for any free port.")
@click.option("--database", metavar="URL", help="sqlite:///FILE, or postgresql://... (a file under your data folder).")
@click.option("--metrics", is_flag=True, help="Tell figures for Prometheus at /metrics.")
@click.option(
    "--log", type=click.Choice(["text", "json"]), default="text", show_default=True, help="How stderr is written."
)
def serve(host: str, port: int, database: str | None, metrics: bool, log: str) -> None:
    """Serve games to a club: anyone who opens the page may create one and send the other player his address."""
    try:
        listener = bound(host, port)
    except BindError as error:
        raise Bad(str(error)) from None
    if log == "json":
        logs.begin()
    with listener, closing(opened(database)) as store, _served(store):
        try:
            figures = Figures() if metrics else None
        except ImportError as error:
            raise Bad(str(error)) from None
        app = create_app(store, hosts=names_of(host), figures=figures, lobby=True)
        run(app, listener, lambda: click.echo(f"Vedette: {address(listener)}/"), own_log=log == "text")


@contextmanager
def _served(store: Store) -> Iterator[None]:
    """A file of SQLite has one server."""
    claim = claimed(store.url)
    try:
        claim.__enter__()
    except StoreError as error:
        raise Bad(str(error)) from None
    try:
        yield
    finally:
        store.close()  # before the claim is given back
        claim.__exit__(None, None, None)
