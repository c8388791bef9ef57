"""No line of the rules knows a battle, a general or a place of the packs.

The names are read from the packs, the rules by their syntax tree; comments, docstrings, case ids and profile.py, which
names the books, may have them.
"""

import ast
import csv
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
RULES = ROOT / "src/vedette/rules"
BATTLES = ROOT / "src/vedette/battles"
CASE = re.compile(r"\b[A-Z]{2}-\d[\w.*-]*")
COMMON = {
    "artillery", "cavalry", "infantry", "union", "confederate", "the", "road", "lane", "pike", "house", "hill",
    "battle",
    "wall", "stone", "field", "church", "farm", "run", "first", "second", "cross", "gate", "barn", "white", "best",
    "early", "no effect", "the point",
}  # fmt: skip
"""Words of names that mean something else as well, in lower case: "Hill", "Field", "the"."""


def rows(file: Path) -> list[dict[str, str]]:
    if not file.is_file():
        return []
    with file.open(newline="", encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


def names() -> set[str]:
    """Battles, scenarios, generals, brigades, divisions, batteries, roads and places of every pack, in lower case."""
    found: set[str] = set()
    for pack in BATTLES.iterdir():
        if not (pack / "pack.toml").is_file():
            continue
        found.add(tomllib.loads((pack / "pack.toml").read_text())["title"])
        found |= {r["chit"] for r in rows(pack / "charts/command_ratings.csv")}
        found |= {r["general"] for r in rows(pack / "charts/general_casualty.csv")}
        for r in rows(pack / "counters.csv"):
            found |= {r["brigade"], r.get("division", ""), r["id"] if r["arm"] in ("artillery", "leader") else ""}
        found |= {r["road"] for r in rows(pack / "roads.csv")}
        for r in rows(pack / "board.csv"):
            found |= {part.partition("=")[2] for part in r["features"].split(";") if "=" in part}
        for scenario in (pack / "scenarios").glob("*.toml"):
            text = tomllib.loads(scenario.read_text())
            found |= {text["title"], text["id"]}
    return {n.strip().lower() for n in found if len(n.strip()) > 3} - COMMON


def spoken(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Every string and every name of a module with its line, docstrings left out."""
    documents = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    bare = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documents | bare:
            yield node.lineno, CASE.sub("", node.value)
        elif isinstance(node, ast.Name):
            yield node.lineno, node.id.replace("_", " ")
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.lineno, re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", node.name)
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg.replace("_", " ")


def test_the_rules_name_no_battle_no_general_and_no_place() -> None:
    known = re.compile(
        r"\b(" + "|".join(sorted(map(re.escape, names()), key=len, reverse=True)) + r")\b", re.IGNORECASE
    )
    wrong = [
        f"{file.relative_to(ROOT)}:{line}: {hit[0]}"
        for file in sorted(RULES.rglob("*.py"))
        if file.name != "profile.py"
        for line, text in spoken(ast.parse(file.read_text(encoding="utf-8")))
        if (hit := known.search(text))
    ]
    assert wrong == []


def test_names_are_read_from_the_packs_and_found_in_a_line() -> None:
    assert {"jackson", "tyler", "cedar mountain", "crawford", "hudson's mill"} & names() >= {
        "jackson",
        "tyler",
        "crawford",
    }
    tree = ast.parse('"""Jackson."""\ndef f(tyler):\n    """Of Tyler."""\n    return "Jackson (KT-10.6a-Jackson-1)"\n')
    assert [text for _, text in spoken(tree)] == ["f", "tyler", "Jackson ()"]
