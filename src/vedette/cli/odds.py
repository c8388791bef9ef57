"""`vedette odds POSITION.toml`: the exact chances of the fire or close combat that a position's actions open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from vedette.cli.common import json_option, print_json, set_option, table
from vedette.cli.position import Position, read_position
from vedette.engine import EngineError, IllegalAction, Odds

SHOWN = 20
"""Rows printed where they are many."""


def odds_of(position: Position) -> Odds:
    """Play all actions but the last, then ask for the chances of the last."""
    actions = list(position.spec.get("actions", ()))
    walk = position.walk(actions[:-1])
    if walk.refused is not None:
        raise position.bad(f"the action {walk.refused.action!r} is refused: {_why(walk.refused)}")
    if not actions:
        raise position.bad("key 'actions' is missing: give the actions that open a fire or a close combat")
    try:
        return walk.game.odds(actions[-1], assume=position.spec.get("assume"))
    except IllegalAction as error:
        raise position.bad(f"the action {error.action!r} is refused: {_why(error)}") from None
    except EngineError as error:
        raise position.bad(f"the action {actions[-1]!r}: {error}") from None


def _why(refused: Any) -> str:
    return f"{refused.reason} ({refused.cite})" if refused.cite else str(refused.reason)


def words_of(units: Mapping[str, list[str]]) -> str:
    """A result in words."""
    return "; ".join(f"{id} {', '.join(words)}" for id, words in units.items()) or "no effect"


@click.command()
@click.argument("file", metavar="POSITION.toml")
@set_option
@click.option("--all", "whole", is_flag=True, help=f"Every row, also where there are more than {SHOWN}.")
@json_option
def odds(file: str, settings: dict[str, str], whole: bool, as_json: bool) -> None:
    """Exact odds of the combat that a position's actions open."""
    found = odds_of(read_position(file, settings))
    if as_json:
        print_json(found.plain())
        return
    if found.aim is not None:
        click.echo(f"{found.aim.strength} SP, column {found.aim.base}, after shifts {found.aim.final}")
        rows = [(f"{c:+d}", n, cite, "" if on else "not used") for n, c, cite, on in found.aim.shifts]
        click.echo(table(rows))
    for kind, answer, cite in found.assumed:
        click.echo(f"assumed: {kind}: {answer}" + (f" ({cite})" if cite else ""))
    if found.totals:
        click.echo(table([(f"{t.probability:7.2%}", t.name) for t in found.totals]) + "\n")
    shown = found.results if whole or len(found.results) <= SHOWN + 1 else found.results[:SHOWN]
    click.echo(table([(f"{r.probability:7.2%}", f"{r.weight}/{found.total_weight}", words_of(r.units)) for r in shown]))
    if rest := found.results[len(shown) :]:
        click.echo(f"{sum(r.probability for r in rest):7.2%}  in {len(rest)} more rows (--all prints them)")
    if not found.exact:
        click.echo(f"sampled, since there are too many ways: each chance within about {2 * found.error:.1%}")
