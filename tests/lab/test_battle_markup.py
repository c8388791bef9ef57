"""A battle as text that a forum takes: what is in it, and that nothing a player writes is taken for markup."""

from __future__ import annotations

import re

import pytest

from tests.engine.toy import TOY
from vedette.lab.battle_markup import BREAK, Post, battle_markup

SECTIONS = [
    {"title": "Result", "items": [{"text": "Blue holds 1 of 2"}], "note": "as it stands"},
    {"title": "Luck", "head": ["", "expected", "happened"], "rows": [["fires | all", 2.5, 3], ["", 1, 0]]},
]
POSTS = [
    Post(
        "Turn 1", "What a *day*.\nAnd [b]on[/b]\n\n# it went", "", [("Blue, Attack", ["Gray_1 is hit"])], SECTIONS[:1]
    ),
    Post("Turn 2", "", "http://club.example/?game=g&entry=9", [], ()),
]


def test_markdown_has_headings_lists_tables_and_links() -> None:
    text = battle_markup(TOY, "Draw.", SECTIONS, POSTS, ("", "The *end*"), "markdown")
    assert text.startswith(
        "# A duel\n\n*Draw.*\n\n## Turn 1\n\nWhat a \\*day\\*.  \nAnd \\[b\\]on\\[/b\\]\n\n\\# it went\n"
    )
    assert "**Blue, Attack**\n\n- Gray\\_1 is hit\n" in text
    assert "*Result:* Blue holds 1 of 2\n" in text
    assert "## [Turn 2](http://club.example/?game=g&entry=9)" in text
    assert "|  | expected | happened |\n| --- | --- | --- |\n| fires \\| all | 2.5 | 3 |\n|  | 1 | 0 |\n" in text
    assert "## Result\n\n- Blue holds 1 of 2\n\nas it stands\n" in text
    assert text.endswith("\n\nThe \\*end\\*\n")


def test_bbcode_has_what_every_board_knows() -> None:
    text = battle_markup(TOY, "Draw.", SECTIONS, POSTS, ("To begin", ""), "bbcode")
    assert text.startswith("[b]A duel[/b]\n[i]Draw.[/i]\n\nTo begin\n\n[b]Turn 1[/b]\n\nWhat a *day*.\nAnd [")
    assert f"And [{BREAK}b]on[{BREAK}/b]\n\n# it went\n" in text
    assert "[b]Blue, Attack[/b]\n[list]\n[*]Gray_1 is hit\n[/list]\n" in text
    assert "[b][url=http://club.example/?game=g&entry=9]Turn 2[/url][/b]" in text
    assert (
        "[code]\n"
        + "\n".join(("             expected  happened", "fires | all  2.5       3", "             1         0"))
        in text
    )
    assert set(re.findall(r"\[/?([a-z*]+)", text)) == {"b", "i", "list", "*", "url", "code"}


HOSTILE = (
    "<script>alert(1)</script>", "[url=javascript:alert(1)]x[/url]", "[x](javascript:alert(1))", "![x](http://a.b/c)",
    "    four spaces", "\tcode", "===", "---", "- item", "+ item", "12. item", "3) item", "> quote", "```\nfence",
    "~~~", "a\rb\u2028c\x00d\x1b[31m", "| a | b |", "[/code][b]", "&lt;b&gt;", "[img]http://a.b/c.png[/img]", "\\*",
    "`x`", "<http://a.b>", "[[/b]", "[\u200bb]", "_x_", "~~x~~", "[1]: http://a.b", "#", "  # x",
    "* item", "*x*", "a\u202eb\u2066c\u200fd\ufeffe",
)  # fmt: skip
MARKUP = re.compile(r"(?<!\\)(?:\\\\)*[`*_\[\]<>|~#&]")
CAPTIONS = {
    "- item": "\\- item", "+ item": "\\+ item", "* item": "\\* item", "12. item": "12\\. item", "*x*": "\\*x\\*",
    "---": "\\---", "# x": "\\# x", "> x": "\\> x", "http://a.b @c": "http://a.b @c", "a\u202eb\ufeff": "ab",
    "\U0001f469\u200d\U0001f33e": "\U0001f469\u200d\U0001f33e",
}  # fmt: skip
"""What a caption is in Markdown."""


@pytest.mark.parametrize("words", CAPTIONS)
def test_a_caption_is_what_was_written(words: str) -> None:
    text = battle_markup(TOY, "", [], [Post("Turn 1", words, "", [])], ("", ""), "markdown")
    assert text.split("## Turn 1\n\n")[1] == f"{CAPTIONS[words]}\n"


def test_of_the_card_of_a_turn_nothing_is_left_out() -> None:
    section = {**SECTIONS[0], "head": ["Side"], "rows": [["Blue", "1"]]}
    post = Post("Turn 1", "", "", [], [section, {"title": "Nothing"}, SECTIONS[1]])
    text = battle_markup(TOY, "", [], [post], ("", ""), "markdown").split("## Turn 1\n\n")[1]
    assert text.startswith("*Result:* Blue holds 1 of 2\n\n| Side |  |\n| --- | --- |\n| Blue | 1 |\n\nas it stands\n")
    assert "\n\n*Luck:*\n\n|  | expected" in text and "Nothing" not in text


@pytest.mark.parametrize("words", HOSTILE)
def test_what_a_player_writes_is_no_markup(words: str) -> None:
    """In a caption, a title, a line and a cell."""
    sections = [{"title": words, "items": [{"text": words}], "head": [words], "rows": [[words]], "note": words}]
    post = Post(words, words, "", [(words, [words])], sections)
    made = {kind: battle_markup(TOY, words, sections, [post], (words, words), kind) for kind in ("markdown", "bbcode")}
    for text in made.values():
        assert not re.search(r"[^\n\x20-\x7e\xa0-\U0010ffff]|[\u2028\u200f\u202e\u2066\ufeff]", text)
    tags = {"[b]", "[/b]", "[i]", "[/i]", "[list]", "[/list]", "[*]", "[code]", "[/code]"}
    assert set(re.findall(rf"\[(?!{BREAK})[^\]\n]*\]?", made["bbcode"])) <= tags
    own = re.sub(
        r"^(#+ |- |\| --- \||\| )|^\*\*|\*\*$|^\*|\*$| \|$", "", made["markdown"].replace(":* ", " "), flags=re.M
    )
    assert not MARKUP.search(own), own
    for line in made["markdown"].splitlines():
        assert not re.match(r"\s{4}|\s*(=+|[+]|-(?! )|-{2,}|\d+[.)](\s|$)|\t)", line), line
