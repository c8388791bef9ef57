"""`vedette lab balance BATTLE`: levels, points, hexes by turn, losses by brigade."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click
import msgspec

from vedette import staff
from vedette.cli.common import Bad, battle_argument, json_option, print_json, set_option, table
from vedette.cli.sim import engine_of, folder_of, on_option, progress_bar
from vedette.lab import Plan, WorkError, simulate
from vedette.lab.balance import balance_of, balance_page, words

F = TypeVar("F", bound=Callable[..., Any])


def played_options(games: int) -> Callable[[F], F]:
    """What all such questions are asked with: how many games, seed, commanders, processes, folder, page, options."""
    options = (
        click.option("--games", type=click.IntRange(min=2), default=games, show_default=True, metavar="N",
                     help="How many games."),
        click.option("--seed", type=int, default=1, show_default=True, metavar="S", help="Game i has seed S + i."),
        click.option("--union", default="adjutant", show_default=True, metavar="NAME", help="Who commands the Union."),
        click.option("--confederate", default="adjutant", show_default=True, metavar="NAME",
                     help="Who the Confederates."),
        click.option("--jobs", type=click.IntRange(min=1), metavar="J", help="Processes; as many as there are cores."),
        on_option,
        click.option("-o", "--output", "parts", metavar="DIR", help="Keep what was played there, and go on with it."),
        click.option("--page", metavar="FILE.html", help="Write a page with plots."),
        set_option,
        json_option,
    )  # fmt: skip

    def add(function: F) -> F:
        for option in reversed(options):
            function = option(function)
        return function

    return add


@click.command()
@battle_argument
@played_options(200)
def balance(
    battle_id: str,
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
    """How a battle is balanced: levels, points, hexes by turn, losses by brigade."""
    seats = {"union": union, "confederate": confederate}
    plan = Plan(battle=battle_id, games=games, seed=seed, seats=seats, options=dict(settings), figures=True)
    try:
        with engine_of(on, jobs) as engine, progress_bar(games) as progress:
            result, played = simulate(plan, engine, progress, folder_of(parts))
    except (staff.SeatError, WorkError) as error:
        raise Bad(str(error)) from None
    found = balance_of(plan, result, played)
    if page is not None:
        Path(page).write_text(balance_page(found, seed), encoding="utf-8")
    if as_json:
        print_json(msgspec.to_builtins(found))
        return 1 if found.errors else 0
    click.echo(table(found.levels.items()))
    for line in words(found):
        click.echo(line)
    for name, rows in found.figures.items():
        if "by brigade" in name:
            click.echo(f"{name}, a game on average:")
            click.echo(table((f"  {row}", f"{sum(cells.values()):.1f}") for row, cells in sorted(rows.items())))
    click.echo(f"{found.games} games; digest {found.digest}")
    for failed in found.errors:
        click.echo(f"game {failed['game']} (seed {failed['seed']}): {failed['text']}; record {failed['record']}")
    return 1 if found.errors else 0
