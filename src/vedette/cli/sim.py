"""`vedette sim BATTLE`: many games between computer commanders."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
import msgspec

from vedette import staff
from vedette.cli.common import (
    Bad,
    F,
    battle_argument,
    battle_of,
    json_option,
    print_json,
    set_option,
    table,
    tell_of_generals,
)
from vedette.engine.words import counted
from vedette.lab import Plan, Played, Result, WorkError, merge, play_share, report, simulate
from vedette.lab.cluster import Cluster
from vedette.lab.simulation import added, check, cores
from vedette.lab.work import Engine, share_of


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


def on_option(function: F) -> F:
    """`--on dask://HOST:PORT`: a cluster in place of processes."""
    words = "Play on a Dask cluster (pip install vedette[dask]); see docs/lab.md."
    return click.option("--on", metavar="dask://HOST:PORT", help=words)(function)


@contextmanager
def engine_of(on: str | None, jobs: int | None) -> Iterator[int | Engine]:
    """Who plays the games: so many processes, or a cluster, whose strangers are told at the end."""
    if on is None:
        yield jobs or cores()
        return
    cluster = Cluster(on)
    try:
        yield cluster
    finally:
        cluster.close()
    for who, why in sorted(cluster.strangers.items()):
        click.echo(f"{who} took no part: it {why}", err=True)
    if cluster.compared:
        click.echo(f"{counted(cluster.compared, 'game', 'games')} played by two workers, alike", err=True)


def tell(result: Result) -> None:
    """The result in words."""
    click.echo(table((level, result.outcomes[level]) for level in result.levels))
    click.echo("winners: " + ", ".join(f"{seat} {n}" for seat, n in result.winners.items()))
    each = max(1, result.games)
    turn = each * result.turns
    per_second = result.games / result.seconds if result.seconds else 0.0
    took = f" in {result.seconds:.1f} s ({per_second:.1f} a second)" if result.seconds else ""
    click.echo(f"{counted(result.games, 'game', 'games')}{took}; {result.decisions / each:.0f} decisions a game")
    click.echo(
        f"a turn, with default orders: {result.questions / turn:.1f} questions, {result.optional / turn:.1f} that may "
        f"be passed; {result.handoffs / turn:.1f} changes of the seat (median {result.handoffs_a_turn:g})"
    )
    click.echo(f"digest {result.digest}")
    for fault in result.faults:
        click.echo(f"game {fault['game']} (seed {fault['seed']}) was lost by a fault of {fault['text']}")
    for error in result.errors:
        click.echo(f"game {error['game']} (seed {error['seed']}): {error['text']}; record {error['record']}")


class Sim(click.Command):
    """`vedette sim BATTLE`, and `vedette sim merge DIR`."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """The context of whichever of both is meant."""
        if args[:1] == ["merge"]:
            return merge_command.make_context(f"{info_name} merge", args[1:], parent, **extra)
        return super().make_context(info_name, args, parent, **extra)


def folder_of(name: str | None) -> Path | None:
    """A folder for parts or records, which need not be there yet."""
    if name is not None and Path(name).exists() and not Path(name).is_dir():
        raise Bad(f"{name}: is no folder; name another")
    return Path(name) if name is not None else None


def say(plan: Plan, result: Result, played: list[Played], page: str | None, as_json: bool) -> int:
    """Write the page, print the result; the exit status."""
    if page is not None:
        Path(page).write_text(report(plan, result, played), encoding="utf-8")
    if as_json:
        print_json(msgspec.to_builtins(result))
    else:
        tell(result)
    return 1 if result.errors else 0


def play_one_share(plan: Plan, words: str, folder: Path | None, jobs: int | Engine) -> int:
    """Play a share into its part files, and say so."""
    if folder is None:
        raise Bad("--share: needs -o DIR, where its part files are kept")
    share = share_of(words)
    check(plan, battle_of(plan.battle))
    with progress_bar(plan.games // share.of) as progress:
        many = play_share(plan, share, folder, jobs, progress)
    click.echo(f"share {words}: {many:,} of {plan.games:,} games in {folder}; `vedette sim merge {folder}` adds all up")
    return 0


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(exists=True, file_okay=False))
@click.option("--report", "page", metavar="FILE.html", help="Write a page with charts.")
@json_option
def merge_command(folder: str, page: str | None, as_json: bool) -> int:
    """Add up the part files of all shares: the same result as of one machine."""
    try:
        plan, played = merge(Path(folder))
    except WorkError as error:
        raise Bad(str(error)) from None
    return say(plan, added(battle_of(plan.battle), played, 0.0), played, page, as_json)


@click.command(cls=Sim, epilog="`vedette sim merge DIR` adds up the parts of all shares.")
@battle_argument
@click.option("--games", type=click.IntRange(min=1), required=True, metavar="N", help="How many games.")
@click.option("--seed", type=int, default=1, show_default=True, metavar="S", help="Game i is played with seed S + i.")
@click.option("--union", default="random", show_default=True, metavar="NAME", help="Who commands the Union.")
@click.option("--confederate", default="random", show_default=True, metavar="NAME", help="Who the Confederates.")
@click.option("--jobs", type=click.IntRange(min=1), metavar="J", help="Processes; as many as there are cores.")
@on_option
@click.option("--records", metavar="DIR", help="Write the record of every game there.")
@click.option("-o", "--output", "parts", metavar="DIR", help="Keep what was played there in parts, and go on with it.")
@click.option("--share", metavar="K/N", help="With -o: play the K-th of N shares only, such as 3/16.")
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
    on: str | None,
    records: str | None,
    parts: str | None,
    share: str | None,
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
    folder_of(records)
    folder = folder_of(parts)
    tell_of_generals((union, confederate), battle_of(battle_id), settings)
    try:
        with engine_of(on, jobs) as engine:
            if share is not None:
                return play_one_share(plan, share, folder, engine)
            with progress_bar(games) as progress:
                result, played = simulate(plan, engine, progress, folder)
    except (staff.SeatError, WorkError) as error:
        raise Bad(str(error)) from None
    return say(plan, result, played, page, as_json)
