"""`vedette battles`: what can be played, its options and their values."""

from __future__ import annotations

from typing import Any

import click

from vedette.cli.common import json_option, print_json, table
from vedette.packs import battles as listed
from vedette.packs import load


def rows() -> list[dict[str, Any]]:
    """Every battle that can be played."""
    found = []
    for entry in listed():
        battle = load(entry.id)
        found.append(
            {
                "battle": entry.id,
                "title": entry.title,
                "about": entry.about,
                "pack": entry.pack,
                "overlay": entry.overlay,
                "rulebook": battle.rulebook,
                "profile": battle.profile,
                "turns": dict(battle.scenario["turns"]),
                "options": {name: dict(row) for name, row in battle.scenario.get("options", {}).items()},
            }
        )
    return found


def option_words(name: str, row: dict[str, Any]) -> tuple[str, str, str]:
    """An option as a line: name, values, what it does."""
    values = "true|false" if row["type"] == "bool" else "|".join(map(str, row.get("values", ())))
    return f"--set {name}={values}", f"(default {str(row['default']).lower()})", row.get("text", row.get("title", ""))


@click.command()
@json_option
def battles(as_json: bool) -> None:
    """What can be played, its options and their values."""
    found = rows()
    if as_json:
        print_json({"battles": found})
        return
    for row in found:
        turns = row["turns"]
        click.echo(f"{row['battle']}  {row['title']}, turns {turns['first']} to {turns['last']}")
        if row["about"]:
            click.echo(f"  {row['about']}")
        if row["overlay"]:
            click.echo(f"  with your own values from {row['overlay']}")
        options = table(option_words(name, option) for name, option in row["options"].items())
        for line in options.splitlines():
            click.echo(f"    {line}")
