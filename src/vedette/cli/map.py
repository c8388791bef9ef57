"""`vedette map BATTLE -o FILE`: the board as SVG, PNG or PDF; counters, charts and order of battle to print."""

from __future__ import annotations

from pathlib import Path

import click

from vedette.cli.common import Bad, battle_argument, battle_of, read_bytes, set_option
from vedette.cli.editions import shelf
from vedette.engine import Game, Playable, RecordError
from vedette.packs import printing, rulebook
from vedette.packs.drawing import map_svg, png

ENDINGS = (".svg", ".png", ".pdf")
WHATS = ("board", "key", "counters", "charts", "forces")
PICTURES = ("board", "key")
"""What can be a picture too."""
PAPERS = ("a4", "a3", "a2", "a1", "a0", "letter", "legal", "tabloid", "poster")
"""`packs.printing.PAPERS`, and one page as large as the board."""
HEX = 20.0
"""Millimetres of a hex from side to side, which makes counters of 16."""
SMALLEST, LARGEST = 5.0, 100.0
BOARD_ONLY = {"record": "--record", "whole": "--whole", "bare": "--no-counters"}
"""What only the board has, by its parameter."""


@click.command("map")
@battle_argument
@click.option("-o", "--output", "output", required=True, metavar="FILE", help="FILE.svg, FILE.png or FILE.pdf")
@click.option(
    "--print",
    "what",
    type=click.Choice(WHATS),
    default="board",
    show_default=True,
    help="The board; the key to its signs; or as PDF all counters to cut out, the charts, the order of battle.",
)
@click.option("--record", "record", metavar="FILE", help="Show the position at the end of a record.")
@click.option("--whole", is_flag=True, help="The whole board, not only the area of play.")
@click.option("--no-counters", "bare", is_flag=True, help="The board without counters and flags.")
@click.option("--paper", type=click.Choice(PAPERS), help="PDF: the paper; a4 where none is named.")
@click.option("--hex", "hex", type=float, metavar="MM", help=f"PDF: a hex from side to side; {HEX:g} mm.")
@set_option
@click.pass_context
def map_command(
    context: click.Context,
    battle_id: str,
    output: str,
    what: str,
    record: str | None,
    whole: bool,
    bare: bool,
    paper: str | None,
    hex: float | None,
    settings: dict[str, str],
) -> None:
    """The board and its counters as a picture, or on paper."""
    target = Path(output)
    _fits(context, target, what)
    battle = battle_of(battle_id)
    if what == "board":
        game = _game(battle, record, settings)
        data = _board(game, target.suffix.lower(), whole, bare, paper or "a4", hex or HEX)
    elif what == "key":
        data = _key(battle, settings, target.suffix.lower(), paper or "a4")
    else:
        data = _printed(battle, what, settings, paper or "a4", hex or HEX)
    target.write_bytes(data)


def _fits(context: click.Context, target: Path, what: str) -> None:
    """Refuses what does not go together."""
    given, ending = context.params, target.suffix.lower()
    if ending not in ENDINGS:
        raise Bad(f"{target}: ends in neither .svg, .png nor .pdf; name it so")
    if what != "board":
        if ending != ".pdf" and what not in PICTURES:
            raise Bad(f"{target}: {what} are printed as .pdf; name it so")
        if wrong := next((option for name, option in BOARD_ONLY.items() if given[name]), None):
            raise Bad(f"{wrong}: is for the board, not for --print {what}; leave it out")
        if given["paper"] == "poster":
            raise Bad(f"--paper poster: is for the board, not for --print {what}; name a size such as a4")
    if what in ("key", "charts", "forces") and given["hex"] is not None:
        raise Bad(f"--hex: {what} {'has' if what == 'key' else 'have'} no hexes; leave it out")
    if ending != ".pdf" and (
        wrong := next((f"--{name}" for name in ("paper", "hex") if given[name] is not None), None)
    ):
        raise Bad(f"{wrong}: is for .pdf; {target} has no paper")
    if given["hex"] is not None and not SMALLEST <= given["hex"] <= LARGEST:
        raise Bad(f"--hex {given['hex']:g}: a hex is printed {SMALLEST:g} to {LARGEST:g} mm wide")


def _board(game: Game, ending: str, whole: bool, bare: bool, paper: str, hex: float) -> bytes:
    battle, view = game.battle, game.view("")
    track = printing.track_of(battle, view, game.header["options"])
    if bare:
        svg = map_svg(battle, whole=whole, flags=False, track=track)
    else:
        svg = map_svg(battle, view["units"], control=view["control"], whole=whole, track=track)
    if ending == ".svg":
        return svg.encode()
    if ending == ".png":
        return png(svg)
    key = printing.key_of(battle, game.header["options"])
    return printing.board_pdf(battle, svg, sheet=paper, hex=hex, key=key)


def _key(battle: Playable, settings: dict[str, str], ending: str, paper: str) -> bytes:
    options = rulebook(battle.rulebook).options(battle, settings)
    if ending == ".pdf":
        return printing.key_pdf(battle, options, sheet=paper)
    svg = printing.key_of(battle, options)
    return svg.encode() if ending == ".svg" else png(svg)


def _printed(battle: Playable, what: str, settings: dict[str, str], paper: str, hex: float) -> bytes:
    options = rulebook(battle.rulebook).options(battle, settings)
    if what == "counters":
        return printing.counters_pdf(battle, options, sheet=paper, hex=hex)
    if what == "charts":
        return printing.charts_pdf(battle, sheet=paper)
    return printing.forces_pdf(battle, options, sheet=paper)


def _game(battle: Playable, record: str | None, settings: dict[str, str]) -> Game:
    """The battle at its start, or where a record leaves it."""
    if record is None:
        return battle.new_game(seed=0, options=settings)
    try:
        game = Game.from_record(read_bytes(record), shelf())
    except RecordError as error:
        raise Bad(f"{record}, {error}; `vedette record verify` tells more") from None
    if game.battle.id != battle.id:
        raise Bad(f"{record}: is a record of {game.battle.id}, not of {battle.id}")
    return game
