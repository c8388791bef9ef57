"""The concordances name every case of their book once, in its order, beside Kernstown cases that there are."""

import csv
from collections import Counter
from itertools import chain
from pathlib import Path

import pytest

CASES = Path(__file__).resolve().parents[2] / "src/vedette/rules/cases"
OWED = {"engine", "victory", "optional", "setup"}
"""Kinds of which no case may be left out."""
RELATIONS = {"same", "differs", "game", "own"}


def rows_of(name: str) -> list[dict[str, str]]:
    """The rows of a file of cases."""
    return list(csv.DictReader((CASES / f"{name}.csv").read_text(encoding="utf-8").splitlines()))


def faults(rows: list[dict[str, str]], cases: list[dict[str, str]], known: set[str]) -> list[str]:
    """What is wrong with a concordance of these cases, in words."""
    ids, order = [row["id"] for row in rows], [case["id"] for case in cases]
    found = [f"{id} stands {n} times" for id, n in Counter(ids).items() if n > 1]
    found += [f"{id} is no case of the book" for id in ids if id not in order]
    found += [f"{case['id']} has no row" for case in cases if case["kind"] in OWED and case["id"] not in ids]
    if not found and ids != sorted(ids, key=order.index):
        found.append("the rows are not in the order of the book")
    return found + list(chain.from_iterable(_row_faults(row, known) for row in rows))


def _row_faults(row: dict[str, str], known: set[str]) -> list[str]:
    kt, relation, id = row["kt"].split(), row["relation"], row["id"]
    found = [f"{id}: {other} is no Kernstown case" for other in kt if other not in known]
    if relation not in RELATIONS:
        found.append(f"{id}: {relation} is no relation")
    if relation in ("same", "differs") and not kt:
        found.append(f"{id} is {relation} and names no Kernstown case")
    if len(set(kt)) < len(kt):
        found.append(f"{id} names a Kernstown case twice")
    if relation == "differs" and not 0 < len(row["note"].split()) <= 15:
        found.append(f"{id} differs, and does not say how in at most 15 words")
    return found


@pytest.mark.parametrize("book", ["BS", "SS"])
def test_a_concordance_is_whole(book: str) -> None:
    rows = rows_of(f"concordance-{book}")
    assert list(rows[0]) == ["id", "kt", "relation", "note"]
    assert faults(rows, rows_of(book), {case["id"] for case in rows_of("KT")}) == []


def test_faults_are_noticed() -> None:
    cases = [{"id": f"BS-{n}", "kind": kind} for n, kind in enumerate(("engine", "engine", "data", "victory"))]

    def row(id: str, kt: str, relation: str, note: str = "") -> dict[str, str]:
        return {"id": id, "kt": kt, "relation": relation, "note": note}

    whole = [row("BS-0", "KT-1", "same"), row("BS-1", "KT-1 KT-2", "differs", "otherwise"), row("BS-3", "", "own")]
    known = {"KT-1", "KT-2"}
    assert faults(whole, cases, known) == []
    assert faults(whole[:2], cases, known) == ["BS-3 has no row"]
    assert faults([whole[1], whole[0], whole[2]], cases, known) == ["the rows are not in the order of the book"]
    assert faults([*whole, whole[2]], cases, known) == ["BS-3 stands 2 times"]
    for wrong in (
        row("BS-3", "KT-3", "same"), row("BS-3", "", "same"), row("BS-3", "KT-1", "alike"), row("BS-4", "", "own"),
        row("BS-3", "KT-1 KT-1", "same"), row("BS-3", "KT-1", "differs"), row("BS-3", "KT-1", "differs", "so " * 16),
    ):  # fmt: skip
        assert faults([*whole[:2], wrong], cases, known)
