"""The numbered cases of the rulebooks in our own words, for those who click on a citation."""

from __future__ import annotations

import csv
import io
from functools import cached_property
from importlib.resources import files

BOOKS = {
    "KT": "Kernstown",
    "BS": "Blind Swords, series rules",
    "SS": "Stonewall's Sword",
    "JV": "Jackson in the Valley",
    "SW": "Stonewall",
    "GB": "Great Battles of the American Civil War, 2007",
}


class Cases:
    """Every case by its id."""

    @cached_property
    def _rows(self) -> dict[str, dict[str, str]]:
        # A path and not a package: nothing above the rules imports them.
        folder = files("vedette").joinpath("rules", "cases")
        found = {}
        for file in sorted(folder.iterdir(), key=lambda f: f.name) if folder.is_dir() else ():
            book = BOOKS.get(file.name.removesuffix(".csv"))
            if book is None:
                continue
            for row in csv.DictReader(io.StringIO(file.read_text(encoding="utf-8"))):
                found[row["id"]] = {k: row[k] for k in ("id", "title", "requirement", "kind")} | {"book": book}
        return found

    def get(self, id: str) -> dict[str, str] | None:
        """A case, None where there is none of that id."""
        return self._rows.get(id)
