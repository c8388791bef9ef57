"""Two games that differ only in a chit which one seat holds: whatever the other asks, it gets the same bytes."""

from __future__ import annotations

import random
import re

import pytest

from tests.table.tables import Metronome, Table
from tests.table.twins import BEAT, questions, quiet, settled

ACTS = 30
PAGES = ("", "/log", "/chronicle", "/report")


def told(table: Table, hider: str, key: str, seed: int) -> list[str]:
    """What the other seat is told of a game in which the hider put in this Key Chit and holds all that it draws."""
    pulse = table.app.rooms.pulse = Metronome()
    made = table.make(seed=seed, orders=True, beat=BEAT)
    other = "confederate" if hider == "union" else "union"
    at = f"/api/games/{made['game']}"
    query = f"?key={made['keys'][other]}"
    boards = [row["name"] for row in table.get(f"{at}{query}", timeout=60).json()["boards"]]
    rng = random.Random(seed)
    with table.sit(made, hider) as mine, table.sit(made, other) as his:
        mine.name = his.name = "same"
        n = mine.act(f"key {key}")["n"]
        his.up_to(n)
        mine.up_to(his.act(his.texts()[0])["n"])
        for i in range(ACTS):
            settled(mine, his)
            if not (mine.asked() or his.asked()):
                pulse.tick(BEAT)
                for client in (mine, his):
                    client.until("state")
                continue
            if not i % 5:
                questions(his, rng, boards, i)
                settled(mine, his)
            number = rng.randrange(1000)
            who = mine if mine.asked() else his
            if who.asked():
                who.act(quiet(who, number))
        settled(mine, his)
        pages = [table.get(f"{at}{page}{query}", timeout=60).text for page in PAGES]
        assert any(key in frame for frame in mine.frames)
        return [frame.replace(made["game"], "GAME") for frame in (*his.frames, *pages)]


@pytest.mark.parametrize(
    ("hider", "keys", "seed"), [("union", ("Rally", "Fatigue"), 12), ("union", ("Rally", "Firefight"), 31)]
)
def test_nothing_that_is_asked_or_tried_depends_on_a_chit_that_the_other_holds(
    table: Table, hider: str, keys: tuple[str, str], seed: int
) -> None:
    one, two = (told(table, hider, key, seed) for key in keys)
    clock = re.compile(r'"left":[0-9.]+')
    assert len(one) == len(two)
    assert [clock.sub("", frame) for frame in one] == [clock.sub("", frame) for frame in two]
