"""Somebody looks on later than it happens: by a clock that the test sets he never gets a byte about a younger entry."""

from __future__ import annotations

import itertools
import random
import re
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import delete, func, insert, select, update
from websockets.exceptions import ConnectionClosed

from tests.table.postgres import BOTH, Cluster
from tests.table.tables import DUEL, FAST, Client, Metronome, Table, bare, come_to, played, seated, serving, shown
from tests.table.test_hostile_everywhere import routes
from vedette.engine.procedure import CHANCE
from vedette.table import Store, spectators
from vedette.table.couriers import Mail
from vedette.table.passwords import Passwords
from vedette.table.schema import ages, entries, hashed, seen
from vedette.table.snapshots import EVERY

LATE = 600
START = 1_000_000.0
OF_NO_GAME = ("/api/battles", "/api/cases", "/api/faces")
"""Addresses of what was there before any game; those of games are the program's, and a new one is met by itself."""


@contextmanager
def timed(store: Store, wall: float = START, **more: Any) -> Iterator[tuple[Table, Metronome]]:
    """A table whose time passes when the test says so."""
    with serving(store, limits=FAST, **more) as table:
        pulse = table.app.rooms.pulse = Metronome()
        table.app.rooms.wall = lambda: wall + pulse.time
        table.app.rooms.offers.now = table.app.rooms.wall
        yield table, pulse


def late_key(table: Table, made: dict[str, Any], late: int | str = LATE, seat: str = "union") -> httpx.Response:
    return httpx.post(f"{table.base}/api/games/{made['game']}/watch?key={made['keys'][seat]}&late={late}")


def looks_on(table: Table, made: dict[str, Any], late: int = LATE) -> dict[str, Any]:
    """The game, with a key for somebody who looks on late."""
    answer = late_key(table, made, late)
    assert answer.status_code == 201 and answer.json()["late"] == late, answer.text
    made["keys"]["late"] = answer.json()["key"]
    return made


def comes(table: Table, made: dict[str, Any]) -> None:
    """Somebody comes by the late key."""
    assert table.get(f"/api/games/{made['game']}?key={made['keys']['late']}").status_code == 200


def some(client: Client, count: int = 1) -> int:
    """So many answers of a key of both seats; how many entries there are then."""
    rng = random.Random(client.state["n"])
    for _ in range(count):
        if not client.asked():
            break
        decision = client.asked()[0]
        assert client.act(rng.choice(decision["actions"])["text"], seat=decision["seat"])["is"] == "done"
    return int(client.state["n"])


def now(client: Client) -> int:
    """How far a socket is shown the game, whatever is on its way."""
    client.ask("news")
    client.send(see={"after": -1})
    client.until("state")
    return int(client.state["n"])


# -- not a byte --------------------------------------------------------------------------------------------


Answer = tuple[str, str, str, int, bytes]


def everything(table: Table, made: dict[str, Any], full: bool) -> list[Answer]:
    """What every address that the application has answers to a late key: all that reads a game, or `full` by every
    method that it takes, with and without the key."""
    found = []
    key = made["keys"]["late"]
    with httpx.Client(base_url=table.base, timeout=60) as client:
        for route in routes(table):
            if route.path.startswith(OF_NO_GAME) or route.path in ("/", "/{path:path}"):
                continue
            methods = sorted((route.methods or set()) - {"HEAD"})
            queries = ("key=KEY", "key=KEY&n=1", "key=KEY&n=99&edition=1", "")
            if not full:
                methods, queries = [m for m in methods if m == "GET" and "{game}" in route.path], queries[:1]
            path = route.path.replace("{game}", made["game"])
            for method, query in itertools.product(methods, queries[:1] if path.endswith("png") else queries):
                answer = client.request(method, f"{path}?{query.replace('KEY', key)}", json={"n": 0})
                told = answer.content.replace(made["game"].encode(), b"GAME")
                made_anew = answer.status_code == 201
                found.append((method, route.path, query, answer.status_code, b"" if made_anew else told))
    return found


