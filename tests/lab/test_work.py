"""Shares of a simulation: the same games wherever they are played, parts that are read again, one digest of all."""

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from vedette.cli import program
from vedette.engine import Known
from vedette.lab import Plan, Played, Share, WorkError, merge, play_share, simulate, work
from vedette.lab.work import digest_of_games, digest_of_plan, ranges

BATTLE = "kernstown/the-stone-wall"
RANDOM = {"union": "random", "confederate": "random"}
GAMES = 25
PLAN = Plan(battle=BATTLE, games=GAMES, seed=3, seats=RANDOM)


@pytest.fixture(scope="module")
def alone() -> str:
    """The digest of digests as one process gives it."""
    return simulate(PLAN)[0].digest


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All games in parts, played as three shares in no order."""
    folder = tmp_path_factory.mktemp("parts")
    assert [play_share(PLAN, Share(k, 3), folder) for k in (3, 1, 2)] == [5, 10, 10]
    return folder


def copied(parts: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(parts, tmp_path / "parts"))


def test_shares_have_every_game_once() -> None:
    for games in (1, 10, 99, 2000):
        for of in (1, 3, 7):
            found = [
                n for k in range(1, of + 1) for first, last in ranges(games, Share(k, of)) for n in range(first, last)
            ]
            assert sorted(found) == list(range(games))


def test_shares_merged_and_two_processes_give_the_digest_of_one(alone: str, parts: Path, tmp_path: Path) -> None:
    plan, played = merge(parts)
    assert plan == PLAN and [p.game for p in played] == list(range(GAMES))
    assert digest_of_games(played) == digest_of_games(reversed(played)) == alone
    result, _ = simulate(PLAN, jobs=2, folder=tmp_path / "two")
    assert result.digest == alone and merge(tmp_path / "two")[1] == played


def test_who_is_stopped_in_a_part_loses_the_game_under_way_alone(
    alone: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games: list[int] = []
    play_one = work.play_one

    def stopped(plan: Plan, game: int) -> Played:
        if len(games) == 13:
            raise KeyboardInterrupt
        games.append(game)
        return play_one(plan, game)

    monkeypatch.setattr(work, "play_one", stopped)
    with pytest.raises(KeyboardInterrupt):
        simulate(PLAN, folder=tmp_path)
    (begun,) = tmp_path.glob("*.begun")
    whole = begun.read_bytes().splitlines(keepends=True)
    assert len(whole) == 3
    begun.write_bytes(whole[0] + whole[1] + whole[2][:40])
    monkeypatch.setattr(work, "play_one", lambda plan, game: games.append(game) or play_one(plan, game))
    assert simulate(PLAN, folder=tmp_path)[0].digest == alone
    assert games == [*range(13), *range(12, GAMES)], "what was whole was played again, or what was not was taken"
    assert not [*tmp_path.glob("*.begun")] and len([*tmp_path.glob("*.jsonl")]) == 3


def test_what_is_kept_of_a_part_is_replaced_and_only_where_something_was_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also who is killed while it is mended has all of it."""
    line = msgspec.json.encode(work.play_one(PLAN, 0)) + b"\n"
    begun = work.file_of(tmp_path, "w", 0, 2).with_suffix(".begun")

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    def played(*_: object) -> None:
        raise InterruptedError

    monkeypatch.setattr(work, "play_one", played)
    begun.write_bytes(line + line[:40])
    with monkeypatch.context() as at:
        at.setattr(Path, "replace", killed)
        with pytest.raises(KeyboardInterrupt):
            work.play_part(PLAN, "w", tmp_path, 0, 2)
        assert begun.read_bytes() == line + line[:40]
        begun.write_bytes(line)
        at.setattr(Path, "write_bytes", killed)
        with pytest.raises(InterruptedError):
            work.play_part(PLAN, "w", tmp_path, 0, 2)
    begun.write_bytes(line + line[:40])
    with pytest.raises(InterruptedError):
        work.play_part(PLAN, "w", tmp_path, 0, 2)
    assert begun.read_bytes() == line


def test_another_game_is_another_digest(parts: Path) -> None:
    _, played = merge(parts)
    other = [*played[:-1], msgspec.structs.replace(played[-1], digest="0" * 16)]
    assert len({digest_of_games(games) for games in (played, played[:-1], other)}) == 3


def test_the_digest_of_a_plan_knows_what_a_game_depends_on_and_nothing_else() -> None:
    battle = Known.loader()(BATTLE)

    def digest(**more: Any) -> str:
        return digest_of_plan(msgspec.structs.replace(PLAN, **more), battle)

    same = [
        digest(),
        digest(games=1000),
        digest(records="there"),
        digest(laws=True),
        digest(options={"no-events": "false"}),
    ]
    other = [
        digest(seed=4),
        digest(seats={"union": "random", "confederate": "cautious"}),
        digest(options={"no-events": "true"}),
        digest(swapped=True),
        digest(figures=True),
    ]
    assert len(set(same)) == 1 and len({same[0], *other}) == 6


