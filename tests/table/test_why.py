"""Why a computer did what it did: once the battle is over, and then what it weighed, the same from the record alone."""

from __future__ import annotations

import asyncio
from functools import cache
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import patch

import httpx
import pytest

from tests.table.tables import Table, played, seated
from vedette import staff
from vedette.engine.game import Game
from vedette.engine.run import asks
from vedette.rules.blind_swords.ai import planning
from vedette.staff.general import Found, General
from vedette.staff.general.commander import searched
from vedette.table import why
from vedette.table.commanders import LATE_PLAN, _seed
from vedette.table.log import Log
from vedette.table.messages import Refused
from vedette.table.room import Room
from vedette.table.thinking import DIED, Thinker
from vedette.table.threads import Workers

LAST = 11


def last_order(game: Game) -> bool:
    """Whether the Union gives the last Order of the battle, near the enemy."""
    g: Any = game.state
    ask = asks(g)[0]
    return g.turn == LAST and not g.cup and ask.seat == "union" and planning.begins(g, ask)


@cache
def fought() -> tuple[Game, dict[int, Found]]:
    """A game whose last Order the general gives, and what it weighed by entry; all else goes by lot."""
    game = played(3, last_order)
    general = staff.seat("general:1", game.battle, _seed(game.chance.key, "union"))  # type: ignore[union-attr]
    assert isinstance(general, General)
    others = staff.seat("random", game.battle, 5)
    weighed = dict[int, Found]()
    while game.decisions:
        seat = game.decisions[0].seat
        before = set(general.roots)
        staff.answer(game, general if seat == "union" else others, seat)
        for number in set(general.roots) - before:
            weighed[len(game.entries)] = general.roots[number]
    return game, weighed


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches are made in this process: that others find the same is tested elsewhere (test_thinking.py)."""
    monkeypatch.setattr(Thinker, "ask", lambda self, *asked: searched(*asked))


def test_what_was_weighed_is_told_after_the_battle_from_the_record_alone(table: Table) -> None:
    game, weighed = fought()
    assert weighed
    made = seated(table.store, game, union="general:1")
    at = f"/api/games/{made['game']}/why?key={made['keys']['confederate']}"
    plans = table.get(at).json()["plans"]
    assert [(one["n"], one["seat"], one["turn"]) for one in plans if one["turn"] == LAST] == [
        (n, "union", LAST) for n in weighed
    ]
    n, found = next(iter(weighed.items()))
    told = table.get(f"{at}&n={n}").json()
    assert told["by"] == "general:1" and told["text"] in [one["text"] for one in plans]
    rows = [(r["text"], r["posture"], round(4 * r["worth"], 3), round(4 * r["gain"], 3)) for r in told["weighed"]]
    assert rows == [(r.answer, r.posture, round(r.value, 3), round(r.gain, 3)) for r in found.weighed]
    taken = told["weighed"][told["taken"]]
    assert (taken["text"], taken["posture"]) == (game.entries[n - 1].do, found.posture)
    assert all(row["label"] for row in told["weighed"])
    other = table.get(f"{at}&n={n + 1}")
    assert other.status_code == 404 and other.json()["error"] == f"no computer weighed plans before entry {n + 1}"


def test_who_looks_on_late_is_told_what_anybody_is(table: Table) -> None:
    game, weighed = fought()
    made = seated(table.store, game, union="general:1")
    watch = f"{table.base}/api/games/{made['game']}/watch?key={made['keys']['confederate']}&late=600"
    key = httpx.post(watch).json()["key"]
    clock = table.app.rooms.clock
    table.app.rooms.clock = lambda: clock() + 601.0
    plans = table.get(f"/api/games/{made['game']}/why?key={key}").json()["plans"]
    assert {one["n"] for one in plans} >= set(weighed)


def test_nothing_is_told_while_the_battle_goes_on_nor_of_others(table: Table) -> None:
    game, weighed = fought()
    running = seated(table.store, game, max(weighed) + 1, union="general:1")
    for more in ("", f"&n={max(weighed)}"):
        answer = table.get(f"/api/games/{running['game']}/why?key={running['keys']['confederate']}{more}")
        assert answer.status_code == 409 and "is not over" in answer.json()["error"]
    people = seated(table.store, game)
    assert table.get(f"/api/games/{people['game']}/why?key={people['keys']['union']}").json() == {"plans": []}
    assert table.get(f"/api/games/{people['game']}/why?key=wrong").status_code == 404


def over() -> tuple[Room, int]:
    """What is asked of a room whose battle is over, and an entry before which plans were weighed."""
    game, weighed = fought()
    general = staff.seat("general:1", game.battle, 1)
    room = SimpleNamespace(game=game, planners={"union": general}, log=Log(game, ("",)), reconsider=searched)
    return cast("Room", room), next(iter(weighed))


def plan(room: Room, n: int) -> dict[str, Any]:
    """What is told of an entry."""
    return why._plan(room, *why._asked(room, n))


def test_where_the_general_plans_nothing_no_plan_was_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    """It plays there as the adjutant, and whoever asks why is shown no Order that would end in an error."""
    room, n = over()
    assert n in [one["n"] for one in why.plans(room)]
    monkeypatch.setattr(why, "value_of", lambda *_: (None, "nothing is planned"))
    assert why.plans(room) == []
    with pytest.raises(Refused, match="no computer weighed plans"):
        plan(room, n)


def test_a_search_that_dies_is_said_and_tried_again_when_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    room, n = over()
    room.reconsider = lambda root, *_: Found(root.usual, "adjutant", note=DIED)
    with pytest.raises(Refused, match="cannot be told now: its process died"):
        plan(room, n)
    room.reconsider = searched
    assert plan(room, n)["weighed"]
    assert not room.planners["union"].roots, "what a game that is played on stands on was touched"


@pytest.mark.parametrize(
    "change",
    [{"note": LATE_PLAN, "planned": ""}, {"planned": ""}, {"planned": "0"}, {"do": "another program's"}],
)
def test_no_plan_is_told_as_taken_that_the_record_does_not_say_was_chosen(change: dict[str, str]) -> None:
    """The adjutant answered, or an earlier program did, which searched in another way or not at all: often both have
    the same first answer."""
    room, n = over()
    told = plan(room, n)
    assert told["taken"] is not None
    entry = room.game.entries[n - 1]
    with patch.multiple(entry, **change):
        assert plan(room, n) == {**told, "taken": None, "note": entry.note, "planned": "planned" not in change}


def test_what_finds_nothing_in_a_thread_ends_all_the_same() -> None:
    """Else whoever awaits it waits for ever with the game in his hand (Python 3.11)."""

    async def asked() -> None:
        with Workers(1) as threads, pytest.raises(LookupError, match="not found"):
            await asyncio.wait_for(asyncio.get_running_loop().run_in_executor(threads, next, iter(())), 5)

    asyncio.run(asked())


def test_a_question_to_a_game_that_finds_nothing_leaves_the_game_free(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = seated(table.store, fought()[0], union="general:1")
    at = f"/api/games/{made['game']}/why?key={made['keys']['confederate']}"
    with monkeypatch.context() as patched:
        patched.setattr(why, "plans", lambda room: next(iter(())))
        assert table.get(at).status_code == 500
    assert table.get(at).json()["plans"]