def messages(client: Client) -> list[str]:
    """What a socket is answered to all that one who looks on may ask, and to what he may not."""
    before = len(client.frames)
    n = client.state["n"]
    for asked in (n, n + 1, n + 2, 0):
        client.ask("moment", n=asked)
    client.ask("news", after=0)
    client.ask("turn")
    client.ask("reach", unit="Blue")
    client.send(see={"after": -1})
    client.until("state")
    client.ask("act", game=client.game, decision=1, text="pass", seat="union")
    return [frame.replace(client.game, "GAME") for frame in client.frames[before:]]


def twin(at: str, goes_on: bool, full: bool) -> tuple[list[Answer], list[str], list[Answer], list[str]]:
    """A game that somebody looks on at late: all that he can get just before its last entries are old enough, and just
    after. Only in one of the two games there are any."""
    mail = {"mail": Mail("127.0.0.1", 1, "table@club.example.org", security="none")}
    how: dict[str, Any] = {"lobby": True, "passwords": Passwords(light=True), "couriers": mail}
    with closing(Store(at)) as store, timed(store, **how) as (table, pulse):
        made = looks_on(table, table.make(battle=DUEL, seed=3))
        table.app.rooms.offers.put(made["game"], "union", "Ann", taken=True)
        with table.sit(made, "both") as both:
            some(both, 3)
            pulse.tick(LATE + 1)
            with table.sit(made, "late") as reader:
                if goes_on:
                    some(both, 2)
                    both.sent("resign", {"game": made["game"], "id": "r", "seat": "union"})
                pulse.tick(LATE - 1)
                before = everything(table, made, full), messages(reader)
                frames = len(reader.frames)
                pulse.tick(2)
                if goes_on:
                    while reader.state["outcome"] is None:
                        reader.until("state")  # it comes by itself
                assert goes_on == (len(reader.frames) > frames)
                return *before, everything(table, made, full=False), messages(reader)


