"""Words that somebody searches for: little words do not count, and a word finds its forms and what means the same."""

from __future__ import annotations

import csv
import io
import re
from functools import lru_cache
from importlib.resources import files

import msgspec

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


@lru_cache(maxsize=1)
def meanings() -> dict[str, tuple[str, ...]]:
    """What people say and what the rules call it, from `synonyms.csv` beside the cases; little words mean nothing.

    Forms of a word are one, but for the little words.
    """
    file = files("vedette").joinpath("rules", "cases", "synonyms.csv")
    rows = list(csv.DictReader(io.StringIO(file.read_text(encoding="utf-8"))))
    found = {row["word"]: tuple(row["means"].split(";")) if row["means"] else () for row in rows}
    return {stem(word): means for word, means in found.items() if means} | found
