"""Measures the speed of the rules on one core, a peer's beside them in the same run (`make bench`).

    python tools/bench.py [--seconds S] [--write]
    python tools/bench.py --beside PATH [--battle NAME]      random play here and in another checkout, in turns
    python tools/bench.py --battles [--battle NAME]          random play in every battle, or in those so named, alone
    python tools/bench.py --boards [--battle NAME]           the boards alone: size, drawing, painting, moving
    python tools/bench.py --opponent                         the adjutant alone
    python tools/bench.py --env [--battle NAME]              the environments alone, beside PettingZoo's chess
    python tools/bench.py --rooms [--beside PATH]            an answer at a full table, there as well

`--write` puts the tables into docs/performance.md between their marks. Rates of ours and of python-chess are taken in
turns, slice by slice, so that a machine that is busy with other things slows both. `--beside` has a process of each
tree's own Python (`PATH/.venv/bin/python`) play the same games, and says whether they ended the same.
"""

from __future__ import annotations

import argparse
import gc
import os
import platform
import random
import re
import statistics
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import bench_battles
import bench_boards
import bench_env
import bench_rooms
import chess
from bench_battles import chess_game
from bench_play import pick, random_game

import vedette
from vedette import staff
from vedette.engine import Game, Playable
from vedette.engine.chance import Listed
from vedette.engine.decision import Decision, plain
from vedette.engine.procedure import CHANCE
from vedette.engine.run import answer, asks, renew
from vedette.engine.state import State
from vedette.rules.blind_swords.chapters.sight import ground_sight, sight

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "performance.md"
BATTLE = "kernstown/the-stone-wall"
SLICES = 8

clock = time.process_time


class Row(NamedTuple):
    """A line of the table."""

    figure: str
    value: str
    aim: str
    met: str


# -- random play ----------------------------------------------------------------------------------------------


def recorded_game(game: Game, rng: random.Random) -> int:
    """The same with record and digest, and a view of the seat that is asked before each of its decisions."""
    counted = 0
    while (decision := game.decision) is not None:
        counted += len(decision.ask.options) > 1
        game.view(decision.seat)
        game.play(decision.actions[rng.randrange(len(decision.actions))])
    game.record()
    return counted


class Rate(NamedTuple):
    """Steps and games a second."""

    steps: float
    games: float


def rate(play: Callable[[], int], seconds: float) -> Rate:
    """Play whole games for so long."""
    steps = games = 0
    begun = clock()
    while (spent := clock() - begun) < seconds:
        steps += play()
        games += 1
    return Rate(steps / spent, games / spent)


def median(rates: list[Rate]) -> Rate:
    return Rate(statistics.median(r.steps for r in rates), statistics.median(r.games for r in rates))


# -- single questions -----------------------------------------------------------------------------------------


def each(deed: Callable[[], object], seconds: float = 0.3) -> float:
    """Seconds that a deed takes, the best of a few rounds."""
    n = 1
    while True:
        begun = clock()
        for _ in range(n):
            deed()
        if (spent := clock() - begun) > seconds / 5:
            break
        n *= 4 if spent < seconds / 50 else 2
    rounds = [spent / n]
    for _ in range(4):
        begun = clock()
        for _ in range(n):
            deed()
        rounds.append((clock() - begun) / n)
    return min(rounds)


def states(battle: Playable, games: int) -> Iterator[State]:
    """The state before every question to a player in some random games."""
    for seed in range(games):
        rng = random.Random(seed)
        g = battle.new_game(seed=seed, keep=False).state
        while g.ask is not None:
            ask = asks(g)[0]
            if ask.seat != CHANCE:
                yield g
            answer(g, ask.seat, pick(ask, rng))


def asking(g: State) -> float:
    """Seconds to make the open question and its whole list once more."""
    twin = g.clone()
    return each(lambda: renew(twin), 0.05)


class Listing(NamedTuple):
    """How long the list of a decision takes."""

    seconds: float
    answers: int
    kind: str


def listings(battle: Playable, games: int) -> tuple[Listing, Listing]:
    """The decision with most answers, and the one that takes longest to list."""
    slow: list[tuple[float, State]] = []
    big: list[tuple[int, State]] = []
    for g in states(battle, games):
        begun = clock()
        renew(g)
        spent = clock() - begun
        slow = sorted([*slow, (spent, g.clone())], key=lambda pair: -pair[0])[:12]
        big = sorted([*big, (len(asks(g)[0].options), g.clone())], key=lambda pair: -pair[0])[:12]
    biggest = [listing(g) for _, g in big]
    slowest = [listing(g) for _, g in slow]
    return max(biggest, key=lambda found: (found.answers, found.seconds)), max(biggest + slowest)


