"""Breaks the rules on purpose and sees whether the marked tests notice.

    python tools/break_rules.py [--cases N] [--seed S] [--id KT-...]

For each case drawn at random from those that have a test, every comparison, number and condition of the functions
that cite the case is changed, one at a time, in a copy of the tree, and the tests marked with the case are run. A
case passes when at least one of the changes makes a marked test fail; a mark on a test that no change can make fail
is a lie. A test that several books share is run by the book of the case alone.
"""

from __future__ import annotations

import argparse
import ast
import copy
import functools
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from vedette.cli.coverage_reader import marked_tests
from vedette.packs.cases import stands_for

ROOT = Path(__file__).resolve().parent.parent
RULES = ROOT / "src/vedette/rules"
PATIENCE = 120
SWAPS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.Gt: ast.LtE, ast.LtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip


Place = tuple[Path, ast.Module, ast.FunctionDef]


def cited(function: ast.FunctionDef) -> set[str]:
    """The cases that a function cites, in its decorators or its docstring."""
    nodes = [node for decorator in function.decorator_list for node in ast.walk(decorator)]
    found = {n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)}
    words = (ast.get_docstring(function) or "").replace(",", " ").replace(")", " ").replace("(", " ").split()
    return found | {word.strip(".;:") for word in words}


@functools.cache
def index() -> dict[str, list[Place]]:
    """Case -> the functions of the rules that cite it; each module is read once."""
    found: dict[str, list[Place]] = {}
    for file in sorted(RULES.rglob("*.py")):
        tree = ast.parse(file.read_text())
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                for id in sorted(cited(node)):
                    found.setdefault(id, []).append((file, tree, node))
    return found


def functions(id: str) -> list[Place]:
    """Every function of the rules that cites a case, or the case of another book by which it is carried out."""
    return [place for same in (id, *stands_for(id)) for place in index().get(same, [])]


def places(function: ast.FunctionDef) -> list[ast.AST]:
    """What can be changed in a function, without its decorators and docstring."""
    found: list[ast.AST] = []
    for statement in function.body:
        for node in ast.walk(statement):
            if isinstance(node, ast.Compare | ast.BoolOp | ast.IfExp | ast.If) or (
                isinstance(node, ast.Constant) and isinstance(node.value, int)
            ):
                found.append(node)
    return found


def changed(tree: ast.Module, place: ast.AST) -> str:
    """The module's text with one place changed."""
    marked = place
    marked.__dict__["_changed"] = True
    new = copy.deepcopy(tree)
    del marked.__dict__["_changed"]
    for node in ast.walk(new):
        if not node.__dict__.pop("_changed", False):
            continue
        if isinstance(node, ast.Compare):
            node.ops[0] = SWAPS[type(node.ops[0])]()
        elif isinstance(node, ast.BoolOp):
            node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
            node.value = not node.value
        elif isinstance(node, ast.Constant) and isinstance(node.value, int):
            node.value = node.value + 1
        elif isinstance(node, ast.If | ast.IfExp):
            node.test = ast.UnaryOp(ast.Not(), node.test)
    return ast.unparse(ast.fix_missing_locations(new))


def copy_tree(to: Path) -> None:
    """What the tests need, in a folder of its own."""
    for name in ("src", "tests", "tools", "conftest.py", "pyproject.toml"):
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, to / name, ignore=shutil.ignore_patterns("__pycache__", "client"))
        else:
            shutil.copy(source, to / name)


def fails(tree: Path, tests: list[str], book: str) -> bool:
    """Whether one of the tests, played by this book alone, fails there."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    there = {"PYTHONPATH": str(tree / "src"), "PATH": "", "HOME": str(tree), "VEDETTE_BOOK": book}
    try:
        return subprocess.run(command, cwd=tree, env=there, capture_output=True, timeout=PATIENCE).returncode == 1
    except subprocess.TimeoutExpired:
        return True  # a rule that goes on for ever is noticed


def noticed(tree: Path, id: str, tests: list[str], rng: random.Random, most: int) -> tuple[int, int]:
    """How many changes of the functions that cite a case its tests notice, of how many tried."""
    tried = seen = 0
    todo = [(file, module, p) for file, module, f in functions(id) for p in places(f)]
    rng.shuffle(todo)
    for file, module, place in todo[:most]:
        there = tree / file.relative_to(ROOT)
        there.write_text(changed(module, place))
        tried += 1
        seen += fails(tree, tests, id.partition("-")[0])
        there.write_text(file.read_text())
        if seen:
            break
    return seen, tried


def main() -> int:
    """Draw cases, break them, print what went unnoticed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=12, help="changes tried for a case at the most")
    parser.add_argument("--id", action="append", default=[])
    args = parser.parse_args()
    tests = marked_tests(ROOT / "tests")
    rng = random.Random(args.seed)
    able = sorted(id for id in tests if any(places(f) for _, _, f in functions(id)))
    ids = args.id or rng.sample(able, min(args.cases, len(able)))
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        tree.mkdir()
        copy_tree(tree)
        missed = []
        for id in ids:
            seen, tried = noticed(tree, id, tests[id], rng, args.most)
            print(f"{id}: {'noticed' if seen else 'NOT NOTICED'} ({tried} tried)", flush=True)
            if not seen:
                missed.append(id)
    print(f"{len(ids) - len(missed)} of {len(ids)} noticed")
    return 1 if len(missed) > len(ids) // 10 else 0


if __name__ == "__main__":
    sys.exit(main())
