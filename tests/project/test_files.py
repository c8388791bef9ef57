"""What the committed files promise: pinned packages, no registry named, the licence, the entry points."""

import json
import re
import subprocess
import tomllib
from importlib.metadata import entry_points, metadata
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LOCKS = ("requirements.lock", "requirements-dev.lock")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def pins(lock: str) -> dict[str, list[str]]:
    """Each package of a lock with its entries, line ends joined."""
    entries = (ROOT / lock).read_text().replace("\\\n", " ").splitlines()
    found: dict[str, list[str]] = {}
    for entry in filter(None, entries):
        found.setdefault(entry.split("==")[0], []).append(" ".join(entry.split()))
    return found


def name_of(requirement: str) -> str:
    return re.split(r"[<>=\[; ]", requirement)[0].lower().replace("_", "-")


@pytest.mark.parametrize("lock", LOCKS)
def test_every_locked_package_has_a_version_and_a_hash(lock: str) -> None:
    for entries in pins(lock).values():
        assert all(re.match(r"[a-z0-9.-]+==\S+.* --hash=sha256:[0-9a-f]{64}", entry) for entry in entries)


def test_the_locks_hold_what_the_project_asks_for() -> None:
    groups = PROJECT["dependency-groups"]
    play = PROJECT["project"]["dependencies"] + groups["build"]
    extras = [asked for extra in PROJECT["project"]["optional-dependencies"].values() for asked in extra]
    assert {name_of(asked) for asked in play} <= set(pins(LOCKS[0]))
    assert {name_of(asked) for asked in play + extras + groups["dev"]} <= set(pins(LOCKS[1]))


def test_play_and_test_use_the_same_versions() -> None:
    assert pins(LOCKS[0]).items() <= pins(LOCKS[1]).items()


def test_the_client_lock_has_hashes_and_names_no_registry() -> None:
    packages = json.loads((ROOT / "web" / "package-lock.json").read_text())["packages"]
    others = [entry for name, entry in packages.items() if name]
    assert len(others) > 50
    assert all("integrity" in entry and "resolved" not in entry for entry in others)


def test_no_committed_file_names_a_registry() -> None:
    hosts = [".".join(parts) for parts in (("pypi", "org"), ("pythonhosted", "org"), ("registry", "npmjs", "org"))]
    found = subprocess.run(
        ["git", "grep", "-lIF", *(word for host in hosts for word in ("-e", host))],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert found.stdout == ""


def test_licence_covers_the_code_and_leaves_titles_to_their_publishers() -> None:
    assert metadata("vedette")["License-Expression"] == "MIT"
    words = " ".join((ROOT / "LICENSE").read_text().split())
    assert words.startswith("MIT License") and "titles of the games it knows belong to their publishers" in words


def test_the_rulebook_is_found_by_its_entry_point() -> None:
    assert {entry.name: entry.value for entry in entry_points(group="vedette.rulebooks")} == {
        "blind_swords": "vedette.rules.blind_swords:rulebook",
        "valley_campaign": "vedette.rules.valley_campaign:rulebook",
        "great_battles": "vedette.rules.great_battles:rulebook",
    }
