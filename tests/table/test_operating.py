"""What an administrator meets: one server for a file, figures, the log, what is told of faults, how long is thought."""

from __future__ import annotations

import asyncio
import json
import logging
import signal
import subprocess
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.table.tables import FAST, PATIENCE, STONE_WALL, Client, serving
from tests.table.test_kill import ROOT, VEDETTE, process
from vedette.packs import PackError
from vedette.packs.find import home
from vedette.rules.blind_swords.rulebook import BlindSwords
from vedette.table import Store, StoreError, claim, places
from vedette.table.claim import claimed, network
from vedette.table.limits import Limits, Purse
from vedette.table.logs import Lines, without_keys


def test_a_server_in_the_life_of_its_file(tmp_path: Path) -> None:
    """It tells its figures, is alone at its file, closes its sockets with 1012 as it is stopped, and is followed by
    another that has the same games."""
    pytest.importorskip("prometheus_client")
    database = ["--database", f"sqlite:///{tmp_path / 'games.sqlite'}"]
    more = ["--metrics", "--log", "json", "--address", "https://club.example.org"]
    with process([*VEDETTE, "serve", "--port", "0", *database, *more]) as (running, base):
        for host, status in (("club.example.org", 200), ("localhost", 200), ("other.example.org", 403)):
            assert httpx.get(base + "/api/ready", headers={"host": host}).status_code == status
        made = httpx.post(base + "/api/games", json={"battle": STONE_WALL}, timeout=PATIENCE).json()
        with Client(base, made["game"], made["keys"]["both"]) as client:
            assert client.ask("plans", seat="union")["is"] in ("plans", "refused")
            figures = httpx.get(base + "/metrics").text.splitlines()
            assert {"vedette_rooms 1.0", "vedette_sockets 1.0"} <= set(figures)
            assert 'vedette_answer_seconds_count{message="plans"} 1.0' in figures
            assert not any(made["game"] in line or made["keys"]["both"] in line for line in figures)
            second = subprocess.run(
                [*VEDETTE, "serve", "--port", "0", *database], cwd=ROOT, capture_output=True, text=True, timeout=60
            )
            assert second.returncode != 0 and "another server serves it already; end that one, or name" in second.stderr
            running.send_signal(signal.SIGTERM)
            with pytest.raises(ConnectionClosed) as closed:
                client.until("nothing")
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 1012
        assert running.wait(60) == 0
    with (
        process([*VEDETTE, "serve", "--port", "0", *database]) as (_, base),
        Client(base, made["game"], made["keys"]["both"]) as client,
    ):
        assert client.state["decisions"] and httpx.get(base + "/metrics").status_code == 404


MOUNTED = """\
/dev/sda1 / ext4 rw 0 0
server:/club /srv/club nfs4 rw 0 0
//server/a /srv/my\\040games cifs rw 0 0
/dev/sdb1 /srv/club/local ext4 rw 0 0
"""


@pytest.mark.parametrize(
    ("file", "kind"),
    [
        ("/srv/club/games.sqlite", "nfs4"),
        ("/srv/my games/games.sqlite", "cifs"),
        ("/srv/club/local/games.sqlite", ""),
        ("/srv/clubs/games.sqlite", ""),
        ("/games.sqlite", ""),
    ],
)
def test_a_disk_of_another_machine_is_known(file: str, kind: str) -> None:
    assert network(Path(file), MOUNTED) == kind


