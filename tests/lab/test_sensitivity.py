"""A change in a battle: what can be changed, that its effect is found, that nothing is found where there is none."""

from __future__ import annotations

import ast
import inspect
import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from vedette.cli import program
from vedette.cli.odds import odds_of
from vedette.cli.position import read_position
from vedette.engine import Known
from vedette.engine.rulebook import rulebook_of
from vedette.lab import Plan, Played
from vedette.lab.changes import Changes, battle_of, changes_of
from vedette.lab.sensitivity import added, compare, measured, verdict
from vedette.lab.sensitivity_page import sensitivity_page
from vedette.packs.cases import found as case_of
from vedette.rules.blind_swords.chapters import close_shifts, fire_shifts
from vedette.rules.great_battles.chapters import columns, fire, overshoot
from vedette.rules.valley_campaign.chapters import odds

BATTLE = "kernstown/the-stone-wall"
RANDOM = {"union": "random", "confederate": "random"}
EXAMPLES = [
    ("BS-EX-fire", "SS-12.3a-shift-target-woods", "1", "3"),
    ("JV-EX-6.10", "JV-6.8-slope", "1:1", "2:1"),
    ("SW-EX-10.47-a", "SW-10.43", "2", "3-5"),
]
"""A worked example of each family, a shift in it, and its column with and without that shift."""


def changed(battle: str = BATTLE, **words: list[str]) -> tuple[Any, Changes]:
    changes = changes_of(Known.loader()(battle), **words)  # type: ignore[arg-type]
    return battle_of(battle, changes), changes


def test_a_cell_a_value_an_arrival_and_a_shift_are_changed_and_nothing_else() -> None:
    before = Known.loader()(BATTLE)
    after, changes = changed(
        cells=["crt/11-13/5:-|-|0-2", "fire_cohesion/routine 3/skedaddle:2M"],
        values=["7 OH-a/fresh_sp:8"],
        arrivals=["23 VA:4"],
        shifts=["KT-12.3-shift-wall:0"],
    )
    assert {name for name in before.charts if before.charts[name] != after.charts[name]} == {"crt", "fire_cohesion"}
    assert [row["5"] for row in after.charts["crt"] if row["roll"] == "11-13"] == ["-|-|0-2"]
    assert {u for u in before.counters if before.counters[u] != after.counters[u]} == {"7 OH-a"}
    turns = [(row["unit"], row["turn"]) for row in after.scenario["reinforcement"]]
    assert ("23 VA", 4) in turns and [turn for _, turn in turns] == sorted(turn for _, turn in turns)
    assert after.columns("KT-12.3-shift-wall", -2) == 0 and after.columns("KT-14.3d-wall", -2) == -2
    assert after.board is before.board and after.hash != before.hash
    assert changes.words().startswith("charts/crt.csv, 11-13, 5: -|-|0-2; ")
    assert battle_of(BATTLE, changes) is after, "games of one change share what was compiled for it"


def test_ground_can_be_changed() -> None:
    before = Known.loader()(BATTLE)
    after, _ = changed(cells=["board/1834/terrain:light-woods"])
    hex = before.board.grid.index("1834")
    assert (before.board.terrain[hex], after.board.terrain[hex]) == ("clear", "light-woods")


