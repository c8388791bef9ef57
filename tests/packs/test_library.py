"""Battles by cards: each scenario under one of them, with a picture that is small enough for the first page."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.packs.test_files import copied
from tools.boards import ROOT, carded
from vedette import packs
from vedette.packs import drawing
from vedette.packs.check import opened
from vedette.packs.description import read_meta
from vedette.packs.drawing import card as drawing_card
from vedette.packs.reader import Listed

MOST_WORDS = 22
"""Of the sentence on a card, which has four lines."""


def test_every_scenario_of_the_program_stands_under_one_card_and_both_sides_have_a_task() -> None:
    rows = packs.battles()
    shown = packs.cards(rows)
    assert sorted(id for card in shown for id in card.battles) == sorted(row.id for row in rows)
    assert [card.battles[0] for card in shown] == carded_by_order()
    assert len({(card.title, card.day) for card in shown}) == len(shown)
    for card in shown:
        assert card.title and card.day and 0 < len(card.about.split()) <= MOST_WORDS
    for row in rows:
        tasks = packs.tasks_of(packs.load(row.id))
        assert set(tasks) == {"union", "confederate"} and all(tasks.values()), row.id
        assert tasks["union"] != tasks["confederate"]


def carded_by_order() -> list[str]:
    """The first battles of the cards, by the list of battles."""
    order = [row.id for row in packs.battles()]
    return sorted(carded(ROOT), key=order.index)


def test_a_pack_that_names_no_cards_has_one_for_each_battle() -> None:
    def row(id: str, battle: str = "", date: str = "") -> Listed:
        return Listed(id, id.title(), "no-such-pack", f"About {id}.", None, battle, date)

    shown = packs.cards([row("a", "Ridge", "1 May"), row("b"), row("c", "Ridge", "1 May"), row("d", "Ridge", "2 May")])
    assert [(card.title, card.day, card.battles) for card in shown] == [
        ("Ridge", "1 May", ("a", "c")),
        ("B", "", ("b",)),
        ("Ridge", "2 May", ("d",)),
    ]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('scenarios = ["the-stone-wall"', 'scenarios = ["the-stone-hall"', "a scenario of the pack: "),
        ("the-stone-wall = { union", "the-stone-hall = { union", "a scenario of the pack: "),
        ("the-stone-wall = { union", "the-stone-wall = { french", "union or confederate"),
    ],
)
def test_a_card_or_a_task_of_nothing_is_named(tmp_path: Path, old: str, new: str, words: str) -> None:
    pack = copied("kernstown", tmp_path)
    text = (pack / "pack.toml").read_text(encoding="utf-8")
    assert old in text
    (pack / "pack.toml").write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(packs.PackError, match=words):
        read_meta(opened(pack))


def test_the_picture_of_a_card_is_a_piece_of_the_plain_board_about_its_hex() -> None:
    battle = packs.load("kernstown/the-stone-wall")
    svg = drawing.card_svg(battle)
    left, top, wide, high = map(float, ElementTree.fromstring(svg).attrib["viewBox"].split())
    assert wide == 700 and abs(high - 700 * 262 / 252) < 0.1
    x, y = drawing.board_geometry(battle.board)["hexes"]["1933"]
    assert abs(left + wide / 2 - x) < 1 and abs(top + high / 2 - y) < 1
    assert 'class="names"' in svg and 'class="numbers"' not in svg and 'class="levels"' not in svg


def test_a_picture_never_leaves_the_board() -> None:
    for id in carded(ROOT):
        battle = packs.load(id)
        geometry = drawing.board_geometry(battle.board)
        left, top, wide, high = drawing_card.piece_of(battle)
        assert left >= 0 and top >= 0
        assert left + wide <= geometry["width"] + 0.1 and top + high <= geometry["height"] + 0.1


def test_a_packed_picture_keeps_within_its_bytes(tmp_path: Path) -> None:
    pytest.importorskip("PIL", reason="only the build packs pictures")
    battle = packs.load("cedar-mountain/valley-vengeance")
    file = drawing.keep_card(battle, tmp_path)
    data = file.read_bytes()
    assert data[8:12] == b"WEBP" and 5_000 < len(data) <= drawing_card.MOST
    assert drawing.keep_card(battle, tmp_path) == file and list(tmp_path.iterdir()) == [file]
