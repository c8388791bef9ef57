"""One kind of error for everything wrong in a pack: file, place, what, and how to mend it, on one line."""

from __future__ import annotations

from vedette.engine.content import listed

__all__ = ["PackError", "UnknownBattle", "fault", "listed"]


class PackError(ValueError):
    """A pack, an overlay or the name of a battle cannot be used; the text is one line for a person."""


class UnknownBattle(PackError):
    """There is no battle of this id."""


def fault(file: str, what: str, mend: str, *, line: int | None = None, column: str | None = None) -> PackError:
    """An error that names file, line, column and mend."""
    place = file
    if line is not None:
        place += f", line {line}"
    if column is not None:
        place += f", column {column}"
    return PackError(" ".join(f"{place}: {what}; {mend}".split()))
