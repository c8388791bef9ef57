"""The examples of docs/programmers.md run, and what it says of modules is so."""

import doctest
import re
from pathlib import Path

from vedette.engine import procedure

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "programmers.md"
RULES = ROOT / "src" / "vedette" / "rules" / "blind_swords"


def test_every_example_of_the_page_runs() -> None:
    procedure.BY_NAME.pop("page-countdown", None)
    found = doctest.testfile(str(PAGE), module_relative=False)
    assert found.attempted > 20 and found.failed == 0


def test_every_module_of_the_table_is_there_and_every_chapter_has_one() -> None:
    table = PAGE.read_text(encoding="utf-8").split("## Where each rule is")[1].split("## How to add")[0]
    named = set(re.findall(r"`(\w+\.py)`", table))
    assert {name for name in named if not (RULES / name).is_file()} == set()
    chapters = {file.name for file in RULES.glob("*.py") if '"""Chapter' in file.read_text(encoding="utf-8")[:12]}
    assert chapters - named == set()
