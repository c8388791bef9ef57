"""`vedette rules`: the cases, who carries them out, who tests them."""

from pathlib import Path

import pytest

from tests.cli.conftest import Vedette
from vedette.cli.coverage_reader import marked_tests
from vedette.cli.rules import played

TESTS = '''
import pytest
from pytest import mark

IDS = ("KT-4.8-1", "KT-4.8-2")
ROWS = [pytest.param(1, marks=pytest.mark.rule("KT-4.8-3")), pytest.param(2, marks=[mark.rule(*IDS)])]
rule = pytest.mark.rule


@pytest.mark.rule("KT-3.0-1", "KT-3.1-1")
def test_plain(): ...

@rule("KT-4.1-1")
def test_alias(): ...

@pytest.mark.parametrize("n", ROWS)
def test_rows(n): ...

@mark.rule("KT-5.0-1")
class TestClass:
    pytestmark = mark.rule("KT-5.0-2")

    @mark.rule(*IDS)
    def test_inside(self): ...

    def helper(self): ...

def no_test():
    """Not marked: rule("KT-9.9-9")."""
'''


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one test module, and the process in it."""
    (tmp_path / "tests" / "deep").mkdir(parents=True)
    (tmp_path / "tests" / "deep" / "test_it.py").write_text(TESTS)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_marks_are_read_from_the_syntax_tree(checkout: Path) -> None:
    inside = "tests/deep/test_it.py::TestClass::test_inside"
    rows = "tests/deep/test_it.py::test_rows"
    assert marked_tests(checkout / "tests") == {
        "KT-3.0-1": ["tests/deep/test_it.py::test_plain"],
        "KT-3.1-1": ["tests/deep/test_it.py::test_plain"],
        "KT-4.1-1": ["tests/deep/test_it.py::test_alias"],
        "KT-4.8-1": [rows, inside],
        "KT-4.8-2": [rows, inside],
        "KT-4.8-3": [rows],
        "KT-5.0-1": [inside],
        "KT-5.0-2": [inside],
    }


def test_coverage_has_every_book(run: Vedette, checkout: Path) -> None:
    found = run("rules", "coverage", "--json").json
    assert list(found) == ["KT", "BS", "SS", "JV", "SW", "GB"]
    kt = found["KT"]
    assert kt["covered"]["KT-4.1-1"] == ["tests/deep/test_it.py::test_alias"]
    assert kt["cases"] == len(kt["covered"]) + len(kt["missing"]) and not set(kt["covered"]) & set(kt["missing"])
    assert "played: engine" in run("rules", "coverage", "--missing").out


def test_every_case_of_kernstown_that_is_played_has_a_test() -> None:
    marks = marked_tests(Path(__file__).parent.parent)
    assert [id for id in played("KT") if id not in marks] == []


def test_coverage_needs_tests(run: Vedette, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    said = run("rules", "coverage")
    assert said.status == 2 and "there is no such folder" in said.err
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_bad.py").write_text("def (:\n")
    for asked in (("coverage",), ("show", "KT-12.3-1")):
        assert "test_bad.py, line 1: invalid syntax; mend the test first" in run("rules", *asked).err


def test_case_with_its_functions(run: Vedette, checkout: Path) -> None:
    found = run("rules", "show", "kt-15.4-must-1", "--json").json
    assert found["id"] == "KT-15.4-must-1" and found["kind"] == "engine"
    assert any(f.startswith("vedette.rules.blind_swords.chapters.retreat.") for f in found["functions"])
    assert "Final distance from origin" in run("rules", "show", "KT-15.4-must-1").out


def test_a_case_tells_how_the_other_books_differ(run: Vedette, checkout: Path) -> None:
    rows = {row["id"]: row for row in run("rules", "show", "KT-15.1b-P1-3", "--json").json["beside"]}
    assert rows["BS-12.1b-P-2"]["relation"] == "same" and rows["SS-15.1b-P-2"]["relation"] == "differs"
    assert "three hexes" in rows["SS-15.1b-P-2"]["note"]
    said = run("rules", "show", "SS-15.1b-P-2").out
    assert "KT-15.1b-P1-3" in said and "vedette.rules.blind_swords.chapters.morale.Panic" in said


def test_unknown_case_names_its_like(run: Vedette) -> None:
    said = run("rules", "show", "KT-15.4-must-99")
    assert said.status == 2 and "did you mean KT-15.4-must-" in said.err


def test_a_number_lists_every_case_under_it(run: Vedette) -> None:
    found = run("rules", "show", "KT-12.3", "--json").json
    assert len(found) > 3 and all(case["id"].startswith("KT-12.3") for case in found)
    assert found[0]["requirement"] in run("rules", "show", "KT-12.3").out


def test_cases_are_searched_by_their_words(run: Vedette) -> None:
    said = run("rules", "search", "--book", "KT", "flanking", "fire")
    assert said.status == 0 and "KT-12" in said.out and "SW-" not in said.out
    assert "no case has all of these words" in run("rules", "search", "flanking", "nosuchword").err
