"""Somebody looks on at a game of people: he sees what all may know, is counted, and answers nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest

from tests.engine import toy
from tests.table.tables import DUEL, Client, Metronome, Table, seated
from vedette.engine.game import Game
from vedette.table.sockets import WATCHES

BESIDE = [{"id": "Blue", "hex": "0101"}, {"id": "Gray", "hex": "0102"}]


def invited(table: Table, made: dict[str, Any], key: str, late: str = "") -> httpx.Response:
    return httpx.post(f"{table.base}/api/games/{made['game']}/watch?key={key}&late={late}")


@contextmanager
def looking(table: Table, made: dict[str, Any], seat: str, late: str = "") -> Iterator[Client]:
    """Somebody whom a seat has asked to look on."""
    answer = invited(table, made, made["keys"][seat], late)
    assert answer.status_code == 201, answer.text
    made["keys"]["watch"] = answer.json()["key"]
    with table.sit(made, "watch") as client:
        yield client


def dealt(chit: str) -> Game:
    """The Confederate holds this chit, and the Union may fire at it."""
    games = (toy.TOY.new_game(seed=s, position={"unit": BESIDE}, digests=True) for s in range(40))
    return next(g for g in games if g.state.hand == chit)


def told(table: Table, chit: str, late: str = "", **setup: Any) -> tuple[list[str], list[str], list[Any]]:
    """What who looks on is sent while the battle begins, what its holder is, and all that can be asked for."""
    made = seated(table.store, dealt(chit), setup=setup)
    pulse = table.app.rooms.pulse = Metronome()
    with (
        looking(table, made, "union", late) as watcher,
        table.sit(made, "union") as union,
        table.sit(made, "confederate") as holder,
    ):
        n = union.act("Blue fire at 0102", id="same")["n"]
        pulse.tick(float(late or 0) + 1)
        watcher.up_to(n)
        holder.up_to(n)
        for n in range(watcher.state["n"] + 1):
            watcher.send(moment={"id": f"m{n}", "n": n})
            watcher.until("moment")
        watcher.send(news={"id": "n", "after": 0})
        watcher.until("news")
        frames = [frame.replace(made["game"], "GAME") for frame in watcher.frames]
        at = f"/api/games/{made['game']}"
        key = made["keys"]["watch"]
        asked = ["", "/scene", "/log", "/report", "/chronicle", "/ending", "/values"]
        http = [table.get(f"{at}{what}?key={key}") for what in asked]
        assert {answer.status_code for answer in http} == {200}
        return frames, holder.frames, [answer.content.replace(made["game"].encode(), b"GAME") for answer in http]


@pytest.mark.parametrize("setup", [{}, {"open_hands": True}, {"late": "600"}])
def test_games_that_differ_in_a_held_chit_look_the_same_to_who_looks_on(table: Table, setup: dict[str, Any]) -> None:
    """Also where the key of both seats at one screen is shown both hands."""
    one, mine, asked = told(table, "Ruse", **setup)
    two, others, other = told(table, "Nothing", **setup)
    assert mine != others
    assert one == two
    assert asked == other and b"Ruse" not in b"".join(asked)


def test_who_plays_sees_how_many_look_on_and_they_answer_nothing(table: Table) -> None:
    made = table.make(seed=3)
    with table.sit(made, "union") as union:
        assert union.state["watching"] == 0 and union.state["seats"] == ["union"]
        with looking(table, made, "confederate") as watcher:
            assert watcher.state["seats"] == [] and watcher.state["seat"] == "" and watcher.state["watching"] == 1
            assert not watcher.asked() and {d["kind"] for d in watcher.state["decisions"]} == {"waiting"}
            while union.state["watching"] != 1:
                union.until("state")
            watcher.send(act={"game": made["game"], "decision": 0, "text": "pass", "id": "w", "seat": "union"})
            assert watcher.until("refused")["reason"] == WATCHES
        while union.state["watching"] != 0:
            union.until("state")


def test_dice_that_people_roll_are_not_asked_of_who_looks_on(table: Table) -> None:
    game = dealt("Nothing")
    made = seated(table.store, game, setup={"dice": "pressed"})
    with looking(table, made, "union") as watcher, table.sit(made, "union") as union:
        union.act("Blue fire at 0102")
        assert [d["seat"] for d in watcher.state["decisions"] if "actions" in d] == []


def test_who_looks_on_gives_no_keys_and_a_stranger_gets_none(table: Table) -> None:
    made = table.make(seed=3)
    with looking(table, made, "union"):
        refused = invited(table, made, made["keys"]["watch"])
    assert refused.status_code == 403 and "gives no keys" in refused.json()["error"]
    assert invited(table, made, "nobody").status_code == 404


def test_a_game_that_is_over_is_looked_at_by_its_number_alone(table: Table) -> None:
    made = table.make(seed=3)
    at = f"/api/games/{made['game']}"
    assert table.get(at).status_code == 404
    with table.sit(made, "union") as union:
        union.sent("resign", {"game": made["game"], "id": "r"})
    assert table.get(at).json()["over"] is True and table.get(at).json()["seats"] == []
    made["keys"]["none"] = ""
    with table.sit(made, "none") as watcher:
        assert watcher.state["outcome"]["resigned"] == "union"
        assert watcher.ask("moment", n=0)["is"] == "moment"
    assert httpx.delete(table.base + at).status_code == 403


def test_nobody_deletes_a_game_of_computers_by_its_number_alone(table: Table) -> None:
    led = {"union": "random", "confederate": "random"}
    made = table.make(battle=DUEL, seats=led, watched=True)
    with table.sit(made, "watch") as watcher:
        while watcher.state["outcome"] is None:
            watcher.until("state")
    assert httpx.delete(f"{table.base}/api/games/{made['game']}").status_code == 403
