"""A record in a form that mails carry: packed, in short lines of plain letters between two marks.

Whatever a mail does to it on the way is undone when it is read: other line ends, a byte order mark, signs of quoting,
spaces at the ends of lines, words before and after.
"""

from __future__ import annotations

import base64
import binascii
import zlib

BEGIN = b"-----BEGIN VEDETTE RECORD-----"
END = b"-----END VEDETTE RECORD-----"
BOM = b"\xef\xbb\xbf"
WIDTH = 64
MOST = 1 << 28
"""Bytes that a record may unpack to."""
SIGNS = b"> \t\r|"
"""What a mail sets before or after a line."""


class MailError(ValueError):
    """A record in the form for a mail that cannot be read: the line and what is wrong with it."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line = line


def wrapped(record: str | bytes) -> str:
    """A record in the form for a mail."""
    data = record.encode() if isinstance(record, str) else record
    letters = base64.b64encode(zlib.compress(data, 9)).decode()
    lines = (letters[at : at + WIDTH] for at in range(0, len(letters), WIDTH))
    return "\n".join((BEGIN.decode(), *lines, END.decode())) + "\n"


def looks_like(data: bytes) -> bool:
    """Whether a file holds a record in this form. A record as the program writes it has no such line."""
    return any(line.strip(SIGNS + BOM) == BEGIN for line in data.split(b"\n")) if BEGIN in data else False


def unwrapped(data: bytes) -> bytes:
    """The record of a mail. Raises MailError."""
    lines = [line.strip(SIGNS + BOM) for line in data.split(b"\n")]
    begin = lines.index(BEGIN)
    if END not in lines[begin:]:
        raise MailError(len(lines), f"is the last, and {END.decode()} does not come: the mail was cut off")
    end = lines.index(END, begin)
    try:
        packed = base64.b64decode(b"".join(lines[begin + 1 : end]), validate=True)
        unpacker = zlib.decompressobj()
        record = unpacker.decompress(packed, MOST)
    except (binascii.Error, zlib.error):
        raise MailError(begin + 2, "begins a record that was changed on the way: it cannot be unpacked") from None
    if not unpacker.eof or unpacker.unused_data:
        raise MailError(begin + 2, "begins a record that is cut off, too long or has something behind it")
    return record
