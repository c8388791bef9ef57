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
    "SW": "2.36 2.4-a 2.4-b 2.4-c 4.0-time 6.21 6.22 8.2 8.22 8.52 8.53 10.12-a 10.12-b 10.34-a 10.34-b 10.35 10.42-a "
    "10.42-b 10.47-a 10.47-b 10.47-c 10.47-d 10.66-1 10.66-2 10.67-a 10.67-b 10.67-c 10.73 10.88 11.14 11.15 "
    "12.14 12.21 12.35 13.0 13.4 13.5 13.5b 13.82 14.71 17.12 18.23 18.3 18.4 19.1 19.1-b 19.35 20.12 22.4 22.51 "
    "23.2 23.3",
    "GB": "21.63 21.87 24.1 25.95",
}


@pytest.mark.parametrize("book", OF_THE_BOOKS)
def test_the_folder_holds_the_examples_of_the_book(book: str) -> None:
    there = {p.stem.removeprefix(f"{book}-EX-") for p in FOLDER.glob(f"{book}-EX-*.toml")}
    assert there == set(OF_THE_BOOKS[book].split())


def test_every_file_is_an_example_of_a_book() -> None:
    assert {p.stem.split("-EX-")[0] for p in FOLDER.glob("*.toml")} == OF_THE_BOOKS.keys()
