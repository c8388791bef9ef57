"""`vedette map`: pictures and prints of a battle, and what it refuses."""

from pathlib import Path

import pytest

from tests.cli.conftest import BATTLE, Vedette


def test_a_board_with_and_without_counters(run: Vedette, tmp_path: Path) -> None:
    full, bare = tmp_path / "full.svg", tmp_path / "bare.svg"
    assert (
        run("map", BATTLE, "-o", str(full)).status == run("map", BATTLE, "-o", str(bare), "--no-counters").status == 0
    )
    assert 'data-words="7 OH-a"' in full.read_text(encoding="utf-8")
    plain = bare.read_text(encoding="utf-8")
    assert 'data-words="7 OH-a"' not in plain and '<use href="#vb-flag' not in plain


@pytest.mark.parametrize("what", ["board", "key", "counters", "charts", "forces"])
def test_each_print_is_a_pdf(run: Vedette, tmp_path: Path, what: str) -> None:
    file = tmp_path / f"{what}.pdf"
    said = run("map", BATTLE, "-o", str(file), "--print", what, "--paper", "letter")
    assert said == (0, "", "") and file.read_bytes().startswith(b"%PDF-")


def test_the_key_is_a_picture_too(run: Vedette, tmp_path: Path) -> None:
    file = tmp_path / "key.svg"
    assert run("map", BATTLE, "-o", str(file), "--print", "key") == (0, "", "")
    key = file.read_text(encoding="utf-8")
    assert ">stone wall<" in key and "How it is won" in key


def test_a_board_on_one_page_at_a_scale(run: Vedette, tmp_path: Path) -> None:
    sizes = {}
    for hex in ("10", "20"):
        file = tmp_path / f"{hex}.pdf"
        assert run("map", BATTLE, "-o", str(file), "--paper", "poster", "--hex", hex).status == 0
        sizes[hex] = file.read_bytes()
    assert sizes["10"] != sizes["20"]


@pytest.mark.parametrize(
    "arguments, words",
    [
        (("x.gif",), "x.gif: ends in neither .svg, .png nor .pdf; name it so"),
        (("x.png", "--print", "counters"), "x.png: counters are printed as .pdf; name it so"),
        (("x.pdf", "--print", "charts", "--whole"), "--whole: is for the board, not for --print charts; leave it out"),
        (("x.pdf", "--print", "forces", "--no-counters"), "--no-counters: is for the board, not for --print forces"),
        (("x.pdf", "--print", "counters", "--record", "r.jsonl"), "--record: is for the board, not for --print"),
        (("x.pdf", "--print", "charts", "--hex", "20"), "--hex: charts have no hexes; leave it out"),
        (("x.pdf", "--print", "key", "--hex", "20"), "--hex: key has no hexes; leave it out"),
        (("x.svg", "--print", "key", "--whole"), "--whole: is for the board, not for --print key; leave it out"),
        (("x.pdf", "--print", "counters", "--paper", "poster"), "--paper poster: is for the board"),
        (("x.svg", "--paper", "a4"), "--paper: is for .pdf; x.svg has no paper"),
        (("x.png", "--hex", "20"), "--hex: is for .pdf; x.png has no paper"),
        (("x.pdf", "--hex", "2"), "--hex 2: a hex is printed 5 to 100 mm wide"),
        (("x.pdf", "--hex", "nan"), "--hex nan: a hex is printed 5 to 100 mm wide"),
        (("x.pdf", "--hex", "wide"), "'wide' is not a valid float"),
        (("x.pdf", "--paper", "a9"), "'a9' is not one of 'a4'"),
        (("x.pdf", "--print", "rules"), "'rules' is not one of 'board'"),
        (("no/such/folder/x.pdf",), "no/such/folder"),
    ],
)  # fmt: skip
def test_bad_input_is_one_line(
    run: Vedette, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    said = run("map", BATTLE, "-o", *arguments)
    assert said.status in (1, 2) and words in said.err and said.err.count("\n") == 1, said
    assert not said.out and not list(tmp_path.iterdir())
