"""Cases found by number and by their words."""

import pytest

from vedette.packs.cases import beginning, beside, cases_of, contents, searched


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
    assert found and all("flanking" in f"{c.title} {c.requirement}".lower() for c in found)
    titled = ["flanking" in c.title.lower() or "fire" in c.title.lower() for c in found]
    assert titled == sorted(titled, reverse=True)
    assert searched("", ("KT",)) == searched("nosuchword") == []


@pytest.mark.parametrize(("book", "first", "last"), [("KT", 1, 20), ("SS", 2, 22), ("BS", 1, 14), ("JV", 1, 10)])
def test_every_chapter_of_a_book_that_is_played_has_a_title(book, first, last):
    chapters = contents(book)
    assert [row["number"] for row in chapters] == list(range(first, last + 1))
    assert all(row["title"] for row in chapters)
    assert sum(row["cases"] for row in chapters) == len(cases_of(book))


def test_who_differs_from_a_third_book_differs_from_whoever_says_the_same_as_that():
    told = {other.id: other.relation for other in beside("SS-15.1b-P-1")}
    assert told["KT-15.1b-P1-2"] == told["BS-12.1b-P-1"] == "differs"
    told = {other.id: other.relation for other in beside("BS-12.1b-P-1")}
    assert (told["KT-15.1b-P1-2"], told["SS-15.1b-P-1"]) == ("same", "differs")
