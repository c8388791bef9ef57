"""A battle as one page of HTML that needs nothing else: summary, then turn by turn a picture and the log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

import msgspec

from vedette.engine.battle import Battle
from vedette.packs import PackError
from vedette.packs.drawing import position_svg, shared_board

Line = Mapping[str, Any]
STYLE = """
body { font: 15px/1.5 Georgia, serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #2b2a26;
       background: #f7f3e8; }
h1 { font-size: 1.7rem; } h2 { margin-top: 2.2rem; font-size: 1.25rem; border-bottom: 1px solid #cfc6b0; }
h3 { margin: 1.1rem 0 .2rem; font-size: 1.02rem; }
figure { margin: 1rem 0; } figure svg { width: 100%; height: auto; border: 1px solid #cfc6b0; }
figcaption, .note, .cite { color: #5d574a; font-size: .87rem; }
ul { margin: .2rem 0; padding-left: 1.2rem; } li { margin: .1rem 0; }
table { border-collapse: collapse; } th, td { padding: .15rem .9rem .15rem 0; text-align: left; vertical-align: top;
       font-variant-numeric: tabular-nums; }
nav a { margin-right: .6rem; } details { margin-left: 1rem; } .die { font-weight: 700; }
@media print { figure { break-inside: avoid; } }
"""


class TurnTold(msgspec.Struct, frozen=True):
    """A turn: its name, the view at its end, its chapters with their lines, the sections of its card."""

    title: str
    view: Mapping[str, Any]
    chapters: Sequence[tuple[str, Sequence[Line]]]
    sections: Sequence[Mapping[str, Any]] = ()


def battle_page(battle: Battle, about: str, sections: Sequence[Mapping[str, Any]], turns: Sequence[TurnTold]) -> str:
    """The page.

    Args:
        about: a sentence below the title: how it ended, who played.
        sections: the summary (`Rulebook.chronicle`).
    """
    title = escape(battle.title)
    links = "".join(f'<a href="#t{i}">{escape(turn.title)}</a>' for i, turn in enumerate(turns))
    try:
        board = shared_board(battle)
    except PackError:
        board = ""  # a battle that comes from no pack has no picture
    parts = [f"<h1>{title}</h1><p>{escape(about)}</p><nav>{links}</nav>", board]
    parts += [section_html(section) for section in sections]
    parts += [_turn(battle, f"t{i}", turn, bool(board)) for i, turn in enumerate(turns)]
    head = f'<meta charset="utf-8"><title>{title}</title><style>{STYLE}</style>'
    return f'<!doctype html><html lang="en"><head>{head}</head><body>{"".join(parts)}</body></html>\n'


def section_html(section: Mapping[str, Any], level: int = 2) -> str:
    """A titled section: its note, its items, its table."""
    parts = [f"<h{level}>{escape(section['title'])}</h{level}>"]
    if section.get("note"):
        parts.append(f'<p class="note">{escape(section["note"])}</p>')
    if "items" in section:
        parts.append("<ul>" + "".join(f"<li>{escape(item['text'])}</li>" for item in section["items"]) + "</ul>")
    if section.get("head"):
        head = "".join(f"<th>{escape(cell)}</th>" if cell else "<td></td>" for cell in section["head"])
        rows = ["".join(f"<td>{escape(str(cell))}</td>" for cell in row) for row in section["rows"]]
        body = "".join(f"<tr>{row}</tr>" for row in rows) or f'<tr><td colspan="{len(section["head"])}">none</td></tr>'
        parts.append(f"<table><tr>{head}</tr>{body}</table>")
    return "".join(parts)


def _turn(battle: Battle, id: str, turn: TurnTold, drawn: bool) -> str:
    parts = [f'<h2 id="{id}">{escape(turn.title)}</h2>']
    if drawn:
        label = f"{turn.title}: the position at its end"
        picture = position_svg(battle, turn.view.get("units", ()), turn.view.get("control"), label)
        parts.append(f"<figure>{picture}<figcaption>{escape(label)}</figcaption></figure>")
    parts += [section_html(section, 3) for section in turn.sections]
    for title, lines in turn.chapters:
        parts.append(f"<h3>{escape(title)}</h3><ul>{''.join(map(_line, lines))}</ul>" if lines else "")
    return "".join(parts)


def _line(line: Line) -> str:
    """A line with its case; what stands behind it is folded away."""
    cite = f' <span class="cite">{escape(line["cite"])}</span>' if line["cite"] else ""
    more = "".join(f"<li>{escape(words)}</li>" for words in _behind(line))
    folded = f"<details><summary>why</summary><ul>{more}</ul></details>" if more else ""
    return f"<li>{escape(line['text'])}{cite}{folded}</li>"


def detail_words(row: Mapping[str, Any]) -> str:
    """A line of the third depth: "flanking fire +1 (KT-12.3-shift-flanking)"."""
    return f"{row['text']} ({row['cite']})" if row["cite"] else str(row["text"])


def _behind(line: Line) -> list[str]:
    """The third depth of a line; what was not used in one."""
    rows = line.get("detail", ())
    spare = [row["text"] for row in rows if not row["used"]]
    return [detail_words(row) for row in rows if row["used"]] + ([f"not used: {', '.join(spare)}"] if spare else [])


def battle_text(battle: Battle, about: str, turns: Sequence[TurnTold], details: bool = True) -> str:
    """The log as plain text, in its three depths."""
    out = [battle.title, about, ""]
    for turn in turns:
        out += [turn.title, "=" * len(turn.title)]
        for title, lines in turn.chapters:
            out += ["", title] if lines else []
            for line in lines:
                cite = f" ({line['cite']})" if line["cite"] else ""
                out.append(f"  {line['text']}{cite}")
                out += [f"      {words}" for words in _behind(line) if details]
        out.append("")
    return "\n".join(out)
