"""Every worked example of *Kernstown* has its file, and every file is one of them."""

from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / "examples"
OF_THE_BOOK = {
    "KT-EX-3.2d", "KT-EX-6.1a", "KT-EX-10.9", "KT-EX-12.1a", "KT-EX-12.3-wall", "KT-EX-12.3a", "KT-EX-14.3d-wall",
    "KT-EX-15.1", "KT-EX-15.9", "KT-EX-17.2-a", "KT-EX-17.2-b",
}  # fmt: skip


def test_the_folder_holds_the_examples_of_the_book() -> None:
    assert {p.stem for p in FOLDER.glob("KT-EX-*.toml")} == OF_THE_BOOK
