"""The readings of docs/rulings.md, as they are found by number and by words."""

from vedette.packs.rulings import Ruling, of_case, rulings, searched


def cites(found: list[Ruling]) -> list[str]:
    return [ruling.cite for ruling in found]


def test_every_reading_says_what_the_book_does_and_what_the_program_does() -> None:
    assert len(rulings()) > 70
    assert all(r.gap and r.reading and r.numbers and "`" not in r.reading + r.cite for r in rulings())
    assert (
        sum(len(searched("", book)) for book in ("KT", "SS", "BS", "JV", "SW", "GB")) == len(rulings())
        and searched("", "none") == []
    )
    assert "15.2" in cites(of_case("SS-15.2c-P-1")) and "11.3a" in cites(of_case("BS-11.3a-2"))


def test_a_reading_is_found_by_its_number_by_what_is_under_it_and_by_the_case() -> None:
    assert "13.7, 15.4" in cites(searched("15.4", "KT")) and "13.7, 15.4" in cites(searched("KT-13", "KT"))
    assert "13.7, 15.4" in cites(of_case("KT-13.7-2")) and "13.7, 15.4" not in cites(of_case("KT-13.1-1"))
    assert "15.1b" in cites(of_case("KT-15.1b-P1-5")) and "15.1b" not in cites(of_case("KT-15.1a-D2"))
    assert Ruling("KT", "13.11", "", "").about("13.1") is False


def test_a_reading_is_found_by_all_of_its_words() -> None:
    assert "13.3, 16.1" in cites(searched("skirmish order", "KT"))
    assert searched("skirmish nosuchword", "KT") == []
