"""Pairs of games that are alike but for what one seat hides; `tools/pairs.py` plays hundreds of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.table.tables import STONE_WALL
from tests.table.twins import CHITS, TABLE, Leak, Pair, Pairing, pair, pairing
from vedette.table import Store
from vedette.table.log import Log

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def at(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pairing]:
    """A server at which pairs are played, for all tests; also one at PostgreSQL."""
    url = f"sqlite:///{tmp_path_factory.mktemp('pairs') / 'games.sqlite'}"
    if getattr(request, "param", "sqlite") == "postgres":
        url = request.getfixturevalue("postgres").database()
    with closing(Store(url)) as store, pairing(store) as found:
        yield found


@pytest.mark.parametrize(("hider", "seed"), [("union", 12), ("confederate", 31)])
def test_nothing_that_is_asked_or_tried_depends_on_a_chit_that_the_other_holds(
    at: Pairing, hider: str, seed: int
) -> None:
    """Without a beat, and with standing orders and one."""
    found = pair(at, STONE_WALL, hider, seed, steps=12, every=3)
    assert found is not None and (found.kind, found.steps) == (CHITS, 12) and found.frames > 100
    assert found.asked >= 3, "nothing is asked while a chit is held that differs"


@pytest.mark.parametrize(
    ("battle", "seed"), [("valley-campaign/port-republic", 1), ("stonewall-1978/kernstown", 2)], ids=["valley", "1978"]
)
def test_what_a_seat_tells_the_table_alone_is_told_to_nobody(at: Pairing, battle: str, seed: int) -> None:
    """Where the rules hide nothing: a note, an order, questions, what was refused, where one wants to be told."""
    found = pair(at, battle, "union", seed, steps=1, least=1)
    assert found is not None and found.kind == TABLE


@pytest.mark.slow
@pytest.mark.parametrize("at", ["sqlite", "postgres"], indirect=True)
@pytest.mark.parametrize(
    ("battle", "kind"),
    [
        (STONE_WALL, CHITS),
        ("kernstown/second-kernstown", CHITS),
        ("cedar-mountain/slaughter-mountain", CHITS),
        ("valley-campaign/cross-keys", TABLE),
        ("stonewall-1978/kernstown", TABLE),
    ],
)
def test_a_whole_pair_of_each_family(at: Pairing, battle: str, kind: str) -> None:
    found = pair(at, battle, "confederate", 3, steps=20)
    assert found is not None and found.kind == kind


def test_a_line_that_tells_a_chit_is_found(at: Pairing, monkeypatch: pytest.MonkeyPatch) -> None:
    """A log that forgets for whom an event is."""
    line = Log._line

    def to_all(log: Log, event: Any, n: int, reader: str) -> Any:
        return line(log, event, n, event.only or reader)

    monkeypatch.setattr(Log, "_line", to_all)
    with pytest.raises(Leak, match=r"step \d+, .*key"):
        pair(at, STONE_WALL, "union", 1, steps=3)


def test_pairs_are_kept_and_gone_on_with(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Any) -> None:
    """Every battle, store and seat takes its turn; a seed that comes to nothing is another's; a leak ends the run."""
    monkeypatch.syspath_prepend(ROOT / "tools")
    tool = import_module("pairs")
    asked: list[tuple[str, str, str, int]] = []

    def played(at: str, battle: str, hider: str, seed: int) -> Pair | None:
        asked.append((at, battle, hider, seed))
        if len(asked) == 2:
            return None
        if len(asked) == 8:
            raise Leak("step 3")
        return Pair(battle, hider, CHITS, seed, 30, 10, 1_000)

    monkeypatch.setattr(tool, "twins", SimpleNamespace(pair=played, LEAST=10))
    kinds, kept = tool.kinds(), tmp_path / "pairs.jsonl"
    assert len(kinds) == len(set(kinds)) == 48
    assert tool.play(kept, 5, 1.0, str) == 0
    assert [asked[2], asked[3]] == [
        (kind.store, kind.battle, kind.hider, seed) for kind, seed in ((kinds[1], 1_001), (kinds[2], 1))
    ]
    assert tool.play(kept, 7, 1.0, str) == 1
    rows = [json.loads(line) for line in kept.read_text(encoding="utf-8").splitlines()]
    assert [row["pair"] for row in rows] == [0, 1, 2, 3, 4, 5] and "pair 6" in capsys.readouterr().out
    assert tool.play(kept, 49, 1.0, str) == 0 and asked[-1][3] == 2
    assert len(kept.read_text(encoding="utf-8").splitlines()) == 49
    assert "49 pairs" in capsys.readouterr().out
    monkeypatch.setattr(tool, "twins", SimpleNamespace(pair=lambda *_: {}["a slip of the tool"], LEAST=10))
    with pytest.raises(KeyError):  # is no leak
        tool.play(kept, 50, 1.0, str)