@pytest.mark.parametrize("full", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_a_late_reader_gets_the_same_bytes_whatever_has_happened_since(tmp_path: Path, full: bool) -> None:
    """Over the HTTP addresses of the application and every message, a resigned game among it; just after he sees it."""
    stood = twin(f"sqlite:///{tmp_path / 'one'}", goes_on=False, full=full)
    went = twin(f"sqlite:///{tmp_path / 'two'}", goes_on=True, full=full)
    assert len(stood[0]) >= (150 if full else 12)
    assert {row[3] for row in stood[0]} >= ({200, 201, 400, 403, 404, 409} if full else {200, 403, 409})
    assert stood[0] == went[0]
    assert _ids(stood[1]) == _ids(went[1])
    assert stood[2] != went[2] and _ids(stood[3]) != _ids(went[3])
    assert any("resigned" in told.decode(errors="replace") for *_, told in went[2])


def _ids(frames: list[str]) -> list[str]:
    return [re.sub(r'"id":"[^"]*"', "", frame) for frame in frames]


def test_what_a_late_reader_is_shown_is_what_was_there_so_long_ago(store: Store) -> None:
    """Over a game at all sorts of paces: never an entry more, and none less; each by itself once it is old enough."""
    rng = random.Random(11)
    with timed(store) as (table, pulse):
        made = looks_on(table, table.make(battle=DUEL, seed=5))
        history = [(0.0, 0)]
        with table.sit(made, "both") as both, table.sit(made, "late") as reader:
            for _ in range(40):
                if rng.random() < 0.6:
                    history.append((pulse.time, some(both, rng.randrange(1, 4))))
                pulse.tick(rng.choice([1.0, 30.0, 299.0, 601.0]))
                reader.up_to(max((n for at, n in history if at + LATE + 1 <= pulse.time), default=0))
                assert reader.state["n"] <= max(n for at, n in history if at + LATE <= pulse.time or n == 0)
            pulse.tick(LATE + 1)
            reader.up_to(history[-1][1])
            assert reader.state["late"] == LATE and reader.state["n"] == history[-1][1] > 15
            assert reader.lines == _lines(table, made) and not {"watching", "clocks", "offered"} & set(reader.state)


def _lines(table: Table, made: dict[str, Any]) -> list[dict[str, Any]]:
    """The log as somebody reads it who looks on at once."""
    key = httpx.post(f"{table.base}/api/games/{made['game']}/watch?key={made['keys']['union']}").json()["key"]
    with table.sit({**made, "keys": {"watch": key}}, "watch") as watcher:
        return watcher.lines


# -- what is kept of it ------------------------------------------------------------------------------------


@BOTH
def test_entries_grow_old_and_what_is_not_known_is_young(store: Store) -> None:
    game = played(2, lambda g: len(g.entries) >= 12, DUEL)
    made = seated(store, game, 5)
    id = made["game"]
    assert store.ripe("none", LATE, START) is None and store.latest(id) == 0
    store.late_key(id, LATE, START)  # a game of which nothing was kept before
    key, _ = store.late_key(id, 3_600, START + 5)
    assert store.latest(id) == 0  # nobody has come by it
    store.come_late(hashed(key), id)
    assert store.latest(id) == 3_600
    assert _ripe(store, id, START + 599) == 0 and _ripe(store, id, START + 600) == 5
    assert store.ripe(id, 3_600, START + 601).n == 0  # type: ignore[union-attr]
    lines = seated(store, game)["game"]
    rest = store.lines(lines, 6, 12)
    store.append(id, 6, rest[:2], answer=None, over=False, at=START + 700)
    store.append(id, 8, rest[2:4], answer=None, over=False, at=START + 650)  # by a clock that was set back
    assert _ripe(store, id, START + 1_299) == 5 and _ripe(store, id, START + 1_300) == 9
    store.append(id, 10, rest[4:5], answer=None, over=False)  # as an older program stores it
    assert _ripe(store, id, START + 5_000) == 9 and _ripe(store, id, START + 5_599) == 9
    assert _ripe(store, id, START + 5_600) == 10
    grant = store.grant(id, store.late_key(id, LATE, START)[0])
    assert grant is not None and grant.late == LATE and grant.seats == ()
    store.remove(id)
    assert store.ripe(id, LATE, START) is None
    with store.reading() as db:
        assert not db.execute(select(func.count()).select_from(ages).where(ages.c.game == id)).scalar()


def _ripe(store: Store, game: str, at: float) -> int:
    found = store.ripe(game, LATE, at)
    assert found is not None
    return found.n


def test_the_delay_holds_after_a_restart(tmp_path: Path) -> None:
    at = f"sqlite:///{tmp_path / 'g'}"
    with closing(Store(at)) as store, timed(store) as (table, pulse):
        made = looks_on(table, table.make(battle=DUEL, seed=4))
        with table.sit(made, "both") as both:
            first = some(both, 3)
            pulse.tick(400)
            last = some(both, 3)
    with closing(Store(at)) as store, timed(store, START + 500) as (table, pulse), table.sit(made, "late") as reader:
        assert reader.state["n"] == 0
        pulse.tick(101)
        reader.up_to(first)
        assert reader.state["n"] == first
        pulse.tick(398)
        assert now(reader) == first
        pulse.tick(2)
        reader.up_to(last)


def test_a_room_that_is_put_away_while_somebody_comes_to_it_is_there_when_he_has(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    with timed(store) as (table, pulse):
        made = looks_on(table, table.make(battle=DUEL, seed=4))
        note = table.app.rooms.seen.note

        def crowd(game: str) -> None:
            note(game)
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr("vedette.table.late.MEMORY", 0)
                table.app.rooms.late._put_away()

        with table.sit(made, "both") as both:
            monkeypatch.setattr(table.app.rooms.seen, "note", crowd)
            with table.sit(made, "late") as reader:
                n = some(both, 3)
                pulse.tick(LATE + 1)
                reader.up_to(n)


def test_a_clock_that_is_set_forward_makes_nothing_older(store: Store) -> None:
    with timed(store) as (table, pulse):
        made = looks_on(table, table.make(battle=DUEL, seed=4))
        with table.sit(made, "both") as both:
            some(both, 3)
        table.app.rooms.wall = lambda: START + 90_000 + pulse.time
        other = table.make(battle=DUEL, seed=4)
        with table.sit(other, "both"), table.sit(made, "late") as reader:
            assert reader.state["n"] == 0


@pytest.mark.parametrize("least", [EVERY - 2, EVERY - 1, 2 * EVERY + 3])
def test_a_long_game_is_opened_by_what_is_packed_of_its_old_entries(store: Store, least: int) -> None:
    """A late room is what a room would be of a game that had no more entries, whatever is packed of those after."""
    game = played(1, lambda g: len(g.entries) >= 3 * EVERY + 7)
    upto = next(n for n in range(least, len(game.entries)) if game.entries[n].seat != CHANCE)
    made, short = seated(store, game), seated(store, game, upto)
    with timed(store) as (table, pulse):
        with table.sit(made, "both"), table.sit(short, "both"):
            pass  # packs what there is
        looks_on(table, made)
        looks_on(table, short)
        with store.writing() as db:
            db.execute(insert(ages).values(game=made["game"], n=upto, at=START - 1))
        pulse.tick(LATE - 1)
        with table.sit(made, "late") as reader:
            assert reader.state["n"] == upto and len(_packed(table, made)) == (upto + 1) // EVERY
            pulse.tick(2)
            with table.sit(short, "late") as same:
                assert bare(reader.state["view"]) == bare(same.state["view"])
                assert shown(reader.state, "view") == shown(same.state, "view")
            reader.up_to(len(game.entries))
            assert reader.lines == _lines(table, made)


def _packed(table: Table, made: dict[str, Any]) -> list[Any]:
    return list(table.app.rooms.late._open[made["game"], LATE].log.snapshots)


def test_two_servers_are_equally_late(postgres: Cluster) -> None:
    """Also the one at which nobody plays, and after an older program has stored something."""
    at = postgres.database()
    with ExitStack() as open:
        stores = [open.enter_context(closing(Store(at))) for _ in range(2)]
        one, two = (open.enter_context(serving(store, limits=FAST)) for store in stores)
        made = looks_on(one, one.make(battle=DUEL, seed=6))
        both, reader = open.enter_context(one.sit(made, "both")), open.enter_context(two.sit(made, "late"))
        n = some(both, 4)
        assert now(reader) == 0
        with one.sit(made, "late") as other:
            assert other.state["n"] == 0
        mine = ages.c.game == made["game"]
        with stores[0].writing() as db:  # so long ago
            db.execute(update(ages).where(mine).values(at=ages.c.at - LATE))
            db.execute(delete(ages).where(mine, ages.c.n == n))
            before = db.execute(select(func.max(ages.c.n)).where(mine)).scalar_one()
        for table in (one, two):
            with table.sit(made, "late") as other:
                assert other.state["n"] == before < n
        reader.up_to(before)
        assert now(reader) == before


def test_who_looks_on_late_at_another_server_is_told_that_the_game_was_deleted(postgres: Cluster) -> None:
    at = postgres.database()
    with ExitStack() as open:
        stores = [open.enter_context(closing(Store(at))) for _ in range(2)]
        one, two = (open.enter_context(serving(store, limits=FAST)) for store in stores)
        made = looks_on(one, one.make(battle=DUEL, seed=6))
        reader = open.enter_context(two.sit(made, "late"))
        with one.sit(made, "both") as both:
            both.sent("resign", {"game": made["game"], "id": "r", "seat": "union"})
        gone = f"{one.base}/api/games/{made['game']}?key={made['keys']['both']}"
        while httpx.delete(gone).status_code == 409:
            time.sleep(0.05)
        with pytest.raises(ConnectionClosed, match="4404"):
            while True:
                reader.receive()
        assert "was deleted" in reader.frames[-1]


def test_the_room_of_who_looks_on_late_holds_nothing_that_is_younger(store: Store) -> None:
    with timed(store) as (table, _):
        made = looks_on(table, table.make(battle=DUEL))
        with table.sit(made, "union") as union, table.sit(made, "confederate"):
            union.send(say={"game": made["game"], "id": "t", "text": "Good luck"})
            union.until("said")
            union.send(sitting={"game": made["game"], "id": "s", "note": "mind the wall", "back": "at nine"})
            union.until("sitting")
            union.send(orders={"id": "o", "suspended": True})
            union.until("ordered")
            assert union.sent("draw", {"game": made["game"], "id": "d"})["asked"] is True
        with table.sit(made, "late"):
            room = table.app.rooms.late._open[made["game"], LATE]
            assert (room.talk.lines, room.manners.rows, room.standing.stored, room.request) == ((), {}, {}, None)


def test_who_looks_on_late_has_opened_the_game(store: Store) -> None:
    with timed(store) as (table, _):
        made = looks_on(table, table.make(battle=DUEL))
        with store.writing() as db:
            db.execute(update(seen).values(day=0))
        with table.sit(made, "late"), store.reading() as db:
            assert db.execute(select(seen.c.day)).scalar_one() > 0


def test_games_that_nobody_looks_at_are_put_away(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    with timed(store) as (table, pulse):
        monkeypatch.setattr("vedette.table.late.MEMORY", 0)
        rooms = table.app.rooms.late
        one, two = (looks_on(table, table.make(battle=DUEL, seed=seed)) for seed in (4, 5))
        with table.sit(one, "both") as both:
            n = some(both, 3)
        pulse.tick(LATE + 1)
        with table.sit(one, "late") as reader:
            table.get(f"/api/games/{two['game']}?key={two['keys']['late']}")
            assert len(rooms._open) == 2 and reader.state["n"] == n
        table.get(f"/api/games/{two['game']}?key={two['keys']['late']}")
        looks_on(table, two, 3_600)
        table.get(f"/api/games/{two['game']}?key={two['keys']['late']}")
        assert list(rooms._open) == [(two["game"], 3_600)] and not rooms._alarms
        with table.sit(one, "late") as reader:
            assert reader.state["n"] == n and len(rooms._alarms) == 1


# -- who may -----------------------------------------------------------------------------------------------


def test_the_page_offers_the_delays_that_there_are() -> None:
    """One more there would be refused when it is chosen."""
    text = (Path(__file__).parents[2] / "web/src/lib/late.ts").read_text(encoding="utf-8")
    rows = re.findall(r'\{ seconds: ([\d_]+), title: "([^"]+)" \}', text)
    assert {int(n): title.removesuffix(" later") for n, title in rows} == {0: "at once", **spectators.DELAYS}


def test_a_late_key_gives_no_other_and_no_delay_is_made_up(table: Table) -> None:
    made = looks_on(table, table.make(battle=DUEL, seed=4))
    assert late_key(table, made, seat="late").status_code == 403
    for wrong in ("5", "-600", "601", "x", "9" * 40, "6e2"):
        answer = late_key(table, made, wrong)
        assert answer.status_code == 400 and "600, 3600, 86400" in answer.json()["error"]
    assert "late" not in late_key(table, made, "").json()


def test_strangers_look_on_late_where_somebody_does_or_the_game_is_rated(store: Store) -> None:
    with timed(store, lobby=True) as (table, _):
        plain, late = table.make(battle=DUEL, seed=4), looks_on(table, table.make(battle=DUEL, seed=5), 3_600)
        comes(table, late)
        rated = seated(store, played(2, lambda g: len(g.entries) >= 3, DUEL), setup={"rated": True})
        for made in (plain, late, rated):
            table.app.rooms.offers.put(made["game"], "union", "Ann", taken=True)
        listed = {row["game"]: row.get("late", 0) for row in table.get("/api/lobby").json()["watch"]}
        told = {
            made["game"]: httpx.post(f"{table.base}/api/lobby/{made['game']}/watch").json().get("late", 0)
            for made in (plain, late, rated)
        }
        assert listed == told == {plain["game"]: 0, late["game"]: 3_600, rated["game"]: 600}


def test_who_plays_waits_for_nobody_who_looks_on_late_and_a_deleted_game_is_gone(store: Store) -> None:
    """He is not counted, holds no beat and keeps no room open; while he looks at one that is over it stays."""
    with timed(store) as (table, pulse):
        made = looks_on(table, table.make(battle=DUEL, seed=4))
        at = f"{table.base}/api/games/{made['game']}?key={made['keys']['both']}"
        with table.sit(made, "both") as both, table.sit(made, "late") as reader:
            assert both.state["watching"] == 0 and len(table.app.rooms.all_open()[made["game"]].watchers) == 1
            both.sent("resign", {"game": made["game"], "id": "r", "seat": "union"})
            pulse.tick(LATE + 1)
            while reader.state["outcome"] is None:
                reader.until("state")
        with table.sit(made, "late"):
            assert httpx.delete(at).status_code == 409
        assert come_to(lambda: answer if (answer := httpx.delete(at)).status_code != 409 else None).status_code == 204
        assert table.get(f"/api/games/{made['game']}?key={made['keys']['late']}").status_code == 404
        assert not table.app.rooms.late._open
        with store.reading() as db:
            assert not db.execute(select(entries.c.n).where(entries.c.game == made["game"])).all()
