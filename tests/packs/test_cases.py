"""Cases found by number and by their words."""

import pytest

from vedette.packs.cases import _texts, beginning, beside, cases_of, contents, searched
from vedette.packs.wording import meanings


@pytest.mark.parametrize("number", ["KT-12.3", "kt 12.3", "12.3"])
def test_a_number_gives_everything_under_it(number):
    ids = [case.id for case in beginning(number, ("KT",))]
    assert "KT-12.3-1" in ids and len(ids) > 3
    assert all(id.startswith("KT-12.3") and not id[7:8].isdigit() for id in ids)


def test_a_chapter_is_a_number_and_a_word_is_none():
    assert {case.id.split(".")[0] for case in beginning("KT-1")} == {"KT-1"}
    assert beginning("flank") == []


def test_a_search_finds_what_has_every_word_titles_first():
    found = searched("flanking fire", ("KT",))
    assert found and all("flank" in f"{c.title} {c.requirement}".lower() for c in found)
    titled = ["flank" in c.title.lower() or "fir" in c.title.lower() for c in found]
    assert titled == sorted(titled, reverse=True)
    assert searched("", ("KT",)) == searched("nosuchword") == searched("skirmish nosuchword") == []


def test_where_no_case_has_all_words_those_with_most_are_found():
    found = {case.id for case in searched("skirmish order nosuchword", ("KT",))}
    assert found == {case.id for case in searched("skirmish order", ("KT",))} != set()


@pytest.mark.parametrize(
    ("question", "book", "id"),
    [
        ("How do I win?", "KT", "KT-2.0-1"),
        ("who wins", "GB", "GB-29.1-1"),
        ("how to shoot", "SW", "SW-10.0-1"),
        ("limits of stacking", "SW", "SW-8.0-1"),
        ("what does disrupted mean", "KT", "KT-4.2-2"),
        ("ZOC?", "JV", "JV-4.1-1"),
        ("what happens when a leader dies", "SW", "SW-17.41-2"),
        ("how many units can stack in a hex", "SW", "SW-8.0-2"),
        ("Charging", "KT", "KT-13.10-0"),
    ],
)
def test_a_question_finds_the_place_whatever_its_form(question, book, id):
    """Little words do not count, forms of a word are one, and a chapter's name counts for its cases."""
    assert id in [case.id for case in searched(question, (book,))[:5]]


def test_a_short_word_is_not_found_within_another():
    assert not any("Winder" in case.title for case in searched("win", ("KT", "JV")))
    assert {case.id for case in searched("winder")} >= {case.id for case in searched("Winder's")}


def test_every_word_of_the_synonyms_finds_something():
    for word, means in meanings().items():
        assert not means or searched(word), word


@pytest.mark.parametrize(
    ("book", "first", "last", "lettered"),
    [
        ("KT", 1, 20, []),
        ("SS", 2, 22, []),
        ("BS", 1, 14, []),
        ("JV", 1, 10, []),
        ("SW", 1, 24, ["BCE", "DN", "PN", "ERR", "CTR"]),
        ("GB", 19, 29, ["CREDIT"]),
    ],
)
def test_every_chapter_of_a_book_that_is_played_has_a_title(book, first, last, lettered):
    chapters = contents(book)
    assert [row["number"] for row in chapters if row["number"] is not None] == list(range(first, last + 1))
    assert [row["id"].split("-")[1] for row in chapters if row["number"] is None] == lettered
    assert all(row["title"] for row in chapters)
    assert sum(row["cases"] for row in chapters) == len(cases_of(book))


def test_who_differs_from_a_third_book_differs_from_whoever_says_the_same_as_that():
    told = {other.id: other.relation for other in beside("SS-15.1b-P-1")}
    assert told["KT-15.1b-P1-2"] == told["BS-12.1b-P-1"] == "differs"
    told = {other.id: other.relation for other in beside("BS-12.1b-P-1")}
    assert (told["KT-15.1b-P1-2"], told["SS-15.1b-P-1"]) == ("same", "differs")


def test_a_case_of_a_chapter_that_has_no_title_yet_is_found(monkeypatch):
    monkeypatch.setattr("vedette.packs.cases.chapters_of", lambda prefix: {})
    _texts.cache_clear()
    try:
        assert any(case.id.startswith("KT-12.3") for case in searched("stone wall", ("KT",)))
    finally:
        _texts.cache_clear()
