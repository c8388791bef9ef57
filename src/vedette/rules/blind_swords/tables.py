"""Tables whose results are words: each result is one that a procedure carries out, checked as a battle is read."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from vedette.engine.rulebook import ContentError

Row = Mapping[str, str]
NOTHING = "No effect"
FOG = ("Chaos", "Wayward", "Advance", "Withdrawal", "Casualty")
"""What the Fog of War Table may bring, each to a side that the result names."""
SECOND = ("Foolish Union Attack", "Deception", "Friendly Fire", "Conflicting Orders", "Union Tactical Bonus",
          "Confederate Tactical Bonus")  # fmt: skip
"""What the second table may bring."""


def check_tables(fog: Iterable[Row], second: Iterable[Row], casualties: Iterable[Row], names: Collection[str]) -> None:
    """Raises ContentError naming chart and row where a result is none that can come about."""
    for row in fog:
        if not _clear(row["result"]):
            mend = f"write one of {', '.join(FOG)} with Union or Confederate, or {NOTHING}"
            raise ContentError(f"charts/fog_of_war.csv, die {row['die']}: result {row['result']!r}: {mend}")
    for row in second:
        if row["result"] not in (*SECOND, NOTHING):
            mend = f"write one of {', '.join(SECOND)}, or {NOTHING}"
            raise ContentError(f"charts/fog_of_war_second.csv, die {row['die']}: result {row['result']!r}: {mend}")
    for row in casualties:
        if row["general"] not in (*names, NOTHING):
            place = f"charts/general_casualty.csv, roll {row['roll']}"
            raise ContentError(
                f"{place}: there is no general {row['general']!r}: write {', '.join(names)}, or {NOTHING}"
            )


def _clear(result: str) -> bool:
    """Something that happens to a side, or nothing."""
    if not any(word in result for word in FOG):
        return result.startswith(NOTHING)
    return not {"Union", "Confederate"}.isdisjoint(result.split())
