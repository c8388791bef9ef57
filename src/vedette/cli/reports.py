"""`vedette reports`: what players have reported of what others said to them."""

from __future__ import annotations

from contextlib import closing

import click
import msgspec

from vedette.cli.common import Bad, json_option, print_json
from vedette.cli.database import database_option, store_of
from vedette.table import StoreError
from vedette.table.reports import Reported, Spoken, put_away
from vedette.table.reports import reported as all_reported


@click.command("reports")
@database_option
@click.option("--done", is_flag=True, help="Put those that are shown away: you have dealt with them.")
@json_option
def reports(database: str | None, done: bool, as_json: bool) -> None:
    """List the lines of players' talk that the other side has reported, with what was said before each.

    While people play, too. Each names its game, and the account of who said it where he has one.
    """
    with closing(store_of(database)) as store:
        try:
            found = all_reported(store)
            for one in found if done else ():
                put_away(store, one)
        except StoreError as error:
            raise Bad(str(error)) from None
    if as_json:
        print_json({"reports": msgspec.to_builtins(found), "put_away": len(found) if done else 0})
        return
    for one in found:
        click.echo(f"{_shown(one)}\n")
    many = f"{len(found)} line{'' if len(found) == 1 else 's'} reported"
    click.echo(f"{many}, put away" if done else many)


def _shown(one: Reported) -> str:
    who = f" ({one.by})" if one.by else ""
    head = f"game {one.game}, {one.battle}: line {one.line.number} of {one.line.seat}{who}"
    return "\n".join([head, *(f"    {_line(line)}" for line in one.before), f"  > {_line(one.line)}"])


def _line(line: Spoken) -> str:
    return f"{line.when}  {line.seat}: {line.text}"