def listing(g: State) -> Listing:
    ask = asks(g)[0]
    return Listing(asking(g), len(ask.options), ask.kind)


def position(battle: Playable, begin: str, units: dict[str, str]) -> Game:
    """A position before a combat."""
    rows = [{"id": id, "hex": hex} for id, hex in units.items()]
    spec = {"empty": True, "turn": 6, "begin": begin, "active": "Tyler", "unit": rows}
    return Game.new(battle, position=spec, chance=Listed())


FIRE = {"7 OH-a": "1733", "7 OH-b": "1733", "27 VA": "1834", "23 VA": "1835"}
ASSAULT = {"7 OH-a": "1733", "7 IN-a": "1734", "27 VA": "1834", "23 VA": "1935"}


def sights(battle: Playable, game: Game, count: int) -> list[tuple[int, int]]:
    """Pairs of hexes within gun range in the area of play, each asked once before."""
    rng = random.Random(1)
    hexes = [battle.board.grid.index(u["hex"]) for u in game.view("")["units"] if u["hex"]]
    inside = sorted({h for at in hexes for h in range(battle.board.grid.size) if battle.board.grid.distance(at, h) < 8})
    pairs = [(rng.choice(inside), rng.choice(inside)) for _ in range(count)]
    for a, b in pairs:
        game.rulebook.sight(game.state, a, b, True)
    return pairs


def judge(g: Any, a: int, b: int) -> tuple[object, object]:
    """A line of sight at this moment, and what each hex on it does and why."""
    return sight(g, a, b), ground_sight(g.setting, a, b).touched


def viewing(battle: Playable, games: int) -> float:
    """Seconds for the view of the seat that is asked, at each decision of some games as they come."""
    spent, count = 0.0, 0
    book = battle.new_game(seed=0).rulebook
    for g in states(battle, games):
        seat = asks(g)[0].seat
        begun = clock()
        book.view(g, seat)
        spent += clock() - begun
        count += 1
    return spent / count


def wording(g: State) -> float:
    """Seconds to put the open question into words."""
    return each(lambda: plain(Decision(g, asks(g)[0])), 0.1)


# -- the table ------------------------------------------------------------------------------------------------


def against(value: float, aim: float) -> str:
    """Whether an aim is met, or by how much it is missed."""
    return "met" if value >= aim else f"missed by {1 - value / aim:.0%}"


def within(value: float, aim: float) -> str:
    """The same for what is to be small."""
    return "met" if value <= aim else f"missed, {value / aim:.1f} times as long"


def play_rows(battle: Playable, seconds: float) -> list[Row]:
    """Random play, beside python-chess."""
    ours, theirs, recorded = [], [], []
    rng = random.Random(1)
    seeds = iter(range(1_000_000))

    def bare() -> int:
        return random_game(battle.new_game(seed=next(seeds), keep=False).state, rng)

    def whole() -> int:
        return recorded_game(battle.new_game(seed=next(seeds), keep=False, digests=True), rng)

    bare()
    for _ in range(SLICES):
        ours.append(rate(bare, seconds / SLICES))
        theirs.append(rate(lambda: chess_game(rng), seconds / SLICES))
        recorded.append(rate(whole, seconds / SLICES))
    us, them, with_record = median(ours), median(theirs), median(recorded)
    ratio = statistics.median(a.steps / b.steps for a, b in zip(ours, theirs, strict=True))
    games = statistics.median(a.games / b.games for a, b in zip(ours, theirs, strict=True))
    return [
        Row("random legal decisions/s, The Stone Wall", f"{us.steps:,.0f}", "", ""),
        Row("random legal moves/s, python-chess", f"{them.steps:,.0f}", "", ""),
        Row("ratio", f"{ratio:.2f}", "0.85", against(ratio, 0.85)),
        Row("whole random games/s, The Stone Wall", f"{us.games:.1f}", "", ""),
        Row("whole random games/s, python-chess", f"{them.games:.1f}", "", ""),
        Row("ratio", f"{games:.2f}", "", ""),
        Row("decisions/s with record, digest and a view each", f"{with_record.steps:,.0f}", "", ""),
    ]


