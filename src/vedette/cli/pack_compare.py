"""`vedette pack compare PACK [--games N]`: the program's values beside an owner's, and what the difference does."""

from __future__ import annotations

import click
import msgspec

from vedette import staff
from vedette.cli.common import Bad, json_option, print_json, set_option, table
from vedette.cli.lab_sensitivity import tell
from vedette.cli.sim import engine_of, on_option, progress_bar
from vedette.lab import Plan, WorkError
from vedette.lab.sensitivity import Sensitivity, made_up_and_mine
from vedette.packs import battles, find
from vedette.packs.laid import named
from vedette.packs.laying import Laid
from vedette.packs.owned import Owned, owned_of
from vedette.packs.reader import read_pack

SHOWN = 60
"""Letters of a value in the table."""


@click.command("compare")
@click.argument("pack")
@click.option("--games", type=click.IntRange(min=2), metavar="N", help="Play N pairs of games, by both values.")
@click.option("--battle", metavar="BATTLE", help="Of which battle; the first of the pack.")
@click.option("--seed", type=int, default=1, show_default=True, metavar="S", help="Game i has seed S + i.")
@click.option("--union", default="adjutant", show_default=True, metavar="NAME", help="Who commands the Union.")
@click.option("--confederate", default="adjutant", show_default=True, metavar="NAME", help="Who the Confederates.")
@click.option("--jobs", type=click.IntRange(min=1), metavar="J", help="Processes; as many as there are cores.")
@on_option
@set_option
@json_option
def compare(
    pack: str,
    games: int | None,
    battle: str | None,
    seed: int,
    union: str,
    confederate: str,
    jobs: int | None,
    on: str | None,
    settings: dict[str, str],
    as_json: bool,
) -> int:
    """The program's values beside yours, cell by cell; with --games what the difference does to a battle."""
    folder = find.folder(pack)
    laid = read_pack(folder).laid
    other = [cell for cell in laid if not cell.seen and cell.value != cell.before]
    played = None
    if games is not None:
        if not laid:
            raise Bad(f"nothing lies over {pack}; there is nothing to compare")
        id = battle or f"{pack}/{_first(folder)}"
        seats = {"union": union, "confederate": confederate}
        plan = Plan(battle=id, games=games, seed=seed, seats=seats, options=dict(settings))
        try:
            with engine_of(on, jobs) as engine, progress_bar(2 * games) as progress:
                played, _ = made_up_and_mine(plan, jobs=engine, progress=progress)
        except (staff.SeatError, WorkError) as error:
            raise Bad(str(error)) from None
    _say(pack, laid, other, played, as_json)
    return 1 if played and played.errors else 0


def _first(folder: find.Folder) -> str:
    """The scenario to begin with: that which the list of battles has first."""
    return next(row.id for row in battles({}) if row.pack == folder.name).rpartition("/")[2]


def _say(pack: str, laid: tuple[Laid, ...], other: list[Laid], played: Sensitivity | None, as_json: bool) -> None:
    owned = msgspec.convert(owned_of(laid), Owned)
    if as_json:
        cells = [{**msgspec.to_builtins(cell), "table": named(cell.table)} for cell in laid]
        print_json({"pack": pack, "owned": msgspec.to_builtins(owned), "cells": cells,
                    "games": None if played is None else msgspec.to_builtins(played)})  # fmt: skip
        return
    head = ("cell", "made up", "yours", "layer")
    rows = [
        (f"{named(c.table)}/{c.row}/{c.column}", c.before[:SHOWN], c.value[:SHOWN], c.layer or "packs/") for c in other
    ]
    if rows:
        click.echo(table([head, *rows]))
    same = len(laid) - len(other)
    click.echo(f"{owned.words() or 'nothing lies over ' + pack}; {len(other)} cells differ, {same} are the same")
    if played is not None:
        tell(played)
