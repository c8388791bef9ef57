"""`vedette show BATTLE`: units, reinforcements, turns, options, victory, where the content comes from."""

from __future__ import annotations

from typing import Any

import click

from vedette.cli.battles import option_words
from vedette.cli.common import battle_argument, battle_of, json_option, print_json, set_option, table
from vedette.packs import rulebook
from vedette.packs.owned import owned_words


def document(battle_id: str, settings: dict[str, str]) -> dict[str, Any]:
    """The JSON of `vedette show`."""
    battle = battle_of(battle_id)
    book = rulebook(battle.rulebook)
    found: dict[str, Any] = book.summary(battle, book.options(battle, settings))
    return {**found, "provenance": dict(battle.provenance), "overlay": battle.overlay, "owned": dict(battle.owned)}


def place_of(unit: dict[str, Any]) -> str:
    """Where a unit is, in words."""
    if unit["hex"]:
        return str(unit["hex"])
    if unit.get("arrives"):
        return f"turn {unit['arrives']['turn']} at {unit['arrives']['hex']}"
    return str(unit.get("place") or ", ".join(unit.get("area") or unit.get("with") or ()))


def unit_line(unit: dict[str, Any]) -> tuple[str, ...]:
    """A unit as a line of a table."""
    values = " / ".join("-".join(map(str, v)) for v in unit["values"].values())
    return unit["id"], unit["brigade"] or unit["arm"], place_of(unit), values, ", ".join(unit["states"])


@click.command()
@battle_argument
@set_option
@json_option
def show(battle_id: str, settings: dict[str, str], as_json: bool) -> None:
    """Units, reinforcements, turns, options and victory of a battle."""
    found = document(battle_id, settings)
    if as_json:
        print_json(found)
        return
    turns = found["turns"]
    hours = f" ({found['clock'][0]} to {found['clock'][-1]})" if found.get("clock") else ""
    click.echo(f"{found['title']} ({found['battle']}), turns {turns['first']} to {turns['last']}{hours}")
    click.echo(f"By {found['book']}")
    for side in dict.fromkeys(u["side"] for u in found["units"]):
        click.echo(f"\n{side.capitalize()}")
        click.echo(table(unit_line(u) for u in found["units"] if u["side"] == side))
    if found.get("released"):
        click.echo("\nFreed")
        click.echo(table((row["id"], f"turn {row['turn']}", row["clock"]) for row in found["released"]))
    click.echo("\nVictory")
    click.echo("\n".join([*filter(None, [found.get("won")]), *found["victory"]]))
    for book in found["books"]:
        if book["changes"]:
            click.echo(f"\nPlayed {book['words']} (--set rules={book['value']})")
            click.echo("\n".join(f"{c['text']} ({c['cite']})" for c in book["changes"]))
    if found["options"]:
        click.echo("\nOptions")
        click.echo(table(option_words(name, row) for name, row in found["options"].items()))
    click.echo("\nRows by source: " + ", ".join(f"{k} {v}" for k, v in found["provenance"].items()))
    if words := owned_words(found["owned"]):
        click.echo(f"{words[:1].upper()}{words[1:]}")
    if found["overlay"]:
        click.echo(f"Your own values: {found['overlay']}")
