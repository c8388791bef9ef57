"""What a pack of this family holds: the columns of its counters and charts, and the keys of its scenarios."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from vedette.engine.content import Content, Scenario


def lacking(row: Mapping[str, str]) -> Sequence[str]:
    """The values that a counter has not."""
    wanted = ["radius", "rally"] if row["arm"] == "leader" else ["strength"]
    return [key for key in wanted if not row.get(key)]


CONTENT = Content(tables={}, scenario=Scenario, lacking=lacking, mark=lambda row, placed: "")
