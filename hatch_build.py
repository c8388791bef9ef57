"""The build hook: puts the web client into the package (tools/client.py does the work)."""

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent / "tools"))
import client


class ClientHook(BuildHookInterface):
    """Builds web/ where the client in the package does not come from it as it is now."""

    def wanted(self) -> bool:
        return os.environ.get("VEDETTE_WEB") != "skip" and not client.is_current(Path(self.root))

    def dependencies(self) -> list[str]:
        return [client.NODE_WHEEL] if self.wanted() and client.system_node() is None else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if not self.wanted():
            return
        try:
            client.build(Path(self.root))
        except client.ClientError as error:
            self.app.abort(f"Vedette: {error}")
