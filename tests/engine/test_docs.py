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
    "rooms": "The rooms of a family are the same",
}
"""Where the table of each family begins, and what comes behind the last."""


@pytest.mark.parametrize("family", ["blind_swords", "valley_campaign", "great_battles"])
def test_every_module_of_the_table_is_there_and_every_chapter_has_one(family: str) -> None:
    page = PAGE.read_text(encoding="utf-8").split("## Where each rule is")[1].split("## How to add")[0]
    begins = [page.index(words) for words in TABLES.values()]
    parts = [page[a:b] for a, b in zip(begins, [*begins[1:], len(page)], strict=True)]
    part = dict(zip(TABLES, parts, strict=True))
    named = set(re.findall(r"`(\w+\.py)`", part[family]))
    beside, chapters = ({file.name for file in (RULES / family / room).glob("*.py")} for room in ("", "chapters"))
    assert named - beside - chapters == set()
    told = {name for name in chapters if '"""Chapter' in (RULES / family / "chapters" / name).read_text("utf-8")[:12]}
    assert told - named == set()
