"""A battle as text that a forum takes, Markdown or BBCode: summary and turns, each with the words of who tells it.

Everything but the markup itself is escaped, so that no word of a player or of a book is taken for markup. An address
and a name behind an @ stand as they are: what a board makes of those, it makes of everybody's.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal
from unicodedata import category

import msgspec

from vedette.engine.battle import Battle

Kind = Literal["markdown", "bbcode"]
BREAK = "\N{ZERO WIDTH SPACE}"
"""Behind a bracket of somebody's words no board of BBCode finds a tag: there is nothing else that all of them leave."""
_UNSEEN = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_JOINERS = "\u200c\u200d"
"""Signs that are not seen and belong to words, or to a picture."""
_SIGNS = re.compile(r"([\\`*_\[\]<>|~#&])")
_START = re.compile(r"^(?:(?=[-+=])|(\d+)(?=[.)](?:\s|$)))")
"""What would begin a list, a line or a heading."""


class Post(msgspec.Struct, frozen=True):
    """What is told of a turn."""

    title: str
    words: str
    """Of who tells it."""
    link: str
    """The board at its end; empty where there is none."""
    chapters: Sequence[tuple[str, Sequence[str]]]
    """What happened, by activations and phases."""
    sections: Sequence[Mapping[str, Any]] = ()
    """The card of the turn."""


class _Markdown:
    """As CommonMark has it, with tables in pipes."""

    def plain(self, text: str) -> str:
        return _line(_SIGNS.sub(r"\\\1", _clean(text)).replace("\n", " "))

    def words(self, text: str) -> str:
        """Paragraphs and lines stay as they were written."""
        lines = (_line(_SIGNS.sub(r"\\\1", line.strip())) for line in _clean(text).strip().split("\n"))
        return re.sub(r"(?<=[^\n])\n(?=[^\n])", "  \n", "\n".join(lines))

    def title(self, text: str) -> str:
        return f"# {self.plain(text)}\n"

    def heading(self, text: str, link: str = "") -> str:
        return f"## [{self.plain(text)}]({link})" if link else f"## {self.plain(text)}"

    def bold(self, text: str) -> str:
        return f"**{self.plain(text)}**\n"

    def slanted(self, text: str) -> str:
        return f"*{self.plain(text)}*"

    def items(self, texts: Sequence[str]) -> str:
        return "\n".join(f"- {self.plain(text)}" for text in texts)

    def table(self, rows: Sequence[Sequence[str]]) -> str:
        wide = max(map(len, rows))
        made = [f"| {' | '.join(map(self.plain, [*row, *[''] * (wide - len(row))]))} |" for row in rows]
        return "\n".join([made[0], f"|{' --- |' * wide}", *made[1:]])


class _Bbcode:
    """The tags that every board has; a table is typed."""

    def plain(self, text: str) -> str:
        return self.words(text).replace("\n", " ")

    def words(self, text: str) -> str:
        return "\n".join(line.strip() for line in _clean(text).strip().split("\n")).replace("[", f"[{BREAK}")

    def title(self, text: str) -> str:
        return f"[b]{self.plain(text)}[/b]"

    def heading(self, text: str, link: str = "") -> str:
        return f"[b][url={link}]{self.plain(text)}[/url][/b]" if link else f"[b]{self.plain(text)}[/b]"

    def bold(self, text: str) -> str:
        return f"[b]{self.plain(text)}[/b]"

    def slanted(self, text: str) -> str:
        return f"[i]{self.plain(text)}[/i]"

    def items(self, texts: Sequence[str]) -> str:
        return "\n".join(("[list]", *(f"[*]{self.plain(text)}" for text in texts), "[/list]"))

    def table(self, rows: Sequence[Sequence[str]]) -> str:
        cells = [[self.plain(cell) for cell in row] for row in rows]
        wide = [max(len(row[i]) for row in cells if i < len(row)) for i in range(max(map(len, cells)))]
        lines = ("  ".join(cell.ljust(wide[i]) for i, cell in enumerate(row)).rstrip() for row in cells)
        return "\n".join(("[code]", *lines, "[/code]"))


_KINDS: Mapping[Kind, _Markdown | _Bbcode] = {"markdown": _Markdown(), "bbcode": _Bbcode()}


def battle_markup(
    battle: Battle,
    about: str,
    sections: Sequence[Mapping[str, Any]],
    posts: Sequence[Post],
    words: tuple[str, str],
    kind: Kind,
) -> str:
    """The text.

    Args:
        about: a sentence below the title: how it ended, who played.
        sections: the summary (`Rulebook.chronicle`).
        words: what is said before the first turn and after the last.
    """
    by = _KINDS[kind]
    before, after = words
    parts = [f"{by.title(battle.title)}\n{by.slanted(about)}", by.words(before)]
    for post in posts:
        parts += _post(by, post)
    for section in sections:
        parts += [by.heading(section["title"]), *_section(by, section)]
    parts.append(by.words(after))
    return "\n\n".join(part for part in parts if part) + "\n"


def _post(by: _Markdown | _Bbcode, post: Post) -> list[str]:
    """A turn: one's own words first, then what happened, then how it stood."""
    parts = [by.heading(post.title, post.link), by.words(post.words)]
    parts += [f"{by.bold(title)}\n{by.items(texts)}" for title, texts in post.chapters if texts]
    for section in post.sections:
        items = "; ".join(str(item["text"]) for item in section.get("items", ()))
        rest = [part for part in _section(by, {**section, "items": ()}) if part]
        if items or rest:
            told = by.slanted(f"{section['title']}:")
            parts += [f"{told} {by.plain(items)}" if items else told, *rest]
    return parts


def _section(by: _Markdown | _Bbcode, section: Mapping[str, Any]) -> list[str]:
    """Its items, its table, its note."""
    items = [str(item["text"]) for item in section.get("items", ())]
    parts = [by.items(items)] if items else []
    if section.get("head"):
        parts.append(by.table([[str(cell) for cell in row] for row in (section["head"], *section["rows"])]))
    return [*parts, by.plain(section.get("note") or "")]


def _clean(text: str) -> str:
    """Lines that end as lines do, and no sign that is not seen."""
    seen = _UNSEEN.sub(" ", text.replace("\r\n", "\n").replace("\r", "\n"))
    return "".join(sign for sign in seen if category(sign) != "Cf" or sign in _JOINERS)


def _line(text: str) -> str:
    """A line that begins nothing."""
    return _START.sub(r"\1\\", text.strip(), count=1)