def test_what_is_there_is_not_played_again_and_more_games_go_on_from_it(
    parts: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, played = copied(parts, tmp_path), []
    real = work.play_one
    monkeypatch.setattr(work, "play_one", lambda plan, game: played.append(game) or real(plan, game))
    simulate(PLAN, folder=folder)
    assert played == []
    more, _ = simulate(msgspec.structs.replace(PLAN, games=30), folder=folder)
    assert played == [20, 21, 22, 23, 24, 25, 26, 27, 28, 29] and more.games == 30
    assert merge(folder)[0].games == 30, "the part of twenty to twenty-four, and that which took its place, agree"


def test_killed_in_the_middle_it_goes_on_without_a_game_lost_or_doubled(alone: str, tmp_path: Path) -> None:
    folder = tmp_path / "parts"
    arguments = ["sim", BATTLE, "--games", str(GAMES), "--seed", "3", "-o", str(folder), "--jobs", "1"]
    with subprocess.Popen([sys.executable, "-m", "vedette", *arguments], stdout=subprocess.PIPE) as process:
        while process.poll() is None and not list(folder.glob("*.jsonl")):
            pass
        os.kill(process.pid, signal.SIGKILL)
    first = {file.name: file.stat().st_mtime_ns for file in folder.glob("*.jsonl")}
    assert 1 <= len(first) <= 2, "it was killed before the end"
    result, played = simulate(PLAN, folder=folder)
    assert result.digest == alone and [p.game for p in played] == list(range(GAMES))
    assert {name: (folder / name).stat().st_mtime_ns for name in first} == first


def test_a_part_that_was_cut_off_is_told_and_played_again(alone: str, parts: Path, tmp_path: Path) -> None:
    folder = copied(parts, tmp_path)
    file = sorted(folder.iterdir())[1]
    whole = file.read_bytes()
    for spoilt in (whole[: len(whole) // 2], whole[:-1].rpartition(b"\n")[0], b"", b"no part\n"):
        file.write_bytes(spoilt)
        with pytest.raises(WorkError, match=r"is cut off, or no part file; delete it and play its games again"):
            merge(folder)
    file.write_bytes(whole.replace(b'"union"', b'"onion"', 1))
    with pytest.raises(WorkError, match=r"was changed after it was written"):
        merge(folder)
    assert simulate(PLAN, folder=folder)[0].digest == alone and file.read_bytes() == whole


def test_what_does_not_add_up_is_told(parts: Path, tmp_path: Path) -> None:
    with pytest.raises(WorkError, match="holds no part files"):
        merge(tmp_path)
    folder = copied(parts, tmp_path)
    first, second, _ = sorted(folder.iterdir())
    kept = second.read_bytes()
    second.unlink()
    with pytest.raises(WorkError, match=r"games 10 to 19 of 25 are missing; play their shares"):
        merge(folder)
    second.write_bytes(kept)
    _, played = work.read_part(first)
    other = [msgspec.structs.replace(p, digest="f" * 16) for p in played[:5]]
    work.write_part(folder, first.name.partition("-")[0], PLAN, 0, 5, other)
    with pytest.raises(WorkError, match=r"game 0 ends in two ways, by .* machines differ"):
        merge(folder)
    work.file_of(folder, first.name.partition("-")[0], 0, 5).unlink()
    work.write_part(folder, "0" * 16, PLAN, 0, 5, played[:5])
    with pytest.raises(WorkError, match="holds parts of two plans"):
        merge(folder)


def test_the_program_plays_a_share_and_merges(
    alone: str, parts: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = copied(parts, tmp_path)
    arguments = ["sim", BATTLE, "--games", str(GAMES), "--seed", "3"]
    assert program.run([*arguments, "--share", "3/3", "-o", str(folder), "--jobs", "1"]) == 0
    assert f"share 3/3: 5 of 25 games in {folder}" in capsys.readouterr().out
    assert program.run(["sim", "merge", str(folder)]) == 0
    said = capsys.readouterr().out
    assert f"digest {alone}" in said and "25 games;" in said
    assert program.run(["sim", "merge", str(folder), "--json", "--report", str(tmp_path / "page.html")]) == 0
    assert json.loads(capsys.readouterr().out)["digest"] == alone
    assert "Outcomes" in (tmp_path / "page.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "more, words",
    [
        (["--share", "1/2"], "--share: needs -o DIR"),
        (["--share", "3/2", "-o", "p"], "--share 3/2: is no share; the third of sixteen is 3/16"),
        (["--share", "third", "-o", "p"], "--share third: is no share"),
        (["-o", "a-file"], "a-file: is no folder"),
    ],
)
def test_bad_shares_are_one_line(
    more: list[str], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a-file").write_text("")
    assert program.run(["sim", BATTLE, "--games", "2", *more]) == 2
    said = capsys.readouterr().err
    assert words in said and said.count("\n") == 1
