"""How a battle is won, in a sentence: held against the scenario's own numbers."""

from __future__ import annotations

import re
from typing import Any

import pytest

from vedette import packs
from vedette.engine.rulebook import rulebook_of

BATTLES = [row.id for row in packs.battles()]


def shown(id: str) -> tuple[dict[str, Any], dict[str, Any]]:
    battle = packs.load(id)
    book = rulebook_of(battle)
    summary = book.summary(battle, book.options(battle, {}))
    return summary, dict(battle.scenario["victory"])


@pytest.mark.parametrize("id", BATTLES)
def test_the_sentence_names_the_end_and_whoever_can_win(id: str) -> None:
    summary, victory = shown(id)
    won, last = summary["won"], summary["turns"]["last"]
    assert f"turn {last} ({summary['clock'][-1]})" in won
    winners = {row.get("winner") for row in victory["levels"]} - {None}
    assert winners == {"union", "confederate"}
    assert "Union" in won and "Confederates" in won
    assert won.endswith(".") and "  " not in won and ".." not in won and len(won.split()) < 90


@pytest.mark.parametrize("id", [id for id in BATTLES if shown(id)[1].get("do") == "hexes_held"])
def test_of_hexes_that_are_held(id: str) -> None:
    summary, victory = shown(id)
    needed = re.search(r"The (\w+) wins by holding (\d+) or more of the (\d+) hexes", summary["won"])
    assert needed and needed[1].lower() == victory["side"] and int(needed[3]) == len(victory["hexes"])
    for row in victory["levels"]:
        assert (row["winner"] == victory["side"]) == (row["hexes"] >= int(needed[2]))
    assert all(hex in summary["won"] for hex in victory["hexes"])


def test_hexes_are_called_what_they_are_together() -> None:
    assert "hexes of the stone wall (1834, 1835, 1836 and 1933)" in shown("kernstown/the-stone-wall")[0]["won"]
    assert "in each hex of the Coaling (4426 and 4326)" in shown("valley-campaign/port-republic")[0]["won"]


@pytest.mark.parametrize("id", [id for id in BATTLES if shown(id)[1].get("do") == "points"])
def test_of_points_that_are_counted(id: str) -> None:
    summary, victory = shown(id)
    lead = re.search(r"the Confederates win if they are (\d+) points or more ahead", summary["won"])
    if lead is None:
        assert "whoever has more points wins" in summary["won"]
    for row in victory["levels"]:
        least, most = row.get("least", -9999), row.get("most", 9999)
        for points in {least, most}:
            expected = "confederate" if points >= (int(lead[1]) if lead else 1) else "union"
            if points or lead:
                assert row.get("winner") == expected, (id, points)
    exits = {row["side"] for row in victory.get("exits", ())}
    for side, name in (("union", "The Union scores for"), ("confederate", "The Confederates score for")):
        (told,) = (part for part in re.split(r"(?<=[.]) (?=The )", summary["won"]) if part.startswith(name))
        assert ("led off" in told) == (side in exits)
