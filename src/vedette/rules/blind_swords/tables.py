"""Words of a pack that a procedure carries out: results of tables, events, Wild chits, checked as a battle is read."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from vedette.engine.rulebook import ContentError
from vedette.rules.blind_swords.scoring import Scoring

Row = Mapping[str, str]
NOTHING = "No effect"
FOG = ("Chaos", "Wayward", "Advance", "Withdrawal", "Casualty")
"""What the Fog of War Table may bring, each to a side that the result names."""
SECOND = ("Foolish Union Attack", "Deception", "Friendly Fire", "Conflicting Orders", "Union Tactical Bonus",
          "Confederate Tactical Bonus")  # fmt: skip
"""What the second table may bring."""
EVENTS = ("Command Confusion", "Quick March", "Fatigue", "Brigade Reserve Move", "Good Ground", "CSA Low Ammo",
          "Union Low Ammo", "Find Ammo", "Rebel Yell", "Firefight", "Confident", "Rally", "Brigade Rally")  # fmt: skip
"""What an Event chit may do (events.py)."""
WILD = ("Fog of War", "Fortunes of War")
"""The Wild chits that there are."""


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


def check_events(chits: Iterable[Row]) -> None:
    """Raises ContentError naming the chit whose event nobody carries out."""
    for row in chits:
        event = row.get("rule") or row["chit"]
        if event not in EVENTS:
            place = f"chits.csv, {row['chit']} ({row['side']})"
            raise ContentError(f"{place}: there is no event {event!r}: write one of {', '.join(EVENTS)} as its rule")


def check_scenario(where: str, wild: Iterable[str], scoring: Scoring, hexes: Collection[str]) -> None:
    """Raises ContentError naming a Wild chit, or a hex of the victory, that there is not."""
    for chit in wild:
        if chit not in WILD:
            raise ContentError(f"{where}, wild: there is no Wild chit {chit!r}: write {' or '.join(WILD)}")
    sudden = scoring.sudden
    named = [hex for row in scoring.each_turn for hex in row.hexes]
    for hex in [*named, *([sudden.hex] if sudden else [])]:
        if hex not in hexes:
            raise ContentError(f"{where}, victory: there is no hex {hex!r} on the board: write one of board.csv")
