"""`vedette los BATTLE FROM TO`: the line of sight between two hexes, with its reasons hex by hex."""

from __future__ import annotations

import click

from vedette.cli.common import Bad, battle_argument, battle_of, json_option, print_json, set_option, table
from vedette.cli.position import read_position
from vedette.engine.shapes import Sighted
from vedette.packs import rulebook


def document(battle_id: str, names: tuple[str, str], file: str | None, settings: dict[str, str]) -> Sighted:
    """The JSON of `vedette los`."""
    battle = battle_of(battle_id)
    grid = battle.board.grid
    for name in names:
        if not grid.has(name):
            raise Bad(f"{name}: there is no such hex on this map ({grid.spec.extent()})")
    a, b = (grid.index(name) for name in names)
    book = rulebook(battle.rulebook)
    if file is None:
        g = book.begin(battle, book.options(battle, settings))
    else:
        position = read_position(file, settings)
        if position.battle.id != battle.id:
            raise Bad(f"{file}: is a position of {position.battle.id}, not of {battle.id}")
        walk = position.walk()
        if walk.refused is not None:
            raise Bad(f"{file}: the action {walk.refused.action!r} is refused: {walk.refused.reason}")
        g = walk.game.state
    return book.sight(g, a, b, file is not None)


@click.command()
@battle_argument
@click.argument("start", metavar="FROM")
@click.argument("end", metavar="TO")
@click.option("--position", "file", metavar="FILE", help="With the units and the ground of a position.")
@set_option
@json_option
def los(battle_id: str, start: str, end: str, file: str | None, settings: dict[str, str], as_json: bool) -> None:
    """Line of sight between two hexes, with its reasons."""
    found = document(battle_id, (start, end), file, settings)
    if as_json:
        print_json(found)
        return
    hexes = "hex" if found["range"] == 1 else "hexes"
    click.echo(f"{found['from']} to {found['to']}: {found['sight']}, {found['range']} {hexes}")
    rows = [(r["hex"], f"level {r['level']}", r["effect"], r["reason"], r["cite"]) for r in found["because"]]
    if found.get("target"):
        rows.append((found["to"], "", "obscures", found["target"]["reason"], found["target"]["cite"]))
    if rows:
        click.echo(table(rows))
