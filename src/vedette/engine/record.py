"""The record: append-only JSON lines, chained so that a changed byte is named by its line.

Line 0 is the header. Every other line is an entry `{n, seat, decision, do, digest, chain}`, an undo
`{n, seat, undo, digest, chain}` or the closing line `{n, over, seed, chain}`. `chain` is the BLAKE2b of the
previous chain and this line's other bytes. The state is the fold of the record.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

import msgspec

FORMAT = 1
SIZE = 16


class RecordError(ValueError):
    """A record that does not hold: the line and what is wrong with it."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


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


_TAIL = len(',"chain":""}') + 2 * SIZE


def read(text: str) -> tuple[list[dict[str, Any]], RecordError | None]:
    """Every good line from the start, and what is wrong with the first bad one."""
    out: list[dict[str, Any]] = []
    previous = ""
    lines = text.split("\n")
    whole = lines[-1] == ""
    for i, line in enumerate(lines[:-1] if whole else lines):
        try:
            entry = json.loads(line)
        except ValueError:
            return out, RecordError(i + 1, "is cut off or is no JSON")
        if not isinstance(entry, dict) or not isinstance(entry.get("chain"), str) or len(line) <= _TAIL:
            return out, RecordError(i + 1, "has no chain")
        bare = (line[:-_TAIL] + "}").encode()
        chain = link(previous, bare)
        if line[-_TAIL:] != f',"chain":"{chain}"}}':
            return out, RecordError(i + 1, "was changed: its bytes do not fit the chain")
        previous = chain
        entry.pop("chain")
        out.append(entry)
    if not out:
        return out, RecordError(1, "is empty")
    if out[0].get("vedette") != FORMAT:
        return [], RecordError(1, f"is no record of format {FORMAT}")
    return out, None


def sealed_text(nonce: bytes, text: str) -> str:
    """A commitment to an entry that a seat may not read yet."""
    return hashlib.blake2b(text.encode(), key=nonce, digest_size=16).hexdigest()


class Verdict(msgspec.Struct):
    """What a check of a record found (the JSON of `vedette record verify`)."""

    ok: bool
    entries: int
    rolls: int
    bad: dict[str, Any] | None = None
