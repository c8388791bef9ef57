"""The tool that plays whoever takes what is proposed: what it keeps, and what it makes of it."""

from __future__ import annotations

import json
from pathlib import Path

import vedette
from tools.takers import Game, play, read, told
from vedette.lab.takers import takers

BATTLE = "kernstown/the-stone-wall"


def games(*leads: tuple[int, int]) -> list[Game]:
    """Pairs: the Confederates' lead with the Union as the taker, and with them as the taker."""
    rows = (
        (seed, taker, lead)
        for seed, pair in enumerate(leads, 1)
        for taker, lead in zip(("union", "confederate"), pair, strict=True)
    )
    return [Game(BATTLE, n, who, "union" if lead < 0 else "confederate", "", lead) for n, who, lead in rows]


def test_a_taker_who_does_worse_in_both_seats_is_weaker() -> None:
    assert told(BATTLE, games((8, -8), (9, -7), (8, -9), (7, -8)))[1]
    words, weaker = told(BATTLE, games((-8, 8), (9, 9), (8, 8), (7, 6)))
    assert not weaker and "4 pairs" in words and "won 5, drawn 0, lost 3" in words


def test_what_was_measured_is_not_weaker() -> None:
    kept = read(Path("docs/measured/takers.jsonl"))
    for battle, pairs in ((BATTLE, 100), ("valley-campaign/cross-keys", 20), ("stonewall-1978/kernstown", 20)):
        words, weaker = told(battle, kept)
        assert f"{pairs} pairs" in words and not weaker, words


def test_a_game_is_the_same_when_it_is_played_again(tmp_path: Path) -> None:
    one, two = (play(BATTLE, 3, "union") for _ in range(2))
    assert one == two
    file = tmp_path / "kept.jsonl"
    file.write_text(json.dumps(one._asdict()) + "\n", encoding="utf-8")
    assert read(file) == [one]
    assert takers(vedette.battle(BATTLE), {}, 3, "confederate").outcome is not None
