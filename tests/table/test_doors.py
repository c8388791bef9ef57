"""Who is let in: the right key always opens, other sites do not, and nothing that is sent is a fault of the server."""

from __future__ import annotations

import json
import logging
import socket
import time
from collections.abc import Iterator
from contextlib import closing
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from tests.table.tables import DUEL, FAST, PATIENCE, Table, serving
from tests.table.test_hostile_everywhere import routes
from vedette.table import Store
from vedette.table.http import Handlers
from vedette.table.limits import Limits

MISSES = 5
IMAGE = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image"}
"""What a browser sends with it when a page of another site shows a picture."""
NEIGHBOUR = IMAGE | {"sec-fetch-site": "same-site"}
"""The same of a page of this machine at another port."""
LINK = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}
"""Of somebody who follows a link in a mail."""


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """One server for all that only ask."""
    url = f"sqlite:///{tmp_path_factory.mktemp('asked') / 'games.sqlite'}"
    with closing(Store(url)) as store, serving(store, limits=FAST) as running:
        yield running


def opens(table: Table, game: str, key: str) -> bool:
    """Whether the socket of a key shows the game."""
    with connect(f"{table.base.replace('http', 'ws')}/ws?game={game}&key={key}", compression=None) as client:
        return "state" in json.loads(client.recv(timeout=PATIENCE))


@pytest.mark.parametrize("headers", [{}, IMAGE, NEIGHBOUR], ids=["guesses", "images", "another port"])
def test_nobody_is_locked_out_by_wrong_keys_of_others(store: Store, headers: dict[str, str]) -> None:
    """A page can make the browser of a player ask for a hundred keys; his own still opens, by both ways."""
    with serving(store, limits=Limits(misses=MISSES)) as table:
        made = table.make(battle=DUEL)
        game, key = made["game"], made["keys"]["union"]
        for i in range(3 * MISSES):
            assert table.get(f"/api/games/x{i}?key=y", headers=headers).status_code in (403, 404, 429)
            assert not opens(table, game, f"guess{i}")
        for _ in range(3):
            assert table.get(f"/api/games/{game}?key={key}").status_code == 200
            assert opens(table, game, key)


def test_wrong_keys_are_counted_and_right_ones_are_not(store: Store) -> None:
    with serving(store, limits=Limits(misses=MISSES)) as table:
        made = table.make(battle=DUEL)
        mine = f"/api/games/{made['game']}?key={made['keys']['union']}"
        assert [table.get(mine).status_code for _ in range(2 * MISSES)] == [200] * 2 * MISSES
        found = [table.get(f"/api/games/{made['game']}?key=guess{i}").status_code for i in range(MISSES + 2)]
        assert found == [404] * MISSES + [429] * 2


def test_who_has_no_key_cannot_tell_by_the_limit_whether_a_game_is_over(store: Store) -> None:
    """Nor whether there is one. A link to an end that is withheld, as of a forum's readers, is no wrong key either."""
    with serving(store, limits=Limits(misses=MISSES)) as table:
        goes_on, over = (table.make(battle=DUEL) for _ in range(2))
        for made in (goes_on, over):
            key = table.store.late_key(made["game"], 86_400, time.time())[0]
            assert opens(table, made["game"], key)
        with table.sit(over, "both") as both:
            both.sent("resign", {"game": over["game"], "id": "r", "seat": "union"})
        for game in (goes_on["game"], over["game"], "none"):
            at = f"/api/games/{game}"
            handlers = handlers_of(table)
            handlers.misses._times.clear()
            handlers.keyless._times.clear()
            assert table.get(at).status_code == 404 and not opens(table, game, "")
            assert [table.get(at).status_code for _ in range(MISSES)] == [404] * (MISSES - 2) + [429] * 2
            assert table.get(f"{at}?key=guess").status_code == 404


