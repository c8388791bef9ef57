"""The record: append-only JSON lines, chained so that a changed byte is named by its line.

The first line is the header. Every other line is an answer `{n, seat, decision, do, digest, chain}`, an undo
`{n, seat, undo, digest, chain}` (back to the state after entry `undo`), a resignation
`{n, seat, resign, digest, chain}`, a change to another edition of the pack `{n, seat, edition, digest, chain}`,
a unit set by agreement `{n, seat, overrule, digest, chain}` or the closing line
`{n, over, seed, chain}`. `chain` is the BLAKE2b of the previous chain and this line's other bytes. The state is the
fold of the record. In the record of one seat an answer that it may not know has `do` null and `sealed`, a
commitment, which the closing line opens.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec

from vedette.engine import carried, mail

FORMAT = 1
SIZE = 16


class RecordError(ValueError):
    """A record that does not hold: the line and what is wrong with it."""

    def __init__(self, line: int, reason: str) -> None:
        self.line = line
        self.reason = shortened(reason)
        super().__init__(f"line {line}: {self.reason}")


MOST = 400
"""Characters of a reason; a record may hold an answer of megabytes, which nobody wants to read again."""


def shortened(text: str, most: int = MOST) -> str:
    """A text, its middle left out where it is too long."""
    if len(text) <= most:
        return text
    half = most // 2 - 20
    return f"{text[:half]} ... ({len(text):,} letters in all) ... {text[-half:]}"


class Rules(msgspec.Struct, frozen=True):
    """Which rules a record was played by."""

    rulebook: str
    profile: str
    version: int


RULES_KEYS = Rules.__struct_fields__


class Dice(msgspec.Struct, frozen=True):
    """Where the dice of a record came from."""

    kind: Literal["seeded", "real", "pressed", "listed"]
    commitment: str | None = None


DICE_KEYS = Dice.__struct_fields__


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """What the first line must hold."""

    vedette: int
    rules: Rules
    battle: str
    pack: str
    pack_hash: str
    options: dict[str, Any]
    seats: dict[str, str]
    dice: Dice
    practice: bool
    seed: int | None = None
    position: dict[str, Any] | None = None
    for_: str | None = msgspec.field(default=None, name="for")


HUMAN = "human"
"""What the header says of the seat of a person."""
Note = Annotated[str, msgspec.Meta(pattern=r"\A[ -~]{0,120}\Z")]
"""A few plain words; nothing that a terminal would obey."""


class Answer(msgspec.Struct, frozen=True):
    """A line with an answer."""

    n: int
    seat: str
    decision: int
    do: str | None
    digest: str = ""
    sealed: str | None = None
    note: Note = ""
    """What befell the commander that should have answered."""
    planned: Note = ""
    """By which planner it found the plan that begins here."""


class Undo(msgspec.Struct, frozen=True):
    """A line that takes answers back."""

    n: int
    seat: str
    undo: int
    digest: str = ""
    consent: bool = False


class Resignation(msgspec.Struct, frozen=True):
    """A line by which a seat gives the game up; with consent a draw, which it offered and the other agreed to."""

    n: int
    seat: str
    resign: Literal[True]
    digest: str = ""
    consent: bool = False


class Values(msgspec.Struct, frozen=True):
    """A line from which the game is played by another edition of its pack."""

    n: int
    seat: str
    edition: str
    digest: str = ""
    consent: bool = False
    """Whether the other seat has agreed to it."""


class Overrule(msgspec.Struct, frozen=True):
    """A line by which a unit was set, said as a position file says it."""

    n: int
    seat: str
    overrule: dict[str, Any]
    digest: str = ""
    consent: bool = False
    """Whether the other seat has agreed to it."""


class Over(msgspec.Struct, frozen=True):
    """How the battle ended."""

    winner: str | None
    level: str
    points: int


class Closing(msgspec.Struct, frozen=True):
    """The last line of a battle that is over."""

    n: int
    over: Over | None
    seed: str | None = None
    secret: str | None = None
    open: dict[str, str] = {}
    position: dict[str, Any] | None = None


Entry = Answer | Undo | Resignation | Values | Overrule
Row = Entry | Closing
KINDS: dict[str, Any] = {"over": Closing, "undo": Undo, "resign": Resignation, "edition": Values, "overrule": Overrule}
"""Kinds of lines, by the key that no other has; a line without one is an answer."""


def header_of(row: dict[str, Any]) -> Header:
    """The header, checked. Raises RecordError."""
    try:
        return msgspec.convert(row, Header)
    except msgspec.ValidationError as error:
        raise RecordError(1, f"is no header of a record: {error}") from None


def row_of(line: int, row: dict[str, Any]) -> Row:
    """A line after the header, checked. Raises RecordError."""
    kind = next((kind for key, kind in KINDS.items() if key in row), Answer)
    try:
        found: Row = msgspec.convert(row, kind)
    except msgspec.ValidationError as error:
        raise RecordError(line, f"is no entry of a record: {error}") from None
    if found.n != line - 1:
        raise RecordError(line, f"is numbered {found.n} and should be {line - 1}")
    return found


class Agreed(msgspec.Struct, frozen=True):
    """How often the seats are said to have agreed to something, by what it was."""

    undos: int
    changes: int
    overrules: int


def agreed(rows: Sequence[dict[str, Any]]) -> Agreed:
    """The agreements that a record tells of."""
    told = [row for row in rows if row.get("consent") is True]
    undos = sum("undo" in row for row in told)
    overrules = sum("overrule" in row for row in told)
    return Agreed(undos, len(told) - undos - overrules, overrules)


def body(entry: dict[str, Any]) -> bytes:
    """An entry without its chain, as its bytes are chained."""
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":")).encode()


def link(previous: str, text: bytes) -> str:
    """The chain after a line."""
    return hashlib.blake2b(previous.encode() + text, digest_size=SIZE).hexdigest()


def chained(entry: dict[str, Any], previous: str) -> tuple[str, str]:
    """The line as written, and its chain."""
    text = body(entry)
    chain = link(previous, text)
    return f'{text[:-1].decode()},"chain":"{chain}"}}', chain


TAIL = len(',"chain":""}') + 2 * SIZE
"""Bytes of a line from its chain on."""


BLANKS = b" \t\r"
"""What editors and mails leave at the ends of lines, which changes nothing."""


def lines_of(text: str | bytes) -> list[bytes]:
    """The lines of a record, however it was carried; see `parts_of`. Raises MailError."""
    return parts_of(text)[0]


def parts_of(text: str | bytes) -> tuple[list[bytes], list[bytes]]:
    """The lines of a record, however it was carried: as the program writes it, with a byte order mark, the line ends
    of Windows or blanks around the lines, or in the form for a mail; and those behind it by which editions travel.

    Raises:
        MailError: a mail was harmed on its way.
    """
    data = text.encode(errors="surrogatepass") if isinstance(text, str) else text
    if mail.looks_like(data):
        data = mail.unwrapped(data)
    lines = data.removeprefix(mail.BOM).split(b"\n")
    while len(lines) > 1 and not lines[-1].strip():
        lines.pop()
    return carried.parted([line.strip(BLANKS) for line in lines])


def parsed(line: bytes) -> Any:
    """What a line says, chain and all. Raises ValueError or RecursionError."""
    return json.loads(line.decode())


def read(text: str | bytes) -> tuple[list[dict[str, Any]], RecordError | None]:
    """Every good line from the start, and what is wrong with the first bad one."""
    out: list[dict[str, Any]] = []
    previous = ""
    try:
        lines = lines_of(text)
    except mail.MailError as error:
        return [], RecordError(error.line, str(error))
    for i, line in enumerate(lines, 1):
        try:
            entry = parsed(line)
        except (ValueError, RecursionError):
            return out, RecordError(i, _broken(lines, i - 1))
        if not isinstance(entry, dict) or not isinstance(entry.get("chain"), str) or len(line) <= TAIL:
            return out, RecordError(i, "has no chain")
        chain = link(previous, line[:-TAIL] + b"}")
        if line[-TAIL:] != f',"chain":"{chain}"}}'.encode():
            return out, RecordError(i, "was changed: its bytes do not fit the chain")
        previous = chain
        entry.pop("chain")
        out.append(entry)
    if not out:
        return out, RecordError(1, "is empty")
    if out[0].get("vedette") != FORMAT:
        return [], RecordError(1, f"is no record of format {FORMAT}")
    return out, None


def linked(line: str, number: int, previous: str) -> tuple[dict[str, Any], str]:
    """A line as the program has written it, after one whose chain is known: what it says, and its own chain.

    Raises:
        RecordError: it does not follow.
    """
    data = line.encode()
    chain = link(previous, data[:-TAIL] + b"}")
    if data[-TAIL:] != f',"chain":"{chain}"}}'.encode():
        raise RecordError(number, "was changed: its bytes do not fit the chain")
    row: dict[str, Any] = json.loads(data)
    row.pop("chain")
    return row, chain


def _broken(lines: list[bytes], at: int) -> str:
    """What is wrong with a line that is no JSON."""
    line = lines[at]
    if line[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "is UTF-16 text; save the file as UTF-8"
    after = lines[at + 1] if at + 1 < len(lines) else b"{"
    if line.startswith(b"{") and not after.startswith(b"{"):
        return "is broken over several lines, as a mail does; `vedette record mail` writes a form that mails carry"
    if line.startswith(b">"):
        return "begins with the sign of a quoted mail; `vedette record mail` writes a form that mails carry"
    return "is cut off or is no JSON"


def sealed_text(nonce: bytes, text: str) -> str:
    """A commitment to an entry that a seat may not read yet."""
    return hashlib.blake2b(text.encode(), key=nonce, digest_size=16).hexdigest()


def nonce(secret: bytes, n: int) -> bytes:
    """What is mixed into the commitment of an entry, so that nobody can test guessed answers against it."""
    return hashlib.blake2b(b"nonce %d" % n, key=secret, digest_size=32).digest()


class Verdict(msgspec.Struct):
    """What a check of a record found (the JSON of `vedette record verify`)."""

    ok: bool
    entries: int
    rolls: int
    bad: dict[str, Any] | None = None
    over: bool = False
    """Whether the record has its closing line."""
    checked: tuple[str, ...] = ()
    """What could be checked: chain, commitments, entries, digests, rolls."""
    proved: tuple[str, ...] = ()
    """Which of chain, legality, dice and ended the record proves."""
    unproved: dict[str, str] = {}
    """What it does not prove, and why."""
