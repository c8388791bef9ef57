"""Games are opened when somebody comes and put away when all have left; the toy rulebook plays through it all."""

from __future__ import annotations

import asyncio
import gc
import json
import weakref
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.engine import toy
from tests.table.postgres import BOTH
from tests.table.tables import DUEL, FAST, Table, come_to, played, seated, serving, shown
from vedette.engine.archive import verify
from vedette.table import Store, late, rooms
from vedette.table.late import BARE
from vedette.table.log import Log


def test_the_toy_plays_through_every_room(table: Table) -> None:
    """Nothing at the table knows a rulebook: two units, one die, one hidden chit, from the list to the record."""
    made = table.make(battle=DUEL, options={"turns": 5})
    with table.sit(made, "union") as union, table.sit(made, "confederate") as confederate:
        while union.state["outcome"] is None:
            who = union if union.asked() else confederate
            texts = who.texts()
            n = who.act(next((t for t in texts if "fire" in t), texts[0]))["n"]
            (confederate if who is union else union).up_to(n)
        assert confederate.state["outcome"] == union.state["outcome"]
        assert len(union.lines) == len(confederate.lines)
    assert verify(table.record(made), toy.load).ok


def test_real_dice_are_typed_by_anybody_at_the_table(table: Table) -> None:
    """Chits are drawn by the program all the same."""
    beside = [{"id": "Blue", "hex": "0101"}, {"id": "Gray", "hex": "0102"}]
    game = toy.TOY.new_game(key=b"k" * 32, dice="real", position={"unit": beside}, digests=True)
    assert game.state.hand
    made = seated(table.store, game)
    with table.sit(made, "union") as union, table.sit(made, "confederate") as confederate:
        n = union.act("Blue fire at 0102")["n"]
        confederate.up_to(n)
        confederate.act("pass")
        dice = confederate.asked()[0]
        assert (dice["seat"], dice["kind"], dice["prompt"]) == ("chance", "die", "the die of the fire")
        assert [a["text"] for a in dice["actions"]] == ["1", "2", "3", "4", "5", "6"]
        assert confederate.act("7", seat="chance")["is"] == "refused"
        assert confederate.act("6", seat="chance")["events"][1]["kind"] == "hit"
    rows = [json.loads(line) for line in table.record(made).splitlines()]
    assert rows[0]["dice"]["kind"] == "real"
    assert [row["do"] for row in rows if row.get("seat") == "chance"][1:] == ["6"]


