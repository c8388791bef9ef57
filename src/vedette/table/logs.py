"""The server's log as lines of JSON, for programs that collect them. A key of a game never stands in it."""

from __future__ import annotations

import json
import logging
import re
import sys
from datetime import UTC, datetime

_KEY = re.compile(r"(\bkey=)[^&\s\"'#]+|(#unfinished=[^.\s]+\.)[^\s\"']+")


def without_keys(text: str) -> str:
    """A text with addresses in it, without the keys of games."""
    return _KEY.sub(lambda found: f"{found[1] or found[2]}...", text)


class Lines(logging.Formatter):
    """A line of JSON for each message: when, how grave, from where, and what."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        row = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "text": without_keys(record.getMessage()),
        }
        if record.exc_info:
            row["trace"] = without_keys(self.formatException(record.exc_info))
        return json.dumps(row, ensure_ascii=False)


def begin() -> None:
    """From now on all that is logged goes to stderr as lines of JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
