"""`vedette record show|verify|mail|export FILE`: a record as a log to read, its check, and forms to send it in."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import click
import msgspec

from vedette.cli import editions
from vedette.cli.common import Bad, end_words, json_option, outcome_json, print_json, read_bytes, read_text, table
from vedette.cli.position import Walk
from vedette.cli.referee import event_line
from vedette.engine import Game, RecordError, mail
from vedette.engine.archive import carried_with, verify
from vedette.engine.chance import Listed
from vedette.engine.fitting import battle_of
from vedette.engine.record import Verdict, header_of, parts_of, read
from vedette.engine.shelf import Shelf
from vedette.engine.words import counted

OPEN = 3
"""Exit status of a check that found nothing wrong and not everything proved."""
PROVED = {
    "chain": "every line fits the one before it, byte by byte",
    "legality": "every answer was allowed, and every state is the one that its line names",
    "dice": "every roll and draw is that of the seed committed to",
    "ended": "the battle is over, and ended as the record says",
}
"""What is told of each claim that holds."""
MARKUP: Mapping[str, Literal["markdown", "bbcode"]] = {".md": "markdown", ".bbcode": "bbcode"}
"""What a forum takes, by the ending of a file."""

Told = list[tuple[dict[str, Any], list[dict[str, Any]]]]
"""Each entry of a record with the events that it caused, worded when they happened."""


@click.group()
def record() -> None:
    """Read or check the record of a game."""


@record.command("verify")
@click.argument("file", metavar="FILE")
@json_option
def verify_command(file: str, as_json: bool) -> int:
    """Tell one by one what a record proves: chain, legality, dice, that the battle ended.

    Exit status 0: all of it; 1: something is wrong, and the first bad line is named; 3: nothing is wrong, but not all
    is proved (a battle that goes on, dice that people rolled).
    """
    data = read_bytes(file)
    verdict = verify(data, editions.shelf())
    if verdict.ok:
        editions.keep(read(data)[0])
    if as_json:
        print_json(msgspec.to_builtins(verdict))
    else:
        _judge(file, verdict)
    return OPEN if verdict.ok and verdict.unproved else 0 if verdict.ok else 1


def _judge(file: str, verdict: Verdict) -> None:
    """The verdict in words."""
    if verdict.ok:
        whole = "" if not verdict.unproved else "; not everything is proved"
        found = counted(verdict.entries, "entry", "entries"), counted(verdict.rolls, "roll or draw", "rolls and draws")
        click.echo(f"{file}: good, {', '.join(found)}{whole}")
    else:
        bad = verdict.bad or {}
        before = counted(verdict.entries, "entry before it is", "entries before it are")
        good = f"the {before} good" if verdict.entries else "nothing before it counts"
        click.echo(f"{file}, line {bad.get('line')}: {bad.get('reason')}; {good}")
    told = [(claim, "proved", PROVED[claim]) for claim in verdict.proved]
    told += [(claim, "not proved", why) for claim, why in verdict.unproved.items()]
    order = [*PROVED, *verdict.unproved]
    click.echo(table(("", claim, how, why) for claim, how, why in sorted(told, key=lambda row: order.index(row[0]))))


@record.command("mail")
@click.argument("file", metavar="FILE")
@click.option("-o", "--output", "output", metavar="FILE", help="Write there; without it to standard output.")
def mail_command(file: str, output: str | None) -> None:
    """Write a record in a form that mails carry; whatever reads a record reads it.

    Given such a form, or a record with the line ends of Windows, it is the same record again.
    """
    data = read_bytes(file)
    rows, bad = read(data)
    if bad is not None:
        raise Bad(f"{file}, {bad}; only a good record is sent on")
    lines, behind = parts_of(data)
    made = mail.wrapped(b"\n".join([*lines, *behind]) + b"\n")
    if output is None:
        click.echo(made, nl=False)
    else:
        Path(output).write_text(made, encoding="ascii", newline="\n")
        many = counted(len(rows) - 1, "line", "lines")
        click.echo(f"{output}: {many} of a battle, to be sent as the text of a mail or beside it")


@record.command("export")
@click.argument("file", metavar="FILE")
@click.option("-o", "--output", "output", required=True, metavar="FILE", help="Write there.")
@editions.edition_option
def export_command(file: str, output: str, with_edition: bool) -> None:
    """A record as the program writes it, with or without the values it was played by.

    Charts and counters behind it let somebody read it whose pack or own values are others.
    """
    data = read_bytes(file)
    rows, bad = read(data)
    if bad is not None:
        raise Bad(f"{file}, {bad}; only a good record is sent on")
    lines = [line.decode() for line in parts_of(data)[0]]
    if with_edition:
        lines += editions.lines(rows, carried_with(data, editions.shelf()).shelf)
    Path(output).write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
    click.echo(f"{output}: {counted(len(rows) - 1, 'line', 'lines')} of a battle" + ", and its values" * with_edition)


@record.command("show")
@click.argument("file", metavar="FILE")
@json_option
def show_command(file: str, as_json: bool) -> int:
    """A record as a log, as far as it is good."""
    data = read_bytes(file)
    verdict = verify(data, editions.shelf())
    rows, _ = read(data)
    bad = verdict.bad
    if not rows or (bad is not None and bad["line"] == 1):
        assert bad is not None
        raise Bad(f"{file}, line {bad['line']}: {bad['reason']}; nothing of it can be shown")
    editions.keep(rows)
    game, told = _told(rows, verdict, carried_with(data, editions.shelf()).shelf)
    if as_json:
        print_json(_document(rows[0], game, told, bad))
    else:
        _tell(rows[0], game, told)
        if bad is not None:
            click.echo(f"\n{file}, line {bad['line']}: {bad['reason']}; shown is what comes before it")
    return 0 if bad is None else 1


@record.command("report")
@click.argument("file", metavar="FILE")
@click.option(
    "-o",
    "--output",
    "output",
    required=True,
    metavar="FILE",
    help="FILE.html; FILE.txt for the log alone; FILE.md or FILE.bbcode for a forum.",
)
@click.option(
    "--captions", "captions", metavar="FILE.toml", help='Words of your own by turn, for a forum: 3 = "He came on."'
)
def report_command(file: str, output: str, captions: str | None) -> None:
    """A record as one page: summary, a picture a turn, the log. Or as a text that a forum takes.

    That of one seat whose battle goes on is told from its view.
    """
    target = Path(output)
    ending = target.suffix.lower()
    if ending not in (".html", ".txt", *MARKUP):
        raise Bad(f"{output}: ends in none of .html, .txt, .md, .bbcode; name it so")
    if captions and ending not in MARKUP:
        raise Bad(f"{output}: captions stand in a text for a forum; name it .md or .bbcode")
    words = _captions(captions) if captions else {}
    # Here, for the server behind it is 140 ms of the 300 that `record verify` would take to begin.
    from vedette.table import report, retold, sealed
    from vedette.table.log import ALL, Log
    from vedette.table.messages import Refused

    data = read_bytes(file)
    try:
        if reader := sealed.seat_of(data):
            game, log, left = sealed.told(data, editions.shelf())
        else:
            game, left = Game.from_record(data, editions.shelf()), 0
            reader, log = ALL, Log(game, (ALL,))
    except RecordError as error:
        raise Bad(f"{file}, {error}; `vedette record verify` tells more") from None
    editions.keep(read(data)[0])
    try:
        if kind := MARKUP.get(ending):
            text = retold.markup(game, log, reader, kind, words)
        else:
            text = (report.page if ending == ".html" else report.text)(game, log, reader)
    except Refused as error:
        raise Bad(f"{captions}: {error.reason}") from None
    target.write_text(text, encoding="utf-8")
    if reader != ALL:
        click.echo(
            f"{file}: unfinished, told as {reader} knows it"
            + (f"; its last {counted(left, 'entry is', 'entries are')} not" * bool(left))
        )


def _captions(file: str) -> dict[str, str]:
    """Words by turn, and those of the beginning and the end."""
    try:
        return msgspec.convert(tomllib.loads(read_text(file)), dict[str, str])
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, RecursionError) as error:
        raise Bad(
            f'{file}: {error}; write begin = "WORDS", 3 = "WORDS", end = "WORDS", the numbers those of turns'
        ) from None


def _told(rows: list[dict[str, Any]], verdict: Verdict, shelf: Shelf) -> tuple[Game | None, Told]:
    """The good entries played once more, each with its events; without a game where they are sealed."""
    entries = [row for row in rows[1 : verdict.entries + 1] if "over" not in row]
    if "entries" not in verdict.checked and verdict.ok:
        return None, [(row, []) for row in entries]
    header = rows[0]
    closing = rows[-1] if "over" in rows[-1] else {}
    game = Game.new(
        battle_of(header_of(header), shelf),
        options=header["options"],
        position=header.get("position", closing.get("position")),
        chance=Listed(),
    )
    walk = Walk(game, [])
    walk.tell(game.start_events)
    told: Told = [({"n": 0, "seat": None}, list(walk.events))]
    for row in entries:
        seen = len(walk.events)
        if "undo" in row:
            game.undo(row["seat"], to=row["undo"], consent=True)
        elif "edition" in row:
            walk.tell(game.change_values(shelf.battle(game.battle.id, row["edition"]), row["seat"]))
        elif "overrule" in row:
            walk.tell(game.overrule(row["overrule"], row["seat"], consent=row.get("consent", False)))
        elif "resign" in row:
            walk.tell(game.resign(row["seat"]))
        else:
            do = row["do"] if row["do"] is not None else closing.get("open", {}).get(str(row["n"]), "")
            walk.tell(game.play(do, row["seat"]))
            row = {**row, "do": do}
        told.append((row, walk.events[seen:]))
    return game, told


def _document(header: dict[str, Any], game: Game | None, told: Told, bad: dict[str, Any] | None) -> dict[str, Any]:
    return {
        "header": header,
        "entries": [{**row, "events": events} for row, events in told],
        "outcome": outcome_json(game.outcome) if game else None,
        "bad": bad,
    }


def _tell(header: dict[str, Any], game: Game | None, told: Told) -> None:
    click.echo(f"{header['battle']}, rules {header['rules']['profile']} version {header['rules']['version']}")
    for row, events in told:
        if "undo" in row:
            click.echo(f"{row['n']:>5}  {row['seat']}: takes back all after entry {row['undo']}")
        elif "edition" in row:
            click.echo(f"{row['n']:>5}  {row['seat']}: other values" + ", by agreement" * row.get("consent", False))
        elif "overrule" in row:
            click.echo(f"{row['n']:>5}  {row['seat']}: sets a unit" + ", by agreement" * row.get("consent", False))
        elif "resign" in row:
            click.echo(f"{row['n']:>5}  {row['seat']}: resigns")
        elif row["seat"]:
            note = f" ({row['note']})" if row.get("note") else ""
            click.echo(f"{row['n']:>5}  {row['seat']}: {row['do'] or '(sealed)'}{note}")
        for event in events:
            click.echo(f"         {event_line(event)}")
    if game is not None and game.outcome is not None:
        click.echo(f"\n{end_words(game.outcome)}")