def test_games_are_put_away_and_opened_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond the bytes that they may take, the one first that was used least lately; one that is looked at stays."""
    monkeypatch.setattr(rooms, "MEMORY", 3 * BARE)
    with serving(store, limits=FAST) as table:
        found = [seated(store, played(s, lambda g: len(g.entries) > 5, DUEL)) for s in range(5)]
        states = []
        for made in [*found, *found]:
            with table.sit(made, "both") as client:
                states.append(shown(client.state))
        assert states[:5] == states[5:]
        assert len(table.app.rooms._open) <= 3
        first, second, third, fourth = (made["game"] for made in found[:4])
        with table.sit(found[0], "both"):
            for made in (found[1], found[2], found[1], found[3]):
                assert table.get(f"/api/games/{made['game']}?key={made['keys']['both']}").status_code == 200
            assert list(table.app.rooms.all_open()) == [first, second, fourth] and third not in table.app.rooms._open


@BOTH
@pytest.mark.parametrize("how", ["two people", "a computer", "late"])
def test_a_game_that_is_put_away_gives_its_room_back_at_once(store: Store, how: str) -> None:
    """Python looks seldom through all that a server holds (`garbage`)."""
    computer = {"seats": {"confederate": "cautious"}} if how == "a computer" else {}
    with serving(store, limits=FAST) as table:
        made = table.make(orders=True, **computer)
        rooms_of = table.app.rooms
        if how == "late":
            at = f"{table.base}/api/games/{made['game']}/watch?key={made['keys']['union']}&late=3600"
            made["keys"]["union"] = httpx.post(at).json()["key"]
        with table.sit(made, "union") as client:
            client.ask("moment", n=0)
            client.ask("plans")
            client.send(order={"id": "wrong", "window": "none", "setting": "pass", "until": "once"})
            client.until("refused")

        def left() -> list[weakref.ref[Any]]:
            (room,) = rooms_of.late.all_open() if how == "late" else rooms_of.all_open().values()
            free = not room.watchers and not room.lock.locked() and not rooms_of.commanders.busy(room)
            return [weakref.ref(one) for one in (room, room.game, room.log, room.carrier)] if free else []

        held = come_to(left)
        gc.collect()
        gc.disable()
        try:
            if how == "late":
                with pytest.MonkeyPatch.context() as patch:
                    patch.setattr(late, "MEMORY", 0)
                    come_to(lambda: rooms_of.late._put_away() or not rooms_of.late.all_open())
            else:
                come_to(lambda: rooms_of.put_away(made["game"]))
            come_to(lambda: not [one() for one in held if one()])
        finally:
            gc.enable()


@pytest.mark.parametrize("how", ["two people", "late"])
def test_a_game_that_is_deleted_gives_its_room_back_at_once(table: Table, how: str) -> None:
    made = table.make(battle=DUEL)
    rooms_of, key = table.app.rooms, made["keys"]["union"]
    if how == "late":
        key = httpx.post(f"{table.base}/api/games/{made['game']}/watch?key={key}&late=3600").json()["key"]
    assert table.get(f"/api/games/{made['game']}?key={key}").status_code == 200

    def left() -> list[weakref.ref[Any]]:
        room = rooms_of.late.all_open()[0] if how == "late" else rooms_of.opened(made["game"])
        return [weakref.ref(one) for one in (room, room.game, room.log, room.carrier)] if not room.lock.locked() else []

    held = come_to(left)
    gc.collect()
    gc.disable()
    try:
        rooms_of.gone(made["game"])
        come_to(lambda: not [one() for one in held if one()])
    finally:
        gc.enable()


def test_what_a_game_that_is_there_no_longer_has_waited_for_is_nothing(table: Table) -> None:
    """Who went on with it when it was put away has armed it anew."""
    made = table.make(battle=DUEL)
    assert table.get(f"/api/games/{made['game']}?key={made['keys']['union']}").status_code == 200
    carrier = come_to(lambda: table.app.rooms.opened(made["game"])).carrier
    assert come_to(lambda: table.app.rooms.put_away(made["game"]))
    come_to(lambda: gc.collect() and carrier._room() is None)

    async def ring() -> None:
        await carrier._over()
        await carrier._uncovered()
        await carrier._count(0.0)

    asyncio.run(ring())


def test_who_has_come_to_a_game_in_the_moment_when_it_is_put_away_goes_on_with_it(table: Table) -> None:
    made = seated(table.store, played(3, lambda g: len(g.entries) > 20))
    assert table.get(f"/api/games/{made['game']}?key={made['keys']['both']}").status_code == 200
    room = come_to(lambda: table.app.rooms.opened(made["game"]))
    assert come_to(lambda: table.app.rooms.put_away(made["game"]))
    game, look = room.game, room.game.rulebook.view
    n = len(game.entries) - 3
    assert room.carrier.room is room
    then = look(game.past(n), "")
    assert then == look(room.log.at(n), "") != look(game.state, "")
    del room
    gc.collect()
    assert look(game.past(n), "") == then, "nobody holds its log any longer"


def test_a_game_without_its_log_knows_how_it_stood_after_something_was_taken_back() -> None:
    game = played(3, lambda g: len(g.entries) > 6, DUEL)
    game.undo(consent=True)
    n = len(game.entries)
    for _ in range(2):
        game.play(game.decisions[0].actions[0].text, game.decisions[0].seat)
    for entry in game.entries:
        entry.before = None
    log = Log(game, ("",))
    then = log.at(n).digest(), log.at(n + 1).digest()
    log.let_go()
    del log
    gc.collect()
    assert (game.past(n).digest(), game.past(n + 1).digest()) == then


def test_many_that_come_at_once_share_one_game(table: Table) -> None:
    made = seated(table.store, played(3, lambda g: len(g.entries) > 5, DUEL))
    with table.sit(made, "union") as a, table.sit(made, "union") as b, table.sit(made, "confederate") as c:
        who = a if a.asked() else c
        n = who.act(who.texts()[0])["n"]
        for client in (a, b, c):
            client.up_to(n)
        assert shown(a.state) == shown(b.state)


def test_a_socket_that_does_not_read_is_let_go(store: Store) -> None:
    """Its queue is bounded; it may come back and sees where the game stands."""
    from vedette.table.limits import Limits

    with serving(store, limits=Limits(messages=10**6, burst=10**6, behind=3)) as table:
        made = table.make()
        with pytest.raises(ConnectionClosed, match="1013"), table.sit(made, "both") as client:
            for _ in range(4_000):
                client.send(see={"after": -1})
            while True:
                client.receive()
        with table.sit(made, "both") as client:
            assert client.state["n"] == 0


def test_a_record_that_ends_before_a_draw_is_drawn_once_and_for_all(table: Table) -> None:
    game = toy.TOY.new_game(seed=5, digests=True)
    made = seated(table.store, game, upto=0)
    with table.sit(made, "confederate") as client:
        assert client.state["view"]["mine"]["hand"] == game.state.hand
        assert client.state["n"] == 1
    stored = table.store.game(made["game"])
    assert stored is not None and [json.loads(line)["do"] for line in stored.entries] == [game.state.hand]
    with table.sit(made, "union") as client:
        assert client.act("done")["n"] == 2
    assert verify(table.record(made), toy.load).ok


def test_while_a_server_ends_nothing_fails_because_nobody_can_be_told_who_is_heard_anew(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: str) -> None:
        raise RuntimeError("can't start new thread")

    ending = rooms.Rooms(store, toy.load, lambda _: [])
    ending._loop = asyncio.new_event_loop()
    ending._loop.close()
    ending.hear_anew(["a game"])
    monkeypatch.setattr(store, "ring", full)
    ending.hear_anew(["a game"])
