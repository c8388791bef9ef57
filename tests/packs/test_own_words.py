"""Words of one's own for the search of the rules."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from vedette.packs import cases


def found(words: str) -> list[str]:
    return [case.id for case in cases.searched(words, ("KT",))]


def test_a_person_adds_words_that_the_search_then_understands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VEDETTE_HOME", str(tmp_path))
    file = tmp_path / "synonyms.csv"
    assert found("absquatulate") == []
    file.write_text("word,means\nAbsquatulate,retreat; rout\n,nothing\n", encoding="utf-8")
    assert found("absquatulate") == found("absquatulates") != []
    assert set(found("absquatulate")) >= set(found("retreat"))
    file.write_text("word,means\nbolt,retreat\n", encoding="utf-8")
    os.utime(file, ns=(1, 1))
    assert found("absquatulate") == [] != found("bolt")
    file.unlink()
    assert found("bolt") == []


def test_a_file_that_cannot_be_read_is_left_out_and_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("VEDETTE_HOME", str(tmp_path))
    (tmp_path / "synonyms.csv").write_bytes(b"word,means\n\xff\xfe,retreat\n")
    assert found("retreat") != []
    assert "synonyms.csv is left out" in caplog.text
