"""The grids of the four maps; `grid` runs a test on each of them."""

import json
from pathlib import Path

import msgspec
import pytest

from vedette.hexes import Grid, GridSpec

SPECS = msgspec.convert(json.loads((Path(__file__).parent / "maps.json").read_text()), dict[str, GridSpec])


@pytest.fixture(scope="session")
def grids():
    return {name: Grid(spec) for name, spec in SPECS.items()}


@pytest.fixture(scope="session", params=SPECS)
def grid(request, grids):
    return grids[request.param]


@pytest.fixture(scope="session")
def kernstown(grids):
    return grids["kernstown"]
