"""`vedette lab sensitivity BATTLE --cell ... --value ... --arrival ... --shift ...`: what a change does."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from vedette import staff
from vedette.cli.common import Bad, battle_argument, battle_of, print_json, table
from vedette.cli.lab_balance import played_options
from vedette.cli.sim import engine_of, folder_of, progress_bar
from vedette.lab import Plan, WorkError
from vedette.lab.changes import ChangeError, changes_of
from vedette.lab.sensitivity import Sensitivity, compare, verdict
from vedette.lab.sensitivity_page import sensitivity_page


def tell(found: Sensitivity) -> None:
    """What the change does, in words."""
    click.echo(f"{found.changes}: {verdict(found)}")
    head = ("", "before", "after", "change", "between", "and", "helps")
    rows = [
        (m.name, f"{m.before:.3f}", f"{m.after:.3f}", f"{m.change:+.3f}", f"{m.low:+.3f}", f"{m.high:+.3f}",
         m.found or "nobody")
        for m in found.measures
    ]  # fmt: skip
    click.echo(table([head, *rows]))
    for m in found.measures:
        click.echo(f"{m.name}: {m.title}")
    click.echo(f"{found.pairs} pairs of games with the same seeds, {found.same} of them the same to the end")
    click.echo(f"digests {found.digests['before']} and {found.digests['after']}")
    for error in found.errors:
        click.echo(f"game {error['game']} (seed {error['seed']}), {error['text']}; record {error['record']}")


@click.command()
@battle_argument
@click.option("--cell", "cells", multiple=True, metavar="TABLE/ROW/COLUMN:VALUE",
              help='A cell of a table, such as crt/11-13/5:"-|-|0-1".')  # fmt: skip
@click.option("--value", "values", multiple=True, metavar="UNIT/COLUMN:VALUE",
              help='A value of a counter, such as "7 OH-a/fresh_sp:8".')  # fmt: skip
@click.option("--arrival", "arrivals", multiple=True, metavar="UNIT:TURN", help="A unit arrives in another turn.")
@click.option("--shift", "shifts", multiple=True, metavar="CASE:COLUMNS",
              help="A shift of a column by its case, such as KT-12.3-shift-wall:0.")  # fmt: skip
@played_options(100)
def sensitivity(
    battle_id: str,
    cells: tuple[str, ...],
    values: tuple[str, ...],
    arrivals: tuple[str, ...],
    shifts: tuple[str, ...],
    games: int,
    seed: int,
    union: str,
    confederate: str,
    jobs: int | None,
    on: str | None,
    parts: str | None,
    page: str | None,
    settings: dict[str, str],
    as_json: bool,
) -> int:
    """What a change does to the balance: the same games by the same seeds, before it and after it."""
    seats = {"union": union, "confederate": confederate}
    plan = Plan(battle=battle_id, games=games, seed=seed, seats=seats, options=dict(settings))
    try:
        changes = changes_of(battle_of(battle_id), cells, values, arrivals, shifts)
        if not changes:
            raise Bad("what is to be changed? Say --cell, --value, --arrival or --shift")
        with engine_of(on, jobs) as engine, progress_bar(2 * games) as progress:
            found, differences = compare(plan, changes, jobs=engine, folder=folder_of(parts), progress=progress)
    except (staff.SeatError, WorkError, ChangeError) as error:
        raise Bad(str(error)) from None
    if page is not None:
        Path(page).write_text(sensitivity_page(found, differences), encoding="utf-8")
    if as_json:
        print_json(msgspec.to_builtins(found))
    else:
        tell(found)
    return 1 if found.errors else 0
