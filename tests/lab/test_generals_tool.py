"""The tool that plays the general against itself: what is to be played, in rounds, and that it goes on where it was."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tools import generals
from tools.generals import FIRST, Row
from vedette.lab import Played
from vedette.packs import battles

OTHER = "valley-campaign/port-republic"


def fake(battle: str, level: int, seed: int, commit: str) -> Row:
    return Row(battle, level, seed, "union", "Won", 9, "d", 1.0, commit, "")


def test_twenty_games_of_the_first_scenario_and_of_every_other_two_and_twenty() -> None:
    keys = generals.wanted(generals.every(), None)
    counts = Counter(key[:2] for key in keys)
    names = {row.id for row in battles() if row.overlay is None}
    assert counts.pop((FIRST, 2)) == 20 and {name for name, _ in counts} == {*names, *generals.BOOKS} - {FIRST}
    assert all(n == (2 if level == 2 else 20) for (_, level), n in counts.items())
    assert [seed for _, _, seed in keys] == sorted(seed for _, _, seed in keys), "not round by round"
    assert {level for _, level, _ in generals.wanted([OTHER], 1)} == {1}


def test_it_goes_on_where_it_was(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, played = tmp_path / "a" / "kept.jsonl", list[Any]()
    monkeypatch.setattr(generals, "play", lambda *key: played.append(key[:3]) or fake(*key))
    more = [OTHER, "--kept", str(kept)]
    assert generals.main([*more, "--most", "3"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "19 of 22 games are still to be played"
    kept.write_text(kept.read_text() + '{"battle": "cut o')
    assert generals.main([*more, "--minutes", "0"]) == 0 and len(played) == 3
    assert generals.main(more) == 0
    assert len(played) == len(set(played)) == 22 == len(kept.read_text().splitlines())
    assert capsys.readouterr().out.splitlines()[-1] == "0 of 22 games are still to be played"


def test_what_failed_is_told_and_the_exit_status_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(generals, "play", lambda *key: fake(*key)._replace(error="law 3 is broken"))
    assert generals.main([OTHER, "--kept", str(tmp_path / "kept.jsonl"), "--most", "1"]) == 1
    assert f"{OTHER}, level 2, seed 1: law 3 is broken" in capsys.readouterr().out


def test_one_game_is_played_with_the_laws_watched_by_the_general_on_both_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    plans = list[Any]()
    monkeypatch.setattr(generals, "play_one", lambda plan, game: plans.append(plan) or Played(0, plan.seed))
    row = generals.play("stonewall-1978/kernstown,rules=2007", 1, 4, "abc")
    assert row.seed == 4 and row.commit == "abc" and not row.error
    (plan,) = plans
    assert plan.laws and plan.options == {"rules": "2007"} and set(plan.seats.values()) == {"general:1"}
