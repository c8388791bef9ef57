"""The files of docs/hosting fit the program and each other."""

import json
import os
import re
import shlex
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from contextlib import closing
from importlib import import_module
from pathlib import Path

import click
import pytest

from vedette.cli.program import COMMANDS
from vedette.cli.serve import serve
from vedette.cli.work import work
from vedette.table import running
from vedette.table.running import LOOPBACK, names_of

ROOT = Path(__file__).resolve().parents[2]
HOSTING = ROOT / "docs" / "hosting"
GUIDE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
UNITS = sorted(HOSTING.glob("*.service"))
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


def commands() -> Iterator[list[str]]:
    """What the guide has typed: its lines of code, and what it names in a sentence."""
    text = re.sub(r"\\\n\s*", " ", GUIDE)
    for line in re.findall(r"^ {4,}(\S.*)$|`([^`\n]*\bvedette [a-z-]+ [^`\n]*)`", text, re.MULTILINE):
        yield shlex.split("".join(line), comments=True)


def ours(command: list[str]) -> list[str]:
    """Of a command what is said to `vedette`; empty where another program is meant."""
    for at, word in enumerate(command):
        called = word == "vedette" and (at == 0 or command[at + 1 : at + 2] == ["move-database"])
        if called or (word.endswith("/bin/vedette") and at + 1 < len(command)):
            return command[at + 1 :]
    return []


def parsed(words: list[str]) -> dict[str, object]:
    """The options of one of our commands; it has to have them."""
    name, *more = words
    module, _, attribute = COMMANDS[name].partition(":")
    command: click.Command = getattr(import_module(module), attribute)
    return command.make_context(name, more).params


def test_every_command_of_the_guide_is_one_that_there_is() -> None:
    """By its name and its options; `...` stands for what the reader writes himself."""
    found = [words for command in commands() if (words := ours(command)) and words[0] != "..."]
    assert {"serve", "work", "backup", "check-games", "move-database", "forget-games", "recovery-link"} <= {
        words[0] for words in found
    }
    for words in found:
        parsed(words)


def test_every_file_of_the_guide_is_there() -> None:
    """What it copies, what it links to, and each file that lies there is told of."""
    copied = {word for command in commands() for word in command if word.startswith("docs/hosting/")}
    linked = {f"docs/{to}" for to in re.findall(r"\]\((hosting/[^)#]+)\)", GUIDE)}
    assert {"docs/hosting/vedette.service", "docs/hosting/Caddyfile.several", "docs/hosting/compose.yaml"} <= copied
    assert all((ROOT / name).is_file() for name in copied | linked)
    told = {Path(name).name for name in copied | linked} | {"Dockerfile.dockerignore"}
    assert {file.name for file in HOSTING.iterdir()} == told


def unit(file: Path) -> dict[str, list[str]]:
    """The settings of a unit, each with its values."""
    found: dict[str, list[str]] = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        if "=" in line and not line.startswith("#"):
            name, _, value = line.partition("=")
            found.setdefault(name, []).append(value)
    return found


@pytest.mark.parametrize("file", UNITS, ids=lambda file: file.name)
def test_a_unit_starts_what_the_guide_installs_where_it_may_write(file: Path) -> None:
    """Its program, user and folder are those that the guide has made; its options are ours."""
    found = unit(file)
    values = dict(word.split("=", 1) for line in found["Environment"] for word in line.split())
    (start,) = found["ExecStart"]
    start = re.sub(r"\$\{(\w+)\}", lambda name: values[name[1]], start.replace("%i", "8001")).replace(
        " $VEDETTE_OPTIONS", ""
    )
    program, *words = shlex.split(start)
    made = [command for command in commands() if command[0] == "useradd"]
    assert made and made[0][-1] == found["User"][0] == "vedette"
    home = made[0][made[0].index("--home-dir") + 1]
    assert "--create-home" in made[0] and found["ReadWritePaths"] == found["WorkingDirectory"] == [home]
    assert values["VEDETTE_HOME"] == home
    assert ["python3", "-m", "venv", program.removesuffix("/bin/vedette")] in list(commands())
    database = str(parsed(words)["database"])
    assert database.startswith(f"sqlite:///{home}/") or database == "postgresql:///vedette?host=/run/postgresql"
    assert float(found["TimeoutStopSec"][0]) > 5 and found["Restart"] == ["always"]


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd on this machine")
def test_systemd_reads_the_units(tmp_path: Path) -> None:
    """As they are, but for the program, which is looked for where the guide puts it."""
    for file in UNITS:
        name = file.name.replace("@.", "@8001.")
        text = file.read_text(encoding="utf-8").replace("/opt/vedette/bin/vedette", shutil.which("true") or "")
        (tmp_path / name).write_text(text, encoding="utf-8")
        command = ["systemd-analyze", "verify", "--man=no", str(tmp_path / name)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0 and name not in done.stderr, done.stderr


@pytest.mark.skipif(shutil.which("caddy") is None, reason="no Caddy on this machine")
@pytest.mark.parametrize("name", ["Caddyfile", "Caddyfile.several"])
def test_caddy_reads_its_files(name: str) -> None:
    command = ["caddy", "validate", "--adapter", "caddyfile", "--config", str(HOSTING / name)]
    environment = {**os.environ, "VEDETTE_HOST": "club.example.org"}
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, env=environment)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", ["Caddyfile", "Caddyfile.several"])
def test_a_server_that_is_gone_is_left_out_of_the_round(name: str) -> None:
    """Each way to the servers notes who failed, and tries another; no policy that Debian's Caddy (2.6) lacks."""
    text = re.sub(r"(?m)^\s*#.*$", "", (HOSTING / name).read_text(encoding="utf-8"))
    shared = re.search(r"(?ms)^\(there\) \{(.*?)^\}", text)
    ways = re.findall(r"(?ms)^\treverse_proxy[^\n]*\{\n(.*?)^\t\}", text)
    assert len(ways) == 2
    for way in ways:
        whole = way.replace("import there", shared[1]) if shared else way
        assert re.search(r"^\s*fail_duration \d+s$", whole, re.MULTILINE)
        assert re.search(r"^\s*lb_try_duration \d+s$", whole, re.MULTILINE)
        policy = re.search(r"lb_policy (\w+)", whole)
        assert policy is not None and policy[1] in ("header", "uri_hash")
        assert "health_uri" not in whole or "health_uri /api/health\n" in whole


