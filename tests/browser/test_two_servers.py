"""Two players and one who looks on, at two servers on one PostgreSQL: lines are cut, servers are killed, and it is one
game."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

import vedette
from tests.table.postgres import Cluster, cluster
from tests.table.tables import seated
from tools.serving import address_of
from vedette.engine.archive import verify
from vedette.engine.game import Game
from vedette.table import Store

from .conftest import BATTLE, ROOT, VEDETTE
from .players import answered
from .positions import say
from .relay import Relay
from .rest import eventually
from .robot import Robot
from .test_marching import ROUT

pytestmark = [pytest.mark.needs_chromium, pytest.mark.slow]

Open = Callable[..., Page]
SEATS = ("union", "confederate")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """One of the tests' own."""
    with cluster() as found:
        yield found


class Club:
    """Two servers at one database, each of which may be killed, and a way to them for each of three people."""

    def __init__(self, database: str, open: ExitStack) -> None:
        self.database = database
        self.ports = [0, 0]
        self._running: dict[int, subprocess.Popen[str]] = {}
        open.callback(self.end)
        for begun in [self._begun(n) for n in (0, 1)]:
            self._ready(*begun)
        one, two = self.ports
        self.relays = {"union": Relay([one, two]), "confederate": Relay([two, one]), "watch": Relay([one, two])}
        for relay in self.relays.values():
            open.callback(relay.close)

    def _begun(self, n: int) -> tuple[int, subprocess.Popen[str]]:
        command = [VEDETTE, "serve", "--port", str(self.ports[n]), "--database", self.database]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
        self._running[n] = subprocess.Popen(list(map(str, command)), cwd=ROOT, **pipes)
        return n, self._running[n]

    def _ready(self, n: int, running: subprocess.Popen[str]) -> None:
        self.ports[n] = int(address_of(running, 60).rstrip("/").rpartition(":")[2])

    def begin(self, n: int) -> None:
        """A server is there again."""
        self._ready(*self._begun(n))

    def kill(self, n: int) -> None:
        """kill -9."""
        self._running[n].kill()
        self._running[n].wait()

    def end(self) -> None:
        """Both are gone."""
        for n in tuple(self._running):
            self.kill(n)

    def lay(self, game: Game, **setup: Any) -> dict[str, str]:
        """A game, with fields of the table's own; the address of each of the three."""
        with closing(Store(self.database)) as store:
            self.made = seated(store, game, setup=setup)
        at = f"{self.relays['watch'].base}/api/games/{self.made['game']}/watch?key={self.made['keys']['union']}"
        self.made["keys"]["watch"] = httpx.post(at, timeout=60).json()["key"]
        game_of = f"/?game={self.made['game']}&key="
        return {who: f"{relay.base}{game_of}{self.made['keys'][who]}" for who, relay in self.relays.items()}

    def record(self, n: int, who: str) -> list[dict[str, Any]]:
        """The record as a key reads it at one of the servers."""
        at = f"http://127.0.0.1:{self.ports[n]}/api/games/{self.made['game']}/record"
        text = httpx.get(at, params={"key": self.made["keys"][who]}, timeout=60).text
        assert verify(text).ok
        return [json.loads(line) for line in text.splitlines()]

    def digests(self, n: int) -> list[list[str]]:
        """After each entry, as each of the three reads them at a server: of what he knows, until the battle is over."""
        found = [[row["digest"] for row in self.record(n, who) if "digest" in row] for who in (*SEATS, "watch")]
        assert all(found)
        return found


@pytest.fixture
def club(postgres: Cluster) -> Iterator[Club]:
    with ExitStack() as open:
        yield Club(postgres.database(), open)


def board(page: Page) -> Any:
    """Where every counter lies, as the page shows it."""
    found = "nodes => nodes.map(n => [n.ariaLabel, n.closest('[aria-label^=Stack]').ariaLabel.slice(-4)]).sort()"
    return page.get_by_role("group", name="Units").locator("[role=button]").evaluate_all(found)


def routed(position: dict[str, Any]) -> Game:
    """A game up to where a unit must fall back (the dice of seed 2 have it so)."""
    game = Game.new(vedette.battle(BATTLE), seed=2, position=position, digests=True)
    while "retreat" not in {d.kind for d in game.decisions}:
        texts = [a.text for a in game.decisions[0].actions]
        liked = [t for like in ("fire at 1834", "add ", "fire", "pass") for t in texts if t.startswith(like)]
        game.play([*liked, *texts][0])
    return game


def asked(players: dict[str, Robot]) -> str | None:
    """Who can answer now."""
    return next((who for who, one in players.items() if one.buttons.count() and one.buttons.first.is_enabled()), None)


def over(club: Club) -> str | None:
    """Whether the record says that the battle is over."""
    return "over" if "over" in club.record(0, "union")[-1] else None


