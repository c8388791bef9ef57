"""The editions by which records are read: as packs are now, kept in the user's folder, or with his games."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from typing import Any

import click

from vedette.cli.common import Bad
from vedette.engine.battle import Battle
from vedette.engine.carried import line_of
from vedette.engine.shelf import Shelf
from vedette.packs import PackError, editions, load
from vedette.packs.find import home


def shelf() -> Shelf:
    """Who reads the battle of a record on this machine."""
    return Shelf(load, _kept)


def _kept(id: str, hash: str) -> Battle | None:
    return editions.kept(id, hash) or _in_games(id, hash)


def _in_games(id: str, hash: str) -> Battle | None:
    """The edition as the games of the user have it, where they lie in the usual place."""
    file = home() / "games.sqlite"
    if not file.is_file():
        return None
    # By hand: the store of the table would take longer to import than the record to read, and would move an old one.
    with suppress(sqlite3.Error, PackError), closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as games:
        row = games.execute("select body from editions where battle = ? and hash = ?", (id, hash)).fetchone()
        return editions.battle_from(row[0]) if row else None
    return None


def named(rows: list[dict[str, Any]]) -> list[str]:
    """The fingerprints of the editions by which a record was played, each once, in order."""
    return list(dict.fromkeys([str(rows[0].get("pack_hash")), *(row["edition"] for row in rows if "edition" in row)]))


def keep(rows: list[dict[str, Any]]) -> None:
    """Keep what a record is played by, as far as it is what packs are now: they may be changed tomorrow."""
    with suppress(PackError, LookupError):
        battle = load(str(rows[0].get("battle")))
        if battle.hash in named(rows):
            editions.keep(battle)


def lines(rows: list[dict[str, Any]], found: Shelf) -> list[str]:
    """The lines by which the editions of a record travel. Raises Bad where one is nowhere."""
    made = []
    for hash in named(rows):
        try:
            battle = found.battle(str(rows[0].get("battle")), hash)
        except (PackError, LookupError) as error:
            raise Bad(str(error)) from None
        if battle.hash != hash:
            raise Bad(f"edition {hash} of {battle.id} is not kept here; export the record where it was played")
        made.append(line_of(battle.id, hash, editions.edition_of(battle)))
    return made


edition_option = click.option(
    "--with-edition", is_flag=True, help="Behind it what it was played by, for who has other values."
)