def test_the_servers_of_the_proxy_are_those_that_are_started() -> None:
    """By the same ports, and at the name by which people reach them."""
    several = (HOSTING / "Caddyfile.several").read_text(encoding="utf-8")
    started = {port for command in commands() for port in re.findall(r"vedette-serve@(\d+)", " ".join(command))}
    assert set(re.findall(r"127\.0\.0\.1:(\d+)", several)) == started == {"8001", "8002"}
    named = set(re.findall(r"--address (https://[\w.]+)", GUIDE))
    assert named == {"https://club.example.org"} and "\nclub.example.org {" in several


def test_a_server_behind_a_proxy_answers_to_the_name_by_which_it_is_reached() -> None:
    """And else to this machine's alone, where it is bound to this machine."""
    assert names_of("127.0.0.1", "https://club.example.org/") == LOOPBACK | {"club.example.org"}
    assert names_of("127.0.0.1") == names_of("::1", "") == LOOPBACK
    assert names_of("0.0.0.0", "https://club.example.org/") is None


@pytest.mark.parametrize(
    ("host", "own", "page"),
    [
        ("127.0.0.1", "192.168.1.5", ""),
        ("0.0.0.0", "192.168.1.5", "http://192.168.1.5:{}/"),
        ("0.0.0.0", "", ""),
        ("127.0.0.2", "192.168.1.5", ""),
    ],
)
def test_who_starts_a_server_is_told_by_which_address_others_come(
    host: str, own: str, page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "own_address", lambda: own)
    with closing(running.bound(host, 0)) as listener:
        assert running.elsewhere(listener) == page.format(listener.getsockname()[1])


def test_the_address_of_this_machine_is_one_of_its_own() -> None:
    """And none where it is in no network."""
    if own := running.own_address():
        with closing(running.bound(own, 0)) as listener:
            assert running.elsewhere(listener) == f"http://{own}:{listener.getsockname()[1]}/"


@pytest.mark.parametrize(
    ("page", "near"),
    [
        ("http://172.17.0.2:8000/", True),
        ("http://192.168.1.5:8000/", True),
        ("http://[fd00::5]:8000/", True),
        ("http://8.8.8.8:8000/", False),
        ("https://club.example.org/", False),
    ],
)
def test_an_address_within_a_container_or_a_network_is_not_said_to_be_for_everybody(page: str, near: bool) -> None:
    assert running.whose(page) == ("people in the same network" if near else "people at other machines")


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
    "a server is killed while it tells somebody that he is asked": (
        "tests/table/test_failures.py::test_who_was_to_be_told_by_a_server_that_is_dead_is_told_by_another_one",
        "tests/table/test_schedules.py::test_what_is_due_is_done_once_by_three_workers_of_which_one_is_killed",
    ),
    "a second server at one file of SQLite, or a file on a network disk": (
        "tests/table/test_failures.py::"
        "test_a_second_server_at_a_file_and_one_at_a_network_disk_end_at_once_with_the_reason",
        "tests/table/test_operating.py::test_a_server_in_the_life_of_its_file",
        "tests/table/test_operating.py::test_a_file_on_a_disk_of_another_machine_is_not_served",
    ),
    "a server is stopped for a new version": (
        "tests/table/test_failures.py::"
        "test_a_server_that_is_stopped_for_a_new_version_loses_no_answer_that_is_under_way",
        "tests/browser/test_dead_line.py::test_a_server_that_is_stopped_says_so_and_its_page_comes_back",
        "tests/table/test_operating.py::test_a_server_in_the_life_of_its_file",
        "tests/table/test_snapshots.py::test_two_versions_at_one_database_leave_each_others_snapshots_alone",
    ),
}
"""What failure looks like (docs/hosting.md), and the tests that it looks so."""


def test_each_failure_that_the_guide_tells_of_has_a_test() -> None:
    guide = GUIDE.partition("## What failure looks like")[2]
    rows = [row.split(" | ")[0].removeprefix("| ") for row in guide.splitlines() if row.startswith("| ")]
    assert rows[1:] == [*FAILURES]
    for named in {test for tests in FAILURES.values() for test in tests}:
        file, _, name = named.partition("::")
        assert f"def {name}(" in (ROOT / file).read_text(encoding="utf-8"), named
