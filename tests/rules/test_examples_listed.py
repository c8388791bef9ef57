"""Every worked example of the books has its file, and every file is one of them."""

from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[1] / "examples"
OF_THE_BOOKS = {
    "KT": "3.2d 6.1a 10.9 12.1a 12.3-wall 12.3a 14.3d-wall 15.1 15.9 17.2-a 17.2-b",
    "SS": "stack-art overstack chits los-1 los-2 los-3 los-4 canister extreme combine fire roll converge move-1 move-2 "
    "move-3 defensive odds-1 odds-2 cc-1 cc-2 panic-fire panic-cc break break-multi rally-defend rally-regroup "
    "skirmish vp",
    "BS": "artstack chits fire lead roll panic cc break-multi rally-defend rally-regroup",
    "JV": "2.2 2.7 4.5a 4.9 5.2 5.3a 5.3b 5.3c 5.3e 6.2a 6.2c 6.2e 6.8a 6.8b 6.8c 6.8d 6.8f 6.9a 6.9b 6.9c 6.10 6.11 "
    "6.13 7.2 7.4a 7.4b 7.5 7.7a 7.7b 8.3a 8.3b 8.4 8.5a 8.5b 8.5c 8.7a 8.7b 8.8 9.1 9.4 10.3 10.3b 10.6",
}


@pytest.mark.parametrize("book", OF_THE_BOOKS)
def test_the_folder_holds_the_examples_of_the_book(book: str) -> None:
    there = {p.stem.removeprefix(f"{book}-EX-") for p in FOLDER.glob(f"{book}-EX-*.toml")}
    assert there == set(OF_THE_BOOKS[book].split())


def test_every_file_is_an_example_of_a_book() -> None:
    assert {p.stem.split("-EX-")[0] for p in FOLDER.glob("*.toml")} == OF_THE_BOOKS.keys()
