"""`vedette backup`, `move-database`, `check-games`: what an administrator does with the games that are kept."""

from __future__ import annotations

import os
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path

import click

from vedette import packs
from vedette.cli.common import Bad, json_option, print_json
from vedette.cli.play import default_database, opened
from vedette.table import Store, StoreError
from vedette.table.copying import copy, unmoved
from vedette.table.disk import database_file, in_use, shown
from vedette.table.rooms import Rooms

database_option = click.option(
    "--database", metavar="URL", help="Any SQLAlchemy URL (a file under your data folder)."
)  # fmt: skip


def _told(games: int) -> str:
    return f"{games} game{'' if games == 1 else 's'}"


def store_of(url: str | None) -> Store:
    """A database that is to be read: one that is there, for an address with a slip in it would be an empty new one."""
    at = url or default_database()
    file = database_file(at)
    if file is not None and not file.exists():
        raise Bad(f"database {shown(at)}: there is no such file; name the database that has the games")
    return opened(url)


def _free(at: Path, source: Store) -> None:
    """A file that may be put in the place of another: not the games themselves, nor what a server plays on."""
    read = database_file(source.url)
    if at.exists() and read is not None and read.exists() and at.samefile(read):
        raise Bad(f"{at}: holds the games themselves; name another file for the copy")
    if in_use(at):
        raise Bad(f"{at}: is a database that a program has open, or did not close; name another file for the copy")
    nearest = next(folder for folder in at.parents if folder.exists())
    if not os.access(nearest, os.W_OK):
        raise Bad(f"{at}: this user may not write into {nearest}; name a file for the copy where he may")


@click.command()
@click.argument("file", required=False, type=click.Path(dir_okay=False))
@database_option
@click.option("--force", is_flag=True, help="Put it in the place of a file that is there.")
def backup(file: str | None, database: str | None, force: bool) -> None:
    """Write all games into FILE, a database of SQLite, also while they are played.

    FILE is vedette-DATE-TIME.sqlite where it is left out. `vedette serve --database sqlite:///FILE` serves it. Of
    PostgreSQL as well, for which pg_dump makes a copy that goes back into it.
    """
    at = Path(file or f"vedette-{datetime.now():%Y-%m-%d-%H%M%S}.sqlite").absolute()
    if at.exists() and not force:
        raise Bad(f"{at}: is there already; name another file, or say --force")
    part = at.with_name(f"{at.name}.{os.getpid()}")
    with closing(store_of(database)) as source:
        _free(at, source)
        try:
            with closing(Store(f"sqlite:///{part}")) as target:
                found = copy(source, target)
            _free(at, source)
            is_postgres = source.is_shared
            part.replace(at)
        except StoreError as error:
            raise Bad(str(error)) from None
        finally:
            for left in (part, *(part.with_name(part.name + ending) for ending in ("-wal", "-shm", "-journal"))):
                with suppress(OSError):
                    left.unlink()
    click.echo(f"{at}: {_told(found.games)}, {found.rows} rows")
    if is_postgres:
        click.echo("a copy that goes back into PostgreSQL is made by pg_dump")


@click.command("move-database")
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
def move_database(source: str, target: str) -> None:
    """Carry all games from one database to another, both SQLAlchemy URLs: from SQLite to PostgreSQL, or back.

    Stop the servers first. TO must hold no games; FROM is left as it is. Links and keys go on working.
    """
    with closing(store_of(source)) as here, closing(opened(target)) as there:
        try:
            found = copy(here, there)
            if not unmoved(here, found):
                raise Bad("somebody has played meanwhile: stop the servers, and move into a new database")
        except StoreError as error:
            raise Bad(str(error)) from None
    click.echo(f"{_told(found.games)}, {found.rows} rows; serve them with `vedette serve --database URL`")


@click.command("check-games")
@database_option
@click.option("--all", "every", is_flag=True, help="Those that are over as well.")
@json_option
def check_games(database: str | None, every: bool, as_json: bool) -> int:
    """Open every game that is not over by this version, and name those that it can no longer open.

    To be run after an update and before the server starts: status 1 where a game cannot be opened.
    """
    with closing(store_of(database)) as store:
        rooms = Rooms(store, packs.load, packs.battles)
        try:
            ids = store.ids(None if every else False)
            barred = {id: why for id in ids if (why := rooms.bar(id))}
        except StoreError as error:
            raise Bad(str(error)) from None
    if as_json:
        print_json({"games": len(ids), "barred": barred})
        return 1 if barred else 0
    for id, why in barred.items():
        click.echo(f"{id}: {why}")
    click.echo(f"{_told(len(ids))}, {len(ids) - len(barred)} of them can be played on")
    return 1 if barred else 0