def copy_rows(battle: Playable) -> list[Row]:
    """Copies of a state, beside those of a chess board."""
    some = [g.clone() for i, g in enumerate(states(battle, 1)) if i % 50 == 0]
    clone = statistics.median(each(g.clone) for g in some)
    board = chess.Board()
    rng = random.Random(1)
    for _ in range(40):
        board.push(rng.choice(list(board.legal_moves)))
    bare, full = each(lambda: board.copy(stack=False)), each(board.copy)
    return [
        Row("clone of a state, µs", f"{clone * 1e6:.2f}", "3", within(clone, 3e-6)),
        Row("copy of a chess board without / with 40 moves, µs", f"{bare * 1e6:.2f} / {full * 1e6:.1f}", "", ""),
        Row("ratio to the bare copy", f"{clone / bare:.2f}", "", ""),
    ]


def question_rows(battle: Playable, games: int) -> list[Row]:
    """Sight, odds, view, the largest decision."""
    game = battle.new_game(seed=1, keep=False)
    pairs = sights(battle, game, 2000)
    told = 2000 / each(lambda: [game.rulebook.sight(game.state, a, b, True) for a, b in pairs])
    judged = 2000 / each(lambda: [judge(game.state, a, b) for a, b in pairs])
    shot, fight = position(battle, "fire", FIRE), position(battle, "close-combat", ASSAULT)
    fire = each(lambda: shot.odds("7 OH-a + 7 OH-b fire at 1834"))
    close = each(lambda: fight.odds("7 OH-a + 7 IN-a assault 1834"))
    some = [g.clone() for i, g in enumerate(states(battle, 1)) if i % 50 == 0]
    view = viewing(battle, games)
    words = statistics.median(wording(g) for g in some)
    biggest, slowest = listings(battle, games)
    return [
        Row("cached sight queries/s, with its reason", f"{judged:,.0f}", "200,000", against(judged, 200_000)),
        Row("the same told hex by hex in words, JSON-ready", f"{told:,.0f}", "", ""),
        Row("exact odds of a fire, ms", f"{fire * 1e3:.2f}", "5", within(fire, 5e-3)),
        Row("exact odds of a whole close combat, ms", f"{close * 1e3:.1f}", "100", within(close, 0.1)),
        Row("view of a seat, µs", f"{view * 1e6:.0f}", "50", within(view, 50e-6)),
        Row("a decision in words, JSON-ready, µs", f"{words * 1e6:.0f}", "", ""),
        Row(f"list of the largest decision ({biggest.answers} answers, {biggest.kind}), ms",
            f"{biggest.seconds * 1e3:.2f}", "20, then 5", within(biggest.seconds, 20e-3)),
        Row(f"list that takes longest ({slowest.answers} answers, {slowest.kind}), ms",
            f"{slowest.seconds * 1e3:.2f}", "", ""),
    ]  # fmt: skip


def thinking(battle: Playable, seats: dict[str, str], seed: int) -> tuple[list[float], float]:
    """Seconds of each answer of an adjutant in a game, its desk included, and of the whole game."""
    begun = clock()
    game = battle.new_game(seed=seed, keep=False)
    commanders = {seat: staff.seat(name, battle, seed) for seat, name in seats.items()}
    spent: list[float] = []
    while open_asks := asks(game.state):
        ask = open_asks[0]
        commander = commanders[ask.seat]
        before = clock()
        at = commander.pick(staff.glance(ask, game.state.number) if commander.blind else staff.desk(game, ask.seat))
        if commander.name == "adjutant":
            spent.append(clock() - before)
        game.answer(ask.seat, ask.options[at])
    return spent, clock() - begun


