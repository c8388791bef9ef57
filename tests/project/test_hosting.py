"""The files of docs/hosting fit the program and each other."""

import json
import re
import tomllib
from pathlib import Path

from vedette.cli.serve import serve
from vedette.cli.work import work

ROOT = Path(__file__).resolve().parents[2]
HOSTING = ROOT / "docs" / "hosting"
COMPOSE = (HOSTING / "compose.yaml").read_text(encoding="utf-8")


def test_compose_starts_the_server_with_options_that_it_has() -> None:
    command = json.loads(re.search(r"command: (\[.*?\])", COMPOSE, re.DOTALL)[1])  # type: ignore[index]
    assert command[:2] == ["vedette", "serve"]
    given = serve.make_context("serve", command[2:]).params
    assert (given["port"], given["log"], given["metrics"]) == (8000, "json", True)
    user, name = re.findall(r"POSTGRES_(?:USER|DB): (\w+)", COMPOSE)
    assert given["database"] == f"postgresql://{user}@database/{name}"
    worker = json.loads(re.search(r'command: (\["vedette", "work".*?\])', COMPOSE, re.DOTALL)[1])  # type: ignore[index]
    watched = {"host": "0.0.0.0", "port": 8000, "metrics": True}
    assert work.make_context("work", worker[2:]).params == {"database": given["database"], "log": "json", **watched}
    assert len(re.findall(r"http://127.0.0.1:8000/api/ready", COMPOSE)) == 2


def test_what_compose_and_proxy_name_is_there() -> None:
    """Files, services, the port, the extras of the image."""
    for named in re.findall(r"dockerfile: (\S+)", COMPOSE):
        assert (ROOT / named).is_file()
    assert (HOSTING / re.search(r"- \./(\w+):", COMPOSE)[1]).is_file()  # type: ignore[index]
    services = re.findall(r"^  (\w+):$", COMPOSE, re.MULTILINE)
    proxied = re.findall(r"dynamic a (\w+) (\d+)", (HOSTING / "Caddyfile").read_text(encoding="utf-8"))
    assert set(proxied) == {("serve", "8000")} and {"serve", "database", "proxy"} <= set(services)
    extras = re.search(r"/source\[(.*?)\]", (HOSTING / "Dockerfile").read_text(encoding="utf-8"))[1]  # type: ignore[index]
    assert set(extras.split(",")) <= set(
        tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    )


FAILURES = {
    "a server is killed after it has stored an answer, before it has said so": (
        "tests/table/test_kill.py::test_kill_at_any_moment",
        "tests/browser/test_dead_line.py::test_an_answer_whose_acknowledgement_was_lost_is_done_once",
        "tests/table/test_failures.py::test_an_answer_that_was_stored_by_a_server_that_is_dead_is_told_by_another_one",
    ),
    "two servers get an answer at once": (
        "tests/table/test_several.py::test_of_two_that_answer_at_once_one_is_told",
        "tests/table/test_failures.py::test_of_two_processes_that_get_an_answer_at_once_one_carries_it_out",
    ),
    "the line between the servers is cut": (
        "tests/table/test_several.py::test_a_line_that_is_cut_is_laid_anew",
        "tests/table/test_several.py::test_while_the_database_is_away_the_board_stands_and_nothing_is_lost",
    ),
    "the database is away": (
        "tests/table/test_failures.py::test_the_line_and_the_database_are_away_and_come_back",
        "tests/table/test_several.py::test_while_the_database_is_away_the_board_stands_and_nothing_is_lost",
    ),
    "a server dies": (
        "tests/table/test_several.py::test_a_server_that_is_killed_leaves_its_games_to_the_other",
        "tests/browser/test_two_servers.py::test_a_retreat_at_two_servers_of_which_one_is_killed",
    ),
    "a server hears of nothing, though the line stands": (
        "tests/table/test_herd.py::test_what_no_bell_has_told_is_shown_after_a_while",
    ),
    "a worker dies": (
        "tests/table/test_work.py::test_of_three_workers_one_is_killed_and_every_answer_is_given_once",
        "tests/table/test_schedules.py::test_what_is_due_is_done_once_by_three_workers_of_which_one_is_killed",
    ),
    "a second server at one file of SQLite, or a file on a network disk": (
        "tests/table/test_operating.py::test_a_server_in_the_life_of_its_file",
        "tests/table/test_operating.py::test_a_file_on_a_disk_of_another_machine_is_not_served",
    ),
    "a server is stopped for a new version": (
        "tests/table/test_operating.py::test_a_server_in_the_life_of_its_file",
        "tests/table/test_snapshots.py::test_two_versions_at_one_database_leave_each_others_snapshots_alone",
    ),
}
"""What failure looks like (docs/hosting.md), and the tests that it looks so."""


def test_each_failure_that_the_guide_tells_of_has_a_test() -> None:
    guide = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8").partition("## What failure looks like")[2]
    rows = [row.split(" | ")[0].removeprefix("| ") for row in guide.splitlines() if row.startswith("| ")]
    assert rows[1:] == [*FAILURES]
    for named in {test for tests in FAILURES.values() for test in tests}:
        file, _, name = named.partition("::")
        assert f"def {name}(" in (ROOT / file).read_text(encoding="utf-8"), named
