"""The reckoning of what many machines give: more is faster up to the scheduler's limit, and no further."""

import pytest

from tools.cluster_scale import Given, limit, main, scaled


def test_workers_are_busy_up_to_the_limit_of_the_scheduler_and_not_beyond() -> None:
    given = Given(game=0.1, spread=0.3, service=0.01, start=0.0)
    assert limit(given) == pytest.approx(101)
    assert scaled(given, 1, 1000).seconds == pytest.approx(101, rel=0.05)
    few, many, more = (scaled(given, workers, 100_000) for workers in (50, 200, 800))
    assert few.busy > 0.95 and few.seconds == pytest.approx(100_000 * 0.101 / 50, rel=0.05)
    assert many.seconds == pytest.approx(more.seconds, rel=0.05) == 100
    assert many.busy < 0.6


def test_it_prints_a_row_for_each_number_of_workers(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--game", "4", "--service", "0.004", "--games", "1000", "--workers", "1", "100"]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert rows[2].startswith("| 1 | 0.3 | 100% | 1.11 | 1 |") and rows[3].startswith("| 100 |")
    assert rows[-1] == "one scheduler keeps 10,001 workers busy"
