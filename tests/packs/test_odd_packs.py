"""A pack that is spoilt in one place is named with file and place, whatever is written there."""

from __future__ import annotations

import csv
import io
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.packs.test_files import NAMES, copied
from vedette import packs
from vedette.engine.rulebook import ContentError, PositionError
from vedette.packs import PackError
from vedette.packs.check import opened

CELLS = ("", "-1", "0", "²", "NaN", "1e400", "x" * 3000, "٣", "=1+1", "9999", "1.5", "[]", "\ufeff", "a,b", "\x00", "½")
VALUES = ('""', "-1", "0", "[]", "{}", "true", "1e400", "nan", '"x"', '"9999"', "[[]]", "9" * 25, '["x"]', "1979-01-01")

STONE_WALL, FIRST = "scenarios/the-stone-wall.toml", "scenarios/first-kernstown.toml"
VENGEANCE, PORT, BATTLE = (
    "scenarios/valley-vengeance.toml", "scenarios/port-republic.toml", "scenarios/kernstown.toml"
)  # fmt: skip


def told(pack: Path) -> str:
    """Why a pack is not taken; empty where it is, or where only claims are broken."""
    try:
        packs.check(pack)
    except (PackError, ContentError, PositionError) as error:
        return str(error)
    return ""


@pytest.mark.parametrize(
    ("name", "file", "old", "new", "words"),
    [
        ("cedar-mountain", "scenarios/valley-vengeance.toml", 'hex = "1914"', 'hex = ""', "there is no hex ''"),
        ("valley-campaign", "scenarios/port-republic.toml", 'hex = "3920"', 'hex = ""', "there is no hex ''"),
        ("kernstown", "scenarios/first-kernstown.toml", '"artillery_allowance"', '["x"]', "there is no such rule"),
        ("kernstown", "scenarios/jackson-is-aware.toml", '"ammunition_plenty"', "{a = 1}", "there is no such rule"),
        ("cedar-mountain", "charts/weapon_ranges.csv", "artillery,Mx,", "artillery,My,", "its weapon 'Mx' has no row"),
        ("cedar-mountain", "corrections.csv", "hex,", "hux,", "there is no column hex"),
        ("kernstown", "corrections.csv", ",level,", ",height,", "unknown field height"),
        ("kernstown", STONE_WALL, 'hex = "', 'hex = nan #"', "setup[0].hex: nan is no number"),
        ("cedar-mountain", VENGEANCE, 'hex = "', 'hex = -inf #"', "setup[0].hex: -inf is no number"),
        ("valley-campaign", PORT, 'hex = "', 'hex = 1e400 #"', "setup[1].hex: inf is no number"),
        ("stonewall-1978", BATTLE, 'usual = "', 'hex = nan #"', "setup[0].hex: nan is no number"),
        ("stonewall-1978", BATTLE, "[victory]", f"[victory]\nodd = {'9' * 25}", "victory.odd: 9999"),
        ("stonewall-1978", BATTLE, "[victory]", f"[victory]\nodd = {'9' * 5000}", "too many digits"),
        ("stonewall-1978", BATTLE, "[victory]", f"[victory]\nodd = 0x{'f' * 5000}", "victory.odd: this is no number"),
        (
            "kernstown",
            "lessons/the-stone-wall.toml",
            "no-events = true",
            "no-events = nan",
            "options.no-events: nan is",
        ),
        ("kernstown", "laying.toml", "half = 0.5", "half = nan", "half: nan is no number"),
        (
            "kernstown",
            "pack.toml",
            "[overlay]",
            "[[cards]]\nhexes = nan\n[overlay]",
            "cards[0].hexes: nan is no number",
        ),
        ("kernstown", FIRST, 'option = "chew', 'option = -1 #"', "-1 is no option"),
        ("kernstown", FIRST, 'option = "chew', 'unless = 1979-01-01 #"', "there is no option '1979-01-01'"),
        ("cedar-mountain", VENGEANCE, "[[special]]", "[[special]]\noption = [[]]", "[[]] is no option"),
        ("valley-campaign", PORT, "[[setup]]", "[[special]]\noption = {}\n[[setup]]", "{} is no option"),
    ],
)
def test_a_place_that_is_none(tmp_path: Path, name: str, file: str, old: str, new: str, words: str) -> None:
    pack = copied(name, tmp_path)
    text = (pack / file).read_text(encoding="utf-8")
    assert old in text
    (pack / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    assert words in told(pack) and Path(file).stem in told(pack)


READ = {
    "kernstown": ("fresh_sp", "weapon", "fresh_cr", "worn_sp", "worn_cr", "dismounted_sp", "dismounted_cr",
                  "dismounted_worn_sp", "dismounted_worn_cr"),
    "valley-campaign": ("steps", "full", "reduced", "movement", "shift"),
    "stonewall-1978": ("brigade", "strength", "weapon", "morale", "crew", "horse", "radius", "rally"),
}  # fmt: skip
"""The columns of the counters that the rules of each family cannot do without."""


@pytest.mark.parametrize("name", READ)
def test_a_column_of_the_counters_that_is_lost_is_told(tmp_path: Path, name: str) -> None:
    pack = copied(name, tmp_path)
    file = pack / "counters.csv"
    text = file.read_text(encoding="utf-8")
    for column in READ[name]:
        file.write_text(text.replace(f",{column},", f",lost_{column},", 1), encoding="utf-8")
        words = told(pack)
        assert "counters.csv" in words and f"there is no column {column}" in words and "; add it" in words


def test_a_counter_without_a_rating_is_told(tmp_path: Path) -> None:
    pack = copied("kernstown", tmp_path)
    file = pack / "counters.csv"
    text = file.read_text(encoding="utf-8")
    assert "\n7 OH-a,7 OH-a,union,,Tyler,infantry,6,R,4,3,3," in text
    text = text.replace("Tyler,infantry,6,R,4,3,3,", "Tyler,infantry,6,R,,3,,", 1)
    file.write_text(text, encoding="utf-8")
    assert "counters.csv, 7 OH-a: there is no fresh_cr and no worn_cr; write one of them" in told(pack)


def test_a_name_that_no_file_can_have_is_that_of_none(tmp_path: Path) -> None:
    folder = opened(copied("kernstown", tmp_path))
    assert folder.has("board.csv") and not folder.has("x" * 3000) and not folder.has("a\0b")


def table(text: str, rng: random.Random) -> str:
    """A cell changed, a row or a column lost."""
    rows = list(csv.reader(io.StringIO(text)))
    row, column, kind = rng.randrange(len(rows)), rng.randrange(len(rows[0])), rng.random()
    if kind < 0.8:
        rows[row][column] = rng.choice(CELLS)
    elif kind < 0.9:
        del rows[row]
    else:
        rows = [cells[:column] + cells[column + 1 :] for cells in rows]
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def other(text: str, rng: random.Random) -> str:
    """A value changed, of whatever kind."""
    found = rng.choice(list(re.finditer(r'(?<==)\s*[^\n]+|"[^"\n]*"|\b\d+\b', text)))
    return text[: found.start()] + rng.choice(VALUES) + text[found.end() :]


@pytest.mark.parametrize("name", NAMES)
def test_whatever_is_written_in_a_place_is_no_fault_of_the_program(
    tmp_path: Path, count: Callable[[int], int], name: str
) -> None:
    rng, pack = random.Random(16), copied(name, tmp_path)
    files = [f for f in sorted(pack.rglob("*")) if f.suffix in (".csv", ".toml", ".json") and "claims" not in f.parts]
    for _ in range(count(40)):
        file = rng.choice(files)
        before = file.read_bytes()
        text = (table if file.suffix == ".csv" else other)(before.decode(), rng)
        file.write_bytes(text.encode())
        told(pack)
        file.write_bytes(before)
