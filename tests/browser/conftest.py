"""A real server for the tests of this folder, and games on it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import httpx
import pytest
from playwright.sync_api import Page, expect

from tools.serving import serving

from .positions import laid

ROOT = Path(__file__).resolve().parents[2]
VEDETTE = Path(sys.executable).parent / "vedette"
BATTLE = "kernstown/the-stone-wall"

Play = Callable[..., Any]
"""Starts `vedette play` with more arguments: a context manager that gives the address."""


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the servers of the tests keep their games."""
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="session")
def play(home: Path) -> Play:
    environment = {**os.environ, "VEDETTE_HOME": str(home)}

    def start(*more: str) -> Any:
        return serving([VEDETTE, "play", "--port", "0", "--no-browser", *more], ROOT, environment, 60)

    return start


@pytest.fixture(scope="module")
def address(play: Play) -> Iterator[str]:
    """A server with a game for two people at one screen."""
    with play() as address:
        yield address


@pytest.fixture
def new_game(address: str) -> Callable[..., dict[str, Any]]:
    """Makes a game with repeatable dice; the answer has the address of every key as `at`."""

    def make(seed: int = 1, **more: Any) -> dict[str, Any]:
        made = httpx.post(urljoin(address, "/api/games"), json={"battle": BATTLE, "seed": seed, **more}).json()
        made["at"] = {who: urljoin(address, f"/?game={made['game']}&key={key}") for who, key in made["keys"].items()}
        return dict(made)

    return make


@pytest.fixture
def at_position(address: str, home: Path) -> Callable[..., dict[str, str]]:
    """Lays out a game at a position (`positions.spec_of`); the address of every key."""

    def make(spec: dict[str, Any], **how: Any) -> dict[str, str]:
        return {who: urljoin(address, path) for who, path in laid(home, spec, **how).items()}

    return make


@pytest.fixture
def open_page(chromium: Any) -> Iterator[Callable[..., Page]]:
    """Opens an address in a browser of its own, with nothing of another's in it."""
    contexts = []
    faults: list[str] = []

    def open_at(address: str, **how: Any) -> Page:
        context = chromium.new_context(**{"viewport": {"width": 1100, "height": 750}, **how})
        context.set_default_timeout(15_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(address)
        return page

    expect.set_options(timeout=15_000)
    yield open_at
    for context in contexts:
        context.close()
    assert not faults
