"""What is wrong with a text that players read, whatever it says: empty slots, doubled marks, raw ids, wrong numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from vedette.engine.procedure import BY_NAME

NOUNS = (
    "hex", "point", "step", "unit", "gun", "round", "turn", "leader", "column", "chit", "time", "test", "die",
    "battery", "brigade", "way", "shift", "hit", "regiment", "loss", "answer", "hour", "mile", "place", "replay",
    "stack",
)  # fmt: skip
"""What is counted in texts."""
PLURALS = {"battery": "batteries", "die": "dice", "hex": "hexes", "loss": "losses"}
ONE_OF_MANY = re.compile(
    rf"(?<![\w.,:/½¼¾+\-−])1 (?:{'|'.join(PLURALS.get(noun, noun + 's') for noun in NOUNS)}|others|are)\b"
)
MANY_OF_ONE = re.compile(rf"(?<![\w.,:/½¼¾+\-−])(?!1 )\d+ (?:{'|'.join(NOUNS)})\b(?![-’'])")
ORDINAL = re.compile(r"\b(?:turn|column|row|hex|die|dice|rolled|number|box|level|case|in|to|of|and|is|at|,) \d+ \w+$")
"""A number in front of a noun that counts nothing: "rolled 3, turn 4 step"."""
EMPTY = re.compile(r"^\s|\s$|\s{2}|\s[,.;?!)]|\s:(?! \d)|[(\[]\s|\(\)|\[\]|''|\"\"|“”")
DANGLING = re.compile(r"(?:[:,;=(]|(?<![-\w])(?:by|(?<!where )to|of|with|the|a|and|or|against))$")
DOUBLED = re.compile(r"[,;:]{2}|\?[.?,;:]|[.!]\.(?!\.)|[,;:]\s[,;:]|\+ \+|\b([A-Za-z]{2,}) \1\b")
RAW = re.compile(r"\b(?:None|True|False|nan)\b|[{}>_]|<(?!1\b)|\\|(?<![\w])-1 (?:hex|of)")
SEATS = re.compile(r"\b(?:union|confederate)\b")
HYPHENED = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)+")
PLAIN = frozenset({"set-up", "break-test", "chit-draw", "close-combat"})
"""Internal names that are plain words as well."""


def flaws(text: str, internal: frozenset[str] = frozenset()) -> Iterator[str]:
    """What is wrong with a text.

    Args:
        internal: names of the program itself (kinds of events and questions) that no player is to read.
    """
    if found := EMPTY.search(text):
        yield f"an empty slot at {found.start()}: {text!r}"
    if DANGLING.search(text):
        yield f"it breaks off: {text!r}"
    if found := DOUBLED.search(text):
        yield f"{found.group()!r} doubled: {text!r}"
    if found := RAW.search(text) or SEATS.search(text):
        yield f"{found.group()!r} is no word: {text!r}"
    raw = (internal | procedures()) - PLAIN
    if found := next((m for m in HYPHENED.finditer(text) if m.group() in raw), None):
        yield f"{found.group()!r} is a name of the program: {text!r}"
    yield from wrong_numbers(text)


def wrong_numbers(text: str) -> Iterator[str]:
    """ "1 hexes", "3 point"."""
    if found := ONE_OF_MANY.search(text):
        yield f"{found.group()!r}: {text!r}"
    for found in MANY_OF_ONE.finditer(text):
        if not ORDINAL.search(text[: found.end()]):
            yield f"{found.group()!r}: {text!r}"


def verb_flaws(text: str, names: Sequence[str]) -> Iterator[str]:
    """ "3 WV are pinned", "3 WV + 5 WV is pinned": a verb that does not agree with the units that it follows."""
    many, rest = 0, text
    ordered = sorted(names, key=len, reverse=True)
    while id := next((id for id in ordered if rest.startswith(id)), ""):
        many, rest = many + 1, rest[len(id) :]
        joint = re.match(r", | and | \+ ", rest)
        if joint is None:
            break
        rest = rest[joint.end() :]
    verb = re.match(r" ([a-z]+)\b", rest)
    if not many or verb is None:
        return
    word = verb.group(1)
    if many > 1 and (word in ("is", "has", "was", "does") or (word.endswith("s") and word not in PLURAL_WORDS)):
        yield f"several do what one does: {text!r}"
    if many == 1 and (word in ("are", "have", "were", "do") or word in VERBS):
        yield f"one does what several do: {text!r}"


PLURAL_WORDS = frozenset({"across", "as", "this", "losses", "points", "guns", "towards"})
VERBS = frozenset({"assault", "attack", "bombard", "fire", "move", "retreat", "charge", "fall", "go", "lose", "enter"})


def procedures() -> frozenset[str]:
    """The names of all procedures that are known."""
    return _hyphened(len(BY_NAME))


@lru_cache(maxsize=4)
def _hyphened(count: int) -> frozenset[str]:
    return frozenset(name for name in BY_NAME if "-" in name)
