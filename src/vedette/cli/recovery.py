"""`vedette recovery-link`: a way back for somebody who has forgotten the password of his account."""

from __future__ import annotations

from contextlib import closing

import click

from vedette.cli.common import Bad
from vedette.cli.database import database_option, store_of
from vedette.cli.serve import page_of
from vedette.table import StoreError
from vedette.table.entering import HOUR, RECOVER
from vedette.table.people import People

HOURS = 24


@click.command("recovery-link")
@click.argument("name")
@database_option
@click.option("--address", metavar="URL", help="The start page as people reach it.")
def recovery_link(name: str, database: str | None, address: str | None) -> None:
    """Print a link by which the owner of the account NAME sets a new password, good for a day and once.

    For a server that sends no mail, or an account without an address. Give it to nobody but its owner.
    """
    page = page_of(address)
    with closing(store_of(database)) as store:
        people = People(store)
        try:
            found = people.named(name)
            if found is None:
                raise Bad(f"there is no account {name}")
            token = people.link(RECOVER, found[0].id, "", HOURS * HOUR)
        except StoreError as error:
            raise Bad(str(error)) from None
    click.echo(f"{page or '/'}#recover={token}")