@pytest.mark.parametrize(
    "option, words, told",
    [
        ("--cell", "cr/1/2:3", "the pack kernstown has no table 'cr'; did you mean crt"),
        ("--cell", "crt/11/5:-", "charts/crt.csv has no row '11'; write such as"),
        ("--cell", "fire_cohesion/routine/skedaddle:R", "more than one row 'routine'; write such as routine 1"),
        ("--cell", "crt/11-13/99:x", "write TABLE/ROW/COLUMN:VALUE; the columns of charts/crt.csv are roll"),
        ("--cell", "crt/11-13/5:x", "'x' is not allowed here; write three boxes"),
        ("--value", "7 OH/fresh_sp:4", "counters.csv has no row '7 OH'; write such as"),
        ("--arrival", "7 OH-a:3", "7 OH-a: does not arrive in kernstown/the-stone-wall"),
        ("--arrival", "23 VA:40", "23 VA:40: write UNIT:TURN, a turn from 1 to 11"),
        ("--shift", "KT-12.3-shift-wal:0", "is the case of no shift; those that can be changed are KT-12.3-shift-wall"),
        ("--shift", "KT-12.3-shift-wall", "write CASE:COLUMNS"),
        ("--union", "lee", "what is to be changed? Say --cell, --value, --arrival or --shift"),
    ],
)
def test_bad_changes_are_one_line(option: str, words: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert program.run(["lab", "sensitivity", BATTLE, "--games", "2", option, words]) == 2
    said = capsys.readouterr().err
    assert told in said and said.count("\n") == 1


@pytest.mark.parametrize("example, case, printed, without", EXAMPLES)
def test_a_shift_that_is_taken_away_moves_the_column_in_every_family(
    example: str, case: str, printed: str, without: str
) -> None:
    position = read_position(f"tests/examples/{example}.toml")
    bare, _ = changed(position.battle.id, shifts=[f"{case}:0"])
    columns = []
    for battle in (position.battle, bare):
        aim = odds_of(msgspec.structs.replace(position, battle=battle)).aim
        assert aim is not None
        columns.append(aim.final)
    assert columns == [printed, without]


def test_shifts_are_told_by_cases_that_the_books_have() -> None:
    for example, *_ in EXAMPLES:
        battle = read_position(f"tests/examples/{example}.toml").battle
        book = rulebook_of(battle)
        assert len(book.shifts(battle)) > 5 and all(case_of(case) for case in book.shifts(battle))


def test_no_shift_of_the_books_of_one_family_is_left_out() -> None:
    for chapter in (fire_shifts, close_shifts):
        own = {value for value in vars(chapter).values() if isinstance(value, fire_shifts.Shift)}
        assert len(own) > 10 and own <= {*fire_shifts.NAMED, *close_shifts.NAMED}


NEVER_CHANGED = {"JV-6.8-3", "SW-10.47-2"}
"""A hexside that not all come over, which does not count, and what takes back more than two columns."""


def written_shifts(*chapters: Any) -> set[str]:
    """The cases of the shifts that stand word for word in a module: `Shift(name, columns, case)`, or a row of four."""
    found: set[str] = set()
    for node in (node for chapter in chapters for node in ast.walk(ast.parse(inspect.getsource(chapter)))):
        made = isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Shift"
        parts = node.args if made else node.elts if isinstance(node, ast.Tuple) and len(node.elts) == 4 else ()
        if len(parts) > 2 and isinstance(parts[2], ast.Constant) and isinstance(parts[2].value, str):
            found.add(parts[2].value)
    return found - NEVER_CHANGED


def test_no_shift_of_the_other_families_is_left_out() -> None:
    for named, chapters in ((odds.named_shifts(), (odds,)), (columns.NAMED, (columns, fire, overshoot))):
        own = written_shifts(*chapters)
        assert own and own <= {*named}


@pytest.mark.slow
def test_a_planted_change_is_found_with_its_sign() -> None:
    """Who attacks the wall keeps more of his strength where the wall does not help."""
    plan = Plan(battle=BATTLE, games=150, seed=1001, seats=RANDOM)
    _, changes = changed(shifts=["KT-12.3-shift-wall:0", "KT-14.3d-wall:0"])
    found, _ = compare(plan, changes, jobs=2)
    strength = found.measures[-1]
    assert strength.found == "union" and 0 < strength.low < strength.change < strength.high
    assert found.pairs == plan.games and found.same < found.pairs
    assert verdict(found) == "it helps the union side, by strength"


def test_an_effect_is_found_with_its_sign_and_drawn(tmp_path: Path) -> None:
    rng = random.Random(3)
    plan = Plan(battle=BATTLE, games=80, seed=1, seats=RANDOM)
    level = rulebook_of(plan.load()).levels(plan.load())[-1]
    for sign, seat in ((1, "union"), (-1, "confederate")):
        ends = [rng.gauss(0, 4) for _ in range(80)]
        before = [Played(i, i + 1, level, "confederate", ahead=x, digest=f"a{i}") for i, x in enumerate(ends)]
        after = [msgspec.structs.replace(p, ahead=p.ahead + rng.gauss(sign, 2), digest="b") for p in before]
        found, differences = added(plan, Changes(shifts=(("X", 0),)), {"before": before, "after": after}, 1.0)
        assert [m.found for m in found.measures] == ["", "", seat]
        assert verdict(found) == f"it helps the {seat} side, by strength"
        page = sensitivity_page(found, differences)
        assert page.count("<svg") == 4 and page.count(f"<td>{seat}</td>") == 1 and "no change" in page


def test_a_change_that_does_nothing_is_told_as_that(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["lab", "sensitivity", BATTLE, "--games", "6", "--union", "random", "--confederate", "random"]
    arguments += ["--shift", "SS-12.3a-shift-converging:5", "--jobs", "1", "-o", str(tmp_path / "parts")]
    assert program.run(arguments) == 0
    assert "it does nothing: all 6 games are the same to the end" in capsys.readouterr().out
    kept = sorted(file.name for file in (tmp_path / "parts").rglob("*.jsonl"))
    assert len(kept) == 2
    assert program.run([*arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["same"] == 6 and all(m["change"] == 0 and not m["found"] for m in found["measures"])
    assert len(set(found["digests"].values())) == 1


def test_noise_alone_is_seldom_taken_for_an_effect() -> None:
    """Three measures together at most once in twenty tries; pairs that differ by chance alone."""
    rng = random.Random(7)
    wrong = 0
    for _ in range(1000):
        rows = [[rng.gauss(0, 4) for _ in range(60)] for _ in range(2)]
        wins = [[float(rng.random() < 0.3) for _ in range(60)] for _ in range(2)]
        ends = [[rng.randrange(5) / 4 for _ in range(60)] for _ in range(2)]
        wrong += any(measured("m", "", a, b, ("union", "confederate")).found for a, b in (rows, wins, ends))
    assert wrong <= 65  # one in twenty of a thousand, and two standard errors


def test_the_balance_of_a_battle_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.html"
    arguments = ["lab", "balance", BATTLE, "--games", "6", "--union", "random", "--confederate", "random"]
    arguments += ["--jobs", "1", "-o", str(tmp_path / "parts"), "--page", str(page)]
    assert program.run(arguments) == 0
    said = capsys.readouterr().out
    assert "the union side wins" in said and "strength lost by brigade, a game on average:" in said
    assert program.run([*arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert sum(found["levels"].values()) == found["games"] == sum(found["spread"].values()) == 6
    assert 0 <= found["score"]["low"] < found["score"]["mean"] + 0.01 < found["score"]["high"] + 0.01
    names = list(found["figures"])
    assert names.index("hexes held") < names.index("strength lost by brigade") < names.index("orders")
    text = page.read_text(encoding="utf-8")
    assert all(f"<h2>{title}" in text for title in ("Victory levels", "Points at the end", "Hexes held", "Strength"))
