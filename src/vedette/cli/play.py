"""`vedette play`: one game on this machine, opened in the browser."""

from __future__ import annotations

import threading
import webbrowser
from contextlib import closing

import click

from vedette.cli.common import Bad, set_option, tell_of_generals
from vedette.engine.making import DICE
from vedette.packs.find import home
from vedette.table import Making, Rooms, Store, StoreError, create_app, editions
from vedette.table.disk import keep_folder
from vedette.table.messages import Refused
from vedette.table.running import BindError, address, bound, names_of, run

HOST = "127.0.0.1"
PORT = 8642
"""Taken when it is free, so that an open page finds the game again after a restart."""
FIRST = "kernstown/the-stone-wall"
"""The battle where none is named."""
SEATS = ("union", "confederate")


def default_database() -> str:
    """Where games are kept: under the user's data folder, or $VEDETTE_HOME."""
    folder = home()
    try:
        keep_folder(folder)
    except OSError as error:
        raise Bad(f"{folder}: {error.strerror or error}; name a file for the games with --database") from None
    return f"sqlite:///{folder / 'games.sqlite'}"


def opened(url: str | None) -> Store:
    """The database of games."""
    try:
        return Store(url or default_database())
    except StoreError as error:
        raise Bad(str(error)) from None


def players(seat: str | None, against: str | None) -> dict[str, str]:
    """Who plays what: two people at one screen, or one against a commander."""
    if against in (None, "human"):
        return {}
    mine = seat or SEATS[0]
    return {other: against or "" for other in SEATS if other != mine}


def start_page(rooms: Rooms) -> str:
    """The page on which a game is chosen. Behind its address stands a game that is not finished, as for a new game: of
    one that another browser has played the page knows nothing."""
    try:
        kept = rooms.store.newest(played=True)
        return "/" if kept is None else f"/#unfinished={kept.game}.{rooms.store.another_key(kept)}"
    except StoreError as error:
        raise Bad(str(error)) from None


def page_of(rooms: Rooms, making: Making, resume: bool) -> str:
    """The page of a new game, or of the newest one that is not over.

    Behind the address of a new game stands one that is not finished: its page offers to go on with it. Its keys cannot
    be read out of the store, so it gets another one; those that there are stay good.
    """
    try:
        kept = rooms.store.newest(played=not resume)
        if not resume:
            url = rooms.make(making).url
            return url if kept is None else f"{url}#unfinished={kept.game}.{rooms.store.another_key(kept)}"
        if kept is None:
            raise Bad("there is no game to go on with; leave out --resume")
        return f"/?game={kept.game}&key={rooms.store.another_key(kept)}"
    except Refused as error:
        raise Bad(error.reason) from None
    except StoreError as error:
        raise Bad(str(error)) from None


@click.command()
@click.argument("battle", required=False)
@click.option("--as", "seat", type=click.Choice(SEATS), help="Your side against a computer (union).")
@click.option("--against", metavar="NAME|human", help="A commander, such as adjutant; two people by default.")
@click.option("--port", type=int, help=f"Where to listen; 0 for any free port ({PORT} when it is free).")
@click.option("--no-browser", is_flag=True, help="Only print the address.")
@click.option("--practice", is_flag=True, help="Take back past dice; the record says so.")
@click.option(
    "--dice", type=click.Choice(DICE), default=DICE[0], help="Who rolls: the program, people, or it when you press."
)
@click.option("--house", default="", metavar="NAME", help="Play by your house rules, the file house/NAME.toml.")
@click.option("--without-errata", is_flag=True, help="Play the pack as printed, without its dated errata.")
@click.option("--resume", is_flag=True, help="Go on with the newest game that is not over.")
@click.option("--database", metavar="URL", help="Where games are kept (a file under your data folder).")
@set_option
def play(
    battle: str | None,
    seat: str | None,
    against: str | None,
    port: int | None,
    no_browser: bool,
    practice: bool,
    dice: str,
    house: str,
    without_errata: bool,
    resume: bool,
    database: str | None,
    settings: dict[str, str],
) -> None:
    """Play a battle in the browser: two people at one screen, or one against a computer.

    Without a BATTLE and without a word about the game the page opens on which one is chosen, with your own games; with
    some it is The Stone Wall.
    """
    try:
        listener = bound(HOST, PORT if port is None else port)
    except BindError as error:
        if port is not None:
            raise Bad(str(error)) from None
        listener = bound(HOST, 0)
    with listener, closing(opened(database)) as store:
        app = create_app(store, hosts=names_of(HOST), own=True)
        if battle or seat or against or settings or practice or resume or house or without_errata or dice != DICE[0]:
            seats, options = players(seat, against), dict(settings)
            making = Making(
                battle or FIRST,
                options=options,
                seats=seats,
                dice=dice,
                practice=practice,
                orders=True,
                house=house,
                errata=not without_errata,
            )
            url = address(listener) + page_of(app.rooms, making, resume)
            if not resume:
                edition = editions.chosen(app.rooms.load, making.battle, making.errata, house)
                tell_of_generals(seats.values(), edition, options)
        else:
            url = address(listener) + start_page(app.rooms)

        def ready() -> None:
            click.echo(f"Vedette: {url}")
            if not no_browser:
                threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()

        run(app, listener, ready)