def opponent_rows(battle: Playable, games: int) -> list[Row]:
    """How long the adjutant thinks, against random with either side and against himself."""
    times: list[float] = []
    against_random: list[float] = []
    for seed in range(1, games + 1):
        for seats in ({"union": "adjutant", "confederate": "random"}, {"union": "random", "confederate": "adjutant"}):
            spent, whole = thinking(battle, seats, seed)
            times += spent
            against_random.append(whole)
    times += thinking(battle, {"union": "adjutant", "confederate": "adjutant"}, 1)[0]
    times.sort()
    usual, most = times[len(times) // 2], times[-1]
    nearly = times[len(times) * 95 // 100]
    longest = max(against_random)
    return [
        Row("decision of the adjutant, ms: median", f"{usual * 1e3:.1f}", "", ""),
        Row(f"95 of 100 of {len(times):,} decisions within, ms", f"{nearly * 1e3:.0f}", "50", within(nearly, 0.05)),
        Row("the longest, ms", f"{most * 1e3:.0f}", "2,000", within(most, 2.0)),
        Row("game against random, s: longest", f"{longest:.1f}", "20", within(longest, 20.0)),
    ]


def start_row() -> Row:
    """From the command line to the first decision, in processor time as the rest."""
    command = [sys.executable, "-c", f"import vedette; vedette.battle({BATTLE!r}).new_game(seed=1).decision.actions"]
    times = []
    for _ in range(4):
        before = os.times()
        subprocess.run(command, check=True)
        after = os.times()
        times.append(after.children_user + after.children_system - before.children_user - before.children_system)
    return Row("start of a battle from the command line, s", f"{min(times):.2f}", "1", within(min(times), 1.0))


def table(rows: list[Row]) -> str:
    """The rows in Markdown."""
    head = ["| figure | measured | aim | |", "|---|---:|---:|---|"]
    return "\n".join(head + [f"| {r.figure} | {r.value} | {r.aim} | {r.met} |" for r in rows])


def build() -> str:
    """The Python that measures, and how it was built: it is worth up to a seventh."""
    flags = str(sysconfig.get_config_var("CONFIG_ARGS") or "")
    known = [flag for flag in ("--enable-optimizations", "--with-lto", "--enable-experimental-jit") if flag in flags]
    how = f"built with {' '.join(known)}" if known else "built without optimizations"
    return f"{platform.python_implementation()} {platform.python_version()}, {platform.python_compiler()}, {how}"


def written(text: str) -> bool:
    """Put the tables into the page; whether there is a place for them."""
    page = PAGE.read_text(encoding="utf-8")
    marked = re.compile(r"(<!-- bench -->\n).*(\n<!-- end -->)", re.DOTALL)
    page, times = marked.subn(lambda m: m[1] + text + m[2], page)
    if times:
        PAGE.write_text(page, encoding="utf-8")
    return bool(times)


def measured(args: argparse.Namespace) -> str:
    """The tables that are asked for."""
    if args.rooms:
        return bench_rooms.rooms(args.answers, args.beside)
    if args.beside:
        return bench_battles.beside(args.beside, args.battle, args.each)
    if args.battles:
        return bench_battles.alone(args.battle, args.each)
    if args.boards:
        return "\n\n".join(filter(None, (bench_boards.boards(args.battle), bench_boards.motion())))
    if args.env:
        return bench_env.environments(args.seconds, args.battle)
    battle = vedette.battle(BATTLE)
    gc.collect()
    if args.opponent:
        return table(opponent_rows(battle, args.games // 2))
    rows = [
        *play_rows(battle, args.seconds),
        *copy_rows(battle),
        *question_rows(battle, args.games),
        start_row(),
        *opponent_rows(battle, args.games // 2),
    ]
    battles = bench_battles.alone(args.battle, args.each)
    environments = bench_env.environments(args.seconds / 2)
    parts = table(rows), battles, environments, bench_boards.boards(args.battle), bench_boards.motion()
    return "\n\n".join(filter(None, parts))


def main() -> int:
    """Measure, print, and write where asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10.0, help="for each of the three kinds of random play")
    parser.add_argument("--each", type=float, default=2.4, help="for random play in each battle, in three turns")
    parser.add_argument("--games", type=int, default=8, help="searched for the largest decision")
    parser.add_argument("--battle", default="", metavar="NAME", help="battles whose id holds this")
    parser.add_argument("--battles", action="store_true", help="measure random play in the battles alone")
    parser.add_argument("--boards", action="store_true", help="measure the boards alone")
    parser.add_argument("--beside", type=Path, metavar="PATH", help="measure another checkout with this one")
    parser.add_argument("--opponent", action="store_true", help="measure the adjutant alone")
    parser.add_argument("--env", action="store_true", help="measure the environments alone")
    parser.add_argument("--rooms", action="store_true", help="measure an answer at a full table alone")
    parser.add_argument("--answers", type=int, default=300, help="that are given for that")
    parser.add_argument("--write", action="store_true", help=f"put the tables into {PAGE.relative_to(ROOT)}")
    args = parser.parse_args()
    alone = args.opponent or args.env or args.battles or args.boards or args.rooms
    if args.write and (alone or args.battle or args.beside):
        parser.error("--write puts down all that is measured: leave the other choices out")
    text = measured(args)
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    text = f"{text}\n\n{build()}; one core, load of the machine {load:.1f}."
    print(text)
    if args.write and not written(text):
        print(f"{PAGE}: the marks around the tables are missing", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
