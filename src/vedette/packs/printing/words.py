"""Words that stand on every print."""

from __future__ import annotations

from vedette.engine.battle import Battle


def made_of(battle: Battle) -> str:
    """Whose drawing it is, and what its values rest on."""
    counted = ", ".join(f"{number:,} {source}" for source, number in sorted(battle.provenance.items()))
    own = "Drawn by Vedette; not the publisher's art, nor its values where the rules state none."
    return f"{own} Rows by source: {counted}."
