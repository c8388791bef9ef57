"""`vedette map BATTLE -o FILE`: the board with its counters as SVG or PNG, at the start or as a record leaves it."""

from __future__ import annotations

from pathlib import Path

import click

from vedette.cli.common import Bad, battle_argument, battle_of, read_bytes, set_option
from vedette.engine import Game, RecordError
from vedette.packs.drawing import map_svg, png

ENDINGS = (".svg", ".png")


@click.command("map")
@battle_argument
@click.option("-o", "--output", "output", required=True, metavar="FILE", help="FILE.svg or FILE.png")
@click.option("--record", "record", metavar="FILE", help="Show the position at the end of a record.")
@click.option("--whole", is_flag=True, help="The whole board, not only the area of play.")
@set_option
def map_command(battle_id: str, output: str, record: str | None, whole: bool, settings: dict[str, str]) -> None:
    """The board and its counters as a picture."""
    target = Path(output)
    if target.suffix.lower() not in ENDINGS:
        raise Bad(f"{output}: ends in neither .svg nor .png; name it so")
    battle = battle_of(battle_id)
    if record is None:
        game = Game.new(battle, seed=0, options=settings)
    else:
        game = _game_of(record, battle_id)
    view = game.view("")
    svg = map_svg(battle, view["units"], control=view["control"], whole=whole)
    if target.suffix.lower() == ".svg":
        target.write_text(svg, encoding="utf-8")
    else:
        target.write_bytes(png(svg))


def _game_of(record: str, battle_id: str) -> Game:
    try:
        game = Game.from_record(read_bytes(record))
    except RecordError as error:
        raise Bad(f"{record}, {error}; `vedette record verify` tells more") from None
    if game.battle.id != battle_id:
        raise Bad(f"{record}: is a record of {game.battle.id}, not of {battle_id}")
    return game