def twice(club: Club, robot: Robot, who: str) -> None:
    """An answer that is pressed twice while the line is cut counts once."""
    n = len(club.record(1, who))
    before, answer = robot.card.text_content(), robot.buttons.first
    club.relays[who].cut()
    answer.dblclick()
    expect(robot.card).not_to_have_text(before or "")  # that the line is cut may be said before it is answered
    hexes = list[str]()
    for _ in range(100):
        hexes = [row["do"] for row in club.record(1, who)[n:] if row["do"].startswith("retreat")]
        if hexes:
            break
        robot.page.wait_for_timeout(100)
    assert 1 <= len(hexes) <= 2 and len(hexes) == len(set(hexes)), hexes  # a way back of one hex, or of two


WORDS = """p => {
  const words = p.cloneNode(true);
  words.querySelectorAll('.cite').forEach(one => one.remove());
  return words.textContent.replace(/\\s+/g, ' ').trim();
}"""
"""Of a line of the log, without what can be opened behind it."""


def last_line(robot: Robot) -> str:
    """Of the log."""
    return str(robot.log.locator("p.line").last.evaluate(WORDS))


def same_everywhere(club: Club, robots: Sequence[Robot], last: str) -> None:
    """Boards, the last line of the log, with these words, and what the record comes to at both servers."""
    pages = [robot.page for robot in robots]
    found = eventually(pages[0], lambda: [board(page) for page in pages], lambda all: all[0] == all[1] == all[2] != [])
    assert found[0] == found[1] == found[2]
    lines = eventually(
        pages[0], lambda: [last_line(robot) for robot in robots], lambda all: len({*all}) == 1 and all[0]
    )
    assert lines == [lines[0]] * 3 and lines[0] and last in lines[0]
    assert club.digests(0) == club.digests(1)


def test_a_retreat_at_two_servers_of_which_one_is_killed(club: Club, open_page: Open) -> None:
    """The line is cut in the midst of it, what is pressed twice is done once, and all see the same."""
    game = routed(ROUT)
    at = club.lay(game)
    union, confederate, _ = robots = [Robot(open_page(at[who])) for who in (*SEATS, "watch")]
    for robot in robots:
        expect(robot.log).to_contain_text("27 VA is disrupted", timeout=60_000)
    expect(confederate.card).to_contain_text("27 VA falls back")
    say(at["confederate"], game.decisions[0].actions[0].text)
    answer = confederate.buttons.first
    expect(confederate.log).to_contain_text("27 VA falls back to ")
    club.relays["confederate"].cut()
    answer.dblclick()
    expect(confederate.card.get_by_role("heading")).not_to_contain_text("falls back")
    before = len(club.record(1, "union"))
    club.kill(0)
    union.step()
    for robot in robots:
        expect(robot.page.get_by_role("status").filter(has_text="connection is lost")).to_have_count(0)
    club.begin(0)
    same_everywhere(club, robots, "27 VA falls back to ")
    done = [row["do"] for row in club.record(0, "union") if row.get("seat") == "confederate" and row["n"] >= before - 2]
    assert sum(text.startswith("retreat 27 VA") for text in done) <= 2 and len(done) == len(set(done))


WHOLE = {**{key: value for key, value in ROUT.items() if key != "empty"}, "turn": 1}
"""The whole scenario with all its units; the first that is asked leads to a retreat."""
HABITS = ("pass", "hold", "done", "finish")
KILLED, CUT = (12, 45, 80), (25, 60)
"""Answers at which a server is killed, and at which the line of who answers is cut."""


def awaited(club: Club, players: dict[str, Robot]) -> str | None:
    """Who is asked next, or that it is over; a page that has lost its server may take a while."""
    page = players["union"].page
    looks = (eventually(page, lambda: asked(players) or over(club), bool) for _ in range(4))
    return next(filter(None, looks), None)


def test_a_whole_scenario_through_two_servers_that_are_killed_by_turns(club: Club, open_page: Open) -> None:
    """From its first turn to its end; lines are cut in the midst of a retreat and later, with what was just pressed.

    Orders that stand from the start pass at most windows, so that people are asked some hundred times.
    """
    at = club.lay(routed(WHOLE), orders=True, beat=0.0)
    robots = [Robot(open_page(at[who]), seed=7, likes=HABITS) for who in (*SEATS, "watch")]
    players = dict(zip(SEATS, robots, strict=False))
    for robot in robots:
        expect(robot.log).to_contain_text("27 VA is disrupted", timeout=60_000)
    steps = fallen = gone = 0
    while (who := awaited(club, players)) in players:
        robot = players[who]
        if "falls back" in robot.asked:
            fallen += 1
            twice(club, robot, who)
        elif steps in KILLED:
            n = KILLED.index(steps) % 2
            club.kill(n)
            gone += not answered(robot)
            club.begin(n)
        else:
            if steps in CUT:
                club.relays[who].cut()
            gone += not answered(robot)
        steps += 1
    assert who == "over" and fallen and steps - gone > max(KILLED) and gone <= steps // 10
    same_everywhere(club, robots, "")
    done = [row["do"] for row in club.record(0, "both")[1:] if "do" in row]
    assert done == [row["do"] for row in club.record(1, "both")[1:] if "do" in row]
