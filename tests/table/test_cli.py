"""`vedette play` and `vedette serve`: one line on stdout, one line for what is wrong."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner

from tests.table.tables import Client
from vedette.cli.play import play, players
from vedette.cli.program import program, run
from vedette.table import Store, StoreError

VEDETTE = [sys.executable, "-c", "from vedette.cli import main; main()"]


@contextmanager
def started(home: Path, *arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A command that serves, and the address that it printed."""
    environment = {**os.environ, "VEDETTE_HOME": str(home)}
    running = subprocess.Popen(
        [*VEDETTE, *arguments], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert running.stdout is not None and running.stderr is not None
    try:
        line = running.stdout.readline()
        assert line.startswith("Vedette: http://127.0.0.1:"), running.stderr.read()
        yield running, line.removeprefix("Vedette: ").strip()
    finally:
        running.terminate()
        rest, errors = running.communicate()
        assert (rest, errors) == ("", "")


def sat(address: str) -> Client:
    """A socket of the game of an address."""
    base, _, query = address.partition("/?")
    game, key = (part.split("=")[1] for part in query.split("&"))
    return Client(base, game, key)


def test_a_key_that_cannot_be_stored_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(store: Store, name: str, make: Any) -> str:
        raise StoreError("database games: the disk is full")

    monkeypatch.setattr(Store, "server_key", full)
    words = ["serve", "--port", "0", "--push", "--address", "https://club.example.org/"]
    found = CliRunner().invoke(program, [*words, "--database", f"sqlite:///{tmp_path / 'games.sqlite'}"])
    assert found.exit_code == 1 and found.output == "Error: database games: the disk is full\n"


def test_play_prints_one_line_and_the_game_is_there_after_a_restart(tmp_path: Path) -> None:
    """And a new game names the unfinished one behind its address: only one that somebody has played, and never instead
    of the new one; --resume goes on with it."""
    new = ("play", "--port", "0", "--no-browser", "--set", "no-events=true")
    with started(tmp_path, *new) as (_, first):
        assert "#" not in first
    with started(tmp_path, *new) as (_, played), sat(played) as client:
        assert "#" not in played
        assert client.state["seats"] == ["union", "confederate"] and client.state["hotseat"]
        assert client.act(client.texts()[0], seat=client.asked()[0]["seat"])["is"] == "done"
        n = client.state["n"]
    assert (tmp_path / "games.sqlite").is_file()
    game = played.partition("game=")[2].partition("&")[0]
    with started(tmp_path, *new) as (_, third):
        address, _, behind = third.partition("#unfinished=")
        assert f"game={game}" not in address and behind.startswith(f"{game}.")
        with sat(f"{address.partition('?')[0]}?game={game}&key={behind.partition('.')[2]}") as client:
            assert client.state["n"] == n
    with started(tmp_path, "play", "--port", "0", "--no-browser", "--resume") as (_, again):
        for link in (again, again.partition("/?")[0] + "/?" + played.partition("/?")[2]):
            with sat(link) as client:
                assert client.state["n"] == n


def test_play_against_a_computer_gives_one_side(tmp_path: Path) -> None:
    """In a practice game with dice that are pressed, where that is wanted."""
    arguments = ("--as", "confederate", "--against", "random", "--practice", "--dice", "pressed")
    with started(tmp_path, "play", "--port", "0", "--no-browser", *arguments) as (_, address), sat(address) as client:
        assert (client.state["seats"], client.state["hotseat"]) == (["confederate"], False)
        base, _, query = address.partition("/?")
        game, key = (part.split("=")[1] for part in query.split("&"))
        found = httpx.get(f"{base}/api/games/{game}?key={key}").json()
        assert (found["practice"], found["free_undo"], found["dice"]) == (True, True, "pressed")


def test_serve_makes_no_game_and_shows_its_page(tmp_path: Path) -> None:
    with started(tmp_path, "serve", "--port", "0", "--database", f"sqlite:///{tmp_path / 'club.sqlite'}") as (_, base):
        assert base.endswith("/")
        made: dict[str, Any] = httpx.post(base + "api/games", json={"battle": "kernstown/the-stone-wall"}).json()
        assert sorted(made["keys"]) == ["both", "confederate", "union"]


def test_serve_says_by_which_address_others_come(tmp_path: Path) -> None:
    """In its second line, and on the start page to who is at the machine itself: what he copies leads nobody here."""
    page = "https://club.example.org/"
    with started(tmp_path, "serve", "--port", "0", "--address", page) as (running, base):
        assert running.stdout and running.stdout.readline() == f"For people at other machines: {page}\n"
        with httpx.Client(base_url=base, timeout=60) as there:
            assert there.get("/api/battles").json()["elsewhere"] == page
            assert "elsewhere" not in there.get("/api/battles", headers={"host": "club.example.org"}).json()
            away = {"host": "localhost", "x-forwarded-for": "198.51.100.7"}  # a Host is anybody's word
            assert "elsewhere" not in there.get("/api/battles", headers=away).json()


@pytest.mark.parametrize("command", ["play", "serve"])
def test_a_port_in_use_is_one_clear_line(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert run([command, "--port", str(port)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == f"vedette: port {port} is in use; give another with --port, or --port 0 for any that is free\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["play", "none/none"], "there is no"),
        (["play", "--against", "nobody"], "there is no commander 'nobody'; there are human, random"),
        (["play", "--set", "x=1"], "has no option 'x'"),
        (["play", "--set", "no-events=perhaps"], "neither true nor false"),
        (["play", "--resume"], "there is no game to go on with"),
        (["play", "--port", "70000"], "0 to 65535"),
        (["play", "--database", "nosuch://"], "database"),
        (["serve", "--host", "256.1.1.1"], "256.1.1.1"),
        (["play", "--as", "french"], "french"),
    ],
)
def test_bad_input_is_one_line_and_status_2(
    arguments: list[str],
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("VEDETTE_HOME", str(tmp_path))
    extra = [] if "--port" in arguments else ["--port", "0"]
    assert run([*arguments, *extra]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("vedette: ") and err.count("\n") == 1 and words in err


def test_who_plays_what() -> None:
    assert players(None, None) == players("union", "human") == {}
    assert players(None, "random") == players("union", "random") == {"confederate": "random"}
    assert players("confederate", "cautious") == {"union": "cautious"}


def test_the_browser_is_opened_where_it_is_wanted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import threading

    from vedette.cli import play as module

    opened: list[str] = []
    done = threading.Event()
    monkeypatch.setenv("VEDETTE_HOME", str(tmp_path))
    monkeypatch.setattr(module.webbrowser, "open", lambda url: (opened.append(url), done.set()))
    monkeypatch.setattr(module, "run", lambda app, listener, ready: (ready(), done.wait(60)))
    said = CliRunner().invoke(play, ["kernstown/the-stone-wall", "--port", "0"]).stdout
    assert said == f"Vedette: {opened[0]}\n"
    assert json.dumps(opened[0]).count("game=") == 1
    done.clear()
    said = CliRunner().invoke(play, ["--port", "0"]).stdout
    assert said == f"Vedette: {opened[1]}\n" and opened[1].endswith("/")


def test_without_a_word_about_the_game_the_page_to_choose_one_opens(tmp_path: Path) -> None:
    """No game is made; a game that somebody has played stands behind the address."""
    bare = ("play", "--port", "0", "--no-browser")
    with started(tmp_path, *bare) as (_, address):
        assert address.endswith("/")
    with started(tmp_path, *bare, "--set", "no-events=true") as (_, played), sat(played) as client:
        client.act(client.texts()[0], seat=client.asked()[0]["seat"])
        n = client.state["n"]
    game = played.partition("game=")[2].partition("&")[0]
    with started(tmp_path, *bare) as (_, address):
        base, _, behind = address.partition("/#unfinished=")
        assert behind.startswith(f"{game}.")
        with sat(f"{base}/?game={game}&key={behind.partition('.')[2]}") as client:
            assert client.state["n"] == n
    with closing(Store(f"sqlite:///{tmp_path / 'games.sqlite'}")) as store:
        assert store.game(game) is not None and store.newest() is not None