def handlers_of(table: Table) -> Handlers:
    """What answers at a server."""
    found = next(route.endpoint for route in routes(table) if route.path == "/api/games/{game}")
    handlers = found.__self__
    assert isinstance(handlers, Handlers)
    return handlers


def test_a_page_of_another_site_shows_nothing_of_a_game_and_uses_up_nothing(store: Store) -> None:
    """Not even one that somebody had to begin with the right key."""
    with serving(store, limits=Limits(misses=MISSES)) as table:
        made = table.make(battle=DUEL)
        mine = f"/api/games/{made['game']}?key={made['keys']['union']}"
        for headers in (IMAGE, NEIGHBOUR, IMAGE | {"sec-fetch-dest": "iframe", "sec-fetch-mode": "navigate"}):
            for path in (mine, "/api/battles", "/api/games/x?key=y", "/"):
                assert table.get(path, headers=headers).status_code == 403, (path, headers)
        assert [table.get("/api/games/x?key=y").status_code for _ in range(MISSES)] == [404] * MISSES


def test_who_follows_a_link_comes_to_the_page_and_his_guesses_count_for_nobody(store: Store) -> None:
    with serving(store, limits=Limits(misses=MISSES)) as table:
        made = table.make(battle=DUEL)
        assert table.get("/", headers=LINK).status_code in (200, 503)
        report = f"/api/games/{made['game']}/report?key={made['keys']['union']}"
        assert table.get(report, headers=LINK).status_code == 200
        for i in range(MISSES + 2):
            assert table.get(f"/api/games/x{i}?key=y", headers=LINK).status_code == 404
        assert table.get("/api/games/x?key=y").status_code == 404
        post = httpx.post(table.base + "/api/games", json={"battle": DUEL}, headers=LINK)
        assert post.status_code == 403


@pytest.mark.parametrize("origin", ["http://elsewhere.example", "null", "http://[", "http://127.0.0.1:1", "file://"])
def test_an_origin_that_is_not_ours_neither_posts_nor_opens_a_socket(table: Table, origin: str) -> None:
    made = table.make(battle=DUEL)
    answer = httpx.post(table.base + "/api/games", json={"battle": DUEL}, headers={"origin": origin})
    assert answer.status_code == 403 and "another site" in answer.json()["error"]
    at = f"{table.base.replace('http', 'ws')}/ws?game={made['game']}&key={made['keys']['union']}"
    with pytest.raises(InvalidStatus):
        connect(at, additional_headers={"origin": origin})
    for site in ("cross-site", "same-site"):
        with pytest.raises(InvalidStatus):
            connect(at, additional_headers={"sec-fetch-site": site})


@pytest.mark.parametrize(
    "host", ["[", "[::1", "a]b", "elsewhere.example", "127.0.0.1.elsewhere.example", "", "@", "x" * 5_000]
)
def test_a_host_that_is_not_ours_is_refused_in_words(table: Table, host: str, caplog: pytest.LogCaptureFixture) -> None:
    """However it is written: a name of a stranger's that leads here, and one that is no name at all."""
    answer = table.get("/", headers={"host": host})
    assert answer.status_code == 403 and "answers to" in answer.json()["error"]
    assert "Traceback" not in caplog.text and not caplog.records


LONG = "a" * 20_000


@pytest.mark.parametrize(
    "path",
    [
        f"/{LONG}", f"/assets/{LONG}", "/" + "a/" * 10_000, "/a%00b", "/%ff", f"/api/{LONG}", f"/api/faces/{LONG}.svg",
        f"/api/cases/{LONG}", f"/api/games/{LONG}?key={LONG}", "/api/games/%00?key=%00", f"/api/battles/{LONG}/{LONG}",
        "/api/battles/%00/%00", f"/api/battles/kernstown/the-stone-wall/{LONG}", f"/api/games/{LONG}/record",
        "/api/battles/%2e%2e/the-stone-wall", "/api/games/%ed%a0%80?key=%ed%a0%80",
    ],
    ids=lambda path: path[:40],
)  # fmt: skip
def test_a_long_or_odd_path_is_a_thing_that_is_not_there(
    table: Table, path: str, caplog: pytest.LogCaptureFixture
) -> None:
    answer = table.get(path)
    assert answer.status_code == 404 and set(answer.json()) == {"error"}
    assert len(answer.text) < 1_000
    assert not caplog.records


