"""Players' rule sheets are typed on Windows: a byte order mark and other line ends change nothing."""

import io
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Vedette

EXAMPLES = Path(__file__).parents[1] / "examples"
NAMES = ("KT-EX-12.1a", "BS-EX-fire", "SS-EX-fire", "JV-EX-6.2a", "SW-EX-10.12-a", "GB-EX-24.1")
"""One example of each rulebook."""


def windows(text: str) -> bytes:
    return b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()


@pytest.mark.parametrize("name", NAMES)
def test_a_position_saved_on_windows_is_the_same_position(run: Vedette, tmp_path: Path, name: str) -> None:
    plain = (EXAMPLES / f"{name}.toml").read_text(encoding="utf-8")
    file = tmp_path / "p.toml"
    said = []
    for data in (plain.encode(), windows(plain)):
        file.write_bytes(data)
        said.append((run("try", str(file), "--json"), run("odds", str(file))))
    assert said[0] == said[1] and said[0][0].status in (0, 1)


def test_sight_and_standard_input_read_it_too(run: Vedette, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = windows((EXAMPLES / "KT-EX-12.1a.toml").read_text(encoding="utf-8"))
    (tmp_path / "p.toml").write_bytes(data)
    seen = run("los", "kernstown/the-stone-wall", "1733", "1834", "--position", str(tmp_path / "p.toml"))
    assert seen.status == 0
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    assert run("try", "-").status == 0


def test_a_fault_is_named_with_the_line_of_the_editor(run: Vedette, tmp_path: Path) -> None:
    file = tmp_path / "p.toml"
    file.write_bytes(windows('battle = "kernstown/the-stone-wall"\nempty = true\nturn = "six"\n'))
    assert run("try", str(file)).err == f"vedette: {file}, line 3: key 'turn': expected a whole number, got a text\n"
    file.write_bytes('battle = "x"'.encode("utf-16"))
    assert run("try", str(file)).err == f"vedette: {file}: is UTF-16 text; save the file as UTF-8\n"
