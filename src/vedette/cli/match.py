"""`vedette match A B --battle BATTLE`: which of two commanders is the better."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from vedette import staff
from vedette.cli.common import Bad, battle_of, json_option, print_json, set_option, tell_of_generals
from vedette.cli.sim import engine_of, folder_of, on_option, progress_bar
from vedette.lab import Match, Sequential, WorkError, match_page, plan_of, play_match
from vedette.lab.match import luck_words, verdict_words
from vedette.lab.sequential import EVEN

PAIRS = 1000
"""Pairs after which a match that stops by itself is given up."""


def tell(match: Match, test: Sequential, asked: bool) -> None:
    """The match in words."""
    click.echo(f"{match.first} against {match.second}: {match.won} won, {match.drawn} drawn, {match.lost} lost")
    click.echo(f"score {match.score:.1%}, by 95 in 100 between {match.low:.1%} and {match.high:.1%}")
    click.echo(", ".join(f"as {seat} {score:.1%}" for seat, score in match.by_seat.items()))
    if match.luck:
        click.echo(luck_words(match.luck))
    click.echo(verdict_words(match, test.margin, test.null) if asked else f"{match.pairs} pairs")
    click.echo(f"digest {match.digest}")
    for fault in match.faults:
        click.echo(f"game {fault['game']} (seed {fault['seed']}) was lost by a fault of {fault['text']}")
    for error in match.errors:
        click.echo(f"game {error['game']} (seed {error['seed']}): {error['text']}; record {error['record']}")


def tested(margin: float, risk: float, null: float, sprt: bool) -> Sequential:
    """The test by which a match stops. Raises Bad."""
    if null != EVEN and not sprt:
        raise Bad("--null: it is what --sprt tests against; give --sprt as well")
    if null >= EVEN + margin:
        raise Bad(f"--null {null:g}: it must be below 0.5 + --margin ({EVEN + margin:g}); raise --margin or lower it")
    return Sequential(margin, risk, null)


@click.command("match")
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.option("--battle", "battle_id", required=True, metavar="BATTLE", help="Such as kernstown/the-stone-wall.")
@click.option("--pairs", type=click.IntRange(min=1), metavar="N", help=f"How many pairs; with --sprt at most, {PAIRS}.")
@click.option("--sprt", is_flag=True, help="Stop as soon as it is decided.")
@click.option(
    "--margin",
    type=click.FloatRange(0.01, 0.3),
    default=0.05,
    show_default=True,
    metavar="M",
    help="With --sprt: what counts as better, so much more than half of the games.",
)
@click.option(
    "--risk",
    type=click.FloatRange(0.001, 0.3),
    default=0.05,
    show_default=True,
    metavar="R",
    help="With --sprt: how often the decision may be wrong.",
)
@click.option(
    "--null",
    type=click.FloatRange(EVEN, 0.79),
    default=EVEN,
    show_default=True,
    metavar="N",
    help="With --sprt: A must win more than this share of the games, and not only more than half.",
)
@click.option("--seed", type=int, default=1, show_default=True, metavar="S", help="Pair i is played with seed S + i.")
@click.option("--jobs", type=click.IntRange(min=1), metavar="J", help="Processes; as many as there are cores.")
@on_option
@click.option(
    "-o", "--output", "parts", metavar="DIR", help="Keep what was played there, and go on with what is there."
)
@click.option("--page", metavar="FILE.html", help="Write a page with plots.")
@click.option(
    "--luck", is_flag=True, help="Count luck too, and tell the score without it; takes several times as long."
)
@set_option
@json_option
def match_command(
    first: str,
    second: str,
    battle_id: str,
    pairs: int | None,
    sprt: bool,
    margin: float,
    risk: float,
    null: float,
    seed: int,
    jobs: int | None,
    on: str | None,
    parts: str | None,
    page: str | None,
    luck: bool,
    settings: dict[str, str],
    as_json: bool,
) -> int:
    """Pairs of games between two commanders, each on both sides: who is the better?"""
    if pairs is None and not sprt:
        raise Bad("--pairs: how many pairs? Or --sprt, which stops as soon as it is decided")
    test = tested(margin, risk, null, sprt)
    try:
        plan = plan_of(battle_id, first, second, pairs=pairs or PAIRS, seed=seed, options=settings, luck=luck)
        tell_of_generals((first, second), battle_of(battle_id), settings)
        with engine_of(on, jobs) as engine, progress_bar(pairs or PAIRS) as progress:
            match = play_match(plan, test, stop=sprt, jobs=engine, folder=folder_of(parts), progress=progress)
    except (staff.SeatError, WorkError) as error:
        raise Bad(str(error)) from None
    if page is not None:
        Path(page).write_text(match_page(match, test), encoding="utf-8")
    if as_json:
        print_json(msgspec.to_builtins(match))
    else:
        tell(match, test, sprt)
    return 1 if match.errors else 0
