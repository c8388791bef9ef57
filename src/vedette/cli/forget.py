"""`vedette forget-games`: what becomes of games that nobody opens any more."""

from __future__ import annotations

from contextlib import closing

import click

from vedette.cli.common import Bad, json_option, print_json
from vedette.cli.common import table as in_columns
from vedette.cli.database import database_option, store_of
from vedette.table import StoreError
from vedette.table.abandoned import Abandoned, Seen
from vedette.table.claim import claimed


@click.command("forget-games")
@click.argument("days", type=click.IntRange(min=7))
@database_option
@click.option("--delete", "deleting", is_flag=True, help="Delete them for good; without it they are listed only.")
@json_option
def forget_games(days: int, database: str | None, deleting: bool, as_json: bool) -> None:
    """Name the games that are not over and that nobody has opened for DAYS, and delete them where that is asked for.

    A file of SQLite must not be served meanwhile. Games that are over stay, and so does what somebody has open.
    """
    with closing(store_of(database)) as store:
        try:
            with claimed(store.url):
                seen = Seen(store)
                found = seen.abandoned(days)
                gone = [one for one in found if deleting and seen.forget(one)]
        except StoreError as error:
            raise Bad(str(error)) from None
    if as_json:
        print_json({"abandoned": found, "deleted": [one.game for one in gone]})
        return
    if found:
        click.echo(in_columns([("game", "battle", "days", "entries"), *map(_row, found)]))
    done = f"{len(gone)} deleted" if deleting else "none deleted; --delete does that"
    click.echo(f"{len(found)} abandoned, {done}")


def _row(one: Abandoned) -> tuple[object, ...]:
    return one.game, one.battle, one.days, one.entries
