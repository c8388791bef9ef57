"""Writes the tables of docs/observation.md anew: `python -m tools.observation`."""

from __future__ import annotations

from pathlib import Path

from vedette.lab.env.tables import tables

PAGE = Path(__file__).resolve().parent.parent / "docs" / "observation.md"
MARK = "<!-- tables: .venv/bin/python -m tools.observation -->"
BATTLES = ("kernstown/the-stone-wall", "valley-campaign/cross-keys", "stonewall-1978/kernstown")


def page(text: str) -> str:
    """The page with its tables made anew."""
    head = text.partition(MARK)[0]
    return "\n\n".join([head + MARK, *map(tables, BATTLES)]) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
