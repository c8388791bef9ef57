"""`vedette sim BATTLE`: many games between computer commanders."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click
import msgspec

from vedette import staff
from vedette.cli.common import Bad, battle_argument, json_option, print_json, set_option, table
from vedette.engine.words import counted
from vedette.lab import Plan, Result, report, simulate
from vedette.lab.simulation import cores


@contextmanager
def progress_bar(games: int) -> Iterator[Callable[[int], None]]:
    """A bar on stderr, where that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda n: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("games", total=games)
        yield lambda n: bar.advance(task, n)


def tell(result: Result) -> None:
    """The result in words."""
    click.echo(table((level, result.outcomes[level]) for level in result.levels))
    click.echo("winners: " + ", ".join(f"{seat} {n}" for seat, n in result.winners.items()))
    each = max(1, result.games)
    turn = each * result.turns
    per_second = result.games / result.seconds if result.seconds else 0.0
    click.echo(
        f"{counted(result.games, 'game', 'games')} in {result.seconds:.1f} s ({per_second:.1f} a second); "
        f"{result.decisions / each:.0f} decisions a game"
    )
    click.echo(
        f"a turn, with default orders: {result.questions / turn:.1f} questions, {result.optional / turn:.1f} that may "
        f"be passed; {result.handoffs / turn:.1f} changes of the seat (median {result.handoffs_a_turn:g})"
    )
    for error in result.errors:
        click.echo(f"game {error['game']} (seed {error['seed']}): {error['text']}; record {error['record']}")


@click.command()
@battle_argument
@click.option("--games", type=click.IntRange(min=1), required=True, metavar="N", help="How many games.")
@click.option("--seed", type=int, default=1, show_default=True, metavar="S", help="Game i is played with seed S + i.")
@click.option("--union", default="random", show_default=True, metavar="NAME", help="Who commands the Union.")
@click.option("--confederate", default="random", show_default=True, metavar="NAME", help="Who the Confederates.")
@click.option("--jobs", type=click.IntRange(min=1), metavar="J", help="Processes; as many as there are cores.")
@click.option("--records", metavar="DIR", help="Write the record of every game there.")
@click.option(
    "--report", "page", metavar="FILE.html", help="Write a page with charts of outcomes, losses, activations."
)
@click.option("--laws", is_flag=True, help="Check laws on the way: save and load, stacking, conservation.")
@set_option
@json_option
def sim(
    battle_id: str,
    games: int,
    seed: int,
    union: str,
    confederate: str,
    jobs: int | None,
    records: str | None,
    page: str | None,
    laws: bool,
    settings: dict[str, str],
    as_json: bool,
) -> int:
    """Many games between computer commanders: outcomes, digests, errors."""
    plan = Plan(
        battle=battle_id,
        games=games,
        seed=seed,
        seats={"union": union, "confederate": confederate},
        options=dict(settings),
        records=records,
        laws=laws,
        figures=page is not None,
    )
    if records is not None and Path(records).exists() and not Path(records).is_dir():
        raise Bad(f"{records}: is no folder; name one for the records")
    try:
        with progress_bar(games) as progress:
            result, played = simulate(plan, jobs or cores(), progress)
    except staff.SeatError as error:
        raise Bad(str(error)) from None
    if page is not None:
        Path(page).write_text(report(plan, result, played), encoding="utf-8")
    if as_json:
        print_json(msgspec.to_builtins(result))
    else:
        tell(result)
    return 1 if result.errors else 0
