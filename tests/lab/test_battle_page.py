"""The page of a battle with its pictures: what its tables are made of."""

from __future__ import annotations

from vedette.lab.battle_page import section_html


def test_a_corner_of_a_table_without_words_is_no_header() -> None:
    head = ["", "Union expected"]
    assert "<tr><td></td><th>Union expected</th></tr>" in section_html(
        {"title": "Luck", "head": head, "rows": [["fires", 2]]}
    )
