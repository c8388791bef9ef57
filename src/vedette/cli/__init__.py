"""The command line: one file a command (docs/players.md, docs/positions.md)."""

from vedette.cli.program import main

__all__ = ["main"]
