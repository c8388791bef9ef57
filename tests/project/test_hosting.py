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
    assert work.make_context("work", worker[2:]).params == {"database": given["database"], "log": "json"}


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
