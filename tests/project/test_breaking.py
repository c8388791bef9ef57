"""tools/break_rules.py: what is changed, who is held to have noticed it, and the list of what goes unnoticed."""

from __future__ import annotations

import ast
import gc
import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from breaking_changes import KINDS, broken, changes_of  # noqa: E402
from breaking_index import all_places, places_of  # noqa: E402
from breaking_run import Live  # noqa: E402

SURVIVORS = [json.loads(line) for line in (ROOT / "docs/measured/survivors.jsonl").read_text().splitlines()]
CHAINS = ROOT / "tools/chain_changes.toml"
TEXT = '''
def bar(g, id, here):
    """Why not."""
    if g.pinned and id > 3:
        return True
    return any(-x < 4 for x in here if x)
'''


def after(text: str) -> dict[str, set[str]]:
    """What becomes of a function by each kind of change."""
    tree = ast.parse(text)
    function = tree.body[0]
    assert isinstance(function, ast.FunctionDef)
    found: dict[str, set[str]] = {}
    for change in changes_of(function):
        lines = ast.unparse(broken(tree, change)).splitlines()
        whole = ast.unparse(tree).splitlines()
        found.setdefault(change.kind, set()).update(b.strip() for a, b in zip(whole, lines, strict=True) if a != b)
    return found


def test_each_kind_of_change_alters_one_place() -> None:
    found = after(TEXT)
    assert set(found) == set(KINDS)
    assert found["number"] == {"if g.pinned and id > 4:", "return any((-x < 5 for x in here if x))"}
    assert found["comparison"] == {"if g.pinned and id >= 3:", "return any((-x <= 4 for x in here if x))"}
    assert found["dropped"] == {
        "if id > 3:", "if g.pinned:", "if (g.pinned and id > 3) and False:", "return any((-x < 4 for x in here))",
    }  # fmt: skip
    assert found["any or all"] == {"if g.pinned or id > 3:", "return all((-x < 4 for x in here if x))"}
    assert found["sign"] == {"return any((x < 4 for x in here if x))"}
    assert found["swapped"] == {"if not (g.pinned and id > 3):"} and found["truth"] == {"return False"}


def test_the_functions_of_the_rules_are_found_though_the_collector_of_garbage_passes_over_them() -> None:
    gc.freeze()
    live = Live()
    gc.freeze()
    assert {str(place.file) for place in all_places()} <= {file for file, *_ in live.by_code}


def test_a_function_of_many_cases_is_changed_on_the_lines_that_name_one() -> None:
    place, lines = next((p, lines) for p, lines in places_of("SW-14.3-3") if p.name.endswith("stance_bar"))
    text = place.file.read_text().splitlines()
    assert len(place.cases) > 10
    assert [text[line - 1].strip() for line in sorted(lines)] == ["if u.routed:", "return ROUTED"]


def test_every_survivor_is_a_change_that_can_still_be_made_and_has_a_reason() -> None:
    known = {(p.name, change.key) for p in all_places() for change in changes_of(p.function)}
    gone = [row for row in SURVIVORS if (row["function"], row["change"]) not in known]
    assert not gone, "the function has changed: take them out of docs/measured/survivors.jsonl"
    assert all(len(row["reason"]) > 10 for row in SURVIVORS)


@pytest.mark.skipif(not CHAINS.exists(), reason="no changes of chains are listed")
def test_every_change_of_a_chain_can_still_be_made() -> None:
    for row in tomllib.loads(CHAINS.read_text())["change"]:
        text = (ROOT / row["file"]).read_text()
        assert text.count(row["old"]) == 1, f"{row['file']}: {row['old']}"
        compile(text.replace(row["old"], row["new"]), row["file"], "exec")


@pytest.mark.slow
def test_a_broken_rule_is_noticed_by_its_marked_test() -> None:
    command = [sys.executable, ROOT / "tools/break_rules.py", "--id", "JV-6.3-4", "--most", "4", "--own"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert "JV-6.3-4: noticed" in done.stdout, done.stdout + done.stderr
    assert "1 of 1 noticed" in done.stdout and done.returncode in (0, 1)
