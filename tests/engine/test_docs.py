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


TABLES = {
    "blind_swords": "",
    "valley_campaign": "*Shenandoah Valley Campaign*, in",
    "great_battles": "*Stonewall* of 1978, in",
    "folders": "Beside the chapters stand folders",
}
"""Where the table of each family begins; that of the first goes on with the folders."""


@pytest.mark.parametrize("family", ["blind_swords", "valley_campaign", "great_battles"])
def test_every_module_of_the_table_is_there_and_every_chapter_has_one(family: str) -> None:
    page = PAGE.read_text(encoding="utf-8").split("## Where each rule is")[1].split("## How to add")[0]
    begins = [page.index(words) for words in TABLES.values()]
    parts = [page[a:b] for a, b in zip(begins, [*begins[1:], len(page)], strict=True)]
    part = dict(zip(TABLES, parts, strict=True))
    named = set(re.findall(r"`(\w+\.py)`", part[family] + (part["folders"] if family == "blind_swords" else "")))
    rules = RULES / family
    assert {name for name in named if not (rules / name).is_file()} == set()
    chapters = {file.name for file in rules.glob("*.py") if '"""Chapter' in file.read_text(encoding="utf-8")[:12]}
    assert chapters - named == set()
