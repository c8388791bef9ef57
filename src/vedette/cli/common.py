"""What the commands share: options, one JSON document on stdout, plain tables, errors of one line."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click
import msgspec

from vedette import staff
from vedette.engine import Battle, ContentError, OptionError, Playable, PositionError, RecordError
from vedette.engine.outcome import Outcome
from vedette.engine.outcome import outcome_json as in_json
from vedette.engine.record import shortened
from vedette.packs import PackError, load

F = TypeVar("F", bound=Callable[..., Any])

BAD_INPUT = (PackError, ContentError, OptionError, PositionError, RecordError)
"""Errors whose text is already one line for a person."""


class Bad(click.ClickException):
    """Bad input: the message names file, place and mend."""


def one_line(text: str) -> str:
    """A text on one line."""
    return " ".join(text.split())


WORD, MOST = 400, 2_000
"""Letters of a word, and of a message, that are told whole."""


def clipped(message: str) -> str:
    """A message in which the middle of a word of hundreds of letters is left out: a path, an answer of megabytes."""
    words = (w if len(w) <= WORD else f"{w[:200]}...{w[-150:]}" for w in message.split(" "))
    return shortened(" ".join(words), MOST)


def _settings(ctx: click.Context, parameter: click.Parameter, values: Sequence[str]) -> dict[str, str]:
    found = {}
    for value in values:
        name, equals, text = value.partition("=")
        if not equals or not name.strip():
            raise click.BadParameter(f"{value!r} is not NAME=VALUE")
        found[name.strip()] = text.strip()
    return found


def set_option(function: F) -> F:
    """`--set NAME=VALUE`: an option of the game, as often as wanted."""
    words = "An option of the game; `vedette battles` lists them."
    add = click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", callback=_settings, help=words)
    return add(function)


def json_option(function: F) -> F:
    """`--json`: one JSON document instead of text."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")(function)


def battle_argument(function: F) -> F:
    """BATTLE, such as kernstown/the-stone-wall."""
    return click.argument("battle_id", metavar="BATTLE")(function)


def battle_of(battle_id: str) -> Playable:
    """The battle of an id."""
    return load(battle_id)


def tell_of_generals(who: Iterable[str], battle: Battle, options: Mapping[str, str] | None = None) -> None:
    """Say on stderr where a general has no value that was learned, or plays as the adjutant."""
    if line := staff.told(who, battle, options):
        click.echo(line, err=True)


def print_json(document: Any) -> None:
    """One JSON document on stdout."""
    click.echo(msgspec.json.encode(document).decode())


def table(rows: Iterable[Sequence[object]], gap: str = "  ") -> str:
    """Rows in columns as wide as their widest cell."""
    cells = [["" if c is None else str(c) for c in row] for row in rows]
    if not cells:
        return ""
    widths = [max(len(row[i]) if i < len(row) else 0 for row in cells) for i in range(max(map(len, cells)))]
    return "\n".join(gap.join(c.ljust(w) for c, w in zip(row, widths, strict=False)).rstrip() for row in cells)


MOST_BYTES = 1 << 28
"""What is read of a file: more than any record has, less than a device without an end."""


def read_bytes(file: str) -> bytes:
    """A file ("-" is standard input), a pipe or a device, as far as it is no larger than anything of use."""
    try:
        if file == "-":
            data = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with Path(file).open("rb") as opened:
                data = opened.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise Bad(f"{file}: there is no such file; check the name") from None
    except IsADirectoryError:
        raise Bad(f"{file}: is a folder; name a file in it") from None
    if len(data) > MOST_BYTES:
        raise Bad(f"{file}: has more than {MOST_BYTES:,} bytes; no record or position has")
    return data


def read_text(file: str) -> str:
    """A text file, with or without the byte order mark that editors on Windows write."""
    data = read_bytes(file)
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        kind = (
            "is UTF-16 text" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else f"byte {error.start + 1} is no UTF-8 text"
        )
        raise Bad(f"{file}: {kind}; save the file as UTF-8") from None


def outcome_json(outcome: Outcome | None) -> Any:
    """How a game ended, JSON-ready."""
    return None if outcome is None else in_json(outcome)


def end_words(outcome: Outcome) -> str:
    """How a game ended, in words: the level, and the case or who has given up."""
    return f"{outcome.level} ({f'the {outcome.resigned} side resigned' if outcome.resigned else outcome.cite})"
