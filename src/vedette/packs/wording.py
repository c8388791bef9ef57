"""Words that somebody searches for: little words do not count, and a word finds its forms and what means the same."""

from __future__ import annotations

import csv
import io
import logging
import re
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

import msgspec

from .errors import PackError
from .files import read_file
from .find import home

LOGGER = logging.getLogger("vedette.packs")
OWN = "synonyms.csv"
"""The file in the owner's folder with words of his own."""

WORD = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")
ENDINGS = ("ations", "ation", "ings", "ing", "ers", "ies", "ied", "ed", "er", "es", "s", "y", "e")
SHORT = 3
"""A word of so many letters is looked for at the beginning of a word only: "win" is not in "following"."""


class Text(msgspec.Struct, frozen=True):
    """What is searched through: as it stands, and the stems of its words."""

    plain: str
    stems: frozenset[str]


class Wanted(msgspec.Struct, frozen=True):
    """One word of a search with what means the same."""

    word: str
    like: tuple[str, ...]
    """Words or phrases that mean the same."""

    def said(self, text: Text) -> bool:
        """Whether it stands there as a word, in any of its forms."""
        return stem(self.word) in text.stems

    def named(self, text: Text) -> bool:
        """Whether it stands there as a word, in any of its forms, or what means the same does."""
        return self.said(text) or any(_stands(other, text) for other in self.like)

    def found(self, text: Text) -> bool:
        """Whether it stands there at all, within a word too."""
        return self.named(text) or _within(self.word, text.plain)


def _within(word: str, plain: str) -> bool:
    return re.search(rf"\b{re.escape(word)}", plain) is not None if len(word) <= SHORT else word in plain


def _stands(phrase: str, text: Text) -> bool:
    return phrase in text.plain if " " in phrase else stem(phrase) in text.stems


def text_of(*parts: str) -> Text:
    """Something to be searched through."""
    plain = " ".join(parts).lower()
    return Text(plain, frozenset(stem(word) for word in re.findall(r"[^\W_]+", plain)))


def wanted(words: str) -> tuple[Wanted, ...]:
    """What a search looks for; the little words too where there are no others."""
    said = words.lower().split()
    bare = [found[0] if (found := WORD.search(word)) and not any(c.isdigit() for c in word) else word for word in said]
    known = meanings()
    every = [Wanted(word, known.get(word) or known.get(stem(word), ())) for word in bare if known.get(word) != ()]
    return tuple(every) or tuple(Wanted(word, ()) for word in said)


@lru_cache(maxsize=10_000)
def stem(word: str) -> str:
    """A word without its ending: "moves", "moving" and "moved" are one."""
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= SHORT:
            rest = word.removesuffix(ending)
            doubled = len(rest) > SHORT and rest[-1] == rest[-2] and rest[-1] not in "lsfz"
            return rest[:-1] if doubled else rest
    return word


def meanings() -> dict[str, tuple[str, ...]]:
    """What people say and what the rules call it: `synonyms.csv` beside the cases, and over it the owner's own file of
    that name in his folder. Little words mean nothing; forms of a word are one, but for the little words.
    """
    own = home() / OWN
    try:
        return _meanings(own, own.stat().st_mtime_ns)
    except OSError:
        return _meanings(own, 0)


@lru_cache(maxsize=2)
def _meanings(own: Path, changed: int) -> dict[str, tuple[str, ...]]:
    """The same of one state of the owner's file; 0 where there is none."""
    file = files("vedette").joinpath("rules", "cases", "synonyms.csv")
    found = _read(file.read_text(encoding="utf-8"))
    if changed:
        try:
            found |= _read(read_file(own, str(own)).decode("utf-8"))
        except (PackError, UnicodeError, csv.Error) as error:
            LOGGER.warning("%s is left out: %s", own, error)
    return {stem(word): means for word, means in found.items() if means} | found


def _read(text: str) -> dict[str, tuple[str, ...]]:
    """Rows of word and what it means, several parted by semicolons; a row that has no word says nothing."""
    rows = csv.DictReader(io.StringIO(text))
    found = {(row.get("word") or "").strip().lower(): (row.get("means") or "").lower() for row in rows}
    split = {word: tuple(filter(None, (one.strip() for one in means.split(";")))) for word, means in found.items()}
    return {word: means for word, means in split.items() if word}
