"""Every number of a pack has a bound: a number past all measure is named with its file, and never played with."""

import csv
import io
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.packs.test_files import NAMES, copied
from vedette import packs
from vedette.engine.rulebook import ContentError
from vedette.packs import PackError
from vedette.packs.check import begun_flaws, opened
from vedette.packs.reader import battle_of, build_board, check_scenarios, read_pack

HUGE = "999999999"
WORDS = {
    "source",
    "id",
    "name",
    "unit",
    "brigade",
    "title",
    "effect",
    "duration",
    "chit",
    "result",
    "words",
    "game",
    "doubt",
}
APART = {"sources.csv", "chart_words.csv", "corrections.csv"}
Site = tuple[Path, str, str]
"""A file, its text with a huge number in one place, and the place."""


def in_tables(pack: Path) -> Iterator[Site]:
    """One number of each column of each table."""
    for file in sorted([*pack.glob("*.csv"), *pack.glob("charts/*.csv")]):
        rows = list(csv.reader(io.StringIO(file.read_text(encoding="utf-8"))))
        for c, column in enumerate(rows[0] if file.name not in APART else ()):
            n = next((n for n, row in enumerate(rows) if n and len(row[c]) < 12 and re.search(r"\d", row[c])), 0)
            if n and column not in WORDS:
                new = [[*row] for row in rows]
                new[n][c] = re.sub(r"\d+(\.\d+)?", HUGE, new[n][c], count=1)
                out = io.StringIO()
                csv.writer(out, lineterminator="\n").writerows(new)
                yield file, out.getvalue(), f"{column}: {new[n][c]}"


def in_scenarios(pack: Path) -> Iterator[Site]:
    """One number of each key of each table and of each rule of the scenarios."""
    seen = set()
    for file in sorted(pack.glob("scenarios/*.toml")):
        lines, table, do = file.read_text(encoding="utf-8").split("\n"), "", ""
        for n, line in enumerate(lines):
            if head := re.match(r"\[+([\w.]+)\]+", line):
                table, do = head[1], ""
            do = line if line.startswith("do =") else do
            key = re.match(r"^[\w\"-]+\s*=|^\s*\{", line)
            number = re.search(r"^[^\"]*?(?:\"[^\"]*\"[^\"]*?)*?(?<![\w\".-])(\d+)(?![\w\"])", line.split("#")[0])
            if key and number and (table, do, key[0]) not in seen:
                seen.add((table, do, key[0]))
                spoilt = line[: number.start(1)] + HUGE + line[number.end(1) :]
                yield file, "\n".join([*lines[:n], spoilt, *lines[n + 1 :]]), spoilt


def told(pack: Path) -> str:
    """What is said of a pack; empty where it is taken."""
    try:
        read = read_pack(opened(pack))
        board = build_board(read)
        battles = [battle_of(read, board, id) for id in check_scenarios(read)]
        return "\n".join(f for battle in battles for f in begun_flaws(battle) if "in 1807 stand 3" not in f)
    except (PackError, ContentError) as error:
        return str(error)


@pytest.mark.parametrize("name", NAMES)
def test_a_number_past_all_measure_is_named(tmp_path: Path, count: Callable[[int], int], name: str) -> None:
    """Each column and each key of each pack; a tenth of them in `make test`."""
    pack = copied(name, tmp_path)
    assert told(pack) == ""
    sites = [*in_tables(pack), *in_scenarios(pack)]
    for file, text, place in random.Random(4).sample(sites, count(len(sites))):
        before = file.read_bytes()
        file.write_text(text, encoding="utf-8")
        said = told(pack)
        assert said and "\n" not in said, (file.name, place)
        assert file.stem in said or HUGE in said, (place, said)
        file.write_bytes(before)


@pytest.mark.parametrize(
    ("file", "old", "new", "words"),
    [
        ("charts/artillery_stacking.csv", "1,0.75,", "1,9999,", "column stacking_points: '9999' is not allowed here"),
        ("charts/artillery_stacking.csv", "1,0.75,", "1,1.5,", "1 strength takes up 1.5; write no more"),
        ("charts/crt.csv", ",23+,", ",23-999999999,", "column '23-999999999' is no strength"),
        ("charts/crt.csv", "11-13,", "12-13,", "there is no row for the roll 11"),
        ("charts/crt.csv", "14-16,", "13-16,", "the roll 13 stands in 11-13 and 13-16"),
        ("grid.json", '"origin": [0', '"origin": [9999999', "column origin: 1e+07 and 0 are too large"),
        ("grid.json", '"origin_hex": [24', '"origin_hex": [9999', "column origin_hex: 9999 and 23 are too large"),
        ("pack.toml", "order = ", "order = 99999", "expected int <= 99"),
    ],
)  # fmt: skip
def test_a_number_that_cannot_be(tmp_path: Path, file: str, old: str, new: str, words: str) -> None:
    pack = copied("kernstown", tmp_path)
    text = (pack / file).read_text(encoding="utf-8")
    assert old in text
    (pack / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(PackError) as error:
        packs.check(pack)
    assert words in str(error.value).replace("Expected", "expected")
