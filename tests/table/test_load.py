"""The load tool: what it says of the records is true, and a small load is borne."""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
import sys
from contextlib import AsyncExitStack
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

from tests.table.postgres import Cluster
from tests.table.tables import played, seated
from vedette.table import Store

ROOT = Path(__file__).parents[2]


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module of the tool."""
    monkeypatch.syspath_prepend(ROOT / "tools")
    return import_module("load")


def test_an_answer_that_was_lost_or_doubled_is_found(tool: Any, tmp_path: Path) -> None:
    at = f"sqlite:///{tmp_path / 'games.sqlite'}"
    store = Store(at)
    game = played(3, lambda game: len(game.entries) > 30)
    made = seated(store, game)
    store.close()
    given = [e.do for e in game.entries if e.seat == "union"]
    load = tool.Load(at)

    def wrong(told: list[str], unanswered: str = "") -> list[str]:
        place = tool.Seat(made["game"], made["keys"]["union"], "union")
        player = tool.Player(place, ["ws://nowhere"], tool.Pace(1.0), tool.Counted(), 1)
        player.told = told
        player.open = ("a message", unanswered, 0.0) if unanswered else None
        found: list[str] = tool.borne_out(load, [player])
        return found

    assert wrong(given) == [] and wrong(given[:-1], given[-1]) == [] and wrong(given, "not stored") == []
    for told in (given[:-1], [*given, given[-1]], given[1:], [*given[:-2], given[-1], given[-2], given[-2]]):
        assert f"union: {len(told)} told, {len(given)} stored" in wrong(told)[0]


def test_a_game_of_which_anybody_has_seen_the_end_is_over(tool: Any) -> None:
    def player(game: str, seat: str, over: bool) -> Any:
        found = tool.Player(tool.Seat(game, "key", seat), ["ws://nowhere"], tool.Pace(1.0), tool.Counted(), 1)
        found.over = over
        return found

    cut = player("over", "", False)
    players = [player("over", "union", True), cut, player("on", "union", False), player("on", "", False)]
    assert tool.alive(players) == 1


def test_who_plays_comes_to_the_server_of_his_game_and_goes_home_when_he_is_cut_again(tool: Any) -> None:
    """As a proxy sends him there; and he says what he has."""
    state = json.dumps({"state": {"n": 7, "decisions": [{"seat": "union"}]}})
    over = json.dumps({"state": {"n": 9, "decisions": []}})
    came: list[tuple[str, str]] = []

    async def told(ports: list[int]) -> None:
        async def home(line: ServerConnection) -> None:
            came.append(("home", line.request.path if line.request else ""))
            await line.send(over)
            await line.wait_closed()

        async def away(line: ServerConnection) -> None:
            came.append(("away", line.request.path if line.request else ""))
            await line.send(state)
            await opened.enter_async_context(serve(home, "127.0.0.1", ports[0]))
            await line.close(1012)

        async with AsyncExitStack() as opened:
            await opened.enter_async_context(serve(away, "127.0.0.1", ports[1]))
            servers = [f"ws://127.0.0.1:{port}" for port in ports]
            for n in range(10):
                of_one = {
                    tool.Player(tool.Seat(f"game{n}", "key", ""), servers, None, None, m).address() for m in "abc"
                }
                assert len({address.split("/ws")[0] for address in of_one}) == 1
            game = next(
                game for game in map("game{}".format, range(99))
                if tool.Player(tool.Seat(game, "key", ""), servers, None, None, 1).address().startswith(servers[0])
            )  # fmt: skip
            player = tool.Player(tool.Seat(game, "key", ""), servers, tool.Pace(1.0), tool.Counted(), 1)
            player.rng = Quick()
            await player.play(lambda: False)

    asyncio.run(told([tool._free(), tool._free()]))
    assert [where for where, _ in came] == ["away", "home"]
    assert "after" not in came[0][1] and came[1][1].endswith("&after=7")


def test_the_games_of_a_server_that_is_gone_are_spread_over_all_others(tool: Any) -> None:
    servers = [f"ws://{n}" for n in "abcd"]
    second: dict[str, set[str]] = {server: set() for server in servers}
    for n in range(100):
        player = tool.Player(tool.Seat(f"game{n}", "key", ""), servers, tool.Pace(1.0), tool.Counted(), n)
        home = player.address().split("/ws?")[0]
        player._away = 1
        second[home].add(player.address().split("/ws?")[0])
    assert second == {home: set(servers) - {home} for home in servers}


class Quick(random.Random):
    """No pause is long."""

    def uniform(self, a: float, b: float) -> float:
        return 0.01


@pytest.mark.parametrize("alone", (False, True))
def test_who_looks_on_counts_what_comes_and_says_what_he_has(tool: Any, alone: bool) -> None:
    """However long it is, packed by itself or by what came before; and he answers who asks whether he is there."""
    came: list[str] = []
    counted = tool.Counted()

    async def looked() -> None:
        back = asyncio.Event()

        async def showing(line: ServerConnection) -> None:
            came.append(line.request.path if line.request else "")
            if len(came) > 1:
                back.set()
                return
            for n, more in enumerate(("", "x" * 300, "".join(map(str, range(30_000)))), 1):
                await line.send(json.dumps({"state": {"n": n, "decisions": [{"seat": "union"}], "more": more}}))
            await (await line.ping())

        packs = ServerPerMessageDeflateFactory(server_no_context_takeover=alone)
        async with serve(showing, "127.0.0.1", 0, compression=None, extensions=[packs]) as server:
            at = f"ws://127.0.0.1:{next(iter(server.sockets)).getsockname()[1]}"
            one = tool.Onlooker(tool.Seat("game", "key", ""), [at], tool.Pace(1.0), counted, 1)
            one.rng = Quick()
            looking = asyncio.create_task(one.play(lambda: False))
            await asyncio.wait_for(back.wait(), 20)
            looking.cancel()
            await asyncio.gather(looking, return_exceptions=True)

    asyncio.run(looked())
    assert counted.states == 3 and counted.cut >= 1
    assert "after" not in came[0] and came[1].endswith("&after=3")


def test_a_load_that_was_not_put_on_does_not_pass(tool: Any) -> None:
    """13 answers a second are not 50, however fast they were."""
    found = dict.fromkeys(tool.Found.__struct_fields__, 0) | {"wrong": [], "refused": {}, "calm": {}}
    lines = import_module("load_all").told(tool.Found(**{**found, "answers": 3_900, "rate": 13.0}), 50.0)
    assert next(holds for _, holds in lines) is False
    assert all(holds for _, holds in import_module("load_all").told(tool.Found(**{**found, "rate": 46.0}), 50.0))


@pytest.mark.slow
def test_a_small_load_is_borne_while_servers_are_killed(postgres: Cluster) -> None:
    """Games played and watched through two servers and a worker, of which one server is killed now and then."""
    options = {"games": 10, "onlookers": 10, "rate": 20, "seconds": 20, "kill-every": 8, "workers": 1}
    given = [word for name, value in options.items() for word in (f"--{name}", str(value))]
    command = [sys.executable, "tools/load.py", "--database", postgres.database(), *given]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=400)
    assert done.returncode == 0, done.stdout + done.stderr
    found = json.loads(done.stdout)
    assert found["wrong"] == [] and found["killed"] and found["cut"] and found["answers"]
    assert found["sockets"] == 30
