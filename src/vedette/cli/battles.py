"""`vedette battles`: what can be played, its options and their values."""

from __future__ import annotations

from typing import Any

import click

from vedette.cli.common import json_option, print_json, table
from vedette.packs import PackError, load
from vedette.packs import battles as listed
from vedette.packs.owned import owned_words


def rows(spoilt: dict[str, str]) -> list[dict[str, Any]]:
    """Every battle that can be played; packs and battles that cannot be read are told in `spoilt`."""
    found = []
    for entry in listed(spoilt):
        try:
            battle = load(entry.id)
        except PackError as error:
            spoilt[entry.id] = str(error)
            continue
        found.append(
            {
                "battle": entry.id,
                "title": entry.title,
                "about": entry.about,
                "of": entry.battle,
                "date": entry.date,
                "clock": list(entry.clock),
                "units": entry.units,
                "minutes": entry.minutes,
                "advice": entry.advice,
                "pack": entry.pack,
                "overlay": entry.overlay,
                "owned": dict(battle.owned),
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


def size_words(row: dict[str, Any]) -> str:
    """How large a battle is: turns, units, and how long it lasts where that is known."""
    turns, (begin, end) = row["turns"], row["clock"]
    hours = f" ({begin} to {end})" if begin else ""
    lasts = f", about {row['minutes']} minutes" if row["minutes"] else ""
    return f"turns {turns['first']} to {turns['last']}{hours}, {row['units']} units{lasts}"


@click.command()
@json_option
def battles(as_json: bool) -> None:
    """What can be played, its options and their values."""
    spoilt: dict[str, str] = {}
    found = rows(spoilt)
    for id, error in spoilt.items():
        click.echo(f"{id} cannot be played before a file is mended: {error}", err=True)
    if as_json:
        broken = [{"id": id, "error": error} for id, error in spoilt.items()]
        print_json({"battles": found, **({"broken": broken} if broken else {})})
        return
    for row in found:
        click.echo(f"{row['battle']}  {row['title']}, {size_words(row)}")
        for line in (", ".join(w for w in (row["of"], row["date"]) if w), row["about"], row["advice"]):
            if line:
                click.echo(f"  {line}")
        if words := owned_words(row["owned"]):
            click.echo(f"  {words}")
        if row["overlay"]:
            click.echo(f"  with your own values from {row['overlay']}")
        options = table(option_words(name, option) for name, option in row["options"].items())
        for line in options.splitlines():
            click.echo(f"    {line}")
