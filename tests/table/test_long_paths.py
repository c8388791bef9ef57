"""Paths that are too long, against servers that run: of the store, of games and what is theirs, of records."""

from __future__ import annotations

import os
import socket
import subprocess
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from tests.table.test_keeping import MAKING, VEDETTE, posix, served
from vedette.cli.program import run

PATH, NAME = 503, 247
"""Bytes of the longest path and name under which SQLite keeps a database."""


def long(folder: Path, most: int) -> Path:
    """A database of so many bytes, path and all, in folders that are there."""
    while most - len(str(folder)) - len("/g.sqlite") > 1:
        folder /= "d" * min(100, most - len(str(folder)) - len("/g.sqlite") - 1)
    folder.mkdir(parents=True)
    file = folder / ("g" * (most - len(str(folder)) - len("/.sqlite")) + ".sqlite")
    assert len(str(file)) == most
    return file


def refused(home: Path, file: Path) -> str:
    """What `serve` says of a database that it cannot have."""
    told = subprocess.run(
        [*VEDETTE, "serve", "--port", "0", "--database", f"sqlite:///{file}"],
        env={**os.environ, "VEDETTE_HOME": str(home)}, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert (told.returncode, told.stdout, told.stderr.count("\n")) == (2, "", 1)
    return told.stderr


@posix
def test_a_store_as_deep_as_can_be_is_served_and_one_deeper_is_named(tmp_path: Path) -> None:
    deep = long(tmp_path / "deep", PATH)
    with served(tmp_path, "serve", "--port", "0", "--database", f"sqlite:///{deep}") as (_, base):
        made = httpx.post(base + "api/games", json=MAKING).json()
        game = f"{base}api/games/{made['game']}"
        assert httpx.get(f"{game}?key={made['keys']['union']}").status_code == 200
        assert {file.name.removeprefix(deep.name) for file in deep.parent.iterdir()} == {"", "-wal", "-shm"}
    deeper = long(tmp_path / "deeper", PATH + 1)
    assert f"its path has {PATH + 1} bytes; give it one of {PATH} at most" in refused(tmp_path, deeper)
    assert not any(deeper.parent.iterdir())


@posix
def test_a_store_with_a_name_as_long_as_can_be(tmp_path: Path) -> None:
    with served(tmp_path, "serve", "--port", "0", "--database", f"sqlite:///{tmp_path / ('n' * NAME)}") as (_, base):
        assert httpx.post(base + "api/games", json=MAKING).status_code == 201
    longer = tmp_path / ("n" * (NAME + 1))
    assert f"its name has {NAME + 1} bytes; give it one of {NAME} at most" in refused(tmp_path, longer)
    assert not longer.exists()


LONG = ("x" * 300, "y" * 20_000, "é" * 300, "a/" * 2_000, "%2e%2e%2f" * 200)


def test_an_address_that_is_too_long_is_answered_in_words_and_the_game_goes_on(tmp_path: Path) -> None:
    with served(tmp_path / "home") as (process, base), httpx.Client(base_url=base) as client:
        made = client.post("api/games", json=MAKING).json()
        id, key = made["game"], made["keys"]["union"]
        for name in LONG:
            for path in (
                name, f"assets/{name}.js", f"api/{name}", f"api/games/{name}?key={key}", f"api/games/{id}?key={name}",
                f"api/games/{id}/{name}?key={key}", f"api/games/{name}/record?key={key}", f"api/cases/{name}",
                f"api/games/{id}/record?key={name}", f"api/cases?book={name}&q=a", f"api/cases?book=Kernstown&q={name}",
                f"api/battles/{name}", f"api/battles/kernstown/{name}", f"api/faces/{name}.svg",
            ):  # fmt: skip
                answer = client.get(path)
                assert answer.status_code < 500 and len(answer.text) < 3_000, path[:60]
            for making in ({"battle": name}, {**MAKING, "options": {name: True}}, {**MAKING, "seats": {name: "human"}}):
                answer = client.post("api/games", json=making)
                assert answer.status_code == 400 and len(answer.text) < 3_000
        assert client.get(f"api/games/{id}/record?key={key}").status_code == 200
        process.terminate()
        assert process.communicate(timeout=20)[1] == ""


@pytest.mark.parametrize("bytes", [8_100, 20_000])
@pytest.mark.parametrize("where", ["address", "header"])
def test_a_socket_with_a_head_that_is_too_long_is_answered_and_closed(tmp_path: Path, bytes: int, where: str) -> None:
    """What reads the head of a socket gives up at 8,192 bytes a line, without a word."""
    with served(tmp_path / "home") as (_, base):
        at = urlsplit(base)
        with socket.create_connection((at.hostname, at.port), timeout=5) as line:
            game, cookie = ("g" * bytes, "") if where == "address" else ("g", "g" * bytes)
            head = f"GET /ws?game={game}&key=k HTTP/1.1\r\nHost: {at.netloc}\r\nCookie: {cookie}\r\n"
            line.sendall(f"{head}Upgrade: websocket\r\nConnection: Upgrade\r\n{KEY}\r\n\r\n".encode())
            found = b""
            while part := line.recv(4_096):
                found += part
        assert found.startswith(b"HTTP/1.1 400 ") and b"too long" in found


KEY = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13"


@posix
def test_a_record_of_a_running_game_under_a_name_that_is_too_long(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever a command is to read or write there: one line that names the file, clipped, and the mend."""
    with served(tmp_path / "home") as (_, base):
        made = httpx.post(base + "api/games", json=MAKING).json()
        record = httpx.get(f"{base}api/games/{made['game']}/record?key={made['keys']['union']}").content
    good = tmp_path / "good.jsonl"
    good.write_bytes(record)
    for name in ("r" * 300, "r" * 9_000):
        file = str(tmp_path / f"{name}.txt")
        for command in (
            ["record", "verify", file], ["record", "show", file], ["record", "mail", file],
            ["record", "mail", str(good), "-o", file], ["record", "report", str(good), "-o", file], ["try", file],
            ["map", "kernstown/the-stone-wall", "-o", str(tmp_path / "m.svg"), "--record", file],
            ["pack", "check", file], ["pack", "new", file],
        ):  # fmt: skip
            assert run(command) == 2, command[:2]
            told = capsys.readouterr().err
            assert told.startswith("vedette: ") and "rrr" in told and told.count("\n") == 1 and len(told) < 700
            assert "File name too long; give it a shorter one" in told