def test_a_file_on_a_disk_of_another_machine_is_not_served(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text(f"server:/club {tmp_path.resolve()} nfs rw 0 0\n")
    monkeypatch.setattr(claim, "MOUNTS", mounts)
    with pytest.raises(StoreError, match=r"on a disk of another machine .nfs.*PostgreSQL"), claimed(store.url):
        pass


def test_the_log_is_lines_of_json_without_keys() -> None:
    try:
        raise ValueError("at /ws?game=abc&key=secret1&after=3")
    except ValueError as error:
        record = logging.LogRecord("vedette.table", logging.ERROR, "", 0, "%s failed\nat /?key=secret2", ("it",), None)
        record.exc_info = (type(error), error, error.__traceback__)
    row = json.loads(Lines().format(record))
    assert row["level"] == "error" and row["from"] == "vedette.table" and "it failed" in row["text"]
    assert "secret" not in json.dumps(row) and "game=abc&key=...&after=3" in row["trace"]
    assert without_keys("/#unfinished=abc.secret3") == "/#unfinished=abc...."


@pytest.mark.parametrize(
    ("told", "said"),
    [
        (f"{home()}/layers/mine/units.csv, line 3: what; mend it", "layers/mine/units.csv, line 3: what; mend it"),
        ("/srv/vedette/packs/mine/pack.toml: there is no such file", "pack.toml: there is no such file"),
        (r"C:\club\packs\mine\pack.toml: no", "pack.toml: no"),
        ("there is no battle kernstown/the-wall; and/or 1/2", "there is no battle kernstown/the-wall; and/or 1/2"),
    ],
)
def test_a_fault_is_told_without_its_folders(told: str, said: str) -> None:
    assert places.without(told) == said


@pytest.mark.parametrize("own", [False, True])
def test_a_spoilt_layer_tells_other_machines_nothing_of_this_one(
    store: Store, monkeypatch: pytest.MonkeyPatch, own: bool
) -> None:
    """Who runs the server at his own machine is told where the file lies."""
    at = f"{home()}/layers/mine/units.csv"

    def spoilt(id: str) -> Any:
        raise PackError(f"{at}, line 3: a strength of 99; mend it")

    with serving(store, limits=FAST, own=own) as table:
        made = table.make(battle=STONE_WALL)
        monkeypatch.setattr(table.app.rooms, "load", spoilt)
        told = [
            table.get("/api/battles").text,
            table.get(f"/api/battles/{STONE_WALL}").text,
            httpx.post(table.base + "/api/games", json={"battle": STONE_WALL}).text,
        ]
        assert made
    assert all("units.csv, line 3" in text for text in told)
    assert [str(home()) in text for text in told] == [own] * 3


def test_a_purse_is_spent_and_filled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a second a second, two saved: after three seconds of thought two are waited for."""
    clock, slept = [0.0], list[float]()

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        clock[0] += seconds

    async def story() -> None:
        purse = Purse(0.5, 2.0, lambda: clock[0])
        for _ in range(3):
            await purse.spend(lambda: None)
            purse.left -= 1.5
        assert slept == [pytest.approx(2.0, abs=0.2)]
        clock[0] += 100.0
        await purse.spend(lambda: None)
        assert len(slept) == 1 and 1.9 < purse.left <= 2.0

    monkeypatch.setattr(asyncio, "sleep", sleep)
    asyncio.run(story())


def test_one_person_is_thought_for_once_at_a_time_and_keeps_nobody_waiting(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Five sockets of one key ask at once; the other player has his answer while the first of them is thought for."""
    thinking, most, go = [0], [0], threading.Event()

    def slow(self: Any, g: Any, seat: str, *more: Any) -> list[Any]:
        if seat == "union":
            thinking[0] += 1
            most[0] = max(most[0], thinking[0])
            assert go.wait(60)
            thinking[0] -= 1
        return []

    monkeypatch.setattr(BlindSwords, "plans", slow)
    with serving(store, limits=Limits()) as table:
        made = table.make(battle=STONE_WALL)
        clients = [table.sit(made, "union").__enter__() for _ in range(5)]
        with table.sit(made, "confederate") as other:
            for client in clients:
                client.send(plans={"id": "p", "seat": "union"})
            assert other.ask("plans", seat="confederate")["plans"] == []
            go.set()
            assert [client.until("plans", "refused")["is"] for client in clients] == ["plans"] * 5
        for client in clients:
            client.__exit__(None, None, None)
    assert most == [1]
