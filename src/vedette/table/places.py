"""What other machines are told of a fault does not say where the files lie on this one."""

from __future__ import annotations

import re
from pathlib import Path

from vedette.packs.find import home

_PATH = re.compile(r"(?<![\w./])(?:[A-Za-z]:)?(?:[/\\][^/\\\s:;,'\"()]+)+[/\\](?=[^/\\\s:;,'\"()])")
"""The folders before the name of a file, from the root on."""


def without(text: str) -> str:
    """A message with the names of files and without their folders."""
    for folder in (home(), Path.home()):
        for known in {str(folder), str(folder.resolve())}:
            if len(known) > 1:
                text = text.replace(known + "/", "").replace(known + "\\", "").replace(known, "the data folder")
    return _PATH.sub("", text)
