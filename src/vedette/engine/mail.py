"""A record in a form that survives e-mail: packed, in short lines of plain letters between two marks.

Whatever e-mail does to it on the way is undone when it is read: other line ends, a byte order mark, signs of quoting,
spaces at the ends of lines, words before and after.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib

BEGIN = b"-----BEGIN VEDETTE RECORD-----"
END = b"-----END VEDETTE RECORD-----"
BOM = b"\xef\xbb\xbf"
WIDTH = 64
MOST = 1 << 28
"""Bytes that a record may unpack to."""
DASH = rb"(?:-|\xe2\x80[\x93\x94])"
MARK = re.compile(rb"(BEGIN|END)(?:\s|\xc2\xa0)VEDETTE(?:\s|\xc2\xa0)RECORD" + DASH)
"""A mark as e-mail may leave it: two dashes joined into one, its spaces made non-breaking."""
SIGNS = re.compile(rb"[>|\s]|\xc2\xa0|\xef\xbb\xbf|" + DASH)
"""What e-mail may add before, after and within lines; none of it is a letter of the form."""


class MailError(ValueError):
    """A record in the form for a mail that cannot be read: the line and what is wrong with it."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line = line


def wrapped(record: str | bytes) -> str:
    """A record in the form for e-mail."""
    data = record.encode() if isinstance(record, str) else record
    letters = base64.b64encode(zlib.compress(data, 9)).decode()
    lines = (letters[at : at + WIDTH] for at in range(0, len(letters), WIDTH))
    return "\n".join((BEGIN.decode(), *lines, END.decode())) + "\n"


def looks_like(data: bytes) -> bool:
    """Whether a file holds a record in this form. A record as the program writes it begins with a brace."""
    return not data.removeprefix(BOM).lstrip().startswith(b"{") and MARK.search(data) is not None


def _mark(data: bytes, word: bytes, at: int) -> re.Match[bytes] | None:
    return next((found for found in MARK.finditer(data, at) if found[1] == word), None)


def _line(data: bytes, at: int) -> int:
    """The line in which a byte stands."""
    return data.count(b"\n", 0, at) + 1


def unwrapped(data: bytes) -> bytes:
    """The record of a mail. Raises MailError."""
    begin = _mark(data, b"BEGIN", 0)
    if begin is None:
        raise MailError(1, f"comes without {BEGIN.decode()} before it: the mail was cut off")
    letters, after = _letters(data, begin)
    first = _line(data, begin.end()) + 1
    while (again := _mark(data, b"BEGIN", after)) is not None:
        other, after = _letters(data, again)
        if other != letters:
            raise MailError(_line(data, again.end()), "begins another record: keep the one that is meant")
    try:
        packed = base64.b64decode(letters, validate=True)
        unpacker = zlib.decompressobj()
        record = unpacker.decompress(packed, MOST)
    except (binascii.Error, zlib.error):
        raise MailError(first, "begins a record that was changed on the way: it cannot be unpacked") from None
    if not unpacker.eof or unpacker.unused_data:
        raise MailError(first, "begins a record that is cut off, too long or has something behind it")
    return record


def _letters(data: bytes, begin: re.Match[bytes]) -> tuple[bytes, int]:
    """The letters behind a mark, and where they end; an encoded = is turned back into one. Raises MailError."""
    end = _mark(data, b"END", begin.end())
    if end is None:
        words = f"is the last, and {END.decode()} does not come: the mail was cut off"
        raise MailError(_line(data, len(data)), words)
    return SIGNS.sub(b"", data[begin.end() : end.start()]).replace(b"=3D", b"="), end.end()
