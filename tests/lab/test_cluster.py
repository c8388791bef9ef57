"""Games on a Dask cluster of separate processes: one digest, workers that die, strangers, games played twice."""

from __future__ import annotations

import builtins
import re
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.lab.clusters import Machines, machines
from vedette.cli import program
from vedette.lab import Plan, WorkError, merge, simulate
from vedette.lab.cluster import Cluster, Hello, _strange

pytest.importorskip("distributed", reason="the extra vedette[dask] is not installed")

BATTLE = "kernstown/the-stone-wall"
PLAN = Plan(battle=BATTLE, games=60, seed=3, seats={"union": "random", "confederate": "random"})
LIAR = """
import msgspec
import vedette.lab.cluster as cluster
real = cluster.play_one
def play_one(plan, game):
    played = real(plan, game)
    return msgspec.structs.replace(played, digest="f" * 16) if plan.records else played
cluster.play_one = play_one
"""
"""A worker that shakes hands honestly and then tells another end of every game."""


@pytest.fixture
def cluster() -> Iterator[Machines]:
    with machines() as found:
        yield found


def there(found: Cluster, many: int) -> None:
    """Wait until so many workers have come."""
    end = time.monotonic() + 60
    while len(found.workers()) < many:
        assert time.monotonic() < end, "the workers do not come"
        time.sleep(0.1)


def kill_when_begun(folder: Path, victim: Any) -> threading.Thread:
    """Kills a worker as soon as the first part is there."""

    def wait() -> None:
        while not list(folder.glob("*.jsonl")):
            time.sleep(0.02)
        victim.kill()

    thread = threading.Thread(target=wait, daemon=True)
    thread.start()
    return thread


@pytest.mark.slow
def test_workers_that_die_and_strangers_change_nothing(cluster: Machines, tmp_path: Path) -> None:
    """Two workers and two strangers; one of the two is killed in the middle: the digest is that of one process."""
    (tmp_path / "9" / "vedette-9.9.dist-info").mkdir(parents=True)
    (tmp_path / "9" / "vedette-9.9.dist-info" / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: vedette\nVersion: 9.9\n"
    )
    charts = tmp_path / "home" / "packs" / "kernstown" / "charts"
    charts.mkdir(parents=True)
    (charts / "fire_cohesion.csv").write_text("test,die,depletion,skedaddle,source\nroutine,3,D,M,owner\n")
    victim, _ = cluster.worker(), cluster.worker()
    cluster.worker(PYTHONPATH=str(tmp_path / "9"))
    cluster.worker(VEDETTE_HOME=str(tmp_path / "home"))
    found = Cluster(cluster.address)
    try:
        there(found, 4)
        killer = kill_when_begun(tmp_path / "parts", victim)
        result, _ = simulate(PLAN, found, folder=tmp_path / "parts")
        killer.join()
    finally:
        found.close()
    assert victim.wait() != 0, "it was killed"
    assert result.digest == simulate(PLAN)[0].digest and result.errors == []
    assert found.compared <= 1
    assert sorted(found.strangers.values()) == ["has another battle or other rules", "has vedette 9.9, not 0.1.0"]
    plan, played = merge(tmp_path / "parts")
    assert plan == PLAN and [p.game for p in played] == list(range(60))


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2, 4])
def test_one_two_and_four_workers_have_one_digest(
    cluster: Machines, workers: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, *_ = [cluster.worker() for _ in range(workers)]
    found = Cluster(cluster.address)
    there(found, workers)
    found.close()
    killer = kill_when_begun(tmp_path / "parts", first) if workers == 4 else None
    arguments = ["sim", BATTLE, "--games", "240", "--seed", "3"]
    assert program.run([*arguments, "-o", str(tmp_path / "parts"), "--on", cluster.address]) == 0
    told = capsys.readouterr()
    assert ("played by two workers, alike" in told.err) == (workers > 1)
    if killer:
        killer.join()
    assert program.run([*arguments, "--jobs", "2"]) == 0
    digests = [re.search(r"digest (\w+)", out) for out in (told.out, capsys.readouterr().out)]
    assert digests[0] and digests[1] and digests[0][1] == digests[1][1]


@pytest.mark.slow
def test_a_worker_that_tells_another_end_is_found(cluster: Machines, tmp_path: Path) -> None:
    (tmp_path / "liar").mkdir()
    (tmp_path / "liar" / "sitecustomize.py").write_text(LIAR)
    cluster.worker()
    cluster.worker(PYTHONPATH=str(tmp_path / "liar"))
    found = Cluster(cluster.address)
    try:
        there(found, 2)
        plan = msgspec.structs.replace(PLAN, games=10, records=str(tmp_path / "records"))
        with pytest.raises(WorkError, match=r"game 0 ends in two ways, on tcp://\S+ and on tcp://\S+: they differ"):
            simulate(plan, found, folder=tmp_path / "parts")
        assert not list((tmp_path / "parts").glob("*.jsonl")), "neither is kept"
    finally:
        found.close()


def test_what_is_strange_about_a_worker_is_told() -> None:
    mine = Hello("0.1.0", "a", "b")
    assert _strange(mine, mine) == ""
    assert _strange(ModuleNotFoundError("No module named 'vedette'"), mine).startswith("cannot play: ModuleNotFound")
    assert _strange(Hello("0.2.0", "a", "b"), mine) == "has vedette 0.2.0, not 0.1.0"
    assert _strange(Hello("0.1.0", "c", "b"), mine) == "has another battle or other rules"
    assert _strange(Hello("0.1.0", "a", "c"), mine) == "plays the canary game to another end"


@pytest.mark.parametrize(
    "address, words",
    [
        ("tcp://here:1", "is no address; write dask://HOST:PORT"),
        ("dask://here", "is no address; write dask://HOST:PORT"),
        ("dask://127.0.0.1:9", "nobody answers there; is `dask scheduler` running?"),
    ],
)
def test_a_cluster_that_is_not_there_is_one_line(
    address: str, words: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vedette.lab.cluster.CONNECT", 0.5)
    assert program.run(["sim", BATTLE, "--games", "2", "--on", address]) == 2
    said = capsys.readouterr().err
    assert words in said and said.count("\n") == 1


def test_without_dask_it_is_told_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real = builtins.__import__

    def missing(name: str, *more: Any, **named: Any) -> Any:
        if name == "distributed":
            raise ImportError(name)
        return real(name, *more, **named)

    monkeypatch.setattr(builtins, "__import__", missing)
    monkeypatch.delitem(sys.modules, "distributed", raising=False)
    assert program.run(["match", "random", "random", "--battle", BATTLE, "--pairs", "1", "--on", "dask://a:1"]) == 2
    assert "needs Dask: pip install vedette[dask]" in capsys.readouterr().err
