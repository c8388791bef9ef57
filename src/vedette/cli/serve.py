"""`vedette serve`: a server for any number of games; its page creates them."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from urllib.parse import urlsplit

import click

from vedette.cli.common import Bad
from vedette.cli.play import HOST, opened
from vedette.cli.relay import called, word_of
from vedette.table import Store, StoreError, create_app, logs
from vedette.table.claim import claimed
from vedette.table.couriers import Courier, Mail, Webhook
from vedette.table.figures import Figures
from vedette.table.guard import LOOPBACK
from vedette.table.passwords import Passwords
from vedette.table.push import Push, new_key
from vedette.table.running import BindError, bound, elsewhere, names_of, run, whose
from vedette.table.running import address as here
from vedette.table.store import new_key as new_name
from vedette.table.through import Through

PORT = 8000
MAIL_PORT = {"none": 25, "starttls": 587, "tls": 465}
PASSWORD = "VEDETTE_SMTP_PASSWORD"


@click.command()
@click.option("--host", default=HOST, show_default=True, help="Address to bind to; 0.0.0.0 for the whole network.")
@click.option("--port", type=int, default=PORT, show_default=True, help="0 for any free port.")
@click.option("--database", metavar="URL", help="sqlite:///FILE, or postgresql://... (a file under your data folder).")
@click.option(
    "--relay", metavar="HOST[:PORT]", help="Let people come through a relay, where nobody reaches this machine."
)
@click.option("--metrics", is_flag=True, help="Tell figures for Prometheus at /metrics.")
@click.option("--accounts", is_flag=True, help="Let people have an account by choice, with a name and a password.")
@click.option(
    "--makers",
    type=click.Choice(["anybody", "accounts"]),
    default="anybody",
    show_default=True,
    help="Who makes games.",
)
@click.option(
    "--log", type=click.Choice(["text", "json"]), default="text", show_default=True, help="How stderr is written."
)
@click.option("--address", metavar="URL", help="The start page as people reach it, by a proxy too.")
@click.option("--webhook-allow", metavar="HOST", multiple=True, help="A host of your own network that may be told.")
@click.option("--push", is_flag=True, help="Tell people by their browsers, also while the page is closed.")
@click.option("--smtp", metavar="HOST[:PORT]", help=f"Send mail by this server; its password stands in ${PASSWORD}.")
@click.option("--smtp-from", metavar="MAIL", help="Whence the mails come.")
@click.option("--smtp-user", metavar="NAME", help="By which name it is spoken to.")
@click.option(
    "--smtp-security", type=click.Choice([*MAIL_PORT]), default="starttls", show_default=True, help="How it is reached."
)
def serve(
    host: str,
    port: int,
    database: str | None,
    relay: str | None,
    metrics: bool,
    accounts: bool,
    makers: str,
    log: str,
    address: str | None,
    webhook_allow: tuple[str, ...],
    push: bool,
    smtp: str | None,
    smtp_from: str | None,
    smtp_user: str | None,
    smtp_security: str,
) -> None:
    """Serve games to a club: anyone who opens the page may create one and send the other player his address."""
    if makers == "accounts" and not accounts:
        raise Bad("--makers accounts needs --accounts")
    if push and not address:
        raise Bad("--push needs --address: a browser's maker wants to know who sends")
    if relay and accounts:
        raise Bad("--accounts does not go with --relay: a browser shows its cookies to all servers behind one relay")
    at = called(relay) if relay else None
    allowed = frozenset(webhook_allow)
    couriers: dict[str, Courier] = {"webhook": Webhook(allowed)}
    if smtp:
        couriers["mail"] = _mail(smtp, smtp_from, smtp_user, smtp_security, address)
    listener = _listening(host, port)
    if log == "json":
        logs.begin()
    with listener, closing(opened(database)) as store, _served(store):
        try:
            figures = Figures() if metrics else None
            passwords = Passwords() if accounts else None
            through = _through(at, word_of(), store, listener) if at else None
            if push:
                couriers["push"] = Push(store.server_key("push", new_key), page_of(address), allowed)
        except (ImportError, StoreError) as error:
            raise Bad(str(error)) from None
        outside = _outside(listener, through, page_of(address))
        app = create_app(
            store,
            hosts=names_of(host, page_of(address), at[0] if at else ""),
            figures=figures,
            lobby=True,
            couriers=couriers,
            address=page_of(address),
            passwords=passwords,
            known_makers=makers == "accounts",
            elsewhere=outside,
        )
        run(app, listener, _ready(listener, through, outside), own_log=log == "text", proxied=not at)


def _listening(host: str, port: int) -> socket.socket:
    """Where people come. Raises Bad."""
    try:
        return bound(host, port)
    except BindError as error:
        raise Bad(str(error)) from None


def _through(relay: tuple[str, int], word: str, store: Store, listener: socket.socket) -> Through:
    """Who calls the relay: through it everybody comes from this machine, and what he says of his address is anybody's
    word. Raises StoreError."""
    host, port = listener.getsockname()[:2]
    at = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host), port
    return Through(relay, word, store.server_key("relay", new_name), at, click.echo)


def _outside(listener: socket.socket, through: Through | None, page: str) -> Callable[[], str]:
    """The start page as people at other machines reach it; empty where it is not known, or nobody does."""
    if through is not None:
        return lambda: through.page if through.port else ""
    return lambda: page if urlsplit(page).hostname not in (None, *LOOPBACK) else elsewhere(listener)


def _ready(listener: socket.socket, through: Through | None, outside: Callable[[], str]) -> Callable[[], None]:
    """What is done once people can come: they are told where, and the relay is called."""
    tasks: list[asyncio.Task[None]] = []

    def ready() -> None:
        click.echo(f"Vedette: {here(listener)}/")
        if through is not None:
            tasks.append(asyncio.ensure_future(through.stay()))
        elif page := outside():
            click.echo(f"For {whose(page)}: {page}")

    return ready


def page_of(address: str | None) -> str:
    """The address of the start page, with its last stroke; empty where it is not told. Raises Bad."""
    if not address:
        return ""
    if not address.startswith(("http://", "https://")):
        raise Bad(f"--address {address}: it begins with https:// or http://")
    return address.rstrip("/") + "/"


def _mail(smtp: str, sender: str | None, user: str | None, security: str, address: str | None) -> Mail:
    """Who sends mail. Raises Bad where something is missing."""
    if not sender or not address:
        raise Bad("--smtp needs --smtp-from, and --address for the links in its mails")
    host, _, port = smtp.partition(":")
    if port and not port.isdigit():
        raise Bad(f"--smtp {smtp}: the port is a number")
    password = os.environ.get(PASSWORD, "")
    return Mail(host, int(port or MAIL_PORT[security]), sender, security=security, user=user or "", password=password)


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
