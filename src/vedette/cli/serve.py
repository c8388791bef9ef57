"""`vedette serve`: a server for any number of games; its page creates them."""

from __future__ import annotations

from contextlib import closing

import click

from vedette.cli.common import Bad
from vedette.cli.play import HOST, opened
from vedette.table import create_app
from vedette.table.running import BindError, address, bound, names_of, run

PORT = 8000


@click.command()
@click.option("--host", default=HOST, show_default=True, help="Address to bind to; 0.0.0.0 for the whole network.")
@click.option("--port", type=int, default=PORT, show_default=True, help="0 for any free port.")
@click.option("--database", metavar="URL", help="sqlite:///FILE, or postgresql://... (a file under your data folder).")
def serve(host: str, port: int, database: str | None) -> None:
    """Serve games to a club: anyone who opens the page may create one and send the other player his address."""
    try:
        listener = bound(host, port)
    except BindError as error:
        raise Bad(str(error)) from None
    with listener, closing(opened(database)) as store:
        app = create_app(store, hosts=names_of(host), lobby=True)
        run(app, listener, lambda: click.echo(f"Vedette: {address(listener)}/"))
