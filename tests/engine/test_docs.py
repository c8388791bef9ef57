"""The examples of docs/programmers.md run, and what it says of modules is so."""

import doctest
import re
from pathlib import Path

import pytest

from vedette.engine import procedure

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "programmers.md"
RULES = ROOT / "src" / "vedette" / "rules"


def test_every_example_of_the_page_runs() -> None:
    procedure.BY_NAME.pop("page-countdown", None)
    found = doctest.testfile(str(PAGE), module_relative=False)
    assert found.attempted > 20 and found.failed == 0


@pytest.mark.parametrize("family", ["blind_swords", "valley_campaign"])
def test_every_module_of_the_table_is_there_and_every_chapter_has_one(family: str) -> None:
    table = PAGE.read_text(encoding="utf-8").split("## Where each rule is")[1].split("## How to add")[0]
    beginning = table.index("*Shenandoah Valley Campaign*, in")
    end = table.index("Beside the chapters stand folders")
    named = set(re.findall(r"`(\w+\.py)`", table[beginning:end]))
    if family == "blind_swords":
        named = set(re.findall(r"`(\w+\.py)`", table[:beginning] + table[end:]))
    rules = RULES / family
    assert {name for name in named if not (rules / name).is_file()} == set()
    chapters = {file.name for file in rules.glob("*.py") if '"""Chapter' in file.read_text(encoding="utf-8")[:12]}
    assert chapters - named == set()