def raw(table: Table, text: str) -> socket.socket:
    """A connection to which something was sent as it stands."""
    at = urlsplit(table.base)
    made = socket.create_connection((str(at.hostname), int(at.port or 0)), timeout=PATIENCE)
    made.sendall(text.encode())
    return made


POST = "POST /api/games HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{"


def test_a_body_that_is_cut_off_is_no_fault(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(3):
        raw(table, POST).close()
    deadline = time.monotonic() + 0.4
    while time.monotonic() < deadline and not caplog.records:
        table.get("/api/battles")
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING], caplog.text


CHUNKED = POST.replace("content-length: 500", "transfer-encoding: chunked").removesuffix("{")


NO_CHUNK = CHUNKED + "zz\r\n"


@pytest.mark.parametrize(
    "text",
    [NO_CHUNK, NO_CHUNK.replace("POST", "PUT"), NO_CHUNK.replace("POST", "HEAD"), CHUNKED + "2\r\n{}zz\r\n"],
    ids=["post", "put", "head", "second"],
)
def test_a_body_that_makes_no_sense_is_no_fault(table: Table, text: str, caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(5):
        with raw(table, text) as connection:
            assert connection.recv(4_096)[:10] in (b"HTTP/1.1 4", b"")
    assert table.get("/api/battles").status_code == 200
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR], caplog.text


@pytest.mark.parametrize("text", ["", "GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nx", POST], ids=["silent", "head", "body"])
def test_a_connection_that_says_nothing_more_is_closed(store: Store, text: str) -> None:
    """However much of a request it has sent; one that plays is not."""
    with serving(store, limits=Limits(silence=0.3)) as table:
        made = table.make(battle=DUEL)
        before = time.monotonic()
        with raw(table, text) as quiet, table.sit(made, "union") as union:
            quiet.settimeout(10.0)
            while quiet.recv(4_096):
                pass
            assert 0.2 < time.monotonic() - before < 5.0
            assert union.act("Blue: 0101")["is"] == "done"


def test_a_request_that_is_thought_about_for_long_is_not_cut_off(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    from vedette.table import report

    told = report.told

    def slow(*given: Any) -> Any:
        time.sleep(0.6)
        return told(*given)

    monkeypatch.setattr(report, "told", slow)
    with serving(store, limits=Limits(silence=0.2)) as table:
        made = table.make(battle=DUEL)
        answer = table.get(f"/api/games/{made['game']}/report?key={made['keys']['union']}", timeout=10)
        assert answer.status_code == 200 and "A duel" in answer.text


def test_a_fault_of_the_program_is_told_in_json(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from vedette.table import report

    def broken(*_: object) -> None:
        raise ZeroDivisionError("a fault")

    monkeypatch.setattr(report, "told", broken)
    made = table.make(battle=DUEL)
    answer = table.get(f"/api/games/{made['game']}/report?key={made['keys']['union']}")
    assert answer.status_code == 500 and "program failed" in answer.json()["error"]
    for _ in range(100):
        time.sleep(0.0 if "a fault" in caplog.text else 0.02)  # it is logged when the answer is on its way
    assert "a fault" in caplog.text


def test_a_socket_of_a_wrong_key_is_told_so_and_closed(table: Table) -> None:
    with connect(table.base.replace("http", "ws") + "/ws?game=x&key=y", compression=None) as client:
        assert "no such game or key" in str(client.recv(timeout=PATIENCE))
        with pytest.raises(ConnectionClosed):
            client.recv(timeout=PATIENCE)
        assert client.close_code == 4404
