"""The changes of tools/chain_changes.toml fit the rules as they stand, and name tests that are there.

That each is noticed is tried by tools/break_rules.py.
"""

import ast
import tomllib
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CHANGES = tomllib.loads((ROOT / "tools/chain_changes.toml").read_text(encoding="utf-8"))["change"]


@pytest.mark.parametrize("row", CHANGES, ids=[row["why"] for row in CHANGES])
def test_a_change_fits_the_rules_as_they_stand(row: dict[str, str]) -> None:
    text = (ROOT / row["file"]).read_text(encoding="utf-8")
    assert text.count(row["old"]) == 1, "mend the row of tools/chain_changes.toml: what it changes stands otherwise now"
    changed = text.replace(row["old"], row["new"])
    assert ast.dump(ast.parse(changed)) != ast.dump(ast.parse(text))
    assert (ROOT / row["tests"]).is_file()


def test_every_family_has_five_at_the_least() -> None:
    families = Counter(Path(row["file"]).parts[3] for row in CHANGES)
    assert all(families[name] >= 5 for name in ("blind_swords", "valley_campaign", "great_battles"))
