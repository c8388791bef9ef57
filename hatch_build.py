"""The build hook: puts web client and boards into the package (tools/client.py and tools/boards.py do the work)."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent / "tools"))
import boards
import client

DRAWING = ("msgspec", "fonttools", "platformdirs", "resvg-py")
"""Packages of the project that draw a board."""


class ClientHook(BuildHookInterface):
    """Builds web/, and draws the boards, where those in the package do not come from the sources as they are now."""

    def wanted(self) -> bool:
        return os.environ.get("VEDETTE_WEB") != "skip" and not client.is_current(Path(self.root))

    def boards_wanted(self) -> bool:
        return os.environ.get("VEDETTE_WEB") != "skip" and not boards.is_current(Path(self.root))

    def dependencies(self) -> list[str]:
        needed = [client.NODE_WHEEL] if self.wanted() and client.system_node() is None else []
        if self.boards_wanted():
            needed.append(boards.PACKING)
            needed += [d for d in self.metadata.core.dependencies if d.startswith(DRAWING)]
        return needed

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.wanted():
            try:
                client.build(Path(self.root))
            except client.ClientError as error:
                self.app.abort(f"Vedette: {error}")
        if version != "editable" and self.boards_wanted():
            drawn = subprocess.run([sys.executable, "tools/boards.py"], cwd=self.root, capture_output=True, text=True)
            if drawn.returncode != 0:
                self.app.abort(f"Vedette: the boards cannot be drawn: {(drawn.stderr.splitlines() or ['?'])[-1]}")
